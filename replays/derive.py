"""Deriving: the rules are asked again about a recorded action, and their answer is compared with the log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.kernel.chance import Below, Chance, as_json, put, undrawn
from domain.kernel.components import canonical
from domain.kernel.engine.deriving import Derived, derive
from domain.kernel.engine.entries import Recorded, codec_of
from domain.kernel.game import Game
from domain.kernel.messages import Action, Fact, Json
from domain.kernel.rejection import Rejected
from replays.findings import Finding, divergence


def derive_recorded(
    game: Game[Any], state: Any, entry: Recorded, action: Action, recorded: tuple[Fact, ...]
) -> tuple[Derived | None, list[Finding]]:
    """Decide the action of the log again, with every outcome declared.

    None if the rules reject it, fail, or give other facts than were recorded.
    """
    try:
        derived = derive(game, state, entry, action, Chance())
    except Rejected as rejected:
        message = f"Today's rules refuse this action: {rejected.message}"
        return None, [_diverges(game, entry, "rejected", message, recorded, rule=rejected.rule)]
    except Exception as error:
        message = f"The rules cannot be applied to the table as it stands: {error!r}."
        return None, [_diverges(game, entry, "not_derivable", message)]
    if derived.facts != recorded and canonical(derived.facts) != canonical(recorded):
        message = "Today's rules produce facts that differ from the recorded ones."
        return None, [_diverges(game, entry, "facts", message, recorded, derived.facts)]
    return derived, list(_details(game, entry, derived))


def _details(game: Game[Any], entry: Recorded, derived: Derived) -> Iterator[Finding]:
    asked = [outcome.field for outcome in derived.outcomes]
    noted = [outcome.field for outcome in entry.outcomes]
    if asked != noted:
        yield _diverges(game, entry, "outcomes", "Today's rules need different outcomes.", noted, asked)
    if derived.broken != entry.broken:
        yield _diverges(
            game,
            entry,
            "broken_rules",
            "Under today's rules, the action breaks different rules.",
            list(entry.broken),
            list(derived.broken),
        )


def redraw(
    game: Game[Any], state: Any, entry: Recorded, action: Action, below: Below, first_draw: int
) -> tuple[Derived | None, Finding | None]:
    """Decide the action again as it was requested, drawing its outcomes again with the secret.

    A finding if they are not those that were recorded.
    """
    codec = codec_of(game)
    tree = as_json(action)
    try:
        drawn = undrawn(tree, entry.outcomes)
        derived = derive(game, state, entry, codec.action(drawn), Chance(below, first_draw))
        for path, value in derived.drawn.items():
            put(drawn, path, msgspec.to_builtins(value))
        redrawn = codec.action(drawn)
    except Exception as error:
        message = f"The draws cannot be repeated: {error!r}."
        return None, Finding(entry.number, "tampered", "draws", message)
    if derived.outcomes == entry.outcomes and redrawn == action:
        return derived, None
    return None, Finding(
        entry.number,
        "tampered",
        "draws",
        "The drawn outcomes differ from those that the revealed secret produces.",
        recorded=[tree, msgspec.to_builtins(entry.outcomes)],
        derived=[as_json(redrawn), msgspec.to_builtins(derived.outcomes)],
    )


def _diverges(
    game: Game[Any],
    entry: Recorded,
    kind: str,
    message: str,
    recorded: Any = None,
    derived: Any = None,
    *,
    rule: str | None = None,
) -> Finding:
    return divergence(
        entry.number,
        kind,
        message,
        under=entry.rules_version,
        today=game.rules_version,
        rule=rule,
        recorded=_json(recorded),
        derived=_json(derived),
    )


def _json(value: Any) -> Json:
    return msgspec.json.decode(canonical(value))
