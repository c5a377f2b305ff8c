"""What effects, gains and phrases of Chaos Order read like in any sentence, and on the buttons of effects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from domain.games.chaos_order import GAME, facts
from domain.games.chaos_order.components.box import Effect
from domain.games.chaos_order.state import Pending
from domain.games.chaos_order.words import phrases
from domain.games.chaos_order.words.effects import CAUSES, cause_name
from domain.games.chaos_order.words.entries import gains
from domain.games.chaos_order.words.names import group, spot_run
from domain.games.chaos_order.words.phrases import ability_trees, effect_told, effects_told, icon_of, teller
from domain.kernel import TRUTH, Fact, Json, Run
from domain.kernel.ui.words import text_of
from tests.games.chaos_order.table import (
    BLUE,
    BP,
    PLACE,
    RED,
    ChaosTable,
    begun,
    demo,
    faction_in,
)
from tests.games.chaos_order.test_words import button, called, hints, telling

GEM = Effect("gain_gems", 1)
ENERGY = Effect("gain_energy", 2)
DRAW = Effect("draw_tactics", 1)


def tree(effect: Effect) -> Json:
    """An effect as it stands in a document of facts, without what is usual."""
    return msgspec.to_builtins(effect)


EFFECTS = [
    (ENERGY, "+2 energy"),
    (GEM, "+1 gem"),
    (Effect("gain_gems", 2), "+2 gems"),
    (Effect("gain_fame", 3), "+3 fame"),
    (Effect("lose_energy", 1), "−1 energy"),
    (Effect("lose_gems", 1), "−1 gem"),
    (Effect("lose_gems", 2), "−2 gems"),
    (Effect("build_points"), "1 build point"),
    (Effect("build_points", 2), "2 build points"),
    (Effect("harvest_points", 2), "2 harvest points"),
    (Effect("recruitment_points", 4), "4 recruitment points"),
    (Effect("movement_points", 2), "2 movement points"),
    (Effect("redeploy", 2), "2 redeployments"),
    (Effect("deploy_leader"), "deploy a leader"),
    (Effect("upgrade_leader"), "upgrade a leader"),
    (Effect("collect_pricing_tokens"), "take your tokens back from the vault"),
    (Effect("remove_token"), "the token leaves the game after use"),
    (Effect("region_reward"), "upgrade an attribute or +1 gem"),
    (Effect("region_reward", 2), "upgrade an attribute or +1 gem, 2 times"),
    (Effect("gain_research", 2), "2 research"),
    (Effect("gain_research", 1, among=("build",)), "1 research on Build"),
    (
        Effect("gain_research", 2, among=("build", "move", "discover")),
        "2 research on Build, Move or Discover",
    ),
    (DRAW, "draw 1 card"),
    (Effect("draw_tactics", 2), "draw 2 cards"),
    (Effect("discard", 2), "discard 2 cards"),
    (Effect("construct_foundation"), "construct 1 foundation"),
    (Effect("construct_building", 2), "construct 2 buildings"),
    (Effect("construct_building", 1, among=("outpost",)), "construct 1 outpost"),
    (Effect("construct_building", 1, among=("foundry", "stronghold")), "construct 1 foundry or stronghold"),
    (Effect("construct_either"), "construct 1 foundation or building"),
    (Effect("construct_either", 2), "construct 2 foundations or buildings"),
    (Effect("upgrade_production_token"), "upgrade 1 production token"),
    (Effect("upgrade_attribute", 2), "upgrade 2 attributes"),
    (Effect("land_fighters", 3), "land up to 3 fighters"),
    (
        Effect("choice", branches=((GEM,), (ENERGY, DRAW), ())),
        "+1 gem; or +2 energy, draw 1 card; or nothing",
    ),
    (Effect("optional", effects=(ENERGY,)), "+2 energy (optional)"),
    (Effect("pay", effects=(GEM,), energy=2), "pay 2 energy for +1 gem"),
    (Effect("pay", effects=(ENERGY,), gems=1), "pay 1 gem for +2 energy"),
    (Effect("pay", effects=(ENERGY, GEM), energy=1, gems=2), "pay 1 energy and 2 gems for +2 energy, +1 gem"),
    (Effect("pay", effects=(DRAW,), energy=2), "pay 2 energy: draw 1 card"),
    (Effect("per", name="controlled_regions", effects=(GEM,)), "for each region you control: +1 gem"),
    (Effect("per", name="controlled_land", effects=(GEM,)), "for each land region you control: +1 gem"),
    (Effect("per", name="fighters_here", effects=(GEM,)), "for each own fighter there: +1 gem"),
    (Effect("per", name="relics", effects=(GEM,)), "for each relic you hold: +1 gem"),
    (Effect("per", name="counter:morale", effects=(GEM,)), "for each point of your morale: +1 gem"),
    (Effect("counter", name="morale"), "morale +1"),
    (Effect("counter", -2, name="morale"), "morale −2"),
    (Effect("set_counter", name="morale"), "morale becomes 1"),
    (Effect("set_counter", 0, name="morale"), "morale becomes 0"),
    (Effect("set_counter", -3, name="morale"), "morale becomes −3"),
    (Effect("combat", strength=2), "+2 strength"),
    (Effect("combat", attack=-1, shields=1), "−1 attack, +1 shield"),
    (Effect("combat", strength=1, shields=-2), "+1 strength, −2 shields"),
    (Effect("combat"), "nothing"),
    (Effect("wound", name="opponent"), "wounds 1 opposing fighter"),
    (Effect("wound", 2, name="opponent"), "wounds 2 opposing fighters"),
    (Effect("wound", name="own"), "wounds 1 own fighter"),
    (Effect("region_count"), "+1 region in this round’s count"),
    (Effect("region_count", 2), "+2 regions in this round’s count"),
    (Effect("region_count", -1), "−1 region in this round’s count"),
    (Effect("place_production_token", among=("lake",)), "place a production token on a lake"),
    (
        Effect("place_production_token", among=("land", "base")),
        "place a production token on land or your base",
    ),
    (Effect("place_production_token"), "place a production token on land or your base"),
    (Effect("manual", name="dark_omen"), "Dark Omen, resolved by hand"),
    (Effect("optional_ability", name="ai.forecast"), "Forecast (optional)"),
    (Effect("ability", name="leyrien.song"), "Song"),
]


@pytest.mark.parametrize(("effect", "sentence"), EFFECTS)
def test_an_effect_reads_as_it_does(effect: Effect, sentence: str):
    assert effect_told(tree(effect), phrases.titled) == sentence


def test_what_is_left_of_an_effect_stands_for_its_number():
    assert effect_told(tree(Effect("build_points", 3)), phrases.titled, left=1) == "1 build point"
    assert effect_told(tree(GEM), phrases.titled, left=0) == "0 gems"
    assert effect_told(tree(Effect("construct_either", 2)), phrases.titled, left=1) == (
        "construct 1 foundation or building"
    )


def test_effects_are_told_one_after_another():
    told = [tree(ENERGY), tree(GEM)]
    assert effects_told(told, phrases.titled) == "+2 energy, +1 gem"
    assert effects_told(told, phrases.titled, apart="; then ") == "+2 energy; then +1 gem"
    assert effects_told([], phrases.titled) == "nothing"


def named_document() -> dict[str, Any]:
    """The demo set where a counter and an ability of the Circadians have names of their own."""
    document = demo()
    faction = faction_in(document, "circadians")
    intel = next(counter for counter in faction["counters"] if counter["id"] == "intel")
    intel |= {"name": "Secret Files", "text": "What the scouts found out."}
    side = faction["leaders"][0]["upgraded"]
    side["abilities"] = [{"id": "circadians.watch", "name": "Long Watch", "text": "Keeps an eye on all."}]
    return document


def test_effects_of_a_set_use_its_names():
    tell = teller(named_document())
    assert tell((Effect("counter", name="intel"), Effect("ability", name="circadians.watch"))) == (
        "secret files +1, Long Watch"
    )
    assert tell((Effect("counter", name="thresholds"),)) == "thresholds +1"
    assert tell(()) == tell(None) == ""


def test_every_ability_of_a_faction_is_found():
    faction = faction_in(demo(), "circadians")
    assert [ability["id"] for ability in ability_trees(faction)] == [
        "circadians.intel",
        "circadians.thresholds",
        "circadians.opening",
        "circadians.descent",
        "circadians.beacon",
        "circadians.beacon2",
        "circadians.theses",
        "circadians.couriers",
        "circadians.survey",
        "circadians.survey2",
    ]


def test_a_symbol_stands_for_the_first_effect_that_has_one():
    assert icon_of((Effect("deploy_leader"), GEM, ENERGY)) == "gem"
    assert icon_of((ENERGY, GEM)) == "zap"
    assert icon_of((Effect("deploy_leader"),)) is None
    assert icon_of(()) is icon_of(None) is None


def brought(*known: Fact, seat: str | None = RED, without: tuple[str, ...] = ()) -> str:
    """What facts bring, as the end of a sentence about a seat."""
    told = [msgspec.to_builtins(GAME.fact_view(fact, TRUTH)) for fact in known]
    return text_of(gains(told, called(), seat, without=without))


def energy(delta: int, seat: str = RED, cause: str = "harvest") -> Fact:
    """Energy comes or goes."""
    return facts.EnergyChanged(seat, delta, cause)


def gem(delta: int) -> Fact:
    """Gems of red come or go."""
    return facts.GemsChanged(RED, delta, "income")


def song(seat: str = BLUE) -> Fact:
    """An ability of Leyrien takes effect."""
    return facts.AbilityUsed(seat, "leyrien.song", "battle_victor")


def awaited(*effects: Effect) -> Fact:
    """Red has to settle effects."""
    return facts.EffectsAwaited(RED, tuple(Pending(effect, effect.n, "main") for effect in effects))


GAINS = [
    ((), ""),
    ((energy(2),), ": +2 energy"),
    ((energy(2), energy(1)), ": +3 energy"),
    ((energy(1), energy(-1)), ": +1 energy, −1 energy"),
    ((gem(1),), ": +1 gem"),
    ((gem(-1), energy(3), gem(-1)), ": −2 gems, +3 energy"),
    ((gem(1), gem(1)), ": +2 gems"),
    ((facts.RegionBonusChanged(RED, 1),), ": +1 region"),
    ((facts.RegionBonusChanged(RED, -2),), ": −2 regions"),
    ((facts.FameMoved(RED, 4, "relic"),), ": now 4 fame"),
    (
        (facts.FameMoved(RED, 4, "relic"), energy(2), facts.FameMoved(RED, 5, "relic")),
        ": +2 energy, now 5 fame",
    ),
    ((facts.CardsDrawn(RED, ("feint", "ambush"), "main"),), ": draws Feint and Ambush"),
    (
        (facts.CardsDrawn(RED, ("feint",), "main"), facts.CardsDrawn(RED, ("ambush",), "main")),
        ": draws Feint, draws Ambush",
    ),
    ((facts.CounterSet(RED, "intel", 2),), ": intel now 2"),
    ((facts.CounterSet(RED, "intel", -2),), ": intel now −2"),
    ((awaited(GEM, Effect("build_points", 2)),), ": +1 gem, 2 build points"),
    ((awaited(Effect("discard", 2)),), ": must discard 2 cards"),
    ((energy(2), energy(1, BLUE)), ": +2 energy; Leyrien: +1 energy"),
    ((energy(1, BLUE), energy(2)), ": +2 energy; Leyrien: +1 energy"),
    ((energy(1, BLUE),), "; Leyrien: +1 energy"),
    ((song(), facts.CounterSet(BLUE, "morale", 2)), "; Leyrien: morale now 2 (Song)"),
    ((song(), energy(1, BLUE)), "; Leyrien: +1 energy (Song)"),
    ((song(), facts.FameMoved(BLUE, 3, "ability")), "; Leyrien: now 3 fame (Song)"),
    ((song(), energy(1, BLUE), energy(2, BLUE)), "; Leyrien: +1 energy (Song), +2 energy"),
    ((song(),), "; Leyrien: Song"),
    ((facts.TurnEnded(RED), facts.RoundBegan(2)), ""),
]


@pytest.mark.parametrize(("known", "sentence"), GAINS)
def test_what_is_brought_is_told_in_one_breath(known: tuple[Fact, ...], sentence: str):
    assert brought(*known) == sentence


def test_what_the_sentence_tells_itself_is_not_told_again():
    cost = energy(-3, cause="act_cost")
    assert brought(cost, energy(1), without=("act_cost",)) == ": +1 energy"
    assert brought(cost, without=("act_cost",)) == ""
    used = (song(RED), energy(1))
    assert brought(*used, without=("leyrien.song",)) == ": +1 energy"
    assert brought(song(RED), without=("leyrien.song",)) == ""
    assert brought(*used, without=("leyrien.grief",)) == ": +1 energy (Song)"


NUMBERS = [
    (phrases.amount(1, "gem"), "1 gem"),
    (phrases.amount(2, "gem"), "2 gems"),
    (phrases.amount(3, "energy"), "3 energy"),
    (phrases.amount(2, "foundry"), "2 foundries"),
    (phrases.changed(1, "shields"), "+1 shield"),
    (phrases.changed(-1, "shields"), "−1 shield"),
    (phrases.changed(-2, "shields"), "−2 shields"),
    (phrases.changed(1, "strength"), "+1 strength"),
    (phrases.changed(2, "strength"), "+2 strength"),
    (phrases.ordinal(0), "first"),
    (phrases.ordinal(5), "sixth"),
    (phrases.ordinal(6), "number 7"),
    (phrases.priced(2, 0), "2 energy"),
    (phrases.priced(0, 1), "1 gem"),
    (phrases.priced(1, 2), "1 energy and 2 gems"),
    (phrases.priced(0, 0), "nothing"),
    (phrases.battle_values(2, 0, 1), "2 strength, 1 shield"),
    (phrases.battle_values(-1, 3, 2), "−1 strength, 3 attack, 2 shields"),
    (phrases.battle_values(0, 0, 0), ""),
    (phrases.units(2, ["Elder"]), "2 fighters and Elder"),
    (phrases.units(1, []), "1 fighter"),
    (phrases.units(0, ["Elder", "Monk"]), "Elder and Monk"),
    (phrases.units(0, []), "no units"),
]
NAMES = [
    (phrases.phase_name("set_prices"), "Set prices"),
    (phrases.phase_name("siesta"), "siesta"),
    (phrases.building_name("outpost"), "Outpost"),
    (phrases.building_name("tavern"), "tavern"),
    (phrases.titled("leyrien.power_line"), "Power Line"),
    (phrases.titled("leyrien.old.power-line"), "Power Line"),
    (phrases.titled("beacon2"), "Beacon"),
    (phrases.titled("42"), "42"),
    (phrases.possessive("Zcharo"), "Zcharo’s"),
    (phrases.possessive("Circadians"), "Circadians’"),
    (phrases.article("Outpost"), "an Outpost"),
    (phrases.article("Foundry"), "a Foundry"),
    (phrases.article("Stronghold"), "a Stronghold"),
]


@pytest.mark.parametrize(("phrase", "text"), [*NUMBERS, *NAMES])
def test_a_phrase_agrees_with_what_it_says(phrase: str, text: str):
    assert phrase == text


def test_a_cause_is_told_and_one_of_its_own_as_it_was_written():
    assert cause_name("act_cost") == "acting"
    assert cause_name("lost_and_found") == "lost and found"
    assert {cause_name(cause) for cause in CAUSES} == {*CAUSES.values()}


@pytest.mark.parametrize(
    ("spot", "run"),
    [
        (2, Run("sector 2")),
        ("base", Run("the base")),
        ("drop_ship", Run("the drop ship")),
        ("supply", Run("the supply")),
        ("aside", Run("next to the board")),
        ("base_s2", Run("the base", place="base_s2")),
        (PLACE, Run("Glass Mire", place=PLACE)),
    ],
)
def test_a_spot_is_called_by_what_it_is_and_found_on_the_board(spot: str | int, run: Run):
    assert spot_run(called(), spot) == run


def test_who_goes_is_counted_or_named():
    assert group(called(), {"fighters": 2, "leaders": ["leyrien.elder"]}) == "2 fighters and Elder"
    assert group(called(), {"leaders": ["leyrien.elder"]}) == "Elder"
    assert group(called(), {"fighters": 1}) == "1 fighter"


def test_branches_that_read_alike_are_numbered_from_one():
    alike = Effect("choice", branches=((GEM,), (GEM,)))
    table = begun().acting("build").pend(RED, alike)
    assert [*hints(table, "choose_branch/red", "index")] == ["+1 gem (1)", "+1 gem (2)"]
    differing = Effect("choice", branches=((GEM,), (ENERGY,)))
    table = begun().acting("build").pend(RED, differing)
    assert [*hints(table, "choose_branch/red", "index")] == ["+1 gem", "+2 energy"]
    assert button(table, "choose_branch/red").label == "Choose one"


def test_what_is_taken_or_left_stands_on_both_buttons():
    optional = Effect("optional", effects=(ENERGY,))
    table = begun().acting("build").pend(RED, optional)
    take, leave = button(table, "choose_branch/red"), button(table, "decline_effect/red")
    assert (take.label, take.hint) == ("Take it", "+2 energy (optional)")
    assert (leave.label, leave.hint) == ("Decline", "+2 energy (optional)")


def deciding() -> ChaosTable:
    """Red acts or passes."""
    return begun().at("build", RED, BLUE)


def building_on() -> ChaosTable:
    """Red's main action runs, with a point left."""
    return begun().acting("build", main="running").pend(RED, BP, main=True)


def recruiting() -> ChaosTable:
    """Red has points for all that recruiting offers."""
    points = Effect("recruitment_points", 4)
    return begun().acting("recruit").board(RED, recruitment=(3, 1, 0)).pend(RED, points)


def moving() -> ChaosTable:
    """Red has points to move or redeploy with."""
    return begun().acting("move").pend(RED, Effect("movement_points", 2))


def earning() -> ChaosTable:
    """Nobody has taken any income."""
    return begun().at("gain_income")


ORDERS = [
    (deciding, ["act", "pass"]),
    (
        building_on,
        ["construct_building", "construct_foundation", "end_main_action", "decline_effect", "end_turn"],
    ),
    (
        recruiting,
        ["advance_fighter", "fast_track_fighter", "exchange_recruitment_points", "decline_effect"],
    ),
    (moving, ["move_units", "redeploy_units", "decline_effect"]),
    (earning, ["take_ability_income", "take_building_income", "take_region_income", "finish_income"]),
]


@pytest.mark.parametrize(("prepare", "order"), ORDERS)
def test_buttons_stand_in_the_order_of_their_use(prepare: Callable[[], ChaosTable], order: list[str]):
    words = telling(prepare()).words
    ranks = {kind: words[f"{kind}/{RED}"].rank for kind in order}
    assert order == sorted(order, key=ranks.__getitem__)
    assert len({*ranks.values()}) == len(order)
    assert {key for key in words if key.endswith(f"/{RED}")} == {f"{kind}/{RED}" for kind in order}
