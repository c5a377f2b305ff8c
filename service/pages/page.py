"""A page on the wire: what it may load, and how long it is kept."""

from __future__ import annotations

import hashlib

from flask import Response, request

TAG_BYTES = 12
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""The content security policy: this host alone, no inline script, no inline style."""
HEADERS = {
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": POLICY,
}


def page(html: str) -> Response:
    """A page, with an entity tag of its bytes; or its 304."""
    tag = hashlib.blake2b(html.encode(), digest_size=TAG_BYTES).hexdigest()
    answer = Response(html, content_type="text/html; charset=utf-8")
    answer.headers.update(HEADERS)
    answer.set_etag(tag)
    answer.make_conditional(request)
    return answer
