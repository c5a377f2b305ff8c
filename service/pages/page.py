"""A page on the wire: what it may load, how long it is kept, and the names that its modules import."""

from __future__ import annotations

import base64
import hashlib
import json
import tomllib
from functools import cache

from flask import Response, request

from service.pages.assets import FOLDER, address

TAG_BYTES = 12
LIBRARIES = FOLDER / "vendor" / "vendor.toml"
HEADERS = {
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "X-Frame-Options": "DENY",
}


@cache
def import_map() -> str:
    """The vendored modules by the bare names that they import each other by, as a JSON text."""
    libraries = tomllib.loads(LIBRARIES.read_text("utf-8"))["library"]
    return json.dumps(
        {"imports": {each["as"]: address(f"vendor/{each['file']}") for each in libraries if "as" in each}},
        separators=(",", ":"),
    )


@cache
def policy() -> str:
    """The content security policy: this host alone, no inline script but the import map, no inline style."""
    hashed = base64.b64encode(hashlib.sha256(import_map().encode()).digest()).decode()
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self' 'sha256-{hashed}'",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    )


def page(html: str) -> Response:
    """A page, with an entity tag of its bytes; or its 304."""
    tag = hashlib.blake2b(html.encode(), digest_size=TAG_BYTES).hexdigest()
    answer = Response(html, content_type="text/html; charset=utf-8")
    answer.headers.update(HEADERS)
    answer.headers["Content-Security-Policy"] = policy()
    answer.set_etag(tag)
    answer.make_conditional(request)
    return answer
