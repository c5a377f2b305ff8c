"""Entries: the stored events, chained by digest; their envelopes and commitments.

One accepted request is one entry. The envelope has a version of its own, the same for every kind and
game.

A commitment is one hash over a whole entry: some members can be shown and the others withheld. The
members of an object, of an action and of each fact are leaves of a Merkle tree, each with its own salt.
With some leaves, their salts and the hashes of the rest you can check the hash of the whole. Those
hashes reveal neither values nor names, nor how many members or facts there are: each kind of tree has a
fixed number of leaves, in the order of their hashes.

docs/file-format.md specifies bodies, digests and versions, with a verifier.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias, Union

import msgspec
from msgspec import Meta, Raw, Struct

from domain.kernel.chance import OutcomeOrigin
from domain.kernel.components import canonical, in_order
from domain.kernel.engine.time_of_play import TimeOfPlay
from domain.kernel.game import Game, Upcast
from domain.kernel.messages import Action, Fact, Json

# The envelope: the members of every entry of any kind and game. It has a version of its own.

ENVELOPE_UPCASTS: dict[int, Upcast | None] = {1: None}
"""By version: rewriting of an entry's body, of any kind and game, to the next version of the envelope.

None where the members stay as they are: version 2 only has another digest, of commitments.
`kind`, `session` and `number` mean the same in all of them: a chain is proven without the rest.
"""


class _Version(Struct):
    envelope: Annotated[int, Meta(ge=1)] = 1


_VERSION = msgspec.json.Decoder(_Version)


def envelope_version() -> int:
    """The version that new entries are written in."""
    return 1 + max(ENVELOPE_UPCASTS, default=0)


def is_todays_shape(body: bytes) -> bool:
    """Whether the body is known, without a closer look, to have the members of today's version."""
    return b'"envelope"' not in body and not any(ENVELOPE_UPCASTS.values())


def in_todays_envelope(body: bytes) -> bytes:
    """The body, in today's version. Raises `ValueError` for one of a later version."""
    version, latest = _VERSION.decode(body).envelope, envelope_version()
    if version > latest:
        raise ValueError(
            f"written by a later Tablelog, in version {version} of the envelope; this one knows {latest}"
        )
    upcasts = [ENVELOPE_UPCASTS[older] for older in range(version, latest)]
    if not any(upcasts):
        return body
    tree: dict[str, Json] = msgspec.json.decode(body)
    for upcast in upcasts:
        tree = tree if upcast is None else upcast(tree)
    tree["envelope"] = latest
    return msgspec.json.encode(tree, order="sorted")


# Commitments: one hash over a whole entry, of which some members can be shown and the others kept.

ENTRY_LEAVES = 32
FACTS_LEAVES = 32
MESSAGE_LEAVES = 16
"""Leaves of the tree of an entry, of its list of facts, of an action or a fact; doubled where they do not do.

The depth of the tree would reveal more members than fit, so no message of a game has so many.
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

    The salt of the body is the seed, not a leaf. Raises what a body without one does.
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

    A bag within this one that is shown whole appears as its value, with the seed of its salts.
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
    """The facts, each a bag, and their order, which the order of the leaves does not show."""
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
    """The root in hex of the tree over these bytes; None if they are not an entry with such an envelope."""
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


# Entries: what is stored. One accepted request is one entry, chained by digest to the one before.

NO_DIGEST = "0" * 64
"""The previous digest of the first entry."""


class RecordedBy(Struct, frozen=True, omit_defaults=True):
    """The owner of the token that recorded the entry. `seat`: of a seat's token, or of a recorder's seat."""

    role: Literal["owner", "scribe", "recorder", "seat"]
    seat: str | None = None


class _Entry(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """The members that every entry has.

    session: the session's id; number: its place in the log, from 1, the session's version after it.
    at: UTC time of recording, RFC 3339; moved_at: of the move itself, where somebody says so.
    salt: random hex, so that a digest reveals nothing about hidden content.
    action_id: the client's id of the request; request: SHA-256 of the request's body.
    v: payload version of this topic; envelope: version of the members that every entry has.
    """

    session: str
    number: int
    at: str
    by: RecordedBy
    salt: str
    moved_at: str | None = None
    action_id: str | None = None
    request: str | None = None
    v: int = 1
    envelope: int = 1


class Origin(Struct, frozen=True):
    """The origin of a fork: an entry of a session, with its digest."""

    session: str
    number: int
    digest: str


class TableSettings(Struct, frozen=True):
    """Settings that the owner of a table may change at any time."""

    forced_steps: bool
    seats_may_override: bool

    def changed(self, change: SettingsChange) -> TableSettings:
        """The settings after a change."""
        return msgspec.structs.replace(self, **msgspec.to_builtins(change))


class SettingsChange(Struct, frozen=True, omit_defaults=True):
    """A change of a table's settings. None: this one stays as it is."""

    forced_steps: bool | None = None
    seats_may_override: bool | None = None

    @property
    def text(self) -> str:
        """The change in a sentence or two."""
        said = [SETTINGS_SAID[name][value] for name, value in msgspec.to_builtins(self).items()]
        return " ".join(["Table settings:", *said])


SETTINGS_SAID: Mapping[str, Mapping[bool, str]] = {
    "forced_steps": {
        True: "Steps that leave no choice are now taken automatically.",
        False: "Every step is now tapped, even if it leaves no choice.",
    },
    "seats_may_override": {
        True: "Players may now record their own moves against the rules.",
        False: "Only the scribe and the owner may now record moves against the rules.",
    },
}


class Opened(_Entry, frozen=True, kw_only=True, tag="opened"):
    """The session begins.

    `seats` and `options` are the game's own opening; `players` gives opaque player ids by seat, `labels`
    what to call a seat. `may_declare` is for drawn sessions only: whether an action may declare an
    outcome all the same. Entries without it were written when every session allowed it. `forced_steps`:
    steps without an alternative are recorded with the move that leads to them. `seats_may_override` is
    False if seats may not record against the rules; otherwise it is left out. `played`: when the game was
    played, if it was not when it was recorded.
    """

    game: str
    rules_version: int
    component_set: str
    seats: tuple[dict[str, Json], ...]
    options: dict[str, Json]
    chance: Literal["declared", "drawn"]
    commitment: str
    may_declare: bool | None = None
    forced_steps: bool = False
    seats_may_override: bool | None = None
    timezone: str = "UTC"
    visibility: Literal["private", "link", "public"] = "private"
    sandbox: bool = False
    tags: tuple[str, ...] = ()
    players: dict[str, str] = {}
    labels: dict[str, str] = {}
    forked_from: Origin | None = None
    played: TimeOfPlay | None = None

    @property
    def declarable(self) -> bool:
        """Whether outcomes of this session may be declared."""
        return self.may_declare is not False

    @property
    def settings(self) -> TableSettings:
        """The settings that the table begins with."""
        return TableSettings(self.forced_steps, self.seats_may_override is not False)


class Recorded(_Entry, frozen=True, kw_only=True, tag="recorded"):
    """An action was taken. `action` holds every outcome, declared or drawn; `broken` the rules that it broke.

    An entry copied into a fork says so with `copied`: its drawn outcomes are proven in the session it
    was copied from. `move`: the first entry of the list that it was recorded in, where it is not the first
    itself. Such entries follow each other without a gap and are one move; an entry without it begins one.
    `auto`: nobody chose the action; it was the only way on after the entry before it.
    """

    action: Raw
    facts: Raw
    outcomes: tuple[OutcomeOrigin, ...] = ()
    rules_version: int
    broken: tuple[str, ...] = ()
    reason: str | None = None
    copied: bool = False
    move: int | None = None
    auto: bool = False

    @property
    def first_of_move(self) -> int:
        """The number of the first entry of its move, which may be its own."""
        first = self.move
        return self.number if first is None or not 1 < first < self.number else first


class Corrected(_Entry, frozen=True, kw_only=True, tag="corrected"):
    """Facts recorded without asking the rules. `about`: the entry that this corrects, if it names one."""

    facts: Raw
    reason: str
    about: int | None = None
    copied: bool = False


class Retracted(_Entry, frozen=True, kw_only=True, tag="retracted"):
    """The table went back to where it stood after entry `to`. `exposed`: something hidden had been seen.

    `redo`: `to` is the entry before an earlier retraction, so that what that one took back stands again.
    """

    to: int
    reason: str
    exposed: bool = False
    redo: bool = False


class Noted(_Entry, frozen=True, kw_only=True, tag="noted"):
    """A text on an entry. `visible_to` None = everybody, else these seats (and viewers who see all).

    `settings`: how the settings of the table change from here on; `played`: when the game was played. `text`
    says either of them.
    """

    text: str
    about: int | None = None
    visible_to: tuple[str, ...] | None = None
    refusal: str | None = None
    settings: SettingsChange | None = None
    played: TimeOfPlay | None = None


class Amended(_Entry, frozen=True, kw_only=True, tag="amended"):
    """From here on, the whole session is read with another component set, from its first entry.

    component_set: the hash of the set. learnt: the addresses of the parts in which it differs from the set
    before, and of those that it confirms. Every live action has the same facts under both sets.
    """

    component_set: str
    learnt: tuple[str, ...] = ()


class Closed(_Entry, frozen=True, kw_only=True, tag="closed"):
    """The session is over. `secret` (hex) reveals what the commitment promised; without it, it stays kept.

    `on_request`: the close revealed nothing by itself, the owner asked for the secret.
    """

    outcome: Literal["finished", "abandoned"]
    secret: str | None = None
    on_request: bool = False


class Reopened(_Entry, frozen=True, kw_only=True, tag="reopened"):
    """A closed session takes entries again. It draws nothing any more if a close revealed its secret."""

    reason: str


class Voided(_Entry, frozen=True, kw_only=True, tag="void"):
    """The session counts in no statistics. `replaced_by`: the session that was recorded instead of it."""

    reason: str
    replaced_by: str | None = None


class Reinstated(_Entry, frozen=True, kw_only=True, tag="counts"):
    """A void session counts again."""

    reason: str


OfTheSession: TypeAlias = Reopened | Voided | Reinstated
"""Entries by which the owner puts a session right: not the table, so no retraction takes them back."""

Entry: TypeAlias = Opened | Recorded | Corrected | Retracted | Noted | Amended | Closed | OfTheSession

_ENTRY = msgspec.json.Decoder(Entry)


class StoredEntry(Struct, frozen=True, gc=False):
    """An entry as bytes: `body` is canonical JSON, `digest` covers the one before and the body."""

    topic: str
    body: bytes
    digest: str


NOT_JSON = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""The errors that decoding raises for any bytes that are not the requested JSON."""


class UnreadableEntry(Exception):
    """The bytes are not an entry of this game, of any version known here."""


def topic_of(game: str, entry: Entry) -> str:
    """`<game>.<action type>` of a recorded action, else the kind."""
    if isinstance(entry, Recorded):
        return f"{game}.{_type_of(entry.action)}"
    return type(entry).__struct_config__.tag  # type: ignore[return-value]


def digest_of(previous: str, body: bytes) -> str:
    """The link of the chain: SHA-256 over the previous digest (hex, ASCII), a newline and the commitment.

    Entries of the first envelope have none: theirs covers the body itself.
    """
    commitment = commitment_of(body) if b'"envelope"' in body else None
    covered = body if commitment is None else commitment.encode()
    return hashlib.sha256(previous.encode() + b"\n" + covered).hexdigest()


def seal(game: str, previous: str, entry: Entry) -> StoredEntry:
    """The entry as it is stored, chained to the digest of the one before."""
    return seal_under(topic_of(game, entry), previous, entry)


def seal_under(topic: str, previous: str, entry: Entry) -> StoredEntry:
    """The entry as `seal` returns it, if its topic is already known."""
    body = msgspec.json.encode(entry, order="sorted")
    return StoredEntry(topic, body, digest_of(previous, body))


def unseal(game: Game[Any], topic: str, body: bytes) -> Entry:
    """The entry in these bytes, brought to today's envelope and payload version.

    Raises `UnreadableEntry` when they hold none.
    """
    try:
        if not is_todays_shape(body):
            body = in_todays_envelope(body)
        if any(kind == topic for kind, _ in game.upcasts):
            body = _upcast(game, topic, body)
        entry: Entry = _ENTRY.decode(body)
    except (*NOT_JSON, LookupError, TypeError, AttributeError, ValueError) as error:
        raise UnreadableEntry(f"{topic}: {error}") from error
    return entry


def _upcast(game: Game[Any], topic: str, body: bytes) -> bytes:
    tree: dict[str, Json] = msgspec.json.decode(body)
    while upcast := game.upcasts.get((topic, tree.get("v", 1))):
        tree = upcast(tree) | {"v": tree.get("v", 1) + 1}
    return msgspec.json.encode(tree, order="sorted")


def payload_version(game: Game[Any], topic: str) -> int:
    """The version that a new entry of this topic is written in."""
    return 1 + max((version for kind, version in game.upcasts if kind == topic), default=0)


class Codec:
    """A game's actions and facts to and from JSON."""

    def __init__(self, game: Game[Any]) -> None:
        self.action_type: Any = _union(game.actions)
        self.facts_type: Any = tuple.__class_getitem__((_union(game.facts), ...))
        self.actions: msgspec.json.Decoder[Action] = msgspec.json.Decoder(self.action_type)
        self.facts: msgspec.json.Decoder[tuple[Fact, ...]] = msgspec.json.Decoder(self.facts_type)
        self.by_name = {str(kind.__struct_config__.tag): kind for kind in game.actions}

    def action(self, tree: Mapping[str, Json]) -> Action:
        """The struct of an action's JSON object. Raises `msgspec.ValidationError`.

        Mappings come in canonical order, as the action will be stored: rules that walk along one tell the
        same story again whenever they are asked.
        """
        try:
            spelled = canonical(tree)
        except (TypeError, ValueError, OverflowError):
            # JSON cannot spell these values: converting them directly gives the right error.
            action: Action = msgspec.convert(in_order(tree), self.action_type)
            return action
        return self.actions.decode(spelled)

    def corrected(self, tree: Sequence[Json]) -> tuple[Fact, ...]:
        """The structs of a correction's facts. Raises `msgspec.ValidationError`."""
        facts: tuple[Fact, ...] = msgspec.convert(tree, self.facts_type)
        return facts


_CODECS: dict[str, tuple[Game[Any], Codec]] = {}


def codec_of(game: Game[Any]) -> Codec:
    """The game's codec, built once."""
    kept = _CODECS.get(game.key)
    if kept is None or kept[0] is not game:
        kept = _CODECS[game.key] = (game, Codec(game))
    return kept[1]


def _union(kinds: Sequence[type[Struct]]) -> Any:
    return Union[tuple(kinds)]  # noqa: UP007


def _type_of(action: Raw) -> str:
    return _TYPE.decode(action).type


class _Typed(Struct):
    type: str


_TYPE = msgspec.json.Decoder(_Typed)
