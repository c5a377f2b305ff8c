"""The table of Chaos Order as a picture: all that counts for who has just switched the phone on."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import msgspec
import pytest

from domain.games.chaos_order import GAME
from domain.games.chaos_order.board import REGION_ROWS, awaited
from domain.games.chaos_order.board_map import short_name
from domain.games.chaos_order.components.box import ACTION_PHASES, Effect
from domain.games.chaos_order.places import (
    fighters_piece,
    hand_card,
    leader_card,
    mountain_place,
    phase_place,
)
from domain.games.chaos_order.rules.income import ROWS
from domain.games.chaos_order.state import Loose, Plan, Result
from domain.kernel import PUBLIC, TRUTH, UNKNOWN, Board, Outline, Piece, Place, Viewer, Zone
from domain.kernel.engine.views import state_view
from domain.kernel.selfcheck.wording import RenderedMoment, faults_of
from domain.kernel.session.rendering import board_of, naming
from domain.kernel.ui.board import Line, SeatPanel
from tests.games.chaos_order.table import (
    BLUE,
    PLACE,
    PLACE_BLUE,
    PLACE_RED,
    RED,
    TWO,
    ChaosTable,
    begun,
    dealt,
    opened,
    with_box,
)
from tests.support.games.chaos_order.battles import facing, plan
from tests.support.recorded import STAMP, library
from tests.support.recorded import opened as session_of

MOST_BYTES = 28 * 1024
LOOKED_AT = 7
"""Every so many entries of a recorded game a board is looked at."""
FACTIONS = ("circadians", "leyrien", "oxataya", "zcharo", "ai")


def viewed(table: ChaosTable, viewer: Viewer = PUBLIC) -> Any:
    return msgspec.json.decode(msgspec.json.encode(state_view(GAME, table.state, viewer), enc_hook=list))


def board(table: ChaosTable, viewer: Viewer = PUBLIC, drawing: Any = None) -> Board:
    seats = [{"seat": seat, "faction": player.faction} for seat, player in table.state.seats.items()]
    called = naming(GAME, table.components, seats)
    return board_of(GAME, viewed(table, viewer), {}, {}, drawing, called, strict=True)


def zone(of: Board, id: str) -> Zone:
    return next(zone for zone in of.zones if zone.id == id)


def place(of: Board, id: str) -> Place:
    return next(place for zone in of.zones for place in zone.places if place.id == id)


def pieces(of: Board, id: str) -> dict[str, Piece]:
    return {piece.id: piece for piece in place(of, id).pieces}


def lines(of: Zone | SeatPanel) -> dict[str, str]:
    return {line.label: line.value for line in of.lines}


def sides_of(place: Place) -> set[frozenset[tuple[float, float]]]:
    assert isinstance(place.shape, Outline)
    points = place.shape.points
    return {frozenset(side) for side in zip(points, (*points[1:], points[0]), strict=True)}


@pytest.mark.parametrize("count", GAME.seat_counts)
def test_regions_touch_along_a_line_where_the_set_has_a_border_and_nowhere_else(count: int):
    table = dealt(*FACTIONS[:count])
    map_zone = zone(board(table), "map")
    regions = [place for place in map_zone.places if not place.id.startswith("mountain:")]
    box = table.state.box
    assert {place.id for place in regions} == {*table.state.regions, *table.state.bases}
    joined = {frozenset(border.ends) for border in box.borders.values()}
    for one, other in combinations(regions, 2):
        touching = bool(sides_of(one) & sides_of(other))
        assert touching == (frozenset((one.id, other.id)) in joined), (one.id, other.id)
    assert map_zone.size is not None
    for region in regions:
        assert isinstance(region.shape, Outline)
        for x, y in region.shape.points:
            assert 0 <= x <= map_zone.size[0]
            assert 0 <= y <= map_zone.size[1]


def test_the_map_of_two_is_drawn_out_to_the_whole_width():
    shapes = [place(board(table), PLACE).shape for table in (begun(), dealt(*FACTIONS))]
    wide = [
        max(x for x, _ in shape.points) - min(x for x, _ in shape.points)
        for shape in shapes
        if isinstance(shape, Outline)
    ]
    assert wide[0] > 1.5 * wide[1]


def test_ground_tiles_and_lakes_have_their_tones_and_yields():
    table = dealt(*FACTIONS)
    shown = board(table)
    assert (place(shown, "ember_fen").tone, place(shown, "ember_fen").note) == ("order", "swamp; draw 1 card")
    assert (place(shown, "salt_bluff").tone, place(shown, "tall_grass").tone) == ("warm", "land")
    assert (place(shown, "lake_still").tone, place(shown, "lake_still").short) == ("water", "Still")
    tile = table.state.tiles["y1"]
    terrain = table.components.document["land_tiles"]
    expected = next(one["terrain"] for one in terrain if one["id"] == tile)
    assert place(shown, "y1").note.startswith(expected)


def test_in_the_harvest_a_region_is_marked_until_its_token_is_harvested():
    table = begun().acting("harvest")
    assert place(board(table), "ember_fen").marks == ("layers",)
    table.given_state(harvested=("printed:ember_fen",))
    shown = place(board(table), "ember_fen")
    assert (shown.marks, shown.note) == ((), "swamp; draw 1 card harvested")
    assert place(board(begun().acting("move")), "ember_fen").marks == ()


def test_a_name_is_short_where_there_is_little_room():
    shown = board(dealt(*FACTIONS, seed=3))
    shorts = {one.id: one.short for one in zone(shown, "map").places}
    assert (shorts["ember_fen"], shorts["dry_shelf"], shorts["r2"]) == ("Fen", "Shelf", "Red 2")
    assert [short_name(name) for name in ("North Base 2", "Far Base", "Archipelago", "Reef")] == [
        "North 2",
        "Far",
        "Archipel",
        "Reef",
    ]


def test_what_stands_in_a_region_are_pieces():
    table = begun().built(RED, "black_sedge", "outpost")
    table.given_state(loose={"black_sedge": Loose("loose_gems", True)})
    assert pieces(board(table), "black_sedge") == {
        "loose_gems": Piece("loose_gems", "tile", "token: +2 gems", face="P"),
        "circadians.start_1:red": Piece("circadians.start_1:red", "building", "Outpost", RED, face="O"),
        "black_sedge:red": Piece("black_sedge:red", "cube", "Circadians fighters", RED, count=8),
        "circadians.scout": Piece("circadians.scout", "figure", "Senior Scout", RED, face="1"),
    }
    shown = pieces(board(table), "tall_grass")
    assert shown["relic:1"].face == "1"
    assert shown["relic_1"] == Piece("relic_1", "tile", "foundation: +2 energy", face="+")


def test_who_waits_in_a_base_stands_there():
    table = begun().board(RED, base_fighters=3, base_leaders=("circadians.pilot",))
    table.board(RED, leaders={**table.state.seats[RED].leaders, "circadians.pilot": "upgraded"})
    shown = place(board(table), "base_s2")
    assert (shown.owner, shown.short) == (RED, "South 2")
    assert place(board(begun()), "base_s2").owner == RED
    assert [(piece.id, piece.count, piece.face) for piece in shown.pieces] == [
        (fighters_piece("base_s2", RED), 3, None),
        ("circadians.pilot", 1, "3"),
    ]


def test_a_leader_is_the_same_piece_wherever_it_goes():
    table = begun()
    before = pieces(board(table), "black_sedge")["circadians.scout"]
    table.region("black_sedge", leaders={}).region(PLACE, leaders={RED: ("circadians.scout",)})
    assert pieces(board(table), PLACE)["circadians.scout"] == before


def test_mountains_stand_on_their_borders_and_nothing_is_where_no_base_was_placed():
    table = opened()
    assert place(board(table), "base_n1").pieces == ()
    table.play(PLACE_BLUE, PLACE_RED)
    assert not {place.id for place in zone(board(table), "map").places} & {"base_s1"}
    shown = board(begun())
    map_zone = zone(shown, "map")
    assert [place.id for place in map_zone.places if place.id.startswith("mountain:")] == [
        mountain_place(border) for border in begun().state.mountains if border != "iron_step/y1"
    ]
    assert len(map_zone.scenery) == 1
    ridge = place(shown, mountain_place("ember_fen/reed_gate"))
    assert (ridge.name, ridge.note) == ("Mountain", "between Ember Fen and Reed Gate")


@pytest.mark.parametrize(("count", "open_tunnels"), [(3, []), (4, ["blue"]), (5, ["blue", "red"])])
def test_tunnels_lead_where_they_are_open_and_cross_nowhere(count: int, open_tunnels: list[str]):
    links = zone(board(dealt(*FACTIONS[:count])), "map").links
    assert [link.label for link in links] == [f"the {id} tunnel" for id in open_tunnels]
    assert {link.kind for link in links} <= {"tunnel"}
    assert all(link.via for link in links)


def test_prices_lie_on_their_phases():
    table = begun().acting("recruit")
    table.priced("recruit", "leyrien.o3", BLUE).priced("move", "a_low", None, "first")
    shown = board(table)
    assert [place.id for place in zone(shown, "phases").places] == [phase_place(p) for p in ACTION_PHASES]
    assert [place.tone for place in zone(shown, "phases").places] == [*["closed"] * 3, "goal", "neutral"]
    told = "3 energy to Leyrien"
    assert place(shown, "phase:recruit").pieces == (Piece("leyrien.o3", "token", told, BLUE, face="3"),)
    assert [piece.face for piece in place(shown, "phase:move").pieces] == ["2"]
    assert place(shown, "phase:move").note == "the first spot"
    assert place(shown, "phase:build").note == "not priced, over"
    assert zone(shown, "phases").note == "Circadians has the flare gun"


def test_prices_stand_before_the_map_with_the_tokens_of_who_sets_one():
    table = begun()
    shown = board(table)
    assert zone(shown, "phases").rank < zone(shown, "map").rank
    now = table.state.next_seats[0]
    tokens = [zone for zone in shown.zones if zone.id.startswith("tokens:")]
    assert [zone.of for zone in tokens] == [now]
    held = table.state.seats[now].tokens
    assert {card.id for card in tokens[0].cards} == {token for token in held if held[token] == "supply"}
    later = board(table.acting("build"))
    assert zone(later, "phases").rank < zone(later, "map").rank
    assert not [zone for zone in later.zones if zone.id.startswith("tokens:")]


@pytest.mark.parametrize(
    ("by", "told"),
    [
        (BLUE, "4 energy: 3 to Leyrien and 1 to the supply"),
        (None, "4 energy to the supply"),
        (RED, "nothing"),
    ],
)
def test_what_acting_costs_is_told_who_decides(by: str | None, told: str):
    table = begun().at("build", RED, BLUE)
    table.priced("build", "a_high" if by is None else "split", by)
    view = viewed(table)
    names = naming(
        GAME,
        with_split_price(),
        TWO,
    )
    shown = GAME.boards.board(view, None, names) if GAME.boards else None
    assert shown is not None
    assert lines(zone(shown, "now"))["Acting costs"] == told
    assert lines(zone(shown, "now"))["Still to act"] == "Leyrien"
    assert lines(zone(shown, "now"))["Turn"] == "Circadians, act or pass"


def with_split_price() -> Any:
    def change(document: dict[str, Any]) -> None:
        tokens = next(f for f in document["factions"] if f["id"] == "leyrien")["pricing_tokens"]
        tokens[0] |= {"id": "split", "to_owner": 3, "to_supply": 1}

    return with_box(change)


def test_research_is_told_where_it_counts():
    assert len(zone(board(begun()), "research").tracks) == len(ACTION_PHASES)
    table = begun().acting("move")
    track = zone(board(table), "research").tracks
    assert [(one.title, [mark.seat for mark in one.marks]) for one in track] == [("Move", [RED, BLUE])]
    assert track[0].steps == {"1": "2", "2": "3 lock", "5": "4+1 lock"}
    table.pend(RED, Effect("gain_research"))
    pending = zone(board(table), "research").tracks
    assert len(pending) == len(ACTION_PHASES)
    assert {mark.seat for mark in pending[0].marks} == {RED}
    assert lines(zone(board(table), "board:red"))["Research"].startswith("Discover 1, Build 1")


def test_a_battle_stands_before_all_maps_with_what_both_sides_are_worth():
    shown = zone(board(facing(red=3, blue=2).given_state(battle=None)), "battles")
    assert shown.lines == (Line("Glass Mire", "Leyrien 2 against Circadians 3 strength"),)
    table = facing(red=3, blue=2)
    battle = zone(board(table), "battle")
    assert battle.rank < 0
    assert (battle.title, battle.note) == ("Battle for Glass Mire", "revealed next")
    assert lines(battle) == {
        "Circadians": "3 strength; 3 fighters",
        "Circadians’ plan": "sealed",
        "Leyrien": "2 strength; 2 fighters",
        "Leyrien’s plan": "sealed",
    }


def test_a_side_without_a_plan_is_told_with_what_it_can_plan():
    table = facing(red=3, blue=2)
    battle = msgspec.structs.replace(table.state.battle, step="plan", plans={BLUE: plan()})
    shown = zone(board(table.given_state(battle=battle)), "battle")
    assert shown.note == "Circadians plans"
    assert lines(shown)["Circadians’ plan"] == "1 gem and 0 cards to plan with"
    assert lines(shown)["Leyrien’s plan"] == "sealed"


def test_revealed_plans_count_in_the_values():
    table = facing(red=3, blue=2, red_plan=Plan("plain_a", "use", "hard_charge"))
    battle = msgspec.structs.replace(table.state.battle, step="effects", revealed=True)
    shown = zone(board(table.given_state(battle=battle)), "battle")
    assert lines(shown)["Circadians"] == "6 strength, 2 attack; 3 fighters"
    assert "Hard Charge" in lines(shown)["Circadians’ plan"]
    assert lines(shown)["Leyrien"] == "3 strength, 1 attack; 2 fighters"
    assert lines(shown)["Leyrien’s plan"].endswith("no card")


def test_boards_that_differ_in_hidden_things_alone_are_equal_bytes():
    tables = [
        facing(red_plan=Plan("plain_a", "use", "feint"), blue_plan=Plan("plain_a", "none")),
        facing(red_plan=Plan("die_a", "use", "ambush"), blue_plan=Plan("plain_a", "none")),
        facing(red_plan=Plan("plain_a", "use", "feint"), blue_plan=Plan("plain_a", "none")),
    ]
    hands = ({"feint": 2, "ambush": 1}, {"work_crew": 3}, {UNKNOWN: 3})
    for table, hand in zip(tables, hands, strict=True):
        table.board(RED, hand=hand)
    for viewer in (PUBLIC, Viewer(BLUE)):
        assert len({msgspec.json.encode(board(table, viewer)) for table in tables}) == 1
    assert len({msgspec.json.encode(board(table, Viewer(RED))) for table in tables}) == 3


def test_a_hand_lies_before_its_holder_alone():
    table = begun().board(RED, hand={"feint": 2, UNKNOWN: 1}, fresh={"feint": 1})
    cards = board(table, Viewer(RED)).seats[0].cards
    assert [(card.id, card.label, card.value, card.back) for card in cards] == [
        (hand_card(RED, "feint"), "Feint", "2/1", False),
        (None, "1 card unknown", "", True),
    ]
    assert cards[0].text.startswith("2 copies. drawn this phase. Wheel 2 left, 1 right")
    assert board(table).seats[0].cards == ()
    assert lines(board(table).seats[0])["Cards in hand"] == "3 of 5"


def test_a_seat_shows_its_figures_and_what_is_near_its_end():
    table = begun().board(RED, energy=9, gems=2, fame=10, relics=(1, 3)).board(BLUE, fame=3)
    red, blue = board(table).seats
    assert lines(red) == {
        "Energy": "9",
        "Gems": "2",
        "Fame": "10/12",
        "Cards in hand": "0 of 5",
        "Land regions": "2",
        "Regions": "3: a redeployment",
        "Relics": "1 and 3",
        "Intel": "3",
        "Thresholds": "0",
    }
    assert [line.label for line in red.lines if line.alarm] == ["Fame"]
    assert [line.label for line in blue.lines if line.alarm] == []
    assert [line.label for line in blue.lines if line.short] == ["Energy", "Gems", "Fame"]
    assert (red.score, red.color, blue.color) == (None, "blue", "green")
    chips = [[line.label for line in panel.lines if line.short] for panel in board(dealt(*FACTIONS)).seats]
    assert chips[0] == ["Energy", "Gems"]


def test_the_rows_of_income_are_those_of_the_rules():
    assert [least for least, _ in REGION_ROWS] == [least for least, _ in ROWS]


def test_a_faction_board_shows_fighters_buildings_and_cards():
    table = begun().built(RED, "black_sedge", "outpost").acting("build")
    own = zone(board(table), "board:red")
    assert (own.of, own.folded) == (RED, False)
    assert lines(own)["Fighters"] == "sectors 3 › 2 › 1, base 0"
    told = "4 foundries (+1 energy); 3 outposts (draw 1 card); 3 strongholds (+1 gem)"
    assert lines(own)["Buildings left"] == told
    cards = {card.id: card for card in own.cards}
    scout = cards[leader_card("circadians.scout")]
    assert (scout.value, scout.text) == ("1", "Black Sedge; 1 attack, 1 shield")
    assert cards["circadians.survey"].text == "acting in Discover: +1 energy"
    assert cards["circadians.research_lab"].text == "gem lock"
    assert zone(board(table.acting("move")), "board:red").folded


def test_what_a_seat_has_to_settle_and_whose_turn_it_is():
    table = begun().acting("build").pend(RED, Effect("build_points", 2))
    told = lines(zone(board(table), "now"))
    assert told["Circadians must resolve"] == "2 build points"
    assert told["Turn"] == "Circadians, acting, main action left"
    assert told["Still to act"] == "Leyrien"


def test_what_lies_discarded_is_listed_where_plans_are_made_copies_together():
    table = begun().given_state(discard=("long_watch", "feint", "long_watch"))
    assert "Discarded" not in lines(zone(board(table.at("move")), "decks"))
    assert lines(zone(board(table.at("combat")), "decks"))["Discarded"] == "Feint and Long Watch ×2"


def test_the_map_says_where_the_relic_of_the_round_is_and_who_would_take_it():
    table = begun()
    assert zone(board(table), "map").note == "relic 1: Grass, nobody"
    table.region("tall_grass", fighters={BLUE: 1})
    assert zone(board(table), "map").note == "relic 1: Grass, Leyrien"
    table.region("tall_grass", fighters={BLUE: 1, RED: 2})
    assert zone(board(table), "map").note == "relic 1: Grass, contested"
    table.region("tall_grass", relic=None)
    assert zone(board(table), "map").note == "relic 1: out of the game"
    table.board(RED, relics=(1,))
    assert zone(board(table), "map").note == "relic 1: taken by Circadians"
    assert zone(board(opened()), "map").note == ""


def test_income_says_what_is_still_to_take():
    shown = zone(board(begun().at("gain_income")), "income")
    assert lines(shown)["Circadians"] == "3 regions (a redeployment) to take; buildings to take"


def test_the_end_shows_winners_and_what_decided():
    table = begun().given_state(result=Result((BLUE,), "fame"))
    shown = board(table)
    assert shown.title == "The game is over"
    assert zone(shown, "result").rank < 0
    told = lines(zone(shown, "result"))
    assert (told["Winner"], told["Decided by"]) == ("Leyrien", "the end of the fame track")
    assert told["1. Leyrien"] == "2 land regions, 0 relics, 0 of 14 fame"
    assert [panel.winner for panel in shown.seats] == [False, True]


def renamed(*places: bytes) -> Any:
    """The demo set with other ids for some places of the map."""

    def change(document: dict[str, Any]) -> None:
        text = msgspec.json.encode(document["map"])
        for place in places:
            text = text.replace(place, b"far_" + place)
        document["map"] = msgspec.json.decode(text)

    return with_box(change)


def test_a_place_that_the_drawing_does_not_know_lies_below_the_map():
    picture = board(opened(renamed(b"lake_mirror")).play(PLACE_BLUE))
    shown, below = zone(picture, "map"), place(picture, "far_lake_mirror")
    others = [y for other in shown.places if other != below for _, y in other.shape.points]
    highest, lowest = min(y for _, y in below.shape.points), max(y for _, y in below.shape.points)
    assert max(others) < highest < lowest <= shown.size[1]
    assert below.short == "Mirror"
    assert {link.end for link in shown.links if link.start == "far_lake_mirror"} | {
        link.start for link in shown.links if link.end == "far_lake_mirror"
    } == {"glass_mire", "black_sedge", "reed_gate", "salt_bluff", "tall_grass", "long_meadow"}


def test_a_mountain_beside_such_a_place_closes_its_road():
    table = opened(renamed(b"lake_mirror")).play(PLACE_BLUE)
    table.given_state(mountains=frozenset({"far_lake_mirror/reed_gate"}))
    closed = [link for link in zone(board(table), "map").links if link.kind == "blocked"]
    assert [(link.start, link.end, link.label) for link in closed] == [
        ("far_lake_mirror", "reed_gate", "a mountain")
    ]


def test_a_set_with_other_places_has_them_as_lines():
    land = [place["id"].encode() for place in GAME.demo_sets()["demo"]["map"]["places"][:17]]
    table = opened(renamed(*land))
    shown = zone(board(table), "map")
    assert (shown.kind, shown.places) == ("list", ())
    assert lines(shown)["Far Lake Mirror"] == "lake"


def test_those_who_are_awaited_are_the_games_own():
    plans = {BLUE: plan()}
    for table in (
        opened(),
        begun(),
        begun().at("gain_income"),
        begun().at("combat", combat_turn=BLUE),
        begun().at("check_relics"),
        begun().acting("build").pend(BLUE, Effect("build_points")),
        facing(),
        begun().fighting(PLACE, plans, step="plan"),
    ):
        assert set(awaited(viewed(table))) == set(GAME.moment(table.state).active)


def test_boards_show_whom_a_recorded_game_awaits_and_stay_small():
    """Over all recorded games: also pieces last, and nothing stands twice."""
    for recorded in library("chaos_order"):
        known: dict[str, tuple[str, str | None]] = {}
        opening, *actions = map(msgspec.json.decode, recorded.read_text().splitlines())
        session, draft = session_of(GAME, opening)
        names = naming(GAME, session.components, session.opened.seats)
        for number, action in enumerate(actions):
            draft.record(action, STAMP, None)
            if number % LOOKED_AT and number < len(actions) - 1:
                continue
            state = draft.position.state
            view = msgspec.json.decode(msgspec.json.encode(state_view(GAME, state, TRUTH), enc_hook=list))
            shown = board_of(GAME, view, {}, {}, None, names, strict=True)
            assert {seat.seat for seat in shown.seats if seat.active} == set(GAME.moment(state).active)
            assert len(msgspec.json.encode(shown)) <= MOST_BYTES
            assert list(faults_of(GAME, RenderedMoment((), {}, {}, shown))) == []
            for piece in (piece for zone in shown.zones for place in zone.places for piece in place.pieces):
                assert known.setdefault(piece.id, (piece.kind, piece.seat)) == (piece.kind, piece.seat)
