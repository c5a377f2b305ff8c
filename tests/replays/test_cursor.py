"""The cursor: any position, one entry on or back, and what changed."""

from __future__ import annotations

import pytest

from domain.kernel.messages import PUBLIC, Viewer
from domain.kernel.session import NotLive
from replays.cursor import Cursor, ViewDifference, differences
from tests.support.replays.logs import LIBRARY, eventful_log, recorded_log


@pytest.fixture(scope="module")
def cursor() -> Cursor:
    return Cursor.over(eventful_log().stored, LIBRARY)


def test_begins_at_the_last_entry(cursor: Cursor) -> None:
    last = Cursor.over(eventful_log().stored, LIBRARY)
    assert last.number == len(last.entries)
    assert last.step() is None


def test_every_way_to_a_position_gives_the_same_table() -> None:
    cursor = Cursor.over(recorded_log(1).stored, LIBRARY)
    cursor.at(1)
    stepped = [cursor.view()]
    while cursor.step():
        stepped.append(cursor.view())
    jumped = [(cursor.at(number), cursor.view())[1] for number in range(1, len(stepped) + 1)]
    backwards = [cursor.view()]
    while cursor.back():
        backwards.append(cursor.view())
    assert stepped == jumped == backwards[::-1]


def test_goes_over_corrections_and_retractions(cursor: Cursor) -> None:
    before = (cursor.at(9), cursor.view())[1]
    corrected = (cursor.at(11), cursor.view())[1]
    taken_back = (cursor.step(), cursor.view())[1]
    assert corrected != before
    assert taken_back == before
    assert cursor.live == [*range(1, 10), 12]
    assert cursor.entry.number == 12


def test_there_is_no_position_outside_the_log(cursor: Cursor) -> None:
    for number in (0, -1, len(cursor.entries) + 1):
        with pytest.raises(NotLive):
            cursor.at(number)


def test_diff_names_what_changed_and_leaves_the_cursor_where_it_is(cursor: Cursor) -> None:
    cursor.at(3)
    forth, back = cursor.diff(9, 11), cursor.diff(11, 9)
    assert cursor.number == 3
    assert forth
    assert [(c.path, c.before, c.after) for c in forth] == [(c.path, c.after, c.before) for c in back]
    assert cursor.diff(9, 12) == []


def test_diff_shows_no_more_than_the_viewer_may_see() -> None:
    cursor = Cursor.over(recorded_log(0, actions=40).stored, LIBRARY)
    grabbed = next(e.number for e in cursor.entries if b'"grab"' in bytes(getattr(e, "action", b"")))
    seat = cursor.session.game.moment((cursor.at(grabbed), cursor.state)[1]).active[0]
    own = cursor.diff(grabbed - 1, grabbed, Viewer(seat))
    public = cursor.diff(grabbed - 1, grabbed, PUBLIC)
    assert own != public


def test_differences_are_json_pointers() -> None:
    before = {"a/b": [1, 2, {"c~": 1}], "gone": None, "same": [True]}
    after = {"a/b": [1, 3, {"c~": True}, 4], "new": {}, "same": [True]}
    assert list(differences(before, after)) == [
        ViewDifference("replace", "/a~1b/1", 2, 3),
        ViewDifference("replace", "/a~1b/2/c~0", 1, True),
        ViewDifference("add", "/a~1b/3", after=4),
        ViewDifference("remove", "/gone"),
        ViewDifference("add", "/new", after={}),
    ]
