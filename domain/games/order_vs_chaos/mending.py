"""The board put right by gestures: heroes, monsters, tokens, location cards, doom, items and event cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from domain.games.order_vs_chaos import facts, places
from domain.games.order_vs_chaos.board import face, figures_left
from domain.games.order_vs_chaos.components.document import SLOT
from domain.games.order_vs_chaos.state import (
    MOST_CARRIED,
    MOST_DOOM,
    MOST_STAMINA,
    hero_unit,
)
from domain.games.order_vs_chaos.words.names import SIDES, box_of, track_name
from domain.games.order_vs_chaos.words.table import unit_name
from domain.kernel import (
    SUPPLY,
    UNKNOWN,
    Card,
    CountLine,
    DealCard,
    Fact,
    Gesture,
    Json,
    Line,
    Mending,
    MendingMat,
    MovePiece,
    Naming,
    Piece,
    SetMark,
    Tray,
    TurnOver,
    capitalized,
    counted,
)

CAUSE = "put right"
"""Causes that count a deed are other ones."""
Mended = Sequence[Fact] | str

NOT_HERE = "That cannot be put right here."
FULL_DOOM = "Doom at 13 changes the course of the game: record what brings it there."
FIGHTERS = (
    "Who fights follows from the battle. Take back what began it, or put health, chits and figures right."
)
NO_HEALTH = "At 0 health a hero dies: take its figure off the map instead."
HIDDEN = "Kept event cards are not seen here, so what lies in the deck cannot be said."
"""OC-803: a gesture must not answer what Chaos keeps."""
FACE_DOWN, REMOVED = "face down", "out of the game"


def mend(view: Json, gesture: Gesture, naming: Naming) -> Mended:
    """The facts of a gesture on the board of the view, or why it cannot be put right so."""
    match gesture:
        case MovePiece(piece=piece):
            kind, _, rest = piece.partition(":")
            if kind in PIECES:
                return PIECES[kind](view, rest, gesture, naming)
            if piece in box_of(naming).cards:
                return _location_card(view, piece, gesture, naming)
        case CountLine(line=line, by=by):
            kind, _, rest = line.partition(":")
            if kind in LINES:
                return LINES[kind](view, rest, by, naming)
        case SetMark(track=places.DOOM, seat=side, at=at) if side.lower() in SIDES:
            return _doom(view, side.lower(), at - view["doom"][side.lower()], naming)
        case TurnOver(piece=piece, face=face) if piece in view["locations"]:
            return _turned(view, piece, face)
        case DealCard(card=card):
            if view["phase"] == "setup" and (made := _chosen(gesture, naming)) is not None:
                return made
            if card.startswith(places.unit("")):
                return FIGHTERS
            if card in box_of(naming).items:
                return _item(view, gesture, naming)
            if card in box_of(naming).events:
                return _event(view, gesture, naming)
    return NOT_HERE


# Figures and tokens on the map.


def _on_map(view: Json, place: str) -> str | None:
    """The location; None where the place is none."""
    return place if place in view["locations"] else None


def _pawn(view: Json, seat: str, gesture: MovePiece, naming: Naming) -> Mended:
    hero, goal = view["seats"][seat], _on_map(view, gesture.goal)
    if hero["hero"] is None:
        return "Choose the hero first."
    if view["phase"] in ("final", "finished"):
        return "In the final battle all heroes stand before the arch enemy, and the map does not count."
    if goal is None:
        return _death(view, seat)
    if hero["side"] == "order" and goal == _home_of_the_enemy(view, naming):
        return "Heroes of Order cannot stand before the arch enemy."
    if hero["location"] is not None:
        return () if goal == hero["location"] else (facts.HeroMoved(seat, hero["location"], goal, "effect"),)
    if view["phase"] == "setup":
        return (facts.HeroPlaced(seat, goal),)
    return (facts.HeroResurrected(seat, goal, hero["max_health"]),)


def _home_of_the_enemy(view: Json, naming: Naming) -> str:
    return box_of(naming).maps[view["map"]].arch_enemy


def _death(view: Json, seat: str) -> Mended:
    """OC-370: the hero will be back, an Order hero for Chaos doom 1."""
    hero, doom = view["seats"][seat], view["doom"]["chaos"]
    if view["phase"] != "turn" or hero["location"] is None:
        return "Only a hero that died in a turn leaves the map."
    died = facts.HeroDied(seat, hero["location"], returns=True)
    if hero["side"] == "chaos":
        return (died,)
    if doom + 1 >= MOST_DOOM:
        return FULL_DOOM
    return (died, facts.DoomChanged("chaos", doom, doom + 1, "death", seat))


def _monster(view: Json, piece: str, gesture: MovePiece, naming: Naming) -> Mended:
    type, source, goal = piece.rpartition(":")[2], _on_map(view, gesture.source), _on_map(view, gesture.goal)
    name, count = naming.name(type), gesture.count
    owner = next((seat for seat, hero in view["seats"].items() if hero.get("monster_type") == type), None)
    if owner is None:
        return f"Nobody plays {name}s in this game."
    if source is None and count > (left := figures_left(view, type)):
        return f"Only {counted(left, 'figure')} of {name} {'is' if left == 1 else 'are'} off the map."
    if source is not None and count > view["locations"][source]["monsters"].count(type):
        return f"{naming.name(source)} does not hold so many."
    if source is None:
        return () if goal is None else [facts.MonsterPlaced(type, goal, owner)] * count
    if goal is None:
        return [facts.MonsterDiscarded(type, source, CAUSE)] * count
    return [facts.MonsterMoved(type, source, goal)] * count


def _tokens(view: Json, _: str, gesture: MovePiece, naming: Naming) -> Mended:
    source, goal = (_holder(view, place) for place in (gesture.source, gesture.goal))
    return _tokens_moved(view, source, goal, gesture.count, naming)


def _holder(view: Json, place: str) -> str:
    """What holds tokens: a location, `hero:SEAT` or the supply."""
    seat = place.removeprefix(SHEET)
    if seat in view["seats"]:
        return hero_unit(seat)
    return place if place in view["locations"] else SUPPLY


def _tokens_moved(view: Json, source: str, goal: str, count: int, naming: Naming) -> Mended:
    if source == goal:
        return ()
    if count > (there := _number(view, source)):
        return f"Only {counted(there, 'token')} {'is' if there == 1 else 'are'} there."
    if goal not in (*view["locations"], SUPPLY):
        hero = view["seats"][goal.removeprefix(hero_unit(""))]
        if hero["side"] == "order":
            return "Heroes of Order carry no tokens."
        if hero["tokens"] + count > MOST_CARRIED:
            return f"A hero carries {MOST_CARRIED} tokens at most."
    return (facts.TokensMoved(source, goal, count, CAUSE),)


def _number(view: Json, holder: str) -> int:
    if holder == SUPPLY:
        return int(view["token_supply"])
    told = view["locations"].get(holder) or view["seats"][holder.removeprefix(hero_unit(""))]
    return int(told["tokens"])


def _enemy(view: Json, _: str, gesture: MovePiece, naming: Naming) -> Mended:
    at_home = gesture.goal == _home_of_the_enemy(view, naming)
    return () if at_home else "The arch enemy does not leave its place."


PIECES: Mapping[str, Callable[[Json, str, MovePiece, Naming], Mended]] = {
    "pawn": _pawn,
    "monster": _monster,
    "tokens": _tokens,
    "arch_enemy": _enemy,
}


# The cards of locations: revealed, turned back, swapped, out of the game.


def _location_card(view: Json, card: str, gesture: MovePiece, naming: Naming) -> Mended:
    lying = next((name for name, place in view["locations"].items() if place["card"] == card), None)
    goal = _on_map(view, gesture.goal)
    if goal is None:
        if lying is None:
            return (
                () if card in view["removed_cards"] else "That card lies face down, and nobody knows where."
            )
        return _turned(view, lying, FACE_DOWN if gesture.goal == FACE_DOWN_TRAY else REMOVED)
    place = view["locations"][goal]
    if lying is not None:
        return (facts.CardsSwapped(lying, goal),) if lying != goal else ()
    if card in view["removed_cards"]:
        if place["face"] != "none" or box_of(naming).maps[view["map"]].kinds[goal] != "card":
            return f"{naming.name(goal)} has no room for a card that was out of the game."
        return (facts.LocationCardPut(goal, card, "up"),)
    if place["face"] == "none":
        return f"No card lies at {naming.name(goal)}: put back the card that left the game there."
    if place["face"] == "down":
        return (facts.CardOpened(goal, card, None, "effect"),)
    return (facts.LocationCardPut(goal, card, "up"),)


def _turned(view: Json, location: str, face: str) -> Mended:
    card = view["locations"][location]["card"]
    if card is None:
        return "Move the card that lies there from the face-down cards beside the board to this place."
    if face == FACE_DOWN:
        return (facts.LocationCardPut(location, card, "down"),)
    return (facts.CardRemoved(location, card, "effect"),)


# Numbers: health, stamina, tokens, XP, doom, moves, and the fighters of a battle.


def _beyond(name: str, number: int, most: int, least: int = 0) -> str | None:
    return None if least <= number <= most else f"{name} goes from {least} to {most}, so {number} cannot be."


def _health(view: Json, seat: str, by: int, naming: Naming) -> Mended:
    hero = view["seats"][seat]
    if hero["health"] + by <= 0 and view["phase"] in ("setup", "turn"):
        return NO_HEALTH
    beyond = _beyond("Health", hero["health"] + by, hero["max_health"])
    return beyond or (facts.HealthChanged(seat, by, CAUSE),)


def _stamina(view: Json, seat: str, by: int, naming: Naming) -> Mended:
    beyond = _beyond("Stamina", view["seats"][seat]["stamina"] + by, MOST_STAMINA)
    return beyond or (facts.StaminaChanged(seat, by, CAUSE),)


def _carried(view: Json, seat: str, by: int, naming: Naming) -> Mended:
    ends = (SUPPLY, hero_unit(seat)) if by > 0 else (hero_unit(seat), SUPPLY)
    return _tokens_moved(view, *ends, abs(by), naming)


def _special(view: Json, seat: str, by: int, naming: Naming) -> Mended:
    most = box_of(naming).heroes[view["seats"][seat]["hero"]].special_tokens or 0
    beyond = _beyond("The number", view["seats"][seat]["special_tokens"] + by, most)
    return beyond or (facts.SpecialTokensChanged(seat, by),)


def _xp(view: Json, line: str, by: int, naming: Naming) -> Mended:
    """XP that wait, or that lie on a track or on slots: `red:move`, and `red:` for those that wait."""
    seat, _, track = line.partition(":")
    hero = view["seats"][seat]
    xp, slots, pending = dict(hero["xp"]), hero.get("slots_unlocked", 0), hero["xp_pending"]
    sheet = box_of(naming).heroes[hero["hero"]]
    if track == SLOT:
        slots += by
        beyond = _beyond("The number", slots, 0 if sheet.slots is None else sheet.slots.locked)
    elif track:
        xp[track] = xp.get(track, 0) + by
        beyond = _beyond("The number", xp[track], len(sheet.tracks[track]) - 1)
    else:
        pending += by
        beyond = "There cannot be fewer than no XP." if pending < 0 else None
    return beyond or (facts.XpSet(seat, pending, {name: n for name, n in xp.items() if n}, slots),)


def _doom(view: Json, side: str, by: int, naming: Naming) -> Mended:
    before = view["doom"][side]
    if by and side == "chaos" and before + by >= MOST_DOOM:
        return FULL_DOOM
    beyond = _beyond("Doom", before + by, MOST_DOOM)
    return beyond or ((facts.DoomChanged(side, before, before + by, "effect"),) if by else ())


def _moves(view: Json, _: str, by: int, naming: Naming) -> Mended:
    number = view["moves_used"] + by
    if view["phase"] != "turn" or view["step"] != "move":
        return "Nobody is moving now."
    if number < 0:
        return "There cannot be fewer than no moves."
    return (facts.MovesUsedSet(view["active"], number),)


def _fighter_health(view: Json, unit: str, by: int, naming: Naming) -> Mended:
    known = view["battle"]["units"][unit]
    beyond = _beyond("Health", known["health"] + by, known["max_health"], 1)
    return beyond or (facts.UnitChanged(unit, health=by, cause=CAUSE),)


def _chits(view: Json, unit: str, by: int, naming: Naming) -> Mended:
    if view["battle"]["units"][unit]["chits"] + by < 0:
        return "There cannot be fewer than no chits."
    return (facts.UnitChanged(unit, chits=by, cause=CAUSE),)


LINES: Mapping[str, Callable[[Json, str, int, Naming], Mended]] = {
    "health": _health,
    "stamina": _stamina,
    "tokens": _carried,
    "special": _special,
    "xp": _xp,
    "doom": _doom,
    "moves": _moves,
    "unit_health": _fighter_health,
    "chits": _chits,
}


# The cards chosen in setup, items and event cards.


def _chosen(gesture: DealCard, naming: Naming) -> Mended | None:
    """OC-111, OC-108: heroes and monster types of seats, and the arch enemy, as long as the setup lasts."""
    box, card, seat = box_of(naming), gesture.card, gesture.goal
    if card in box.arch_enemies:
        return (facts.ArchEnemySet(card, "chosen"),)
    if card in box.heroes and seat in naming.seats:
        sheet = box.heroes[card]
        return (facts.HeroChosen(seat, card, sheet.tracks["health"][0], sheet.special_tokens or 0),)
    if card in box.monsters and seat in naming.seats:
        return (facts.MonsterTypeDrawn(seat, card),)
    return None


DISCARD, ITEM_DECK = "items:discard", "items:deck"
EVENT_DECK, EVENT_DISCARD = "events:deck", "events:discard"
FACE_DOWN_TRAY, REMOVED_TRAY = "locations:down", "locations:removed"
SHEET = "sheet:"


def _item(view: Json, gesture: DealCard, naming: Naming) -> Mended:
    item, goal = gesture.card, gesture.goal
    source, giver = _lying(view, item)
    into, taker = "hero" if goal in view["seats"] else _pile(goal), goal if goal in view["seats"] else None
    if (source, giver) == (into, taker):
        return ()
    if taker is not None and (told := _no_room(view, taker, item, naming)):
        return told
    match source, into:
        case "display", "hero":
            return (facts.ItemGained(goal, item, "effect"),)
        case "hero", "discard":
            return (facts.ItemDiscarded(giver or "", item, "choice"),)
        case "display", "discard":
            return (facts.DisplayItemsDiscarded((item,), CAUSE),)
        case "deck", "display":
            return (facts.DisplayFilled((item,)),)
    return (facts.ItemMoved(item, source, into, giver, taker),)


def _lying(view: Json, item: str) -> tuple[facts.ItemPlace, str | None]:
    for seat, hero in view["seats"].items():
        if item in (*hero.get("weapons", ()), *hero.get("equipment", ())):
            return "hero", seat
    if item in view["display"]:
        return "display", None
    return ("discard" if item in view["item_discard"] else "deck"), None


def _pile(goal: str) -> facts.ItemPlace:
    return "display" if goal == places.DISPLAY else "deck" if goal == ITEM_DECK else "discard"


def _no_room(view: Json, seat: str, item: str, naming: Naming) -> str | None:
    hero = view["seats"][seat]
    if hero["side"] == "chaos":
        return "Heroes of Chaos have no items."
    if item in box_of(naming).equipment and len(hero["equipment"]) >= (hero["equipment_slots"] or 0):
        return f"{naming.seat(seat).text} has no free equipment slot."
    return None


def _event(view: Json, gesture: DealCard, naming: Naming) -> Mended:
    """OC-803: cards that Chaos keeps; the deck and the discard."""
    card, goal, kept = gesture.card, gesture.goal, _kept(view)
    holder = next((seat for seat, cards in kept.items() if card in cards), None)
    if any(cards is UNSEEN for cards in kept.values()):
        return HIDDEN
    if holder is not None and goal == holder:
        return ()
    if holder is not None and goal in (EVENT_DISCARD, SUPPLY):
        return (facts.EventPlayed(holder, card),)
    if holder is None and goal in (EVENT_DISCARD, SUPPLY):
        return _instant(view, card, naming)
    if goal not in kept:
        return "An event card can be put into the hand of a Chaos seat, or from there onto the discard."
    if holder is not None or card in view["event_discard"]:
        return "An event card comes back into a hand only by Undo."
    if box_of(naming).events[card].kind != "keep":
        return f"{naming.name(card)} is resolved at once and never kept."
    return (facts.EventDrawn(goal, card, keep=True, known_to=tuple(kept)),)


def _instant(view: Json, card: str, naming: Naming) -> Mended:
    """A card that was drawn, resolved and discarded."""
    if card in _discarded(view):
        return ()
    if box_of(naming).events[card].kind == "keep":
        return f"{naming.name(card)} is kept when it is drawn: deal it to a Chaos seat first."
    seat = view["active"] or next(iter(view["seats"]))
    return (facts.EventDrawn(seat, card), facts.EventResolved(seat, card))


def _discarded(view: Json) -> list[str]:
    """The discarded event cards; last those that are being resolved."""
    open_ = [duty["card"] for duty in view["pending"] if duty["kind"] == "resolve_event"]
    return [*view["event_discard"], *open_]


UNSEEN: Sequence[str] = ()


def _kept(view: Json) -> dict[str, Sequence[str]]:
    """By Chaos seat the event cards that it keeps; `UNSEEN` where the view does not tell all of them."""
    return {
        seat: UNSEEN if isinstance(hero["kept"], int) or UNKNOWN in hero["kept"] else [*hero["kept"]]
        for seat, hero in view["seats"].items()
        if "kept" in hero
    }


# What lies beside the board.


def mat(view: Json, naming: Naming) -> MendingMat:
    """Supplies, decks and discards as pieces and cards; and numbers that the board does not show."""
    faces = {
        name: (FACE_DOWN, REMOVED) for name, place in view["locations"].items() if place["card"] is not None
    }
    trays = [tray for tray in _trays(view, naming) if tray.pieces or tray.cards or tray.lines]
    return MendingMat(tuple(trays), faces)


def _trays(view: Json, naming: Naming) -> Iterator[Tray]:
    for seat, hero in view["seats"].items():
        if hero["hero"] is not None:
            name = f"Sheet of {naming.seat(seat).text}"
            yield Tray(f"{SHEET}{seat}", name, seat, lines=tuple(_sheet(seat, hero, naming)))
    yield Tray(SUPPLY, "Supply", pieces=tuple(_supply(view, naming)), lines=tuple(_doom_lines(view)))
    if view["battle"] is not None:
        yield Tray("battle", "Fighters", lines=tuple(_fighters(view, naming)))
    box = box_of(naming)
    if view["map"] is not None:
        seen = {place["card"] for place in view["locations"].values()} | {*view["removed_cards"]}
        down = [card for card in box.cards if card not in seen]
        yield Tray(FACE_DOWN_TRAY, "Cards face down on the map", pieces=_tiles(down, naming))
        yield Tray(REMOVED_TRAY, "Cards out of the game", pieces=_tiles(view["removed_cards"], naming))
    if view["phase"] == "setup":
        yield Tray("chosen", "Heroes and enemies", cards=tuple(_to_choose(view, naming)))
    items = [item for item in sorted(box.items) if _lying(view, item)[0] == "deck"]
    yield Tray(ITEM_DECK, "Deck of items", cards=_faces(items, naming))
    yield Tray(DISCARD, "Discarded items", cards=_faces(view["item_discard"], naming))
    kept = {card for cards in _kept(view).values() for card in cards}
    gone = {*_discarded(view), *kept}
    unseen = [card for card in sorted(box.events) if card not in gone]
    yield Tray(EVENT_DECK, "Event deck", cards=_faces(unseen, naming))
    yield Tray(EVENT_DISCARD, "Discarded event cards", cards=_faces(_discarded(view), naming))


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
    if sheet.special_tokens:
        yield Line("Special tokens", str(hero.get("special_tokens", 0)), "star", id=f"special:{seat}")


def _supply(view: Json, naming: Naming) -> Iterator[Piece]:
    if view["token_supply"]:
        yield Piece(places.tokens(SUPPLY), "token", "Chaos token", count=view["token_supply"], face="✦")
    for seat, hero in view["seats"].items():
        type = hero.get("monster_type")
        if type is not None and (left := figures_left(view, type)):
            name = naming.name(type)
            yield Piece(places.monster(SUPPLY, type), "figure", name, seat, left, face=name[:1])


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


def _tiles(cards: Sequence[str], naming: Naming) -> tuple[Piece, ...]:
    return tuple(Piece(card, "tile", naming.name(card), face=naming.components[card].value) for card in cards)


def _faces(cards: Sequence[str], naming: Naming) -> tuple[Card, ...]:
    return tuple(face(card, naming) for card in cards)


MENDING = Mending(mend=mend, mat=mat)
