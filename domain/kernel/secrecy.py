"""The visibility of actions and facts: stated member by member, and everything that follows from it.

A message that hides nothing says so by its base class (`PublicAction`, `PublicSeatAction`, `PublicFact`). The
game states all others in one table, its `secrecy.py`, which reads as the rulebook does: if a seat takes
a card, everybody learns from which deck, and only the seat learns which card. The view of a recorded
message, whether a fact exposes something, and whether a declared outcome is hidden all follow from
the statements. A member without a statement, of a message that is not public, is shown only to a viewer who
sees all.

The source of an outcome, declared or drawn, is public even if its value is hidden: everybody sees at once
that somebody typed in a hidden card (docs/chance.md).
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from domain.kernel.chance import UNKNOWN
from domain.kernel.messages import PUBLIC, Action, Fact, Json, PublicAction, PublicFact, Viewer

Condition: TypeAlias = Callable[[Any], bool]
"""A condition of a statement, on the message itself."""

Told: TypeAlias = Callable[[Any, Any, Viewer], Mapping[str, Json]]
"""(the member's value, the message, the viewer) → the members that are shown in its place."""


def _told_nothing(value: Any, message: Any, viewer: Viewer) -> Mapping[str, Json]:
    return {}


@dataclass(frozen=True)
class Known:
    """The visibility of one member of a message. A viewer who sees all knows every member.

    by: members of the message that name those seats, one or several each; None: everybody may.
    learned: by this message somebody comes to know what was hidden from them until then, so that taking the
      message back leaves it known.
    condition: the statement is for messages of which this holds; `otherwise` is for the rest.
    told: what replaces the member for a viewer who may not know it.
    beside: what is shown of it to every viewer who does not see all.
    """

    by: tuple[str, ...] | None = None
    learned: bool = False
    condition: Condition | None = None
    otherwise: Known | None = None
    told: Told = _told_nothing
    beside: Told = _told_nothing

    def when(self, condition: Condition, otherwise: Known | None = None) -> Known:
        """This statement where `condition` holds of the message; elsewhere `otherwise`, by default open."""
        return replace(self, condition=condition, otherwise=otherwise or OPEN)

    def telling(self, told: Told) -> Known:
        """This statement, with what viewers see instead of the member if they may not know it."""
        return replace(self, told=told)

    def with_open(self, beside: Told) -> Known:
        """This statement, with what everybody may know of the member."""
        return replace(self, beside=beside)

    def counted(self, name: str) -> Known:
        """This statement; viewers who may not know the things see their number, as `name`."""
        return self.telling(lambda things, message, viewer: {name: len(things)})

    def of(self, message: Any) -> Known:
        """The statement that holds for this message."""
        if self.condition is None or self.condition(message):
            return self
        return (self.otherwise or OPEN).of(message)

    def allows(self, viewer: Viewer, message: Any) -> bool:
        """Whether the viewer may know the member of this message."""
        if self.by is None or viewer.sees_all:
            return True
        return viewer.seat is not None and any(viewer.seat in _seats_named(message, name) for name in self.by)


def _seats_of(known: Known, message: Any) -> set[str]:
    return {seat for member in known.by or () for seat in _seats_named(message, member)}


def _seats_named(message: Any, member: str) -> Sequence[str]:
    named = getattr(message, member)
    return (named,) if isinstance(named, str) else named or ()


OPEN = Known()
"""Everybody knows it, and it reveals nothing hidden."""
SHOWN = Known(learned=True)
"""Everybody knows it by this message; until then it was hidden from somebody."""
KEPT = Known(by=())
"""Hidden from everybody: other members, or other facts, show it to those whom it concerns."""
IN_PART = Known(by=(), learned=True)
"""Nobody sees all of it, and somebody a part: the part that `telling` gives."""


def known_to(*members: str) -> Known:
    """The seats that these members name know it; they did so before."""
    return Known(by=members)


def told_to(*members: str) -> Known:
    """The seats that these members name learn it by this message."""
    return Known(by=members, learned=True)


def each_to_its_seat(name: str, of_others: Callable[[Any], Json] | None = None) -> Known:
    """Parts by seat, each known to its seat: others are shown `of_others` of it, by default nothing."""

    def told(parts: Mapping[str, Any] | None, message: Any, viewer: Viewer) -> Mapping[str, Json]:
        if parts is None:
            return {}
        own = {seat: msgspec.to_builtins(part) for seat, part in parts.items() if viewer.knows(seat)}
        if of_others is None:
            return {name: own}
        return {name: {seat: own[seat] if seat in own else of_others(part) for seat, part in parts.items()}}

    return KEPT.telling(told)


def dealt_to_each(name: str, of_others: Callable[[Any], Json] | None = None) -> Known:
    """Parts by seat, each revealed to its seat by this message; to others as with `each_to_its_seat`."""
    return replace(each_to_its_seat(name, of_others), learned=True)


@dataclass(frozen=True)
class Statement:
    """The visibility of each member of one kind of message.

    disguise: the name that the message bears for a viewer who may not know all of it, where `disguised_when`
      holds of it (None: always). None: its own.
    unseen: a viewer who may not know all of it does not learn that there was one.
    shows: the table that it leads to shows somebody a thing that was hidden, no matter what its members say.
    """

    members: Mapping[str, Known]
    disguise: str | None = None
    disguised_when: Condition | None = None
    unseen: bool = False
    shows: bool = False

    @property
    def is_open(self) -> bool:
        """Whether everybody may know every member of every such message."""
        return all(known in (OPEN, SHOWN) for known in self.members.values())

    def disguised(self, name: str, when: Condition | None = None) -> Statement:
        """This statement under another name for those who may not know all of the message."""
        return replace(self, disguise=name, disguised_when=when)


def said(*open_members: str, unseen: bool = False, shows: bool = False, **members: Known) -> Statement:
    """The statement on a kind of message: these members are open, the others as stated."""
    return Statement({**dict.fromkeys(open_members, OPEN), **members}, unseen=unseen, shows=shows)


@cache
def _everything_open(kind: type[Struct]) -> Statement:
    return said(*kind.__struct_fields__)


def scalars(value: Json) -> Iterator[Json]:
    """The texts and numbers in a JSON value that name something; what nobody has seen names nothing."""
    match value:
        case dict():
            for part in value.values():
                yield from scalars(part)
        case list() | tuple():
            for part in value:
                yield from scalars(part)
        case _:
            if value is not None and value != UNKNOWN:
                yield value


class Secrecy:
    """The statements of a game, on each of its actions and facts that is not public."""

    def __init__(
        self, actions: Mapping[type[Action], Statement], facts: Mapping[type[Fact], Statement]
    ) -> None:
        both: tuple[Mapping[Any, Statement], ...] = (actions, facts)
        self.statements: Mapping[type[Struct], Statement] = ChainMap(*map(dict, both))
        self._disguises = {
            statement.disguise for statement in self.statements.values() if statement.disguise is not None
        }
        self._open = {
            kind
            for kind, statement in self.statements.items()
            if statement.is_open and not self._unstated(kind)
        }

    def statement(self, kind: type[Struct]) -> Statement:
        """The statement on a kind of message: the game's own, or that of its base class."""
        stated = self.statements.get(kind)
        if stated is not None:
            return stated
        return _everything_open(kind) if _is_public(kind) else NOTHING_SAID

    def view(self, message: Action | Fact, viewer: Viewer) -> Json | None:
        """The JSON of a recorded message as the viewer may see it; None where it is not to be seen at all."""
        whole: dict[str, Json] = msgspec.to_builtins(message)
        if viewer.sees_all or self._shows_all(type(message)):
            return whole
        statement = self.statement(type(message))
        tag = message.__struct_config__.tag_field
        assert tag is not None
        shown, all_known = {tag: whole[tag]}, True
        for name, written in zip(message.__struct_fields__, message.__struct_encode_fields__, strict=True):
            known = statement.members.get(name, KEPT).of(message)
            value = getattr(message, name)
            shown |= known.beside(value, message, viewer)
            if not known.allows(viewer, message):
                all_known = False
                shown |= known.told(value, message, viewer)
            elif written in whole:
                shown[written] = whole[written]
        if all_known:
            return shown
        if statement.unseen:
            return None
        if statement.disguise is not None and _holds(statement.disguised_when, message):
            shown[tag] = statement.disguise
        return shown

    def proven(self, message: Action | Fact, viewer: Viewer) -> Collection[str] | None:
        """The members of a recorded message whose value the viewer may be proven, by their names in JSON.

        None where not even its kind may be proven: where the viewer is not to see it, sees it disguised, or
        could take it for another one that is.
        """
        tag = message.__struct_config__.tag_field
        assert tag is not None
        names = dict(zip(message.__struct_fields__, message.__struct_encode_fields__, strict=True))
        if viewer.sees_all:
            return {tag, *names.values()}
        statement = self.statement(type(message))
        known = {
            name for name in names if statement.members.get(name, KEPT).of(message).allows(viewer, message)
        }
        if message.__struct_config__.tag in self._disguises:
            return None
        disguised = statement.disguise is not None and _holds(statement.disguised_when, message)
        if known != names.keys() and (statement.unseen or disguised):
            return None
        return {tag, *(names[name] for name in known)}

    def exposes(self, fact: Fact) -> bool:
        """Whether the fact shows a hidden thing to somebody, so that taking it back leaves it known."""
        statement = self.statement(type(fact))
        return statement.shows or any(known.of(fact).learned for known in statement.members.values())

    def tells_more(self, fact: Fact, seat: str | None, typed: Collection[Json]) -> bool:
        """Whether somebody learns a hidden thing from the fact beyond what this seat typed in itself.

        `typed`: the values of the outcomes that it declared. They were seen at the table before, in the open
        or by that seat alone.
        """
        statement = self.statement(type(fact))
        stated = ((getattr(fact, name), known.of(fact)) for name, known in statement.members.items())
        return statement.shows or any(
            known.learned
            and not (
                (known.by is None or _seats_of(known, fact) == {seat})
                and all(value in typed for value in scalars(msgspec.to_builtins(value_of)))
            )
            for value_of, known in stated
        )

    def leads_to_sight(self, fact: Fact) -> bool:
        """Whether the table that the fact leads to shows somebody what was hidden, as the game states."""
        return self.statement(type(fact)).shows

    def hides(self, message: Action | Fact, path: str) -> bool:
        """Whether the value at the path (`card`, `draws/0`) is hidden from somebody."""
        written = path.partition("/")[0]
        names = dict(zip(message.__struct_encode_fields__, message.__struct_fields__, strict=True))
        known = self.statement(type(message)).members.get(names.get(written, ""), KEPT)
        return not known.of(message).allows(PUBLIC, message)

    def may_hide(self, kind: type[Struct], written: str) -> bool:
        """Whether the member of that name in JSON is hidden from somebody in some messages of this kind."""
        names = dict(zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True))
        known: Known | None = self.statement(kind).members.get(names.get(written, ""), KEPT)
        while known is not None:
            if known.by is not None:
                return True
            known = known.otherwise
        return False

    def names(self, kinds: Sequence[type[Struct]]) -> set[str]:
        """All names of messages of these kinds for any viewer: their tags and their disguises."""
        disguises = (self.statements[kind].disguise for kind in kinds if kind in self.statements)
        return {str(kind.__struct_config__.tag) for kind in kinds} | {name for name in disguises if name}

    def unstated(self, kinds: Sequence[type[Struct]]) -> Iterator[tuple[type[Struct], str]]:
        """Each member of these kinds that has no statement."""
        for kind in kinds:
            yield from ((kind, name) for name in self._unstated(kind))

    def misstated(self) -> Iterator[tuple[type[Struct], str]]:
        """Each name in a statement that is not a member of its kind."""
        for kind, statement in self.statements.items():
            named = (name for known in statement.members.values() for name in _names(known))
            for name in sorted({*statement.members, *named} - {*kind.__struct_fields__}):
                yield kind, name

    def stated_though_public(self) -> Iterator[type[Struct]]:
        """Each public kind that has a statement all the same."""
        return filter(_is_public, self.statements)

    def _shows_all(self, kind: type[Struct]) -> bool:
        return kind in self._open or (kind not in self.statements and _is_public(kind))

    def _unstated(self, kind: type[Struct]) -> tuple[str, ...]:
        stated = self.statement(kind).members
        return tuple(name for name in kind.__struct_fields__ if name not in stated)


NOTHING_SAID = Statement({})


def _is_public(kind: type[Struct]) -> bool:
    return issubclass(kind, PublicAction | PublicFact)


def _holds(condition: Condition | None, message: Any) -> bool:
    return condition is None or condition(message)


def _names(known: Known | None) -> Iterator[str]:
    while known is not None:
        yield from known.by or ()
        known = known.otherwise
