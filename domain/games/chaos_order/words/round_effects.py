"""Facts of the setup, of rounds, prices and turns, and of the end in words."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chaos_order.words.names import called, region_run, told
from domain.games.chaos_order.words.phrases import phase_name
from domain.games.chaos_order.words.spots import owner_run
from domain.kernel import FactWords, Json, Naming, Run, Says, Told, counted, listed, listed_runs

Message = Mapping[str, Json]

REASONS = {
    "all_relics": "by holding every relic on the map",
    "fame": "by fame",
    "land_regions": "by land regions",
    "relics_tiebreak": "by relics, after a tie in land regions",
    "shared": "after a tie in land regions and relics",
}
BEGINNINGS = {"set_prices": "Pricing", "gain_income": "Income", "check_relics": "Checking relics"}
GUN = {
    "left_of_pricer": "left of the seat that priced Move",
    "next_from_holder": "next after its holder",
    "neutral": "Move has a neutral price",
}
STEPS = {
    "prepare": "The table is set up.",
    "bases": "Place the bases",
    "foundations": "Place the neutral foundations next.",
    "units": "Place the first units",
    "done": "Setup is complete.",
}


def _seat(fact: Message, naming: Naming) -> Run:
    return naming.seat(fact["seat"])


def _pairs(pairs: Mapping[str, str], naming: Naming) -> Says:
    says: list[str | Run] = []
    for place, thing in pairs.items():
        says += ["; " if says else "", region_run(naming, place), f": {called(naming, thing)}"]
    return tuple(says)


def _land_tiles_laid(fact: Message, naming: Naming) -> Told:
    return Told(("Land tiles: ", *_pairs(fact["tiles"], naming), "."))


def _setup_step_began(fact: Message, naming: Naming) -> Told:
    turns = [naming.seat(seat) for seat in fact.get("turns", ())]
    step = STEPS.get(fact["step"], "Setup continues.")
    return Told((step, ": ", *listed_runs(turns), ".") if turns else (f"{step.rstrip('.')}.",))


def _base_placed(fact: Message, naming: Naming) -> Told:
    closed = [called(naming, border) for border in fact.get("mountains", ())]
    mountains = f"; mountains {listed(closed)}" if closed else ""
    return Told(
        (_seat(fact, naming), " has its base at ", region_run(naming, fact["location"]), f"{mountains}.")
    )


def _foundations_laid(fact: Message, naming: Naming) -> Told:
    return Told(("Foundations: ", *_pairs(fact["layout"], naming), "."))


def _foundations_returned(fact: Message, naming: Naming) -> Told:
    back = listed([called(naming, tile) for tile in fact["foundations"]])
    return Told((f"Back to the box: {back}.",))


def _relic_placed(fact: Message, naming: Naming) -> Told:
    return Told((f"Relic {fact['relic']} is in ", region_run(naming, fact["region"]), "."))


def _mountains_placed(fact: Message, naming: Naming) -> Told:
    return Told((f"Mountains are placed {listed([called(naming, one) for one in fact['borders']])}.",))


def _round_began(fact: Message, naming: Naming) -> Told:
    return Told((f"Round {fact['round']} begins.",))


def _phase_began(fact: Message, naming: Naming) -> Told:
    turns = [naming.seat(seat) for seat in fact.get("turns", ())]
    begins = f"{BEGINNINGS.get(fact['phase']) or phase_name(fact['phase'])} begins"
    return Told((f"{begins}: ", *listed_runs(turns), ".") if turns else (f"{begins}.",))


def _turn_ended(fact: Message, naming: Naming) -> Told:
    return Told((owner_run(naming, fact["seat"]), " turn ends."))


def _price_placed(fact: Message, naming: Naming) -> Told:
    """CO-219: a neutral token is nobody's."""
    phase = phase_name(fact["phase"])
    spot = f", on the {fact['spot']} spot" if fact.get("spot") else ""
    by = naming.seat(fact["by"]) if fact.get("by") else "A neutral token"
    price = f"{told(naming, fact['token']) or called(naming, fact['token'])}{spot}"
    return Told((by, f" prices {phase}: {price}."))


def _tokens_moved(fact: Message, naming: Naming) -> Told:
    number = counted(len(fact["tokens"]), "pricing token")
    does = {
        "supply": f" takes back {number} from the vault.",
        "vault": f" puts {number} into the vault.",
        "out": f" loses {number} for good.",
    }
    return Told((_seat(fact, naming), does[fact["to"]]))


def _prices_cleared(fact: Message, naming: Naming) -> Told:
    return Told(("The prices are removed from the phases.",))


def _neutral_token_removed(fact: Message, naming: Naming) -> Told:
    return Told((f"Of {called(naming, fact['pair'])}, the costlier one is now on top.",))


def _flare_gun_passed(fact: Message, naming: Naming) -> Told:
    why = GUN.get(fact["cause"], "")
    return Told(("The flare gun passes to ", naming.seat(fact["to"]), f": {why}." if why else "."))


def _act_chosen(fact: Message, naming: Naming) -> Told:
    return Told((_seat(fact, naming), f" acts in {phase_name(fact['phase'])}."))


def _pass_chosen(fact: Message, naming: Naming) -> Told:
    phase = phase_name(fact["phase"])
    return Told((_seat(fact, naming), f" passes in {phase}{'' if fact['able'] else ', unable to pay'}."))


def _main_action_began(fact: Message, naming: Naming) -> Told:
    return Told((_seat(fact, naming), " begins the main action."))


def _main_action_ended(fact: Message, naming: Naming) -> Told:
    return Told((_seat(fact, naming), " ends the main action."))


def _auxiliary_taken(fact: Message, naming: Naming) -> Told:
    return Told((_seat(fact, naming), " takes the auxiliary action."))


def _game_ended(fact: Message, naming: Naming) -> Told:
    winners = [naming.seat(seat) for seat in fact["winners"]]
    wins = " wins" if len(winners) == 1 else " win together"
    why = REASONS.get(fact["reason"], "")
    tail = f"{wins} in round {fact['round']}{f', {why}' if why else ''}."
    return Told((*listed_runs(winners), tail), "score")


ROUND_FACTS: Mapping[str, FactWords] = {
    "land_tiles_laid": _land_tiles_laid,
    "setup_step_began": _setup_step_began,
    "base_placed": _base_placed,
    "foundations_laid": _foundations_laid,
    "foundations_returned": _foundations_returned,
    "relic_placed": _relic_placed,
    "mountains_placed": _mountains_placed,
    "round_began": _round_began,
    "phase_began": _phase_began,
    "turn_ended": _turn_ended,
    "price_placed": _price_placed,
    "tokens_moved": _tokens_moved,
    "prices_cleared": _prices_cleared,
    "neutral_token_removed": _neutral_token_removed,
    "flare_gun_passed": _flare_gun_passed,
    "act_chosen": _act_chosen,
    "pass_chosen": _pass_chosen,
    "main_action_began": _main_action_began,
    "main_action_ended": _main_action_ended,
    "auxiliary_taken": _auxiliary_taken,
    "game_ended": _game_ended,
}
