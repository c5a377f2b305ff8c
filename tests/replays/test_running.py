"""Which functions are called while something is done."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

from domain.kernel.rulebook import remarks_in, rules_in
from replays.enforced_rules import calls
from tests.support.eager_threads import eager_threads

TEXT = "## Setup\n\n| id | rule | place |\n|---|---|---|\n| XY-1 | Two seats. | `rules/setup.py` `admit` |\n"


def test_what_is_called_is_told_with_its_module_and_what_is_not_is_not() -> None:
    with calls() as called:
        list(rules_in(TEXT))
    assert ("rulebook", "rules_in") in called.within("domain.kernel")
    assert ("kernel/rulebook", "rules_in") in called.within("domain")
    assert ("rulebook", "remarks_in") not in called.within("domain.kernel")
    assert called.within("domain.kern") == called.within("") == frozenset()


def test_what_is_called_before_and_after_is_not_told() -> None:
    list(remarks_in(TEXT))
    with calls() as called:
        pass
    list(remarks_in(TEXT))
    assert called.within("domain.kernel") == frozenset()


def test_a_function_within_another_goes_by_the_name_of_the_outer_one() -> None:
    with calls() as called:
        any(one for one in (lambda: [1])())
    assert (
        __name__.rpartition(".")[2],
        "test_a_function_within_another_goes_by_the_name_of_the_outer_one",
    ) in called.within(__name__.rpartition(".")[0])


def test_who_watched_before_watches_afterwards() -> None:
    seen: list[str] = []

    def watch(_: object, event: str, __: object) -> None:
        seen.append(event)

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        with calls():
            pass
        assert sys.getprofile() is watch
    finally:
        sys.setprofile(before)


def test_threads_that_watch_at_once_each_see_their_own_calls() -> None:
    threads, times = 8, 2_500

    def watched(_: int) -> frozenset[tuple[str, str]]:
        for _ in range(times):
            with calls():
                pass
        with calls() as called:
            list(rules_in(TEXT))
        return called.within("domain.kernel")

    with eager_threads(), ThreadPoolExecutor(threads) as pool:
        assert set(pool.map(watched, range(threads))) == {frozenset({("rulebook", "rules_in")})}
