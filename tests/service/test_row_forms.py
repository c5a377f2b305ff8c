"""Rows as programs read them."""

from __future__ import annotations

from service.queries.row_forms import written


def test_a_table_has_a_column_for_each_member_of_any_row() -> None:
    rows = [{"a": {"b": 1, "c": True}, "d": [0.5, None]}, {"a": {"b": 2}, "e": 'x,"y"'}]
    table = written({"rows": rows}, "rows", "text/csv").decode()
    assert table == 'a.b,a.c,d.0,d.1,e\r\n1,true,0.5,,\r\n2,,,,"x,""y"""\r\n'


def test_lines_are_the_rows_and_nothing_else() -> None:
    body = {"rows": [{"a": 1}, {"a": None}], "as_of": 7}
    assert written(body, "rows", "application/x-ndjson") == b'{"a":1}\n{"a":null}\n'
    assert written(body, "rows", "application/json") == b'{"rows":[{"a":1},{"a":null}],"as_of":7}'
