"""What a sample of mutants came to: killed by room, held against the bars, and who survived."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tests.support.mutants.judging import Verdict
from tests.support.mutants.operators import Mutant

WHOLE_BAR = 0.95
ROOM_BAR = 0.90


def reached(verdicts: Mapping[str, Sequence[Verdict]]) -> bool:
    """Whether enough were killed, of the whole and in each room."""
    whole = [verdict for of_room in verdicts.values() for verdict in of_room]
    return share(whole) >= WHOLE_BAR and all(share(of_room) >= ROOM_BAR for of_room in verdicts.values())


def share(verdicts: Sequence[Verdict]) -> float:
    """The share that was killed; all of none."""
    return sum(verdict.killed for verdict in verdicts) / len(verdicts) if verdicts else 1.0


def report(verdicts: Mapping[str, Sequence[Verdict]]) -> Iterator[str]:
    """The lines of a report."""
    for room, of_room in verdicts.items():
        if of_room:
            yield _line(room, of_room, ROOM_BAR)
    whole = [verdict for of_room in verdicts.values() for verdict in of_room]
    yield _line("the whole", whole, WHOLE_BAR)
    for room, of_room in verdicts.items():
        left = sorted((each for each in of_room if not each.killed), key=lambda each: _place(each.mutant))
        if left:
            yield f"\n{room}: survivors"
        for verdict in left:
            yield f"  {verdict.mutant}{_asked(verdict)}"


def _line(name: str, verdicts: Sequence[Verdict], bar: float) -> str:
    killed = sum(verdict.killed for verdict in verdicts)
    told = "" if share(verdicts) >= bar else f"  below {bar:.0%}"
    return f"{name:12}{killed:5} of {len(verdicts):3} killed{share(verdicts):7.0%}{told}"


def _asked(verdict: Verdict) -> str:
    asked = len(verdict.chosen.first.tests) + len(verdict.chosen.then.tests)
    if not asked:
        return "  (no test runs it)"
    left_out = f", {verdict.chosen.left_out} left out" if verdict.chosen.left_out else ""
    return f"  ({asked} tests asked{left_out})"


def _place(mutant: Mutant) -> tuple[str, int, int, int]:
    return mutant.path, mutant.line, mutant.column, mutant.number
