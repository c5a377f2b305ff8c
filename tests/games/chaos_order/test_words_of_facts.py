"""The facts of Chaos Order in words: what each of them reads like by itself, to all and to its seat."""

from __future__ import annotations

import msgspec
import pytest

from domain.games.chaos_order import GAME, facts
from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.state import Pending, Plan
from domain.kernel import PUBLIC, TRUTH, Fact, Json, Told, Viewer
from domain.kernel.session.rendering import fact_in_words
from domain.kernel.ui.words import text_of
from tests.games.chaos_order.table import BLUE, PLACE, RED
from tests.games.chaos_order.test_words import called

OTHER = "dry_shelf"


def told(fact: Fact, viewer: Viewer = TRUTH) -> Told:
    """A fact as it is told to the viewer."""
    view: Json = msgspec.to_builtins(GAME.fact_view(fact, viewer))
    return fact_in_words(GAME, view, called(), strict=True)


def says(fact: Fact, viewer: Viewer = TRUTH) -> str:
    """The sentence that the viewer reads of a fact."""
    return text_of(told(fact, viewer).says)


BATTLES = [
    (facts.CombatTurnGiven(RED), "Circadians chooses the next battle."),
    (
        facts.BattleSelected(
            PLACE,
            RED,
            BLUE,
            {
                RED: facts.Declared(strength=5, attack=1, shields=2, gems=2, cards=1),
                BLUE: facts.Declared(shields=1, gems=1, cards=3),
            },
        ),
        "Battle in Glass Mire: Circadians with 5 strength, 1 attack, 2 shields (2 gems, 1 card)"
        " against Leyrien with 1 shield (1 gem, 3 cards).",
    ),
    (
        facts.BattleSelected(PLACE, BLUE, RED, {BLUE: facts.Declared(strength=3)}),
        "Battle in Glass Mire: Leyrien with 3 strength (0 gems, 0 cards)"
        " against Circadians with no strength (0 gems, 0 cards).",
    ),
    (facts.PlanCommitted(RED, "massed", "none"), "Circadians plans: Massed attack, no card."),
    (facts.PlanCommitted(RED, "massed", "bluff"), "Circadians plans: Massed attack, a bluff."),
    (
        facts.PlanCommitted(RED, "plain_s", "use", "feint"),
        "Circadians plans: Shields and strength, with Feint.",
    ),
    (
        facts.PlansRevealed({RED: Plan("massed", "use", "ambush"), BLUE: Plan("retreat", "bluff")}),
        "Circadians: Massed attack, with Ambush; Leyrien: Retreat, a bluff.",
    ),
    (facts.CombatBonusGained(RED, strength=2), "Circadians gets +2 strength in this battle."),
    (
        facts.CombatBonusGained(RED, strength=-1, attack=2, shields=1),
        "Circadians gets −1 strength, +2 attack and +1 shield in this battle.",
    ),
    (facts.CombatBonusGained(RED, shields=-2), "Circadians gets −2 shields in this battle."),
    (facts.CombatBonusGained(RED), "Circadians gets nothing in this battle."),
    (
        facts.StrengthCompared({RED: 4, BLUE: 2}, BLUE, "retreat"),
        "Circadians retreats from Leyrien, 2 strength to 4.",
    ),
    (facts.StrengthCompared({BLUE: 4}, RED, "strength"), "Circadians beats Leyrien, 0 strength to 4."),
    (facts.StrengthCompared({RED: 4}, RED, "strength"), "Circadians wins the battle."),
    (
        facts.AttacksCompared({RED: 3, BLUE: 1}, {RED: 1, BLUE: 2}, {RED: 0, BLUE: 1}),
        "Circadians deals 1 wound (3 attack on 2 shields); Leyrien deals no wound (1 attack on 1 shield).",
    ),
    (
        facts.AttacksCompared({BLUE: 4, RED: 0}, {RED: 2, BLUE: 0}, {BLUE: 0, RED: 2}),
        "Leyrien deals 2 wounds (4 attack on 2 shields); Circadians deals no wound (0 attack on 0 shields).",
    ),
    (
        facts.AttacksCompared({RED: 2}, {}, {RED: 0, BLUE: 2}),
        "Circadians deals 2 wounds (2 attack on 0 shields).",
    ),
    (facts.AttacksCompared({RED: 2}, {}, {}), "Circadians deals no wound (2 attack on 0 shields)."),
    (facts.BattleStepBegan("plan"), "Both sides plan."),
    (facts.BattleStepBegan("reveal"), "Both plans are locked in."),
    (facts.BattleStepBegan("effects"), "Card effects are resolved."),
    (facts.BattleStepBegan("victory"), "Strength is compared."),
    (facts.BattleStepBegan("wounds"), "Wounds are resolved."),
    (facts.BattleStepBegan("retreat"), "The loser must choose where to retreat."),
    (facts.BattleStepBegan("rout"), "The loser must leave."),
]

SEATS = [
    (facts.EnergyChanged(RED, 2, "harvest"), "Circadians gains 2 energy (the harvest)."),
    (facts.EnergyChanged(RED, -3, "act_cost", BLUE), "Circadians pays 3 energy to Leyrien (acting)."),
    (facts.EnergyChanged(RED, 1, "act_cost", BLUE), "Circadians gains 1 energy from Leyrien (acting)."),
    (facts.EnergyChanged(RED, -1, "manual"), "Circadians loses 1 energy (resolved by hand)."),
    (facts.EnergyChanged(RED, -1, "ability"), "Circadians loses 1 energy (an ability)."),
    (facts.EnergyChanged(RED, 0, "act_cost", BLUE), "Circadians pays 0 energy to Leyrien (acting)."),
    (facts.EnergyChanged(RED, -1, "act_cost"), "Circadians pays 1 energy (acting)."),
    (facts.EnergyChanged(RED, 1, "lost_and_found"), "Circadians gains 1 energy (lost and found)."),
    (facts.EnergyChanged(RED, 1, ""), "Circadians gains 1 energy."),
    (facts.GemsChanged(RED, 1, "income"), "Circadians gains 1 gem (income)."),
    (facts.GemsChanged(RED, -2, "gem_lock"), "Circadians pays 2 gems (a gem lock)."),
    (facts.FameMoved(BLUE, 7, "relic"), "Leyrien has 7 fame."),
    (facts.CounterSet(BLUE, "morale", -1), "Leyrien: morale now −1."),
    (facts.RegionBonusChanged(RED, 1), "Circadians counts +1 region in this round."),
    (facts.RegionBonusChanged(RED, 2), "Circadians counts +2 regions in this round."),
    (facts.RegionBonusChanged(RED, -1), "Circadians counts −1 region in this round."),
    (facts.ResearchAdvanced(RED, "build", 3), "Circadians is at Build 3: 2 build points."),
    (facts.ResearchAdvanced(RED, "build", 9), "Circadians is at Build 9."),
    (
        facts.EffectsAwaited(
            RED,
            (
                Pending(Effect("build_points", 3), 2, "main"),
                Pending(Effect("counter", 1, name="intel"), 1, "main"),
            ),
        ),
        "Circadians must resolve: 2 build points, intel +1.",
    ),
    (facts.EffectTaken(RED), "Circadians uses 1 of the pending effect."),
    (facts.EffectTaken(RED, 3), "Circadians uses 3 of the pending effect."),
    (facts.EffectDropped(RED), "Circadians loses the pending effect."),
    (facts.AbilityUsed(BLUE, "leyrien.silence", "income"), "Leyrien uses Silence."),
    (
        facts.CardsDrawn(RED, ("feint", "feint", "ambush"), "income"),
        "Circadians draws Feint, Feint and Ambush.",
    ),
    (facts.CardPlayed(RED, "feint", "gain_income"), "Circadians plays Feint in Gain income."),
    (
        facts.RegionIncomeTaken(RED, land=4, lakes=2, base=1, modifiers=-1, row=6),
        "Circadians takes the income of 6 regions.",
    ),
    (
        facts.RegionIncomeTaken(RED, land=0, lakes=0, base=1, modifiers=0, row=0),
        "Circadians takes the income of 1 region.",
    ),
    (facts.BuildingIncomeTaken(RED), "Circadians takes the income of buildings."),
    (
        facts.BuildingIncomeTaken(RED, 2),
        "Circadians takes the income of buildings, 2 gems of it as research.",
    ),
    (
        facts.BuildingIncomeTaken(RED, 1),
        "Circadians takes the income of buildings, 1 gem of it as research.",
    ),
    (facts.ManualEffectApplied(RED, "dark_omen"), "Circadians resolves Dark Omen by hand."),
]

PIECES = [
    (
        facts.FoundationConstructed(RED, "circadians.cellar", PLACE),
        "Circadians constructs Cellar in Glass Mire.",
    ),
    (
        facts.BuildingRazed(RED, "stronghold", "circadians.start_1", PLACE),
        "Circadians’ Stronghold in Glass Mire is razed.",
    ),
    (facts.TokenHarvested(RED, "loose_gems", PLACE), "Circadians harvests Glass Mire."),
    (
        facts.ProductionTokenUpgraded(RED, "loose_gems", PLACE),
        "Circadians upgrades the Gem token in Glass Mire: +2 gems.",
    ),
    (
        facts.ProductionTokenUpgraded(RED, "loose_stones", PLACE),
        "Circadians upgrades Loose Stones in Glass Mire.",
    ),
    (facts.LeaderUpgraded(BLUE, "leyrien.elder"), "Leyrien upgrades Elder: 3 strength, 2 attack, 3 shields."),
    (facts.LeaderUpgraded(BLUE, "leyrien.cook"), "Leyrien upgrades Cook."),
    (
        facts.AttributeUpgraded(BLUE, "leyrien.vows"),
        "Leyrien upgrades Vows: immediately +2 energy; in battle: +1 shield.",
    ),
    (facts.AttributeUpgraded(BLUE, "leyrien.tales"), "Leyrien upgrades Tales."),
    (facts.RelicRemoved(3, PLACE), "Relic 3 leaves the game: nobody controls Glass Mire."),
]

MOVES = [
    (facts.UnitsMoved(RED, 1, 2, 1), "Circadians moves 1 fighter from sector 1 to sector 2."),
    (
        facts.UnitsMoved(RED, 3, "drop_ship", 4, cause="fast_track"),
        "Circadians moves 4 fighters from sector 3 to the drop ship.",
    ),
    (facts.UnitsMoved(RED, "base", PLACE, 0), "Circadians moves no units from the base to Glass Mire."),
    (
        facts.UnitsMoved(BLUE, PLACE, "base", 1, ("leyrien.elder",), cause="driven_back"),
        "Leyrien’s 1 fighter and Elder are driven from Glass Mire to the base.",
    ),
    (
        facts.UnitsMoved(BLUE, PLACE, OTHER, 1, cause="retreat"),
        "Leyrien’s 1 fighter retreats from Glass Mire to Dry Shelf.",
    ),
    (
        facts.UnitsMoved(RED, "aside", PLACE, 8, cause="setup"),
        "Circadians places 8 fighters in Glass Mire.",
    ),
    (
        facts.UnitsMoved(RED, "supply", "base", 0, ("circadians.pilot",), cause="deploy"),
        "Circadians places Drop Pilot on the base.",
    ),
    (
        facts.UnitsMoved(RED, "drop_ship", PLACE, 3, cause="landing"),
        "Circadians places 3 fighters in Glass Mire.",
    ),
]

SETUP = [
    (
        facts.LandTilesLaid({"y1": "tile_y2", "r1": "tile_r3"}),
        "Land tiles: Yellow Site 1: Yellow swamp; Red Site 1: Red cliffs.",
    ),
    (facts.SetupStepBegan("prepare"), "The table is set up."),
    (facts.SetupStepBegan("bases"), "Place the bases."),
    (facts.SetupStepBegan("units", (BLUE,)), "Place the first units: Leyrien."),
    (facts.SetupStepBegan("done"), "Setup is complete."),
    (facts.BasePlaced(RED, "base_s2"), "Circadians has its base at South Base 2."),
    (
        facts.BasePlaced(RED, "base_s2", ("base_s2/stone_ladder", "base_s2/black_sedge")),
        "Circadians has its base at South Base 2; mountains between South Base 2 and Stone Ladder"
        " and between South Base 2 and Black Sedge.",
    ),
    (facts.RelicPlaced(4, PLACE), "Relic 4 is in Glass Mire."),
    (facts.MountainsPlaced(("y1/y2",)), "Mountains are placed between Yellow Site 1 and Yellow Site 2."),
]

ROUNDS = [
    (facts.PhaseBegan("gain_income", (RED,)), "Income begins: Circadians."),
    (facts.TurnEnded(BLUE), "Leyrien’s turn ends."),
    (
        facts.PricePlaced("build", "circadians.o2", RED),
        "Circadians prices Build: 2 energy to Circadians and 1 energy to the supply.",
    ),
    (
        facts.PricePlaced("move", "circadians.o3", RED, "last"),
        "Circadians prices Move: 3 energy to Circadians, on the last spot.",
    ),
    (facts.PricePlaced("recruit", "a_low"), "A neutral token prices Recruit: 2 energy to the supply."),
    (facts.PricePlaced("recruit", "circadians.lucky_coin", RED), "Circadians prices Recruit: Lucky Coin."),
    (facts.TokensMoved(RED, ("circadians.o1",), "vault"), "Circadians puts 1 pricing token into the vault."),
    (
        facts.TokensMoved(RED, ("circadians.g2",), "out"),
        "Circadians loses 1 pricing token for good.",
    ),
    (facts.PricesCleared(), "The prices are removed from the phases."),
    (facts.ActChosen(RED, "harvest"), "Circadians acts in Harvest."),
    (facts.MainActionBegan(RED), "Circadians begins the main action."),
    (facts.MainActionEnded(RED), "Circadians ends the main action."),
    (facts.AuxiliaryTaken(RED, 0), "Circadians takes the auxiliary action."),
    (
        facts.GameEnded((RED, BLUE), "shared", 6),
        "Circadians and Leyrien win together in round 6, after a tie in land regions and relics.",
    ),
]


@pytest.mark.parametrize(("fact", "sentence"), [*BATTLES, *SEATS, *PIECES, *MOVES, *SETUP, *ROUNDS])
def test_a_fact_reads_in_whole(fact: Fact, sentence: str):
    assert says(fact) == sentence


def test_a_board_foundation_says_what_it_can_do():
    fact = facts.FoundationConstructed(RED, "circadians.depot", PLACE)
    assert says(fact).endswith(" Depot in Glass Mire: harvest at any own building.")


PLAN = facts.PlanCommitted(RED, "plain_s", "use", "feint")
DRAWN = facts.CardsDrawn(RED, ("feint", "ambush"), "income")


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (PLAN, "Circadians has a plan."),
        (facts.PlanCommitted(RED, "massed", "bluff", "feint"), "Circadians has a plan."),
        (DRAWN, "Circadians draws 2 cards."),
        (facts.CardsDrawn(RED, ("feint",), "income"), "Circadians draws 1 card."),
    ],
)
@pytest.mark.parametrize("viewer", [PUBLIC, Viewer(BLUE)])
def test_what_is_hidden_is_not_read_by_others(fact: Fact, sentence: str, viewer: Viewer):
    assert says(fact, viewer) == sentence


@pytest.mark.parametrize("fact", [PLAN, DRAWN])
def test_the_own_seat_reads_what_it_did(fact: Fact):
    assert says(fact, Viewer(RED)) == says(fact, TRUTH)


@pytest.mark.parametrize(
    ("fact", "tone"),
    [
        (facts.FameMoved(RED, 3, "relic"), "score"),
        (facts.RelicTaken(RED, 2, PLACE), "score"),
        (facts.GameEnded((RED,), "fame", 5), "score"),
        (facts.BuildingRazed(RED, "outpost", "circadians.start_1", PLACE), "chaos"),
        (facts.UnitsMoved(RED, PLACE, 1, 1, cause="wound"), "chaos"),
        (facts.UnitsMoved(RED, PLACE, "base", 1, cause="driven_back"), "chaos"),
        (facts.UnitsMoved(RED, PLACE, OTHER, 1, cause="retreat"), "plain"),
        (facts.UnitsMoved(RED, PLACE, OTHER, 1), "plain"),
        (facts.RelicRemoved(2, PLACE), "plain"),
        (facts.EnergyChanged(RED, 2, "harvest"), "plain"),
    ],
)
def test_a_fact_has_a_tone(fact: Fact, tone: str):
    assert told(fact).tone == tone


def test_what_a_fact_names_is_found_on_the_board():
    runs = [run for run in told(facts.UnitsMoved(RED, PLACE, "base_s2", 1)).says if not isinstance(run, str)]
    assert [(run.text, run.seat, run.place) for run in runs] == [
        ("Circadians", RED, None),
        ("Glass Mire", None, PLACE),
        ("the base", None, "base_s2"),
    ]
