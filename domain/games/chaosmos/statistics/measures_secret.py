"""The measures that only the truth log gives."""

from __future__ import annotations

from domain.games.chaosmos.statistics.declaring import game_counts, of_game, of_seat, seat_counts

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
