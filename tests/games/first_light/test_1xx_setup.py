"""Setup, FL-1xx."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from domain.games.first_light import GAME, facts
from domain.games.first_light.components.document import CLANS
from domain.games.first_light.reading import unseen_items
from domain.games.first_light.rules.setup import table_size_of
from domain.games.first_light.state import Options, SeatSetup
from domain.kernel import PUBLIC, Rejected, Viewer
from domain.kernel.session.opening import load_components
from tests.games.first_light.table import (
    COLORS,
    ORDERS,
    SIDES,
    act,
    executing,
    host,
    opened,
    owing,
    planning,
    started,
    with_seat,
)
from tests.support.given import Table

OPTIONS = {"planet_side": "a", "clan_sides": SIDES}


def refused(seats: list[tuple[str, str]], **options: Any) -> str:
    components = load_components(GAME, GAME.demo_sets()["demo"])
    chosen = msgspec.convert({**OPTIONS, **options}, Options)
    with pytest.raises(Rejected) as refusal:
        GAME.admit(components, [SeatSetup(*seat) for seat in seats], chosen)
    return refusal.value.rule


def colors(count: int) -> list[tuple[str, str]]:
    return [(name, name) for name in COLORS[:count]]


@pytest.mark.parametrize(("humans", "ai"), [(0, None), (1, None), (4, "clerk")])
def test_fl_101_numbers_of_humans(humans: int, ai: str | None):
    assert refused(colors(humans), ai_opponent=ai) == "FL-101"


@pytest.mark.parametrize(
    ("humans", "ai", "size"), [(2, False, 2), (4, False, 4), (1, True, 1), (2, True, 3), (3, True, 4)]
)
def test_fl_101_table_size(humans: int, ai: bool, size: int):
    assert table_size_of(humans, with_ai=ai) == size


def test_fl_102_the_planet_has_its_tokens_and_the_side_exists():
    state = opened().state
    assert state.tokens["r3c2"] == "gem"
    assert state.tokens["r2c2"] == "water_3"
    assert all(space.token == state.tokens.get(space.id) for space in state.box.spaces.values())
    assert refused(colors(2), planet_side="c") == "FL-102"


def test_fl_103_nobody_sees_the_points_of_gem_caches_before_the_end():
    table = opened()
    for viewer in (PUBLIC, Viewer("blue"), Viewer(sees_all=True)):
        caches = GAME.view(table.state, viewer)["planet"]["caches"]
        assert set(caches.values()) == {"hidden"}
        assert len(caches) == 6


def test_fl_103_each_tile_lies_in_one_cut_out():
    table = started().given_state(phase="scoring", round=8)
    spaces = table.state.box.caches
    doubled = dict.fromkeys(spaces, "cache_1")
    table.when(host("reveal_gem_caches", caches=doubled)).then_rejected("FL-103", field="caches")
    table.when(host("reveal_gem_caches"), drawn=True).then_accepted()
    assert len(set(table.state.caches.values())) == 6


@pytest.mark.parametrize(
    "seats",
    [
        [("blue", "blue"), ("blue", "red")],
        [("a", "blue"), ("b", "blue")],
        [("a", "green"), ("b", "blue")],
        [("ai", "blue"), ("b", "red")],
    ],
)
def test_fl_104_names_and_colours(seats: list[tuple[str, str]]):
    assert refused(seats) == "FL-104"


def test_fl_104_harvesters_start_on_the_centre_and_strangers_may_not_act():
    table = planning()
    assert {base.harvester for base in table.state.seats.values()} == {"r3c3"}
    table.when(act("roll_dice", "green")).then_rejected("FL-104", field="seat")


def test_fl_105_all_twelve_tokens_lie_on_the_left():
    state = opened(3).state
    assert state.left_values == (1, 2, 3, 4, 5, 6)
    assert state.left_conditions == (0, 1, 2, 3, 4, 5)
    assert len(state.free_rewards) == len(state.free_punishments) == 6
    assert len(state.cells["leyrien"]) == 5


def test_fl_106_clan_boards():
    assert tuple(opened().state.cells) == CLANS
    assert refused(colors(2), clan_sides={**SIDES, "zcharo": "z"}) == "FL-106"
    assert refused(colors(2), clan_sides={"zcharo": "a"}) == "FL-106"


@pytest.mark.parametrize(("seats", "closed"), [(1, 1), (2, 1), (3, None), (4, None)])
def test_fl_107_the_left_most_depository_column_is_closed_below_three(seats: int, closed: int | None):
    assert opened(seats).state.box.closed_column == closed


def test_fl_107_a_die_cannot_go_to_the_closed_column():
    table = executing(1, hand=("ledger",))
    table.when(act("place_depository", row="top", item="ledger", value=1)).then_rejected("FL-107")


def test_fl_108_end_of_an_era_comes_in_round_eight_and_only_then():
    table = started()
    table.when(host("reveal_event", event="end_of_an_era")).then_rejected("FL-108", field="event")
    table.given_state(round=7, events=tuple(f"e{n}" for n in range(7)))
    table.when(host("reveal_event", event="dust")).then_rejected("FL-108")
    table.when(host("reveal_event"), drawn=True).then_includes(facts.EventRevealed("end_of_an_era"))


def test_fl_108_no_event_comes_twice():
    table = started().given_state(round=1, events=("dust",))
    table.when(host("reveal_event", event="dust")).then_rejected("FL-108")


def test_fl_109_boards_by_table_size():
    assert opened(2).state.box.space_counts["market"] == 2
    assert opened(4).state.box.space_counts["market"] == 3
    assert opened(2).state.box.academy == opened(4).state.box.academy


def test_fl_110_three_stacks_of_five_farm_tiles():
    table = opened()
    tops = {**ORDERS, "farm_tops": ["points", "points", "points"]}
    table.when(host("reveal_stacks", **tops)).then_rejected("FL-110", field="farm_tops")
    table.play(host("reveal_stacks", **ORDERS))
    assert [(stack.top, stack.size) for stack in table.state.farm_stacks] == [
        ("producer", 5),
        ("gem_on_six", 5),
        ("water_3", 5),
    ]
    table.when(host("reveal_stacks", **ORDERS)).then_rejected("FL-110")


def test_fl_111_three_stacks_of_six_upgrade_tiles():
    table = opened()
    tops = {**ORDERS, "upgrade_tops": ["flip", "flip", "no_tile"]}
    table.when(host("reveal_stacks", **tops)).then_rejected("FL-111", field="upgrade_tops")
    table.play(host("reveal_stacks", **ORDERS))
    assert [stack.size for stack in table.state.upgrade_stacks] == [6, 6, 6]


def test_fl_112_fl_113_dice_and_resources_at_the_start():
    base = opened().state.seats["black"]
    assert (base.dice_supply, base.reserve) == (10, 3)
    assert base.resources == {"water": 10, "algae": 2, "power": 2, "gems": 0}


def dealt() -> Table:
    table = opened().play(host("reveal_stacks", **ORDERS))
    hands = {"blue": ["akira_hope", "dan_gautama"], "black": ["naira_sol", "troy_sullivan"]}
    return table.play(host("deal_characters", characters=hands))


def test_fl_114_each_seat_keeps_one_of_two_and_all_are_shown_together():
    table = dealt()
    table.when(act("choose_character", character="naira_sol")).then_rejected("FL-114", field="character")
    table.play(act("choose_character", character="dan_gautama"))
    assert GAME.view(table.state, Viewer("black"))["seats"]["blue"]["character"] is None
    assert GAME.view(table.state, Viewer("blue"))["seats"]["blue"]["character"] == "dan_gautama"
    table.when(act("choose_character", character="akira_hope")).then_rejected("FL-114", field="seat")
    table.play(act("choose_character", "black", character="naira_sol"))
    assert GAME.view(table.state, PUBLIC)["seats"]["blue"]["character"] == "dan_gautama"
    assert table.state.phase == "setup_items"


def test_fl_114_all_see_who_has_chosen_before_they_see_whom():
    table = dealt()
    assert chosen(table) == []
    table.play(act("choose_character", character="dan_gautama"))
    assert chosen(table) == ["blue"]
    table.play(act("choose_character", "black", character="naira_sol"))
    assert chosen(table) == ["blue", "black"]


def chosen(table: Table) -> list[str]:
    """The seats that everybody sees to have chosen a character."""
    seats = GAME.view(table.state, PUBLIC)["seats"]
    return [seat for seat, shown in seats.items() if shown["character_chosen"]]


def test_fl_114_dealing_once_two_for_each_and_no_card_twice():
    table = dealt()
    table.when(host("deal_characters"), drawn=True).then_rejected("FL-114")
    table = opened().play(host("reveal_stacks", **ORDERS))
    hands = {"blue": ["akira_hope", "dan_gautama"], "black": ["akira_hope", "troy_sullivan"]}
    table.when(host("deal_characters", characters=hands)).then_rejected("FL-114", field="characters")
    assert refused(colors(2), character_mode="auction") == "FL-114"


def test_fl_114_open_choice_is_public_at_once_and_nobody_takes_the_same():
    table = opened(character_mode="open_choice").play(host("reveal_stacks", **ORDERS))
    table.when(host("deal_characters"), drawn=True).then_rejected("FL-114")
    table.play(act("choose_character", character="naira_sol"))
    assert GAME.view(table.state, PUBLIC)["seats"]["blue"]["character"] == "naira_sol"
    table.when(act("choose_character", "black", character="naira_sol")).then_rejected("FL-114")


def drafting(seats: int = 2) -> Table:
    table = opened(seats).play(host("reveal_stacks", **ORDERS)).given_state(phase="setup_items")
    hands = {
        "blue": ["ledger", "grogg", "yeki", "zcarpi"],
        "black": ["archive", "jakhaw", "karvyk", "uxolotyl"],
    }
    return table.play(host("deal_items", hands=hands))


def test_fl_115_items_come_from_the_pile_and_discards_lie_open():
    table = opened().play(host("reveal_stacks", **ORDERS)).given_state(phase="setup_items")
    hands = {"blue": ["ledger", "ledger", "yeki", "zcarpi"], "black": ["a", "b", "c", "d"]}
    table.when(host("deal_items", hands=hands)).then_rejected("FL-115", field="hands")
    assert unseen_items(table.state).total() == 36
    table = with_seat(planning(), hand=("ledger",) * 1)
    assert GAME.view(table.state, PUBLIC)["item_discard"] == []


def test_fl_116_step_one_keeps_one_and_passes_three_to_the_left():
    table = drafting()
    table.when(act("draft_item", keep="archive")).then_rejected("FL-116", field="keep")
    table.play(act("draft_item", keep="ledger"))
    table.when(act("draft_item", keep="grogg")).then_rejected("FL-117", field="seat")
    table.play(act("draft_item", "black", keep="archive"))
    assert table.state.seats["black"].packet == ("grogg", "yeki", "zcarpi")
    table.when(host("deal_items"), drawn=True).then_rejected("FL-116")


def test_fl_117_the_draft_ends_with_three_cards_and_the_rest_under_the_pile():
    table = drafting()
    for kept in (("ledger", "archive"), ("jakhaw", "grogg")):
        table.play(act("draft_item", keep=kept[0]), act("draft_item", "black", keep=kept[1]))
    table.when(act("draft_item", keep="yeki", bottom="ledger")).then_rejected("FL-117", field="bottom")
    table.play(act("draft_item", keep="yeki", bottom="zcarpi"), act("draft_item", "black", keep="karvyk"))
    state = table.state
    assert {seat: len(base.hand) for seat, base in state.seats.items()} == {"blue": 3, "black": 3}
    assert state.deck.bottom == ("zcarpi", "uxolotyl")
    assert state.deck.size == 30
    table.when(act("draft_item", keep="yeki")).then_rejected("FL-117")


def test_fl_117_all_see_how_many_cards_go_under_the_pile_and_each_seat_which_was_its_own():
    fact = facts.PacketsBottomed(("blue", "black"), ("zcarpi", "uxolotyl"))
    shown = {"fact": "packets_bottomed", "count": 2}
    assert GAME.fact_view(fact, PUBLIC) == {**shown, "cards": {}}
    assert GAME.fact_view(fact, Viewer("blue")) == {**shown, "cards": {"blue": "zcarpi"}}
    assert GAME.fact_view(fact, Viewer("black")) == {**shown, "cards": {"black": "uxolotyl"}}


def test_fl_117_cards_under_the_pile_are_drawn_last_in_their_order():
    table = executing(4, 4, hand=())
    deck = msgspec.structs.replace(table.state.deck, size=3, bottom=("zcarpi", "uxolotyl"))
    table.given_state(deck=deck)
    draw = act("place_headquarters", gain="items", drawn=["ledger", "uxolotyl"])
    table.when(draw).then_rejected("FL-115", field="drawn")
    table.when(act("place_headquarters", gain="items", drawn=["zcarpi", "ledger"])).then_rejected("FL-115")
    table.when(act("place_headquarters", gain="items", drawn=["ledger", "zcarpi"])).then_accepted()
    assert table.state.deck.bottom == ("uxolotyl",)


def test_fl_118_one_human_keeps_three_of_five():
    table = opened(1).play(host("reveal_stacks", **ORDERS)).given_state(phase="setup_items")
    five = ["ledger", "grogg", "yeki", "zcarpi", "archive"]
    table.when(act("keep_items", items=five[:3])).then_rejected("FL-118")
    table.play(host("deal_items", hands={"blue": five}))
    table.when(act("draft_item", keep="ledger")).then_rejected("FL-117")
    table.when(act("keep_items", items=five[:2])).then_rejected("FL-118", field="items")
    table.when(act("keep_items", items=["ledger", "grogg", "jakhaw"])).then_rejected("FL-118")
    table.play(act("keep_items", items=five[:3]))
    assert table.state.deck.discard == ("zcarpi", "archive")
    assert table.state.seats["blue"].hand == ("ledger", "grogg", "yeki")
    drafting().when(act("keep_items", items=five[:3])).then_rejected("FL-118")


def test_fl_118_the_two_cards_discarded_are_seen():
    table = opened(1).play(host("reveal_stacks", **ORDERS)).given_state(phase="setup_items")
    table.play(host("deal_items", hands={"blue": ["ledger", None, "yeki", None, "archive"]}))
    table.when(act("keep_items", items=["ledger", None, "yeki"])).then_rejected("FL-118", field="items")
    table.when(act("keep_items", items=["ledger", "yeki", "archive"])).then_rejected("FL-118")
    table.play(act("name_item", item="grogg"))
    table.when(act("keep_items", items=["ledger", "yeki", None])).then_accepted()
    assert table.state.deck.discard == ("grogg", "archive")


def test_fl_119_hands_are_secret_and_their_sizes_public():
    table = with_seat(planning(), hand=("ledger", "grogg"))
    others = GAME.view(table.state, Viewer("black"))["seats"]["blue"]
    assert others["hand_size"] == 2
    assert "hand" not in others
    assert GAME.view(table.state, Viewer("blue"))["seats"]["blue"]["hand"] == ["ledger", "grogg"]


def test_fl_120_the_discards_become_the_pile_and_missing_cards_are_not_drawn():
    table = executing(4, 4)
    deck = msgspec.structs.replace(table.state.deck, size=1, discard=("yeki",))
    table.given_state(deck=deck).when(act("place_headquarters", gain="items", drawn=["ledger", "yeki"]))
    table.then_includes(facts.DiscardsReshuffled())
    assert table.state.deck.size == 0
    table.when(act("place_headquarters", gain="items", drawn=["grogg"])).then_rejected("FL-115")
    table.when(act("place_headquarters", gain="items")).then_accepted()
    assert len(table.state.seats["blue"].hand) == 2


def test_fl_121_the_start_player_is_a_seat():
    table = opened(1).play(host("reveal_stacks", **ORDERS)).given_state(phase="setup_start_player")
    table.when(host("set_start_player", start_player="ai")).then_rejected("FL-121", field="start_player")
    table.when(host("set_start_player"), drawn=True).then_includes(facts.StartPlayerSet("blue"))
    table.when(host("set_start_player"), drawn=True).then_rejected("FL-121")


def test_fl_122_resources_are_unlimited_and_dice_are_not():
    table = executing(6, resources={"water": 10**6, "algae": 10**6}, dice_supply=1)
    table.when(act("place_academy", space=3, dice=2)).then_rejected("FL-347", field="dice")
    table.when(act("place_headquarters", gain="water")).then_accepted()
    assert table.state.seats["blue"].resources["water"] == 10**6 + 5


def test_fl_123_resources_are_private_or_public():
    assert refused(colors(2), resources="shared") == "FL-123"
    hidden = GAME.view(opened().state, PUBLIC)["seats"]["blue"]["resources"]
    shown = GAME.view(opened(resources="public").state, PUBLIC)["seats"]["blue"]["resources"]
    assert hidden is None
    assert shown["water"] == 10


def test_fl_124_a_tile_of_which_all_copies_are_seen_cannot_be_uncovered():
    table = executing(4, 4, farm_tiles=("water_3",))
    lab = act("place_laboratory", space=1, pay="algae", stack=0)
    table.when({**lab, "new_top": "water_3"}).then_rejected("FL-110", field="new_top")
    table.when(lab).then_rejected("FL-110", field="new_top")
    table.when({**lab, "new_top": "producer"}).then_accepted()


def test_fl_718_an_unseen_card_is_named_when_it_comes_to_light():
    table = executing(4, hand=(None, "grogg"), acquired=("ledger",))
    table.when(act("name_item", item="ledger")).then_rejected("FL-119", field="item")
    assert table.rejection is not None
    assert table.rejection.probes
    buy = act("place_depository", row="middle", item="yeki", drawn=["archive"])
    table.when(buy).then_accepted()
    assert table.state.seats["blue"].hand == ("grogg", "archive")


def test_fl_718_naming_needs_an_unseen_card_and_works_at_any_time():
    table = with_seat(planning(), hand=("grogg", None))
    table.when(act("name_item", item="grogg")).then_rejected("FL-119")
    owing(table, "advancement", clan="zcharo", value=4)
    table.when(act("name_item", item="yeki")).then_accepted()
    assert table.state.seats["blue"].hand == ("grogg", "yeki")
    table.when(act("name_item", item="archive")).then_rejected("FL-119")


def test_fl_718_cards_may_be_dealt_drawn_and_drafted_unseen():
    table = opened().play(host("reveal_stacks", **ORDERS)).given_state(phase="setup_items")
    hands = {"blue": [None] * 4, "black": ["ledger", None, None, None]}
    table.play(host("deal_items", hands=hands))
    table.when(act("draft_item", keep="ledger")).then_rejected("FL-116")
    table.play(act("draft_item"), act("draft_item", "black"))
    table.play(act("draft_item", keep="ledger"), act("draft_item", "black", keep="grogg"))
    table.play(act("draft_item", bottom="yeki"), act("draft_item", "black"))
    state = table.state
    assert Counter(state.seats["blue"].hand) == Counter([None, "ledger", None])
    assert state.deck.bottom == ("yeki", None)
