"""Request structs as marshmallow schemas, which check a request and name every fault.

The struct is the only declaration: `field_of` turns its types into fields. Games add structs for
openings, actions and corrections from their own types. A valid request is judged by the struct alone;
the schema is asked only to list the faults of a refused one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from typing import Annotated, Any, TypeVar, Union

import msgspec
from flask import request
from marshmallow import RAISE, Schema, ValidationError, fields, validate
from msgspec import Meta, Struct, defstruct, inspect

from domain.kernel import Game
from domain.kernel.components import canonical
from domain.kernel.engine.entries import codec_of
from domain.kernel.messages import Json
from service.http.bodies import LARGEST_INTEGER, read_json
from service.http.services import services
from service.problems import Problem, invalid, misshapen, pointed
from service.schemas import requests
from service.schemas.requests import SENTENCES, ActionEnvelope
from service.sessions.actions import ActionRequest

# Structs as marshmallow schemas, which judge requests and name every fault.

NOT_AN_INTEGER = "Not an integer."
NOT_AN_ARRAY = "Not an array."
RANGES = {
    "letters": "A-Za-z",
    "capital letters": "A-Z",
    "lowercase letters": "a-z",
    "letters a to f": "a-f",
    "digits": "0-9",
}
CHARACTERS = re.compile(r"\^(?:\[([^\]^\\]+)\])?\[([^\]^\\]+)\]\{(\d+)(?:,(\d+))?\}\$")
WORDS = re.compile(r"\^\(?([a-z|]+)\)?(?:\(,.*)?\$")
_REPRESENTABLE = validate.Range(-LARGEST_INTEGER, LARGEST_INTEGER, error=NOT_AN_INTEGER)
"""JSON readers agree on integers up to 2^53 - 1 alone."""


class Flag(fields.Field[bool]):
    """true or false, nothing that reads like them."""

    default_error_messages = {"invalid": "Not true or false."}

    def _deserialize(self, value: Any, attr: Any, data: Any, **_: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid")
        return value


class MapOf(fields.Field[dict[str, Any]]):
    """An object that is used as a table: any keys of one field, values of another."""

    default_error_messages = {"invalid": "Must be a JSON object."}

    def __init__(self, key: fields.Field[Any], value: fields.Field[Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.key = key
        self.value = value

    def _deserialize(self, value: Any, attr: Any, data: Any, **_: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.make_error("invalid")
        faults: dict[str, Any] = {}
        for key, item in value.items():
            try:
                self.key.deserialize(key)
                self.value.deserialize(item)
            except ValidationError as error:
                faults[key] = error.messages
        if faults:
            raise ValidationError(faults)
        return value


class AnyOf(fields.Field[Any]):
    """A value that one of several fields takes."""

    def __init__(self, options: Sequence[fields.Field[Any]], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.options = options

    def _deserialize(self, value: Any, attr: Any, data: Any, **_: Any) -> Any:
        faults = []
        for option in self.options:
            try:
                return option.deserialize(value)
            except ValidationError as error:
                faults.append(error.messages)
        raise ValidationError(faults[0])


class Below(fields.Field[Any]):
    """An object of a struct; looked up late, since structs may hold each other."""

    def __init__(self, kinds: Sequence[type[Struct]], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.kinds = tuple(kinds)

    def _deserialize(self, value: Any, attr: Any, data: Any, **_: Any) -> Any:
        return one_of(self.kinds).load(value)


class OneOf:
    """An object of one of several tagged structs; its tag says which one."""

    def __init__(self, kinds: Sequence[type[Struct]], more: type[Struct] | None = None) -> None:
        config = kinds[0].__struct_config__
        self.tag_field = config.tag_field
        self.schemas = {kind.__struct_config__.tag: schema_of(kind, more) for kind in kinds}

    def load(self, value: Any) -> Any:
        """The value, found sound. Raises `ValidationError`."""
        if not isinstance(value, dict):
            raise ValidationError("Must be a JSON object.")
        if self.tag_field is None:
            return self.schemas[None].load(value)
        tag = value.get(self.tag_field)
        schema = self.schemas.get(tag) if isinstance(tag, str) else None
        if schema is None:
            names = ", ".join(str(name) for name in self.schemas)
            raise ValidationError({self.tag_field: [f"Must be one of: {names}."]})
        return schema.load(value)


@cache
def one_of(kinds: tuple[type[Struct], ...], more: type[Struct] | None = None) -> OneOf:
    """The schema of these structs' objects; `more` adds another struct's members to each of them."""
    return OneOf(kinds, more)


@cache
def schema_of(kind: type[Struct], more: type[Struct] | None = None) -> Schema:
    """The marshmallow schema of a struct's JSON object."""
    config = kind.__struct_config__
    built: dict[str, Any] = {}
    if config.tag_field is not None:
        built[config.tag_field] = fields.Raw(required=True, validate=validate.Equal(config.tag))
    for source in (kind,) if more is None else (kind, more):
        described = inspect.type_info(source)
        assert isinstance(described, inspect.StructType)
        for member in described.fields:
            name = beside(kind, member.encode_name) if source is more else member.encode_name
            built[name] = field_of(member.type, required=member.required)
    title = kind.__name__ if more is None else f"{kind.__name__}Request"
    made: Schema = type(title, (Schema,), built)(unknown=RAISE)
    return made


def beside(kind: type[Struct], name: str) -> str:
    """The name of a member added to a struct's own: `record_reason` if the struct already has a `reason`."""
    return f"record_{name}" if name in kind.__struct_encode_fields__ else name


def field_of(kind: inspect.Type, *, required: bool = False) -> fields.Field[Any]:
    """The marshmallow field that takes what this type takes."""
    return _field(kind, {"required": required})


def _field(kind: inspect.Type, options: dict[str, Any]) -> fields.Field[Any]:
    match kind:
        case inspect.Metadata(type=inner):
            return _field(inner, options)
        case inspect.UnionType():
            return _of_union(kind, options)
        case inspect.BoolType():
            return Flag(**options)
        case inspect.IntType():
            return fields.Integer(
                strict=True, validate=_bounds(kind), error_messages={"invalid": NOT_AN_INTEGER}, **options
            )
        case inspect.StrType():
            return fields.String(validate=_text(kind), **options)
        case inspect.LiteralType(values=values):
            return fields.Raw(validate=_literal(values), **options)
        case inspect.VarTupleType() | inspect.ListType():
            return fields.List(
                field_of(kind.item_type),
                validate=_lengths(kind),
                error_messages={"invalid": NOT_AN_ARRAY},
                **options,
            )
        case inspect.TupleType(item_types=places):
            items = [field_of(place) for place in places]
            return fields.Tuple(items, error_messages={"invalid": NOT_AN_ARRAY}, **options)
        case inspect.DictType():
            key, value = field_of(kind.key_type), field_of(kind.value_type)
            return MapOf(key, value, validate=_lengths(kind), **options)
        case inspect.StructType(cls=cls):
            return Below([cls], **options)
        case inspect.AnyType():
            return fields.Raw(allow_none=True, **{k: v for k, v in options.items() if k != "allow_none"})
        case _:
            raise TypeError(f"{kind} has no JSON form yet")


def _of_union(kind: inspect.UnionType, options: dict[str, Any]) -> fields.Field[Any]:
    kinds = [option for option in kind.types if not isinstance(option, inspect.NoneType)]
    if len(kinds) < len(kind.types):
        options = options | {"allow_none": True}
    structs = [option.cls for option in kinds if isinstance(option, inspect.StructType)]
    if structs and len(structs) == len(kinds):
        return Below(structs, **options)
    if len(kinds) > 1:
        return AnyOf([field_of(option) for option in kinds], **options)
    return _field(kinds[0], options)


def _bounds(kind: inspect.IntType) -> list[Any]:
    least = kind.ge if kind.ge is not None else None if kind.gt is None else kind.gt + 1
    most = kind.le if kind.le is not None else None if kind.lt is None else kind.lt - 1
    bounds = [] if least is None and most is None else [validate.Range(least, most)]
    return [*bounds, _REPRESENTABLE]


def _text(kind: inspect.StrType) -> list[Any]:
    rules: list[Any] = []
    if kind.min_length is not None or kind.max_length is not None:
        rules.append(validate.Length(kind.min_length, kind.max_length))
    if kind.pattern is not None:
        rules.append(_Matches(kind.pattern))
    return rules


def _lengths(kind: Any) -> list[Any]:
    if kind.min_length is None and kind.max_length is None:
        return []
    return [validate.Length(kind.min_length, kind.max_length)]


def _literal(values: Sequence[Any]) -> Any:
    """Equal, and of one type: 1 is not true."""

    def check(value: Any) -> None:
        if not any(type(value) is type(option) and value == option for option in values):
            raise ValidationError(f"Must be one of: {', '.join(map(str, values))}.")

    return check


class _Matches:
    """A pattern as JSON Schema has it: `$` is the end, not the place before a last newline."""

    def __init__(self, pattern: str) -> None:
        self.pattern = re.compile(re.sub(r"(?<!\\)\$$", r"\\Z", pattern))
        self.requirement = requirement_of(pattern)

    def __call__(self, value: str) -> None:
        if not self.pattern.search(value):
            raise ValidationError(self.requirement)


def requirement_of(pattern: str) -> str:
    """The requirement that a pattern makes of a text, as a sentence."""
    if sentence := SENTENCES.get(pattern):
        return sentence
    if found := WORDS.fullmatch(pattern):
        words = found[1].split("|")
        several = f"one or more of {', '.join(words)}, separated by commas"
        return f"Must be {several if len(words) > 1 else words[0]}."
    if found := CHARACTERS.fullmatch(pattern):
        first, allowed, least, most = found.groups()
        numbers = [str(int(number) + (first is not None)) for number in (least, most) if number]
        begin = " or ".join(name.rstrip("s") for name in _named(first or ""))
        start = f" and start with a {begin}" if begin else ""
        return f"Must be {' to '.join(numbers)} {', '.join(_named(allowed))}{start}."
    return f"Must match the pattern `{pattern}`."


def _named(allowed: str) -> list[str]:
    """The characters of a class, such as `a-z0-9_-`, in words."""
    named = []
    for name, span in RANGES.items():
        if span in allowed:
            named.append(name)
            allowed = allowed.replace(span, "")
    return [*named, f"`{' '.join(allowed)}`"] if allowed else named


# Structs and schemas of a game's openings, actions and corrections, made from its own types.

R = TypeVar("R")


def once_a_game(make: Callable[[Game[Any]], R]) -> Callable[[Game[Any]], R]:
    """Make it once for each game, and keep it."""
    made: dict[int, tuple[Game[Any], R]] = {}

    @wraps(make)
    def kept(game: Game[Any]) -> R:
        if id(game) not in made:
            made[id(game)] = (game, make(game))
        return made[id(game)][1]

    return kept


@once_a_game
def actions_of(game: Game[Any]) -> OneOf:
    """The schema of a game's actions, with the members of `ActionEnvelope` added."""
    return one_of(tuple(game.actions), requests.ActionEnvelope)


@once_a_game
def opening_kind(game: Game[Any]) -> type[Struct]:
    """The struct of a game's opening, as it is sent."""
    try:
        options: tuple[Any, ...] = ("options", game.options_type, game.options_type())
    except TypeError:
        options = ("options", game.options_type)
    seats = Annotated[tuple[game.seat_type, ...], Meta(min_length=1, max_length=requests.MOST_SEATS)]  # type: ignore[name-defined]
    return defstruct(
        "Opening",
        [("seats", seats), options],
        bases=(requests.OpeningMembers,),
        tag=game.key,
        tag_field="game",
        kw_only=True,
        frozen=True,
    )


@once_a_game
def correction_kind(game: Game[Any]) -> type[Struct]:
    """The struct of a correction of a game's table."""
    fact: Any = Union[tuple(game.facts)]  # noqa: UP007
    facts: Any = Annotated[tuple[fact, ...], Meta(min_length=1, max_length=200)]
    return defstruct(
        "Correction", [("facts", facts)], bases=(requests.CorrectionMembers,), kw_only=True, frozen=True
    )


def checked_opening(tree: Json, games: Mapping[str, Game[Any]]) -> Any:
    """The opening of one of the games. Raises `ValidationError`, or `Problem` for an unknown game."""
    key = tree.get("game") if isinstance(tree, dict) else None
    if isinstance(key, str) and key not in games:
        raise Problem("unknown-game", "There is no such game. GET /v1/games lists the games.")
    kinds = tuple(opening_kind(game) for game in games.values())
    one_of(kinds).load(tree)
    return msgspec.convert(tree, opening_kind(games[str(key)]))


# Actions in requests: the action that a request asks for, validated, and its fields about the entry.

LAST_NEWLINE = b'\\n"'
"""In a struct's patterns `$` matches before it as well: a name that ends in a newline is not a name."""


def action_in(game: Game[Any], body: Json) -> ActionRequest:
    """The action of a request. Raises marshmallow's `ValidationError` with every fault."""
    try:
        names, chance = _envelope_of(codec_of(game).by_name[body["type"]])
        tree = {name: value for name, value in body.items() if name not in names}
        about = {names[name]: value for name, value in body.items() if name in names}
        if LAST_NEWLINE in canonical(body):
            actions_of(game).load(body)
        msgspec.convert(about, ActionEnvelope)
        return ActionRequest(tree, codec_of(game).action(tree), about, chance)
    except (msgspec.ValidationError, AttributeError, KeyError, TypeError):
        actions_of(game).load(body)
        raise


@cache
def _envelope_of(kind: type[Struct]) -> tuple[Mapping[str, str], str]:
    """The envelope's own names by what requests call them, and what they call its `chance`."""
    names = {beside(kind, name): name for name in ActionEnvelope.__struct_fields__}
    return names, beside(kind, "chance")


# Arguments: what a request brings in its body and its query, as structs.

K = TypeVar("K", bound=Struct)
DIGITS = re.compile(r"-?[0-9]{1,16}")


def read_body() -> Json:
    """The request's JSON."""
    return read_json(services().settings.body_depth)


def read_struct(kind: type[K]) -> K:
    """Convert the request's body to this struct. Raises `Problem` with every fault."""
    return struct_of(kind, read_body())


def struct_of(kind: type[K], tree: Json) -> K:
    """Convert the JSON of a request to this struct. Raises `Problem` with every fault."""
    try:
        schema_of(kind).load(tree)
        return msgspec.convert(tree, kind)
    except ValidationError as error:
        raise misshapen(error) from None
    except msgspec.ValidationError as error:
        raise invalid([pointed(str(error))]) from None


def read_query(kind: type[K]) -> K:
    """Convert the request's query to this struct. Unknown and repeated parameters are faults."""
    return query_in(kind, request.args.to_dict(flat=False))


def query_in(kind: type[K], given: dict[str, list[str]]) -> K:
    """Convert these query parameters to a struct."""
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
