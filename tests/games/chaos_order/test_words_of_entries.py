"""The log of Chaos Order: what each recorded action reads like, with all that it brings to whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from domain.games.chaos_order import GAME, facts
from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.state import Pending, Plan
from domain.games.chaos_order.words.entries import ACTIONS
from domain.kernel import PUBLIC, Fact, Viewer
from domain.kernel.ui.words import text_of
from tests.games.chaos_order.table import BLUE, LAYOUT, PLACE, RED
from tests.games.chaos_order.test_words import called
from tests.support.games.playthroughs import actions_played
from tests.support.games.reading import recorded_entry

OTHER = "dry_shelf"
BASE = "base_s2"
Case = tuple[dict[str, Any], list[Fact], str]
"""An action, what became true by it, and its sentence."""


def lines(action: Mapping[str, Any], known: list[Fact], viewer: Viewer = PUBLIC) -> list[str]:
    """The entry of an action as the viewer reads it: its sentence, and a line for what that leaves out."""
    entry = recorded_entry(GAME, action, known, viewer, called())
    return [text_of(says) for says in (entry.says, *entry.effects)]


def act(kind: str, seat: str = RED, **parameters: Any) -> dict[str, Any]:
    """An action of a seat as it is recorded."""
    return {"type": kind, "seat": seat} | {name.rstrip("_"): value for name, value in parameters.items()}


def moved(origin: str | int, target: str | int, fighters: int, *leaders: str, cause: str = "move") -> Fact:
    """Units of red have gone."""
    return facts.UnitsMoved(RED, origin, target, fighters, leaders, cause)


def awaited(effect: Effect, cause: str = "main") -> Fact:
    """Red has to settle an effect."""
    return facts.EffectsAwaited(RED, (Pending(effect, effect.n, cause),))


SETUP: list[Case] = [
    ({"type": "prepare_table"}, [], "The table is set up."),
    (act("place_base", location=BASE), [], "Circadians places its base at South Base 2."),
    (
        act("place_base", location=BASE, mountains=["base_s2/stone_ladder"]),
        [facts.BasePlaced(RED, BASE, ("base_s2/stone_ladder",))],
        "Circadians places its base at South Base 2; mountains between South Base 2 and Stone Ladder.",
    ),
    ({"type": "lay_neutral_foundations"}, [], "The neutral foundations are placed."),
    (
        {"type": "lay_neutral_foundations", "layout": LAYOUT},
        [facts.RelicPlaced(4, PLACE), facts.RelicPlaced(5, OTHER), facts.RelicPlaced(2, "iron_step")],
        "The neutral foundations are placed;"
        " relic 4 in Glass Mire, relic 5 in Dry Shelf, relic 2 in Iron Step.",
    ),
    (
        act("deploy_starting_leader", leader="circadians.scout", region="black_sedge"),
        [moved("supply", "black_sedge", 0, "circadians.scout", cause="setup")],
        "Circadians places Senior Scout in Black Sedge.",
    ),
    (
        act("place_starting_fighters", fighters={"black_sedge": 8, "stone_ladder": 1}),
        [moved("aside", "black_sedge", 8, cause="setup"), moved("aside", "stone_ladder", 1, cause="setup")],
        "Circadians places 8 fighters in Black Sedge and 1 fighter in Stone Ladder.",
    ),
    (
        act("place_starting_fighters", fighters={"black_sedge": 12}),
        [moved("aside", "black_sedge", 12, cause="setup")],
        "Circadians places 12 fighters in Black Sedge.",
    ),
]

PRICES: list[Case] = [
    (
        act("set_price", phase="build", token="circadians.lucky_coin"),
        [],
        "Circadians prices Build (Lucky Coin).",
    ),
]

TURNS: list[Case] = [
    (act("act"), [], "Circadians acts in this phase for free."),
    (
        act("pass"),
        [facts.PassChosen(RED, "build", able=False), facts.EnergyChanged(RED, 2, "ability")],
        "Circadians passes in Build, unable to pay: +2 energy.",
    ),
    (act("pass"), [], "Circadians passes in this phase."),
    (
        act("begin_main_action"),
        [facts.MainActionBegan(RED), awaited(Effect("build_points", 2))],
        "Circadians takes the main action: 2 build points.",
    ),
    (
        act("choose_branch", index=1),
        [facts.EffectTaken(RED), facts.GemsChanged(RED, 1, "main")],
        "Circadians chooses: +1 gem.",
    ),
    (
        act("advance_research", track="build"),
        [facts.ResearchAdvanced(RED, "build", 2), awaited(Effect("draw_tactics"), "immediate")],
        "Circadians researches Build 2 (1 build point): draw 1 card.",
    ),
    (
        act("advance_research", track="build"),
        [facts.ResearchAdvanced(RED, "build", 9)],
        "Circadians researches Build 9.",
    ),
    (act("advance_research", track="build"), [], "Circadians researches Build."),
]

INCOME: list[Case] = [
    (
        act("take_region_income"),
        [
            facts.RegionIncomeTaken(RED, land=4, lakes=2, base=1, modifiers=-1, row=6),
            facts.GemsChanged(RED, 1, "income"),
        ],
        "Circadians takes the income of 6 regions: +1 gem.",
    ),
    (
        act("take_region_income"),
        [facts.RegionIncomeTaken(RED, land=0, lakes=0, base=1, modifiers=0, row=0)],
        "Circadians takes the income of 1 region.",
    ),
    (act("take_region_income"), [], "Circadians takes the income of 0 regions."),
    (
        act("take_building_income", gems_as_research=2),
        [facts.BuildingIncomeTaken(RED, 2), awaited(Effect("gain_research", 2), "income")],
        "Circadians takes the income of its buildings, 2 gems of it as research: 2 research.",
    ),
    (
        act("choose_region_reward", reward="circadians.couriers"),
        [facts.AttributeUpgraded(RED, "circadians.couriers")],
        "Circadians upgrades Couriers (income: +2 energy).",
    ),
]

PIECES: list[Case] = [
    (
        act("construct_foundation", foundation="circadians.cellar", region=PLACE),
        [],
        "Circadians constructs Cellar in Glass Mire.",
    ),
    (
        act("construct_building", building="outpost", foundation="circadians.start_1"),
        [
            facts.BuildingConstructed(RED, "outpost", "circadians.start_1", "black_sedge"),
            facts.EnergyChanged(RED, 2, "location"),
        ],
        "Circadians constructs an Outpost in Black Sedge: +2 energy.",
    ),
    (
        act("construct_building", building="foundry", foundation="plain_1"),
        [],
        "Circadians constructs a Foundry on Plain foundation 1.",
    ),
    (
        act("upgrade_production_token", token="loose_gems"),
        [facts.ProductionTokenUpgraded(RED, "loose_gems", PLACE)],
        "Circadians upgrades the Gem token (+2 gems).",
    ),
    (
        act("upgrade_production_token", token="loose_stones"),
        [],
        "Circadians upgrades Loose Stones.",
    ),
    (
        act("upgrade_attribute", attribute="circadians.couriers"),
        [facts.AttributeUpgraded(RED, "circadians.couriers")],
        "Circadians upgrades Couriers (income: +2 energy).",
    ),
]

UNITS: list[Case] = [
    (
        act("advance_fighter", sector=1),
        [],
        "Circadians advances 1 fighter from sector 1 to the next one.",
    ),
    (
        act("fast_track_fighter", count=2),
        [],
        "Circadians sends 2 fighters along the fast track to the base.",
    ),
    (
        act(
            "move_units", from_=PLACE, to=OTHER, fighters=2, leaders=["circadians.scout", "circadians.pilot"]
        ),
        [moved(PLACE, OTHER, 2, "circadians.scout", "circadians.pilot")],
        "Circadians moves 2 fighters, Senior Scout and Drop Pilot from Glass Mire to Dry Shelf.",
    ),
    (
        act("redeploy_units", from_=PLACE, to=BASE, fighters=1),
        [moved(PLACE, BASE, 1, cause="redeploy")],
        "Circadians redeploys 1 fighter from Glass Mire to the base.",
    ),
]

CARDS_AND_BATTLES: list[Case] = [
    (
        act("select_battle", region=PLACE, opponent=BLUE),
        [facts.BattleSelected(PLACE, RED, BLUE, {RED: facts.Declared(strength=2), BLUE: facts.Declared(1)})],
        "Battle in Glass Mire: Circadians with 2 strength (0 gems, 0 cards)"
        " against Leyrien with 1 strength (0 gems, 0 cards).",
    ),
    (
        act("select_battle", region=PLACE, opponent=BLUE),
        [],
        "Circadians chooses the battle in Glass Mire against Leyrien.",
    ),
    ({"type": "reveal_plans"}, [], "The plans are revealed."),
    (
        act("raze_building", foundation="circadians.start_1"),
        [
            facts.BuildingRazed(RED, "outpost", "circadians.start_1", PLACE),
            facts.EnergyChanged(RED, 1, "raze"),
        ],
        "Circadians takes back the Outpost in Glass Mire: +1 energy.",
    ),
    (
        act("raze_building", foundation="circadians.start_1"),
        [
            facts.BuildingRazed(RED, "outpost", "circadians.start_1", PLACE),
            facts.BuildingRazed(RED, "foundry", "circadians.depot", OTHER),
        ],
        "Circadians takes back the Outpost in Glass Mire, then the Foundry in Dry Shelf.",
    ),
    (act("raze_building", foundation="circadians.start_1"), [], "Circadians takes back a building."),
    (
        act("apply_manual_effect", text_id="dark_omen", adjustments=[]),
        [facts.ManualEffectApplied(RED, "dark_omen")],
        "Circadians resolves Dark Omen by hand.",
    ),
]

CASES = [*SETUP, *PRICES, *TURNS, *INCOME, *PIECES, *UNITS, *CARDS_AND_BATTLES]


@pytest.mark.parametrize(("action", "known", "sentence"), CASES)
def test_an_action_is_one_sentence_that_says_all_it_brings(
    action: dict[str, Any], known: list[Fact], sentence: str
):
    assert lines(action, known) == [sentence]


def test_each_action_is_read_here_or_in_a_recorded_game():
    read = {action["type"] for action, _, _ in CASES}
    assert read | actions_played("chaos_order") == {*ACTIONS}


def test_a_plan_is_read_by_its_own_seat_alone():
    action = act("commit_plan", section="plain_s", tactics="use", card="feint")
    known: list[Fact] = [facts.PlanCommitted(RED, "plain_s", "use", "feint")]
    assert lines(action, known, Viewer(RED)) == [
        "Circadians locks in a plan: Shields and strength, with Feint."
    ]
    assert lines(action, known, Viewer(BLUE)) == ["Circadians locks in a plan."]


def test_a_bluff_is_sealed_without_the_name_of_its_card():
    action = act("commit_plan", section="massed", tactics="bluff")
    known: list[Fact] = [facts.PlanCommitted(RED, "massed", "bluff")]
    assert lines(action, known, Viewer(RED)) == ["Circadians locks in a plan: Massed attack, a bluff."]


def test_drawn_cards_are_named_to_who_draws_them():
    action = act("choose_branch", index=0)
    known: list[Fact] = [facts.CardsDrawn(RED, ("feint", "ambush"), "main")]
    assert lines(action, known, Viewer(RED)) == ["Circadians chooses: draws Feint and Ambush."]
    assert lines(action, known, Viewer(BLUE)) == ["Circadians chooses: draws 2 cards."]


def test_what_comes_to_others_stands_behind_what_comes_to_the_seat():
    known: list[Fact] = [
        facts.ActChosen(RED, "build"),
        facts.AbilityUsed(BLUE, "leyrien.grief", "act:build"),
        facts.CounterSet(BLUE, "morale", 2),
        facts.EnergyChanged(RED, 1, "ability"),
    ]
    assert lines(act("act"), known) == [
        "Circadians acts in Build for free: +1 energy; Leyrien: morale now 2 (Grief)."
    ]


def test_a_battle_brings_what_it_brings_in_lines_of_its_own():
    known: list[Fact] = [
        facts.PlansRevealed({RED: Plan("massed", "none"), BLUE: Plan("retreat", "none")}),
        facts.StrengthCompared({RED: 3, BLUE: 2}, RED, "retreat"),
        facts.BattleStepBegan("wounds"),
        facts.FameMoved(RED, 2, "ability"),
        facts.BattleEnded(PLACE),
    ]
    assert lines({"type": "reveal_plans"}, known) == [
        "Leyrien retreats from Circadians, 3 strength to 2.",
        "Circadians: Massed attack, no card; Leyrien: Retreat, no card.",
        "Circadians has 2 fame.",
        "The battle in Glass Mire is over.",
    ]


def test_what_a_sentence_leaves_out_follows_it():
    known: list[Fact] = [
        facts.PassChosen(RED, "move", able=True),
        facts.TurnEnded(RED),
        facts.PhaseBegan("combat"),
    ]
    assert lines(act("pass"), known) == ["Circadians passes in Move.", "Combat begins."]
