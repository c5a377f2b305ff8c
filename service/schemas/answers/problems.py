"""Refusals as they are answered."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from msgspec import Meta

from domain.kernel.offers import Offer
from service.schemas.answers.entries import AskedOutcome, Entry
from service.schemas.answers.logs import ImportedSession


class Fault(TypedDict):
    """One thing that is wrong with what was sent."""

    pointer: Annotated[str, Meta(description="A JSON pointer into the body, or a parameter's name.")]
    detail: str
    constraint: NotRequired[Annotated[str, Meta(description="Of a component set: what it has to fulfil.")]]


class Legal(TypedDict):
    """What the asker may record instead, as the session stands at `version`."""

    version: int
    actions: Annotated[list[str], Meta(description="The types of the actions that are legal now.")]
    offer: NotRequired[
        Annotated[Offer, Meta(description="The refused type with the values that are legal for that seat.")]
    ]
    offers: Annotated[str, Meta(description="Where all of it is told.")]


class Problem(TypedDict):
    """Why nothing was done (RFC 9457), and what helps. Branch on `type`, and on `rule` where one is named."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    help: Annotated[str, Meta(description="Where the type is explained.")]
    rule: NotRequired[Annotated[str, Meta(description="The rulebook's id, where the rules refused it.")]]
    rule_text: NotRequired[Annotated[str, Meta(description="What the rulebook says under that id.")]]
    rule_link: NotRequired[Annotated[str, Meta(description="Where the rule is shown.")]]
    legal: NotRequired[Legal]
    field: NotRequired[Annotated[str, Meta(description="The member at fault, as a path.")]]
    index: NotRequired[Annotated[int, Meta(description="Of a list: the action at fault.")]]
    errors: NotRequired[list[Fault]]
    version: NotRequired[Annotated[int, Meta(description="What the session stands at.")]]
    missed: NotRequired[Annotated[list[Entry], Meta(description="What the asker did not know of.")]]
    outcomes: NotRequired[
        Annotated[
            list[AskedOutcome],
            Meta(description="What the table must roll or draw, where the action lacks it."),
        ]
    ]
    items: NotRequired[
        Annotated[list[ImportedSession], Meta(description="What became of each session of an import.")]
    ]
    quota: NotRequired[Annotated[str, Meta(description="The operator's setting that is full.")]]
    most: NotRequired[Annotated[int, Meta(description="How much the quota is.")]]
    used: NotRequired[Annotated[int, Meta(description="How much of it is used.")]]
    sessions: NotRequired[Annotated[list[str], Meta(description="The live tables that are played.")]]
    session: NotRequired[Annotated[str, Meta(description="The session that has expired.")]]
    game: NotRequired[str]
    entries: NotRequired[int]
    digest: NotRequired[str]
    last_entry_at: NotRequired[str]
    expired_at: NotRequired[str]
