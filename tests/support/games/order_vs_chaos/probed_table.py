"""A table at which a guess can be tried: an Order hero before a healing shrine, while Chaos keeps a card."""

from __future__ import annotations

from domain.games.order_vs_chaos import GAME, facts
from domain.games.order_vs_chaos.state import Duty
from domain.kernel.session.rendering import naming
from tests.games.order_vs_chaos.table import DEMO, OrderTable
from tests.games.order_vs_chaos.table import seats as seated
from tests.support.twins import LaidOut, Twin, world

CANCELS, OTHER = "infection_1", "panic"
"""White keeps a card that cancels a healing, or in its place one that does not."""


def at_the_shrine() -> LaidOut:
    """Worlds that differ in white's card: white draws, then it is red's turn to be healed."""
    table = OrderTable(4).card("chicago", "healing_shrine_2").at(red="chicago").turn_of("white")
    table.given(facts.DutyRaised(Duty("draw_event", seat="white", n=1)))
    draw, end = {"type": "draw_event", "seat": "white"}, {"type": "end_turn", "seat": "white"}
    one, other = (world(GAME, table.state, [{**draw, "card": card}, end]) for card in (CANCELS, OTHER))
    assert [len(one), len(other), one[-1].after.active] == [2, 2, "red"]
    twin = Twin(f"{CANCELS} and {OTHER}", 0, (CANCELS, OTHER), one, other)
    return LaidOut(table.seats, naming(GAME, DEMO, seated(4)), twin)
