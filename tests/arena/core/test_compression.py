"""Text travels compressed, pictures as they are."""

import gzip

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from arena.core.compression import CompressionMiddleware


@pytest.mark.parametrize(
    ("kind", "compressed"),
    [("text/html; charset=utf-8", True), ("image/svg+xml", True), ("text/csv", True), ("image/webp", False)],
)
def test_only_text_is_compressed(kind: str, compressed: bool) -> None:
    content = b"a poster of a paper " * 100
    request = RequestFactory().get("/", headers={"accept-encoding": "gzip"})
    response = CompressionMiddleware(lambda _: HttpResponse(content, content_type=kind))(request)
    assert (response.headers.get("Content-Encoding") == "gzip") == compressed
    assert (gzip.decompress(response.content) if compressed else response.content) == content


def test_pages_are_sent_compressed_to_those_who_take_it(db: None) -> None:
    sent = Client().get("/login/", headers={"accept-encoding": "gzip"})
    assert sent.headers["Content-Encoding"] == "gzip"
    assert b"</html>" in gzip.decompress(sent.content)
    assert "Content-Encoding" not in Client().get("/login/").headers
