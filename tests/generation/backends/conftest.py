"""Papers to make posters of: one made by hand with drawn figures, and variations that break naive layouts."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from generation.records import Box, Figure, FigureKind, GenerationRequest, PaperContent, PaperIdentity, Section
from generation.render.browser import require_browser
from generation.render.driver import Browser

ABSTRACT = (
    "Carbon dioxide in the air of the northern hemisphere falls every summer, when plants grow. "
    "We measure this yearly swing in the weekly record of one mountain station for forty years. "
    "The mean swing grew from 5.73 ppm in the first ten years to 6.70 ppm in the last ten, which is 17% more. "
    "The cycle also comes earlier by 1.5 days a decade."
)
SECTIONS = {
    "Introduction": (
        "The concentration of carbon dioxide rises and falls with the seasons. It is the breath of the land plants. "
        "A change of this swing says something that the steady rise does not. How far has the swing grown since the "
        "record began? Earlier work (Miller et al., 1996) saw growth until about 1990."
    ),
    "Data and methods": (
        "The record holds weekly means of air that is well mixed above the trade-wind inversion. We fit two harmonics "
        "and a straight line to every calendar year by least squares. Years with fewer than 46 weeks are left out "
        "because their extremes may be missing. Intervals come from 2,000 bootstrap samples of whole years."
    ),
    "Results": (
        "The swing grew by 0.30 ppm a decade, with a 95% interval of 0.19 to 0.40. Figure 1 suggests that most of the "
        "growth happened before 1980. The day on which the concentration falls through its yearly mean moved forward "
        "by 1.5 days a decade. None of 2,000 permutations gave a trend as steep. Growth in spring is 2.3 times as "
        "large as growth in autumn."
    ),
    "Conclusion": (
        "Between 1959 and 2000 the seasonal swing of carbon dioxide at the station deepened by 17% and came earlier. "
        "A change of winds could move the swing without any change on land. The record of one station cannot tell "
        "the two apart."
    ),
    "References": ("Miller, A. and others (1996). A paper about swings that must never be on a poster. Journal 1, 2.",),
}


def drawn(folder: Path, name: str, width: int, height: int) -> str:
    picture = Image.new("RGB", (width, height), "white")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((20, 20, width - 20, height - 20), outline="black", width=4)
    draw.line((30, height - 40, width - 40, 40), fill="crimson", width=10)
    picture.save(folder / name)
    return name


def figure(folder: Path, number: int, width: int, height: int, *, table: bool = False) -> Figure:
    kind = FigureKind.TABLE if table else FigureKind.FIGURE
    return Figure(
        figure_id=f"{kind}-{number}",
        kind=kind,
        label=f"{kind.capitalize()} {number}",
        caption=f"The yearly swing of carbon dioxide, panel {number}. The line is a fit by least squares.",
        page=number + 1,
        box=Box(60, 80, 60 + width / 4.2, 80 + height / 4.2),
        image=drawn(folder, f"{kind}-{number}.png", width, height),
        width=width,
        height=height,
    )


@pytest.fixture(scope="session")
def assets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("assets")


@pytest.fixture(scope="session")
def paper(assets: Path) -> PaperContent:
    sections = tuple(
        Section(heading, 1, 1 + place, tuple([text] if isinstance(text, str) else text))
        for place, (heading, text) in enumerate(SECTIONS.items())
    )
    figures = (
        figure(assets, 1, 1600, 1000),
        figure(assets, 2, 1900, 640),
        figure(assets, 3, 1000, 1000),
        figure(assets, 1, 1400, 700, table=True),
    )
    title = "A deeper breath: the seasonal swing of carbon dioxide at a mountain station"
    text = "\n\n".join([title, ABSTRACT, *(p for s in sections for p in (s.heading, *s.paragraphs))])
    return PaperContent(title, ("Ada Reader", "Ben Writer"), ABSTRACT, sections, figures, 5, text)


def identity_of(content: PaperContent) -> PaperIdentity:
    return PaperIdentity(
        case_id="deeper-breath",
        title=content.title,
        authors=content.authors,
        abstract=content.abstract,
        discipline="climate_earth_environment",
        citation="Reader, A. and Writer, B. (2001). A deeper breath. Journal of Examples 3, 14.",
    )


@pytest.fixture(scope="session")
def identity(paper: PaperContent) -> PaperIdentity:
    return identity_of(paper)


CHINESE = (
    "我们测量了高山观测站大气中二氧化碳的季节性变化。",
    "这一问题对于理解陆地生态系统的碳循环非常重要。",
    "本研究采用两个谐波的最小二乘拟合来估计每一年的季节循环。",
    "数据包括一九五九年至二零零零年之间的四十个完整年份。",
    "结果表明，季节振幅在四十年间增加了百分之十七。",
    "结论是北半球的植被活动在研究期间明显增强。",
)


@pytest.fixture(scope="session")
def papers(paper: PaperContent, identity: PaperIdentity) -> dict[str, tuple[PaperContent, PaperIdentity]]:
    """Each variation is a paper that a real benchmark may hold."""
    hostile = (
        "<script>alert('x')</script><img src=x onerror=alert(1)> & \"quotes\" in a title that goes on "
        + "and on about the seasonal behaviour of carbon dioxide in the free troposphere " * 3
    ).strip()
    chinese = PaperContent(
        title="高山观测站二氧化碳季节循环的长期变化",
        authors=("王小明", "李华"),
        abstract="".join(CHINESE[:2]),
        sections=(
            Section("方法", 1, 1, ("".join(CHINESE[2:4]),)),
            Section("结果", 1, 2, (CHINESE[4],)),
            Section("结论", 1, 3, (CHINESE[5],)),
        ),
        figures=tuple(
            replace(f, label=f"图 {n}", caption="二氧化碳浓度。") for n, f in enumerate(paper.figures[:2], 1)
        ),
        pages=3,
        text="".join(CHINESE),
    )
    return {
        "usual": (paper, identity),
        "abstract only": (replace(paper, sections=(), figures=paper.figures[:1]), identity),
        "no figures, hostile title, sixty authors": (
            replace(paper, figures=()),
            replace(
                identity, title=hostile, authors=tuple(f"Firstname{n} O'Lastname{n}" for n in range(60)), citation=""
            ),
        ),
        "Chinese": (chinese, identity_of(chinese)),
    }


@pytest.fixture
def request_for(
    papers: dict[str, tuple[PaperContent, PaperIdentity]], assets: Path, tmp_path: Path
) -> Callable[[str], GenerationRequest]:
    def make(name: str) -> GenerationRequest:
        content, identity = papers[name]
        workspace = tmp_path / "workspace"
        workspace.mkdir()
        return GenerationRequest(identity, content, tmp_path / "paper.pdf", assets, workspace, timeout_seconds=60)

    return make


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    require_browser()  # `make test` installs one: without it these tests fail, they are not skipped
    with Browser() as browser:
        yield browser
