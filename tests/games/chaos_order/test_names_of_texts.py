"""Texts that are carried out by hand have a name wherever they stand in an ability."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.chaos_order import GAME
from domain.kernel.session.rendering import naming
from tests.games.chaos_order.table import TWO, faction_in, with_box

MANUAL = {"do": "manual", "text_id": "omen"}


@pytest.mark.parametrize("effect", [MANUAL, {"do": "pay", "cost": {"energy": 1}, "then": [MANUAL]}])
def test_a_text_is_named_after_its_ability_also_within_another_effect(effect: dict[str, Any]):
    ability = {"id": "curse", "name": "Dark Curse", "text": "Everybody loses 1 energy.", "optional": True}

    def change(document: dict[str, Any]) -> None:
        faction_in(document, "circadians")["abilities"].append(
            ability | {"trigger": "any_time", "effects": [effect]}
        )

    told = naming(GAME, with_box(change), TWO).components["omen"]
    assert (told.name, told.text) == ("Dark Curse", "Everybody loses 1 energy.")
