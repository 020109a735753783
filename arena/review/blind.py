"""What review templates get to see: plain records without a system, a study, an id, a hash or a file name."""

from dataclasses import dataclass

from scoring.words import Choice

CHOICE_WORDS: dict[str, str] = {
    Choice.LEFT: "Poster A",
    Choice.EQUAL: "About equal",
    Choice.RIGHT: "Poster B",
    Choice.SKIP: "Skipped",
}


@dataclass(frozen=True, slots=True)
class BlindPicture:
    """A poster at three sizes: for small screens, for usual ones, and with every pixel that is stored."""

    url: str
    medium_url: str
    full_url: str
    width: int  # at a height of 1000: the shape that anybody sees, so that its place is kept while it loads


@dataclass(frozen=True, slots=True)
class BlindPage:
    """A page of the paper as a picture."""

    number: int
    url: str
    width: int  # at a height of 1000


@dataclass(frozen=True, slots=True)
class BlindPair:
    """Two posters of one paper. The addresses hold random tokens of this reviewer and this pair only."""

    number: int  # its place in what the reviewer is asked, from 1
    practice_number: int  # 0 where the pair counts
    practice_total: int
    title: str
    authors: tuple[str, ...]  # () unless the study shows them
    abstract: str
    discipline: str
    paper_url: str  # "" where the paper's PDF is not there
    paper_key: str  # the same for every pair of this paper that this reviewer sees, and for nobody else
    pages: tuple[BlindPage, ...]  # () where none were drawn
    pages_note: str  # why there are not all of them, in a sentence; "" where there are
    poster_a: BlindPicture
    poster_b: BlindPicture
    form_url: str
    ahead_url: str


@dataclass(frozen=True, slots=True)
class AnswerState:
    """What the form starts from: the answer given before or kept from a refused submission, and what it must send."""

    revision: int  # 0 before the first answer
    key: str  # makes sending the form twice harmless
    shown: str  # when the pair was shown this time
    choice: str = ""  # "" while nothing is marked
    is_given: bool = False  # the marked choice stands; otherwise it was taken back, or refused
    critical_a: bool = False
    critical_b: bool = False
    reasons_a: tuple[str, ...] = ()  # why the poster is flagged: values of FlagReason
    reasons_b: tuple[str, ...] = ()
    knows_paper: bool = False
    comment: str = ""
    seconds: float = 0.0  # already looked at before a refused submission

    @property
    def choice_words(self) -> str:
        return CHOICE_WORDS.get(self.choice, "")


@dataclass(frozen=True, slots=True)
class Chosen:
    """What somebody chose and wrote that could not be taken, in words, so that it can be chosen again."""

    choice: str  # "" where none could be made out
    critical_a: bool
    critical_b: bool
    reasons_a: tuple[str, ...]  # in words
    reasons_b: tuple[str, ...]
    knows_paper: bool
    comment: str

    @property
    def choice_words(self) -> str:
        return CHOICE_WORDS.get(self.choice, "")


@dataclass(frozen=True, slots=True)
class Progress:
    """done + skipped + left = total."""

    total: int
    done: int
    skipped: int

    @property
    def left(self) -> int:
        return self.total - self.done - self.skipped

    @property
    def percent(self) -> int:
        return 100 * self.done // self.total if self.total else 0


@dataclass(frozen=True, slots=True)
class LastAnswer:
    """The answer given last, which undo takes back."""

    number: int
    is_practice: bool
    choice: str
    undo_url: str
    revision: int
    key: str

    @property
    def name(self) -> str:
        return f"Practice pair {self.number}" if self.is_practice else f"Task {self.number}"

    @property
    def words(self) -> str:
        return f"{self.name} skipped" if self.choice == Choice.SKIP else f"{self.name} saved: {self.said}"

    @property
    def said(self) -> str:
        return CHOICE_WORDS[self.choice]


@dataclass(frozen=True, slots=True)
class PairPage:
    """Everything on the review page."""

    question: str
    pair: BlindPair
    answer: AnswerState
    progress: Progress
    last: LastAnswer | None
    problem: str = ""  # why the last submission was refused, in a sentence
    wait_ms: int = 0  # until an answer is taken
    flag_reasons: tuple[tuple[str, str], ...] = ()  # what can be wrong with a poster: value and words


@dataclass(frozen=True, slots=True)
class PageLinks:
    """Where a list that is cut into pages goes on; None at its ends."""

    number: int
    total: int
    previous: int | None
    following: int | None
