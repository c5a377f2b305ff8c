"""The visibility of actions and facts: CM-806 … CM-813, CM-526.

Every access to an envelope looks the same to others (CM-807), but for an activation that is announced
(CM-808).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaosmos import actions, facts
from domain.kernel import (
    IN_PART,
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

PUBLIC_ZONES = ("pool", "void", "removed")


def _two_each(action: actions.DealAliens) -> bool:
    """CM-812: one alien each is dealt openly, two in secret."""
    return any(len(names) != 1 for names in (action.aliens or {}).values())


def _in_secret(fact: facts.AliensDealt) -> bool:
    return not fact.open


def _each(aliens: Mapping[str, Sequence[str]], fact: Fact, viewer: Viewer) -> Mapping[str, Json]:
    """The number that each seat is dealt is public."""
    return {"each": max(map(len, aliens.values()), default=0)}


def _sizes(envelopes: Mapping[str, Sequence[str]], fact: Fact, viewer: Viewer) -> Mapping[str, Json]:
    """CM-806: the numbers dealt are open."""
    return {"envelope_sizes": {planet: len(cards) for planet, cards in envelopes.items()}}


def _home(
    envelopes: Mapping[str, Sequence[str]], fact: facts.CardsDealt, viewer: Viewer
) -> Mapping[str, Json]:
    """CM-813: the home envelope is shown to its seat."""
    home = None if viewer.seat is None else fact.homes.get(viewer.seat)
    return {"envelopes": {} if home is None else {home: list(envelopes.get(home, ()))}}


def _holds_a_flip(fact: facts.EnvelopeOpened) -> bool:
    return fact.face_up is not None


def _unannounced(fact: facts.FlipActivated) -> bool:
    return not fact.announced


def _taken(card: str | None, fact: Fact, viewer: Viewer) -> Mapping[str, Json]:
    """CM-810: that a card was or was not taken is open."""
    return {"taken": card is not None}


def _out_of_sight(fact: facts.CardMoved) -> bool:
    return not {fact.origin, fact.to} & {*PUBLIC_ZONES}


ACTIONS: Mapping[type[Action], Statement] = {
    actions.DealAliens: said(aliens=each_to_its_seat("aliens").when(_two_each)),
    actions.ChooseAlien: said("seat", alien=known_to("seat")),
    actions.DealCards: said("pool_draws", envelopes=KEPT),
    actions.PrepareHand: said("seat", cards=known_to("seat")),
    actions.NameCards: said("seat", place=known_to("seat"), cards=known_to("seat")),
    actions.TransferCards: said("seat", to_hand=known_to("seat"), to_envelope=known_to("seat")).disguised(
        "access_envelope"
    ),
    actions.ActivateFlip: said("seat", card=known_to("seat"), from_=known_to("seat")).disguised(
        "access_envelope"
    ),
    actions.DeactivateFlip: said("seat", to=known_to("seat")).disguised("access_envelope"),
    actions.TakeSpoils: said("seat", card=known_to("seat")),
    actions.GiveBack: said("seat", card=known_to("seat")),
    actions.PlayCard: said(
        "seat", "card", "amount", "target", "planet", sent_card=known_to("seat"), deltas=known_to("seat")
    ),
    actions.UseAbility: said("seat", "ability", "cost", deltas=known_to("seat")),
}

_OF_A_ZONE = said(
    zone=known_to("known_to"), cards=known_to("known_to"), known_to=known_to("known_to"), unseen=True
)
"""CM-R31: that cards had lain unnamed tells nobody else anything, nor that they do so again."""

FACTS: Mapping[type[Fact], Statement] = {
    facts.AliensDealt: said(
        aliens=dealt_to_each("aliens").with_open(_each).when(_in_secret, SHOWN.with_open(_each)), open=KEPT
    ),
    facts.AlienChosen: said("seat", alien=known_to("seat")),
    facts.AliensRevealed: said(aliens=SHOWN),
    facts.CardsDealt: said(
        "pool_draws", "ovoid_put_back", "homes", envelopes=IN_PART.telling(_home).with_open(_sizes)
    ),
    facts.HandPrepared: said("seat", "planet", cards=known_to("seat"), left=known_to("seat")),
    facts.GearRevealed: said("seat", card=SHOWN),
    facts.EnvelopeOpened: said("seat", "planet", face_up=SHOWN.when(_holds_a_flip)),
    facts.ControlTaken: said("seat", "planet", "no_take", face_down=told_to("seat"), face_up=told_to("seat")),
    facts.ControlSet: said("seat", "planet", shows=True),
    facts.CardsTransferred: said(
        "seat", "planet", to_hand=known_to("seat"), to_envelope=known_to("seat")
    ).disguised("envelope_accessed"),
    facts.FlipActivated: said(
        "seat",
        "planet",
        card=known_to("seat").when(_unannounced, SHOWN),
        origin=known_to("seat"),
        announced=known_to("seat"),
    ).disguised("envelope_accessed", _unannounced),
    facts.FlipDeactivated: said("seat", "planet", card=known_to("seat"), to=known_to("seat")).disguised(
        "envelope_accessed"
    ),
    facts.TrapVoided: said("planet", card=SHOWN),
    facts.CombatCardPlayed: said("seat", "active", "cancelled", "scores", "to_act", card=SHOWN),
    facts.HandShown: said("to", "of", "cause", cards=told_to("to")),
    facts.PlanetShown: said("to", "planet", face_down=told_to("to"), face_up=told_to("to")),
    facts.CardTaken: said("seat", "loser", card=told_to("seat", "loser").with_open(_taken)),
    facts.CardGivenBack: said("seat", "to", card=told_to("seat", "to")),
    facts.CardPlayed: said("seat", "target", "planet", card=SHOWN),
    facts.CardSent: said("seat", "planet", card=told_to("known_to"), known_to=KEPT),
    facts.PoolTraded: said("seat", given=SHOWN, taken=SHOWN),
    facts.CardMoved: said("origin", "to", "seen_by", card=told_to("seen_by").when(_out_of_sight, SHOWN)),
    facts.CardsNamed: _OF_A_ZONE,
    facts.CardsUnnamed: _OF_A_ZONE,
    facts.GameEnded: said("cause", winner=SHOWN),
}

SECRECY = Secrecy(ACTIONS, FACTS)
