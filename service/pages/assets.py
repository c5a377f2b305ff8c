"""Assets: scripts, styles and symbols, under a hash of all of them in their path and so kept for ever."""

from __future__ import annotations

import gzip
import hashlib
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TypeVar

import zopfli.gzip
from flask import Blueprint, Response, request
from msgspec import Struct

from service.problems import Problem

routes = Blueprint("assets", __name__)

FOLDER = Path(__file__).parent.parent / "web" / "static"
VENDOR = FOLDER / "vendor"
BUNDLES = FOLDER.parent / "bundles"
"""One script per page, made from those in `FOLDER` by `python -m tests.support.page.bundles`."""

LIBRARIES = {
    library["as"]: VENDOR / library["file"]
    for library in tomllib.loads((VENDOR / "vendor.toml").read_text("utf-8"))["library"]
    if "as" in library
}
"""Files of the libraries, by the names that scripts import them by."""

DIGEST_BYTES = 8
COMPRESSED_FROM = 400
KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".toml": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
PAGES = {
    "table": "table/app.js",
    "home": "home/home.js",
    "catalogue": "home/catalogue.js",
    "join": "home/join.js",
    "along": "home/along.js",
    "bring": "home/bring.js",
    "games": "home/games.js",
    "links": "home/links.js",
    "open": "home/open.js",
    "who": "home/who.js",
    "reading": "reading/page.js",
    "replay": "replay/app.js",
    "beside": "beside/beside.js",
    "audit": "reading/audit.js",
    "charts": "charts/page.js",
    "compare": "charts/compare.js",
    "result": "result/page.js",
    "statistics": "statistics/page.js",
    "editions": "editions/list.js",
    "edition": "editions/app.js",
    "edition-join": "editions/join.js",
    "clubs": "clubs/list.js",
    "club": "clubs/club.js",
    "club-join": "clubs/joining.js",
    "person": "clubs/person.js",
    "club-keys": "clubs/keys.js",
}
"""Pages, by the module that each begins with."""
RESTS = {"table": "table/rest.js"}
"""Of a page that has a rest, which no first view needs, the module that it begins with."""
LOOKS = {
    "table": ("tokens", "base", "table", "board"),
    "table-rest": ("later",),
    "entering": ("entering",),
    "learning": ("learning",),
    "table-answers": ("answers",),
    "replay": ("tokens", "base", "table", "board", "later", "replay"),
    "pages": ("tokens", "base", "pages", "reports", "charts", "statistics"),
    "editions": ("tokens", "base", "pages", "editions"),
    "map": ("map",),
}
"""Styles that are sent as one, by the name of that one."""
FOR_EVER = "public, max-age=31536000, immutable"


class Asset(Struct, frozen=True):
    """A file as it is sent, plain and compressed beforehand."""

    kind: str
    plain: bytes
    packed: bytes


Value = TypeVar("Value")


class Made(Mapping[str, Value]):
    """Values by name, each made at the first access and kept."""

    def __init__(self, names: Iterable[str], make: Callable[[str], Value]) -> None:
        self._names = dict.fromkeys(names)
        self._make = cache(make)

    def __getitem__(self, name: str) -> Value:
        if name not in self._names:
            raise KeyError(name)
        return self._make(name)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


@cache
def assets() -> Mapping[str, Asset]:
    """Every file by its path below `static`, and below `pages` what a page loads: one script, one style."""
    names = [path.relative_to(FOLDER).as_posix() for path in _files(FOLDER)]
    names += [f"pages/{path.name}" for path in _files(BUNDLES)]
    names += [f"pages/{look}.css" for look in LOOKS]
    return Made(names, _made)


def _made(name: str) -> Asset:
    kind, (folder, _, file) = KINDS[PurePosixPath(name).suffix], name.partition("/")
    if folder != "pages":
        plain = (FOLDER / name).read_bytes()
        return Asset(kind, plain, gzip.compress(plain, 9, mtime=0))
    if name.endswith(".css"):
        looks = LOOKS[file.removesuffix(".css")]
        plain = lean("".join((FOLDER / f"looks/{look}.css").read_text() for look in looks)).encode()
    else:
        plain = (BUNDLES / file).read_bytes()
    # Every phone asks for these: zopfli takes longer than zlib to find a smaller gzip.
    return Asset(kind, plain, zopfli.gzip.compress(plain))


def lean(style: str) -> str:
    """A style without comments, and without the white space that separates nothing."""
    style = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
    style = re.sub(r" ?([{};]) ?", r"\1", " ".join(style.split()))
    return re.sub(r"([:,]) ", r"\1", style).replace(";}", "}")


def _files(folder: Path) -> tuple[Path, ...]:
    """Every file below this folder that is sent, or that something sent is made from."""
    return tuple(path for path in sorted(folder.rglob("*")) if path.suffix in KINDS)


def rest_of(page: str) -> str:
    """The name of the file with the rest of this page."""
    return f"pages/{page}-rest.js"


LATER = (
    *map(rest_of, RESTS),
    *(
        f"pages/{name}.js"
        for name in (
            "answers",
            "comparing",
            "drafts",
            "entering",
            "faces",
            "learning",
            "map",
            "photo",
            "pictured",
            "pictures",
            "putting",
            "seen",
        )
    ),
)
"""Files that are built on the first file of a page: the rest, and what that loads only on demand."""


@cache
def digest() -> str:
    """The hash of all files with their names, and of this module, which joins the styles.

    Modules import each other by relative paths below it.
    """
    made = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for path in (*_files(FOLDER), *_files(BUNDLES), Path(__file__)):
        written = path.read_bytes()
        made.update(f"{path.relative_to(FOLDER.parents[1]).as_posix()} {len(written)} ".encode() + written)
    return made.hexdigest()


def address(name: str) -> str:
    """The URL path of a file. Raises KeyError if there is no such file."""
    if name not in assets():
        raise KeyError(name)
    return f"/static/{digest()}/{name}"


@routes.route("/worker.js")
def worker() -> Response:
    """The service worker: its address decides which pages are its own, so it is not below `static`."""
    answer = Response(assets()["worker/worker.js"].plain, content_type=KINDS[".js"])
    answer.headers["Cache-Control"] = "no-cache"
    answer.headers["Content-Security-Policy"] = "default-src 'none'; connect-src 'self'"
    answer.set_etag(digest())
    answer.make_conditional(request)
    return answer


@routes.route("/static/<name:asked>/<path:path>")
def asset(asked: str, path: str) -> Response:
    """A file. Under the hash of another version it is sent as it is now, and not kept.

    The rest of a page is not: it does not fit to a page that was loaded from another version.
    """
    found = assets().get(path)
    if found is None or (asked != digest() and path in LATER):
        raise Problem("not-found", "File not found.")
    gzip_accepted = request.accept_encodings.quality("gzip") > 0
    packed = gzip_accepted and len(found.plain) >= COMPRESSED_FROM
    answer = Response(found.packed if packed else found.plain, content_type=found.kind)
    answer.headers["Cache-Control"] = FOR_EVER if asked == digest() else "no-cache"
    answer.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    answer.vary.add("Accept-Encoding")
    if packed:
        answer.headers["Content-Encoding"] = "gzip"
    return answer
