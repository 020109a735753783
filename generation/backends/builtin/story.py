"""What a paper gives a poster, for every built-in system alike: identity, ranked sentences by role, ranked pictures."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final

from generation.backends.builtin.language import labels_in, language_of
from generation.backends.builtin.palette import Palette, palette_for
from generation.backends.builtin.pictures import Picture, rank_pictures
from generation.backends.builtin.roles import Role
from generation.backends.builtin.select import Sentence, choose, headline, rank
from generation.backends.builtin.sentences import has_bad_signs, is_whole, split_sentences, squeeze
from generation.records import PaperContent, PaperIdentity

# How many sentences of each role are kept in readiness; what fits is decided by measuring. Chosen in this order.
POOL: Final = {Role.CONCLUSION: 4, Role.RESULT: 12, Role.LIMIT: 2, Role.METHOD: 9, Role.BACKGROUND: 7}
AUTHOR_SIGNS: Final = 150
SPARSE_WORDS: Final = 90
SPARE_FIGURES: Final = 3


@dataclass(frozen=True, slots=True)
class Story:
    """Everything a design may use. `pools` holds sentences best first; `abstract` its whole sentences in
    order, as many as follow each other."""

    title: str
    authors: str
    citation: str
    language: str
    labels: Mapping[str, str]
    palette: Palette
    finding: str
    pools: Mapping[Role, tuple[Sentence, ...]]
    abstract: tuple[str, ...]
    pictures: tuple[Picture, ...]  # a few more than may be shown: some may turn out not to be readable
    most_pictures: int

    @property
    def roles(self) -> tuple[Role, ...]:
        """Those that the paper has sentences for, in reading order."""
        return tuple(role for role in Role if self.pools[role])

    @property
    def empty(self) -> bool:
        return not self.roles and not self.finding and not self.abstract

    @property
    def sparse(self) -> bool:
        """So little to show that it has to be shown large."""
        said = sum(sentence.words for pool in self.pools.values() for sentence in pool)
        return not self.pictures and said < SPARSE_WORDS

    @property
    def all_text(self) -> str:
        """Every sign that may have to be drawn."""
        sentences = [sentence.text for pool in self.pools.values() for sentence in pool]
        captions = [f"{picture.source} {picture.caption} {picture.readout}" for picture in self.pictures]
        named = (self.title, self.authors, self.citation, self.finding, *self.labels.values())
        return " ".join([*named, *self.abstract, *sentences, *captions])


def tell(
    content: PaperContent, identity: PaperIdentity, assets: Path, *, max_figures: int, plain_words: bool = False
) -> Story:
    """Read a paper's content for a poster. Pictures stay in order of worth; a design puts them into reading order.

    The best finding stands apart and is not among the sentences. `plain_words`: headings as a layman would say them.
    """
    title = squeeze(identity.title or content.title)
    abstract = identity.abstract or content.abstract
    language = language_of(f"{title} {abstract}")
    labels = labels_in(language, plain_words=plain_words)
    ranked = rank(content, identity)
    top = headline(ranked, title)
    if top is None or not is_whole(top.text):
        labels = {**labels, "finding": ""}  # what is not even a sentence is not called a finding
    taken: list[Sentence] = [top] if top else []
    pools: dict[Role, tuple[Sentence, ...]] = {}
    for role, count in POOL.items():
        pools[role] = choose(ranked, [role], count, taken)
        taken += pools[role]
    return Story(
        title=title,
        authors=_authors(identity.authors or content.authors, labels["others"]),
        citation=squeeze(identity.citation),
        language=language,
        labels=labels,
        palette=palette_for(identity.discipline),
        finding=top.text if top else "",
        pools=pools,
        abstract=_longest_run(split_sentences(abstract)),
        pictures=rank_pictures(content, identity, assets)[: max_figures + SPARE_FIGURES if max_figures else 0],
        most_pictures=max_figures,
    )


def _longest_run(sentences: tuple[str, ...]) -> tuple[str, ...]:
    """The most sentences that follow each other and are all readable: joined, they stand in the paper as they are."""
    runs = groupby(sentences, key=lambda sentence: is_whole(sentence) and not has_bad_signs(sentence))
    return max((tuple(run) for fit, run in runs if fit), key=len, default=())


def _authors(names: tuple[str, ...], others: str) -> str:
    """All of them, or as many as fit into about one line and the number of the rest."""
    kept: list[str] = []
    signs = 0
    for place, name in enumerate(names):
        signs += len(name) + 2
        if kept and signs > AUTHOR_SIGNS:
            return f"{', '.join(kept)} {others.format(n=len(names) - place)}"
        kept.append(squeeze(name))
    return ", ".join(kept)
