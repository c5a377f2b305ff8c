"""Two worlds side by side: what a viewer gets of a played game, and of a twin that it cannot tell from it.

As long as the entries that a viewer was shown are equal in both worlds, everything else that it gets must be
equal too. The entry that tells them apart must say that it shows or tells something.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel import PUBLIC, Chance, Game, Rejected, Viewer
from domain.kernel.engine.entries import codec_of, envelope_version
from domain.kernel.engine.playing import forced_step
from domain.kernel.engine.views import entry_view, knowledge_view, state_view
from domain.kernel.game import decide
from domain.kernel.messages import Json
from domain.kernel.offers import Offer, is_open, sample_action
from domain.kernel.selfcheck.wording import actors_for, telling_of
from domain.kernel.session.proofs import entry_proof
from tests.support.twins import Moment, Seated, Source, Twin, as_bytes

LOOKED_AT_CLOSELY = 14
"""Moments of a twin that are compared one by one; after them every tenth is."""
FURTHER_APART = 10
OFFERS_TRIED = 3
"""Offers that a viewer tries in both worlds at a moment."""
NAMES_CHANGED = 2
"""In how many places of a list a hidden name is tried."""

SeenAs: TypeAlias = Callable[[Game[Any], tuple[str, ...]], Game[Any]]
"""The game as it shows itself to those seats: a leak can be planted so."""


class Leak(AssertionError):
    """A viewer is told something that it may not know."""


class Compared:
    """What was compared, by kind. `moments`: each of one viewer and one moment, with all there is."""

    def __init__(self) -> None:
        self.moments: Counter[Viewer] = Counter()
        self.kinds: Counter[str] = Counter()
        self.longest = 0

    def follow(self, game: Game[Any], twin: Twin, around: Seated, random: Random) -> None:
        """Compare all that each viewer gets until an entry tells it the worlds apart. Raises `Leak`."""
        for viewer in (PUBLIC, *map(Viewer, around.seats)):
            self._follow(game, twin, viewer, around, random)

    def _follow(self, game: Game[Any], twin: Twin, viewer: Viewer, around: Seated, random: Random) -> None:
        acting = actors_for(game, around.seats, viewer)
        tallies = [game.statistics.start(twin.one[0].before) for _ in range(2)]
        for steps, both in enumerate(zip(twin.one, twin.other, strict=False)):
            if any(game.is_finished(moment.after) for moment in both):
                return
            where = f"{twin.what}, {steps} entries on, {viewer}"
            shown = [as_bytes(entry_view(game, moment.entry, viewer, moment.after)) for moment in both]
            if shown[0] != shown[1]:
                self._told_rightly(game, both, viewer, where)
                return
            for tally, moment in zip(tallies, both, strict=True):
                _observe(game, tally, moment)
            if both[0].after == both[1].after or (steps > LOOKED_AT_CLOSELY and steps % FURTHER_APART):
                continue
            self.moments[viewer] += 1
            self.longest = max(self.longest, steps)
            self.kinds["entries"] += 1
            proofs = [as_bytes(_proven(game, moment.entry, viewer)) for moment in both]
            self.kinds["proofs"] += 1
            if proofs[0] != proofs[1]:
                raise Leak(f"The proof of an entry tells hidden things ({where}): {proofs}")
            for kind, (mine, others) in _received(game, both, tallies, viewer, around).items():
                self.kinds[kind] += 1
                if mine != others and kind == "views" and _table_shows(game, both):
                    return
                if mine != others:
                    at = next(at for at, (a, b) in enumerate(zip(mine, others, strict=False)) if a != b)
                    seen = [text[max(0, at - 60) : at + 60] for text in (mine, others)]
                    raise Leak(f"The {kind} tell hidden things ({where}): {seen}")
            following = self._next(game, twin, steps, acting)
            self._try(game, twin, both, following, viewer, acting, random, where)

    def _told_rightly(self, game: Game[Any], both: tuple[Moment, Moment], viewer: Viewer, where: str) -> None:
        """The entry that tells the worlds apart says that it shows or tells something.

        But for what the viewer did differently itself, and for what came out before everybody's eyes.
        """
        asked, came_out = zip(*(_parted(game, moment) for moment in both), strict=True)
        own = viewer.seat is not None and asked[0].get("seat") == asked[1].get("seat") == viewer.seat
        if came_out[0] != came_out[1] or (own and asked[0] != asked[1]):
            return
        self.kinds["exposures"] += 1
        for moment in both:
            if not any(map(game.exposes, moment.facts)):
                raise Leak(f"An entry shows what was hidden and exposes nothing ({where}): {moment.facts}")

    def _next(self, game: Game[Any], twin: Twin, steps: int, acting: Sequence[str | None]) -> Json:
        """What happens next in the one world; None if it is nobody of these who acts."""
        if steps + 1 == len(twin.one):
            return None
        tree = msgspec.json.decode(twin.one[steps + 1].entry.action)
        return tree if game.actor(codec_of(game).action(tree)) in acting else None

    def _try(
        self,
        game: Game[Any],
        twin: Twin,
        both: tuple[Moment, Moment],
        following: Json,
        viewer: Viewer,
        acting: Sequence[str | None],
        random: Random,
        where: str,
    ) -> None:
        """What the viewer tries is answered alike, or it is marked that the answer tells something."""
        for tree in _attempts(game, twin, both[0].after, following, viewer, acting, random):
            answers = [_answer(game, moment.after, tree, viewer) for moment in both]
            self.kinds["refusals"] += any(refused for refused, _ in answers)
            if (answers[0][0] or answers[1][0]) and answers[0][0] != answers[1][0]:
                for refused, marked in answers:
                    if not marked:
                        raise Leak(f"A refusal tells in secret ({where}): {tree} {refused} {answers}")


def _proven(game: Game[Any], entry: Any, viewer: Viewer) -> Json:
    """What the file to check proves of an entry, as if it ended here: all but salts and hashes."""
    sealed = replace(entry, envelope=envelope_version())
    body = msgspec.json.encode(sealed, order="sorted")
    return opened_parts(entry_proof(game, sealed, body, viewer, viewer)["tree"])


def opened_parts(tree: Json) -> list[Json]:
    """The parts of a tree that are shown, in the order of their names and values."""
    if isinstance(tree, str):
        return []
    if isinstance(tree, list):
        return sorted((part for child in tree for part in opened_parts(child)), key=as_bytes)
    held = opened_parts(tree["tree"]) if "tree" in tree else tree["value"]
    return [[tree["name"], sorted(tree), held]]


def _parted(game: Game[Any], moment: Moment) -> tuple[dict[str, Json], dict[str, Json]]:
    """What was asked for, without any outcome, and those members of it that chance decided openly."""
    tree, action = (
        msgspec.json.decode(moment.entry.action),
        codec_of(game).actions.decode(moment.entry.action),
    )
    members = {outcome.field.partition("/")[0] for outcome in moment.entry.outcomes}
    asked = {name: value for name, value in tree.items() if name not in members}
    opened = {name: tree[name] for name in members & tree.keys() if not game.secrecy.hides(action, name)}
    return asked, opened


def _table_shows(game: Game[Any], both: Sequence[Moment]) -> bool:
    """Whether the entry is stated to lead to a table that shows what was hidden."""
    return all(any(game.secrecy.leads_to_sight(fact) for fact in moment.facts) for moment in both)


def _received(
    game: Game[Any],
    both: Sequence[Moment],
    tallies: Sequence[Any],
    viewer: Viewer,
    around: Seated,
) -> dict[str, tuple[bytes, bytes]]:
    """All that the viewer gets at a moment, by kind, in both worlds."""

    def of(moment: Moment, tally: Any) -> dict[str, Any]:
        state = moment.after
        told = telling_of(game, state, viewer, around.naming, around.seats)
        return {
            "views": state_view(game, state, viewer),
            "knowledge": knowledge_view(game, state, viewer),
            "offers": told.offers,
            "words": (told.words, told.asks),
            "boards": told.board,
            "standing": game.standing(state),
            "moment": game.moment(state),
            "forced steps": forced_step(game, state, around.seats),
            "series": [list(one.points(moment.before, moment.facts, state)) for one in game.series],
            "statistics": _rows(game, tally, state),
        }

    mine, others = (of(moment, tally) for moment, tally in zip(both, tallies, strict=True))
    return {kind: (as_bytes(mine[kind]), as_bytes(others[kind])) for kind in mine}


def _observe(game: Game[Any], tally: Any, moment: Moment) -> None:
    state = moment.before
    for fact in moment.facts:
        after = game.evolve(state, fact)
        game.statistics.observe(tally, state, fact, after)
        state = after


def _rows(game: Game[Any], tally: Any, state: Any) -> list[Any]:
    """The figures of a session that is not finished."""
    running = {measure.key for measure in game.statistics.measures if not measure.only_finished}
    return [row for row in game.statistics.rows(tally, state) if row.measure in running] if running else []


def _attempts(
    game: Game[Any],
    twin: Twin,
    state: Any,
    following: Json,
    viewer: Viewer,
    acting: Sequence[str | None],
    random: Random,
) -> Iterator[dict[str, Json]]:
    """What one may think of: what is offered or happens next, with a hidden name in each name's place."""
    offers = [
        offer
        for actor in acting
        for offer in game.offers(state, actor, viewer)
        if not any(map(is_open, offer.parameters.values()))
    ]
    chosen = random.sample(offers, min(len(offers), OFFERS_TRIED))
    chosen += [offer for offer in offers if offer not in chosen and _mentions(offer, twin.names)]
    trees = [sample_action(offer, random, declare=True) for offer in chosen]
    for tree in (*trees, *([following] if following else [])):
        yield tree
        for name in twin.names:
            yield from _with_name(tree, name)


def _mentions(offer: Offer, names: Iterable[str]) -> bool:
    text = as_bytes(offer.parameters)
    return any(f'"{name}"'.encode() in text for name in names)


def _with_name(tree: dict[str, Json], name: str) -> Iterator[dict[str, Json]]:
    """The action with that name in each place in turn where one stands."""
    for member, value in tree.items():
        if member not in ("type", "seat"):
            yield from ({**tree, member: changed} for changed in _changed(value, name))


def _changed(value: Json, name: str) -> Iterator[Json]:
    if isinstance(value, str):
        yield name
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from ({**value, key: changed} for changed in _changed(part, name))
    elif isinstance(value, list | tuple):
        for at, part in enumerate(value[:NAMES_CHANGED]):
            yield from ([*value[:at], changed, *value[at + 1 :]] for changed in _changed(part, name))


def _answer(game: Game[Any], state: Any, tree: dict[str, Json], viewer: Viewer) -> tuple[Any, bool]:
    """What the refusal says, None if there is none; and whether the answer is marked as telling something."""
    try:
        action = codec_of(game).action(tree)
    except msgspec.ValidationError as error:
        return str(error), False
    chance = Chance()
    try:
        decide(game, state, action, chance)
    except Rejected as rejection:
        asked = not all(map(viewer.knows, chance.asked_of))
        return (rejection.rule, rejection.message, rejection.field), rejection.probes or asked
    named = any(game.secrecy.hides(action, outcome.field) for outcome in chance.outcomes)
    return None, chance.probed or named or not all(map(viewer.knows, chance.asked_of))


class Search(Struct, frozen=True):
    """How many twins of each played game are followed, and what has to come of it.

    twins: of one game at most; enough: moments of one game after which no further twin is followed; moments,
    entries_on: what has to be compared over all, and how long two worlds have to stay alike.
    """

    twins: int
    enough: int
    moments: int
    entries_on: int


def compare_worlds(game: Game[Any], search: Search, seen_as: SeenAs | None = None) -> Compared:
    """Follow twins of one played game for each number of seats. Raises `Leak`.

    Worlds are found with the game as it is; `seen_as` gives the game as it shows itself to those seats.
    """
    compared = Compared()
    for count in game.seat_counts:
        source = source_of(game, count)
        shown = game if seen_as is None else seen_as(game, source.seats)
        before = compared.moments.total()
        for number, twin in enumerate(source.twins(search.twins)):
            if compared.moments.total() - before > search.enough:
                break
            compared.follow(shown, twin, source, Random(number))
    total = compared.moments.total()
    if total < search.moments:
        raise Leak(f"Only {total} moments of worlds that somebody cannot tell apart: too much is shown.")
    if compared.longest < search.entries_on:
        raise Leak(f"Worlds are told apart after {compared.longest} entries at most.")
    return compared


def alike(game: Game[Any], twin: Twin, viewer: Viewer, *, to_the_end: bool = False) -> int:
    """How many entries of the twin the viewer cannot tell from those of the game, before either is over.

    to_the_end: those that end it too, of a game that does not open then.
    """
    steps = 0
    for both in zip(twin.one, twin.other, strict=False):
        if not to_the_end and any(game.is_finished(moment.after) for moment in both):
            break
        shown = {as_bytes(entry_view(game, moment.entry, viewer, moment.after)) for moment in both}
        if len(shown) > 1 or _table_shows(game, both):
            break
        steps += 1
    return steps


_SOURCES: dict[tuple[str, int], Source] = {}


def source_of(game: Game[Any], count: int) -> Source:
    """The game that bots play with so many seats, made once."""
    if (game.key, count) not in _SOURCES:
        _SOURCES[game.key, count] = Source(game, count)
    return _SOURCES[game.key, count]
