"""Asking for posters: one run for each paper and system that lacks one."""

from dataclasses import dataclass

from django.db import models

from arena.benchmarks.models import Benchmark, Case
from arena.benchmarks.selectors import paper_lines
from arena.core import leases
from arena.core.errors import BadInput
from arena.core.leases import WorkState
from arena.core.workloop import OPEN
from arena.posters.models import GenerationRun, Poster
from arena.posters.selectors import last_run_states
from arena.systems.models import SystemConfig
from arena.systems.selectors import chosen_configs


@dataclass(frozen=True, slots=True)
class GenerationPlan:
    """What a request came to."""

    runs: tuple[int, ...]  # all open runs of what was asked for, new ones among them
    requested: int  # of these, how many are new
    present: int  # posters that are there already
    failed: int  # left as they are: their last run failed
    not_ready: tuple[str, ...]  # one line for each paper that cannot be used yet


def request_generation(
    *,
    benchmark: Benchmark,
    systems: list[str] | None = None,
    cases: list[str] | None = None,
    again: bool = False,
    retry_failed: bool = False,
) -> GenerationPlan:
    """Request a run for each ready paper and current configuration without a poster of the paper as it is known now.

    None means all. Systems that take uploads are left out, or refused where they are named. What failed before is asked
    for again only with `retry_failed`, what is there already only with `again`. Safe to call as often as one likes.
    """
    configs = _configs(systems)
    ready, not_ready = _cases(benchmark, cases)
    wanted = {(case.pk, config.pk): (case, config) for case in ready for config in configs}
    present: set[tuple[int, int]] = set()
    failed: set[tuple[int, int]] = set()

    def missing(open_runs: list[GenerationRun]) -> list[GenerationRun]:
        nonlocal present, failed
        present = set() if again else _present(ready, configs)
        failed = set() if again or retry_failed else _failed(ready, configs) - present
        taken = present | failed | {(run.case_id, run.system_config_id) for run in open_runs}
        return [
            GenerationRun(
                case=case,
                system_config=config,
                pdf_sha256=case.pdf_sha256,
                content_version=case.content_version,
            )
            for pair, (case, config) in wanted.items()
            if pair not in taken
        ]

    runs, requested = leases.request_missing(_open_runs(ready, configs), missing)
    return GenerationPlan(
        runs=tuple(run.pk for run in runs),
        requested=requested,
        present=len(present & wanted.keys()),
        failed=len(failed & wanted.keys()),
        not_ready=not_ready,
    )


def _configs(systems: list[str] | None) -> list[SystemConfig]:
    configs = chosen_configs(systems)
    uploads = [config.system.slug for config in configs if config.takes_uploads]
    if systems is not None and uploads:
        raise BadInput(f"{', '.join(uploads)}: made elsewhere; bring its posters in with import_posters.")
    generating = [config for config in configs if not config.takes_uploads]
    if not generating:
        raise BadInput("There is no system that makes posters; see sync_systems.")
    return generating


def _cases(benchmark: Benchmark, case_ids: list[str] | None) -> tuple[list[Case], tuple[str, ...]]:
    lines = paper_lines(benchmark)
    if case_ids is not None:
        known = {line.case.case_id for line in lines}
        unknown = [case_id for case_id in case_ids if case_id not in known]
        if unknown:
            raise BadInput(f"{benchmark.name} has no paper {', '.join(unknown)}.")
        lines = [line for line in lines if line.case.case_id in set(case_ids)]
    not_ready = tuple(
        f"{line.case.case_id}: {line.state}{f' ({line.reason})' if line.reason else ''}"
        for line in lines
        if not line.is_ready
    )
    return [line.case for line in lines if line.is_ready], not_ready


def _present(cases: list[Case], configs: list[SystemConfig]) -> set[tuple[int, int]]:
    known = {case.pk: case for case in cases}
    posters = Poster.objects.filter(case__in=known, system_config__in=configs, is_current=True).defer("notes")
    return {
        (poster.case_id, poster.system_config_id)
        for poster in posters
        if not poster.why_outdated(known[poster.case_id])
    }


def _failed(cases: list[Case], configs: list[SystemConfig]) -> set[tuple[int, int]]:
    """Pairs whose last run on the paper as it is known now failed."""
    return {pair for pair, state in last_run_states(cases, configs).items() if state == WorkState.FAILED}


def _open_runs(cases: list[Case], configs: list[SystemConfig]) -> models.QuerySet[GenerationRun]:
    as_known_now = {name: models.F(f"case__{name}") for name in ("pdf_sha256", "content_version")}
    return GenerationRun.objects.filter(
        case__in=cases, system_config__in=configs, state__in=OPEN, **as_known_now
    ).order_by("pk")
