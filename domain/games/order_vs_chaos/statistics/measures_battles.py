"""Measures of battles, and the arch enemy in them."""

from __future__ import annotations

from domain.games.order_vs_chaos.statistics.tally import of_seat, of_session, seat_counts, session_counts

BATTLES = (
    seat_counts(
        "battles",
        "Battles",
        "Battles that the hero was in ÷ seats, as phasing hero or other (nobody phases in the final "
        "battle). It died, retreated, won (it was there when every enemy had died), or left otherwise.",
        "battles",
        "role",
        "result",
        "kind",
    ),
    of_seat(
        "battle_rounds",
        "Rounds a battle",
        "Rounds of the whole battle ÷ battles that the hero was in.",
        "rounds",
        "kind",
    ),
    seat_counts(
        "kills",
        "Kills",
        "Enemies that damage of the seat's hero or monster reached in the segment of their death (OC-438, "
        "OC-481) ÷ seats. Several killers count 1 each.",
        "kills",
        "by",
        "target",
    ),
    seat_counts(
        "deaths",
        "Deaths",
        "Deaths of the hero (OC-370, OC-617) ÷ seats, by phase; doom damage (OC-613) is no death.",
        "deaths",
        "stage",
    ),
    of_seat("kills_per_death", "Kills per death", "Kills ÷ deaths of the hero.", "kills"),
    of_session(
        "locations",
        "Locations",
        "Sessions whose map has the location.",
        "sessions",
        "location",
    ),
    session_counts(
        "battles_at",
        "Battles by place",
        "Battles on the map ÷ sessions whose map has the location; over all locations, a session and "
        "location.",
        "battles",
        "location",
        over="locations",
    ),
    session_counts(
        "deaths_at",
        "Deaths by place",
        "Deaths of heroes on the map ÷ sessions whose map has the location; over all locations, a session "
        "and location.",
        "deaths",
        "location",
        over="locations",
    ),
    session_counts(
        "visits",
        "Visits",
        "Arrivals of heroes by moves, retreats and effects ÷ sessions whose map has the location; over all"
        " locations, a session and location.",
        "arrivals",
        "location",
        over="locations",
    ),
    of_session(
        "matchup_win_share",
        "Hero against monster",
        "Battles on the map that ended with every Chaos unit dead and an Order unit left ÷ battles of that"
        " hero and monster.",
        "share",
        "order_hero",
        "monster",
    ),
    seat_counts(
        "damage",
        "Damage",
        "Damage (OC-435) dealt and received by the seat's hero or monster (by) ÷ seats: forgone for a "
        "block (OC-422), absorbed by chits, taken from health, overkill.",
        "damage",
        "direction",
        "part",
        "segment",
        "by",
    ),
    of_seat(
        "weapon_owners",
        "Weapon owners",
        "Seats that could attack with the weapon: printed for their hero or monster, gained or used.",
        "seats",
        "weapon",
    ),
    seat_counts(
        "weapon_uses",
        "Weapon uses",
        "Attacks made (OC-432) ÷ seats that could attack with the weapon; over all weapons, a seat and "
        "weapon.",
        "attacks",
        "weapon",
        "how",
        over="weapon_owners",
    ),
    of_seat(
        "weapon_dice",
        "Dice a use",
        "Dice ÷ rolled attacks; flat damage rolls none (OC-432).",
        "dice",
        "weapon",
    ),
    of_seat(
        "weapon_damage",
        "Damage a use",
        "Damage before a block's debt (OC-435) ÷ attacks resolved; lost ones (OC-490) do not count.",
        "damage",
        "weapon",
    ),
    of_seat(
        "weapon_forgone",
        "Share forgone",
        "Damage forgone for blocks (OC-422) ÷ damage before it.",
        "share",
        "weapon",
    ),
    seat_counts(
        "chits_gained",
        "Chits gained",
        "Chits of hero and monster from stat (OC-404), block (OC-421), dice (OC-434), effects ÷ seats.",
        "chits",
        "source",
    ),
    seat_counts("chits_used", "Chits used", "Chits that absorbed damage (OC-437) ÷ seats.", "chits"),
    seat_counts(
        "chits_wasted",
        "Chits wasted",
        "Chits left to hero or monster when the battle ended for it (OC-405), by retreat and death too, ÷ "
        "seats.",
        "chits",
    ),
    seat_counts("blocks", "Blocks", "Blocks of hero and monster (OC-420) ÷ seats.", "blocks"),
    seat_counts(
        "block_debt",
        "Block debt",
        "Debt taken (OC-421), and paid by damage (OC-422), chits and health (OC-423), ÷ seats.",
        "debt",
        "part",
    ),
    of_seat(
        "block_value",
        "Block value",
        "Chits of the block that absorbed damage − damage forgone − health paid (OC-423), ÷ blocks; older "
        "chits absorb first.",
        "points",
    ),
    of_seat("retreat_rate", "Retreat rate", "Successful tries ÷ tries (OC-471).", "share"),
    seat_counts(
        "retreats_expected",
        "Retreats expected",
        "Σ 1 − (1 − blue share)^move over the tries (OC-471) ÷ seats.",
        "retreats",
    ),
    of_seat(
        "die_faces",
        "Die faces",
        "Faces as rolled, before dice are changed (OC-433), against expected; χ² over the faces.",
        "faces",
        "face",
        cells="face",
    ),
)

ARCH_ENEMY = (
    of_session(
        "arch_enemy_fought",
        "Arch enemy fought",
        "Sessions in which an arch enemy with the weapon fought its battle (OC-616).",
        "sessions",
        "weapon",
    ),
    session_counts(
        "arch_enemy_weapon_uses",
        "Arch enemy's attacks",
        "Attacks of the arch enemy ÷ sessions in which one with the weapon fought; over all weapons, a "
        "session and weapon.",
        "attacks",
        "weapon",
        "how",
        over="arch_enemy_fought",
    ),
    of_session(
        "arch_enemy_weapon_dice",
        "Arch enemy's dice a use",
        "Dice ÷ rolled attacks of the arch enemy.",
        "dice",
        "weapon",
    ),
    of_session(
        "arch_enemy_weapon_damage",
        "Arch enemy's damage a use",
        "Damage before a block's debt (OC-435) ÷ attacks of the arch enemy resolved.",
        "damage",
        "weapon",
    ),
    of_session(
        "arch_enemy_die_faces",
        "Arch enemy's die faces",
        "Faces as it rolled them, before dice are changed (OC-433), against expected; χ² over the faces.",
        "faces",
        "face",
        cells="face",
    ),
)
