"""How a demand on a component set is put: it holds, or it is a fault under its own id.

Demands of shape hold for every set. Figures that the source reveals bind a set that claims to be the
printed edition; a set that declares `variant: true` may differ and is only warned of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from domain.games.first_light.components.document import RESOURCES, Bundle, Document
from domain.kernel import ComponentFault

Faults = Iterator[ComponentFault]
Constraint = Callable[[Document], Faults]

DICE_VALUES = (1, 2, 3, 4, 5, 6)


def demand(holds: bool, constraint: str, message: str, pointer: str) -> Faults:
    if not holds:
        yield ComponentFault(constraint, message, pointer)


def is_bundle(bundle: Bundle, *, also: tuple[str, ...] = ()) -> bool:
    """Whether the amounts are of known things and none is negative."""
    return bundle.keys() <= {*RESOURCES, *also} and all(amount >= 0 for amount in bundle.values())
