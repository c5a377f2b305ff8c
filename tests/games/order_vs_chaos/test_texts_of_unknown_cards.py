"""OC-R86: the effects of a text that is known only once a card is named."""

from __future__ import annotations

from domain.games.order_vs_chaos.offers.effects import one_of_texts
from domain.kernel.offers.domains import Listed, Open
from tests.games.order_vs_chaos.table import OrderTable

DOOM = {"op": "doom", "side": "order", "delta": 1}
MORE_DOOM = DOOM | {"delta": 2}


def listed(*texts: list[dict[str, object]]) -> Listed:
    told = one_of_texts(OrderTable(4).state, texts, "white")
    assert isinstance(told, Open)
    assert isinstance(told.form, Listed)
    return told.form


def test_oc_r86_there_may_be_as_many_effects_as_the_longest_text_has_and_must_be_as_many_as_the_shortest():
    form = listed([DOOM, MORE_DOOM], [DOOM])
    assert (form.least, form.most) == (1, 2)
    assert len(form.of) == 2, "an effect of both texts is one"


def test_oc_r86_an_effect_that_is_optional_is_demanded_by_no_text():
    form = listed([DOOM, MORE_DOOM | {"optional": True}], [DOOM, MORE_DOOM, DOOM])
    assert (form.least, form.most) == (1, 3)
