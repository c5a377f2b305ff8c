"""Complete recorded games, played through the kernel."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from domain.kernel import Game
from domain.kernel.entries import RecordedBy
from domain.kernel.opening import OpeningRequest, load_components, open_session
from domain.kernel.session import Draft, Session, Stamp

ROOT = Path(__file__).parent.parent
LIBRARY = ROOT / "replays" / "recorded_games"
STAMP = Stamp(at="2026-01-01T00:00:00.000Z", by=RecordedBy("scribe"), salt="00")
SECRET = bytes(32)
OPENING = ("seats", "options", "chance", "may_declare")


def library(game: str) -> list[Path]:
    """The recorded games of a title: first line the opening, then an action a line."""
    return recorded_in(f"replays/recorded_games/{game}")


def recorded_in(folder: str) -> list[Path]:
    """The recorded games in this folder of the checkout."""
    return sorted((ROOT / folder).glob("*.jsonl"))


def opened(game: Game[Any], opening: dict[str, Any], session: str = "recorded") -> tuple[Session, Draft]:
    """The session that the first line of a recorded game opens, and a draft to continue it."""
    components = load_components(game, game.demo_sets()[opening["component_set"]])
    known = {name: opening[name] for name in OPENING if name in opening}
    request = msgspec.convert(known, OpeningRequest)
    begun, _, _ = open_session(game, components, request, session, SECRET, STAMP)
    return begun, Draft(begun, lambda first, last: iter(()))


def played_to_the_end(game: Game[Any], recorded: Path) -> tuple[Session, Draft, int]:
    """The recorded game with every action accepted; the number of actions."""
    opening, *actions = map(json.loads, recorded.read_text().splitlines())
    session, draft = opened(game, opening)
    for action in actions:
        draft.record(action, STAMP, None)
    return session, draft, len(actions)
