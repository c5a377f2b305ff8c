"""The log: facts of heroes."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.order_vs_chaos.words.entries import MOVES
from domain.games.order_vs_chaos.words.fighters import SENTENCES, Message
from domain.games.order_vs_chaos.words.names import track_name
from domain.kernel import FactWords, Naming, Sentences, by_value, counted, listed


def _special_tokens(naming: Naming, number: int) -> str:
    return f"{'gets back' if number >= 0 else 'spends'} {counted(abs(number), 'special token')}"


def _pays(naming: Naming, fact: Message) -> str:
    """`pays 1 stamina`, where an ability costs it."""
    known = naming.components.get(fact["cause"])
    pays = fact["delta"] < 0 and known is not None and known.of == "ability"
    return f"pays {-fact['delta']} stamina" if pays else ""


told = Sentences(
    {
        **SENTENCES.kinds,
        "tracks": lambda _, tracks: listed([*map(track_name, tracks)]),
        "special tokens": _special_tokens,
        "pays": _pays,
    }
).fact

HERO_FACTS: Mapping[str, FactWords] = {
    "xp_gained": told("{seat} gains {n} XP."),
    "xp_lost": told(
        "{seat} loses {n} XP"
        " [{converted:if}for which there is no box: tokens come for it|without a box for it]."
    ),
    "xp_allotted": told("{seat} spends {targets:number} XP on {targets:tracks}."),
    "hero_moved": by_value(
        "how",
        {
            "retreat": told("{seat} retreats to {to:location}."),
            "effect": told("{seat} is moved to {to:location}."),
        },
        told(MOVES),
    ),
    "enemies_passed": told("{seat} may pass the enemies in {location} this turn."),
    "turn_lost": told("Nothing is left to {seat} but to end the turn."),
    "health_changed": told("{seat} {delta:gains} health[ by {cause}]."),
    "stamina_changed": told("{seat} [{:pays}|{delta:gains} stamina[ by {cause}]]."),
    "special_tokens_changed": told("{seat} {delta:special tokens}."),
    "hero_died": told("{seat}’s hero is dead[{returns:if}; it returns on a start| for good].", "chaos"),
    "hero_resurrected": told("{seat} returns [on {location}|before the arch enemy] with {health} health."),
}
