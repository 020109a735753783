"""Every file that a report makes has its words and its place among the downloads."""

from pathlib import PurePath

import pytest

from arena.reports import downloads
from arena.reports.snapshot import TABLES
from scoring.report.build import REPORT_FILES
from scoring.report.figures import FIGURES, SUFFIXES


@pytest.mark.parametrize("name", [name for name in REPORT_FILES if PurePath(name).suffix in {".csv", ".html", ".json"}])
def test_a_table_or_page_is_listed_and_described(name: str) -> None:
    assert name in TABLES
    assert downloads.about(name)


def test_each_figure_is_described_with_each_of_its_formats() -> None:
    assert set(downloads.DRAWINGS) == set(FIGURES)
    for figure in FIGURES:
        assert [downloads.figure_and_ending(figure + suffix) for suffix in SUFFIXES] == [(figure, s) for s in SUFFIXES]


@pytest.mark.parametrize("name", REPORT_FILES)
def test_each_file_can_be_served(name: str) -> None:
    assert downloads.kind_of(name) is not None
