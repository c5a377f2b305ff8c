"""Chance: outcomes that the table declares, or that the engine draws under a commitment.

A draw is one integer below `n`, keyed by the session's secret, its id and the number of the draw on the
live line. docs/chance.md specifies it so that anyone can recompute it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.components import canonical, in_order
from domain.kernel.messages import Action, Json, Viewer
from domain.kernel.offers import Choice, Domain, Several
from domain.kernel.rejection import Rejected

# Chance: outcomes that the table declares, or that the engine draws under a commitment.

T = TypeVar("T", bound=str | int | None)
S = TypeVar("S", bound=str | int)
V = TypeVar("V")

Below = Callable[[int, int], int]
"""`below(n, number)`: the draw with that number, an integer from 0 to n - 1."""

UNKNOWN = "unknown"
"""The declared value of a thing that nobody who records has seen, because it went face down."""

DRAW_LABEL = b"tablelog/draw/1"
DRAW_BITS = 256


class OutcomeOrigin(Struct, frozen=True, omit_defaults=True):
    """The source of one outcome of an action. Its value is in the action, at `field`."""

    field: str
    source: Literal["declared", "drawn"]
    first_draw: int | None = None
    draws: int = 0


def keyed_draws(secret: bytes, session: str) -> Below:
    """Draws that nobody can choose once `sha256(secret)` is published."""

    def below(n: int, number: int) -> int:
        limit = (1 << DRAW_BITS) // n * n
        attempt = 0
        while True:
            message = b"\0".join((DRAW_LABEL, session.encode(), str(number).encode(), str(attempt).encode()))
            value = int.from_bytes(hmac.new(secret, message, hashlib.sha256).digest(), "big")
            if value < limit:
                return value % n
            attempt += 1

    return below


def commitment(secret: bytes) -> str:
    """The commitment that is published at the opening: the SHA-256 of the secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


class Undeclarable(Exception):
    """The action declares the outcome at `field`, and the session has every outcome drawn."""

    def __init__(self, field: str) -> None:
        super().__init__(f"The outcome {field} is drawn in this session and not declared.")
        self.field = field


Asks = Callable[[Viewer], Domain]
"""The values that an outcome may have, as far as the viewer can tell."""


class Undeclared(Rejected):
    """The outcome at `field` must be declared and is not.

    `asks` tells its values; None: the offer of the action lists them. `tries_nothing`: no hidden thing could
    have refused what is declared so far, so that nobody learns anything from being asked on.
    """

    def __init__(
        self,
        rule: str,
        field: str,
        asks: Asks | None = None,
        message: str | None = None,
        *,
        tries_nothing: bool = False,
    ) -> None:
        wanted = f"The outcome {field} must be declared: this action's outcomes are not drawn."
        super().__init__(rule, message or wanted, field)
        self.asks = asks
        self.tries_nothing = tries_nothing


class Chance:
    """The outcomes of one action, declared or drawn, in the order in which the rules ask for them.

    Every method takes what the action declares (`None` = nothing), the `field` that holds it (a path:
    `card`, `effects/0/dice`) and the `rule` under which an impossible or missing outcome is
    rejected. `hidden` says that the refusal itself tells the principal something that is hidden.
    With `may_declare` False a declared outcome raises `Undeclarable`, before anything is asked about it.
    """

    def __init__(self, below: Below | None = None, first_draw: int = 0, *, may_declare: bool = True) -> None:
        self._below = below
        self._may_declare = may_declare
        self.next_draw = first_draw
        self.outcomes: list[OutcomeOrigin] = []
        self.drawn: dict[str, object] = {}
        self.probed = False
        """Whether a declared outcome was taken that only the hidden part of the table could have refused."""
        self.asked_of: set[str] = set()
        """Seats of whose hidden things the rules were asked: others learn of them from the answer."""

    @property
    def draws(self) -> bool:
        """Whether an outcome that is not declared is drawn; if not, it is missing."""
        return self._below is not None

    def pick(
        self,
        declared: T | None,
        pool: Sequence[T],
        *,
        field: str,
        rule: str,
        message: str,
        hidden: bool = False,
    ) -> T:
        """One of `pool`, uniformly; a pool may hold the same thing more than once."""
        if declared is not None:
            self.must_be_declarable(field)
            if declared not in pool:
                raise Rejected(rule, message, field, probes=hidden)
            self.probed |= hidden
            self.outcomes.append(OutcomeOrigin(field, "declared"))
            return declared
        asks = None if hidden else _chosen_from(pool)
        return self._draw(field, rule, lambda: pool[self._next(len(pool))], asks)

    def several(
        self,
        declared: Sequence[S] | None,
        pool: Sequence[S],
        count: int,
        *,
        field: str,
        rule: str,
        message: str,
        hidden: bool = False,
    ) -> tuple[S, ...]:
        """`count` of `pool` one after another without putting back, in order."""
        if declared is not None:
            self.must_be_declarable(field)
            if len(declared) != count or Counter(declared) - Counter(pool):
                raise Rejected(rule, message, field, probes=hidden)
            self.probed |= hidden
            self.outcomes.append(OutcomeOrigin(field, "declared"))
            return tuple(declared)

        def draw() -> tuple[S, ...]:
            left = list(pool)
            return tuple(left.pop(self._next(len(left))) for _ in range(count))

        asks = None if hidden else _listed_from(pool, count)
        return self._draw(field, rule, draw, asks)

    def shuffle(
        self, declared: Sequence[S] | None, items: Sequence[S], *, field: str, rule: str, message: str
    ) -> tuple[S, ...]:
        """A uniform order of `items`."""
        return self.several(declared, items, len(items), field=field, rule=rule, message=message)

    def dice(
        self,
        declared: Sequence[S] | None,
        count: int,
        faces: Sequence[S],
        *,
        field: str,
        rule: str,
        message: str,
    ) -> tuple[S, ...]:
        """`count` dice with these `faces`; a face may occur more than once."""
        if declared is not None:
            self.must_be_declarable(field)
            if len(declared) != count or any(face not in faces for face in declared):
                raise Rejected(rule, message, field)
            self.outcomes.append(OutcomeOrigin(field, "declared"))
            return tuple(declared)
        asks = _listed_from(tuple(dict.fromkeys(faces)) * count, count)
        return self._draw(
            field, rule, lambda: tuple(faces[self._next(len(faces))] for _ in range(count)), asks
        )

    def asks_of(self, seat: str) -> None:
        """Note that the rules look at something that only that seat knows, because the action names it.

        Called before they look. From then on any answer reveals some of it: not to the seat itself, but to
        anyone who acts for it.
        """
        self.asked_of.add(seat)

    def must_be_declarable(self, field: str) -> None:
        """Called before a game looks at an outcome that is declared. Raises `Undeclarable`."""
        if not self._may_declare:
            raise Undeclarable(field)

    def declare(self, field: str) -> None:
        """Note an outcome that the game checks by itself (an unknown card, a table of cards).

        Comes before the checks, so that they tell nothing where nobody may declare. Raises `Undeclarable`.
        """
        self.must_be_declarable(field)
        self.outcomes.append(OutcomeOrigin(field, "declared"))

    def compose(
        self, field: str, rule: str, draw: Callable[[Callable[[int], int]], V], asks: Asks | None = None
    ) -> V:
        """An outcome of a shape of its own: `draw(below)` builds it from as many draws as it needs.

        Mappings in it come in canonical order, as when the same outcome is declared. `asks`: its values,
        for the refusal if it is neither declared nor drawn; None: the offer lists them.
        """
        return self._draw(field, rule, lambda: draw(self._next), asks)

    def _next(self, n: int) -> int:
        assert self._below is not None
        number = self.next_draw
        self.next_draw += 1
        return self._below(n, number)

    def _draw(self, field: str, rule: str, draw: Callable[[], V], asks: Asks | None) -> V:
        if self._below is None:
            raise Undeclared(rule, field, asks)
        first = self.next_draw
        value: V = in_order(draw())
        self.outcomes.append(OutcomeOrigin(field, "drawn", first, self.next_draw - first))
        self.drawn[field] = value
        return value


def _chosen_from(pool: Sequence[str | int | None]) -> Asks:
    return lambda viewer: Choice(tuple(dict.fromkeys(pool)))


def _listed_from(pool: Sequence[str | int], count: int) -> Asks:
    return lambda viewer: Several(tuple(pool), count, count, ordered=True)


# Outcomes in an action's JSON object: filled in where they were drawn, and left out again.


def as_json(action: Action) -> dict[str, Json]:
    """The action as its JSON object, in which outcomes can be filled in."""
    built: dict[str, Json] = msgspec.json.decode(msgspec.json.encode(action))
    return built


def spelled_with(action: Action, drawn: Mapping[str, object]) -> bytes:
    """The canonical bytes of the action, with the outcomes that were drawn in their places."""
    if not drawn:
        return canonical(action)
    tree = as_json(action)
    for path, value in drawn.items():
        put(tree, path, msgspec.to_builtins(value))
    return canonical(tree)


def put(tree: Any, path: str, value: Json) -> None:
    """Set the value at a path such as `card` or `effects/0/dice`."""
    *steps, last = path.split("/")
    for step in steps:
        tree = tree[int(step)] if isinstance(tree, list) else tree.setdefault(step, {})
    if isinstance(tree, list):
        tree[int(last)] = value
    else:
        tree[last] = value


def value_at(tree: Json, path: str) -> Json:
    """The value at a path such as `card` or `effects/0/dice`; None where there is none."""
    for step in path.split("/"):
        if isinstance(tree, list):
            tree = tree[int(step)] if step.isdigit() and int(step) < len(tree) else None
        else:
            tree = tree.get(step) if isinstance(tree, dict) else None
    return tree


def undrawn(action: Mapping[str, Json], outcomes: Sequence[OutcomeOrigin]) -> dict[str, Json]:
    """The action as it was requested: without the outcomes that the engine drew."""
    tree: dict[str, Json] = msgspec.json.decode(canonical(action))
    for outcome in outcomes:
        if outcome.source == "drawn":
            *steps, last = outcome.field.split("/")
            place: Any = tree
            for step in steps:
                place = place[int(step)] if isinstance(place, list) else place[step]
            if isinstance(place, list):
                place[int(last)] = None
            else:
                place.pop(last, None)
    return tree
