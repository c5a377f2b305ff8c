"""The statistics rows of a session, and its series: both doom tracks and what is on the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.games.order_vs_chaos.components.document import STATS
from domain.games.order_vs_chaos.facts import DoomChanged
from domain.games.order_vs_chaos.reading import living, seats_from, seats_of
from domain.games.order_vs_chaos.scoring import arch_health
from domain.games.order_vs_chaos.state import Hero, State
from domain.games.order_vs_chaos.statistics.measures import MEASURES
from domain.games.order_vs_chaos.statistics.observing import paid_abilities
from domain.games.order_vs_chaos.statistics.tally import Tally, round_of
from domain.kernel import Fact, Point, Row, Series

# The rows of a session: what was counted, and what is read off its state.

COUNTS = frozenset(measure.key for measure in MEASURES if measure.over is not None)


def rows(tally: Tally, state: State) -> Iterator[Row]:
    """Every figure of the session as it stands."""
    shared = _session(state)
    own = {seat: _of_seat(state, hero) for seat, hero in state.seats.items()}
    for (measure, seat, dimensions), (value, weight) in tally.sums.items():
        split = {**dict(dimensions), **(shared if seat is None else own[seat])}
        yield Row(measure, value, 1 if measure in COUNTS else weight, seat, split)
    for row in (*_games(tally, state), *_exploring(tally, state), *_heroes(tally, state)):
        more = shared if row.seat is None else own[row.seat]
        yield Row(row.measure, row.value, row.weight, row.seat, {**row.dimensions, **more})


def _session(state: State) -> dict[str, str]:
    return {
        "map": state.map_id or "",
        "arch_enemy": state.arch_enemy or "",
        "winner": state.result.winner if state.result is not None else "",
    }


def _of_seat(state: State, hero: Hero) -> dict[str, str]:
    return {
        "side": hero.side,
        "hero": hero.hero or "",
        "map": state.map_id or "",
        "position": str(seats_from(state, state.first_player).index(hero.seat)),
    }


def _games(tally: Tally, state: State) -> Iterator[Row]:
    rounds = round_of(state)
    yield Row("turns", state.turn)
    yield Row("rounds", rounds)
    yield Row("chaos_doom_per_round", state.chaos - state.doom_start, rounds)
    yield Row("final_order_doom", state.order)
    height = (0, state.doom_start)
    for number in range(1, rounds + 1):
        height = tally.doom.get(number, height)
        for track, value in zip(("order", "chaos"), height, strict=True):
            yield Row("doom_by_round", value, dimensions={"track": track, "round": str(number)})
    for location in state.places:
        yield Row("locations", 1, dimensions={"location": location})
    for hero in state.seats.values():
        if hero.monster_type is not None:
            yield Row("monster_types", 1, dimensions={"type": hero.monster_type})
    result = state.result
    if result is None or state.final is None:
        return
    yield Row("outcome", 1, dimensions={"stage": result.stage, "reason": result.reason})
    yield Row("arch_health_left", arch_health(state) or 0)
    yield Row("order_survivors", len(_standing(state, "order")))
    monsters = sum(health > 0 for health in state.final.monsters.values())
    yield Row("chaos_survivors", len(_standing(state, "chaos")) + monsters)
    won = float(result.winner == "order")
    first = state.seats[state.first_player].side if state.first_player is not None else ""
    split = {
        "first_side": first,
        "order_doom": str(state.order),
        "rifts_by_round_5": str(tally.rifts_by_round_5),
    }
    yield Row("order_win_share", won, dimensions=split)
    for order in seats_of(state, "order"):
        for chaos in seats_of(state, "chaos"):
            heroes = {
                "order_hero": state.seats[order].hero or "",
                "chaos_hero": state.seats[chaos].hero or "",
            }
            yield Row("pair_order_win_share", won, dimensions=heroes)
    for chaos in seats_of(state, "chaos"):
        yield Row("monster_order_win_share", won, dimensions={"type": state.seats[chaos].monster_type or ""})


def _standing(state: State, side: str) -> list[str]:
    return [seat for seat in living(state, side) if state.seats[seat].health > 0]


def _exploring(tally: Tally, state: State) -> Iterator[Row]:
    cards = len(state.box.cards)
    yield Row("opened_share", cards - len(state.unopened), cards)
    if tally.rifts:
        yield Row("rifts", len(tally.rifts), dimensions={"state": "open"})
    yield Row("most_monsters", tally.most_monsters)
    if tally.first_monster is not None:
        yield Row("first_monster", tally.first_monster)
    open_ones: dict[str, list[int]] = {}
    for here in tally.monsters.values():
        for kind, since in here:
            open_ones.setdefault(kind, []).append(state.turn - since)
    for kind, ages in open_ones.items():
        yield Row("monster_lifetime", sum(ages), len(ages), dimensions={"type": kind, "ended": "open"})


def _heroes(tally: Tally, state: State) -> Iterator[Row]:
    kills: dict[str, float] = {}
    for (measure, seat, _), (value, _) in tally.sums.items():
        if measure == "kills" and seat is not None:
            kills[seat] = kills.get(seat, 0) + value
    for seat, hero in state.seats.items():
        yield Row("win_share", _win(state, hero.side), seat=seat)
        target = "rift" if hero.side == "order" else "healing_shrine"
        yield Row("able_to_attack", 1, seat=seat, dimensions={"target": target})
        for weapon in sorted(_weapons(tally, state, hero)):
            yield Row("weapon_owners", 1, seat=seat, dimensions={"weapon": weapon})
        for ability in paid_abilities(state, hero):
            yield Row("ability_owners", 1, seat=seat, dimensions={"ability": ability})
        for number in range(round_of(state) + 1):
            yield Row("rounds_reached", 1, seat=seat, dimensions={"round": str(number)})
        yield Row("alive_share", float(hero.alive and hero.health > 0), seat=seat)
        yield Row("kills_per_death", kills.get(seat, 0), hero.deaths, seat)
        yield Row("stamina_idle", hero.stamina, seat=seat)
        if hero.side == "chaos":
            yield Row("tokens_carried", hero.tokens, seat=seat)
        else:
            yield Row("items_unused", len(hero.weapons) + len(hero.equipment), seat=seat)
        if hero.hero is not None:
            for track in STATS:
                yield Row("final_stat", state.stat(seat, track), seat=seat, dimensions={"stat": track})
    gained = sorted(
        {
            (seat, dict(dimensions)["item"])
            for (measure, seat, dimensions) in tally.sums
            if measure == "items_gained" and seat is not None
        }
    )
    for seat, item in gained:
        won = _win(state, state.seats[seat].side)
        yield Row("item_win_share", won, seat=seat, dimensions={"item": item})


def _win(state: State, side: str) -> float:
    """A seat's share of the win of its side: the winning seats divide one win."""
    if state.result is None or state.result.winner != side:
        return 0.0
    return 1 / len(seats_of(state, side))


def _weapons(tally: Tally, state: State, hero: Hero) -> set[str]:
    """Names of the weapons that a seat could attack with at any time of the session."""
    sheets = [one for one in state.box.document.fighters if one.id in {hero.hero, hero.monster_type}]
    printed = {attack.name for sheet in sheets for attack in sheet.attacks}
    weapons = {weapon.name for weapon in state.box.weapons.values()}
    counted = {
        (measure, name)
        for (measure, seat, dimensions) in tally.sums
        for key, name in dimensions
        if seat == hero.seat and key in {"item", "weapon"}
    }
    gained = {name for measure, name in counted if measure == "items_gained" and name in weapons}
    return printed | gained | {name for measure, name in counted if measure == "weapon_uses"}


# Curves along one session: both doom tracks, and what lies on the map.

SIDES = ("order", "chaos")


def doom_points(before: State | None, facts: tuple[Fact, ...], after: State) -> Iterable[Point]:
    """Both tracks at the opening, then each change with its cause, seat and turn."""
    if before is None:
        for side in SIDES:
            yield Point(side, after.doom(side), {"cause": "start", "turn": 0, "seat": None, "by": 0})
        return
    for fact in facts:
        if isinstance(fact, DoomChanged):
            detail = {
                "cause": fact.cause,
                "turn": after.turn,
                "seat": fact.seat,
                "by": fact.after - fact.before,
            }
            yield Point(fact.side, fact.after, detail)


def map_points(before: State | None, facts: tuple[Fact, ...], after: State) -> Iterable[Point]:
    """Cards opened, monsters and tokens on the map, wherever one of them changed."""
    now = _on_the_map(after)
    then = {} if before is None else _on_the_map(before)
    for subject, number in now.items():
        if then.get(subject) != number:
            yield Point(subject, number, {"turn": after.turn})


def _on_the_map(state: State) -> dict[str, int]:
    places = state.places.values()
    return {
        "opened": len(state.box.cards) - len(state.unopened),
        "monsters": sum(len(place.monsters) for place in places),
        "tokens": sum(place.tokens for place in places),
        "rifts_open": sum(
            place.card is not None and state.box.cards[place.card].kind == "rift" for place in places
        ),
    }


SERIES = (
    Series(
        "doom-tracks",
        "Doom tracks",
        "Order and Chaos doom at the start and after each change, with its cause and size, the turn, and "
        "the seat that caused it or died.",
        "doom",
        doom_points,
        by_round="session",
    ),
    Series(
        "region-counts",
        "On the map",
        "Cards opened so far, open rifts, and monsters and tokens on the map, with the turn, after each "
        "entry that changed any of them.",
        "pieces",
        map_points,
        by_round="session",
    ),
)
