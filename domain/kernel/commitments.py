"""Commitments: one hash over a whole entry, of which some members can be shown and the others kept.

The members of an object are leaves of a Merkle tree, each hashed with a salt of its own; so are the members
of an action and of each fact. Who is given some leaves with their salts, and hashes for the rest, can check
the hash of the whole. The hashes tell nothing of the rest: neither values nor names, nor how many members or
facts there are, since a tree has as many leaves for few as for many, in the order of their hashes.

docs/file-format.md specifies it, with a verifier.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec
from msgspec import Struct

from domain.kernel.components import canonical
from domain.kernel.messages import Json

ENTRY_LEAVES = 32
FACTS_LEAVES = 32
MESSAGE_LEAVES = 16
"""Leaves of the tree of an entry, of its list of facts, of an action or a fact; doubled where they do not do.

More members than fit would be told by the depth of the tree, so no message of a game has so many.
"""
CHILDREN = 4
"""How many neighbours are hashed to one."""
HASH_BYTES = 32
LEAF, NODE = b"\0", b"\1"

Shown: TypeAlias = "Mapping[str | int, Shown | None]"
"""The parts of a bag that are shown, by key; None: the whole part, and all that is in it."""


class Part(Struct, frozen=True, gc=False):
    """One part of a bag: a value, or a bag itself. `key`: its name; of a fact its place in the list."""

    key: str | int
    name: str
    salt: bytes
    value: Json
    bag: Bag | None
    leaf: bytes


class Bag(Struct, frozen=True, gc=False):
    """The parts of an object or a list. `leaves`: theirs and those that stand for none, sorted.

    seed: what all salts in it come of, so that who is given it knows the whole bag from its value.
    """

    seed: bytes
    parts: Sequence[Part]
    leaves: Sequence[bytes]
    root: bytes


def committed(body: Mapping[str, Json]) -> Bag:
    """The tree of an entry's body: its `root` is what the entry's digest covers.

    The salt of the body is no leaf but the seed. Raises what a body without one does.
    """
    seed = body["salt"].encode()
    action_seed, facts_seed = _drawn(seed, b"seed", 2)
    members: list[_Member] = []
    for name in sorted(body):
        value, bag = body[name], None
        if name == "action" and isinstance(value, dict):
            bag = _message(action_seed, value)
        elif name == "facts" and isinstance(value, list) and all(isinstance(fact, dict) for fact in value):
            bag = _facts(facts_seed, value)
        if name != "salt":
            members.append((name, name, value, bag))
    return _bag(seed, members, ENTRY_LEAVES)


def opened(bag: Bag, shown: Shown) -> Json:
    """The tree as a file holds it: hashes, but for the parts that are shown.

    A bag within this one that is shown whole is told as its value, with the seed of its salts.
    """
    told: dict[bytes, Json] = {}
    for part in bag.parts:
        if part.key in shown:
            told[part.leaf] = {"salt": part.salt.hex(), "name": part.name} | _content(part, shown[part.key])
    level: list[tuple[bytes, Json]] = [(leaf, told.get(leaf, leaf.hex())) for leaf in bag.leaves]
    while len(level) > 1:
        level = [_joined(level[at : at + CHILDREN]) for at in range(0, len(level), CHILDREN)]
    return level[0][1]


def _content(part: Part, shown: Shown | None) -> dict[str, Json]:
    if part.bag is None:
        return {"value": part.value}
    if shown is None:
        return {"seed": part.bag.seed.hex(), "value": part.value}
    return {"tree": opened(part.bag, shown)}


def _joined(children: Sequence[tuple[bytes, Json]]) -> tuple[bytes, Json]:
    """A node over others; a hash where nothing is shown below it."""
    node = _node([hashed for hashed, _ in children])
    hidden = all(isinstance(told, str) for _, told in children)
    return node, node.hex() if hidden else [told for _, told in children]


def _node(children: Sequence[bytes]) -> bytes:
    return hashlib.sha256(NODE + b"".join(children)).digest()


def _message(seed: bytes, message: Mapping[str, Json]) -> Bag:
    members: list[_Member] = [(name, name, message[name], None) for name in sorted(message)]
    return _bag(seed, members, MESSAGE_LEAVES)


def _facts(seed: bytes, facts: Sequence[Mapping[str, Json]]) -> Bag:
    """The facts, each a bag, and their order, which the order of the leaves does not tell."""
    seeds = _drawn(seed, b"seed", len(facts))
    bags = [_message(own, fact) for own, fact in zip(seeds, facts, strict=True)]
    parts: list[_Member] = [
        (place, "fact", fact, bag) for place, (fact, bag) in enumerate(zip(facts, bags, strict=True))
    ]
    parts.append(("order", "order", [bag.root.hex() for bag in bags], None))
    return _bag(seed, parts, FACTS_LEAVES)


_Member: TypeAlias = tuple["str | int", str, Json, "Bag | None"]
"""Key, name, value and bag of a part."""


def _bag(seed: bytes, members: Sequence[_Member], least: int) -> Bag:
    size = least
    while size < len(members):
        size *= 2
    salts = _drawn(seed, b"salt", size)
    parts = []
    for salt, (key, name, value, bag) in zip(salts, members, strict=False):
        content = ("value", name, value) if bag is None else ("tree", name, bag.root.hex())
        leaf = hashlib.sha256(LEAF + salt + canonical(content)).digest()
        parts.append(Part(key, name, salt, value, bag, leaf))
    leaves = sorted([*(part.leaf for part in parts), *salts[len(parts) :]])
    level = leaves
    while len(level) > 1:
        level = [_node(level[at : at + CHILDREN]) for at in range(0, len(level), CHILDREN)]
    return Bag(seed, parts, leaves, level[0])


def _drawn(seed: bytes, what: bytes, count: int) -> list[bytes]:
    """HMAC-SHA256 with the seed as key over what they are for and 1, 2, 3 … (four bytes, big-endian).

    That is PBKDF2 of one iteration, which makes all of them in one call.
    """
    if not count:
        return []
    made = hashlib.pbkdf2_hmac("sha256", seed, what, 1, HASH_BYTES * count)
    return [made[at : at + HASH_BYTES] for at in range(0, len(made), HASH_BYTES)]


_BODY = msgspec.json.Decoder()


def commitment_of(body: bytes) -> str | None:
    """The root in hex of the tree over these bytes; None where they are no entry of such an envelope."""
    try:
        tree = _BODY.decode(body)
        version = tree.get("envelope", 1)
        if type(version) is not int or version < COMMITTED_SINCE:
            return None
        return committed(tree).root.hex()
    except (msgspec.MsgspecError, UnicodeError, RecursionError, LookupError, AttributeError, TypeError):
        return None


COMMITTED_SINCE = 2
"""The first version of the envelope whose digests cover a commitment, and not the bytes of the body."""
