"""Setting a paper right by hand: title, authors, abstract, discipline, and its figures and tables.

Each change is a Correction that stays; what ingest or the manifest said is never written over without a trace.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from arena.benchmarks.models import Case, CaseFigure, Correction
from arena.benchmarks.selectors import active_corrections, current_figures
from arena.benchmarks.services.pictures import Crop, cut_crop
from arena.benchmarks.text import clean_line
from arena.core.errors import BadInput, Conflict, NotReady
from arena.core.leases import WorkState
from generation.records import Box, FigureKind
from scoring.words import DISCIPLINES

MAX_AUTHORS = 3000
# What a revision has of the one before, unless it changes that.
KEPT = (
    *("kind", "label", "caption", "page", "box", "position", "left_out"),
    *("image_sha256", "thumbnail_sha256", "width", "height"),
)
FROZEN = "{} is pinned by a frozen study, so its content does not change any more."


@dataclass(frozen=True, slots=True)
class Facts:
    """What can be set right in a paper's facts."""

    title: str
    authors: tuple[str, ...]
    abstract: str
    discipline: str


@dataclass(frozen=True, slots=True)
class FigureFacts:
    """What can be set right in a figure or table: where it stands and what is printed below it."""

    page: int
    box: Box
    label: str
    caption: str


def correct_facts(*, case: Case, by: User, seen: int, facts: Facts) -> list[Correction]:
    """Change what differs, one correction for each fact. `seen` is the content_version that the person looked at."""
    wanted: dict[str, object] = {
        "title": clean_line(facts.title, "title"),
        "authors": [clean_line(name, "name") for name in facts.authors],
        "abstract": clean_line(facts.abstract, "abstract", empty=True),
        "discipline": facts.discipline,
    }
    if facts.discipline not in DISCIPLINES:
        raise BadInput(f"{facts.discipline!r} is not a discipline; choose one of {', '.join(DISCIPLINES)}.")
    if len(facts.authors) > MAX_AUTHORS:
        raise BadInput(f"More than {MAX_AUTHORS} authors are not taken.")
    with transaction.atomic():
        locked = _opened(case, seen)
        made = []
        for name, value in wanted.items():
            before = getattr(locked, name)
            if value != before and value != _as_typed(before):
                setattr(locked, name, value)
                made.append(_record(locked, by, Correction.Field(name), before=before, after=value))
        locked.save(update_fields=[*wanted, "content_version"])
    return made


def correct_figure(*, figure: CaseFigure, by: User, seen: int, facts: FigureFacts) -> CaseFigure:
    """Give a figure another crop, label or caption; the same figure where nothing differs."""
    case = _pdf_case(figure)
    label, caption = clean_line(facts.label, "label"), clean_line(facts.caption, "caption", empty=True)
    box = _edges(facts.box)
    same_place = facts.page == figure.page and box == [round(float(edge), 2) for edge in figure.box]
    if same_place and (label, caption) == (figure.label, figure.caption):
        return figure
    crop = None if same_place else cut_crop(case=case, page=facts.page, box=facts.box)
    changes: dict[str, object] = {"label": label, "caption": caption}
    if crop is not None:
        changes |= {"page": facts.page, **_picture(crop)}
    return _revise(case, figure, by, seen, changes)


def leave_out_figure(*, figure: CaseFigure, by: User, seen: int) -> CaseFigure:
    """Keep a figure away from systems and scores; the same figure where it is kept away already."""
    if figure.left_out:
        return figure
    return _revise(_pdf_case(figure), figure, by, seen, {"left_out": True})


def bring_back_figure(*, figure: CaseFigure, by: User, seen: int) -> CaseFigure:
    """Take a figure in again that was left out; the same figure where it was not."""
    if not figure.left_out:
        return figure
    return _revise(_pdf_case(figure), figure, by, seen, {"left_out": False})


def add_figure(*, case: Case, by: User, seen: int, kind: FigureKind, facts: FigureFacts) -> CaseFigure:
    """Add a figure or table that ingest missed."""
    label, caption = clean_line(facts.label, "label"), clean_line(facts.caption, "caption", empty=True)
    crop = cut_crop(case=case, page=facts.page, box=facts.box)
    with transaction.atomic():
        locked = _opened(case, seen)
        ingest = locked.ingests.filter(pdf_sha256=locked.pdf_sha256, state=WorkState.DONE).first()
        if ingest is None:
            raise NotReady(f"{locked.case_id} was not read yet.")
        used = set(ingest.figures.values_list("figure_id", flat=True))
        figure = CaseFigure.objects.create(
            ingest=ingest,
            figure_id=_free_id(kind, label, used),
            revision=1,  # 0 is what ingest found
            kind=kind.value,
            label=label,
            caption=caption,
            page=facts.page,
            position=_place(list(current_figures(locked, with_left_out=True)), facts.page),
            **_picture(crop),
        )
        _record(locked, by, Correction.Field.FIGURE, figure_after=figure)
        locked.save(update_fields=["content_version"])
    return figure


def undo_correction(*, correction: Correction, by: User, seen: int) -> Correction:
    """Put back what this correction found. Of a fact or figure the latest one is undone first, then the one before."""
    with transaction.atomic():
        locked = _opened(correction.case, seen)
        active = {entry.pk for entry in active_corrections(locked) if entry.is_latest}
        if correction.pk not in active:
            raise Conflict("This was undone already, or there is a later correction of the same to undo first.")
        if correction.field != Correction.Field.FIGURE:
            setattr(locked, correction.field, correction.before)
            undo = _record(
                locked,
                by,
                Correction.Field(correction.field),
                before=correction.after,
                after=correction.before,
                undoes=correction,
            )
            locked.save(update_fields=[correction.field, "content_version"])
            return undo
        before, after = correction.figure_before, correction.figure_after
        if after is not None:
            CaseFigure.objects.filter(pk=after.pk).update(is_current=False)
        if before is not None:
            CaseFigure.objects.filter(pk=before.pk).update(is_current=True)
        undo = _record(locked, by, Correction.Field.FIGURE, figure_before=after, figure_after=before, undoes=correction)
        locked.save(update_fields=["content_version"])
    return undo


def _as_typed(value: object) -> object:
    """How a stored text comes back from a form in which nobody touched it."""
    return unicodedata.normalize("NFC", " ".join(value.split())) if isinstance(value, str) else value


def _opened(case: Case, seen: int) -> Case:
    """The case, locked until the transaction ends; Conflict where it may not or does not look as it did any more."""
    locked = Case.objects.select_for_update().get(pk=case.pk)
    if locked.frozen_at is not None:
        raise Conflict(FROZEN.format(locked.case_id))
    if locked.content_version != seen or locked.pdf_sha256 != case.pdf_sha256:
        raise Conflict(f"{locked.case_id} was changed by somebody else meanwhile; look at it again.")
    return locked


def _record(case: Case, by: User, field: Correction.Field, **what: object) -> Correction:
    case.content_version += 1
    return Correction.objects.create(case=case, number=case.content_version, field=field, made_by=by, **what)


def _revise(case: Case, figure: CaseFigure, by: User, seen: int, changes: Mapping[str, object]) -> CaseFigure:
    with transaction.atomic():
        locked = _opened(case, seen)
        siblings = CaseFigure.objects.filter(ingest=figure.ingest_id, figure_id=figure.figure_id)
        if siblings.filter(is_current=True).update(is_current=False) != 1:
            raise Conflict(f"{figure.label} is not a figure of this paper any more.")
        last = max(siblings.values_list("revision", flat=True))
        values = {name: getattr(figure, name) for name in KEPT} | dict(changes)
        revised = CaseFigure.objects.create(
            ingest_id=figure.ingest_id, figure_id=figure.figure_id, revision=last + 1, **values
        )
        _record(locked, by, Correction.Field.FIGURE, figure_before=figure, figure_after=revised)
        locked.save(update_fields=["content_version"])
    return revised


def _pdf_case(figure: CaseFigure) -> Case:
    case: Case = figure.ingest.case
    if figure.ingest.pdf_sha256 != case.pdf_sha256:
        raise Conflict(f"{figure.label} belongs to an earlier PDF of {case.case_id}.")
    if case.frozen_at is not None:  # said before anything is cut
        raise Conflict(FROZEN.format(case.case_id))
    return case


def _edges(box: Box) -> list[float]:
    return [round(edge, 2) for edge in (box.x0, box.y0, box.x1, box.y1)]


def _picture(crop: Crop) -> dict[str, object]:
    return {
        "box": _edges(crop.box),
        "image_sha256": crop.image_sha256,
        "thumbnail_sha256": crop.thumbnail_sha256,
        "width": crop.width,
        "height": crop.height,
    }


def _free_id(kind: FigureKind, label: str, used: set[str]) -> str:
    """An id as ingest gives them, "figure-7", that no figure of the paper has or had."""
    number = re.search(r"[a-z]{0,2}\.?\d[a-z0-9.]*|[ivxl]+$", label.casefold())
    stem = re.sub(r"[^a-z0-9]+", "-", number.group(0) if number else "x").strip("-")[:20] or "x"
    name, count = f"{kind.value}-{stem}", 1
    candidate = name
    while candidate in used:
        count += 1
        candidate = f"{name}-{count}"
    return candidate


def _place(figures: Sequence[CaseFigure], page: int) -> float:
    """A position after the last figure up to this page, before the first one behind it."""
    before = max((figure.position for figure in figures if figure.page <= page), default=0.0)
    after = min((figure.position for figure in figures if figure.position > before), default=before + 2)
    return (before + after) / 2
