"""The report: numbers, tables, figures and one page from two files.

What draws and fits is loaded when it is first asked for: whoever only reads a report does not wait for it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from scoring.report.compare import Comparison, compare_reports
from scoring.report.errors import BadOptions, BadReport
from scoring.report.jsonfile import load_report
from scoring.report.model import Report

if TYPE_CHECKING:
    from scoring.report.archive import bundle
    from scoring.report.build import build_report_files

__all__ = [
    "BadOptions",
    "BadReport",
    "Comparison",
    "Report",
    "build_report_files",
    "bundle",
    "compare_reports",
    "load_report",
]

_LOADED_LATE = {"build_report_files": "scoring.report.build", "bundle": "scoring.report.archive"}


def __getattr__(name: str) -> object:
    if name not in _LOADED_LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LOADED_LATE[name]), name)
