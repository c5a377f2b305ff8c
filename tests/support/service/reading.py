"""Every way of reading a session, by everybody: nothing may be answered with a fault of the service."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flask.testing import FlaskClient

from domain.kernel import Game

FAULT = 500


def faults(
    client: FlaskClient,
    game: Game[Any],
    session: str,
    tokens: Mapping[str, str],
    places: tuple[int, ...] = (),
) -> list[tuple[str | None, str, str]]:
    """Who asked what, and what the service answered, where it failed."""
    found = []
    for holder, path, kind in _questions(game, tokens, places):
        headers = {} if holder is None else {"Authorization": f"Bearer {tokens[holder]}"}
        answer = client.get(f"/v1/sessions/{session}{path}", headers=headers | {"Accept": kind})
        if path == "/stream" and answer.status_code == 200:
            frames = answer.iter_encoded()
            next(frames)
            if not next(frames).startswith(b"id: "):
                found.append((holder, path, "no first frame"))
            answer.close()
        elif answer.status_code >= FAULT or (not answer.is_json and not answer.data):
            found.append((holder, path, answer.text[:200]))
    return found


def _questions(
    game: Game[Any], tokens: Mapping[str, str], places: tuple[int, ...]
) -> Iterator[tuple[str | None, str, str]]:
    for holder in (*tokens, None):
        for path in ("", "/entries?limit=500", "/stream", *(f"?at={place}" for place in places)):
            yield holder, path, "*/*"
    for holder in ("owner", *(holder for holder in tokens if holder.startswith("seat:"))):
        yield holder, "/offers", "*/*"
    for path in ("/timeline", "/scores", "/audit", "/export", *(f"/{one.key}" for one in game.series)):
        yield "owner", path, "*/*"
    yield "owner", "/entries", "application/x-ndjson"
