"""Facts of the AI in words: its Schemes, dice, Gems and Harvester (4xx)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.first_light.words.counting import amount, bundle, dice
from domain.games.first_light.words.names import card_run, space_run
from domain.games.first_light.words.telling import Message, cause_says, placed_says
from domain.kernel import FactWords, Naming, Says, Told, capitalized, listed, listed_runs

OPTIONS = ("first", "second", "third")
BONUSES = {
    "harvest": "1 more Gem in each Harvest",
    "rest": "1 more die in each Rest",
    "execute": "1 more Scheme in each Round",
}


def _schemes_reshuffled(fact: Message, naming: Naming) -> Told:
    return Told(("The Schemes are reshuffled.",))


def _scheme_revealed(fact: Message, naming: Naming) -> Told:
    return Told(("The AI reveals ", card_run(naming, fact["scheme"]), "."))


def _scheme_resolved(fact: Message, naming: Naming) -> Told:
    """FL-416, FL-417; FL-433: what comes on top."""
    option, more = fact.get("option"), fact.get("more", 0)
    if option is None:
        return Told(("None of its options is possible.",))
    which = OPTIONS[option - 1] if 1 <= option <= len(OPTIONS) else str(option)
    extra = "; it reveals another Scheme" if more else ""
    return Told((f"It takes the {which} option{extra}.",))


def _ai_moved(fact: Message, naming: Naming) -> Told:
    """FL-412: Water on the way goes to the supply."""
    arrow = " along the arrow" if fact.get("arrow") else ""
    cleared = fact.get("cleared") or ()
    on_its_way: Says = ()
    if cleared:
        on_its_way = (" and clears the Water of ", *listed_runs([space_run(naming, one) for one in cleared]))
    return Told(("The AI’s Harvester moves to ", space_run(naming, fact["space"]), arrow, *on_its_way, "."))


def _ai_die_placed(fact: Message, naming: Naming) -> Told:
    return Told(("The AI places ", *placed_says(naming, fact), "."))


def _ai_gained(fact: Message, naming: Naming) -> Told:
    gains = {"gems": fact.get("gems", 0), "dice": fact.get("dice", 0)}
    return Told((f"The AI gains {bundle(gains)} from {cause_says(naming, fact['cause'])}.",))


def _ai_paid(fact: Message, naming: Naming) -> Told:
    return Told((f"The AI pays {amount(fact['gems'], 'gems')} for {cause_says(naming, fact['cause'])}.",))


def _ai_progressed(fact: Message, naming: Naming) -> Told:
    bonus = BONUSES.get(fact["bonus"], fact["bonus"])
    return Told((f"The AI unlocks a Progress Tile, 2 ★: {bonus}.",), "score")


def _ai_dice_returned(fact: Message, naming: Naming) -> Told:
    home, supply = fact["board"], fact.get("supply", 0)
    told = [f"{dice(home)} of the AI return" if home != 1 else "1 AI die returns"]
    if supply:
        told.append(
            f"{amount(supply, 'dice')} without a slot {'goes' if supply == 1 else 'go'} to its supply"
        )
    return Told((f"{capitalized(listed(told))}.",))


RIVAL_FACTS: Mapping[str, FactWords] = {
    "schemes_reshuffled": _schemes_reshuffled,
    "scheme_revealed": _scheme_revealed,
    "scheme_resolved": _scheme_resolved,
    "ai_moved": _ai_moved,
    "ai_die_placed": _ai_die_placed,
    "ai_gained": _ai_gained,
    "ai_paid": _ai_paid,
    "ai_progressed": _ai_progressed,
    "ai_dice_returned": _ai_dice_returned,
}
