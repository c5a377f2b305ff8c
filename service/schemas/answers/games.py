"""Answers about games, rulebooks, component sets and entries, and problems."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from domain.kernel.editing import SheetSection
from domain.kernel.messages import Json
from domain.kernel.offers import Domain, Offer
from domain.kernel.opening_form import Question
from domain.kernel.ui.words import EntryWords, ParameterWords
from service.schemas.answers.sessions import (
    Digest,
    ForkedFrom,
    ImportedSession,
    Options,
    SaidPlayed,
    SeatObject,
    TableAfter,
    TableMended,
)

# Games, rulebooks and component sets as they are answered.


class GameLink(TypedDict):
    """A game, with links to more about it."""

    game: str
    title: str
    self: str
    document: Annotated[str, Meta(description="The OpenAPI document with the actions of this game only.")]


class Root(TypedDict):
    """The entry point of the API."""

    name: str
    version: str
    links: Annotated[dict[str, str], Meta(description="Links; those with braces are URI templates.")]
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


class Warned(TypedDict):
    """A part of a component set that differs from the rulebook; the set can be played all the same."""

    constraint: str
    message: str
    pointer: str
    others: Annotated[
        list[str], Meta(description="Further places that belong to it: JSON pointers, in a draft addresses.")
    ]


class AmendedAt(TypedDict):
    """The session, and the entry in it that names the set."""

    session: str
    entry: int


class NamedSet(TypedDict):
    """A component set in a game's list; an uploaded set has no name.

    Where a session opens also edition: what the set calls itself, or its group calls it; null: nothing. The
    newest version of an edition has a version number, the number of its parts, and how many are confirmed.
    amended: of a set that a table made by amending its own; only if you may see that session.
    """

    name: str | None
    hash: str
    invented: list[str]
    edition: NotRequired[str | None]
    version: NotRequired[int]
    parts: NotRequired[int]
    confirmed: NotRequired[int]
    amended: NotRequired[AmendedAt]
    warnings: NotRequired[list[Warned]]


class SeriesDeclared(TypedDict):
    """A series of a game."""

    key: str
    title: str
    meaning: str
    unit: str


class SchemaOf(TypedDict):
    """A JSON Schema and the components that it references."""

    schema: dict[str, Json]
    components: dict[str, dict[str, Json]]


class SchemasOf(TypedDict):
    """The JSON Schemas of a game's requests and answers."""

    action: SchemaOf
    opening: SchemaOf
    fact: SchemaOf


class GameShown(GameSummary):
    """The information that a client needs to record a game."""

    schemas: SchemasOf
    series: list[SeriesDeclared]
    measures: list[Json]
    rules_not_built: Annotated[dict[str, str], Meta(description="The reason for each rule id.")]
    component_sets: list[NamedSet]


class SheetShown(TypedDict):
    """How people edit a component set of the game: sections, tables, forms and choices."""

    game: str
    title: str
    sections: Annotated[
        list[SheetSection],
        Meta(
            description="A member of the document each. A path names members joined by `/`; `*` is any row, "
            "key or kind."
        ),
    ]


class RuleShown(TypedDict):
    """A rule from the rulebook: a sentence with Markdown code spans, and related information."""

    id: str
    chapter: str
    sentence: str
    place: Annotated[
        str, Meta(description="The code that enforces the rule; for a ruling, the rules that it clarifies.")
    ]
    names: Annotated[list[str], Meta(description="The rules that its row in the rulebook mentions.")]
    named_by: Annotated[list[str], Meta(description="The rules and rulings whose rows mention it.")]
    remarks: Annotated[list[str], Meta(description="Remarks in the rulebook outside its tables.")]


class Rules(TypedDict):
    """A rulebook."""

    items: list[RuleShown]


class SeatAsked(TypedDict):
    """The questions for each seat when a session opens."""

    seat: str
    label: str
    parameters: dict[str, Question]


class OpeningFormShown(TypedDict):
    """The choices when a session opens."""

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
    forced_steps: Question
    seats_may_override: Question
    visibility: Question
    sandbox: Question
    sample: Annotated[
        dict[str, Json], Meta(description="A request body that opens a session without changes.")
    ]
    needs_opening_token: bool


class ComponentSetShown(TypedDict):
    """A component set."""

    hash: str
    game: str
    document: dict[str, Json]
    invented: list[str]
    warnings: list[Warned]


class ComponentSetNames(TypedDict):
    """The names of the parts of a component set, by id."""

    hash: str
    names: dict[str, Json]


class DrawingShown(TypedDict):
    """The map layout of a component set; null if it has no drawing of its own."""

    hash: str
    drawing: dict[str, Json] | None


# Entries of the log as they are answered.


class By(TypedDict):
    """The role, and the seat if any, that recorded an entry."""

    role: str
    seat: NotRequired[str]


class ImportedBy(TypedDict):
    """by: the owner, somebody who may open sessions, or the command line on the service's machine."""

    by: Literal["owner", "opener", "command"]
    at: str


class Entry(TypedDict):
    """An entry as you may see it; its members depend on its `kind`.

    opened: game … forked_from. recorded: action … move. corrected: facts, reason, about. retracted: to,
    reason, exposed, redo. noted: text, about, refusal, visible_to, settings. amended: component_set, learnt.
    closed: outcome, secret, on_request. reopened, counts: reason. void: reason, replaced_by. An entry that
    cannot be read is `unreadable`, with a reason.
    """

    number: int
    kind: Annotated[
        str,
        Meta(
            description="`opened`, `recorded`, `corrected`, `retracted`, `noted`, `amended`, `closed`, "
            "`reopened`, `void` or `counts`."
        ),
    ]
    digest: NotRequired[Digest]
    at: NotRequired[Annotated[str, Meta(description="When it was recorded.")]]
    moved_at: NotRequired[Annotated[str | None, Meta(description="When it happened at the table.")]]
    by: NotRequired[By]
    action_id: NotRequired[str | None]
    live: NotRequired[Annotated[bool, Meta(description="False if the entry was taken back.")]]
    imported: NotRequired[
        Annotated[ImportedBy, Meta(description="If the entry came from a file: who imported it, and when.")]
    ]
    words: NotRequired[EntryWords]
    game: NotRequired[str]
    rules_version: NotRequired[int]
    component_set: NotRequired[str]
    learnt: NotRequired[Annotated[list[str], Meta(description="Addresses of parts of the component set.")]]
    seats: NotRequired[list[SeatObject]]
    options: NotRequired[Options]
    may_declare: NotRequired[bool]
    forced_steps: NotRequired[bool]
    seats_may_override: NotRequired[bool]
    commitment: NotRequired[str]
    timezone: NotRequired[str]
    sandbox: NotRequired[bool]
    tags: NotRequired[list[str]]
    forked_from: NotRequired[ForkedFrom | None]
    played: NotRequired[
        Annotated[SaidPlayed | None, Meta(description="When the game was played, as this entry says.")]
    ]
    chance: NotRequired[
        Annotated[
            Literal["declared", "drawn"] | list[Literal["declared", "drawn"]],
            Meta(description="In an opening, the session's setting; otherwise the source of the outcomes."),
        ]
    ]
    action: NotRequired[
        Annotated[
            dict[str, Json] | None,
            Meta(description="`type` and its members, without hidden ones; null if all of it is hidden."),
        ]
    ]
    facts: NotRequired[
        Annotated[
            list[dict[str, Json]] | None,
            Meta(description="The facts of the entry: `fact` and its members, without hidden ones."),
        ]
    ]
    replaced_by: NotRequired[
        Annotated[str | None, Meta(description="The session that was recorded instead of a void one.")]
    ]
    by_hand: NotRequired[bool]
    broken: NotRequired[Annotated[list[str], Meta(description="The rules that the entry breaks.")]]
    reason: NotRequired[str | None]
    move: NotRequired[
        Annotated[
            int,
            Meta(
                description="The first entry of its move: entries of one list have the same `move`; for any "
                "other entry, it is the entry's own number."
            ),
        ]
    ]
    auto: NotRequired[
        Annotated[bool, Meta(description="Nobody chose this action: it was the only way on, and was taken.")]
    ]
    to: NotRequired[Annotated[int, Meta(description="The entry that the session went back to.")]]
    exposed: NotRequired[bool]
    redo: NotRequired[bool]
    text: NotRequired[str | None]
    about: NotRequired[
        Annotated[int | None, Meta(description="The entry that the note or correction is about.")]
    ]
    refusal: NotRequired[str | None]
    visible_to: NotRequired[list[str] | None]
    settings: NotRequired[
        Annotated[
            dict[str, bool] | None,
            Meta(description="The settings of the table that the owner changed with this note."),
        ]
    ]
    outcome: NotRequired[Literal["finished", "abandoned"]]
    secret: NotRequired[
        Annotated[str | None, Meta(description="The secret behind the draws, once it is revealed.")]
    ]
    on_request: NotRequired[bool]
    unreadable: NotRequired[bool]


class Entries(TypedDict):
    """A page of the log, and the cursor of the next page."""

    items: list[Entry]
    next: str | None
    version: int


class RecordedEntries(TypedDict):
    """The recorded `entry`, or `entries` for a list of actions.

    `followed`: entries of steps without an alternative, which were recorded together with a single action.
    """

    version: int
    entry: NotRequired[Entry]
    entries: NotRequired[list[Entry]]
    followed: NotRequired[list[Entry]]


class AskedOutcome(TypedDict):
    """An outcome that the table must roll or draw: its path in the action and its possible values."""

    path: str
    domain: Domain
    words: NotRequired[ParameterWords]


class BotsDeed(TypedDict):
    """The entry that a bot recorded; null if its seats had nothing to do."""

    version: int
    entry: Entry | None


class ObstacleSchema(TypedDict):
    """A problem that stops play on the corrected table."""

    kind: Annotated[
        Literal["nobody", "refused", "fails"],
        Meta(description="Nobody may act, a rule rejects an offer, or the rules fail on the table."),
    ]
    message: str
    ahead: NotRequired[
        Annotated[int, Meta(description="The number of random actions that lead to the problem.")]
    ]
    seat: NotRequired[str]
    action: NotRequired[str]
    rule: NotRequired[str]


class DryCorrection(RecordedEntries):
    """The entry that would be recorded, and the resulting table.

    For gestures without `stuck` and `breaks`, and without an entry if they change nothing. `after`: if you
    asked for its parts.
    """

    dry_run: bool
    stuck: NotRequired[
        Annotated[
            list[ObstacleSchema], Meta(description="Problems that would stop play; empty if none were found.")
        ]
    ]
    breaks: NotRequired[
        Annotated[list[str], Meta(description="The game's invariants that the correction would violate.")]
    ]
    after: NotRequired[TableMended]


class Dry(RecordedEntries):
    """The entries that would be recorded, or the outcomes that you must still declare.

    `untold`: the answer would reveal something hidden, so only recording the action gives it. `after`: the
    table after a list, if you asked for its parts; null if nothing can follow the list.
    """

    dry_run: bool
    untold: NotRequired[bool]
    after: NotRequired[TableAfter | None]
    outcomes: NotRequired[list[AskedOutcome]]


# Refusals as they are answered.


class Fault(TypedDict):
    """One fault in the request."""

    pointer: Annotated[str, Meta(description="A JSON pointer into the body, or the name of a parameter.")]
    detail: str
    constraint: NotRequired[
        Annotated[str, Meta(description="For a component set: the constraint that it does not satisfy.")]
    ]
    others: NotRequired[
        Annotated[list[str], Meta(description="For a component set: further places that belong to it.")]
    ]


class NamedComponentSet(TypedDict):
    """A packaged component set that has the requested name in a game."""

    game: str
    hash: str


class Legal(TypedDict):
    """What you may record instead when the session is at `version`."""

    version: int
    actions: Annotated[list[str], Meta(description="The types of the actions that are legal now.")]
    offer: NotRequired[
        Annotated[
            Offer, Meta(description="The rejected action type, with the values that are legal for that seat.")
        ]
    ]
    offers: Annotated[str, Meta(description="The path of all offers.")]


class ProblemSchema(TypedDict):
    """Why the request failed (RFC 9457), and what to do. Branch on `type`, and on `rule` if there is one."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    help: Annotated[str, Meta(description="A link to the explanation of the problem type.")]
    request_id: NotRequired[
        Annotated[str, Meta(description="The `X-Request-Id` of this answer; absent where a job failed.")]
    ]
    rule: NotRequired[Annotated[str, Meta(description="The id of the rule that rejected the action.")]]
    rule_text: NotRequired[Annotated[str, Meta(description="The rulebook's text for that rule.")]]
    rule_link: NotRequired[Annotated[str, Meta(description="A link to the rule.")]]
    legal: NotRequired[Legal]
    field: NotRequired[Annotated[str, Meta(description="The path of the invalid member.")]]
    person: NotRequired[Annotated[str, Meta(description="The person of the club who has it.")]]
    index: NotRequired[Annotated[int, Meta(description="For a list: the index of the invalid action.")]]
    errors: NotRequired[list[Fault]]
    version: NotRequired[Annotated[int, Meta(description="The version of the session.")]]
    entry: NotRequired[
        Annotated[int, Meta(description="The entry that would have other facts under the component set.")]
    ]
    revision: NotRequired[Annotated[int, Meta(description="The newest revision of the draft.")]]
    content: NotRequired[Annotated[str, Meta(description="The hash of the part as it is now.")]]
    change: NotRequired[
        Annotated[str, Meta(description="The id of the request whose change could not be taken back.")]
    ]
    missed: NotRequired[Annotated[list[Entry], Meta(description="The entries that you have missed.")]]
    outcomes: NotRequired[
        Annotated[
            list[AskedOutcome],
            Meta(description="The outcomes that are missing in the action and must be rolled or drawn."),
        ]
    ]
    check_again: NotRequired[
        Annotated[
            bool,
            Meta(
                description="Whether this may be a typing error that nobody was notified of. "
                "The next one adds a note to the log."
            ),
        ]
    ]
    stuck: NotRequired[
        Annotated[list[ObstacleSchema], Meta(description="What would stop play after a correction.")]
    ]
    items: NotRequired[
        Annotated[list[ImportedSession], Meta(description="The result for each session of an import.")]
    ]
    quota: NotRequired[Annotated[str, Meta(description="The operator's setting whose limit is reached.")]]
    most: NotRequired[Annotated[int, Meta(description="The limit.")]]
    used: NotRequired[Annotated[int, Meta(description="How much of the limit is used.")]]
    sessions: NotRequired[Annotated[list[str], Meta(description="The live tables in progress.")]]
    component_sets: NotRequired[
        Annotated[list[NamedComponentSet], Meta(description="The packaged sets that have this name.")]
    ]
    session: NotRequired[Annotated[str, Meta(description="The session that has expired.")]]
    game: NotRequired[str]
    entries: NotRequired[int]
    digest: NotRequired[str]
    last_entry_at: NotRequired[str]
    expired_at: NotRequired[str]
