"""Answers about games, rulebooks, component sets and entries, and problems."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from domain.kernel.messages import Json
from domain.kernel.offers import Domain, Offer
from domain.kernel.opening_form import Question
from domain.kernel.ui.words import EntryWords, ParameterWords
from service.schemas.answers.sessions import Digest, ForkedFrom, ImportedSession, Options, SeatObject

# Games, rulebooks and component sets as they are answered.


class GameLink(TypedDict):
    """A game, and where more is told of it."""

    game: str
    title: str
    self: str
    document: Annotated[str, Meta(description="The OpenAPI document with this game's actions alone.")]


class Root(TypedDict):
    """Where everything begins."""

    name: str
    version: str
    links: Annotated[dict[str, str], Meta(description="Addresses; those with braces are URI templates.")]
    games: list[GameLink]


class GameSummary(TypedDict):
    """A game in a list."""

    game: str
    title: str
    rules_version: int
    seat_counts: list[int]
    actions: Annotated[list[str], Meta(description="The `type` of every action.")]


class Games(TypedDict):
    """The games."""

    items: list[GameSummary]


class NamedSet(TypedDict):
    """A component set in the list of its game; one that was uploaded has no name."""

    name: str | None
    hash: str
    invented: list[str]
    edition: NotRequired[Json]


class SeriesDeclared(TypedDict):
    """A series of a game."""

    key: str
    title: str
    meaning: str
    unit: str


class SchemaOf(TypedDict):
    """A JSON Schema, and the components that it names."""

    schema: dict[str, Json]
    components: dict[str, dict[str, Json]]


class SchemasOf(TypedDict):
    """What is sent and told of a game."""

    action: SchemaOf
    opening: SchemaOf
    fact: SchemaOf


class GameShown(GameSummary):
    """What a client must know to record a game."""

    schemas: SchemasOf
    series: list[SeriesDeclared]
    measures: list[Json]
    rules_not_built: Annotated[dict[str, str], Meta(description="By the rule's id, why.")]
    component_sets: list[NamedSet]


class RuleShown(TypedDict):
    """A rule as the rulebook has it: a sentence with Markdown's code spans, and what belongs to it."""

    id: str
    chapter: str
    sentence: str
    place: Annotated[str, Meta(description="What enforces it; of a ruling, the rules that it settles.")]
    names: Annotated[list[str], Meta(description="The rules that its row of the rulebook names.")]
    named_by: Annotated[list[str], Meta(description="The rules and rulings whose rows name it.")]
    remarks: Annotated[list[str], Meta(description="Remarks of the rulebook outside its tables.")]


class Rules(TypedDict):
    """A rulebook."""

    items: list[RuleShown]


class SeatAsked(TypedDict):
    """What a seat is asked when a session opens."""

    seat: str
    label: str
    parameters: dict[str, Question]


class OpeningFormShown(TypedDict):
    """What may be chosen when a session opens."""

    game: str
    title: str
    component_set: str
    component_sets: list[NamedSet]
    counts: list[int]
    count: int
    seats: list[SeatAsked]
    called_by: str | None
    options: dict[str, Question]
    chance: Question
    may_declare: Question
    visibility: Question
    sandbox: Question
    sample: Annotated[dict[str, Json], Meta(description="A body that opens a session as it stands.")]
    needs_opening_token: bool


class ComponentSetShown(TypedDict):
    """A component set."""

    hash: str
    game: str
    document: dict[str, Json]
    invented: list[str]
    warnings: list[str]


class ComponentSetNames(TypedDict):
    """What the things of a component set are called, by their ids."""

    hash: str
    names: dict[str, Json]


class DrawingShown(TypedDict):
    """Where the places of a component set lie on a page; null where it has no drawing of its own."""

    hash: str
    drawing: dict[str, Json] | None


# Entries of the log as they are answered.


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


# Refusals as they are answered.


class Fault(TypedDict):
    """One thing that is wrong with what was sent."""

    pointer: Annotated[str, Meta(description="A JSON pointer into the body, or a parameter's name.")]
    detail: str
    constraint: NotRequired[Annotated[str, Meta(description="Of a component set: what it has to fulfil.")]]


class NamedComponentSet(TypedDict):
    """A packaged component set, by the game whose name for it was asked for."""

    game: str
    hash: str


class Legal(TypedDict):
    """What the asker may record instead, as the session stands at `version`."""

    version: int
    actions: Annotated[list[str], Meta(description="The types of the actions that are legal now.")]
    offer: NotRequired[
        Annotated[Offer, Meta(description="The refused type with the values that are legal for that seat.")]
    ]
    offers: Annotated[str, Meta(description="The path of all offers.")]


class ProblemSchema(TypedDict):
    """Why nothing was done (RFC 9457), and what helps. Branch on `type`, and on `rule` where one is named."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    help: Annotated[str, Meta(description="Where the type is explained.")]
    rule: NotRequired[Annotated[str, Meta(description="The rulebook's id, where the rules refused it.")]]
    rule_text: NotRequired[Annotated[str, Meta(description="The rulebook's text for that id.")]]
    rule_link: NotRequired[Annotated[str, Meta(description="Where the rule is shown.")]]
    legal: NotRequired[Legal]
    field: NotRequired[Annotated[str, Meta(description="The member at fault, as a path.")]]
    index: NotRequired[Annotated[int, Meta(description="Of a list: the action at fault.")]]
    errors: NotRequired[list[Fault]]
    version: NotRequired[Annotated[int, Meta(description="The version of the session.")]]
    missed: NotRequired[Annotated[list[Entry], Meta(description="The entries that the caller did not know.")]]
    outcomes: NotRequired[
        Annotated[
            list[AskedOutcome],
            Meta(description="The outcomes to roll or draw that the action lacks."),
        ]
    ]
    stuck: NotRequired[
        Annotated[list[ObstacleSchema], Meta(description="What would stop play after a correction.")]
    ]
    items: NotRequired[
        Annotated[list[ImportedSession], Meta(description="What became of each session of an import.")]
    ]
    quota: NotRequired[Annotated[str, Meta(description="The operator's setting that is full.")]]
    most: NotRequired[Annotated[int, Meta(description="How much the quota is.")]]
    used: NotRequired[Annotated[int, Meta(description="How much of it is used.")]]
    sessions: NotRequired[Annotated[list[str], Meta(description="The live tables that are played.")]]
    component_sets: NotRequired[
        Annotated[list[NamedComponentSet], Meta(description="The packaged sets that have this name.")]
    ]
    session: NotRequired[Annotated[str, Meta(description="The session that has expired.")]]
    game: NotRequired[str]
    entries: NotRequired[int]
    digest: NotRequired[str]
    last_entry_at: NotRequired[str]
    expired_at: NotRequired[str]
