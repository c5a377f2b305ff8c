"""What is told in lines: where the game stands, the Event, the AI, supplies, and the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.games.first_light.board_pieces import owner_name
from domain.games.first_light.board_seats import Faces, phase_name, sources
from domain.games.first_light.scoring import SCORING
from domain.games.first_light.state import AI, ROUNDS, TILE_SLOTS
from domain.games.first_light.words.names import box_of, tile_name
from domain.kernel import Json, Line, Naming, Zone, counted, listed

FOLLOW_UPS = {
    "clan_ability": "the clan’s ability",
    "advancement": "an advancement",
    "setback": "a setback",
    "extra_reward": "a second reward of the Depository",
    "free_upgrade": "a free Upgrade Tile",
}


def now_zone(view: Json, rank: int, faces: Faces, naming: Naming) -> Zone:
    """Where the game stands, for who looks at it for the first time; at the end the result."""
    finished = view["phase"] == "finished"
    event = view["event"]
    return Zone(
        "now",
        "Result" if finished else "Now",
        "list",
        rank,
        cards=() if event is None else (faces.face(event["id"], before="Event of this Round"),),
        lines=tuple(_result(view, naming) if finished else _now(view, naming)),
    )


def _now(view: Json, naming: Naming) -> Iterator[Line]:
    if view["round"]:
        yield Line("Round", f"{view['round']} of {ROUNDS}, {phase_name(view['phase'])}", "hourglass")
    if view["start_player"] is not None:
        yield Line("Start player", naming.seat(view["start_player"]).text, "flag")
    if any(score.get("partial") for score in view["result"]["scores"].values()):
        yield Line("Scores so far", "without Gems and resource scoring", "star")
    pending = view["pending"]
    if pending is not None:
        told = f"{naming.seat(pending['seat']).text}: {FOLLOW_UPS[pending['kind']]}"
        yield Line("To do", told, "user")
    order = list(_order(view))
    if order:
        yield Line("Turns", ", ".join(naming.seat(seat).text for seat in order), "users")


def _order(view: Json) -> Iterator[str]:
    """FL-235: who has dice in Garages, from the seat that acts."""
    seats = list(view["seats"])
    if view["phase"] == "garages" and view["active"] in seats:
        at = seats.index(view["active"])
        for seat in (*seats[at:], *seats[:at]):
            if any(value is not None for value in view["seats"][seat]["garages"]):
                yield seat


def rival_zone(view: Json, rank: int, folded: bool, faces: Faces, naming: Naming) -> Iterator[Zone]:
    """FL-401 … FL-405, where the AI plays."""
    ai = view["ai"]
    if ai is None:
        return
    opponent = box_of(naming).opponents[ai["opponent"]]
    unlocked = opponent.progress_order[: ai["unlocked"]]
    known, schemes = naming.components.get(ai["opponent"]), ai["schemes"]
    to_come = ai["schemes_left"]
    alarm = [Line("Schemes left", str(to_come), "hourglass", alarm=True)] if to_come else []
    lines = [
        *alarm,
        Line("Dice on its board", f"{ai['board_dice']} of {opponent.slots}", "dices"),
        Line("Gems", str(ai["gems"]), "gem"),
        Line("Progress Tiles", listed([*unlocked]) or "none unlocked", "package-check"),
        Line("Dice in the supply", str(ai["dice_supply"])),
        Line("Score", str(view["result"]["scores"][AI]["total"]), "star"),
        Line("Schemes in the pile", str(schemes["pile"]), "layers"),
        Line("Scores", known.text if known else ""),
    ]
    yield Zone(
        "rival",
        f"AI, the {naming.name(ai['opponent'])}",
        "list",
        rank,
        note=f"{ai['gems']} Gems, {counted(ai['board_dice'], 'die', 'dice')}",
        folded=folded,
        cards=tuple(faces.face(scheme) for scheme in schemes["revealed"]),
        lines=tuple(lines),
    )


def supplies_zone(view: Json, rank: int, naming: Naming) -> Zone:
    """Piles, discards and what left the game."""
    lines = [Line("Items in the draw pile", str(view["item_deck"]), "layers")]
    discard = Counter(naming.name(item) for item in view["item_discard"])
    lines.append(Line("Discarded Items", _counted(discard) or "none", "archive"))
    for kind in TILE_SLOTS:
        removed = Counter(tile_name(naming, kind, tile) for tile in view["removed_tiles"][kind])
        if removed:
            lines.append(Line(f"{kind.capitalize()} Tiles out of the game", _counted(removed), "x"))
    played = [naming.name(event) for event in view["events"]]
    if played:
        lines.append(Line("Events so far", ", ".join(played), "clock"))
    return Zone(
        "supplies",
        "Piles",
        "list",
        rank,
        note=counted(view["item_deck"], "Item"),
        folded=True,
        lines=tuple(lines),
    )


def _counted(names: Counter[str]) -> str:
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in names.items())


def _result(view: Json, naming: Naming) -> Iterator[Line]:
    """FL-602 … FL-622: seats and the AI by score, with its sources."""
    result = view["result"]
    winners = [owner_name(naming, owner) for owner in result["winners"]]
    yield Line("Winner" if len(winners) == 1 else "Winners", listed(winners), "trophy")
    if result["decided_by"] is not None:
        yield Line("Decided by", SCORING.decided[result["decided_by"]], "scale")
    scores = sorted(result["scores"].items(), key=lambda one: -one[1]["total"])
    for owner, score in scores:
        rank = 1 + sum(other["total"] > score["total"] for _, other in scores)
        yield Line(f"{rank}. {owner_name(naming, owner)}", f"{score['total']} ★: {_sources(owner, score)}")


def _sources(owner: str, score: Json) -> str:
    if owner == AI:
        parts = {
            "Negotiation": score["negotiation"],
            "Depository": score["depository"],
            "Harvester": score["harvester"],
            "Progress Tiles": score["progress"],
            "Gems": score["gems"],
        }
    else:
        parts = sources(score)
    return ", ".join(f"{name} {points}" for name, points in parts.items())
