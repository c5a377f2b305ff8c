"""Who may know what of actions and facts: a grabbed card is its seat's (TC-313) until delivered (TC-507).

That a card was unknown until its delivery is told to its seat alone (TC-R40).
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.time_of_chaos import actions, facts
from domain.kernel import SHOWN, Action, Fact, Secrecy, Statement, known_to, said, told_to


def _grabbed(fact: facts.CardTaken | facts.CardDelivered) -> bool:
    """A searched card lay open; a grabbed one came from the deck unseen."""
    return fact.via == "grab"


ACTIONS: Mapping[type[Action], Statement] = {
    actions.LayOutTiles: said("layout"),
    actions.DealDisplays: said("displays"),
    actions.ChooseFirstPlayer: said("first_player"),
    actions.PlacePawn: said("seat", "tile"),
    actions.SendDisorder: said("seat", "sources"),
    actions.Grab: said("seat", "cloak", card=known_to("seat")),
    actions.Search: said("seat", "card", "cloak", "refill"),
    actions.Deliver: said("seat", "card", "cloak"),
    actions.TimeTravel: said("seat", "era", "cube_on", "cloak"),
    actions.Travel: said("seat", "city", "cloak"),
    actions.Restore: said("seat", "tile", "cloak"),
    actions.EndTurn: said("seat"),
    actions.NameCard: said("seat", card=known_to("seat")),
}

FACTS: Mapping[type[Fact], Statement] = {
    facts.TilesLaidOut: said("layout"),
    facts.DisplaysDealt: said("displays"),
    facts.FirstPlayerChosen: said("seat"),
    facts.PlacementBegan: said("queue"),
    facts.PawnMoved: said("seat", "origin", "to", "via"),
    facts.TileFellAtSetup: said("seat", "tile"),
    facts.CubePlaced: said("seat", "color", "tile", "cause", "source"),
    facts.CubeReturned: said("seat", "color", "tile", "count", "cause"),
    facts.SourceBlocked: said("seat", "tile", "color"),
    facts.SourceStarved: said("seat", "tile", "color"),
    facts.ActionStepBegan: said("seat"),
    facts.ActionTaken: said("seat", "action"),
    facts.CardTaken: said("seat", "deck", "via", card=told_to("seat").when(_grabbed)),
    facts.CardNamed: said("seat", unseen=True, card=known_to("seat")),
    facts.DisplayRefilled: said("deck", "slot", "card"),
    facts.CardDelivered: said("seat", "points", "via", card=SHOWN.when(_grabbed)),
    facts.CloakUsed: said("seat", "action"),
    facts.CloakRefreshed: said("seat"),
    facts.TileFlipped: said("tile", "before", "kept", "active"),
    facts.TileRestored: said("seat", "tile", "colors"),
    facts.PenaltyTaken: said("seat"),
    facts.EndTriggered: said("seat", "turn", "final_turns"),
    facts.TurnEnded: said("seat", "actions_used"),
    facts.TurnBegan: said("seat", "turn", "final"),
    facts.GameEnded: said("result"),
}

SECRECY = Secrecy(ACTIONS, FACTS)
