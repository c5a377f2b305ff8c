"""Answers to an opening form: a sample that works as it stands, and whether an opening lies in the form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import UNSET

from domain.kernel.messages import SEAT_PATTERN, Json
from domain.kernel.offers.bonds import as_key
from domain.kernel.offers.covering import admits
from domain.kernel.offers.domains import Each, Range
from domain.kernel.opening_form.form import OpeningForm, Question, values_of
from domain.kernel.words import value_key


def can_open(form: OpeningForm, count: int) -> bool:
    """Whether there are values enough for so many seats: a component set may hold fewer than the rules."""
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
    """What each seat takes of a member."""
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
    """Where an opening lies outside of the form, in sentences."""
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
