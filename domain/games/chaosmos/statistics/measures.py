"""Every measure of Chaosmos: key, meaning, unit, and what it can be split by.

`PUBLIC` measures follow from public events alone, `SECRET` ones from the full log. All of them count
finished games only, because a running game must not reveal what its seats hide.
"""

from __future__ import annotations

from domain.games.chaosmos.statistics.tally import game_counts, of_game, of_seat, seat_counts

# The measures that follow from public events alone.

RESULT = (
    of_seat("win_share", "Win share", "1 for the seat with the Ovoid in hand at clock 0, else 0.", "share"),
    of_game("no_winner", "No winner", "Games in which nobody held the Ovoid at the end.", "share"),
    game_counts(
        "ended_by",
        "Ended by",
        "Games ended so ÷ games: by a click or by a card (CM-601).",
        "sessions",
        "cause",
    ),
    of_game("turns", "Turns", "Turns ended by all seats, a game.", "turns"),
    of_game("turns_cut", "Turns cut", "Taken off the clock by cards and abilities, a game.", "turns"),
)

COMBAT = (
    seat_counts(
        "combats",
        "Combats",
        "Combats of a seat, by role, outcome (win, loss, draw, cancelled) and opponent.",
        "combats",
        "role",
        "outcome",
        "opponent",
    ),
    seat_counts(
        "infinity_wins", "Wins by infinity", "Combats won without cards, a seat (CM-405).", "combats"
    ),
    of_seat("attack_wins", "Attacker win rate", "Attacker wins ÷ (attacks − cancelled ones).", "share"),
    of_game(
        "final_margin",
        "Final margin",
        "Difference of the final scores, a combat that they decided (CM-R35).",
        "points",
    ),
    of_game(
        "lead_changes",
        "Lead changes",
        "Combats at which a card changed who led, or that nobody did ÷ combats with a card phase.",
        "share",
    ),
    seat_counts("combat_plays", "Combat cards", "Plays of a combat card, a seat.", "plays", "card"),
    of_seat(
        "combat_play_wins",
        "Win rate with a card",
        "Wins of the side that played it ÷ combats with it; a draw is no win.",
        "share",
        "card",
    ),
    of_game(
        "single_use_spent",
        "Single-Use cards spent",
        "Cards sent to the Void by combats ÷ all combats.",
        "cards",
    ),
    seat_counts(
        "cards_cancelled",
        "Cancelled cards",
        "Own combat cards made inactive, a seat (CM-522).",
        "cards",
        "card",
    ),
    of_seat(
        "spoils_share", "Spoils share", "Spoils ÷ resolutions chosen; the rest are banishments.", "share"
    ),
    seat_counts("give_backs", "Give-backs", "Cards given back, a seat (CM-452).", "cards"),
    of_seat(
        "envelopes_taken",
        "Envelopes taken",
        "Envelopes that the winner opened ÷ those offered after combat (CM-470); one with a Trap too.",
        "share",
    ),
)

PLANETS = (
    seat_counts("openings", "Openings", "Envelopes opened, a seat (CM-332).", "openings", "planet"),
    of_game(
        "first_opening",
        "First opening",
        "The turn in which it was opened first, of the games in which it was.",
        "turn",
        "planet",
    ),
    of_game("control", "Turns under control", "Turn ends with a controller ÷ turn ends.", "share", "planet"),
    of_game(
        "never_opened",
        "Never opened",
        "Games in which nobody opened the envelope ÷ games with that planet.",
        "share",
        "planet",
    ),
    game_counts(
        "flips_triggered",
        "Flip cards triggered",
        "Traps and Vaults triggered, a game (CM-512).",
        "cards",
        "planet",
        "card",
    ),
)

ECONOMY = (
    seat_counts("actions", "Actions", "Actions spent, a seat.", "actions", "kind"),
    of_seat(
        "unused_actions",
        "Unused actions",
        "Actions left at an own turn's end, a turn; those lost with it (CM-208) left out.",
        "actions a turn",
    ),
    seat_counts(
        "forfeited_actions", "Forfeited actions", "Actions lost with a turn, a seat (CM-208).", "actions"
    ),
    of_seat("hypertokens_left", "Hypertokens left", "Hypertokens at the end.", "tokens"),
    seat_counts("pool_trades", "Pool trades", "Cards traded with the Cosmic Pool, a seat.", "trades"),
    seat_counts("wormhole_moves", "Wormhole moves", "Moves into a space with a wormhole, a seat.", "moves"),
    of_seat(
        "clock_crossed",
        "Clock crossed",
        "Seats that ever moved on over the clock ÷ seats on boards with the clock (CM-304).",
        "share",
    ),
    seat_counts(
        "clock_crossings",
        "Clock crossings",
        "Moves on over the clock, a seat on a board with the clock (CM-304).",
        "moves",
        over="clock_crossed",
    ),
    seat_counts("hyperspace_jumps", "Hyperspace jumps", "Jumps, a seat (CM-320).", "jumps"),
    of_seat(
        "toxic_landed",
        "Toxic planet reached",
        "Seats that ever came to their toxic planet ÷ seats that have it on the board.",
        "share",
    ),
    seat_counts(
        "toxic_landings",
        "Toxic landings",
        "Arrivals on its toxic planet by any means, per seat that has it on the board.",
        "landings",
        over="toxic_landed",
    ),
)

DICE = (
    of_seat(
        "die_faces",
        "Die faces",
        "Faces rolled ÷ those expected of fair dice; χ² over the faces, all rolls pooled.",
        "faces",
        "face",
        cells="face",
    ),
    of_seat(
        "initial_score",
        "Initial score",
        "Dice total of a combat in which the seat rolled no infinity (CM-403).",
        "points",
    ),
)

PUBLIC = (*RESULT, *COMBAT, *PLANETS, *ECONOMY, *DICE)


# The measures that only the truth log gives.

SECRET = (
    game_counts(
        "ovoid_custody",
        "Ovoid custody",
        "Turns that the Ovoid was in a place, a game; by how it came there and the turns ended before.",
        "turns",
        "zone",
        "cause",
        "from",
    ),
    of_seat("ovoid_held", "Ovoid held", "Turn ends with the Ovoid in this hand ÷ turn ends.", "share"),
    of_game("ovoid_zones", "Ovoid places", "Distinct places of the Ovoid, a game.", "places"),
    of_game(
        "ovoid_hands",
        "Ovoid changes of hand",
        "Times that it came into a hand, a game; setup too.",
        "changes",
    ),
    of_game(
        "ovoid_last_change",
        "Last change of hand",
        "Turns from it to the end, of the games in which the Ovoid was in a hand.",
        "turns",
    ),
    seat_counts("ovoid_sightings", "Ovoid sightings", "Times that a seat saw it.", "sightings", "by"),
    of_seat(
        "ovoid_last_sighting",
        "Last Ovoid sighting",
        "The turn of the latest sighting, of the seats with one; between turns the next, in setup 1.",
        "turn",
    ),
    of_seat(
        "blind_share",
        "Blind share",
        "Turn ends after the first sighting at which the Ovoid was not where last seen ÷ all of them.",
        "share",
    ),
    seat_counts("stolen", "Stolen cards", "Cards taken as spoils, a seat (CM-451).", "cards", "card"),
    of_seat("spoils_ovoid", "Ovoid as spoils", "Spoils that took the Ovoid ÷ spoils taken.", "share"),
    seat_counts("given_back", "Cards given back", "Which cards were given back, a seat.", "cards", "card"),
    of_seat("accesses", "Accesses per control", "Accesses ÷ controls begun, at home too.", "accesses"),
    of_seat("bluff_rate", "Bluff rate", "Accesses without net change ÷ accesses.", "share"),
    of_seat(
        "cards_moved", "Cards moved", "Cards moved ÷ accesses; a flip card turned counts as one.", "cards"
    ),
    of_seat(
        "cards_placed",
        "Cards placed",
        "Hidden cards that the seat could surely place, its own ones included, a turn end.",
        "cards",
    ),
    of_seat(
        "ovoid_placed",
        "Ovoid placed",
        "Turn ends at which the seat could surely place the Ovoid ÷ turn ends.",
        "share",
    ),
)


# Every measure of Chaosmos: key, what it means, its unit, what it can be split by.

MEASURES = (*PUBLIC, *SECRET)
