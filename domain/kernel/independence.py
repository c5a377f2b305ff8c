"""Independence: whether an action that was chosen on an earlier table means the same on that of now."""

from __future__ import annotations

from typing import Any

from domain.kernel.chance import Below, Chance, Undeclared
from domain.kernel.entries import codec_of
from domain.kernel.fold import decide
from domain.kernel.game import Game
from domain.kernel.messages import Action, Json, Viewer
from domain.kernel.outcomes import spelled_with
from domain.kernel.rejection import Rejected


def means_the_same(
    game: Game[Any], seen: Any, now: Any, action: Action, viewer: Viewer, example: Below | None
) -> bool:
    """Whether the action does on `now` what it does on `seen`, as far as the viewer is shown.

    More may follow from it now, as when the last of several seats makes its plan: what it does on `seen`
    comes first. `example` draws what is not declared, once for both, and has nothing to do with the draws of
    the session: so the answer tells nothing of those. A refusal that tells something hidden, and an outcome
    that is still to be declared, are no difference: whoever records the action is told of them as always.
    """
    try:
        chance = Chance(example)
        facts, _ = decide(game, now, action, chance)
    except Undeclared:
        return True
    except Rejected as rejection:
        return rejection.probes
    except Exception:  # a table that was corrected: the rules may meet what they hold impossible
        return False
    try:
        same = codec_of(game).actions.decode(spelled_with(action, chance.drawn))
        before, _ = decide(game, seen, same, Chance())
    except Exception:
        return False
    shown = _shown(game, before, viewer)
    return _shown(game, facts, viewer)[: len(shown)] == shown


def _shown(game: Game[Any], facts: Any, viewer: Viewer) -> list[Json]:
    views = (game.fact_view(fact, viewer) for fact in facts)
    return [view for view in views if view is not None]
