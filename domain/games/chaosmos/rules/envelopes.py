"""Moving (CM-310 … CM-321), control, access and flip cards (CM-33x, CM-34x, CM-51x)."""

from __future__ import annotations

from typing import Literal

from domain.games.chaosmos import actions
from domain.games.chaosmos.facts import (
    CardsTransferred,
    ChoiceAsked,
    ControlTaken,
    EnvelopeOpened,
    EnvelopeReturned,
    FlipActivated,
    FlipDeactivated,
    FlipTriggered,
    GearRevealed,
    HypertokenSpent,
    Moved,
    TrapVoided,
)
from domain.games.chaosmos.reading import envelope_of, hand_of, named
from domain.games.chaosmos.rules.turns import (
    NOT_IN_HAND,
    check_action_left,
    check_moved,
    check_there,
    end_if_forfeited,
    forfeit_if_active,
    let_go,
    name_there,
    spend_action,
)
from domain.games.chaosmos.state import State
from domain.kernel import Chance, Facts, Passage, check

# Moving, CM-310 … CM-321.


def move(state: State, action: actions.Move, chance: Chance) -> Facts[State]:
    """CM-310 … CM-314: one step between a planet and a star or wormhole space. CM-313."""
    check_action_left(state)
    board, here = state.the_board, state.seats[action.seat].position or ""
    to = board.space_of.get(action.to)
    check(to is not None, "CM-301", "Unknown space.", "to")
    to = to or ""
    both_planets = here in state.planets and to in state.planets
    neither = here not in state.planets and to not in state.planets
    check(not both_planets and not neither, "CM-311", "Move between a planet and a star.", "to")
    check(to in board.near[here] or to in board.walled[here], "CM-310", "That space is not adjacent.", "to")
    check(to in board.near[here], "CM-312", "An asteroid field is in the way.", "to")
    state = yield from spend_action(state, action.seat, "move")
    yield from go(state, action.seat, to, "move")


def hyperspace(state: State, action: actions.Hyperspace, chance: Chance) -> Facts[State]:
    """CM-320, CM-321: anywhere else on the board."""
    check_action_left(state)
    player = state.seats[action.seat]
    to = state.the_board.space_of.get(action.to)
    check(to is not None, "CM-301", "Unknown space.", "to")
    check(player.hypertokens > 0, "CM-321", "You have no hypertokens left.")
    check(to != player.position, "CM-320", "Jump to another space.", "to")
    state = yield from spend_action(state, action.seat, "hyperspace")
    state = yield HypertokenSpent(action.seat)
    yield from go(state, action.seat, to or "", "hyperspace")


def go(
    state: State, seat: str, to: str, via: Literal["move", "hyperspace", "banish", "trap", "text"]
) -> Passage[State]:
    """CM-314: who leaves a controlled planet returns its envelope. Banishing ends control anyway (CM-R25)."""
    here = state.seats[seat].position or ""
    if to != here or via in ("banish", "trap"):
        state = yield from give_up_control(state, seat)
    return (yield Moved(seat, here, to, via))


def give_up_control(state: State, seat: str) -> Passage[State]:
    """CM-345."""
    planet = state.controlled_by(seat)
    if planet is not None:
        state = yield EnvelopeReturned(seat, planet)
    return state


# Control, access and flip cards: CM-33x, CM-34x, CM-51x.

TRAP = "on_open_banish_home"
VAULT = "on_open_no_take"


def is_toxic(state: State, seat: str, space: str) -> bool:
    """Whether the space is the toxic planet of the seat's alien."""
    return state.alien_of(seat).toxic == space


def check_gear(state: State, seat: str, space: str, gear: str | None, chance: Chance, rule: str) -> None:
    """CM-331, CM-352, CM-508: require the gear of the seat's alien from hand on a toxic planet, else none."""
    if is_toxic(state, seat, space):
        own = state.alien_of(seat).gear
        message = "Show your Enviro Gear."
        if gear == own:
            check_there(state, hand_of(seat), (own,), chance, rule, message, "gear")
        else:
            check(False, rule, message, "gear")
    else:
        check(gear is None, rule, "You do not need Enviro Gear here.", "gear")


def reveal_gear(state: State, seat: str, gear: str | None) -> Passage[State]:
    """CM-331: the card is shown and stays in hand."""
    if gear is not None:
        state = yield from name_there(state, hand_of(seat), (gear,))
        state = yield GearRevealed(seat, gear)
    return state


def control_planet(state: State, action: actions.ControlPlanet, chance: Chance) -> Facts[State]:
    """CM-330 … CM-335; home planets (CM-372, CM-702) and lost planets (CM-703) included."""
    check_action_left(state)
    here = state.seats[action.seat].position or ""
    planet = state.planets.get(here)
    check(
        planet is not None and planet.controller is None,
        "CM-330",
        "You can only control a planet whose envelope is in the box.",
    )
    check_gear(state, action.seat, here, action.gear, chance, "CM-331")
    state = yield from spend_action(state, action.seat, "control_planet")
    state = yield from reveal_gear(state, action.seat, action.gear)
    state = yield from open_envelope(state, action.seat, here)
    yield from end_if_forfeited(state)


def open_envelope(state: State, seat: str, name: str) -> Passage[State]:
    """CM-332, CM-333, CM-512: all see the face-up card, which triggers before anything else. CM-527."""
    planet = state.planets[name]
    state = yield EnvelopeOpened(seat, name, planet.face_up)
    if planet.face_up is None:
        return (yield from take_control(state, seat, name))
    effect = state.box.cards[planet.face_up].effect
    state = yield FlipTriggered(seat, name, planet.face_up)
    if effect == TRAP and planet.activated_by == seat:
        return (yield ChoiceAsked("own_trap", seat, name))
    if effect == TRAP:
        return (yield from suffer_trap(state, seat, name))
    return (yield from take_control(state, seat, name, no_take=effect == VAULT))


def take_control(state: State, seat: str, name: str, *, no_take: bool = False) -> Passage[State]:
    """CM-334; CM-514 for the opener of a Vault."""
    planet = state.planets[name]
    return (yield ControlTaken(seat, name, planet.face_down, planet.face_up, no_take))


def suffer_trap(state: State, seat: str, name: str) -> Passage[State]:
    """CM-513: the Trap goes to the Void, the opener goes home and loses the turn if it is theirs."""
    state = yield from void_trap(state, name)
    state = yield from go(state, seat, state.alien_of(seat).home, "trap")
    return (yield from forfeit_if_active(state, seat))


def void_trap(state: State, name: str) -> Passage[State]:
    """CM-513: the face-up Trap leaves the envelope."""
    return (yield TrapVoided(name, state.planets[name].face_up or ""))


def _controlled(state: State, seat: str, rule: str) -> str:
    """CM-205, CM-341: the seat's envelope, in its own turn or between two turns."""
    name = state.controlled_by(seat)
    open_now = state.phase == "between_turns" or state.is_active(seat)
    check(
        open_now and name is not None, rule, "Only your own envelopes, on your turn or between turns.", "seat"
    )
    return name or ""


def transfer_cards(state: State, action: actions.TransferCards, chance: Chance) -> Facts[State]:
    """CM-341 … CM-347, CM-514, CM-710: the result counts. Moving nothing is an access (CM-807).

    Unnamed cards may be the ones and the others: they move in both directions (CM-R31).
    """
    name = _controlled(state, action.seat, "CM-341")
    planet, hand = state.planets[name], state.seats[action.seat].hand
    inside, own = envelope_of(name), hand_of(action.seat)
    taken, put = tuple(sorted(action.to_hand)), tuple(sorted(action.to_envelope))
    message = "That card is not among the face-down cards."
    check_moved(state, inside, taken, chance, "CM-341", message, "to_hand", beside=hand)
    apart = {*named(taken)}.isdisjoint(put)
    check(apart, "CM-347", "A card cannot move in both directions.", "to_envelope")
    check_moved(state, own, put, chance, "CM-344", NOT_IN_HAND, "to_envelope", beside=planet.face_down)
    check(not (planet.no_take and taken), "CM-514", "You cannot take cards out of this Vault.", "to_hand")
    limit = state.alien_of(action.seat).hand_limit
    check(len(hand) + len(taken) - len(put) <= limit, "CM-342", f"The hand limit is {limit}.", "to_hand")
    left = len(planet.face_down) + len(put) - len(taken)
    check(left > 0, "CM-343", "Leave at least one face-down card in the envelope.", "to_hand")
    state = yield from let_go(state, inside, taken)
    state = yield from let_go(state, own, put)
    yield CardsTransferred(action.seat, name, taken, put)


def activate_flip(state: State, action: actions.ActivateFlip, chance: Chance) -> Facts[State]:
    """CM-510, CM-709, CM-808."""
    name = _controlled(state, action.seat, "CM-510")
    planet, cards = state.planets[name], (action.card,)
    zone = hand_of(action.seat) if action.from_ == "hand" else envelope_of(name)
    if action.from_ == "hand":
        check_there(state, zone, cards, chance, "CM-344", NOT_IN_HAND, "card")
    else:
        check_there(
            state, zone, cards, chance, "CM-510", "That card is not among the face-down cards.", "card"
        )
    card = state.box.cards[action.card]
    left = len(planet.face_down) - (action.from_ == "envelope")
    check(card.flip, "CM-510", "This is not a flip card.", "card")
    check(planet.face_up is None, "CM-510", "There is already a face-up card.")
    check(left > 0, "CM-510", "Leave at least one face-down card in the envelope.", "from")
    if card.cost == "action":
        check(state.is_active(action.seat), "CM-510", "Only activate this card on your own turn.", "card")
        check_action_left(state)
        state = yield from spend_action(state, action.seat, "activate_flip")
    state = yield from name_there(state, zone, cards)
    yield FlipActivated(action.seat, name, action.card, action.from_, card.cost == "action")


def deactivate_flip(state: State, action: actions.DeactivateFlip, chance: Chance) -> Facts[State]:
    """CM-511."""
    name = _controlled(state, action.seat, "CM-511")
    planet = state.planets[name]
    check(planet.face_up is not None, "CM-511", "There is no face-up card there.")
    check(not planet.no_take, "CM-514", "You cannot deactivate this Vault while you keep control.")
    limit = state.alien_of(action.seat).hand_limit
    full = action.to == "hand" and len(state.seats[action.seat].hand) >= limit
    check(not full, "CM-342", f"The hand limit is {limit}.", "to")
    yield FlipDeactivated(action.seat, name, planet.face_up or "", action.to)


def return_envelope(state: State, action: actions.ReturnEnvelope, chance: Chance) -> Facts[State]:
    """CM-346."""
    name = _controlled(state, action.seat, "CM-346")
    yield EnvelopeReturned(action.seat, name)
