"""PosterBench, preference statistics, alignment and the report: pure Python, no Django, no database."""

__version__ = "0.1.0"
