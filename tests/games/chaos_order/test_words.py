"""Chaos Order in words: what stands on buttons and in the log, in the game's own terms."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import fields

from domain.games.chaos_order import GAME
from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.state import Battle
from domain.games.chaos_order.words.entries import gains
from domain.games.chaos_order.words.printed_names import place_names
from domain.kernel import PUBLIC, TRUTH, ComponentSet, Name, Naming, OfferWords, Viewer
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import play
from domain.kernel.selfcheck.wording import RenderedMoment, faults_of, telling_of
from domain.kernel.session.rendering import entry_in_words, naming
from domain.kernel.ui.words import EntryWords, text_of
from tests.games.chaos_order.table import (
    BLUE,
    BP,
    PLACE,
    RED,
    ChaosTable,
    begun,
    building,
    demo,
    faction_in,
    granted,
    opened,
    playing,
    put,
    trance,
    with_box,
)
from tests.support.games.chaos_order.battles import facing, plan, reveal
from tests.support.games.chaos_order.playthrough import TEXT, told
from tests.support.games.reading import MARK, must_hold_no_code, recorded_entry

MOST_LETTERS = 40
"""Of a question beside a button that ends something, on a phone."""


def names_of(table: ChaosTable) -> Any:
    boards = table.state.seats
    seats = [{"seat": seat, "faction": boards[seat].faction} for seat in table.seats]
    return naming(GAME, table.components, seats)


@cache
def called() -> Naming:
    """What everything of the demo set and both seats are called."""
    found: Naming = names_of(opened())
    return found


def test_a_map_that_the_set_invents_is_told_as_invented_and_nothing_else() -> None:
    document = demo()
    for invented in (["map"], ["tactics_cards"]):
        table = opened(with_box(lambda changed, parts=invented: changed.update(invented=parts)))
        marked = {id for id, name in names_of(table).components.items() if name.invented}
        assert marked == (
            {place["id"] for place in document["map"]["places"]} if "map" in invented else set()
        )


def telling(table: ChaosTable, viewer: Viewer = TRUTH) -> RenderedMoment:
    return telling_of(GAME, table.state, viewer, names_of(table), table.seats)


def button(table: ChaosTable, key: str) -> OfferWords:
    return telling(table).words[key]


def asked(table: ChaosTable) -> dict[str, str]:
    return {seat: text_of(says) for seat, says in telling(table).asks.items()}


def hints(table: ChaosTable, key: str, parameter: str) -> dict[str, str]:
    return {one.label: one.hint for one in button(table, key).parameters[parameter].values.values()}


def entry(table: ChaosTable, action: Mapping[str, Any], viewer: Viewer = PUBLIC) -> EntryWords:
    """What an action reads like that has just been recorded, with its facts."""
    assert table.rejection is None, table.rejection
    return recorded_entry(GAME, action, table.facts, viewer, names_of(table))


def reads(
    table: ChaosTable, kind: str, seat: str | None = RED, viewer: Viewer = PUBLIC, **parameters: Any
) -> str:
    """An action is recorded and read."""
    table.do(kind, seat, **parameters)
    action = {"type": kind} | ({} if seat is None else {"seat": seat})
    action |= {name.rstrip("_"): value for name, value in parameters.items() if name != "drawn"}
    return text_of(entry(table, action, viewer).says)


def test_a_recorded_game_reads_as_it_was_read_last():
    """`python -m tests.support.games.chaos_order.playthrough` writes the text anew."""
    assert told() == TEXT.read_text("utf-8")


def mark(tree: Any, at: str = "") -> None:
    """Give every thing below a marked id and a name; what refers to places and counters follows."""
    if isinstance(tree, list):
        for number, item in enumerate(tree):
            if at == "between":
                tree[number] = f"{MARK}{item}"
            mark(item, at)
    elif isinstance(tree, dict):
        if "id" in tree and "do" not in tree and at not in ("factions", "tunnels"):
            tree["name"] = (
                tree.get("name") or f"Thing {len(tree['id'])}{tree['id'].title().replace('_', ' ')}"
            )
            tree["id"] = f"{MARK}{tree['id']}"
        if tree.get("do") in ("counter", "set_counter"):
            tree["id"] = f"{MARK}{tree['id']}"
        if tree.get("do") == "per" and tree["of"].startswith("counter:"):
            tree["of"] = f"counter:{MARK}{tree['of'].removeprefix('counter:')}"
        for key, item in tree.items():
            mark(item, key)


def marked_set() -> ComponentSet:
    """The demo set with other ids, which can be told from every word."""
    return with_box(mark)


@pytest.mark.parametrize("seed", [3, 4])
def test_no_id_and_no_none_is_ever_read(seed: int):
    table = opened(marked_set())
    called, seats = names_of(table), table.seats
    for number, step in enumerate(play(GAME, table.state, seats, Random(seed), most_actions=400)):
        for viewer in (PUBLIC, Viewer(RED)):
            read = recorded_entry(GAME, step.action, step.facts, viewer, called)
            told_now: list[Any] = [read]
            if number % 3 == 0:
                at = telling_of(GAME, step.after, viewer, called, seats)
                told_now += [at.words, at.asks, at.board]
            must_hold_no_code(*told_now)


@pytest.mark.parametrize("count", [2, 5])
def test_labels_of_one_question_differ(count: int):
    factions = ("circadians", "leyrien", "oxataya", "zcharo", "jrayek")[:count]
    table = ChaosTable(GAME, [{"seat": faction, "faction": faction} for faction in factions])
    called = names_of(table)
    for number, step in enumerate(play(GAME, table.state, factions, Random(6), most_actions=450)):
        if number % 2:
            continue
        for key, words in telling_of(GAME, step.after, TRUTH, called, factions).words.items():
            for name, parameter in words.parameters.items():
                labels = {value: told.label for value, told in parameter.values.items()}
                none = labels.pop("null", "")
                assert len(labels) == len({*labels.values()}), (key, name, labels)
                members = {
                    one.name: one.default for one in fields(codec_of(GAME).by_name[key.partition("/")[0]])
                }
                assert none not in labels.values() or none == labels[str(members[name])], (key, name, none)


def test_what_stands_beside_the_end_of_a_turn_is_short():
    table = opened()
    called, beside = names_of(table), 0
    for step in play(GAME, table.state, table.seats, Random(5), most_actions=500):
        at = telling_of(GAME, step.after, TRUTH, called, table.seats)
        for seat, says in at.asks.items():
            if any(words.ends for key, words in at.words.items() if key.endswith(f"/{seat}")):
                beside += 1
                assert len(text_of(says)) <= MOST_LETTERS, text_of(says)
    assert beside


def test_every_fact_is_told_by_itself():
    """As a correction tells it, with what everybody may see."""
    table = opened()
    called, seen = names_of(table), set()
    for step in play(GAME, table.state, table.seats, Random(9), most_actions=600):
        for fact in step.facts:
            for viewer in (PUBLIC, TRUTH):
                view = GAME.fact_view(fact, viewer)
                if view is None:
                    continue
                view = msgspec.to_builtins(view)
                seen.add(view["fact"])
                shown = {"kind": "corrected", "facts": [view], "reason": "it was so"}
                (says,) = entry_in_words(GAME, shown, called, strict=True).effects
                assert text_of(says).endswith("."), says
    assert len(seen) > 40


def test_a_price_says_what_it_brings_and_who_pays():
    table = begun()
    price = button(table, "set_price/red")
    assert hints(table, "set_price/red", "phase")["Build"] == "1 point; now +1 gem"
    assert hints(table, "set_price/red", "phase")["Move"].endswith("; flare gun to Leyrien")
    assert price.parameters["token"].asks == "Which token? Energy to you + to the supply:"
    token = price.parameters["token"].values["circadians.o2"]
    assert (token.label, token.hint) == ("2+1 token", "")
    assert price.parameters["phase"].values["move"].place == "phase:move"
    assert asked(table) == {RED: "prices a phase: Discover, Build, Harvest, Recruit and Move left"}
    says = reads(table, "set_price", phase="recruit", token="circadians.o1")
    assert says == (
        "Circadians prices Recruit (1 energy to Circadians and 1 energy to the supply): +2 energy."
    )


def test_acting_says_what_it_costs_and_what_it_gives():
    table = begun().priced("build", "leyrien.o2", BLUE).at("build", RED, BLUE)
    assert asked(table) == {RED: "Build: acts for 3 energy, or passes"}
    act = button(table, "act/red")
    assert (act.label, act.hint) == (
        "Act in Build",
        "1 build point for 3 of your 6 energy, 2 of it to Leyrien",
    )
    assert reads(table, "act") == "Circadians acts in Build for 3 energy, 2 of it to Leyrien."


def test_who_cannot_pay_is_told_so():
    table = begun().priced("build", "leyrien.o2", BLUE).at("build", RED, BLUE).board(RED, energy=2)
    assert asked(table) == {RED: "Build: acting costs 3 energy, 2 there: passes"}
    assert button(table, "pass/red").hint == "acting costs 3, you have 2"
    assert reads(table, "pass") == "Circadians passes in Build, unable to pay."


def test_the_own_price_is_free():
    table = begun().priced("harvest", "circadians.o3", RED).at("harvest", RED, BLUE)
    assert button(table, "act/red").hint.endswith(" for free, your own price")
    assert reads(table, "act") == "Circadians acts in Harvest for free."


def test_the_end_of_a_turn_says_what_is_lost():
    table = begun().acting("build", main="running").pend(RED, BP, main=True)
    end = button(table, "end_turn/red")
    assert end.ends
    assert end.hint == "1 build point lost; without the auxiliary action"
    assert button(table, "end_main_action/red").hint.startswith("1 build point lost; then ")
    assert asked(table) == {RED: "has 1 build point left"}
    assert button(table, "decline_effect/red").hint == "1 build point"


def test_a_building_says_what_it_is_worth_and_where():
    table = building()
    build = button(table, "construct_building/red")
    assert build.parameters["building"].values["outpost"].hint == "2 strength; income +1 energy"
    assert build.parameters["foundation"].values["circadians.start_1"].label == "Black Sedge"
    assert build.parameters["foundation"].values["circadians.start_1"].hint == "+2 energy"
    assert reads(table, "construct_building", building="foundry", foundation="circadians.start_1") == (
        "Circadians constructs a Foundry in Black Sedge: +2 energy."
    )
    assert put(building()).rejection is None


def test_fighters_to_advance_are_asked_for_where_one_would_not_be_all():
    points = Effect("recruitment_points", 4)
    table = begun().acting("recruit").board(RED, recruitment=(3, 1, 0)).pend(RED, points)
    count = button(table, "advance_fighter/red").parameters["count"]
    assert count.when == "always"
    assert count.values["2"].label == "2 fighters"
    assert hints(table, "advance_fighter/red", "sector") == {
        "Sector 1 to 2": "3 fighters there; 1 recruitment point each",
        "Sector 2 to 3": "1 fighter there; 1 recruitment point each",
    }
    assert reads(table, "advance_fighter", sector=1, count=2) == (
        "Circadians advances 2 fighters from sector 1 to sector 2."
    )
    alone = begun().acting("recruit").board(RED, recruitment=(0, 0, 1)).pend(RED, points)
    assert button(alone, "advance_fighter/red").parameters["count"].when == "never"
    assert reads(alone, "advance_fighter", sector=3) == (
        "Circadians advances 1 fighter from sector 3 to the base."
    )


def test_a_move_says_who_stands_there_and_who_has_to_stay():
    table = begun().bare().region(PLACE, fighters={RED: 5, BLUE: 2}).region("stone_ladder", fighters={RED: 1})
    table.region("black_sedge", fighters={BLUE: 4}).acting("move").pend(RED, Effect("movement_points", 2))
    move = button(table, "move_units/red")
    assert move.parameters["from"].values[PLACE].hint == "5 fighters; 2 must stay"
    assert move.parameters["to"].values["black_sedge"].details == "Leyrien 4 strength"
    assert reads(table, "move_units", from_=PLACE, to="black_sedge", fighters=2) == (
        "Circadians moves 2 fighters from Glass Mire to Black Sedge."
    )


def test_a_sealed_plan_says_what_each_section_is_worth():
    table = facing(5, 2).board(RED, gems=1, hand={"feint": 1})
    table.given_state(battle=Battle(PLACE, RED, BLUE))
    assert asked(table) == {RED: "plans for Glass Mire", BLUE: "plans for Glass Mire"}
    commit = button(table, "commit_plan/red")
    assert commit.hint == "before the plans: you 5 strength; Leyrien 2 strength"
    assert {*commit.variants.values()} == {"no card", "bluff with a card", "use a card"}
    sections = commit.parameters["section"].values
    assert sections["massed"].hint == "2 attack"
    assert sections["retreat"].hint == "−1 shield, you leave the battle"
    assert commit.parameters["card"].values["feint"].hint == "2/1; retreating +1 shield"
    action = {"type": "commit_plan", "seat": RED, "section": "massed"}
    table.when(action)
    assert text_of(entry(table, action).says) == "Circadians locks in a plan."
    assert text_of(entry(table, action, Viewer(RED)).says) == (
        "Circadians locks in a plan: Massed attack, no card."
    )


def test_a_battle_is_told_in_the_order_of_its_resolution():
    table = facing(5, 3, plan("massed"), plan("plain_a"))
    assert asked(table) == {"": "Reveal the plans"}
    told_now = entry(reveal(table), {"type": "reveal_plans"})
    assert text_of(told_now.says) == "Circadians beats Leyrien, 5 strength to 4."
    effects = [text_of(says) for says in told_now.effects]
    assert effects[0] == ("Circadians: Massed attack, no card; Leyrien: Strength and attack, no card.")
    assert (
        "Circadians deals 2 wounds (2 attack on 0 shields); Leyrien deals 1 wound (1 attack on 0 shields)."
        in effects
    )
    assert "Leyrien’s 1 fighter is driven from Glass Mire to the base." in effects
    assert effects.index(effects[0]) < effects.index("The battle in Glass Mire is over.")


def test_who_retreats_is_told():
    told_now = entry(reveal(facing(5, 3, plan("retreat"))), {"type": "reveal_plans"})
    assert text_of(told_now.says) == "Circadians retreats from Leyrien, 4 strength to 5."


def test_cards_that_are_drawn_are_named_to_who_draws_alone():
    action = {"type": "choose_branch", "seat": RED, "index": 0, "draws": ["ambush"]}
    table = begun().acting("build")
    table.pend(RED, Effect("choice", branches=((Effect("draw_tactics", 1),), (Effect("gain_gems", 1),))))
    assert hints(table, "choose_branch/red", "index") == {"Draw 1 card": "", "+1 gem": ""}
    assert asked(table) == {RED: "chooses: draw 1 card; or +1 gem"}
    table.when(action)
    assert text_of(entry(table, action).says) == "Circadians chooses: draws 1 card."
    assert text_of(entry(table, action, Viewer(RED)).says) == "Circadians chooses: draws Ambush."


def test_an_ability_that_cannot_be_paid_says_so():
    assert button(trance(), "use_ability/jrayek").label == "Use Trance"
    assert button(trance(), "use_ability/jrayek").hint == "pay 3 energy for +1 gem"
    poor = trance().board("jrayek", energy=0)
    assert button(poor, "use_ability/jrayek").hint == "pay 3 energy for +1 gem; cannot be paid now"


def test_the_only_choice_is_spelt_out_on_the_button():
    """A page shows the values of a verb without a question, and not its hint."""
    table = begun().acting("harvest").pend(RED, Effect("harvest_points", 1))
    (place,) = button(table, "harvest_region/red").parameters["region"].values.values()
    assert place.label == "Your base: +2 energy"
    assert reads(table, "harvest_region", region="base_s2") == "Circadians harvests its base: +2 energy."


def test_a_card_to_play_says_what_it_does():
    table = playing("harvest")
    (play_words,) = button(table, "play_tactics_card/red").parameters["play"].values.values()
    assert play_words.label == "+2 energy"
    assert reads(table, "play_tactics_card", card="feint", play=0) == "Circadians plays Feint: +2 energy."


def test_income_says_what_the_count_earns_and_what_would_earn_more():
    table = begun().at("gain_income")
    assert button(table, "take_region_income/red").hint == (
        "3 regions: a redeployment; 6 would give an attribute’s upgrade or 1 gem"
    )
    assert asked(table)[RED] == "income left: 3 regions and buildings"
    assert reads(table, "take_region_income") == "Circadians takes the income of 3 regions: 1 redeployment."


def test_a_relic_says_who_takes_it():
    table = begun().at("check_relics").region("tall_grass", fighters={RED: 1})
    assert asked(table) == {"": "Check relic 1"}
    assert button(table, "resolve_relics/").hint == "Circadians controls Tall Grass and takes relic 1"
    action = {"type": "resolve_relics"}
    told_now = entry(table.when(action), action)
    assert text_of(told_now.says) == "Circadians takes relic 1 from Tall Grass."
    assert "Round 2 begins." in [text_of(says) for says in told_now.effects]
    nobody = begun().at("check_relics")
    assert button(nobody, "resolve_relics/").hint == ("nobody controls Tall Grass: relic 1 leaves the game")
    assert text_of(entry(nobody.when(action), action).says) == (
        "Relic 1 leaves the game: nobody controls Tall Grass."
    )


def by_hand() -> ComponentSet:
    """The Circadians have a text that is carried out by hand at any time, and says what it does."""

    def change(document: dict[str, Any]) -> None:
        text = {"id": "omen", "name": "Dark Omen", "text": "Everybody loses 1 energy.", "optional": True}
        effects = [{"do": "manual", "text_id": "omen"}]
        faction_in(document, "circadians")["abilities"].append(
            text | {"trigger": "any_time", "effects": effects}
        )

    return with_box(change)


def test_a_text_carried_out_by_hand_says_what_it_does():
    table = begun(by_hand()).acting("build")
    settle = button(table, "apply_manual_effect/red")
    assert (settle.label, settle.hint) == ("Resolve Dark Omen by hand", "Everybody loses 1 energy.")
    values = settle.parameters["adjustments"].values
    assert (values["energy"].label, values["intel"].label, values[BLUE].label) == (
        "Energy",
        "Intel",
        "Leyrien",
    )
    assert values["leader, to"].label == "Move a leader"
    missing = {fault.split()[2] for fault in faults_of(GAME, telling(table))}
    assert all(value.lstrip("-").isdigit() for value in missing), "numbers are read as they are"
    action = {"type": "apply_manual_effect", "seat": RED, "text_id": "omen"}
    action |= {"adjustments": [{"seat": RED, "energy": -1}, {"seat": BLUE, "energy": -1}]}
    told_now = entry(table.when(action), action)
    assert text_of(told_now.says) == "Circadians resolves Dark Omen by hand."
    assert [text_of(says) for says in told_now.effects] == [
        "Circadians loses 1 energy (resolved by hand).",
        "Leyrien loses 1 energy (resolved by hand).",
    ]


EFFECTS = {
    "gain_research": "has 2 research left",
    "movement_points": "has 2 movement points left",
    "deploy_leader": "may deploy a leader, 2 times",
    "discard": "must discard 2 cards",
}


@pytest.mark.parametrize("do", EFFECTS)
def test_what_is_pending_is_asked_for_in_a_sentence(do: str):
    assert asked(begun().acting("build").pend(RED, Effect(do, 2)))[RED] == EFFECTS[do]


def test_what_may_be_paid_is_asked_for_with_its_cost():
    pay = Effect("pay", effects=(Effect("gain_gems", 1),), energy=2)
    table = begun().acting("build").pend(RED, pay)
    assert asked(table)[RED] == "may pay 2 energy for +1 gem"
    assert hints(table, "choose_branch/red", "index") == {"Pay 2 energy for +1 gem": ""}


def test_gains_and_losses_are_told_in_one_breath():
    table = granted(Effect("gain_energy", 2), Effect("lose_gems", 1), gems=1)
    told_now = entry(table, {"type": "choose_branch", "seat": RED, "index": 0})
    assert text_of(told_now.says) == "Circadians chooses: +2 energy, −1 gem."
    assert told_now.effects == ()


def test_a_result_says_who_won_and_why():
    shown = {
        "kind": "corrected",
        "facts": [{"fact": "game_ended", "winners": [RED, BLUE], "reason": "fame", "round": 4}],
        "reason": "we stop",
    }
    (says,) = entry_in_words(GAME, shown, names_of(begun()), strict=True).effects
    assert text_of(says) == "Circadians and Leyrien win together in round 4, by fame."


def test_things_without_a_name_are_called_after_their_ids():
    called = names_of(opened())
    assert [called.name(id) for id in ("ember_fen", "base_n1", "base_e", "y2")] == [
        "Ember Fen",
        "North Base 1",
        "East Base",
        "Yellow Site 2",
    ]
    assert demo()["map"]["places"][0].get("name") is None
    assert place_names([{"id": "base_q", "kind": "base_location"}]) == {"base_q": "Q Base"}


def test_things_that_are_alike_are_told_apart_by_a_number():
    def alike(document: dict[str, Any]) -> None:
        faction_in(document, "leyrien")["pricing_tokens"][1]["to_owner"] = 1

    named = names_of(opened(with_box(alike))).components
    assert [named[f"leyrien.o{number}"].name for number in (1, 2)] == ["the 1+1 token", "the 1+1 token no. 2"]
    assert named["1"].name == "sector 1"


def test_a_play_of_a_card_says_when_and_past_what():
    told = called().components
    assert (told["shield_wall:play:0"].text, told["spare_parts:play:0"].text) == (
        "when you act, past a gem lock",
        "when you act",
    )


def test_a_faction_says_how_many_fame_win_and_when():
    named = names_of(begun()).components
    assert named["circadians"].text == "12 fame wins immediately"
    assert named["zcharo"].text == "20 fame wins after checking relics"


def test_a_refusal_names_phases_as_people_do():
    for action, message in (
        ({"type": "act"}, "You cannot do this in the Set prices phase."),
        (
            {"type": "set_price", "phase": "move", "token": "circadians.o1"},
            "Only pricing Move takes the first or the last spot.",
        ),
    ):
        refused = begun().when({"seat": RED, **action}).rejection
        assert refused is not None
        assert refused.message == message


def test_an_entry_says_where_fame_ends_up_and_counters_agree_with_any_number() -> None:
    facts = [
        {"fact": "fame_moved", "seat": "zcharo", "to": 12},
        {"fact": "gems_changed", "seat": "zcharo", "delta": 1},
        {"fact": "fame_moved", "seat": "zcharo", "to": 13},
        {"fact": "counter_set", "seat": "zcharo", "counter": "thresholds", "value": 1},
    ]
    naming = Naming({"thresholds": Name("counter", "Thresholds")}, {})
    assert gains(facts, naming, "zcharo") == (": +1 gem, now 13 fame, thresholds now 1",)
