"""The log of First Light: what each recorded action reads like, in every way that it may end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from domain.games.first_light import GAME, facts
from domain.games.first_light.words.entries import ACTIONS
from domain.kernel import PUBLIC, Fact, Run, Viewer
from domain.kernel.session.opening import load_components
from domain.kernel.session.rendering import naming
from domain.kernel.ui.words import text_of
from tests.games.first_light.table import act, demo, host
from tests.games.first_light.test_words_of_placing_entries import ANSWERS, PLACING
from tests.support.games.first_light.in_words import NAMES, Row, gained, leads, lines, paid, went
from tests.support.games.playthroughs import actions_played
from tests.support.games.reading import recorded_entry

SETUP: list[Row] = [
    (
        host("reveal_stacks"),
        [facts.StacksRevealed(("water_3", "points"), ("flip", "points"))],
        [
            "The Farm and Upgrade Tiles are laid out.",
            ("Top Farm Tiles: 3 Water tile and Score tile. Top Upgrade Tiles: Flip tile and Score tile."),
        ],
    ),
    (
        host("deal_characters"),
        [facts.CharactersDealt({"blue": ("dan_gautama", "naira_sol"), "black": ("akira_hope",)})],
        [
            "Two characters are dealt to each player. Blue gets Dan Gautama and Naira Sol."
            " Black gets Akira Hope."
        ],
    ),
    (host("deal_characters"), [], ["Two characters are dealt to each player."]),
    (
        host("deal_items"),
        [facts.ItemsDealt({"blue": ("ledger", None), "black": ("yeki",)})],
        ["The Items are dealt. Blue gets Ledger and 1 unseen Item. Black gets Yeki."],
    ),
    (host("deal_items"), [], ["The Items are dealt."]),
    (
        act("draft_item", keep="grogg", bottom="yeki"),
        [
            facts.ItemDrafted("blue", "grogg"),
            facts.ItemNamed("blue", "yeki", "packet"),
            facts.PacketsBottomed(("blue", "black"), ("yeki", None)),
        ],
        ["Blue keeps Grogg.", "Blue names an Item: Yeki.", "The last Items go under the draw pile."],
    ),
    (
        act("keep_items", items=["ledger", None, None]),
        [facts.ItemsKept("blue", ("ledger", None, None))],
        ["Blue keeps Ledger and 2 unseen Items."],
    ),
]


@pytest.mark.parametrize(("action", "happened", "read"), SETUP)
def test_the_setup_reads_so(action: dict[str, Any], happened: Sequence[Fact], read: list[str]):
    assert lines(action, happened) == read


PLAN: list[Row] = [
    (
        host("apply_effect", effect="dust", changes={}),
        [facts.EffectApplied("dust")],
        ["The table resolves the text of Dust."],
    ),
    (
        host("apply_effect", effect="dust", changes={"blue": {"water": 2, "gems": -1, "dice": -1}}),
        [
            facts.EffectApplied("dust"),
            gained("dust", water=2),
            paid("dust", gems=1),
            facts.DiceGained("blue", "dust", -1),
        ],
        [
            "The table resolves the text of Dust.",
            "Blue gains 2 Water from Dust.",
            "Blue pays 1 Gem for Dust.",
            "Blue gives 1 die back from Dust.",
        ],
    ),
    (
        host("apply_effect", effect="zcharo", changes={"blue": {"move_to": "r3c2"}}),
        [
            facts.EffectApplied("zcharo"),
            went("zcharo", "r3c2"),
            facts.TokenTaken("blue", "r3c2", "gem"),
            gained("token", gems=1),
            facts.FollowUpDone(),
        ],
        [
            "The table resolves the text of Zcharo.",
            "Blue’s Harvester moves to the near west.",
            "Blue picks up 1 Gem.",
            "Blue gains 1 Gem from a token of the planet.",
            "The choice is made.",
        ],
    ),
    (act("roll_dice"), [facts.DiceRolled("blue", (4, 4, 2))], ["Blue rolls 4, 4 and 2."]),
    (act("roll_dice"), [], ["Blue rolls."]),
    (
        act("assign_dice", farms={"2": 1, "1": 5}),
        [facts.DiceAssigned("blue", (), {"2": 1, "1": 5})],
        ["Blue assigns dice: 5 on Farm 1; 1 on Farm 2."],
    ),
    (act("assign_dice"), [facts.DiceAssigned("blue", (), {})], ["Blue assigns dice."]),
]


@pytest.mark.parametrize(("action", "happened", "read"), PLAN)
def test_the_plan_reads_so(action: dict[str, Any], happened: Sequence[Fact], read: list[str]):
    assert lines(action, happened) == read


EVENTS: list[tuple[str, str]] = [
    ("spring_tide", "Spring Tide: every player gains 3 Water at once."),
    ("green_bloom", "Green Bloom: every player gains 1 Algae at once."),
    ("clear_skies", "Clear Skies: 5 Water less at the Control Room this Round."),
    ("market_day", "Market Day: gain 3 Water at the Market this Round."),
    ("quiet_night", "Quiet Night: no effect."),
    ("signal_from_home", "Signal from Home: gain 1 Item at the Headquarters this Round."),
    ("deep_drill", "Deep Drill: 3 Water less at the Mining Camp this Round."),
    ("open_lab", "Open Lab: 3 Water and 1 Algae less at the Laboratory this Round."),
    ("workshop", "Workshop: 1 Power less at the Foundry this Round."),
    ("new_recruits", "New Recruits: every player gains 1 die in the Harvest."),
    ("solar_wind", "Solar Wind: every player gains 1 Power in the Harvest."),
    ("feast", "Feast: gain 2 Water at the Negotiation Board this Round."),
    ("cargo_ship", "Cargo Ship: 2 Water less at the Depository this Round."),
    ("lecture", "Lecture: 1 Algae less at the Academy this Round."),
    ("end_of_an_era", "End of an Era: 3 Water and 1 Algae less at the Depository this Round."),
    ("lost_card", "lost_card."),
    ("leyrien", "Leyrien."),
]


@pytest.mark.parametrize(("event", "told"), EVENTS)
def test_an_event_reads_with_what_it_does(event: str, told: str):
    """FL-210: what it gives at once goes to everybody, which the sentence says already."""
    both = [facts.ResourcesGained(seat, event, {"water": 3}) for seat in ("blue", "black")]
    reveal, revealed = host("reveal_event"), facts.EventRevealed(event)
    assert lines(reveal, [revealed]) == lines(reveal, [revealed, *both]) == [f"The Event is {told}"]
    assert lines(host("reveal_event", event=event), []) == [f"The Event is {told}"]


DRAWN: list[tuple[dict[str, Any], str]] = [
    (
        {"timing": "round", "effect": {"kind": "manual"}},
        "the table resolves the card’s text",
    ),
    (
        {"timing": "reveal", "effect": {"kind": "gain", "gain": {"gems": 2, "power": 1}}},
        "every player gains 1 Power and 2 Gems at once",
    ),
    (
        {
            "timing": "round",
            "effect": {
                "kind": "modifiers",
                "modifiers": [
                    {"location": "negotiation", "clan": "jrayek", "gain": {"dice": 1}},
                    {"location": "academy", "reduce": {"algae": 1}},
                ],
            },
        },
        "gain 1 die below Jrayek; 1 Algae less at the Academy this Round",
    ),
    (
        {"timing": "round", "effect": {"kind": "none"}, "text": "All is still"},
        "All is still",
    ),
]


@pytest.mark.parametrize(("card", "text"), DRAWN)
def test_an_event_of_another_set_reads_with_what_it_does(card: dict[str, Any], text: str):
    document = demo()
    document["events"][0].update({**card, "name": "Long Rain"})
    names = naming(GAME, load_components(GAME, document | {"variant": True}), [])
    read = recorded_entry(GAME, host("reveal_event"), [facts.EventRevealed("spring_tide")], PUBLIC, names)
    assert text_of(read.says) == f"The Event is Long Rain: {text}."


HARVEST: list[Row] = [
    (act("harvest"), [facts.Harvested("blue")], ["Blue harvests nothing."]),
    (
        act("harvest"),
        [
            gained("planet", water=3, power=1),
            facts.DiceGained("blue", "planet", 1),
            gained("farm_3", power=2),
            facts.DiceGained("blue", "farm_4", 2),
            gained("solar_wind", power=1),
            facts.Harvested("blue"),
            facts.AiDiceReturned(2),
            facts.AiGained("harvest", gems=2),
            facts.PhaseBegun("rest"),
        ],
        [
            "Blue harvests 3 Water, 1 Power and 1 die from the planet, 2 Power from Farm 3,"
            " 2 dice from Farm 4 and 1 Power from Solar Wind.",
            "2 dice of the AI return.",
            "The AI gains 2 Gems from the Harvest.",
            "The Rest begins.",
        ],
    ),
    (
        act("harvest"),
        [gained("planet", water=2), gained("planet", water=3), gained("planet", algae=1)],
        ["Blue harvests 5 Water and 1 Algae from the planet."],
    ),
    (
        act("harvest"),
        [facts.DiceGained("blue", "planet", 1), facts.DiceGained("blue", "planet", 1)],
        ["Blue harvests 2 dice from the planet."],
    ),
    (
        act("harvest", move_to="r3c2"),
        [
            gained("planet", water=2),
            paid("move_after_harvest", water=3),
            went("move_after_harvest", "r3c2"),
            facts.TokenTaken("blue", "r3c2", "gem"),
            gained("token", gems=1),
            facts.Harvested("blue"),
        ],
        [
            "Blue harvests 2 Water from the planet.",
            "Blue pays 3 Water for the move.",
            "Blue’s Harvester moves to the near west.",
            "Blue picks up 1 Gem.",
        ],
    ),
    (
        host("reveal_gem_caches"),
        [
            facts.CachesRevealed({"r1c2": "cache_1"}),
            facts.AiMoved("r1c2"),
            facts.GameEnded(("blue",), "score"),
        ],
        [
            "The Gem Caches are revealed.",
            "Gem Cache of 3 ★ at the far north.",
            "The AI’s Harvester moves to the far north.",
            "The game is over: Blue wins by score.",
        ],
    ),
]


@pytest.mark.parametrize(("action", "happened", "read"), HARVEST)
def test_harvest_rest_and_the_end_read_so(action: dict[str, Any], happened: Sequence[Fact], read: list[str]):
    assert lines(action, happened) == read


SCHEMES: list[Row] = [
    (
        host("reveal_scheme"),
        [facts.SchemeRevealed("scheme_04"), facts.AiMoved("r4c2")],
        ["The AI reveals Scheme 4.", "The AI’s Harvester moves to the near south-west."],
    ),
    (
        host("reveal_scheme", scheme="scheme_12"),
        [
            facts.SchemesReshuffled(),
            facts.SchemeRevealed("scheme_12"),
            facts.AiDiePlaced("negotiation", 2, 1, clan="jrayek"),
            facts.AiPaid("negotiation", 3),
            facts.AdvancementTaken("ai", 1, "gem"),
            facts.SetbackTaken("ai", 4, "gem"),
            facts.SchemeResolved(1),
        ],
        [
            "The AI reveals Scheme 12.",
            "The Schemes are reshuffled.",
            "The AI places a 1 below Jrayek, row 2.",
            "The AI pays 3 Gems for the Negotiation Board.",
            "The AI covers the 1 Gem advancement with the first 1.",
            "The AI covers “lose 1 Gem” with the setback of 2 matching dice.",
            "It takes the first option.",
        ],
    ),
]


@pytest.mark.parametrize(("action", "happened", "read"), SCHEMES)
def test_a_scheme_of_the_ai_reads_so(action: dict[str, Any], happened: Sequence[Fact], read: list[str]):
    assert lines(action, happened) == read


def test_each_action_is_read_here_or_in_a_recorded_game():
    read = {row[0]["type"] for table in (SETUP, PLAN, HARVEST, SCHEMES, *PLACING, *ANSWERS) for row in table}
    assert read | actions_played("first_light") == {*ACTIONS}


HIDDEN: list[Row] = [
    (
        host("deal_characters"),
        [facts.CharactersDealt({"blue": ("dan_gautama", "naira_sol")})],
        ["Two characters are dealt to each player."],
    ),
    (
        act("choose_character", character="dan_gautama"),
        [facts.CharacterChosen("blue", "dan_gautama")],
        ["Blue chooses a character."],
    ),
    (
        host("deal_items"),
        [facts.ItemsDealt({"blue": ("ledger", "grogg")})],
        ["The Items are dealt."],
    ),
    (act("draft_item", keep="grogg"), [facts.ItemDrafted("blue", "grogg")], ["Blue keeps an Item."]),
    (
        act("draft_item", keep="grogg", bottom="yeki"),
        [
            facts.ItemDrafted("blue", "grogg"),
            facts.ItemNamed("blue", "yeki", "packet"),
            facts.PacketsBottomed(("blue",), ("yeki",)),
        ],
        ["Blue keeps an Item.", "Blue names an Item.", "The last Items go under the draw pile."],
    ),
    (
        act("keep_items", items=["ledger", "grogg", "yeki"]),
        [facts.ItemsKept("blue", ("ledger", "grogg", "yeki"))],
        ["Blue keeps 3 Items."],
    ),
    (act("name_item", item="grogg"), [facts.ItemNamed("blue", "grogg")], ["Blue names an Item."]),
    (act("roll_dice", values=[4, 4]), [facts.DiceRolled("blue", (4, 4))], ["Blue rolls 2 dice."]),
    (act("roll_dice", values=[4]), [facts.DiceRolled("blue", (4,))], ["Blue rolls 1 die."]),
    (act("roll_dice", values=[4]), [], ["Blue rolls."]),
    (
        act("assign_dice", garages=[6, 4], farms={"3": 2}),
        [facts.DiceAssigned("blue", (6, 4), {"3": 2})],
        ["Blue assigns dice."],
    ),
    (
        host("apply_effect", effect="dust", changes={"blue": {"items": ["ledger"]}}),
        [facts.EffectApplied("dust"), facts.ItemsDrawn("blue", "dust", ("ledger",))],
        ["The table resolves the text of Dust.", "Blue draws 1 Item from Dust."],
    ),
]


@pytest.mark.parametrize(("action", "happened", "read"), HIDDEN)
@pytest.mark.parametrize("viewer", [PUBLIC, Viewer("black")], ids=["all", "black"])
def test_what_is_hidden_is_not_read_by_who_may_not_know_it(
    action: dict[str, Any], happened: Sequence[Fact], read: list[str], viewer: Viewer
):
    assert lines(action, happened, viewer) == read


def test_the_own_seat_reads_what_it_did():
    for action, happened, read in HIDDEN:
        own = lines(action, happened, Viewer("blue"))
        assert len(own) == len(read), action
        if happened:
            assert own != read, action


def test_of_a_deal_each_seat_reads_its_own_part():
    dealt = facts.ItemsDealt({"blue": ("ledger", None), "black": ("yeki", "grogg")})
    assert lines(host("deal_items"), [dealt], Viewer("black")) == [
        "The Items are dealt. Black gets Yeki and Grogg."
    ]
    characters = facts.CharactersDealt({"blue": ("dan_gautama",), "black": ("akira_hope", "naira_sol")})
    assert lines(host("deal_characters"), [characters], Viewer("black")) == [
        "Two characters are dealt to each player. Black gets Akira Hope and Naira Sol."
    ]


def test_each_seat_reads_the_card_that_it_put_under_the_pile():
    last = act("draft_item", keep="grogg", bottom="yeki")
    happened = [
        facts.ItemDrafted("blue", "grogg"),
        facts.PacketsBottomed(("blue", "black"), ("yeki", "ledger")),
    ]
    under = "The last Items go under the draw pile, among them"
    assert lines(last, happened, Viewer("blue")) == ["Blue keeps Grogg.", f"{under} Yeki."]
    assert lines(last, happened, Viewer("black")) == ["Blue keeps an Item.", f"{under} Ledger."]


def test_fl_r57_a_character_that_is_chosen_openly_is_told_to_all():
    """The action is its seat's alone, the fact is open."""
    choose = act("choose_character", character="dan_gautama")
    chosen = facts.CharacterChosen("blue", "dan_gautama", open=True)
    for viewer in (PUBLIC, Viewer("black"), Viewer("blue")):
        assert lines(choose, [chosen], viewer) == ["Blue chooses Dan Gautama."]


LEADS: list[tuple[dict[str, Any], list[Fact], list[Run]]] = [
    (
        act("choose_character", character="naira_sol"),
        [],
        [Run("Blue", seat="blue"), Run("Naira Sol", piece="naira_sol")],
    ),
    (
        act("draft_item", keep="ledger"),
        [facts.ItemDrafted("blue", "ledger")],
        [Run("Blue", seat="blue"), Run("Ledger", piece="ledger")],
    ),
    (
        act("name_item", item="ledger"),
        [],
        [Run("Blue", seat="blue"), Run("Ledger", piece="ledger")],
    ),
    (host("set_start_player"), [facts.StartPlayerSet("black")], [Run("Black", seat="black")]),
    (host("reveal_event"), [facts.EventRevealed("dust")], [Run("Dust", piece="dust")]),
    (host("apply_effect", effect="dust", changes={}), [], [Run("Dust", piece="dust")]),
    (host("reveal_scheme", scheme="scheme_04"), [], [Run("Scheme 4", piece="scheme_04")]),
    (act("take_die"), [], [Run("Blue", seat="blue")]),
    (act("harvest"), [], [Run("Blue", seat="blue")]),
    (act("rest"), [], [Run("Blue", seat="blue")]),
]


@pytest.mark.parametrize(("action", "happened", "runs"), LEADS)
def test_what_an_entry_names_is_found_at_the_table(
    action: dict[str, Any], happened: list[Fact], runs: list[Run]
):
    says = recorded_entry(GAME, action, happened, Viewer("blue"), NAMES).says
    assert leads(says) == runs
