"""The report's notes: what was set apart, what is undefined and why, one plain sentence each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.alignment import Alignment
from scoring.preference import Agreement, Boundary, Position, Preference, SelfConsistency, SystemEstimate
from scoring.records import ReportOptions
from scoring.report.figures.lettering import can_be_drawn
from scoring.report.model import Report
from scoring.report.notes_missing import missing_intervals, null_values
from scoring.report.sorting import SIMULATED_REASON, Sorted
from scoring.report.statistics import Statistics
from scoring.report.wording import counted, gap, listed

# A 95 % interval leaves out one resample in forty at either end.
_FEWEST_FOR_ENDS: Final = 40


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything the notes speak of; report is the report without them."""

    judged: Sorted
    found: Statistics
    report: Report
    options: ReportOptions
    scores_given: bool


def write_notes(findings: Findings) -> tuple[str, ...]:
    """All notes, the one on simulated judgments first."""
    found = findings.found
    alignment = next((one for one in found.alignments if _is_chosen(one, findings.report)), None)
    return (
        *_simulated(findings.judged),
        *_set_apart(findings.judged, found.consistency),
        *_comparability(found.preference),
        *_resamples(found.preference, findings.options),
        *missing_intervals(findings.report),
        *_rank_ranges(found.preference),
        *_people(found.position, found.agreement),
        *_scores(alignment, scores_given=findings.scores_given),
        *null_values(findings.report),
        *_flags(findings.report),
        *_letters(found.preference),
    )


def _is_chosen(alignment: Alignment, report: Report) -> bool:
    return report.alignment is not None and report.alignment.evaluator == alignment.evaluator


def _simulated(judged: Sorted) -> Iterator[str]:
    if judged.simulated:
        yield (
            f"{_all_judgments(len(judged.kept))} simulated: no person looked at a poster, and nothing here says what "
            "people prefer."
        )
        return
    left_out = judged.excluded_reasons.get(SIMULATED_REASON, 0)
    if left_out:
        yield (
            f"Beside real ones the file holds {counted(left_out, 'simulated judgment')}, counted as excluded: "
            "simulated judgments are never pooled with a person's."
        )


def _all_judgments(n: int) -> str:
    return "The only judgment is" if n == 1 else f"All {n:,} judgments are"


def _set_apart(judged: Sorted, consistency: SelfConsistency) -> Iterator[str]:
    reasons = [f"{reason} ({count})" for reason, count in judged.excluded_reasons.items() if reason != SIMULATED_REASON]
    if reasons:
        total = sum(judged.excluded_reasons.values()) - judged.excluded_reasons.get(SIMULATED_REASON, 0)
        yield f"{counted(total, 'response')} excluded, by reason: {listed(reasons, 30)}."
    kept = {name for record in judged.kept for name in (record.system_left, record.system_right)}
    gone = sorted(
        {name for record in judged.excluded for name in (record.system_left, record.system_right)}.difference(kept)
    )
    if gone:
        yield f"Systems that only excluded responses name are left out of the tables: {listed(gone)}."
    if judged.n_repeats:
        verb = "counts" if judged.n_repeats == 1 else "count"
        sentence = f"{counted(judged.n_repeats, 'repeated judgment')} {verb} for self-consistency only."
        if judged.n_repeats_excluded:
            sentence += f" Excluded of these: {judged.n_repeats_excluded}."
        if consistency.compared < judged.n_repeats:
            sentence += f" {consistency.compared} of them could be compared with a first answer to the same pair."
        yield sentence
    if judged.n_repeats and consistency.share is None:
        yield "Self-consistency is null: no repeated judgment could be compared with a first answer."
    if not judged.n_repeats:
        yield "Self-consistency is null: no pair was shown to the same reviewer twice."


def _comparability(preference: Preference) -> Iterator[str]:
    systems = preference.systems
    if not any(system.n for system in systems):
        yield "No response ranks two posters: strengths, beat probabilities, ranks and preferences are null."
        return
    groups = _groups(systems)
    alone = [group[0].system for group in groups if len(group) == 1 and not group[0].n]
    if alone:
        verb = "has" if len(alone) == 1 else "have"
        yield f"{listed(alone)} {verb} no ranked judgment: strength, beat probability and rank are null."
    joined = [group for group in groups if group[0].n]
    if len(joined) > 1:
        names = "; ".join(f"group {group[0].component + 1}: {listed([s.system for s in group])}" for group in joined)
        links = [f"{a} against {b}" for a, b in preference.links]
        yield (
            f"The comparisons fall into {len(joined)} groups that nothing joins ({names}). Beat probability and rank "
            "hold inside a group only; systems of different groups are not comparable. "
            f"Judging {listed(links)} would join them."
        )
    yield from _boundaries(preference)
    no_strength = [system.system for system in systems if system.strength is None and system.n]
    if no_strength:
        yield (
            f"Strength is null for {listed(no_strength)}: it exists only inside the largest set of systems in which "
            "everybody has beaten everybody through some chain of wins or ties."
        )
    never = [f"{pair.a} against {pair.b}" for pair in preference.pairs if not pair.n]
    if never:
        verb = "was" if len(never) == 1 else "were"
        yield f"{counted(len(never), 'pair')} {verb} never compared, so the preference is null: {listed(never)}."


def _groups(systems: Sequence[SystemEstimate]) -> list[list[SystemEstimate]]:
    groups: dict[int, list[SystemEstimate]] = {}
    for system in systems:
        groups.setdefault(system.component, []).append(system)
    return [groups[number] for number in sorted(groups)]


def _boundaries(preference: Preference) -> Iterator[str]:
    at = {kind: [system.system for system in preference.systems if system.boundary is kind] for kind in Boundary}
    facts = []
    if at[Boundary.UNDEFEATED]:
        facts.append(f"{listed(at[Boundary.UNDEFEATED])} won every comparison")
    if at[Boundary.WINLESS]:
        facts.append(f"{listed(at[Boundary.WINLESS])} lost every comparison")
    if any(at.values()):
        because = f" ({'; '.join(facts)})" if facts else ""
        yield (
            f"Some systems were never beaten by some others, not even through a chain of comparisons{because}: no "
            "finite Bradley-Terry estimate exists there. Beat probabilities are the limit of a vanishing ridge (1e-6), "
            "an estimate at the boundary, and intervals take those one-sided results as certain."
        )
    resampled = [system.system for system in preference.systems if system.regularised and system.boundary is None]
    if resampled:
        yield (
            f"An end of the interval of {listed(resampled)} comes from resamples without a finite estimate, where beat "
            "probabilities are the limit of a vanishing ridge (1e-6)."
        )


def _resamples(preference: Preference, options: ReportOptions) -> Iterator[str]:
    outcomes = preference.outcomes
    if outcomes.dropped:
        are = "is" if outcomes.dropped == 1 else "are"
        yield (
            f"{outcomes.dropped:,} of {options.resamples:,} resamples gave no Bradley-Terry estimate and "
            f"{are} left out of the intervals: {outcomes.disconnected:,} fell apart, "
            f"{outcomes.empty:,} were empty, {outcomes.unconverged:,} did not converge."
        )
    if outcomes.separated and not preference.point.regularised:
        yield (
            f"{outcomes.separated:,} of {options.resamples:,} resamples had an undefeated or a winless set of systems "
            f"and {'is' if outcomes.separated == 1 else 'are'} kept, at the limit of a vanishing ridge: leaving such "
            "ones out would narrow the intervals."
        )
    if options.resamples < 1000:
        drawn = f"{counted(options.resamples, 'resample')} {'was' if options.resamples == 1 else 'were'} drawn"
        if options.resamples < _FEWEST_FOR_ENDS:
            yield (
                f"Only {drawn}, too few for a 95% interval, which leaves a fortieth of the resamples out on each side: "
                "do not rely on intervals, rank ranges or tiers; use 2,000."
            )
        else:
            yield f"Only {drawn}, so the ends of the intervals are rough; use 2,000."


def _rank_ranges(preference: Preference) -> Iterator[str]:
    ranked = [system for system in preference.systems if system.rank is not None]
    if ranked and any(system.rank_range is None for system in ranked):
        yield "Rank ranges and tiers are null where beat probabilities have no resamples to compare."


def _people(position: Position, agreement: Agreement) -> Iterator[str]:
    if agreement.alpha is None and agreement.reason is not None:
        both = "Krippendorff's alpha" if agreement.raw is not None else "Krippendorff's alpha and raw agreement"
        yield f"{both} {'is' if agreement.raw is not None else 'are'} null: {agreement.reason}."
    if position.left_share is None:
        yield "The left share is null: no judgment prefers one side."


def _scores(alignment: Alignment | None, *, scores_given: bool) -> Iterator[str]:
    if alignment is None:
        why = "the scores file holds no score" if scores_given else "no scores were given"
        yield f"Alignment is null: {why}."
        return
    margins = alignment.margins
    if margins.unscored:
        yield (
            f"{counted(margins.unscored, 'ranked judgment')} cannot be set against the score, because one of the two "
            "posters has none."
        )
    if margins.below_first_edge:
        yield f"Below the first margin edge, and so in no bucket: {counted(margins.below_first_edge, 'judgment')}."
    empty = [gap(bucket.low, bucket.high) for bucket in margins.buckets if not bucket.n]
    if empty:
        yield f"No judgment has a score gap of {listed(empty)} points, so the agreement there is null."
    yield from _means(alignment)


def _means(alignment: Alignment) -> Iterator[str]:
    missing = [f"{score.system} ({score.missing})" for score in alignment.scores if score.missing]
    if missing:
        yield f"Posters that were not delivered count 0 in the mean score: {listed(missing)}."
    unscored = [f"{score.system} ({score.unscored} of {score.cases})" for score in alignment.scores if score.unscored]
    if unscored:
        yield (
            f"The mean score is null where a poster could not be scored: {listed(unscored)}; the mean of the scored "
            "ones stands beside it."
        )


def _flags(report: Report) -> Iterator[str]:
    unsided = report.input.critical_failures and sum(line.unsided for line in report.failures) // 2
    if unsided:
        yield (
            f"{counted(unsided, 'critical failure')} {'does' if unsided == 1 else 'do'} not say on which side, and so "
            "count for no system."
        )
    if any(line.outside for line in report.failures):
        yield (
            "Some flag rates include responses of papers or reviewers without any ranking; their intervals do not draw "
            "those."
        )


def _letters(preference: Preference) -> Iterator[str]:
    unreadable = [system.system for system in preference.systems if not can_be_drawn(system.system)]
    if unreadable:
        yield f"The figures lack letters of {listed(unreadable)} and draw empty boxes; the tables have the names."
