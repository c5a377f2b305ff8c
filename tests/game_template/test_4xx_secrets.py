"""4xx: worlds that differ only in which card was drawn look the same to everybody else."""

from __future__ import annotations

from domain.game_template import GAME, facts
from domain.game_template.actions import DrawCard
from domain.kernel import PUBLIC, TRUTH, Viewer
from tests.game_template.table import GameTable

EVERYBODY_ELSE = (PUBLIC, Viewer("blue"))


def test_gt_401_a_hand_is_known_to_its_seat_alone():
    worlds = [GameTable().holding(red=[card]).turn_of("blue") for card in ("sun-1", "moon-6")]
    for viewer in EVERYBODY_ELSE:
        shown = [GAME.view(world.state, viewer) for world in worlds]
        assert shown[0] == shown[1]
        assert shown[0]["seats"]["red"]["hand_size"] == 1
        offers = [GAME.offers(world.state, "blue", viewer) for world in worlds]
        assert offers[0] == offers[1]
    for viewer in (TRUTH, Viewer("red")):
        assert GAME.view(worlds[0].state, viewer)["seats"]["red"]["hand"] == ["sun-1"]


def test_gt_401_a_drawn_card_is_named_to_its_seat_alone():
    action, fact = DrawCard(seat="red", card="sun-1"), facts.CardDrawn("red", "sun-1")
    for viewer in EVERYBODY_ELSE:
        assert "sun-1" not in str((GAME.action_view(action, viewer), GAME.fact_view(fact, viewer)))
    for viewer in (TRUTH, Viewer("red")):
        assert GAME.action_view(action, viewer)["card"] == GAME.fact_view(fact, viewer)["card"] == "sun-1"


def test_gt_401_a_played_card_is_seen_by_all_and_stays_known():
    for fact in (facts.CardScored("red", "sun-1", "low"), facts.CardDiscarded("red", "sun-1", "low")):
        assert GAME.fact_view(fact, PUBLIC)["card"] == "sun-1"
        assert GAME.exposes(fact)
    assert GAME.exposes(facts.CardDrawn("red", "sun-1")), "red knows it"
    assert not GAME.exposes(facts.DieRolled("red", 3))
