"""The log of the Execute phase: dice placed, what they cost and bring, what is chosen after them."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.first_light.words.counting import amount, bundle, dice
from domain.games.first_light.words.negotiating import NOUNS, PUNISHMENTS, REWARDS
from domain.games.first_light.words.telling import (
    Message,
    after_colon,
    fact_of,
    money_says,
    placed_says,
    setback_token,
)
from domain.kernel import ActionWords, Naming, Run, Says


def _who(action: Message, naming: Naming) -> Run:
    return naming.seat(action["seat"])


def placing(*own: str) -> ActionWords:
    """A die, what it costs and brings. own: the causes that need not be named."""

    def told(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
        seat = action["seat"]
        placed = [fact for fact in facts if fact["fact"] == "die_placed"]
        if not placed:
            return (_who(action, naming), " places a die.")
        causes = (*own, placed[0].get("clan") or "")
        first: Says = placed_says(naming, placed[0])
        if len(placed) > 1:
            first = ("a pair of ", *(f"{placed[0].get('treated_as') or placed[0]['value']}s ",), *first[1:])
        clauses = money_says(facts, seat, naming, causes)
        if placed[0]["location"] == "market" and not action.get("trades"):
            clauses.append("trades nothing")
        return (_who(action, naming), " places ", *first, f"{after_colon(clauses)}.")

    return told


def send_to_cantina(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """FL-238, FL-239: how many dice, for how much Water."""
    sent = fact_of(facts, "dice_sent_to_cantina") or {}
    gained = fact_of(facts, "resources_gained")
    water = f" and gains {bundle(gained['gains'])}" if gained else ""
    return (_who(action, naming), f" sends {dice(len(sent.get('slots', (0,))))} to the Cantina{water}.")


def use_clan_ability(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """FL-351, FL-352."""
    if action.get("decline"):
        return (_who(action, naming), " declines the clan’s ability.")
    die = fact_of(facts, "die_set")
    if die is not None:
        where = f"in Garage {die['slot']}" if die["at"] == "garage" else f"on Farm {die['slot']}"
        return (_who(action, naming), f" changes the die {where} to {die['to']} with the clan’s ability.")
    clauses = money_says(facts, action["seat"], naming, ("clan_ability",))
    return (_who(action, naming), f" uses the clan’s ability{after_colon(clauses)}.")


def take_advancement(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """FL-353."""
    reward = REWARDS.get(action["reward"], action["reward"])
    missed = action["reward"] == "die" and fact_of(facts, "dice_gained") is None
    none_left = ", but none is left" if missed else ""
    return (_who(action, naming), f" takes an advancement: {reward}{none_left}.")


def take_setback(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """FL-356, FL-544: suffered, without anything to lose, or turned into a gain."""
    kind = action["punishment"]
    token = setback_token(naming, action["condition"])
    if action.get("as_gain"):
        return (_who(action, naming), f" turns {token} into a gain: {REWARDS.get(kind, kind)}.")
    suffers = any(fact["fact"] in SUFFERED for fact in facts)
    told = PUNISHMENTS.get(kind, kind) if suffers else f"{NOUNS.get(kind, kind)}, with nothing to lose"
    items = (fact_of(facts, "items_discarded") or {}).get("items")
    if items:
        told = f"discard {amount(len(items), 'items')}"
    return (_who(action, naming), f" takes {token}: {told}.")


SUFFERED = ("resources_paid", "die_lost", "items_discarded", "harvester_moved", "tiles_removed")


def take_extra_reward(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """FL-542."""
    if action.get("decline"):
        return (_who(action, naming), " declines a second reward.")
    clauses = money_says(facts, action["seat"], naming, ("depository",))
    return (
        _who(action, naming),
        f" also takes the {action['row']} row reward{after_colon(clauses)}.",
    )


def take_free_upgrade(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
    """FL-543."""
    told = " declines a free Upgrade Tile." if action.get("decline") else " takes a free Upgrade Tile."
    return (_who(action, naming), told)
