"""The opening form: domains and labels for all that you choose to open a session.

Anything that a game does not declare follows from the types of its opening.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType, inspect
from msgspec.structs import replace

from domain.kernel.messages import SEAT_PATTERN, Json
from domain.kernel.offers.domains import Choice, Domain, Each, Optional, Range, as_key
from domain.kernel.offers.values import admits
from domain.kernel.ui.plain_words import readable
from domain.kernel.ui.words import ParameterWords, ValueWords, value_key

# The opening form: what may be chosen when a session opens, as domains with words.


class Question(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A member of the opening: the values that it takes, with their words.

    A game leaves out what follows from the type of the member: domain, words, default (`None`: left out).
    differ: no value is taken twice, by two seats or under two keys of an object.
    shares: `value_key` of a value → how many seats take it, all seats counted.
    needs: `value_key` of a value → option → its values, one of which must be chosen with it.
    """

    domain: Domain | UnsetType = UNSET
    words: ParameterWords | UnsetType = UNSET
    default: Json | UnsetType = UNSET
    differ: bool = False
    shares: Mapping[str, int] = {}
    needs: Mapping[str, Mapping[str, tuple[Json, ...]]] = {}


class OpeningForm(Struct, frozen=True, kw_only=True):
    """The questions to open a session, for one number of seats with one component set.

    seat: what each seat is asked, by the members of the game's seat type but `seat` itself.
    options: by the members of its options; `None`: left out at this number of seats, and not asked.
    called_by: the member of a seat that it may be called by (red plays red); None: by `names`.
    names: ids for the seats, clockwise, where nobody gives others.
    """

    seat: Mapping[str, Question] = {}
    options: Mapping[str, Question | None] = {}
    called_by: str | None = None
    names: tuple[str, ...] = ()


def values_of(domain: Domain) -> tuple[Json, ...]:
    """The single values that a domain is chosen from, the keys of an object among them, to have words for."""
    match domain:
        case Choice(values=values):
            return values
        case Optional(of=of):
            return (*values_of(of), None)
        case Each(keys=keys):
            return tuple(dict.fromkeys((*keys, *(value for of in keys.values() for value in values_of(of)))))
        case _:
            return ()


# Answers to an opening form: a sample that works as it is, and whether an opening fits the form.


def can_open(form: OpeningForm, count: int) -> bool:
    """Whether there are enough values for so many seats: a component set may hold fewer than the rules."""
    seats = [(question, count if question.differ else 1) for question in form.seat.values()]
    options = [(question, 1) for question in form.options.values() if question is not None]
    return all(
        isinstance(question.domain, Range) or len(values_of(question.domain)) >= least
        for question, least in (*seats, *options)
        if question.domain is not UNSET
    )


def sample_of(form: OpeningForm, count: int) -> tuple[list[dict[str, Json]], dict[str, Json]]:
    """Seats and options that are taken where nobody chooses: the defaults, else what comes first."""
    options = {name: question.default for name, question in form.options.items() if question is not None}
    for name, question in form.options.items():
        if question is not None and question.default is UNSET:
            options[name] = _first(question, options)
    options = {name: value for name, value in options.items() if value is not None}
    columns = {name: _column(question, count) for name, question in form.seat.items()}
    seats = [{name: column[place] for name, column in columns.items()} for place in range(count)]
    called = [_called(form, place, seat) for place, seat in enumerate(seats)]
    return [{"seat": name, **seat} for name, seat in zip(called, seats, strict=True)], options


def _called(form: OpeningForm, place: int, seat: Mapping[str, Json]) -> str:
    """The seat's id: what it plays where that can be an id, else the name of its place."""
    own = None if form.called_by is None else seat[form.called_by]
    return own if isinstance(own, str) and re.fullmatch(SEAT_PATTERN, own) else form.names[place]


def _first(question: Question, options: Mapping[str, Json]) -> Json:
    domain = question.domain
    if isinstance(domain, Each):
        return {key: values_of(of)[0] for key, of in domain.keys.items()}
    if isinstance(domain, Range):
        return domain.least
    assert domain is not UNSET
    return next(value for value in values_of(domain) if not _unmet(question, value, options))


def _column(question: Question, count: int) -> list[Json]:
    """The value of a member for each seat."""
    assert question.domain is not UNSET
    values = values_of(question.domain)
    if question.shares:
        return [value for value in values for _ in range(question.shares.get(value_key(value), 0))]
    if question.differ:
        return list(values[:count])
    return [values[0] if question.default is UNSET else question.default] * count


def form_faults(
    form: OpeningForm, seats: Sequence[Mapping[str, Json]], options: Mapping[str, Json]
) -> Iterator[str]:
    """Yield one sentence per fault of an opening against its form."""
    for name in options.keys() - form.options.keys():
        yield f"The form does not ask for the option {name}."
    for name, question in form.options.items():
        assert question is not None
        value = options.get(name)
        if value is None and question.default is not UNSET:
            value = question.default
        yield from _value_faults(f"options/{name}", question, value, options)
        if question.differ and isinstance(value, Mapping) and _repeated(list(value.values())):
            yield f"options/{name} takes a value twice."
    for name, question in form.seat.items():
        taken = [seat.get(name, question.default) for seat in seats]
        for place, value in enumerate(taken):
            yield from _value_faults(f"seats/{place}/{name}", question, value, options)
        if question.differ and _repeated(taken):
            yield f"Two seats take the same {name}."
        shares = {key: sum(value_key(value) == key for value in taken) for key in question.shares}
        if shares != question.shares:
            yield f"{name} is shared among the seats as {shares}, not as {dict(question.shares)}."


def _value_faults(place: str, question: Question, value: Json, options: Mapping[str, Json]) -> Iterator[str]:
    assert question.domain is not UNSET
    if not admits(question.domain, value):
        yield f"{place} is {value!r}, which lies outside of its domain."
    if unmet := _unmet(question, value, options):
        yield f"{place} is {value!r}, which does not go with {', '.join(unmet)}."


def _unmet(question: Question, value: Json, options: Mapping[str, Json]) -> list[str]:
    needs = question.needs.get(value_key(value), {})
    return [name for name, values in needs.items() if options.get(name) not in values]


def _repeated(values: Sequence[Json]) -> bool:
    return len(set(map(as_key, values))) < len(values)


# The whole form: what a game leaves out follows from the types of its opening.


class Unasked(TypeError):
    """A member of an opening that neither the game nor its type gives a domain."""


def whole_form(
    given: OpeningForm, seat_type: type[Struct], options_type: type[Struct], count: int
) -> OpeningForm:
    """The form with every question complete. Raises `Unasked`; `KeyError` for an unknown member."""
    return OpeningForm(
        seat=_whole(seat_type, given.seat),
        options=_whole(options_type, given.options),
        called_by=given.called_by,
        names=given.names or tuple(f"seat-{place}" for place in range(1, count + 1)),
    )


def _whole(kind: type[Struct], given: Mapping[str, Question | None]) -> dict[str, Question]:
    members = {member.encode_name: member for member in msgspec.structs.fields(kind)}
    for name in given.keys() - members.keys():
        raise KeyError(f"{kind.__name__} has no member {name}")
    types = {member.encode_name: member.type for member in inspect.type_info(kind).fields}  # type: ignore[attr-defined]
    return {
        name: _question(name, types[name], member, question)
        for name, member in members.items()
        if name != "seat" and (question := given.get(name, Question())) is not None
    }


def _question(name: str, kind: inspect.Type, member: Any, given: Question) -> Question:
    domain = _domain(name, kind) if given.domain is UNSET else given.domain
    words = ParameterWords(asks=f"{readable(name)}?") if given.words is UNSET else given.words
    values = {value_key(value): ValueWords(_label(value)) for value in values_of(domain)}
    default = given.default
    if default is UNSET and member.default is not msgspec.NODEFAULT:
        default = msgspec.to_builtins(member.default)
    return replace(
        given, domain=domain, words=replace(words, values={**values, **words.values}), default=default
    )


def _label(value: Json) -> str:
    if isinstance(value, bool):
        return "Yes" if value else "No"
    return readable(value) if isinstance(value, str) else "Left open" if value is None else str(value)


def _domain(name: str, kind: inspect.Type) -> Domain:
    """The values that the type holds. Raises `Unasked` where it holds more than anybody can list."""
    match kind:
        case inspect.Metadata(type=inner):
            return _domain(name, inner)
        case inspect.BoolType():
            return Choice((False, True))
        case inspect.LiteralType(values=values):
            return Choice(tuple(values))
        case inspect.IntType(ge=int(least), le=int(most)):
            return Range(least, most)
        case inspect.UnionType(types=types) if len(types) == 2 and kind.includes_none:
            return Optional(
                _domain(name, next(one for one in types if not isinstance(one, inspect.NoneType)))
            )
        case _:
            raise Unasked(f"{name} has no domain in the opening form, and its type lists no values")


# The opening form (page P9): what is asked to open a session, for one chooser that draws any game's.

__all__ = [
    "OpeningForm",
    "Question",
    "Unasked",
    "can_open",
    "form_faults",
    "sample_of",
    "whole_form",
]


# The questions to every table that opens, in any game.

TABLE: Mapping[str, Question] = {
    "chance": Question(
        domain=Choice(("declared", "drawn")),
        words=ParameterWords(
            asks="Where are dice rolled and cards drawn?",
            values={
                "declared": ValueWords("On the table", "You roll and draw, then enter the results."),
                "drawn": ValueWords("In Tablelog", "Tablelog rolls and draws. Anyone can check the results."),
            },
        ),
        default="declared",
    ),
    "may_declare": Question(
        domain=Choice((False, True)),
        words=ParameterWords(
            asks="May the table say what fell all the same?",
            when="more",
            values={
                "false": ValueWords("No", "Every outcome is drawn."),
                "true": ValueWords("Yes", "An outcome that nobody types in is drawn."),
            },
        ),
        default=False,
        needs={"true": {"chance": ("drawn",)}},
    ),
    "forced_steps": Question(
        domain=Choice((True, False)),
        words=ParameterWords(
            asks="What about steps that leave no choice?",
            when="more",
            values={
                "true": ValueWords("They are taken automatically", "Undo takes them back with your move."),
                "false": ValueWords("We tap every step"),
            },
        ),
        default=False,
    ),
    "visibility": Question(
        domain=Choice(("private", "link", "public")),
        words=ParameterWords(
            asks="Who may watch?",
            when="more",
            values={
                "private": ValueWords("Who has a link of the table"),
                "link": ValueWords("Who knows the session's address"),
                "public": ValueWords("Everybody", "It is listed, and public statistics count it."),
            },
        ),
        default="private",
    ),
    "sandbox": Question(
        domain=Choice((False, True)),
        words=ParameterWords(
            asks="Is it only tried out?",
            when="more",
            values={
                "false": ValueWords("No", "It counts."),
                "true": ValueWords("Yes", "No statistics count it."),
            },
        ),
        default=False,
    ),
}
"""Members of `OpeningRequest`, each with the default that it has there."""
