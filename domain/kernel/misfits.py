"""Why a fact cannot be applied to a table, in a sentence that names the member at fault."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from domain.kernel.messages import Json


class Misfit(Struct, frozen=True):
    """A JSON pointer to what is at fault, and a sentence: what is wrong there and what to do."""

    pointer: str
    message: str


HELP = "Compare it with the table, or tell first, in the same correction, the fact that it follows from."


def misfit(fact: Json, place: int, error: Exception, seats: Sequence[str]) -> Misfit:
    """What `error`, raised when a fact was applied, says of that fact.

    fact: as it was sent. place: which of the correction's facts it is, from 0. Programs raise a bare key or
    no more than a type: nothing of that is shown, only what the sender wrote.
    """
    name, at = f"Fact {place + 1} (`{fact['fact']}`)", f"/facts/{place}"
    key = error.args[0] if isinstance(error, KeyError) and error.args else None
    leaves = list(_leaves(fact, at))
    for pointer, member, value in leaves:
        if member == "seat" and isinstance(value, str) and value not in seats:
            known = ", ".join(seats)
            return Misfit(pointer, f"{name}: there is no seat `{value}` at this table, only {known}.")
    for pointer, member, value in leaves:
        if type(key) is type(value) and key == value:
            unknown = f"{name}: `{member}` names `{value}`, which this table does not have there."
            return Misfit(pointer, f"{unknown} {HELP}")
    if isinstance(key, str | int) and not isinstance(key, bool):
        for member, value in fact.items():
            if isinstance(value, dict) and key not in value:
                return Misfit(f"{at}/{member}", f"{name}: `{member}` must also name `{key}`. {HELP}")
    named = [f"`{member}`" for member in fact if member != "fact"]
    if isinstance(error, ValueError | LookupError) and named:
        return Misfit(at, f"{name}: {_any_of(named)} names what is not there or not enough. {HELP}")
    return Misfit(at, f"{name} cannot follow from the table as it stands. {HELP}")


def _any_of(named: Sequence[str]) -> str:
    return named[0] if len(named) == 1 else f"one of {', '.join(named)}"


def _leaves(tree: Json, pointer: str, member: str = "") -> Iterator[tuple[str, str, Json]]:
    """Pointer, name of the member, and value of each name and value in a tree: keys of objects too."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            if member:
                yield f"{pointer}/{key}", member, key
            if member or key != "fact":
                yield from _leaves(value, f"{pointer}/{key}", member or key)
    elif isinstance(tree, list | tuple):
        for place, value in enumerate(tree):
            yield from _leaves(value, f"{pointer}/{place}", member)
    else:
        yield pointer, member, tree
