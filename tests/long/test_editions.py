"""Sets changed at random in small, and proof that a set that stops a table is noticed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from domain.games import REGISTRY
from domain.kernel.selfcheck import play
from tests.support.long import edition_by_hand, editions
from tests.support.long.campaign import Wanted


def test_what_is_accepted_is_played_to_the_end(tmp_path: Path) -> None:
    figures, faults = editions.run(Wanted(sets=2), tmp_path)
    assert faults == []
    assert figures.keys() == {f"{key}: changes accepted" for key, game in REGISTRY.items() if game.editing}


def test_a_set_that_stops_a_table_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game, random = REGISTRY["time_of_chaos"], Random(1)
    document, made = editions.changed_set(game, random)
    assert made
    monkeypatch.setattr(play, "MOST_ACTIONS", 5)
    assert "do not finish" in (editions.fault_of(game, document, random) or "")


def test_a_card_that_takes_too_much_by_hand_is_noticed() -> None:
    by_hand = edition_by_hand.Hand(None, edition_by_hand.PHONE)  # type: ignore[arg-type]
    with by_hand.section("Items") as section:
        by_hand.card(section)
        section.cards[0].taps = 7
        section.around.characters = 60 * 60 * 4
    assert edition_by_hand.faults_of(by_hand) == ["60 minutes, not 60", "Items: a card takes 7 gestures"]
    box = edition_by_hand.box_of(Random(1))
    assert len([*edition_by_hand.differing(edition_by_hand.PACKAGED, box)]) > 100
