"""Bundling: a page's modules and libraries as one file, so that a phone asks once and not fifty times.

Each module becomes a function that is called once, in the order of their imports; what others take from it
stands beside the functions, under its own name where it is the only one. What a page's first view does not
need can be a second file: it takes from the first one what both need, so that there is one of each.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from service.pages.modules import Module

# fmt: off
NEVER_BARE = frozenset((
    "default", "close", "event", "fetch", "find", "focus", "history", "location", "name", "open", "origin",
    "parent", "screen", "status", "stop",
))
# fmt: on
"""What nothing beside the modules is called: a word of the language, and what a browser gives them."""


def bundled(modules: Mapping[str, Module], first: str) -> str:
    """The module `first` and all that it imports, by path or by a library's name, as one text.

    Raises ValueError for a circle, and for a name that is taken from a module and not exported by it.
    """
    text, _ = parted(modules, first, None, "")
    return text


def parted(modules: Mapping[str, Module], first: str, rest: str | None, address: str) -> tuple[str, str]:
    """A page's file, which stands at `address`, and that of its rest, which exports what module `rest` does.

    Raises ValueError as `bundled` does.
    """
    order: list[str] = []
    _visit(modules, first, order, ())
    there = len(order)
    if rest is not None:
        _visit(modules, rest, order, ())
    early, late = order[:there], order[there:]
    wanted = _wanted(modules, order)
    if rest is not None:
        wanted[rest] = set(modules[rest].exports)
    called = _called(order, wanted)
    page = [_wrapped(modules, name, wanted, called) for name in early]
    lent = sorted({called[each] for each in _taken(modules, late) if each[0] in early})
    if lent:
        page.append(f"export{{{','.join(lent)}}};")
    if rest is None:
        return "\n".join(page), ""
    others = [_wrapped(modules, name, wanted, called) for name in late]
    taken = [f'import{{{",".join(lent)}}}from"{address}";'] if lent else []
    given = (f"{called[rest, name]} as {name}" for name in modules[rest].exports)
    told = f"export{{{','.join(given)}}};"
    return "\n".join(page), "\n".join((*taken, *others, told))


def imported(module: Module, name: str) -> list[str]:
    """The names of the modules that this one imports."""
    return [_named(name, each.source) for each in module.imports]


def _named(name: str, source: str) -> str:
    if not source.startswith("."):
        return source
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), source))


def _visit(modules: Mapping[str, Module], name: str, order: list[str], above: tuple[str, ...]) -> None:
    if name in above:
        raise ValueError(f"{name} imports itself by way of {' and '.join(above)}.")
    if name in order:
        return
    for other in imported(modules[name], name):
        _visit(modules, other, order, (*above, name))
    order.append(name)


def _taken(modules: Mapping[str, Module], names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What these modules take, as the module that gives it and its name there."""
    for name in names:
        for each in modules[name].imports:
            other = _named(name, each.source)
            yield from ((other, given) for given in each.names)


def _called(order: Sequence[str], wanted: Mapping[str, set[str]]) -> dict[tuple[str, str], str]:
    """What is taken from a module stands beside all modules: under its own name, where no other has that."""
    every = Counter(given for name in order for given in wanted[name])
    return {
        (name, given): given if every[given] == 1 and given not in NEVER_BARE else f"{given}_{place}"
        for place, name in enumerate(order)
        for given in sorted(wanted[name])
    }


def _wanted(modules: Mapping[str, Module], order: Sequence[str]) -> dict[str, set[str]]:
    """What is taken from each module by any of the others."""
    wanted: dict[str, set[str]] = {name: set() for name in order}
    for name in reversed(order):
        for each in modules[name].imports:
            other = _named(name, each.source)
            if missing := each.names.keys() - modules[other].exports.keys():
                raise ValueError(
                    f"{name} takes {', '.join(sorted(missing))} from {other}, which has no such."
                )
            wanted[other].update(each.names)
    return wanted


def _wrapped(
    modules: Mapping[str, Module],
    name: str,
    wanted: Mapping[str, set[str]],
    called: Mapping[tuple[str, str], str],
) -> str:
    module = modules[name]
    pairs = (
        (called[_named(name, each.source), given], here)
        for each in module.imports
        for given, here in each.names.items()
    )
    taken = "".join(f"const {here}={there};" for there, here in pairs if here != there)
    given = {outside: inside for outside, inside in module.exports.items() if outside in wanted[name]}
    body = f"(()=>{{{taken}{module.body}"
    if not given:
        return f"{body}\n}})();"
    told = {outside: called[name, outside] for outside in given}
    return f"const{{{_pairs(told)}}}={body}\nreturn{{{_pairs(given)}}}}})();"


def _pairs(names: Mapping[str, str]) -> str:
    return ",".join(one if one == other else f"{one}:{other}" for one, other in names.items())
