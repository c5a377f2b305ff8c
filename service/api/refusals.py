"""Which rules refused what, over finished sessions."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from flask import Response
from msgspec import Meta, Struct

from domain.kernel import Game
from domain.kernel.messages import Json
from service.api.statistics import FILTERS, MOST_ROWS, filter_of, reach_of, split_query, unusable
from service.http.blueprint import Blueprint
from service.http.held_tokens import HELD_TOKENS, TO_ASKER
from service.http.row_forms import FORMS, tagged_rows
from service.http.services import services
from service.problems import NO_GAME, not_found
from service.queries.filters import UnusableFilter
from service.queries.question import StatisticsQuery
from service.queries.refusals import refusals
from service.schemas.answers import RefusalsSchema
from service.schemas.arguments import query_in
from service.schemas.openapi import IF_NONE_MATCH, answer, describe
from service.sessions.errors import rule_text

routes = Blueprint("refusals", __name__, url_prefix="/v1", description="Actions that the rules refused.")

OWN_FILTERS = [
    filter_of("rule", "The id of the rule that refused."),
    filter_of("action", "The type of the action that was refused."),
]


RefusalOrder: TypeAlias = Literal["group", "-group", "total", "-total", "n", "-n", "value", "-value"]


class RefusalGrouping(Struct, frozen=True):
    """group_by: rule, action, or what sessions have. order_by: what rows are ordered by. limit: so many."""

    group_by: Annotated[str, Meta(max_length=400)] = "rule"
    order_by: RefusalOrder = "-total"
    limit: Annotated[int, Meta(ge=1, le=MOST_ROWS)] | None = None


@routes.route("/statistics/<name:game>/refusals", runs="limited")
@describe(
    query=RefusalGrouping,
    headers=[HELD_TOKENS, IF_NONE_MATCH],
    extra=[*OWN_FILTERS, *FILTERS],
    answers={200: answer(RefusalsSchema), 304: None},
    media=FORMS,
)
def get_refusals(game: str) -> Response:
    """Show how often the rules refused actions, a row a rule, with its sentence, those of most first.

    Finished sessions count, public ones and those whose tokens come along; what was refused elsewhere, or by
    a service that did not count yet, is in no log and not here.
    """
    if game not in services().games:
        raise not_found(NO_GAME)
    own, filters = split_query(RefusalGrouping)
    grouping = query_in(RefusalGrouping, own)
    group_by = tuple(name.strip() for name in grouping.group_by.split(",") if name.strip())
    question = StatisticsQuery(
        game, "refusals", reach_of(filters), group_by, filters, grouping.order_by, grouping.limit
    )
    try:
        found = refusals(services().engine, question)
    except UnusableFilter as error:
        raise unusable(error) from None
    rows = [_with_its_sentence(row, services().games[game]) for row in found["rows"]]
    named: dict[str, Json] = {"game": game, "group_by": list(group_by)}
    headers = TO_ASKER | {"Vary": f"{TO_ASKER['Vary']}, Accept"}
    return tagged_rows(named | found | {"rows": rows}, "rows", headers)


def _with_its_sentence(row: dict[str, Json], game: Game[Any]) -> dict[str, Json]:
    rule = row["group"].get("rule")
    return row if rule is None else row | {"rule_text": rule_text(rule, game)}
