"""The offers of each phase, of the table and of the seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from domain.games.first_light.offers.follow_ups import FOLLOW_UPS, Offers
from domain.games.first_light.offers.harvest import harvest, rest
from domain.games.first_light.reading.sight import Sight
from domain.games.first_light.rules import plan as planning
from domain.games.first_light.rules.dice import acting_die
from domain.games.first_light.rules.manual import manual_effects
from domain.games.first_light.rules.placements import has_legal_placement, placements
from domain.games.first_light.rules.rival import scheme_pile
from domain.games.first_light.rules.setup_cards import (
    CHARACTERS_DEALT,
    DRAFT_PACKET,
    HAND,
    SOLO_PACKET,
    has_drafted,
    is_solo,
    items_dealt,
)
from domain.games.first_light.rules.ways import Parameters
from domain.games.first_light.state import GARAGES, VALUES, Base, State
from domain.kernel import (
    Assign,
    Choice,
    Dealt,
    Offer,
    Open,
    Optional,
    Outcome,
    Several,
    Shared,
    Viewer,
)
from domain.kernel.offers import Domain


def offers(state: State, seat: str | None, viewer: Viewer) -> Sequence[Offer]:
    """Everything that this seat (None: the table) may do now."""
    if state.phase == "finished":
        return ()
    sight = Sight(state, viewer)
    if seat is None:
        return tuple(_of_the_table(state, sight))
    return (*_of_a_seat(state, seat, sight), *_names(state, seat, sight))


def _of_the_table(state: State, sight: Sight) -> Offers:
    for effect in manual_effects(state):
        hint = "per seat: water, algae, power, gems, dice (gained or lost), items, discard, move_to"
        yield Offer("apply_effect", None, {"effect": Choice((effect,)), "changes": Open(hint)})
    if state.pending is None and state.phase in TABLE:
        yield from TABLE[state.phase](state, sight)


def _stacks(state: State, sight: Sight) -> Offers:
    yield Offer(
        "reveal_stacks", None, {"farm_tops": sight.tops("farm"), "upgrade_tops": sight.tops("upgrade")}
    )


def _characters(state: State, sight: Sight) -> Offers:
    dealt = any(base.dealt or base.character is not None for base in state.seats.values())
    if not state.open_choice and not dealt:
        hands = Dealt(tuple(state.seats), tuple(sorted(state.box.box.characters)), CHARACTERS_DEALT)
        yield Offer("deal_characters", None, {"characters": Outcome(hands)})


def _items(state: State, sight: Sight) -> Offers:
    if not items_dealt(state):
        count = SOLO_PACKET if is_solo(state) else DRAFT_PACKET
        unseen = (None,) * (count * len(state.seats))
        cards = (*sorted(Counter(state.box.box.item_counts).elements()), *unseen)
        yield Offer("deal_items", None, {"hands": Outcome(Dealt(tuple(state.seats), cards, count))})


def _start_player(state: State, sight: Sight) -> Offers:
    yield Offer("set_start_player", None, {"start_player": Outcome(Choice(tuple(state.seats)))})


def _event(state: State, sight: Sight) -> Offers:
    yield Offer("reveal_event", None, {"event": Outcome(Choice(planning.possible_events(state)))})


def _scheme(state: State, sight: Sight) -> Offers:
    yield Offer("reveal_scheme", None, {"scheme": Outcome(Choice(scheme_pile(state)))})


def _caches(state: State, sight: Sight) -> Offers:
    tiles = tuple(tile.id for tile in state.box.box.document.gem_caches)
    spaces = state.box.caches
    yield Offer("reveal_gem_caches", None, {"caches": Outcome(Assign(spaces, tiles, len(tiles), len(tiles)))})


TABLE: dict[str, Callable[[State, Sight], Offers]] = {
    "setup_stacks": _stacks,
    "setup_characters": _characters,
    "setup_items": _items,
    "setup_start_player": _start_player,
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


def _choose_character(state: State, seat: str, sight: Sight) -> Offers:
    base = state.seats[seat]
    if base.character is not None:
        return
    taken = {other.character for other in state.seats.values()} if state.open_choice else set()
    free = tuple(sorted(state.box.box.characters.keys() - taken)) if state.open_choice else base.dealt
    if free:
        yield Offer("choose_character", seat, {"character": Choice(tuple(free))})


def _cards(state: State, seat: str, cards: tuple[str | None, ...], sight: Sight) -> tuple[str | None, ...]:
    """The known cards, and what an unseen one among them can be."""
    known = {card for card in cards if card is not None}
    return (
        *sorted(known | sight.nameable(seat) if None in cards else known),
        *((None,) if None in cards else ()),
    )


def _draft(state: State, seat: str, sight: Sight) -> Offers:
    packet = state.seats[seat].packet
    if not packet:
        return
    if is_solo(state):
        yield from _keep(state, seat, packet)
        return
    if has_drafted(state, seat):
        return
    keep: Domain = Choice(tuple(card for card in _cards(state, seat, packet, sight) if card is not None))
    parameters: Parameters = {"keep": Optional(keep) if None in packet else keep}
    if len(packet) > 2 or None in packet:
        yield Offer("draft_item", seat, parameters)
    if None in packet and len(packet) == 2:
        hint = "the other card, where the recorder has seen it"
        yield Offer("draft_item", seat, {**parameters, "bottom": Open(hint)})
    if len(packet) == 2 and None not in packet:
        for card, other in (packet, packet[::-1]):
            yield Offer("draft_item", seat, {"keep": Choice((card,)), "bottom": Optional(Choice((other,)))})


def _keep(state: State, seat: str, packet: tuple[str | None, ...]) -> Offers:
    if None not in packet:
        yield Offer("keep_items", seat, {"items": Several(packet, HAND, HAND)})
        return
    yield Offer("keep_items", seat, {"items": Open("three of the five; the two others must be known")})


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
        (Shared(("farms", "garages"), rolled),),
    )


def _cantina(state: State, seat: str) -> Offers:
    die = acting_die(state, seat)
    if (die.origin == "garage" and die.algae) or not has_legal_placement(state, seat):
        yield Offer("send_to_cantina", seat)


SEATS: dict[str, Callable[[State, str, Sight], Offers]] = {
    "setup_characters": _choose_character,
    "setup_items": _draft,
    "plan": _plan,
    "harvest": harvest,
    "rest": rest,
}
