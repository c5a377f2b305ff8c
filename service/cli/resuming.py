"""Where a recording stands, so that one that was interrupted goes on and records nothing twice.

Every line of the file has an id in its session that is the same each time. So the session's own log says
which lines are in it.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID, uuid5

import click
import msgspec

from domain.kernel.components import canonical
from domain.kernel.messages import Json
from replays.game_lines import RecordedGame
from service.cli.client import Api

FIRST_ACTION = 2
"""The line of a recorded game without blank lines that its first action stands in."""

ENTRIES_IN_A_PAGE = 500
INTERRUPTED = 130
"""The exit status of what was ended by Ctrl-C."""


class RecordingProgress(msgspec.Struct):
    """A session that is being recorded, and how far it has come.

    line: the last that is known to be recorded, blank ones not counted. tag: the version after it.
    tokens: those of a session that was opened just now.
    """

    session: str
    token: str
    tokens: dict[str, str]
    tag: str
    line: int = 1
    closed: bool = False


class Interrupted(click.ClickException):
    """Somebody pressed Ctrl-C."""

    exit_code = INTERRUPTED


def numbered(game: RecordedGame, session: str) -> list[tuple[int, dict[str, Json]]]:
    """Every action with its line and, unless it has one of its own, the id of the line in this session."""
    return [
        (line, {"action_id": line_id(session, line, action), **action})
        for line, action in enumerate(game.actions, FIRST_ACTION)
    ]


def line_id(session: str, line: int, action: dict[str, Json]) -> str:
    """An id that no other line, no other action in it and no other session has."""
    return str(uuid5(UUID(session), f"{line} {canonical(action).decode()}"))


def resumed(api: Api, game: RecordedGame, session: str) -> RecordingProgress:
    """How far the game has been recorded in the session. The token is that of the API's client.

    Raises `click.ClickException` if the session holds something else than the first lines of the game.
    """
    here = f"/v1/sessions/{session}"
    answer = api.get(here)
    told = answer.body
    if told["game"] != game.opening["game"]:
        raise click.ClickException(f"Session {session} plays {told['game']}, not {game.opening['game']}.")
    if told["you"]["role"] not in ("owner", "scribe"):
        raise click.ClickException("To continue, you need the owner's or scribe's token of the session.")
    entries = [entry for entry in _entries(api, here) if entry["kind"] == "recorded"]
    lines = {action["action_id"]: line for line, action in numbered(game, session)}
    for line, entry in enumerate(entries, FIRST_ACTION):
        shown = game.line_of(line - FIRST_ACTION) if line - FIRST_ACTION < len(game.actions) else line
        if lines.get(entry["action_id"]) != line:
            raise click.ClickException(
                f"Entry {entry['number']} of session {session} is not line {shown} of the file: it is "
                "another file, or somebody else recorded too."
            )
        if not entry["live"]:
            raise click.ClickException(
                f"Line {shown} was recorded as entry {entry['number']} of session {session} and taken back "
                "later: the rest of the file cannot be recorded without it."
            )
    return RecordingProgress(
        session,
        api.token or "",
        {},
        answer.version or "*",
        line=len(entries) + FIRST_ACTION - 1,
        closed=told["closed"] is not None,
    )


def _entries(api: Api, here: str) -> Iterator[dict[str, Any]]:
    page: dict[str, Json] = {}
    while True:
        answer = api.get(f"{here}/entries", limit=ENTRIES_IN_A_PAGE, **page).body
        yield from answer["items"]
        if answer["next"] is None:
            return
        page = {"cursor": answer["next"]}


def requests(
    game: RecordedGame, place: RecordingProgress, size: int
) -> Iterator[tuple[int, Sequence[dict[str, Json]]]]:
    """Lists of the actions that are left, each with its first line; what may draw is the last of its list."""
    source = game.opening.get("chance", "declared")
    first, waiting = place.line + 1, []
    for line, action in numbered(game, place.session)[place.line + 1 - FIRST_ACTION :]:
        waiting.append(action)
        if len(waiting) == size or action.get("chance", source) == "drawn":
            yield first, waiting
            first, waiting = line + 1, []
    if waiting:
        yield first, waiting


def where_it_stands(file: str, game: RecordedGame, place: RecordingProgress | None) -> str:
    """A sentence, and the command to continue. None: there was no answer before."""
    if place is None:
        return "Nothing was recorded, as far as is known."
    command = f"tablelog record {shlex.quote(file)} --resume {place.session} --token {place.token}"
    line = game.line_of(place.line - FIRST_ACTION)
    return f"Session {place.session} contains the file up to line {line}. To continue:\n  {command}"
