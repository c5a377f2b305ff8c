"""What holds for every game of the registry: the kernel's contract."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies

from domain.games import REGISTRY
from domain.kernel import PUBLIC, TRUTH, Chance, ComponentSet, Fact, Game, Rejected, Viewer
from domain.kernel.chance import Undeclarable, as_json, put
from domain.kernel.engine.entries import Recorded, RecordedBy, codec_of, unseal
from domain.kernel.engine.playing import Played, open_offers, play, without_outcomes
from domain.kernel.engine.views import entry_view, state_view
from domain.kernel.game import decide, fold
from domain.kernel.offers import covers, is_open, sample_action
from domain.kernel.session import Session, Stamp, UnitOfWork
from domain.kernel.session.opening import OpeningRequest, load_components, open_session
from tests.support.strategies import Wild, words_of

GAMES = tuple(REGISTRY.values())
STAMP = Stamp(at="2026-01-01T00:00:00.000Z", by=RecordedBy("scribe"), salt="00")
MOST_ACTIONS = 4000
WILD_ACTIONS = 400
EXAMPLES = int(os.environ.get("TABLELOG_EXPLORE", "12"))
"""Random games a title: always the same ones, or so many new ones when `TABLELOG_EXPLORE` says so."""
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


@cache
def demo(key: str) -> ComponentSet:
    game = REGISTRY[key]
    return load_components(game, game.demo_sets()["demo"])


@cache
def opened(key: str, count: int, seed: int) -> Session:
    game = REGISTRY[key]
    seats, options = game.sample_opening(demo(key), count, Random(seed))
    request = OpeningRequest(seats=tuple(seats), options=options)
    return open_session(game, demo(key), request, f"session-{seed}", bytes(32), STAMP)[0]


@cache
def game_of_bots(key: str, count: int, seed: int) -> tuple[Played, ...]:
    game, session = REGISTRY[key], opened(key, count, seed)
    seats = tuple(seat["seat"] for seat in session.opened.seats)
    return tuple(play(game, session.state, seats, Random(seed), most_actions=MOST_ACTIONS))


def games_of(game: Game[Any]) -> list[tuple[Session, tuple[Played, ...]]]:
    """One played game for each number of seats."""
    return [
        (opened(game.key, count, count), game_of_bots(game.key, count, count)) for count in game.seat_counts
    ]


def seats_of(session: Session) -> tuple[str, ...]:
    return tuple(seat["seat"] for seat in session.opened.seats)


def as_bytes(value: Any) -> bytes:
    return msgspec.json.encode(value, order="sorted")


@every_game
def test_bots_finish_games_through_offers(game: Game[Any]):
    for _, played in games_of(game):
        assert game.is_finished(played[-1].after)
        assert game.standing(played[-1].after).finished


@every_game
def test_invariants_hold_after_every_entry(game: Game[Any]):
    for session, played in games_of(game):
        assert not game.invariants(session.state)
        for step in played:
            assert not game.invariants(step.after), step.action


@every_game
def test_replaying_the_stored_bytes_gives_the_live_state(game: Game[Any]):
    for session, played in games_of(game):
        draft = UnitOfWork(session, lambda first, last: iter(()))
        for step in played:
            draft.record(step.action, STAMP, None)
        state = session.state
        for stored in draft.stored:
            entry = unseal(game, stored.topic, stored.body)
            assert isinstance(entry, Recorded)
            state = fold(game, state, codec_of(game).facts.decode(entry.facts))
        assert state == draft.position.state == played[-1].after


@every_game
def test_a_draft_stands_on_the_table_that_a_reader_of_its_bytes_has(game: Game[Any]):
    """To the order of every mapping: rules walk along them, and must tell both the same story."""
    for session, played in games_of(game):
        draft = UnitOfWork(session, lambda first, last: iter(()))
        state = session.state
        for step in played:
            draft.record(step.action, STAMP, None)
            entry = unseal(game, draft.stored[-1].topic, draft.stored[-1].body)
            assert isinstance(entry, Recorded)
            state = fold(game, state, codec_of(game).facts.decode(entry.facts))
            for name in state.__struct_fields__:
                drafted, read = getattr(draft.position.state, name), getattr(state, name)
                assert drafted is read or repr(drafted) == repr(read), (step.action, name)


@every_game
def test_the_audit_is_clean_an_action_with_its_outcomes_declared_gives_the_same_facts(game: Game[Any]):
    for _, played in games_of(game):
        for step in played:
            facts, after = decide(game, step.before, codec_of(game).action(step.action), Chance())
            assert facts == step.facts, step.action
            assert after == step.after


@every_game
def test_whatever_chance_decides_is_refused_where_nobody_may_declare_it(game: Game[Any]):
    """Each outcome of a played game: left out it is drawn, named it is refused."""
    codec, random = codec_of(game), Random(3)
    for _, played in games_of(game):
        for step in played:
            asked = Chance()
            decide(game, step.before, codec.action(step.action), asked)
            strict = Chance(lambda n, _: random.randrange(n), may_declare=False)
            if not asked.outcomes:
                assert decide(game, step.before, codec.action(step.action), strict)[0] == step.facts
                continue
            with pytest.raises(Undeclarable) as refused:
                decide(game, step.before, codec.action(step.action), strict)
            assert refused.value.field in {outcome.field for outcome in asked.outcomes}
            assert not strict.outcomes


@every_game
def test_offers_without_outcomes_are_offers_that_are_accepted(game: Game[Any]):
    random = Random(8)
    for session, played in games_of(game)[:1]:
        for step in played:
            for offer in map(without_outcomes, open_offers(game, step.before, seats_of(session))):
                tree = sample_action(offer, random, declare=True)
                chance = Chance(lambda n, _: random.randrange(n), may_declare=False)
                decide(game, step.before, codec_of(game).action(tree), chance)


@every_game
def test_actions_and_facts_survive_their_json(game: Game[Any]):
    codec = codec_of(game)
    for _, played in games_of(game):
        for step in played:
            action = codec.action(step.action)
            assert codec.actions.decode(as_bytes(action)) == action
            assert codec.facts.decode(as_bytes(step.facts)) == step.facts


@every_game
def test_an_accepted_action_is_covered_by_an_offer(game: Game[Any]):
    for session, played in games_of(game):
        for step in played:
            actor = game.actor(codec_of(game).action(step.action))
            offers = [
                offer
                for seat in ({actor, None} if actor in seats_of(session) else {None, *seats_of(session)})
                for offer in game.offers(step.before, seat, TRUTH)
            ]
            normal = as_json(codec_of(game).action(step.action))
            assert any(covers(offer, normal) for offer in offers), step.action


@every_game
def test_an_action_sampled_from_an_offer_is_accepted(game: Game[Any]):
    random = Random(7)
    for session, played in games_of(game):
        for step in random.sample(played, min(len(played), 120)):
            for offer in open_offers(game, step.before, seats_of(session)):
                for declare in (False, True):
                    tree = sample_action(offer, random, declare=declare)
                    chance = Chance(lambda n, _: random.randrange(n))
                    decide(game, step.before, codec_of(game).action(tree), chance)


@every_game
def test_games_played_without_a_plan_keep_the_invariants(game: Game[Any]):
    for count in game.seat_counts:
        session = opened(game.key, count, 50 + count)
        seats = seats_of(session)
        for step in play(game, session.state, seats, Random(count), most_actions=400, sensibly=False):
            assert not game.invariants(step.after), step.action


@every_game
def test_views_offers_and_standing_exist_at_every_moment(game: Game[Any]):
    for session, played in games_of(game):
        for step in played[::7]:
            for viewer in (PUBLIC, TRUTH, *map(Viewer, seats_of(session))):
                assert as_bytes(game.view(step.after, viewer))
            assert game.standing(step.after)
            assert game.moment(step.after)


@every_game
def test_wild_actions_are_rejected_and_never_crash(game: Game[Any]):
    random = Random(11)
    words = sorted({word for word in words_of(game.demo_sets()["demo"]) if len(word) < 40})
    for session, played in games_of(game):
        wild = Wild(random, [*words, *seats_of(session) * (len(words) // 4)])
        states = [session.state, *(step.after for step in random.sample(played, min(len(played), 40)))]
        for _ in range(WILD_ACTIONS):
            state, action = random.choice(states), wild.action(game.actions)
            attempt(game, state, action, None)
            attempt(game, state, action, lambda n, _: random.randrange(n))


@every_game
def test_mangled_legal_actions_are_rejected_or_legal_and_never_crash(game: Game[Any]):
    random = Random(13)
    for session, played in games_of(game):
        words = sorted(set(words_of(msgspec.to_builtins(game.view(played[-1].after, TRUTH)))))
        wild = Wild(random, [*words, *seats_of(session) * 5])
        for step in random.sample(played, min(len(played), 150)):
            action = codec_of(game).action(step.action)
            other = wild.struct(type(action))
            field = random.choice([*type(action).__struct_fields__, ""])
            mangled = msgspec.structs.replace(action, **{field: getattr(other, field)}) if field else action
            later = random.choice(played).after
            for state in (step.before, later):
                attempt(game, state, mangled, None)


def attempt(game: Game[Any], state: Any, action: Any, below: Callable[[int, int], int] | None) -> None:
    before, chance = as_bytes(game.view(state, TRUTH)), Chance(below)
    try:
        _, after = decide(game, state, action, chance)
    except Rejected as rejection:
        refused = rejection
    else:
        assert not game.invariants(after), action
        return
    assert refused.rule.startswith(f"{game.prefix}-")
    assert refused.message
    assert as_bytes(game.view(state, TRUTH)) == before
    assert not chance.drawn, f"{action} was refused after a draw, which tells what was drawn"


@every_game
def test_outcomes_that_a_seat_cannot_tell_apart_leave_it_none_the_wiser(game: Game[Any]):
    """Two runs that differ only in a hidden outcome: equal entries, views and offers for who may not know."""
    compared = 0
    for session, played in games_of(game):
        seats = seats_of(session)
        for index, step in enumerate(played):
            submitted = undeclared(game, step)
            if submitted is None or game.is_finished(step.after):
                continue
            runs = [run(game, session, step.before, submitted, seed) for seed in (2 * index, 2 * index + 1)]
            if None in runs or game.is_finished(runs[0][1]) or game.is_finished(runs[1][1]):
                continue
            (entry, state), (other_entry, other_state) = runs
            for viewer in (PUBLIC, *map(Viewer, seats)):
                views = [entry_view(game, it, viewer, now) for it, now in runs]
                sources = [view.pop("chance") for view in views]
                if as_bytes(views[0]) != as_bytes(views[1]):
                    continue
                assert sources[0] == sources[1] == ["drawn"], "the sources tell something hidden"
                compared += entry.facts != other_entry.facts
                assert as_bytes(state_view(game, state, viewer)) == as_bytes(
                    state_view(game, other_state, viewer)
                )
                for seat in (None, *seats):
                    if seat is None or viewer.seat == seat or viewer.seat is None:
                        mine = [as_bytes(game.offers(now, seat, viewer)) for now in (state, other_state)]
                        assert viewer.seat != seat or mine[0] == mine[1]
    assert compared or not hides_what_is_drawn(game)


def hides_what_is_drawn(game: Game[Any]) -> bool:
    """Whether some fact of an action with drawn outcomes is not told to everybody as it is."""
    return any(
        game.fact_view(fact, PUBLIC) != game.fact_view(fact, TRUTH)
        for _, played in games_of(game)
        for step in played
        if undeclared(game, step) is not None
        for fact in step.facts
    )


def undeclared(game: Game[Any], step: Played) -> dict[str, Any] | None:
    """The action as it is asked for where its outcomes are drawn; None if it has none."""
    for offer in game.offers(step.before, step.action.get("seat"), TRUTH):
        outcomes = {name for name, of in offer.parameters.items() if type(of).__name__ == "Outcome"}
        if offer.type == step.action["type"] and outcomes & step.action.keys():
            return {name: value for name, value in step.action.items() if name not in outcomes}
    return None


def run(game: Game[Any], session: Session, state: Any, tree: dict[str, Any], seed: int) -> Any:
    random = Random(seed)
    action = codec_of(game).action(tree)
    chance = Chance(lambda n, _: random.randrange(n))
    try:
        facts, after = decide(game, state, action, chance)
    except Rejected:
        return None
    complete = as_json(action)
    for path, value in chance.drawn.items():
        put(complete, path, value)
    entry = Recorded(
        session=session.id,
        number=2,
        at=STAMP.at,
        by=STAMP.by,
        salt="00",
        action=msgspec.Raw(as_bytes(complete)),
        facts=msgspec.Raw(as_bytes(facts)),
        outcomes=tuple(chance.outcomes),
        rules_version=game.rules_version,
    )
    return entry, after


@every_game
def test_a_retraction_is_the_fold_of_what_is_left(game: Game[Any]):
    session, played = games_of(game)[0]
    draft = UnitOfWork(session, lambda first, last: iter(()))
    for step in played[:80]:
        draft.record(step.action, STAMP, None)
    recorded = draft.position.version
    for back_to in (recorded - 5, recorded // 2, 3):
        draft.retract(back_to, "we went on too fast", STAMP, exposed=False)
        assert draft.position.state == played[back_to - 2].after
        step = played[back_to - 1]
        draft.record(step.action, STAMP, None)
        assert draft.position.state == step.after


@every_game
def test_the_same_draws_come_again_after_taking_back(game: Game[Any]):
    session, played = games_of(game)[0]
    step = next(step for step in played if undeclared(game, step) is not None)
    draft = UnitOfWork(session, lambda first, last: iter(()))
    for earlier in played[: played.index(step)]:
        draft.record(earlier.action, STAMP, None)
    stood_at = draft.position.version
    below = lambda n, number: (number * 7919 + 13) % n  # noqa: E731
    submitted = undeclared(game, step)
    assert submitted is not None
    first, _ = draft.record(submitted, STAMP, below)
    draft.retract(stood_at, "once more", STAMP, exposed=True)
    again, _ = draft.record(submitted, STAMP, below)
    assert (again.action, again.facts, again.outcomes) == (first.action, first.facts, first.outcomes)


@every_game
def test_wire_names_are_unique_and_no_open_offer_is_the_only_way_on(game: Game[Any]):
    for kinds in (game.actions, game.facts):
        names = [kind.__struct_config__.tag for kind in kinds]
        assert len(set(names)) == len(names)
    for session, played in games_of(game):
        for step in played:
            offers = [
                offer
                for seat in (None, *seats_of(session))
                for offer in game.offers(step.before, seat, TRUTH)
            ]
            assert any(not any(map(is_open, offer.parameters.values())) for offer in offers)


@every_game
def test_every_fact_says_what_it_changes(game: Game[Any]):
    assert all(fact.applied is not Fact.applied for fact in game.facts)


@every_game
def test_every_row_of_the_statistics_is_declared(game: Game[Any]):
    measures = {measure.key: measure for measure in game.statistics.measures}
    assert len(measures) == len(game.statistics.measures)
    for measure in measures.values():
        assert measure.cells is None or measure.cells in measure.dimensions
        assert measure.over is None or (
            measures[measure.over].per == measure.per and measures[measure.over].over is None
        )
        assert measure.kinds is None or (
            measure.over is not None and {*measure.dimensions} & {*measures[measure.kinds].dimensions}
        )
    filled = set()
    for session, played in games_of(game):
        tally = game.statistics.start(session.state)
        for step in played:
            state = step.before
            for fact in step.facts:
                after = game.evolve(state, fact)
                game.statistics.observe(tally, state, fact, after)
                state = after
            if step is played[len(played) // 2]:
                assert list(game.statistics.rows(tally, state)) is not None
        for row in game.statistics.rows(tally, played[-1].after):
            measure = measures[row.measure]
            assert set(row.dimensions) <= set(measure.dimensions), row
            assert (row.seat in seats_of(session)) == (measure.per == "seat"), row
            assert isinstance(row.value, int | float)
            filled.add(row.measure)
    assert filled, "no row at all"


@every_game
def test_every_series_gives_points_from_the_opening_on(game: Game[Any]):
    assert len({series.key for series in game.series}) == len(game.series)
    for session, played in games_of(game):
        for series in game.series:
            points = [*series.points(None, (), session.state)]
            for step in played:
                points += series.points(step.before, step.facts, step.after)
            assert points, series.key
            assert as_bytes(points)


@every_game
@given(data=strategies.data())
@settings(max_examples=EXAMPLES)
def test_any_legal_game_keeps_every_promise(game: Game[Any], data: strategies.DataObject):
    """Invariants, replay, audit and offers along a game of any seed, played sensibly or not."""
    count = data.draw(strategies.sampled_from(game.seat_counts))
    seed = data.draw(strategies.integers(0, 2**32))
    sensibly = data.draw(strategies.booleans())
    seats, options = game.sample_opening(demo(game.key), count, Random(seed))
    request = OpeningRequest(seats=tuple(seats), options=options)
    session, _, _ = open_session(game, demo(game.key), request, "any", bytes(32), STAMP)
    names, codec, random = seats_of(session), codec_of(game), Random(seed)
    most = MOST_ACTIONS if sensibly else 250
    finished = False
    for step in play(game, session.state, names, random, most_actions=most, sensibly=sensibly):
        finished = game.is_finished(step.after)
        assert not game.invariants(step.after), step.action
        facts, after = decide(game, step.before, codec.action(step.action), Chance())
        assert (facts, after) == (step.facts, step.after), step.action
        assert fold(game, step.before, codec.facts.decode(as_bytes(facts))) == step.after
    assert finished or not sensibly
