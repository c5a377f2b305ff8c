"""The log of the Execute phase: dice placed, what they cost and bring, what is chosen after them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.first_light.words.counting import amount
from domain.games.first_light.words.effects import GAIN_OF_SETBACK
from domain.games.first_light.words.negotiating import NOUNS, PUNISHMENTS
from domain.games.first_light.words.telling import (
    SENTENCES,
    Message,
    after_colon,
    fact_of,
    money_says,
    placed_says,
    setback_token,
)
from domain.kernel import ActionWords, Naming, Says, by_value

said = SENTENCES.action


def placing(*own: str) -> ActionWords:
    """A die, what it costs and brings. own: the causes that need not be named."""

    def told(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
        placed = [fact for fact in facts if fact["fact"] == "die_placed"]
        if not placed:
            return (naming.seat(action["seat"]), " places a die.")
        causes = (*own, placed[0].get("clan") or "")
        first: Says = placed_says(naming, placed[0])
        if len(placed) > 1:
            first = ("a pair of ", *(f"{placed[0].get('treated_as') or placed[0]['value']}s ",), *first[1:])
        clauses = money_says(facts, action["seat"], naming, causes)
        if placed[0]["location"] == "market" and not action.get("trades"):
            clauses.append("trades nothing")
        return (naming.seat(action["seat"]), " places ", *first, f"{after_colon(clauses)}.")

    return told


def _use_clan_ability(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """FL-351, FL-352: what it brings, where it does not change a die."""
    if fact_of(facts, "die_set") is not None:
        return DIE_CHANGED(action, facts, naming)
    clauses = money_says(facts, action["seat"], naming, ("clan_ability",))
    return (naming.seat(action["seat"]), f" uses the clan’s ability{after_colon(clauses)}.")


DIE_CHANGED = said("{seat} changes the die {die_set.:die} to {die_set.to} with the clan’s ability.")


def _take_setback(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """FL-356: suffered, or without anything to lose."""
    kind = action["punishment"]
    suffers = any(fact["fact"] in SUFFERED for fact in facts)
    told = PUNISHMENTS.get(kind, kind) if suffers else f"{NOUNS.get(kind, kind)}, with nothing to lose"
    items = (fact_of(facts, "items_discarded") or {}).get("items")
    if items:
        told = f"discard {amount(len(items), 'items')}"
    return (naming.seat(action["seat"]), f" takes {setback_token(naming, action['condition'])}: {told}.")


SUFFERED = ("resources_paid", "die_lost", "items_discarded", "harvester_moved", "tiles_removed")


def _take_extra_reward(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """FL-542."""
    clauses = money_says(facts, action["seat"], naming, ("depository",))
    told = f" also takes the {action['row']} row reward{after_colon(clauses)}."
    return (naming.seat(action["seat"]), told)


ANSWERS: Mapping[str, ActionWords] = {
    # FL-238, FL-239: how many dice, for how much Water.
    "send_to_cantina": said(
        "{seat} sends [{slots}|1 die] to the Cantina[ and gains {resources_gained.gains:gains}].",
        of="dice_sent_to_cantina",
    ),
    "use_clan_ability": by_value(
        "decline", {True: said("{seat} declines the clan’s ability.")}, _use_clan_ability
    ),
    # FL-353.
    "take_advancement": by_value(
        "reward",
        {"die": said("{seat} takes an advancement: {reward}[{dice_gained.:if}|, but none is left].")},
        said("{seat} takes an advancement: {reward}."),
    ),
    # FL-544.
    "take_setback": by_value("as_gain", {True: said("{seat} " + GAIN_OF_SETBACK)}, _take_setback),
    "take_extra_reward": by_value(
        "decline", {True: said("{seat} declines a second reward.")}, _take_extra_reward
    ),
    # FL-543.
    "take_free_upgrade": said("{seat} [{decline:if}declines|takes] a free Upgrade Tile."),
}
"""What is chosen after a die, or instead of it."""
