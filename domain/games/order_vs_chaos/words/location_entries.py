"""The log: location actions as sentences."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from domain.games.order_vs_chaos.rules.monsters import TOKEN
from domain.games.order_vs_chaos.words.fighters import Message, fact, found, shown
from domain.games.order_vs_chaos.words.names import piece, pieces, place
from domain.kernel import ActionWords, Naming, Says, counted, listed


def _visit_quartermaster(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """OC-718: what makes room goes first."""
    taken = pieces(naming, action.get("take", ())) or ("nothing",)
    room = pieces(naming, action.get("discard", ()))
    discards = ("discards ", *room, " and ") if room else ()
    says = (naming.seat(action["seat"]), " ", *discards, "takes ", *taken, " from the quartermaster")
    filled = found(facts, "display_filled")
    if filled is None:
        return (*says, ".")
    new = pieces(naming, filled["items"]) or ("nothing",)
    shuffled = ", from the reshuffled discard" if filled.get("reshuffled") else ""
    return (*says, ", which lays out ", *new, f"{shuffled}.")


def _discard_display_item(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    return (
        naming.seat(action["seat"]),
        " discards ",
        piece(naming, action["item"]),
        " of the quartermaster.",
    )


def _use_order_shrine(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    return (naming.seat(action["seat"]), f" uses the Order shrine for {action['gain']}.")


def _use_healing_shrine(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """OC-519."""
    says = (naming.seat(action["seat"]), " uses the healing shrine")
    cancelled = action.get("cancelled_by")
    if not cancelled:
        return (*says, ".")
    card = piece(naming, cancelled["card"])
    return (*says, ", but ", naming.seat(cancelled["seat"]), " cancels it with ", card, ".")


def _attack_healing_shrine(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    return _attacked(action, facts, naming, "destroys the healing shrine")


def _attack_rift(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    return _attacked(action, facts, naming, "closes the rift")


def _attacked(action: Message, facts: Sequence[Message], naming: Naming, done: str) -> Says:
    rolled = fact(facts, "rift_attacked")
    seat, where = naming.seat(action["seat"]), place(naming, rolled["location"])
    if rolled["success"]:
        return (seat, f" rolls {shown(rolled['dice'])} and {done} in ", where, ".")
    target = "shrine" if rolled["target"] == "healing_shrine" else "rift"
    return (seat, f" rolls {shown(rolled['dice'])}: the {target} in ", where, " holds.")


def _pick_up_tokens(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    moved = fact(facts, "token_moved")
    tokens = counted(moved["n"], "token")
    return (naming.seat(action["seat"]), f" picks up {tokens} in ", place(naming, moved["origin"]), ".")


def _use_chaos_rift(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    done = []
    moved = found(facts, "token_moved")
    if action.get("pick_up") and moved is not None:
        done.append(f"picks up {counted(moved['n'], 'token')}")
    if action.get("place"):
        done.append(_placed(naming, action["place"]))
    where = fact(facts, "location_acted")["location"]
    return (naming.seat(action["seat"]), f" {listed(done)} at the Chaos rift in ", place(naming, where), ".")


def _placed(naming: Naming, type: str) -> str:
    return "places a token" if type == TOKEN else f"places a {naming.name(type)}"


def _use_wandering_monster(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    where = place(naming, fact(facts, "location_acted")["location"])
    moved = found(facts, "monster_moved")
    if moved is None:
        return (naming.seat(action["seat"]), f" {_placed(naming, action['place'])} in ", where, ".")
    to = place(naming, moved["to"])
    shoved = f" pushes the {naming.name(moved['type'])} to "
    return (
        naming.seat(action["seat"]),
        shoved,
        to,
        f" and {_placed(naming, action['place'])} in ",
        where,
        ".",
    )


def _deliver_tokens(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    number = fact(facts, "token_moved")["n"]
    return (naming.seat(action["seat"]), f" delivers {counted(number, 'token')} to the arch enemy.")


LOCATION: Mapping[str, ActionWords] = {
    "visit_quartermaster": _visit_quartermaster,
    "discard_display_item": _discard_display_item,
    "use_order_shrine": _use_order_shrine,
    "use_healing_shrine": _use_healing_shrine,
    "attack_healing_shrine": _attack_healing_shrine,
    "attack_rift": _attack_rift,
    "pick_up_tokens": _pick_up_tokens,
    "use_chaos_rift": _use_chaos_rift,
    "use_wandering_monster": _use_wandering_monster,
    "deliver_tokens": _deliver_tokens,
}

OF_A_LOCATION = ("location_acted",)
LOCATION_SAID: Mapping[str, Collection[str]] = {
    "visit_quartermaster": (
        *OF_A_LOCATION,
        "item_gained",
        "item_discarded",
        "display_items_discarded",
        "display_filled",
    ),
    "discard_display_item": (*OF_A_LOCATION, "display_items_discarded"),
    "use_order_shrine": OF_A_LOCATION,
    "use_healing_shrine": (*OF_A_LOCATION, "event_played", "event_named"),
    "attack_healing_shrine": (*OF_A_LOCATION, "rift_attacked", "card_removed"),
    "attack_rift": (*OF_A_LOCATION, "rift_attacked", "card_removed"),
    "pick_up_tokens": (*OF_A_LOCATION, "token_moved"),
    "use_chaos_rift": (*OF_A_LOCATION, "token_moved", "monster_placed"),
    "use_wandering_monster": (*OF_A_LOCATION, "monster_moved", "monster_placed", "token_moved"),
    "deliver_tokens": (*OF_A_LOCATION, "token_moved"),
}
