"""What differs between two boards is told by what lasts: seats, places, pieces, cards."""

from __future__ import annotations

from msgspec.structs import replace

from domain.kernel.ui.board import (
    NOTHING,
    Board,
    Box,
    Card,
    Difference,
    Line,
    Mark,
    Piece,
    Place,
    SeatPanel,
    Track,
    Zone,
    board_differences,
    with_secrets,
)
from domain.kernel.ui.words import Naming, SeatName

NAMING = Naming({}, {"red": SeatName("Red"), "blue": SeatName("Blue")})
SHAPE = Box(0, 0, 1, 1)
PEARL = Card("pearl-1", "Pearl")
CUBE = Piece("cube-1", "cube", "Red’s cube", seat="red")
NORTH = Place("north", "North", SHAPE)
SOUTH = Place("south", "South", SHAPE)


def sea(*places: Place, cards: tuple[Card, ...] = (), title: str = "Sea", **more: object) -> Zone:
    return Zone(title.lower(), title, "map", places=places, cards=cards, **more)  # type: ignore[arg-type]


def board(*zones: Zone, seats: tuple[SeatPanel, ...] = (), title: str = "Round 1") -> Board:
    return Board(title, zones, seats)


def between(before: Board, after: Board) -> list[Difference]:
    return board_differences(before, after, NAMING)


def test_boards_that_are_alike_differ_in_nothing() -> None:
    one = board(sea(NORTH, cards=(PEARL, PEARL)), seats=(SeatPanel("red", "Red", score="3"),))
    assert between(one, one) == []


def test_a_piece_that_moved_is_told_by_where_it_stood() -> None:
    before = board(sea(replace(NORTH, pieces=(CUBE,)), SOUTH))
    after = board(sea(NORTH, replace(SOUTH, pieces=(replace(CUBE, count=2),))))
    assert between(before, after) == [Difference("Red’s cube", "North", "South ×2")]


def test_what_comes_and_what_goes_stands_beside_nothing() -> None:
    empty, full = board(sea(NORTH)), board(sea(replace(NORTH, pieces=(CUBE,))))
    assert between(empty, full) == [Difference("Red’s cube", NOTHING, "North")]
    assert between(full, empty) == [Difference("Red’s cube", "North", NOTHING)]


def test_scores_lines_titles_and_winners() -> None:
    red = SeatPanel("red", "Red", score="3", lines=(Line("Cubes", "4"),))
    after = replace(red, score="5", lines=(Line("Cubes", "2"),), winner=True)
    assert between(board(seats=(red,)), board(seats=(after,), title="End")) == [
        Difference("The game", "Round 1", "End"),
        Difference("Red: score", "3", "5"),
        Difference("Red", NOTHING, "wins"),
        Difference("Red: Cubes", "4", "2"),
    ]


def test_cards_of_one_name_are_counted_by_who_has_them() -> None:
    hand = SeatPanel("red", "Red", cards=(Card(None, "A card", back=True),))
    before = board(sea(cards=(PEARL, replace(PEARL, id="pearl-2"))), seats=(replace(hand, cards=()),))
    after = board(sea(cards=(PEARL,)), seats=(replace(hand, cards=(*hand.cards, *hand.cards, PEARL)),))
    assert between(before, after) == [
        Difference("Red, face down", NOTHING, "A card ×2"),
        Difference("Pearl", "Sea ×2", "Red, Sea"),
    ]


def test_places_and_marks_of_tracks() -> None:
    tide = Track("tide", "Tide", 0, 3, marks=(Mark(1, "Water"),), steps={"2": "flood"})
    before = board(sea(NORTH, tracks=(tide,)))
    held = replace(NORTH, owner="blue", tone="chaos", note="stormy")
    after = board(sea(held, tracks=(replace(tide, marks=(Mark(2, "Water"),)),)))
    assert between(before, after) == [
        Difference("North", NOTHING, "chaos, of Blue, stormy"),
        Difference("Tide: Water", "1", "flood"),
    ]


def test_of_places_and_zones_of_one_name_each_says_which() -> None:
    other = sea(replace(NORTH, id="far-north"), title="Far sea")
    mats = tuple(
        Zone(f"mat-{seat}", "Mat", "list", of=seat, lines=(Line("Dice", "1"),)) for seat in ("red", "blue")
    )
    before = board(sea(NORTH), other, *mats)
    after = board(
        sea(replace(NORTH, pieces=(CUBE,))), other, mats[0], replace(mats[1], lines=(Line("Dice", "2"),))
    )
    assert between(before, after) == [
        Difference("Red’s cube", NOTHING, "North, Sea"),
        Difference("Mat of Blue: Dice", "1", "2"),
    ]


def test_what_everybodys_board_lacks_is_secret_and_a_back_never_is() -> None:
    back, water, known = Card(None, "A card", back=True), Line("Water", "3"), Line("Cards", "2")
    own = board(
        sea(replace(NORTH, pieces=(CUBE,)), cards=(PEARL,), note="3 Water"),
        seats=(SeatPanel("red", "Red", lines=(known, water), cards=(Card("ruby-1", "Ruby"), PEARL, back)),),
    )
    everybodys = board(
        sea(NORTH, cards=(PEARL,)), seats=(SeatPanel("red", "Red", lines=(known,), cards=(back, back)),)
    )
    shown = with_secrets(own, everybodys)
    (zone,), (panel,) = shown.zones, shown.seats
    assert zone.secret
    assert [piece.secret for piece in zone.places[0].pieces] == [True]
    assert [card.secret for card in (*zone.cards, *panel.cards)] == [False, True, False, False]
    assert [line.secret for line in panel.lines] == [False, True]
    assert with_secrets(own, own) == own
