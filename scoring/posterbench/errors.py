"""What can be wrong with a file that PosterBench is asked to read."""


class UnusableInput(ValueError):
    """A file cannot be used; the message is one line that says which and what to do."""


class UnreadablePoster(UnusableInput):
    """The poster is not a picture or PDF that can be decoded whole."""


class UnreadablePaper(UnusableInput):
    """The paper is not a PDF with text in it."""
