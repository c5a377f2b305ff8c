"""Bundling: a page's modules and libraries as one file, so that a phone asks once and not fifty times.

Each module becomes a function that is called once, in the order of their imports. What a page's first view
does not need can be a second file: it takes the modules that both need from the first one, so that there is
one of each.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping, Sequence

from service.pages.modules import Module


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
    numbers = {name: f"m{place}" for place, name in enumerate(order)}
    wanted = _wanted(modules, order)
    if rest is not None:
        wanted[rest] = set(modules[rest].exports)
    shared = [numbers[name] for name in early if name in _sources(modules, late)]
    page = [_wrapped(modules, name, numbers, wanted) for name in early]
    if shared:
        page.append(f"export{{{','.join(shared)}}};")
    if rest is None:
        return "\n".join(page), ""
    others = [_wrapped(modules, name, numbers, wanted) for name in late]
    taken = [f'import{{{",".join(shared)}}}from"{address}";'] if shared else []
    told = f"export const{{{','.join(modules[rest].exports)}}}={numbers[rest]};"
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


def _sources(modules: Mapping[str, Module], names: Iterable[str]) -> set[str]:
    return {other for name in names for other in imported(modules[name], name)}


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
    modules: Mapping[str, Module], name: str, numbers: Mapping[str, str], wanted: Mapping[str, set[str]]
) -> str:
    module = modules[name]
    taken = "".join(
        f"const{{{_pairs(each.names)}}}={numbers[_named(name, each.source)]};" for each in module.imports
    )
    given = {outside: inside for outside, inside in module.exports.items() if outside in wanted[name]}
    return f"const {numbers[name]}=(()=>{{{taken}{module.body}\nreturn{{{_pairs(given)}}}}})();"


def _pairs(names: Mapping[str, str]) -> str:
    return ",".join(one if one == other else f"{one}:{other}" for one, other in names.items())
