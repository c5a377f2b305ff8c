"""What may be recorded instead of what the rules refuse."""

from __future__ import annotations

import msgspec

from domain.kernel.messages import Action, Json
from domain.kernel.session import Session
from service.api.telling import offers_to
from service.sessions.tokens import Asker


def legal_instead(session: Session, asker: Asker, action: Action) -> dict[str, Json]:
    """What the asker is offered: the types of actions, and the refused one's with the values it may have.

    It is of the session as it stands, not of what a list of actions would have made of it: that would tell
    what the list has seen.
    """
    offers = offers_to(session, asker, None)
    told: dict[str, Json] = {
        "version": session.version,
        "actions": list(dict.fromkeys(offer.type for offer in offers)),
        "offers": f"/v1/sessions/{session.id}/offers",
    }
    kind, actor = str(type(action).__struct_config__.tag), session.game.actor(action)
    same = next((offer for offer in offers if (offer.type, offer.seat) == (kind, actor)), None)
    return told if same is None else told | {"offer": msgspec.to_builtins(same)}
