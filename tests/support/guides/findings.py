"""Which kinds of findings an audit makes, and how grave each may be: read from the code that makes them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import get_args

from replays.findings import Severity

SEVERITIES = frozenset(get_args(Severity))
Pair = tuple[str, str]
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Unreadable(Exception):
    """A finding is made whose kind or severity does not stand in the code."""


@dataclass(frozen=True)
class Maker:
    """What makes a finding of the kind that it is given: where its kind stands among its arguments, and its
    severity, else those that it has always."""

    kind: int
    severity: int | None = None
    severities: frozenset[str] = frozenset()


FINDING = {"Finding": Maker(kind=2, severity=1)}


def findings_made(sources: dict[str, str]) -> set[Pair]:
    """Severity and kind of every finding that these modules make, by module name. Raises `Unreadable`."""
    functions = [
        (module, *found) for module, source in sources.items() for found in _functions(ast.parse(source))
    ]
    makers = dict(FINDING)
    while True:
        known = len(makers)
        pairs: set[Pair] = set()
        for module, name, function, calls, is_method in functions:
            reading = _Reading(module, function, makers)
            pairs |= set(reading.pairs(calls))
            if reading.maker is not None:
                makers[_key(module, name)] = reading.maker_without_self(is_method)
        if len(makers) == known:
            return pairs


def _functions(tree: ast.Module) -> Iterator[tuple[str, Function, list[ast.Call], bool]]:
    """Each function with the name that it is called by (an `__init__` by its class), what it calls, and
    whether it is a method."""
    for node in ast.walk(tree):
        for below in ast.iter_child_nodes(node):
            if isinstance(below, Function):
                in_class = isinstance(node, ast.ClassDef)
                named = (
                    node.name if isinstance(node, ast.ClassDef) and below.name == "__init__" else below.name
                )
                yield named, below, [call for call in ast.walk(below) if isinstance(call, ast.Call)], in_class


def _key(module: str, name: str) -> str:
    """A private name is its module's own."""
    return f"{module}.{name}" if name.startswith("_") else name


class _Reading:
    """A function: the findings that it makes, and whether it makes those that it is told to."""

    def __init__(self, module: str, function: Function, makers: dict[str, Maker]) -> None:
        self.module = module
        self.function = function
        self.makers = makers
        self.parameters = [parameter.arg for parameter in function.args.args]
        self.maker: Maker | None = None

    def pairs(self, calls: Sequence[ast.Call]) -> Iterator[Pair]:
        """What it makes itself by these calls."""
        for call in calls:
            if (made := self._maker_of(call.func)) is not None:
                yield from self._made(call, made)

    def maker_without_self(self, is_method: bool) -> Maker:
        """What it makes as it is called: nobody gives it its `self`."""
        found = self.maker
        assert found is not None
        less = int(is_method)
        severity = None if found.severity is None else found.severity - less
        return Maker(found.kind - less, severity, found.severities)

    def _maker_of(self, called: ast.expr) -> Maker | None:
        match called:
            case ast.Name(id=name) | ast.Attribute(value=ast.Name(id="self"), attr=name):
                return self.makers.get(_key(self.module, name))
        return None

    def _made(self, call: ast.Call, made: Maker) -> Iterator[Pair]:
        kind = self._argument(call, made.kind, "kind")
        severities, place = made.severities, None
        if made.severity is not None:
            expression = self._argument(call, made.severity, "severity")
            place = self._parameter(expression)
            severities = frozenset() if place is not None else self._texts(expression)
            if not severities <= SEVERITIES or (place is None and not severities):
                raise Unreadable(f"{self.module}: {ast.unparse(call)}")
        told = self._parameter(kind)
        if told is None:
            if place is not None:
                raise Unreadable(f"{self.module}: {ast.unparse(call)}")
            yield from ((severity, text) for severity in severities for text in self._texts(kind))
        else:
            before = self.maker.severities if self.maker is not None else frozenset()
            self.maker = Maker(told, place, severities | before)

    def _argument(self, call: ast.Call, place: int, name: str) -> ast.expr:
        by_name = {keyword.arg: keyword.value for keyword in call.keywords}
        if name in by_name:
            return by_name[name]
        if place < len(call.args):
            return call.args[place]
        raise Unreadable(f"{self.module}: {ast.unparse(call)}")

    def _parameter(self, expression: ast.expr) -> int | None:
        if isinstance(expression, ast.Name) and expression.id in self.parameters:
            return self.parameters.index(expression.id)
        return None

    def _texts(self, expression: ast.expr) -> frozenset[str]:
        """The texts that an expression may be: itself, either of two, or what its variable is set to."""
        match expression:
            case ast.Constant(value=str(text)):
                return frozenset({text})
            case ast.IfExp(body=one, orelse=other):
                return self._texts(one) | self._texts(other)
            case ast.Name(id=name):
                texts = [self._texts(value) for value in self._set_to(name)]
                if texts:
                    return frozenset().union(*texts)
        raise Unreadable(f"{self.module}: {ast.unparse(expression)}")

    def _set_to(self, name: str) -> Iterator[ast.expr]:
        for node in ast.walk(self.function):
            match node:
                case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                    yield value
                case ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value) if target == name:
                    yield value
