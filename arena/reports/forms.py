"""The options of a snapshot as a page asks for them."""

from collections.abc import Mapping
from dataclasses import dataclass

from arena.reports.models import Report, usual_edges
from scoring.records import ReportOptions


@dataclass(frozen=True, slots=True)
class GivenOptions:
    """Texts as they stand in the form, right or wrong."""

    evaluator: str
    resamples: str
    seed: str
    margins: str

    @property
    def unusual(self) -> bool:
        """Whether something is not what most reports take."""
        return (self.resamples, self.seed, self.margins) != (USUAL.resamples, USUAL.seed, USUAL.margins)


USUAL = GivenOptions(
    evaluator="",
    resamples=str(ReportOptions().resamples),
    seed=str(ReportOptions().seed),
    margins=",".join(f"{edge:g}" for edge in usual_edges()),
)


def given_options(data: Mapping[str, str]) -> GivenOptions:
    """What was sent; what was left out is as usual."""
    return GivenOptions(
        evaluator=data.get("evaluator", "").strip(),
        resamples=data.get("resamples", "").strip().replace(",", "") or USUAL.resamples,
        seed=data.get("seed", "").strip() or USUAL.seed,
        margins=data.get("margins", "").strip() or USUAL.margins,
    )


def options_of(report: Report | None) -> GivenOptions:
    """The options of the snapshot that is shown, as the ones for the next."""
    if report is None:
        return USUAL
    return GivenOptions(
        evaluator=report.evaluator, resamples=str(report.resamples), seed=str(report.seed), margins=report.margins
    )
