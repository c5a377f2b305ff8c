"""The AI: its Schemes, Gems and Progress Tiles."""

from __future__ import annotations

from domain.games.first_light import facts
from domain.games.first_light.state import State
from domain.games.first_light.statistics.tally import Observer, Tally
from domain.kernel import Fact


def _scheme(tally: Tally, before: State, fact: facts.SchemeRevealed, after: State) -> None:
    if before.ai is not None:
        tally.count("ai_schemes", None, opponent=before.ai.opponent)


def _option(tally: Tally, before: State, fact: facts.SchemeResolved, after: State) -> None:
    tally.count("ai_option", None, option="none" if fact.option is None else fact.option)


def _ai_gained(tally: Tally, before: State, fact: facts.AiGained, after: State) -> None:
    if fact.gems:
        tally.count("ai_gems", None, fact.gems, cause=fact.cause)


def _ai_progressed(tally: Tally, before: State, fact: facts.AiProgressed, after: State) -> None:
    tally.weigh("ai_progress", None, before.round, bonus=fact.bonus)


OBSERVERS: dict[type[Fact], Observer] = {
    facts.SchemeRevealed: _scheme,
    facts.SchemeResolved: _option,
    facts.AiGained: _ai_gained,
    facts.AiProgressed: _ai_progressed,
}
