"""Measures of the map: exploring, tokens, monsters."""

from __future__ import annotations

from domain.games.order_vs_chaos.statistics.declaring import of_seat, of_session, seat_counts, session_counts

EXPLORATION = (
    seat_counts(
        "cards_opened",
        "Cards opened",
        "Location cards opened by exploring (OC-320) and by its cascades (OC-325), not by effects, ÷ seats.",
        "cards",
        "kind",
        "how",
    ),
    of_session(
        "opening_turn",
        "Turn of opening",
        "Turn of the session in which a card was opened, by effects too, ÷ cards opened.",
        "turn",
        "kind",
    ),
    of_session("opened_share", "Opened share", "Location cards opened, by effects too, ÷ 30.", "share"),
    seat_counts(
        "xp_given_away",
        "XP given away",
        "XP that heroes of the other side gained by the cards that the seat opened by exploring (OC-321) ÷ "
        "seats; XP without a box does not count.",
        "XP",
    ),
    of_seat(
        "able_to_attack",
        "Able to attack",
        "Seats that can attack the target: Order seats a rift, Chaos seats a healing shrine.",
        "seats",
        "target",
    ),
    seat_counts(
        "attempts",
        "Attempts",
        "Rolls against rifts and healing shrines ÷ seats able to attack that target.",
        "rolls",
        "target",
        "number",
        over="able_to_attack",
    ),
    of_seat("success_rate", "Success rate", "Successes ÷ attempts.", "share", "target", "number"),
    seat_counts(
        "expected_successes",
        "Expected successes",
        "Σ 1 − (1 − share)ⁿ ÷ seats able to attack that target.",
        "successes",
        "target",
        "number",
        over="able_to_attack",
    ),
    seat_counts(
        "luck",
        "Luck",
        "Successes − expected successes, ÷ seats able to attack that target.",
        "successes",
        "target",
        "number",
        over="able_to_attack",
    ),
    of_session(
        "rift_lifetime",
        "Rift lifetime",
        "Turns of all seats from opening to closing (OC-336) ÷ rifts closed.",
        "turns",
        "number",
    ),
    session_counts(
        "rifts",
        "Rifts",
        "Rifts opened, closed (OC-336), removed by an effect, and left open at the end, ÷ sessions.",
        "rifts",
        "state",
    ),
)

TOKENS = (
    session_counts(
        "tokens_placed",
        "Tokens placed",
        "Tokens out of the supply, onto the map or to heroes: by the card opened (OC-321), for a monster "
        "without a figure (OC-341), for XP without a box (OC-354), by effects, ÷ sessions.",
        "tokens",
        "cause",
    ),
    session_counts(
        "tokens_moved",
        "Tokens moved",
        "Tokens picked up (OC-361), delivered (OC-338), discarded with a closed rift (OC-336) or by an "
        "effect, ÷ sessions. A token counts once for each way.",
        "tokens",
        "how",
    ),
    seat_counts(
        "deliveries",
        "Deliveries",
        "Deliveries to the arch enemy ÷ Chaos seats.",
        "deliveries",
        over="tokens_carried",
    ),
    of_seat("tokens_per_delivery", "Tokens a delivery", "Tokens delivered ÷ deliveries (OC-338).", "tokens"),
    of_seat(
        "delivery_time",
        "Delivery time",
        "Turns of all seats from getting a token to delivering it ÷ tokens delivered.",
        "turns",
    ),
    of_seat(
        "tokens_carried",
        "Tokens carried at the end",
        "Tokens that the hero still carries at the end ÷ Chaos seats.",
        "tokens",
    ),
)

MONSTERS = (
    of_session(
        "monster_types",
        "Monster types",
        "Sessions in which a Chaos seat drew the type (OC-108).",
        "sessions",
        "type",
    ),
    session_counts(
        "monsters_placed",
        "Monsters placed",
        "Monsters that came onto the map (OC-340) ÷ sessions with the type; over all types, a session and "
        "type.",
        "monsters",
        "type",
        over="monster_types",
    ),
    session_counts(
        "monsters_gone",
        "Monsters gone",
        "Monsters killed on the map, or discarded as surplus (OC-342) or by an effect, ÷ sessions with the "
        "type; over all types, a session and type.",
        "monsters",
        "type",
        "how",
        over="monster_types",
    ),
    of_session(
        "monster_lifetime",
        "Monster lifetime",
        "Turns of all seats that a monster was on the map ÷ monsters placed; open: until the turns ended.",
        "turns",
        "type",
        "ended",
    ),
    of_session(
        "most_monsters",
        "Most monsters",
        "Most monsters on the map at once ÷ sessions; a surplus one (OC-342) does not count.",
        "monsters",
    ),
    of_session(
        "first_monster",
        "First monster",
        "Turn of the first placement of a monster ÷ sessions with one.",
        "turn",
    ),
    session_counts(
        "tokens_instead",
        "Tokens for monsters",
        "Placements without a figure left, for which a token was due (OC-341), the supply empty or not, ÷ "
        "sessions.",
        "placements",
    ),
)
