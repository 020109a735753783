"""Asking for a report snapshot."""

from django.db import transaction

from arena.core import leases
from arena.core.errors import BadInput, NotReady
from arena.reports.models import Report
from arena.reports.selectors import choose_evaluator, pool_sizes
from arena.studies.models import Study

MOST_RESAMPLES = 100_000


def request_report(
    *, study: Study, pool: str, evaluator: str | None = None, resamples: int = 2000, seed: int = 0
) -> Report:
    """A new snapshot of one pool, to be built in the background.

    Raises NotReady where nobody in the pool has judged, BadInput where an evaluator must be chosen or is unknown.
    """
    if pool not in Report.Pool.values:
        raise BadInput(f"There is no pool {pool}; reports are made of {' or '.join(Report.Pool.values)}.")
    if not 1 <= resamples <= MOST_RESAMPLES:
        raise BadInput(f"Resamples must be from 1 to {MOST_RESAMPLES:,}.")
    if not 0 <= seed < 2**63:
        raise BadInput("The seed must be a whole number from 0 to 2^63 - 1.")
    if not pool_sizes(study).of(pool):
        raise NotReady(f"{study.name} has no judgments by {Report.Pool(pool).label} yet.")
    with transaction.atomic():
        report = Report.objects.create(
            study=study,
            pool=pool,
            evaluator=choose_evaluator(study, evaluator),
            resamples=resamples,
            seed=seed,
        )
        leases.request(report)
    return report
