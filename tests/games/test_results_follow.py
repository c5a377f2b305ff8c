"""A result follows from its table: at the end of a game, and after whatever is corrected then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games import REGISTRY
from domain.games.chaos_order import GAME as CHAOS_ORDER
from domain.games.chaos_order.facts import FameMoved
from domain.games.chaos_order.facts import GameEnded as ChaosOrderEnded
from domain.games.chaosmos import GAME as CHAOSMOS
from domain.games.chaosmos.facts import HypertokenSpent
from domain.games.order_vs_chaos import GAME as ORDER_VS_CHAOS
from domain.games.order_vs_chaos.facts import GameWon
from domain.kernel import Fact, Game
from domain.kernel.engine.entries import codec_of
from domain.kernel.game import fold
from domain.kernel.session import NotComputable, UnitOfWork
from tests.games.test_every_game import game_of_bots
from tests.support.recorded import STAMP, library, played_to_the_end

every_game = pytest.mark.parametrize("game", tuple(REGISTRY.values()), ids=lambda game: game.key)
GAMES_OF_BOTS = 6
CORRECTIONS = 60
"""Tried on each finished game, each on the table as it ended or as the one before left it."""
STEPS = (-9, -3, -1, 1, 3, 9)


def ranks_are_true(game: Game[Any], state: Any) -> None:
    """Winners are first and nobody else is; a higher score never ranks below a lower one."""
    standing, scoring = game.standing(state), game.scoring
    assert standing.finished
    assert {seat.seat for seat in standing.seats if seat.winner} == {*standing.winners}
    assert {seat.seat for seat in standing.seats if seat.rank == 1} == {*standing.winners}
    assert standing.decided_by in scoring.decided
    assert {seat.score is None for seat in standing.seats} == {scoring.score is None}
    if scoring.highest_wins:
        by_rank = sorted(standing.seats, key=lambda seat: seat.rank)
        scores = [seat.score for seat in by_rank]
        assert scores == sorted(scores, reverse=True)  # type: ignore[type-var]


def shares_are_true(game: Game[Any], entries: Sequence[tuple[Any, Sequence[Fact]]], state: Any) -> None:
    """The wins that are counted are those of the standing, and one together: the AI's part among them."""
    tally = game.statistics.start(entries[0][0])
    for before, facts in entries:
        for fact in facts:
            after = game.evolve(before, fact)
            game.statistics.observe(tally, before, fact, after)
            before = after
    winners = game.standing(state).winners
    shares = {
        row.seat: row.value / row.weight
        for row in game.statistics.rows(tally, state)
        if row.measure == "win_share"
    }
    if "win_share" in game.measures:
        expected = {seat: 1 / len(winners) if seat in winners else 0 for seat in shares}
        assert shares == pytest.approx(expected)
        assert sum(shares.values()) == pytest.approx(
            sum(seat in shares for seat in winners) / len(winners) if winners else 0
        )


def nudged(fact: Fact, seats: Sequence[str], random: Random) -> dict[str, Any]:
    """The fact told of another seat, or with another number: what somebody may have mistyped."""
    tree: dict[str, Any] = msgspec.to_builtins(fact)
    names = [name for name, value in tree.items() if isinstance(value, int) and not isinstance(value, bool)]
    if names and random.random() < 0.7:
        tree[random.choice(names)] += random.choice(STEPS)
    if tree.get("seat") in seats and random.random() < 0.5:
        tree["seat"] = random.choice(seats)
    return tree


def reopens(draft: UnitOfWork, tree: dict[str, Any]) -> bool:
    """Whether the game goes on after this fact: then nobody has won."""
    game = draft.game
    try:
        state = fold(game, draft.position.state, codec_of(game).corrected([tree]))
        standing = game.standing(state)
    except Exception:
        return False
    assert standing.finished == game.is_finished(state)
    assert standing.finished or not standing.winners
    return not standing.finished


def corrected(
    draft: UnitOfWork, facts: Sequence[Fact], seats: Sequence[str], random: Random
) -> Iterator[bool]:
    """After each accepted correction: whether it changed who has won."""
    for _ in range(CORRECTIONS):
        before = draft.game.standing(draft.position.state).winners
        tree = nudged(random.choice(facts), seats, random)
        if reopens(draft, tree):
            continue
        try:
            draft.correct([tree], "so it lies on the table", STAMP)
        except (NotComputable, msgspec.ValidationError):
            continue
        yield draft.game.standing(draft.position.state).winners != before


@every_game
@pytest.mark.parametrize("number", range(3))
def test_a_correction_after_the_end_leaves_one_truth(game: Game[Any], number: int) -> None:
    played = library(game.key)
    path = played[number % len(played)]
    session, draft, _ = played_to_the_end(game, path)
    codec, random = codec_of(game), Random(number)
    facts = [fact for entry in draft.entries for fact in codec.facts.decode(entry.facts)]  # type: ignore[union-attr]
    seats = [seat["seat"] for seat in session.opened.seats]
    for _ in corrected(draft, facts, seats, random):
        state = draft.position.state
        ranks_are_true(game, state)
        assert game.unsettled(state) is None
    steps: list[tuple[Any, Sequence[Fact]]] = []
    state = session.state
    for entry in draft.entries:
        steps.append((state, codec.facts.decode(entry.facts)))  # type: ignore[union-attr]
        state = fold(game, state, steps[-1][1])
    assert state == draft.position.state, "whoever reads the log comes to the same result"
    shares_are_true(game, steps, state)


@every_game
def test_the_ranks_of_a_finished_game_are_true(game: Game[Any]) -> None:
    for number in range(GAMES_OF_BOTS):
        count = game.seat_counts[number % len(game.seat_counts)]
        state = game_of_bots(game.key, count, number)[-1].after
        ranks_are_true(game, state)
        assert game.unsettled(state) is None


def ended(game: Game[Any], stem: str) -> UnitOfWork:
    """A recorded game after its last action."""
    return played_to_the_end(game, next(path for path in library(game.key) if path.stem == stem))[1]


def correct(draft: UnitOfWork, *facts: Fact) -> None:
    draft.correct([msgspec.to_builtins(fact) for fact in facts], "it was so", STAMP)


def test_co_606_fame_that_is_taken_back_leaves_no_winner_and_is_refused() -> None:
    draft = ended(CHAOS_ORDER, "demo-2p-105-001")
    with pytest.raises(NotComputable, match="nobody has won: no fame track is at its end"):
        correct(draft, FameMoved("p2", 5, "correction"))
    correct(draft, FameMoved("p2", 5, "correction"), FameMoved("p1", 12, "correction"))
    standing = CHAOS_ORDER.standing(draft.position.state)
    assert (standing.winners, standing.decided_by) == (("p1",), "fame")
    assert {seat.seat: (seat.rank, seat.winner) for seat in standing.seats} == {
        "p1": (1, True),
        "p2": (2, False),
    }


def test_a_result_that_the_table_does_not_give_is_refused() -> None:
    for game, stem, fact in (
        (CHAOS_ORDER, "demo-2p-105-001", ChaosOrderEnded(("p1",), "fame", 6)),
        (ORDER_VS_CHAOS, "demo-2p-001", GameWon("chaos", "arch", "order_dead")),
    ):
        with pytest.raises(NotComputable, match="leads to a different result"):
            correct(ended(game, stem), fact)


def test_hypertokens_that_were_miscounted_at_the_end_are_counted_anew() -> None:
    path = next(iter(library(CHAOSMOS.key)))
    session, draft, _ = played_to_the_end(CHAOSMOS, path)

    def left() -> dict[str | None, float]:
        tally, state = CHAOSMOS.statistics.start(session.state), session.state
        for entry in draft.entries:
            for fact in codec_of(CHAOSMOS).facts.decode(entry.facts):  # type: ignore[union-attr]
                after = CHAOSMOS.evolve(state, fact)
                CHAOSMOS.statistics.observe(tally, state, fact, after)
                state = after
        rows = CHAOSMOS.statistics.rows(tally, state)
        return {row.seat: row.value for row in rows if row.measure == "hypertokens_left"}

    before = left()
    seat = next(seat for seat, number in before.items() if number)
    correct(draft, HypertokenSpent(seat))  # type: ignore[arg-type]
    assert left() == before | {seat: before[seat] - 1}
