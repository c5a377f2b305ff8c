"""Trial games, played at random under close checks, then by the game's bot; trial openings.

They find at the first step what a game's tables do not show: a fact that cannot be folded, a state that
is changed in place, an offer without its outcome, an undeclared measure. Trial openings check that the
rules accept the form's defaults, and that sample openings fit the form.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, assert_never

import msgspec

from domain.kernel.chance import Chance
from domain.kernel.components import ComponentSet, InvalidComponents
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import play
from domain.kernel.engine.views import eyes_of_all, must_be_shown, must_be_usable
from domain.kernel.game import Game
from domain.kernel.messages import TRUTH, Action, Fact
from domain.kernel.offers import (
    Assign,
    Choice,
    Dealt,
    Depends,
    Domain,
    Each,
    Exchanges,
    Gathered,
    Grid,
    Joined,
    Listed,
    Offer,
    Open,
    Optional,
    Outcome,
    Range,
    Several,
    Split,
    Written,
    is_open,
    sample_action,
)
from domain.kernel.opening_form import Unasked, can_open, form_faults, sample_of
from domain.kernel.rejection import Rejected
from domain.kernel.selfcheck.wording import faults_of, telling_of
from domain.kernel.session.opening import load_components, opening_form
from domain.kernel.session.rendering import fact_in_words, naming
from domain.kernel.statistics import Row

# Trial openings: whether a game's opening form asks for what its rules take, and for all of it.

SEEDS = 5


def opening_fault(game: Game[Any], components: ComponentSet) -> str | None:
    """The first thing that is wrong with the form, in a sentence; None: nothing."""
    for count in game.seat_counts:
        try:
            form = opening_form(game, components, count)
        except (Unasked, KeyError) as error:
            return f"Its opening form is not whole: {error.args[0]}."
        if not can_open(form, count):
            return f"Its opening form has a question without values for {count} seats."
        seats, options = sample_of(form, count)
        try:
            read = msgspec.convert(seats, tuple.__class_getitem__((game.seat_type, ...)))
            game.admit(components, read, msgspec.convert(options, game.options_type))
        except (Rejected, msgspec.ValidationError) as error:
            told = str(error).rstrip(".")
            return f"What its opening form takes by itself for {count} seats is refused: {told}."
        for seed in range(SEEDS):
            opening = game.sample_opening(components, count, Random(seed))
            if fault := next(form_faults(form, *opening), None):
                return f"A sample_opening for {count} seats does not match its opening form: {fault}"
    return None


# A trial game: played at random for a while with a close look, then by the game's bot to its end.

CLOSELY = 40
"""Actions of a trial game that are looked at one by one."""
MOST_ACTIONS = 4_000
"""By then bots have finished a game."""


class _Fault(Exception):
    """A fault of the game, in a sentence."""


def trial_fault(game: Game[Any]) -> str | None:
    """The first fault in trial games with the fewest and with the most seats; None: there is none."""
    try:
        components = _components(game)
        for count in sorted({game.seat_counts[0], game.seat_counts[-1]}):
            _Trial(game, components, count).look_closely()
        _Trial(game, components, game.seat_counts[0]).count_to_the_end()
        return opening_fault(game, components)
    except _Fault as fault:
        return str(fault)


def set_fault(game: Game[Any], components: ComponentSet, count: int) -> str | None:
    """The first fault of a component set in trial games with that many seats; None: there is none.

    Its offers are looked at closely for a while, and a bot plays with it until the game is finished.
    """
    try:
        _Trial(game, components, count).look_closely()
        trial = _Trial(game, components, count)
        trial.count_to_the_end()
        if not game.is_finished(trial.state):
            raise _Fault(f"Bots do not finish a game within {MOST_ACTIONS} actions.")
        return opening_fault(game, components)
    except _Fault as fault:
        return str(fault)


def _components(game: Game[Any]) -> ComponentSet:
    sets = game.demo_sets()
    if "demo" not in sets:
        raise _Fault("Its demo_sets hold no set named `demo`.")
    try:
        return load_components(game, sets["demo"])
    except InvalidComponents as error:
        raise _Fault(f"Its demo set is not valid: {error}.") from error


class _Trial:
    """A game from its sample opening."""

    def __init__(self, game: Game[Any], components: ComponentSet, count: int) -> None:
        self.game = game
        self.box = components.box
        self.random = Random(count)
        self.state: Any = None
        self.seats: tuple[str, ...] = ()
        self._open(components, count)

    def _open(self, components: ComponentSet, count: int) -> None:
        game = self.game
        try:
            trees, options = game.sample_opening(components, count, self.random)
            seats = msgspec.convert(trees, tuple.__class_getitem__((game.seat_type, ...)))
            chosen = msgspec.convert(options, game.options_type)
            game.admit(components, seats, chosen)
            self.state = game.initial(components, seats, chosen)
        except Rejected as error:
            raise _Fault(f"Its sample_opening for {count} seats is refused: {error}.") from error
        except Exception as error:
            raise _Fault(f"Its sample_opening for {count} seats fails: {_told(error)}.") from error
        self.seats = tuple(seat.seat for seat in seats)
        try:
            self.naming = naming(game, components, msgspec.to_builtins(seats))
        except Exception as error:
            raise _Fault(f"Its words have no names for its demo set: {_told(error)}.") from error

    def _written(self, state: Any) -> str:
        """The state as text, without the box, which is the same throughout."""
        fields = getattr(state, "__struct_fields__", ())
        members = [value for name in fields if (value := getattr(state, name)) is not self.box]
        return repr(members or state)

    def look_closely(self) -> None:
        """Actions drawn from the offers, with all that the kernel asks of a game before and after each."""
        facts: tuple[Fact, ...] = ()
        self._look(facts)
        for _ in range(CLOSELY):
            if self.game.is_finished(self.state):
                return
            offers = self._open_offers()
            self._must_be_told(facts)
            offer = self.random.choice(offers)
            tree = sample_action(offer, self.random)
            try:
                action = codec_of(self.game).action(tree)
            except msgspec.ValidationError as error:
                raise _Fault(
                    f"An offer of {offer.type} gives an action that cannot be read: {error}."
                ) from error
            chance = Chance(lambda n, _: self.random.randrange(n))
            facts = self._decided(action, chance)
            _must_offer_outcomes(offer, chance)
            self._look(facts)

    def _open_offers(self) -> list[Offer]:
        """The offers to the table and to all seats, except those that cannot be enumerated."""
        fields = {
            str(kind.__struct_config__.tag): kind.__struct_encode_fields__ for kind in self.game.actions
        }
        found = []
        for seat in (None, *self.seats):
            for offer in self.game.offers(self.state, seat, TRUTH):
                if offer.type not in fields:
                    raise _Fault(f"{offer.type} is offered but is not a tag in the table `actions`.")
                for name in offer.parameters.keys() - {*fields[offer.type]}:
                    raise _Fault(f"An offer of {offer.type} names {name}, which that action does not have.")
                if not any(map(is_open, offer.parameters.values())):
                    found.append(offer)
        if not found:
            raise _Fault("Nothing that a bot can choose is offered, and the game is not finished.")
        return found

    def _decided(self, action: Action, chance: Chance) -> tuple[Fact, ...]:
        """Decide an action, fold its facts one by one, and return them."""
        name = str(type(action).__struct_config__.tag)
        facts: list[Fact] = []
        text = self._written(self.state)
        for fact in self._told_by_rules(action, chance):
            if type(fact) not in self.game.facts:
                raise _Fault(f"decide tells {type(fact).__name__}, which is missing in the table `facts`.")
            if self._written(self.state) != text:
                raise _Fault(f"decide changes the state in place when it gets {name}.")
            facts.append(fact)
            before = self.state
            try:
                self.state = self.game.evolve(before, fact)
            except Exception as error:
                raise _Fault(f"{type(fact).__name__} cannot be folded: {_told(error)}.") from error
            if self._written(before) != text:
                raise _Fault(f"{type(fact).__name__} changes the state in place.")
            text = self._written(self.state)
        if self._written(self.state) != text:
            raise _Fault(f"decide changes the state in place when it gets {name}.")
        return tuple(facts)

    def _told_by_rules(self, action: Action, chance: Chance) -> Iterator[Fact]:
        name = str(type(action).__struct_config__.tag)
        try:
            story = self.game.decide(self.state, action, chance)
            if not hasattr(story, "send"):
                raise _Fault("decide is not a generator: it must yield the facts.")
            fact = next(story)
            while True:
                yield fact
                fact = story.send(self.state)
        except StopIteration:
            return
        except Rejected as error:
            raise _Fault(f"{name} is offered and then refused: {error}") from error
        except KeyError as error:
            if error.args[:1] in ((type(action),), (name,)):
                raise _Fault(f"decide knows no rule for {type(action).__name__}.") from error
            raise _Fault(f"decide fails on {name}: {_told(error)}.") from error
        except _Fault:
            raise
        except Exception as error:
            raise _Fault(f"decide fails on {name}: {_told(error)}.") from error

    def _look(self, facts: Sequence[Fact]) -> None:
        """Check that table and facts can be shown to every viewer, and that no invariant is violated."""
        text = self._written(self.state)
        try:
            must_be_usable(self.game, self.state, self.seats)
            must_be_shown(self.game, facts, self.seats)
            broken = self.game.invariants(self.state)
        except Exception as error:
            raise _Fault(f"A table of a trial game cannot be shown: {_told(error)}.") from error
        if self._written(self.state) != text:
            raise _Fault("Code that may only read the state changes it in place: a view, offers, scoring …")
        if broken:
            raise _Fault(f"An offered action breaks an invariant: {broken[0]}.")
        told = [seat.seat for seat in self.game.standing(self.state).seats]
        if len({*told}) != len(told) or not {*self.seats} <= {*told}:
            raise _Fault("The standing does not list every seat once.")

    def _must_be_told(self, facts: Sequence[Fact]) -> None:
        """Check that words and board leave nothing out, for any viewer."""
        for viewer in eyes_of_all(self.seats):
            try:
                for fact in facts:
                    if (shown := self.game.fact_view(fact, viewer)) is not None:
                        fact_in_words(self.game, shown, self.naming, strict=True)
                telling = telling_of(self.game, self.state, viewer, self.naming, self.seats)
            except Exception as error:
                raise _Fault(f"A table of a trial game cannot be rendered: {_told(error)}.") from error
            for fault in faults_of(self.game, telling):
                raise _Fault(fault)

    def count_to_the_end(self) -> None:
        """The statistics of a game that the bot plays."""
        game, statistics = self.game, self.game.statistics
        try:
            tally = statistics.start(self.state)
            for step in play(game, self.state, self.seats, self.random, most_actions=MOST_ACTIONS):
                for fact in step.facts:
                    after = game.evolve(self.state, fact)
                    statistics.observe(tally, self.state, fact, after)
                    self.state = after
            rows = list(statistics.rows(tally, self.state))
        except Exception as error:
            raise _Fault(f"A trial game cannot be played and counted to its end: {_told(error)}.") from error
        for row in rows:
            self._must_be_declared(row)

    def _must_be_declared(self, row: Row) -> None:
        measure = next((one for one in self.game.statistics.measures if one.key == row.measure), None)
        if measure is None:
            raise _Fault(f"The statistics give rows of {row.measure}, which is not a declared measure.")
        for name in sorted(row.dimensions.keys() - {*measure.dimensions}):
            raise _Fault(
                f"Rows of the measure {row.measure} have a dimension {name} that it does not declare."
            )
        if (row.seat in self.seats) != (measure.per == "seat"):
            raise _Fault(f"The measure {row.measure} is declared per {measure.per}; its rows are not.")


def _must_offer_outcomes(offer: Offer, chance: Chance) -> None:
    """Check that every draw is an outcome of the offer: else nobody could declare the same roll."""
    for path in chance.drawn:
        name = path.partition("/")[0]
        if name not in offer.parameters or not _has_outcome(offer.parameters[name]):
            raise _Fault(f"{offer.type} draws {path}, and its offer does not hold {name} as an Outcome.")


def _has_outcome(domain: Domain) -> bool:
    match domain:
        case Outcome():
            return True
        case Each(keys=keys):
            return any(map(_has_outcome, keys.values()))
        case Gathered(parts=parts) | Listed(of=parts):
            return any(map(_has_outcome, parts))
        case Optional(of=of):
            return _has_outcome(of)
        case (
            Choice()
            | Range()
            | Several()
            | Split()
            | Assign()
            | Dealt()
            | Grid()
            | Joined()
            | Exchanges()
            | Written()
            | Depends()
            | Open()
        ):
            return False
        case _:
            assert_never(domain)


def _told(error: Exception) -> str:
    """The error that was raised, and where."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({place.filename}:{place.lineno})"
