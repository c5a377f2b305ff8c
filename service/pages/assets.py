"""Assets: scripts, styles and symbols, under a hash of all of them in their path and so kept for ever."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, request
from msgspec import Struct

from service.http.problems import Problem

routes = Blueprint("assets", __name__)

FOLDER = Path(__file__).parent.parent / "web" / "static"
DIGEST_BYTES = 8
COMPRESSED_FROM = 400
KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".toml": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
FOR_EVER = "public, max-age=31536000, immutable"


class Asset(Struct, frozen=True):
    """A file as it is sent, plain and compressed beforehand."""

    kind: str
    plain: bytes
    packed: bytes


@cache
def assets() -> Mapping[str, Asset]:
    """Every file by its path below `static`."""
    found = {}
    for path in sorted(FOLDER.rglob("*")):
        if path.suffix in KINDS:
            plain = path.read_bytes()
            name = path.relative_to(FOLDER).as_posix()
            found[name] = Asset(KINDS[path.suffix], plain, gzip.compress(plain, 9, mtime=0))
    return found


@cache
def digest() -> str:
    """The hash of all files with their names: modules import each other by relative paths below it."""
    made = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for name, asset in assets().items():
        made.update(f"{name} {len(asset.plain)} ".encode() + asset.plain)
    return made.hexdigest()


def address(name: str) -> str:
    """Where a file is to be asked for. Raises KeyError where there is no such file."""
    assets()[name]
    return f"/static/{digest()}/{name}"


@routes.route("/static/<name:asked>/<path:path>")
def asset(asked: str, path: str) -> Response:
    """A file. Under the hash of another version it is sent as it is now, and not kept."""
    found = assets().get(path)
    if found is None:
        raise Problem("not-found", "There is no such file.")
    gzip_accepted = request.accept_encodings.quality("gzip") > 0
    packed = gzip_accepted and len(found.plain) >= COMPRESSED_FROM
    answer = Response(found.packed if packed else found.plain, content_type=found.kind)
    answer.headers["Cache-Control"] = FOR_EVER if asked == digest() else "no-cache"
    answer.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    answer.vary.add("Accept-Encoding")
    if packed:
        answer.headers["Content-Encoding"] = "gzip"
    return answer
