"""Counts facts: what every viewer can see of them, and what only the full log shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.chaosmos import facts
from domain.games.chaosmos.reading import DICE, rolled_infinity
from domain.games.chaosmos.state import State
from domain.games.chaosmos.statistics import observing_secret
from domain.games.chaosmos.statistics.tally import Fight, Tally
from domain.kernel import Fact

# The figures that follow from public events alone.

Counting = Callable[[Tally, State, Any, State], None]


def _start_player(tally: Tally, before: State, fact: facts.StartPlayerChosen, after: State) -> None:
    tally.start_player = fact.seat


def _action(tally: Tally, before: State, fact: facts.ActionSpent, after: State) -> None:
    tally.count("actions", fact.seat, kind=fact.kind)


def _moved(tally: Tally, before: State, fact: facts.Moved, after: State) -> None:
    seat, board = fact.seat, after.the_board
    if after.phase == "setup":
        return
    if fact.via == "hyperspace":
        tally.count("hyperspace_jumps", seat)
    if fact.to == after.alien_of(seat).toxic != fact.origin:  # a seat may be banished to where it stands
        tally.count("toxic_landings", seat)
        tally.landed.add(seat)
    if fact.via != "move":
        tally.came_from.pop(seat, None)
        return
    layout = after.box.layouts[after.options.layout]
    if not layout.map.wormholes.isdisjoint(board.members[fact.to]):
        tally.count("wormhole_moves", seat)
    if fact.to not in after.planets:
        tally.came_from[seat] = fact.origin
    elif (origin := tally.came_from.pop(seat, None)) is not None and _crosses(
        after, fact.origin, origin, fact.to
    ):
        tally.count("clock_crossings", seat)
        tally.crossed.add(seat)


def _crosses(state: State, space: str, origin: str, to: str) -> bool:
    """CM-304: in by a star on one side of the clock, out by the star opposite."""
    layout = state.box.layouts[state.options.layout]
    sides = layout.map.clock_sides.get(space, {})
    slot_of = {planet: slot for slot, planet in state.the_board.planet_at_slot.items()}
    entered, left = sides.get(slot_of[origin]), sides.get(slot_of[to])
    return entered is not None and left is not None and entered != left


def _combat_begun(tally: Tally, before: State, fact: facts.CombatBegun, after: State) -> None:
    tally.fight = Fight(fact.attacker, fact.defender)


def _dice(tally: Tally, before: State, fact: facts.CombatDiceRolled, after: State) -> None:
    faces = after.box.faces
    for seat, rolled in fact.dice.items():
        for face in dict.fromkeys(faces):
            expected = DICE * faces.count(face) / len(faces)
            tally.add("die_faces", seat, rolled.count(face), expected, face=str(face))
        if seat in fact.scores and not rolled_infinity(rolled):
            tally.add("initial_score", seat, fact.scores[seat])
    if tally.fight is not None:
        tally.fight.leader = _leader(fact.scores)


def _leader(scores: dict[str, int]) -> str | None:
    ahead = [seat for seat, score in scores.items() if score == max(scores.values())]
    return ahead[0] if len(ahead) == 1 else None


def _card_played(tally: Tally, before: State, fact: facts.CombatCardPlayed, after: State) -> None:
    tally.count("combat_plays", fact.seat, card=fact.card)
    fight = tally.fight
    if fight is None:
        return
    fight.plays.append((fact.seat, fact.card))
    fight.changed = fight.changed or _leader(fact.scores) != fight.leader
    if not fact.active:
        tally.count("cards_cancelled", fact.seat, card=fact.card)
    for place in fact.cancelled:
        played = before.the_combat.table[place]
        tally.count("cards_cancelled", played.seat, card=played.card)


def _table_cleared(tally: Tally, before: State, fact: facts.CombatTableCleared, after: State) -> None:
    tally.add("single_use_spent", None, len(fact.to_void))


def _decided(tally: Tally, before: State, fact: facts.CombatDecided, after: State) -> None:
    fight = tally.fight
    if fight is None:
        return
    for seat, role in ((fight.attacker, "attacker"), (fight.defender, "defender")):
        outcome = fact.by if fact.winner is None else "win" if fact.winner == seat else "loss"
        tally.count("combats", seat, role=role, outcome=outcome, opponent=fight.opponent(seat))
    if fact.by != "cancelled":
        tally.add("attack_wins", fight.attacker, fact.winner == fight.attacker)
    if fact.by == "infinity":
        tally.count("infinity_wins", fact.winner)
    if fact.by in ("infinity", "cancelled"):
        tally.add("single_use_spent", None, 0)
    if fact.by == "score" and fact.scores:
        tally.add("final_margin", None, max(fact.scores.values()) - min(fact.scores.values()))
    if fact.by in ("score", "draw"):
        tally.add("lead_changes", None, fight.changed)
    for seat, card in sorted(set(fight.plays)):
        tally.add("combat_play_wins", seat, fact.winner == seat, card=card)
    tally.fight = None


def _resolution(tally: Tally, before: State, fact: facts.ResolutionChosen, after: State) -> None:
    tally.add("spoils_share", fact.seat, fact.choice == "spoils")


def _given_back(tally: Tally, before: State, fact: facts.CardGivenBack, after: State) -> None:
    tally.count("give_backs", fact.seat)


def _asked(tally: Tally, before: State, fact: facts.ChoiceAsked, after: State) -> None:
    if fact.kind == "take_envelope":
        tally.add("envelopes_taken", fact.seat, 0)


def _opened(tally: Tally, before: State, fact: facts.EnvelopeOpened, after: State) -> None:
    tally.count("openings", fact.seat, planet=fact.planet)
    if fact.planet not in tally.opened:
        tally.opened.add(fact.planet)
        tally.add("first_opening", None, after.turns_ended + 1, planet=fact.planet)
    if after.combat is not None:
        tally.add("envelopes_taken", fact.seat, 1, 0)


def _triggered(tally: Tally, before: State, fact: facts.FlipTriggered, after: State) -> None:
    tally.count("flips_triggered", None, planet=fact.planet, card=fact.card)


def _traded(tally: Tally, before: State, fact: facts.PoolTraded, after: State) -> None:
    tally.count("pool_trades", fact.seat)


def _turn_ended(tally: Tally, before: State, fact: facts.TurnEnded, after: State) -> None:
    tally.add("unused_actions", fact.seat, 0 if fact.forfeited else fact.actions_left)
    if fact.forfeited:
        tally.count("forfeited_actions", fact.seat, fact.actions_left)
    for name, planet in after.planets.items():
        tally.add("control", None, planet.controller is not None, planet=name)


def _ended(tally: Tally, before: State, fact: facts.GameEnded, after: State) -> None:
    if before.result is not None:
        return  # a correction of the result: what is counted at the end was counted then
    for seat, player in after.seats.items():
        alien = after.box.aliens.get(player.alien or player.chosen or "")  # a correction may end a game unset
        if alien is not None and alien.toxic in after.planets:
            tally.add("toxic_landed", seat, seat in tally.landed)
        if after.box.layouts[after.options.layout].map.clock_sides:
            tally.add("clock_crossed", seat, seat in tally.crossed)
    tally.count("ended_by", None, cause=fact.cause)
    tally.add("turns", None, after.turns_ended)
    tally.add("turns_cut", None, after.clock_cut)
    for name in after.planets:
        tally.add("never_opened", None, name not in tally.opened, planet=name)


COUNTING: dict[type[Fact], Counting] = {
    facts.StartPlayerChosen: _start_player,
    facts.ActionSpent: _action,
    facts.Moved: _moved,
    facts.CombatBegun: _combat_begun,
    facts.CombatDiceRolled: _dice,
    facts.CombatCardPlayed: _card_played,
    facts.CombatTableCleared: _table_cleared,
    facts.CombatDecided: _decided,
    facts.ResolutionChosen: _resolution,
    facts.CardGivenBack: _given_back,
    facts.ChoiceAsked: _asked,
    facts.EnvelopeOpened: _opened,
    facts.FlipTriggered: _triggered,
    facts.PoolTraded: _traded,
    facts.TurnEnded: _turn_ended,
    facts.GameEnded: _ended,
}


# Facts into the tally: what all can see of them, and what the truth log alone gives.


def observe(tally: Tally, before: State, fact: Fact, after: State) -> None:
    """Count one fact."""
    observe_public(tally, before, fact, after)
    observing_secret.observe_custody(tally, fact, after)
    if (count := observing_secret.COUNTING.get(type(fact))) is not None:
        count(tally, before, fact, after)


def observe_public(tally: Tally, before: State, fact: Fact, after: State) -> None:
    """Count what all can see of a fact."""
    if (count := COUNTING.get(type(fact))) is not None:
        count(tally, before, fact, after)
