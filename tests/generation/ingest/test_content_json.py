"""PaperContent survives the way through JSON."""

import json
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generation.errors import GenerationError
from generation.ingest import content_from_json, content_to_json
from generation.records import Box, Figure, FigureKind, PaperContent, Section

FIGURE = Figure("figure-1", FigureKind.FIGURE, "Figure 1", "C", 1, Box(0, 0, 1, 1), "figure-1.png", 2, 2)

edges = st.floats(allow_nan=False, allow_infinity=False)
names = st.lists(st.text(), max_size=3).map(tuple)
figures = st.builds(
    Figure,
    figure_id=st.text(),
    kind=st.sampled_from(FigureKind),
    label=st.text(),
    caption=st.text(),
    page=st.integers(),
    box=st.builds(Box, edges, edges, edges, edges),
    image=st.text(),
    width=st.integers(),
    height=st.integers(),
    supplementary=st.booleans(),
)
sections = st.builds(Section, heading=st.text(), level=st.integers(), page=st.integers(), paragraphs=names)
contents = st.builds(
    PaperContent,
    title=st.text(),
    authors=names,
    abstract=st.text(),
    sections=st.lists(sections, max_size=3).map(tuple),
    figures=st.lists(figures, max_size=3).map(tuple),
    pages=st.integers(),
    text=st.text(),
    notes=names,
)


@given(contents)
def test_the_round_trip_is_exact(content):
    assert content_from_json(content_to_json(content)) == content


def empty() -> dict[str, object]:
    return json.loads(content_to_json(PaperContent("T", (), "", (), (), 1, "T")))


def test_a_paper_that_was_ingested_before_supplements_were_told_apart_is_readable():
    data = json.loads(content_to_json(PaperContent("T", (), "", (), (FIGURE,), 1, "T")))
    del data["figures"][0]["supplementary"]
    assert content_from_json(json.dumps(data)).figures == (FIGURE,)


def test_the_version_is_written_and_checked():
    data = empty()
    assert data["version"] == 1
    data["version"] = 2
    with pytest.raises(GenerationError, match="format 2"):
        content_from_json(json.dumps(data))


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", "{'title': 1}"])
def test_other_text_is_refused(text):
    with pytest.raises(GenerationError, match="Ingest"):
        content_from_json(text)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("title", 3),
        ("pages", "four"),
        ("pages", True),
        ("authors", None),
        ("sections", [{}]),
        ("figures", [{"kind": "map"}]),
        ("figures", [asdict(FIGURE) | {"supplementary": "no"}]),
    ],
)
def test_a_wrong_value_is_refused(key, value):
    data = empty()
    data[key] = value
    with pytest.raises(GenerationError, match="damaged"):
        content_from_json(json.dumps(data))
