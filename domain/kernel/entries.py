"""Entries: what is stored. One accepted request is one entry, chained by digest to the one before.

docs/file-format.md specifies these bodies, their digests and their versions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, Union

import msgspec
from msgspec import Raw, Struct

from domain.kernel.chance import OutcomeOrigin
from domain.kernel.commitments import commitment_of
from domain.kernel.components import canonical, in_order
from domain.kernel.envelopes import in_todays_envelope, is_todays_shape
from domain.kernel.game import Game
from domain.kernel.messages import Action, Fact, Json

NO_DIGEST = "0" * 64
"""What stands for the previous digest in the first entry."""


class RecordedBy(Struct, frozen=True, omit_defaults=True):
    """Whose token recorded the entry. `seat`: of a seat's token, and of a recorder who has a seat."""

    role: Literal["owner", "scribe", "recorder", "seat"]
    seat: str | None = None


class _Entry(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """What every entry carries.

    session: the session's id; number: its place in the log, from 1, the session's version after it.
    at: UTC time of recording, RFC 3339; moved_at: of the move itself, where somebody says so.
    salt: random hex, so that a digest tells nothing of hidden content.
    action_id: the client's id of the request; request: SHA-256 of the request's body.
    v: payload version of this topic; envelope: version of what every entry carries.
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
    """Where a fork began: that entry of that session, with its digest."""

    session: str
    number: int
    digest: str


class Opened(_Entry, frozen=True, kw_only=True, tag="opened"):
    """The session begins.

    `seats` and `options` are the game's own opening; `players` gives opaque player ids by seat, `labels`
    what to call a seat. `may_declare` is said of drawn sessions alone: whether an action may declare an
    outcome all the same. Entries without it were written when every session allowed it.
    """

    game: str
    rules_version: int
    component_set: str
    seats: tuple[dict[str, Json], ...]
    options: dict[str, Json]
    chance: Literal["declared", "drawn"]
    commitment: str
    may_declare: bool | None = None
    timezone: str = "UTC"
    visibility: Literal["private", "link", "public"] = "private"
    sandbox: bool = False
    tags: tuple[str, ...] = ()
    players: dict[str, str] = {}
    labels: dict[str, str] = {}
    forked_from: Origin | None = None

    @property
    def declarable(self) -> bool:
        """Whether outcomes of this session may be declared."""
        return self.may_declare is not False


class Recorded(_Entry, frozen=True, kw_only=True, tag="recorded"):
    """An action was taken. `action` holds every outcome, declared or drawn; `broken` the rules that it broke.

    An entry copied into a fork says so with `copied`: its drawn outcomes are proven in the session it
    was copied from.
    """

    action: Raw
    facts: Raw
    outcomes: tuple[OutcomeOrigin, ...] = ()
    rules_version: int
    broken: tuple[str, ...] = ()
    reason: str | None = None
    copied: bool = False


class Corrected(_Entry, frozen=True, kw_only=True, tag="corrected"):
    """What the table did without the rules' consent. `about`: the entry that it corrects, if it names one."""

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
    """A text on an entry. `visible_to` None = everybody, else these seats (and who sees all)."""

    text: str
    about: int | None = None
    visible_to: tuple[str, ...] | None = None
    refusal: str | None = None


class Closed(_Entry, frozen=True, kw_only=True, tag="closed"):
    """The session is over. `secret` (hex) reveals what the commitment promised; without it, it stays kept.

    `on_request`: the close revealed nothing by itself, the owner asked for the secret.
    """

    outcome: Literal["finished", "abandoned"]
    secret: str | None = None
    on_request: bool = False


Entry: TypeAlias = Opened | Recorded | Corrected | Retracted | Noted | Closed

_ENTRY = msgspec.json.Decoder(Entry)


class StoredEntry(Struct, frozen=True, gc=False):
    """An entry as bytes: `body` is canonical JSON, `digest` covers the one before and the body."""

    topic: str
    body: bytes
    digest: str


NOT_JSON = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What decoding raises for bytes that are not the JSON asked for, whatever they are."""


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
    """The same, for who knows the entry's topic already."""
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
            # What JSON cannot spell is worded by who looks at the values themselves.
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
