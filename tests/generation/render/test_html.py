"""Drawing hostile and honest HTML."""

import asyncio
import io
import os
import signal
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PIL import Image

from generation.errors import RenderError
from generation.render.driver import Browser
from generation.render.fonts import FACES, font_css
from generation.render.html import RenderedPage, Sheet, render_html, with_sheet

UPLOADS = Path(__file__).parents[4] / "shared" / "cases" / "uploads"
SECRET = "the content of a file that no page may read"

pytestmark = pytest.mark.browser


def draw(browser: Browser, html: str, **options: float) -> RenderedPage:
    return render_html(html, {}, width=400, height=300, browser=browser, **options)


def requested(beacon: socket.socket) -> bool:
    try:
        connection, _ = beacon.accept()
    except BlockingIOError:
        return False
    connection.close()
    return True


REQUESTS = """
<img src="{u}/img.png"><link rel="stylesheet" href="{u}/a.css"><style>@import url("{u}/b.css");
@font-face{{font-family:x;src:url("{u}/f.otf")}} body{{background:url("{u}/bg.png");font-family:x}}</style>
<iframe src="{u}/frame"></iframe><object data="{u}/object"></object><embed src="{u}/embed">
<video src="{u}/v.mp4" autoplay></video>
<meta http-equiv="refresh" content="0;url={u}/refresh"><link rel="prefetch" href="{u}/prefetch">
<link rel="preconnect" href="{u}">
<link rel="dns-prefetch" href="{u}"><form action="{u}/form"><button autofocus>send</button></form>
<svg><image href="{u}/svg.png"/><use href="{u}/use.svg#a"/></svg><script src="{u}/script.js"></script>
<script>fetch("{u}/fetch");new WebSocket("{w}");navigator.sendBeacon("{u}/b");
location="{u}/go";open("{u}/popup")</script>
<img src=x onerror="fetch('{u}/onerror')"><base href="{u}/"><p>text</p>
"""


def test_no_request_leaves_whatever_the_page_tries(browser: Browser, beacon: socket.socket) -> None:
    address = f"127.0.0.1:{beacon.getsockname()[1]}"
    page = draw(browser, REQUESTS.format(u=f"http://{address}", w=f"ws://{address}"))
    assert not requested(beacon)
    assert any("/img.png" in url for url in page.refused)
    assert "text" in page.layout.text


def test_the_beacon_of_these_tests_does_notice(beacon: socket.socket) -> None:
    with socket.create_connection(beacon.getsockname()):
        assert requested(beacon)


def test_scripts_and_handlers_do_not_run(browser: Browser) -> None:
    page = draw(
        browser, "<p id=a>before</p><script>a.textContent='script'</script><img src=x onerror=a.textContent='h'>"
    )
    assert page.layout.text.strip() == "before"


def test_files_of_the_machine_are_out_of_reach(browser: Browser, tmp_path: Path) -> None:
    secret = tmp_path / "secret.html"
    secret.write_text(f"<body style='background:#f00'>{SECRET}</body>")
    tmp_path.chmod(0o755)
    tags = "<iframe src='{u}' width=400 height=300></iframe><object data='{u}'></object><img src='{u}'>"
    page = draw(browser, "<body style='background:#fff'>" + tags.format(u=secret.as_uri()))
    assert SECRET not in page.layout.text
    colours = Image.open(io.BytesIO(page.png)).convert("RGB").getcolors(maxcolors=100_000)
    assert colours is not None
    assert (255, 0, 0) not in {colour for _, colour in colours}


def test_only_declared_assets_are_delivered(browser: Browser, tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    Image.new("RGB", (30, 20), "red").save(picture)
    html = "<img src='figures/a.png'><img src='figures/b.png'><img src='../../etc/passwd'>"
    page = render_html(html, {"figures/a.png": picture}, width=200, height=100, browser=browser)
    first, second, third = page.layout.pictures
    assert (first.loaded, first.natural_width, first.natural_height) == (True, 30, 20)
    assert not second.loaded
    assert not third.loaded
    assert len(page.refused) == 2


def test_packaged_fonts_are_there_by_name_and_embedded(browser: Browser) -> None:
    text = "<p style='font:600 40px \"Poster Serif\",monospace'>Wide and narrow</p>"
    widths = {
        render_html(f"<style>{css}</style>{text}", {}, width=900, height=100, browser=browser)
        .layout.lines[0]
        .rect.width
        for css in (font_css(FACES, embed=False), font_css(FACES, embed=True))
    }
    plain = render_html(text, {}, width=900, height=100, browser=browser).layout.lines[0].rect.width
    assert len(widths) == 1
    assert plain not in widths


@pytest.mark.parametrize("scale", [0.5, 1.0, 2.0])
def test_the_picture_has_the_pixels_that_were_asked_for(browser: Browser, scale: float) -> None:
    page = render_html("<p>x", {}, width=640, height=480, scale=scale, browser=browser)
    assert Image.open(io.BytesIO(page.png)).size == (page.width, page.height) == (640 * scale, 480 * scale)


def test_a_canvas_too_large_is_refused_before_it_is_drawn(browser: Browser) -> None:
    with pytest.raises(RenderError, match="pixels"):
        render_html("<p>x", {}, width=20_000, height=20_000, browser=browser)


def test_a_hang_is_ended_and_the_next_page_is_drawn(browser: Browser) -> None:
    draw(browser, "<p>warm")
    group = browser.process_group
    assert group is not None
    os.killpg(group, signal.SIGSTOP)  # the hardest hang there is: nothing of the browser answers any more
    with pytest.raises(RenderError, match=r"render timed out after 0\.5 s"):
        draw(browser, "<p>hangs", timeout_seconds=0.5)
    assert "next" in draw(browser, "<p>next").layout.text


def test_a_page_that_is_too_much_work_is_ended(browser: Browser) -> None:
    heavy = "<style>div{filter:blur(50px)}</style>" + "<div><table><tr><td>" * 4000
    with pytest.raises(RenderError, match="timed out"):
        render_html(heavy, {}, width=2400, height=1800, timeout_seconds=0.4, browser=browser)


def test_a_crash_is_reported_and_the_next_page_is_drawn(browser: Browser) -> None:
    draw(browser, "<p>warm")

    def crash(sheet: Sheet) -> None:
        assert browser.process_group is not None
        os.killpg(browser.process_group, signal.SIGKILL)
        sheet.load("<p>x")

    with pytest.raises(RenderError, match=r"stopped while drawing"):
        with_sheet(crash, {}, width=100, height=100, browser=browser)
    assert "next" in draw(browser, "<p>next").layout.text


def test_it_serves_threads_and_running_event_loops(browser: Browser) -> None:
    async def inside_a_loop() -> str:
        return draw(browser, "<p>loop").layout.text

    assert "loop" in asyncio.run(inside_a_loop())
    with ThreadPoolExecutor(3) as pool:
        texts = list(pool.map(lambda n: draw(browser, f"<p>page {n}").layout.text.strip(), range(4)))
    assert texts == [f"page {n}" for n in range(4)]


@pytest.mark.parametrize("name", ["made_html_script.html", "made_html_infinite_loop.html"])
def test_the_hostile_uploads_are_drawn_within_bounds(browser: Browser, name: str, beacon: socket.socket) -> None:
    if not (UPLOADS / name).exists():
        pytest.skip("the collection of hostile uploads is not beside this checkout")
    html = (UPLOADS / name).read_text().replace("127.0.0.1:9", f"127.0.0.1:{beacon.getsockname()[1]}")
    page = draw(browser, html, timeout_seconds=20)
    assert not requested(beacon)
    assert "root:" not in page.layout.text
