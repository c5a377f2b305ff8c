"""Dice: rolled, assigned, placed, set, lost and brought home."""

from __future__ import annotations

from msgspec import Struct

from domain.games.first_light.actions import DieAt
from domain.kernel import Fact


class Plan(Struct, frozen=True):
    """A seat's assigned dice: values from Garage 1 rightwards, values by Farm."""

    garages: tuple[int, ...]
    farms: dict[str, int]


class DiceGained(Fact, frozen=True, tag="dice_gained"):
    """From the dice supply to the reserve; a negative count goes back (manual effects alone)."""

    seat: str
    cause: str
    count: int


class DiceRolled(Fact, frozen=True, tag="dice_rolled"):
    seat: str
    values: tuple[int, ...]


class DiceAssigned(Fact, frozen=True, tag="dice_assigned"):
    seat: str
    garages: tuple[int, ...]
    farms: dict[str, int]


class PlanConfirmed(Fact, frozen=True, tag="plan_confirmed"):
    seat: str


class PlansRevealed(Fact, frozen=True, tag="plans_revealed"):
    plans: dict[str, Plan]


class DiePlaced(Fact, frozen=True, tag="die_placed"):
    """A die leaves its slot and shows `value` on the board. `space`: place from 1, also a row."""

    seat: str
    origin: str
    slot: int
    location: str
    space: int
    value: int
    face: int
    clan: str | None = None
    column: int | None = None
    treated_as: int | None = None
    second: bool = False


class DiceSentToCantina(Fact, frozen=True, tag="dice_sent_to_cantina"):
    seat: str
    origin: str
    slots: tuple[int, ...]


class DieSet(Fact, frozen=True, tag="die_set"):
    """A die on the own base now shows `to`."""

    seat: str
    at: str
    slot: int
    to: int


class DieLost(Fact, frozen=True, tag="die_lost"):
    """A die goes back to the dice supply; the place it leaves is free."""

    seat: str
    die: DieAt


class Harvested(Fact, frozen=True, tag="harvested"):
    seat: str


class Rested(Fact, frozen=True, tag="rested"):
    """`returned` dice come back to the reserve, `excess` of it go to the dice supply."""

    seat: str
    returned: int
    excess: int = 0
