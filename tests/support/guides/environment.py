"""Which variables of the environment the code reads, by how it reads them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain

from tests.support.documents import ROOT

PRODUCT = ("domain", "replays", "workers", "service")
BESIDE_IT = ("tests", "benchmarks")
OURS = re.compile(r"TABLELOG_[A-Z_]*[A-Z]\b")
MAY_READ = re.compile(r"environ|getenv|envvar|\bEnv\(")
"""Stands in all code that reads the environment: what has none of it is not parsed."""
METHODS = ("get", "setdefault", "pop")
READER = "env"
"""What a reader with a prefix is called (`service/settings.py`)."""


class Unreadable(Exception):
    """The environment is read under a name that does not stand in the code."""


@cache
def sources(folders: tuple[str, ...]) -> tuple[str, ...]:
    """The code of every Python module below these folders of the checkout."""
    return tuple(
        path.read_text("utf-8") for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))
    )


@cache
def read_by(folders: tuple[str, ...]) -> frozenset[str]:
    """The variables that code below these folders reads."""
    return frozenset(name for source in sources(folders) for name in variables(source))


def variables(source: str) -> Iterator[str]:
    """The variables that this code reads. Raises `Unreadable`."""
    if not MAY_READ.search(source):
        return
    tree = ast.parse(source)
    constants = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    other_names = set(_other_names(tree))
    prefixes = list(_prefixes(tree))
    for node in ast.walk(tree):
        for name in chain(_looked_up(node, other_names), _given_to_an_option(node)):
            yield _text(constants.get(name.id) if isinstance(name, ast.Name) else name)
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=reader)), args=[name, _, *_]):
                if reader == READER and prefixes:
                    yield prefixes[0] + _text(name)


def _looked_up(node: ast.AST, other_names: set[str]) -> Iterator[ast.expr]:
    match node:
        case ast.Call(func=ast.Attribute(value=place, attr=method), args=[name, *_]):
            if (method in METHODS and _is_environment(place, other_names)) or method == "getenv":
                yield name
        case ast.Subscript(value=place, slice=name, ctx=ast.Load()):
            if _is_environment(place, other_names):
                yield name
        case ast.Compare(left=name, ops=[ast.In() | ast.NotIn()], comparators=[place]):
            if _is_environment(place, other_names):
                yield name


def _given_to_an_option(node: ast.AST) -> Iterator[ast.expr]:
    """The variable that an option of a command is read from, where the command line has it not."""
    if isinstance(node, ast.Call):
        yield from (keyword.value for keyword in node.keywords if keyword.arg == "envvar")


def _other_names(tree: ast.Module) -> Iterator[str]:
    """The parameters that are the environment where nothing else is given."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arguments):
            placed = [*node.posonlyargs, *node.args]
            by_place = zip(reversed(placed), reversed(node.defaults), strict=False)
            for parameter, default in chain(by_place, zip(node.kwonlyargs, node.kw_defaults, strict=True)):
                if default is not None and _is_environment(default, set()):
                    yield parameter.arg


def _prefixes(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="Env"), keywords=keywords):
                yield from (_text(keyword.value) for keyword in keywords if keyword.arg == "prefix")


def _is_environment(place: ast.expr, other_names: set[str]) -> bool:
    match place:
        case ast.Attribute(value=ast.Name(id="os"), attr="environ"):
            return True
        case ast.Name(id=name):
            return name in other_names
    return False


def _text(expression: ast.expr | None) -> str:
    if isinstance(expression, ast.Constant) and isinstance(expression.value, str):
        return expression.value
    raise Unreadable(ast.unparse(expression) if expression is not None else "a name from elsewhere")
