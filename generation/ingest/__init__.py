"""From a paper's PDF to its text, structure, figures and tables."""

from generation.ingest.check import PaperFacts, check_paper
from generation.ingest.content_json import content_from_json, content_to_json
from generation.ingest.crop import cut_figure, render_page
from generation.ingest.ingest import ingest_paper
from generation.ingest.prose import without_citations
from generation.ingest.sections import body_sections, is_back_matter, is_references
from generation.ingest.sheets import Sheet, draw_sheets

__all__ = [
    "PaperFacts",
    "Sheet",
    "body_sections",
    "check_paper",
    "content_from_json",
    "content_to_json",
    "cut_figure",
    "draw_sheets",
    "ingest_paper",
    "is_back_matter",
    "is_references",
    "render_page",
    "without_citations",
]
