"""Answers about what a group has: editions, their drafts, parts and versions; clubs, keys and events."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from domain.kernel.messages import Json
from service.schemas.answers.games import Entry, Warned
from service.schemas.answers.sessions import TokensByHolder


class EditionMade(TypedDict):
    """A new edition."""

    edition: str
    tokens: TokensByHolder


class EditionRemoved(TypedDict):
    """The edition that was removed."""

    edition: str


class Progress(TypedDict):
    """How many parts there are, and how many are confirmed to be as in the box."""

    parts: int
    confirmed: int


class VersionShown(TypedDict):
    """A version of an edition: its number, and the hash of its component set."""

    number: int
    hash: str
    note: str
    made: str


class PartShown(TypedDict):
    """A part of the draft. content: the hash of what it holds, which a tick names."""

    part: str
    confirmed: bool
    content: str
    faults: int


class EditionShown(TypedDict):
    """An edition, and how far its draft has come. `head`: the hash of the newest version."""

    edition: str
    game: str
    name: str
    origin: str
    head: str | None
    listed: bool
    made: str
    changed: str
    holder: Annotated[Literal["keeper", "editor", "reader"], Meta(description="Whose token you sent.")]
    revision: int
    progress: Progress
    faults: int
    learnt: Annotated[int, Meta(description="How many parts that tables learnt wait for a decision.")]
    versions: list[VersionShown]
    parts: NotRequired[list[PartShown]]


class DraftFault(Warned):
    """A fault of a draft. at: its place as an address."""

    at: str


class DraftMoved(TypedDict):
    """A draft after a change: what is wrong in it, what only differs from the rulebook, what is unconfirmed.

    drawing_faults: what is wrong with the map layout, once the document has no faults. contents: the hash of
    each part, or of those that the request changed; a tick names it.
    """

    revision: int
    faults: list[DraftFault]
    warnings: list[DraftFault]
    drawing_faults: list[DraftFault]
    unconfirmed: Annotated[list[str], Meta(description="The addresses of parts that nobody has confirmed.")]
    contents: dict[str, str]


class DraftChanged(DraftMoved):
    """A draft after a change, with what the service changed besides.

    maps: those that changed, by their addresses; null: it is gone. followed: what the service changed in the
    document besides the changes of the request; after an undo, all that it changed.
    """

    maps: dict[str, Json]
    followed: list[dict[str, Json]]


class DraftShown(DraftMoved):
    """A draft: the document, its map layout, and its maps as a page draws them.

    drawing: if the draft has no map layout of its own, the one that it begins with.
    """

    document: dict[str, Json]
    drawing: dict[str, Json] | None
    maps: dict[str, Json]


class CellNotRead(TypedDict):
    """A cell that was not understood. row: the line of the file, from 1. column: its title."""

    row: int
    column: str
    text: str
    reason: str


class TableRead(TypedDict):
    """The effect of a CSV file on a table. changes: how many. missing: rows that the file does not have.

    columns: titles that were not understood. draft: the draft after it, or as it is if `dry_run` is true.
    """

    dry_run: bool
    changes: int
    added: list[str]
    changed: list[str]
    missing: list[str]
    columns: list[str]
    cells: list[CellNotRead]
    draft: DraftMoved


class TickShown(TypedDict):
    """A part that was ticked or unticked. content: null if there is no such part in the draft."""

    part: str
    content: str | None
    confirmed: bool
    progress: Progress


class PlaceDifference(TypedDict):
    """A place that differs. Without `before` or `after` the place does not exist there."""

    address: str
    before: NotRequired[Json]
    after: NotRequired[Json]


class PartDiffers(TypedDict):
    """A part that differs between two documents, and where."""

    part: str
    kind: Literal["added", "removed", "changed", "reordered"]
    members: list[PlaceDifference]


class DifferencesShown(TypedDict):
    """The differences between two documents of an edition, part by part."""

    a: str
    b: str
    parts: list[PartDiffers]


class PictureShown(TypedDict):
    """The picture of a part. picture: the SHA-256 of its bytes; width, height: in pixels."""

    part: str
    picture: str
    width: int
    height: int
    bytes: int


class PictureRemoved(TypedDict):
    """The part that has no picture any more."""

    part: str


class EditionPictures(TypedDict):
    """The pictures of an edition's draft."""

    items: list[PictureShown]


class RowPicture(PictureShown):
    """The picture of a part of a component set. row: the id of the card or place; null: it has none."""

    row: str | None


class SetPictures(TypedDict):
    """The pictures of a component set."""

    hash: str
    items: list[RowPicture]


class FilePicture(TypedDict):
    """A picture in the file of an edition: its parts, and its bytes in Base64."""

    parts: list[str]
    content: str


class EditionFileShown(TypedDict):
    """An edition as a file."""

    format: str
    version: int
    game: str
    name: str
    origin: str
    document: dict[str, Json]
    drawing: dict[str, Json] | None
    ticks: dict[str, str]
    versions: list[VersionShown]
    pictures: NotRequired[list[FilePicture]]


class LearntPartShown(TypedDict):
    """A part as a table had it. before: what the draft has; omitted if it has no such part.

    content: the hash of `after`. session, entry: where it was recorded; null if your tokens do not show that
    session.
    """

    part: str
    content: str
    before: NotRequired[Json]
    after: Json
    session: str | None
    entry: int | None
    at: str


class LearntShown(TypedDict):
    """What tables learnt and nobody has decided on yet, the newest first. Readers get the number alone."""

    learnt: int
    parts: NotRequired[list[LearntPartShown]]


class LearntDecided(TypedDict):
    """A decision on a part that a table learnt. revision: of the draft after it. learnt: how many wait."""

    part: str
    content: str
    state: Literal["open", "taken", "declined"]
    revision: int
    learnt: int


class EditionOfSession(TypedDict):
    """The box that a session is played with. name: what its set calls itself.

    edition, version: if it was opened with a version of an edition; only who records gets the edition's id.
    amended: the entry that amended the set last; null if none did.
    """

    component_set: str
    name: str | None
    edition: str | None
    version: int | None
    amended: int | None


# Clubs: their keys, their sessions, and what happens in them.

RightShown = Literal["read", "open", "record", "organise", "export", "keep"]


class ClubMade(TypedDict):
    """A new club, and the keys that it begins with."""

    club: str
    tokens: TokensByHolder


class KeyYouSent(TypedDict):
    """The key that you sent. name: of an application's key, or of the person. person: whose own key it is."""

    holder: str
    name: str | None
    rights: list[RightShown]
    person: str | None


class ClubShown(TypedDict):
    """A club and the defaults of its new sessions. sessions: how many belong to it."""

    club: str
    name: str
    timezone: str
    visibility: Literal["club", "link", "public"]
    chance: Literal["declared", "drawn"] | None
    editions: Annotated[dict[str, str], Meta(description="By game, the edition that is played.")]
    made: str
    sessions: int
    you: KeyYouSent


class ClubKeyShown(TypedDict):
    """A key of a club, without its token. revoked: when it was revoked, if it was."""

    holder: str
    name: str | None
    rights: list[RightShown]
    made: str
    revoked: str | None


class ClubKeysShown(TypedDict):
    """The keys of a club."""

    items: list[ClubKeyShown]


class ClubKeyMade(TypedDict):
    """A new key of a club, and its token."""

    key: ClubKeyShown
    token: str


class ClubPersonListed(TypedDict):
    """A person of a club. sessions: in how many of its sessions, without practice games, this person has a
    seat. last: the last day of play of these. merged_into: null in a list."""

    person: str
    name: str
    aliases: list[str]
    sessions: int
    last: str | None
    merged_into: str | None


class NobodyOfClub(TypedDict):
    """Somebody at a seat who is not a person of the club. sessions: in how many of its sessions."""

    player: str | None
    name: str | None
    sessions: int


class ClubPeopleListed(TypedDict):
    """The people of a club, by name. others: those at seats of its sessions who are nobody of the club."""

    items: list[ClubPersonListed]
    others: list[NobodyOfClub]


class SeatOfClubPerson(TypedDict):
    """A seat that the person has or, if `former`, left before the end."""

    session: str
    seat: str
    former: bool


class ClubPersonShown(ClubPersonListed):
    """A person of a club. players: the ids that are this person. merged: the people who were merged into it.
    seats: those of the newest sessions."""

    players: list[str]
    merged: list[str]
    seats: list[SeatOfClubPerson]


class PersonErased(TypedDict):
    """A person who was erased. seats: how many claims went with it. former: how many departures."""

    person: str
    seats: int
    former: int


class ClubSessionShown(TypedDict):
    """Whether the session belongs to the club now."""

    club: str
    session: str
    belongs: bool


class ClubEvent(TypedDict):
    """What happened: `entry`, `session` (it came to the club), `unreadable` (an entry of a damaged log)."""

    event: Literal["entry", "session", "unreadable"]
    session: str
    number: Annotated[int, Meta(description="Of the entry, or of the session in the club.")]
    since: NotRequired[Annotated[str, Meta(description="When the session came to the club.")]]
    entry: NotRequired[Entry]


class ClubEvents(TypedDict):
    """A page of events. next: what to send as `after` next time. more: whether there are more already."""

    items: list[ClubEvent]
    next: str
    more: bool
