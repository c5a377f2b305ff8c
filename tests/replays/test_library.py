"""The library of games and component sets, which all threads of a web ask."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from domain.games import REGISTRY
from replays.library import DEMO, Library, UnknownComponentSet, UnknownGame
from tests.support.eager_threads import eager_threads

THREADS = 8
NEW_LIBRARIES = 300


def test_threads_that_ask_a_new_library_at_once_are_all_told_the_same() -> None:
    games = [*REGISTRY] * (2 * THREADS)
    known = {key: Library().component_set(DEMO, key).hash for key in REGISTRY}
    with eager_threads(), ThreadPoolExecutor(THREADS) as pool:
        for _ in range(NEW_LIBRARIES):
            library = Library()
            asked = pool.map(library.component_set, [DEMO] * len(games), games)
            assert [found.hash for found in asked] == [known[key] for key in games]


def test_a_set_that_comes_with_a_game_is_found_by_name_and_by_hash() -> None:
    library = Library()
    for key in REGISTRY:
        demo = library.component_set(DEMO, key)
        assert library.component_set(demo.hash) is library.component_set(demo.hash, key) is demo
        assert library.packaged(key)[DEMO] is demo
        assert library.is_packaged(demo)


def test_what_nobody_brought_is_unknown() -> None:
    library = Library()
    with pytest.raises(UnknownComponentSet):
        library.component_set(DEMO)  # every game has one of this name
    with pytest.raises(UnknownGame):
        library.packaged("chess")
