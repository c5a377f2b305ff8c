"""How many words a player reads in the panel: `python -m tests.support.games.few_words` prints the most.

Counted over the recorded games of every title, at the moment before each action: what its seat may choose,
and each question on the way to the action. Left out are the page's own buttons, which are the same
everywhere, and what is typed (names of dealt cards, dice).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from domain.games import REGISTRY
from domain.kernel import TRUTH, Game, Naming, offer_key
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.views import state_view
from domain.kernel.messages import Json
from domain.kernel.offers import Choice, Domain, Each, Offer, Optional, Outcome, Several, covers, values_of
from domain.kernel.session.rendering import asked_in_words
from domain.kernel.ui.labels import chosen_words, member_words, narrowed_to, offered_values
from domain.kernel.ui.words import KEYS, OfferWords, ParameterWords, ValueWords, text_of, value_key
from tests.support.as_offered import as_offered
from tests.support.games.said_and_done import Step, label_of, steps_of, words_of

ON_THE_BOARD = 40
"""Words of a question whose answers are on the board, at most."""
IN_THE_PANEL = 80
"""Words of any other question, and of a choice of verbs."""
AT_ONCE_ON_THE_BOARD, AT_ONCE = 30, 70
"""Words of all answers up to which the page shows their details at once."""
BUTTONS, TAKEN = 8, 3
"""If several of more values are taken, and more than these, they are typed: no button shows them."""


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
    # What brings nothing stands behind *More…*.
    offers = [offer for offer in game.offers(step.before, seat, TRUTH) if offer.idle is not True]
    told = words_of(game, naming, step.before, offers)
    view, moment = state_view(game, step.before, TRUTH), game.moment(step.before)
    asks = asked_in_words(game, view, {"phase": moment.phase, "active": moment.active}, naming)
    who = naming.seat(seat).text if seat else "The table"
    question = text_of(asks.get(seat or "") or asks.get("", ()))
    verbs = (_verb(words, [one for one in offers if offer_key(one) == key]) for key, words in told.items())
    yield Panel(action["type"], "", (who, question, *verbs), on_board=False)
    left = [offer for offer in offers if offer.type == action["type"]]
    offer = next((offer for offer in left if covers(offer, action)), None)
    if offer is None:
        return
    general, chosen = told[offer_key(offer)], dict[str, Json]()
    for name, domain in offer.parameters.items():
        words = chosen_words(general, chosen).parameters.get(name)
        if words is not None and _is_asked(domain, words):
            for shown in _shown(domain, words, offered_values(left, name)):
                on_board = all(one.place or one.piece for one in shown)
                yield Panel(
                    action["type"],
                    name,
                    (general.label, words.asks, *button_texts(shown, on_board=on_board)),
                    on_board,
                )
        chosen[name] = action.get(name)
        left = narrowed_to(left, name, chosen[name]) or left


def _is_asked(domain: Domain, words: ParameterWords | None) -> bool:
    """Whether the page asks for it by itself; what is drawn is not asked."""
    if isinstance(domain, Optional):
        return words is None or words.when == "always"
    return not isinstance(domain, Outcome)


def _verb(words: OfferWords, offers: Sequence[Offer]) -> str:
    """A button: its label, and its hint, or instead of that the only answer there is."""
    (first, *others), parameters = offers, words.parameters
    asked = {
        name: offered_values(offers, name)
        for name, domain in first.parameters.items()
        if _is_asked(domain, parameters.get(name))
    }
    given = ""
    if not others and all(len(values) == 1 for values in asked.values()):
        told = {name: values[0] for name, values in asked.items() if values[0] is not True}
        given = ", ".join(
            label_of(parameters[name], value) for name, value in told.items() if name in parameters
        )
    return f"{words.label} {given or words.hint}"


def button_texts(shown: Sequence[ValueWords], *, on_board: bool) -> list[str]:
    """Details stand there at once if that makes few words, else behind the button *Details*."""
    brief = [" ".join(filter(None, (one.label, one.hint))) for one in shown]
    whole = [" ".join(filter(None, (one.label, one.hint, one.details))) for one in shown]
    few = len(" ".join(whole).split()) <= (AT_ONCE_ON_THE_BOARD if on_board else AT_ONCE)
    return whole if few or brief == whole else ["Details", *brief]


def _shown(domain: Domain, words: ParameterWords, values: Sequence[Json]) -> Iterator[list[ValueWords]]:
    """The buttons of each question for a value of this domain: all of them, below a search field if many."""
    match domain:
        case Optional(of=of):
            none = words.values.get("null") or ValueWords("None")
            yield from ([*shown, none] for shown in _shown(of, words, values))
        case Choice() | Several():
            typed = isinstance(domain, Several) and domain.most > TAKEN and len(domain.values) > BUTTONS
            if not typed and len(values) > 1:
                yield [words.values.get(value_key(one)) or ValueWords(value_key(one)) for one in values]
        case Each(keys=keys):
            for key, of in keys.items():
                part = [ValueWords(label_of(member_words(words, KEYS), key))]
                for shown in _shown(of, member_words(words, key), list(values_of(of))):
                    yield part + shown


def all_panels(key: str, every: int = 1) -> Iterator[Panel]:
    """The panels before the actions of all recorded games of a title, or before every so many of them."""
    game = REGISTRY[key]
    for naming, step in islice(steps_of(key), None, None, every):
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
