"""curator: make datasets of emotional-support conversations."""

__version__ = "0.1.0"
