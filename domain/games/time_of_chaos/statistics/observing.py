"""Facts into the tally."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.time_of_chaos import facts
from domain.games.time_of_chaos.components import REFRESHING_POINTS
from domain.games.time_of_chaos.scoring import score
from domain.games.time_of_chaos.state import ACTIONS_PER_TURN, State
from domain.games.time_of_chaos.statistics.tally import Delivery, SeatTally, Tally
from domain.kernel import UNKNOWN, Fact


def observe(tally: Tally, before: State, fact: Fact, after: State) -> None:
    """Count one fact."""
    if (count := COUNTING.get(type(fact))) is not None:
        count(tally, before, fact, after)


def _displays_dealt(tally: Tally, before: State, fact: facts.DisplaysDealt, after: State) -> None:
    tally.seen.update(card for display in fact.displays.values() for card in display)


def _pawn_moved(tally: Tally, before: State, fact: facts.PawnMoved, after: State) -> None:
    seat = tally.seats[fact.seat]
    seat.visited.add(fact.to)
    tally.heat["visits", fact.to] += 1
    if fact.via == "time_travel" and fact.origin is not None:
        seat.time_travels[after.box.era_of[fact.origin], after.box.era_of[fact.to]] += 1


def _tile_fell_at_setup(tally: Tally, before: State, fact: facts.TileFellAtSetup, after: State) -> None:
    tally.chaos_since[fact.tile] = 0


def _cube_placed(tally: Tally, before: State, fact: facts.CubePlaced, after: State) -> None:
    seat = tally.seats[fact.seat]
    seat.cubes[fact.cause] += 1
    seat.lowest_supply = min(seat.lowest_supply, after.seats[fact.seat].supply)
    _note_empty_supply(seat, fact.seat, after)
    tally.last_cause[fact.tile] = fact.cause
    tally.heat["cubes", fact.tile] += 1
    if fact.cause == "send":
        seat.sends["sent"] += 1
        tally.sent_onto.add(fact.tile)


def _note_empty_supply(tally: SeatTally, seat: str, state: State) -> None:
    """A supply is emptied in an own turn alone; cubes that come back later in it do not undo that."""
    if state.active == seat and state.seats[seat].supply == 0:
        tally.turns_without_supply.add(state.turn)


def _cube_returned(tally: Tally, before: State, fact: facts.CubeReturned, after: State) -> None:
    if fact.cause == "restore" and after.active is not None:
        to = "self" if fact.seat == after.active else "others"
        tally.seats[after.active].cubes_restored[to] += fact.count


def _source_blocked(tally: Tally, before: State, fact: facts.SourceBlocked, after: State) -> None:
    tally.seats[fact.seat].sends["blocked"] += 1


def _source_starved(tally: Tally, before: State, fact: facts.SourceStarved, after: State) -> None:
    tally.seats[fact.seat].sends["starved"] += 1


def _action_taken(tally: Tally, before: State, fact: facts.ActionTaken, after: State) -> None:
    seat = tally.seats[fact.seat]
    seat.actions[fact.action] += 1
    seat.actions_on_chaos += before.tiles[before.pawn(fact.seat)].chaos


def _card_taken(tally: Tally, before: State, fact: facts.CardTaken, after: State) -> None:
    """An unknown card is not an observation of a draw: a player chose which card to name and when."""
    seat = tally.seats[fact.seat]
    if fact.card == UNKNOWN:
        seat.unknown_taken_in.setdefault(fact.deck, []).append(seat.turns)
        return
    seat.taken_in[fact.card] = seat.turns
    tally.seen.add(fact.card)
    if fact.via == "grab":
        _count_draw(tally, before.decks[fact.deck], fact.deck, fact.card)


def _card_named(tally: Tally, before: State, fact: facts.CardNamed, after: State) -> None:
    seat, deck = tally.seats[fact.seat], after.box.cards[fact.card].deck
    turns = seat.unknown_taken_in[deck]
    if len(set(turns)) > 1:
        turns[:] = [None] * len(turns)
    seat.taken_in[fact.card] = turns.pop()
    tally.seen.add(fact.card)


def _display_refilled(tally: Tally, before: State, fact: facts.DisplayRefilled, after: State) -> None:
    if fact.card is not None:
        tally.seen.add(fact.card)
        _count_draw(tally, before.decks[fact.deck], fact.deck, fact.card)


def _count_draw(tally: Tally, left: tuple[str, ...], deck: str, card: str) -> None:
    """Each of k undrawn cards was expected with 1 ÷ k."""
    tally.draws_seen[deck, card] += 1
    for possible in left:
        tally.draws_expected[deck, possible] += 1 / len(left)  # type: ignore[assignment]


def _card_delivered(tally: Tally, before: State, fact: facts.CardDelivered, after: State) -> None:
    seat = tally.seats[fact.seat]
    taken_in = seat.taken_in.get(fact.card, seat.turns)
    transit = None if taken_in is None else seat.turns - taken_in
    seat.deliveries.append(Delivery(fact.card, fact.points, fact.via, transit))
    tally.heat["deliveries", after.box.cards[fact.card].tile] += 1
    if fact.points == REFRESHING_POINTS:
        for other, player in before.seats.items():
            if player.cloak_active:
                tally.seats[other].refreshes["wasted"] += 1


def _cloak_used(tally: Tally, before: State, fact: facts.CloakUsed, after: State) -> None:
    tally.seats[fact.seat].cloak_uses[fact.action] += 1


def _cloak_refreshed(tally: Tally, before: State, fact: facts.CloakRefreshed, after: State) -> None:
    whose = "own_delivery" if fact.seat == after.active else "others_delivery"
    tally.seats[fact.seat].refreshes[whose] += 1


def _tile_flipped(tally: Tally, before: State, fact: facts.TileFlipped, after: State) -> None:
    seat = tally.seats[fact.active]
    seat.flips += 1
    seat.foreign_flips += after.seats[fact.active].color not in fact.kept
    seat.own_leaks += fact.tile in tally.sent_onto
    tally.flips.append((fact.tile, tally.last_cause.get(fact.tile, "unknown")))
    tally.heat["flips", fact.tile] += 1
    tally.chaos_since[fact.tile] = after.turn
    if len(fact.kept) > 1:
        tally.ties["-".join(str(fact.before[color]) for color in fact.kept)] += 1


def _tile_restored(tally: Tally, before: State, fact: facts.TileRestored, after: State) -> None:
    seat = tally.seats[fact.seat]
    own = after.seats[fact.seat].color
    kind = "foreign_only" if own not in fact.colors else "shared" if len(fact.colors) > 1 else "own_color"
    seat.restores[kind] += 1
    tally.heat["restores", fact.tile] += 1
    if fact.tile in tally.chaos_since:
        tally.lifetimes.append((fact.tile, after.turn - tally.chaos_since.pop(fact.tile)))


def _penalty_taken(tally: Tally, before: State, fact: facts.PenaltyTaken, after: State) -> None:
    own = fact.seat == after.active
    tally.seats[fact.seat].penalties["own_turn" if own else "others_turn"] += 1
    if not own and after.active is not None:
        tally.seats[after.active].inflicted += 1


def _turn_began(tally: Tally, before: State, fact: facts.TurnBegan, after: State) -> None:
    seat, player = tally.seats[fact.seat], after.seats[fact.seat]
    seat.turns += 1
    seat.turns_begun_exhausted += not player.cloak_active
    _note_empty_supply(seat, fact.seat, after)
    seat.turns_begun_locked += after.tiles[after.pawn(fact.seat)].chaos
    tally.sent_onto.clear()
    tally.in_final_turn = fact.final
    tally.final_score_before = score(after, fact.seat) + player.penalties
    if fact.final:
        seat.final_penalties = player.penalties


def _turn_ended(tally: Tally, before: State, fact: facts.TurnEnded, after: State) -> None:
    seat, player = tally.seats[fact.seat], after.seats[fact.seat]
    seat.unused_actions += ACTIONS_PER_TURN - fact.actions_used
    seat.turns_ended_in[after.box.era_of[after.pawn(fact.seat)]] += 1
    if tally.in_final_turn:
        seat.final_points = score(after, fact.seat) + player.penalties - tally.final_score_before
        seat.final_penalties = player.penalties - (seat.final_penalties or 0)
    chaos = [tile for tile in after.tiles.values() if tile.chaos]
    tally.chaos_loads.append(len(chaos))
    for other, held in after.seats.items():
        tally.seats[other].chaos_tile_turns += sum(held.color in tile.cubes for tile in chaos)
    scores = {other: score(after, other) for other in after.clockwise}
    leaders = {other for other, points in scores.items() if points == max(scores.values())}
    tally.lead_changes += leaders != tally.leaders
    tally.leaders = leaders


COUNTING: dict[type[Fact], Callable[[Tally, State, Any, State], None]] = {
    facts.DisplaysDealt: _displays_dealt,
    facts.PawnMoved: _pawn_moved,
    facts.TileFellAtSetup: _tile_fell_at_setup,
    facts.CubePlaced: _cube_placed,
    facts.CubeReturned: _cube_returned,
    facts.SourceBlocked: _source_blocked,
    facts.SourceStarved: _source_starved,
    facts.ActionTaken: _action_taken,
    facts.CardTaken: _card_taken,
    facts.CardNamed: _card_named,
    facts.DisplayRefilled: _display_refilled,
    facts.CardDelivered: _card_delivered,
    facts.CloakUsed: _cloak_used,
    facts.CloakRefreshed: _cloak_refreshed,
    facts.TileFlipped: _tile_flipped,
    facts.TileRestored: _tile_restored,
    facts.PenaltyTaken: _penalty_taken,
    facts.TurnBegan: _turn_began,
    facts.TurnEnded: _turn_ended,
}
