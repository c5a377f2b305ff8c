"""The board: the battle, the map, doom, the quartermaster, enemies and what each seat holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Literal, TypeAlias

from domain.games.order_vs_chaos import places
from domain.games.order_vs_chaos.board_battle import battle_zone, final_zone, result_zone
from domain.games.order_vs_chaos.components.box import Map
from domain.games.order_vs_chaos.components.document import SLOT, HeroSheet
from domain.games.order_vs_chaos.drawing import Chart, chart_of, drawings, faults
from domain.games.order_vs_chaos.state import ALL_TOKENS, FIGURES_OF_A_TYPE, MOST_DOOM
from domain.games.order_vs_chaos.words.asking import acting
from domain.games.order_vs_chaos.words.names import SIDES, ability_text, box_of, card_name, monster_text
from domain.games.order_vs_chaos.words.table import card_words, hero_name
from domain.kernel import (
    UNKNOWN,
    Board,
    Boards,
    Box,
    Card,
    Json,
    Line,
    Link,
    Mark,
    Naming,
    Piece,
    Place,
    SeatPanel,
    Track,
    Zone,
    counted,
    listed,
)

# The map: locations with their cards, the roads, and who stands there. Without a chart, rows of places.

Tone: TypeAlias = Literal["neutral", "order", "chaos", "cold", "warm", "goal", "land"]

TONES: Mapping[str, Tone] = {
    "quartermaster": "goal",
    "order_shrine": "order",
    "healing_shrine": "order",
    "rift": "chaos",
    "chaos_rift": "chaos",
    "wandering_monster": "warm",
    "wormhole": "cold",
    "order_start": "order",
    "chaos_start": "chaos",
    "arch_enemy": "chaos",
}
"""By the kind of the card, or of a location that never had one."""
MARKS = {
    "quartermaster": "box",
    "order_shrine": "star",
    "healing_shrine": "heart",
    "chaos_rift": "tornado",
    "wandering_monster": "skull",
    "wormhole": "orbit",
    "order_start": "flag",
    "chaos_start": "flag",
}
"""A rift is known by its number."""
DELIVERY = "Chaos delivers tokens here; Order cannot enter"
COLUMNS, WIDE, HIGH, APART = 5, 70, 40, 4
"""The rows of a map without a chart."""


def map_zone(view: Json, drawing: Json | None, naming: Naming) -> Iterator[Zone]:
    """The map, once it is chosen; it lies behind where the final battle has begun (OC-610)."""
    if view["map"] is None:
        return
    side = box_of(naming).maps[view["map"]]
    chart = chart_of(drawing, side)
    over = view["phase"] in ("final", "finished")
    spots = tuple(
        _place(view, side, location, number, chart, naming) for number, location in enumerate(side.kinds)
    )
    yield Zone(
        places.MAP,
        naming.name(side.id),
        "grid" if chart is None else "map",
        rank=10,
        note="no longer counts" if over else _state(view),
        size=_size(len(spots)) if chart is None else chart.size,
        folded=over,
        scenery=() if chart is None else chart.behind(),
        places=spots,
        links=tuple(_links(view, side, chart, naming)),
        lines=tuple(_ways(side, naming)) if chart is None else (),
    )


def _state(view: Json) -> str:
    """How far doom has come: when Chaos has all of it, the map counts no longer (OC-601)."""
    return f"doom: Order {view['doom']['order']}, Chaos {view['doom']['chaos']}"


def _place(view: Json, side: Map, location: str, number: int, chart: Chart | None, naming: Naming) -> Place:
    place = view["locations"][location]
    card = box_of(naming).cards.get(place["card"])
    kind = side.kinds[location]
    looks = kind if card is None else card.kind
    return Place(
        location,
        naming.name(location),
        _in_rows(number) if chart is None else chart.shape(location),
        "" if chart is None else chart.short(location),
        TONES.get(looks, "land" if place["face"] == "none" else "neutral"),
        marks=(MARKS[looks],) if looks in MARKS else (),
        pieces=tuple(_pieces(view, location, naming)),
        note=_note(view, location, kind, naming),
    )


def _note(view: Json, location: str, kind: str, naming: Naming) -> str:
    """The text of the location's card; a start is explained by its name."""
    if kind == "arch_enemy":
        return DELIVERY
    return card_words(view, location, naming) if kind == "card" else ""


def _pieces(view: Json, location: str, naming: Naming) -> Iterator[Piece]:
    """The number of a card, tokens, monsters, the arch enemy, heroes."""
    place = view["locations"][location]
    card = box_of(naming).cards.get(place["card"])
    if card is not None and card.number is not None:
        yield Piece(card.id, "tile", card.name or card_name(card), face=str(card.number))
    if place["tokens"]:
        yield Piece(places.tokens(location), "token", "Chaos token", count=place["tokens"], face="✦")
    for monster in dict.fromkeys(place["monsters"]):
        yield _monster(view, location, monster, place["monsters"].count(monster), naming)
    enemy = view["arch_enemy"]
    at_home = box_of(naming).maps[view["map"]].arch_enemy == location
    if enemy is not None and at_home and view["phase"] in ("setup", "turn"):
        yield Piece(places.arch_enemy(), "figure", naming.name(enemy), face=naming.name(enemy)[:1])
    for seat, hero in view["seats"].items():
        if hero["location"] == location:
            yield Piece(places.pawn(seat), "pawn", hero_name(view, seat, naming), seat)


def _monster(view: Json, location: str, type: str, count: int, naming: Naming) -> Piece:
    owner = next((seat for seat, hero in view["seats"].items() if hero.get("monster_type") == type), None)
    name = naming.name(type)
    return Piece(places.monster(location, type), "figure", name, owner, count, face=name[:1])


def _links(view: Json, side: Map, chart: Chart | None, naming: Naming) -> Iterator[Link]:
    """The roads of the set, and from one open wormhole to each other (OC-302)."""
    if chart is not None:
        for start, end in roads(side):
            yield Link(start, end, via=chart.bend(start, end))
    cards = box_of(naming).cards
    holes = [
        location
        for location, place in view["locations"].items()
        if place["card"] is not None and cards[place["card"]].kind == "wormhole"
    ]
    for start, end in combinations(holes, 2):
        if end not in side.neighbours[start]:
            yield Link(start, end, "wormhole")


def roads(side: Map) -> Iterator[tuple[str, str]]:
    """Each road of a map once, from the location that the set names first."""
    order = {location: number for number, location in enumerate(side.kinds)}
    for start, near in side.neighbours.items():
        yield from ((start, end) for end in near if order[start] < order[end])


def _in_rows(number: int) -> Box:
    row, column = divmod(number, COLUMNS)
    return Box(column * (WIDE + APART), row * (HIGH + APART), WIDE, HIGH)


def _size(number: int) -> tuple[int, int]:
    rows = -(-number // COLUMNS)
    return COLUMNS * (WIDE + APART) - APART, rows * (HIGH + APART) - APART


def _ways(side: Map, naming: Naming) -> Iterator[Line]:
    """The roads of each location as a list, because there is no picture of them."""
    for location, near in side.neighbours.items():
        yield Line(naming.name(location), f"to {listed([naming.name(one) for one in near])}")


# The things in front of each seat: its hero with health, stamina and tracks, items, tokens, event cards.

NEAR_DEATH = 3
DEEDS = (
    ("opened", "Cards revealed", "map"),
    ("rifts_closed", "Rifts closed", "flame"),
    ("delivered", "Tokens delivered", "package-check"),
    ("shrines_destroyed", "Shrines destroyed", "heart"),
)
SIDE_ICONS = {"order": "shield", "chaos": "skull"}
ICONS = {"move": "footprints", "attack": "swords", "armor": "shield", "health": "heart"}


def panels(view: Json, naming: Naming) -> tuple[SeatPanel, ...]:
    """The seats clockwise. Nobody has points: both sides win or lose together (OC-602, OC-603)."""
    acts = acting(view, naming)
    winner = None if view["result"] is None else view["result"]["winner"]
    return tuple(
        SeatPanel(
            seat,
            naming.seats[seat].label,
            naming.seats[seat].color,
            lines=tuple(_lines_of_seat(view, seat, naming)),
            cards=tuple(_cards(hero, naming)),
            active=seat in acts,
            winner=hero["side"] == winner,
            role=None if hero["hero"] is None else naming.name(hero["hero"]),
        )
        for seat, hero in view["seats"].items()
    )


def _lines_of_seat(view: Json, seat: str, naming: Naming) -> Iterator[Line]:
    hero = view["seats"][seat]
    if hero["hero"] is None:
        yield Line("Side", SIDES[hero["side"]], SIDE_ICONS[hero["side"]], short=True)
        return
    health = hero["health"]
    yield Line(
        "Health",
        str(health),
        "heart",
        alarm=health <= NEAR_DEATH,
        short=True,
        number=health,
        unit="health",
        id=f"health:{seat}",
    )
    if hero["side"] == "chaos":
        tokens = hero["tokens"]
        yield Line(
            "Tokens",
            str(tokens),
            "gem",
            short=True,
            number=tokens,
            unit="tokens",
            id=f"tokens:{seat}",
        )
    else:
        yield _stamina(hero, seat, short=True)
    yield Line("Hero", f"{naming.name(hero['hero'])}, {SIDES[hero['side']]}", "user")
    if not hero["alive"]:
        yield Line("Fate", "dead", "skull", alarm=True)
    if view["result"] is None:
        yield from _able(view, seat, naming)
    yield from _done(hero)


def _able(view: Json, seat: str, naming: Naming) -> Iterator[Line]:
    """The hero's position, tracks, stamina, monsters and special tokens."""
    hero = view["seats"][seat]
    if hero["location"] is not None:
        yield Line("Position", naming.name(hero["location"]), "map-pin")
    if hero["xp_pending"]:
        xp = hero["xp_pending"]
        yield Line("XP to spend", str(xp), "sparkles", alarm=True, number=xp, unit="XP")
    else:
        yield from _tracks(hero, box_of(naming).heroes[hero["hero"]])
    if hero["side"] == "order":
        return
    yield _stamina(hero, seat)
    type = hero["monster_type"]
    if type is not None:
        left = f"{figures_left(view, type)} of {FIGURES_OF_A_TYPE} off the map"
        yield Line("Monsters", f"{naming.name(type)}, {left}", "skull")
    if hero["special_tokens"]:
        special = hero["special_tokens"]
        yield Line("Special tokens", str(special), "star", number=special, unit="special tokens")


def _stamina(hero: Json, seat: str, *, short: bool = False) -> Line:
    stamina = hero["stamina"]
    return Line(
        "Stamina", str(stamina), "zap", short=short, number=stamina, unit="stamina", id=f"stamina:{seat}"
    )


def _done(hero: Json) -> Iterator[Line]:
    """The hero's deeds and deaths, without those that are zero."""
    for member, label, icon in DEEDS:
        if hero.get(member):
            yield Line(label, str(hero[member]), icon)
    if hero["deaths"]:
        yield Line("Died", counted(hero["deaths"], "time"), "skull")


def figures_left(view: Json, type: str) -> int:
    """How many figures of a monster type are not on the map (OC-340, OC-344)."""
    used: int = sum(place["monsters"].count(type) for place in view["locations"].values())
    return FIGURES_OF_A_TYPE - used


def _cards(hero: Json, naming: Naming) -> Iterator[Card]:
    """The hero's sheet, what it fights with, what it carries, the event cards that it keeps."""
    if hero["hero"] is not None:
        sheet = box_of(naming).heroes[hero["hero"]]
        yield Card(sheet.id, sheet.name, text=". ".join(map(ability_text, sheet.abilities)).rstrip("."))
        yield from (face(attack.id, naming) for attack in sheet.attacks)
    for item in (*hero.get("weapons", ()), *hero.get("equipment", ())):
        yield face(item, naming)
    kept = hero.get("kept", ())
    for card in [None] * kept if isinstance(kept, int) else kept:
        if card is None:
            yield Card(None, "An event card", back=True)
        elif card == UNKNOWN:
            yield Card(None, "An unknown event card", back=True)
        else:
            yield face(card, naming)


def face(card: str, naming: Naming) -> Card:
    """A weapon with its dice, equipment or an event card, face up."""
    name = naming.components[card]
    return Card(card, name.name, name.value, name.text.rstrip("."), "dices" if name.value else None)


def _tracks(hero: Json, sheet: HeroSheet) -> Iterator[Line]:
    """The tracks of the hero's sheet: what it is worth now, and what the next XP bring (OC-350 … OC-352)."""
    for track, boxes in sheet.tracks.items():
        yield Line(_track_name(track), _track(boxes, hero["xp"].get(track, 0)), ICONS.get(track))
    if sheet.slots is not None:
        left = sheet.slots.locked - hero["slots_unlocked"]
        used = f"{len(hero['equipment'])} of {hero['equipment_slots']}"
        yield Line("Equipment slots", f"{used} used{f', {left} locked' if left else ''}", "box")


def growth_zones(view: Json, naming: Naming) -> Iterator[Zone]:
    """The tracks of each hero who has XP to spend, box by box, in front of everything (OC-350 … OC-352)."""
    for seat, hero in view["seats"].items():
        if hero["xp_pending"] and view["result"] is None:
            tracks = tuple(_printed(seat, hero, box_of(naming).heroes[hero["hero"]]))
            note = f"{hero['xp_pending']} XP to spend"
            yield Zone(
                f"xp:{seat}", naming.name(hero["hero"]), "track", -1, note=note, of=seat, tracks=tracks
            )


def _printed(seat: str, hero: Json, sheet: HeroSheet) -> Iterator[Track]:
    """Each track that has room as the sheet prints it, from the box that counts now."""
    for track, boxes in sheet.tracks.items():
        now, last = hero["xp"].get(track, 0), len(boxes) - 1
        if now < last:
            steps = {str(at): str(boxes[at]) for at in range(now, last + 1) if boxes[at] != at}
            yield Track(places.track(seat, track), _track_name(track), now, last, (Mark(now, "now"),), steps)
    slots = sheet.slots
    if slots is not None and (now := hero["equipment_slots"]) < (most := slots.open + slots.locked):
        yield Track(places.track(seat, SLOT), "Equipment slots", now, most, (Mark(now, "now"),))


def _track_name(track: str) -> str:
    return "Full health" if track == "health" else track.capitalize()


def _track(boxes: tuple[int, ...], xp: int) -> str:
    """`2; 3 with 1 XP, 4 with 3 XP`: the box that is uncovered, and those that would be."""
    steps = [
        f"{boxes[at]} with {at - xp} XP" for at in range(xp + 1, len(boxes)) if boxes[at] > boxes[at - 1]
    ]
    room = len(boxes) - 1 - xp
    return f"{boxes[xp]}; {', '.join(steps) or (f'nothing more in {room} XP' if room else 'full')}"


# The zones next to the map: the doom track, the quartermaster's items, enemies, decks and supplies.


def doom(view: Json) -> Zone:
    """Both sides' doom on one track (OC-601, OC-606)."""
    marks = tuple(Mark(view["doom"][side], name, icon=SIDE_ICONS[side]) for side, name in SIDES.items())
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
    health = enemy.health_against(against)
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


# The table as a picture: the battle, the map, doom, the quartermaster, enemies, what the seats hold.


def board(view: Json, drawing: Json | None, naming: Naming) -> Board:
    """The table of a view."""
    zones = (
        *growth_zones(view, naming),
        *battle_zone(view, naming),
        *final_zone(view, naming),
        *result_zone(view, naming),
        *map_zone(view, drawing, naming),
        _now(view, naming),
        doom(view),
        display(view, naming),
        enemies(view, naming),
        supplies(view, naming),
    )
    return Board(_title(view), zones, panels(view, naming))


def _title(view: Json) -> str:
    match view["phase"]:
        case "setup":
            return "Setup"
        case "final":
            return "Final battle"
        case "finished":
            return "The game is over"
    return f"Turn {view['turn']}"


def _now(view: Json, naming: Naming) -> Zone:
    """Whose turn it is, what is left of it, and what somebody owes."""
    return Zone("now", "Now", "list", 12, lines=tuple(_lines(view, naming)))


def _lines(view: Json, naming: Naming) -> Iterator[Line]:
    if view["phase"] == "setup":
        yield from _setup(view, naming)
    if view["phase"] == "turn":
        yield from _turn(view, naming)
    for label, told in _owed(view, naming).items():
        yield Line(label, ", ".join(told), "hand", alarm=True)
    if view["waiting_battles"] and view["battle"] is None:
        where = [naming.name(waiting["location"]) for waiting in view["waiting_battles"]]
        yield Line("Battles to come", f"at {listed(where)}", "swords", alarm=True)


def _setup(view: Json, naming: Naming) -> Iterator[Line]:
    """OC-116: in any order, before the first hero is placed."""
    chosen = {"Map": view["map"], "Arch enemy": view["arch_enemy"]}
    for label, id in chosen.items():
        yield Line(
            label, "not chosen yet" if id is None else naming.name(id), "map" if label == "Map" else "skull"
        )
    first = view["first_player"]
    yield Line("First player", "not chosen yet" if first is None else naming.seat(first).text, "flag")
    yield Line("Quartermaster", "laid out" if view["display"] else "not laid out yet", "box")


def _turn(view: Json, naming: Naming) -> Iterator[Line]:
    """OC-202 … OC-206."""
    seat = view["active"]
    if seat is None:
        return
    hero = view["seats"][seat]
    yield Line("Turn", f"{hero_name(view, seat, naming)}, {SIDES[hero['side']]}", "user")
    if view["battle"] is not None:
        return
    if view["lost"]:
        yield Line("Left", "end the turn", "hourglass", alarm=True)
        return
    steps = hero["move"] - view["moves_used"]
    moves = f"{steps} of {counted(hero['move'], 'move')}" if view["step"] == "move" else "no moves left"
    opening = [] if view["opened"] else ["a reveal"]
    action = [] if view["acted"] else ["the location action"]
    yield Line("Left", listed([moves, *opening, *action]), "footprints")
    if view["passes"]:
        yield Line("May pass", listed([naming.name(place) for place in view["passes"]]), "footprints")


OWED = {
    "assign_xp": "XP to spend",
    "place_monster": "A monster to place",
    "surplus_monster": "Order discards a monster",
    "draw_event": "Event cards to draw",
    "resolve_event": "Event card to resolve",
    "take_reward": "A reward to take",
    "resurrect": "Return on a start space",
    "overflow_gain": "A gain for doom beyond 13",
    "allot_doom_damage": "Order divides its doom",
}
"""OC-211."""


def _owed(view: Json, naming: Naming) -> dict[str, list[str]]:
    """The duties by their kind: who owes, where, how many."""
    owed: dict[str, list[str]] = {}
    for duty in view["pending"]:
        parts = [naming.seat(duty["seat"]).text] if duty.get("seat") else []
        if duty.get("location"):
            parts.append(f"at {naming.name(duty['location'])}")
        parts += [naming.name(type) for type in duty.get("types", ())]
        parts += [naming.seat(seat).text for seat in duty.get("candidates", ())]
        if duty.get("card"):
            parts.append(naming.name(duty["card"]))
        if duty.get("n"):
            parts.append(str(duty["n"]))
        owed.setdefault(OWED[duty["kind"]], []).append(" ".join(parts) or "now")
    return owed


BOARDS = Boards(board=board, drawings=drawings, faults=faults)
