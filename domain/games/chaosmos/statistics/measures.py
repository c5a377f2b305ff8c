"""Every measure of Chaosmos: key, meaning, unit, and what it can be split by.

`PUBLIC` measures follow from public events alone, `SECRET` ones from the full log. All of them count
finished games only, because a running game must not reveal what its seats hide.
"""

from __future__ import annotations

from domain.games.chaosmos.statistics.tally import game_counts, of_game, of_seat, seat_counts

# The measures that follow from public events alone.

RESULT = (
    of_seat(
        "win_share",
        "Win share",
        "1 for the seat with the Ovoid in hand when the Chaos Clock reaches 0, otherwise 0.",
        "share",
    ),
    of_game("no_winner", "No winner", "Share of games in which nobody held the Ovoid at the end.", "share"),
    game_counts(
        "ended_by",
        "Ended by",
        "Share of games that ended this way: by a click of the clock or by a card (CM-601).",
        "sessions",
        "cause",
    ),
    of_game("turns", "Turns", "Turns ended by all seats, per game.", "turns"),
    of_game(
        "turns_cut", "Turns cut", "Turns taken off the Chaos Clock by cards and abilities, per game.", "turns"
    ),
)

COMBAT = (
    seat_counts(
        "combats",
        "Combats",
        "Combats per seat, by role, outcome (win, loss, draw, cancelled) and opponent.",
        "combats",
        "role",
        "outcome",
        "opponent",
    ),
    seat_counts(
        "infinity_wins",
        "Wins by infinity",
        "Combats won by infinity, without cards, per seat (CM-405).",
        "combats",
    ),
    of_seat(
        "attack_wins",
        "Attacker win rate",
        "Combats won by the attacker ÷ combats that were not cancelled.",
        "share",
    ),
    of_game(
        "final_margin",
        "Final margin",
        "Difference between the final scores, per combat that they decided (CM-R35).",
        "points",
    ),
    of_game(
        "lead_changes",
        "Lead changes",
        "Combats in which a card changed who led, or whether anyone led ÷ combats with a card phase.",
        "share",
    ),
    seat_counts(
        "combat_plays", "Combat cards", "Times the combat card was played, per seat.", "plays", "card"
    ),
    of_seat(
        "combat_play_wins",
        "Win rate with a card",
        "Combats won by the side that played the card ÷ combats in which it played the card; a draw does "
        "not count as a win.",
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
        "The seat's own combat cards that were made inactive, per seat (CM-522).",
        "cards",
        "card",
    ),
    of_seat(
        "spoils_share",
        "Spoils share",
        "Times spoils were chosen ÷ resolutions chosen; the rest are banishments.",
        "share",
    ),
    seat_counts("give_backs", "Give-backs", "Cards given back, per seat (CM-452).", "cards"),
    of_seat(
        "envelopes_taken",
        "Envelopes taken",
        "Envelopes that the winner opened, including those with a Trap ÷ envelopes offered after combat "
        "(CM-470).",
        "share",
    ),
)

PLANETS = (
    seat_counts("openings", "Openings", "Envelopes opened, per seat (CM-332).", "openings", "planet"),
    of_game(
        "first_opening",
        "First opening",
        "Turn in which the envelope was first opened, among games in which it was opened.",
        "turn",
        "planet",
    ),
    of_game(
        "control",
        "Turns under control",
        "Turn ends at which a seat controlled the planet ÷ all turn ends.",
        "share",
        "planet",
    ),
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
        "Traps and Vaults triggered, per game (CM-512).",
        "cards",
        "planet",
        "card",
    ),
)

ECONOMY = (
    seat_counts("actions", "Actions", "Actions spent, per seat.", "actions", "kind"),
    of_seat(
        "unused_actions",
        "Unused actions",
        "Actions left at the end of the seat's own turn, per turn; actions lost with a turn (CM-208) are "
        "not included.",
        "actions per turn",
    ),
    seat_counts(
        "forfeited_actions", "Forfeited actions", "Actions lost with a turn, per seat (CM-208).", "actions"
    ),
    of_seat("hypertokens_left", "Hypertokens left", "Hypertokens left at the end of the game.", "tokens"),
    seat_counts("pool_trades", "Pool trades", "Cards traded with the Cosmic Pool, per seat.", "trades"),
    seat_counts("wormhole_moves", "Wormhole moves", "Moves into a space with a wormhole, per seat.", "moves"),
    of_seat(
        "clock_crossed",
        "Clock crossed",
        "Seats that crossed the clock at least once ÷ seats on boards with the clock (CM-304).",
        "share",
    ),
    seat_counts(
        "clock_crossings",
        "Clock crossings",
        "Moves across the clock, per seat on a board with the clock (CM-304).",
        "moves",
        over="clock_crossed",
    ),
    seat_counts(
        "hyperspace_jumps", "Hyperspace jumps", "Jumps through hyperspace, per seat (CM-320).", "jumps"
    ),
    of_seat(
        "toxic_landed",
        "Toxic planet reached",
        "Seats that reached their toxic planet at least once ÷ seats that have it on the board.",
        "share",
    ),
    seat_counts(
        "toxic_landings",
        "Toxic landings",
        "Arrivals at the seat's toxic planet by any means, per seat that has it on the board.",
        "landings",
        over="toxic_landed",
    ),
)

DICE = (
    of_seat(
        "die_faces",
        "Die faces",
        "Faces rolled ÷ faces expected from fair dice; χ² over the faces, with all rolls pooled.",
        "faces",
        "face",
        cells="face",
    ),
    of_seat(
        "initial_score",
        "Initial score",
        "Dice total in a combat in which the seat rolled no infinity (CM-403).",
        "points",
    ),
)

PUBLIC = (*RESULT, *COMBAT, *PLANETS, *ECONOMY, *DICE)


# The measures that only the truth log gives.

SECRET = (
    game_counts(
        "ovoid_custody",
        "Ovoid custody",
        "Turns that the Ovoid spent in a place, per game; `cause` is how it got there, `from` is the "
        "number of turns that had ended by then.",
        "turns",
        "zone",
        "cause",
        "from",
    ),
    of_seat(
        "ovoid_held", "Ovoid held", "Turn ends with the Ovoid in this seat's hand ÷ all turn ends.", "share"
    ),
    of_game(
        "ovoid_zones", "Ovoid places", "Number of different places that held the Ovoid, per game.", "places"
    ),
    of_game(
        "ovoid_hands",
        "Ovoid hand changes",
        "Times that the Ovoid came into a hand, per game, including setup.",
        "changes",
    ),
    of_game(
        "ovoid_last_change",
        "Last hand change",
        "Turns from the last change of hand to the end, among games in which the Ovoid was ever in a hand.",
        "turns",
    ),
    seat_counts(
        "ovoid_sightings",
        "Ovoid sightings",
        "Times that the seat saw the Ovoid, per seat.",
        "sightings",
        "by",
    ),
    of_seat(
        "ovoid_last_sighting",
        "Last Ovoid sighting",
        "Turn of the latest sighting, among seats that had one; a sighting between turns counts for the "
        "next turn, and one during setup for turn 1.",
        "turn",
    ),
    of_seat(
        "blind_share",
        "Blind share",
        "Turn ends at which the Ovoid was not where the seat last saw it ÷ all turn ends after its first "
        "sighting.",
        "share",
    ),
    seat_counts("stolen", "Stolen cards", "Cards taken as spoils, per seat (CM-451).", "cards", "card"),
    of_seat(
        "spoils_ovoid",
        "Ovoid as spoils",
        "Times that the Ovoid was taken as spoils ÷ all spoils taken.",
        "share",
    ),
    seat_counts("given_back", "Cards given back", "Cards given back, by card, per seat.", "cards", "card"),
    of_seat(
        "accesses",
        "Accesses per control",
        "Envelope accesses ÷ periods of control begun, including the home planet.",
        "accesses",
    ),
    of_seat("bluff_rate", "Bluff rate", "Accesses without a net change ÷ all accesses.", "share"),
    of_seat(
        "cards_moved",
        "Cards moved",
        "Cards moved ÷ accesses; turning a flip card counts as one card.",
        "cards",
    ),
    of_seat(
        "cards_placed",
        "Cards located",
        "Hidden cards whose place the seat knew for certain, including its own cards, per turn end.",
        "cards",
    ),
    of_seat(
        "ovoid_placed",
        "Ovoid located",
        "Turn ends at which the seat knew for certain where the Ovoid was ÷ all turn ends.",
        "share",
    ),
)


# Every measure of Chaosmos: key, what it means, its unit, what it can be split by.

MEASURES = (*PUBLIC, *SECRET)
