"""Asking for a report snapshot."""

from collections.abc import Sequence

from django.db import transaction

from arena.core import leases
from arena.core.errors import BadInput, NotReady
from arena.reports.models import Report
from arena.reports.selectors import choose_evaluator, pool_sizes
from arena.studies.models import Study
from scoring.records import ReportOptions

MOST_RESAMPLES = 100_000
MOST_EDGES = 20


def request_report(
    *,
    study: Study,
    pool: str,
    evaluator: str | None = None,
    resamples: int = 2000,
    seed: int = 0,
    margin_edges: Sequence[float] = ReportOptions().margin_edges,
) -> Report:
    """A new snapshot of one pool, to be built in the background.

    Raises NotReady where nobody in the pool has judged, BadInput where an evaluator must be chosen or is unknown or
    another option is none.
    """
    if pool not in Report.Pool.values:
        raise BadInput(f"There is no pool {pool}; reports are made of {' or '.join(Report.Pool.values)}.")
    if not 1 <= resamples <= MOST_RESAMPLES:
        raise BadInput(f"Resamples must be from 1 to {MOST_RESAMPLES:,}.")
    if not 0 <= seed < 2**63:
        raise BadInput("The seed must be a whole number from 0 to 2^63 - 1.")
    _check_edges(margin_edges)
    if not pool_sizes(study).of(pool):
        raise NotReady(f"{study.name} has no judgments by {Report.Pool(pool).label} yet.")
    with transaction.atomic():
        report = Report.objects.create(
            study=study,
            pool=pool,
            evaluator=choose_evaluator(study, evaluator),
            resamples=resamples,
            seed=seed,
            margin_edges=list(margin_edges),
        )
        leases.request(report)
    return report


def edges_of(text: str) -> tuple[float, ...]:
    """Margin edges as people type them, `0, 3, 6`; raises BadInput."""
    try:
        edges = tuple(float(part) + 0.0 for part in text.split(","))  # no negative zero
    except ValueError:
        edges = ()
    _check_edges(edges)
    return edges


def whole_number_of(text: str, what: str) -> int:
    """A number that came from a form; raises BadInput."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 20):
        raise BadInput(f"{what} must be a whole number, not {text[:40]!r}.")
    return int(text)


def _check_edges(edges: Sequence[float]) -> None:
    ascending = list(edges) == sorted(set(edges))
    if not (edges and ascending and len(edges) <= MOST_EDGES and all(0 <= edge <= 100 for edge in edges)):
        raise BadInput(
            f"Margin edges must be up to {MOST_EDGES} numbers that ascend from 0 to at most 100, like 0,3,6,10,20."
        )
