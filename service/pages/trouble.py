"""Trouble on a page: what a program is told as a problem, people read as a sentence."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import ParamSpec

from flask import Response, render_template

from service.http.problems import Problem
from service.pages.page import page

Places = ParamSpec("Places")


def in_a_sentence(view: Callable[Places, Response]) -> Callable[Places, Response]:
    """The page; instead of a refusal a page that says it. Raises `Problem` where the service is at fault."""

    @wraps(view)
    def shown(*places: Places.args, **named: Places.kwargs) -> Response:
        try:
            return view(*places, **named)
        except Problem as problem:
            if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                raise
            answer = page(render_template("trouble.html", title=problem.title, sentence=problem.detail))
            if answer.status_code == HTTPStatus.OK:
                answer.status_code = problem.status
            return answer

    return shown
