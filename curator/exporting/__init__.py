"""Recipes, splits, manifests and the Hugging Face folder: how a project leaves curator."""

from __future__ import annotations

from curator.exporting.manifest import ExportReport
from curator.exporting.recipe import Recipe, load_recipe, parse_recipe, read_recipe, recipe_names
from curator.exporting.run import export
from curator.exporting.splits import SplitReport, split_project

__all__ = [
    "ExportReport",
    "Recipe",
    "SplitReport",
    "export",
    "load_recipe",
    "parse_recipe",
    "read_recipe",
    "recipe_names",
    "split_project",
]
