"""The log of First Light: what each fact reads like by itself, in every way that it may be.

Those of tiles, tokens, what is gained and paid stand in `test_words_of_board_facts.py`, those of the AI in
`test_words_of_rival_facts.py`.
"""

from __future__ import annotations

import pytest

from domain.games.first_light import facts
from domain.games.first_light.actions import DieAt
from domain.games.first_light.facts import Plan
from domain.kernel import PUBLIC, Fact, Run, Viewer
from tests.support.games.first_light.in_words import leads, says, told

CARDS: list[tuple[Fact, str]] = [
    (
        facts.CharactersDealt(
            {"blue": ("dan_gautama", "naira_sol"), "black": ("akira_hope", "troy_sullivan")}
        ),
        (
            "Characters are dealt. Blue gets Dan Gautama and Naira Sol."
            " Black gets Akira Hope and Troy Sullivan."
        ),
    ),
    (facts.CharactersDealt({}), "Characters are dealt."),
    (facts.CharactersRevealed({}), "The characters are revealed."),
    (
        facts.ItemsDealt({"blue": ("ledger", "grogg"), "black": ("yeki", None)}),
        "Items are dealt. Blue gets Ledger and Grogg. Black gets Yeki and 1 unseen Item.",
    ),
    (
        facts.ItemsDealt({"blue": (None, None, None, None), "black": (None, "grogg", None)}),
        "Items are dealt. Blue gets 4 unseen Items. Black gets Grogg and 2 unseen Items.",
    ),
    (facts.ItemsKept("blue", ("ledger", None, None)), "Blue keeps Ledger and 2 unseen Items."),
    (facts.ItemsDrawn("blue", "id_badge", (None, None)), "Blue draws 2 unseen Items from ID Badge."),
    (facts.ItemsDrawn("blue", "clan_ability", ()), "Blue draws no Item from the clan."),
    (facts.ItemNamed("blue", "grogg", "packet"), "Blue names an Item: Grogg."),
    (facts.ItemAcquired("blue", "akira_hope", "top"), "Blue acquires Akira Hope."),
    (facts.ItemAcquired("blue", "lost_badge", "top"), "Blue acquires lost_badge."),
    (facts.ItemsDiscarded("blue", "rest", ()), "Blue discards no Item."),
]


@pytest.mark.parametrize(("fact", "sentence"), CARDS)
def test_characters_and_items_read_so(fact: Fact, sentence: str):
    assert says(fact) == sentence


ROUNDS: list[tuple[Fact, str]] = [
    (facts.EventRevealed("spring_tide"), "The Event is Spring Tide."),
    (facts.EventRevealed("end_of_an_era"), "The Event is End of an Era."),
    (facts.EffectApplied("dust"), "The table resolves the text of Dust."),
    (facts.EffectApplied("dan_gautama"), "The table resolves the text of Dan Gautama."),
    (facts.EffectApplied("zcharo"), "The table resolves the text of Zcharo."),
    (facts.PhaseBegun("setup_stacks"), "Lay out the tiles."),
    (facts.PhaseBegun("plan"), "Plan: roll and assign dice."),
    (
        facts.PhaseBegun("headquarters", "black", 2),
        "The Headquarters dice act first. Black begins.",
    ),
    (facts.PhaseBegun("headquarters"), "The Headquarters dice act first."),
    (facts.PhaseBegun("schemes", schemes=0), "The AI reveals 0 Schemes."),
    (facts.PhaseBegun("schemes", schemes=1), "The AI reveals 1 Scheme."),
    (facts.PhaseBegun("garages"), "Now the Garage dice act."),
    (facts.PhaseBegun("finished"), "The game is over."),
    (facts.PhaseBegun("interlude", "blue"), "The next phase begins. Blue begins."),
    (
        facts.FollowUpDue("clan_ability", "blue", "leyrien", 4),
        "Blue may use the clan’s ability from Leyrien.",
    ),
    (
        facts.FollowUpDue("advancement", "blue", "zcharo", 4),
        "Blue takes an advancement for the first 4 from Zcharo.",
    ),
    (facts.FollowUpDue("advancement", "blue", "zcharo"), "Blue takes an advancement from Zcharo."),
    (facts.FollowUpDue("advancement", "blue", None, 2), "Blue takes an advancement for the first 2."),
    (facts.FollowUpDue("setback", "blue", "jrayek", 4), "Blue takes a setback from Jrayek."),
    (facts.FollowUpDue("extra_reward", "blue", row="top"), "Blue may take a second reward."),
    (facts.FollowUpDue("free_upgrade", "blue"), "Blue may take a free Upgrade Tile."),
    (facts.FollowUpDue("riddle", "blue"), "Blue has a choice to make."),
    (facts.FollowUpDone(), "The choice is made."),
    (facts.FollowUpDone(declined=True), "The choice is declined."),
    (facts.GameEnded(("black",), "dice"), "The game is over: Black wins with the most dice."),
    (facts.GameEnded(("ai",), "resources"), "The game is over: the AI wins with the most resources."),
    (
        facts.GameEnded(("blue", "ai"), "shared"),
        "The game is over: Blue and the AI share the victory after a tie.",
    ),
    (facts.GameEnded(("blue",), "agreed"), "The game is over: Blue wins."),
]


@pytest.mark.parametrize(("fact", "sentence"), ROUNDS)
def test_rounds_and_choices_that_are_due_read_so(fact: Fact, sentence: str):
    assert says(fact) == sentence


DICE: list[tuple[Fact, str]] = [
    (facts.DiceGained("blue", "relief", 1), "Blue gains 1 die from the supply."),
    (facts.DiceGained("blue", "academy", 2), "Blue gains 2 dice from the Academy."),
    (facts.DiceGained("blue", "dust", 0), "Blue gains no dice from Dust."),
    (facts.DiceGained("blue", "dust", -1), "Blue gives 1 die back from Dust."),
    (facts.DiceGained("blue", "dust", -2), "Blue gives 2 dice back from Dust."),
    (facts.DiceRolled("blue", ()), "Blue rolls no dice."),
    (facts.DiceAssigned("blue", (), {}), "Blue assigns no dice."),
    (
        facts.PlansRevealed({"blue": Plan((6, 1), {"3": 3}), "black": Plan((), {})}),
        "The plans are revealed. Blue: 6, 1 in the Garages; 3 on Farm 3. Black: no dice.",
    ),
    (facts.PlansRevealed({}), "The plans are revealed."),
    (facts.DiePlaced("blue", "garage", 1, "market", 2, 4, 4), "Blue places a 4 at the Market."),
    (
        facts.DiePlaced("blue", "garage", 1, "mining_camp", 1, 5, 4),
        "Blue places a 5 that was a 4 at the Mining Camp.",
    ),
    (
        facts.DiePlaced("blue", "garage", 1, "foundry", 1, 2, 2, treated_as=6),
        "Blue places a 2 that counts as 6 at the Foundry.",
    ),
    (
        facts.DiePlaced("blue", "garage", 1, "foundry", 1, 1, 6, treated_as=5),
        "Blue places a 1 that was a 6 and counts as 5 at the Foundry.",
    ),
    (
        facts.DiePlaced("blue", "garage", 2, "laboratory", 1, 3, 3, second=True),
        "Blue places a 3 at the Laboratory.",
    ),
    (
        facts.DiePlaced("blue", "headquarters", 1, "control_room", 2, 3, 3),
        "Blue places a 3 at the Control Room.",
    ),
    (facts.DiePlaced("blue", "garage", 1, "academy", 3, 6, 6), "Blue places a 6 at the Academy."),
    (
        facts.DiePlaced("blue", "garage", 1, "negotiation", 2, 4, 4, clan="leyrien"),
        "Blue places a 4 below Leyrien, row 2.",
    ),
    (
        facts.DiePlaced("blue", "garage", 1, "depository", 1, 4, 4, column=4),
        "Blue places a 4 in column 4 of the Depository, top row.",
    ),
    (
        facts.DiePlaced("blue", "garage", 1, "depository", 2, 1, 1, column=6, treated_as=6),
        "Blue places a 1 that counts as 6 in column 6 of the Depository, middle row.",
    ),
    (
        facts.DiePlaced("blue", "garage", 1, "depository", 3, 4, 4, column=4),
        "Blue places a 4 in column 4 of the Depository, bottom row.",
    ),
    (
        facts.DiePlaced("blue", "garage", 1, "depository", 4, 4, 4, column=4),
        "Blue places a 4 in column 4 of the Depository, 4 row.",
    ),
    (
        facts.DiePlaced("blue", "garage", 1, "depository", 0, 4, 4, column=4),
        "Blue places a 4 in column 4 of the Depository, 0 row.",
    ),
    (facts.DiceSentToCantina("blue", "garage", (2,)), "Blue sends 1 die to the Cantina."),
    (facts.DiceSentToCantina("blue", "garage", (2, 3, 4)), "Blue sends 3 dice to the Cantina."),
    (facts.DieSet("blue", "garage", 2, 6), "Blue’s die in Garage 2 now shows 6."),
    (facts.DieSet("blue", "farm", 3, 1), "Blue’s die on Farm 3 now shows 1."),
    (
        facts.DieMoved("blue", 4, DieAt("garage", slot=2), DieAt("farm", slot=1)),
        "Blue’s die, in Garage 2 until now, is on Farm 1.",
    ),
    (
        facts.DieMoved("ai", 1, None, DieAt("reserve")),
        "The AI’s die, in the supply until now, is in the reserve.",
    ),
    (facts.DieLost("blue", DieAt("reserve")), "Blue loses the die in the reserve."),
    (facts.DieLost("blue", DieAt("cantina")), "Blue loses the die in the Cantina."),
    (facts.DieLost("blue", DieAt("farm", slot=3)), "Blue loses the die on Farm 3."),
    (
        facts.DieLost("blue", DieAt("headquarters", slot=2)),
        "Blue loses the die at the Headquarters, slot 2.",
    ),
    (
        facts.DieLost("blue", DieAt("depository", column=4, row="bottom")),
        "Blue loses the die at the Depository, bottom row of column 4.",
    ),
    (facts.DieLost("blue", DieAt("academy", space=3)), "Blue loses the die at the Academy, space 3."),
    (facts.DieLost("blue", DieAt("mining_camp", space=1)), "Blue loses the die at the Mining Camp, space 1."),
    (facts.Harvested("blue"), "Blue finishes the Harvest."),
    (facts.Rested("blue", 0), "Blue returns no dice."),
    (facts.Rested("blue", 1), "Blue returns 1 die."),
    (facts.Rested("blue", 0, 2), "Blue returns no dice; 2 dice over the limit go back to the supply."),
    (facts.Rested("blue", 3, 1), "Blue returns 3 dice; 1 die over the limit goes back to the supply."),
    (facts.Rested("blue", 3, 2), "Blue returns 3 dice; 2 dice over the limit go back to the supply."),
]


@pytest.mark.parametrize(("fact", "sentence"), DICE)
def test_dice_read_so(fact: Fact, sentence: str):
    assert says(fact) == sentence


HIDDEN: list[tuple[Fact, str]] = [
    (
        facts.CharactersDealt({"blue": ("dan_gautama", "naira_sol")}),
        "Characters are dealt.",
    ),
    (facts.CharacterChosen("blue", "dan_gautama"), "Blue chooses a character."),
    (facts.ItemsDealt({"blue": ("ledger", "grogg", "yeki", None)}), "Items are dealt."),
    (facts.ItemDrafted("blue", "grogg"), "Blue keeps an Item."),
    (facts.PacketsBottomed(("blue",), ("yeki",)), "The last Items go under the draw pile."),
    (facts.ItemsKept("blue", ("ledger", "grogg", "yeki")), "Blue keeps 3 Items."),
    (facts.ItemsDrawn("blue", "headquarters", ("ledger",)), "Blue draws 1 Item from the Headquarters."),
    (
        facts.ItemsDrawn("blue", "headquarters", ("ledger", None)),
        "Blue draws 2 Items from the Headquarters.",
    ),
    (facts.ItemsDrawn("blue", "headquarters", ()), "Blue draws 0 Items from the Headquarters."),
    (facts.ItemNamed("blue", "grogg"), "Blue names an Item."),
    (facts.DiceRolled("blue", (4,)), "Blue rolls 1 die."),
    (facts.DiceRolled("blue", (4, 4, 2)), "Blue rolls 3 dice."),
    (facts.DiceRolled("blue", ()), "Blue rolls no dice."),
    (facts.DiceAssigned("blue", (6, 4), {"3": 2}), "Blue assigns dice."),
]


@pytest.mark.parametrize(("fact", "sentence"), HIDDEN)
@pytest.mark.parametrize("viewer", [PUBLIC, Viewer("black")], ids=["all", "black"])
def test_what_is_hidden_is_not_read_by_who_may_not_know_it(fact: Fact, sentence: str, viewer: Viewer):
    assert says(fact, viewer) == sentence


@pytest.mark.parametrize("fact", [fact for fact, _ in HIDDEN if not isinstance(fact, facts.PacketsBottomed)])
def test_the_own_seat_reads_all_of_it(fact: Fact):
    assert says(fact, Viewer("blue")) == says(fact)


SHOWN: list[Fact] = [
    facts.CharacterChosen("blue", "dan_gautama", open=True),
    facts.CharactersRevealed({"blue": "dan_gautama", "black": "akira_hope"}),
    facts.ItemAcquired("blue", "ledger", "top"),
    facts.ItemsDiscarded("blue", "rest", ("ledger",)),
    facts.PlansRevealed({"blue": Plan((6, 1), {"3": 3}), "black": Plan((), {})}),
    facts.CachesRevealed({"r1c2": "cache_1"}),
]


@pytest.mark.parametrize("fact", SHOWN)
def test_what_is_laid_open_is_read_by_everybody(fact: Fact):
    assert says(fact, PUBLIC) == says(fact, Viewer("black")) == says(fact)


def test_of_a_deal_each_seat_reads_its_own_part():
    dealt = facts.ItemsDealt({"blue": ("ledger", None), "black": ("yeki", "grogg")})
    assert says(dealt, Viewer("blue")) == "Items are dealt. Blue gets Ledger and 1 unseen Item."
    assert says(dealt, Viewer("black")) == "Items are dealt. Black gets Yeki and Grogg."
    characters = facts.CharactersDealt({"blue": ("dan_gautama", "naira_sol"), "black": ("akira_hope",)})
    assert says(characters, Viewer("black")) == "Characters are dealt. Black gets Akira Hope."


def test_each_seat_reads_the_card_that_it_put_under_the_pile():
    """FL-117: the order of the cards under the pile is known to nobody, the own card is."""
    under = facts.PacketsBottomed(("blue", "black"), ("yeki", None))
    assert says(under, Viewer("blue")) == "The last Items go under the draw pile, among them Yeki."
    assert says(under, Viewer("black")) == "The last Items go under the draw pile."


TONES: list[tuple[Fact, str]] = [
    (facts.ItemAcquired("blue", "ledger", "top"), "score"),
    (facts.TokenTaken("blue", "r2c2", "water_3"), "score"),
    (facts.CachesRevealed({"r1c2": "cache_1"}), "score"),
    (facts.GameEnded(("blue",), "score"), "score"),
    (facts.SetbackTaken("blue", 0, "gem"), "chaos"),
    (facts.SetbackTaken("blue", 0, "gem", as_gain=True), "plain"),
    (facts.SetbackTaken("ai", 0, "gem"), "plain"),
    (facts.DieLost("blue", DieAt("reserve")), "chaos"),
    (facts.ItemsDiscarded("blue", "setback", ("ledger",)), "chaos"),
    (facts.ItemsDiscarded("blue", "rest", ("ledger",)), "plain"),
    (facts.HarvesterMoved("blue", "setback", "r3c3"), "chaos"),
    (facts.HarvesterMoved("blue", "control_room", "r3c3"), "plain"),
    (facts.TilesRemoved("blue", "setback", "farm", (4,)), "chaos"),
    (facts.TilesRemoved("blue", "laboratory", "farm", (4, 5)), "plain"),
    (facts.AdvancementTaken("blue", 4, "gem"), "plain"),
    (facts.ResourcesGained("blue", "planet", {"water": 2}), "plain"),
]


@pytest.mark.parametrize(("fact", "tone"), TONES)
def test_what_turns_a_game_has_a_tone(fact: Fact, tone: str):
    assert told(fact).tone == tone


BLUE, BLACK = Run("Blue", seat="blue"), Run("Black", seat="black")
LEDGER = Run("Ledger", piece="ledger")

LEADS: list[tuple[Fact, list[Run]]] = [
    (
        facts.ItemsDealt({"blue": ("ledger", None), "black": ("yeki",)}),
        [BLUE, LEDGER, Run("1 unseen Item"), BLACK, Run("Yeki", piece="yeki")],
    ),
    (facts.CharacterChosen("blue", "naira_sol"), [BLUE, Run("Naira Sol", piece="naira_sol")]),
    (
        facts.CharactersRevealed({"black": "naira_sol"}),
        [BLACK, Run("Naira Sol", piece="naira_sol")],
    ),
    (facts.ItemDrafted("blue", "ledger"), [BLUE, LEDGER]),
    (facts.ItemAcquired("blue", "ledger", "top"), [BLUE, LEDGER]),
    (facts.ItemNamed("blue", "ledger"), [BLUE, LEDGER]),
    (facts.ItemsDiscarded("blue", "rest", ("ledger",)), [BLUE, LEDGER]),
    (facts.EventRevealed("dust"), [Run("Dust", piece="dust")]),
    (facts.EffectApplied("dust"), [Run("Dust", piece="dust")]),
    (facts.PhaseBegun("garages", "black"), [BLACK]),
    (facts.TurnPassed("black"), [BLACK]),
    (facts.RoundEnded("black"), [BLACK]),
    (facts.PlansRevealed({"blue": Plan((1,), {}), "black": Plan((), {})}), [BLUE, BLACK]),
    (facts.GameEnded(("blue", "ai"), "shared"), [BLUE, Run("the AI")]),
    (facts.AdvancementTaken("blue", 4, "gem"), [BLUE]),
    (facts.SetbackTaken("blue", 4, "gem"), [BLUE]),
    (facts.HarvesterMoved("blue", "market", "r3c3"), [BLUE, Run("the centre", place="r3c3")]),
    (
        facts.CachesRevealed({"r1c2": "cache_1", "r5c2": "cache_2"}),
        [Run("the far north", place="r1c2"), Run("the far south", place="r5c2")],
    ),
    (
        facts.DiePlaced("blue", "garage", 1, "market", 2, 4, 4),
        [BLUE, Run("the Market", place="market:2")],
    ),
    (
        facts.DiePlaced("blue", "garage", 1, "headquarters", 3, 4, 4),
        [BLUE, Run("the Headquarters", place="headquarters:3")],
    ),
    (
        facts.DiePlaced("blue", "garage", 1, "negotiation", 2, 4, 4, clan="leyrien"),
        [BLUE, Run("Leyrien, row 2", place="leyrien:2")],
    ),
    (
        facts.DiePlaced("blue", "garage", 1, "depository", 2, 4, 4, column=4),
        [BLUE, Run("column 4 of the Depository, middle row", place="depository:4:middle")],
    ),
]


@pytest.mark.parametrize(("fact", "runs"), LEADS)
def test_what_a_fact_names_is_found_at_the_table(fact: Fact, runs: list[Run]):
    assert leads(told(fact).says) == runs
