"""Entries of the log as they are answered."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from domain.kernel.messages import Json
from domain.kernel.offers import Domain
from domain.kernel.words import EntryWords, ParameterWords
from service.schemas.answers.sessions import Digest, ForkedFrom, Options, SeatObject


class By(TypedDict):
    """Who recorded an entry."""

    role: str
    seat: NotRequired[str]


class ImportedBy(TypedDict):
    """by: the owner, somebody who may open sessions, or the command on the machine of the service."""

    by: Literal["owner", "opener", "command"]
    at: str


class Entry(TypedDict):
    """An entry as the asker may see it: its members depend on its `kind`.

    opened: game … forked_from. recorded: action … reason. corrected: facts, reason, about. retracted: to,
    reason, exposed, redo. noted: text, about, refusal, visible_to. closed: outcome, secret, on_request. What
    cannot be read is `unreadable`, with a reason.
    """

    number: int
    kind: Annotated[
        str, Meta(description="`opened`, `recorded`, `corrected`, `retracted`, `noted` or `closed`.")
    ]
    digest: NotRequired[Digest]
    at: NotRequired[Annotated[str, Meta(description="When it was recorded.")]]
    moved_at: NotRequired[Annotated[str | None, Meta(description="When it happened at the table.")]]
    by: NotRequired[By]
    action_id: NotRequired[str | None]
    live: NotRequired[Annotated[bool, Meta(description="False for what was taken back.")]]
    imported: NotRequired[
        Annotated[
            ImportedBy, Meta(description="Of an entry that came from a file: who imported it, and when.")
        ]
    ]
    words: NotRequired[EntryWords]
    game: NotRequired[str]
    rules_version: NotRequired[int]
    component_set: NotRequired[str]
    seats: NotRequired[list[SeatObject]]
    options: NotRequired[Options]
    may_declare: NotRequired[bool]
    commitment: NotRequired[str]
    timezone: NotRequired[str]
    sandbox: NotRequired[bool]
    tags: NotRequired[list[str]]
    forked_from: NotRequired[ForkedFrom | None]
    chance: NotRequired[
        Annotated[
            Literal["declared", "drawn"] | list[Literal["declared", "drawn"]],
            Meta(description="Of an opening, the session's; else where the entry's outcomes came from."),
        ]
    ]
    action: NotRequired[
        Annotated[
            dict[str, Json] | None,
            Meta(description="`type` and its members, without what is hidden; null where all of it is."),
        ]
    ]
    facts: NotRequired[
        Annotated[
            list[dict[str, Json]] | None,
            Meta(description="What became true: `fact` and its members, without what is hidden."),
        ]
    ]
    by_hand: NotRequired[bool]
    broken: NotRequired[Annotated[list[str], Meta(description="Rules that it was recorded against.")]]
    reason: NotRequired[str | None]
    to: NotRequired[Annotated[int, Meta(description="The entry that was gone back to.")]]
    exposed: NotRequired[bool]
    redo: NotRequired[bool]
    text: NotRequired[str | None]
    about: NotRequired[Annotated[int | None, Meta(description="The entry that was noted on, or corrected.")]]
    refusal: NotRequired[str | None]
    visible_to: NotRequired[list[str] | None]
    outcome: NotRequired[Literal["finished", "abandoned"]]
    secret: NotRequired[Annotated[str | None, Meta(description="What draws came from, once it is revealed.")]]
    on_request: NotRequired[bool]
    unreadable: NotRequired[bool]


class Entries(TypedDict):
    """A page of the log, and the cursor of the next one."""

    items: list[Entry]
    next: str | None
    version: int


class RecordedEntries(TypedDict):
    """What was recorded: an `entry`, or `entries` for a list."""

    version: int
    entry: NotRequired[Entry]
    entries: NotRequired[list[Entry]]


class AskedOutcome(TypedDict):
    """An outcome that the table must roll or draw: where it goes in the action, and what it may be."""

    path: str
    domain: Domain
    words: NotRequired[ParameterWords]


class BotsDeed(TypedDict):
    """What a bot recorded; null where nothing was to be done for its seats."""

    version: int
    entry: Entry | None


class ObstacleSchema(TypedDict):
    """One thing that stops play on a table that a correction made."""

    kind: Annotated[
        Literal["nobody", "refused", "fails"],
        Meta(description="Nobody may act; a rule refuses what is offered; the rules fail on it."),
    ]
    message: str
    ahead: NotRequired[Annotated[int, Meta(description="Actions of random play that lead there.")]]
    seat: NotRequired[str]
    action: NotRequired[str]
    rule: NotRequired[str]


class DryCorrection(RecordedEntries):
    """What would be recorded, and what the table would be like then."""

    dry_run: bool
    stuck: Annotated[
        list[ObstacleSchema], Meta(description="What would stop play. Empty: nothing was found.")
    ]
    breaks: Annotated[list[str], Meta(description="Invariants of the game that it would break.")]


class Dry(RecordedEntries):
    """What would be recorded, or the outcomes that are still to be declared.

    `untold`: whether it would be recorded tells something hidden, so only recording it does.
    """

    dry_run: bool
    untold: NotRequired[bool]
    outcomes: NotRequired[list[AskedOutcome]]
