"""What lies beside the map: the doom track, the quartermaster's items, enemies, decks and supplies."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.order_vs_chaos import places
from domain.games.order_vs_chaos.board_seats import face, figures_left
from domain.games.order_vs_chaos.state import ALL_TOKENS, FIGURES_OF_A_TYPE, MOST_DOOM
from domain.games.order_vs_chaos.words.names import SIDES, box_of, card_name
from domain.games.order_vs_chaos.words.printed import monster_text
from domain.kernel import Card, Json, Line, Mark, Naming, Track, Zone, counted


def doom(view: Json) -> Zone:
    """Both sides' doom on one track (OC-601, OC-606)."""
    marks = tuple(Mark(view["doom"][side], name) for side, name in SIDES.items())
    track = Track("doom", "Doom", 0, MOST_DOOM, marks, {str(MOST_DOOM): f"{MOST_DOOM} end"})
    told = ", ".join(f"{name} {view['doom'][side]}" for side, name in SIDES.items())
    return Zone(places.DOOM, "Doom", "track", 15, note=f"{told} of {MOST_DOOM}", folded=True, tracks=(track,))


def display(view: Json, naming: Naming) -> Zone:
    """The quartermaster's items (OC-109, OC-330, OC-505)."""
    decks = f"{view['item_deck']} in the deck, {len(view['item_discard'])} discarded"
    cards = tuple(face(item, naming) for item in view["display"])
    note = f"{counted(len(cards), 'item')}; {decks}"
    return Zone(places.DISPLAY, "Quartermaster", "cards", 20, note=note, folded=True, cards=cards)


def enemies(view: Json, naming: Naming) -> Zone:
    """The arch enemy, and the monster types of this game with their figures left (OC-108, OC-340)."""
    cards = (*_arch_enemy(view, naming), *_monsters(view, naming))
    note = ", ".join(card.label for card in cards)
    return Zone("enemies", "Enemies", "cards", 25, note=note, folded=True, cards=cards)


def _arch_enemy(view: Json, naming: Naming) -> Iterator[Card]:
    if view["arch_enemy"] is None:
        return
    enemy = box_of(naming).arch_enemies[view["arch_enemy"]]
    against = sum(hero["side"] == "order" for hero in view["seats"].values())
    health = enemy.health[str(against)]
    final = view["final"]
    if final is not None and final["arch_health"] is not None:
        health = final["arch_health"]
    yield Card(enemy.id, enemy.name, str(health), monster_text(enemy), "heart")


def _monsters(view: Json, naming: Naming) -> Iterator[Card]:
    for seat, hero in view["seats"].items():
        if hero.get("monster_type") is not None:
            monster = box_of(naming).monsters[hero["monster_type"]]
            left = f"{figures_left(view, monster.id)} of {FIGURES_OF_A_TYPE} left"
            told = f"{naming.seat(seat).text}’s; {monster_text(monster)}"
            yield Card(monster.id, monster.name, left, told)


def supplies(view: Json, naming: Naming) -> Zone:
    """Decks, discards, tokens, and which cards may still lie face down on the map."""
    return Zone(
        "supplies",
        "Decks and supplies",
        "list",
        28,
        note=f"{counted(view['token_supply'], 'token')} left, {counted(view['event_deck'], 'event card')}",
        folded=True,
        lines=tuple(_supplies(view, naming)),
    )


def _supplies(view: Json, naming: Naming) -> Iterator[Line]:
    yield Line("Chaos tokens left", f"{view['token_supply']} of {ALL_TOKENS}", "gem")
    yield Line("Event deck", f"{view['event_deck']}, {len(view['event_discard'])} discarded", "layers")
    yield Line("Item deck", f"{view['item_deck']}, {len(view['item_discard'])} discarded", "layers")
    if view["map"] is None:
        return
    seen = {place["card"] for place in view["locations"].values()} | set(view["removed_cards"])
    cards = box_of(naming).cards
    down = [card.name or card_name(card) for card in cards.values() if card.id not in seen]
    yield Line("Still face down", _counted(down) or "none", "map")
    if view["removed_cards"]:
        gone = [naming.name(card) for card in view["removed_cards"]]
        yield Line("Out of the game", _counted(sorted(gone)), "archive")


def _counted(names: list[str]) -> str:
    """`2 × Rift 5, 1 × Wormhole`."""
    return ", ".join(f"{names.count(name)} × {name}" for name in dict.fromkeys(names))
