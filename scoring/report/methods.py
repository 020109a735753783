"""The methods paragraph of a report, to paste into a paper, with the works it cites."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.report.citations import (
    AUTODESIGN,
    BRADLEY_TERRY,
    CAMERON,
    DAVIDSON,
    FORD,
    KRIPPENDORFF,
    OWEN,
    WESTFALL,
    Work,
)
from scoring.report.model import AlignmentResult, Report
from scoring.report.wording import counted, gap, listed


@dataclass(frozen=True, slots=True)
class Methods:
    """Paragraphs of plain text, and the full form of each work they cite, in the order of first mention."""

    paragraphs: tuple[str, ...]
    references: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Said:
    """One sentence and what it cites."""

    text: str
    works: tuple[Work, ...] = ()


def methods(report: Report) -> Methods:
    """What was done, from the report itself: only what it holds is told, and only what is told is cited."""
    parts = [
        [*_design(report)],
        [*_estimates(report), *_intervals(report)],
        [*_checks(report), *_alignment(report.alignment), *_software(report)],
    ]
    cited = dict.fromkeys(work.full for part in parts for said in part for work in said.works)
    paragraphs = tuple(" ".join(said.text for said in part) for part in parts if part)
    return Methods(paragraphs, tuple(cited))


def _cite(*works: Work) -> str:
    return f"({'; '.join(work.short for work in works)})"


def _estimated(report: Report) -> bool:
    return any(system.beat_probability is not None for system in report.systems)


def _design(report: Report) -> Iterator[_Said]:
    facts = report.input
    person = "simulated reviewer" if facts.simulated else "reviewer"
    who = counted(facts.reviewers, person) + (" (a program, no people)" if facts.simulated else "")
    if not facts.responses:
        yield _Said("There is no response yet.")
        return
    ties = f"{facts.ties:,} of them ties" if facts.ties else "no tie among them"
    kept = f"{counted(facts.ranked, 'ranked judgment')}, {ties}" if facts.ranked else "no ranked judgment"
    yield _Said(
        f"{who} compared posters of {counted(facts.cases, 'paper')} by {counted(facts.systems, 'system')} in blind "
        "pairs and answered left, about equal, right or skip, a design that follows AutoDesign "
        f"{_cite(AUTODESIGN)}.",
        (AUTODESIGN,),
    )
    apart = [counted(facts.skips, "skip")] if facts.skips else []
    if facts.excluded:
        reasons = [f"{reason}: {count:,}" for reason, count in facts.excluded_reasons.items()]
        apart.append(f"{counted(facts.excluded, 'excluded response')} ({listed(reasons, 12)})")
    were = "was" if facts.skips + facts.excluded == 1 else "were"
    set_apart = f"{listed(apart)} {were} set apart" if apart else "none was set apart"
    yield _Said(f"Of {counted(facts.responses, 'response')}, {set_apart}, which leaves {kept}.")
    if facts.repeats:
        yield _Said(f"{counted(facts.repeats, 'repeated judgment')} served to measure self-consistency only.")


def _estimates(report: Report) -> Iterator[_Said]:
    if not _estimated(report):
        return
    yield _Said(
        "We fitted the Bradley–Terry model by maximum likelihood, ties as half wins for each side and skips left "
        f"out {_cite(BRADLEY_TERRY)}, and report each system’s probability of beating a uniformly drawn other system.",
        (BRADLEY_TERRY,),
    )
    several = len({system.component for system in report.systems}) > 1
    if several:
        yield _Said("Systems that no chain of comparisons joins are ranked apart.")
    limit = "beat probabilities are the limit of a vanishing ridge penalty (λ = 10⁻⁶)"
    if any(system.boundary for system in report.systems):
        yield _Said(
            "A finite maximum-likelihood estimate exists only where the graph of wins and ties is strongly connected "
            f"{_cite(FORD)}, which it is not here: {limit}, and strengths are reported only inside the largest "
            "strongly connected set.",
            (FORD,),
        )
        return
    inside = "Inside each group the" if several else "The"
    resampled = f"; in resamples where it is not, {limit}" if report.method.separated_resamples else ""
    yield _Said(
        f"{inside} graph of wins and ties is strongly connected, so that the estimate exists and is unique "
        f"{_cite(FORD)}{resampled}.",
        (FORD,),
    )


def _intervals(report: Report) -> Iterator[_Said]:
    method = report.method
    if not _estimated(report):
        return
    if not any(system.ci_low is not None for system in report.systems):
        reasons = dict.fromkeys(system.reason for system in report.systems if system.reason)
        why = f": {listed(list(reasons))}" if reasons else ""
        yield _Said(f"Intervals of beat probabilities could not be estimated{why}.")
        return
    failed = counted(method.failed_resamples, "resample") if method.failed_resamples else "no resample"
    yield _Said(
        f"Intervals are {method.level:.0%} percentile intervals of a crossed (pigeonhole) bootstrap {_cite(OWEN)}: in "
        f"each of {method.resamples:,} resamples (seed {method.seed}) papers and reviewers were drawn independently "
        "with replacement, a judgment counted as often as its paper times its reviewer was drawn, and the model was "
        f"fitted again; {failed} had to be left out.",
        (OWEN,),
    )
    if any(pair.ci_low is not None for pair in report.differences):
        yield _Said(
            "Differences between systems, rank ranges and tiers hold for all pairs together by the single-step maximum "
            f"of the studentised differences over the same resamples {_cite(WESTFALL)}.",
            (WESTFALL,),
        )
    if any(line.robust.ci_low is not None for line in report.variants):
        yield _Said(
            "For comparison we report intervals from drawing judgments, papers or reviewers alone, and two-way "
            f"cluster-robust ones by papers and reviewers {_cite(CAMERON)} with Student’s t at the smaller number of "
            "clusters less one.",
            (CAMERON,),
        )


def _checks(report: Report) -> Iterator[_Said]:
    agreement, position = report.agreement, report.position
    if agreement.krippendorff_alpha is not None:
        yield _Said(
            f"Agreement between reviewers is Krippendorff’s nominal α {_cite(KRIPPENDORFF)} over "
            f"{counted(agreement.pairable, 'judgment')} of {counted(agreement.items, 'paper-by-pair unit')} with two "
            "or more.",
            (KRIPPENDORFF,),
        )
    if position.effect is not None:
        yield _Said("A side effect δ was added to the model, logit P(left preferred) = θ(left) − θ(right) + δ.")
    if report.influence is not None and any(line.shift is not None for line in report.influence.reviewers):
        yield _Said("Every reviewer and every paper was left out once.")
    if len(report.boards) > 1:
        yield _Said(f"The same estimates were made for each of {len(report.boards):,} disciplines.")
    if report.tie_model is not None and report.tie_model.nu is not None:
        yield _Said(
            f"As a sensitivity check ties were modelled as an outcome of their own {_cite(DAVIDSON)}.", (DAVIDSON,)
        )


def _alignment(alignment: AlignmentResult | None) -> Iterator[_Said]:
    if alignment is None:
        return
    yield _Said(f"Automatic scores are those of {alignment.evaluator}.")
    if alignment.pearson_r is not None:
        yield _Said(
            f"Their correlation with preference is over "
            f"{counted(alignment.posters, 'poster')}, a poster’s preference being the tie-adjusted share of its "
            "comparisons won, with intervals from drawing papers with all their posters."
        )
    equal = counted(alignment.equal_scores, "judgment")
    has_interval = any(bucket.ci_low is not None for bucket in alignment.margins)
    crossed = "with crossed intervals" if has_interval else "without intervals"
    edges = [gap(bucket.low, bucket.high) for bucket in alignment.margins]
    yield _Said(
        f"Agreement with the higher score, a tie as half, is over {counted(alignment.judgments, 'judgment')} by score "
        f"gap ({', '.join(edges)} points; half-open, lower edge included), {crossed}; {equal} between "
        f"equal scores {'is' if alignment.equal_scores == 1 else 'are'} left out."
    )


def _software(report: Report) -> Iterator[_Said]:
    method = report.method
    libraries = [f"{name} {version}" for name, version in method.libraries.items()]
    using = f" with {listed(libraries)}" if libraries else ""
    yield _Said(
        f"Computed by Poster Arena {method.version}{using}; judgments sha256 {report.input.judgments_sha256[:12]}."
    )
