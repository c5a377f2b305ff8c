"""Which rules let recorded actions through. No log names them: they are asked again, as by audits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from domain.kernel.entries import NOT_JSON, Recorded, codec_of
from domain.kernel.game import Game
from domain.kernel.rejection import rules_passed
from domain.kernel.session import Read, Session
from replays.derive import derive_recorded


class Passed(NamedTuple):
    """An entry, the type of its action, and the ids of the rules that were asked and let it through."""

    number: int
    action: str
    rules: frozenset[str]


def passed_rules(session: Session, first: int, last: int, read: Read) -> Iterator[Passed]:
    """The recorded actions among these entries, each with what it passed.

    An action that was recorded under other rules, or of which today's make something else, is left out: what
    was asked of it then is not known. read: the session's own entries, first to last.
    """
    position = session.at(max(1, first - 1), read)
    for entry in read(position.version + 1, last):
        if position.lost is not None:
            return
        if isinstance(entry, Recorded) and entry.rules_version == session.game.rules_version:
            passed = _passed(session.game, position.state, entry)
            if passed is not None:
                yield passed
        position = session.after(position, entry, "", read)


def _passed(game: Game[Any], state: Any, entry: Recorded) -> Passed | None:
    codec = codec_of(game)
    try:
        facts, action = codec.facts.decode(entry.facts), codec.actions.decode(entry.action)
    except NOT_JSON:
        return None
    with rules_passed() as rules:
        derived, _ = derive_recorded(game, state, entry, action, facts)
    if derived is None or derived.broken != entry.broken:
        return None
    tag = str(type(action).__struct_config__.tag)
    return Passed(entry.number, tag, frozenset(rules - {"", *entry.broken}))
