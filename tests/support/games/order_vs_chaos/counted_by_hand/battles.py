"""Battles, deaths and places, counted from the lines of each battle and from the final table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.support.games.order_vs_chaos.counted_by_hand.fights import Fight, fights
from tests.support.games.order_vs_chaos.counted_by_hand.items import effects
from tests.support.games.order_vs_chaos.counted_by_hand.recording import Recording, Sums, by_hand
from tests.support.games.order_vs_chaos.counted_by_hand.segments import kind, owner, segments

OTHER = {"order": "chaos", "chaos": "order"}


def result(fight: Fight, name: str) -> str:
    """How the battle ended for a hero."""
    if fight.died(name):
        return "died"
    if fight.retreated(name):
        return "retreated"
    beaten = fight.wiped_out(OTHER[fight.units[name].side])
    return "won" if fight.stood(name) and beaten else "left"


@by_hand("battles")
def _battles(game: Recording, sums: Sums) -> None:
    for fight in fights(game):
        for name, seat in fight.heroes.items():
            role = "phasing" if seat == fight.lines[0].before.active else "other"
            sums.count(seat, role=role, result=result(fight, name), kind=fight.kind)


@by_hand("battle_rounds")
def _battle_rounds(game: Recording, sums: Sums) -> None:
    for fight in fights(game):
        for seat in fight.heroes.values():
            sums.add(seat, fight.rounds, kind=fight.kind)


def kills(game: Recording) -> Iterator[tuple[str, str, str]]:
    """Seat, killer and victim of every kill: damage after the block debt, absorbed or not (OC-481)."""
    for done in segments(game):
        hits = {(hit.unit, hit.target) for hit in done.hits if hit.rolled > hit.forgone}
        for killer, victim in hits:
            seat = owner(done.line, killer)
            if seat is not None and done.health[victim] == 0:
                yield seat, kind(killer), kind(victim)


@by_hand("kills")
def _kills(game: Recording, sums: Sums) -> None:
    for seat, killer, victim in kills(game):
        sums.count(seat, by=killer, target=victim)


@by_hand("kills_per_death")
def _kills_per_death(game: Recording, sums: Sums) -> None:
    killed = Counter(seat for seat, _, _ in kills(game))
    for seat, table in game.expected["seats"].items():
        sums.add(seat, killed[seat], table["deaths"])


@by_hand("deaths")
def _deaths(game: Recording, sums: Sums) -> None:
    """All of them stand in the final table; those of the turns stood there when the final battle began."""
    last_turn = [line for line in game.lines if line.before.phase == "turn"][-1]
    for seat, table in game.expected["seats"].items():
        in_turns = last_turn.after.seats[seat].deaths
        for stage, number in {"turn": in_turns, "final": table["deaths"] - in_turns}.items():
            if number:
                sums.count(seat, number, stage=stage)


@by_hand("deaths_at")
def _deaths_at(game: Recording, sums: Sums) -> None:
    for line in game.lines:
        for seat, hero in line.before.seats.items():
            deaths = line.after.seats[seat].deaths - hero.deaths
            if deaths and line.before.phase == "turn":
                sums.count(None, deaths, location=hero.location)


@by_hand("locations")
def _locations(game: Recording, sums: Sums) -> None:
    [side] = [side for side in game.box.document.maps if side.id == game.expected["map"]]
    for location in side.locations:
        sums.count(None, location=location.id)


@by_hand("battles_at")
def _battles_at(game: Recording, sums: Sums) -> None:
    for fight in fights(game):
        if fight.kind == "field":
            sums.count(None, location=fight.location)


@by_hand("visits")
def _visits(game: Recording, sums: Sums) -> None:
    for line in game.lines:
        retreats = line.kind == "attempt_retreat" and "blue" in line.action["dice"]
        if line.kind == "move" or retreats:
            sums.count(None, location=line.action["to"])
        for effect in effects(line, "hero_move"):
            sums.count(None, location=effect["to"])


@by_hand("matchup_win_share")
def _matchup_win_share(game: Recording, sums: Sums) -> None:
    for fight in fights(game):
        monsters = [unit.type for name, unit in fight.units.items() if name.startswith("monster:")]
        heroes = {name: unit for name, unit in fight.units.items() if unit.side == "order"}
        won = fight.wiped_out("chaos") and any(map(fight.stood, heroes))
        for monster in monsters if fight.kind == "field" else ():
            for hero in heroes.values():
                sums.add(None, won, order_hero=hero.type, monster=monster)


@by_hand("retreats_expected")
def _retreats_expected(game: Recording, sums: Sums) -> None:
    faces = game.box.die_faces
    others = sum(face != "blue" for face in faces) / len(faces)
    for line in game.of("attempt_retreat"):
        sums.count(line.seat, 1 - others ** line.before.stat(line.seat, "move"))
