"""Agreement on the labels of a project: which answers are compared, how, and what is printed beside what."""

from __future__ import annotations

from curator.work.agreeing.choosing import Round
from curator.work.agreeing.report import PERSONS, AgreementReport, agreement

__all__ = ["PERSONS", "AgreementReport", "Round", "agreement"]
