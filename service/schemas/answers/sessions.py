"""Answers about sessions, whole logs and webhooks."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from domain.kernel import Standing
from domain.kernel.messages import Json
from domain.kernel.offers import Offer
from domain.kernel.ui.board import Board, Change
from domain.kernel.ui.mending import MendingMat
from domain.kernel.ui.words import OfferWords, Says, SeatName
from replays.findings import Finding

# Sessions as they are answered: what they are, their table, who sits there, what may be done.

Status = Annotated[
    Literal["open", "finished", "closed"],
    Meta(description="finished: played to the end, closed or not; closed: ended before that."),
]
SeatObject = Annotated[
    dict[str, Json], Meta(description="`seat` is the seat's id; the game defines the other members.")
]
Options = Annotated[dict[str, Json], Meta(description="The options that the game defines.")]
Digest = Annotated[str, Meta(description="SHA-256 of the entry and the digest before it.")]
TokensByHolder = Annotated[
    dict[str, str],
    Meta(
        description="By holder: `owner`, `scribe`, `spectator`, `guest`, `seat:ID`, `recorder`, "
        "`recorder:ID`; of an edition `keeper`, `editor`, `reader`"
    ),
]


class InLog(TypedDict):
    """The people named in entry 1, in old sessions whose opening still named them."""

    players: dict[str, str]
    labels: dict[str, str]


class SaidPlayed(TypedDict):
    """When the game was played, by day and clock of the table. Without a day, the times of the log count."""

    played_on: str | None
    start: str | None
    end: str | None


class ForkedFrom(TypedDict):
    """The session and the entry that a fork begins with."""

    session: str
    number: int
    digest: Digest


class You(TypedDict):
    """The holder of the token in the request."""

    role: Literal["owner", "scribe", "seat", "recorder", "spectator", "guest", "stranger"]
    seat: str | None
    sees_all: Annotated[bool, Meta(description="Whether you can currently see everything.")]


class VoidedBy(TypedDict):
    """Why a session does not count, by which entry, and the session that was recorded instead of it."""

    entry: int
    reason: str
    replaced_by: Annotated[str | None, Meta(description="The id of that session, if the owner named one.")]


class SessionHead(TypedDict):
    """A session without its table."""

    id: str
    game: str
    rules_version: int
    component_set: Annotated[str, Meta(description="The hash of its component set.")]
    invented: Annotated[
        list[str], Meta(description="Parts of the set that are placeholders, not the published parts.")
    ]
    seats: list[SeatObject]
    options: Options
    chance: Literal["declared", "drawn"]
    may_declare: bool
    forced_steps: bool
    seats_may_override: bool
    commitment: Annotated[str, Meta(description="SHA-256 of the secret behind the draws.")]
    timezone: str
    visibility: Literal["private", "link", "public"]
    sandbox: bool
    kept: Annotated[bool, Meta(description="Whether a sandbox session is kept permanently.")]
    expires_at: str | None
    tags: list[str]
    labels: Annotated[dict[str, str], Meta(description="Names by seat; empty if you may not see them.")]
    players: Annotated[dict[str, str], Meta(description="Opaque ids by seat.")]
    in_log: InLog
    forked_from: ForkedFrom | None
    opened_at: str
    played: Annotated[
        SaidPlayed | None, Meta(description="When the game was played, as its owner says; else null.")
    ]
    version: Annotated[int, Meta(description="The number of the last entry.")]
    digest: Digest
    status: Status
    closed: Literal["finished", "abandoned"] | None
    void: Annotated[VoidedBy | None, Meta(description="If the session does not count: why. Otherwise null.")]
    flagged: Annotated[int, Meta(description="The number of entries against the rules and corrections.")]
    unreadable: Annotated[int | None, Meta(description="The entry after which the table is unknown.")]
    you: You


class TableWords(TypedDict):
    """What each seat is asked to do now (`table`: everybody), and the names of the seats."""

    asks: dict[str, list[str]]
    seats: dict[str, SeatName]


class TakingBack(TypedDict):
    """A retraction: the entry that it goes back to, and what it takes back or, as a `redo`, restores.

    others: somebody else recorded or took back some of them. exposed: somebody has already seen some of them.
    needs_reason: the request needs a reason. moves, count: how many moves and how many entries; `says`
    describes the newest move, `entries` lists the last 20 entries. An offered undo always takes whole moves.
    """

    to: int
    redo: bool
    others: bool
    exposed: bool
    needs_reason: bool
    splits: Annotated[
        int | None,
        Meta(description="If `to` is within a move: the move's first entry, which stays. Otherwise null."),
    ]
    moves: int
    count: int
    says: Says
    entries: list[EntryNamed]


class EntryNamed(TypedDict):
    """An entry's number, the first entry of its move, and its description."""

    number: int
    move: int
    says: Says


class DryRetraction(TypedDict):
    """The entries that a retraction would take back or restore; nothing was recorded."""

    version: int
    dry_run: bool
    takes: TakingBack


class DryAmendment(TypedDict):
    """The component set that the session would be read with; nothing was recorded."""

    version: int
    dry_run: bool
    component_set: str


class OffersNow(TypedDict):
    """The current offers. `words` is by offer index; `undo` and `redo` need `with=words`."""

    offers: list[Offer]
    words: NotRequired[dict[str, OfferWords]]
    undo: NotRequired[TakingBack | None]
    redo: NotRequired[TakingBack | None]


class TableAfter(TypedDict):
    """The table after a list of actions that was only tried, as it would be shown once recorded."""

    moment: MomentShown
    board: NotRequired[Board | None]
    words: NotRequired[TableWords]
    now: NotRequired[OffersNow]


class TableMended(TableAfter):
    """The table after a correction that was only tried, and what can be put right there besides the board."""

    mat: NotRequired[MendingMat]


class WordsAsked(TypedDict):
    """The words of an action, exact for the parameters that are chosen already; null if there are none."""

    version: int
    words: OfferWords | None


class Outlook(TypedDict):
    """The changes that an action would make to the numbers of its seat."""

    changes: list[Change]
    same_as: Annotated[
        int | None,
        Meta(description="An earlier action of the request after which the table is the same, by its index."),
    ]


class Outlooks(TypedDict):
    """An outlook for each action, or null: it draws, touches something hidden, or is not possible."""

    version: int
    outlooks: list[Outlook | None]


class FarStep(TypedDict):
    """One action of several that lead to a place: where it goes, in words."""

    action: Annotated[dict[str, Json], Meta(description="As it is sent to `POST …/actions`.")]
    label: str


class FarPlace(TypedDict):
    """A place of the board that several actions lead to."""

    place: Annotated[str, Meta(description="The place on the board, by its id.")]
    label: str
    hint: str
    steps: list[FarStep]


class FarPlaces(TypedDict):
    """The places that can be reached by several actions of one type, the nearest first."""

    version: int
    far_places: list[FarPlace]


class Offered(OffersNow):
    """The offers at this version."""

    version: int


class SeatWaited(TypedDict):
    """A seat that the table waits for."""

    seat: str
    since: Annotated[str, Meta(description="When the entry was recorded with which the wait began.")]
    asks: Annotated[str, Meta(description="The seat's task, in a few words.")]


class MomentShown(TypedDict):
    """When in the game the table stands: turn and round count from 1 (0 = setup)."""

    turn: int
    round: int
    phase: str
    active: list[str]
    waits: Annotated[
        list[SeatWaited],
        Meta(description="Whom the table waits for now. The same for everybody; empty for earlier entries."),
    ]


class SessionShown(SessionHead):
    """A session and its table as you may see them."""

    view: NotRequired[
        Annotated[
            dict[str, Json],
            Meta(
                description="The game's view of the table; its page in docs/games describes the members."
                " Omitted if the request says so."
            ),
        ]
    ]
    knowledge: Annotated[Json, Meta(description="The caller's deductions; null if the game has none.")]
    standing: Standing
    moment: MomentShown
    live: Annotated[int, Meta(description="The last entry that was not taken back.")]
    at: Annotated[int, Meta(description="The entry after which the table is shown.")]
    board: NotRequired[Board | None]
    words: NotRequired[TableWords]
    now: NotRequired[OffersNow]


class OpenedSession(TypedDict):
    """A new session with all its tokens, which are shown only once."""

    tokens: TokensByHolder
    session: SessionHead


class TokensSchema(TypedDict):
    """New tokens."""

    tokens: TokensByHolder


class Kept(TypedDict):
    """Whether a sandbox session is kept, and when it expires."""

    kept: bool
    expires_at: str | None


class SessionListing(TypedDict):
    """The visibility of a session, and its tags."""

    visibility: Literal["private", "link", "public"]
    tags: list[str]


class Nudged(TypedDict):
    """The seats that were nudged."""

    nudged: list[str]


class PersonInLog(TypedDict):
    """The person whom entry 1 names at this seat."""

    player: str | None
    name: str | None


class PersonWhoLeft(TypedDict):
    """A person who left a seat before the end. number: of the departure. until: the last entry by then."""

    number: int
    player: str | None
    name: str | None
    until: int


class PersonAtSeat(TypedDict):
    """The person at a seat. former: those who left it before the end."""

    seat: str
    player: str | None
    name: str | None
    in_log: PersonInLog
    claimed: Annotated[bool, Meta(description="Whether a phone has claimed the seat; a guest cannot then.")]
    former: list[PersonWhoLeft]


class PeopleOfSession(TypedDict):
    """The people at the seats; `changes` counts how often they have changed."""

    items: list[PersonAtSeat]
    changes: int


class Person(TypedDict):
    """A person in your sessions."""

    player: str | None
    name: str | None


class KnownPeople(TypedDict):
    """All people in your sessions."""

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
    """The result of an audit.

    derived: entries whose facts were derived again. drawn: outcomes that were drawn again.
    """

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
    """A session as a file; see docs/file-format.md."""

    format: Literal["tablelog"]
    version: int
    session: str
    game: str
    rules_version: int
    component_set: FiledSet
    component_sets: NotRequired[
        Annotated[list[FiledSet], Meta(description="Those that `amended` entries name; in version 2.")]
    ]
    head: HeadSchema
    entries: list[FiledEntry]


class SeenBySchema(TypedDict):
    """The viewer of the file: a seat, or owner and scribe (`sees_all`); `opened`: the game is open to all."""

    seat: str | None
    sees_all: bool
    opened: bool


class ProvenEntry(TypedDict):
    """An entry: its content, or a tree of hashes and members, or the visible part without proof."""

    number: int
    digest: Digest
    body: NotRequired[dict[str, Json]]
    tree: NotRequired[Json]
    unproved: NotRequired[dict[str, Json]]


class ProofFile(TypedDict):
    """A finished session as a file that anybody can check; see docs/file-format.md."""

    format: Literal["tablelog-proof"]
    version: int
    session: str
    game: str
    seen_by: SeenBySchema
    component_set: FiledSet
    component_sets: NotRequired[
        Annotated[list[FiledSet], Meta(description="Those that `amended` entries name; in version 2.")]
    ]
    head: HeadSchema
    entries: list[ProvenEntry]


class ImportedSession(TypedDict):
    """The result for one session of an import."""

    session: str | None
    status: Literal["imported", "continued", "already_there", "refused"]
    version: NotRequired[int]
    written: NotRequired[int]
    tokens: NotRequired[TokensByHolder]
    detail: NotRequired[str]


class Imported(TypedDict):
    """The result for each session of an import."""

    items: list[ImportedSession]


# Webhooks as they are answered.


class WebhookStateSchema(TypedDict):
    """A webhook and its delivery status.

    tried_at, answer, failure: the time, HTTP status and error of the last attempt.
    """

    id: str
    url: str
    description: str | None
    created_at: str
    delivered: Annotated[int, Meta(description="The number of the last entry that the receiver accepted.")]
    attempts: Annotated[
        int, Meta(description="Number of attempts for the waiting delivery; 0 if nothing is waiting.")
    ]
    next_at: Annotated[str | None, Meta(description="The time of the next attempt.")]
    tried_at: str | None
    answer: int | None
    failure: str | None
    disabled_at: str | None
    disabled: Annotated[str | None, Meta(description="The reason why deliveries have stopped.")]


class AddedWebhook(WebhookStateSchema):
    """A new webhook with its signing secret, which is shown only once."""

    secret: str


class WebhooksSchema(TypedDict):
    """The webhooks of a session."""

    items: list[WebhookStateSchema]


WebhookNotification = TypedDict(
    "WebhookNotification",
    {
        "type": Annotated[
            Literal["session.entries", "session.finished", "session.closed"],
            Meta(description="Whether the entries ended the session."),
        ],
        "session": str,
        "from": Annotated[int, Meta(description="The number of the first new entry.")],
        "to": Annotated[int, Meta(description="The number of the last new entry.")],
        "digest": Digest,
        "at": Annotated[str, Meta(description="When the last entry was recorded.")],
        "finished": bool,
        "url": Annotated[str, Meta(description="The address of the entries on your service.")],
    },
)
"""The body of a notification, which contains nothing from the entries."""
