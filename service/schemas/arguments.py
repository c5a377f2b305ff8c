"""Arguments: what a request brings in its body and its query, as structs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec
from flask import request
from marshmallow import ValidationError
from msgspec import Struct, inspect

from domain.kernel.messages import Json
from service.http.bodies import read_json
from service.http.services import services
from service.problems import Problem, invalid, misshapen, pointed
from service.schemas.fields import schema_of

K = TypeVar("K", bound=Struct)
DIGITS = re.compile(r"-?[0-9]{1,16}")


def read_body() -> Json:
    """The request's JSON."""
    return read_json(services().settings.body_depth)


def read_struct(kind: type[K]) -> K:
    """The request's body as this struct. Raises `Problem` with every fault."""
    return struct_of(kind, read_body())


def struct_of(kind: type[K], tree: Json) -> K:
    """What was read as this struct. Raises `Problem` with every fault."""
    try:
        schema_of(kind).load(tree)
        return msgspec.convert(tree, kind)
    except ValidationError as error:
        raise misshapen(error) from None
    except msgspec.ValidationError as error:
        raise invalid([pointed(str(error))]) from None


def read_query(kind: type[K]) -> K:
    """The request's query as this struct. Unknown and doubled parameters are faults."""
    return query_in(kind, request.args.to_dict(flat=False))


def query_in(kind: type[K], given: dict[str, list[str]]) -> K:
    """These query parameters as a struct."""
    members = _members(kind)
    faults = [(name, "There is no such parameter.") for name in given if name not in members]
    faults += [(name, "Send this parameter only once.") for name, values in given.items() if len(values) > 1]
    if faults:
        raise invalid(faults)
    return struct_of(kind, {name: _plain(values[0], members[name]) for name, values in given.items()})


@cache
def _members(kind: type[Struct]) -> Mapping[str, inspect.Type]:
    """The types of a struct's members by their names on the wire. To look costs more than a small answer."""
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    return {member.encode_name: member.type for member in described.fields}


def _plain(text: str, kind: inspect.Type) -> Any:
    options = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    for option in options:
        inner = option.type if isinstance(option, inspect.Metadata) else option
        if isinstance(inner, inspect.IntType) and DIGITS.fullmatch(text) and text.isascii():
            return int(text)
        if isinstance(inner, inspect.BoolType) and text in ("true", "false"):
            return text == "true"
    return text


def invalid_query(name: str, detail: str) -> Problem:
    """A parameter of the query that cannot be used."""
    return invalid([(name, detail)])
