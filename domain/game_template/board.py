"""Game Template as a picture: the table, and what lies before each seat."""

from __future__ import annotations

from domain.kernel import Board, Boards, Card, Json, Line, Naming, SeatPanel, Zone


def board(view: Json, drawing: Json | None, naming: Naming) -> Board:
    """The table of a view. A game with a map draws its places here, where the drawing says they lie."""
    lines = (Line("In the deck", str(view["deck"])), Line("Last roll", str(view["last_roll"] or "none yet")))
    zones = (
        Zone("table", "Table", "list", rank=0, lines=lines),
        Zone("discard", "Discarded", "cards", cards=tuple(_face(card, naming) for card in view["discard"])),
    )
    title = "Setup" if view["phase"] == "setup" else f"Turn {view['turn']}"
    return Board(title, zones, tuple(_panel(view, seat, naming) for seat in view["clockwise"]))


def _panel(view: Json, seat: str, naming: Naming) -> SeatPanel:
    """GT-401: the hand of another seat is a number of backs."""
    player, known = view["seats"][seat], naming.seats[seat]
    size = player["hand_size"]
    hand = player.get("hand", [None] * size)
    return SeatPanel(
        seat,
        known.label,
        known.color,
        score=str(player["score"]),
        lines=(Line("Cards in hand", str(size), short=True, number=size, unit="cards"),),
        cards=tuple(
            Card(None, "A card", back=True) if card is None else _face(card, naming) for card in hand
        ),
        active=seat == view["active"],
        winner=seat in (view["winners"] or ()),
    )


def _face(card: str, naming: Naming) -> Card:
    return Card(card, naming.name(card), naming.components[card].value)


BOARDS = Boards(board=board)
