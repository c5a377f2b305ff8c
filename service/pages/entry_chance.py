"""Chance at an entry: where its outcomes come from, what was promised, and whether its draws check."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from domain.kernel.chance import OutcomeOrigin
from domain.kernel.entries import Recorded, codec_of
from domain.kernel.messages import Json
from domain.kernel.outcomes import value_at
from domain.kernel.plain_words import plain_value
from domain.kernel.session import Session, Snapshot
from domain.kernel.words import Naming
from replays.derive import redraw
from replays.drawing import Draws, draws_of
from service.http.services import services
from service.pages.log_parts import closes
from service.pages.messages_told import Member

SOURCES: Mapping[str, str] = {
    "declared": "Declared: someone rolled or drew at the table and entered the result.",
    "drawn": "Drawn by the service, with the secret committed at the opening.",
}
NOTHING_DECIDED = "No chance is involved."
NOT_YET = "You can check the draws after the session is closed and its secret revealed."
ELSEWHERE = "This entry was copied into this session with its outcomes. The original session proves them."


class Draw(Struct, frozen=True):
    """A draw by its number: an integer from 0 up to, but not with, `below`."""

    number: int
    below: int
    value: int


class RenderedChance(Struct, frozen=True):
    """Where the outcomes of an entry come from, and what proves them.

    outcomes: each with its source and its value, for those who see all. draws: what anybody computes of the
    revealed secret. proof: a sentence; "" where there is nothing to prove. revealed: the entry that reveals
    the secret, if any does.
    """

    sources: tuple[str, ...]
    commitment: str
    outcomes: tuple[Member, ...] = ()
    draws: tuple[Draw, ...] = ()
    proof: str = ""
    revealed: int | None = None


def chance_told(
    session: Session, entry: Recorded, shown: Json, before: Snapshot, naming: Naming, *, sees_all: bool
) -> RenderedChance:
    """Chance at this entry. `before` is the session as it stood until then.

    How many outcomes there are may tell what is hidden: who does not see all is told their sources alone.
    """
    sources = tuple(SOURCES[source] for source in shown["chance"]) or (NOTHING_DECIDED,)
    revealing = next((close for close in closes(session) if close.secret is not None), None)
    revealed = None if revealing is None else revealing.number
    told = RenderedChance(sources, session.opened.commitment, revealed=revealed)
    if not entry.outcomes or not sees_all:
        proof = NOT_YET if "drawn" in shown["chance"] and revealed is None else ""
        return msgspec.structs.replace(told, proof=proof)
    action = msgspec.json.decode(entry.action)
    outcomes = tuple(
        Member(f"{outcome.field} ({_source(outcome)})", plain_value(value_at(action, outcome.field), naming))
        for outcome in entry.outcomes
    )
    drawn: list[Draw] = []
    proof = _proof(session, entry, before, drawn)
    return msgspec.structs.replace(
        told, outcomes=outcomes, proof=proof, draws=() if revealed is None else tuple(drawn)
    )


def _source(outcome: OutcomeOrigin) -> str:
    if outcome.source == "declared" or outcome.first_draw is None:
        return outcome.source
    last = outcome.first_draw + outcome.draws - 1
    return f"draw {last}" if outcome.draws == 1 else f"draws {outcome.first_draw} to {last}"


def _proof(session: Session, entry: Recorded, before: Snapshot, drawn: list[Draw]) -> str:
    """Whether the secret gives the same draws again: the one that the log reveals, else the one kept here.

    `drawn` is given each of the draws.
    """
    if all(outcome.source == "declared" for outcome in entry.outcomes):
        return ""
    if entry.copied:
        return ELSEWHERE
    draws, _ = draws_of(session.opened, closes(session), services().registers.secret(session.id))
    if draws.below is None or before.lost is not None:
        return NOT_YET
    below = draws.below

    def noted(n: int, number: int) -> int:
        value = below(n, number)
        drawn.append(Draw(number, n, value))
        return value

    action = codec_of(session.game).actions.decode(entry.action)
    _, finding = redraw(session.game, before.state, entry, action, noted, before.draws)
    return _verdict(draws, same=finding is None)


def _verdict(draws: Draws, *, same: bool) -> str:
    secret = "revealed secret" if draws.secret == "revealed" else "secret that the service keeps"
    return f"The {secret} gives the same outcomes." if same else f"The {secret} gives other outcomes."
