"""Reading back: whether facts come out of the log as the rules gave them."""

from __future__ import annotations

from functools import cache

import msgspec
from msgspec import Struct, inspect

from domain.kernel.entries import Codec
from domain.kernel.messages import Fact


def comes_back(codec: Codec, facts: tuple[Fact, ...], spelled: bytes) -> bool:
    """Whether these facts are read from their bytes as they are: equal, their mappings in the same order.

    A table made of others would equal the one that is read from the log, and yet be walked along otherwise;
    or it could not be read at all.
    """
    try:
        read = codec.facts.decode(spelled)
    except msgspec.MsgspecError:
        return False
    return read == facts and all(
        not _may_hold_mapping(type(fact)) or msgspec.json.encode(fact) == msgspec.json.encode(again)
        for fact, again in zip(facts, read, strict=True)
    )


@cache
def _may_hold_mapping(kind: type[Struct]) -> bool:
    return _holds_mapping(inspect.type_info(kind), ())


def _holds_mapping(kind: inspect.Type, among: tuple[type[Struct], ...]) -> bool:
    """`among`: the structs that it stands in, which may hold each other."""
    match kind:
        case inspect.DictType() | inspect.AnyType():
            return True
        case inspect.StructType(cls=cls):
            members = () if cls in among else tuple(member.type for member in kind.fields)
            return any(_holds_mapping(of, (*among, cls)) for of in members)
        case inspect.UnionType(types=inner) | inspect.TupleType(item_types=inner):
            return any(_holds_mapping(of, among) for of in inner)
        case inspect.CollectionType(item_type=of) | inspect.Metadata(type=of):
            return _holds_mapping(of, among)
        case _:
            return False
