"""Which rules were enforced at recorded entries, found by running the rules again.

No log names them, so the rules are asked again, as in an audit; it is seen which functions are called.
"""

from __future__ import annotations

import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any, NamedTuple

import msgspec

from domain.kernel.components import InvalidComponents
from domain.kernel.engine.entries import NOT_JSON, Recorded, codec_of
from domain.kernel.game import Game
from domain.kernel.rejection import Rejected, rules_passed
from domain.kernel.rulebook import places_of, rulebook
from domain.kernel.session import Read, Session
from domain.kernel.session.session import initial_state
from replays.derive import derive_recorded

# Running: which functions of a package are called while something is done.

_INSTALLING = threading.Lock()
"""The interpreter refuses a watch that a thread sets while another thread is setting one."""


class Calls:
    """The code objects that were called, each with its module."""

    def __init__(self) -> None:
        self._modules: dict[CodeType, str] = {}

    def noted(self, frame: FrameType, event: str, _: Any) -> None:
        """Note a call. The interpreter calls this as its profile function."""
        if event == "call" and frame.f_code not in self._modules:
            self._modules[frame.f_code] = frame.f_globals.get("__name__", "")

    def within(self, package: str) -> frozenset[tuple[str, str]]:
        """Module, as a path within the package, and name of each function or class that was called in."""
        within = f"{package}."
        return frozenset(
            (module.removeprefix(within).replace(".", "/"), code.co_qualname.partition(".")[0])
            for code, module in self._modules.items()
            if module.startswith(within)
        )


@contextmanager
def calls() -> Iterator[Calls]:
    """Note the calls that this thread makes inside. Any other profiler of the thread pauses meanwhile."""
    noted, before = Calls(), sys.getprofile()
    with _INSTALLING:
        sys.setprofile(noted.noted)
    try:
        yield noted
    finally:
        with _INSTALLING:
            sys.setprofile(before)


# Which rules were enforced at recorded entries. No log names them: they are asked again, as by audits.

RulesByPlace = Mapping[tuple[str, str | None], frozenset[str]]


class Enforced(NamedTuple):
    """The rules that were enforced at an entry.

    action: the type of its action; None: it is the opening. asked: the ids of the rules that were asked and
    let it through. run: those of which the place that the rulebook names for them was run, asking or not.
    """

    number: int
    action: str | None
    asked: frozenset[str]
    run: frozenset[str]


def enforced_rules(session: Session, first: int, last: int, read: Read) -> Iterator[Enforced]:
    """The opening and the recorded actions among these entries, each with the rules that were enforced.

    Actions that were recorded under other rules, or that today's decide differently, are left out: nobody
    knows what was enforced then. read: the session's own entries, first to last.
    """
    game, by_place = session.game, _rules_by_place(session.game)
    if first == 1 and session.opened.rules_version == game.rules_version:
        yield from _enforced(by_place, game.home, 1, None, lambda: _opened(session))
    position = session.at(max(1, first - 1), read)
    for entry in read(position.version + 1, last):
        if position.lost is not None:
            return
        if isinstance(entry, Recorded) and entry.rules_version == game.rules_version:
            yield from _recorded(by_place, game, position.state, entry)
        position = session.after(position, entry, "", read)


def _opened(session: Session) -> Collection[str] | None:
    """Reads the box again, admits the seats and sets the table up."""
    game, opened, components = session.game, session.opened, session.components
    seats = msgspec.convert(opened.seats, tuple.__class_getitem__((game.seat_type, ...)))
    try:
        game.read_box(components.document)
        game.admit(components, seats, msgspec.convert(opened.options, game.options_type))
    except (InvalidComponents, Rejected):
        return None
    game.warnings(components.document)
    initial_state(game, components, opened)
    return ()


def _recorded(by_place: RulesByPlace, game: Game[Any], state: Any, entry: Recorded) -> Iterator[Enforced]:
    codec = codec_of(game)
    try:
        facts, action = codec.facts.decode(entry.facts), codec.actions.decode(entry.action)
    except NOT_JSON:
        return

    def again() -> Collection[str] | None:
        derived, _ = derive_recorded(game, state, entry, action, facts)
        return entry.broken if derived is not None and derived.broken == entry.broken else None

    tag = str(type(action).__struct_config__.tag)
    yield from _enforced(by_place, game.home, entry.number, tag, again)


def _enforced(
    by_place: RulesByPlace,
    home: str,
    number: int,
    action: str | None,
    again: Callable[[], Collection[str] | None],
) -> Iterator[Enforced]:
    """again: does it again, and answers the rules that were broken; None where something else came out."""
    with rules_passed() as asked, calls() as called:
        broken = again()
    if broken is None:
        return
    places = {place for module, name in called.within(home) for place in ((module, name), (module, None))}
    run = frozenset[str]().union(*(by_place.get(place, ()) for place in places))
    yield Enforced(number, action, frozenset(asked) - {"", *broken}, run - {*broken})


def _rules_by_place(game: Game[Any]) -> RulesByPlace:
    found: dict[tuple[str, str | None], set[str]] = defaultdict(set)
    for rule in rulebook(game).values():
        for place in places_of(rule):
            found[place.module, place.name].add(rule.id)
    return {place: frozenset(rules) for place, rules in found.items()}
