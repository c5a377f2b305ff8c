"""The log of First Light: what each placement of a die reads like, and what is chosen after it (3xx)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from domain.games.first_light import GAME, facts
from domain.kernel import PUBLIC, Fact, Run, Viewer
from tests.games.first_light.table import act
from tests.support.games.first_light.in_words import NAMES, Row, gained, leads, lines, paid, went
from tests.support.games.reading import recorded_entry

DONE = facts.FollowUpDone()
GARAGE = facts.ResourcesPaid("blue", "garages", {"algae": 1})
HARVEST = facts.PhaseBegun("harvest")


def put(location: str, space: int = 1, value: int = 4, face: int | None = None, **more: Any) -> Fact:
    """Blue's die of Garage 1 stands on its space; face: what it showed, if that was another value."""
    return facts.DiePlaced("blue", "garage", 1, location, space, value, face or value, **more)


HEADQUARTERS: list[Row] = [
    (act("place_headquarters", gain="water"), [], ["Blue places a die."]),
    (
        act("place_headquarters", gain="water", value=3),
        [
            GARAGE,
            put("headquarters", 2, 3, 4),
            gained("headquarters", water=5),
            gained("security_codes", water=5),
            facts.DiceGained("blue", "supply_drop", 1),
            facts.FollowUpDue("clan_ability", "blue"),
        ],
        [
            "Blue places a 3 that was a 4 at the Headquarters: pays 1 Algae for the Garage, gains 5 Water,"
            " 5 Water from Security Codes and 1 die from supply_drop."
        ],
    ),
    (
        act("place_headquarters", gain="items"),
        [put("headquarters"), facts.ItemsDrawn("blue", "headquarters", ("ledger", None)), HARVEST],
        [
            "Blue places a 4 at the Headquarters.",
            "Blue draws Ledger and 1 unseen Item from the Headquarters.",
            "The Harvest begins.",
        ],
    ),
]

NEGOTIATION: list[Row] = [
    (
        act("place_negotiation", clan="zcharo", row=1, value=5),
        [
            GARAGE,
            put("negotiation", 1, 5, 4, clan="zcharo"),
            paid("zcharo", power=4),
            gained("aqua_pack", water=5),
            facts.DiceGained("blue", "zcharo_armour", 1),
            facts.FollowUpDue("advancement", "blue", "zcharo", 5),
        ],
        [
            "Blue places a 5 that was a 4 below Zcharo, row 1: pays 1 Algae for the Garage, 4 Power,"
            " gains 5 Water from Aqua Pack and 1 die from Zcharo Armour."
        ],
    ),
    (
        act("place_negotiation", clan="jrayek", row=1),
        [put("negotiation", clan="jrayek"), gained("negotiation", water=2)],
        ["Blue places a 4 below Jrayek, row 1: gains 2 Water."],
    ),
]

DEPOSITORY: list[Row] = [
    (
        act("place_depository", row="top", item="ledger", move_to="r3c2"),
        [
            put("depository", 1, column=4),
            facts.ItemAcquired("blue", "ledger", "top"),
            paid("item", {"soda_supply": 4}, algae=1),
            went("depository", "r3c2"),
            facts.TokenTaken("blue", "r3c2", "gem"),
            gained("token", gems=1),
            facts.FollowUpDue("extra_reward", "blue", row="top"),
        ],
        [
            "Blue places a 4 in column 4 of the Depository, top row: pays 1 Algae (4 less: Soda Supply).",
            "Blue acquires Ledger: 1 ★.",
            "Blue’s Harvester moves to the near west.",
            "Blue picks up 1 Gem.",
        ],
    ),
    (
        act("place_depository", row="middle", item="ledger", treated_as=6),
        [
            put("depository", 2, 1, column=6, treated_as=6),
            facts.ItemAcquired("blue", "ledger", "middle"),
            paid("item", water=4, algae=1),
            facts.DiceGained("blue", "depository", 1),
        ],
        [
            "Blue places a 1 that counts as 6 in column 6 of the Depository, middle row:"
            " pays 4 Water and 1 Algae and gains 1 die.",
            "Blue acquires Ledger: 1 ★.",
        ],
    ),
    (
        act("place_depository", row="bottom", item="grogg"),
        [
            put("depository", 3, column=4),
            facts.ItemAcquired("blue", "grogg", "bottom"),
            paid("item", algae=3, power=1),
            facts.ItemsDrawn("blue", "ledger", ("yeki",)),
            facts.ItemsDrawn("blue", "depository", ("uxolotyl", "archive")),
        ],
        [
            "Blue places a 4 in column 4 of the Depository, bottom row: pays 3 Algae and 1 Power.",
            "Blue acquires Grogg: 3 ★.",
            "Blue draws Yeki from Ledger.",
            "Blue draws Uxolotyl and Archive from the Depository.",
        ],
    ),
]

TILE = facts.TileTaken("blue", "laboratory", "farm", 2, "water_3", "producer")
TILE_TOLD = "Blue takes the 3 Water tile of the right stack. New top tile: Algae or Power tile."

BOARDS: list[Row] = [
    (
        act("place_mining_camp", space=2),
        [
            GARAGE,
            put("mining_camp", 2, 6),
            paid("mining_camp", {"jrayek_drill": 5, "deep_drill": 3}, water=2),
            gained("mining_camp", gems=2),
            facts.TurnPassed("black"),
        ],
        [
            "Blue places a 6 at the Mining Camp: pays 1 Algae for the Garage, 2 Water"
            " (5 less: Jrayek Drill; 3 less: Deep Drill) and gains 2 Gems.",
            "It is Black’s turn.",
        ],
    ),
    (
        act("place_laboratory", space=1, pay="algae", stack=2),
        [put("laboratory"), put("laboratory", second=True), paid("laboratory", algae=3), TILE],
        ["Blue places a pair of 4s at the Laboratory: pays 3 Algae.", TILE_TOLD],
    ),
    (
        act("place_laboratory", space=1, pay="water", stack=2, treated_as=6),
        [
            GARAGE,
            put("laboratory", 1, 1, treated_as=6),
            put("laboratory", 1, 6, second=True),
            paid("laboratory", {"water_discount": 10}),
            TILE,
            facts.FollowUpDue("free_upgrade", "blue"),
        ],
        [
            "Blue places a pair of 6s at the Laboratory:"
            " pays 1 Algae for the Garage and nothing (10 less: Water tile).",
            TILE_TOLD,
        ],
    ),
    (
        act("place_laboratory", space=1, pay="algae", stack=2, second_treated_as=4),
        [
            put("laboratory"),
            put("laboratory", 1, 1, treated_as=4, second=True),
            paid("laboratory", algae=3),
            TILE,
        ],
        ["Blue places a pair of 4s at the Laboratory: pays 3 Algae.", TILE_TOLD],
    ),
    (
        act("place_laboratory", space=1, pay="algae", stack=2, remove=[4, 5]),
        [
            put("laboratory"),
            put("laboratory", second=True),
            paid("laboratory", algae=3),
            facts.TilesRemoved("blue", "laboratory", "farm", (4, 5)),
            TILE,
        ],
        [
            "Blue places a pair of 4s at the Laboratory: pays 3 Algae.",
            "Blue loses 2 Farm Tiles: Farm 4 and Farm 5.",
            TILE_TOLD,
        ],
    ),
    (
        act("place_foundry", space=1, pay="water", value=5),
        [put("foundry", 1, 5, 4), paid("foundry", {"aqua_cannon": 5}, water=5)],
        ["Blue places a 5 that was a 4 at the Foundry: pays 5 Water (5 less: Aqua Cannon)."],
    ),
    (
        act("place_control_room", space=2, pay="power"),
        [
            put("control_room", 2),
            paid("control_room", power=2),
            went("control_room", "r2c2", arrow=True),
            facts.TokenTaken("blue", "r2c2", "water_3"),
            gained("token", water=3),
            gained("field_kit", water=2),
        ],
        [
            "Blue places a 4 at the Control Room: pays 2 Power and gains 2 Water from Field Kit.",
            "Blue’s Harvester moves to the near north-west along the arrow.",
            "Blue picks up 3 Water.",
        ],
    ),
    (
        act("place_academy", space=2, dice=2),
        [
            put("academy", 2),
            paid("academy", algae=5),
            facts.DiceGained("blue", "academy", 2),
            facts.DiceGained("blue", "captains_hat", 1),
        ],
        ["Blue places a 4 at the Academy: pays 5 Algae, gains 2 dice and 1 die from Captain’s Hat."],
    ),
]


def trades(*pairs: str) -> list[dict[str, str]]:
    """`water>algae`: one lot for another."""
    return [dict(zip(("give", "receive"), pair.split(">"), strict=True)) for pair in pairs]


MARKET: list[Row] = [
    (act("place_market", space=1), [put("market")], ["Blue places a 4 at the Market: trades nothing."]),
    (
        act("place_market", space=1),
        [GARAGE, put("market"), gained("zcharo_lamp", power=1)],
        [
            "Blue places a 4 at the Market:"
            " pays 1 Algae for the Garage, gains 1 Power from Zcharo Lamp and trades nothing."
        ],
    ),
    (
        act("place_market", space=1, trades=trades("water>algae")),
        [put("market"), paid("market", water=4), gained("market", algae=2)],
        ["Blue places a 4 at the Market: gives 4 Water for 2 Algae."],
    ),
    (
        act("place_market", space=2, trades=trades("water>algae", "water>algae", "algae>power")),
        [
            put("market", 2),
            gained("jrayek_pump", water=5),
            paid("market", water=3),
            gained("market", algae=2),
            paid("market", water=3),
            gained("market", algae=2),
            paid("market", algae=2),
            gained("market", power=1),
        ],
        [
            "Blue places a 4 at the Market: gains 5 Water from Jrayek Pump"
            " and gives 6 Water and 2 Algae for 4 Algae and 1 Power."
        ],
    ),
    (
        act("place_market", space=1, trades=trades("water>algae")),
        [put("market"), paid("market", water=4)],
        ["Blue places a 4 at the Market: gives 4 Water for nothing."],
    ),
    (
        act("place_market", space=1, trades=trades("water>algae")),
        [put("market"), gained("market", algae=2)],
        ["Blue places a 4 at the Market: gives nothing for 2 Algae."],
    ),
    (
        act("place_market", space=1),
        [put("market"), facts.DiceGained("blue", "market", 1)],
        ["Blue places a 4 at the Market: gains 1 die and trades nothing."],
    ),
]

CANTINA: list[Row] = [
    (
        act("send_to_cantina"),
        [facts.DiceSentToCantina("blue", "headquarters", (1,)), gained("cantina", water=2)],
        ["Blue sends 1 die to the Cantina and gains 2 Water."],
    ),
    (
        act("send_to_cantina"),
        [facts.DiceSentToCantina("blue", "garage", (2, 3))],
        ["Blue sends 2 dice to the Cantina."],
    ),
    (act("send_to_cantina"), [], ["Blue sends 1 die to the Cantina."]),
]

PLACING = (HEADQUARTERS, NEGOTIATION, DEPOSITORY, BOARDS, MARKET, CANTINA)


@pytest.mark.parametrize(("action", "happened", "read"), [row for table in PLACING for row in table])
def test_a_placed_die_reads_so(action: dict[str, Any], happened: Sequence[Fact], read: list[str]):
    assert lines(action, happened) == read


CLAN: list[Row] = [
    (
        act("use_clan_ability", farm=3, to=1),
        [DONE, facts.DieSet("blue", "farm", 3, 1), facts.FollowUpDue("advancement", "blue", "leyrien", 4)],
        ["Blue changes the die on Farm 3 to 1 with the clan’s ability."],
    ),
    (
        act("use_clan_ability"),
        [DONE, gained("clan_ability", water=3), facts.DiceGained("blue", "clan_ability", 1)],
        ["Blue uses the clan’s ability: gains 3 Water and 1 die."],
    ),
]

ADVANCEMENTS: list[Row] = [
    (
        act("take_advancement", reward="die"),
        [facts.AdvancementTaken("blue", 4, "die"), DONE],
        ["Blue takes an advancement: 1 die, but none is left."],
    ),
    (
        act("take_advancement", reward="items"),
        [
            facts.AdvancementTaken("blue", 4, "items"),
            DONE,
            facts.ItemsDrawn("blue", "advancement", ("yeki", None)),
        ],
        [
            "Blue takes an advancement: 2 Items.",
            "Blue draws Yeki and 1 unseen Item from the advancement.",
        ],
    ),
    (
        act("take_advancement", reward="farm", stack=2),
        [facts.AdvancementTaken("blue", 4, "farm"), DONE, TILE],
        ["Blue takes an advancement: a Farm Tile.", TILE_TOLD],
    ),
    (
        act("take_advancement", reward="upgrade"),
        [facts.AdvancementTaken("blue", 4, "upgrade"), DONE],
        ["Blue takes an advancement: an Upgrade Tile."],
    ),
    (
        act("take_advancement", reward="song"),
        [facts.AdvancementTaken("blue", 4, "song"), DONE],
        ["Blue takes an advancement: song."],
    ),
]


def setback(condition: int, kind: str, **more: Any) -> dict[str, Any]:
    return act("take_setback", condition=condition, punishment=kind, **more)


def suffered(condition: int, kind: str, *losses: Fact, as_gain: bool = False) -> list[Fact]:
    return [facts.SetbackTaken("blue", condition, kind, as_gain), DONE, *losses]


SETBACKS: list[Row] = [
    (
        setback(0, "gem"),
        suffered(0, "gem", paid("setback", gems=1)),
        ["Blue takes the setback of a sum of 8 or more: lose 1 Gem."],
    ),
    (
        setback(5, "items", items=["ledger"]),
        suffered(5, "items", facts.ItemsDiscarded("blue", "setback", ("ledger",))),
        ["Blue takes the setback of 3 matching dice: discard 1 Item.", "Blue discards Ledger."],
    ),
    (
        setback(1, "move", move_to="r3c2"),
        suffered(
            1,
            "move",
            went("setback", "r3c2"),
            facts.TokenTaken("blue", "r3c2", "gem"),
            gained("token", gems=1),
        ),
        [
            "Blue takes the setback of a sum of 10 or more: move the Harvester closer to the centre.",
            "Blue’s Harvester moves to the near west.",
            "Blue picks up 1 Gem.",
        ],
    ),
    (
        setback(2, "farm", tile=4),
        suffered(2, "farm", facts.TilesRemoved("blue", "setback", "farm", (4,))),
        [
            "Blue takes the setback of the third sum: lose a Farm Tile.",
            "Blue loses a Farm Tile: Farm 4.",
        ],
    ),
    (
        setback(3, "upgrade", tile=2),
        suffered(3, "upgrade", facts.TilesRemoved("blue", "setback", "upgrade", (2,))),
        [
            "Blue takes the setback of the highest sum: lose an Upgrade Tile.",
            "Blue loses an Upgrade Tile: Garage 2.",
        ],
    ),
    (
        setback(6, "song"),
        suffered(6, "song", paid("setback", gems=1)),
        ["Blue takes a setback: song."],
    ),
    (
        setback(4, "gem"),
        suffered(4, "gem", facts.TurnPassed("black")),
        ["Blue takes the setback of 2 matching dice: Gem, with nothing to lose.", "It is Black’s turn."],
    ),
    (
        setback(4, "die"),
        suffered(4, "die"),
        ["Blue takes the setback of 2 matching dice: die, with nothing to lose."],
    ),
    (
        setback(4, "items"),
        suffered(4, "items"),
        ["Blue takes the setback of 2 matching dice: Items, with nothing to lose."],
    ),
    (
        setback(4, "move"),
        suffered(4, "move"),
        ["Blue takes the setback of 2 matching dice: move, with nothing to lose."],
    ),
    (
        setback(4, "farm"),
        suffered(4, "farm"),
        ["Blue takes the setback of 2 matching dice: Farm Tile, with nothing to lose."],
    ),
    (
        setback(4, "upgrade"),
        suffered(4, "upgrade"),
        ["Blue takes the setback of 2 matching dice: Upgrade Tile, with nothing to lose."],
    ),
    (
        setback(4, "song"),
        suffered(4, "song"),
        ["Blue takes the setback of 2 matching dice: song, with nothing to lose."],
    ),
    (
        setback(0, "gem", as_gain=True),
        suffered(0, "gem", gained("setback", gems=1), as_gain=True),
        [
            "Blue turns the setback of a sum of 8 or more into a gain: 1 Gem.",
        ],
    ),
    (
        setback(4, "die", as_gain=True),
        suffered(4, "die", facts.DiceGained("blue", "setback", 1), as_gain=True),
        [
            "Blue turns the setback of 2 matching dice into a gain: 1 die.",
        ],
    ),
    (
        setback(4, "farm", as_gain=True, stack=2),
        suffered(4, "farm", TILE, as_gain=True),
        ["Blue turns the setback of 2 matching dice into a gain: a Farm Tile.", TILE_TOLD],
    ),
    (
        setback(4, "move", as_gain=True, move_to="r3c2"),
        suffered(
            4,
            "move",
            went("setback", "r3c2"),
            facts.TokenTaken("blue", "r3c2", "gem"),
            gained("token", gems=1),
            as_gain=True,
        ),
        [
            "Blue turns the setback of 2 matching dice into a gain: a move of the Harvester.",
            "Blue’s Harvester moves to the near west.",
            "Blue picks up 1 Gem.",
        ],
    ),
    (
        setback(4, "song", as_gain=True),
        suffered(4, "song", as_gain=True),
        ["Blue turns the setback of 2 matching dice into a gain: song."],
    ),
    (
        act("ignore_setback"),
        [facts.SetbackIgnored("blue", "jrayek"), DONE],
        ["Blue ignores the setback with the Leyrien Sceptre."],
    ),
]

EXTRAS: list[Row] = [
    (
        act("take_extra_reward", row="bottom"),
        [DONE, facts.ItemsDrawn("blue", "depository", ("yeki", "ledger"))],
        [
            "Blue also takes the bottom row reward.",
            "Blue draws Yeki and Ledger from the Depository.",
        ],
    ),
    (
        act("take_free_upgrade", stack=0),
        [DONE, facts.TileTaken("blue", "free_upgrade", "upgrade", 0, "flip")],
        [
            "Blue takes a free Upgrade Tile.",
            "Blue takes the Flip tile of the left stack. The stack is now empty.",
        ],
    ),
]

ANSWERS = (CLAN, ADVANCEMENTS, SETBACKS, EXTRAS)


@pytest.mark.parametrize(("action", "happened", "read"), [row for table in ANSWERS for row in table])
def test_what_is_chosen_after_a_placement_reads_so(
    action: dict[str, Any], happened: Sequence[Fact], read: list[str]
):
    assert lines(action, happened) == read


@pytest.mark.parametrize("viewer", [PUBLIC, Viewer("black")], ids=["all", "black"])
def test_items_that_a_placement_draws_are_counted_for_others(viewer: Viewer):
    drawn = facts.ItemsDrawn("blue", "headquarters", ("ledger", "yeki"))
    place = act("place_headquarters", gain="items", drawn=["ledger", "yeki"])
    assert lines(place, [put("headquarters"), drawn], viewer) == [
        "Blue places a 4 at the Headquarters.",
        "Blue draws 2 Items from the Headquarters.",
    ]


def test_only_what_the_own_seat_pays_and_gains_is_told_of_a_placement():
    of_black = facts.ResourcesGained("black", "headquarters", {"water": 5})
    mine = gained("headquarters", water=5)
    read = lines(act("place_headquarters", gain="water"), [put("headquarters"), of_black, mine])
    assert read == ["Blue places a 4 at the Headquarters: gains 5 Water."]


def test_a_placement_leads_to_where_the_die_stands():
    place = act("place_laboratory", space=2, pay="algae", stack=2)
    pair = [put("laboratory", 2), put("laboratory", 2, second=True)]
    for happened in (pair[:1], pair):
        runs = leads(recorded_entry(GAME, place, happened, PUBLIC, NAMES).says)
        assert runs == [Run("Blue", seat="blue"), Run("the Laboratory", place="laboratory:2")]
