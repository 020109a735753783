"""What every system backend is: something that makes one poster for one request, and can say whether it is able to."""

from typing import Protocol

from generation.records import Diagnosis, GenerationRequest, GenerationResult


class Backend(Protocol):
    """A configured system: built in, a coding agent, a chat model, an external workflow.

    One object may serve many requests, one after the other; it keeps nothing of one request for the next.
    """

    def generate(self, request: GenerationRequest) -> GenerationResult:
        """Make the poster inside `request.workspace` and say which file it is.

        `request.pdf` and `request.assets` are only read. Raises BackendError when nothing is delivered: `permanent`
        when trying again cannot help (the paper, a wrong setting), otherwise not (a time limit, a crash).
        """
        ...

    def doctor(self) -> Diagnosis:
        """Whether this backend could work on this machine now, and what to do if not. Starts nothing expensive."""
        ...
