"""Paper ingest, system backends and rendering: pure Python, no Django, no database."""
