"""What was really played can be recorded, also on a table that a correction left with a broken invariant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games import REGISTRY
from domain.kernel import TRUTH, Fact, Game, Rejected
from domain.kernel.chance import keyed_draws
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.obstacles import obstacles
from domain.kernel.engine.playing import open_offers
from domain.kernel.game import fold, new_violations, violations
from domain.kernel.offers import sample_action
from domain.kernel.session import NotComputable, UnitOfWork
from domain.kernel.session.opening import OpeningRequest, open_session
from replays.audit import audit_session
from replays.library import Library
from tests.games.test_every_game import STAMP, demo, every_game, game_of_bots, opened, seats_of

BENDS = 8
"""Tables of a game, each bent in a way of its own."""
ACTIONS = 12
"""Recorded on each bent table, by the rules and then against them."""
SECRET = bytes(32)


def bends(game: Game[Any], count: int) -> Iterator[tuple[int, Fact]]:
    """Moments of a played game, the latest first, each with a fact that breaks an invariant if told again."""
    played, random = game_of_bots(game.key, count, count), Random(count)
    found: set[Any] = set()
    for moment in sorted(random.sample(range(8, len(played) - ACTIONS), len(played) // 2), reverse=True):
        for fact in random.choice(played[:moment]).facts:
            try:
                broken = tuple(violations(game, fold(game, played[moment].after, (fact,))))
            except Exception:
                continue
            if broken and (type(fact), broken) not in found and len(found) < BENDS:
                found.add((type(fact), broken))
                yield moment, fact
                break


class Bent:
    """The log of a played game that is taken back, bent and played on, again and again."""

    def __init__(self, game: Game[Any], count: int) -> None:
        self.game, self.random = game, Random(count)
        seats, options = game.sample_opening(demo(game.key), count, Random(count))
        request = OpeningRequest(seats=tuple(seats), options=options)
        session, opened, self.first = open_session(game, demo(game.key), request, "s", SECRET, STAMP)
        self.draft = UnitOfWork(session, lambda first, last: [opened][first - 1 : last])
        self.seats = seats_of(session)
        self.below = keyed_draws(SECRET, "s")
        self.breaking: set[int] = set()
        for step in game_of_bots(game.key, count, count):
            self.draft.record(step.action, STAMP, None)

    @property
    def state(self) -> Any:
        return self.draft.position.state

    def bend(self, moment: int, fact: Fact) -> bool:
        """Back to the moment, and the fact told once more. False where the table cannot be used then."""
        self.draft.retract(moment + 2, "back", STAMP, exposed=True)
        try:
            entry = self.draft.correct([msgspec.to_builtins(fact)], "so it lies on the table", STAMP)
        except NotComputable:
            return False
        self.breaking.add(entry.number)
        return True

    def play(self, tree: Mapping[str, Any], reason: str | None = None) -> Any:
        """Record it, note whether it breaks something, and give the table that it leads to."""
        before = violations(self.game, self.state)
        entry, _ = self.draft.record(tree, STAMP, self.below, reason=reason)
        if new_violations(before, violations(self.game, self.state)):
            self.breaking.add(entry.number)
        return self.state

    def offered(self) -> dict[str, Any] | None:
        offers = open_offers(self.game, self.state, self.seats)
        return sample_action(self.random.choice(offers), self.random) if offers else None


@every_game
def test_a_bent_table_goes_on_by_the_rules_against_them_and_back(game: Game[Any]):
    count = game.seat_counts[-1]
    log, tables = Bent(game, count), 0
    for moment, fact in bends(game, count):
        if not log.bend(moment, fact):
            continue
        if not open_offers(game, log.state, log.seats):
            continue  # half a story: nothing is due until a correction tells the rest
        went_on = stopped = 0
        for _ in range(ACTIONS):
            here, tree = log.draft.position, log.offered()
            if tree is None or game.is_finished(here.state):
                break
            try:
                by_the_rules = log.play(tree)
            except Rejected:
                continue
            log.draft.retract(here.version, "once more", STAMP, exposed=True)
            assert log.state == here.state
            if new_violations(violations(game, here.state), violations(game, by_the_rules)):
                with pytest.raises(NotComputable, match="would break"):
                    log.play(tree, reason="so it was played")
                stopped += 1  # one bend breaks more until a correction mends it
            else:
                assert log.play(tree, reason="so it was played") == by_the_rules, tree
                went_on += 1
        assert went_on or stopped, fact
        tables += went_on > 0
        try:
            log.draft.correct([msgspec.to_builtins(fact)], "and once more", STAMP)
        except NotComputable:
            continue  # what it names is gone by now
        log.breaking.add(log.draft.position.version)
    assert tables >= BENDS // 2
    audit = audit_session([log.first, *log.draft.stored], Library(), "s")
    assert audit.passed, audit.first_divergence
    accused = {finding.entry for finding in audit.findings if finding.kind == "invariant"}
    assert accused
    assert accused <= log.breaking


def test_xp_that_find_no_box_stop_nobody():
    """Order vs Chaos, OC-350: a wormhole's XP for a hero whose boxes are full are owed to nobody."""
    game = REGISTRY["order_vs_chaos"]
    played, seats = game_of_bots(game.key, 2, 0), seats_of(opened(game.key, 2, 0))
    found = 0
    for step in played[len(played) // 2 :: 20]:
        for seat in seats:
            gained = [{"fact": "xp_gained", "seat": seat, "n": 1, "cause": "wormhole"}]
            table = fold(game, step.after, codec_of(game).corrected(gained))
            if any(offer.type == "assign_xp" for offer in game.offers(table, seat, TRUTH)):
                continue
            found += 1
            assert obstacles(game, table, seats) == ()
    assert found


def test_an_action_beyond_the_third_leaves_the_end_of_the_turn():
    """A Time of Chaos, TC-221: nothing is offered that the rules would refuse."""
    game = REGISTRY["time_of_chaos"]
    played = game_of_bots(game.key, 2, 0)
    taken = 0
    for step in played[:60]:
        if (seat := next(iter(game.moment(step.after).active), None)) is None:
            continue
        action = [{"fact": "action_taken", "seat": seat, "action": "travel"}] * 4
        table = fold(game, step.after, codec_of(game).corrected(action))
        offered = {offer.type for offer in game.offers(table, seat, TRUTH)}
        if "end_turn" in offered:
            taken += 1
            assert not offered & {"travel", "restore", "grab", "search", "deliver", "time_travel"}
    assert taken


def test_a_table_that_one_of_many_choices_stops_says_so():
    """First Light: Items that an advancement gives in the midst of the setup leave nobody to go on."""
    game = REGISTRY["first_light"]
    played, seats = game_of_bots(game.key, 3, 2), seats_of(opened(game.key, 3, 2))
    due = {"fact": "follow_up_due", "kind": "advancement", "seat": seats[-1], "clan": "zcharo", "value": 6}
    told = [{"fact": "follow_up_done", "declined": True}, due]
    before = next(step for step in played if game.moment(step.after).phase == "setup_items")
    table = fold(game, before.after, codec_of(game).corrected(told))
    (found,) = obstacles(game, table, seats)
    assert (found.kind, found.ahead) == ("nobody", 1)


def test_chits_below_zero_stop_nobody():
    """Order vs Chaos, OC-437: what a correction has absorbed may leave fewer chits than none."""
    game = REGISTRY["order_vs_chaos"]
    played, seats = game_of_bots(game.key, 3, 1), seats_of(opened(game.key, 3, 1))
    in_rolls = (step.after for step in played if step.after.battle and step.after.battle.substep == "rolls")
    changes = {"health": 0, "track": 0, "cause": "correction"}
    for before in islice(in_rolls, 5):
        taken = [
            {"fact": "unit_changed", "unit": unit, "chits": -9, **changes} for unit in before.battle.units
        ]
        table = fold(game, before, codec_of(game).corrected(taken))
        assert min(unit.chits for unit in table.battle.units.values()) < 0
        assert obstacles(game, table, seats) == ()
