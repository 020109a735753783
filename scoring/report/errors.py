"""What can be wrong with a request for a report, beside its files."""


class BadOptions(ValueError):
    """The options do not fit the files; the message says what to give instead."""


class BadReport(ValueError):
    """A report folder or report.json that cannot be used; the message says why."""
