"""PosterBench, preference statistics, alignment and the report: pure Python, no Django, no database."""
