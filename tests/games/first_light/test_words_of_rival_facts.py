"""The log of First Light: what each fact of the AI reads like by itself (4xx)."""

from __future__ import annotations

import pytest

from domain.games.first_light import facts
from domain.kernel import PUBLIC, Fact, Run, Viewer
from tests.support.games.first_light.in_words import leads, says, told

RIVAL: list[tuple[Fact, str]] = [
    (facts.SchemesReshuffled(), "The Schemes are reshuffled."),
    (facts.SchemeRevealed("scheme_01"), "The AI reveals Scheme 1."),
    (facts.SchemeRevealed("scheme_20"), "The AI reveals Scheme 20."),
    (facts.SchemeResolved(), "None of its options is possible."),
    (facts.SchemeResolved(1), "It takes the first option."),
    (facts.SchemeResolved(2), "It takes the second option."),
    (facts.SchemeResolved(3), "It takes the third option."),
    (facts.SchemeResolved(0), "It takes the 0 option."),
    (facts.SchemeResolved(4), "It takes the 4 option."),
    (facts.SchemeResolved(2, 1), "It takes the second option; it reveals another Scheme."),
    (facts.AiMoved("r2c4"), "The AI’s Harvester moves to the far east-north-east."),
    (facts.AiMoved("r5c1", gem=True), "The AI’s Harvester moves to the far south-west."),
    (
        facts.AiMoved("r3c5", arrow=True),
        "The AI’s Harvester moves to the far east along the arrow.",
    ),
    (
        facts.AiMoved("r1c1", ("r2c2",)),
        "The AI’s Harvester moves to the far north-west and clears the Water of the near north-west.",
    ),
    (
        facts.AiMoved("r1c1", ("r4c3", "r2c2"), arrow=True),
        (
            "The AI’s Harvester moves to the far north-west along the arrow"
            " and clears the Water of the near south-east and the near north-west."
        ),
    ),
    (facts.AiDiePlaced("market", 1, 5), "The AI places a 5 at the Market."),
    (facts.AiDiePlaced("laboratory", 2, 2), "The AI places a 2 at the Laboratory."),
    (facts.AiDiePlaced("negotiation", 4, 1, clan="jrayek"), "The AI places a 1 below Jrayek, row 4."),
    (
        facts.AiDiePlaced("depository", 1, 6, column=6),
        "The AI places a 6 in column 6 of the Depository, top row.",
    ),
    (facts.AiGained("token", gems=1), "The AI gains 1 Gem from a token of the planet."),
    (facts.AiGained("market", gems=2), "The AI gains 2 Gems from the Market."),
    (facts.AiGained("academy", dice=1), "The AI gains 1 die from the Academy."),
    (facts.AiGained("rest", gems=1, dice=2), "The AI gains 1 Gem and 2 dice from the Rest."),
    (facts.AiGained("harvest", gems=3), "The AI gains 3 Gems from the Harvest."),
    (facts.AiGained("no_option", gems=1), "The AI gains 1 Gem from a Scheme without a possible option."),
    (facts.AiGained("academy"), "The AI gains nothing from the Academy."),
    (facts.AiPaid("depository", 1), "The AI pays 1 Gem for the Depository."),
    (facts.AiPaid("negotiation", 3), "The AI pays 3 Gems for the Negotiation Board."),
    (facts.AiProgressed("harvest"), "The AI unlocks a Progress Tile, 2 ★: 1 more Gem in each Harvest."),
    (facts.AiProgressed("rest"), "The AI unlocks a Progress Tile, 2 ★: 1 more die in each Rest."),
    (facts.AiProgressed("execute"), "The AI unlocks a Progress Tile, 2 ★: 1 more Scheme in each Round."),
    (facts.AiProgressed("song"), "The AI unlocks a Progress Tile, 2 ★: song."),
    (facts.AiDiceReturned(0), "No dice of the AI return."),
    (facts.AiDiceReturned(1), "1 AI die returns."),
    (facts.AiDiceReturned(3), "3 dice of the AI return."),
    (
        facts.AiDiceReturned(1, 2),
        "1 AI die returns and 2 dice without a slot go to its supply.",
    ),
    (
        facts.AiDiceReturned(2, 1),
        "2 dice of the AI return and 1 die without a slot goes to its supply.",
    ),
    (
        facts.AiDiceReturned(0, 2),
        "No dice of the AI return and 2 dice without a slot go to its supply.",
    ),
]


@pytest.mark.parametrize(("fact", "sentence"), RIVAL)
def test_what_the_ai_does_reads_so(fact: Fact, sentence: str):
    assert says(fact) == sentence


@pytest.mark.parametrize("fact", [fact for fact, _ in RIVAL])
def test_everybody_reads_all_of_it(fact: Fact):
    assert told(fact, PUBLIC) == told(fact, Viewer("blue")) == told(fact)


@pytest.mark.parametrize(
    ("fact", "tone"),
    [
        (facts.AiProgressed("rest"), "score"),
        (facts.AiGained("market", gems=2), "plain"),
        (facts.AiMoved("r2c4"), "plain"),
        (facts.SchemeResolved(), "plain"),
    ],
)
def test_a_progress_tile_scores(fact: Fact, tone: str):
    assert told(fact).tone == tone


LEADS: list[tuple[Fact, list[Run]]] = [
    (facts.SchemeRevealed("scheme_04"), [Run("Scheme 4", piece="scheme_04")]),
    (
        facts.AiMoved("r1c1", ("r4c3", "r2c2")),
        [
            Run("the far north-west", place="r1c1"),
            Run("the near south-east", place="r4c3"),
            Run("the near north-west", place="r2c2"),
        ],
    ),
    (facts.AiDiePlaced("market", 1, 5), [Run("the Market", place="market:1")]),
    (facts.AiDiePlaced("negotiation", 4, 1, clan="jrayek"), [Run("Jrayek, row 4", place="jrayek:4")]),
    (
        facts.AiDiePlaced("depository", 3, 6, column=6),
        [Run("column 6 of the Depository, bottom row", place="depository:6:bottom")],
    ),
]


@pytest.mark.parametrize(("fact", "runs"), LEADS)
def test_what_a_fact_of_the_ai_names_is_found_at_the_table(fact: Fact, runs: list[Run]):
    assert leads(told(fact).says) == runs
