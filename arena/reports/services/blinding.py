"""The blinding report: how blind a study was, for people and for programs, and what else reviewers said of a pair."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from arena.core.wording import counted
from arena.reports.blinding import Blinding, blinding_of
from arena.reports.models import Report
from arena.reports.services.inputs import Inputs
from arena.review.leaks import LEAKS
from arena.review.models import Judgment

SCHEMA = 1
JSON_NAME, TEXT_NAME, ANSWERS_NAME = "blinding.json", "blinding.txt", "answers.csv"
ANSWER_COLUMNS = ("judgment_id", "flag_reasons_left", "flag_reasons_right", "knows_paper", "both_decoded")
_SAID = {"no": "could not tell", "sometimes": "could sometimes tell", "mostly": "could mostly tell"}


def write_blinding(report: Report, folder: Path, inputs: Inputs) -> tuple[Path, ...]:
    """Write the files about the study's blindness; none for an imported study, of which nothing is known here."""
    if report.study.is_imported:
        return ()
    simulated = report.pool == Report.Pool.SIMULATED
    found = blinding_of(report.study, simulated=simulated)
    contents = {
        JSON_NAME: _json(found, simulated=simulated),
        TEXT_NAME: "\n".join(_lines(found, simulated=simulated)) + "\n",
        ANSWERS_NAME: _answers(inputs),
    }
    paths = []
    for name, content in contents.items():
        paths.append(folder / name)
        paths[-1].write_text(content, encoding="utf-8")
    return tuple(paths)


def _json(found: Blinding, *, simulated: bool) -> str:
    leaks = [
        {"leak": leak.name, "what": leak.leak, "kept_shut_by": leak.kept, "proof": leak.test or None} for leak in LEAKS
    ]
    whole = {"schema": SCHEMA, "simulated": simulated, **asdict(found), "leaks": leaks}
    return json.dumps(whole, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def _lines(found: Blinding, *, simulated: bool) -> Iterator[str]:
    search, people = found.search, found.people
    yield "How blind this study was"
    yield ""
    if simulated:
        yield "The reviewers of this report are simulated: they saw no poster and could tell nothing."
        yield ""
    yield "Names on posters"
    posters = counted(search.posters, "poster")
    yield f"  {posters} = {search.scanned} searched before the freeze + {search.not_scanned} not."
    if search.gold_only:
        yield f"  {search.gold_only} of them {'is' if search.gold_only == 1 else 'are'} shown in gold pairs only."
    yield f"  {search.masked} of them were painted over before the study was frozen."
    yield (
        f"  Words found: {search.open} that nobody decided about, {search.accepted} accepted by somebody, "
        f"{search.subject} that the paper says too, {search.file_only} that no reviewer gets, "
        f"{search.later} found after the freeze."
    )
    for word in search.found:
        note = f": {word.note}" if word.note else ""
        yield f"    {word.case_id}, {word.system}: {word.word!r} {word.place}, {word.state}{note}"
    yield ""
    yield "Sides"
    for side in found.sides:
        yield f"  {side.system}: on the left of {side.left} of the {counted(side.shown, 'pair')} in which it was shown."
    yield ""
    yield "What cannot be hidden (medians)"
    for entry in found.pictures:
        weight = "not known" if entry.kilobytes is None else f"{entry.kilobytes:g} kB"
        yield (
            f"  {entry.system}: {counted(entry.posters, 'poster')}, width {entry.aspect:g} times the height, "
            f"{entry.megapixels:g} megapixels, {weight}."
        )
    yield ""
    yield "Reviewers"
    reviewers = counted(people.reviewers, "reviewer")
    yield f"  {reviewers}, {people.judging} of them were shown a pair."
    yield f"  {people.staff} labelled staff, who may have known the systems."
    yield f"  {people.make_systems} said that they work on something that makes posters."
    yield f"  {people.with_conflicts} named papers too close to them, {people.conflicts} in all; those were not shown."
    said = ", ".join(f"{people.could_tell[key]} {words}" for key, words in _SAID.items())
    yield f"  Asked at the end whether they could tell the systems apart: {said}, {people.not_answered} did not answer."
    yield ""
    yield "Ways in which a name could get out, and what keeps each shut"
    for leak in LEAKS:
        yield f"  {leak.name} {leak.leak}: {leak.kept}" + (f" [{leak.test}]" if leak.test else "")


def _answers(inputs: Inputs) -> str:
    """What reviewers said beside their choice, a line for each row of judgments.csv."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(ANSWER_COLUMNS)
    for record, judgment in zip(inputs.judgments, inputs.behind, strict=True):
        writer.writerow(
            [
                record.judgment_id,
                " ".join(judgment.reasons_left),
                " ".join(judgment.reasons_right),
                "yes" if judgment.knows_paper else "",
                _yes_no(judgment),
            ]
        )
    return buffer.getvalue()


def _yes_no(judgment: Judgment) -> str:
    """Empty where the browser did not say."""
    return {True: "yes", False: "no", None: ""}[judgment.both_decoded]
