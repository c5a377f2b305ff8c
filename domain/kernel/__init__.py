"""What a game may import: the contract, and the few tools that every game's rules are told with."""

from domain.kernel.chance import Chance
from domain.kernel.components import ComponentFault, ComponentSet, InvalidComponents
from domain.kernel.fold import Evolution
from domain.kernel.game import Facts, Game, Passage, SeatStanding, Standing
from domain.kernel.messages import PUBLIC, TRUTH, Action, Fact, Json, Seat, SeatAction, Viewer
from domain.kernel.offers import (
    Apart,
    Assign,
    Balance,
    Choice,
    Dealt,
    Domain,
    Each,
    Exchanges,
    Gathered,
    Joined,
    Offer,
    Open,
    Optional,
    Outcome,
    Range,
    Several,
    Split,
    sample_action,
)
from domain.kernel.rejection import Rejected, check
from domain.kernel.seating import clockwise_from, left_of
from domain.kernel.statistics import Measure, Moment, Point, Row, Series, Statistics

__all__ = [
    "PUBLIC",
    "TRUTH",
    "Action",
    "Apart",
    "Assign",
    "Balance",
    "Chance",
    "Choice",
    "ComponentFault",
    "ComponentSet",
    "Dealt",
    "Domain",
    "Each",
    "Evolution",
    "Exchanges",
    "Fact",
    "Facts",
    "Game",
    "Gathered",
    "InvalidComponents",
    "Joined",
    "Json",
    "Measure",
    "Moment",
    "Offer",
    "Open",
    "Optional",
    "Outcome",
    "Passage",
    "Point",
    "Range",
    "Rejected",
    "Row",
    "Seat",
    "SeatAction",
    "SeatStanding",
    "Series",
    "Several",
    "Split",
    "Standing",
    "Statistics",
    "Viewer",
    "check",
    "clockwise_from",
    "left_of",
    "sample_action",
]
