"""Crumbs of print that belong into a line: accents over its letters, fractions and roots in its gaps."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace

from generation.ingest.lines import Line, union
from generation.ingest.pages import Glyph
from generation.ingest.signs import ACCENTS
from generation.records import Box

CRUMB = 3  # glyphs: more than these are no accent
WIDEST = 6.0  # em: the longest fraction that stands in a line
COVERED = 0.25  # of a gap in a line, by what fills it


def absorbed(lines: Sequence[Line]) -> list[Line]:
    """Accents, indices and the like that stand over, under or between a line's letters become part of it."""
    hosts = sorted((line for line in lines if len(line.glyphs) >= 3 * CRUMB and line.upright), key=lambda n: n.baseline)
    baselines = [host.baseline for host in hosts]
    tallest = max((host.size for host in hosts), default=0.0)
    taken: dict[Line, list[Line]] = {}
    for crumb in lines:
        if len(crumb.glyphs) > CRUMB or not crumb.upright:
            continue
        nearest = bisect_left(baselines, crumb.baseline - 0.45 * tallest)
        beyond = bisect_right(baselines, crumb.baseline + 0.9 * tallest)
        near = sorted(hosts[nearest:beyond], key=lambda host: abs(_middle(crumb.box) - host.baseline + 0.3 * host.size))
        host = next((host for host in near if _takes(host, crumb)), None)
        if host is not None:
            taken.setdefault(host, []).append(crumb)
    gone = {crumb for group in taken.values() for crumb in group}
    kept = [line for line in lines if line not in gone and line not in taken]
    for host, group in taken.items():
        glyphs = [*host.glyphs, *(glyph for crumb in group for glyph in crumb.glyphs)]
        kept.append(Line(host.page, tuple(sorted(glyphs, key=lambda glyph: glyph.box.x0))))
    return kept


def _takes(host: Line, crumb: Line) -> bool:
    """Whether the crumb stands within the line, at a height of it, and where no letter of it stands."""
    middle = (crumb.box.x0 + crumb.box.x1) / 2
    rise = host.baseline - crumb.baseline
    if not (host.box.x0 < middle < host.box.x1 and -0.45 * host.size < rise < 0.9 * host.size):
        return False
    if all(glyph.char in ACCENTS for glyph in crumb.glyphs):
        return True
    covered = sum(max(0.0, min(g.box.x1, crumb.box.x1) - max(g.box.x0, crumb.box.x0)) for g in host.glyphs)
    return covered < 0.5 * crumb.box.width


def bridged(lines: Sequence[Line]) -> list[Line]:
    """Two pieces of a line with small print in the gap between them, a fraction or a root, become one line."""
    ordered = sorted(lines, key=lambda line: (round(line.baseline), line.box.x0))
    small = [line for line in ordered if line.upright and len(line.glyphs) <= 4 * CRUMB]
    heights = [round(line.baseline) for line in small]
    gone: set[Line] = set()
    whole: list[Line] = []
    for line in ordered:
        if line in gone:
            continue
        last = whole[-1] if whole else None
        filling: list[Line] = []
        if last is not None and _is_one_line(last, line):
            start, end = (bisect_left(heights, round(last.baseline + step * last.size)) for step in (-2, 2))
            filling = _filling(last, line, small[start:end])
        if last is None or not filling:
            whole.append(line)
            continue
        gone.update(filling)
        between = _in_a_row(filling, last.baseline)
        blank = line.glyphs[0].char not in ".,;:)" and between[-1].char != "√"
        first = replace(line.glyphs[0], space=blank)
        if _is_numerator(between, first):
            between = [replace(glyph, baseline=last.baseline) for glyph in between]
            between.append(replace(first, char="/", space=False, baseline=last.baseline))
            first = replace(first, space=False)
        whole[-1] = Line(last.page, (*last.glyphs, *between, first, *line.glyphs[1:]))
    return [line for line in whole if line not in gone]


def _is_one_line(left: Line, right: Line) -> bool:
    """Whether two pieces stand on one baseline, not too far apart."""
    size = max(left.size, right.size)
    if not (left.upright and right.upright and abs(left.baseline - right.baseline) < 0.15 * size):
        return False
    return 0.2 * size < right.box.x0 - left.box.x1 < WIDEST * size and len(left.glyphs) >= CRUMB


def _filling(left: Line, right: Line, small: Sequence[Line]) -> list[Line]:
    """What stands in the gap between two pieces of one line of text, if it fills the gap."""
    size = max(left.size, right.size)
    gap = Box(left.box.x1, left.baseline - 1.1 * size, right.box.x0, left.baseline + 0.75 * size)
    inside = [
        line
        for line in small
        if line is not left
        and line is not right
        and gap.x0 - 1 <= line.box.x0
        and line.box.x1 <= gap.x1 + 0.5 * size
        and gap.y0 <= _middle(line.box) <= gap.y1
        and (line.size < 0.85 * size or len(line.glyphs) <= 2)
    ]
    if not inside:
        return []
    extent = union(line.box for line in inside)
    return inside if extent.width > COVERED * gap.width else []


def _is_numerator(between: Sequence[Glyph], first: Glyph) -> bool:
    """Whether the last crumb in a gap stands over the first glyph behind it, and no sum or integral before it."""
    upper = between[-1].box
    shared = min(upper.x1, first.box.x1) - max(upper.x0, first.box.x0)
    return shared > 0.5 * min(upper.width, first.box.width) and not any(glyph.char in "∑∏∫" for glyph in between)


def _in_a_row(crumbs: Sequence[Line], baseline: float) -> list[Glyph]:
    """From left to right; what stands over another with a slash between them."""
    upper = [line for line in crumbs if any(_is_over(line, other) for other in crumbs)]
    lower = [line for line in crumbs if any(_is_over(other, line) for other in crumbs)]
    beside = [line for line in crumbs if line not in upper and line not in lower]
    glyphs = [glyph for line in (*upper, *lower, *beside) for glyph in line.glyphs]
    if not upper:
        return sorted(glyphs, key=lambda glyph: glyph.box.x0)
    over = [glyph for line in upper for glyph in line.glyphs]
    under = [glyph for line in lower for glyph in line.glyphs]
    slash = replace(under[0], char="/", space=False, baseline=baseline)
    fraction = [*_level(over, baseline), slash, *_level(under, baseline)]
    if len(under) > 1:
        opening, closing = (replace(slash, char=char) for char in "()")
        fraction = [*_level(over, baseline), slash, opening, *_level(under, baseline), closing]
    left = min(glyph.box.x0 for glyph in (*over, *under))
    before = [glyph for line in beside for glyph in line.glyphs if glyph.box.x0 < left]
    after = [glyph for line in beside for glyph in line.glyphs if glyph.box.x0 >= left]
    return [*before, *fraction, *after]


def _level(glyphs: Sequence[Glyph], baseline: float) -> list[Glyph]:
    """The glyphs of a numerator or denominator set level with the line, without blanks."""
    ordered = sorted(glyphs, key=lambda glyph: glyph.box.x0)
    return [replace(glyph, space=False, baseline=baseline) for glyph in ordered]


def _is_over(line: Line, other: Line) -> bool:
    """Whether a line stands right above another, as a numerator does."""
    shared = min(line.box.x1, other.box.x1) - max(line.box.x0, other.box.x0)
    return (
        line is not other and line.baseline < other.baseline - 1 and shared > 0.5 * min(line.box.width, other.box.width)
    )


def _middle(box: Box) -> float:
    return (box.y0 + box.y1) / 2
