"""Notes on what is null in the parts of a report beyond the board: one sentence per reason."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scoring.preference import NoInterval
from scoring.report.model import Report
from scoring.report.referee import Estimated
from scoring.report.wording import discipline_name, gap, listed

_MOST_NAMES = 6


@dataclass(frozen=True, slots=True)
class _Number:
    """One number of the report: in words, whether it has a value and an interval, and why not."""

    name: str
    has_value: bool
    has_interval: bool
    reason: str | None


@dataclass(frozen=True, slots=True)
class _Part:
    """Numbers of one kind, and what they are called where the same is to be said of all of them."""

    name: str
    numbers: tuple[_Number, ...]


def missing_intervals(report: Report) -> Iterator[str]:
    """One sentence per reason with everything that has a value and no interval for it."""
    concerned: dict[str, list[str]] = {}
    for part in _parts(report):
        valued = [number for number in part.numbers if number.has_value]
        for reason, numbers in _by_reason(number for number in valued if not number.has_interval).items():
            concerned.setdefault(reason, []).extend(_names(part, numbers, len(valued)))
    for reason, names in concerned.items():
        yield f"No interval for {listed(names, _MOST_NAMES)}: {reason}."


def null_values(report: Report) -> Iterator[str]:
    """One sentence per kind of number and reason for what has no value at all."""
    for part in _parts(report):
        for reason, numbers in _by_reason(number for number in part.numbers if not number.has_value).items():
            names = _names(part, numbers, len(part.numbers))
            verb = "are" if len(names) > 1 or (names == [part.name] and len(numbers) > 1) else "is"
            yield f"{_capital(listed(names, _MOST_NAMES))} {verb} null: {reason}."


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _by_reason(numbers: Iterable[_Number]) -> dict[str, list[_Number]]:
    """Numbers by their reason; without one, or because there is no value, it is told elsewhere."""
    result: dict[str, list[_Number]] = {}
    for number in numbers:
        if number.reason is not None and number.reason != NoInterval.NO_VALUE:
            result.setdefault(number.reason, []).append(number)
    return result


def _names(part: _Part, numbers: list[_Number], of: int) -> list[str]:
    return [part.name] if len(numbers) == of > 1 else [number.name for number in numbers]


def _number(name: str, one: Estimated) -> _Number:
    return _Number(name, one.value is not None, one.ci_low is not None, one.reason)


def _parts(report: Report) -> Iterator[_Part]:
    yield from _board_parts(report)
    yield from _check_parts(report)
    yield from _discipline_parts(report)
    yield from _alignment_parts(report)


def _board_parts(report: Report) -> Iterator[_Part]:
    yield _Part(
        "the beat probabilities",
        tuple(
            _Number(
                f"the beat probability of {system.system}",
                system.beat_probability is not None,
                system.ci_low is not None,
                system.reason if system.beat_probability is not None else None,
            )
            for system in report.systems
        ),
    )
    yield _Part(
        "the head-to-head preferences",
        tuple(
            _Number(f"{pair.a} against {pair.b}", pair.preference is not None, pair.ci_low is not None, pair.reason)
            for pair in report.head_to_head
        ),
    )
    yield _Part(
        "the differences between systems",
        tuple(
            _Number(f"the difference between {pair.a} and {pair.b}", True, pair.ci_low is not None, pair.reason)
            for pair in report.differences
        ),
    )
    ways = {
        "from judgments drawn alone": [line.row for line in report.variants],
        "from papers drawn alone": [line.paper for line in report.variants],
        "from reviewers drawn alone": [line.reviewer for line in report.variants],
        "by the two-way cluster-robust variance": [line.robust for line in report.variants],
    }
    for way, lines in ways.items():
        yield _Part(
            f"the beat probabilities {way}",
            tuple(
                _number(f"the beat probability of {line.system} {way}", one)
                for line, one in zip(report.variants, lines, strict=True)
            ),
        )


def _check_parts(report: Report) -> Iterator[_Part]:
    position, fragile, plan = report.position, report.fragility, report.planning
    known = position.left_share is not None
    share = _Number("the left share", known, position.ci_low is not None, position.reason if known else None)
    yield _Part("the left share", (share,))
    pull = "the pull of the left side"
    effect = _Number(pull, position.effect is not None, position.effect_low is not None, position.effect_reason)
    yield _Part(pull, (effect,))
    if report.influence is not None:
        for what, lines in (("reviewer", report.influence.reviewers), ("paper", report.influence.papers)):
            yield _Part(
                f"the board without any one {what}",
                tuple(
                    _Number(f"the board without {line.name}", line.shift is not None, True, line.reason)
                    for line in lines
                ),
            )
    if report.tie_model is not None:
        model = report.tie_model
        yield _Part(
            "Davidson's tie model", (_Number("Davidson's tie model", model.nu is not None, True, model.reason),)
        )
    yield _Part(
        "the rates of critical failures",
        tuple(
            _Number(
                f"the rate of critical failures of {line.system}",
                line.rate is not None,
                line.ci_low is not None,
                line.reason,
            )
            for line in report.failures
        ),
    )
    if fragile is not None:
        flips = "the number of answers that would change first place"
        yield _Part(flips, (_Number(flips, fragile.flips is not None, True, fragile.reason),))
    if plan is not None:
        yield _Part("the planning curve", (_Number("the planning curve", plan.width is not None, True, plan.reason),))


def _discipline_parts(report: Report) -> Iterator[_Part]:
    for board in report.boards:
        where = f"in {discipline_name(board.discipline)}"
        yield _Part(
            f"the beat probabilities {where}",
            tuple(
                _Number(
                    f"the beat probability of {system.system} {where}",
                    system.beat_probability is not None,
                    system.ci_low is not None,
                    system.reason,
                )
                for system in board.systems
            ),
        )


def _alignment_parts(report: Report) -> Iterator[_Part]:
    for alignment in report.alignments:
        of = f" for {alignment.evaluator}" if len(report.alignments) > 1 else ""
        poster, within, level = alignment.poster_level, alignment.within_paper, alignment.system_level
        yield _Part(
            f"the agreement at all gaps{of}",
            tuple(
                _Number(
                    f"the agreement at gaps of {gap(bucket.low, bucket.high)} points{of}",
                    bucket.agreement is not None,
                    bucket.ci_low is not None,
                    bucket.reason if bucket.agreement is not None else None,
                )
                for bucket in alignment.margins
            ),
        )
        if poster is not None:
            yield _coefficients("", of, poster.pearson, poster.spearman, poster.kendall)
        if within is not None:
            yield _Part("", (_number(f"Pearson's r within papers{of}", within.pearson),))
            yield _Part(
                "", (_number(f"the share of papers whose best-scored poster is preferred{of}", within.best.share),)
            )
        if level is not None:
            yield _coefficients(" over systems", of, level.pearson, level.spearman, level.kendall)
        if alignment.overall is not None:
            yield _Part("", (_number(f"the agreement over all gaps{of}", alignment.overall.agreement),))
        yield _Part(
            f"the correlations of the dimensions{of}",
            tuple(
                _number(f"{name} for {line.dimension}{of}", one)
                for line in alignment.dimensions
                for name, one in (("Pearson's r", line.pearson), ("Spearman's rho", line.spearman))
            ),
        )
    for pair in report.evaluator_comparisons:
        both = f"between {pair.a} and {pair.b}"
        yield _Part("", (_number(f"the difference in Pearson's r {both}", pair.pearson.difference),))
        yield _Part("", (_number(f"the difference in agreement {both}", pair.agreement.difference),))


def _coefficients(where: str, of: str, pearson: Estimated, spearman: Estimated, kendall: Estimated) -> _Part:
    names = ("Pearson's r", "Spearman's rho", "Kendall's tau")
    return _Part(
        f"Pearson's r, Spearman's rho and Kendall's tau{where}{of}",
        tuple(
            _number(f"{name}{where}{of}", one) for name, one in zip(names, (pearson, spearman, kendall), strict=True)
        ),
    )
