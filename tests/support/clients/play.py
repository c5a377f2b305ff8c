"""Opens, plays and watches a game of each title, through the package that was generated."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from generated_client import AuthenticatedClient, Client, models
from generated_client.api.actions import record_actions
from generated_client.api.entries import list_entries
from generated_client.api.mending import add_note, close
from generated_client.api.sessions import get_offers, get_session, open_session
from generated_client.api.stream import stream
from openapi_python_client.strings import ClassName

KINDS: dict[str, dict[str, str]] = {}
"""By game and an action's type, the schema of the action."""


def model(name: str) -> Any:
    """The class of a schema."""
    return getattr(models, ClassName(name, "field_"))


def typed(name: str, tree: dict[str, Any]) -> Any:
    """A body as the generated class of it, which loses nothing."""
    made = model(name).from_dict(tree)
    assert tree.items() <= made.to_dict().items()
    return made


def played(server: str, game: dict[str, Any]) -> dict[str, Any]:
    title = game["opening"]["game"]
    opening = typed(f"{title}.opening.Opening", game["opening"])
    opened = open_session.sync(client=Client(server), body=opening)
    assert isinstance(opened, models.OpenedSession)
    session_id = opened.session.id
    client = AuthenticatedClient(server, opened.tokens["owner"])
    first = get_offers.sync(session_id, client=client)
    for actions in game["actions"]:
        body = [typed(KINDS[title][action["type"]], action) for action in actions]
        recorded = record_actions.sync(session_id, client=client, body=body, if_match="*")
        assert isinstance(recorded, models.RecordedEntries), recorded
    closed = close.sync(session_id, client=client, body=models.Closing(), if_match="*")
    shown = get_session.sync(session_id, client=client)
    log = list_entries.sync(session_id, client=client, from_=closed.version - 1)
    watched = stream.sync(session_id, client=client)
    refused = add_note.sync(session_id, client=Client(server), body=models.Note(text="x"))
    return {
        "offers": [offer.type_ for offer in first.offers],
        "version": closed.version,
        "digest": shown.digest,
        "status": str(shown.status),
        "winners": shown.standing.winners,
        "kinds": [entry.kind for entry in log.items],
        "streamed": "event: state" in watched and "event: end" in watched,
        "refused": refused.to_dict()["type"],
    }


if __name__ == "__main__":
    server, document, games = sys.argv[1:]
    for name, schema in json.loads(Path(document).read_text())["components"]["schemas"].items():
        if name.endswith(".Action"):
            mapping = schema["discriminator"]["mapping"]
            KINDS[name.partition(".")[0]] = {
                kind: reference.rpartition("/")[2] for kind, reference in mapping.items()
            }
    told = {game["opening"]["game"]: played(server, game) for game in json.loads(Path(games).read_text())}
    print(json.dumps(told))
