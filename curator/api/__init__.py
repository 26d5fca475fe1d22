"""HTTP under BASE/api/v1: what must be fast, durable and scriptable. Names and shapes: docs of the contracts (HTTP)."""

from __future__ import annotations

from curator.api.routes import routes

__all__ = ["routes"]
