"""The story that is frozen: sessions of every game, in which everything happens that a table can do.

It is told through the HTTP API and the command line alone. Only what a bot chooses, what a correction says
and which file is imported is worked out beside them, with the code at hand.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from click.testing import CliRunner

from domain.games import REGISTRY
from domain.kernel.engine.entries import RecordedBy, codec_of
from domain.kernel.engine.playing import open_offers
from domain.kernel.offers import sample_action
from domain.kernel.session import Stamp, UnitOfWork, seats_of
from replays.library import Library
from replays.portable import PortableHead, packed, portable, read_all, write
from replays.simulate import openings, simulate_one
from service.cli import main
from service.sessions.tokens import holders_of
from tests.support.frozen.asking import Asking, Refused, Told
from tests.support.service.answers import answered

LIBRARY = Path(__file__).parents[3] / "replays" / "recorded_games"
EVENTFUL = 48
"""Actions of a recorded game that the eventful sessions play."""
DRAWN = 30
"""Actions that a bot takes in a drawn session."""
OWN_EDITION = 20
"""Actions of a recorded game that are played with an uploaded component set."""
PLAYED_ELSEWHERE = 230
"""Actions after which bots give a game up: three of the five titles are at their end before."""
IMPORTED = 60
"""Entries of a file that is imported in part."""
TEXT = "What the table says, with “quotes”, ünïcödé and a line\nbreak."
ABOUT: tuple[dict[str, Any], ...] = (
    {"visibility": "public", "tags": ["frozen", "league:7"], "timezone": "Europe/Berlin"},
    {"visibility": "link"},
    {"visibility": "private", "sandbox": True},
)


def tell(asking: Asking, environment: dict[str, str], folder: Path) -> None:
    """The whole story, for every game. `folder` is for files on their way."""
    for game in REGISTRY:
        tell_recorded(asking, game)
        eventful = tell_eventful(asking, game)
        tell_drawn(asking, game)
        tell_own_component_set(asking, game)
        tell_imports(asking, game, environment, folder)
        revoke(asking, eventful)


@cache
def recorded_games(game: str) -> dict[str, tuple[dict[str, Any], ...]]:
    """By name, the opening and the actions of every recorded game of the title."""
    return {
        path.stem: tuple(json.loads(line) for line in path.read_text("utf-8").splitlines())
        for path in sorted((LIBRARY / game).glob("*.jsonl"))
    }


def chosen_games(game: str) -> Iterator[tuple[str, dict[str, Any], Sequence[dict[str, Any]], bool]]:
    """As few actions as meet every type of action: one recorded game whole, others as far as they are needed.

    Yields name, opening, actions, and whether they are all of them.
    """
    games = recorded_games(game)
    lengths = min((_lengths(games, whole) for whole in games), key=lambda lengths: sum(lengths.values()))
    for name, length in lengths.items():
        opening, *actions = games[name]
        yield name, opening, actions[:length], length == len(actions)


def _lengths(games: Mapping[str, Sequence[dict[str, Any]]], whole: str) -> dict[str, int]:
    """By name, how many actions of these games meet every type of action, with one of them `whole`."""
    lengths = {whole: len(games[whole]) - 1}
    first: dict[str, tuple[int, str]] = {}
    for name, lines in games.items():
        for kind, place in _first_places(lines).items():
            first[kind] = min(first.get(kind, (place, name)), (place, name))
    for kind in sorted(first.keys() - _first_places(games[whole]).keys()):
        place, name = first[kind]
        lengths[name] = max(lengths.get(name, 0), place)
    return lengths


def _first_places(lines: Sequence[dict[str, Any]]) -> dict[str, int]:
    """By type of action, which action was the first of it, from 1."""
    places: dict[str, int] = {}
    for place, action in enumerate(lines[1:], 1):
        places.setdefault(action["type"], place)
    return places


def tell_recorded(asking: Asking, game: str) -> None:
    """The recorded games with every outcome declared: whole and closed, or left open."""
    for (name, opening, actions, whole), about in zip(chosen_games(game), cycle(ABOUT), strict=False):
        seats = [seat["seat"] for seat in opening["seats"]]
        people = {
            "players": {seat: f"player-{place}" for place, seat in enumerate(seats)},
            "labels": {seats[0]: "the one by the wïndow"},
        }
        told = asking.open(name, opening, **about, **(people if about["visibility"] == "public" else {}))
        asking.act(told, actions)
        if whole:
            asking.post(told, "/close", {})
            asking.post(told, "/notes", {"text": "A good evening."}, f"seat:{seats[0]}")


def tell_eventful(asking: Asking, game: str) -> Told:
    """Noted, corrected, taken back, against the rules, forked, closed as abandoned."""
    opening, *actions = max(recorded_games(game).values(), key=lambda lines: len(lines[0]["seats"]))
    key = f"opening-of-{game}-eventful"
    told = asking.open("eventful", opening, visibility="private", tags=["eventful"], action_id=key)
    seats = [seat["seat"] for seat in opening["seats"]]
    first, second = f"seat:{seats[0]}", f"seat:{seats[1]}"
    asking.post(told, "/notes", {"text": TEXT}, first)
    asking.act(told, actions[:6])
    asking.post(told, "/settings", {"seats_may_override": False}, "owner")
    asking.post(told, "/notes", {"text": "Mine.", "visible_to": [seats[0]], "about": 3}, first)
    asking.post(told, "/notes", {"text": "Nobody's but the scribe's.", "visible_to": []})
    asking.post(told, "/notes", {"text": "Both of ours.", "visible_to": seats[:2], "about": 2}, second)
    correct(asking, told, actions, "the scribe was out of the room")
    guess(asking, told, actions[:EVENTFUL])
    take_back(asking, told, actions[:EVENTFUL])
    asking.act(told, [actions[told.done] | _moved(actions[told.done]) | {"action_id": f"{game}-action"}])
    correct(asking, told, actions, "again", about=last_seen_by_all(asking, told))
    branch = fork(asking, told, "fork of eventful", None)
    asking.act(branch, actions[told.done : told.done + 5])
    asking.post(branch, "/notes", {"text": "Another way."}, first)
    against_the_rules(asking, told, game)
    version = asking.version(told)
    asking.post(told, "/retractions", {"to": version - 1, "reason": "we want no house rules"})
    asking.act(told, actions[told.done : told.done + 2])
    against_the_rules(asking, told, game)
    fork(asking, told, "fork with a house rule", None)
    fork(asking, told, "fork of the beginning", 5)
    asking.post(told, "/close", {"outcome": "abandoned"})
    asking.post(told, "/notes", {"text": "A pity."}, second)
    asking.post(told, "/notes", {"text": "Mine to the end.", "visible_to": [seats[0]]}, first)
    return told


def _moved(action: dict[str, Any]) -> dict[str, str]:
    return {} if "moved_at" in action else {"moved_at": "2026-03-06T20:15:00+01:00"}


def correct(
    asking: Asking, told: Told, actions: Sequence[dict[str, Any]], reason: str, **more: object
) -> None:
    """The facts of the next action, without saying which action it was."""
    handler = asking.services.handler
    session = handler.look(told.id)
    draft = UnitOfWork(session, handler.reading(session))
    stamp = Stamp(at="2026-01-01T00:00:00Z", by=RecordedBy("scribe"), salt="")
    entry, _ = draft.record(actions[told.done], stamp, None)
    facts = msgspec.json.decode(entry.facts)
    asking.post(told, "/corrections", {"facts": facts, "reason": reason, **more})
    told.done += 1


def last_seen_by_all(asking: Asking, told: Told) -> int:
    """The last live action that everybody is shown."""
    entries = asking.get(told, "/entries?limit=500", "spectator").json["items"]
    return int(max(entry["number"] for entry in entries if entry["live"] and entry.get("action")))


def guess(asking: Asking, told: Told, actions: Sequence[dict[str, Any]]) -> None:
    """Play on by the seats' own tokens; the first to name a hidden outcome tries it before, and is noted."""
    game = REGISTRY[told.game]
    noted = False
    while told.done < len(actions) - 12:
        action = actions[told.done]
        seat = game.actor(codec_of(game).action(action))
        if seat is None:
            asking.act(told, [action])
            continue
        before = asking.version(told)
        if not noted:
            asking.try_post(told, "/actions?dry_run=true", action, f"seat:{seat}")
            noted = asking.version(told) > before
        asking.act(told, [action], f"seat:{seat}")


def take_back(asking: Asking, told: Told, actions: Sequence[dict[str, Any]]) -> None:
    """Take back each of the next actions and repeat it, then three at once, which come back and go again."""
    for _ in range(5):
        asking.act(told, [actions[told.done]])
        _back(asking, told, 1)
        asking.act(told, [actions[told.done]])
    asking.act(told, actions[told.done : told.done + 3])
    _back(asking, told, 3)
    asking.post(told, "/retractions", {"to": asking.version(told) - 1, "reason": "it was right after all"})
    asking.post(told, "/retractions", {"to": asking.version(told) - 5, "reason": "no, it was not"})


def _back(asking: Asking, told: Told, count: int) -> None:
    to = asking.version(told) - count
    asking.post(told, "/retractions", {"to": to, "reason": "misread the card"})
    told.done -= count


def against_the_rules(asking: Asking, told: Told, game: str) -> None:
    """The first action of the library that the rules refuse and the table can do all the same."""
    allowed = {"against_rules": True, "reason": "a house rule of ours"}
    for lines in recorded_games(game).values():
        for action in lines[1:]:
            if allowed.keys() & action.keys():
                continue
            tried = asking.try_post(told, "/actions?dry_run=true", action | allowed)
            if tried.status_code == 200 and tried.json["entry"]["broken"]:
                asking.post(told, "/actions", action | allowed)
                return
    raise Refused(f"{game}: nothing can be done against the rules")


def fork(asking: Asking, told: Told, name: str, at: int | None) -> Told:
    """A fork after entry `at`, or of the whole."""
    body = {} if at is None else {"at": at}
    answer = asking.try_post(told, "/forks", body, "owner")
    return asking.keep(name, answer)


def tell_drawn(asking: Asking, game: str) -> None:
    """Sessions that draw: left open with their secret unrevealed, forked, given up with and without it."""
    opening = max(recorded_games(game).values(), key=lambda lines: len(lines[0]["seats"]))[0]
    kept = asking.open("drawn, open", opening | {"chance": "drawn"}, visibility="link", tags=["drawn"])
    play(asking, kept, Random(f"{game}/open"), DRAWN)
    version = asking.version(kept)
    asking.post(kept, "/retractions", {"to": version - 2, "reason": "too fast"})
    play(asking, kept, Random(f"{game}/on"), 6)
    branch = fork(asking, kept, "fork of drawn", None)
    play(asking, branch, Random(f"{game}/fork"), 8)
    some = recorded_games(game)[
        "demo-2p-007" if game == "time_of_chaos" else next(iter(recorded_games(game)))
    ]
    mixed = asking.open("drawn and declared", some[0] | {"chance": "drawn", "may_declare": True})
    asking.act(mixed, some[1:12])
    play(asking, mixed, Random(f"{game}/mixed"), 8)
    asking.post(mixed, "/close", {})
    given_up = asking.open("drawn, revealed on request", opening | {"chance": "drawn"})
    play(asking, given_up, Random(f"{game}/given up"), 4)
    asking.post(given_up, "/close", {"outcome": "abandoned", "reveal": True}, "owner")


def play(asking: Asking, told: Told, random: Random, actions: int) -> None:
    """What a bot does, sent by the seats themselves and by the scribe in turns; outcomes are drawn."""
    for place in range(actions):
        tree = choice(asking, told, random)
        if tree is None:
            return
        game = REGISTRY[told.game]
        seat = game.actor(codec_of(game).action(tree))
        asking.post(told, "/actions", tree, f"seat:{seat}" if seat and place % 2 else "scribe")


def choice(asking: Asking, told: Told, random: Random) -> dict[str, Any] | None:
    """What a bot would do now; None at the end of the game."""
    game = REGISTRY[told.game]
    session = asking.services.handler.look(told.id)
    state = session.state
    offers = [] if game.is_finished(state) else open_offers(game, state, seats_of(session.opened))
    if not offers:
        return None
    chosen = game.bot(state, offers, random) if game.bot is not None else None
    return chosen if chosen is not None else sample_action(random.choice(offers), random)


def tell_own_component_set(asking: Asking, game: str) -> None:
    """A session with an edition of the box that somebody uploaded."""
    document = dict(REGISTRY[game].demo_sets()["demo"])
    name = "name" if "name" in document else "edition"
    document |= {name: f"{document[name]}, second printing"}
    uploaded = answered(asking.client.post("/v1/component-sets", json={"game": game, "document": document}))
    if uploaded.status_code != 201:
        raise Refused(uploaded.text)
    opening, *actions = next(iter(recorded_games(game).values()))
    told = asking.open("own edition", opening | {"component_set": uploaded.json["hash"]}, visibility="public")
    asking.act(told, actions[:OWN_EDITION])


def tell_imports(asking: Asking, game: str, environment: dict[str, str], folder: Path) -> None:
    """A session that bots played elsewhere, brought over HTTP, and a corrected one by the command line."""
    library = Library()
    components = library.component_set("demo", game)
    opening = min(openings(game), key=lambda opening: len(opening["seats"]))
    played = simulate_one(
        REGISTRY[game], components, opening, Random(f"{game}/elsewhere"), most_actions=PLAYED_ELSEWHERE
    )
    file = portable(played.session.id, game, REGISTRY[game].rules_version, components, list(played.stored))
    answer = asking.client.post("/v1/imports", data=write(file), content_type="application/json")
    if answer.status_code != 201:
        raise Refused(answer.text)
    _imported(asking, "imported over HTTP", played.session.id, game)
    for path in sorted((LIBRARY / game).glob("*.tablelog.json.gz")):
        whole = next(read_all(path.read_bytes()))
        entries = whole.entries[:IMPORTED]
        head = PortableHead(len(entries), entries[-1].digest)
        beginning = folder / path.name
        beginning.write_bytes(packed(write(msgspec.structs.replace(whole, entries=entries, head=head))))
        done = CliRunner().invoke(main, ["import", str(beginning)], env=environment)
        if done.exit_code != 0:
            raise Refused(done.output)
        _imported(asking, "imported at the command line", whole.session, game)


def _imported(asking: Asking, name: str, session: str, game: str) -> None:
    opened = asking.services.handler.look(session).opened
    tokens = asking.services.tokens.issue(session, holders_of(seats_of(opened)), {})
    asking.told.append(Told(name, session, game, tokens))


def revoke(asking: Asking, told: Told) -> None:
    """New tokens for a seat and the spectators."""
    holders = [next(name for name in told.tokens if name.startswith("seat:")), "spectator"]
    made = asking.post(told, "/tokens", {"holders": holders}, "owner")["tokens"]
    told.revoked = {name: told.tokens[name] for name in holders}
    told.tokens |= made
