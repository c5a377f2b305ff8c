"""What a seat may not know makes no difference to what it is shown, offered or refused."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.chaos_order import GAME
from domain.games.chaos_order.reading import card_pool
from domain.games.chaos_order.state import Plan, State
from domain.kernel import PUBLIC, UNKNOWN, Chance, Rejected, Viewer
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import play
from domain.kernel.game import decide
from domain.kernel.offers import admits
from tests.games.chaos_order.table import BLUE, RED, begun, dealt
from tests.support.strategies import Wild, words_of


def as_bytes(value: Any) -> bytes:
    return msgspec.json.encode(value, order="sorted")


def other_hands(state: State, viewer: str | None, random: Random) -> State:
    """The same table with other cards in the hands, and on the sealed wheels, that the viewer cannot see."""
    pool = [card for card, number in card_pool(state).items() for _ in range(number)]
    seats, battle = dict(state.seats), state.battle
    hidden = [seat for seat in state.clockwise if seat != viewer]
    for seat in hidden:
        for card, number in seats[seat].hand.items():
            if card != UNKNOWN:
                pool += [card] * number
    plans = {} if battle is None else dict(battle.plans)
    for seat in hidden:
        if battle is not None and not battle.revealed and seat in plans and plans[seat].card is not None:
            pool.append(plans[seat].card)
    random.shuffle(pool)
    for seat in hidden:
        hand: dict[str, int] = {}
        for _ in range(sum(seats[seat].hand.values())):
            card = pool.pop()
            hand[card] = hand.get(card, 0) + 1
        if battle is not None and not battle.revealed and seat in plans and plans[seat].tactics == "use":
            plans[seat] = msgspec.structs.replace(plans[seat], card=pool.pop())
        seats[seat] = msgspec.structs.replace(seats[seat], hand=hand, fresh={})
    if battle is not None:
        battle = msgspec.structs.replace(battle, plans=plans)
    return msgspec.structs.replace(state, seats=seats, battle=battle)


@pytest.mark.parametrize("factions", [("jrayek", "zcharo"), ("ai", "leyrien", "oxataya", "circadians")])
def test_other_hands_look_the_same(factions):
    random, state = Random(4), dealt(*factions, seed=4).state
    for step in list(play(GAME, state, factions, Random(4), most_actions=700))[::9]:
        now = step.after
        if GAME.is_finished(now):
            continue
        for seat in (None, *factions):
            viewer = PUBLIC if seat is None else Viewer(seat)
            other = other_hands(now, seat, random)
            assert as_bytes(GAME.view(now, viewer)) == as_bytes(GAME.view(other, viewer))
            for offered in {None, seat}:
                mine = [as_bytes(GAME.offers(it, offered, viewer)) for it in (now, other)]
                assert mine[0] == mine[1]


def test_refusals_do_not_depend_on_other_hands_but_for_probes():
    factions = ("jrayek", "zcharo", "ai")
    random, state = Random(8), dealt(*factions, seed=8).state
    steps = list(play(GAME, state, factions, Random(8), most_actions=500))
    wild = Wild(random, [*words_of(GAME.demo_sets()["demo"])[:400], *factions * 40])
    for _ in range(400):
        now = random.choice(steps).after
        action = wild.action(GAME.actions)
        seat = GAME.actor(action)
        if seat not in factions or GAME.is_finished(now):
            continue
        answers = []
        for it in (now, other_hands(now, seat, random)):
            try:
                decide(GAME, it, action, Chance())
            except Rejected as rejection:
                answers.append((rejection.rule, rejection.message, rejection.field, rejection.probes))
            else:
                answers.append(("accepted", "", None, False))
        assert answers[0] == answers[1] or any(probes for *_, probes in answers), action


def test_sealed_plans_leave_the_reveal_offer_as_it_is():
    table = begun().bare().region("glass_mire", fighters={RED: 5, BLUE: 5})
    offers = []
    for plan in (Plan("die_a", "none"), Plan("plain_a", "use", "feint"), Plan("retreat", "bluff")):
        table.fighting("glass_mire", {RED: Plan("plain_a", "none"), BLUE: plan})
        offers.append([as_bytes(GAME.offers(table.state, None, viewer)) for viewer in (PUBLIC, Viewer(RED))])
    assert offers[0] == offers[1] == offers[2]
    public = GAME.offers(table.state, None, PUBLIC)[0]
    dice = public.parameters["dice"]
    assert admits(dice, {})
    assert admits(dice, {RED: 0, BLUE: 5})
    assert not admits(dice, {RED: 6})


def test_codec_keeps_actions_with_from():
    tree = {"type": "move_units", "seat": RED, "from": "black_sedge", "to": "glass_mire", "fighters": 1}
    action = codec_of(GAME).action(tree)
    assert msgspec.to_builtins(action) == tree
