"""Access: revoking tokens and making new ones."""

from __future__ import annotations

from flask import Response
from sqlalchemy.exc import IntegrityError

from domain.kernel.session import seats_of
from service.http.authentication import enter, must_be_owner
from service.http.blueprint import Blueprint
from service.http.responses import answered_with_tokens
from service.http.services import services
from service.http.tokens import answer_again, must_be_new, token_request
from service.problems import invalid
from service.schemas.answers import TokensSchema
from service.schemas.fields import read_body, struct_of
from service.schemas.openapi import SECRET_KEY, answer, describe
from service.schemas.requests import Revoking
from service.sessions.tokens import holders_of, recorders_of

routes = Blueprint("access", __name__, url_prefix="/v1", description="Access rights and tokens.")


@routes.route("/sessions/<session:session_id>/tokens", methods=["POST"])
@describe(body="Revoking", headers=[SECRET_KEY], answers={201: answer(TokensSchema)}, refuses=["not-allowed"])
def reissue_tokens(session_id: str) -> Response:
    """Revoke all tokens, or those of some holders, and get new ones. Requires the owner's token.

    To make a token for a recorder, name `recorder` (sees what everybody sees) or `recorder:red` (sees what
    red knows). If you revoke all tokens, those of recorders are revoked too, but not replaced. If you repeat
    the request with its `Idempotency-Key` and the same token, you get the same tokens again, as long as that
    token is valid. A request that revokes its own token is answered only once.
    """
    session, principal = enter(session_id)
    must_be_owner(principal)
    tree = read_body()
    known_as = token_request(session_id, ["tokens", tree])
    if (again := answer_again(known_as)) is not None:
        return again
    asked = struct_of(Revoking, tree)
    must_be_new(known_as)
    seats = seats_of(session.opened)
    known, recorders = holders_of(seats), recorders_of(seats)
    holders = asked.holders if asked.holders is not None else known
    for name in holders:
        if name not in (*known, *recorders):
            raise invalid([("/holders", f"There is no token for {name}.")])
    void = holders if asked.holders is not None else (*known, *recorders)
    try:
        epochs = services().registers.revoke(session_id, list(void), known_as, holders)
    except IntegrityError:
        if (again := answer_again(known_as)) is not None:
            return again
        raise
    return answered_with_tokens({"tokens": services().tokens.issue(session_id, holders, epochs)})
