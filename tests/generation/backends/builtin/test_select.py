"""Which sentences are chosen, by the stated rules."""

from dataclasses import replace

import pytest

from generation.backends.builtin.roles import Role
from generation.backends.builtin.select import alike, choose, headline, mentions, rank, role_of_heading
from generation.backends.builtin.sentences import squeeze
from generation.records import PaperContent, PaperIdentity, Section


@pytest.mark.parametrize(
    ("heading", "role"),
    [
        ("1 Introduction", Role.BACKGROUND),
        ("Materials and Methods", Role.METHOD),
        ("Results and discussion", Role.CONCLUSION),
        ("4. RESULTS", Role.RESULT),
        ("Conclusions", Role.CONCLUSION),
        ("结果", Role.RESULT),
        ("References", None),
        ("Acknowledgements", None),
        ("Appendix A: Data", None),
        ("Limitations and outlook", Role.LIMIT),
    ],
)
def test_a_heading_tells_the_role(heading: str, role: Role | None) -> None:
    assert role_of_heading(heading, 0.5) is role


def test_a_heading_that_says_nothing_goes_by_its_place() -> None:
    assert [role_of_heading("The swing", place) for place in (0.1, 0.4, 0.9)] == [
        Role.BACKGROUND,
        Role.METHOD,
        Role.RESULT,
    ]


def test_every_sentence_is_whole_in_the_paper_and_none_is_from_the_references(
    paper: PaperContent, identity: PaperIdentity
) -> None:
    source = squeeze(" ".join([paper.abstract, paper.text]))
    ranked = rank(paper, identity)
    assert len(ranked) >= 10
    assert all(sentence.text in source for sentence in ranked)
    assert not any("never be on a poster" in sentence.text for sentence in ranked)
    assert [s.score for s in ranked] == sorted((s.score for s in ranked), reverse=True)


def test_the_headline_is_the_finding(paper: PaperContent, identity: PaperIdentity) -> None:
    top = headline(rank(paper, identity), identity.title)
    assert top is not None
    assert "deepened by 17%" in top.text


def test_no_two_chosen_sentences_say_the_same(paper: PaperContent, identity: PaperIdentity) -> None:
    ranked = rank(paper, identity)
    chosen = choose(ranked, list(Role), 20)
    assert not any(alike(one.text, other.text) for one in chosen for other in chosen if one is not other)
    first = chosen[0]
    assert first not in choose(ranked, [first.role], 20, taken=[first])


def test_a_repeated_sentence_counts_once(paper: PaperContent, identity: PaperIdentity) -> None:
    doubled = replace(paper, sections=paper.sections + paper.sections)
    assert len(rank(doubled, identity)) == len(rank(paper, identity))


def test_a_paper_with_hardly_a_sentence_keeps_what_can_be_read() -> None:
    content = PaperContent("T", (), "", (Section("Introduction", 1, 1, ("It rose a lot.",)),), (), 1, "It rose a lot.")
    assert [s.text for s in rank(content, PaperIdentity("c", "T", (), "", ""))] == ["It rose a lot."]


def test_what_a_conclusion_says_of_its_limits_stands_apart(paper: PaperContent, identity: PaperIdentity) -> None:
    limits = [s.text for s in rank(paper, identity) if s.role is Role.LIMIT]
    assert limits == ["The record of one station cannot tell the two apart."]


def test_the_headline_is_about_the_matter_not_the_work_of_writing_it() -> None:
    """All three are in the conclusion; one speaks of the author's code, one of a figure, one of the outcome."""
    text = (
        "I was quite confident that my code would run on the new machine in 2006. "
        "All panels of Figure 3 were confirmed by the new runs of the model. "
        "Overall the replication of the seasonal model was successful at three stations."
    )
    content = PaperContent("A seasonal model", (), "", (Section("Conclusion", 1, 1, (text,)),), (), 1, text)
    top = headline(rank(content, PaperIdentity("c", content.title, (), "", "")), content.title)
    assert top is not None
    assert top.text.startswith("Overall the replication")


def test_a_paper_without_any_sentence_still_has_its_paragraphs() -> None:
    words = "A Very Long Title A Very Long Title"
    content = PaperContent("T", (), "", (Section("", 1, 1, (words, "x")),), (), 1, words)
    assert [s.text for s in rank(content, PaperIdentity("c", "T", (), "", ""))] == [words]


def test_sentences_that_mention_a_figure_are_found_by_its_number(paper: PaperContent) -> None:
    (sentence,) = mentions("Figure 1", paper)
    assert sentence.startswith("Figure 1 suggests")
    assert mentions("Figure 10", paper) == ()
    assert mentions("Table 1", paper) == ()
    assert mentions("Figure", paper) == ()
