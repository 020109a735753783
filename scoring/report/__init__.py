"""The report: numbers, tables, figures and one page from two files."""

from scoring.report.archive import bundle
from scoring.report.build import build_report_files
from scoring.report.errors import BadOptions, BadReport
from scoring.report.jsonfile import load_report
from scoring.report.model import Report

__all__ = ["BadOptions", "BadReport", "Report", "build_report_files", "bundle", "load_report"]
