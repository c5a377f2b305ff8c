"""Assets: scripts, styles and symbols, under a hash of all of them in their path and so kept for ever."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, request
from msgspec import Struct

from service.http.problems import Problem
from service.pages.bundling import bundled

routes = Blueprint("assets", __name__)

FOLDER = Path(__file__).parent.parent / "web" / "static"
DIGEST_BYTES = 8
REMARK = re.compile(r"/\*.*?\*/", re.S)
BREATH = re.compile(r"\s*([{};,])\s*")
AFTER_A_COLON = re.compile(r":\s+")
COMPRESSED_FROM = 400
KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".toml": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
PAGES = {
    "table": "table/app.js",
    "home": "home/home.js",
    "join": "home/join.js",
    "games": "home/games.js",
    "links": "home/links.js",
    "open": "home/open.js",
    "free": "table/free/form.js",
}
"""Pages, and parts of one that are loaded on demand, by the module that each begins with."""
FOR_EVER = "public, max-age=31536000, immutable"


class Asset(Struct, frozen=True):
    """A file as it is sent, plain and compressed beforehand."""

    kind: str
    plain: bytes
    packed: bytes


@cache
def assets() -> Mapping[str, Asset]:
    """Every file by its path below `static`, and each page's modules as one file below `pages`."""
    found = {}
    for path in sorted(FOLDER.rglob("*")):
        if path.suffix in KINDS:
            plain = path.read_bytes() if path.suffix != ".css" else _squeezed(path.read_text("utf-8"))
            name = path.relative_to(FOLDER).as_posix()
            found[name] = _asset(KINDS[path.suffix], plain)
    modules = {name: asset.plain.decode() for name, asset in found.items() if name.endswith(".js")}
    for page, first in PAGES.items():
        found[f"pages/{page}.js"] = _asset(KINDS[".js"], bundled(modules, first).encode())
    return found


def _squeezed(style: str) -> bytes:
    """A style without the comments and the white space that people read it by. No text of it holds any."""
    bare = BREATH.sub(r"\1", REMARK.sub("", style))
    return AFTER_A_COLON.sub(":", bare).replace(";}", "}").encode()


def _asset(kind: str, plain: bytes) -> Asset:
    return Asset(kind, plain, gzip.compress(plain, 9, mtime=0))


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
