"""Rows as programs read them."""

from __future__ import annotations

import csv
import io

import pytest

from service.queries.question import written


def test_a_table_has_a_column_for_each_member_of_any_row() -> None:
    rows = [{"a": {"b": 1, "c": True}, "d": [0.5, None]}, {"a": {"b": 2}, "e": 'x,"y"'}]
    table = written({"rows": rows}, "rows", "text/csv").decode("utf-8-sig")
    assert table == 'a.b,a.c,d.0,d.1,e\r\n1,true,0.5,,\r\n2,,,,"x,""y"""\r\n'


@pytest.mark.parametrize("name", ["=1+1", "+41", "-2", "@SUM(A1)", "\tx", "\rx"])
def test_a_text_that_a_spreadsheet_would_compute_is_marked_as_a_text(name: str) -> None:
    rows = [{"label": name, "score": -2, "names": [name]}]
    told = list(
        csv.DictReader(
            io.StringIO(written({"rows": rows}, "rows", "text/csv").decode("utf-8-sig"), newline="")
        )
    )
    assert told == [{"label": f"'{name}", "score": "-2", "names.0": f"'{name}"}]


def test_a_text_that_has_such_a_sign_further_on_stays_as_it_is() -> None:
    assert written({"rows": [{"label": "a=b"}]}, "rows", "text/csv").endswith(b"label\r\na=b\r\n")


def test_a_table_begins_with_the_mark_by_which_excel_knows_utf_8() -> None:
    assert written({"rows": [{"label": "Žofie"}]}, "rows", "text/csv").startswith("\ufefflabel".encode())


def test_a_program_can_have_a_table_without_that_mark() -> None:
    table = written({"rows": [{"label": "Žofie"}]}, "rows", "text/csv", bom=False)
    assert table == "label\r\nŽofie\r\n".encode()


def test_lines_are_the_rows_and_nothing_else() -> None:
    body = {"rows": [{"a": 1}, {"a": None}], "as_of": 7}
    assert written(body, "rows", "application/x-ndjson") == b'{"a":1}\n{"a":null}\n'
    assert written(body, "rows", "application/json") == b'{"rows":[{"a":1},{"a":null}],"as_of":7}'
