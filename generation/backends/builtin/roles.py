"""What a sentence is for, on a poster."""

from enum import StrEnum


class Role(StrEnum):
    """In the order in which a poster is read."""

    BACKGROUND = "background"
    METHOD = "method"
    RESULT = "result"
    CONCLUSION = "conclusion"
    LIMIT = "limit"
