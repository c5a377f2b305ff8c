"""Lists of cards out of a hand of which some were not seen: those that are named stand for them. FL-718."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.kernel import Gathered, Several
from domain.kernel.offers import Domain

Cards = Sequence[str | None]


def picked(known: Sequence[str], unseen: Counter[str], named: int, count: int) -> Iterator[Domain]:
    """Lists of `count` cards out of those known and up to `named` that were not seen."""
    if count <= named:
        yield Several((*known, *sorted(unseen.elements())), count, count)
        return
    for turned_out in range(max(0, count - len(known)), named + 1):
        yield from picked_exactly(known, unseen, turned_out, count)


def picked_exactly(
    known: Sequence[str], unseen: Counter[str], named: int, count: int, *, nameless: bool = False
) -> Iterator[Domain]:
    """Lists of `count` cards, all but `named` of them known. `nameless`: unseen ones need not be named.

    A name counts for a card that is known before it counts for one that is not. So a second copy of a known
    card is a list of its own; two such names at once are not listed, as no printed box has them.
    """
    held = Counter(known)
    new = [card for card in sorted(unseen.elements()) if card not in held]
    none = [None] * (named if nameless else 0)
    yield _of_two(held, [*new, *none], named, count)
    for card, copies in held.items():
        for more in range(1, min(unseen[card], named) + 1):
            others = held - Counter({card: copies})
            rest = count - copies - more
            if 0 <= rest - (named - more) <= others.total():
                both = Several((card,) * (copies + more), copies + more, copies + more)
                yield _of_two(others, [*new, *none], named - more, rest, both)


def _of_two(held: Counter[str], new: Cards, named: int, count: int, *fixed: Several) -> Domain:
    """So many known cards and so many others, beside what is fixed, in any order."""
    parts = [*fixed]
    if count > named:
        parts.append(Several(tuple(held.elements()), count - named, count - named))
    if named:
        parts.append(Several(tuple(new), named, named))
    return parts[0] if len(parts) == 1 else Gathered(tuple(parts), sum(part.least for part in parts))
