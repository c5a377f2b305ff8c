"""The visibility of actions and facts: hands (FL-119), packets, characters (FL-R57), plans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import to_builtins

from domain.games.first_light import actions, facts
from domain.kernel import (
    KEPT,
    SHOWN,
    Action,
    Fact,
    Json,
    Secrecy,
    Statement,
    Viewer,
    dealt_to_each,
    each_to_its_seat,
    known_to,
    said,
    told_to,
)


def _sealed(fact: facts.CharacterChosen) -> bool:
    return not fact.open


def _own_items(changes: Mapping[str, actions.Changes], action: Action, viewer: Viewer) -> Mapping[str, Json]:
    """The changes of a text are public, except for the Items that it gave to another seat."""
    shown: dict[str, Json] = to_builtins(changes)
    for seat, changed in shown.items():
        if not viewer.knows(seat):
            changed.pop("items", None)
    return {"changes": shown}


def _own_card(cards: Sequence[str | None], fact: facts.PacketsBottomed, viewer: Viewer) -> Mapping[str, Json]:
    own = {seat: card for seat, card in zip(fact.seats, cards, strict=True) if viewer.knows(seat)}
    return {"count": len(cards), "cards": own}


ACTIONS: Mapping[type[Action], Statement] = {
    actions.DealCharacters: said(characters=each_to_its_seat("characters", len)),
    actions.ChooseCharacter: said("seat", character=known_to("seat")),
    actions.DealItems: said(hands=each_to_its_seat("hands", len)),
    actions.DraftItem: said("seat", keep=known_to("seat"), bottom=known_to("seat")),
    actions.KeepItems: said("seat", items=known_to("seat")),
    actions.ApplyEffect: said("effect", changes=KEPT.telling(_own_items)),
    actions.RollDice: said("seat", values=known_to("seat")),
    actions.AssignDice: said("seat", garages=known_to("seat"), farms=known_to("seat")),
    actions.PlaceHeadquarters: said("seat", "value", "gain", drawn=known_to("seat")),
    actions.PlaceNegotiation: said("seat", "value", "clan", "row", drawn=known_to("seat")),
    actions.PlaceDepository: said(
        "seat", "value", "treated_as", "row", "item", "move_to", drawn=known_to("seat")
    ),
    actions.PlaceMiningCamp: said("seat", "value", "treated_as", "space", drawn=known_to("seat")),
    actions.PlaceLaboratory: said(
        "seat",
        "value",
        "treated_as",
        "space",
        "pay",
        "stack",
        "second_value",
        "second_treated_as",
        "remove",
        "new_top",
        drawn=known_to("seat"),
    ),
    actions.PlaceFoundry: said(
        "seat", "value", "treated_as", "space", "pay", "remove", "new_top", drawn=known_to("seat")
    ),
    actions.PlaceControlRoom: said("seat", "value", "treated_as", "space", "pay", drawn=known_to("seat")),
    actions.PlaceMarket: said("seat", "value", "treated_as", "space", "trades", drawn=known_to("seat")),
    actions.PlaceAcademy: said("seat", "value", "treated_as", "space", "dice", drawn=known_to("seat")),
    actions.UseClanAbility: said(
        "seat", "decline", "garage", "farm", "to", "move_to", drawn=known_to("seat")
    ),
    actions.TakeAdvancement: said(
        "seat", "reward", "stack", "remove", "move_to", "new_top", drawn=known_to("seat")
    ),
    actions.TakeSetback: said(
        "seat",
        "condition",
        "punishment",
        "as_gain",
        "tile",
        "die",
        "items",
        "move_to",
        "stack",
        "remove",
        "new_top",
        drawn=known_to("seat"),
    ),
    actions.TakeExtraReward: said("seat", "row", "move_to", "decline", drawn=known_to("seat")),
    actions.NameItem: said("seat", item=known_to("seat")),
}

FACTS: Mapping[type[Fact], Statement] = {
    facts.CharactersDealt: said(characters=dealt_to_each("characters", len)),
    facts.CharacterChosen: said("seat", "open", character=known_to("seat").when(_sealed)),
    facts.CharactersRevealed: said(characters=SHOWN),
    facts.ItemsDealt: said(hands=dealt_to_each("hands", len)),
    facts.ItemDrafted: said("seat", item=known_to("seat")),
    # FL-117: each seat has its neighbour's packet in hand.
    facts.PacketsPassed: said(shows=True),
    facts.PacketsBottomed: said(seats=KEPT, cards=KEPT.telling(_own_card)),
    # FL-118: what is not kept lies face-up in the discard.
    facts.ItemsKept: said("seat", items=known_to("seat"), shows=True),
    facts.ItemsDrawn: said("seat", "cause", items=told_to("seat").counted("count")),
    facts.ItemNamed: said("seat", item=known_to("seat"), place=known_to("seat")),
    facts.ItemAcquired: said("seat", "row", item=SHOWN),
    facts.ItemsDiscarded: said("seat", "cause", items=SHOWN),
    facts.DiceRolled: said("seat", values=told_to("seat").counted("count")),
    facts.DiceAssigned: said("seat", garages=known_to("seat"), farms=known_to("seat")),
    facts.PlansRevealed: said(plans=SHOWN),
    facts.CachesRevealed: said(caches=SHOWN),
}

SECRECY = Secrecy(ACTIONS, FACTS)
