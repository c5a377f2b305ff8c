"""The curves of Chaosmos, beside the clock and the control of planets told again from the facts."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.games.chaosmos import GAME, facts
from tests.support.games.chaosmos.counted_by_hand import Recording
from tests.support.recorded import library


@pytest.mark.parametrize("path", library("chaosmos"), ids=lambda path: path.stem)
def test_the_clock_is_its_start_less_turns_and_cuts(path: Path):
    clock, _ = GAME.series
    recording = Recording(path)
    left = recording.opening["options"]["clock_start"]
    for line in recording.lines:
        ended = any(line.found(facts.TurnEnded))
        less = ended + sum(fact.by for fact in line.found(facts.ClockReduced))
        left -= less
        points = list(clock.points(line.before, line.facts, line.after))
        assert [(point.subject, point.value) for point in points] == ([("clock", left)] if less else [])
    assert left == 0


@pytest.mark.parametrize("path", library("chaosmos"), ids=lambda path: path.stem)
def test_the_control_of_each_planet_is_who_opened_it_last_and_stayed(path: Path):
    _, control = GAME.series
    recording = Recording(path)
    fixed = recording.layout["fixed"] or {}
    there: dict[str, tuple[str | None, str | None]] = dict.fromkeys(fixed.values(), (None, None))
    for line in recording.lines:
        following = dict(there)
        for fact in line.facts:
            match fact:
                case facts.PlanetsArranged():
                    following = dict.fromkeys(fact.planets.values(), (None, None))
                case facts.CardsDealt():
                    following |= {planet: (seat, seat) for seat, planet in fact.homes.items()}
                case facts.ControlTaken():
                    following[fact.planet] = (fact.seat, fact.seat)
                case facts.EnvelopeReturned():
                    following[fact.planet] = (None, following[fact.planet][1])
        points = {
            point.subject: (point.value, point.detail["flag"])
            for point in control.points(line.before, line.facts, line.after)
        }
        assert points == {name: now for name, now in following.items() if there.get(name) != now}
        there = following
    final = recording.expected["planets"]
    assert there == {name: (planet["controller"], planet["flag"]) for name, planet in final.items()}
