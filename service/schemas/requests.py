"""The request bodies of API v1 as structs, and the IANA time zones, the same on every machine."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from domain.kernel.editing.changes import Address, DraftChange
from domain.kernel.editing.maps import LayPlace
from domain.kernel.messages import SEAT_PATTERN, Json, Seat
from domain.kernel.ui.mending import Gesture
from replays.proving import FIRST_YEAR, LAST_YEAR
from workers.webhooks.receivers import LONGEST_URL, URL_PATTERN

# The names of time zones that are taken: those of the IANA list, the same on every machine.

TIME_ZONES = tuple(sorted(files("tzdata").joinpath("zones").read_text("ascii").split()))
"""A machine's own list may name zones that no other machine has, such as `localtime`."""


# The bodies of API v1 requests, as structs; `fields.py` makes marshmallow schemas of them.

Text = Annotated[str, Meta(min_length=1, max_length=2_000)]
Id = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_.:-]{1,64}$",
        description="Chosen by the client, such as a UUID; a request repeated with it is recorded only once.",
    ),
]
_YEAR = r"(19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])"
_LEAP_YEAR = r"(19(7[26]|8[048]|9[26])|[2-9][0-9](0[48]|[2468][048]|[13579][26])|([2468][048]|[3579][26])00)"
_DAY = (
    rf"({_YEAR}-((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)"
    rf"|{_LEAP_YEAR}-02-29)"
)
_HOUR_AND_MINUTE = r"([01][0-9]|2[0-3]):[0-5][0-9]"
UnguessableId = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_.:-]{16,64}$",
        description="A random UUID; if you repeat this request with it, you get its secrets again.",
    ),
]
_INSTANT = rf"^{_DAY}T{_HOUR_AND_MINUTE}:[0-5][0-9](\.[0-9]{{1,6}})?(Z|[+-]{_HOUR_AND_MINUTE})$"
Instant = Annotated[
    str,
    Meta(
        pattern=_INSTANT,
        description=f"An RFC 3339 time in the years {FIRST_YEAR} to {LAST_YEAR}.",
    ),
]
_PLAYED_ON = rf"^{_DAY}$"
PlayedOn = Annotated[
    str,
    Meta(pattern=_PLAYED_ON, description="The day on which the game was played, in the table's time zone."),
]
_CLOCK = rf"^{_HOUR_AND_MINUTE}$"
ClockTime = Annotated[
    str,
    Meta(pattern=_CLOCK, description="A time of that day in the table's time zone, such as 19:30."),
]
EntryNumber = Annotated[int, Meta(ge=1)]
SessionUuid = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
        description="The id of a session.",
    ),
]
if TYPE_CHECKING:
    TimeZone = str
else:
    TimeZone = Literal[TIME_ZONES]
Tag = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_.:-]{0,39}$")]
PlayerId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
_SPACES = r"\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_UNSEEN = r"\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069"
"""Controls, ends of lines, and what turns the direction of writing: with them one name looks like another."""
_NAME = rf"^[{_SPACES}]*[^{_SPACES}{_UNSEEN}][^{_UNSEEN}]*$"
Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=80,
        pattern=_NAME,
        description="A name, stored outside the log in Unicode form NFC without surrounding spaces.",
    ),
]
MOST_SEATS = 16
MOST_NAMES = 40
"""Aliases or ids of a person, in one request."""
MOST_PARTS = 200
"""Parts that one amendment changes."""
MOST_TAGS = 20


class RequestEnvelope(Struct, frozen=True, kw_only=True):
    """Members that any entry may have."""

    action_id: Annotated[
        Id | None,
        Meta(description="Your id for this request; if you repeat it, you get the first answer again."),
    ] = None
    moved_at: Annotated[Instant | None, Meta(description="When it happened at the table; null: now.")] = None


class ActionEnvelope(RequestEnvelope, frozen=True, kw_only=True):
    """Members that any action may have in addition to its own.

    If an action has a member of its own with one of these names, the one here is called `record_…`.
    """

    chance: Annotated[
        Literal["declared", "drawn"] | None,
        Meta(description="How missing outcomes are decided, instead of the session's setting."),
    ] = None
    against_rules: Annotated[
        bool, Meta(description="Record the action although the rules reject it; `reason` must say why.")
    ] = False
    reason: Annotated[
        Text | None, Meta(description="Why the action is recorded against the rules; else null.")
    ] = None


Visibility = Literal["private", "link", "public"]
Tags = Annotated[tuple[Tag, ...], Meta(max_length=MOST_TAGS)]
Players = Annotated[dict[Seat, PlayerId], Meta(max_length=MOST_SEATS)]
Labels = Annotated[dict[Seat, Name], Meta(max_length=MOST_SEATS)]


class OpeningMembers(Struct, frozen=True, kw_only=True):
    """The members of an opening in addition to the game's seats and options.

    `may_declare`: actions may declare outcomes although the session draws them. `forced_steps`: a
    step that is the only way on is recorded together with the move that leads to it (`auto`).
    `seats_may_override`: a seat may record its own action `against_rules`. `players` (opaque ids) and
    `labels` (names) name the people at the seats; they are outside the log and can be erased at any time.
    `played_on`, `start` and `end` are for a game that was played earlier. An `end` that is not later than
    `start` is on the next day.
    """

    component_set: Annotated[str, Meta(min_length=1, max_length=128, description="A hash, or `demo`.")]
    chance: Literal["declared", "drawn"] = "declared"
    may_declare: bool = False
    forced_steps: bool = False
    seats_may_override: bool = True
    timezone: TimeZone = "UTC"
    visibility: Visibility = "private"
    sandbox: bool = False
    tags: Tags = ()
    players: Players = {}
    labels: Labels = {}
    played_on: PlayedOn | None = None
    start: ClockTime | None = None
    end: ClockTime | None = None
    action_id: UnguessableId | None = None
    moved_at: Instant | None = None


class ComponentSetUpload(Struct, frozen=True, kw_only=True):
    """A component set of a game."""

    game: Annotated[str, Meta(min_length=1, max_length=64)]
    document: dict[str, Json]


class Drawing(Struct, frozen=True, kw_only=True):
    """The map layout of a component set."""

    drawing: dict[str, Json]


MOST_GESTURES = 100
"""Of one correction: many more than anybody moves in one go."""


class CorrectionMembers(RequestEnvelope, frozen=True, kw_only=True):
    """Facts of the game, and the reason for them. `about`: the entry that they correct.

    `accept_stuck`: record them even if play cannot continue from the resulting table.
    """

    reason: Text
    about: EntryNumber | None = None
    accept_stuck: bool = False


class GestureCorrection(CorrectionMembers, frozen=True, kw_only=True):
    """Gestures on the board, which the game turns into facts, and the reason for them.

    Each gesture is made on the table that those before it lead to. A dry run may have none.
    """

    gestures: Annotated[tuple[Gesture, ...], Meta(max_length=MOST_GESTURES)]


class Retraction(RequestEnvelope, frozen=True, kw_only=True):
    """Go back to where the session stood after entry `to`.

    You may omit `reason` if you take back only your own entries and nothing that somebody else has seen.
    """

    to: EntryNumber
    reason: Text | None = None


class Claiming(Struct, frozen=True, kw_only=True):
    """The person at a seat: an opaque player id, a name, or both; without either, the seat has no person."""

    player: PlayerId | None = None
    name: Name | None = None


class PeoplePatch(Struct, frozen=True, kw_only=True):
    """The persons that change. `people`: by seat; null: nobody. A member that is left out stays as it is."""

    people: Annotated[dict[Seat, Claiming | None], Meta(min_length=1, max_length=MOST_SEATS)]


class Note(RequestEnvelope, frozen=True, kw_only=True):
    """A text for everybody or for some seats. It is permanent, so do not include people's names."""

    text: Text
    about: EntryNumber | None = None
    visible_to: Annotated[tuple[Seat, ...], Meta(max_length=MOST_SEATS)] | None = None


class Amendment(RequestEnvelope, frozen=True, kw_only=True):
    """Parts of the component set as they are in your box, by address, such as `items/aqua_cannon`.

    `parts`: their whole content, in place of what the set has there. `confirmed`: parts that are as in the
    set. Send at least one of them. `offer`: the id of the edition that the table plays with, to offer these
    parts to it; everybody who can change it sees them.
    """

    parts: Annotated[dict[Address, Json], Meta(max_length=MOST_PARTS)] = {}
    confirmed: Annotated[tuple[Address, ...], Meta(max_length=MOST_PARTS)] = ()
    offer: Annotated[str, Meta(min_length=1, max_length=64)] | None = None


class SettingsPatch(RequestEnvelope, frozen=True, kw_only=True):
    """Settings of the table that change from now on. Send at least one; the others stay as they are."""

    forced_steps: bool | None = None
    seats_may_override: bool | None = None


class SaidTimeOfPlay(RequestEnvelope, frozen=True, kw_only=True):
    """When the game was played, in the table's time zone. An `end` that is not later than `start` is on the
    next day. With `null` as `played_on`, the times of the log count again.
    """

    played_on: PlayedOn | None
    start: ClockTime | None = None
    end: ClockTime | None = None


class Closing(RequestEnvelope, frozen=True, kw_only=True):
    """The end of a session. Without `outcome`, the table decides it.

    `reveal`: reveal the secret behind the draws even if closing does not do so by itself. Owner only.
    """

    outcome: Literal["finished", "abandoned"] | None = None
    reveal: bool = False


class Reopening(RequestEnvelope, frozen=True, kw_only=True):
    """Why a closed session is opened again. Everybody who may see the session reads it."""

    reason: Text


class Voiding(RequestEnvelope, frozen=True, kw_only=True):
    """Why a session does not count. `replaced_by`: the id of the session that was recorded instead of it."""

    reason: Text
    replaced_by: SessionUuid | None = None


class Reinstating(RequestEnvelope, frozen=True, kw_only=True):
    """Why a void session counts again."""

    reason: Text


class ListingPatch(Struct, frozen=True, kw_only=True):
    """How a session is listed and who may see it. Send at least one; the other stays as it is."""

    visibility: Visibility | None = None
    tags: Tags | None = None


class Forking(Struct, frozen=True, kw_only=True):
    """A new session that starts as a copy of this one up to entry `at`, or up to its last entry.

    The other members are not copied from the session, so no people are named unless you name them.
    """

    at: EntryNumber | None = None
    visibility: Visibility = "private"
    sandbox: bool = True
    tags: Tags = ()
    players: Players = {}
    labels: Labels = {}
    action_id: UnguessableId | None = None


class Nudging(Struct, frozen=True, kw_only=True):
    """The seat to nudge; without it, all awaited seats except your own."""

    seat: Seat | None = None


MOST_OUTLOOKS = 12


class AskedWords(Struct, frozen=True, kw_only=True):
    """An action that is chosen bit by bit: its type, its seat, and the parameters that are chosen already.

    `given`: by parameter, the chosen value; null: left out. `steps`: actions that come before it and are not
    recorded yet.
    """

    type: Annotated[str, Meta(min_length=1, max_length=64)]
    seat: Seat | None = None
    given: Annotated[dict[str, Json], Meta(max_length=64)] = {}
    steps: tuple[dict[str, Json], ...] = ()


class AskedOutlooks(Struct, frozen=True, kw_only=True):
    """Actions to compare. `steps`: actions that come before each of them and are not recorded yet."""

    actions: Annotated[tuple[dict[str, Json], ...], Meta(min_length=1, max_length=MOST_OUTLOOKS)]
    steps: tuple[dict[str, Json], ...] = ()


class AskedFarPlaces(Struct, frozen=True, kw_only=True):
    """The type and seat of an action that moves a piece by one step.

    `steps`: actions that come before it and are not recorded yet.
    """

    type: Annotated[str, Meta(min_length=1, max_length=64)]
    seat: Seat
    steps: tuple[dict[str, Json], ...] = ()


class BotsTurn(Struct, frozen=True, kw_only=True):
    """The seats for which a bot may act."""

    seats: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=MOST_SEATS)]


class Webhook(Struct, frozen=True, kw_only=True):
    """A URL that is notified of a session's entries. `description` is for readers of the list."""

    url: Annotated[
        str,
        Meta(
            pattern=URL_PATTERN,
            max_length=LONGEST_URL,
            description="An https URL with a public address, without a user name or password.",
        ),
    ]
    description: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    action_id: UnguessableId | None = None


class Redelivery(Struct, frozen=True, kw_only=True):
    """What to send again: everything from entry `from` on, or (without `from`) the waiting deliveries now."""

    from_: EntryNumber | None = field(default=None, name="from")
    action_id: Id | None = None


# Editions: a group's own box.

DRAFT_CHANGES = 200
"""Of one request."""
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$", description="A SHA-256 in hex.")]
DraftChanges = Annotated[
    tuple[Annotated[DraftChange, Meta(title="DraftChange", description="A change of a draft.")], ...],
    Meta(max_length=DRAFT_CHANGES),
]
LaidPlaces = Annotated[tuple[LayPlace, ...], Meta(max_length=DRAFT_CHANGES)]


class VersionNamed(Struct, frozen=True, kw_only=True):
    """A version of an edition in its file: the component set itself is not in it."""

    number: EntryNumber
    hash: Hash
    note: Annotated[str, Meta(max_length=500)]
    made: str


class PictureInFile(Struct, frozen=True, kw_only=True):
    """A picture in the file of an edition: its parts, and its bytes in Base64."""

    parts: tuple[Annotated[str, Meta(min_length=1, max_length=500)], ...]
    content: str


class EditionFile(Struct, frozen=True, kw_only=True):
    """An edition as a file: its draft, and what is confirmed of it. `versions`: what was published.

    version: 2 if it has `pictures`, else 1.
    """

    format: Literal["tablelog-edition"]
    version: Literal[1, 2]
    game: Annotated[str, Meta(min_length=1, max_length=64)]
    name: Name
    origin: Hash
    document: dict[str, Json]
    drawing: dict[str, Json] | None
    ticks: dict[str, Hash]
    versions: tuple[VersionNamed, ...]
    pictures: tuple[PictureInFile, ...] = ()


class NewEdition(Struct, frozen=True, kw_only=True):
    """A new edition: `game`, the component set that it begins `from` and a `name`, or a `file`.

    `from`: a hash, or the name of a packaged set. `blanks`: the cards of its decks that nobody has confirmed
    are replaced by blanks, which a table enters when they first appear.
    """

    game: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    from_: Annotated[str, Meta(min_length=1, max_length=128)] | None = field(default=None, name="from")
    name: Name | None = None
    blanks: bool = False
    file: EditionFile | None = None
    action_id: UnguessableId | None = None


class EditionPatch(Struct, frozen=True, kw_only=True):
    """What changes of an edition. `listed`: whether everybody finds its newest version."""

    name: Name | None = None
    listed: bool | None = None


ClubVisibility = Literal["club", "link", "public"]
ZoneName = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_+/-]{1,64}$", description="An IANA time zone, as in an opening.")
]
GameKey = Annotated[str, Meta(min_length=1, max_length=64)]
ClubEditions = Annotated[dict[GameKey, GameKey], Meta(max_length=MOST_SEATS)]
ClubRights = Annotated[
    tuple[Literal["read", "open", "record", "organise", "export"], ...], Meta(min_length=1, max_length=5)
]


class NewClub(Struct, frozen=True, kw_only=True):
    """A new club: its name, and the defaults of its new sessions.

    `visibility`: `club` means that only the club sees a session. `editions`: by game, the edition whose
    newest version is played; send its token in `Tablelog-Tokens` unless it is listed.
    """

    name: Name
    timezone: ZoneName = "UTC"
    visibility: ClubVisibility = "club"
    chance: Literal["declared", "drawn"] | None = None
    editions: ClubEditions = {}
    action_id: UnguessableId | None = None


class ClubPatch(Struct, frozen=True, kw_only=True):
    """What changes of a club."""

    name: Name | UnsetType = UNSET
    timezone: ZoneName | UnsetType = UNSET
    visibility: ClubVisibility | UnsetType = UNSET
    chance: Literal["declared", "drawn"] | UnsetType | None = UNSET
    editions: ClubEditions | UnsetType = UNSET


class NewClubKey(Struct, frozen=True, kw_only=True):
    """A key for an application. `rights`: what it may do, and nothing else.

    `read`: see the club and its sessions. `open`: open sessions of the club. `record`: record in its
    sessions, for all seats, seeing what everybody sees. `organise`: take sessions into the club and out of
    it. `export`: fetch everything that the club has.
    """

    name: Name
    rights: ClubRights


class ClubLink(Struct, frozen=True, kw_only=True):
    """The key of a holder. `replace`: make the former key void."""

    holder: Annotated[str, Meta(pattern=r"^(keeper|organiser|member|key-[0-9]{1,3})$")]
    replace: bool = False


Aliases = Annotated[tuple[Name, ...], Meta(max_length=MOST_NAMES)]


class NewPerson(Struct, frozen=True, kw_only=True):
    """A person of the club: a name, other names of the same person, and ids that are this person."""

    name: Name
    aliases: Aliases = ()
    players: Annotated[tuple[PlayerId, ...], Meta(max_length=MOST_NAMES)] = ()


class PersonPatch(Struct, frozen=True, kw_only=True):
    """What changes of a person. The old name becomes an alias, unless you send `aliases` too."""

    name: Name | UnsetType = UNSET
    aliases: Aliases | UnsetType = UNSET


class OtherPerson(Struct, frozen=True, kw_only=True):
    """The other person."""

    other: SessionUuid


class PersonLink(Struct, frozen=True, kw_only=True):
    """The person's own key. `replace`: make the former key void."""

    replace: bool = False


class SeatOfPerson(Struct, frozen=True, kw_only=True):
    """The seat at which the person sat."""

    seat: Seat


class DraftPatch(Struct, frozen=True, kw_only=True):
    """Changes of a draft: those of its document, and those of its map layout (`drawing`).

    lay: places that are moved on their maps, after the other changes.
    """

    changes: DraftChanges = ()
    drawing: DraftChanges = ()
    lay: LaidPlaces = ()
    action_id: Id | None = None


class DraftUndoing(Struct, frozen=True, kw_only=True):
    """Take back the last change of a draft. `of`: the last one that these requests made, by their ids."""

    action_id: Id | None = None
    of: Annotated[tuple[Id, ...], Meta(max_length=200)] | None = None


class Ticking(Struct, frozen=True, kw_only=True):
    """The part is as in the box. `content`: the hash of what was compared."""

    content: Hash


class LearntDecision(Struct, frozen=True, kw_only=True):
    """What becomes of a part that a table learnt. `content`: the hash of what it offers.

    `take`: the draft gets it, and it is confirmed. `decline`: it is not offered again. `reopen`: it is.
    """

    content: Hash
    do: Literal["take", "decline", "reopen"]
    action_id: Id | None = None


class TableText(Struct, frozen=True, kw_only=True):
    """A table as CSV text. You can also send the CSV itself, as `text/csv`."""

    text: str


class PictureNamed(Struct, frozen=True, kw_only=True):
    """A picture that another part of the edition has: its SHA-256. Else send the bytes of a file."""

    picture: Hash


class Publishing(Struct, frozen=True, kw_only=True):
    """A new version of an edition. `note`: what is new in it."""

    note: Annotated[str, Meta(max_length=500)] = ""


class EditionLink(Struct, frozen=True, kw_only=True):
    """The token of a holder. `replace`: make the tokens that this holder had void."""

    holder: Literal["keeper", "editor", "reader"]
    replace: bool = False


_SEAT = SEAT_PATTERN.strip("^$")
_HOLDER = rf"^(owner|scribe|spectator|guest|seat:{_SEAT}|recorder(:{_SEAT})?)$"
Holder = Annotated[str, Meta(pattern=_HOLDER)]


class Revoking(Struct, frozen=True, kw_only=True):
    """The holders whose tokens are revoked and replaced; without `holders`, all of them.

    `guest`, `recorder` and `recorder:SEAT` get a token only if they are named.
    """

    holders: Annotated[tuple[Holder, ...], Meta(max_length=2 * MOST_SEATS + 5)] | None = None


SENTENCES = {
    _INSTANT: f"Must be a time such as 2026-11-20T20:15:00+01:00, from {FIRST_YEAR} to {LAST_YEAR}.",
    _PLAYED_ON: f"Must be a day such as 2026-03-07, from {FIRST_YEAR} to {LAST_YEAR}.",
    _CLOCK: "Must be a time such as 19:30.",
    _NAME: "Must not be blank, and must not contain line breaks or control characters.",
    _HOLDER: "Must be owner, scribe, spectator, guest, recorder, recorder:NAME or seat:NAME.",
    URL_PATTERN: "Must be an http or https URL without spaces.",
}
"""What a text must be, for patterns that `fields.requirement_of` cannot put into words."""
