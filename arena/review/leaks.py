"""The ways in which a blind study can give away who made a poster, what keeps each shut, and the proof.

A leak is either kept shut by something a test looks at, or it cannot be, and then the reason says what is done instead.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Leak:
    """`test` is a test of this project as file::name below tests/; "" where no test can be, and `kept` says why."""

    number: int
    leak: str
    kept: str
    test: str = ""

    @property
    def name(self) -> str:
        return f"B{self.number}"


LEAKS: Final = (
    Leak(1, "Names of uploaded files", "Pictures are served under random names; no page says what a file was called."),
    Leak(2, "Addresses that stay the same", "A picture has another random address for each reviewer, pair and side."),
    Leak(3, "Equal ETags and dates", "Pictures carry neither, and may be kept by one browser only."),
    Leak(4, "Metadata in pictures", "Every picture is made again from its pixels alone."),
    Leak(5, "What a poster's PDF says of itself", "Reviewers get pictures; the only PDF is that of the paper."),
    Leak(6, "Format and compression", "One encoder with the same settings makes every picture."),
    Leak(
        7,
        "Size and shape",
        "Both posters have the same height on the screen and no page says a size; shapes are reported by system.",
    ),
    Leak(8, "Which poster loads first", "Both appear in the same moment, once both are decoded."),
    Leak(9, "Order and side", "Sides are drawn anew for each reviewer and are even for every system."),
    Leak(10, "The order of pairs of a paper", "Pairs are shuffled, and those of one paper lie far apart."),
    Leak(
        11,
        "Remembering a poster",
        "A paper's posters come back in other pairs, as the design wants; they lie far apart, and repeats swap sides. "
        "That somebody remembers cannot be kept out, so the study reports how consistent reviewers are.",
    ),
    Leak(12, "Logos and footers on the poster", "Every poster is read and searched for names before the freeze."),
    Leak(13, "Alternative texts and titles", "They say Poster A and Poster B."),
    Leak(14, "Data in the page", "Answers to scripts have a closed list of fields."),
    Leak(15, "Names that are only hidden", "Nothing that a reviewer's browser gets has a name to hide."),
    Leak(16, "Lists, errors and redirects", "Every address asks who is there; a crawl opens all that a reviewer can."),
    Leak(17, "Headers", "Answers have headers of a closed list only."),
    Leak(18, "Tab titles, history and cache", "Titles are neutral and pages are not stored."),
    Leak(19, "Staff in the same browser", "Somebody signed in has to sign out, or is labelled as staff."),
    Leak(20, "Results while the study runs", "Results are for staff until the study is published."),
    Leak(21, "A maker as reviewer", "Reviewers are asked; papers too close to them are not shown."),
    Leak(22, "Requests to elsewhere", "Pages load nothing from elsewhere and say nothing to elsewhere."),
    Leak(23, "E-mails", "The text to send speaks of a poster study."),
    Leak(24, "Lists of decisions", "My decisions shows Poster A, Poster B and thumbnails."),
    Leak(25, "The name of the paper's file", "It is paper.pdf."),
    Leak(26, "Dates and sizes of uploads", "No page of a reviewer has them."),
    Leak(
        27,
        "How long a picture takes",
        "All pictures are of one size class and the next pair is fetched beforehand; a benchmark prints the times by "
        "system.",
    ),
    Leak(28, "Turned and animated pictures", "Pictures are turned upright and stand still when they come in."),
    Leak(29, "Missing posters", "A study is frozen with every poster, or leaves the paper out for all systems."),
    Leak(
        30, "Votes by script", "Links are personal, an answer takes a least time, and odd reviewers are shown to staff."
    ),
)
