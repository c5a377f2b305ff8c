"""Measures of battles, and the arch enemy in them."""

from __future__ import annotations

from domain.games.order_vs_chaos.statistics.tally import of_seat, of_session, seat_counts, session_counts

BATTLES = (
    seat_counts(
        "battles",
        "Battles",
        "Battles that the hero fought, per seat, as the phasing hero or another one (no hero is phasing "
        "in the final battle). The hero died, retreated, won (it was there when every enemy had died), or "
        "left in another way.",
        "battles",
        "role",
        "result",
        "kind",
    ),
    of_seat(
        "battle_rounds",
        "Rounds per battle",
        "Rounds of the whole battle, per battle that the hero fought.",
        "rounds",
        "kind",
    ),
    seat_counts(
        "kills",
        "Kills",
        "Enemies hit by damage from the seat's hero or monster in the segment in which they died (OC-438, "
        "OC-481), per seat. If several units share a kill, each counts 1.",
        "kills",
        "by",
        "target",
    ),
    seat_counts(
        "deaths",
        "Deaths",
        "Deaths of the hero (OC-370, OC-617), per seat, by phase; doom damage (OC-613) does not count as "
        "a death.",
        "deaths",
        "stage",
    ),
    of_seat("kills_per_death", "Kills per death", "Kills per death of the seat's hero.", "kills"),
    of_session(
        "locations",
        "Locations",
        "Sessions whose map contains the location.",
        "sessions",
        "location",
    ),
    session_counts(
        "battles_at",
        "Battles by location",
        "Battles on the map, per session whose map contains the location; for all locations together, per "
        "session and location.",
        "battles",
        "location",
        over="locations",
    ),
    session_counts(
        "deaths_at",
        "Deaths by location",
        "Deaths of heroes on the map, per session whose map contains the location; for all locations "
        "together, per session and location.",
        "deaths",
        "location",
        over="locations",
    ),
    session_counts(
        "visits",
        "Visits",
        "Arrivals of heroes by moves, retreats and effects, per session whose map contains the location; "
        "for all locations together, per session and location.",
        "arrivals",
        "location",
        over="locations",
    ),
    of_session(
        "matchup_win_share",
        "Hero against monster",
        "Battles on the map that ended with every Chaos unit dead and an Order unit alive ÷ battles of "
        "that hero against that monster.",
        "share",
        "order_hero",
        "monster",
    ),
    seat_counts(
        "damage",
        "Damage",
        "Damage (OC-435) dealt and received by the seat's hero or monster (`by`), per seat: forgone "
        "because of a block (OC-422), absorbed by chits, taken from health, or overkill.",
        "damage",
        "direction",
        "part",
        "segment",
        "by",
    ),
    of_seat(
        "weapon_owners",
        "Weapon owners",
        "Seats that could attack with the weapon, because it was printed for their hero or monster, or "
        "they gained or used it.",
        "seats",
        "weapon",
    ),
    seat_counts(
        "weapon_uses",
        "Weapon uses",
        "Attacks made (OC-432), per seat that could attack with the weapon; for all weapons together, per "
        "seat and weapon.",
        "attacks",
        "weapon",
        "how",
        over="weapon_owners",
    ),
    of_seat(
        "weapon_dice",
        "Dice per use",
        "Dice per attack rolled; flat damage rolls no dice (OC-432).",
        "dice",
        "weapon",
    ),
    of_seat(
        "weapon_damage",
        "Damage per use",
        "Damage before it is reduced by block debt (OC-435), per attack resolved; lost attacks (OC-490) "
        "do not count.",
        "damage",
        "weapon",
    ),
    of_seat(
        "weapon_forgone",
        "Share forgone",
        "Damage forgone because of blocks (OC-422) ÷ damage before that reduction.",
        "share",
        "weapon",
    ),
    seat_counts(
        "chits_gained",
        "Chits gained",
        "Chits that the hero and monster gained from stats (OC-404), blocks (OC-421), dice (OC-434) and "
        "effects, per seat.",
        "chits",
        "source",
    ),
    seat_counts("chits_used", "Chits used", "Chits that absorbed damage (OC-437), per seat.", "chits"),
    seat_counts(
        "chits_wasted",
        "Chits wasted",
        "Chits that the hero or monster still had when the battle ended for it (OC-405), including by "
        "retreat and death, per seat.",
        "chits",
    ),
    seat_counts("blocks", "Blocks", "Blocks by the hero and monster (OC-420), per seat.", "blocks"),
    seat_counts(
        "block_debt",
        "Block debt",
        "Debt taken on (OC-421), and debt paid with damage (OC-422), chits and health (OC-423), per seat.",
        "debt",
        "part",
    ),
    of_seat(
        "block_value",
        "Block value",
        "Chits from the block that absorbed damage − damage forgone − health paid (OC-423), per block; "
        "older chits absorb damage first.",
        "points",
    ),
    of_seat(
        "retreat_rate",
        "Retreat success rate",
        "Successful retreat attempts ÷ retreat attempts (OC-471).",
        "share",
    ),
    seat_counts(
        "retreats_expected",
        "Expected retreats",
        "Σ 1 − (1 − blue share)^move over all retreat attempts (OC-471), per seat.",
        "retreats",
    ),
    of_seat(
        "die_faces",
        "Die faces",
        "Faces as rolled, before dice are changed (OC-433) ÷ faces expected; χ² over the faces.",
        "faces",
        "face",
        cells="face",
    ),
)

ARCH_ENEMY = (
    of_session(
        "arch_enemy_fought",
        "Arch enemy fought",
        "Sessions in which an arch enemy with the weapon fought in the final battle (OC-616).",
        "sessions",
        "weapon",
    ),
    session_counts(
        "arch_enemy_weapon_uses",
        "Arch enemy attacks",
        "Attacks by the arch enemy, per session in which one with that weapon fought; for all weapons "
        "together, per session and weapon.",
        "attacks",
        "weapon",
        "how",
        over="arch_enemy_fought",
    ),
    of_session(
        "arch_enemy_weapon_dice",
        "Arch enemy dice per use",
        "Dice per attack that the arch enemy rolled.",
        "dice",
        "weapon",
    ),
    of_session(
        "arch_enemy_weapon_damage",
        "Arch enemy damage per use",
        "Damage before it is reduced by block debt (OC-435), per attack by the arch enemy that was resolved.",
        "damage",
        "weapon",
    ),
    of_session(
        "arch_enemy_die_faces",
        "Arch enemy die faces",
        "Faces as the arch enemy rolled them, before dice are changed (OC-433) ÷ faces expected; χ² over "
        "the faces.",
        "faces",
        "face",
        cells="face",
    ),
)
