"""Effects that a component set leaves to the table, and what a set's own modifiers do."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.first_light import GAME, facts
from domain.kernel import PUBLIC, TRUTH, ComponentSet, InvalidComponents, Open, Viewer
from domain.kernel.offers import Domain, admits
from domain.kernel.session.opening import load_components
from tests.games.first_light.table import (
    act,
    demo,
    executing,
    host,
    planning,
    resources,
    spent,
    started,
    with_seat,
)
from tests.support.given import Table


def manual() -> ComponentSet:
    """The demo set as a variant: an Event, a character, an Item and a clan side are left to the table."""
    document = demo() | {"variant": True}
    document["events"][4]["effect"] = {"kind": "manual"}
    document["characters"][0]["effect"] = {"kind": "manual"}
    document["clans"]["zcharo"]["a"] = {"kind": "manual"}
    in_game(document)["benefit"] = {"kind": "manual"}
    return load_components(GAME, document)


def in_game(document: Any) -> Any:
    """The first Item that counts during the game."""
    return next(card for card in document["items"] if card["kind"] == "in_game")


def apply(effect: str, **changes: Any) -> dict[str, Any]:
    return host("apply_effect", effect=effect, changes={"blue": changes})


def form(table: Table, viewer: Viewer) -> Domain:
    """What the offer to carry an effect out asks for."""
    [offer] = [offer for offer in GAME.offers(table.state, None, viewer) if offer.type == "apply_effect"]
    changes = offer.parameters["changes"]
    assert isinstance(changes, Open)
    assert changes.form is not None
    return changes.form


def test_an_effect_is_asked_for_in_a_form_that_holds_what_the_table_can_change():
    asked = form(with_seat(planning(components=manual()), hand=("yeki", "grogg")), TRUTH)
    for changes in (
        {},
        {"blue": {}},
        {"blue": {"water": -10, "algae": 3, "dice": -3, "items": [None, "ledger"], "discard": ["yeki"]}},
        {"blue": {"move_to": "r2c2"}, "black": {"gems": 1}},
    ):
        assert admits(asked, changes), changes
    for wrong in (
        {"green": {}},
        {"blue": {"water": -11}},
        {"blue": {"dice": 11}},
        {"blue": {"discard": ["ledger"]}},
    ):
        assert not admits(asked, wrong), wrong


def test_fl_123_the_form_tells_a_seat_nothing_of_what_another_has():
    poor, rich = planning(components=manual()), planning(components=manual())
    with_seat(poor, "black", resources={"water": 1}, hand=("yeki", "grogg"))
    with_seat(rich, "black", resources={"water": 9}, hand=("ledger", None))
    assert form(poor, Viewer("blue")) == form(rich, Viewer("blue"))
    assert form(poor, TRUTH) != form(rich, TRUTH)


def test_fl_210_a_manual_event_is_carried_out_in_its_round():
    table = planning(components=manual())
    assert GAME.view(table.state, PUBLIC)["event"]["manual"]
    table.when(apply("quiet_night", water=2, algae=-1, dice=1, items=["yeki"], move_to="r2c2"))
    table.then_includes(
        facts.EffectApplied("quiet_night"),
        facts.ResourcesGained("blue", "quiet_night", {"water": 2}),
        facts.ResourcesPaid("blue", "quiet_night", {"algae": 1}),
        facts.DiceGained("blue", "quiet_night", 1),
        facts.TokenTaken("blue", "r2c2", "water_3"),
    )
    assert resources(table)["water"] == 15
    table.when(apply("dust", water=1)).then_rejected("FL-210", field="effect")
    started(components=manual()).when(apply("quiet_night")).then_rejected("FL-210")
    planning().when(apply("quiet_night", water=1)).then_rejected("FL-210")


def test_fl_122_manual_changes_leave_a_table_that_can_be():
    table = planning(components=manual())
    for changes in ({"water": -11}, {"dice": -4}, {"dice": 11}):
        table.when(apply("quiet_night", **changes)).then_rejected("FL-122", field="changes/blue")
    table.when(apply("quiet_night", dice=3)).then_rejected("FL-122")
    table.when(apply("quiet_night", move_to="moon")).then_rejected("FL-122")
    table.when(apply("quiet_night", items=["atlas"])).then_rejected("FL-115")
    table.when(apply("quiet_night", discard=["yeki"])).then_rejected("FL-115")
    table.when(host("apply_effect", effect="quiet_night", changes={"green": {}})).then_rejected("FL-104")


def test_fl_122_items_are_discarded_by_the_table_alone():
    table = planning(components=manual()).play(apply("quiet_night", items=["yeki", "grogg"]))
    table.when(apply("quiet_night", discard=["yeki"]))
    assert table.facts == (
        facts.EffectApplied("quiet_night"),
        facts.ItemsDiscarded("blue", "quiet_night", ("yeki",)),
    )
    assert table.state.seats["blue"].hand == ("grogg",)


def test_fl_541_a_manual_character_is_flagged_and_works_at_any_time():
    table = executing(4, character="akira_hope", options={"components": manual()})
    assert GAME.view(table.state, PUBLIC)["seats"]["blue"]["manual"]
    table.when(apply("akira_hope", gems=1)).then_accepted()
    assert spent(table) == {"gems": -1}


def test_a_manual_item_works_at_any_time_once_a_seat_has_it():
    """FL-536; what it gives at the end counts by itself, so that an end-game Item is never manual."""
    item = in_game(demo())["id"]
    table = planning(components=manual()).play(apply("quiet_night", items=[item]))
    table.when(apply(item, gems=1)).then_rejected("FL-210")
    with_seat(table, hand=(), acquired=(item,)).when(apply(item, gems=1)).then_accepted()
    document = demo() | {"variant": True}
    last = next(card for card in document["items"] if card["kind"] == "end_game")
    last["benefit"] = {"kind": "manual"}
    with pytest.raises(InvalidComponents):
        load_components(GAME, document)


def test_fl_351_a_manual_clan_ability_is_answered_by_the_table_or_declined():
    table = executing(4, options={"components": manual()})
    table.play(act("place_negotiation", clan="zcharo", row=1))
    table.when(act("use_clan_ability")).then_rejected("FL-351")
    table.when(apply("leyrien", water=1)).then_rejected("FL-306")
    table.when(apply("zcharo", water=1)).then_accepted()
    assert table.state.pending.kind == "advancement"
    executing(4, options={"components": manual()}).when(apply("zcharo")).then_rejected("FL-351")


def test_items_of_a_manual_effect_are_the_owners_secret():
    action = GAME.actions[8](effect="quiet_night", changes={"blue": {}})
    assert GAME.action_view(action, PUBLIC) is not None
    table = planning(components=manual()).when(apply("quiet_night", items=["yeki"]))
    seen = [GAME.fact_view(fact, Viewer("black")) for fact in table.facts]
    assert "yeki" not in str(seen)


def test_an_unnamed_item_works_by_its_modifiers():
    """Field Kit of the demo set: 1 Algae less at the Academy, 2 Water at the Control Room."""
    table = executing(4, acquired=("field_kit",)).play(act("place_academy", space=2, dice=1))
    assert spent(table) == {"algae": 1}
    table = executing(2, acquired=("field_kit",)).play(act("place_control_room", space=1, pay="power"))
    assert spent(table) == {"power": 2, "water": -2}


def test_an_events_modifier_counts_for_every_seat():
    for seat in ("blue", "black"):
        table = with_seat(executing(4, event="market_day"), "black", garages=(4,), resources={})
        table.given_state(to_act=seat).when(act("place_market", seat, space=1))
        table.then_includes(facts.ResourcesGained(seat, "market_day", {"water": 3}))


def test_an_events_items_come_with_those_of_the_location():
    table: Table = executing(4, event="signal_from_home")
    table.when(act("place_headquarters", gain="water", drawn=["yeki"])).then_accepted()
    assert table.state.seats["blue"].hand == ("yeki",)
