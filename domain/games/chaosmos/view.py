"""The view of one seat or of the public: CM-801 … CM-821. Secrets are removed here and nowhere else."""

from __future__ import annotations

import msgspec

from domain.games.chaosmos.reading import after_playing, named, possible_cards, scores, unnamed
from domain.games.chaosmos.rules.setup import due
from domain.games.chaosmos.state import Combat, Planet, State
from domain.kernel import Json, Viewer


def view(state: State, viewer: Viewer) -> Json:
    """The table: CM-801 for all, `me` for a seat that looks, `truth` for the auditor (CM-819). CM-820."""
    shown = _public(state)
    if viewer.sees_all:
        return {**shown, "pending": _pending(state, viewer), "truth": _truth(state)}
    shown["pending"] = _pending(state, viewer)
    if viewer.seat is not None and viewer.seat in state.seats:
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
        "spaces": _spaces(state),
        "ways": _ways(state),
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
            for seat, player in state.seats.items()
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


def _spaces(state: State) -> dict[str, Json]:
    """CM-301 … CM-305: each space of the board by its own name, with every id that names it."""
    return {} if state.board is None else {name: list(ids) for name, ids in state.board.members.items()}


def _ways(state: State) -> dict[str, Json]:
    """CM-310: each space of the board with those that are one step away."""
    near = {} if state.board is None else state.board.near
    return {space: sorted({*there}) for space, there in near.items()}


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
        "chosen": [seat for seat, player in state.seats.items() if player.chosen is not None],
        "ready": [seat for seat, player in state.seats.items() if player.prepared],
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
        shown["shown_hand"] = list(state.seats[state.combat.opponent(pending.seat)].hand)
    return shown


def _me(state: State, seat: str) -> Json:
    """CM-802, CM-803, CM-812; CM-340: the controller may look at any time. CM-804."""
    player = state.seats[seat]
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
    if state.combat is not None and state.combat.dice and state.combat.to_act == seat:
        shown["plays"] = _plays(state, state.combat, seat)
    return shown


def _plays(state: State, combat: Combat, seat: str) -> dict[str, Json]:
    """CM-411: both scores after each combat card of the hand; an unnamed one may be any (CM-R31)."""
    hand, cards = state.seats[seat].hand, state.box.cards
    held = {*named(hand), *(possible_cards(state, Viewer(seat)) if unnamed(hand) else ())}
    return {
        name: after_playing(state, combat, seat, cards[name])
        for name in sorted(held)
        if cards[name].cost == "combat"
    }


def _truth(state: State) -> Json:
    return {
        "seats": {seat: _me(state, seat) for seat in state.clockwise},
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
