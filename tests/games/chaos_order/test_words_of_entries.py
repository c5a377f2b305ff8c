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
from domain.kernel.words import text_of
from tests.games.chaos_order.table import BLUE, LAYOUT, PLACE, RED
from tests.games.chaos_order.test_words import called
from tests.games.reading import recorded_entry

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
        "Circadians places its base at South Base 2; mountains stand between South Base 2 and Stone Ladder.",
    ),
    ({"type": "lay_neutral_foundations"}, [], "The neutral foundations are laid."),
    (
        {"type": "lay_neutral_foundations", "layout": LAYOUT},
        [facts.RelicPlaced(4, PLACE), facts.RelicPlaced(5, OTHER), facts.RelicPlaced(2, "iron_step")],
        "The neutral foundations are laid;"
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
        act("set_price", phase="build", token="circadians.o2"),
        [facts.PricePlaced("build", "circadians.o2", RED), facts.GemsChanged(RED, 1, "pricing")],
        "Circadians prices Build (2 energy to Circadians and 1 energy to the supply): +1 gem.",
    ),
    (
        act("set_price", phase="move", token="circadians.o3", spot="last"),
        [
            facts.PricePlaced("move", "circadians.o3", RED, "last"),
            facts.PricePlaced("harvest", "a_low"),
            facts.PricePlaced("recruit", "b_low"),
        ],
        "Circadians prices Move on the last spot (3 energy to Circadians);"
        " Harvest gets the neutral 2; Recruit gets the neutral 3.",
    ),
    (
        act("set_price", phase="build", token="circadians.lucky_coin"),
        [],
        "Circadians prices Build (Lucky Coin).",
    ),
]

TURNS: list[Case] = [
    (
        act("act"),
        [
            facts.ActChosen(RED, "build"),
            facts.EnergyChanged(RED, -1, "act_cost"),
            facts.EnergyChanged(RED, -2, "act_cost", BLUE),
            facts.EnergyChanged(BLUE, 2, "act_cost", RED),
        ],
        "Circadians acts in Build for 3 energy, 2 of it to Leyrien.",
    ),
    (
        act("act"),
        [
            facts.ActChosen(RED, "build"),
            facts.EnergyChanged(RED, -3, "act_cost", BLUE),
            facts.EnergyChanged(BLUE, 3, "act_cost", RED),
        ],
        "Circadians acts in Build for 3 energy to Leyrien.",
    ),
    (
        act("act"),
        [facts.ActChosen(RED, "move"), facts.EnergyChanged(RED, -2, "act_cost")],
        "Circadians acts in Move for 2 energy.",
    ),
    (
        act("act"),
        [facts.ActChosen(RED, "move"), facts.EnergyChanged(RED, 1, "ability")],
        "Circadians acts in Move for free: +1 energy.",
    ),
    (act("act"), [], "Circadians acts in this phase for free."),
    (act("pass"), [facts.PassChosen(RED, "build", able=True)], "Circadians passes in Build."),
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
    (act("end_main_action"), [facts.MainActionEnded(RED)], "Circadians ends the main action."),
    (
        act("auxiliary_action", option=0),
        [
            facts.AuxiliaryTaken(RED, 0),
            facts.EnergyChanged(RED, -3, "auxiliary"),
            awaited(Effect("build_points"), "auxiliary"),
        ],
        "Circadians takes the auxiliary action: −3 energy, 1 build point.",
    ),
    (act("end_turn"), [facts.EffectDropped(RED), facts.TurnEnded(RED)], "Circadians ends the turn."),
    (act("decline_effect"), [facts.EffectDropped(RED)], "Circadians forgoes what is left."),
    (
        act("choose_branch", index=1),
        [facts.EffectTaken(RED), facts.GemsChanged(RED, 1, "main")],
        "Circadians chooses: +1 gem.",
    ),
    (
        act("exchange_recruitment_points", option=0),
        [facts.EffectTaken(RED, 3), facts.GemsChanged(RED, 1, "exchange")],
        "Circadians exchanges recruitment points: +1 gem.",
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
        act("take_building_income"),
        [facts.BuildingIncomeTaken(RED), facts.EnergyChanged(RED, 2, "income")],
        "Circadians takes the income of its buildings: +2 energy.",
    ),
    (
        act("take_building_income", gems_as_research=1),
        [facts.BuildingIncomeTaken(RED, 1), awaited(Effect("gain_research"), "income")],
        "Circadians takes the income of its buildings, 1 gem of it as research: 1 research.",
    ),
    (
        act("take_building_income", gems_as_research=2),
        [facts.BuildingIncomeTaken(RED, 2), awaited(Effect("gain_research", 2), "income")],
        "Circadians takes the income of its buildings, 2 gems of it as research: 2 research.",
    ),
    (
        act("take_building_income"),
        [facts.BuildingIncomeTaken(RED)],
        "Circadians takes the income of its buildings: nothing.",
    ),
    (act("finish_income"), [facts.IncomeFinished(RED)], "Circadians finishes the income."),
    (
        act("take_ability_income", ability="circadians.beacon"),
        [
            facts.AbilityUsed(RED, "circadians.beacon", "income"),
            facts.EnergyChanged(RED, 1, "ability"),
        ],
        "Circadians takes the income of Beacon: +1 energy.",
    ),
    (
        act("choose_region_reward", reward="gem"),
        [facts.GemsChanged(RED, 1, "income")],
        "Circadians takes the regions’ reward: +1 gem.",
    ),
    (
        act("choose_region_reward", reward="circadians.couriers"),
        [facts.AttributeUpgraded(RED, "circadians.couriers")],
        "Circadians upgrades Couriers (income: +2 energy).",
    ),
    (
        {"type": "resolve_relics"},
        [facts.RelicTaken(BLUE, 2, PLACE)],
        "Leyrien takes relic 2 from Glass Mire.",
    ),
    (
        {"type": "resolve_relics"},
        [facts.RelicRemoved(2, PLACE)],
        "Relic 2 leaves the game, as nobody controls Glass Mire.",
    ),
    ({"type": "resolve_relics"}, [], "The relics are checked."),
]

PIECES: list[Case] = [
    (
        act("construct_foundation", foundation="circadians.depot", region=PLACE),
        [facts.FoundationConstructed(RED, "circadians.depot", PLACE), facts.GemsChanged(RED, -1, "gem_lock")],
        "Circadians lays Depot in Glass Mire (harvests beside any own building): −1 gem.",
    ),
    (
        act("construct_foundation", foundation="circadians.cellar", region=PLACE),
        [],
        "Circadians lays Cellar in Glass Mire.",
    ),
    (
        act("construct_building", building="outpost", foundation="circadians.start_1"),
        [
            facts.BuildingConstructed(RED, "outpost", "circadians.start_1", "black_sedge"),
            facts.EnergyChanged(RED, 2, "location"),
        ],
        "Circadians builds an Outpost in Black Sedge: +2 energy.",
    ),
    (
        act("construct_building", building="foundry", foundation="plain_1"),
        [],
        "Circadians builds a Foundry on Plain foundation 1.",
    ),
    (
        act("harvest_region", region=PLACE),
        [
            facts.TokenHarvested(RED, "printed:glass_mire", PLACE),
            facts.CardsDrawn(RED, ("feint",), "harvest"),
        ],
        "Circadians harvests Glass Mire: draws 1 card.",
    ),
    (
        act("harvest_region", region=BASE),
        [facts.EnergyChanged(RED, 2, "harvest")],
        "Circadians harvests its base: +2 energy.",
    ),
    (
        act("place_production_token", token="loose_gems", region=PLACE),
        [facts.ProductionTokenPlaced(RED, "loose_gems", PLACE)],
        "Circadians places the Gem token in Glass Mire (+1 gem).",
    ),
    (
        act("place_production_token", token="loose_gems", region=BASE),
        [facts.ProductionTokenPlaced(RED, "loose_gems", BASE)],
        "Circadians places the Gem token on its base (+1 gem).",
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
        act("upgrade_leader", leader="circadians.scout"),
        [facts.LeaderUpgraded(RED, "circadians.scout"), facts.GemsChanged(RED, -1, "gem_cost")],
        "Circadians upgrades Senior Scout (2 strength, 1 attack, 2 shields): −1 gem.",
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
        [moved(1, 2, 1, cause="recruit")],
        "Circadians advances 1 fighter from sector 1 to sector 2.",
    ),
    (
        act("advance_fighter", sector=3, count=4),
        [moved(3, "base", 4, cause="recruit")],
        "Circadians advances 4 fighters from sector 3 to the base.",
    ),
    (
        act("advance_fighter", sector=1),
        [],
        "Circadians advances 1 fighter from sector 1 to the next one.",
    ),
    (
        act("fast_track_fighter"),
        [moved(1, "drop_ship", 1, cause="fast_track"), facts.EnergyChanged(RED, -2, "fast_track")],
        "Circadians sends 1 fighter along the fast track to the drop ship: −2 energy.",
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
        act("move_units", from_="base", to=OTHER, leaders=["circadians.scout"]),
        [moved("base", OTHER, 0, "circadians.scout")],
        "Circadians moves Senior Scout from the base to Dry Shelf.",
    ),
    (
        act("redeploy_units", from_=PLACE, to=BASE, fighters=1),
        [moved(PLACE, BASE, 1, cause="redeploy")],
        "Circadians redeploys 1 fighter from Glass Mire to the base.",
    ),
    (
        act("deploy_leader", leader="circadians.pilot"),
        [moved("supply", "base", 0, "circadians.pilot", cause="deploy")],
        "Circadians deploys Drop Pilot on its base.",
    ),
    (
        act("land_fighters", region=PLACE, count=3),
        [moved("drop_ship", PLACE, 3, cause="landing")],
        "Circadians lands 3 fighters in Glass Mire.",
    ),
    (
        act("land_fighters", region=PLACE, count=1),
        [moved("drop_ship", PLACE, 1, cause="landing")],
        "Circadians lands 1 fighter in Glass Mire.",
    ),
]

CARDS_AND_BATTLES: list[Case] = [
    (
        act("play_tactics_card", card="feint", play=0),
        [facts.CardPlayed(RED, "feint", "harvest"), facts.EnergyChanged(RED, 2, "card")],
        "Circadians plays Feint: +2 energy.",
    ),
    (
        act("discard_tactics_card", card="feint"),
        [facts.CardDiscarded(RED, "feint")],
        "Circadians discards Feint.",
    ),
    (
        act("use_ability", ability="circadians.descent"),
        [
            facts.AbilityUsed(RED, "circadians.descent", "act:move"),
            awaited(Effect("land_fighters", 3), "ability"),
        ],
        "Circadians uses Descent: land up to 3 fighters.",
    ),
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
    (
        act("commit_plan", section="massed"),
        [facts.PlanCommitted(RED, "massed", "none")],
        "Circadians seals a plan.",
    ),
    (
        {"type": "reveal_plans"},
        [facts.StrengthCompared({RED: 3, BLUE: 5}, BLUE, "strength")],
        "Leyrien beats Circadians, 5 strength to 3.",
    ),
    ({"type": "reveal_plans"}, [], "The plans are revealed."),
    (act("retreat_to", region=PLACE), [], "Circadians chooses to retreat to Glass Mire."),
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
        "Circadians settles Dark Omen by hand.",
    ),
]

CASES = [*SETUP, *PRICES, *TURNS, *INCOME, *PIECES, *UNITS, *CARDS_AND_BATTLES]


@pytest.mark.parametrize(("action", "known", "sentence"), CASES)
def test_an_action_is_one_sentence_that_says_all_it_brings(
    action: dict[str, Any], known: list[Fact], sentence: str
):
    assert lines(action, known) == [sentence]


def test_each_action_is_read_here():
    assert {action["type"] for action, _, _ in CASES} == {*ACTIONS}


def test_a_plan_is_read_by_its_own_seat_alone():
    action = act("commit_plan", section="plain_s", tactics="use", card="feint")
    known: list[Fact] = [facts.PlanCommitted(RED, "plain_s", "use", "feint")]
    assert lines(action, known, Viewer(RED)) == ["Circadians seals a plan: Shields and strength, with Feint."]
    assert lines(action, known, Viewer(BLUE)) == ["Circadians seals a plan."]


def test_a_bluff_is_sealed_without_the_name_of_its_card():
    action = act("commit_plan", section="massed", tactics="bluff")
    known: list[Fact] = [facts.PlanCommitted(RED, "massed", "bluff")]
    assert lines(action, known, Viewer(RED)) == ["Circadians seals a plan: Massed attack, a bluff."]


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
        "Leyrien retreats before Circadians, 3 strength to 2.",
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
