"""Everything that is wrong with a schema file, found in one go."""

from __future__ import annotations

from pydantic import ValidationError

from curator.errors import Problem
from curator.model.schema import Schema
from curator.model.yaml_source import YamlSource, at


def problems_in(source: YamlSource, where: str) -> tuple[Schema | None, list[Problem]]:
    problems = list(source.problems)
    try:
        schema = Schema.model_validate(source.data)
    except ValidationError as error:
        problems += [Problem(str(e["msg"]), at(e["loc"], source, where)) for e in error.errors()]
        return None, problems
    return schema, problems
