"""The rows of every measure by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from domain.games.chaos_order.facts import CardsDrawn
from tests.support.games.chaos_order.counted_by_hand.battles import battles, compared
from tests.support.games.chaos_order.counted_by_hand.lines import DEMO, Lines, count_of, holder_of, row_of
from tests.support.games.chaos_order.counted_by_hand.prices import earned, prices, turns

REASONS = ("all_relics", "fame", "land_regions", "relics_tiebreak", "shared")


class Counted(NamedTuple):
    """One row as a hand would write it; `seat` None = of the whole session."""

    value: float
    weight: float = 1
    seat: str | None = None
    said: tuple[tuple[str, str], ...] = ()


def of_seat(game: Lines, seat: str, value: float, weight: float = 1, /, **said: str) -> Counted:
    """A row of a seat, with its faction and place."""
    return Counted(value, weight, seat, tuple(sorted({**said, **game.who(seat)}.items())))


def of_game(value: float, weight: float = 1, /, **said: str) -> Counted:
    """A row of the session."""
    return Counted(value, weight, None, tuple(sorted(said.items())))


def win_share(game: Lines) -> Iterator[Counted]:
    yield from (of_seat(game, seat, game.win(seat)) for seat in game.clockwise)


def win_reasons(game: Lines) -> Iterator[Counted]:
    yield from (of_game(reason == game.expected["reason"], reason=reason) for reason in REASONS)


def rounds(game: Lines) -> Iterator[Counted]:
    yield of_game(game.expected["round"])


def battle_win_share(game: Lines) -> Iterator[Counted]:
    for seat in game.clockwise:
        own = [battle for battle in compared(game) if seat in battle.sides]
        for role in ("selector", "opponent"):
            for kind in ("equal", "different"):
                alike = [
                    battle
                    for battle in own
                    if battle.kind == kind and (role == "selector") == (battle.selector == seat)
                ]
                if alike:
                    won = sum(battle.victor == seat for battle in alike)
                    yield of_seat(game, seat, won, len(alike), role=role, strength=kind)


def _of_plans(game: Lines, name: str, told: str, values: tuple[str, ...]) -> Iterator[Counted]:
    for seat in game.clockwise:
        plans = [line.said.get(told, "none") for line in game.of("commit_plan") if line.said["seat"] == seat]
        for value in values if plans else ():
            yield of_seat(game, seat, plans.count(value), len(plans), **{name: value})


def sections(game: Lines) -> Iterator[Counted]:
    wheel = tuple(section["id"] for section in DEMO["combat_wheel"]["sections"])
    yield from _of_plans(game, "section", "section", wheel)


def plan_cards(game: Lines) -> Iterator[Counted]:
    yield from _of_plans(game, "tactics", "tactics", ("none", "use", "bluff"))


def retreat_rate(game: Lines) -> Iterator[Counted]:
    for row in sections(game):
        if ("section", "retreat") in row.said:
            yield row._replace(said=tuple(pair for pair in row.said if pair[0] != "section"))


def wounds_dealt(game: Lines) -> Iterator[Counted]:
    for seat in game.clockwise:
        wounds = sum(battle.wounds_by(seat) for battle in battles(game) if seat in battle.sides)
        if wounds:
            yield of_seat(game, seat, wounds)


def wounds_taken(game: Lines) -> Iterator[Counted]:
    for seat in game.clockwise:
        wounds = sum(battle.wounded.get(seat, 0) for battle in battles(game))
        if wounds:
            yield of_seat(game, seat, wounds)


def act_rate(game: Lines) -> Iterator[Counted]:
    for seat in game.clockwise:
        own: Counter[tuple[str, str, str]] = Counter()
        acted: Counter[tuple[str, str, str]] = Counter()
        for turn in turns(game):
            if turn.seat == seat:
                price = turn.price
                by = "neutral" if price.by is None else "own" if price.by == seat else "other"
                own[price.phase, str(price.cost), by] += 1
                acted[price.phase, str(price.cost), by] += turn.acted
        for (phase, cost, by), number in own.items():
            yield of_seat(game, seat, acted[phase, cost, by], number, phase=phase, price=cost, priced_by=by)


def phase_price(game: Lines) -> Iterator[Counted]:
    for phase, by in {(price.phase, price.by is None) for price in prices(game)}:
        costs = [p.cost for p in prices(game) if (p.phase, p.by is None) == (phase, by)]
        yield of_game(sum(costs), len(costs), phase=phase, priced_by="neutral" if by else "seat")


def energy_from_prices(game: Lines) -> Iterator[Counted]:
    for seat in game.clockwise:
        yield of_seat(game, seat, sum(earned(game, seat)), game.expected["round"])


def _parts(game: Lines, seat: str) -> Iterator[tuple[str, float]]:
    """How much of the seat won, and how much did not."""
    share = game.win(seat)
    yield from ((won, part) for won, part in (("yes", share), ("no", 1 - share)) if part)


def _read(game: Lines) -> Iterator[tuple[str, int, int]]:
    """Seat, round and region count of every income line, off the map that lay before it."""
    for line in game.of("take_region_income"):
        seat = line.said["seat"]
        yield seat, game.round_of(line), 1 + sum(count_of(line.before, seat))


def region_count(game: Lines) -> Iterator[Counted]:
    for seat, number, count in _read(game):
        for won, part in _parts(game, seat):
            yield of_seat(game, seat, count * part, part, round=str(number), won=won)


def income_rows(game: Lines) -> Iterator[Counted]:
    for seat in game.clockwise:
        earned_rows = [row_of(count) for owner, _, count in _read(game) if owner == seat]
        for least in (0, 3, 6, 8) if earned_rows else ():
            yield of_seat(game, seat, earned_rows.count(least), len(earned_rows), row=str(least))


def control_share(game: Lines) -> Iterator[Counted]:
    ends = [line.after.regions for _, line in game.ends_of_combat()]
    for seat in game.clockwise:
        for place in game.expected["regions"] if ends else ():
            held = sum(holder_of(regions[place]) == seat for regions in ends)
            yield of_seat(game, seat, held, len(ends), region=place)


def win_share_by_count(game: Lines) -> Iterator[Counted]:
    for number, line in game.ends_of_combat():
        for seat in game.clockwise:
            count = 1 + sum(count_of(line.after, seat))
            yield of_seat(game, seat, game.win(seat), round=str(number), count=str(count))


def research_column(game: Lines) -> Iterator[Counted]:
    for seat, table in game.expected["seats"].items():
        for track, column in table["research"].items():
            for won, part in _parts(game, seat):
                yield of_seat(game, seat, column * part, part, track=track, won=won)


def die_faces(game: Lines) -> Iterator[Counted]:
    rolls = [face for line in game.of("reveal_plans") for face in line.said.get("dice", {}).values()]
    faces = len(DEMO["combat_die"]["faces"])
    for face in range(faces) if rolls else ():
        yield of_game(rolls.count(face), len(rolls) / faces, face=str(face))


def relics_unclaimed(game: Lines) -> Iterator[Counted]:
    out = len(game.expected["relics_out"])
    taken = sum(len(table["relics"]) for table in game.expected["seats"].values())
    if out + taken:
        yield of_game(out, out + taken)


def cards(game: Lines) -> Iterator[Counted]:
    """Uses, plays and discards of lines; draws as lines name them, to whom they went by the facts."""
    ways: Counter[tuple[str, str, str]] = Counter()
    for line in game.lines:
        said = line.said
        drawn = [
            (fact.seat, card) for fact in line.facts if isinstance(fact, CardsDrawn) for card in fact.cards
        ]
        assert [card for _, card in drawn] == said.get("draws", [])
        ways.update((seat, card, "drawn") for seat, card in drawn)
        way = {"play_tactics_card": "played", "discard_tactics_card": "discarded"}.get(said["type"])
        if said["type"] == "commit_plan" and said.get("tactics") == "use":
            way = "used"
        if way is not None:
            ways[said["seat"], said["card"], way] += 1
    for (seat, card, way), number in ways.items():
        yield of_seat(game, seat, number, card=card, way=way)


def card_battle_win_share(game: Lines) -> Iterator[Counted]:
    fought: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    for battle in compared(game):
        for seat, plan in battle.plans.items():
            if plan.get("tactics") == "use":
                fought[seat, plan["card"]] += 1
                won[seat, plan["card"]] += battle.victor == seat
    for (seat, card), number in fought.items():
        yield of_seat(game, seat, won[seat, card], number, card=card)


COUNTS: dict[str, Callable[[Lines], Iterator[Counted]]] = {
    count.__name__: count
    for count in (
        win_share,
        win_reasons,
        rounds,
        battle_win_share,
        sections,
        plan_cards,
        retreat_rate,
        wounds_dealt,
        wounds_taken,
        act_rate,
        phase_price,
        energy_from_prices,
        region_count,
        income_rows,
        control_share,
        win_share_by_count,
        research_column,
        die_faces,
        relics_unclaimed,
        cards,
        card_battle_win_share,
    )
}
