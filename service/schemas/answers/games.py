"""Games, rulebooks and component sets as they are answered."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from msgspec import Meta

from domain.kernel.messages import Json
from domain.kernel.opening_form import Question


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
