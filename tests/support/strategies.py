"""Well-typed but otherwise wild input, made from the structs of a game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from domain.kernel import Action

JUNK = ("", "red", "nobody", "past:Z", "0", "ä\u0000", "x" * 300)
INTEGERS = (-(2**62), -1, 0, 1, 2, 3, 7, 100, 2**62)
DEPTH = 4


def words_of(document: Any) -> list[str]:
    """Every text in a JSON document: ids that an action might name."""
    match document:
        case str():
            return [document]
        case dict():
            return [*document, *(word for value in document.values() for word in words_of(value))]
        case list():
            return [word for value in document for word in words_of(value)]
        case _:
            return []


class Wild:
    """Random values of a type; texts mostly from `words`."""

    def __init__(self, random: Random, words: Sequence[str]) -> None:
        self.random = random
        self.words = words

    def action(self, kinds: Sequence[type[Action]]) -> Action:
        """A random action of one of the types."""
        made: Action = self.struct(self.random.choice(kinds))
        return made

    def struct(self, kind: type[msgspec.Struct], depth: int = 0) -> Any:
        """A random struct of this type."""
        known = inspect.type_info(kind)
        assert isinstance(known, inspect.StructType)
        values = {
            field.name: self.value(field.type, depth)
            for field in known.fields
            if field.required or self.random.random() < 0.7
        }
        return msgspec.convert(msgspec.to_builtins(kind(**values)), kind)

    def value(self, kind: inspect.Type, depth: int = 0) -> Any:
        """A random value of this type."""
        random = self.random
        deep = depth >= DEPTH
        match kind:
            case inspect.NoneType():
                return None
            case inspect.BoolType():
                return random.random() < 0.5
            case inspect.IntType(ge=ge, gt=gt, le=le, lt=lt):
                least = ge if ge is not None else (gt + 1 if gt is not None else INTEGERS[0])
                most = le if le is not None else (lt - 1 if lt is not None else INTEGERS[-1])
                fitting = [number for number in INTEGERS if least <= number <= most]
                return random.choice(fitting or [least])
            case inspect.FloatType():
                return random.choice((0.0, 1.5, -2.0))
            case inspect.StrType(pattern=None):
                return random.choice(self.words) if random.random() < 0.85 else random.choice(JUNK)
            case inspect.StrType():
                return random.choice(
                    ("red", "seat-2", *(word for word in self.words if word.islower() and word.isalnum()))
                )
            case inspect.LiteralType(values=values):
                return random.choice(values)
            case inspect.EnumType(cls=cls):
                return random.choice(list(cls))
            case inspect.UnionType(types=types):
                return self.value(random.choice(types), depth)
            case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
                return [self.value(item, depth + 1) for _ in range(0 if deep else random.randint(0, 4))]
            case inspect.TupleType(item_types=items):
                return [self.value(item, depth + 1) for item in items]
            case inspect.DictType(key_type=key, value_type=value):
                return {
                    self.value(key): self.value(value, depth + 1)
                    for _ in range(0 if deep else random.randint(0, 3))
                }
            case inspect.StructType(cls=cls):
                return self.struct(cls, depth + 1)
            case inspect.AnyType() | inspect.RawType():
                return random.choice((None, 1, "x"))
            case inspect.Metadata(type=inner):
                return self.value(inner, depth)
            case _:
                raise NotImplementedError(f"no random value for {kind}")
