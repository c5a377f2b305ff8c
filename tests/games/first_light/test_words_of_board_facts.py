"""The log of First Light: what facts of tiles, tokens, resources and the Negotiation Board read like."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.first_light import GAME, facts
from domain.kernel import ComponentSet, Fact, Naming, Run, SeatName
from domain.kernel.session.opening import load_components
from domain.kernel.session.rendering import naming
from tests.games.first_light.table import demo, opened
from tests.support.games.first_light.in_words import called, gained, paid, says, told

RESOURCES: list[tuple[Fact, str]] = [
    (
        gained("planet", gems=2, power=1, algae=4, water=3),
        "Blue gains 3 Water, 4 Algae, 1 Power and 2 Gems from the planet.",
    ),
    (gained("token", gems=1), "Blue gains 1 Gem from a token of the planet."),
    (gained("cantina", water=1), "Blue gains 1 Water from the Cantina."),
    (gained("advancement", gems=1), "Blue gains 1 Gem from the advancement."),
    (gained("setback", gems=1), "Blue gains 1 Gem from the setback."),
    (gained("clan_ability", algae=1, water=0), "Blue gains 1 Algae from the clan."),
    (gained("free_upgrade", water=1), "Blue gains 1 Water from the Foundry."),
    (gained("farm_3", power=2), "Blue gains 2 Power from Farm 3."),
    (gained("aqua_pack", water=5), "Blue gains 5 Water from Aqua Pack."),
    (gained("solar_wind", power=1), "Blue gains 1 Power from Solar Wind."),
    (gained("negotiation", water=2), "Blue gains 2 Water from the Negotiation Board."),
    (gained("headquarters", water=5), "Blue gains 5 Water from the Headquarters."),
    (gained("depository", water=2), "Blue gains 2 Water from the Depository."),
    (gained("mining_camp", gems=2), "Blue gains 2 Gems from the Mining Camp."),
    (gained("laboratory", water=2), "Blue gains 2 Water from the Laboratory."),
    (gained("foundry", water=2), "Blue gains 2 Water from the Foundry."),
    (gained("control_room", water=2), "Blue gains 2 Water from the Control Room."),
    (gained("market", algae=2), "Blue gains 2 Algae from the Market."),
    (gained("academy", water=2), "Blue gains 2 Water from the Academy."),
    (gained("no_option", gems=1), "Blue gains 1 Gem from a Scheme without a possible option."),
    (gained("harvest", gems=1), "Blue gains 1 Gem from the Harvest."),
    (gained("rest", gems=1), "Blue gains 1 Gem from the Rest."),
    (gained("dust"), "Blue gains nothing from Dust."),
    (paid("garages", algae=2), "Blue pays 2 Algae for the Garage."),
    (paid("zcharo", power=4), "Blue pays 4 Power for Zcharo."),
    (paid("setback", gems=1), "Blue pays 1 Gem for the setback."),
    (
        paid("item", {"soda_supply": 5}, water=1, algae=1),
        "Blue pays 1 Water and 1 Algae for the Item (5 less: Soda Supply).",
    ),
    (
        paid("foundry", {"aqua_cannon": 5, "water_discount": 5}),
        "Blue pays nothing for the Foundry (5 less: Aqua Cannon; 5 less: Water tile).",
    ),
]


@pytest.mark.parametrize(("fact", "sentence"), RESOURCES)
def test_what_is_gained_and_paid_reads_with_its_cause(fact: Fact, sentence: str):
    assert says(fact) == sentence


def taken(kind: str, tile: str, stack: int = 0, top: str | None = None, replaces: int | None = None) -> Fact:
    return facts.TileTaken("blue", "foundry", kind, stack, tile, top, replaces)


TILES: list[tuple[Fact, str]] = [
    (facts.TokenTaken("blue", "r3c2", "fossil"), "Blue picks up what is there."),
    (
        facts.TilesRemoved("blue", "laboratory", "farm", (4, 6)),
        "Blue loses 2 Farm Tiles: Farm 4 and Farm 6.",
    ),
    (
        facts.TilesRemoved("blue", "foundry", "upgrade", (2, 3, 5)),
        "Blue loses 3 Upgrade Tiles: Garage 2, Garage 3 and Garage 5.",
    ),
    (
        taken("farm", "water_3", 0, "algae_2"),
        "Blue takes the 3 Water tile of the left stack. New top tile: 2 Algae tile.",
    ),
    (
        taken("farm", "power_1", 1, "producer"),
        "Blue takes the 1 Power tile of the middle stack. New top tile: Algae or Power tile.",
    ),
    (
        taken("farm", "gem_on_six", 2, "dice_on_six"),
        "Blue takes the Gem tile of the right stack. New top tile: Dice tile.",
    ),
    (
        taken("farm", "points", 2, replaces=4),
        (
            "Blue takes the Score tile of the right stack instead of the tile on Farm 4."
            " The stack is now empty."
        ),
    ),
    (
        taken("upgrade", "free_garage", 1, "points", replaces=2),
        (
            "Blue takes the Free Garage tile of the middle stack instead of the tile on Garage 2."
            " New top tile: Score tile."
        ),
    ),
    (
        taken("upgrade", "flip", 3),
        "Blue takes the Flip tile of a stack. The stack is now empty.",
    ),
    (
        taken("upgrade", "flip", -1),
        "Blue takes the Flip tile of a stack. The stack is now empty.",
    ),
]


@pytest.mark.parametrize(("fact", "sentence"), TILES)
def test_tiles_tokens_and_harvesters_read_so(fact: Fact, sentence: str):
    assert says(fact) == sentence


NEGOTIATION: list[tuple[Fact, str]] = [
    (
        facts.AdvancementTaken("blue", 4, "farm"),
        "Blue takes an advancement for the first 4: a Farm Tile.",
    ),
    (
        facts.AdvancementTaken("blue", 1, "upgrade"),
        "Blue takes an advancement for the first 1: an Upgrade Tile.",
    ),
    (
        facts.AdvancementTaken("blue", 2, "move"),
        "Blue takes an advancement for the first 2: a move of the Harvester.",
    ),
    (facts.AdvancementTaken("blue", 3, "gem"), "Blue takes an advancement for the first 3: 1 Gem."),
    (facts.AdvancementTaken("blue", 5, "die"), "Blue takes an advancement for the first 5: 1 die."),
    (facts.AdvancementTaken("blue", 6, "items"), "Blue takes an advancement for the first 6: 2 Items."),
    (facts.AdvancementTaken("blue", 6, "song"), "Blue takes an advancement for the first 6: song."),
    (
        facts.SetbackTaken("blue", 0, "farm"),
        "Blue takes the setback of a sum of 8 or more: lose a Farm Tile.",
    ),
    (
        facts.SetbackTaken("blue", 1, "upgrade"),
        "Blue takes the setback of a sum of 10 or more: lose an Upgrade Tile.",
    ),
    (
        facts.SetbackTaken("blue", 2, "move"),
        "Blue takes the setback of the third sum: move the Harvester closer to the centre.",
    ),
    (
        facts.SetbackTaken("blue", 3, "gem"),
        "Blue takes the setback of the highest sum: lose 1 Gem.",
    ),
    (facts.SetbackTaken("blue", 6, "song"), "Blue takes a setback: song."),
    (facts.SetbackTaken("blue", -1, "gem"), "Blue takes a setback: lose 1 Gem."),
    (
        facts.SetbackTaken("blue", 4, "farm", as_gain=True),
        "Blue turns the setback of 2 matching dice into a gain: a Farm Tile.",
    ),
    (
        facts.SetbackTaken("blue", 4, "song", as_gain=True),
        "Blue turns the setback of 2 matching dice into a gain: song.",
    ),
    (
        facts.SetbackTaken("ai", 4, "items"),
        "The AI covers “discard 2 Items” with the setback of 2 matching dice.",
    ),
    (facts.SetbackTaken("ai", 0, "song"), "The AI covers “song” with the setback of a sum of 8 or more."),
    (facts.SetbackIgnored("blue", "jrayek"), "Blue ignores the setback from Jrayek."),
    (facts.SetbackIgnored("blue", "leyrien"), "Blue ignores the setback from Leyrien."),
]


@pytest.mark.parametrize(("fact", "sentence"), NEGOTIATION)
def test_advancements_and_setbacks_read_so(fact: Fact, sentence: str):
    assert says(fact) == sentence


SUMS: list[tuple[int, int, str]] = [
    (1, 2, "a sum of 12 or more"),
    (1, 3, "a sum of 15 or more"),
    (2, 2, "the third sum"),
    (2, 3, "the highest sum"),
    (3, 2, "the third sum"),
    (4, 0, "a sum of 8 or more"),
    (4, 2, "a sum of 14 or more"),
    (4, 3, "a sum of 20 or more"),
]


@pytest.mark.parametrize(("seats", "condition", "token"), SUMS)
def test_a_sum_that_hangs_on_the_side_of_the_board_is_told_by_its_order(
    seats: int, condition: int, token: str
):
    """Two or three humans may play with the AI or without it, which makes the table larger (FL-101)."""
    taken_so = facts.SetbackTaken("blue", condition, "gem")
    assert says(taken_so, names=called(seats)) == f"Blue takes the setback of {token}: lose 1 Gem."


CACHES: list[tuple[Fact, str]] = [
    (facts.CachesRevealed({"r1c2": "cache_1"}), "Gem Cache of 3 ★ at the far north."),
    (
        facts.CachesRevealed(
            {"r1c2": "cache_4", "r2c1": "cache_2", "r2c4": "cache_6", "r4c1": "cache_1", "r5c2": "cache_3"}
        ),
        (
            "Gem Cache of 6 ★ at the far north, Gem Cache of 4 ★ at the far west-north-west,"
            " Gem Cache of 8 ★ at the far east-north-east, Gem Cache of 3 ★ at the far west-south-west,"
            " Gem Cache of 5 ★ at the far south."
        ),
    ),
    (facts.CachesRevealed({}), "No Gem Cache is revealed."),
]


@pytest.mark.parametrize(("fact", "sentence"), CACHES)
def test_gem_caches_read_so(fact: Fact, sentence: str):
    assert says(fact) == sentence


SPACES: list[tuple[str, str]] = [
    ("r1c1", "the far north-west"),
    ("r1c2", "the far north"),
    ("r1c3", "the far north-east"),
    ("r2c1", "the far west-north-west"),
    ("r2c2", "the near north-west"),
    ("r2c3", "the near north-east"),
    ("r2c4", "the far east-north-east"),
    ("r3c1", "the far west"),
    ("r3c2", "the near west"),
    ("r3c3", "the centre"),
    ("r3c4", "the near east"),
    ("r3c5", "the far east"),
    ("r4c1", "the far west-south-west"),
    ("r4c2", "the near south-west"),
    ("r4c3", "the near south-east"),
    ("r4c4", "the far east-south-east"),
    ("r5c1", "the far south-west"),
    ("r5c2", "the far south"),
    ("r5c3", "the far south-east"),
]


@pytest.mark.parametrize(("space", "where"), SPACES)
def test_a_space_is_told_by_where_it_lies(space: str, where: str):
    moved = facts.HarvesterMoved("blue", "control_room", space)
    assert told(moved).says[-2:] == (Run(where, place=space), ".")


BOARDS = (*RESOURCES, *TILES, *NEGOTIATION, *CACHES)


def another_set(**changes: Any) -> ComponentSet:
    """A set that differs from the demo set in these parts."""
    return load_components(GAME, demo() | changes | {"variant": True})


def another(**changes: Any) -> Naming:
    """What things are called by such a set, where one seat plays with the AI."""
    return naming(GAME, another_set(**changes), [{"seat": "north", "color": "Blue"}])


def renamed(part: str, place: int, **changes: str) -> list[dict[str, Any]]:
    """A part of the demo set with one thing changed."""
    things: list[dict[str, Any]] = demo()[part]
    things[place].update(changes)
    return things


def test_tiles_of_one_id_are_two_things_and_a_name_of_the_set_goes_first():
    names = another(farm_tiles=renamed("farm_tiles", -1, name="Orchard"))
    on_top = facts.StacksRevealed(("points",), ("points",))
    assert says(on_top, names=names) == "Top Farm Tiles: Orchard. Top Upgrade Tiles: Score tile."
    for kind, tile in (("farm", "Orchard"), ("upgrade", "Score tile")):
        both = facts.TileTaken("north", "foundry", kind, 0, "points", "points")
        assert says(both, names=names) == (f"Blue takes the {tile} of the left stack. New top tile: {tile}.")


def test_a_tile_that_lowers_a_price_is_told_by_its_kind():
    names = another(upgrade_tiles=renamed("upgrade_tiles", 1, id="cistern"))
    saved = facts.ResourcesPaid("north", "foundry", {"water": 5}, {"water_discount": 5})
    assert says(saved, names=names) == "Blue pays 5 Water for the Foundry (5 less: Water tile)."


def negotiation(**sizes: str) -> dict[str, Any]:
    """The Negotiation Board of the demo set; one: the side for one human and the AI."""
    board: dict[str, Any] = demo()["negotiation"]
    board["by_table_size"].update({"1": sizes["one"]} if sizes else {})
    return board


def setback(condition: int, names: Naming) -> str:
    """What the token of this condition is called."""
    sentence = says(facts.SetbackTaken("north", condition, "gem"), names=names)
    return sentence.removeprefix("Blue takes ").removesuffix(": lose 1 Gem.")


def test_one_human_plays_on_a_side_of_its_own():
    assert setback(2, another(negotiation=negotiation(one="large"))) == "the setback of a sum of 14 or more"


def test_conditions_that_differ_by_the_side_are_told_by_their_order():
    board = negotiation()
    for side, least in (("small", 5), ("medium", 6)):
        for condition, more in zip(board["sides"][side]["conditions"], range(4), strict=False):
            condition["at_least"] = least + 3 * more
    for condition in board["sides"]["medium"]["conditions"][4:]:
        condition["count"] += 1
    seats = [{"seat": seat, "color": seat} for seat in ("north", "black")]
    names = naming(GAME, another_set(negotiation=board), seats)
    told_so = [setback(condition, names).removeprefix("North takes ") for condition in range(6)]
    assert told_so == [
        "the setback of the lowest sum",
        "the setback of the second sum",
        "the setback of the third sum",
        "the setback of the highest sum",
        "a setback",
        "a setback",
    ]


CALLED: list[tuple[str, dict[str, str], str]] = [
    ("events", {"name": "Long Rain"}, "Long Rain"),
    ("events", {"id": "the_song_from_an_id"}, "The Song from an ID"),
    ("events", {"id": "song_of_the_captains_hat"}, "Song of the Captain’s Hat"),
    ("characters", {"name": "The Pilot"}, "The Pilot"),
    ("items", {"name": "Lantern"}, "Lantern"),
]


@pytest.mark.parametrize(("part", "changes", "name"), CALLED)
def test_a_card_is_called_as_the_set_prints_it_or_by_its_id(part: str, changes: dict[str, str], name: str):
    things = renamed(part, 0, **changes)
    names = another(**{part: things})
    assert (
        says(facts.EffectApplied(things[0]["id"]), names=names) == f"The table resolves the text of {name}."
    )


@pytest.mark.parametrize(
    ("id", "name"), [("scheme_007", "Scheme 7"), ("deep_raid", "Deep raid"), ("raid", "Raid"), ("3", "3")]
)
def test_a_scheme_is_called_by_its_number_or_by_its_id(id: str, name: str):
    names = another(schemes=renamed("schemes", 0, id=id))
    assert says(facts.SchemeRevealed(id), names=names) == f"The AI reveals {name}."


def test_a_space_is_called_as_the_set_prints_it():
    document = demo()
    document["planet"]["sides"]["a"]["spaces"][0]["name"] = "the Rim"
    document["planet"]["sides"]["b"]["spaces"][0]["name"] = "the Rim"
    moved = facts.HarvesterMoved("north", "market", "r1c1")
    assert says(moved, names=another(planet=document["planet"])) == "Blue’s Harvester moves to the Rim."


def test_a_space_is_called_by_its_id_where_the_map_has_other_directions():
    document = demo()
    planet, room = document["planet"], document["control_room"]
    room["directions"] = {value: way.replace("ne", "up") for value, way in room["directions"].items()}
    for side in planet["sides"].values():
        for space in side["spaces"]:
            for ways in ("adjacent", "arrows"):
                space[ways] = {way.replace("ne", "up"): there for way, there in space[ways].items()}
    moved = facts.HarvesterMoved("north", "market", "r2c4")
    names = another(planet=planet, control_room=room)
    assert says(moved, names=names) == "Blue’s Harvester moves to R2c4."


def test_a_seat_is_called_by_its_colour():
    colors = ("blue", "Black", "pale_green")
    seats = naming(GAME, opened().components, [{"seat": color, "color": color} for color in colors]).seats
    assert tuple(seats.values()) == (
        SeatName("Blue", "blue"),
        SeatName("Black", "black"),
        SeatName("Pale green", None),
    )
