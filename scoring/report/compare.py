"""Two reports side by side: what they were made from, and what became of every number."""

from collections.abc import Iterator

from scoring.report.compare_records import (
    SCHEMA,
    AlignmentChange,
    Change,
    Comparison,
    Estimate,
    FactChange,
    PairChange,
    Rank,
    SystemChange,
)
from scoring.report.model import AlignmentResult, MarginResult, PairResult, Report, SystemResult
from scoring.report.wording import gap

__all__ = ["Comparison", "compare_reports"]


def compare_reports(before: Report, after: Report) -> Comparison:
    """Set two reports side by side; a pure function of the two, and of nothing else.

    Numbers are compared as report.json has them, rounded to 6 decimals. An evaluator is set against itself only.
    """
    inputs, options = tuple(_inputs(before, after)), tuple(_options(before, after))
    systems = tuple(_systems(before, after))
    pairs = tuple(_pairs(before, after, [system.system for system in systems]))
    alignment, people = tuple(_alignment(before, after)), tuple(_people(before, after))
    names_before = {system.system for system in before.systems}
    names_after = {system.system for system in after.systems}
    changes = (*(system.beat for system in systems), *(pair.preference for pair in pairs), *people)
    changes += tuple(change for part in alignment for change in part.changes)
    return Comparison(
        schema=SCHEMA,
        simulated_before=before.input.simulated,
        simulated_after=after.input.simulated,
        same_judgments=before.input.judgments_sha256 == after.input.judgments_sha256,
        same_scores=before.input.scores_sha256 == after.input.scores_sha256,
        same_options=all(option.same for option in options),
        same_version=before.method.version == after.method.version,
        same_numbers=all(change.before == change.after for change in changes)
        and all(system.rank_before == system.rank_after for system in systems)
        and all(pair.apart_before == pair.apart_after for pair in pairs),
        inputs=inputs,
        options=options,
        appeared=tuple(system.system for system in after.systems if system.system not in names_before),
        disappeared=tuple(system.system for system in before.systems if system.system not in names_after),
        systems=systems,
        pairs=pairs,
        alignment=alignment,
        people=people,
        notes_gone=tuple(note for note in before.notes if note not in after.notes),
        notes_new=tuple(note for note in after.notes if note not in before.notes),
    )


def _inputs(before: Report, after: Report) -> Iterator[FactChange]:
    yield FactChange("judgments_sha256", before.input.judgments_sha256, after.input.judgments_sha256)
    yield FactChange("scores_sha256", before.input.scores_sha256, after.input.scores_sha256)
    yield FactChange("source", before.input.source, after.input.source)
    for name in (
        *("responses", "ranked", "skips", "ties", "excluded", "repeats"),
        *("reviewers", "cases", "systems", "critical_failures"),
    ):
        yield FactChange(name, getattr(before.input, name), getattr(after.input, name))


def _options(before: Report, after: Report) -> Iterator[FactChange]:
    for name in ("resamples", "seed", "bootstrap", "interval"):
        yield FactChange(name, getattr(before.method, name), getattr(after.method, name))
    yield FactChange("level", f"{before.method.level:g}", f"{after.method.level:g}")
    yield FactChange("margins", _edges(before), _edges(after))
    yield FactChange("evaluator", _evaluator(before), _evaluator(after))


def _edges(report: Report) -> str:
    return ",".join(f"{edge:g}" for edge in report.method.margin_edges)


def _evaluator(report: Report) -> str | None:
    return report.alignment.evaluator if report.alignment else None


def _systems(before: Report, after: Report) -> Iterator[SystemChange]:
    old = {system.system: system for system in before.systems}
    new = {system.system: system for system in after.systems}
    for name in (*new, *(name for name in old if name not in new)):
        first, second = old.get(name), new.get(name)
        yield SystemChange(
            system=name,
            beat=_change(name, _beat(first), _beat(second)),
            rank_before=_rank(first),
            rank_after=_rank(second),
            same_field=first is not None and second is not None and _field(before, first) == _field(after, second),
        )


def _beat(system: SystemResult | None) -> Estimate | None:
    return None if system is None else Estimate(system.beat_probability, system.ci_low, system.ci_high, system.n)


def _rank(system: SystemResult | None) -> Rank | None:
    return None if system is None else Rank(system.rank, system.rank_low, system.rank_high, system.component)


def _field(report: Report, of: SystemResult) -> frozenset[str]:
    return frozenset(system.system for system in report.systems if system.component == of.component)


def _pairs(before: Report, after: Report, order: list[str]) -> Iterator[PairChange]:
    place = {name: number for number, name in enumerate(order)}
    old = {frozenset((pair.a, pair.b)): pair for pair in before.head_to_head}
    new = {frozenset((pair.a, pair.b)): pair for pair in after.head_to_head}
    apart_before, apart_after = _apart(before), _apart(after)
    for key in sorted(old.keys() | new.keys(), key=lambda names: sorted(place[name] for name in names)):
        a, b = sorted(key, key=place.__getitem__)
        preference = _change(f"{a} against {b}", _preference(old.get(key), a), _preference(new.get(key), a))
        yield PairChange(a, b, preference, apart_before.get(key), apart_after.get(key))


def _apart(report: Report) -> dict[frozenset[str], bool | None]:
    return {frozenset((pair.a, pair.b)): pair.apart for pair in report.differences}


def _preference(pair: PairResult | None, side: str) -> Estimate | None:
    """The preference for `side`; turned round where the report tells the pair from the other side."""
    if pair is None:
        return None
    if pair.a == side:
        return Estimate(pair.preference, pair.ci_low, pair.ci_high, pair.n)
    return Estimate(_other(pair.preference), _other(pair.ci_high), _other(pair.ci_low), pair.n)


def _other(share: float | None) -> float | None:
    return None if share is None else round(1 - share, 6)


def _alignment(before: Report, after: Report) -> Iterator[AlignmentChange]:
    old, new = _evaluators(before), _evaluators(after)
    for evaluator in (*new, *(name for name in old if name not in new)):
        yield AlignmentChange(evaluator, tuple(_levels(old.get(evaluator), new.get(evaluator))))


def _evaluators(report: Report) -> dict[str, AlignmentResult]:
    """The reported evaluator first, then the others of the same file."""
    first = (report.alignment,) if report.alignment else ()
    return {alignment.evaluator: alignment for alignment in (*first, *report.alignments)}


def _levels(old: AlignmentResult | None, new: AlignmentResult | None) -> Iterator[Change]:
    yield _change(
        "pearson_r",
        None if old is None else Estimate(old.pearson_r, old.ci_low, old.ci_high, old.posters),
        None if new is None else Estimate(new.pearson_r, new.ci_low, new.ci_high, new.posters),
    )
    yield _change("spearman", _spearman(old), _spearman(new))
    yield _change("kendall", _kendall(old), _kendall(new))
    yield _change("agreement at any gap", _overall(old), _overall(new))
    old_margins = {(margin.low, margin.high): margin for margin in old.margins} if old else {}
    new_margins = {(margin.low, margin.high): margin for margin in new.margins} if new else {}
    edges = old_margins.keys() | new_margins.keys()
    for low, high in sorted(edges, key=lambda edge: (edge[0], edge[1] is None, edge[1] or 0)):
        yield _change(
            f"agreement at {gap(low, high)} points",
            _margin(old_margins.get((low, high))),
            _margin(new_margins.get((low, high))),
        )


def _spearman(alignment: AlignmentResult | None) -> Estimate | None:
    if alignment is None:
        return None
    level = alignment.poster_level
    low, high = (level.spearman.ci_low, level.spearman.ci_high) if level else (None, None)
    return Estimate(alignment.spearman, low, high, alignment.posters)


def _kendall(alignment: AlignmentResult | None) -> Estimate | None:
    if alignment is None:
        return None
    level = alignment.poster_level
    low, high = (level.kendall.ci_low, level.kendall.ci_high) if level else (None, None)
    return Estimate(alignment.kendall, low, high, alignment.posters)


def _overall(alignment: AlignmentResult | None) -> Estimate | None:
    if alignment is None or alignment.overall is None:
        return None
    agreement = alignment.overall.agreement
    return Estimate(agreement.value, agreement.ci_low, agreement.ci_high, alignment.overall.n)


def _margin(margin: MarginResult | None) -> Estimate | None:
    return None if margin is None else Estimate(margin.agreement, margin.ci_low, margin.ci_high, margin.n)


def _people(before: Report, after: Report) -> Iterator[Change]:
    for name, of in (
        ("krippendorff_alpha", _alpha),
        ("raw_agreement", _raw),
        ("left_share", _left),
        ("self_consistency", _consistency),
    ):
        yield _change(name, of(before), of(after))


def _alpha(report: Report) -> Estimate:
    return Estimate(report.agreement.krippendorff_alpha, None, None, report.agreement.pairable)


def _raw(report: Report) -> Estimate:
    return Estimate(report.agreement.raw_agreement, None, None, report.agreement.pairable)


def _left(report: Report) -> Estimate:
    position = report.position
    return Estimate(position.left_share, position.ci_low, position.ci_high, position.n)


def _consistency(report: Report) -> Estimate:
    return Estimate(report.self_consistency.share, None, None, report.self_consistency.compared)


def _change(name: str, before: Estimate | None, after: Estimate | None) -> Change:
    difference = None
    if before is not None and after is not None and before.value is not None and after.value is not None:
        difference = round(after.value - before.value, 6) + 0.0  # no negative zero
    return Change(name, before, after, difference, _overlap(before, after))


def _overlap(before: Estimate | None, after: Estimate | None) -> bool | None:
    if before is None or after is None:
        return None
    if before.ci_low is None or before.ci_high is None or after.ci_low is None or after.ci_high is None:
        return None
    return before.ci_low <= after.ci_high and after.ci_low <= before.ci_high
