"""What the list of decisions gets to see, as blind as the pair's page: plain records of words and random addresses."""

from dataclasses import dataclass

from arena.review.blind import CHOICE_WORDS


@dataclass(frozen=True, slots=True)
class DecidedFlag:
    """A poster called broken, and why."""

    poster: str  # A or B
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DecidedPair:
    """A line of "My decisions"."""

    number: int | None  # what the pair is called now; None for one that is not asked any more
    title: str
    small_a_url: str
    small_b_url: str
    url: str  # "" where the answer cannot be changed
    choice: str
    flags: tuple[DecidedFlag, ...]
    comment: str
    knows_paper: bool
    is_withdrawn: bool
    is_conflict: bool  # of a paper this reviewer is too close to: it does not count
    decided_at: str
    when: str  # in words
    seconds: int | None  # on the screen; None where the browser did not say

    @property
    def choice_words(self) -> str:
        return CHOICE_WORDS[self.choice]


@dataclass(frozen=True, slots=True)
class DecisionFilter:
    """One way to look at the list; `key` is what the address says."""

    key: str
    label: str
    count: int
    nothing: str  # in words, where there is none
    is_chosen: bool
