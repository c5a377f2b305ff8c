"""What may be changed in a source: one small change each, by the listed operators.

A change is made in the syntax tree and never written anywhere. A mutant is named by words that stay when
lines move: its file, the function, the line's text and the change.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

BOUNDARIES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
"""What each comparison becomes: an order moves its boundary by one, all others turn around."""

SWAPPED = {"min": "max", "max": "min"}
CHECKS = ("check", "_check")
"""How the names of functions begin that refuse an action."""

NOTHING_TOLD = "yield from ()"
"""What a dropped fact leaves: the story is still one, also where it has no other."""

Changed = tuple[str, ast.AST, ast.AST]
"""The operator's name, the node that is changed, and what it becomes."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change at one place.

    line, column: where the changed code begins. first, last: the lines of the statement, or of its head.
    number: of the changes of the file, in the order of its syntax tree. place: which of those it is that are
    named alike, since their code stands in a line twice.
    """

    path: str
    number: int
    operator: str
    function: str
    line: int
    column: int
    first: int
    last: int
    text: str
    before: str
    after: str
    place: int = 1

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What names it as long as its code stands, wherever its line is."""
        again = f" ({self.place})" if self.place > 1 else ""
        return self.path, self.function, self.text, f"{self.before} -> {self.after}{again}"

    def __str__(self) -> str:
        return f"{self.path}:{self.line}  {self.operator}  {self.before} -> {self.after}"


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Every mutant of a source, in the order of its syntax tree."""
    lines = source.splitlines()
    found = []
    named: Counter[tuple[str, ...]] = Counter()
    for number, (place, (operator, before, after)) in enumerate(_changes(ast.parse(source))):
        line = getattr(before, "lineno", place.first)
        text, was, becomes = lines[line - 1].strip(), _shown(before), _shown(after)
        named[place.function, text, was, becomes] += 1
        found.append(
            Mutant(
                path=path,
                number=number,
                operator=operator,
                function=place.function,
                line=line,
                column=getattr(before, "col_offset", 0),
                first=place.first,
                last=place.last,
                text=text,
                before=was,
                after=becomes,
                place=named[place.function, text, was, becomes],
            )
        )
    return found


def mutated(source: str, number: int) -> ast.Module:
    """The syntax tree with the change of that number made; lines keep their numbers."""
    tree = ast.parse(source)
    _, (_, before, after) = next(each for place, each in enumerate(_changes(tree)) if place == number)
    changed = _Exchange(before, after).visit(tree)
    assert isinstance(changed, ast.Module)
    return ast.fix_missing_locations(changed)


class _Exchange(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, before: ast.AST, after: ast.AST) -> None:
        self.before = before
        self.after = after

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self.before:
            return ast.copy_location(self.after, node)
        changed = super().visit(node)
        assert isinstance(changed, ast.AST)
        return changed


@dataclass(frozen=True, slots=True)
class _Place:
    """The function, and the lines of the statement, that a node stands in."""

    function: str
    first: int
    last: int


def _changes(tree: ast.Module) -> Iterator[tuple[_Place, Changed]]:
    yield from _below(tree, _Place("", 1, 1))


def _below(node: ast.AST, place: _Place) -> Iterator[tuple[_Place, Changed]]:
    for child in ast.iter_child_nodes(node):
        if _says_a_type(node, child):
            continue
        within = _within(child, place)
        for operator in OPERATORS:
            for change in operator(child):
                yield within, change
        yield from _below(child, within)


def _within(node: ast.AST, place: _Place) -> _Place:
    """Where a node stands: a statement of several says the lines of its head alone."""
    if not isinstance(node, ast.stmt):
        return place
    function = place.function
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        function = f"{function}.{node.name}".removeprefix(".")
    body = getattr(node, "body", None)
    last = max(node.lineno, body[0].lineno - 1) if body else node.end_lineno or node.lineno
    return _Place(function, node.lineno, last)


def _says_a_type(parent: ast.AST, child: ast.AST) -> bool:
    """An annotation, or what kind of class a class is: what mypy judges and nothing asks while it runs."""
    if isinstance(parent, ast.ClassDef):
        return child in parent.keywords or child in parent.decorator_list
    return any(child is getattr(parent, name, None) for name in ("annotation", "returns"))


def _comparisons(node: ast.AST) -> Iterator[Changed]:
    if isinstance(node, ast.Compare):
        for index, operator in enumerate(node.ops):
            ops = [*node.ops]
            ops[index] = BOUNDARIES[type(operator)]()
            yield "comparison", node, ast.Compare(node.left, ops, node.comparators)


def _constants(node: ast.AST) -> Iterator[Changed]:
    """A number is one more, a truth the other one. Texts stay."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield "constant", node, ast.Constant(not node.value)
        elif isinstance(node.value, int | float):
            yield "constant", node, ast.Constant(node.value + 1)


def _boolean_operators(node: ast.AST) -> Iterator[Changed]:
    if isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "boolean operator", node, ast.BoolOp(other, node.values)


def _dropped_facts(node: ast.AST) -> Iterator[Changed]:
    """A fact that is not told, or an offer or effect: whatever a statement yields."""
    value = node.value if isinstance(node, ast.Expr | ast.Assign) else None
    if isinstance(value, ast.Yield | ast.YieldFrom):
        yield "dropped fact", node, ast.parse(NOTHING_TOLD).body[0]


def _dropped_checks(node: ast.AST) -> Iterator[Changed]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        called = node.value.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        if name.startswith(CHECKS):
            yield "dropped check", node, ast.Pass()


def _dropped_members(node: ast.AST) -> Iterator[Changed]:
    """A member that `replace` is not told to change."""
    if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "replace":
        for index, keyword in enumerate(node.keywords):
            if keyword.arg is not None:
                kept = [each for place, each in enumerate(node.keywords) if place != index]
                yield "dropped member", node, ast.Call(node.func, node.args, kept)


def _negations(node: ast.AST) -> Iterator[Changed]:
    """A `not` that is gone, and a bare condition that is turned around; comparisons have another operator."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "negation", node, node.operand
    conditions = [node.test] if isinstance(node, ast.If | ast.IfExp | ast.While) else []
    if isinstance(node, ast.comprehension):
        conditions = node.ifs
    for condition in conditions:
        if not isinstance(condition, ast.Compare | ast.UnaryOp | ast.Constant):
            yield "negation", condition, ast.UnaryOp(ast.Not(), copy.copy(condition))


def _least_and_most(node: ast.AST) -> Iterator[Changed]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SWAPPED:
        yield "min/max", node.func, ast.Name(SWAPPED[node.func.id], ast.Load())


OPERATORS: tuple[Callable[[ast.AST], Iterator[Changed]], ...] = (
    _comparisons,
    _constants,
    _boolean_operators,
    _dropped_facts,
    _dropped_checks,
    _dropped_members,
    _negations,
    _least_and_most,
)


def _shown(node: ast.AST) -> str:
    """A node as code on one line."""
    return " ".join(ast.unparse(node).split())
