"""Faults of a page: each planted one is found, a clean page has none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generation.render.driver import Browser
from generation.render.html import render_html
from generation.render.layout import Block, Fault, Layout, Rect, check_layout

CLEAN = """<body style="margin:0;font:20px sans-serif">
<main data-block=page style="display:flow-root;width:800px;height:600px">
<h1 data-block=title style="margin:20px;line-height:1.05;font-size:60px">Two lines of a title<br>set very tightly</h1>
<div data-block=text style="margin:20px;width:300px">Some text that wraps over several lines of its own box.</div>
<img data-block=image style="position:absolute;left:400px;top:200px;width:100px;height:100px"
src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="></main>"""

PLANTED = {
    Fault.OVERFLOW: "<div data-block=a style='width:200px;height:20px'>Much more text than that can hold</div>",
    Fault.OVERLAP: (
        "<div data-block=a style='position:absolute;top:100px;left:10px'>lower text</div>"
        "<div data-block=b style='position:absolute;top:108px;left:30px'>upper text</div>"
    ),
    Fault.CLIPPED: "<div style='width:90px;height:30px;overflow:hidden;white-space:nowrap'>cut off here</div>",
    Fault.OUTSIDE: "<p style='position:absolute;left:760px;white-space:nowrap'>text that leaves the page</p>",
    Fault.BROKEN_IMAGE: "<img src='missing.png' width=50 height=50>",
    Fault.TOO_SMALL: "<p style='font-size:9px'>fine print</p>",
}


@pytest.mark.browser
def test_a_clean_page_has_no_fault_even_with_tight_lines(browser: Browser) -> None:
    layout = render_html(CLEAN, {}, width=800, height=600, browser=browser).layout
    assert len(layout.lines) >= 4
    assert check_layout(layout, width=800, height=600, smallest_text=20) == ()


@pytest.mark.browser
@pytest.mark.parametrize("fault", list(Fault))
def test_each_planted_fault_is_found(browser: Browser, fault: Fault) -> None:
    html = f"<body style='margin:0;font:20px sans-serif'>{PLANTED[fault]}"
    layout = render_html(html, {}, width=800, height=600, browser=browser).layout
    assert fault in {found.fault for found in check_layout(layout, width=800, height=600, smallest_text=12)}


@pytest.mark.browser
def test_text_that_leaves_its_panel_is_found_though_nothing_cuts_it(browser: Browser) -> None:
    """A coloured card 60 px high holds two lines of 20 px, not five; that it is no named block does not hide it."""
    html = (
        "<body style='margin:0;font:20px/1.2 sans-serif'><div style='height:600px;width:800px'>"
        "<div style='background:#eee;width:160px;height:60px;padding:5px'>{}</div></div>"
    )

    def faults(text: str) -> set[Fault]:
        layout = render_html(html.format(text), {}, width=800, height=600, browser=browser).layout
        return {found.fault for found in check_layout(layout, width=800, height=600)}

    assert faults("two short lines fit") == set()
    assert faults("many more words than two lines of so narrow a card can ever hold") == {Fault.OVERFLOW}


@pytest.mark.browser
def test_text_on_a_picture_is_an_overlap(browser: Browser) -> None:
    html = CLEAN.replace("</main>", "<p style='position:absolute;left:390px;top:220px'>a caption across it</p></main>")
    layout = render_html(html, {}, width=800, height=600, browser=browser).layout
    assert any(found.fault is Fault.OVERLAP for found in check_layout(layout, width=800, height=600))


@pytest.mark.browser
def test_the_declared_canvas_and_the_page_size_are_read(browser: Browser) -> None:
    html = "<body style='margin:0'><main data-canvas-width=1200 data-canvas-height=900 style='height:2000px'>x</main>"
    layout = render_html(html, {}, width=800, height=600, browser=browser).layout
    assert (layout.canvas_width, layout.canvas_height, layout.page_height) == (1200, 900, 2000)


def layout(*blocks: Block) -> Layout:
    return Layout((), (), blocks, 100, 100, None, None, "")


def test_blocks_inside_each_other_do_not_overlap_but_siblings_do() -> None:
    outer = Block("outer", (), Rect(0, 0, 100, 100))
    inner = Block("inner", ("outer",), Rect(10, 10, 50, 50))
    other = Block("other", ("outer",), Rect(40, 40, 50, 50))
    assert check_layout(layout(outer, inner), width=100, height=100) == ()
    (fault,) = check_layout(layout(outer, inner, other), width=100, height=100)
    assert str(fault) == "block inner and block other overlaps at x=10, y=10"


def test_a_block_that_leaves_its_parent_overflows() -> None:
    outer = Block("outer", (), Rect(0, 0, 50, 50))
    inner = Block("inner", ("outer",), Rect(10, 10, 30, 45))
    assert [f.fault for f in check_layout(layout(outer, inner), width=100, height=100)] == [Fault.OVERFLOW]


sides = st.floats(0, 50)
rects = st.builds(Rect, sides, sides, st.floats(1, 50), st.floats(1, 50))


@given(rects, rects)
def test_meeting_is_mutual_and_a_part_of_both(one: Rect, other: Rect) -> None:
    assert one.meets(other) == other.meets(one)
    if not one.sticks_out_of(other):
        assert one.meets(other)
