"""`tablelog record` and `tablelog demo`: play recorded games through the HTTP API.

An interrupted recording resumes without recording a line twice: each line has the same id every time, so
the session's log says which lines it already has.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from http import HTTPStatus
from importlib import resources
from typing import Any
from uuid import UUID, uuid4, uuid5

import click
import msgspec

from domain.games import REGISTRY
from domain.kernel.components import canonical
from domain.kernel.messages import Json
from replays.findings import counted
from replays.game_lines import RecordedGame, UnreadableLine, read_recorded
from service.cli.client import Api, ApiResponse, RequestRefused, default_url, opening_token_for
from service.cli.output import CONSOLE, number, progress_bar, read_bytes, show_invented, show_standing
from workers.projections.series import SCORES

# The progress of a recording, so that an interrupted one continues and records nothing twice.

FIRST_ACTION = 2
"""The number of the line with the first action, in a recorded game without blank lines."""

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
    """Lists of the remaining actions, each with its first line; one that may draw is the last in its list."""
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


# `tablelog record` and `tablelog demo`: recorded games, played through the HTTP API.

ACTIONS_IN_A_REQUEST = 50
SCORES_SECONDS = 30.0
"""How long to wait for the last scores of the projections, while a worker follows the log."""

UNKNOWN_GAME = "/problems/unknown-game"
FORMAT = (
    "The first line of a recorded game opens its session and names the game"
    f" ({', '.join(REGISTRY)}). Every further line is an action."
)


class RecordingResult(msgspec.Struct, frozen=True):
    """What became of a recorded game: its session, its tokens, the table and the scores at the end."""

    session: str
    tokens: dict[str, str]
    state: dict[str, Json]
    scores: dict[str, Json] | None


class LineRefused(click.ClickException):
    """The service refused a line of a recorded game; the message names the line."""


@click.command()
@click.argument("file")
@click.option("--url", default=default_url, help="Address of the service. Default: the local one.")
@click.option(
    "--batch",
    type=click.IntRange(1, 200),
    default=ACTIONS_IN_A_REQUEST,
    show_default=True,
    help="Actions per request.",
)
@click.option("--one-by-one", is_flag=True, help="Send one action per request, as at a table.")
@click.option("--keep-open", is_flag=True, help="Do not close the session at the end.")
@click.option("--sandbox", is_flag=True, help="Leave the session out of statistics.")
@click.option("--resume", "session", help="Continue this session, which an earlier `record` of FILE opened.")
@click.option(
    "--token", envvar="TABLELOG_TOKEN", help="The owner's or scribe's token of the session to continue."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def record(
    file: str,
    url: str,
    batch: int,
    one_by_one: bool,
    keep_open: bool,
    sandbox: bool,
    session: str | None,
    token: str | None,
    as_json: bool,
) -> None:
    """Record a game from a .jsonl file: the first line opens the session, every further line is an action.

    Prints the session and its tokens as soon as it is open (with --json to standard error), then the final
    standing and the scores from the projections. Continue an interrupted recording with --resume.
    """
    if session is not None and (token is None or sandbox):
        raise click.UsageError("--resume needs the --token of its session, and does not work with --sandbox.")
    game = read_game(file)
    if sandbox:
        game = msgspec.structs.replace(game, opening=game.opening | {"sandbox": True})
    place = None
    try:
        with closing(Api(url, token if session is not None else None)) as api:
            place = resumed(api, game, session) if session is not None else begin(api, game)
            if place.tokens:
                show_tokens(place, as_json=as_json)
            recorded = play_on(api, game, place, 1 if one_by_one else batch, close=not keep_open)
    except KeyboardInterrupt:
        raise Interrupted(f"Interrupted. {where_it_stands(file, game, place)}") from None
    except click.ClickException as error:
        message = f"{file}: {error.message}" if isinstance(error, LineRefused) else error.message
        if place is not None:
            message += f"\n{where_it_stands(file, game, place)}"
        raise click.ClickException(message) from error
    if as_json:
        click.echo(msgspec.json.encode(recorded))
        return
    CONSOLE.print(f"Session {recorded.session}: {counted(len(game.actions), 'action')} recorded")
    show_standing(recorded.state["standing"])
    show_invented(recorded.state.get("invented", ()))
    show_scores(recorded.scores)


@click.command()
@click.option("--url", default=default_url, help="Address of the service. Default: the local one.")
@click.option(
    "--game", "games", multiple=True, type=click.Choice(list(REGISTRY)), help="Record only this game."
)
def demo(url: str, games: Sequence[str]) -> None:
    """Record a complete demo game of each title into the running service."""
    with closing(Api(url)) as api:
        for key in games or REGISTRY:
            game = packaged_game(key)
            if game is None:
                continue
            opening = game.opening | {"sandbox": True, "visibility": "public", "tags": ["demo"]}
            game = RecordedGame(opening, game.actions)
            recorded = play_on(api, game, begin(api, game), ACTIONS_IN_A_REQUEST, close=True)
            CONSOLE.print(f"[bold]{REGISTRY[key].title}[/], session {recorded.session}")
            show_standing(recorded.state["standing"])
            show_invented(recorded.state.get("invented", ()))
            for page in ("replay", "result", "charts"):
                CONSOLE.print(f"  {url}/t/{recorded.session}/{page}", soft_wrap=True)
            CONSOLE.print(f"  {url}/v1/sessions/{recorded.session} (API)", soft_wrap=True)
    CONSOLE.print(
        "These are sandbox sessions: catalogue and statistics leave them out by default. To list them:"
    )
    CONSOLE.print(f"  {url}/sessions?sandbox=any&tag=demo", markup=False, soft_wrap=True)


def read_game(file: str) -> RecordedGame:
    """The recorded game in this file. Raises `click.ClickException` with what such a file is."""
    try:
        game = read_recorded(read_bytes(file))
    except UnreadableLine as error:
        raise click.ClickException(f"{file}: {error}. {FORMAT}") from error
    if "format" in game.opening:
        raise click.ClickException(f"{file} is a portable file: store it with `tablelog import`. {FORMAT}")
    return game


def packaged_game(key: str) -> RecordedGame | None:
    """The first recorded game of the title in the library."""
    folder = resources.files("replays").joinpath("recorded_games", key)
    files = (
        sorted(file.name for file in folder.iterdir() if file.name.endswith(".jsonl"))
        if folder.is_dir()
        else []
    )
    return read_recorded(folder.joinpath(files[0]).read_bytes()) if files else None


def begin(api: Api, game: RecordedGame) -> RecordingProgress:
    """Open the session of a game. Raises `click.ClickException` naming the line at fault."""
    opening = {"component_set": "demo", **game.opening}
    try:
        opened = _opened(api, opening)
    except RequestRefused as refused:
        known = _known_games(api) if refused.problem.get("type") == UNKNOWN_GAME else ""
        raise LineRefused(f"line {game.line_of(-1)}: {refused.message}{known}") from refused
    tokens = opened.body["tokens"]
    api.token = tokens["owner"]
    return RecordingProgress(opened.body["session"]["id"], tokens["owner"], tokens, opened.version or "*")


def _opened(api: Api, opening: Mapping[str, Json]) -> ApiResponse:
    """The answer to an opening, sent with the opening token if one is required. Raises `RequestRefused`."""
    api.token = None
    try:
        return api.post("/v1/sessions", opening, Idempotency_Key=str(uuid4()))
    except RequestRefused as refused:
        api.token = opening_token_for(api.url)
        if refused.status != HTTPStatus.UNAUTHORIZED or api.token is None:
            raise
    return api.post("/v1/sessions", opening, Idempotency_Key=str(uuid4()))


def play_on(
    api: Api, game: RecordedGame, place: RecordingProgress, batch: int, *, close: bool
) -> RecordingResult:
    """Record every action that is left, close the session. `place` moves on with each request.

    Raises `click.ClickException` naming the line at fault.
    """
    here = f"/v1/sessions/{place.session}"
    to_record = f"{here}/actions?one_move=false"
    with progress_bar() as bar:
        task = bar.add_task("recording", total=len(game.actions), completed=place.line + 1 - FIRST_ACTION)
        for first, actions in requests(game, place, batch):
            try:
                place.tag = api.post(to_record, actions, If_Match=place.tag).version or "*"
            except RequestRefused as refused:
                index = _place(refused) if len(actions) > 1 else 0
                line = game.line_of(first + index - FIRST_ACTION)
                raise LineRefused(f"line {line}: {refused.message}") from refused
            place.line = first + len(actions) - 1
            bar.advance(task, len(actions))
    if close and not place.closed:
        key = str(uuid5(UUID(place.session), "close"))
        place.tag = api.post(f"{here}/close", {}, If_Match=place.tag, Idempotency_Key=key).version or "*"
    state = api.get(here).body
    return RecordingResult(place.session, place.tokens, state, _scores(api, place.session, state["version"]))


def show_tokens(place: RecordingProgress, *, as_json: bool) -> None:
    """The session and its tokens, before anything else can go wrong."""
    if as_json:
        told = msgspec.json.encode({"session": place.session, "tokens": place.tokens})
        click.echo(told, err=True)
        return
    CONSOLE.print(f"Session {place.session} is open. Tokens (keep them; they are shown only here):")
    for holder, token in place.tokens.items():
        CONSOLE.print(f"  {holder}: {token}", markup=False)


def _known_games(api: Api) -> str:
    games = api.get("/v1/games").body["items"]
    return f" The games are: {', '.join(game['game'] for game in games)}."


def _place(refused: RequestRefused) -> int:
    if isinstance(place := refused.problem.get("index"), int):
        return place
    for error in refused.problem.get("errors", ()):
        head = str(error.get("pointer", "")).strip("/").split("/")[0]
        if head.isdigit():
            return int(head)
    return 0


def _scores(api: Api, session: str, version: int) -> dict[str, Json] | None:
    """The last score of each seat once the projections have come to this version; None if they do not come.

    They come a moment after the last answer, later on a busy machine, and not at all without a worker.
    """
    end = time.monotonic() + SCORES_SECONDS
    try:
        while time.monotonic() < end:
            answer = api.get(f"/v1/sessions/{session}/{SCORES}", min_version=version).body
            if answer["as_of"] >= version:
                return {point["subject"]: point["value"] for point in answer["points"]}
            if "missing" in api.get("/readyz").body:
                return None
    except RequestRefused:
        pass
    return None


def show_scores(scores: dict[str, Json] | None) -> None:
    """Show the scores from the projections. Some games have none."""
    if scores is None:
        CONSOLE.print("The projections are not up to date yet. Is a worker running?")
    elif any(score is not None for score in scores.values()):
        told = ", ".join(f"{seat} {number(score)}" for seat, score in scores.items())
        CONSOLE.print(f"Scores from the projections: {told}")
