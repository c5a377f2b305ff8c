"""Hidden hands: worlds that differ only in which card was grabbed look the same to everybody else."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import msgspec
import pytest

from domain.games.time_of_chaos import GAME
from domain.kernel import PUBLIC, TRUTH, UNKNOWN, Chance, Rejected, Viewer
from domain.kernel.engine.entries import Entry, RecordedBy, codec_of
from domain.kernel.engine.views import entry_view, state_view
from domain.kernel.game import decide
from domain.kernel.session import Stamp, UnitOfWork
from domain.kernel.session.opening import OpeningRequest, open_session
from tests.games.time_of_chaos.table import DEMO, DISPLAYS, LAYOUT, act, table_act

SEATS = ("red", "blue", "green")
STAMP = Stamp(at="2026-01-01T00:00:00.000Z", by=RecordedBy("scribe"), salt="00")
SETUP = [
    table_act("lay_out_tiles", layout=LAYOUT),
    table_act("deal_displays", displays=DISPLAYS),
    table_act("choose_first_player", first_player="red"),
    act("place_pawn", "green", tile="present:C"),
    act("place_pawn", "blue", tile="present:B"),
    act("place_pawn", "red", tile="present:A"),
]


def passing(seat: str) -> list[dict[str, Any]]:
    return [act("send_disorder", seat), act("end_turn", seat)]


def lead_up(holder: str, *grabbed: str) -> list[dict[str, Any]]:
    """The holder grabs these cards in the first round; then the next seat stands in its action step."""
    actions = list(SETUP)
    for seat in SEATS:
        if seat == holder:
            grabs = [act("grab", seat, card=card) for card in grabbed]
            actions += [act("send_disorder", seat), *grabs, act("end_turn", seat)]
            following = SEATS[(SEATS.index(seat) + 1) % len(SEATS)]
            return [*actions, act("send_disorder", following)]
        actions += passing(seat)
    raise AssertionError(holder)


class World:
    """A session played up to a point, and what each viewer gets of it."""

    def __init__(self, actions: list[dict[str, Any]]) -> None:
        request = OpeningRequest(seats=tuple({"seat": seat, "color": seat} for seat in SEATS))
        session, opened, _ = open_session(GAME, DEMO, request, "a-session", bytes(32), STAMP)
        draft = UnitOfWork(session, lambda first, last: iter(()))
        self.entries: list[Entry] = [opened]
        for action in actions:
            self.entries.append(draft.record(action, STAMP, None)[0])
        self.state = draft.position.state

    def seen_by(self, viewer: Viewer) -> bytes:
        seats = (None, viewer.seat) if viewer.seat is not None else (None,)
        return msgspec.json.encode(
            [
                state_view(GAME, self.state, viewer),
                [entry_view(GAME, entry, viewer, self.state) for entry in self.entries],
                [GAME.offers(self.state, seat, viewer) for seat in seats],
                GAME.standing(self.state),
                GAME.moment(self.state),
            ]
        )

    def answer(self, tree: dict[str, Any]) -> tuple[str, Any]:
        try:
            facts, after = decide(GAME, self.state, codec_of(GAME).action(tree), Chance())
        except Rejected as rejection:
            kind = "probe" if rejection.probes else "rejected"
            return kind, (rejection.rule, rejection.message, rejection.field)
        return "accepted", (facts, after)


SWAPS = [("NP-D", "NP-E"), ("NP-D", "NF-I"), ("NF-H", "NP-G")]
"""What the holder grabbed in one world and what lies in the deck, and the other way round in the other."""


@pytest.fixture(params=SWAPS, ids="-".join)
def swap(request: pytest.FixtureRequest) -> tuple[str, str]:
    pair: tuple[str, str] = request.param
    return pair


@pytest.mark.parametrize("holder", SEATS)
def test_tc_507_all_others_see_two_such_worlds_alike_to_the_byte(holder: str, swap: tuple[str, str]):
    one, other = (World(lead_up(holder, card)) for card in swap)
    for viewer in (PUBLIC, *(Viewer(seat) for seat in SEATS if seat != holder)):
        assert one.seen_by(viewer) == other.seen_by(viewer)
    for viewer in (TRUTH, Viewer(holder)):
        assert one.seen_by(viewer) != other.seen_by(viewer)


def tries(seat: str) -> list[dict[str, Any]]:
    """Every action that the seat may think of, legal or not."""
    cards = [*DEMO.box.cards, "XX"]
    payments: list[dict[str, Any]] = [{}, {"cube_on": "arrival"}, {"cloak": True}]
    return [
        act("send_disorder", seat),
        act("end_turn", seat),
        act("grab", seat),
        *(act("grab", seat, card=card) for card in cards),
        *(act("deliver", seat, card=card) for card in cards),
        *(act("search", seat, card=card, refill="NP-F") for card in cards),
        *(act("search", seat, card="NP-A", refill=card) for card in cards),
        *(
            act("time_travel", seat, era=era, **pay)
            for era in ("past", "present", "future")
            for pay in payments
        ),
        *(act("travel", seat, city=city) for city in DEMO.box.cities),
        *(act("restore", seat, tile=tile) for tile in DEMO.box.tiles),
    ]


@pytest.mark.parametrize(("holder", "asking"), list(permutations(SEATS, 2)))
def test_refusals_tell_the_others_nothing_but_for_marked_probes(
    holder: str, asking: str, swap: tuple[str, str]
):
    one, other = (World(lead_up(holder, card)) for card in swap)
    probed = set()
    for tree in tries(asking):
        (kind, answer), (other_kind, other_answer) = one.answer(tree), other.answer(tree)
        if kind == other_kind == "accepted":
            continue
        if kind == other_kind:
            assert answer == other_answer, tree
        else:  # the seat declares a draw that one of the worlds rules out
            assert {kind, other_kind} == {"accepted", "probe"}, tree
            probed.add(tree.get("refill") or tree["card"])
    assert probed in (set(), set(swap))


def test_tc_511_such_a_refusal_is_marked_as_a_probe():
    world = World(lead_up("red", "NP-D"))
    assert world.answer(act("grab", "blue", card="NP-D"))[0] == "probe"
    assert world.answer(act("search", "blue", card="NP-A", refill="NP-D"))[0] == "probe"
    assert world.answer(act("grab", "blue", card="NP-E"))[0] == "accepted"


def test_the_candidates_of_a_draw_are_what_the_viewer_cannot_rule_out():
    world = World(lead_up("red", "NP-D"))

    def candidates(viewer: Viewer) -> set[str]:
        offers = GAME.offers(world.state, "blue", viewer)
        return set(next(offer for offer in offers if offer.type == "grab").parameters["card"].of.values)

    deck = set(world.state.decks["present"])
    assert candidates(TRUTH) == candidates(Viewer("red")) == deck | {UNKNOWN}
    assert candidates(Viewer("blue")) == candidates(PUBLIC) == deck | {"NP-D", UNKNOWN}


def test_tc_507_a_delivery_shows_the_card_and_no_other():
    hidden = World(lead_up("red", "NP-D", "NF-I"))
    assert b"NP-D" not in hidden.seen_by(PUBLIC)
    moves = [
        *lead_up("red", "NF-D", "NP-E")[:-1],
        *passing("blue"),
        *passing("green"),
        act("send_disorder", "red"),
        act("travel", "red", city="E"),
        act("time_travel", "red", era="past", cube_on="arrival"),
        act("deliver", "red", card="NP-E"),
    ]
    world = World(moves)
    shown = state_view(GAME, world.state, PUBLIC)["seats"]["red"]
    assert shown["tableau"] == ["NP-E"]
    assert shown["hand"] == [{"deck": "present", "via": "grab"}]
    grab = next(entry for entry in world.entries if b'"grab"' in msgspec.json.encode(entry))
    assert "card" not in entry_view(GAME, grab, PUBLIC, world.state)["action"]


def test_everything_is_shown_once_the_game_is_over():
    world = World(lead_up("red", "NP-D"))
    over = msgspec.structs.replace(world.state, phase="finished", active=None, actions_left=0)
    assert state_view(GAME, over, PUBLIC) == GAME.view(over, TRUTH)
    assert state_view(GAME, world.state, PUBLIC) != GAME.view(world.state, TRUTH)


def unseen(*, named: str | None = None) -> World:
    """Red grabs a card that nobody saw who records, and names it in blue's turn or not at all."""
    naming = [] if named is None else [act("name_card", "red", card=named)]
    return World([*lead_up("red", UNKNOWN), *naming])


def test_tc_507_an_unknown_card_tells_the_others_nothing():
    """Not even that it is unknown: it looks to them as one that was declared."""
    known = World(lead_up("red", "NP-D"))
    for viewer in (PUBLIC, Viewer("blue"), Viewer("green")):
        assert unseen().seen_by(viewer) == known.seen_by(viewer)
    for viewer in (TRUTH, Viewer("red")):
        assert unseen().seen_by(viewer) != known.seen_by(viewer)


def test_tc_507_a_card_that_was_named_is_as_hidden_as_one_that_was_declared():
    one, other = unseen(named="NP-D"), unseen(named="NF-I")
    for viewer in (PUBLIC, Viewer("blue"), Viewer("green")):
        assert one.seen_by(viewer) == other.seen_by(viewer)
    assert state_view(GAME, one.state, Viewer("red")) == state_view(
        GAME, World(lead_up("red", "NP-D")).state, Viewer("red")
    )


@pytest.mark.parametrize("asking", ["blue", "green"])
def test_refusals_tell_the_others_nothing_of_an_unknown_card(asking: str):
    one, other = unseen(), World(lead_up("red", "NP-D"))
    for tree in (*tries(asking), *(act("name_card", asking, card=card) for card in DEMO.box.cards)):
        (kind, answer), (other_kind, other_answer) = one.answer(tree), other.answer(tree)
        if kind == other_kind == "rejected":
            assert answer == other_answer, tree
        elif kind != other_kind:
            assert {kind, other_kind} == {"accepted", "probe"}, tree


def test_what_a_seat_names_tells_it_of_others_hands_only_as_a_probe():
    """Blue grabbed one of these, and red tries both for its own unknown card."""
    one, other = (World([*lead_up("blue", card)[:-1], *passing("green")]) for card in ("NP-D", "NF-I"))
    for world in (one, other):
        for tree in (act("send_disorder", "red"), act("grab", "red", card=UNKNOWN)):
            world.state = decide(GAME, world.state, codec_of(GAME).action(tree), Chance())[1]
    assert one.seen_by(Viewer("red")) == other.seen_by(Viewer("red"))
    asked = [act(kind, "red", card=card) for kind in ("name_card", "deliver") for card in DEMO.box.cards]
    probed = set()
    for tree in asked:
        (kind, answer), (other_kind, other_answer) = one.answer(tree), other.answer(tree)
        if kind == other_kind == "rejected":
            assert answer == other_answer, tree
        elif kind != other_kind:
            assert {kind, other_kind} == {"accepted", "probe"}, tree
            probed.add(tree["card"])
    assert probed == {"NP-D", "NF-I"}
