"""The errors that a person is told about, by what they mean. Each message is one line that says what to do."""


class ArenaError(Exception):
    """Base: something a person asked for cannot be done, and the message says why."""


class NotAllowed(ArenaError):
    """This person may not do this (403)."""


class Conflict(ArenaError):
    """The state of things changed or does not permit this (409)."""


class NotReady(ArenaError):
    """Something that is needed first is missing (409)."""


class BadInput(ArenaError):
    """What was given is wrong (400); `faults` holds one line for each fault."""

    def __init__(self, message: str, faults: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.faults = faults

    def __str__(self) -> str:
        return "\n".join((super().__str__(), *self.faults))
