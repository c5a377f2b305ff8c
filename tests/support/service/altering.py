"""Portable files that somebody altered with care: every digest is made anew, so that the chain is whole."""

from __future__ import annotations

import copy
import lzma
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import msgspec

from domain.kernel.components import canonical
from domain.kernel.engine.entries import NO_DIGEST, digest_of

FILES = Path(__file__).parents[2] / "fixtures" / "frozen" / "0.1.0" / "sessions.ndjson.xz"
LONGEST = 75
"""Entries of a file that is worth altering: all kinds are met in that many."""

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    7,
    2**53,
    -(2**63) - 1,
    10**30,
    0.5,
    1e308,
    "",
    "x",
    "red",
    "nul\0",
    "💥" * 300,
    "recorded/0/../x",
    "9999-12-31T23:59:59Z",
    [],
    ["x", None],
    [[[]]],
    {},
    {"": ""},
    {"fact": "x", "type": "x"},
)


@cache
def bases() -> tuple[bytes, ...]:
    """Sessions of every game in which much happens."""
    lines = lzma.decompress(FILES.read_bytes()).splitlines()
    short = (line for line in lines if len(msgspec.json.decode(line)["entries"]) <= LONGEST)
    eventful = [line for line in short if b'"retracted"' in line or b'"corrected"' in line]
    return tuple(eventful)


def altered(random: Random) -> tuple[dict[str, Any], int, str]:
    """A file with one entry changed (or two); that entry's number, and what was done to it."""
    file = msgspec.json.decode(random.choice(bases()))
    session = str(UUID(int=random.getrandbits(128)))
    place = random.randrange(1, len(file["entries"]))
    file["session"] = session
    for entry in file["entries"]:
        entry["body"]["session"] = session
    done = alter(file["entries"][place]["body"], random)
    if random.random() < 0.2:
        done += ", " + alter(file["entries"][random.randrange(0, len(file["entries"]))]["body"], random)
    rechain(file)
    return file, place + 1, done


def alter(body: dict[str, Any], random: Random) -> str:
    """Change one thing in the body; what it was."""
    places = [(path, holder, key) for path, holder, key in _places(body, "") if key not in KEPT]
    path, holder, key = random.choice(places)
    what = random.choice(("put", "put", "put", "drop", "double", "swap", "add"))
    if what == "put":
        holder[key] = copy.deepcopy(random.choice(ODD))
        return f"{path} = {holder[key]!r:.30}"
    if what == "drop":
        del holder[key]
    elif what == "double" and isinstance(holder, list):
        holder.insert(0, copy.deepcopy(holder[key]))
    elif what == "add" and isinstance(holder, dict):
        holder["odd"] = random.choice(ODD)
    else:
        _, other, name = random.choice(places)
        holder[key] = copy.deepcopy(other[name])
    return f"{what} {path}"


KEPT = ("session", "number", "kind")
"""What the chain itself holds to."""


def _places(tree: Any, path: str) -> list[tuple[str, Any, Any]]:
    found: list[tuple[str, Any, Any]] = []
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in items:
        found.append((f"{path}/{key}", tree, key))
        found += _places(value, f"{path}/{key}")
    return found


def rechain(file: dict[str, Any]) -> None:
    """Digests, topics and head that follow from the bodies."""
    previous = NO_DIGEST
    for entry in file["entries"]:
        body = entry["body"]
        previous = entry["digest"] = digest_of(previous, canonical(body))
        action = body.get("action")
        if isinstance(action, dict) and isinstance(action.get("type"), str):
            entry["topic"] = f"{file['game']}.{action['type']}"
    file["head"] = {"number": len(file["entries"]), "digest": previous}
