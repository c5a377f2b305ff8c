"""The request bodies of API v1 as structs, and the IANA time zones, the same on every machine."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct, field

from domain.kernel.messages import SEAT_PATTERN, Json, Seat
from replays.proving import FIRST_YEAR, LAST_YEAR
from workers.webhooks.receivers import LONGEST_URL, URL_PATTERN

# The names of time zones that are taken: those of the IANA list, the same on every machine.

TIME_ZONES = tuple(sorted(files("tzdata").joinpath("zones").read_text("ascii").split()))
"""A machine's own list may name zones that no other machine has, such as `localtime`."""


# The bodies of requests of API v1 as structs. `fields` and `json_schema` make schemas of them.

Text = Annotated[str, Meta(min_length=1, max_length=2_000)]
Id = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_.:-]{1,64}$",
        description="Made by the client, such as a UUID: a repeated request is answered, not done again.",
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
        description="A random UUID: who repeats this request is given its secrets again.",
    ),
]
_INSTANT = rf"^{_DAY}T{_HOUR_AND_MINUTE}:[0-5][0-9](\.[0-9]{{1,6}})?(Z|[+-]{_HOUR_AND_MINUTE})$"
Instant = Annotated[
    str,
    Meta(
        pattern=_INSTANT,
        description=f"RFC 3339, of the years {FIRST_YEAR} to {LAST_YEAR}.",
    ),
]
EntryNumber = Annotated[int, Meta(ge=1)]
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
        description="A name. Stored outside the log, in Unicode form NFC, without surrounding spaces.",
    ),
]
MOST_SEATS = 16
MOST_TAGS = 20


class RequestEnvelope(Struct, frozen=True, kw_only=True):
    """What every entry may be sent with. `moved_at`: when it happened at the table."""

    action_id: Id | None = None
    moved_at: Instant | None = None


class ActionEnvelope(RequestEnvelope, frozen=True, kw_only=True):
    """The members that a request adds to an action's own.

    `chance`: what becomes of outcomes that are not declared, instead of what the session says.
    `against_rules`: record it although the rules refuse it; then `reason` says why. If an action has a
    member of one of these names itself, the one here is called `record_…`.
    """

    chance: Literal["declared", "drawn"] | None = None
    against_rules: bool = False
    reason: Text | None = None


Visibility = Literal["private", "link", "public"]
Tags = Annotated[tuple[Tag, ...], Meta(max_length=MOST_TAGS)]
Players = Annotated[dict[Seat, PlayerId], Meta(max_length=MOST_SEATS)]
Labels = Annotated[dict[Seat, Name], Meta(max_length=MOST_SEATS)]


class OpeningMembers(Struct, frozen=True, kw_only=True):
    """The members that open a session, apart from the game's own seats and options.

    `may_declare`, of a drawn session: an action may declare an outcome all the same. `players` (opaque ids)
    and `labels` (names) say who sits where: they are stored outside the log, changed and erased at any time.
    """

    component_set: Annotated[str, Meta(min_length=1, max_length=128, description="A hash, or `demo`.")]
    chance: Literal["declared", "drawn"] = "declared"
    may_declare: bool = False
    timezone: TimeZone = "UTC"
    visibility: Visibility = "private"
    sandbox: bool = False
    tags: Tags = ()
    players: Players = {}
    labels: Labels = {}
    action_id: UnguessableId | None = None
    moved_at: Instant | None = None


class ComponentSetUpload(Struct, frozen=True, kw_only=True):
    """A component set of a game."""

    game: Annotated[str, Meta(min_length=1, max_length=64)]
    document: dict[str, Json]


class Drawing(Struct, frozen=True, kw_only=True):
    """Where the places of a component set lie on a page."""

    drawing: dict[str, Json]


class CorrectionMembers(RequestEnvelope, frozen=True, kw_only=True):
    """Facts in the game's own words, and why; `about`: the entry that they correct.

    `accept_stuck`: record them even if play cannot continue from the resulting table.
    """

    reason: Text
    about: EntryNumber | None = None
    accept_stuck: bool = False


class Retraction(RequestEnvelope, frozen=True, kw_only=True):
    """Go back to where the session stood after entry `to`.

    `reason` may be left out where only one's own entries go, and nothing that somebody had seen.
    """

    to: EntryNumber
    reason: Text | None = None


class Claiming(Struct, frozen=True, kw_only=True):
    """Who sits at a seat: a player's opaque id, a name, or both; with neither, nobody is named any more."""

    player: PlayerId | None = None
    name: Name | None = None


class Note(RequestEnvelope, frozen=True, kw_only=True):
    """A text for everybody, or for these seats. It stays for ever: names of people do not belong here."""

    text: Text
    about: EntryNumber | None = None
    visible_to: Annotated[tuple[Seat, ...], Meta(max_length=MOST_SEATS)] | None = None


class Closing(RequestEnvelope, frozen=True, kw_only=True):
    """The end of a session; without `outcome` it is what the table says.

    `reveal`: reveal the secret of the draws also where the close does not by itself. For the owner alone.
    """

    outcome: Literal["finished", "abandoned"] | None = None
    reveal: bool = False


class Forking(Struct, frozen=True, kw_only=True):
    """A new session that starts as a copy of this one up to entry `at`, else its last.

    It is nobody's play unless the other members say so: none of them is taken over from the session.
    """

    at: EntryNumber | None = None
    visibility: Visibility = "private"
    sandbox: bool = True
    tags: Tags = ()
    players: Players = {}
    labels: Labels = {}
    action_id: UnguessableId | None = None


class BotsTurn(Struct, frozen=True, kw_only=True):
    """Which seats bots play."""

    seats: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=MOST_SEATS)]


class Webhook(Struct, frozen=True, kw_only=True):
    """Where to tell of a session's entries. `description`: for who reads the list of webhooks."""

    url: Annotated[
        str,
        Meta(
            pattern=URL_PATTERN,
            max_length=LONGEST_URL,
            description="https, a public address, neither name nor password in it.",
        ),
    ]
    description: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    action_id: UnguessableId | None = None


class Redelivery(Struct, frozen=True, kw_only=True):
    """What to send again: everything from entry `from` on, else what waits, at once."""

    from_: EntryNumber | None = field(default=None, name="from")
    action_id: Id | None = None


_SEAT = SEAT_PATTERN.strip("^$")
_HOLDER = rf"^(owner|scribe|spectator|seat:{_SEAT}|recorder(:{_SEAT})?)$"
Holder = Annotated[str, Meta(pattern=_HOLDER)]


class Revoking(Struct, frozen=True, kw_only=True):
    """Whose tokens become void and are made anew; nobody named means everybody's.

    `recorder` and `recorder:SEAT` get one only when they are named.
    """

    holders: Annotated[tuple[Holder, ...], Meta(max_length=2 * MOST_SEATS + 4)] | None = None


SENTENCES = {
    _INSTANT: f"Must be a time such as 2026-11-20T20:15:00+01:00, from {FIRST_YEAR} to {LAST_YEAR}.",
    _NAME: "Must not be blank, and must not contain line breaks or control characters.",
    _HOLDER: "Must be owner, scribe, spectator, recorder, recorder:NAME or seat:NAME.",
    URL_PATTERN: "Must be an http or https URL without spaces.",
}
"""The requirements of patterns that `fields.requirement_of` cannot put into words."""
