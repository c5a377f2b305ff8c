"""Rejections: the one exception of the domain, and the check that raises it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Rejected(Exception):
    """The rules forbid it.

    `rule` is the stable id that clients may branch on, `field` the parameter at fault as a path
    (`card`, `dice/1`), `message` is for people and reveals nothing that the principal may not know.
    `probes` marks the refusals that cannot avoid revealing something hidden to their principal: such a
    refusal is itself recorded, for every seat to see.
    """

    def __init__(self, rule: str, message: str, field: str | None = None, *, probes: bool = False) -> None:
        super().__init__(f"{rule}: {message}")
        self.rule = rule
        self.message = message
        self.field = field
        self.probes = probes


_broken: ContextVar[list[Rejected] | None] = ContextVar("broken_rules", default=None)
_passed: ContextVar[set[str] | None] = ContextVar("passed_rules", default=None)


def check(holds: bool, rule: str, message: str, field: str | None = None, *, probes: bool = False) -> None:
    """Reject the action under `rule` unless `holds`.

    Raises `Rejected`, except while an action is being recorded against the rules: then the broken
    rule is noted and `check` returns.
    """
    if holds:
        passed = _passed.get()
        if passed is not None:
            passed.add(rule)
        return
    rejection = Rejected(rule, message, field, probes=probes)
    broken = _broken.get()
    if broken is None:
        raise rejection
    broken.append(rejection)


def rules_are_noted() -> bool:
    """Whether an action is being recorded against the rules: then `check` only notes broken rules."""
    return _broken.get() is not None


@contextmanager
def against_the_rules() -> Iterator[list[Rejected]]:
    """Let every `check` inside pass, and list what each of them would have rejected."""
    broken: list[Rejected] = []
    token = _broken.set(broken)
    try:
        yield broken
    finally:
        _broken.reset(token)


@contextmanager
def rules_passed() -> Iterator[set[str]]:
    """Inside, the rule of every `check` that holds is listed: what was asked, and let the action through."""
    passed: set[str] = set()
    token = _passed.set(passed)
    try:
        yield passed
    finally:
        _passed.reset(token)
