"""The board put right by gestures: heroes, monsters, tokens, location cards, doom, items and event cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domain.games.order_vs_chaos import facts, places
from domain.games.order_vs_chaos.board import figures_left
from domain.games.order_vs_chaos.components.document import SLOT
from domain.games.order_vs_chaos.mending_cards import CAUSE, chosen, event_dealt, item_dealt
from domain.games.order_vs_chaos.mending_mat import FACE_DOWN, REMOVED, mat
from domain.games.order_vs_chaos.state import (
    MOST_CARRIED,
    MOST_DOOM,
    MOST_STAMINA,
    hero_unit,
)
from domain.games.order_vs_chaos.words.names import SIDES, box_of, track_name
from domain.kernel import (
    NOT_HERE,
    SUPPLY,
    CountLine,
    DealCard,
    Gesture,
    Json,
    Mended,
    Mending,
    MovePiece,
    Naming,
    SetMark,
    TurnOver,
    counted,
)

FULL_DOOM = "Doom at 13 changes the course of the game: record what brings it there."
FIGHTERS = "The battle decides which fighters are in it. Undo what began it, or put health and chits right."
NO_TOKEN = "No token is there."
NO_HEALTH = "At 0 health a hero dies: take its figure off the map instead."


def mend(view: Json, gesture: Gesture, naming: Naming) -> Mended:
    """The facts of a gesture on the board of the view, or why it cannot be put right so."""
    match gesture:
        case MovePiece(piece=piece):
            kind, _, rest = piece.partition(":")
            if kind in PIECES:
                return PIECES[kind](view, rest, gesture, naming)
            if piece in box_of(naming).cards:
                return _location_card(view, piece, gesture.goal, naming)
        case CountLine(line=line, by=by):
            kind, _, rest = line.partition(":")
            if kind in LINES:
                return LINES[kind](view, rest, by, naming)
        case SetMark(track=places.DOOM, seat=side, at=at) if side.lower() in SIDES:
            return _doom(view, side.lower(), at - view["doom"][side.lower()], naming)
        case TurnOver(piece=piece, face=face) if piece in view["locations"]:
            return _turned(view, piece, face)
        case DealCard(card=card):
            if view["phase"] == "setup" and (made := chosen(gesture, naming)) is not None:
                return made
            if card.startswith(places.unit("")):
                return FIGHTERS
            if card in box_of(naming).cards:
                return _location_card(view, card, gesture.goal, naming)
            if card in box_of(naming).items:
                return item_dealt(view, gesture, naming)
            if card in box_of(naming).events:
                return event_dealt(view, gesture, naming)
    return NOT_HERE


# Figures and tokens on the map.


def _on_map(view: Json, place: str) -> str | None:
    """The location; None where it is next to the map. Raises `LookupError` for what is neither."""
    if place in view["locations"]:
        return place
    if place not in (
        SUPPLY,
        places.FACE_DOWN,
        places.REMOVED,
        *view["seats"],
        *map(places.sheet, view["seats"]),
    ):
        raise LookupError(f"{place} is not a place")
    return None


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
    seat = places.seat_of_sheet(place)
    return hero_unit(seat) if seat in view["seats"] else _on_map(view, place) or SUPPLY


def _tokens_moved(view: Json, source: str, goal: str, count: int, naming: Naming) -> Mended:
    if source == goal:
        return ()
    if count > (there := _number(view, source)):
        return f"Only {counted(there, 'token')} {'is' if there == 1 else 'are'} there." if there else NO_TOKEN
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


def _location_card(view: Json, card: str, place: str, naming: Naming) -> Mended:
    lying = next((name for name, told in view["locations"].items() if told["card"] == card), None)
    goal = _on_map(view, place)
    if goal is None:
        if lying is not None:
            return _turned(view, lying, FACE_DOWN if place == places.FACE_DOWN else REMOVED)
        return () if card in view["removed_cards"] else "That card lies face down, and nobody knows where."
    told = view["locations"][goal]
    if lying is not None:
        return (facts.CardsSwapped(lying, goal),) if lying != goal else ()
    if card in view["removed_cards"]:
        if told["face"] != "none" or box_of(naming).maps[view["map"]].kinds[goal] != "card":
            return f"{naming.name(goal)} has no room for a card that was out of the game."
        return (facts.LocationCardPut(goal, card, "up"),)
    if told["face"] == "none":
        return f"No card lies at {naming.name(goal)}: put back the card that left the game there."
    if told["face"] == "down":
        return (facts.CardOpened(goal, card, None, "effect"),)
    return (facts.LocationCardPut(goal, card, "up"),)


def _turned(view: Json, location: str, face: str) -> Mended:
    card = view["locations"][location]["card"]
    if card is None:
        return "Take the card that lies there from the face-down cards next to the board."
    if face == FACE_DOWN:
        return (facts.LocationCardPut(location, card, "down"),)
    return (facts.CardRemoved(location, card, "effect"),)


# Numbers: health, stamina, tokens, XP, doom, moves, and the fighters of a battle.


def _beyond(name: str, number: int, most: int, least: int = 0) -> str | None:
    return None if least <= number <= most else f"{name} goes from {least} to {most}, so {number} cannot be."


def _health(view: Json, seat: str, by: int, naming: Naming) -> Mended:
    hero = view["seats"][seat]
    fights = view["battle"] is not None and hero_unit(seat) in view["battle"]["units"]
    if hero["health"] + by <= 0 and not fights and view["phase"] in ("setup", "turn"):
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
    beyond = _beyond("The number of special tokens", view["seats"][seat]["special_tokens"] + by, most)
    return beyond or (facts.SpecialTokensChanged(seat, by),)


def _xp(view: Json, line: str, by: int, naming: Naming) -> Mended:
    """XP that wait, or that lie on a track or on slots: `red:move`, and `red:` for those that wait."""
    seat, _, track = line.partition(":")
    hero = view["seats"][seat]
    xp, slots, pending = dict(hero["xp"]), hero.get("slots_unlocked", 0), hero["xp_pending"]
    sheet = box_of(naming).heroes[hero["hero"]]
    if track == SLOT:
        slots += by
        beyond = _beyond("The number of slots", slots, 0 if sheet.slots is None else sheet.slots.locked)
    elif track:
        xp[track] = xp.get(track, 0) + by
        beyond = _beyond(f"XP on {track_name(track)}", xp[track], len(sheet.tracks[track]) - 1)
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


def _deed(view: Json, line: str, by: int, naming: Naming) -> Mended:
    """A deed of a hero, with the doom that it brings: `red:delivered`."""
    seat, _, what = line.partition(":")
    deed, side, doom = next(of for of in DEEDS_AND_DOOM if of[0] == what)
    number = view["seats"][seat][deed] + by
    if number < 0:
        return "There cannot be fewer than none."
    before = view["doom"][side]
    after = max(0, min(MOST_DOOM, before + doom * by))
    if doom and side == "chaos" and after == MOST_DOOM:
        return FULL_DOOM
    moved = (facts.DoomChanged(side, before, after, CAUSE, seat),) if after != before else ()
    return (facts.DeedsSet(seat, deed, number), *moved)


DEEDS_AND_DOOM: Sequence[tuple[facts.Deed, str, int]] = (
    ("opened", "order", 0),
    ("rifts_closed", "order", 1),
    ("delivered", "chaos", 1),
    ("shrines_destroyed", "chaos", 2),
)
"""OC-333, OC-334, OC-338."""


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
    "deeds": _deed,
    "unit_health": _fighter_health,
    "chits": _chits,
}


MENDING = Mending(mend=mend, mat=mat)
