"""What lies next to the board while it is put right: supplies, decks, discards, and numbers of heroes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.order_vs_chaos import places
from domain.games.order_vs_chaos.board import DEEDS, face, figures_left
from domain.games.order_vs_chaos.components.document import SLOT
from domain.games.order_vs_chaos.mending_cards import discarded, kept_seen, lying
from domain.games.order_vs_chaos.state import hero_unit
from domain.games.order_vs_chaos.words.names import SIDES, box_of, track_name
from domain.games.order_vs_chaos.words.table import unit_name
from domain.kernel import SUPPLY, Card, Json, Line, MendingMat, Naming, Piece, Tray, capitalized

FACE_DOWN, REMOVED = "face down", "out of the game"
"""The faces that a location card can be turned to."""


def mat(view: Json, naming: Naming) -> MendingMat:
    """Supplies, decks and discards as pieces and cards; and numbers that the board does not show."""
    faces = {
        name: (FACE_DOWN, REMOVED) for name, place in view["locations"].items() if place["card"] is not None
    }
    return MendingMat(tuple(_trays(view, naming)), faces)


def _trays(view: Json, naming: Naming) -> Iterator[Tray]:
    for seat, hero in view["seats"].items():
        if hero["hero"] is not None:
            name = f"Sheet of {naming.seat(seat).text}"
            lines = tuple(_sheet(seat, hero, naming))
            yield Tray(
                places.sheet(seat), name, seat, tuple(_token(seat, hero.get("tokens", 0))), lines=lines
            )
    yield Tray(SUPPLY, "Supply", pieces=tuple(_supply(view, naming)), lines=tuple(_doom_lines(view)))
    if view["battle"] is not None:
        yield Tray("battle", "Fighters", lines=tuple(_fighters(view, naming)))
    box = box_of(naming)
    seen = {place["card"] for place in view["locations"].values()} | {*view["removed_cards"]}
    down = [card for card in box.cards if card not in seen]
    yield _location_tray(places.FACE_DOWN, "Location cards face down", down, naming)
    yield _location_tray(places.REMOVED, "Location cards out of the game", view["removed_cards"], naming)
    if view["phase"] == "setup":
        yield Tray("chosen", "Heroes and enemies", cards=tuple(_to_choose(view, naming)))
    items = [item for item in sorted(box.items) if lying(view, item)[0] == "deck"]
    yield Tray(places.DISPLAY, "Quartermaster", cards=_faces(view["display"], naming))
    yield Tray(places.ITEM_DECK, "Deck of items", cards=_faces(_of_each(items, naming), naming))
    yield Tray(places.ITEM_DISCARD, "Discarded items", cards=_faces(view["item_discard"], naming))
    kept = {card for cards in kept_seen(view).values() for card in cards or ()}
    gone = {*discarded(view), *kept}
    unseen = [card for card in sorted(box.events) if card not in gone]
    yield Tray(places.EVENT_DECK, "Event deck", cards=_faces(_of_each(unseen, naming), naming))
    yield Tray(places.EVENT_DISCARD, "Discarded event cards", cards=_faces(discarded(view), naming))


def _to_choose(view: Json, naming: Naming) -> Iterator[Card]:
    """The sheets that nobody has yet."""
    box, heroes = box_of(naming), view["seats"].values()
    gone = {view["arch_enemy"], *(of for hero in heroes for of in (hero["hero"], hero.get("monster_type")))}
    for id in (*box.heroes, *box.arch_enemies, *box.monsters):
        if id not in gone:
            yield Card(id, naming.name(id), text=naming.components[id].text)


def _sheet(seat: str, hero: Json, naming: Naming) -> Iterator[Line]:
    sheet = box_of(naming).heroes[hero["hero"]]
    yield Line("XP to spend", str(hero["xp_pending"]), "sparkles", id=f"xp:{seat}:")
    for track in sheet.tracks:
        yield Line(f"XP on {track_name(track)}", str(hero["xp"].get(track, 0)), id=f"xp:{seat}:{track}")
    if sheet.slots is not None:
        yield Line("Equipment slots unlocked", str(hero["slots_unlocked"]), id=f"xp:{seat}:{SLOT}")
    for deed, label, icon in DEEDS:
        if deed in hero:
            yield Line(label, str(hero[deed]), icon, id=f"deeds:{seat}:{deed}")
    if sheet.special_tokens:
        yield Line("Special tokens", str(hero.get("special_tokens", 0)), "star", id=f"special:{seat}")


def _supply(view: Json, naming: Naming) -> Iterator[Piece]:
    yield from _token(SUPPLY, view["token_supply"])
    for seat, hero in view["seats"].items():
        type = hero.get("monster_type")
        if type is not None and (left := figures_left(view, type)):
            name = naming.name(type)
            yield Piece(places.monster(SUPPLY, type), "figure", name, seat, left, face=name[:1])


def _token(holder: str, number: int) -> Iterator[Piece]:
    if number:
        yield Piece(places.tokens(holder), "token", "Chaos token", count=number, face="✦")


def _doom_lines(view: Json) -> Iterator[Line]:
    for side, name in SIDES.items():
        yield Line(f"{name} doom", str(view["doom"][side]), id=f"doom:{side}")
    if view["phase"] == "turn" and view["step"] == "move":
        yield Line("Moves used this turn", str(view["moves_used"]), "footprints", id="moves:")


def _fighters(view: Json, naming: Naming) -> Iterator[Line]:
    for unit, known in view["battle"]["units"].items():
        name = unit_name(view, unit, naming)
        if known["seat"] is None or not unit.startswith(hero_unit("")):
            health = f"{known['health']} of {known['max_health']}"
            yield Line(f"{capitalized(name)}: health", health, "heart", id=f"unit_health:{unit}")
        yield Line(f"{capitalized(name)}: chits", str(known["chits"]), "shield", id=f"chits:{unit}")


def _location_tray(id: str, name: str, cards: Sequence[str], naming: Naming) -> Tray:
    """Cards with a number are pieces, as on the map; the others are cards."""
    box = box_of(naming).cards
    numbered = [card for card in cards if box[card].number is not None]
    tiles = [Piece(card, "tile", naming.name(card), face=naming.components[card].value) for card in numbered]
    others = _of_each([card for card in cards if card not in numbered], naming)
    return Tray(id, name, pieces=tuple(tiles), cards=_faces(others, naming))


def _held(seat: str, view: Json) -> Sequence[str]:
    """The items of a hero, and the event cards that it keeps, as far as they are seen."""
    hero = view["seats"][seat]
    return [*hero.get("weapons", ()), *hero.get("equipment", ()), *(kept_seen(view).get(seat) or ())]


def _of_each(cards: Sequence[str], naming: Naming) -> Sequence[str]:
    """One of each name: copies are alike."""
    return [*{naming.name(card): card for card in reversed(cards)}.values()][::-1]


def _faces(cards: Sequence[str], naming: Naming) -> tuple[Card, ...]:
    return tuple(face(card, naming) for card in cards)
