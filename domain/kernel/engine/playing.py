"""Playing a game through its offers: for bots, property tests and benchmarks.

It also says which outcomes an action still needs, and whether an action means the same on a later table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, assert_never

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.chance import Below, Chance, Undeclared, as_json, put, spelled_with
from domain.kernel.engine.entries import codec_of
from domain.kernel.game import Game, decide
from domain.kernel.messages import PUBLIC, TRUTH, Action, Fact, Json, Viewer
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
    admits,
    is_open,
    sample_action,
)
from domain.kernel.rejection import Rejected

# Playing a game out through its offers: what bots, property tests and benchmarks share.


class Played(Struct, frozen=True):
    """One action of a played game: complete with its outcomes, its facts, and the states around it."""

    action: dict[str, Json]
    facts: tuple[Fact, ...]
    before: Any
    after: Any


def open_offers(game: Game[Any], state: Any, seats: tuple[str, ...]) -> list[Offer]:
    """All that anybody, the table included, may do now and a bot can choose from."""
    return [
        offer
        for seat in (None, *seats)
        for offer in game.offers(state, seat, TRUTH)
        if not any(is_open(domain) for domain in offer.parameters.values())
    ]


def bots_choice(
    game: Game[Any],
    state: Any,
    seats: tuple[str, ...],
    random: Random,
    *,
    sensibly: bool = True,
    people: frozenset[str] = frozenset(),
) -> Json | None:
    """The next action of the bots, as JSON; None: nothing is left to do, or somebody else is awaited.

    sensibly: as the game's own bot chooses, where it has one. people: the seats that are played by others;
    while these alone are awaited and can act, bots wait.
    """
    if game.is_finished(state):
        return None
    offers = _come_to_something(open_offers(game, state, seats))
    if people:
        offers = _left_to_bots(game, state, offers, people)
    if not offers:
        return None
    chosen = game.bot(state, offers, random) if game.bot is not None and sensibly else None
    tree = chosen if chosen is not None else sample_action(random.choice(offers), random)
    return None if people and game.actor(codec_of(game).action(tree)) in people else tree


def _come_to_something(offers: Sequence[Offer]) -> Sequence[Offer]:
    """The offers without the idle ones, unless there are no others."""
    return [offer for offer in offers if not offer.idle] or offers


def _left_to_bots(
    game: Game[Any], state: Any, offers: Sequence[Offer], people: frozenset[str]
) -> Sequence[Offer]:
    actors = [actor_of(game, offer) for offer in offers]
    awaited = {actor for actor in actors if actor in game.moment(state).active}
    if awaited and awaited <= people:
        return []
    return [offer for offer, actor in zip(offers, actors, strict=True) if actor not in people]


def actor_of(game: Game[Any], offer: Offer) -> str | None:
    """The seat of the offer. If it names none, the game derives the seat from a sampled action."""
    if offer.seat is not None:
        return offer.seat
    return game.actor(codec_of(game).action(sample_action(offer, Random(0))))


def play(
    game: Game[Any],
    state: Any,
    seats: tuple[str, ...],
    random: Random,
    *,
    most_actions: int,
    sensibly: bool = True,
) -> Iterator[Played]:
    """Play from `state` until the game is finished, nothing is offered, or `most_actions` are taken.

    Outcomes are drawn with `random`. With `sensibly` the game's own bot chooses, where it has one.
    """
    codec = codec_of(game)
    for _ in range(most_actions):
        tree = bots_choice(game, state, seats, random, sensibly=sensibly)
        if tree is None:
            return
        chance = Chance(lambda n, _: random.randrange(n))
        action = codec.action(tree)
        facts, after = decide(game, state, action, chance)
        complete = as_json(action)
        for path, value in chance.drawn.items():
            put(complete, path, value)
        yield Played(complete, facts, state, after)
        state = after


# Forced steps: actions that nobody chooses, which a session may take by itself.

MOST_FORMS = 4


def forced_step(game: Game[Any], state: Any, seats: Sequence[str]) -> Action | None:
    """The action that is the only way on, if the game lets a session take it by itself; else None.

    It is the only one offered to anybody, whoever looks; it needs no outcome, tells nothing hidden, does the
    same in every form that it has, and does not end the game.
    """
    if not game.forced_steps or game.is_finished(state):
        return None
    offers = _offers_to_all(game, state, seats, TRUTH)
    if len(offers) != 1 or offers[0].type not in game.forced_steps:
        return None
    if _offers_to_all(game, state, seats, PUBLIC) != offers:
        return None
    found: list[tuple[Action, tuple[Fact, ...]]] = []
    for tree in _forms(offers[0]):
        action, chance = codec_of(game).action(tree), Chance()
        try:
            facts, after = decide(game, state, action, chance)
        except Rejected:
            continue
        if chance.asked_of or chance.probed or game.is_finished(after) or any(map(game.exposes, facts)):
            return None
        found.append((action, facts))
    return found[0][0] if found and all(facts == found[0][1] for _, facts in found) else None


def _offers_to_all(game: Game[Any], state: Any, seats: Sequence[str], viewer: Viewer) -> list[Offer]:
    return [offer for actor in (None, *seats) for offer in game.offers(state, actor, viewer)]


def _forms(offer: Offer) -> list[dict[str, Json]]:
    """Every action of an offer that has few; none where it has more, or needs an outcome."""
    begun: dict[str, Json] = {"type": offer.type}
    if offer.seat is not None:
        begun["seat"] = offer.seat
    forms = [begun]
    for name, domain in offer.parameters.items():
        values = _few_values(domain)
        if len(forms) * len(values) > MOST_FORMS:
            return []
        forms = [form | ({} if value is None else {name: value}) for form in forms for value in values]
    return forms


def _few_values(domain: Domain) -> Sequence[Json]:
    """The values of a domain that a person may choose from, if they are few; else none."""
    match domain:
        case Choice(values=values):
            return values
        case Range(least=least, most=most):
            return range(least, most + 1)
        case Several(values=values, least=least, most=most) if least == most and most in (0, len(values)):
            return [list(values[:most])]
        case Optional(of=of):
            inner = _few_values(of)
            return [None, *inner] if inner else []
    return []


# Independence: whether an action that was chosen on an earlier table means the same on that of now.


def means_the_same(
    game: Game[Any], seen: Any, now: Any, action: Action, viewer: Viewer, example: Below | None
) -> bool:
    """Whether the action does on `now` what it does on `seen`, as far as the viewer is shown.

    More may follow from it now, as when the last of several seats makes its plan: what it does on `seen`
    comes first. `example` draws what is not declared, once for both, and has nothing to do with the draws of
    the session: so the answer reveals nothing about those. A refusal that reveals something hidden, and an
    outcome that must still be declared, make no difference: recording the action reports them as always.
    """
    try:
        chance = Chance(example)
        facts, _ = decide(game, now, action, chance)
    except Undeclared:
        return True
    except Rejected as rejection:
        return rejection.probes
    except Exception:  # a table that was corrected: the rules may meet what they hold impossible
        return False
    try:
        same = codec_of(game).actions.decode(spelled_with(action, chance.drawn))
        before, _ = decide(game, seen, same, Chance())
    except Exception:
        return False
    shown = _shown(game, before, viewer)
    return _shown(game, facts, viewer)[: len(shown)] == shown


def _shown(game: Game[Any], facts: Any, viewer: Viewer) -> list[Json]:
    views = (game.fact_view(fact, viewer) for fact in facts)
    return [view for view in views if view is not None]


# Asked outcomes: what the table must roll or draw next, for an action whose outcomes it declares.

UNLISTED = Open("what the table saw")


def asked_outcome(
    game: Game[Any], state: Any, action: Mapping[str, Json], missing: Undeclared, viewer: Viewer
) -> Domain:
    """The values of the outcome that the rules missed, as far as the viewer may know.

    The rules list them; if they do not because the values are hidden, the offer of the action does.
    """
    if missing.asks is not None:
        return missing.asks(viewer)
    actor = game.actor(codec_of(game).action(action))
    path = (missing.field or "").split("/")
    for offer in game.offers(state, actor, viewer):
        others = {name: of for name, of in offer.parameters.items() if name != path[0]}
        if offer.type == action["type"] and all(admits(of, action.get(name)) for name, of in others.items()):
            listed = _at(offer.parameters.get(path[0]), path[1:])
            if listed is not None:
                return listed
    return UNLISTED


def _at(domain: Domain | None, path: Sequence[str]) -> Domain | None:
    """The part of the domain at this path, without the wrappers that make it optional."""
    while isinstance(domain, Optional | Outcome):
        domain = domain.of
    if not path:
        return None if isinstance(domain, Depends) else domain
    return _at(domain.keys.get(path[0]), path[1:]) if isinstance(domain, Each) else None


# Offers of a session whose outcomes are drawn: they ask for none of them.


def without_outcomes(offer: Offer) -> Offer:
    """The offer without the parameters that chance decides: left out, they are drawn."""
    left = {name: _asked(of) for name, of in offer.parameters.items()}
    return replace(offer, parameters={name: of for name, of in left.items() if of is not None})


def is_decided_by_chance(game: Game[Any], offer: Offer, *, drawn: bool, sees_all: bool) -> bool:
    """Whether an action of this offer draws, or names an outcome that somebody may not see.

    Nothing can follow such an action in a list. drawn: outcomes that are left out are drawn. sees_all: the
    viewer sees everything, so that naming a hidden outcome tries nothing. Outcomes of which the rest of the
    action decides whether they are needed do not count.
    """
    if not any(_has_outcome(domain) for domain in offer.parameters.values()):
        return False
    if drawn:
        return True
    kind = codec_of(game).by_name[offer.type]
    return not sees_all and any(
        _has_outcome(domain) and game.secrecy.may_hide(kind, name)
        for name, domain in offer.parameters.items()
    )


def _has_outcome(domain: Domain) -> bool:
    """Whether chance decides a value of the domain, or part of it, regardless of the rest of the action."""
    match domain:
        case Outcome(of=of, chosen=chosen):
            return not chosen and not isinstance(of, Depends)
        case Each(keys=keys):
            return any(map(_has_outcome, keys.values()))
        case Gathered(parts=parts) | Listed(of=parts):
            return any(map(_has_outcome, parts))
    return False


def _asked(domain: Domain) -> Domain | None:
    """The part of the domain that is left to choose; None if chance decides all of it."""
    match domain:
        case Outcome(chosen=False):
            return None
        case Each(keys=keys):
            each = {key: _asked(of) for key, of in keys.items()}
            return replace(domain, keys={key: of for key, of in each.items() if of is not None})
        case Gathered(parts=parts):
            return replace(domain, parts=tuple(of for part in parts if (of := _asked(part)) is not None))
        case Listed(of=parts):
            return replace(domain, of=tuple(of for part in parts if (of := _asked(part)) is not None))
        case Optional(of=of):
            inner = _asked(of)
            return None if inner is None else replace(domain, of=inner)
        case Open(form=form):
            return domain if form is None else replace(domain, form=_asked(form))
        case Choice() | Range() | Several() | Split() | Assign() | Dealt() | Grid() | Joined() | Exchanges():
            return domain
        case Outcome() | Written() | Depends():
            return domain
        case _:
            assert_never(domain)
