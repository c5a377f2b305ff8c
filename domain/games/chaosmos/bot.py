"""A bot that plays by what its seat can know: it looks for the Ovoid, takes it, hides it, brings it home."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from domain.games.chaosmos.reading import envelope_of, hand_of, placed
from domain.games.chaosmos.rules.setup import CLOCKS, SEATS
from domain.games.chaosmos.state import State
from domain.kernel import ComponentSet, Json, Offer
from domain.kernel.offers import sample_action

WHIM = 0.08
"""The share of choices made at random, so that games visit odd corners of the rules."""
ACCESS_BETWEEN_TURNS = 0.12
ATTACK = 0.35
ATTACK_THE_HOLDER = 0.95
PLAY_A_CARD = 0.2
GIVE_UP_COMBAT = 0.15
TAKE_SPOILS = 0.75
HIDE = 0.15
LAST_TURNS = 3
"""With so many turns of its own left, a seat keeps the Ovoid in hand."""
NAMES = ("north", "east", "south", "west")

ByType = Mapping[str, Offer]


def sample_opening(
    components: ComponentSet, seats: int, random: Random
) -> tuple[list[Json], dict[str, Json]]:
    """Any layout for so many seats, with any start clock of its mode, with or without native weapons."""
    fitting = [layout for layout in components.box.layouts.values() if seats in SEATS[layout.kind]]
    native_weapons = random.random() < 0.5
    layout = random.choice(fitting)
    options = {
        "mode": layout.kind,
        "layout": layout.id,
        "clock_start": random.choice(CLOCKS[layout.kind]),
        "native_weapons": native_weapons,
    }
    return [{"seat": name} for name in NAMES[:seats]], options


def bot(state: State, offers: Sequence[Offer], random: Random) -> Json:
    """One action among the offers. What lies unnamed before it, it names first, for want of eyes."""
    naming = [offer for offer in offers if offer.type == "name_cards"]
    if naming:
        return sample_action(random.choice(naming), random)
    if state.phase == "between_turns":
        return _between_turns(state, offers, random)
    if state.phase == "turn" and state.turn is not None:
        mine = {offer.type: offer for offer in offers if offer.seat == state.turn.active}
        if random.random() < WHIM:
            return sample_action(random.choice(offers), random)
        return _turn(state, state.turn.active, offers, mine, random)
    if state.phase == "combat":
        return _combat(state, offers, random)
    if state.phase == "setup":
        return _setup(state, random.choice(offers), random)
    return _resolution(state, offers, random)


def _setup(state: State, offer: Offer, random: Random) -> Json:
    """A full hand is better than a small one."""
    tree = sample_action(offer, random)
    if offer.type == "prepare_hand":
        alien = state.alien_of(str(offer.seat))
        envelope = list(state.planets[alien.home].face_down)
        random.shuffle(envelope)
        envelope.sort(key=lambda card: state.box.cards[card].cost != "combat" and card != state.box.ovoid)
        tree["cards"] = envelope[: min(alien.hand_limit, len(envelope) - 1)]
    return tree


def _between_turns(state: State, offers: Sequence[Offer], random: Random) -> Json:
    begin = next(offer for offer in offers if offer.type == "begin_turn")
    others = [offer for offer in offers if offer.type not in ("begin_turn", "return_envelope")]
    if others and random.random() < ACCESS_BETWEEN_TURNS:
        return sample_action(random.choice(others), random)
    return sample_action(begin, random)


def _combat(state: State, offers: Sequence[Offer], random: Random) -> Json:
    """Play while cards are left, unless the combat is given up."""
    by_type = {offer.type: offer for offer in offers}
    if "play_combat_card" in by_type and random.random() > GIVE_UP_COMBAT and state.the_combat.passes == 0:
        return sample_action(by_type["play_combat_card"], random)
    return sample_action(by_type["pass_combat"], random)


def _resolution(state: State, offers: Sequence[Offer], random: Random) -> Json:
    """Spoils rather than banishment, and of the spoils the Ovoid."""
    offer = random.choice(offers)
    if offer.type == "choose_resolution":
        offer = offers[0] if random.random() < TAKE_SPOILS else offers[-1]
    if offer.type == "take_envelope":
        offer = offers[0]
    tree = sample_action(offer, random)
    ovoid = state.box.ovoid
    if offer.type == "take_spoils" and ovoid in state.seats[state.the_combat.opponent(str(offer.seat))].hand:
        tree["card"] = ovoid
    if offer.type == "give_back" and tree["card"] == ovoid:
        tree["card"] = next(card for card in state.seats[str(offer.seat)].hand if card != ovoid)
    return tree


def _turn(state: State, seat: str, offers: Sequence[Offer], mine: ByType, random: Random) -> Json:
    ovoid = state.box.ovoid
    zone = next((zone for zone, cards in placed(state, seat).items() if ovoid in cards), None)
    wanted = (
        _move_the_ovoid(state, seat, zone, mine, random)
        or _attack(state, seat, zone, offers, random)
        or _control(state, seat, zone, mine, random)
        or _play(state, seat, zone, offers, random)
        or _go(state, seat, zone, mine, random)
    )
    return wanted or sample_action(mine["end_turn"], random)


def _move_the_ovoid(state: State, seat: str, zone: str | None, mine: ByType, random: Random) -> Json | None:
    """From the envelope into the hand, for another card if that is full; early in the game also back."""
    planet = state.controlled_by(seat)
    if planet is None or "transfer_cards" not in mine:
        return None
    hand, ovoid = state.seats[seat].hand, state.box.ovoid
    access: dict[str, Any] = {"type": "transfer_cards", "seat": seat}
    late = state.clock <= LAST_TURNS * len(state.clockwise)
    inside = ovoid in state.planets[planet].face_down and not state.planets[planet].no_take
    if inside and (late or random.random() > HIDE):
        other = state.planets[planet].face_down != (ovoid,)
        full = len(hand) >= state.alien_of(seat).hand_limit or not other
        cards = [card for card in hand if card not in state.planets[planet].face_down]
        if full and not cards:
            return None
        return {**access, "to_hand": [ovoid], "to_envelope": cards[:1] if full else []}
    if zone == hand_of(seat) and not late and random.random() < HIDE:
        return {**access, "to_hand": [], "to_envelope": [ovoid]}
    return None


def _attack(
    state: State, seat: str, zone: str | None, offers: Sequence[Offer], random: Random
) -> Json | None:
    for offer in offers:
        if offer.type == "attack" and offer.seat == seat:
            target = sample_action(offer, random)["target"]
            holder = zone == hand_of(target)
            if zone != hand_of(seat) and random.random() < (ATTACK_THE_HOLDER if holder else ATTACK):
                return sample_action(offer, random)
    return None


def _control(state: State, seat: str, zone: str | None, mine: ByType, random: Random) -> Json | None:
    """An envelope that is new, or where the Ovoid must be."""
    here = state.seats[seat].position or ""
    worth = zone == envelope_of(here) or envelope_of(here) not in state.known[seat]
    return sample_action(mine["control_planet"], random) if worth and "control_planet" in mine else None


def _play(state: State, seat: str, zone: str | None, offers: Sequence[Offer], random: Random) -> Json | None:
    """Cut the clock with the Ovoid in hand; else look around now and then."""
    plays = [offer for offer in offers if offer.seat == seat and offer.type in ("play_card", "activate_flip")]
    cuts = [offer for offer in plays if "amount" in offer.parameters]
    if zone == hand_of(seat) and cuts:
        return sample_action(random.choice(cuts), random)
    looks = [offer for offer in plays if offer not in cuts]
    if looks and random.random() < PLAY_A_CARD:
        return sample_action(random.choice(looks), random)
    return None


def _go(state: State, seat: str, zone: str | None, mine: ByType, random: Random) -> Json | None:
    """Towards the Ovoid, its holder, or an envelope not seen yet; with the Ovoid in hand nowhere."""
    if "move" not in mine or zone == hand_of(seat):
        return None
    here = state.seats[seat].position or ""
    unseen = [planet for planet in state.planets if envelope_of(planet) not in state.known[seat]]
    goals = set(unseen) or set(state.planets)
    if zone is not None:
        kind, _, name = zone.partition(":")
        goals = {state.seats[name].position or ""} if kind == "hand" else {name}
    step = _first_step(state, here, goals - {here})
    if step is None:
        if "hyperspace" in mine and goals - {here}:
            return {"type": "hyperspace", "seat": seat, "to": random.choice(sorted(goals - {here}))}
        return None
    return {"type": "move", "seat": seat, "to": step}


def _first_step(state: State, here: str, goals: set[str]) -> str | None:
    """The next space on a shortest way to one of the goals."""
    near = state.the_board.near
    queue = deque((space, space) for space in near[here])
    seen = {here}
    while queue:
        space, first = queue.popleft()
        if space in goals:
            return first
        if space not in seen:
            seen.add(space)
            queue.extend((further, first) for further in near[space])
    return None
