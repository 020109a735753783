"""Every page of the site that a browser can show, by who sees it. A new page is added here, or a test fails."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page


@dataclass(frozen=True, slots=True)
class Look:
    """One page as one visitor sees it. `path` may name what the seeded site knows, as in /papers/{case}/."""

    name: str  # of the address, as in urls.py
    who: str
    path: str
    status: int = 200
    act: Callable[[Page], None] | None = None  # what is done there before looking
    label: str = ""

    def __str__(self) -> str:
        return f"{self.name}, {self.label or self.who}"


def sign_in_wrongly(page: Page) -> None:
    page.get_by_label("Name").fill("ada")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("alert").wait_for()


def ask_for_no_links(page: Page) -> None:
    page.locator(".invite input[type=number]").evaluate("box => { box.removeAttribute('min'); box.value = '0'; }")
    page.get_by_role("button", name="Make links").click()
    page.locator(".fault").wait_for()


def ask_for_two_links(page: Page) -> None:
    page.locator(".invite input[type=number]").fill("2")
    page.get_by_role("button", name="Make links").click()
    page.locator("#h-links").wait_for()


def ask_before_pausing(page: Page) -> None:
    page.locator(".ask-first summary", has_text="Pause").click()
    page.get_by_role("button", name="Pause the study").wait_for()


def send_a_faulty_list_of_people(page: Page) -> None:
    page.locator(".from-file summary").click()
    page.set_input_files(
        "#people-file", {"name": "people.csv", "mimeType": "text/csv", "buffer": b"name,email\nA,nonsense\n,\n"}
    )
    page.get_by_role("button", name="Make their links").click()
    page.locator("#people-faults").wait_for()


def create_nothing(page: Page) -> None:
    page.get_by_role("button", name="Create the draft").click()
    page.locator(".fault.summary").wait_for()


def answer_late(page: Page) -> None:
    """Send an answer whose page was made before another answer: 409, and the choice is kept."""
    page.locator("input[name=revision]").first.evaluate("field => { field.value = '7'; }")
    page.locator("#choose-left:not([aria-disabled])").click()
    page.locator(".choices .problem:not([hidden])").wait_for()


def ask_for_edges_that_do_not_ascend(page: Page) -> None:
    page.locator(".choices-of").evaluate("box => { box.open = true; }")
    page.get_by_label("Score gaps from, in points").fill("6,3")
    page.get_by_role("button", name="Make a new snapshot").click()
    page.locator(".fault").wait_for()


def write_a_comment(page: Page) -> None:
    page.locator("#choose-left:not([aria-disabled])").wait_for()
    page.locator("#remark summary").click()
    page.get_by_label("Comment on this pair").fill("The text runs out of its box at the bottom of the middle column.")


def flip(page: Page) -> None:
    page.locator("#choose-left:not([aria-disabled])").wait_for()
    page.keyboard.press("v")


def exclude_without_a_reason(page: Page) -> None:
    page.locator("#why").evaluate("box => { box.required = false; }")
    page.locator(".by-hand button").click()
    page.locator(".fault").wait_for()


def no_posters(page: Page) -> None:
    page.locator(".gold-form").evaluate("form => { form.noValidate = true; }")
    page.get_by_role("button", name="Add the pair").click()
    page.locator(".fault").wait_for()


def look_for_a_paper(page: Page) -> None:
    page.get_by_label("Find a paper").fill("waves")
    page.locator("#found", has_text="3 of 14").wait_for()


def write_too_much(page: Page) -> None:
    page.get_by_text("Sometimes").click()
    page.get_by_label("If so, how?").evaluate(
        "box => { box.removeAttribute('maxlength'); box.value = 'x '.repeat(1100); }"
    )
    page.get_by_role("button", name="Send").click()
    page.locator(".fault").wait_for()


def work_for_long(page: Page) -> None:
    """As after 26 minutes without a break."""
    page.evaluate(
        """for (const [name, minutes] of [["since", 26], ["seen", 1], ["hinted", 90]])
          localStorage.setItem(`review.care.${name}`, String(Date.now() - minutes * 60000));"""
    )
    page.mouse.move(300, 300)
    page.locator("#care-hint").wait_for()


def preview_a_mask(page: Page) -> None:
    page.get_by_role("button", name="Preview").last.click()
    page.locator("#h-preview").wait_for()


def mask_nothing(page: Page) -> None:
    page.locator("[name=finding]").first.uncheck()
    page.get_by_role("button", name="Preview").last.click()
    page.locator(".fault").wait_for()


PAGES = (
    Look("login", "nobody", "/login/"),
    Look("login", "nobody", "/login/?next=/results/", label="on the way to a page"),
    Look("login", "nobody", "/login/", act=sign_in_wrongly, label="after a wrong password"),
    Look("desk:home", "nobody", "/"),
    Look("desk:home", "stranger", "/"),
    Look("desk:home", "reviewer", "/"),
    Look("desk:home", "admin", "/"),
    Look("desk:home", "researcher", "/"),
    Look("desk:about", "nobody", "/about/"),
    Look("desk:about", "admin", "/about/"),
    Look("studies:list", "admin", "/studies/"),
    Look("studies:list", "admin", "/studies/?show=archive", label="archive"),
    Look("studies:new", "admin", "/new-study/"),
    Look("studies:new", "admin", "/new-study/", 400, create_nothing, "faults"),
    Look("studies:settings", "admin", "/studies/forest/settings/", label="open"),
    Look("studies:settings", "admin", "/studies/draft-study/settings/", label="draft"),
    Look("studies:reviewer", "admin", "/studies/forest/reviewers/1/"),
    Look("studies:reviewer", "admin", "/studies/version-study/reviewers/1/", label="gone on"),
    Look("studies:study", "admin", "/studies/version-study/", label="gone on to a new version"),
    Look("studies:study", "admin", "/studies/version-study-v2/", label="a new version"),
    Look("studies:study", "admin", "/studies/forest/", act=ask_before_pausing, label="before pausing"),
    Look("studies:study", "admin", "/studies/forest/", label="open"),
    Look("studies:study", "admin", "/studies/draft-study/", label="draft"),
    Look("studies:study", "admin", "/studies/frozen-study/", label="frozen"),
    Look("studies:study", "admin", "/studies/closed-study/", label="closed"),
    Look("studies:study", "admin", "/studies/published/", label="imported"),
    Look("studies:study", "admin", "/studies/frozen-study/", 400, ask_for_no_links, "a form with a fault"),
    Look("studies:study", "admin", "/studies/frozen-study/", 400, send_a_faulty_list_of_people, "a list with faults"),
    Look("studies:study", "admin", "/studies/frozen-study/", 200, ask_for_two_links, "new links"),
    Look("review:quality", "admin", "/studies/judged-study/quality/"),
    Look("review:quality", "admin", "/studies/draft-study/quality/", label="nobody invited"),
    Look("review:quality", "admin", "/studies/published/quality/", label="imported"),
    Look("review:quality-preview", "admin", "/studies/judged-study/quality/preview/?rule=speed&limit=3&least=20"),
    Look("review:quality-reviewer", "admin", "/studies/judged-study/quality/4/"),
    Look(
        "review:quality-reviewer", "admin", "/studies/judged-study/quality/1/", 400, exclude_without_a_reason, "fault"
    ),
    Look("review:gold", "admin", "/studies/frozen-study/gold/?paper=frozen-study-papers-001"),
    Look("review:gold", "admin", "/studies/frozen-study/gold/?paper=frozen-study-papers-001", 400, no_posters, "fault"),
    Look("review:gold", "admin", "/studies/forest/gold/", label="opened"),
    Look("studies:invitation", "nobody", "/invite/{unopened_token}"),
    Look("studies:invitation", "admin", "/invite/{unopened_token}"),
    Look("studies:invitation", "nobody", "/invite/unknown", 404, label="unknown"),
    Look("studies:decline", "nobody", "/invite/{unopened_token}/decline/"),
    Look("studies:privacy", "nobody", "/privacy/"),
    Look("studies:privacy", "reviewer who told", "/privacy/"),
    Look("studies:review-as-staff", "reviewer who is staff", "/review-as-staff/"),
    Look("review:consent", "reviewer of an older text", "/review/consent/"),
    Look("review:consent", "reviewer", "/review/consent/", label="agreed"),
    Look("review:about", "reviewer who begins", "/review/about-you/"),
    Look("review:about", "reviewer who begins", "/review/about-you/", act=look_for_a_paper, label="looked for"),
    Look("review:about", "reviewer of published results", "/review/about-you/", label="closed"),
    Look("review:next", "reviewer who practises", "/review/", label="practice"),
    Look("review:next", "reviewer who practises", "/review/", act=work_for_long, label="time for a break"),
    Look("review:ready", "reviewer after practice", "/review/ready/"),
    Look("review:ready", "reviewer who practises", "/review/ready/", label="too early"),
    Look("review:goal", "reviewer at the goal", "/review/goal/"),
    Look("review:goal", "reviewer on the way", "/review/goal/", label="on the way"),
    Look("review:goal", "reviewer who told", "/review/goal/", label="none"),
    Look("review:stop", "reviewer at the goal", "/review/stop/"),
    Look("review:survey", "reviewer at the goal", "/review/one-question/"),
    Look("review:survey", "reviewer at the goal", "/review/one-question/", 400, write_too_much, "fault"),
    Look("review:survey", "reviewer who told", "/review/one-question/", label="answered"),
    Look("review:withdraw", "reviewer at the goal", "/review/withdraw/"),
    Look("review:withdraw", "reviewer who withdrew", "/review/withdraw/", label="withdrawn"),
    Look("review:withdraw", "reviewer of published results", "/review/withdraw/", label="published"),
    Look("review:erase", "reviewer with a name", "/review/erase/"),
    Look("review:erase", "reviewer at the goal", "/review/erase/", label="no name"),
    Look("review:next", "reviewer in a pause", "/review/", label="paused"),
    Look("review:next", "reviewer of published results", "/review/", label="published"),
    Look("review:decisions", "reviewer", "/review/decisions/?show=flagged", label="flagged"),
    Look("review:next", "new reviewer", "/review/", label="first pair"),
    Look("review:next", "reviewer", "/review/", label="next pair"),
    Look("review:next", "reviewer", "/review/", act=write_a_comment, label="comment"),
    Look("review:next", "reviewer", "/review/", act=flip, label="flipped"),
    Look("review:next", "admin who looks", "/review/", label="preview"),
    Look("review:next", "nobody", "/review/", 403),
    Look("review:next", "reviewer at the end", "/review/", label="all done"),
    Look("review:next", "reviewer too early", "/review/", label="not open"),
    Look("review:next", "reviewer too late", "/review/", label="closed"),
    Look("review:pair", "reviewer", "/review/{answered_token}/", label="answered"),
    Look("review:pair", "reviewer", "/review/{answered_token}/", 409, answer_late, "refused"),
    Look("review:pair", "reviewer who took back", "/review/{undone_token}/", label="taken back"),
    Look("review:decisions", "reviewer", "/review/decisions/"),
    Look("review:decisions", "reviewer", "/review/decisions/?show=skipped", label="skipped"),
    Look("review:decisions", "new reviewer", "/review/decisions/", label="none yet"),
    Look("review:decisions", "reviewer too late", "/review/decisions/", label="closed"),
    Look("review:help", "reviewer", "/review/help/"),
    Look("reports:list", "researcher", "/results/"),
    Look("reports:pool", "researcher", "/results/forest/people/", label="people"),
    Look("reports:pool", "researcher", "/results/forest/simulated/", label="simulated"),
    Look("reports:pool", "researcher", "/results/forest/people/", 400, ask_for_edges_that_do_not_ascend, "bad options"),
    Look("reports:older", "researcher", "/results/forest/people/{older_report}/"),
    Look("reports:study", "nobody", "/results/public-study/", label="published"),
    Look("reports:study", "reviewer", "/results/forest/", 403, label="closed to reviewers"),
    Look("reports:history", "researcher", "/results/forest/history/"),
    Look("reports:history", "researcher", "/results/frozen-study/history/", label="none yet"),
    Look("reports:compare", "researcher", "/results/forest/compare/"),
    Look(
        "reports:compare",
        "researcher",
        "/results/forest/compare/?before={report_people}&after={report_simulated}",
        label="people and simulated",
    ),
    Look("reports:compare", "researcher", "/results/published/compare/", label="only one"),
    Look("reports:study", "researcher", "/results/published/", label="imported"),
    Look("reports:study", "researcher", "/results/short-study/", label="failed"),
    Look("reports:study", "researcher", "/results/frozen-study/", label="nothing judged"),
    Look("posters:list", "admin", "/posters/"),
    Look("posters:matrix", "admin", "/benchmarks/forest-papers/posters/", label="made"),
    Look("posters:matrix", "researcher", "/benchmarks/waiting-papers/posters/", label="being made"),
    Look("posters:poster", "admin", "/posters/{poster}/"),
    Look("posters:poster", "researcher", "/posters/{poster_unscored}/", label="not scored"),
    Look("benchmarks:list", "admin", "/benchmarks/"),
    Look("benchmarks:benchmark", "admin", "/benchmarks/forest-papers/"),
    Look("benchmarks:benchmark", "admin", "/benchmarks/waiting-papers/", label="with faults"),
    Look("benchmarks:paper", "admin", "/papers/{case}/"),
    Look("benchmarks:paper", "researcher", "/papers/{case_without_pdf}/", label="without a PDF"),
    Look("benchmarks:new", "admin", "/drafts/new/"),
    Look("benchmarks:figure-page", "admin", "/papers/{case}/figures/figure-1/"),
    Look("benchmarks:new-figure", "admin", "/papers/{case}/figures/new/"),
    Look("benchmarks:facts", "admin", "/papers/{case}/correct/"),
    Look("posters:poster", "admin", "/posters/{poster_signed}/", label="says who made it"),
    Look("posters:identity", "admin", "/posters/identity/?study=signed-study"),
    Look("posters:identity", "researcher", "/posters/identity/?study=signed-study&show=files", label="in files only"),
    Look("posters:identity", "admin", "/posters/identity/?study=signed-study&show=unscanned", label="not scanned"),
    Look("posters:identity", "admin", "/posters/identity/?study=forest&show=decided", label="frozen"),
    Look("posters:mask", "admin", "/posters/{poster_signed}/mask/"),
    Look("posters:mask", "admin", "/posters/{poster_signed}/mask/", act=preview_a_mask, label="preview"),
    Look("posters:mask", "admin", "/posters/{poster_signed}/mask/", 400, mask_nothing, "nothing chosen"),
    Look("posters:mask", "admin", "/posters/{poster}/mask/", label="frozen"),
    Look("studies:study", "admin", "/studies/signed-study/", label="posters that say who made them"),
    Look("posters:large", "admin", "/posters/{poster}/large/"),
    Look("posters:upload", "admin", "/posters/upload/"),
    Look("posters:sent", "admin", "/posters/uploads/{upload}/"),
    Look("benchmarks:draft", "admin", "/drafts/{draft}/"),
    Look("systems:list", "researcher", "/systems/"),
    Look("systems:system", "researcher", "/systems/alder/"),
    Look("failing", "nobody", "/failing/400/", 400, label="400"),
    Look("failing", "researcher", "/studies/", 403, label="403"),
    Look("failing", "nobody", "/failing/403/", 403, label="403 for a visitor"),
    Look("failing", "admin", "/no/such/page/", 404, label="404"),
    Look("failing", "reviewer", "/review/no-such-pair/", 404, label="404 for a reviewer"),
    Look("failing", "admin", "/failing/409/", 409, label="409"),
    Look("failing", "admin", "/failing/410/", 409, label="409 with a list"),
    Look("failing", "admin", "/failing/500/", 500, label="500"),
)

# The same addresses on a site with nothing on it.
EMPTY_PAGES = tuple(
    Look(name, "admin", path)
    for name, path in (
        ("desk:home", "/"),
        ("studies:list", "/studies/"),
        ("reports:list", "/results/"),
        ("systems:list", "/systems/"),
        ("posters:list", "/posters/"),
        ("benchmarks:list", "/benchmarks/"),
    )
)

# Addresses that answer to GET with something else than a page. What only takes POST is found out by asking.
NOT_PAGES = {
    "desk:work",  # a part of the desk, for htmx
    "desk:preparing",  # another
    "benchmarks:draft-progress",  # a part of a draft, for htmx
    "benchmarks:draft-thumbnail",
    "benchmarks:draft-pdf",
    "benchmarks:manifest",
    "benchmarks:about",
    "benchmarks:page",
    "benchmarks:small-figure",
    "benchmarks:preview",
    "posters:sent-thumbnail",
    "reports:progress",  # a part of the results, for htmx
    "reports:file",
    "review:poster",
    "review:poster-small",
    "review:poster-medium",
    "review:poster-full",
    "review:page",
    "review:paper",
    "posters:thumbnail",
    "posters:mask-preview",
    "posters:rendition",
    "posters:master",
    "posters:artifact",
    "benchmarks:pdf",
    "benchmarks:figure",
}
