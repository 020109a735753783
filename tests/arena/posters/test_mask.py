"""Masking a poster, accepting a word, and taking both back; and what a frozen study keeps."""

import io

import numpy as np
import pytest
from PIL import Image

from arena.benchmarks.models import Benchmark, Case
from arena.core.errors import BadInput, Conflict
from arena.core.files import read_stored
from arena.posters.models import GenerationRun, IdentityFinding, IdentityScan, Poster, ScoringRun
from arena.posters.services import identity as service
from arena.posters.services.identity import scan_poster
from arena.posters.services.mask import accept_finding, mask_poster, mask_refusal, reopen_finding, unmask_poster
from arena.studies.models import GoldPair, Study
from arena.studies.services.freeze import freeze_study
from arena.studies.services.life import create_study
from arena.systems.models import SystemConfig
from generation.identity.fragments import Box
from generation.records import ArtifactKind
from generation.render.normalise import PosterImages, normalise
from tests.factories.identity import make_finding, make_real_poster, poster_png, read_as
from tests.factories.posters import make_benchmark, make_config

pytestmark = [pytest.mark.django_db, pytest.mark.once]
BOX = (0.04, 0.92, 0.4, 0.99)
POSTER = poster_png()


@pytest.fixture
def benchmark() -> Benchmark:
    return make_benchmark(cases=1)


@pytest.fixture
def poster(benchmark: Benchmark) -> Poster:
    return made(benchmark, make_config("cedar", backend="upload"))


def made(benchmark: Benchmark, config: SystemConfig, **fields: object) -> Poster:
    return make_real_poster(Case.objects.get(), config, POSTER, origin=Poster.Origin.UPLOADED, **fields)


def study_of(benchmark: Benchmark, name: str = "forest") -> Study:
    slugs = ("cedar", "alder")
    if not Poster.objects.filter(system_config__system__slug="alder").exists():
        made(benchmark, make_config("alder"))
    return create_study(name=name, benchmark=benchmark, systems=slugs, title=name.title())


def picture(sha256: str) -> np.ndarray:
    return np.array(Image.open(io.BytesIO(read_stored(sha256))).convert("RGB")).astype(int)


def test_a_mask_is_a_new_current_revision_with_every_picture_painted_and_the_old_one_kept(poster: Poster) -> None:
    masked = mask_poster(poster=poster, boxes=[BOX], by="ada")
    poster.refresh_from_db()
    assert (masked.revision, masked.is_current, poster.is_current) == (2, True, False)
    assert (masked.masked_from, masked.masked_boxes, masked.masked_by) == (poster, [list(BOX)], "ada")
    assert (masked.width, masked.height, masked.origin) == (poster.width, poster.height, poster.origin)
    assert masked.artifact_sha256 == poster.artifact_sha256  # the same file sent again is there already
    assert "1 place masked" in masked.notes
    for kind in ("master", "full", "rendition", "medium", "thumbnail"):
        before = picture(getattr(poster, f"{kind}_sha256"))
        after = picture(getattr(masked, f"{kind}_sha256"))
        high, wide = after.shape[:2]
        inside = after[round(0.93 * high) : round(0.98 * high), round(0.05 * wide) : round(0.39 * wide)]
        assert np.abs(inside - np.array([11, 61, 92])).max() <= 6, kind
        above = slice(0, round(0.85 * high))
        assert np.abs(after[above] - before[above]).mean() < 1.5, kind


def test_boxes_over_one_another_cover_a_place_once(poster: Poster) -> None:
    found = make_finding(poster, box=[0.1, 0.9, 0.3, 0.98])
    left_third = (0.1, 0.9, 0.17, 0.98)  # 0.07 of 0.2: 35 %, less than can make a word unreadable, however often drawn
    mask_poster(poster=poster, boxes=[left_third, (0.1, 0.9, 0.169, 0.98)], by="ada")
    found.refresh_from_db()
    assert found.state == "open"


@pytest.mark.parametrize("boxes", [[(0.0, 0.0, 1.0, 1.0)], [(0.0, 0.0, 0.3, 1.0), (0.3, 0.0, 0.6, 1.0)]])
def test_a_mask_over_most_of_a_poster_is_refused_and_nothing_is_kept(poster: Poster, boxes: list[Box]) -> None:
    with pytest.raises(BadInput, match="more than half"):
        mask_poster(poster=poster, boxes=boxes, by="ada")
    assert Poster.objects.get() == poster


def test_what_a_box_covers_is_masked_and_what_it_does_not_is_open(poster: Poster) -> None:
    covered = make_finding(poster)
    half = make_finding(poster, "Canva", box=[0.3, 0.93, 0.6, 0.98])
    elsewhere = make_finding(poster, "OpenAI", box=[0.5, 0.1, 0.6, 0.12])
    by_hand = make_finding(poster, "Figma", place="text", box=None)
    mask_poster(poster=poster, boxes=[BOX], by="ada", findings=[by_hand.pk])
    states = {found.word: (found.state, found.decided_by) for found in IdentityFinding.objects.all()}
    assert states == {
        "Paper2Poster": ("masked", "ada"),
        "Canva": ("open", ""),
        "OpenAI": ("open", ""),
        "Figma": ("masked", "ada"),
    }
    assert {covered.pk, half.pk, elsewhere.pk} < set(IdentityFinding.objects.values_list("pk", flat=True))


def test_the_masked_poster_is_looked_at_and_scored_anew(poster: Poster) -> None:
    masked = mask_poster(poster=poster, boxes=[BOX], by="ada")
    assert IdentityScan.objects.get(poster=masked).state == "requested"
    assert ScoringRun.objects.get(poster=masked).state == "requested"


def test_what_was_accepted_below_a_mask_stays_accepted_and_what_is_in_the_file_stays_told(
    poster: Poster, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_finding(poster)
    stays = make_finding(poster, "OpenAI", box=[0.5, 0.1, 0.6, 0.12])
    hidden = make_finding(poster, "Figma", place="text", box=None, excerpt="HTML text: Figma")
    accept_finding(finding=stays, note="a figure of the paper", by="ada")
    masked = mask_poster(poster=poster, boxes=[BOX], by="bea")
    monkeypatch.setattr(service, "read_picture", lambda *_: read_as(("openai.com", (0.505, 0.102, 0.595, 0.118))))
    scan = masked.identity_scan
    IdentityScan.objects.filter(pk=scan.pk).update(state="running", owner="", attempt=0)
    scan.refresh_from_db()
    scan_poster(scan)
    found = {row.word: (row.state, row.note, row.decided_by) for row in scan.findings.all()}
    assert found == {"OpenAI": ("accepted", "a figure of the paper", "ada"), "Figma": ("open", "", "")}
    assert hidden.state == "open"


def test_a_mask_is_taken_back_and_another_one_made(poster: Poster) -> None:
    finding = make_finding(poster)
    masked = mask_poster(poster=poster, boxes=[BOX], by="ada")
    assert unmask_poster(poster=masked, by="ada").pk == poster.pk
    poster.refresh_from_db()
    finding.refresh_from_db()
    assert poster.is_current and not Poster.objects.get(pk=masked.pk).is_current
    assert (finding.state, finding.decided_by, finding.decided_at) == ("open", "", None)
    again = mask_poster(poster=poster, boxes=[BOX, (0.1, 0.1, 0.2, 0.2)], by="ada")
    assert (again.revision, again.masked_from_id, len(again.masked_boxes)) == (3, poster.pk, 2)
    more = mask_poster(poster=again, boxes=[(0.5, 0.5, 0.6, 0.6)], by="ada")
    assert unmask_poster(poster=more, by="ada").pk == again.pk
    with pytest.raises(Conflict, match="newer revision"):
        unmask_poster(poster=more, by="ada")


def test_only_the_current_revision_is_masked(poster: Poster) -> None:
    newer = mask_poster(poster=poster, boxes=[BOX], by="ada")
    poster.refresh_from_db()
    with pytest.raises(Conflict, match="earlier revision"):
        mask_poster(poster=poster, boxes=[BOX], by="ada")
    with pytest.raises(Conflict, match="Nothing on this poster is masked"):
        unmask_poster(poster=unmask_poster(poster=newer, by="ada"), by="ada")


def test_of_two_who_mask_at_once_one_is_told_of_the_other(poster: Poster, monkeypatch: pytest.MonkeyPatch) -> None:
    from generation.identity import paint

    real = paint.masked

    def slow(*given: object, **options: object) -> bytes:
        monkeypatch.setattr(paint, "masked", real)
        mask_poster(poster=poster, boxes=[(0.5, 0.5, 0.6, 0.6)], by="bea")
        return real(*given, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(paint, "masked", slow)
    with pytest.raises(Conflict, match="newer revision"):
        mask_poster(poster=poster, boxes=[BOX], by="ada")
    assert Poster.objects.get(is_current=True).masked_by == "bea"


@pytest.mark.parametrize(
    ("boxes", "words"),
    [
        ([], "Choose a place"),
        ([(0.1, 0.1, 1.2, 0.2)], "outside of the poster"),
        ([(0.3, 0.1, 0.2, 0.2)], "empty"),
        ([(0.1, 0.1, 0.1001, 0.2)], "empty"),
        ([(0.1, 0.1, 0.2, 0.2 + 0.01 * n) for n in range(51)], "At most 50"),
        ([(float("nan"), 0.1, 0.2, 0.2)], "outside"),
    ],
)
def test_boxes_that_are_none_are_refused(poster: Poster, boxes: list[tuple[float, ...]], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        mask_poster(poster=poster, boxes=boxes, by="ada")  # type: ignore[arg-type]
    assert Poster.objects.count() == 1


def test_a_word_is_accepted_with_a_note_and_the_decision_taken_back(poster: Poster) -> None:
    finding = make_finding(poster)
    with pytest.raises(BadInput, match="Say in a few words"):
        accept_finding(finding=finding, note="  ", by="ada")
    accept_finding(finding=finding, note=" named in\n the figure ", by="ada")
    finding.refresh_from_db()
    assert (finding.state, finding.note, finding.decided_by) == ("accepted", "named in the figure", "ada")
    assert finding.decided_at is not None
    reopen_finding(finding=finding, by="bea")
    finding.refresh_from_db()
    assert (finding.state, finding.note, finding.decided_by, finding.decided_at) == ("open", "", "", None)


def test_what_never_reaches_a_reviewer_is_nobodys_decision(poster: Poster) -> None:
    finding = make_finding(poster, place="metadata", state="accepted", note="never", box=None)
    with pytest.raises(Conflict, match="Nobody decided"):
        reopen_finding(finding=finding, by="ada")


def test_a_frozen_study_keeps_its_posters_and_what_was_found_on_them(benchmark: Benchmark, poster: Poster) -> None:
    opened, accepted = make_finding(poster), make_finding(poster, "Canva", box=[0.5, 0.5, 0.6, 0.6])
    accept_finding(finding=accepted, note="fine", by="ada")
    study = freeze_study(study=study_of(benchmark))
    with pytest.raises(Conflict, match=r"Forest is frozen with this poster\. Make a new version"):
        mask_poster(poster=poster, boxes=[BOX], by="ada")
    for change in (
        lambda: accept_finding(finding=opened, note="late", by="ada"),
        lambda: reopen_finding(finding=accepted, by="ada"),
    ):
        with pytest.raises(Conflict, match="is frozen"):
            change()
    assert study.posters.get(poster=poster)
    assert Poster.objects.filter(case=poster.case_id, system_config=poster.system_config).count() == 1


def test_a_new_version_of_the_study_is_the_way(benchmark: Benchmark, poster: Poster) -> None:
    finding = make_finding(poster)
    study = freeze_study(study=study_of(benchmark))
    draft = study_of(benchmark, "forest-v2")
    assert mask_refusal(poster) == ""
    masked = mask_poster(poster=poster, boxes=[BOX], by="ada")
    finding.refresh_from_db()
    assert finding.state == "open"  # so it was when the first study was frozen
    assert study.posters.filter(poster=poster).exists()
    assert freeze_study(study=draft).posters.filter(poster=masked).exists()
    with pytest.raises(Conflict, match="Forest-V2 is frozen"):
        unmask_poster(poster=masked, by="ada")


def test_gold_pairs_of_drafts_follow_a_mask_and_its_undoing(benchmark: Benchmark, poster: Poster) -> None:
    draft = study_of(benchmark)
    other = Poster.objects.get(system_config__system__slug="alder")
    pair = GoldPair.objects.create(study=draft, case=poster.case, number=1, better=poster, worse=other)
    masked = mask_poster(poster=poster, boxes=[BOX], by="ada")
    pair.refresh_from_db()
    assert pair.better_id == masked.pk
    unmask_poster(poster=masked, by="ada")
    pair.refresh_from_db()
    assert pair.better_id == poster.pk


def test_a_masked_poster_was_made_in_the_run_of_the_one_below(benchmark: Benchmark) -> None:
    case, config = Case.objects.get(), make_config("alder")
    run = GenerationRun.objects.create(case=case, system_config=config, pdf_sha256=case.pdf_sha256, seconds=12)
    below = made(benchmark, config, run=run)
    assert mask_poster(poster=below, boxes=[BOX], by="ada").made_in == run


def test_a_poster_that_is_frozen_while_its_mask_is_painted_stays_as_it_is(
    poster: Poster, benchmark: Benchmark, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = study_of(benchmark)

    def freeze_first(data: bytes, kind: ArtifactKind) -> PosterImages:
        freeze_study(study=study)
        return normalise(data, kind)

    monkeypatch.setattr("generation.render.normalise.normalise", freeze_first)
    with pytest.raises(Conflict, match="Forest is frozen with this poster"):
        mask_poster(poster=poster, boxes=[BOX], by="ada")
    assert not Poster.objects.exclude(masked_from=None).exists()
    poster.refresh_from_db()
    assert poster.is_current
