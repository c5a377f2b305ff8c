"""What a button says is what happens: for recorded games, games of bots, and choices that nobody made.

Each amount and each place that the labels of a completed choice name come about, and each amount that its
hints state as an effect. So no label names an alternative that was not chosen, or a price that is not paid.
Once all other answers are given, no label of an answer names alternatives at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from domain.games import REGISTRY
from domain.kernel import TRUTH, Game, Naming
from domain.kernel.selfcheck.wording import ambiguous_labels, telling_of
from tests.support.games.amounts import done, unfounded
from tests.support.games.hints import unfounded_hints
from tests.support.games.other_choices import choices_of
from tests.support.games.places import unreached
from tests.support.games.said_and_done import Said, Step, differing, exact, said, steps_of


def faults_of(game: Game[Any], naming: Naming, step: Step, told: Said) -> set[str]:
    """What a completed choice says and nothing of what happens bears out."""
    happened = done(game, naming, step)
    faults = (
        *unfounded(told, happened),
        *unfounded_hints(game, naming, step, told, happened),
        *unreached(game, naming, step, told),
    )
    return {f"{step.action['type']}: {fault}" for fault in faults}


@pytest.mark.parametrize("key", REGISTRY)
def test_whatever_a_completed_choice_says_comes_about(key: str):
    game, found = REGISTRY[key], set[str]()
    for naming, step in steps_of(key):
        found |= faults_of(game, naming, step, said(game, naming, step))
    assert sorted(found) == []


@pytest.mark.parametrize("key", REGISTRY)
def test_whatever_another_choice_would_say_would_come_about(key: str):
    """Random answers to what is offered at random moments: nobody recorded most of them."""
    game, found, tried = REGISTRY[key], set[str](), 0
    for naming, step, told in choices_of(key):
        tried += 1
        found |= faults_of(game, naming, step, told)
    assert sorted(found) == []
    assert tried > 100


@pytest.mark.parametrize("key", REGISTRY)
def test_a_label_belongs_to_one_value_of_its_field(key: str):
    """At every third moment of the recorded games; the contract of words asks it of games of bots."""
    game, found = REGISTRY[key], set[str]()
    for number, (naming, step) in enumerate(steps_of(key)):
        if number % 3 == 0:
            found |= {*ambiguous_labels(telling_of(game, step.before, TRUTH, naming, [*naming.seats]))}
    assert sorted(found) == []


OF_EACH = 8
"""Choices of each type of action whose words are looked at for every answer."""


def few_of(key: str) -> Iterator[tuple[Naming, Step]]:
    """Some recorded actions of each type, and some choices that nobody made."""
    seen: Counter[str] = Counter()
    others = ((naming, step) for naming, step, _ in choices_of(key))
    for naming, step in chain(steps_of(key), others):
        seen[step.action["type"]] += 1
        if seen[step.action["type"]] <= OF_EACH or seen[step.action["type"]] % OF_EACH == 0:
            yield naming, step


@pytest.mark.parametrize("key", REGISTRY)
def test_an_answer_says_exactly_what_it_does_once_the_others_are_given(key: str):
    """Each number of the words of what is left comes about: `5 Water`, and never `5 or 11 Water`."""
    game, found, tried = REGISTRY[key], set[str](), 0
    for naming, step in few_of(key):
        happened = done(game, naming, step)
        for name, told in exact(game, naming, step):
            tried += 1
            amounts = unfounded(told, happened) + unfounded_hints(
                game, naming, step, told, happened, alternatives=False
            )
            found |= {f"{step.action['type']} {name}: {fault}" for fault in amounts}
    assert sorted(found) == []
    assert tried > 50


@pytest.mark.parametrize("key", REGISTRY)
def test_words_that_depend_on_the_answers_are_declared_to(key: str):
    """A page requests the words of those types again after each answer, and of no others."""
    game = REGISTRY[key]
    assert game.words is not None
    differ = {step.action["type"] for naming, step in few_of(key) if differing(game, naming, step)}
    assert differ <= game.words.depends
