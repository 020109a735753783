"""What a paper gives a poster, for every built-in system alike: identity, ranked sentences by role, ranked pictures."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from generation.backends.builtin.palette import Palette, palette_for
from generation.backends.builtin.pictures import Picture, rank_pictures
from generation.backends.builtin.roles import Role
from generation.backends.builtin.select import Sentence, choose, headline, rank
from generation.backends.builtin.sentences import is_cjk, is_whole, split_sentences, squeeze
from generation.records import PaperContent, PaperIdentity

# How many sentences of each role are kept in readiness; what fits is decided by measuring.
POOL: Final = {Role.CONCLUSION: 4, Role.RESULT: 12, Role.METHOD: 9, Role.BACKGROUND: 7}
AUTHOR_SIGNS: Final = 150

_WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "background": "Background",
        "method": "Method",
        "result": "Results",
        "conclusion": "Conclusion",
        "abstract": "Abstract",
        "finding": "Main finding",
        "others": "and {n} others",
    },
    "zh": {
        "background": "背景",
        "method": "方法",
        "result": "结果",
        "conclusion": "结论",
        "abstract": "摘要",
        "finding": "主要发现",
        "others": "等另外 {n} 人",
    },
}


@dataclass(frozen=True, slots=True)
class Story:
    """Everything a design may use. `pools` holds sentences best first; `abstract` its whole sentences in order."""

    title: str
    authors: str
    citation: str
    language: str
    labels: Mapping[str, str]
    palette: Palette
    finding: str
    pools: Mapping[Role, tuple[Sentence, ...]]
    abstract: tuple[str, ...]
    pictures: tuple[Picture, ...]

    @property
    def roles(self) -> tuple[Role, ...]:
        """Those that the paper has sentences for, in reading order."""
        return tuple(role for role in Role if self.pools[role])

    @property
    def empty(self) -> bool:
        return not self.roles and not self.finding and not self.abstract


def tell(
    content: PaperContent, identity: PaperIdentity, assets: Path, *, max_figures: int, with_finding: bool
) -> Story:
    """Read a paper's content for a poster. Pictures stay in order of worth; a design puts them into reading order.

    `with_finding`: the best finding stands apart and is not among the sentences.
    """
    title = squeeze(identity.title or content.title)
    abstract = identity.abstract or content.abstract
    language = "zh" if is_cjk(f"{title} {abstract}") else "en"
    labels = _WORDS[language]
    ranked = rank(content, identity)
    top = headline(ranked, title) if with_finding else None
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
        abstract=tuple(s for s in split_sentences(abstract) if is_whole(s) and "\ufffd" not in s),
        pictures=rank_pictures(content, identity, assets)[:max_figures],
    )


def _authors(names: tuple[str, ...], others: str) -> str:
    """All of them, or as many as fit into about one line and the number of the rest."""
    kept: list[str] = []
    for place, name in enumerate(names):
        if kept and len(", ".join([*kept, name])) > AUTHOR_SIGNS:
            return f"{', '.join(kept)} {others.format(n=len(names) - place)}"
        kept.append(squeeze(name))
    return ", ".join(kept)
