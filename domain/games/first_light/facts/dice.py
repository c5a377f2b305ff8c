"""Facts of dice (rolled, assigned, placed, lost, brought home) and of the AI."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from domain.games.first_light.actions import DieAt
from domain.games.first_light.state import (
    AI,
    FARMS,
    GARAGES,
    ROWS,
    Base,
    HeldDie,
    Rival,
    Spot,
    State,
    at,
    boards_without,
    tokens_without,
    with_ai,
    with_seat,
)
from domain.kernel import Fact, PublicFact

# Dice: rolled, assigned, placed, set, lost and brought home.


class Plan(Struct, frozen=True):
    """A seat's assigned dice: values from Garage 1 rightwards, values by Farm."""

    garages: tuple[int, ...]
    farms: dict[str, int]


class DiceGained(PublicFact, frozen=True, tag="dice_gained"):
    """From the dice supply to the reserve; a negative count goes back (manual effects alone)."""

    seat: str
    cause: str
    count: int

    def applied(self, state: State) -> State:
        base = state.seats[self.seat]
        return with_seat(
            state,
            self.seat,
            dice_supply=base.dice_supply - self.count,
            reserve=base.reserve + self.count,
        )


class DiceRolled(Fact, frozen=True, tag="dice_rolled"):
    seat: str
    values: tuple[int, ...]

    def applied(self, state: State) -> State:
        return with_seat(state, self.seat, reserve=0, rolled=self.values, has_rolled=True)


class DiceAssigned(Fact, frozen=True, tag="dice_assigned"):
    seat: str
    garages: tuple[int, ...]
    farms: dict[str, int]

    def applied(self, state: State) -> State:
        return with_seat(state, self.seat, plan_garages=self.garages, plan_farms=self.farms, ready=False)


class PlanConfirmed(PublicFact, frozen=True, tag="plan_confirmed"):
    seat: str

    def applied(self, state: State) -> State:
        return with_seat(state, self.seat, ready=True)


class PlansRevealed(Fact, frozen=True, tag="plans_revealed"):
    plans: dict[str, Plan]

    def applied(self, state: State) -> State:
        seats = {
            seat: replace(
                base,
                rolled=(),
                has_rolled=False,
                ready=False,
                plan_garages=(),
                plan_farms={},
                garages=plan.garages + (None,) * (GARAGES - len(plan.garages)),
                farms=tuple(plan.farms.get(str(slot)) for slot in range(1, FARMS + 1)),
            )
            for seat, base in state.seats.items()
            for plan in (self.plans[seat],)
        }
        return replace(state, seats=seats)


class DiePlaced(PublicFact, frozen=True, tag="die_placed"):
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

    def applied(self, state: State) -> State:
        seat, index = self.seat, self.space - 1
        left = _taken_up(state, seat, self.origin, self.slot)
        if self.location == "negotiation":
            clan = self.clan or ""
            column = at(left.cells[clan], index, Spot(seat, self.value))
            return replace(left, cells={**left.cells, clan: column})
        if self.location == "depository":
            number = self.column or 0
            rows = at(left.depository[number], index, seat)
            return replace(left, depository={**left.depository, number: rows})
        if self.location == "headquarters":
            die = HeldDie(seat, self.value, left.round)
            return replace(left, headquarters=at(left.headquarters, index, die))
        dice = 2 if self.second else 1
        spots = at(left.locations[self.location], index, Spot(seat, self.value, dice))
        return replace(left, locations={**left.locations, self.location: spots})


class DiceSentToCantina(PublicFact, frozen=True, tag="dice_sent_to_cantina"):
    seat: str
    origin: str
    slots: tuple[int, ...]

    def applied(self, state: State) -> State:
        cantina = state.seats[self.seat].cantina + len(self.slots)
        for slot in self.slots:
            state = _taken_up(state, self.seat, self.origin, slot)
        return with_seat(state, self.seat, cantina=cantina)


class DieSet(PublicFact, frozen=True, tag="die_set"):
    """A die on the seat's own base now shows `to`."""

    seat: str
    at: str
    slot: int
    to: int

    def applied(self, state: State) -> State:
        base = state.seats[self.seat]
        if self.at == "garage":
            return with_seat(state, self.seat, garages=at(base.garages, self.slot - 1, self.to))
        return with_seat(state, self.seat, farms=at(base.farms, self.slot - 1, self.to))


class DieLost(PublicFact, frozen=True, tag="die_lost"):
    """A die goes back to the dice supply; the place it leaves is free."""

    seat: str
    die: DieAt

    def applied(self, state: State) -> State:
        """A Laboratory space stays taken while one die of its pair is left (FL-330)."""
        left = _die_taken_off(state, self.seat, self.die)
        return with_seat(left, self.seat, dice_supply=left.seats[self.seat].dice_supply + 1)


class DieMoved(PublicFact, frozen=True, tag="die_moved"):
    """A correction: a die of a seat, or of the AI, is elsewhere. Where that is None it is the dice supply.

    `value`: what it shows there. Of the reserve of the AI, its board is meant.
    """

    owner: str
    value: int
    source: DieAt | None = None
    goal: DieAt | None = None

    def applied(self, state: State) -> State:
        if self.source is None:
            state = _in_store(state, self.owner, "dice_supply", -1)
        elif self.source.at == "reserve":
            state = _in_store(state, self.owner, "reserve", -1)
        else:
            state = _die_taken_off(state, self.owner, self.source)
        return _die_put(state, self.owner, self.goal, self.value)


class Harvested(PublicFact, frozen=True, tag="harvested"):
    seat: str

    def applied(self, state: State) -> State:
        return replace(state, done=(*state.done, self.seat))


class Rested(PublicFact, frozen=True, tag="rested"):
    """`returned` dice come back to the reserve, `excess` of it go to the dice supply."""

    seat: str
    returned: int
    excess: int = 0

    def applied(self, state: State) -> State:
        base: Base = state.seats[self.seat]
        rested = with_seat(
            state,
            self.seat,
            farms=(None,) * FARMS,
            cantina=0,
            reserve=base.reserve + self.returned - self.excess,
            dice_supply=base.dice_supply + self.excess,
        )
        return replace(rested, locations=boards_without(state, self.seat), done=(*state.done, self.seat))


def _taken_up(state: State, seat: str, origin: str, slot: int) -> State:
    """The table without the die in this Garage or Headquarters slot."""
    if origin == "garage":
        return with_seat(state, seat, garages=at(state.seats[seat].garages, slot - 1, None))
    return replace(state, headquarters=at(state.headquarters, slot - 1, None))


def _in_store(state: State, owner: str, store: str, by: int) -> State:
    """With more or fewer dice in the supply, the reserve or the Cantina of a seat; the AI has no Cantina."""
    if owner == AI and state.ai is not None:
        of_ai = "board_dice" if store == "reserve" else "dice_supply"
        return with_ai(state, **{of_ai: getattr(state.ai, of_ai) + by})
    return with_seat(state, owner, **{store: getattr(state.seats[owner], store) + by})


def _die_put(state: State, owner: str, die: DieAt | None, value: int) -> State:
    """With a die more; where one of the same owner lies at a location, both lie there as a pair."""
    if die is None:
        return _in_store(state, owner, "dice_supply", 1)
    slot = (die.slot or 1) - 1
    match die.at:
        case "reserve" | "cantina":
            return _in_store(state, owner, die.at, 1)
        case "garage":
            return with_seat(state, owner, garages=at(state.seats[owner].garages, slot, value))
        case "farm":
            return with_seat(state, owner, farms=at(state.seats[owner].farms, slot, value))
        case "headquarters":
            held = HeldDie(owner, value, state.round)
            return replace(state, headquarters=at(state.headquarters, slot, held))
        case "depository":
            column = die.column or 0
            rows = at(state.depository[column], ROWS.index(str(die.row)), owner)
            return replace(state, depository={**state.depository, column: rows})
        case "negotiation":
            clan = die.clan or ""
            cells = at(state.cells[clan], int(die.row or 1) - 1, Spot(owner, value))
            return replace(state, cells={**state.cells, clan: cells})
    index, spots = (die.space or 1) - 1, state.locations[die.at]
    there = spots[index]
    pair = there.dice + 1 if there is not None and there.owner == owner else 1
    return replace(state, locations={**state.locations, die.at: at(spots, index, Spot(owner, value, pair))})


def _die_taken_off(state: State, seat: str, die: DieAt) -> State:
    slot = (die.slot or 1) - 1
    match die.at:
        case "reserve":
            return with_seat(state, seat, reserve=state.seats[seat].reserve - 1)
        case "cantina":
            return with_seat(state, seat, cantina=state.seats[seat].cantina - 1)
        case "garage":
            return with_seat(state, seat, garages=at(state.seats[seat].garages, slot, None))
        case "farm":
            return with_seat(state, seat, farms=at(state.seats[seat].farms, slot, None))
        case "headquarters":
            return replace(state, headquarters=at(state.headquarters, slot, None))
        case "depository":
            column = die.column or 0
            rows = at(state.depository[column], ROWS.index(str(die.row)), None)
            return replace(state, depository={**state.depository, column: rows})
        case "negotiation":
            clan = die.clan or ""
            cells = at(state.cells[clan], int(die.row or 1) - 1, None)
            return replace(state, cells={**state.cells, clan: cells})
        case _:
            index = (die.space or 1) - 1
            spot = state.locations[die.at][index]
            left = replace(spot, dice=spot.dice - 1) if spot is not None and spot.dice > 1 else None
            spots = at(state.locations[die.at], index, left)
            return replace(state, locations={**state.locations, die.at: spots})


# The AI: Schemes, dice, Gems and its Harvester.


class SchemesReshuffled(PublicFact, frozen=True, tag="schemes_reshuffled"):
    """The Scheme discards are the draw pile now."""

    def applied(self, state: State) -> State:
        return with_ai(state, discarded=())


class SchemeRevealed(PublicFact, frozen=True, tag="scheme_revealed"):
    scheme: str

    def applied(self, state: State) -> State:
        ai = state.ai or Rival("", "")
        return with_ai(
            state, revealed=(*ai.revealed, self.scheme), schemes_left=ai.schemes_left - 1, moved=True
        )


class SchemeResolved(PublicFact, frozen=True, tag="scheme_resolved"):
    """`option` from 1; None: no option was possible. `more`: Schemes that come on top."""

    option: int | None = None
    more: int = 0

    def applied(self, state: State) -> State:
        if not self.more or state.ai is None:
            return state
        return with_ai(state, schemes_left=state.ai.schemes_left + self.more)


class AiMoved(PublicFact, frozen=True, tag="ai_moved"):
    """`cleared`: spaces whose Water went back to the supply; `gem`: whether a Gem was taken there."""

    space: str
    cleared: tuple[str, ...] = ()
    gem: bool = False
    arrow: bool = False

    def applied(self, state: State) -> State:
        gone = (*self.cleared, self.space) if self.gem else self.cleared
        moved = with_ai(state, harvester=self.space)
        return replace(moved, tokens=tokens_without(state, gone)) if gone else moved


class AiDiePlaced(PublicFact, frozen=True, tag="ai_die_placed"):
    location: str
    space: int
    value: int
    clan: str | None = None
    column: int | None = None

    def applied(self, state: State) -> State:
        index = self.space - 1
        ai = state.ai or Rival("", "")
        left = with_ai(state, board_dice=ai.board_dice - 1)
        if self.location == "negotiation":
            clan = self.clan or ""
            cells = at(left.cells[clan], index, Spot(AI, self.value))
            return replace(left, cells={**left.cells, clan: cells})
        if self.location == "depository":
            column = self.column or 0
            return replace(
                left, depository={**left.depository, column: at(left.depository[column], index, AI)}
            )
        spots = at(left.locations[self.location], index, Spot(AI, self.value))
        return replace(left, locations={**left.locations, self.location: spots})


class AiGained(PublicFact, frozen=True, tag="ai_gained"):
    cause: str
    gems: int = 0
    dice: int = 0

    def applied(self, state: State) -> State:
        ai = state.ai or Rival("", "")
        return with_ai(
            state,
            gems=ai.gems + self.gems,
            board_dice=ai.board_dice + self.dice,
            dice_supply=ai.dice_supply - self.dice,
        )


class AiPaid(PublicFact, frozen=True, tag="ai_paid"):
    cause: str
    gems: int

    def applied(self, state: State) -> State:
        ai = state.ai or Rival("", "")
        return with_ai(state, gems=ai.gems - self.gems)


class AiProgressed(PublicFact, frozen=True, tag="ai_progressed"):
    """The next Progress Tile is unlocked."""

    bonus: str

    def applied(self, state: State) -> State:
        ai = state.ai or Rival("", "")
        return with_ai(state, unlocked=ai.unlocked + 1)


class AiDiceReturned(PublicFact, frozen=True, tag="ai_dice_returned"):
    """From the Location Boards: so many to its board, the rest to its supply."""

    board: int
    supply: int = 0

    def applied(self, state: State) -> State:
        ai = state.ai or Rival("", "")
        returned = with_ai(
            state, board_dice=ai.board_dice + self.board, dice_supply=ai.dice_supply + self.supply
        )
        return replace(returned, locations=boards_without(state, AI))
