"""Weapons and the damage that is done with them, counted from the dice on the table."""

from __future__ import annotations

from tests.support.games.order_vs_chaos.counted_by_hand.items import gains
from tests.support.games.order_vs_chaos.counted_by_hand.recording import Recording, Sums, by_hand
from tests.support.games.order_vs_chaos.counted_by_hand.rolls import attacks
from tests.support.games.order_vs_chaos.counted_by_hand.segments import kind, owner, segments


@by_hand("damage")
def _damage(game: Recording, sums: Sums) -> None:
    for done in segments(game):
        for hit in done.hits:
            for unit, direction in ((hit.unit, "dealt"), (hit.target, "received")):
                seat = owner(done.line, unit)
                for part, number in hit.parts.items():
                    if seat is not None and number:
                        split = {"direction": direction, "part": part, "segment": hit.segment}
                        sums.count(seat, number, by=kind(unit), **split)


@by_hand("weapon_owners")
def _weapon_owners(game: Recording, sums: Sums) -> None:
    """Printed on the sheets of a seat's hero and monster, or taken out of the display."""
    document = game.box.document
    names = {weapon.name for weapon in document.weapons}
    sheets = {sheet.id: sheet for sheet in (*document.order_heroes, *document.chaos_heroes)}
    sheets |= {sheet.id: sheet for sheet in document.monsters}
    owned: set[tuple[str | None, str]] = {
        (seat, attack.name)
        for seat, table in game.expected["seats"].items()
        for sheet in (table["hero"], table.get("monster_type"))
        if sheet is not None
        for attack in sheets[sheet].attacks
    }
    owned |= {(seat, item) for seat, _, item in gains(game) if item in names}
    assert {(seat, name) for seat, name, _ in attacks(game) if seat is not None} <= owned
    for seat, name in owned:
        sums.count(seat, weapon=name)


def _weapons(measure: str, by_seats: bool, share: bool = False) -> None:
    @by_hand(measure)
    def _count(game: Recording, sums: Sums) -> None:
        for done in segments(game):
            for hit in done.hits:
                seat, weapon = owner(done.line, hit.unit), game.box.attacks[hit.attack].name
                if (seat is not None) == by_seats:
                    pair = (hit.forgone, hit.rolled) if share else (hit.rolled, 1)
                    sums.add(seat, *pair, weapon=weapon)


_weapons("weapon_damage", by_seats=True)
_weapons("weapon_forgone", by_seats=True, share=True)
_weapons("arch_enemy_weapon_damage", by_seats=False)
