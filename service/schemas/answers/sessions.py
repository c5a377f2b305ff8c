"""Answers about sessions, whole logs and webhooks."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from domain.kernel import Standing
from domain.kernel.messages import Json
from domain.kernel.offers import Offer
from domain.kernel.statistics import Moment
from domain.kernel.ui.board import Board
from domain.kernel.ui.words import OfferWords, Says, SeatName
from replays.findings import Finding

# Sessions as they are answered: what they are, their table, who sits there, what may be done.

Status = Annotated[
    Literal["open", "finished", "closed"],
    Meta(description="finished: played to its end, closed or not; closed: given up before."),
]
SeatObject = Annotated[
    dict[str, Json], Meta(description="`seat` is its id; the other members are the game's own.")
]
Options = Annotated[dict[str, Json], Meta(description="The game's own options.")]
Digest = Annotated[str, Meta(description="SHA-256 of the entry and of the digest before it.")]
TokensByHolder = Annotated[
    dict[str, str],
    Meta(description="By `owner`, `scribe`, `spectator`, `seat:ID`, `recorder` or `recorder:ID`."),
]


class InLog(TypedDict):
    """What entry 1 says of people, in sessions that were opened when it said so."""

    players: dict[str, str]
    labels: dict[str, str]


class ForkedFrom(TypedDict):
    """The session and the entry that a fork begins with."""

    session: str
    number: int
    digest: Digest


class You(TypedDict):
    """Who asks."""

    role: Literal["owner", "scribe", "seat", "recorder", "spectator", "stranger"]
    seat: str | None
    sees_all: Annotated[bool, Meta(description="Whether nothing is hidden from you, as it stands.")]


class SessionHead(TypedDict):
    """What a session is, apart from its table."""

    id: str
    game: str
    rules_version: int
    component_set: Annotated[str, Meta(description="The hash of its component set.")]
    invented: Annotated[
        list[str], Meta(description="Parts of the set that are placeholders, not the published ones.")
    ]
    seats: list[SeatObject]
    options: Options
    chance: Literal["declared", "drawn"]
    may_declare: bool
    commitment: Annotated[str, Meta(description="SHA-256 of the secret that draws come from.")]
    timezone: str
    visibility: Literal["private", "link", "public"]
    sandbox: bool
    kept: Annotated[bool, Meta(description="Whether a sandbox session is kept for good.")]
    expires_at: str | None
    tags: list[str]
    labels: Annotated[dict[str, str], Meta(description="Names by seat; none for strangers.")]
    players: Annotated[dict[str, str], Meta(description="Opaque ids by seat.")]
    in_log: InLog
    forked_from: ForkedFrom | None
    opened_at: str
    version: Annotated[int, Meta(description="The number of the last entry.")]
    digest: Digest
    status: Status
    closed: Literal["finished", "abandoned"] | None
    flagged: Annotated[int, Meta(description="Entries against the rules, and corrections.")]
    unreadable: Annotated[int | None, Meta(description="The entry past which the table is not known.")]
    you: You


class TableWords(TypedDict):
    """What is asked now of each seat (`table`: of everybody), and what seats are called."""

    asks: dict[str, list[str]]
    seats: dict[str, SeatName]


class TakingBack(TypedDict):
    """A retraction: the entry that it goes back to, and what it takes back or, as a `redo`, brings back.

    others: somebody else recorded a part of it, or took it back. exposed: somebody had seen something of it.
    needs_reason: the request needs a reason. count: how many entries; `entries` names the last 20 of them.
    """

    to: int
    redo: bool
    others: bool
    exposed: bool
    needs_reason: bool
    count: int
    entries: list[EntryNamed]


class EntryNamed(TypedDict):
    """An entry by its number, and what it says."""

    number: int
    says: Says


class DryRetraction(TypedDict):
    """What a retraction would take back or bring back; nothing was recorded."""

    version: int
    dry_run: bool
    takes: TakingBack


class OffersNow(TypedDict):
    """What may be done now; `words` by the offer's place, `undo` and `redo` with `with=words` alone."""

    offers: list[Offer]
    words: NotRequired[dict[str, OfferWords]]
    undo: NotRequired[TakingBack | None]
    redo: NotRequired[TakingBack | None]


class Offered(OffersNow):
    """What may be done at this version."""

    version: int


class SessionShown(SessionHead):
    """A session and its table as the asker may see it."""

    view: NotRequired[
        Annotated[
            dict[str, Json],
            Meta(
                description="The game's own picture of the table: its page in docs/games tells the members."
                " Left out where the request says so."
            ),
        ]
    ]
    knowledge: Annotated[Json, Meta(description="The caller's deductions; null if the game has none.")]
    standing: Standing
    moment: Moment
    live: Annotated[int, Meta(description="The last entry that was not taken back.")]
    at: Annotated[int, Meta(description="The entry after which the table is shown.")]
    board: NotRequired[Board | None]
    words: NotRequired[TableWords]
    now: NotRequired[OffersNow]


class OpenedSession(TypedDict):
    """A new session with everybody's tokens, which are told once."""

    tokens: TokensByHolder
    session: SessionHead


class TokensSchema(TypedDict):
    """New tokens."""

    tokens: TokensByHolder


class Kept(TypedDict):
    """Whether a sandbox session is kept, and when it expires."""

    kept: bool
    expires_at: str | None


class PersonInLog(TypedDict):
    """What entry 1 says of who sits there."""

    player: str | None
    name: str | None


class PersonAtSeat(TypedDict):
    """Who sits at a seat."""

    seat: str
    player: str | None
    name: str | None
    in_log: PersonInLog


class PeopleOfSession(TypedDict):
    """Who sits where; `changes` counts how often that has changed."""

    items: list[PersonAtSeat]
    changes: int


class Person(TypedDict):
    """Somebody whom the asker's sessions know."""

    player: str | None
    name: str


class KnownPeople(TypedDict):
    """Everybody whom the asker's sessions know."""

    items: list[Person]


class LiveSeat(TypedDict):
    """A seat of a live table."""

    seat: str
    played_by: Literal["bot", "person"]


class LiveTable(TypedDict):
    """A table of bots."""

    game: str
    session: str
    seats: list[LiveSeat]


# Answers that are made from whole logs.


class AuditReport(TypedDict):
    """What an audit found. derived: entries whose facts were derived anew; drawn: outcomes drawn anew."""

    session: str
    game: str
    rules_version: int
    entries: int
    derived: int
    drawn: int
    findings: list[Finding]
    secret: str | None
    not_redrawn: Annotated[list[int], Meta(description="Entries whose draws could not be checked.")]
    passed: bool
    first_divergence: Finding | None


class HeadSchema(TypedDict):
    """The last entry of a file."""

    number: int
    digest: Digest


class FiledSet(TypedDict):
    """The component set in a file."""

    hash: str
    document: dict[str, Json]


class FiledEntry(TypedDict):
    """An entry as it is stored."""

    topic: str
    digest: Digest
    body: dict[str, Json]


class PortableFile(TypedDict):
    """A session as a file: docs/file-format.md."""

    format: Literal["tablelog"]
    version: int
    session: str
    game: str
    rules_version: int
    component_set: FiledSet
    head: HeadSchema
    entries: list[FiledEntry]


class SeenBySchema(TypedDict):
    """Whose file it is: a seat's, of owner and scribe (`sees_all`); of a game that is open now (`opened`)."""

    seat: str | None
    sees_all: bool
    opened: bool


class ProvenEntry(TypedDict):
    """An entry: its body, or a tree of hashes and members; else what is shown of it, unproved."""

    number: int
    digest: Digest
    body: NotRequired[dict[str, Json]]
    tree: NotRequired[Json]
    unproved: NotRequired[dict[str, Json]]


class ProofFile(TypedDict):
    """A finished session as a file to check: docs/file-format.md."""

    format: Literal["tablelog-proof"]
    version: int
    session: str
    game: str
    seen_by: SeenBySchema
    component_set: FiledSet
    head: HeadSchema
    entries: list[ProvenEntry]


class ImportedSession(TypedDict):
    """What became of a session of an import."""

    session: str | None
    status: Literal["imported", "continued", "already_there", "refused"]
    version: NotRequired[int]
    written: NotRequired[int]
    tokens: NotRequired[TokensByHolder]
    detail: NotRequired[str]


class Imported(TypedDict):
    """What became of each session of an import."""

    items: list[ImportedSession]


# Webhooks as they are answered.


class WebhookStateSchema(TypedDict):
    """A webhook, and how far its receiver was told.

    tried_at, answer, failure: of the last attempt, when, the HTTP status, and why it was in vain.
    """

    id: str
    url: str
    description: str | None
    created_at: str
    delivered: Annotated[int, Meta(description="The number of the last entry that it took.")]
    attempts: Annotated[int, Meta(description="How often what waits was tried; 0 where nothing waits.")]
    next_at: Annotated[str | None, Meta(description="When it is tried again.")]
    tried_at: str | None
    answer: int | None
    failure: str | None
    disabled_at: str | None
    disabled: Annotated[str | None, Meta(description="Why nothing is sent any more.")]


class AddedWebhook(WebhookStateSchema):
    """A new webhook with the secret that it is signed with, told this once."""

    secret: str


class WebhooksSchema(TypedDict):
    """The webhooks of a session."""

    items: list[WebhookStateSchema]
