"""XP, stamina and moves: what each line brings, beside what is printed on the sheets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from domain.games.order_vs_chaos.facts import TokensMoved
from tests.support.games.order_vs_chaos.counted_by_hand.endings import rounds_of
from tests.support.games.order_vs_chaos.counted_by_hand.items import effects
from tests.support.games.order_vs_chaos.counted_by_hand.recording import Line, Recording, Sums, by_hand

FEEDS_ORDER = ("quartermaster", "order_shrine", "healing_shrine", "wormhole")
"""OC-321: these cards give XP to Order, all others to Chaos."""
START_XP = {3: 4, 5: 3}
"""OC-106, of a Chaos hero, by number of seats."""
FULL_STAMINA = 2


@dataclass(frozen=True)
class Xp:
    """XP of a seat by a line: how much finds a box, and how much does not."""

    line: Line
    turn: int
    seat: str
    cause: str
    gained: int
    lost: int


def opened(game: Recording, opening: dict[str, Any]) -> list[str]:
    """The kinds of an opening's cards as they give XP: a Chaos rift after its neighbours (OC-325)."""
    [side] = [side for side in game.box.document.maps if side.id == game.lines[-1].after.map_id]
    edges = {frozenset(edge) for edge in side.edges}
    order: list[str] = []
    open_rifts = [opening]
    for one in opening.get("cascade", ()):
        while {open_rifts[-1]["location"], one["location"]} not in edges:
            order.append(open_rifts.pop()["card"])
        if game.box.cards[one["card"]].kind == "chaos_rift":
            open_rifts.append(one)
        else:
            order.append(one["card"])
    order += [one["card"] for one in reversed(open_rifts)]
    return [game.box.cards[card].kind for card in order]


def openings(line: Line) -> Iterator[dict[str, Any]]:
    """What the line says of every card that was opened, with its cascade."""
    if line.kind == "open_location":
        yield {**line.action, "location": line.before.seats[line.seat].location}
    yield from effects(line, "open")
    for swap in effects(line, "swap_cards"):
        yield from swap.get("opened", ())


def due(game: Recording, line: Line) -> Iterator[tuple[str, int, str]]:
    """Seat or side, XP and cause of everything that a line brings."""
    action = line.action
    if line.kind == "choose_hero" and game.sides[line.seat] == "chaos":
        yield line.seat, START_XP.get(len(game.sides), 0), "start"
    if line.kind == "attack_rift" and "blue" in action["dice"]:
        yield "order", 1, "rift_closed"
    if line.kind == "take_overflow" and action["gain"] == "xp":
        yield line.seat, 1, "overflow"
    for opening in openings(line):
        for kind in opened(game, opening):
            yield "order" if kind in FEEDS_ORDER else "chaos", 1, kind
    for effect in effects(line, "xp"):
        yield effect.get("seat") or effect["side"], effect["amount"], "effect"


def boxes(game: Recording, seat: str) -> int:
    """How many XP the hero of a seat has room for: all boxes but the last of each track, and locked slots."""
    sheet = game.box.heroes[game.lines[-1].after.seats[seat].hero]
    locked = 0 if sheet.slots is None else sheet.slots.locked
    return int(locked + sum(len(track) - 1 for track in sheet.tracks.values()))


def turns(game: Recording) -> Iterator[tuple[int, Line]]:
    """Every line with its turn: 0 before all heroes are placed, then one more with every end of a turn."""
    turn, to_place = game.lines[0].before.turn, len(game.sides)
    for line in game.lines:
        yield turn, line
        to_place -= line.kind == "place_hero"
        turn += line.kind == "end_turn" or (line.kind == "place_hero" and not to_place)


def xp(game: Recording) -> Iterator[Xp]:
    """All XP of the game; what no box has room for is lost (OC-354)."""
    room = Counter[str]()
    for seat, hero in game.lines[0].before.seats.items():
        placed = sum(hero.xp.values()) + hero.slots_unlocked + hero.xp_pending
        room[seat] = boxes(game, seat) - placed
    for turn, line in turns(game):
        for whose, number, cause in due(game, line):
            for seat, side in game.sides.items():
                if number and whose in (seat, side):
                    gained = min(number, room[seat])
                    room[seat] -= gained
                    yield Xp(line, turn, seat, cause, gained, number - gained)


@by_hand("xp_gained")
def _xp_gained(game: Recording, sums: Sums) -> None:
    for one in xp(game):
        if one.gained:
            sums.count(one.seat, one.gained, cause=one.cause)


@by_hand("rounds_reached")
def _rounds_reached(game: Recording, sums: Sums) -> None:
    for seat in game.sides:
        for number in range(rounds_of(game) + 1):
            sums.add(seat, 1, round=number)


@by_hand("xp_by_round")
def _xp_by_round(game: Recording, sums: Sums) -> None:
    for one in xp(game):
        if one.gained:
            sums.count(one.seat, one.gained, round=-(-one.turn // len(game.sides)))


@by_hand("xp_lost")
def _xp_lost(game: Recording, sums: Sums) -> None:
    """Tokens that came for XP lie with the hero, or where it stands (OC-354), until the supply is empty."""
    tokens: Counter[tuple[int, str]] = Counter()
    for line, fact in game.facts(TokensMoved):
        if fact.cause == "xp":
            tokens[id(line), fact.to] += fact.n
    for one in xp(game):
        if one.lost and game.sides[one.seat] == "order":
            sums.count(one.seat, one.lost, to="nothing")
        elif one.lost:
            left = one.lost
            for place in (f"hero:{one.seat}", one.line.before.seats[one.seat].location):
                came = min(left, tokens[id(one.line), place])
                tokens[id(one.line), place] -= came
                left -= came
            for to, number in (("token", one.lost - left), ("nothing", left)):
                if number:
                    sums.count(one.seat, number, to=to)


def costs(sheet: Any) -> dict[str, int]:
    """What the abilities of a sheet cost; those that are never used, or cost nothing, are left out."""
    return {one.id: one.stamina for one in sheet.abilities if one.timing != "passive" and one.stamina}


def source_of(game: Recording, line: Line) -> str:
    """What a line's effects come from: a card by the name that its copies share, an ability by its id."""
    action = line.action
    source = next(str(action[key]) for key in ("ability", "item", "card", "source") if key in action)
    document = game.box.document
    fighters = (*document.order_heroes, *document.chaos_heroes, *document.monsters, *document.arch_enemies)
    cards = [*document.weapons, *document.equipment, *document.event_cards]
    cards += [attack for fighter in fighters for attack in fighter.attacks]
    return next((str(card.name) for card in cards if card.id == source), source)


def reset(line: Line) -> list[str]:
    """Heroes back with full stamina: on a start (OC-370), or at once for the final battle (OC-604)."""
    if line.kind == "resurrect":
        return [line.seat]
    if line.before.phase != "turn" or line.after.phase == "turn":
        return []
    waiting = [duty.seat for duty in line.before.pending if duty.kind == "resurrect"]
    died = [seat for seat, hero in line.before.seats.items() if line.after.seats[seat].deaths > hero.deaths]
    return waiting + died


def stamina(game: Recording) -> Iterator[tuple[str, int, str]]:
    """Seat, change and cause, held against the public table after every line."""
    purse = {seat: hero.stamina for seat, hero in game.lines[0].before.seats.items()}
    for line in game.lines:
        if line.kind == "choose_hero":
            purse[line.seat] = FULL_STAMINA
        changes: list[tuple[str, int, str]] = []
        if line.kind in ("use_ability", "change_dice") and line.action.get("seat") is not None:
            ability = line.action.get("ability") or line.action["source"]
            sheet = game.box.heroes[line.before.seats[line.seat].hero]
            changes.append((line.seat, -costs(sheet).get(ability, 0), ability))
        if line.kind == "use_order_shrine" and line.action["gain"] == "stamina":
            changes.append((line.seat, FULL_STAMINA, "order_shrine"))
        changes += [(one["seat"], one["delta"], source_of(game, line)) for one in effects(line, "stamina")]
        changes += [(seat, FULL_STAMINA, "resurrection") for seat in reset(line)]
        for seat, wanted, cause in changes:
            now = max(0, min(FULL_STAMINA, purse[seat] + wanted))
            yield seat, now - purse[seat], cause
            purse[seat] = now
        assert purse == {seat: hero.stamina for seat, hero in line.after.seats.items()}


@by_hand("ability_owners")
def _ability_owners(game: Recording, sums: Sums) -> None:
    for seat, table in game.expected["seats"].items():
        for ability in costs(game.box.heroes[table["hero"]]):
            sums.add(seat, 1, ability=ability)


@by_hand("stamina_spent")
def _stamina_spent(game: Recording, sums: Sums) -> None:
    for seat, change, cause in stamina(game):
        own = costs(game.box.heroes[game.expected["seats"][seat]["hero"]])
        if change < 0 and cause in own:
            sums.count(seat, -change, ability=cause)


@by_hand("stamina_regained")
def _stamina_regained(game: Recording, sums: Sums) -> None:
    for seat, change, cause in stamina(game):
        if change > 0:
            sums.count(seat, change, cause=cause)


@by_hand("moves_unused")
def _moves_unused(game: Recording, sums: Sums) -> None:
    """Steps since the last end of a turn, beside the box of the move track that is open (OC-351)."""
    first = game.lines[0].before
    covered = Counter({seat: hero.xp.get("move", 0) for seat, hero in first.seats.items()})
    steps = first.moves_used
    for line in game.lines:
        if line.kind == "assign_xp":
            covered[line.seat] += line.action["targets"].count("move")
        steps += line.kind == "move"
        if line.kind == "end_turn":
            track = game.box.heroes[game.expected["seats"][line.seat]["hero"]].tracks["move"]
            sums.add(line.seat, track[covered[line.seat]] - steps)
            steps = 0
