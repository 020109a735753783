"""What the benches measure can still be measured: they are run by hand, and would only be found broken then."""

from dataclasses import replace

from tests.bench.study_sizes import SIZES, make, records_of, scores_of, whole_report


def test_every_part_of_a_report_is_timed_on_a_made_up_study() -> None:
    comparisons = make(replace(SIZES[0], papers=12, reviewers=4, votes=120))
    records = records_of(comparisons)
    assert len(records) == 120
    parts = whole_report(comparisons, records, scores_of(comparisons))
    assert {"preference", "interval variants", "alignment"} <= parts.keys()
    assert all(spent >= 0 for spent in parts.values())
