"""The offers of each phase, of the table and of the seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from domain.games.first_light.offers import follow_ups
from domain.games.first_light.offers.follow_ups import FOLLOW_UPS, Offers, effects_by_hand, harvest, rest
from domain.games.first_light.reading import Sight
from domain.games.first_light.rules import plan as planning
from domain.games.first_light.rules.dice import acting_die
from domain.games.first_light.rules.placements import has_legal_placement, placements
from domain.games.first_light.rules.rival import scheme_pile
from domain.games.first_light.state import GARAGES, VALUES, Base, State
from domain.kernel import (
    Assign,
    Choice,
    Offer,
    Optional,
    Outcome,
    Several,
    Shared,
    Viewer,
)


def offers(state: State, seat: str | None, viewer: Viewer) -> Sequence[Offer]:
    """Everything that this seat (None: the table) may do now."""
    if state.phase == "finished":
        return ()
    sight = Sight(state, viewer)
    if seat is None:
        return tuple(_of_the_table(state, sight))
    return (*_of_a_seat(state, seat, sight), *_names(state, seat, sight))


def _of_the_table(state: State, sight: Sight) -> Offers:
    yield from effects_by_hand(state, sight)
    if state.pending is None and state.phase in TABLE:
        yield from TABLE[state.phase](state, sight)


def _event(state: State, sight: Sight) -> Offers:
    yield Offer("reveal_event", None, {"event": Outcome(Choice(planning.possible_events(state)))})


def _scheme(state: State, sight: Sight) -> Offers:
    yield Offer("reveal_scheme", None, {"scheme": Outcome(Choice(scheme_pile(state)))})


def _caches(state: State, sight: Sight) -> Offers:
    tiles = tuple(tile.id for tile in state.box.box.document.gem_caches)
    spaces = state.box.caches
    yield Offer("reveal_gem_caches", None, {"caches": Outcome(Assign(spaces, tiles, len(tiles), len(tiles)))})


TABLE: dict[str, Callable[[State, Sight], Offers]] = {
    "setup_stacks": follow_ups.stacks,
    "setup_characters": follow_ups.characters,
    "setup_items": follow_ups.items,
    "setup_start_player": follow_ups.start_player,
    "plan_event": _event,
    "schemes": _scheme,
    "scoring": _caches,
}


def _of_a_seat(state: State, seat: str, sight: Sight) -> Offers:
    if state.pending is not None:
        if state.pending.seat == seat:
            yield from FOLLOW_UPS[state.pending.kind](state, seat, sight)
    elif state.phase in ("headquarters", "garages"):
        if state.to_act == seat:
            yield from placements(state, seat, sight)
            yield from _cantina(state, seat)
    elif state.phase in SEATS:
        yield from SEATS[state.phase](state, seat, sight)


def _names(state: State, seat: str, sight: Sight) -> Offers:
    base = state.seats[seat]
    if None in base.hand or None in base.packet:
        names = tuple(sorted(sight.nameable(seat)))
        if names:
            yield Offer("name_item", seat, {"item": Choice(names)})


def _plan(state: State, seat: str, sight: Sight) -> Offers:
    base = state.seats[seat]
    if not base.ready and planning.may_take_die(state, seat):
        yield Offer("take_die", seat)
    if base.reserve and not base.has_rolled:
        yield Offer(
            "roll_dice",
            seat,
            {"values": Outcome(Several(VALUES * base.reserve, base.reserve, base.reserve, ordered=True))},
        )
    if base.has_rolled:
        yield _assignment(state, seat, base)
    assigned = len(base.plan_garages) + len(base.plan_farms) == len(base.rolled)
    if not base.ready and assigned and (base.has_rolled or not base.reserve):
        yield Offer("confirm_plan", seat)


def _assignment(state: State, seat: str, base: Base) -> Offer:
    """FL-216: the rolled dice, on Farms and in Garages from the left; a part of them can wait."""
    farms = tuple(str(slot) for slot in planning.farms_for_dice(state, base))
    rolled = tuple(sorted(base.rolled))
    in_garages = Several(rolled, 0, min(len(rolled), GARAGES), ordered=True)
    on_farms = Assign(farms, rolled, 0, min(len(rolled), len(farms)))
    return Offer(
        "assign_dice",
        seat,
        {"farms": Optional(on_farms, usual=True), "garages": Optional(in_garages, usual=True)},
        (Shared(("farms", "garages"), rolled, whole=True),),
    )


def _cantina(state: State, seat: str) -> Offers:
    die = acting_die(state, seat)
    if (die.origin == "garage" and die.algae) or not has_legal_placement(state, seat):
        yield Offer("send_to_cantina", seat)


SEATS: dict[str, Callable[[State, str, Sight], Offers]] = {
    "setup_characters": follow_ups.choose_character,
    "setup_items": follow_ups.draft,
    "plan": _plan,
    "harvest": harvest,
    "rest": rest,
}
