"""Actions with the words that a player read before they were recorded: what the buttons said."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from domain.games import REGISTRY
from domain.kernel import TRUTH, Game, Json, Naming, Offer, offer_key, variant_key
from domain.kernel.chance import as_json
from domain.kernel.engine.entries import Recorded, codec_of
from domain.kernel.engine.views import state_view
from domain.kernel.offers import covers
from domain.kernel.session.rendering import naming_of, offers_in_words
from domain.kernel.ui.labels import chosen_words, member_words, offers_after, whole
from domain.kernel.ui.words import KEYS, OfferWords, ParameterWords, ValueWords, value_key
from tests.support.as_offered import as_offered
from tests.support.recorded import STAMP, library, opened
from tests.support.two_worlds import source_of


class Step(NamedTuple):
    """An action of a game: the table before and after it, and its facts."""

    before: Any
    action: dict[str, Any]
    facts: Sequence[Mapping[str, Json]]
    after: Any


class Said(NamedTuple):
    """What a player has read once a choice is complete.

    labels: the chosen answers; hints: the lines below them, below the questions and below the button; stands:
    where on the board each chosen value is shown (place or piece), with its label.
    """

    labels: Sequence[str] = ()
    hints: Sequence[str] = ()
    stands: Sequence[tuple[str, str]] = ()


def recorded_steps(game: Game[Any], path: Path) -> tuple[Naming, Iterator[Step]]:
    """Every action of a recorded game."""
    opening, *actions = map(json.loads, path.read_text("utf-8").splitlines())
    session, draft = opened(game, opening)

    def steps() -> Iterator[Step]:
        for action in actions:
            before = draft.position.state
            draft.record(action, STAMP, None)
            entry = draft.entries[-1]
            assert isinstance(entry, Recorded)
            facts: list[Any] = [
                game.fact_view(fact, TRUTH) for fact in codec_of(game).facts.decode(entry.facts)
            ]
            yield Step(before, action, facts, draft.position.state)

    return naming_of(session), steps()


def words_of(
    game: Game[Any], naming: Naming, before: Any, offers: Sequence[Offer]
) -> Mapping[str, OfferWords]:
    """The words of these offers at this table."""
    view = msgspec.json.decode(msgspec.json.encode(state_view(game, before, TRUTH), enc_hook=list))
    return whole(offers_in_words(game, view, offers, naming, strict=True))


def said(game: Game[Any], naming: Naming, step: Step) -> Said:
    """What was read and tapped. Nothing for what is offered in no list."""
    for offer, action, offers in _offered(game, step):
        return said_of(words_of(game, naming, step.before, offers)[offer_key(offer)], offer, action)
    return Said()


def said_of(words: OfferWords, offer: Offer, action: Mapping[str, Json]) -> Said:
    """The words of each value that was chosen, as a page shows them."""
    chosen = {name: action.get(name) for name in offer.parameters}
    told = chosen_words(words, chosen)
    asked = {
        name: value
        for name, value in chosen.items()
        if name in told.parameters and (value is not None or "null" in told.parameters[name].values)
    }
    values = [one for name, value in asked.items() for one in values_told(told.parameters[name], value)]
    variant = told.variants.get(variant_key(offer))
    return Said(
        [
            *(label_of(told.parameters[name], value) for name, value in asked.items()),
            *([variant] if variant else []),
        ],
        [told.hint, *(told.parameters[name].hint for name in asked), *_below(values)],
        [(one.label, id) for one in values for id in (one.place, one.piece) if id],
    )


def _below(values: Iterable[ValueWords]) -> Iterator[str]:
    """What stands below each label: its hint, and what the page shows on demand."""
    for one in values:
        yield one.hint
        if one.details:
            yield one.details


def exact(game: Game[Any], naming: Naming, step: Step) -> Iterator[tuple[str, Said]]:
    """Each answer of a choice as it was read last, once all the others were given: its words alone."""
    for offer, action, offers in _offered(game, step):
        for name in offer.parameters:
            others = {other: action.get(other) for other in offer.parameters if other != name}
            left = offers_after(offers, others)
            told = words_of(game, naming, step.before, left)[offer_key(offer)].parameters.get(name)
            value = action.get(name)
            if told is None or (value is None and "null" not in told.values):
                continue
            label, _, hint = label_of(told, value).partition(": ")
            yield name, Said([label], [hint, *_below(values_told(told, value))])


def differing(game: Game[Any], naming: Naming, step: Step) -> bool:
    """Whether the words of any stage of a choice are others than those that were told at its beginning."""
    for offer, action, offers in _offered(game, step):
        first = words_of(game, naming, step.before, offers)[offer_key(offer)]
        names = list(offer.parameters)
        for at in range(1, len(names)):
            given = {name: action.get(name) for name in names[:at]}
            known = chosen_words(first, given)
            left = offers_after(offers, given)
            told = words_of(game, naming, step.before, left)[offer_key(offer)]
            if any(_differ(told.parameters.get(name), known.parameters.get(name)) for name in names[at:]):
                return True
    return False


def _differ(now: ParameterWords | None, before: ParameterWords | None) -> bool:
    """Whether they read differently. A value that is left alone may have its hint in its label."""
    if now is None or before is None:
        return False
    values = ((told, before.values.get(key)) for key, told in now.values.items())
    return (now.asks, now.hint) != (before.asks, before.hint) or any(
        was is not None
        and (told.label, told.hint, told.details)
        not in ((was.label, was.hint, was.details), (f"{was.label}: {was.hint}", "", was.details))
        for told, was in values
    )


def _offered(game: Game[Any], step: Step) -> Iterator[tuple[Offer, dict[str, Json], Sequence[Offer]]]:
    """The offer of an action, the action as it offers it, and all offers of its type; if there is one."""
    action = as_offered(game, step.before, step.action)
    seat = game.actor(codec_of(game).action(step.action))
    offers = [offer for offer in game.offers(step.before, seat, TRUTH) if offer.type == action["type"]]
    offer = next((offer for offer in offers if covers(offer, action)), None)
    if offer is not None:
        yield offer, action, offers


def values_told(words: ParameterWords, value: Json) -> Iterator[ValueWords]:
    """The words of a value, or of each of its parts."""
    known = words.values.get(value_key(value))
    if known is not None:
        yield known
    elif isinstance(value, dict):
        for name, of in value.items():
            yield from values_told(member_words(words, KEYS), name)
            yield from values_told(member_words(words, name), of)
    elif isinstance(value, list | tuple):
        for of in value:
            yield from values_told(words, of)


def label_of(words: ParameterWords, value: Json) -> str:
    """As `labelOf` of the page has it."""
    known = words.values.get(value_key(value))
    if known is not None:
        return known.label
    if isinstance(value, dict):
        keys = member_words(words, KEYS)
        return ", ".join(
            f"{label_of(keys, name)}: {label_of(member_words(words, name), of)}" for name, of in value.items()
        )
    if isinstance(value, list | tuple):
        return ", ".join(label_of(words, of) for of in value)
    return value_key(value)


def steps_of(key: str) -> Iterator[tuple[Naming, Step]]:
    """Every action of the recorded games of a title, and of a game of bots."""
    game = REGISTRY[key]
    for path in library(key):
        naming, steps = recorded_steps(game, path)
        for step in steps:
            yield naming, step
    source = source_of(game, game.seat_counts[0])
    for played in source.played:
        facts: list[Any] = [game.fact_view(fact, TRUTH) for fact in played.facts]
        yield (
            source.naming,
            Step(played.before, as_json(codec_of(game).action(played.action)), facts, played.after),
        )
