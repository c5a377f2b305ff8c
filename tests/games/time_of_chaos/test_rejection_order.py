"""Where two rules are broken at once, the first in the order of the rules file answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.games.time_of_chaos import GAME
from domain.kernel import Chance, Rejected
from domain.kernel.engine.entries import codec_of
from domain.kernel.game import decide
from domain.kernel.rejection import against_the_rules
from tests.games.time_of_chaos.table import DEMO, DISPLAYS, LAYOUT, ChaosTable, act, in_play, table_act
from tests.support.given import Table

FULL = ("NP-E", "NP-F", "NP-G")
SEND = act("send_disorder", "red")
SEARCH = act("search", "red", card="NP-C", refill="NP-D")
TIME_TRAVEL = act("time_travel", "red", era="past", cube_on="arrival")
CLOAKED = {"cloak": True}


def sending(*named: str) -> dict[str, Any]:
    return act("send_disorder", "red", sources=list(named))


def finished() -> ChaosTable:
    return in_play().triggered_by("blue").acting("red").play(act("end_turn", "red"))


def acting(*, used: int = 0) -> ChaosTable:
    return in_play().acting("red", used=used)


def blocked_source() -> ChaosTable:
    """Red has the source past:A, which is blocked, and past:B and past:C, which are not."""
    table = in_play().chaos("past:A", "red").chaos("present:A", "blue")
    return table.chaos("past:B", "red").chaos("past:C", "red").turn_of("red")


def no_actions_yet() -> ChaosTable:
    table = in_play().turn_of("red")
    table.given_state(actions_left=0)
    return table


Case = tuple[Callable[[], ChaosTable], dict[str, Any], str, str]
CASES: dict[str, Case] = {
    "606 before 119": (finished, table_act("lay_out_tiles", layout=LAYOUT), "TC-606", "TC-119"),
    "606 before 222": (finished, act("end_turn", "blue"), "TC-606", "TC-222"),
    "119 before 222": (ChaosTable, act("travel", "blue", city="Z"), "TC-119", "TC-222"),
    "119 before 110": (ChaosTable, act("place_pawn", "red", tile="present:A"), "TC-119", "TC-110"),
    "119 before 104": (in_play, table_act("lay_out_tiles", layout={}), "TC-119", "TC-104"),
    "119 before 106": (in_play, table_act("deal_displays", displays={}), "TC-119", "TC-106"),
    "119 before 117": (in_play, table_act("choose_first_player", first_player="x"), "TC-119", "TC-117"),
    "110 before 111": (
        lambda: ChaosTable().laid_out(),
        act("place_pawn", "red", tile="past:A"),
        "TC-110",
        "TC-111",
    ),
    "222 before 201": (
        lambda: in_play().turn_of("red"),
        act("end_turn", "blue"),
        "TC-222",
        "TC-201",
    ),
    "222 before 201 in the action step": (acting, act("send_disorder", "blue"), "TC-222", "TC-201"),
    "201 before 221": (no_actions_yet, act("travel", "red", city="E"), "TC-201", "TC-221"),
    "201 before 202": (acting, sending("past:A"), "TC-201", "TC-202"),
    "221 before 301": (
        lambda: acting(used=3).chaos("present:A", "blue"),
        SEARCH,
        "TC-221",
        "TC-301",
    ),
    "301 before 505": (
        lambda: acting().chaos("present:A", "blue").grabbed("red", *FULL),
        SEARCH,
        "TC-301",
        "TC-505",
    ),
    "301 before 332": (
        lambda: acting().chaos("present:A", "blue"),
        act("deliver", "red", card="PN-A"),
        "TC-301",
        "TC-332",
    ),
    "301 before 342": (
        lambda: acting().chaos("present:A", "blue"),
        TIME_TRAVEL | {"era": "present"},
        "TC-301",
        "TC-342",
    ),
    "grab: 505 before 312": (
        lambda: acting().grabbed("red", *FULL).deck(present=()),
        act("grab", "red"),
        "TC-505",
        "TC-312",
    ),
    "grab: 312 before 413": (
        lambda: acting().deck(present=()),
        act("grab", "red", **CLOAKED),
        "TC-312",
        "TC-413",
    ),
    "grab: 413 before 511": (acting, act("grab", "red", card="PN-D", **CLOAKED), "TC-413", "TC-511"),
    "search: 505 before 322": (
        lambda: acting().grabbed("red", *FULL),
        SEARCH | {"card": "PN-A"},
        "TC-505",
        "TC-322",
    ),
    "search: 322 before 404": (
        lambda: acting().supply(red=0),
        SEARCH | {"card": "PN-A"},
        "TC-322",
        "TC-404",
    ),
    "search: 322 before 411": (
        lambda: acting().exhausted("red"),
        SEARCH | {"card": "PN-A"} | CLOAKED,
        "TC-322",
        "TC-411",
    ),
    "search: 404 before 511": (
        lambda: acting().supply(red=0),
        SEARCH | {"refill": "PN-D"},
        "TC-404",
        "TC-511",
    ),
    "search: 411 before 511": (
        lambda: acting().exhausted("red"),
        SEARCH | {"refill": "PN-D"} | CLOAKED,
        "TC-411",
        "TC-511",
    ),
    "deliver: 333 before 404": (
        lambda: acting().supply(red=0).grabbed("red", "NP-D"),
        act("deliver", "red", card="NP-D"),
        "TC-333",
        "TC-404",
    ),
    "deliver: 333 before 411": (
        lambda: acting().exhausted("red").grabbed("red", "NP-D"),
        act("deliver", "red", card="NP-D", **CLOAKED),
        "TC-333",
        "TC-411",
    ),
    "time travel: 342 before 344": (
        acting,
        act("time_travel", "red", era="present"),
        "TC-342",
        "TC-344",
    ),
    "time travel: 342 before 404": (
        lambda: acting().supply(red=0),
        TIME_TRAVEL | {"era": "present"},
        "TC-342",
        "TC-404",
    ),
    "time travel: 343 before 344": (
        lambda: acting().chaos("past:A", "blue"),
        act("time_travel", "red", era="past"),
        "TC-343",
        "TC-344",
    ),
    "time travel: 343 before 404": (
        lambda: acting().chaos("past:A", "blue").supply(red=0),
        TIME_TRAVEL,
        "TC-343",
        "TC-404",
    ),
    "time travel: 344 before 404": (
        lambda: acting().supply(red=0),
        act("time_travel", "red", era="past"),
        "TC-344",
        "TC-404",
    ),
    "time travel: 344 before 411": (
        lambda: acting().exhausted("red"),
        TIME_TRAVEL | CLOAKED,
        "TC-344",
        "TC-411",
    ),
    "travel: 352 before 413": (acting, act("travel", "red", city="B", **CLOAKED), "TC-352", "TC-413"),
    "restore: 363 before 362": (acting, act("restore", "red", tile="past:B"), "TC-363", "TC-362"),
    "restore: 362 before 413": (acting, act("restore", "red", tile="past:A", **CLOAKED), "TC-362", "TC-413"),
    "send: 202 before 206, tile by tile": (
        blocked_source,
        sending("present:A", "past:A"),
        "TC-202",
        "TC-206",
    ),
    "send: 206 before 202, tile by tile": (
        blocked_source,
        sending("past:A", "present:A"),
        "TC-206",
        "TC-202",
    ),
    "send: 202 before 205": (blocked_source, sending("future:A", "future:A"), "TC-202", "TC-205"),
    "send: 206 before 205": (blocked_source, sending("past:A", "past:A"), "TC-206", "TC-205"),
    "send: 206 before 208": (blocked_source, sending("past:A"), "TC-206", "TC-208"),
    "send: 206 before 209": (
        lambda: blocked_source().supply(red=0),
        sending("past:A"),
        "TC-206",
        "TC-209",
    ),
    "send: 205 before 209": (
        lambda: blocked_source().supply(red=0),
        sending("past:B", "past:B"),
        "TC-205",
        "TC-209",
    ),
    "send: 205 before 210": (
        lambda: blocked_source().supply(red=1),
        sending("past:B", "past:B"),
        "TC-205",
        "TC-210",
    ),
    "send: 205 before 208": (
        blocked_source,
        sending("past:B", "past:B", "past:C"),
        "TC-205",
        "TC-208",
    ),
}


def all_broken(table: ChaosTable, action: dict[str, Any]) -> list[str]:
    """Every rule that the action breaks, in the order in which they are looked at."""
    with against_the_rules() as noted:
        try:
            decide(GAME, table.state, codec_of(GAME).action(action), Chance())
        except Rejected as rejection:
            return [*(earlier.rule for earlier in noted), rejection.rule]
        except Exception:  # the facts of an impossible action may not be computable
            return [earlier.rule for earlier in noted]
    return [earlier.rule for earlier in noted]


@pytest.mark.parametrize(("table", "action", "first", "second"), CASES.values(), ids=CASES)
def test_the_first_rule_in_the_fixed_order_answers(
    table: Callable[[], ChaosTable], action: dict[str, Any], first: str, second: str
):
    table().when(action).then_rejected(first)
    broken = all_broken(table(), action)
    assert broken[0] == first
    assert second in broken[1:]


def test_deliver_332_before_333_and_404():
    table = acting().supply(red=0).when(act("deliver", "red", card="NP-D"))
    table.then_rejected("TC-332")


def test_the_number_of_seats_before_their_colours():
    seats = [{"seat": "red", "color": "red"}, {"seat": "red", "color": "red"}]
    with pytest.raises(Rejected, match="TC-101"):
        Table(GAME, seats, components=DEMO)


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (act("grab", "red", card="XX"), "TC-511"),
        (act("search", "red", card="XX"), "TC-322"),
        (act("search", "red", card="NP-C", refill="XX"), "TC-511"),
        (act("deliver", "red", card="XX"), "TC-332"),
        (act("time_travel", "red", era="XX"), "TC-342"),
        (act("travel", "red", city="XX"), "TC-352"),
        (act("restore", "red", tile="XX"), "TC-363"),
        (act("end_turn", "violet"), "TC-222"),
    ],
)
def test_an_unknown_id_fails_the_first_precondition_that_mentions_it(action: dict[str, Any], rule: str):
    acting().when(action).then_rejected(rule)


def test_unknown_ids_in_setup_and_in_the_send_step():
    ChaosTable().laid_out().when(act("place_pawn", "blue", tile="XX")).then_rejected("TC-111")
    ChaosTable().laid_out().when(act("place_pawn", "violet", tile="XX")).then_rejected("TC-110")
    in_play().turn_of("red").when(sending("XX")).then_rejected("TC-202")
    wrong = {**DISPLAYS, "past": ("XX", "YY", "ZZ")}
    ChaosTable().when(table_act("deal_displays", displays=wrong)).then_rejected("TC-106")
