"""Asking: what the table must roll or draw for an action that lacks it, as far as the asker can tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from domain.kernel import Viewer
from domain.kernel.asked_outcomes import asked_outcome
from domain.kernel.chance import Undeclared
from domain.kernel.lending import whole
from domain.kernel.messages import Json
from domain.kernel.offers import Offer
from domain.kernel.session import Session
from domain.kernel.telling import naming_of, offers_in_words
from domain.kernel.views import eyes
from domain.kernel.words import offer_key


class Asking(NamedTuple):
    """An action at a table, and who asks."""

    session: Session
    state: Any
    action: Mapping[str, Json]
    viewer: Viewer

    def outcomes(self, missing: Undeclared, *, told: bool) -> list[Json]:
        """The next outcome: its `path`, its `domain`, and where that is wanted `words` of its values."""
        game, path = self.session.game, missing.field or ""
        viewer = eyes(game, self.state, self.viewer)
        domain = asked_outcome(game, self.state, self.action, missing, viewer)
        asked: dict[str, Json] = {"path": path, "domain": msgspec.to_builtins(domain)}
        if told:
            name, seat = path.partition("/")[0], self.action.get("seat")
            offer = Offer(str(self.action["type"]), seat, {name: domain})
            view = game.view(self.state, viewer)
            told_here = whole(offers_in_words(game, view, [offer], naming_of(self.session)))
            words = told_here[offer_key(offer)]
            asked["words"] = msgspec.to_builtins(words.parameters.get(name))
        return [asked]
