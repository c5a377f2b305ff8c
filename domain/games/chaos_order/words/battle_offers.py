"""Labels of offers: battles (40x … 45x), effects and tactics cards (50x, 57x … 59x).

It also covers effects that the table settles by itself (CO-588).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from domain.games.chaos_order.places import hand_card
from domain.games.chaos_order.words.names import ability_name, called, told
from domain.games.chaos_order.words.offering import (
    branches_told,
    figures,
    foundation_place,
    head_of,
    pending_told,
    regions,
    spaces,
    strength_told,
    unlocked,
    variants,
)
from domain.games.chaos_order.words.phrases import (
    BUILDING_NAMES,
    PHASE_NAMES,
    battle_values,
    changed,
    ordinal,
)
from domain.kernel import (
    UNKNOWN,
    Each,
    Json,
    Name,
    Naming,
    Offer,
    OfferTold,
    OfferWords,
    Optional,
    Outcome,
    ParameterWords,
    ValueWords,
    acting_seat,
    capitalized,
    offered_values,
)

# Words of the offers about effects, abilities and tactics cards (50x, 57x … 59x).


def _decline_effect(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-589."""
    left = pending_told(view, acting_seat(offers), naming)
    return OfferWords("Decline", left or "the pending effect", "x", rank=85)


def _choose_branch(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-586."""
    seat = acting_seat(offers)
    head = head_of(view, seat)
    effect = {"do": "choice", "branches": []} if head is None else head["effect"]
    is_choice = effect["do"] == "choice"
    told_branches = branches_told(view, effect, seat, naming)
    named = [capitalized(one) for one in told_branches]
    options = {
        str(at): ValueWords(name if named.count(name) == 1 else f"{name} ({at + 1})")
        for at, name in enumerate(named)
    }
    return OfferWords(
        "Choose one" if is_choice else "Take it",
        "; or ".join(told_branches),
        "layers",
        rank=0,
        parameters={"index": ParameterWords("Which one?", values=options)},
    )


def _use_ability(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-594, CO-596; an idle one brings nothing as the table stands."""
    seat = acting_seat(offers)
    idle = {ability for offer in offers if offer.idle for ability in offered_values((offer,), "ability")}
    named = {ability: ability_name(naming, seat, ability) for ability in offered_values(offers, "ability")}
    options = {
        ability: ValueWords(_once(name, named), _with_idle(name.text, ability in idle))
        for ability, name in named.items()
    }
    label, hint = "Use an ability", ""
    if len(options) == 1:
        ((ability, only),) = options.items()
        label, hint = f"Use {only.label}", only.hint
        options = {ability: ValueWords(hint or only.label)}
    return OfferWords(
        label,
        hint,
        "sparkles",
        rank=60,
        parameters={"ability": ParameterWords("Which ability?", values=options)},
    )


def _once(name: Name, named: Mapping[str, Name]) -> str:
    """Its name; with what it does where two are called the same."""
    alike = [one for one in named.values() if one.name == name.name]
    return name.name if len(alike) == 1 else f"{name.name}: {name.text}"


def _with_idle(text: str, idle: bool) -> str:
    return f"{text}; cannot be paid now" if idle else text


def _play_tactics_card(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-502 … CO-505. A play is named by its position on the card."""
    held: dict[str, ValueWords] = {}
    for offer in offers:
        lock = ", past a gem lock" if "pay_lock" in offer.parameters else ""
        for number in offered_values((offer,), "play"):
            for card in offered_values((offer,), "card"):
                play = naming.components.get(f"{card}:play:{number}")
                hint = f"{'' if play is None else play.name}{lock}"
                if card in held:
                    hint = f"{held[card].hint}; or {hint}"
                held[card] = ValueWords(
                    called(naming, card), hint, piece=held_piece(view, acting_seat(offers), card)
                )
    plays = {
        str(number): ValueWords(
            next(iter(held.values())).hint if len(held) == 1 else f"Its {ordinal(number)} effect"
        )
        for number in offered_values(offers, "play")
    }
    if len(held) == 1 == len(plays):
        held = {card: replace(one, hint="") for card, one in held.items()}
    return OfferWords(
        "Play a card",
        "; ".join(f"{one.label}: {one.hint}" for one in held.values()) if 1 < len(held) < 3 else "",
        "gallery-horizontal-end",
        rank=55,
        parameters={
            "card": ParameterWords("Which card?", values=held),
            "play": ParameterWords("Which effect?", values=plays),
        },
        variants=variants(offers, unlocked),
    )


def held_piece(view: Json, seat: str, card: str) -> str | None:
    """The card's piece, where the hand lies open to the viewer."""
    return hand_card(seat, card) if card in view["seats"][seat].get("hand", {}) else None


def _discard_tactics_card(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-506."""
    seat = acting_seat(offers)
    limit = view["seats"][seat]["hand_limit"]
    held = {}
    for card in offered_values(offers, "card"):
        wheel = "/".join(map(str, figures(naming, card)))
        piece = held_piece(view, seat, card)
        held[card] = ValueWords(called(naming, card), wheel, details=told(naming, card), piece=piece)
    return OfferWords(
        "Discard a card",
        f"hand limit {limit}",
        "archive",
        rank=0,
        parameters={"card": ParameterWords("Which card? Left/right on the wheel:", values=held)},
    )


EFFECTS: Mapping[str, OfferTold] = {
    "decline_effect": _decline_effect,
    "choose_branch": _choose_branch,
    "use_ability": _use_ability,
    "play_tactics_card": _play_tactics_card,
    "discard_tactics_card": _discard_tactics_card,
}


# Words of the offers of battles (40x … 45x).

TACTICS = {
    "bluff": ValueWords("Bluff with a card", "its values do not count; it returns to hand"),
    "use": ValueWords("Use a card", "its values count, then it is discarded"),
    "none": ValueWords("No card"),
}
VARIANTS = {
    frozenset({"section"}): "no card",
    frozenset({"section", "tactics"}): "bluff with a card",
    frozenset({"section", "tactics", "card"}): "use a card",
}


def _select_battle(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-402, CO-403."""
    seat = acting_seat(offers)
    foes = {foe: ValueWords(naming.seat(foe).text) for foe in offered_values(offers, "opponent")}
    return OfferWords(
        "Fight a battle",
        "you win ties",
        "flag",
        rank=0,
        parameters={
            "region": ParameterWords(
                "Where?", values=regions(view, offered_values(offers, "region"), seat, naming)
            ),
            "opponent": ParameterWords("Against which seat?", values=foes),
        },
    )


def _commit_plan(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-410 … CO-418: what each section makes of the card's values, without one of the printed."""
    seat, battle = acting_seat(offers), view["battle"]
    region = view["regions"][battle["region"]]
    foe = battle["opponent"] if battle["selector"] == seat else battle["selector"]
    sections = {
        section: ValueWords(called(naming, f"section:{section}"), _section(naming, section))
        for section in offered_values(offers, "section")
    }
    held = {card: _card(view, seat, card, naming) for card in offered_values(offers, "card")}
    mine, theirs = strength_told(region, seat), strength_told(region, foe)
    strengths = f"you {mine or 'nothing'}; {naming.seat(foe).text} {theirs or 'nothing'}"
    return OfferWords(
        "Plan in secret",
        f"before the plans: {strengths}",
        "hand",
        rank=0,
        parameters={
            "section": ParameterWords("Which section? Values without a card", values=sections),
            "tactics": ParameterWords("Use a card?", "never", TACTICS),
            "card": ParameterWords("Which card? Left/right:", values=held),
        },
        variants=variants(offers, lambda names: VARIANTS.get(names, "a plan")),
    )


def _section(naming: Naming, section: str) -> str:
    """The value of a section without a card, and anything else that it brings."""
    kind = naming.components[f"section:{section}"].value
    own = {"retreat": "you leave the battle", "die": "a die for 1 gem"}.get(kind, "")
    worth = _turned(naming, section, "printed:battle") or "nothing"
    return f"{worth}{', ' if own else ''}{own}"


def _turned(naming: Naming, section: str, card: str) -> str:
    """CO-415, CO-416: each side turns the value beneath it into its icon."""
    left, right, retreating = figures(naming, card)
    icons = told(naming, f"section:{section}").split("/")
    found = dict.fromkeys(("strength", "attack", "shields"), 0)
    for icon, number in zip(icons, (left, right), strict=False):
        if icon in found:
            found[icon] += number
    if naming.components[f"section:{section}"].value == "retreat":
        found["shields"] += retreating
    return battle_values(**found)


def _card(view: Json, seat: str, card: str, naming: Naming) -> ValueWords:
    if card == UNKNOWN:
        return ValueWords("Not seen", "name it when it is revealed")
    left, right, retreating = figures(naming, f"{card}:battle")
    parts = [f"{left}/{right}", told(naming, f"{card}:battle")]
    parts += [f"retreating {changed(retreating, 'shields')}"] if retreating else []
    return ValueWords(
        called(naming, card), "; ".join(part for part in parts if part), piece=held_piece(view, seat, card)
    )


def _reveal_plans(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-420."""
    battle = view["battle"]
    faces = {
        str(value): ValueWords(called(naming, f"die:{value}"))
        for value in offered_values(offers, "dice")
        if isinstance(value, int)
    }
    sides = {side: ValueWords(naming.seat(side).text) for side in view["seats"]}
    none = {"null": ValueWords("No die rolled")} if any(map(_may_roll_none, offers)) else {}
    where = "" if battle is None else f"{called(naming, battle['region'])}: both plans are locked in"
    return OfferWords(
        "Reveal the plans",
        where,
        "dices",
        rank=0,
        parameters={"dice": ParameterWords("What do the dice show?", values={**sides, **faces, **none})},
        variants=variants(offers, lambda names: "with dice" if "dice" in names else "without dice"),
    )


def _may_roll_none(offer: Offer) -> bool:
    """Whether who rolls is hidden, so that a side may be found to have rolled none."""
    match offer.parameters.get("dice"):
        case Outcome(of=Each(keys=dice)):
            return any(isinstance(die, Optional) for die in dice.values())
        case _:
            return False


def _retreat_to(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-445."""
    seat = acting_seat(offers)
    return OfferWords(
        "Retreat",
        "all fighters together; leaders return to base",
        "footprints",
        rank=0,
        parameters={
            "region": ParameterWords(
                "Where to?", values=regions(view, offered_values(offers, "region"), seat, naming)
            )
        },
    )


def _raze_building(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-451: the space that it covers again pays once."""
    seat, buildings = acting_seat(offers), {}
    for foundation in offered_values(offers, "foundation"):
        place = foundation_place(view, foundation)
        kind = _standing(view, place, foundation)
        gain = _covered(view, seat, kind, naming)
        label = f"{BUILDING_NAMES.get(kind, 'The building')} on {called(naming, foundation)}"
        buildings[foundation] = ValueWords(label, f"you gain {gain}" if gain else "", place=place)
    return OfferWords(
        "Return a razed building",
        "its space pays again",
        "house",
        rank=0,
        parameters={"foundation": ParameterWords("Which one first?", values=buildings)},
    )


def _standing(view: Json, place: str | None, foundation: str) -> str:
    for one in view["regions"][place]["foundations"] if place else ():
        if one["id"] == foundation and one["building"]:
            return str(one["building"]["type"])
    return ""


def _covered(view: Json, seat: str, kind: str, naming: Naming) -> str:
    """The text of the right-most empty space of the type."""
    if not kind:
        return ""
    player = view["seats"][seat]
    own = spaces(naming, player["faction"], kind)
    empty = own[: len(own) - player["buildings_on_board"][kind]]
    return told(naming, empty[-1]) if empty else ""


BATTLE: Mapping[str, OfferTold] = {
    "select_battle": _select_battle,
    "commit_plan": _commit_plan,
    "reveal_plans": _reveal_plans,
    "retreat_to": _retreat_to,
    "raze_building": _raze_building,
}


# Words of what the table settles by itself (CO-588).

MANUAL = {
    "energy": "Energy",
    "gems": "Gems",
    "fame": "Fame",
    "draw_tactics": "Draw cards",
    "discard_tactics": "Discard cards",
    "fighters": "Move fighters",
    "leader, to": "Move a leader",
    "leader": "Which leader?",
    "building": "Construct a building",
    "research": "Research",
    "strength": "Strength",
    "attack": "Attack",
    "shields": "Shields",
    "seat": "Whose?",
    "from": "From where?",
    "to": "Where to?",
    "n": "How many?",
    "type": "Which building?",
    "drop_ship": "The drop ship",
    "base": "The base",
    "supply": "The supply",
}
"""Labels of the changes that the table may make by hand (CO-588)."""


def _apply_manual_effect(view: Json, offers: Sequence[Offer], naming: Naming) -> OfferWords:
    """CO-588: the table carries out a text of the set and enters the changes."""
    texts = offered_values(offers, "text_id")
    known = {text: ValueWords(called(naming, text), told(naming, text)) for text in texts}
    only = next(iter(known.values())) if len(known) == 1 else None
    return OfferWords(
        "Resolve a text by hand" if only is None else f"Resolve {only.label} by hand",
        "do what it says, then enter the changes" if only is None else only.hint,
        "hand",
        rank=65,
        parameters={
            "text_id": ParameterWords("Which text?", values=known),
            "adjustments": ParameterWords(
                "What changed?",
                values={value: ValueWords(_manual(view, value, naming)) for value in _texts(offers)},
            ),
        },
        variants=variants(offers, lambda names: "by hand"),
    )


def _texts(offers: Sequence[Offer]) -> list[str]:
    """Numbers, of which there are thousands, are read as they are."""
    found = [value for value in offered_values(offers, "adjustments") if isinstance(value, str)]
    return [*found, "leader, to"]


def _manual(view: Json, value: str, naming: Naming) -> str:
    if value in MANUAL:
        return MANUAL[value]
    if value in view["seats"]:
        return naming.seat(value).text
    return PHASE_NAMES.get(value) or BUILDING_NAMES.get(value) or called(naming, value)


BY_HAND: Mapping[str, OfferTold] = {"apply_manual_effect": _apply_manual_effect}
