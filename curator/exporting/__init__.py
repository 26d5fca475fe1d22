"""Recipes, splits, manifests and the Hugging Face folder: how a project leaves curator."""
