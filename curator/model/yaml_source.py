"""YAML as text: every scalar stays as written (`yes`, `null`, `1.0`), and every value knows its line."""

from __future__ import annotations

from dataclasses import dataclass, field

import yaml

from curator.errors import Problem, ProblemsError
from curator.model.base import Json

Path = tuple[str | int, ...]
MOST_VALUES, MOST_LEVELS = 200_000, 60
"""Far above any scheme; a few lines of aliases within aliases would unfold to millions."""


@dataclass(slots=True)
class YamlSource:
    """data: dicts, lists and strings. lines: path -> 1-based line of the value's key (or of the list item).
    problems: (path, problem, mend) of what is YAML and yet cannot be meant."""

    data: Json
    lines: dict[Path, int] = field(default_factory=dict)
    problems: list[tuple[Path, str, str]] = field(default_factory=list)


def read_yaml(text: str, *, where: str) -> YamlSource:
    """Raises ProblemsError where the text is not YAML; keys written twice are kept in `problems`."""
    try:
        root = yaml.compose(text, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as error:
        line = f" (line {error.problem_mark.line + 1})" if error.problem_mark else ""
        problem = Problem(
            f"this is not YAML: {error.problem}.",
            f"{where}{line}",
            "Mind the indentation, and put texts that hold : ? , or # in quotation marks.",
        )
        raise ProblemsError([problem], where=where) from error
    except yaml.YAMLError as error:
        problem = Problem(
            "this is not YAML: it holds a character that YAML does not allow.", where, "Save it as UTF-8."
        )
        raise ProblemsError([problem], where=where) from error
    except RecursionError as error:
        raise _too_large(where) from error
    source = YamlSource({})
    if root is not None:
        source.data = _build(root, (), source, where, ())
    return source


def _too_large(where: str) -> ProblemsError:
    problem = Problem("this holds more than a label schema can.", where, "Write less, with fewer aliases.")
    return ProblemsError([problem], where=where)


def _build(node: yaml.Node, path: Path, source: YamlSource, where: str, above: tuple[int, ...]) -> Json:
    if id(node) in above:
        source.problems.append((path, "an alias holds itself.", "Write it out."))
        return ""
    if len(source.lines) > MOST_VALUES or len(path) > MOST_LEVELS:
        raise _too_large(where)
    above = (*above, id(node))
    if isinstance(node, yaml.SequenceNode):
        items = []
        for idx, item in enumerate(node.value):
            source.lines[(*path, idx)] = item.start_mark.line + 1
            items.append(_build(item, (*path, idx), source, where, above))
        return items
    if isinstance(node, yaml.MappingNode):
        mapping: dict[str, Json] = {}
        for key_node, value_node in node.value:
            key = str(key_node.value) if isinstance(key_node, yaml.ScalarNode) else "?"
            here = (*path, key)
            if key in mapping:
                line = key_node.start_mark.line + 1
                source.problems.append((here, f"`{key}` is written twice (again in line {line}).", "Keep one."))
                continue
            source.lines[here] = key_node.start_mark.line + 1
            mapping[key] = _build(value_node, here, source, where, above)
        return mapping
    return str(node.value)


def at(path: Path, source: YamlSource, where: str) -> str:
    """`family.yaml, fields[2].options (line 14)`; steps that the file does not hold (shorthands) are left out."""
    words, data = "", source.data
    known: list[str | int] = []
    for step in path:
        if not has(data, step):
            continue
        words += f"[{step}]" if isinstance(data, list) else f".{step}" if words else str(step)
        known.append(step)
        data = data[step]
    line = source.lines.get(tuple(known))
    place = ", ".join(part for part in (where, words) if part)
    return f"{place} (line {line})" if line else place


def has(data: Json, step: str | int) -> bool:
    """Whether `data[step]` is there."""
    if isinstance(data, dict):
        return step in data
    return isinstance(data, list) and isinstance(step, int) and step < len(data)
