"""Pages of benchmarks, their papers and their drafts, for staff."""
