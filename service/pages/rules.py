"""The rulebook pages in our words, one per rule; every refusal and flag links here.

A rule's page also shows where a session broke, refused or enforced it, for viewers who may know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from http import HTTPStatus
from itertools import groupby
from typing import Annotated, Any

from flask import Blueprint, Response, render_template
from msgspec import Meta, Struct, field

from domain.kernel import Game
from domain.kernel.engine.entries import Noted, Recorded
from domain.kernel.engine.views import eyes
from domain.kernel.rulebook import Rule, rulebook
from domain.kernel.session import Session
from domain.kernel.ui.plain_words import message_word
from replays.enforced_rules import Enforced, enforced_rules
from service.http.authentication import enter
from service.http.responses import OF_THE_ASKER
from service.http.services import services
from service.pages.entry import LogLine, line_of, marked, rule_address
from service.pages.page import in_a_sentence, page
from service.problems import Problem
from service.queries.refusals import refused_in
from service.schemas.fields import read_query

# What became of a rule in a session: where it was broken, refused or enforced, for who may know.

AT_ONCE = 200
"""Entries of which the rules are asked again for one page."""
OPENING = "Opening of the session"


class Met(Struct, frozen=True):
    """A type of action in words, how often the rule met it, and at or after which entries."""

    action: str
    number: int
    entries: Sequence[int]


class EnforcedAmong(Struct, frozen=True):
    """Where the rule was enforced among the entries `first` to `last`.

    asked: what it was asked of and let through. run: if it was asked of nothing there, what ran the place
    that enforces it. parts: all such stretches of the log.
    """

    first: int
    last: int
    asked: Sequence[Met]
    run: Sequence[Met]
    parts: Sequence[tuple[int, int]]


class InSession(Struct, frozen=True):
    """The effects of one rule in one session.

    `broken`: the entries that were recorded against it. `told`: notes of the log on actions that it refused.
    `refused`: the most refused first, with the first entries after which it was. `refused` and `enforced` are
    None if the viewer may not know that, or not yet.
    """

    broken: Sequence[LogLine]
    told: Sequence[LogLine]
    refused: Sequence[Met] | None
    enforced: EnforcedAmong | None


def in_session(session_id: str, game: Game[Any], rule: str, first: int) -> InSession | None:
    """The effects of a rule in a session; None if the caller may not see it, or it is of another game.

    first: an entry of the stretch of the log that is searched for where it was enforced.
    Raises `Problem` where the service is at fault.
    """
    try:
        session, principal = enter(session_id)
    except Problem as problem:
        if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise
        return None
    if session.game is not game:
        return None
    broken, told = [], []
    for written in services().handler.written(session, 1, session.version):
        entry = written.entry
        if isinstance(entry, Recorded) and rule in entry.broken:
            broken.append(line_of(session, written, principal))
        elif isinstance(entry, Noted) and entry.refusal == rule and entry.visible_to is None:
            told.append(line_of(session, written, principal))
    sees_all = eyes(session.game, session.state, principal.viewer).sees_all
    return InSession(
        broken,
        told,
        _refused(session, rule) if sees_all and session.game.is_finished(session.state) else None,
        _enforced(session, rule, first) if sees_all else None,
    )


def _refused(session: Session, rule: str) -> Sequence[Met]:
    """The actions that a rule refused. Only for finished games and viewers who see all."""
    counted = refused_in(services().engine, session.id, rule)
    return [Met(message_word(session.game.words, one.action), one.number, one.after) for one in counted]


def _enforced(session: Session, rule: str, first: int) -> EnforcedAmong:
    """The actions that a rule was checked for. They may reveal hidden things: for viewers who see all."""
    starts = range(1, session.version + 1, AT_ONCE)
    parts = [(start, min(start + AT_ONCE - 1, session.version)) for start in starts]
    start, last = parts[min(first - 1, session.version - 1) // AT_ONCE]
    among = list(enforced_rules(session, start, last, services().handler.reading(session)))
    asked = _met(session.game, (one for one in among if rule in one.asked))
    run = [] if asked else _met(session.game, (one for one in among if rule in one.run))
    return EnforcedAmong(start, last, asked, run, parts)


def _met(game: Game[Any], entries: Iterable[Enforced]) -> Sequence[Met]:
    """The entries by their action, the most frequent first."""
    found: dict[str | None, list[int]] = {}
    for one in entries:
        found.setdefault(one.action, []).append(one.number)
    return [
        Met(OPENING if action is None else message_word(game.words, action), len(numbers), numbers)
        for action, numbers in sorted(found.items(), key=lambda one: -len(one[1]))
    ]


# The rulebook of a game in our words, and a page for each rule: every refusal and every flag leads here.

routes = Blueprint("rules", __name__)


class RuleQuery(Struct, frozen=True):
    """session: where the rule may have been broken, or have refused or been enforced.

    from: an entry there. The page shows where the rule was enforced in the part of the log around it.
    """

    session: Annotated[str, Meta(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")] | None = None
    from_: Annotated[int, Meta(ge=1)] = field(default=1, name="from")


@routes.route("/rules/<name:game>")
@in_a_sentence
def book(game: str) -> Response:
    """Every rule by its chapter."""
    found, rules = _of(game)
    chapters = [(title, list(of_it)) for title, of_it in groupby(rules.values(), lambda rule: rule.chapter)]
    html = render_template(
        "rulebook.html",
        game=found,
        chapters=chapters,
        slug=_slug,
        bare=_bare,
        marked=partial(marked, game=game, rules=rules),
        to=rule_address,
    )
    return page(html)


@routes.route("/rules/<name:game>/<name:rule>")
@in_a_sentence
def rule(game: str, rule: str) -> Response:
    """A rule: its sentence, what enforces it, its rulings; with a session what became of it there."""
    query = read_query(RuleQuery)
    asked = query.session
    found, rules = _of(game)
    shown = rules.get(rule)
    if shown is None:
        raise Problem("not-found", f"{found.title} has no rule {rule}. Its rules page lists all rules.")
    before, after = _beside(rules, shown)
    html = render_template(
        "rule.html",
        game=found,
        rule=shown,
        before=before,
        after=after,
        rules=rules,
        slug=_slug,
        bare=_bare,
        session_id=asked,
        there=None if asked is None else in_session(asked, found, rule, query.from_),
        marked=partial(marked, game=game, rules=rules, session_id=asked),
        to=partial(rule_address, session_id=asked),
    )
    answer = page(html)
    if asked is not None:
        answer.headers.update(OF_THE_ASKER)
    return answer


rule.query = RuleQuery  # type: ignore[attr-defined]


def _of(key: str) -> tuple[Game[Any], Mapping[str, Rule]]:
    """A game and its rulebook. Raises `Problem` where there is none."""
    game = services().games.get(key)
    rules = {} if game is None else rulebook(game)
    if game is None or not rules:
        raise Problem("not-found", "Game not found. The home page lists the games.")
    return game, rules


def _beside(rules: Mapping[str, Rule], rule: Rule) -> tuple[Rule | None, Rule | None]:
    """The rule before and the rule after it in its chapter."""
    chapter = [other for other in rules.values() if other.chapter == rule.chapter]
    place = chapter.index(rule)
    return (chapter[place - 1] if place else None), (chapter[place + 1] if place + 1 < len(chapter) else None)


def _bare(chapter: str) -> str:
    """A chapter without the range of numbers before its name: `2xx Turn` is `Turn`."""
    return re.sub(r"^\dxx ", "", chapter)


def _slug(chapter: str) -> str:
    """A chapter as a mark in the address."""
    return re.sub(r"[^a-z0-9]+", "-", chapter.lower()).strip("-")
