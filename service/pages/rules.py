"""The rulebook of a game in our words, and a page for each rule: every refusal and every flag leads here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from itertools import groupby
from typing import Annotated, Any

from flask import Blueprint, Response, render_template
from msgspec import Meta, Struct, field

from domain.kernel import Game
from domain.kernel.rulebook import Rule, rulebook
from service.http.preconditions import OF_THE_ASKER
from service.http.services import services
from service.pages.page import page
from service.pages.rule_in_session import in_session
from service.pages.rule_words import marked, rule_address
from service.pages.trouble import in_a_sentence
from service.problems import Problem
from service.schemas.arguments import read_query

routes = Blueprint("rules", __name__)


class RuleQuery(Struct, frozen=True):
    """session: where the rule may have been broken, or have refused or been enforced.

    from: an entry there; where it was enforced is told of the stretch of the log that it lies in.
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
