"""`tablelog record` and `tablelog demo`: recorded games, played through the HTTP API."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from http import HTTPStatus
from importlib import resources
from uuid import UUID, uuid4, uuid5

import click
import msgspec

from domain.games import REGISTRY
from domain.kernel.messages import Json
from replays.counting import counted
from replays.game_lines import RecordedGame, UnreadableLine, read_recorded
from service.cli.client import Api, ApiResponse, RequestRefused, default_url, opening_token_for
from service.cli.files import read_bytes
from service.cli.output import CONSOLE, number, progress_bar, show_invented, show_standing
from service.cli.resuming import (
    FIRST_ACTION,
    Interrupted,
    RecordingProgress,
    requests,
    resumed,
    where_it_stands,
)
from workers.projections.series import SCORES

ACTIONS_IN_A_REQUEST = 50
SCORES_SECONDS = 30.0
"""How long the projections are asked for the last scores, while a worker follows the log."""

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
    """The answer to an opening, with the opening token where one is asked for. Raises `RequestRefused`."""
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
    with progress_bar() as bar:
        task = bar.add_task("recording", total=len(game.actions), completed=place.line + 1 - FIRST_ACTION)
        for first, actions in requests(game, place, batch):
            try:
                place.tag = api.post(f"{here}/actions", actions, If_Match=place.tag).version or "*"
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
    """What the projections say; a game without scores has none."""
    if scores is None:
        CONSOLE.print("The projections are not up to date yet. Is a worker running?")
    elif any(score is not None for score in scores.values()):
        told = ", ".join(f"{seat} {number(score)}" for seat, score in scores.items())
        CONSOLE.print(f"Scores from the projections: {told}")
