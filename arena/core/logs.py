"""Keeps the secret addresses of reviewers out of the log."""

import logging
import re

# Invitations, pairs and media: whoever has such an address, or the cookie it gives, is taken for the reviewer.
_SECRET = re.compile(r"(?<=/)(invite|review|m)/[\w-]{16,}")


class HideTokens(logging.Filter):
    """Django names the path of every request that it refuses or that fails; the token in it is left out."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        hidden = _SECRET.sub(r"\1/…", message)
        if hidden != message:
            record.msg, record.args = hidden, None
        return True
