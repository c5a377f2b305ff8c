"""The board: three grids of nine tiles with pawns and cubes, displays, and what each seat holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.time_of_chaos.components import ERAS, tile_id
from domain.games.time_of_chaos.drawing import Drawing, drawings, faults, read_drawing
from domain.games.time_of_chaos.rules.end_step import CUBES_THAT_FLIP
from domain.games.time_of_chaos.scoring import SCORING, decided_by
from domain.games.time_of_chaos.state import ACTIONS_PER_TURN, DELIVERIES_THAT_END, HAND_LIMIT
from domain.games.time_of_chaos.words.names import ERA_NAMES, card_name
from domain.games.time_of_chaos.words.offering import cubes_on, standing_on
from domain.kernel import (
    UNKNOWN,
    Board,
    Boards,
    Card,
    Json,
    Line,
    Naming,
    Piece,
    Place,
    SeatPanel,
    Zone,
    counted,
    figure,
    listed,
)

# What lies before each seat: cubes, cloak, penalties, the hand, the delivered artifacts.


def panels(view: Json, naming: Naming) -> tuple[SeatPanel, ...]:
    """The seats clockwise."""
    winners = () if view["result"] is None else view["result"]["winners"]
    awaited = view["placement_queue"][0] if view["placement_queue"] else view["active"]
    return tuple(
        SeatPanel(
            seat,
            naming.seats[seat].label,
            naming.seats[seat].color,
            score=figure(view["seats"][seat]["score"]),
            lines=tuple(_lines_of_seat(view, seat)),
            cards=tuple(_held(held, naming) for held in view["seats"][seat]["hand"]),
            active=seat == awaited,
            winner=seat in winners,
        )
        for seat in view["clockwise"]
    )


def _lines_of_seat(view: Json, seat: str) -> Iterator[Line]:
    player = view["seats"][seat]
    hand, delivered, penalties = len(player["hand"]), len(player["tableau"]), player["penalties"]
    yield Line(
        "Cubes left",
        str(player["supply"]),
        "box",
        alarm=not player["supply"],
        short=True,
        number=player["supply"],
        unit="cubes",
    )
    full = ", full" if hand == HAND_LIMIT else ""
    yield Line(
        "Cards in hand",
        f"{hand}{full}",
        "gallery-horizontal-end",
        short=True,
        number=hand,
        unit="cards",
    )
    if player["cloak"] == "active":
        yield Line("Cloak", "ready", "moon", short=True, number=1, unit="cloak")
    else:
        yield Line("Cloak", "spent", "moon", number=0, unit="cloak")
    if penalties:
        yield Line("Penalties", f"−{penalties}", "triangle-alert", alarm=True, short=True)
    one_to_go = delivered == DELIVERIES_THAT_END - 1 and view["end_trigger"] is None
    yield Line(
        "Delivered",
        f"{delivered} of {DELIVERIES_THAT_END}",
        "package-check",
        alarm=one_to_go,
        number=delivered,
        unit="delivered",
    )


def tableaus(view: Json, naming: Naming) -> Iterator[Zone]:
    """The cards that each seat has delivered, if any."""
    for rank, seat in enumerate(view["clockwise"], start=50):
        cards = tuple(face(card, naming) for card in view["seats"][seat]["tableau"])
        if cards:
            title = f"Delivered by {naming.seat(seat).text}"
            yield Zone(f"delivered:{seat}", title, "cards", rank, of=seat, cards=cards)


def face(card: str, naming: Naming) -> Card:
    """An artifact, face up."""
    name = card_name(naming, card)
    text = ". ".join(part for part in (_goal(name.place, naming), name.text) if part)
    return Card(card, name.name, name.value, text, place=name.place)


def _goal(place: str | None, naming: Naming) -> str:
    return f"to {naming.name(place)}" if place else ""


def _held(held: Json, naming: Naming) -> Card:
    """TC-507: others see the deck of a grabbed artifact, and which one it is only if it was searched."""
    if "card" not in held:
        return Card(None, f"An artifact of the {held['deck']}", back=True)
    if held["card"] == UNKNOWN:
        return Card(None, f"An unknown artifact of the {held['deck']}", back=True)
    return face(held["card"], naming)


# The table as a picture: three grids of nine tiles with pawns and cubes, displays, what the seats hold.


def board(view: Json, drawing: Json | None, naming: Naming) -> Board:
    """The table of a view."""
    read = read_drawing(drawing)
    zones = [_era(view, era, rank, read, naming) for rank, era in enumerate(ERAS, start=10)]
    return Board(_title(view), (*zones, _now(view, naming), *tableaus(view, naming)), panels(view, naming))


def _title(view: Json) -> str:
    match view["phase"]:
        case "setup":
            return "Setup"
        case "finished":
            return "The game is over"
    return f"Round {view['round']}{', last turns' if view['end_trigger'] is not None else ''}"


def _era(view: Json, era: str, rank: int, drawing: Drawing, naming: Naming) -> Zone:
    layout, displays = view["layout"], view["displays"]
    notes = [f"{view['decks'][era]} in the deck"]
    if layout is None:
        notes.append("tiles not laid out yet")
    places = () if layout is None else tuple(_tiles(view, era, layout[era], drawing, naming))
    cards = () if displays is None else tuple(face(card, naming) for card in displays[era])
    return Zone(
        era,
        ERA_NAMES[era],
        "grid",
        rank,
        note="; ".join(notes),
        size=drawing.grids[era].size,
        places=places,
        cards=cards,
    )


def _tiles(
    view: Json, era: str, rows: Sequence[Sequence[str]], drawing: Drawing, naming: Naming
) -> Iterator[Place]:
    for row, cities in enumerate(rows):
        for column, city in enumerate(cities):
            tile = view["tiles"][tile_id(era, city)]
            yield Place(
                tile_id(era, city),
                naming.name(tile_id(era, city)),
                drawing.grids[era].cell(row, column),
                short=naming.name(city),
                caption=naming.name(city),
                tone=tile["side"],
                pieces=tuple(_pieces(view, tile_id(era, city), naming)),
                note=_about_to_fall(tile),
            )


def _about_to_fall(tile: Json) -> str:
    """TC-231."""
    if tile["side"] == "order" and cubes_on(tile) >= CUBES_THAT_FLIP:
        return "flips to chaos at end of turn"
    return "in chaos" if tile["side"] == "chaos" else ""


def _pieces(view: Json, tile: str, naming: Naming) -> Iterator[Piece]:
    for seat in standing_on(view, tile):
        yield Piece(f"pawn:{seat}", "pawn", f"{naming.seat(seat).text}’s pawn", seat)
    for seat, player in view["seats"].items():
        number = view["tiles"][tile]["cubes"].get(player["color"], 0)
        if number:
            label = f"{counted(number, 'cube')} of {naming.seat(seat).text}"
            yield Piece(f"cubes:{tile}:{seat}", "cube", label, seat, count=number)


def cube_label(seat: str, naming: Naming) -> str:
    """`Red’s cube`, for one of a pile."""
    return f"{naming.seat(seat).text}’s cube"


def _now(view: Json, naming: Naming) -> Zone:
    """The state of the game in short, for somebody who sees it for the first time."""
    return Zone(
        "now",
        "Result" if view["result"] is not None else "Now",
        "list",
        rank=0,
        lines=tuple(_result(view, naming) if view["result"] is not None else _lines(view, naming)),
    )


def _lines(view: Json, naming: Naming) -> Iterator[Line]:
    if view["first_player"] is not None:
        yield Line("First player", naming.seat(view["first_player"]).text, "flag")
    if view["placement_queue"]:
        waiting = [naming.seat(seat).text for seat in view["placement_queue"]]
        yield Line("Pawns to place", ", ".join(waiting), "map-pin")
    if view["active"] is not None:
        yield Line("Turn", f"{naming.seat(view['active']).text}, turn {view['turn']}", "user")
        yield Line("Actions left", f"{view['actions_left']} of {ACTIONS_PER_TURN}", "zap", id="actions")
    trigger = view["end_trigger"]
    if trigger is not None:
        told = f"{naming.seat(trigger['seat']).text} delivered a fourth artifact on turn {trigger['turn']}"
        yield Line("End", told, "flag", alarm=True)
        to_come = [naming.seat(seat).text for seat in view["final_turns"]]
        yield Line("Last turns left", listed(to_come) or "this is the last", "flag", alarm=True)
    reach = "your tile" if view["options"]["restore_scope"] == "own_tile" else "your city in other eras"
    yield Line("Restore reaches", reach, "sparkles")


def _result(view: Json, naming: Naming) -> Iterator[Line]:
    """TC-611 … TC-617: seats by rank, with what they are compared by."""
    result = view["result"]
    winners = [naming.seat(seat).text for seat in result["winners"]]
    yield Line("Winner" if len(winners) == 1 else "Winners", listed(winners), "trophy")
    places = {
        seat: (result["scores"][seat], -result["chaos_tiles"][seat], result["supplies"][seat])
        for seat in view["clockwise"]
    }
    yield Line("Decided by", SCORING.decided[decided_by(list(places.values()))], "scale")
    for seat in sorted(places, key=lambda seat: places[seat], reverse=True):
        rank = 1 + sum(other > places[seat] for other in places.values())
        score, chaos, supply = places[seat]
        told = f"{figure(score)} ★, {counted(-chaos, 'tile')} in chaos, {counted(supply, 'cube')} left"
        yield Line(f"{rank}. {naming.seat(seat).text}", told)


BOARDS = Boards(board=board, drawings=drawings, faults=faults)
