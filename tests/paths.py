"""Where tests find what lies outside the checkout."""

from __future__ import annotations

from pathlib import Path

_BESIDE = Path(__file__).resolve().parents[2] / "shared"

# Real files and reference values; None where the checkout stands alone.
SHARED: Path | None = _BESIDE if _BESIDE.is_dir() else None
