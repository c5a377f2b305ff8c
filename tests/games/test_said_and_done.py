"""What a button says is what happens: for recorded games, games of bots, and choices that nobody made.

Each amount and each place that the labels of a completed choice name come about, and each amount that its
hints state as an effect. So no label names an alternative that was not chosen, or a price that is not paid.
"""

from __future__ import annotations

from typing import Any

import pytest

from domain.games import REGISTRY
from domain.kernel import TRUTH, Game, Naming
from domain.kernel.selfcheck.wording import ambiguous_labels, telling_of
from tests.support.games.amounts import done, unfounded
from tests.support.games.hints import unfounded_hints
from tests.support.games.other_choices import choices_of
from tests.support.games.places import unreached
from tests.support.games.said_and_done import Said, Step, said, steps_of


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
