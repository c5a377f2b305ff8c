"""Every measure of Chaosmos: key, what it means, its unit, what it can be split by.

`PUBLIC` ones follow from public events alone, `SECRET` ones from the truth log; all count finished
games only, since a running game may not tell what its seats hide.
"""

from __future__ import annotations

from domain.kernel import Measure

SEAT = ("alien", "position")
"""Every figure of a seat can be split by its alien and its place in the turn order, 0 = start player."""


def _seat(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    return Measure(key, title, meaning, unit, "seat", (*SEAT, *dimensions))


def _seat_counts(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    return Measure(key, title, meaning, unit, "seat", (*SEAT, *dimensions), over="win_share")


def _game(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    return Measure(key, title, meaning, unit, "session", dimensions)


def _game_counts(key: str, title: str, meaning: str, unit: str, *dimensions: str) -> Measure:
    return Measure(key, title, meaning, unit, "session", dimensions, over="turns")


RESULT = (
    _seat("win_share", "Win share", "1 for the seat with the Ovoid in hand at clock 0.", "share"),
    _game("no_winner", "No winner", "Games in which nobody held the Ovoid at the end.", "share"),
    _game_counts("ended_by", "Ended by", "What took the clock to 0: a click or a card.", "sessions", "cause"),
    _game("turns", "Turns", "Turns ended by all seats.", "turns"),
    _game("turns_cut", "Turns cut", "Turns taken off the clock by cards and abilities.", "turns"),
)

COMBAT = (
    _seat_counts(
        "combats", "Combats", "By role, outcome, opponent.", "combats", "role", "outcome", "opponent"
    ),
    _seat_counts("infinity_wins", "Wins by infinity", "Combats won without cards (CM-405).", "combats"),
    _seat("attack_wins", "Attacker win rate", "Attacker wins ÷ (attacks − cancelled ones).", "share"),
    _game("final_margin", "Final margin", "Difference of scores where a score decided.", "points"),
    _game("lead_changes", "Lead changes", "Combats whose leader changed after the dice.", "share"),
    _seat_counts("combat_plays", "Combat cards", "Plays of a combat card.", "plays", "card"),
    _seat(
        "combat_play_wins",
        "Win rate with a card",
        "Wins of the side that played it ÷ combats with it; a draw is no win.",
        "share",
        "card",
    ),
    _game("single_use_spent", "Single-Use cards spent", "Cards sent to the Void by a combat.", "cards"),
    _seat_counts("cards_cancelled", "Cancelled cards", "Own combat cards made inactive.", "cards", "card"),
    _seat("spoils_share", "Spoils share", "Spoils ÷ resolutions chosen; the rest are banishments.", "share"),
    _seat_counts("give_backs", "Give-backs", "Cards given back over the hand limit (CM-452).", "cards"),
    _seat("envelopes_taken", "Envelopes taken", "Envelopes taken ÷ offered after combat (CM-470).", "share"),
)

PLANETS = (
    _seat_counts("openings", "Openings", "Envelopes opened.", "openings", "planet"),
    _game("first_opening", "First opening", "The turn in which it was opened first.", "turn", "planet"),
    _game("control", "Turns under control", "Turn ends with a controller ÷ turn ends.", "share", "planet"),
    _game("never_opened", "Never opened", "Games in which nobody opened the envelope.", "share", "planet"),
    _game_counts("flips_triggered", "Flip cards triggered", "Traps and Vaults.", "cards", "planet", "card"),
)

ECONOMY = (
    _seat_counts("actions", "Actions", "Actions spent, by kind.", "actions", "kind"),
    _seat("unused_actions", "Unused actions", "Actions left at an own turn's end.", "actions a turn"),
    _seat_counts("forfeited_actions", "Forfeited actions", "Actions lost with a turn (CM-208).", "actions"),
    _seat("hypertokens_left", "Hypertokens left", "Hypertokens at the end.", "tokens"),
    _seat_counts("pool_trades", "Pool trades", "Cards traded with the Cosmic Pool.", "trades"),
    _seat_counts("wormhole_moves", "Wormhole moves", "Moves into a space with a wormhole.", "moves"),
    _seat_counts("clock_crossings", "Clock crossings", "Moves on over the clock (CM-304).", "moves"),
    _seat_counts("hyperspace_jumps", "Hyperspace jumps", "Jumps (CM-320).", "jumps"),
    _seat_counts("toxic_landings", "Toxic landings", "Arrivals on the own toxic planet.", "landings"),
)

DICE = (
    Measure(
        "die_faces",
        "Die faces",
        "Faces rolled against their expected number.",
        "faces",
        "seat",
        (*SEAT, "face"),
        cells="face",
    ),
    _seat("initial_score", "Initial score", "Dice total of combats without infinity.", "points"),
)

PUBLIC = (*RESULT, *COMBAT, *PLANETS, *ECONOMY, *DICE)

SECRET = (
    _game_counts(
        "ovoid_custody",
        "Ovoid custody",
        "Turns in a place, by how it came there.",
        "turns",
        "zone",
        "cause",
        "from",
    ),
    _seat("ovoid_held", "Ovoid held", "Turn ends with the Ovoid in this hand ÷ turn ends.", "share"),
    _game("ovoid_zones", "Ovoid places", "Distinct places of the Ovoid.", "places"),
    _game("ovoid_hands", "Ovoid changes of hand", "Times that it came into a hand.", "changes"),
    _game("ovoid_last_change", "Last change of hand", "Turns from it to the end.", "turns"),
    _seat_counts("ovoid_sightings", "Ovoid sightings", "Times that the seat saw it.", "sightings", "by"),
    _seat("ovoid_last_sighting", "Last Ovoid sighting", "The turn of the latest sighting.", "turn"),
    _seat(
        "blind_share",
        "Blind share",
        "Turn ends after the first sighting at which the Ovoid was not where last seen ÷ all of them.",
        "share",
    ),
    _seat_counts("stolen", "Stolen cards", "Cards taken as spoils.", "cards", "card"),
    _seat("spoils_ovoid", "Ovoid as spoils", "Spoils that took the Ovoid ÷ spoils taken.", "share"),
    _seat_counts("given_back", "Cards given back", "Which cards were given back.", "cards", "card"),
    _seat("accesses", "Accesses per control", "Accesses ÷ controls begun.", "accesses"),
    _seat("bluff_rate", "Bluff rate", "Accesses without net change ÷ accesses.", "share"),
    _seat("cards_moved", "Cards moved", "Cards moved ÷ accesses.", "cards"),
    _seat(
        "cards_placed",
        "Cards placed",
        "Hidden cards that the seat could surely place at a turn's end, its own ones included.",
        "cards",
    ),
    _seat("ovoid_placed", "Ovoid placed", "Turn ends at which the seat could place the Ovoid.", "share"),
)

MEASURES = (*PUBLIC, *SECRET)
