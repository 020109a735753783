"""Reports of numbers and words only, for tests that look at no figure: drawing all of them takes ten seconds."""

import pytest


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports are made without figures."""
    monkeypatch.setattr("scoring.report.build.figure_names", lambda results: ())
    monkeypatch.setattr("scoring.report.build.draw_figures", lambda results: iter(()))
