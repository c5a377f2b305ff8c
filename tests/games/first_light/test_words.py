"""First Light in words: what stands on buttons and in the log, in the rulebook's own terms."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.games.first_light import GAME, facts
from domain.games.first_light.actions import DieAt
from domain.games.first_light.components import demo_sets
from domain.games.first_light.state import Rival, Spot
from domain.games.first_light.words.names import box_of, tile_name
from domain.kernel import KEYS, PUBLIC, TRUTH, ComponentSet, OfferWords, ValueWords, Viewer
from domain.kernel.engine.playing import play
from domain.kernel.selfcheck.wording import RenderedMoment, telling_of
from domain.kernel.session.opening import load_components
from domain.kernel.session.rendering import entry_in_words, fact_in_words, naming
from domain.kernel.ui.labels import chosen_words
from domain.kernel.ui.words import EntryWords, text_of
from tests.games.first_light.table import (
    act,
    demo,
    executing,
    headquarters,
    host,
    opened,
    owing,
    planning,
    started,
    talking,
    with_seat,
)
from tests.support.games.first_light.playthrough import TEXT, told
from tests.support.games.reading import MARK, must_hold_no_code, recorded_entry
from tests.support.given import Table


def names_of(table: Table) -> Any:
    return naming(GAME, table.components, [{"seat": seat, "color": seat} for seat in table.seats])


def telling(table: Table, viewer: Viewer = TRUTH) -> RenderedMoment:
    return telling_of(GAME, table.state, viewer, names_of(table), table.seats)


def button(table: Table, key: str, viewer: Viewer = TRUTH) -> OfferWords:
    return telling(table, viewer).words[key]


def labels(words: OfferWords, parameter: str) -> list[str]:
    """Of the values that are named, without what leaving it out is called."""
    return [value.label for key, value in words.parameters[parameter].values.items() if key != "null"]


def test_a_negotiation_names_a_setback_only_below_the_clan_that_was_chosen():
    rich = {"power": 9, "algae": 20}
    table = executing(6, resources=rich)
    met = [clan for clan in ("leyrien", "zcharo") if brings(table, clan, "null").endswith("a setback")]
    assert brings(table, "leyrien", "null") == "as rolled, 6: an advancement"
    assert met == []
    cells = {**table.state.cells, "zcharo": (Spot("black", 6), *table.state.cells["zcharo"][1:])}
    table.given_state(cells=cells)
    told = {clan: brings(table, clan, "null") for clan in ("leyrien", "zcharo")}
    assert told["zcharo"].endswith("an advancement and a setback")
    assert told["leyrien"].endswith("an advancement")


def brings(table: Table, clan: str, value: str) -> str:
    """What a die does there, once the clan is chosen."""
    talk = chosen_words(button(table, "place_negotiation/blue"), {"clan": clan})
    return talk.parameters["value"].values[value].label


def asked(table: Table) -> dict[str, str]:
    return {seat: text_of(says) for seat, says in telling(table).asks.items()}


def entry(table: Table, action: dict[str, Any], viewer: Viewer = PUBLIC) -> EntryWords:
    """What an action reads like that has just been recorded, with its facts."""
    assert table.rejection is None, table.rejection
    return recorded_entry(GAME, action, table.facts, viewer, names_of(table))


def lines(words: EntryWords) -> list[str]:
    return [text_of(words.says), *map(text_of, words.effects)]


def says(fact: Any, table: Table | None = None) -> str:
    called = names_of(table or opened())
    return text_of(fact_in_words(GAME, GAME.fact_view(fact, TRUTH), called, strict=True).says)


def test_a_recorded_game_reads_as_it_was_read_last():
    """`python -m tests.support.games.first_light.playthrough` writes the text anew."""
    assert told() == TEXT.read_text("utf-8")


def marked_set() -> ComponentSet:
    """The demo set with other ids, which can be told from every word."""
    document = demo()
    for side in document["planet"]["sides"].values():
        side["centre"] = MARK + side["centre"]
        for space in side["spaces"]:
            space["id"] = MARK + space["id"]
            for ways in (space["adjacent"], space["arrows"]):
                ways.update({way: MARK + there for way, there in ways.items()})
    for part in ("items", "events", "farm_tiles", "upgrade_tiles", "ai_opponents", "schemes", "gem_caches"):
        for number, thing in enumerate(document[part], 1):
            if thing["id"] != "end_of_an_era":
                thing["id"] = f"{MARK}{thing['id']}"
            thing["name"] = f"Thing {number}"
    document["variant"] = True
    return load_components(GAME, document)


@pytest.mark.parametrize("seats", [1, 3])
def test_no_id_and_no_none_is_ever_read(seats: int):
    components = marked_set()
    opponent = {"ai_opponent": f"{MARK}porter"} if seats == 1 else {}
    table = opened(seats, components=components, **opponent)
    called = names_of(table)
    for step in play(GAME, table.state, table.seats, Random(3), most_actions=150):
        for viewer in (PUBLIC, *map(Viewer, table.seats)):
            at = telling_of(GAME, step.after, viewer, called, table.seats)
            read = recorded_entry(GAME, step.action, step.facts, viewer, called)
            must_hold_no_code(at.words, at.asks, read)


def test_tiles_of_one_id_are_told_apart():
    called = names_of(opened())
    assert (tile_name(called, "farm", "water_3"), tile_name(called, "upgrade", "flip")) == (
        "3 Water tile",
        "Flip tile",
    )
    assert tile_name(called, "farm", "points") == "Score tile"
    assert called.components["aqua_cannon"].text == "costs 3 Water and 2 Power; 5 Water less at the Foundry"
    assert called.components["captains_hat"].name == "Captain’s Hat"
    assert called.components["end_of_an_era"].name == "End of an Era"


def test_spaces_are_named_by_where_they_lie_from_the_centre():
    called = names_of(opened())
    assert [called.name(id) for id in ("r3c3", "r3c4", "r1c2", "r2c4", "r5c1")] == [
        "the centre",
        "the near east",
        "the far north",
        "the far east-north-east",
        "the far south-west",
    ]
    for side in box_of(called).document.planet.sides.values():
        found = [called.name(space.id) for space in side.spaces]
        assert len(set(found)) == len(found)


def test_a_plan_says_what_farms_and_garages_are_good_for():
    table = with_seat(planning(), farm_tiles=("gem_on_six",), upgrades=("free_garage",))
    table.play(act("roll_dice", values=[2, 4, 6]))
    plan = button(table, "assign_dice/blue")
    assert plan.hint == "you rolled 2, 4 and 6; hidden from the others"
    assert plan.parameters["farms"].asks == "On Farms"
    assert plan.parameters["farms"].hint == (
        "1 raises the others by up to 3; 2 Water or Algae; 3 Water or Power; 4 1 Gem for a 6"
    )
    assert plan.parameters["garages"].asks == "or in Garages, from the left?"
    assert plan.parameters["farms"].members[KEYS]["4"].label == "Farm 4", "a die of 4 is another thing"
    assert asked(table)["blue"] == "assigns 3 dice"
    table.play(act("assign_dice", garages=[2, 4], farms={"4": 6}))
    assert asked(table)["blue"] == "confirms the plan"
    assert button(table, "confirm_plan/blue").hint == "still planning: Black"


def test_which_die_is_next_what_it_costs_and_what_its_garage_does():
    assert asked(executing(4, 3)) == {"blue": "places the 4 of Garage 1 (±1); 1 more"}
    table = with_seat(executing(), garages=(None, 3), upgrades=("flip",))
    assert asked(table) == {"blue": "places the 3 of Garage 2 for 1 Algae (flip)"}
    assert asked(headquarters(("blue", 2), ("black", 5))) == {
        "blue": "places the 2 of the Headquarters (flip)"
    }


def test_a_mining_camp_says_what_each_value_costs():
    camp = button(executing(4), "place_mining_camp/blue")
    assert camp.hint == "Gems from 5 Water"
    assert labels(camp, "space") == ["1 Gem at a sum of 10", "2 Gems at a sum of 16"]
    assert labels(camp, "value") == ["as 4", "as 3", "as 5"], "the price hangs on the space"
    first, second = (chosen_words(camp, {"space": space}) for space in (1, 2))
    assert labels(first, "value") == ["as 4: 6 Water", "as 3: 7 Water", "as 5: 5 Water"]
    assert labels(second, "value") == ["as 4: 12 Water", "as 3: 13 Water", "as 5: 11 Water"]
    cheaper = button(executing(4, acquired=("jrayek_drill",)), "place_mining_camp/blue")
    assert cheaper.hint == "Gems for nothing at best"


def test_what_is_left_out_has_a_name():
    market = button(executing(4), "place_market/blue")
    assert market.parameters["trades"].values["null"].label == "No trade"
    store = button(executing(4, hand=("aqua_cannon",)), "place_depository/blue")
    assert store.parameters["move_to"].values["null"].label == "Stays"
    assert store.parameters["value"].values["null"].label == "as rolled: 4"


def test_a_foundry_says_which_tile_each_value_takes_and_what_it_is_paid_with():
    foundry = button(executing(4), "place_foundry/blue")
    assert foundry.hint == "Upgrade Tile for 2 Power or 10 Water"
    assert labels(foundry, "pay") == ["2 Power", "10 Water"]
    assert labels(foundry, "value") == [
        "as 4: Free Garage tile, middle stack",
        "as 3: Free Garage tile, middle stack",
        "as 5: Score tile, right stack",
    ]
    helped = executing(4, acquired=("aqua_cannon", "spare_parts"))
    assert labels(button(helped, "place_foundry/blue"), "pay") == ["1 Power", "5 Water"]


def test_a_control_room_says_where_each_value_leads():
    room = button(executing(6), "place_control_room/blue")
    assert room.parameters["value"].asks == "Which direction?"
    assert labels(room, "value") == [
        "as 6: north-west to 3 Water and 1 Algae, 3 Water to pick up",
        "as 5: west to 2 Algae, 1 Gem to pick up",
    ]


def test_a_laboratory_names_the_second_die_and_its_algae():
    laboratory = button(executing(4, 4), "place_laboratory/blue")
    assert laboratory.hint == "Farm Tile for 3 Algae or 10 Water; also uses the 4 for 1 Algae"
    stack = laboratory.parameters["stack"].values["1"]
    assert (stack.label, stack.details) == ("Middle stack: Gem tile", "with a 6: 1 Gem; 4 below")


def test_a_negotiation_says_what_a_cell_costs_and_what_the_die_brings():
    table = executing(4, resources={"power": 4, "algae": 1})
    talk = button(table, "place_negotiation/blue")
    assert talk.hint == "Zcharo 4 Power for 3 ★"
    assert talk.parameters["row"].values["1"].label == "4 Power for 3 ★"
    assert talk.parameters["row"].values["1"].place is None, "cell and value are one tap"
    assert labels(talk, "value") == ["as 4: an advancement", "as 3: an advancement", "as 5: an advancement"]
    talking(table, "zcharo", 4, first_row=2).given_state(left_values=(1, 2, 3, 5, 6))
    assert labels(button(table, "place_negotiation/blue"), "value") == [
        "as 4: a setback",
        "as 3: an advancement",
        "as 5: an advancement and a setback",
    ]
    assert button(table, "place_negotiation/blue").parameters["clan"].values["zcharo"].details == (
        "sum of dice 4; then you may gain 3 Water"
    )


def test_a_cell_is_pointed_at_where_the_die_has_one_value():
    table = with_seat(executing(resources={"power": 4, "algae": 1}), garages=(None, 3))
    assert button(table, "place_negotiation/blue").parameters["row"].values["1"].place == "zcharo:1"


def test_several_clans_are_told_apart_by_their_prices():
    talk = button(executing(4, resources={"power": 4, "algae": 6}), "place_negotiation/blue")
    assert talk.hint == "Leyrien or Zcharo"
    clans = talk.parameters["clan"].values.values()
    assert [one.hint for one in clans] == ["6 Algae for 3 ★", "4 Power for 3 ★"]
    assert talk.parameters["row"].values["1"] == ValueWords("Row 1")
    leyrien, zcharo = (chosen_words(talk, {"clan": clan}) for clan in ("leyrien", "zcharo"))
    assert (labels(leyrien, "row"), labels(zcharo, "row")) == (["6 Algae for 3 ★"], ["4 Power for 3 ★"])


def test_a_depository_says_what_an_item_costs_now_and_what_a_row_gives():
    table = executing(4, hand=("aqua_cannon",), acquired=("soda_supply",))
    store = button(table, "place_depository/blue")
    assert store.hint == "Aqua Cannon, 2 ★, for 2 Power"
    item = store.parameters["item"].values["aqua_cannon"]
    assert (item.label, item.details) == ("Aqua Cannon, 2 ★, for 2 Power", "5 Water less at the Foundry")
    assert labels(store, "row") == [
        "Top row: a move of the Harvester",
        "Middle row: 1 die",
        "Bottom row: 2 Items",
    ]
    where = store.parameters["move_to"].values["r3c2"]
    assert (where.label, where.details, where.place) == ("2 Algae, near west", "1 Gem to pick up", "r3c2")


def test_a_setback_says_why_and_what_can_be_lost():
    table = talking(executing(3), "jrayek", 5, 5, owner="blue")
    owing(table, "setback", clan="jrayek", value=5)
    setback = button(table, "take_setback/blue")
    assert setback.hint == "a sum of 8 or more, a sum of 10 or more and 2 matching dice from Jrayek"
    assert labels(setback, "condition") == ["A sum of 8 or more", "A sum of 10 or more", "2 matching dice"]
    assert "Lose 1 die" in labels(setback, "punishment")
    assert labels(setback, "die") == [
        "The 3 in Garage 1",
        "The 5 below Jrayek, row 1, 4 ★",
        "The 5 below Jrayek, row 2, 6 ★",
    ]
    assert asked(table) == {"blue": "takes a setback from Jrayek"}


def test_a_setback_that_can_be_ignored_is_to_be_taken_first():
    table = talking(with_seat(executing(3), acquired=("leyrien_sceptre",)), "jrayek", 5, 5, owner="blue")
    owing(table, "setback", clan="jrayek", value=5)
    words = telling(table).words
    assert words["ignore_setback/blue"].rank > words["take_setback/blue"].rank
    assert words["ignore_setback/blue"].hint == (
        "with the Leyrien Sceptre; no token moves and you lose nothing"
    )


def test_an_advancement_names_the_rewards_that_are_left():
    table = owing(executing(3), "advancement", clan="leyrien", value=4)
    table.given_state(free_rewards=("gem", "farm"))
    reward = button(table, "take_advancement/blue")
    assert reward.hint == "the first 4 on the Negotiation Board: 1 Gem or a Farm Tile"
    assert set(reward.variants.values()) == {"1 Gem", "a Farm Tile"}


def test_a_harvest_says_what_comes_from_where():
    table = with_seat(executing(), farms={1: 2, 2: 1, 3: 2}, farm_tiles=("algae_2",))
    table.given_state(phase="harvest", to_act=None)
    harvest = button(table, "harvest/blue")
    assert harvest.hint == (
        "2 Water from the planet; 6 Water or 3 Algae from Farm 2; 7 Water or 2 Power from Farm 3;"
        " 2 Algae from Farm 4"
    )
    choices = harvest.parameters["choices"].members
    assert choices[KEYS]["3"].label == "Farm 3"
    assert choices["3"] == {"water": ValueWords("7 Water"), "power": ValueWords("2 Power")}
    assert asked(table) == {"blue": "harvests", "black": "harvests"}


def test_fl_541_a_harvest_says_what_akira_hope_gets_of_a_farm_that_needs_a_six():
    farms = {4: 1, 5: 3, 6: 2}
    table = with_seat(executing(), character="akira_hope", farms=farms, farm_tiles=("gem_on_six",) * 3)
    table.given_state(phase="harvest", to_act=None)
    assert (
        button(table, "harvest/blue").hint == "2 Water from the planet; 1 Gem from Farm 4; 1 Gem from Farm 6"
    )


def test_a_rest_says_how_many_dice_come_home_and_what_is_too_much():
    table = with_seat(executing(), reserve=4, farms={2: 5, 3: 1}, hand=("ledger",) * 9)
    table.given_state(phase="rest", to_act=None)
    rest = button(table, "rest/blue")
    assert rest.hint == "2 dice return; return 1 die over the limit of 5 to the supply; discard 1 Item"
    assert asked(table)["blue"] == "rests and discards 1 Item"


def test_dice_that_are_not_placed_say_what_the_cantina_gives():
    table = with_seat(executing(), garages=(None, 3, 2))
    assert button(table, "send_to_cantina/blue").hint == "both dice: gain 4 Water, no action"


def test_what_the_ai_will_do_is_said():
    table = started(1)
    rival: Rival = table.state.ai
    table.given_state(phase="schemes", round=1, events=("dust",), ai=replace(rival, schemes_left=2, gems=3))
    scheme = button(table, "reveal_scheme/")
    assert scheme.hint == "its Harvester moves first; 2 Schemes left this Round; the AI has 3 Gems and 3 dice"
    assert scheme.parameters["scheme"].values["scheme_01"].hint == (
        "a 5 to Leyrien; else a 6 to the Depository; else a 2 to the Market for 2 Gems"
    )
    assert asked(table) == {"": "Reveal an AI Scheme"}


def test_a_placement_reads_with_what_it_costs_and_brings():
    table = executing(4, 4, acquired=("aqua_cannon",))
    action = act("place_foundry", space=1, pay="water", value=5, new_top="points")
    assert lines(entry(table.when(action), action))[:2] == [
        "Blue places a 5 that was a 4 at the Foundry: pays 5 Water (5 less: Aqua Cannon).",
        "Blue takes the Score tile of the right stack. New top tile: Score tile.",
    ]
    trades = [{"give": "water", "receive": "algae"}, {"give": "water", "receive": "algae"}]
    action = act("place_market", space=1, trades=trades)
    assert lines(entry(table.when(action), action))[0] == (
        "Blue places a 4 at the Market: pays 1 Algae for the Garage and gives 8 Water for 4 Algae."
    )


def test_a_pair_reads_as_one():
    table = executing(4, 4)
    action = act("place_laboratory", space=1, pay="algae", stack=2, new_top="producer")
    assert lines(entry(table.when(action), action))[:2] == [
        "Blue places a pair of 4s at the Laboratory: pays 1 Algae for the Garage and 3 Algae.",
        "Blue takes the 3 Water tile of the right stack. New top tile: Algae or Power tile.",
    ]


def test_drawn_items_are_named_to_their_holder_alone():
    table = executing(4)
    action = act("place_headquarters", gain="items", drawn=["ledger", None])
    table.when(action)
    assert lines(entry(table, action))[:2] == [
        "Blue places a 4 at the Headquarters.",
        "Blue draws 2 Items from the Headquarters.",
    ]
    assert lines(entry(table, action, Viewer("black"))) == lines(entry(table, action))
    assert lines(entry(table, action, Viewer("blue")))[1] == (
        "Blue draws Ledger and 1 unseen Item from the Headquarters."
    )


def test_a_plan_stays_hidden_until_all_are_shown():
    table = planning()
    action = act("roll_dice", values=[2, 4, 6])
    table.when(action)
    assert lines(entry(table, action, Viewer("black"))) == ["Blue rolls 3 dice."]
    assert lines(entry(table, action, Viewer("blue"))) == ["Blue rolls 2, 4 and 6."]
    action = act("assign_dice", garages=[6, 4], farms={"3": 2})
    table.when(action)
    assert lines(entry(table, action)) == ["Blue assigns dice."]
    assert lines(entry(table, action, Viewer("blue"))) == [
        "Blue assigns dice: 6, 4 in the Garages; 2 on Farm 3."
    ]


def test_a_corrected_plan_is_told_to_whoever_may_see_it():
    plan = facts.DiceAssigned("blue", (6, 4), {"3": 2})
    assert says(plan) == "Blue assigns dice: 6, 4 in the Garages; 2 on Farm 3."
    hidden = fact_in_words(GAME, GAME.fact_view(plan, Viewer("black")), names_of(opened()), strict=True)
    assert text_of(hidden.says) == "Blue assigns dice."


def test_an_event_reads_with_what_it_says():
    table = started()
    action = host("reveal_event", event="spring_tide")
    assert lines(entry(table.when(action), action)) == [
        "The Event is Spring Tide: every player gains 3 Water at once."
    ]


def test_setback_tokens_are_told_by_what_they_ask_for_or_by_their_order():
    taken = facts.SetbackTaken("blue", 0, "gem")
    assert says(taken) == "Blue takes the setback of a sum of 8 or more: lose 1 Gem."
    assert says(replace(taken, condition=2)) == "Blue takes the setback of the third sum: lose 1 Gem."
    assert says(replace(taken, condition=2), opened(1)) == (
        "Blue takes the setback of a sum of 12 or more: lose 1 Gem."
    )
    assert says(replace(taken, condition=6)) == "Blue takes a setback: lose 1 Gem.", "there is no such token"


def test_the_lowest_sum_is_told_by_its_order_where_the_sides_of_the_board_differ_in_it():
    document: Any = copy.deepcopy(dict(demo_sets()["demo"]))
    asked = document["negotiation"]["sides"]["medium"]["conditions"]
    for condition, least in zip(asked, (6, 8, 10), strict=False):
        condition["at_least"] = least
    table = opened(components=load_components(GAME, document))
    taken = facts.SetbackTaken("blue", 0, "gem")
    assert says(taken, table) == "Blue takes the setback of the lowest sum: lose 1 Gem."


def test_lost_dice_are_told_with_their_place():
    for die, told_as in (
        (DieAt("garage", slot=2), "in Garage 2"),
        (DieAt("reserve"), "in the reserve"),
        (DieAt("market", space=1), "at the Market, space 1"),
        (DieAt("depository", column=4, row="top"), "at the Depository, top row of column 4"),
        (DieAt("negotiation", clan="zcharo", row=1), "below Zcharo, row 1"),
    ):
        assert says(facts.DieLost("blue", die)) == f"Blue loses the die {told_as}."


def test_a_correction_tells_what_an_action_would_have_said():
    shown = {
        "kind": "corrected",
        "facts": [msgspec.to_builtins(facts.HarvesterMoved("blue", "control_room", "r3c5"))],
        "reason": "it stood elsewhere",
    }
    told_as = entry_in_words(GAME, shown, names_of(opened()), strict=True)
    assert lines(told_as) == ["Corrected: it stood elsewhere", "Blue’s Harvester moves to the far east."]


def test_an_item_that_was_kept_unseen_is_called_an_item():
    seen, unseen = (says(facts.ItemDrafted("blue", item)) for item in ("grogg", None))
    assert unseen == "Blue keeps an Item."
    assert seen == "Blue keeps Grogg."
