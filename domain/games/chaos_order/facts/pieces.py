"""Foundations, buildings, production tokens, units and cards of a faction."""

from __future__ import annotations

from domain.kernel import Fact

Spot = str | int
"""Where units stand: a name, or the number of a sector."""


class FoundationConstructed(Fact, frozen=True, tag="foundation_constructed"):
    """A board foundation lies in a region, and its ability is uncovered."""

    seat: str
    foundation: str
    region: str


class BuildingConstructed(Fact, frozen=True, tag="building_constructed"):
    """A building stands on a foundation."""

    seat: str
    building: str
    foundation: str
    region: str


class BuildingRazed(Fact, frozen=True, tag="building_razed"):
    """A building is back on the faction board."""

    seat: str
    building: str
    foundation: str
    region: str


class TokenHarvested(Fact, frozen=True, tag="token_harvested"):
    """A production token gave its yield in this round."""

    seat: str
    token: str
    region: str


class ProductionTokenPlaced(Fact, frozen=True, tag="production_token_placed"):
    """A loose production token lies in a region."""

    seat: str
    token: str
    region: str


class ProductionTokenUpgraded(Fact, frozen=True, tag="production_token_upgraded"):
    """A loose production token shows its upgraded side."""

    seat: str
    token: str
    region: str


class UnitsMoved(Fact, frozen=True, tag="units_moved"):
    """Units of a seat went from one spot to another."""

    seat: str
    origin: Spot
    target: Spot
    fighters: int
    leaders: tuple[str, ...] = ()
    cause: str = "move"


class LeaderUpgraded(Fact, frozen=True, tag="leader_upgraded"):
    """A leader card shows its upgraded side."""

    seat: str
    leader: str


class AttributeUpgraded(Fact, frozen=True, tag="attribute_upgraded"):
    """An attribute card shows its upgraded side."""

    seat: str
    attribute: str
