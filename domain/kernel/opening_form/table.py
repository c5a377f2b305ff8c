"""What every table is asked when it opens, whatever it plays."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.offers.domains import Choice
from domain.kernel.opening_form.form import Question
from domain.kernel.words import ParameterWords, ValueWords

TABLE: Mapping[str, Question] = {
    "chance": Question(
        domain=Choice(("declared", "drawn")),
        words=ParameterWords(
            asks="Where are dice rolled and cards drawn?",
            values={
                "declared": ValueWords("On the table", "You roll and draw, then enter the results."),
                "drawn": ValueWords("In Tablelog", "Tablelog rolls and draws. Anyone can check the results."),
            },
        ),
        default="declared",
    ),
    "may_declare": Question(
        domain=Choice((False, True)),
        words=ParameterWords(
            asks="May the table say what fell all the same?",
            when="more",
            values={
                "false": ValueWords("No", "Every outcome is drawn."),
                "true": ValueWords("Yes", "An outcome that nobody types in is drawn."),
            },
        ),
        default=False,
        needs={"true": {"chance": ("drawn",)}},
    ),
    "visibility": Question(
        domain=Choice(("private", "link", "public")),
        words=ParameterWords(
            asks="Who may watch?",
            when="more",
            values={
                "private": ValueWords("Who has a link of the table"),
                "link": ValueWords("Who knows the session's address"),
                "public": ValueWords("Everybody", "It is listed, and public statistics count it."),
            },
        ),
        default="private",
    ),
    "sandbox": Question(
        domain=Choice((False, True)),
        words=ParameterWords(
            asks="Is it only tried out?",
            when="more",
            values={
                "false": ValueWords("No", "It counts."),
                "true": ValueWords("Yes", "No statistics count it."),
            },
        ),
        default=False,
    ),
}
"""Members of `OpeningRequest`, each with the default that it has there."""
