"""Writing down what an identity check found, so that what was decided before stays decided."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from django.utils import timezone

from arena.posters.models import IdentityFinding, IdentityScan
from generation.identity.fragments import Box
from generation.identity.scan import Sign

Findings = IdentityFinding.Place
State = IdentityFinding.State

# Reviewers get a picture that is drawn anew, without the file's name and without what it carries beside its pixels.
STAYS_HERE = "Reviewers never receive it: their pictures are drawn anew, without it."
SAME_PLACE = 0.5  # of the smaller box


def keep_signs(scan: IdentityScan, signs: Sequence[Sign]) -> None:
    """Make the findings of a scan what these signs are, in the caller's transaction.

    What is found again keeps its row, and with it what was decided; what is found no more goes, unless somebody decided
    on it. The file's name is not looked at again and stays.
    """
    left = list(scan.findings.exclude(place=Findings.FILE_NAME))
    for sign in signs:
        again = next((finding for finding in left if is_same(finding, sign)), None)
        if again is None:
            new_finding(scan, sign).save()
            continue
        left.remove(again)
        again.box = None if sign.box is None else list(sign.box)
        again.in_paper = sign.in_paper
        again.save(update_fields=["box", "in_paper"])
    IdentityFinding.objects.filter(pk__in=[finding.pk for finding in left if not finding.decided_by]).delete()


def new_finding(scan: IdentityScan, sign: Sign) -> IdentityFinding:
    """A finding of this sign, not saved yet. What cannot reach a reviewer needs nobody's decision."""
    finding = IdentityFinding(
        scan=scan,
        place=sign.place,
        word=sign.word,
        excerpt=sign.excerpt,
        box=None if sign.box is None else list(sign.box),
        in_paper=sign.in_paper,
    )
    if sign.place in (Findings.METADATA, Findings.FILE_NAME) and not sign.served:
        finding.state, finding.note, finding.decided_at = State.ACCEPTED, STAYS_HERE, timezone.now()
    return finding


def is_same(finding: IdentityFinding, sign: Sign) -> bool:
    """The same word at the same place."""
    if (finding.place, finding.word) != (sign.place, sign.word):
        return False
    if finding.box is None or sign.box is None:
        return finding.box is None and sign.box is None and finding.excerpt == sign.excerpt
    return overlap(finding.box, sign.box) >= SAME_PLACE


def overlap(a: Sequence[float], b: Sequence[float]) -> float:
    """The share of the smaller box that lies in the other."""
    shared = _shared(a, b)
    smaller = min((a[2] - a[0]) * (a[3] - a[1]), (b[2] - b[0]) * (b[3] - b[1]))
    return shared / smaller if smaller > 0 else 0.0


def covered(box: Sequence[float], by: Iterable[Box]) -> float:
    """The share of the box that lies in one or more of the others; what lies in two of them counts once."""
    area = (box[2] - box[0]) * (box[3] - box[1])
    others = [other for other in by if _shared(box, other)]
    if area <= 0 or not others:
        return 0.0
    columns = sorted({min(max(edge, box[0]), box[2]) for other in others for edge in (other[0], other[2])})
    rows = sorted({min(max(edge, box[1]), box[3]) for other in others for edge in (other[1], other[3])})
    cells = ((x0, y0, x1, y1) for x0, x1 in pairwise(columns) for y0, y1 in pairwise(rows))
    inside = (cell for cell in cells if any(_holds(other, cell) for other in others))
    return sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in inside) / area


def _holds(box: Box, cell: Box) -> bool:
    return box[0] <= cell[0] and box[1] <= cell[1] and cell[2] <= box[2] and cell[3] <= box[3]


def _shared(a: Sequence[float], b: Sequence[float]) -> float:
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0.0
