"""How commands meet damaged files and full disks: what may come of it, and what nothing excuses."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from typing import NamedTuple

from tests.support.long.running import Tablelog

LONGEST_SECONDS = 60
"""On a machine that is not busy; else as much longer as more processes want to run than it has cores."""

FIRST_SIGNAL = 128
"""From this exit status on a shell says that a signal ended its command."""

SHOWN = 300
NOTICED, IN_DOUBT, PASSED_OVER, NOTHING_LOST = "noticed", "in doubt", "passed over", "nothing lost"


class Met(NamedTuple):
    """How a command met a file: its exit status, None if it did not end in time, and what it printed."""

    command: str
    status: int | None
    said: str


class Judged(NamedTuple):
    """What became of a damage, and what is wrong with that: nothing, if all is well."""

    verdict: str
    faults: tuple[str, ...] = ()


def met(tablelog: Tablelog, *arguments: str) -> Met:
    """Run a command. Files are left out of its name."""
    command = " ".join(word for word in arguments if not word.startswith("/"))
    try:
        return Met(command, *tablelog.run(*arguments, timeout=longest_seconds()))
    except subprocess.TimeoutExpired:
        return Met(command, None, "")


def longest_seconds() -> float:
    """How long a command may take now."""
    return LONGEST_SECONDS * max(1.0, max(os.getloadavg()) / (os.cpu_count() or 1))


def misbehaviour(one: Met) -> str | None:
    """What nothing excuses."""
    if one.status is None:
        return f"`{one.command}` has not ended in time"
    if "Traceback" in one.said:
        return f"`{one.command}` breaks down: {one.said.strip().splitlines()[-1][:SHOWN]}"
    if one.status < 0 or one.status >= FIRST_SIGNAL:
        return f"`{one.command}` was ended by a signal, with status {one.status}"
    if one.status and not one.said.strip():
        return f"`{one.command}` ends with status {one.status} and says nothing"
    return None


def is_noticed(meetings: Sequence[Met]) -> bool:
    """Whether a command refused by itself: one that was ended by others has noticed nothing."""
    return any(one.status is not None and 0 < one.status < FIRST_SIGNAL for one in meetings)


def judge(
    meetings: Sequence[Met],
    lost: Sequence[str] = (),
    *,
    wrong: Sequence[str] = (),
    harmless: str = NOTHING_LOST,
) -> Judged:
    """What became of a damage that was met so.

    lost: what is no longer as it was, which must be noticed, or told as a doubt where what is left could be
    the whole. wrong: what must not be even then.
    harmless: what it is called if it is neither noticed nor a loss.
    """
    faults = [fault for fault in map(misbehaviour, meetings) if fault is not None]
    faults += wrong
    if is_noticed(meetings):
        return Judged(NOTICED, tuple(faults))
    if lost and any(IN_DOUBT in one.said for one in meetings):
        return Judged(IN_DOUBT, tuple(faults))
    commands = ", ".join(f"`{one.command}`" for one in meetings)
    faults += [f"{commands} did not notice: {loss}" for loss in lost]
    return Judged(PASSED_OVER if lost else harmless, tuple(faults))
