"""The ways in which a blind study can give away who made a poster, what keeps each shut, and the proof.

A leak is either kept shut by something a test looks at, or it cannot be, and then the reason says what is done instead.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Leak:
    """`test` is a test of this project as file::name below tests/; "" where no test can be, and `kept` says why."""

    number: int
    leak: str
    kept: str
    test: str = ""

    @property
    def name(self) -> str:
        return f"B{self.number}"


LEAKS: Final = (
    Leak(
        1,
        "Names of uploaded files",
        "Pictures are served under random names; no page says what a file was called.",
        "arena/review/test_canaries.py::test_nothing_that_a_reviewer_reaches_holds_a_planted_name",
    ),
    Leak(
        2,
        "Addresses that stay the same",
        "A picture has another random address for each reviewer, pair and side.",
        "arena/review/test_media.py::test_a_poster_has_another_address_in_every_pair",
    ),
    Leak(
        3,
        "Equal ETags and dates",
        "Pictures carry neither, and may be kept by one browser only.",
        "arena/review/test_media.py::test_the_headers_of_two_posters_differ_in_nothing_but_their_size_in_bytes",
    ),
    Leak(
        4,
        "Metadata in pictures",
        "Every picture is made again from its pixels alone.",
        "arena/posters/test_identity.py::test_metadata_that_names_a_system_is_told_of_and_nothing_of_it_is_served",
    ),
    Leak(
        5,
        "What a poster's PDF says of itself",
        "Reviewers get pictures; the only PDF is that of the paper.",
        "arena/review/test_canaries.py::test_nothing_that_a_reviewer_reaches_holds_a_planted_name",
    ),
    Leak(
        6,
        "Format and compression",
        "One encoder with the same settings makes every picture.",
        "arena/review/test_canaries.py::test_nothing_that_a_reviewer_reaches_holds_a_planted_name",
    ),
    Leak(
        7,
        "Size and shape",
        "Both posters have the same height on the screen and no page says a size; shapes are reported by system.",
        "browser/test_review_viewer.py::test_both_posters_are_equally_high_and_whole_in_both_views",
    ),
    Leak(
        8,
        "Which poster loads first",
        "Both appear in the same moment, once both are decoded.",
        "browser/test_review_blind.py::test_both_posters_appear_in_the_same_frame_however_late_one_comes",
    ),
    Leak(
        9,
        "Order and side",
        "Sides are drawn anew for each reviewer and are even for every system.",
        "arena/studies/test_roster.py::test_the_side_does_not_follow_from_the_position",
    ),
    Leak(
        10,
        "The order of pairs of a paper",
        "Pairs are shuffled, and those of one paper lie far apart.",
        "arena/studies/test_roster.py::test_an_order_keeps_its_promises",
    ),
    Leak(
        11,
        "Remembering a poster",
        "A paper's posters come back in other pairs, as the design wants; they lie far apart, and repeats swap sides. "
        "That somebody remembers cannot be kept out, so the study reports how consistent reviewers are.",
    ),
    Leak(
        12,
        "Logos and footers on the poster",
        "Every poster is read and searched for names before the freeze.",
        "arena/review/test_canaries.py::test_a_footer_that_nobody_masked_is_read_on_the_picture",
    ),
    Leak(
        13,
        "Alternative texts and titles",
        "They say Poster A and Poster B.",
        "arena/review/test_neutral.py::test_pictures_are_called_poster_a_and_poster_b",
    ),
    Leak(
        14,
        "Data in the page",
        "Answers to scripts have a closed list of fields.",
        "arena/review/test_neutral.py::test_replies_to_the_script_have_a_closed_list_of_keys",
    ),
    Leak(
        15,
        "Names that are only hidden",
        "Nothing that a reviewer's browser gets has a name to hide.",
        "arena/review/test_blinding.py::test_what_templates_get_has_no_field_for_a_system",
    ),
    Leak(
        16,
        "Lists, errors and redirects",
        "Every address asks who is there; a crawl opens all that a reviewer can.",
        "arena/review/test_canaries.py::test_an_address_that_nobody_looked_at_is_found",
    ),
    Leak(
        17,
        "Headers",
        "Answers have headers of a closed list only.",
        "arena/review/test_blinding.py::test_a_planted_leak_is_found",
    ),
    Leak(
        18,
        "Tab titles, history and cache",
        "Titles are neutral and pages are not stored.",
        "arena/review/test_neutral.py::test_pages_have_neutral_titles_and_are_kept_nowhere",
    ),
    Leak(
        19,
        "Staff in the same browser",
        "Somebody signed in has to sign out, or is labelled as staff.",
        "arena/studies/test_invite.py::test_a_browser_signed_in_as_staff_is_asked_to_sign_out_and_else_labelled",
    ),
    Leak(
        20,
        "Results while the study runs",
        "Results are for staff until the study is published; results of other studies are closed to who judges now.",
        "arena/reports/test_published.py::test_results_are_closed_until_they_are_published",
    ),
    Leak(
        21,
        "A maker as reviewer",
        "Reviewers are asked; papers too close to them are not shown.",
        "arena/review/test_conflicts.py::test_a_conflict_hides_the_paper_and_lets_its_answers_not_count_until_taken_back",
    ),
    Leak(
        22,
        "Requests to elsewhere",
        "Pages load nothing from elsewhere and say nothing to elsewhere.",
        "browser/test_review_blind.py::test_nothing_is_asked_for_elsewhere",
    ),
    Leak(
        23,
        "E-mails",
        "The text to send speaks of a poster study.",
        "arena/studies/test_inviting.py::test_the_text_to_send_names_neither_the_study_nor_a_system",
    ),
    Leak(
        24,
        "Lists of decisions",
        "My decisions shows Poster A, Poster B and thumbnails.",
        "arena/review/test_decisions.py::test_a_line_holds_both_pictures_what_was_said_and_the_way_back",
    ),
    Leak(
        25,
        "The name of the paper's file",
        "It is paper.pdf.",
        "arena/review/test_media.py::test_the_paper_is_the_one_the_posters_were_made_from_under_a_plain_name",
    ),
    Leak(
        26,
        "Dates and sizes of uploads",
        "No page of a reviewer has them.",
        "arena/review/test_neutral.py::test_no_page_says_when_or_how_large_a_poster_came",
    ),
    Leak(
        27,
        "How long a picture takes",
        "All pictures are of one size class and the next pair is fetched beforehand; a benchmark prints the times by "
        "system.",
    ),
    Leak(
        28,
        "Turned and animated pictures",
        "Pictures are turned upright and stand still when they come in.",
        "generation/render/test_normalise.py::test_every_kind_becomes_an_upright_picture_with_its_colours",
    ),
    Leak(
        29,
        "Missing posters",
        "A study is frozen with every poster, or leaves the paper out for all systems.",
        "arena/studies/test_life.py::test_freezing_refuses_while_posters_are_missing_and_names_each",
    ),
    Leak(
        30,
        "Votes by script",
        "Links are personal, an answer takes a least time, and odd reviewers are shown to staff.",
        "arena/review/test_quality_bots.py::test_diagnostics_tell_bots_apart_and_rules_catch_whom_they_should",
    ),
)
