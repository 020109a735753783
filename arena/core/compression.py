"""Pages, figures and tables travel compressed; pictures, which gain nothing, do not cost the attempt."""

from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

COMPRESSED: Final = frozenset(
    {"text/html", "text/css", "text/csv", "text/plain", "text/javascript", "application/json", "image/svg+xml"}
)


class CompressionMiddleware(GZipMiddleware):
    """Django's, which pads each page at random so that its length tells nothing of its secrets, for text only."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "").partition(";")[0].strip()
        return super().process_response(request, response) if kind in COMPRESSED else response
