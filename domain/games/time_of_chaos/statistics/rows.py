"""The statistics rows of a session, and its series other than scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import correlation

from domain.games.time_of_chaos.components import ERAS, GRID
from domain.games.time_of_chaos.scoring import card_points, decided_by, places_of, score, standing
from domain.games.time_of_chaos.state import State, chaos_tiles, may_be_unknown
from domain.games.time_of_chaos.statistics.tally import SeatTally, Tally
from domain.kernel import UNKNOWN, Fact, Point, Row, Series, clockwise_from

# The rows of a session: its tally as figures.

TAKING = {"grab": "grab", "search": "search"}
CENTRE = GRID // 2


def rows(tally: Tally, state: State) -> Iterator[Row]:
    """Every figure of the session as it stands."""
    if state.first_player is None:
        return
    order = clockwise_from(state.clockwise, state.first_player)
    ranks = {place.seat: place.rank for place in standing(state).seats}
    for position, seat in enumerate(order):
        common = {"position": str(position)}
        for row in _seat_rows(tally.seats[seat], state, seat, ranks[seat]):
            yield Row(row.measure, row.value, row.weight, seat, {**row.dimensions, **common})
    yield from _game_rows(tally, state, order, ranks)


def _seat_rows(tally: SeatTally, state: State, seat: str, rank: int) -> Iterator[Row]:
    yield from _result_rows(tally, state, seat, {"rank": str(rank)})
    yield from _action_rows(tally, state, seat, {"rank": str(rank)})
    yield from _card_rows(tally, state, seat)
    yield from _cube_rows(tally)
    yield from _chaos_rows(tally)
    yield from _movement_rows(tally)


def _result_rows(tally: SeatTally, state: State, seat: str, rank: Mapping[str, str]) -> Iterator[Row]:
    yield Row("score", score(state, seat), dimensions=rank)
    yield Row("card_points", card_points(state, seat), dimensions=rank)
    yield Row("penalties", sum(tally.penalties.values()), dimensions=rank)
    yield from _counted("penalties_by_turn", "in", tally.penalties)
    yield Row("chaos_tiles", chaos_tiles(state)[seat], dimensions=rank)
    yield Row("final_supply", state.seats[seat].supply, dimensions=rank)
    yield Row("rank", int(rank["rank"]))
    if state.result is not None:
        yield Row("win_share", win_share(state, seat))


def win_share(state: State, seat: str) -> float:
    """A win counts 1, a shared one 1 ÷ the number of winners."""
    winners = state.result.winners if state.result is not None else ()
    return 1 / len(winners) if seat in winners else 0


def _action_rows(tally: SeatTally, state: State, seat: str, rank: Mapping[str, str]) -> Iterator[Row]:
    taken = sum(tally.actions.values())
    for action, count in tally.actions.items():
        yield Row("actions", count, dimensions={"action": action})
    yield Row("unused_actions", tally.unused_actions)
    if taken:  # a ratio to nothing is none: its points would be shared out over the actions of others
        yield Row("points_per_action", card_points(state, seat), taken)
        yield Row("net_points_per_action", score(state, seat), taken)
    takings = tally.actions["grab"] + tally.actions["search"]
    if takings:
        yield Row("search_share", tally.actions["search"], takings, dimensions=rank)


def _card_rows(tally: SeatTally, state: State, seat: str) -> Iterator[Row]:
    box = state.box
    for delivery in tally.deliveries:
        card = box.cards[delivery.card]
        place = {"era": box.era_of[card.tile], "city": box.city_of[card.tile], "deck": card.deck}
        yield Row("deliveries", 1, dimensions=place)
        yield Row("delivery_points", delivery.points, dimensions=place)
        if delivery.transit is not None:
            yield Row("transit", delivery.transit, dimensions={"card": card.id, "via": delivery.via})
        yield Row("card_delivered", 1, dimensions={"card": card.id})
        if state.result is not None:
            yield Row("card_win_share", win_share(state, seat), dimensions={"card": card.id})
    hand = state.seats[seat].hand
    via: dict[str, str] = {held.card: held.via for held in hand}
    via |= {delivery.card: delivery.via for delivery in tally.deliveries}
    for card_id in (*tally.taken_in, *(held.card for held in hand if held.card == UNKNOWN)):
        yield Row("card_taken", 1, dimensions={"card": card_id, "via": via.get(card_id, "unknown")})
    for kind in TAKING:
        delivered = sum(delivery.via == kind for delivery in tally.deliveries)
        stranded = [held.card for held in hand if held.via == kind]
        if tally.actions[kind]:
            yield Row("delivered_share", delivered, tally.actions[kind], dimensions={"via": kind})
        yield Row("stranded_cards", len(stranded), dimensions={"via": kind})
        points = sum(box.cards[card_id].points for card_id in stranded if card_id != UNKNOWN)
        yield Row("stranded_points", points, dimensions={"via": kind})


def _cube_rows(tally: SeatTally) -> Iterator[Row]:
    yield from _counted("disorder_made", "cause", tally.cubes)
    yield from _counted("disorder_avoided", "action", tally.cloak_uses)
    yield from _counted("cloak_refreshes", "by", tally.refreshes)
    yield from _counted("sends", "outcome", tally.sends)
    yield Row("turns_begun_exhausted", tally.turns_begun_exhausted)
    yield Row("lowest_supply", tally.lowest_supply)
    yield Row("turns_without_supply", len(tally.turns_without_supply))
    yield Row("self_inflicted_leaks", tally.own_leaks)


def _chaos_rows(tally: SeatTally) -> Iterator[Row]:
    yield Row("flips_in_own_turn", tally.flips)
    yield Row("penalties_inflicted", tally.inflicted)
    if tally.flips:
        yield Row("blame", tally.foreign_flips, tally.flips)
    yield Row("chaos_tile_turns", tally.chaos_tile_turns)
    yield from _counted("restores", "colors", tally.restores)
    yield from _counted("cubes_restored", "to", tally.cubes_restored)
    yield Row("turns_begun_locked", tally.turns_begun_locked)
    yield Row("actions_on_chaos", tally.actions_on_chaos)


def _movement_rows(tally: SeatTally) -> Iterator[Row]:
    yield Row("travels", tally.actions["travel"])
    for (origin, to), count in tally.time_travels.items():
        yield Row("time_travels", count, dimensions={"from_era": origin, "to_era": to})
    for era in ERAS if tally.turns else ():
        yield Row("turns_ended", tally.turns_ended_in[era], tally.turns, dimensions={"era": era})
    yield Row("tiles_visited", len(tally.visited))
    if tally.final_points is not None:
        yield Row("final_turn_points", tally.final_points)
        yield Row("final_turn_penalties", tally.final_penalties or 0)


def _game_rows(tally: Tally, state: State, order: Sequence[str], ranks: Mapping[str, int]) -> Iterator[Row]:
    yield Row("lead_changes", tally.lead_changes)
    yield Row("turns", state.turn)
    yield Row("rounds", state.round)
    if state.result is not None:
        yield Row("decided_by", 1, dimensions={"by": decided_by(list(places_of(state).values()))})
        yield from _rank_correlations(tally, ranks)
    if state.end_trigger is not None:
        position = {"position": str(order.index(state.end_trigger.seat))}
        yield Row("trigger_turn", state.end_trigger.turn, dimensions=position)
        if state.result is not None:
            yield Row("trigger_wins", win_share(state, state.end_trigger.seat))
    yield from _board_rows(tally, state)


def _rank_correlations(tally: Tally, ranks: Mapping[str, int]) -> Iterator[Row]:
    takings = {
        seat: counts.actions["grab"] + counts.actions["search"] for seat, counts in tally.seats.items()
    }
    shares = {seat: tally.seats[seat].actions["search"] / taken for seat, taken in takings.items() if taken}
    penalties = {seat: float(sum(counts.penalties.values())) for seat, counts in tally.seats.items()}
    for measure, figures in (("search_share_by_rank", shares), ("penalties_by_rank", penalties)):
        places = _ranked([ranks[seat] for seat in figures])
        if len(set(places)) > 1 and len(set(figures.values())) > 1:
            yield Row(measure, correlation(_ranked(list(figures.values())), places))


def _ranked(figures: Sequence[float]) -> list[float]:
    """Mean ranks, ties sharing theirs: what a rank correlation is taken of."""
    ordered = sorted(figures)
    return [
        (ordered.index(figure) + len(ordered) - 1 - ordered[::-1].index(figure)) / 2 for figure in figures
    ]


def _board_rows(tally: Tally, state: State) -> Iterator[Row]:
    box = state.box
    for tile, cause in tally.flips:
        yield Row(
            "flips", 1, dimensions={**_place(state, tile), "cause": cause, "place": _in_grid(state, tile)}
        )
    yield from _counted("ties", "tie", tally.ties)
    if tally.chaos_loads:
        yield Row("chaos_load", sum(tally.chaos_loads), len(tally.chaos_loads))
        yield Row("chaos_peak", max(tally.chaos_loads))
    for tile, turns in tally.lifetimes:
        yield Row("chaos_lifetime", turns, dimensions=_place(state, tile))
    for tile in tally.chaos_since:
        yield Row("chaos_open_at_end", 1, dimensions=_place(state, tile))
    for (what, tile), count in tally.heat.items():
        yield Row("heat", count, dimensions={"what": what, "tile": tile})
    for card in box.cards:
        if not may_be_unknown(state, card):
            yield Row("card_seen", card in tally.seen, dimensions={"card": card})
    for (deck, card), expected in tally.draws_expected.items():
        seen = tally.draws_seen[deck, card]
        yield Row("draws_against_expectation", seen, expected, dimensions={"deck": deck, "card": card})


def _place(state: State, tile: str) -> dict[str, str]:
    return {"era": state.box.era_of[tile], "city": state.box.city_of[tile]}


def _in_grid(state: State, tile: str) -> str:
    """Whether the tile lies in a corner, at an edge or in the centre of its grid."""
    grid = (state.layout or {})[state.box.era_of[tile]]
    city = state.box.city_of[tile]
    row, column = next((r, line.index(city)) for r, line in enumerate(grid) if city in line)
    return ("corner", "edge", "centre")[(row == CENTRE) + (column == CENTRE)]


def _counted(measure: str, dimension: str, counts: Mapping[str, int]) -> Iterator[Row]:
    for name, count in counts.items():
        yield Row(measure, count, dimensions={dimension: name})


# Curves of one session in addition to its scores.

TABLE = "table"
"""The subject of the curve that counts every chaos tile once."""


def _loads(state: State) -> dict[str, int]:
    return {TABLE: sum(tile.chaos for tile in state.tiles.values()), **chaos_tiles(state)}


def chaos_load(before: State | None, facts: tuple[Fact, ...], after: State) -> Iterator[Point]:
    """Chaos tiles on the table, and those with each seat's colour, where an entry changed them."""
    if before is not None and before.tiles is after.tiles:
        return
    earlier = {} if before is None else _loads(before)
    for subject, load in _loads(after).items():
        if earlier.get(subject) != load:
            yield Point(subject, load)


SERIES = (
    Series(
        "chaos-load",
        "Chaos load",
        "Tiles on the chaos side: in total, and with each seat's colour.",
        "tiles",
        chaos_load,
        by_round="seat",
    ),
)
