"""Who may see what, OC-801 … OC-805."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.games.order_vs_chaos import GAME, actions, facts
from domain.games.order_vs_chaos.state import Duty
from domain.games.order_vs_chaos.view import view
from domain.kernel import PUBLIC, TRUTH, Viewer
from tests.games.order_vs_chaos.table import OrderTable, final_battle
from tests.games.order_vs_chaos.test_6xx_end import won

ORDER_EYES = (PUBLIC, Viewer("red"), Viewer("blue"))
CHAOS_EYES = (TRUTH, Viewer("black"), Viewer("white"))


def as_bytes(value: Any) -> bytes:
    return msgspec.json.encode(value, order="sorted")


def drawn(card: str) -> OrderTable:
    """White has drawn that kept card at black's delivery."""
    table = OrderTable(4).turn_of("black").given(facts.DutyRaised(Duty("draw_event", seat="white", n=1)))
    return table.do("draw_event", seat="white", card=card)


def test_oc_801_nobody_sees_a_face_down_card():
    table = OrderTable()
    for viewer in (*ORDER_EYES, *CHAOS_EYES):
        shown = view(table.state, viewer)
        assert shown["locations"]["chicago"]["card"] is None
        assert shown["unopened"] == 30


def test_oc_802_nobody_sees_a_decks_order():
    shown = view(OrderTable().state, TRUTH)
    assert (shown["item_deck"], shown["event_deck"]) == (120, 42)


def test_oc_803_order_sees_only_the_number_of_kept_cards():
    one, other = drawn("panic"), drawn("infection_1")
    for viewer in ORDER_EYES:
        assert view(one.state, viewer)["seats"]["white"]["kept"] == 1
        assert as_bytes(view(one.state, viewer)) == as_bytes(view(other.state, viewer))
    for viewer in CHAOS_EYES:
        assert view(one.state, viewer)["seats"]["white"]["kept"] == ["panic"]


def test_oc_803_facts_and_actions_of_a_kept_draw():
    action = actions.DrawEvent(seat="white", card="panic")
    fact = drawn("panic").found(facts.EventDrawn)[0]
    assert GAME.fact_view(fact, Viewer("black"))["card"] == "panic"
    assert GAME.fact_view(fact, Viewer("red")) == {"fact": "event_drawn", "seat": "white", "keep": True}
    assert GAME.action_view(action, Viewer("white"))["card"] == "panic"
    for viewer in ORDER_EYES:
        assert GAME.action_view(action, viewer) == {"type": "draw_event", "seat": "white"}
    instant = drawn("omen_1").found(facts.EventDrawn)[0]
    assert GAME.fact_view(instant, PUBLIC)["card"] == "omen_1"
    assert drawn("omen_1").state.pending[0].card == "omen_1"


def test_oc_803_offers_do_not_tell_kept_cards_apart():
    for viewer in ORDER_EYES:
        for seat in ("red", "white", None):
            one, other = drawn("panic"), drawn("infection_1")
            for table in (one, other):
                table.card("chicago", "healing_shrine_2").at(red="chicago").turn_of("red")
            offers = [as_bytes(GAME.offers(table.state, seat, viewer)) for table in (one, other)]
            assert offers[0] == offers[1]
    one, other = drawn("panic"), drawn("infection_1")
    for table in (one, other):
        table.given(facts.DutyRaised(Duty("draw_event", seat="black", n=1)))
    seen = [as_bytes(GAME.offers(table.state, "black", Viewer("red"))) for table in (one, other)]
    known = [as_bytes(GAME.offers(table.state, "black", Viewer("black"))) for table in (one, other)]
    assert seen[0] == seen[1]
    assert known[0] != known[1], "Chaos knows which cards are left"


def test_oc_803_a_refusal_that_tells_is_marked():
    refusals = []
    for card in ("panic", "dark_mending_1"):
        table = drawn(card).card("chicago", "healing_shrine_2").at(red="chicago").turn_of("red")
        table.attempt("use_healing_shrine", seat="red", cancelled_by={"seat": "white", "card": "infection_1"})
        assert table.rejection is not None
        refusals.append((table.rejection.rule, table.rejection.message, table.rejection.probes))
    assert refusals[0] == refusals[1] == ("OC-519", refusals[0][1], True)


def test_oc_804_everything_else_is_public():
    table = OrderTable(4).fighting(equipment=("uzi_1",))
    seen = {as_bytes(view(table.state, viewer)) for viewer in (*ORDER_EYES, *CHAOS_EYES) if viewer != TRUTH}
    kept = [hero["kept"] for hero in view(table.state, PUBLIC)["seats"].values() if hero["side"] == "chaos"]
    assert kept == [0, 0]
    assert len(seen) == 2, "an empty hand of cards is shown as a number or as a list"


def test_oc_805_after_the_end_everything_is_shown_but_what_nobody_knows():
    assert GAME.opens_when_finished
    table = won("order")
    assert view(table.state, TRUTH)["table"]["unopened"] == 30
    assert view(final_battle().state, TRUTH)["table"] is None


def test_drawing_a_kept_card_exposes_it_to_chaos_and_playing_it_to_order():
    assert GAME.exposes(facts.EventDrawn("white", "panic", True))
    assert GAME.exposes(facts.EventPlayed("white", "panic"))
    assert GAME.exposes(facts.EventDrawn("white", "omen_1")), "an instant is read aloud"
    assert not GAME.exposes(facts.EventResolved("white", "omen_1"))


def test_invented_parts_are_labelled_in_the_view():
    assert "die_faces" in view(OrderTable().state, PUBLIC)["invented"]
