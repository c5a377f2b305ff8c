"""How many words a player reads in the panel: `python -m tests.support.games.few_words` prints the most.

Counted over the recorded games of every title, at the moment before each action: what its seat may choose,
and each question on the way to the action.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from domain.games import REGISTRY
from domain.kernel import TRUTH, Game, Naming
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.views import state_view
from domain.kernel.messages import Json
from domain.kernel.offers import Choice, Optional, covers
from domain.kernel.session.rendering import asked_in_words
from domain.kernel.ui.labels import chosen_words, narrowed_to, offered_values
from domain.kernel.ui.words import text_of, value_key
from tests.support.as_offered import as_offered
from tests.support.games.said_and_done import Step, steps_of, words_of

ON_THE_BOARD = 40
"""Words of a question whose answers are on the board, at most."""
IN_THE_PANEL = 80
"""Words of any other question, and of a choice of verbs."""
LISTED = 12
"""Answers that are shown without a search field."""


class Panel(NamedTuple):
    """What the panel shows: at which action, of which question (empty: the verbs), and its texts.

    on_board: the answers are on the board.
    """

    type: str
    name: str
    texts: tuple[str, ...]
    on_board: bool

    @property
    def words(self) -> int:
        """How many words that are."""
        return sum(len(text.split()) for text in self.texts)

    @property
    def most(self) -> int:
        """How many there may be."""
        return ON_THE_BOARD if self.on_board else IN_THE_PANEL


def panels_of(game: Game[Any], naming: Naming, step: Step) -> Iterator[Panel]:
    """The verbs before an action, and the questions on the way to it."""
    seat = game.actor(codec_of(game).action(step.action))
    action = as_offered(game, step.before, step.action)
    offers = game.offers(step.before, seat, TRUTH)
    told = words_of(game, naming, step.before, offers)
    view, moment = state_view(game, step.before, TRUTH), game.moment(step.before)
    asks = asked_in_words(game, view, {"phase": moment.phase, "active": moment.active}, naming)
    verbs = (f"{one.label} {one.hint}" for one in told.values())
    yield Panel(action["type"], "", (text_of(asks.get(seat or "", ())), *verbs), on_board=False)
    left = [offer for offer in offers if offer.type == action["type"]]
    offer = next((offer for offer in left if covers(offer, action)), None)
    if offer is None:
        return
    general = told[f"{action['type']}/{left[0].seat or ''}"]
    chosen: dict[str, Json] = {}
    for name, domain in offer.parameters.items():
        words = chosen_words(general, chosen).parameters.get(name)
        values = offered_values(left, name)
        is_choice = isinstance(domain.of if isinstance(domain, Optional) else domain, Choice)
        if words is not None and words.when == "always" and is_choice and 1 < len(values) <= LISTED:
            shown = [words.values[key] for value in values if (key := value_key(value)) in words.values]
            texts = (general.label, words.asks, *(f"{one.label} {one.hint}" for one in shown))
            yield Panel(action["type"], name, texts, all(one.place or one.piece for one in shown))
        chosen[name] = action.get(name)
        left = narrowed_to(left, name, chosen[name]) or left


def all_panels(key: str) -> Iterator[Panel]:
    """The panels of all recorded games of a title."""
    game = REGISTRY[key]
    for naming, step in steps_of(key):
        yield from panels_of(game, naming, step)


def main() -> None:
    """Print, by title, how many panels have too many words, and the longest of each kind."""
    for key in sys.argv[1:] or REGISTRY:
        panels = list(all_panels(key))
        longest: dict[tuple[str, str], Panel] = {}
        over: dict[tuple[str, str], int] = {}
        for one in panels:
            kind = (one.type if one.name else "(verbs)", one.name)
            over[kind] = over.get(kind, 0) + (one.words > one.most)
            if kind not in longest or one.words - one.most > longest[kind].words - longest[kind].most:
                longest[kind] = one
        print(f"{key}: {sum(over.values())} of {len(panels)} panels have too many words")
        for kind in sorted(over, key=lambda kind: -over[kind]):
            if over[kind]:
                one = longest[kind]
                print(
                    f"  {over[kind]:4} {' '.join(kind)}: {one.words} of {one.most}: {' | '.join(one.texts)}"
                )


if __name__ == "__main__":
    main()
