"""What one seat, or anybody, may see: CM-801 … CM-821. Secrets are cut here and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from domain.games.chaosmos import actions, facts
from domain.games.chaosmos.reading.combat_scores import scores
from domain.games.chaosmos.rules.setup import due
from domain.games.chaosmos.state import Combat, Planet, State
from domain.kernel import Action, Fact, Json, Viewer

PUBLIC_ZONES = ("pool", "void", "removed")


def view(state: State, viewer: Viewer) -> Json:
    """The table: CM-801 for all, `me` for a seat that looks, `truth` for the auditor (CM-819). CM-820."""
    shown = _public(state)
    if viewer.sees_all:
        return {**shown, "pending": _pending(state, viewer), "truth": _truth(state)}
    shown["pending"] = _pending(state, viewer)
    if viewer.seat is not None and viewer.seat in state.players:
        shown["me"] = _me(state, viewer.seat)
    return shown


def _public(state: State) -> dict[str, Json]:
    """CM-801. CM-814."""
    shown: dict[str, Json] = {
        "mode": state.options.mode,
        "layout": state.options.layout,
        "native_weapons": state.options.native_weapons,
        "clock_start": state.clock_start,
        "planet_at_slot": None if state.board is None else dict(sorted(state.board.planet_at_slot.items())),
        "phase": state.phase,
        "clock": state.clock,
        "next": state.next,
        "turns_ended": state.turns_ended,
        "hypertoken_supply": state.supply,
        "turn": _turn(state),
        "seats": {
            seat: {
                "alien": player.alien,
                "position": player.position,
                "hypertokens": player.hypertokens,
            }
            for seat, player in state.players.items()
        },
        "planets": {name: _planet(planet) for name, planet in state.planets.items()},
        "pool": list(state.pool),
        "void": list(state.void),  # CM-503: face-up for all
        "removed": list(state.removed),
        "combat": None if state.combat is None else _combat(state, state.combat),
        "result": msgspec.to_builtins(state.result),
    }
    if state.phase == "setup":
        shown["setup"] = _setup(state)
    return shown


def _turn(state: State) -> Json:
    turn = state.turn
    if turn is None:
        return None
    return {
        "number": turn.number,
        "active": turn.active,
        "actions_left": turn.actions_left,
        "attacked": list(turn.attacked),
        "traded": turn.traded,
        "forfeited": turn.forfeited,
    }


def _planet(planet: Planet) -> Json:
    return {
        "controller": planet.controller,
        "no_take": planet.no_take,
        "in_box": planet.controller is None,
        "flag": planet.flag,
    }


def _setup(state: State) -> Json:
    """CM-812, CM-813: that a seat has chosen or prepared is public, what it chose is not."""
    return {
        "due": [str(kind.__struct_config__.tag) for kind in due(state)],
        "removed_pair": list(state.removed_pair),
        "chosen": [seat for seat, player in state.players.items() if player.chosen is not None],
        "ready": [seat for seat, player in state.players.items() if player.prepared],
    }


def _combat(state: State, combat: Combat) -> Json:
    shown: dict[str, Json] = {
        "attacker": combat.attacker,
        "defender": combat.defender,
        "space": combat.space,
        "dice": {seat: list(faces) for seat, faces in combat.dice.items()},
        "stage": combat.stage,
        "to_act": combat.to_act,
        "passes": combat.passes,
        "winner": combat.winner,
        "loser": combat.loser,
        "table": [
            {"seat": played.seat, "card": played.card, "active": played.active} for played in combat.table
        ],
    }
    if combat.stage == "cards" and combat.dice:
        shown["scores"] = scores(state, combat)
    return shown


def _pending(state: State, viewer: Viewer) -> Json:
    """The kind and seat are public; the winner sees the loser's hand while it takes spoils (CM-810)."""
    pending = state.pending
    if pending is None:
        return None
    shown: dict[str, Json] = {"kind": pending.kind, "seat": pending.seat}
    if pending.planet is not None:
        shown["planet"] = pending.planet
    if pending.kind == "take_spoils" and viewer.knows(pending.seat) and state.combat is not None:
        shown["shown_hand"] = list(state.players[state.combat.opponent(pending.seat)].hand)
    return shown


def _me(state: State, seat: str) -> Json:
    """CM-802, CM-803, CM-812; CM-340: the controller may look at any time. CM-804."""
    player = state.players[seat]
    shown: dict[str, Json] = {"seat": seat, "hand": list(player.hand)}
    if state.options.mode != "first_game":
        shown["dealt_aliens"] = list(player.dealt)
        if state.phase == "setup":
            shown["chosen_alien"] = player.chosen
    controlled = state.controlled_by(seat)
    if controlled is not None:
        planet = state.planets[controlled]
        shown["envelope"] = {
            "planet": controlled,
            "face_down": list(planet.face_down),
            "face_up": planet.face_up,
            **({"mine": True} if planet.face_up is not None and planet.activated_by == seat else {}),
        }
    return shown


def _truth(state: State) -> Json:
    return {
        "seats": {seat: _me(state, seat) for seat in state.seats},
        "envelopes": {
            name: {
                "face_down": list(planet.face_down),
                "face_up": planet.face_up,
                "activated_by": planet.activated_by,
            }
            for name, planet in state.planets.items()
        },
        "deck": list(state.deck),
        "clock_cut": state.clock_cut,
    }


def action_view(action: Action, viewer: Viewer) -> Json:
    """A recorded command. Every access looks the same to others (CM-807)."""
    tree: dict[str, Json] = msgspec.to_builtins(action)
    if viewer.sees_all:
        return tree
    if isinstance(action, actions.DealAliens):
        return {**tree, "aliens": _own_part(action.aliens or {}, viewer)}
    if isinstance(action, actions.DealCards):
        return _without(tree, "envelopes")
    if viewer.knows(getattr(action, "seat", "")):
        return tree
    if isinstance(action, actions.TransferCards | actions.ActivateFlip | actions.DeactivateFlip):
        return {"type": "access_envelope", "seat": action.seat}
    return _without(tree, *SECRET_PARAMETERS.get(type(action), ()))


SECRET_PARAMETERS: dict[type[Action], tuple[str, ...]] = {
    actions.ChooseAlien: ("alien",),
    actions.PrepareHand: ("cards",),
    actions.TakeSpoils: ("card",),
    actions.GiveBack: ("card",),
    actions.PlayCard: ("sent_card", "deltas"),
    actions.UseAbility: ("deltas",),
}
"""What of a command only its seat may see; the facts tell whom else it concerns."""


def _own_part(aliens: Mapping[str, tuple[str, ...]], viewer: Viewer) -> Json:
    """CM-812: one alien each is dealt openly, two in secret."""
    is_open = all(len(names) == 1 for names in aliens.values())
    return {seat: list(names) for seat, names in aliens.items() if is_open or viewer.knows(seat)}


def _without(tree: Mapping[str, Json], *names: str) -> dict[str, Json]:
    return {name: value for name, value in tree.items() if name not in names}


def fact_view(fact: Fact, viewer: Viewer) -> Json:
    """A recorded fact: in full for who may know it, else what all may know of it. CM-809."""
    if not viewer.sees_all:
        special = SECRET_FACTS.get(type(fact))
        if special is not None:
            return special(fact, viewer)
    return msgspec.to_builtins(fact)


def _seen_by(*seats: str) -> Callable[[Any, Viewer], bool]:
    return lambda fact, viewer: any(viewer.knows(getattr(fact, seat)) for seat in seats)


def _cut(knows: Callable[[Any, Viewer], bool], *secret: str) -> Callable[[Any, Viewer], Json]:
    """Without these members unless the viewer `knows`."""

    def cut(fact: Any, viewer: Viewer) -> Json:
        tree: dict[str, Json] = msgspec.to_builtins(fact)
        return tree if knows(fact, viewer) else _without(tree, *secret)

    return cut


def _in(members: str) -> Callable[[Any, Viewer], bool]:
    return lambda fact, viewer: viewer.seat in getattr(fact, members)


def _aliens_dealt(fact: facts.AliensDealt, viewer: Viewer) -> Json:
    each = max(map(len, fact.aliens.values()), default=0)
    shown = {seat: list(names) for seat, names in fact.aliens.items() if fact.open or viewer.knows(seat)}
    return {"fact": "aliens_dealt", "each": each, "aliens": shown}


def _cards_dealt(fact: facts.CardsDealt, viewer: Viewer) -> Json:
    """CM-806: the numbers dealt are public. CM-813: the home envelope is shown to its seat."""
    home = None if viewer.seat is None else fact.homes.get(viewer.seat)
    return {
        "fact": "cards_dealt",
        "pool_draws": list(fact.pool_draws),
        "ovoid_put_back": fact.ovoid_put_back,
        "envelope_sizes": {planet: len(cards) for planet, cards in fact.envelopes.items()},
        "homes": dict(fact.homes),
        "envelopes": {} if home is None else {home: list(fact.envelopes.get(home, ()))},
    }


def _access(fact: Any, viewer: Viewer) -> Json:
    """CM-807; CM-808 for an activation that is announced."""
    if viewer.knows(fact.seat):
        return msgspec.to_builtins(fact)
    if getattr(fact, "announced", False):
        return {"fact": "flip_activated", "seat": fact.seat, "planet": fact.planet, "card": fact.card}
    return {"fact": "envelope_accessed", "seat": fact.seat, "planet": fact.planet}


def _card_taken(fact: facts.CardTaken, viewer: Viewer) -> Json:
    """CM-810: that a card was or was not taken is public."""
    shown = {"fact": "card_taken", "seat": fact.seat, "loser": fact.loser, "taken": fact.card is not None}
    if fact.card is not None and (viewer.knows(fact.seat) or viewer.knows(fact.loser)):
        shown["card"] = fact.card
    return shown


def _card_moved(fact: facts.CardMoved, viewer: Viewer) -> Json:
    tree: dict[str, Json] = msgspec.to_builtins(fact)
    is_open = fact.origin in PUBLIC_ZONES or fact.to in PUBLIC_ZONES
    return tree if is_open or viewer.seat in fact.seen_by else _without(tree, "card")


def _card_sent(fact: facts.CardSent, viewer: Viewer) -> Json:
    """CM-526."""
    shown = {"fact": "card_sent", "seat": fact.seat, "planet": fact.planet}
    return {**shown, "card": fact.card} if viewer.seat in fact.known_to else shown


SECRET_FACTS: dict[type[Fact], Callable[[Any, Viewer], Json]] = {
    facts.AliensDealt: _aliens_dealt,
    facts.AlienChosen: _cut(_seen_by("seat"), "alien"),
    facts.CardsDealt: _cards_dealt,
    facts.HandPrepared: _cut(_seen_by("seat"), "cards", "left"),
    facts.ControlTaken: _cut(_seen_by("seat"), "face_down", "face_up"),
    facts.CardsTransferred: _access,
    facts.FlipActivated: _access,
    facts.FlipDeactivated: _access,
    facts.HandShown: _cut(_in("to"), "cards"),
    facts.PlanetShown: _cut(_in("to"), "face_down", "face_up"),
    facts.CardTaken: _card_taken,
    facts.CardGivenBack: _cut(_seen_by("seat", "to"), "card"),
    facts.CardSent: _card_sent,
    facts.CardMoved: _card_moved,
}

EXPOSING = (
    facts.AliensDealt,
    facts.AliensRevealed,
    facts.CardsDealt,
    facts.GearRevealed,
    facts.ControlTaken,
    facts.CombatCardPlayed,
    facts.HandShown,
    facts.PlanetShown,
    facts.CardTaken,
    facts.CardGivenBack,
    facts.CardPlayed,
    facts.CardSent,
    facts.CardMoved,
    facts.PoolTraded,
    facts.TrapVoided,
    facts.GameEnded,
)


def exposes(fact: Fact) -> bool:
    """Whether somebody learned something hidden by it; the end tells who holds the Ovoid."""
    if isinstance(fact, facts.EnvelopeOpened):
        return fact.face_up is not None
    if isinstance(fact, facts.FlipActivated):
        return fact.announced
    return isinstance(fact, EXPOSING)
