"""A played session as a recorded game: its lines, and the table that it ends with.

The files `NAME.jsonl` and `NAME.expected.json` of `replays/recorded_games/`, as
`tablelog simulate --recorded` writes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.kernel import TRUTH, Game, Json
from domain.kernel.engine.entries import Entry, Opened, Recorded

INDENT = 1


def as_lines(entries: Sequence[Entry], component_set: str) -> bytes:
    """The opening and every action, one per line, with all their outcomes declared.

    `component_set`: the name under which the game's package holds the set. Other entries of the log, such as
    notes and its close, have no line.
    """
    opened = entries[0]
    assert isinstance(opened, Opened)
    opening = {
        "game": opened.game,
        "component_set": component_set,
        "chance": "declared",
        "options": opened.options,
        "seats": opened.seats,
    }
    actions = [msgspec.json.decode(entry.action) for entry in entries if isinstance(entry, Recorded)]
    return b"".join(msgspec.json.encode(line) + b"\n" for line in (opening, *actions))


def final_table(game: Game[Any], state: Any, actions: int) -> dict[str, Json]:
    """The expected end of a recorded game of so many actions: the whole table and its standing."""
    table: dict[str, Json] = msgspec.json.decode(
        msgspec.json.encode(
            {
                "actions": actions,
                "standing": game.standing(state),
                "table": game.view(state, TRUTH),
            }
        )
    )
    return table


def as_expected(table: Json) -> bytes:
    """The table as in the file next to the lines, in a form that people can read and compare too."""
    return msgspec.json.format(msgspec.json.encode(table), indent=INDENT) + b"\n"
