"""Hidden hands, dice, plans and resources (FL-119, FL-123): what others see of them, and what they do not."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.first_light import GAME, facts
from domain.games.first_light.reading import unseen_items
from domain.games.first_light.state import State
from domain.kernel import PUBLIC, Viewer
from domain.kernel.engine.entries import codec_of
from tests.games.first_light.table import act, executing, with_seat
from tests.games.first_light.test_promises import played


def redealt(state: State, viewer: str, random: Random) -> State:
    """The same table to this seat: what others hide is shuffled among them and the unseen."""
    if state.phase == "setup_items":
        return state
    pool = unseen_items(state)
    others = [seat for seat in state.seats if seat != viewer]
    for seat in others:
        pool.update(card for card in state.seats[seat].hand if card is not None)
    cards = sorted(pool.elements())
    random.shuffle(cards)
    seats: dict[str, Any] = dict(state.seats)
    for seat in others:
        base = state.seats[seat]
        hand = tuple(cards.pop() for _ in base.hand)
        rolled = tuple(random.randint(1, 6) for _ in base.rolled)
        hidden: dict[str, Any] = {"hand": hand, "rolled": rolled, "plan_garages": (), "plan_farms": {}}
        if not state.resources_public:
            hidden["resources"] = {name: random.randint(0, 30) for name in base.resources}
        if not state.characters_open and not state.open_choice and base.character is not None:
            hidden["character"] = random.choice(sorted(state.box.box.characters))
        seats[seat] = msgspec.structs.replace(base, **hidden)
    return msgspec.structs.replace(state, seats=seats)


def as_bytes(value: Any) -> bytes:
    return msgspec.json.encode(value, order="sorted")


@pytest.mark.parametrize(("seats", "ai"), [(2, False), (3, True), (4, False)])
def test_states_that_differ_in_hidden_things_alone_look_and_offer_alike(seats: int, ai: bool):
    random = Random(3)
    compared = 0
    for step in played(seats, 9, ai)[::4]:
        state = step.after
        if GAME.is_finished(state) or state.deck.bottom:
            state = msgspec.structs.replace(state, deck=msgspec.structs.replace(state.deck, bottom=()))
        if GAME.is_finished(state):
            continue
        for seat in state.seats:
            other = redealt(state, seat, random)
            compared += other != state
            viewer = Viewer(seat)
            assert as_bytes(GAME.view(other, viewer)) == as_bytes(GAME.view(state, viewer))
            for actor in (seat, None):
                offers = [as_bytes(GAME.offers(table, actor, viewer)) for table in (other, state)]
                assert offers[0] == offers[1]
            assert as_bytes(GAME.standing(other)) == as_bytes(GAME.standing(state))
    assert compared > 20


def test_what_actions_and_facts_show_to_others_names_no_hidden_card():
    for step in played(4, 9, False):
        for fact in step.facts:
            if isinstance(fact, facts.ItemsDrawn):
                seen = as_bytes([GAME.fact_view(fact, Viewer("nobody")), GAME.fact_view(fact, PUBLIC)])
                assert not any(str(card).encode() in seen for card in fact.items)
        action = codec_of(GAME).action(step.action)
        shown = GAME.action_view(action, PUBLIC)
        assert shown is not None
        assert not {"drawn", "values", "garages", "farms", "keep", "bottom"} & shown.keys()


def test_a_seat_that_names_a_card_of_another_hand_is_told_under_a_probe():
    table = with_seat(executing(4, hand=(None,)), "black", hand=("yeki",))
    table.when(act("place_depository", row="middle", item="yeki"))
    assert table.rejection is not None
    assert (table.rejection.rule, table.rejection.probes) == ("FL-311", True)
    with_seat(table, "black", hand=("grogg",))
    table.when(act("place_depository", row="middle", item="yeki")).then_accepted()
