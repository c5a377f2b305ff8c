"""The table of Order vs Chaos as a picture: what lies on the map, beside it, and before the seats."""

from __future__ import annotations

from domain.games.order_vs_chaos import facts
from domain.kernel import Card, Viewer
from tests.games.order_vs_chaos.table import OrderTable
from tests.support.games.order_vs_chaos.drawn import alarms, board, cards, lines, panel, place, zone


def test_before_the_map_is_chosen_the_table_says_what_is_missing():
    empty = board(OrderTable(set_up=False))
    assert empty.title == "Setup"
    assert [of.id for of in empty.zones if of.places] == []
    assert lines(zone(empty, "now")) == {
        "Map": "not chosen yet",
        "Arch enemy": "not chosen yet",
        "First player": "not chosen yet",
        "Quartermaster": "not laid out yet",
    }
    assert lines(panel(empty, "red")) == {"Side": "Order"}


def test_open_wormholes_are_joined_to_each_other():
    table = OrderTable().card("boise", "wormhole_a")
    assert [link for link in zone(board(table), "map").links if link.kind == "wormhole"] == []
    of = zone(board(table.card("miami", "wormhole_b").card("denver", "wormhole_c")), "map")
    joined = {(link.start, link.end) for link in of.links if link.kind == "wormhole"}
    assert joined == {("boise", "denver"), ("boise", "miami"), ("denver", "miami")}


def test_what_lies_and_stands_on_a_place():
    table = OrderTable(4).card("chicago", "rift_5a").tokens("chicago", 2).monster("chicago", "charhound")
    shown = board(table.at(red="chicago", black="chicago").card("boston", "quartermaster_a"))
    chicago = place(shown, "chicago")
    assert (chicago.tone, chicago.marks, chicago.note) == ("chaos", (), "Rift 5")
    assert [(piece.id, piece.kind, piece.seat, piece.count, piece.face) for piece in chicago.pieces] == [
        ("rift_5a", "tile", None, 1, "5"),
        ("tokens:chicago", "token", None, 2, "✦"),
        ("monster:chicago:charhound", "figure", "white", 1, "C"),
        ("pawn:red", "pawn", "red", 1, None),
        ("pawn:black", "pawn", "black", 1, None),
    ]
    assert [piece.label for piece in chicago.pieces][2:4] == ["Charhound", "Red (Samurai)"]
    assert (place(shown, "boston").tone, place(shown, "boston").marks) == ("goal", ("box",))
    assert (place(shown, "dallas").tone, place(shown, "dallas").note) == ("neutral", "face down")
    assert place(shown, "us_breach").pieces[0].label == "Old One"


def test_a_location_without_its_card_is_bare_land():
    table = OrderTable().card("chicago", "rift_1a")
    table.given(facts.CardRemoved("chicago", "rift_1a", "closed", "red"))
    assert (place(board(table), "chicago").tone, place(board(table), "chicago").note) == ("land", "no card")


def test_two_monsters_of_a_type_stand_there_until_one_is_discarded():
    table = OrderTable().monster("chicago").monster("chicago")
    pieces = [(piece.id, piece.count) for piece in place(board(table), "chicago").pieces]
    assert pieces == [("monster:chicago:hellion", 2)]


def test_doom_stands_beside_the_name_of_the_map_and_on_its_track():
    shown = board(OrderTable().doom(3, 9))
    assert zone(shown, "map").note == "doom: Order 3, Chaos 9"
    assert zone(shown, "doom").note == "Order 3, Chaos 9 of 13"
    assert [(mark.label, mark.at) for mark in zone(shown, "doom").tracks[0].marks] == [
        ("Order", 3),
        ("Chaos", 9),
    ]


def test_the_table_says_whose_turn_it_is_and_what_is_left_of_it():
    table = OrderTable()
    assert board(table).title == "Turn 1"
    now = lines(zone(board(table), "now"))
    assert now == {
        "Turn": "Red (Samurai), Order",
        "Left": "3 of 3 moves, a reveal and the location action",
    }
    table.do("move", seat="red", to="chicago")
    assert lines(zone(board(table), "now"))["Left"].startswith("2 of 3 moves")
    table.given(facts.TurnLost("red"))
    assert lines(zone(board(table), "now"))["Left"] == "end the turn"
    assert alarms(zone(board(table), "now")) == {"Left"}


def test_what_somebody_owes_is_said_at_once():
    table = OrderTable(4).at(red="chicago").do("open_location", seat="red", card="wandering_monster_a")
    now = zone(board(table), "now")
    owed = {
        "XP to spend": "Black 1, White 1",
        "A monster to place": "at Chicago",
    }
    assert {label: lines(now)[label] for label in owed} == owed
    assert alarms(now) == set(owed)


def test_the_quartermaster_shows_its_items_with_what_they_do():
    display = zone(board(OrderTable()), "display")
    assert display.note == "6 items; 120 in the deck, 0 discarded"
    assert display.folded
    assert cards(display)["uzi_1"] == Card(
        "uzi_1", "Uzi", "2", "ranged, 2 dice, 1 hand; or 4 damage without a roll", "dices"
    )
    assert cards(display)["field_medkit_1"].value == ""


def test_enemies_show_their_strength_and_the_figures_that_are_left():
    enemies = cards(zone(board(OrderTable(4).monster("chicago").monster("boston")), "enemies"))
    assert enemies["old_one"].value == "55"
    assert enemies["hellion"].value == "4 of 6 left"
    assert enemies["hellion"].text.startswith("Black’s; armor 0, health 9. Claws: melee, 2 dice")
    assert enemies["charhound"].value == "6 of 6 left"


def test_supplies_tell_which_cards_may_still_lie_face_down():
    table = OrderTable().card("chicago", "rift_1a").tokens("chicago", 3)
    told = lines(zone(board(table), "supplies"))
    assert told["Chaos tokens left"] == "9 of 12"
    assert told["Event deck"] == "42, 0 discarded"
    assert "1 × Rift 1" not in told["Still face down"]
    assert "5 × Rift 5" in told["Still face down"]
    table.given(facts.CardRemoved("chicago", "rift_1a", "closed", "red"))
    assert lines(zone(board(table), "supplies"))["Out of the game"] == "1 × Rift 1"


def test_a_seat_shows_its_hero_its_items_and_what_is_near_its_end():
    table = OrderTable().hero("red", health=3, weapons=("gladius_1",), equipment=("road_atlas_1",))
    red = panel(board(table), "red")
    assert (red.score, red.active, red.color) == (None, True, "red")
    told = lines(red)
    assert (told["Health"], told["Full health"], told["Stamina"]) == (
        "3",
        "10; 11 with 1 XP, 12 with 2 XP, 13 with 3 XP, 15 with 4 XP",
        "2",
    )
    assert told["Hero"] == "Samurai, Order"
    assert told["Position"] == "Order North start"
    assert told["Equipment slots"] == "1 of 2 used, 1 locked"
    assert alarms(red) == {"Health"}
    assert [card.id for card in red.cards] == ["samurai", "wakizashi", "gladius_1", "road_atlas_1"]
    assert cards(red)["samurai"].text == "Bushido (1 stamina, in its own battle): Reroll any of your dice"


def test_a_chaos_seat_shows_its_tokens_its_monsters_and_where_it_stands():
    table = OrderTable().monster("chicago").hero("black", tokens=2, delivered=3)
    told = lines(panel(board(table), "black"))
    assert told["Tokens"] == "2"
    assert told["Monsters"] == "Hellion, 5 of 6 off the map"
    assert told["Tokens delivered"] == "3"


def test_tracks_tell_what_the_next_xp_bring():
    table = OrderTable().hero("red", xp={"attack": 1, "health": 4, "move": 2})
    told = lines(panel(board(table), "red"))
    assert told["Attack"] == "2; 3 with 1 XP, 4 with 3 XP"
    assert told["Full health"] == "15; full"
    assert told["Move"] == "4; 5 with 1 XP"


def test_kept_event_cards_are_backs_to_everybody_but_chaos():
    table = OrderTable(4).hero("black", kept=("infection_1",), unknown=1)
    to_white, to_red, to_all = (
        panel(board(table, viewer), "black").cards[2:]
        for viewer in (Viewer("white"), Viewer("red"), Viewer(None))
    )
    back = Card(None, "An event card", back=True)
    assert to_red == to_all == (back, back)
    assert [(card.id, card.back) for card in to_white] == [("infection_1", False), (None, True)]
    assert to_white[1].label == "An unknown event card"
