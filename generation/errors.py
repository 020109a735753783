"""What can go wrong in `generation`, by who can mend it. Every message is one line a person understands."""


class GenerationError(Exception):
    """Base of the errors that this package raises on purpose."""


class BadPaper(GenerationError):
    """The paper cannot be used: damaged, encrypted, scanned, not a PDF, too large. Trying again does not help."""


class BadCrop(GenerationError):
    """There is nothing to cut out there: no such page, or a box that is empty or outside of the page."""


class BadPoster(GenerationError):
    """The artifact cannot become a poster picture: damaged, too many pixels, not a known type."""


class RenderError(GenerationError):
    """The browser could not draw the page: it timed out, crashed or is not there."""


class BackendError(GenerationError):
    """A system backend did not deliver. `permanent`: trying again does not help."""

    def __init__(self, message: str, *, permanent: bool) -> None:
        super().__init__(message)
        self.permanent = permanent
