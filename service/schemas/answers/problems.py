"""Refusals as they are answered."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from msgspec import Meta

from domain.kernel.offers import Offer
from service.schemas.answers.entries import AskedOutcome, Entry, ObstacleSchema
from service.schemas.answers.logs import ImportedSession


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
