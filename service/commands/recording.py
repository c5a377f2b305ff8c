"""`tablelog record` and `tablelog demo`: recorded games, played through the HTTP API."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import resources
from uuid import uuid4

import click
import msgspec

from domain.games import REGISTRY
from domain.kernel.messages import Json
from replays.recorded import RecordedGame, UnreadableLine, read_recorded
from service.commands.api import Api, Refused, default_url
from service.commands.files import read_bytes
from service.commands.showing import CONSOLE, number, progress_bar, show_standing
from workers.projections.series import SCORES

ACTIONS_IN_A_REQUEST = 50


class Recorded(msgspec.Struct, frozen=True):
    """What became of a recorded game: its session, its tokens, the table and the scores at the end."""

    session: str
    tokens: dict[str, str]
    state: dict[str, Json]
    scores: dict[str, Json] | None


FIRST_ACTION = 2
"""The line of a recorded game that its first action stands in."""


@click.command()
@click.argument("file")
@click.option("--url", default=default_url, help="The service; default: the local one.")
@click.option("--batch", type=click.IntRange(1, 200), default=ACTIONS_IN_A_REQUEST, show_default=True)
@click.option("--one-by-one", is_flag=True, help="One action a request, as at a table.")
@click.option("--keep-open", is_flag=True, help="Do not close the session at the end.")
@click.option("--sandbox", is_flag=True, help="Leave the session out of statistics.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def record(
    file: str, url: str, batch: int, one_by_one: bool, keep_open: bool, sandbox: bool, as_json: bool
) -> None:
    """Record a game from a .jsonl file: the first line opens the session, every further one is an action.

    Prints the final standing and the scores of the projections.
    """
    try:
        game = read_recorded(read_bytes(file))
    except UnreadableLine as error:
        raise click.ClickException(f"{file}: {error}") from error
    if sandbox:
        game = RecordedGame(game.opening | {"sandbox": True}, game.actions)
    recorded = play(Api(url), game, 1 if one_by_one else batch, close=not keep_open)
    if as_json:
        click.echo(msgspec.json.encode(recorded))
        return
    CONSOLE.print(f"Session {recorded.session}: {len(game.actions)} actions recorded")
    show_standing(recorded.state["standing"])
    show_scores(recorded.scores)
    CONSOLE.print("Tokens (keep them; they are shown only here):")
    for holder, token in recorded.tokens.items():
        CONSOLE.print(f"  {holder}: {token}", markup=False)


@click.command()
@click.option("--url", default=default_url, help="The service; default: the local one.")
@click.option("--game", "games", multiple=True, type=click.Choice(list(REGISTRY)), help="Only this game.")
def demo(url: str, games: Sequence[str]) -> None:
    """Record a complete game of each title into the running service, to look around in."""
    api = Api(url)
    for key in games or REGISTRY:
        game = packaged_game(key)
        if game is None:
            continue
        opening = game.opening | {"sandbox": True, "visibility": "public", "tags": ["demo"]}
        recorded = play(api, RecordedGame(opening, game.actions), ACTIONS_IN_A_REQUEST, close=True)
        CONSOLE.print(f"[bold]{REGISTRY[key].title}[/], session {recorded.session}")
        show_standing(recorded.state["standing"])
        CONSOLE.print(f"  curl {url}/v1/sessions/{recorded.session}")
        CONSOLE.print(f"  curl {url}/v1/sessions/{recorded.session}/scores")


def packaged_game(key: str) -> RecordedGame | None:
    """The first recorded game of the title in the library."""
    folder = resources.files("replays").joinpath("library", key)
    files = (
        sorted(file.name for file in folder.iterdir() if file.name.endswith(".jsonl"))
        if folder.is_dir()
        else []
    )
    return read_recorded(folder.joinpath(files[0]).read_bytes()) if files else None


def play(api: Api, game: RecordedGame, batch: int, *, close: bool) -> Recorded:
    """Open a session, record every action, close it. Raises `Refused` naming the line at fault."""
    opening = {"component_set": "demo", **game.opening}
    try:
        opened = api.post("/v1/sessions", opening, Idempotency_Key=str(uuid4()))
    except Refused as refused:
        raise click.ClickException(f"line 1: {refused.message}") from refused
    session, tokens = opened.body["session"]["id"], opened.body["tokens"]
    api.token = tokens["owner"]
    tag = opened.version or "*"
    here = f"/v1/sessions/{session}"
    with progress_bar() as bar:
        task = bar.add_task("recording", total=len(game.actions))
        for first, actions in _requests(game, batch):
            try:
                tag = api.post(f"{here}/actions", actions, If_Match=tag).version or "*"
            except Refused as refused:
                place = _place(refused) if len(actions) > 1 else 0
                raise click.ClickException(f"line {first + place}: {refused.message}") from refused
            bar.advance(task, len(actions))
    if close:
        tag = api.post(f"{here}/close", {}, If_Match=tag, Idempotency_Key=str(uuid4())).version or "*"
    state = api.get(here).body
    return Recorded(session, tokens, state, _scores(api, session, state["version"]))


def _requests(game: RecordedGame, size: int) -> Iterator[tuple[int, list[dict[str, Json]]]]:
    """Lists of actions, each with the line number of its first; what may draw is the last of its list."""
    source = game.opening.get("chance", "declared")
    waiting: list[dict[str, Json]] = []
    for line, action in enumerate(game.actions, FIRST_ACTION):
        waiting.append({"action_id": str(uuid4()), **action})
        if len(waiting) == size or action.get("chance", source) == "drawn":
            yield line + 1 - len(waiting), waiting
            waiting = []
    if waiting:
        yield FIRST_ACTION + len(game.actions) - len(waiting), waiting


def _place(refused: Refused) -> int:
    if isinstance(place := refused.problem.get("index"), int):
        return place
    for error in refused.problem.get("errors", ()):
        head = str(error.get("pointer", "")).strip("/").split("/")[0]
        if head.isdigit():
            return int(head)
    return 0


def _scores(api: Api, session: str, version: int) -> dict[str, Json] | None:
    """The last score of each seat, as the projections have it; None if they have not come so far."""
    try:
        answer = api.get(f"/v1/sessions/{session}/{SCORES}", min_version=version).body
    except Refused:
        return None
    return {point["subject"]: point["value"] for point in answer["points"]}


def show_scores(scores: dict[str, Json] | None) -> None:
    """What the projections say; a game without scores has none."""
    if scores is None:
        CONSOLE.print("The projections have not come so far yet: is a worker running?")
    elif any(score is not None for score in scores.values()):
        told = ", ".join(f"{seat} {number(score)}" for seat, score in scores.items())
        CONSOLE.print(f"Scores of the projections: {told}")
