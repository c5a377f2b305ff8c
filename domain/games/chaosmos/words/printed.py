"""What stands on a card, in a few words: what it costs, of which type it is, what it does."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel import Json, Name, listed, readable, signed, told_of, with_text

COSTS = {"action": "action", "combat": "combat", "free": "free"}
OVOID_ICON = "gem"
"""Of the Ovoid alone."""
ICONS = {
    "score": "swords",
    "opponent_score": "swords",
    "cancel": "shield",
    "reduce_clock": "clock",
    "scry_hand": "eye",
    "scry_planet": "eye",
    "send_card": "send",
    "on_open_banish_home": "triangle-alert",
    "on_open_no_take": "lock",
    "manual": "sparkles",
}


def called(thing: Mapping[str, Json]) -> str:
    """The name of a thing of a document, from its id where it has none."""
    return told_of(thing)[0] or readable(thing["id"])


def card_names(document: Json, planets: Mapping[str, str], *, invented: bool) -> dict[str, Name]:
    """Every card: `value` is its figure in combat, `of` the alien that it is native to."""
    return {
        card["id"]: Name(
            "card",
            called(card),
            _text(card, document, planets),
            value=_value(card),
            of=card["native_of"],
            icon=_icon(card),
            invented=invented,
        )
        for card in document["cards"]
    }


def _icon(card: Json) -> str | None:
    if card["is_ovoid"]:
        return OVOID_ICON
    if card["is_enviro_gear"]:
        return "waves"
    effects = [effect["effect"] for effect in card["effects"]]
    return ICONS["cancel" if "cancel" in effects else effects[0]] if effects else None


def _value(card: Json) -> str:
    """`+3`, or what it takes from the other side."""
    own = sum(effect.get("n") or 0 for effect in card["effects"] if effect["effect"] == "score")
    other = sum(effect.get("n") or 0 for effect in card["effects"] if effect["effect"] == "opponent_score")
    return " ".join(signed(number) for number in (own, other) if number)


def _text(card: Json, document: Json, planets: Mapping[str, str]) -> str:
    own = told_of(card)[1]
    if card["is_ovoid"]:
        return with_text("win alone if it is in your hand when the clock is at 0", own, ". ")
    if card["is_enviro_gear"]:
        wearers = [
            f"{called(alien)} on {planets[alien['toxic']]}"
            for alien in document["aliens"]
            if alien["gear"] == card["id"]
        ]
        return with_text(f"Enviro Gear: {listed(wearers)}", own, ". ")
    types = [readable(kind).lower() for kind in card["types"]]
    traits = [COSTS[card["cost"]], *types, *(["single-use"] if card["single_use"] else ())]
    does = own or "; ".join(_effect(effect, document) for effect in card["effects"])
    return f"{', '.join(traits)}: {does or 'not playable'}"


def _effect(effect: Json, document: Json) -> str:
    match effect["effect"]:
        case "score":
            return f"{signed(effect['n'])} to your score"
        case "opponent_score":
            return f"{signed(effect['n'])} to the opponent’s score"
        case "cancel":
            return f"cancels {_cancelled(effect, document)}"
        case "reduce_clock":
            return f"take {'1 to ' if effect['max'] > 1 else ''}{effect['max']} off the clock"
        case "scry_hand":
            return "look at a hand"
        case "scry_planet":
            return "look into an envelope"
        case "send_card":
            return "send a card from your hand into an envelope"
        case "on_open_banish_home":
            return "the player who opens the envelope is banished home and loses the rest of the turn"
        case "on_open_no_take":
            return "the player who opens the envelope cannot take cards out"
        case _:
            return "resolve its printed text"


def _cancelled(effect: Json, document: Json) -> str:
    native = {called(card) for card in document["cards"] if card["native_of"] is not None}
    named = effect.get("names") or ()
    kinds = [f"every {readable(kind).lower()}" for kind in effect.get("types") or ()]
    rest = named
    if native and native <= {*named}:
        kinds.append("every native weapon")
        rest = [name for name in named if name not in native]
    return " and ".join((*kinds, *([listed(rest)] if rest else ())))
