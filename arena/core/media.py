"""Serving stored files: found by their row, typed from our own list, never taken for anything else by a browser."""

from django.http import FileResponse, Http404

from arena.core.files import stored_path

# What may be shown in the browser. Anything else is only ever downloaded.
SHOWN = {"png": "image/png", "jpeg": "image/jpeg", "webp": "image/webp", "pdf": "application/pdf"}


def stored_response(sha256: str, kind: str, *, name: str, download: bool = False) -> FileResponse:
    """The stored file as a response; 404 if it is gone. A stored file never changes, so a browser may keep it."""
    try:
        file = stored_path(sha256).open("rb")
    except (FileNotFoundError, ValueError) as error:
        raise Http404 from error
    content_type = SHOWN.get(kind, "application/octet-stream")
    response = FileResponse(file, as_attachment=download or kind not in SHOWN, filename=name, content_type=content_type)
    response["Cache-Control"] = "private, max-age=31536000, immutable"
    response["X-Content-Type-Options"] = "nosniff"
    if kind != "pdf":  # browsers do not start their PDF viewer in a sandbox
        response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response
