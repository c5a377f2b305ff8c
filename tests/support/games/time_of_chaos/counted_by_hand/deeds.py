"""Actions and cards by hand: from the lines of deeds, and what each delivery's card had been through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.support.games.time_of_chaos.counted_by_hand.counting import (
    Counted,
    by_kind,
    counts,
    each_active,
    of_game,
    of_seat,
    own_turns,
)
from tests.support.games.time_of_chaos.counted_by_hand.paper import CARDS, DEEDS, Note, Paper
from tests.support.games.time_of_chaos.counted_by_hand.results import rank, win

WAYS = ("grab", "search")


def done(paper: Paper, seat: str) -> Counter[str]:
    """How many lines of each type the seat has."""
    return Counter(line["type"] for line in paper.lines if line.get("seat") == seat)


def acted(paper: Paper, seat: str) -> int:
    """Actions taken."""
    return sum(done(paper, seat)[deed] for deed in DEEDS)


@counts("actions")
def actions(paper: Paper) -> Iterator[Counted]:
    for seat in paper.clockwise:
        for deed in DEEDS:
            if number := done(paper, seat)[deed]:
                yield of_seat(paper, seat, number, action=deed)


@counts("unused_actions")
def unused_actions(paper: Paper) -> Iterator[Counted]:
    for seat in paper.clockwise:
        yield of_seat(paper, seat, 3 * done(paper, seat)["end_turn"] - acted(paper, seat))


@counts("points_per_action")
def points_per_action(paper: Paper) -> Iterator[Counted]:
    for seat, table in paper.expected["seats"].items():
        yield of_seat(paper, seat, table["score"] + table["penalties"], acted(paper, seat))


@counts("net_points_per_action")
def net_points_per_action(paper: Paper) -> Iterator[Counted]:
    for seat, table in paper.expected["seats"].items():
        yield of_seat(paper, seat, table["score"], acted(paper, seat))


def _where(card: str) -> dict[str, str]:
    known = CARDS[card]
    return {"era": known["destination"]["era"], "city": known["destination"]["city"], "deck": known["deck"]}


@counts("deliveries")
def deliveries(paper: Paper) -> Iterator[Counted]:
    for seat, table in paper.expected["seats"].items():
        yield from (of_seat(paper, seat, 1, **_where(card)) for card in table["tableau"])


@counts("delivery_points")
def delivery_points(paper: Paper) -> Iterator[Counted]:
    for seat, table in paper.expected["seats"].items():
        for card in table["tableau"]:
            yield of_seat(paper, seat, CARDS[card]["points"], **_where(card))


@counts("card_delivered")
def card_delivered(paper: Paper) -> Iterator[Counted]:
    for seat, table in paper.expected["seats"].items():
        yield from (of_seat(paper, seat, 1, card=card) for card in table["tableau"])


@counts("card_win_share")
def card_win_share(paper: Paper) -> Iterator[Counted]:
    for seat, table in paper.expected["seats"].items():
        yield from (of_seat(paper, seat, win(paper, seat), card=card) for card in table["tableau"])


@counts("card_taken")
def card_taken(paper: Paper) -> Iterator[Counted]:
    for line in paper.lines:
        if line["type"] in WAYS:
            yield of_seat(paper, line["seat"], 1, card=line["card"], via=line["type"])


@counts("transit")
def transit(paper: Paper) -> Iterator[Counted]:
    """Own turns between the two: how many of the seat's turns began after the taking."""
    taken: dict[str, Note] = {note.card: note for note in paper.of("took")}
    for note in paper.of("delivered"):
        since = taken[note.card].turn
        between = sum(since < turn <= note.turn for turn in own_turns(paper, note.seat))
        yield of_seat(paper, note.seat, between, card=note.card, via=taken[note.card].via)


@counts("search_share")
def search_share(paper: Paper) -> Iterator[Counted]:
    for seat in paper.clockwise:
        own = done(paper, seat)
        if taken := own["grab"] + own["search"]:
            yield of_seat(paper, seat, own["search"], taken, rank=str(rank(paper, seat)))


@counts("delivered_share")
def delivered_share(paper: Paper) -> Iterator[Counted]:
    for seat in paper.clockwise:
        delivered = Counter(note.via for note in paper.of("delivered", seat=seat))
        for way in WAYS:
            if taken := done(paper, seat)[way]:
                yield of_seat(paper, seat, delivered[way], taken, via=way)


def _stranded(paper: Paper, seat: str, way: str) -> list[str]:
    return [card for card in paper.expected["seats"][seat]["hand"] if paper.taken_as[card] == way]


@counts("stranded_cards")
def stranded_cards(paper: Paper) -> Iterator[Counted]:
    for seat in paper.clockwise:
        yield from (of_seat(paper, seat, len(_stranded(paper, seat, way)), via=way) for way in WAYS)


@counts("stranded_points")
def stranded_points(paper: Paper) -> Iterator[Counted]:
    for seat in paper.clockwise:
        for way in WAYS:
            points = sum(CARDS[card]["points"] for card in _stranded(paper, seat, way))
            yield of_seat(paper, seat, points, via=way)


@counts("travels")
def travels(paper: Paper) -> Iterator[Counted]:
    for seat in paper.clockwise:
        yield of_seat(paper, seat, done(paper, seat)["travel"])


@counts("actions_on_chaos")
def actions_on_chaos(paper: Paper) -> Iterator[Counted]:
    yield from each_active(paper, paper.of("deed", locked=True))


@counts("disorder_avoided")
def disorder_avoided(paper: Paper) -> Iterator[Counted]:
    yield from by_kind(paper, paper.of("cloak"), "action")


def _rank_correlation(figures: dict[str, float], paper: Paper) -> Iterator[Counted]:
    """Pearson's of the mean ranks; none where either is the same for everybody."""
    one = _mean_ranks([figures[seat] for seat in figures])
    other = _mean_ranks([rank(paper, seat) for seat in figures])
    middle = (len(figures) + 1) / 2
    together = sum((a - middle) * (b - middle) for a, b in zip(one, other, strict=True))
    apart = [sum((a - middle) ** 2 for a in each) for each in (one, other)]
    if apart[0] and apart[1]:
        yield of_game(together / (apart[0] * apart[1]) ** 0.5)


def _mean_ranks(figures: list[float]) -> list[float]:
    return [
        sum(other < own for other in figures) + (sum(other == own for other in figures) + 1) / 2
        for own in figures
    ]


@counts("search_share_by_rank")
def search_share_by_rank(paper: Paper) -> Iterator[Counted]:
    shares = {row.seat: row.value / row.weight for row in search_share(paper) if row.seat is not None}
    yield from _rank_correlation(shares, paper)


@counts("penalties_by_rank")
def penalties_by_rank(paper: Paper) -> Iterator[Counted]:
    yield from _rank_correlation({s: t["penalties"] for s, t in paper.expected["seats"].items()}, paper)


@counts("card_seen")
def card_seen(paper: Paper) -> Iterator[Counted]:
    shown = {note.card for note in paper.of("shown")}
    yield from (of_game(card in shown, card=card) for card in CARDS)


@counts("draws_against_expectation")
def draws_against_expectation(paper: Paper) -> Iterator[Counted]:
    """Every card is owed 1 ÷ k of each draw out of the k that lay in its deck."""
    draws = paper.of("drawn")
    for card, known in CARDS.items():
        owed = sum(1 / len(draw.left) for draw in draws if card in draw.left)
        if owed:
            drawn = sum(draw.card == card for draw in draws)
            yield of_game(drawn, owed, deck=known["deck"], card=card)
