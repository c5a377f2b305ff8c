"""A bot that finishes games, and openings for it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from domain.game_template.state import State
from domain.kernel import ComponentSet, Json, Offer, sample_action

WHIM = 0.2
"""The share of choices made at random, so that games visit odd corners of the rules."""
LOW = 3
"""A card worth no more is bet low."""


def sample_opening(
    components: ComponentSet, seats: int, random: Random
) -> tuple[list[Json], dict[str, Json]]:
    """Seats called by their colours, in a random order, under any option."""
    colors = random.sample(components.box.colors, seats)
    limit = random.choice((2, 3, 4))
    return [{"seat": color, "color": color} for color in colors], {"hand_limit": limit}


def bot(state: State, offers: Sequence[Offer], random: Random) -> Json:
    """One action among the offers: bets as the card suggests."""
    action = sample_action(random.choice(offers), random)
    if action["type"] == "play_cards" and random.random() > WHIM:
        action["bet"] = "low" if state.box.values[action["cards"][0]] <= LOW else "high"
    return action
