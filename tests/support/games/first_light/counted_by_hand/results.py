"""How games ended, counted from their final tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.games.first_light.facts import RoundEnded
from tests.support.games.first_light.counted_by_hand.points import bonuses, parts, printed
from tests.support.games.first_light.counted_by_hand.recording import Recording, Sums, by_hand
from tests.support.games.first_light.final_table import final_table

TIES = ("score", "dice", "resources")
"""What settles a game, in this order (FL-607..609)."""


def who(recording: Recording, seat: str) -> dict[str, object]:
    """What results of a seat are split by."""
    return {
        "character": recording.expected["seats"][seat]["character"],
        "table_size": recording.expected["table_size"],
        "opponent": recording.opponent,
        "position": recording.order().index(seat),
    }


def keys(recording: Recording) -> dict[str, tuple[int, int, int]]:
    """Score, dice and resources of everybody, the AI too (FL-607..609)."""
    ties = recording.expected["tie_break"]
    scores = recording.expected["scores"]
    return {name: (scores[name]["total"], ties[name]["dice"], ties[name]["resources"]) for name in scores}


@by_hand("score")
def _(recording: Recording, sums: Sums) -> None:
    for seat in recording.seats:
        sums.add(seat, recording.expected["scores"][seat]["total"], **who(recording, seat))


@by_hand("wins")
def _(recording: Recording, sums: Sums) -> None:
    for seat in recording.seats:
        sums.add(seat, recording.share(seat) > 0, **who(recording, seat))


@by_hand("win_share")
def _(recording: Recording, sums: Sums) -> None:
    for seat in recording.seats:
        sums.add(seat, recording.share(seat), **who(recording, seat))


@by_hand("rank")
def _(recording: Recording, sums: Sums) -> None:
    places = sorted(keys(recording).values(), reverse=True)
    for seat in recording.seats:
        split = {name: who(recording, seat)[name] for name in ("character", "position")}
        sums.add(seat, 1 + places.index(keys(recording)[seat]), **split)


@by_hand("score_by_source")
def _(recording: Recording, sums: Sums) -> None:
    for seat in recording.seats:
        score, won = recording.expected["scores"][seat], "yes" if recording.share(seat) else "no"
        sums.add(seat, sum(score["negotiation"].values()), source="negotiation", won=won)
        sums.add(seat, score["items_printed"] + score["items_bonus"], source="items", won=won)
        sums.add(seat, score["harvester"], source="harvester", won=won)
        sums.add(seat, score["garages"] + score["farms"], source="research_base", won=won)
        sums.add(seat, score["gems"], source="gems", won=won)


@by_hand("negotiation_by_clan")
def _(recording: Recording, sums: Sums) -> None:
    for seat in recording.seats:
        for clan, points in recording.expected["scores"][seat]["negotiation"].items():
            sums.add(seat, points, clan=clan)


@by_hand("items_printed")
def _(recording: Recording, sums: Sums) -> None:
    for seat in recording.seats:
        sums.add(
            seat, sum(printed(recording)[item] for item in recording.expected["seats"][seat]["acquired"])
        )


@by_hand("item_bonus")
def _(recording: Recording, sums: Sums) -> None:
    for seat in recording.seats:
        found = bonuses(recording, recording.expected, seat)
        assert sum(points for _, points in found) == recording.expected["scores"][seat]["items_bonus"]
        for item, points in found:
            sums.add(seat, points, item=item)


@by_hand("item_points")
def _(recording: Recording, sums: Sums) -> None:
    for seat in recording.seats:
        for item in recording.expected["seats"][seat]["acquired"]:
            sums.add(seat, printed(recording)[item], item=item)
        for item, points in bonuses(recording, recording.expected, seat):
            sums.add(seat, points, 0, item=item)


@by_hand("win_with_item")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.of("place_depository"):
        sums.add(line.seat, recording.share(line.seat), item=line.action["item"])


def holdings(recording: Recording) -> Iterator[tuple[str, str, bool]]:
    """Seat and Item of every stay of a known card in a hand, and whether it was acquired then.

    A card that came unseen (`null`) is a stay of the Item that it is named as, acquired or discarded as.
    """
    hands: dict[str, Counter[str | None]] = {seat: Counter() for seat in recording.seats}

    def comes(seat: str, *cards: str | None) -> None:
        hands[seat].update(cards)

    def leaves(seat: str, *cards: str) -> None:
        for card in cards:
            hands[seat][card if hands[seat][card] else None] -= 1

    for line in recording.lines:
        action = line.action
        match line.kind:
            case "draft_item":
                comes(line.seat, action.get("keep"))
            case "keep_items":
                comes(line.seat, *action["items"])
            case "name_item" if hands[line.seat][None]:
                leaves(line.seat, action["item"])
                comes(line.seat, action["item"])
            case "place_depository":
                leaves(line.seat, action["item"])
                yield line.seat, action["item"], True
            case "rest" | "take_setback":
                for card in action.get("discard", []) + action.get("items", []):
                    leaves(line.seat, card)
                    yield line.seat, card, False
        if "drawn" in action:
            comes(line.seat, *action["drawn"])
    for seat, hand in hands.items():
        assert sorted(hand.elements(), key=str) == sorted(recording.expected["seats"][seat]["hand"], key=str)
        for item in hand.elements():
            if item is not None:
                yield seat, item, False


@by_hand("acquisition_rate")
def _(recording: Recording, sums: Sums) -> None:
    for seat, item, acquired in holdings(recording):
        sums.add(seat, acquired, item=item)


@by_hand("standing_after_round")
def _(recording: Recording, sums: Sums) -> None:
    for line in recording.of("rest"):
        if any(line.found(RoundEnded)):
            table = final_table(line.after, 0)
            for seat in recording.seats:
                for source, points in parts(recording, table, seat).items():
                    sums.add(seat, points, round=line.round, source=source)


@by_hand("winning_score")
def _(recording: Recording, sums: Sums) -> None:
    winner = recording.expected["winners"][0]
    size = recording.expected["table_size"]
    sums.add(None, recording.expected["scores"][winner]["total"], table_size=size)


@by_hand("margin")
def _(recording: Recording, sums: Sums) -> None:
    first, second = sorted((key[0] for key in keys(recording).values()), reverse=True)[:2]
    sums.add(None, first - second, table_size=recording.expected["table_size"])


@by_hand("decided_by")
def _(recording: Recording, sums: Sums) -> None:
    first, second = sorted(keys(recording).values(), reverse=True)[:2]
    apart = [name for name, *pair in zip(TIES, first, second, strict=True) if len(set(pair)) > 1]
    sums.count(None, by=apart[0] if apart else "shared")


@by_hand("human_win")
def _(recording: Recording, sums: Sums) -> None:
    if recording.opponent != "none":
        sums.add(None, sum(map(recording.share, recording.seats)), opponent=recording.opponent)


@by_hand("ai_score_by_source")
def _(recording: Recording, sums: Sums) -> None:
    for source, points in recording.expected["scores"].get("ai", {}).items():
        if source != "total":
            sums.add(None, points, source=source, opponent=recording.opponent)
