"""The closed list of primitives for card and ability texts (OC-520), and their templates (OC-521)."""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, Union, get_args

import msgspec
from msgspec import Meta, Struct

Side: TypeAlias = Literal["order", "chaos"]
Count = Annotated[int, Meta(ge=1, le=99)]
Delta = Annotated[int, Meta(ge=-99, le=99)]
Id: TypeAlias = str


class CascadeCard(Struct, frozen=True, forbid_unknown_fields=True):
    """One card that a Chaos rift opened (OC-325)."""

    location: Id
    card: Id


class OpenedCard(Struct, frozen=True, forbid_unknown_fields=True):
    """One card that a swap brought under a hero and that was opened (OC-540)."""

    location: Id
    card: Id
    cascade: tuple[CascadeCard, ...] = ()


class _Primitive(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="op"
):
    pass


class Doom(_Primitive, frozen=True, kw_only=True, tag="doom"):
    """Doom of a side rises or falls (OC-605, OC-606)."""

    side: Side
    delta: Delta


class Health(_Primitive, frozen=True, kw_only=True, tag="health"):
    """A unit of the battle, or a hero by its seat, gains or loses health."""

    unit: Id | None = None
    seat: Id | None = None
    delta: Delta


class Stamina(_Primitive, frozen=True, kw_only=True, tag="stamina"):
    """A hero gains or loses stamina, within 0 and 2."""

    seat: Id
    delta: Delta


class Xp(_Primitive, frozen=True, kw_only=True, tag="xp"):
    """A hero, or every hero of a side, gains XP (OC-350)."""

    seat: Id | None = None
    side: Side | None = None
    amount: Count


class Chits(_Primitive, frozen=True, kw_only=True, tag="chits"):
    """A unit of the battle gains or loses armor chits."""

    unit: Id
    delta: Delta


class Track(_Primitive, frozen=True, kw_only=True, tag="track"):
    """A unit's battle track moves, within its boxes."""

    unit: Id
    delta: Delta


class TokenPlace(_Primitive, frozen=True, kw_only=True, tag="token_place"):
    """Chaos tokens are laid on a location, as long as there are any."""

    location: Id
    n: Count


class TokenDiscard(_Primitive, frozen=True, kw_only=True, tag="token_discard"):
    """Chaos tokens that lie on a location go to the supply."""

    location: Id
    n: Count


class TokenGain(_Primitive, frozen=True, kw_only=True, tag="token_gain"):
    """A Chaos hero gains tokens (OC-354, OC-363)."""

    seat: Id
    n: Count


class SpecialTokens(_Primitive, frozen=True, kw_only=True, tag="special_tokens"):
    """A hero's special tokens are spent or come back, within 0 and its sheet's number."""

    seat: Id
    delta: Delta


class MonsterPlace(_Primitive, frozen=True, kw_only=True, tag="monster_place"):
    """A monster comes onto a location (OC-340 … OC-342)."""

    location: Id


class MonsterMove(_Primitive, frozen=True, kw_only=True, tag="monster_move", rename={"origin": "from"}):
    """A monster moves anywhere (OC-342)."""

    origin: Id
    to: Id


class MonsterDiscard(_Primitive, frozen=True, kw_only=True, tag="monster_discard"):
    """A monster leaves the map; no reward (OC-482)."""

    location: Id


class HeroMove(_Primitive, frozen=True, kw_only=True, tag="hero_move"):
    """A hero is moved (OC-306, OC-308)."""

    seat: Id
    to: Id


class PassEnemies(_Primitive, frozen=True, kw_only=True, tag="pass_enemies"):
    """This turn the active hero enters that location without a fight (OC-304)."""

    seat: Id
    location: Id


class SwapCards(_Primitive, frozen=True, kw_only=True, tag="swap_cards"):
    """The cards of two locations change places (OC-540)."""

    a: Id
    b: Id
    opened: tuple[OpenedCard, ...] | None = None


class OpenCard(_Primitive, frozen=True, kw_only=True, tag="open"):
    """A face-down card is opened (OC-320, OC-321)."""

    location: Id
    card: Id | None = None
    cascade: tuple[CascadeCard, ...] | None = None


class RemoveCard(_Primitive, frozen=True, kw_only=True, tag="remove_card"):
    """A face-up card leaves the game; tokens and monster stay."""

    location: Id


class ItemTake(_Primitive, frozen=True, kw_only=True, tag="item_take"):
    """An Order hero takes an item from the display."""

    seat: Id
    item: Id


class ItemDiscard(_Primitive, frozen=True, kw_only=True, tag="item_discard"):
    """An Order hero's item goes to the discard."""

    seat: Id
    item: Id


class DisplayDiscard(_Primitive, frozen=True, kw_only=True, tag="display_discard"):
    """An item of the display goes to the discard."""

    item: Id


class DisplayRefill(_Primitive, frozen=True, kw_only=True, tag="display_refill"):
    """The display is discarded and six new items are laid out (OC-505)."""

    items: tuple[Id, ...] | None = None


class EventDraw(_Primitive, frozen=True, kw_only=True, tag="event_draw"):
    """A Chaos hero draws event cards."""

    seat: Id
    n: Count


class CancelHealing(_Primitive, frozen=True, kw_only=True, tag="cancel_healing"):
    """Cancels a healing shrine's use; only through `cancelled_by` (OC-519)."""


class EndBattle(_Primitive, frozen=True, kw_only=True, tag="end_battle"):
    """The running battle ends (OC-491)."""


class Note(_Primitive, frozen=True, kw_only=True, tag="note"):
    """Words without effect on the table."""

    text: str


Effect: TypeAlias = (
    Doom
    | Health
    | Stamina
    | Xp
    | Chits
    | Track
    | TokenPlace
    | TokenDiscard
    | TokenGain
    | SpecialTokens
    | MonsterPlace
    | MonsterMove
    | MonsterDiscard
    | HeroMove
    | PassEnemies
    | SwapCards
    | OpenCard
    | RemoveCard
    | ItemTake
    | ItemDiscard
    | DisplayDiscard
    | DisplayRefill
    | EventDraw
    | CancelHealing
    | EndBattle
    | Note
)

OUTCOME_FIELDS = frozenset({"card", "cascade", "opened", "items"})
"""Never part of a template (OC-521)."""

PRIMITIVES: Mapping[str, frozenset[str]] = {
    str(kind.__struct_config__.tag): frozenset(kind.__struct_encode_fields__) - OUTCOME_FIELDS
    for kind in Effect.__args__
}

MAP_PRIMITIVES = frozenset(
    {
        "token_place",
        "token_discard",
        "monster_place",
        "monster_move",
        "monster_discard",
        "hero_move",
        "pass_enemies",
        "swap_cards",
        "open",
        "remove_card",
        "end_battle",
    }
)
"""Refused in the final battle (OC-621)."""


def name_of(effect: Effect) -> str:
    """The primitive's name."""
    return str(type(effect).__struct_config__.tag)


# Templates: what a printed text fixes of its effects, and what it leaves to the players (OC-521).

ANY = "?"
"""The value of a template that the players choose when they use the text."""
ONE_OF = {"health": ("unit", "seat"), "xp": ("seat", "side")}
"""Members of which a template names one."""
_OPEN: Mapping[Any, Any] = {
    Side: Literal["order", "chaos", "?"],
    Count: Count | Literal["?"],
    Delta: Delta | Literal["?"],
    Id: Id,
}
"""Type of an effect's member → that of a template's."""
_OF_THE_TABLE: Mapping[str, Any] = {
    "seat": Literal["?"],
    "unit": Literal["?", "arch_enemy"],
    "item": Literal["?"],
}
"""Members that no card can know: which seats, units and copies of items there are."""


def _template_of(kind: type[Struct]) -> type[Struct]:
    """The effect with each member open or fixed, without its outcomes."""
    needed: list[Any] = []
    others: list[Any] = []
    for field in msgspec.structs.fields(kind):
        if field.encode_name in OUTCOME_FIELDS:
            continue
        if field.required:
            needed.append((field.name, _OF_THE_TABLE.get(field.name) or _OPEN[field.type]))
        else:
            (of,) = (one for one in get_args(field.type) if one is not NoneType)
            others.append((field.name, (_OF_THE_TABLE.get(field.name) or _OPEN[of]) | None, None))
    config = kind.__struct_config__
    return msgspec.defstruct(
        f"{kind.__name__}Template",
        [*needed, *others, ("optional", bool, False)],
        namespace={"__doc__": kind.__doc__},
        module=__name__,
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
        omit_defaults=True,
        tag_field=config.tag_field,
        tag=config.tag,
        rename={field.name: field.encode_name for field in msgspec.structs.fields(kind)},
    )


if TYPE_CHECKING:
    Template: TypeAlias = Struct
else:
    Template = Union[tuple(map(_template_of, Effect.__args__))]  # noqa: UP007
    """One printed effect. Null for `unit`, `seat` or `side`: the other of the two is named."""


def can_be(template: Mapping[str, Any]) -> bool:
    """Whether an effect fits the template at some table. Seats, units and items may have any name there."""
    named = {member: ANY for member in _OF_THE_TABLE if isinstance(template.get(member), str)}
    try:
        msgspec.convert({**template, **named}, Template)
    except msgspec.ValidationError:
        return False
    return named_once(template)


def named_once(template: Mapping[str, Any]) -> bool:
    """Whether exactly one of the members is there of which a template names one."""
    choice = ONE_OF.get(str(template.get("op")), ())
    return not choice or sum(template.get(name) is not None for name in choice) == 1


def matches(effects: tuple[Effect, ...], templates: tuple[Mapping[str, Any], ...]) -> bool:
    """Whether the effects are the templates one by one, optional ones perhaps left out (OC-521)."""
    if not templates:
        return not effects
    first, rest = templates[0], templates[1:]
    if effects and _fits(effects[0], first) and matches(effects[1:], rest):
        return True
    return bool(first.get("optional")) and matches(effects, rest)


def _fits(effect: Effect, template: Mapping[str, Any]) -> bool:
    given = {
        key: value
        for key, value in msgspec.to_builtins(effect).items()
        if value is not None and key not in OUTCOME_FIELDS
    }
    wanted = {key: value for key, value in template.items() if key != "optional" and value is not None}
    return given.keys() == wanted.keys() and all(
        value == ANY or given[key] == value for key, value in wanted.items()
    )
