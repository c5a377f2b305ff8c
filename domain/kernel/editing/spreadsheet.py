"""A table of a box as CSV, for a spreadsheet, and back as changes of the draft.

The first line holds the titles of the columns, beginning with `id`. Amounts are written `3 Water, 2 Power`,
ticks `yes` or `no`, choices by their labels, lists of short values with `; ` between them. An effect is
written `Gain; Number: 2`, and several have a line each in the cell. A value without such words is written
as JSON. An empty cell stands for the value that the member has if it is left out.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import UNSET, Struct

from domain.kernel.components import canonical
from domain.kernel.editing.changes import Add, DraftChange, Set, Take, joined, row_keys
from domain.kernel.editing.sheet import ChoiceOption, SheetField, SheetSection, blank_of, fields_in
from domain.kernel.messages import Json

SEPARATORS = (",", ";", "\t")
YES, NO = ("yes", "true", "1", "x"), ("no", "false", "0")
SHORT = ("text", "number", "tick", "choice")
PLAIN = (*SHORT, "amounts", "either")
IN_LISTS = dict.fromkeys(SHORT, "; ") | dict.fromkeys(("variants", "form", "amounts"), "\n")
"""What separates the items of a list."""

NOTHING: tuple[Json, ...] = (None, "", [], {})
COMPUTED = re.compile(r"'*[=+\-@\t\r]")
"""How a cell begins that a spreadsheet would compute, with any number of `'` before it."""

NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
AMOUNT = re.compile(r"([+-]?[0-9]{1,9})\s*[x×]?\s+(.+)|(.+?)\s*[: ]\s*([+-]?[0-9]{1,9})")
"""`3 Water`, `3x Water`, `Water: 3` or `Water 3`."""

MOST_NAMED = 12
"""The most values that a reason lists."""


class UnreadCell(Struct, frozen=True):
    """A cell that was not understood, so that nothing was changed for it.

    row: the line of the sheet, from 1, which is the line of titles. column: the title as it is written.
    reason: for a person, with what to write instead.
    """

    row: int
    column: str
    text: str
    reason: str


class SheetImport(Struct, frozen=True):
    """The effect that a CSV file would have on a table.

    changes: the changes of the draft, in the order of the file. added: ids of new rows. changed: how
    addresses name the rows that change. missing: how they name the rows that the file does not have; these
    stay. columns: titles that were not understood. cells: cells that were not understood.
    """

    changes: tuple[DraftChange, ...] = ()
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    cells: tuple[UnreadCell, ...] = ()


class _NotUnderstood(Exception):
    """The field has no value for the text of a cell; the argument says what to write."""


class _Column(Struct, frozen=True):
    """A member of the rows. empty: the value that an empty cell of a new row stands for."""

    field: SheetField
    title: str
    empty: Json


def table_at(sheet: Sequence[SheetSection], path: str) -> SheetField | None:
    """The table at a path of the sheet, with every field that is the `same` as another filled in.

    Effects within effects stay the same as those around them. None: there is no table.
    """
    fields = [field for section in sheet for field in fields_in(section.field)]
    variants = {field.path: field for field in fields if field.is_ == "variants"}
    table = next((field for field in fields if field.path == path and field.is_ == "table"), None)
    return None if table is None else _filled(table, variants, frozenset())


def _filled(field: SheetField, variants: Mapping[str, SheetField], around: frozenset[str]) -> SheetField:
    if field.is_ == "same":
        if field.of in around or field.of not in variants:
            return field
        other = variants[field.of]
        field = msgspec.structs.replace(
            field, is_="variants", path=other.path, tag=other.tag, variants=other.variants
        )
    if field.is_ == "variants":
        around |= {field.path}
    return msgspec.structs.replace(
        field,
        item=None if field.item is None else _filled(field.item, variants, around),
        fields=tuple(_filled(one, variants, around) for one in field.fields),
        variants=tuple(
            msgspec.structs.replace(kind, fields=tuple(_filled(one, variants, around) for one in kind.fields))
            for kind in field.variants
        ),
    )


# Out: rows to CSV.


def to_csv(table: SheetField, rows: Sequence[Mapping[str, Json]]) -> str:
    """The rows of a table as CSV with commas. A cell that a spreadsheet would compute begins with `'`."""
    columns = _columns(table)
    written = io.StringIO()
    lines = csv.writer(written, lineterminator="\r\n")
    lines.writerow([_guarded(column.title) for column in columns])
    for row in rows:
        members = row if isinstance(row, Mapping) else {}
        lines.writerow([_guarded(_cell(column, members.get(column.field.key, UNSET))) for column in columns])
    return written.getvalue()


def _columns(table: SheetField) -> list[_Column]:
    """The columns of a table, its ids first. Members that follow from others have none."""
    fields = [] if table.item is None else list(table.item.fields)
    fields = [field for field in fields if field.key == "id" or not field.derived]
    fields.sort(key=lambda field: field.key != "id")
    blank = table.blank if isinstance(table.blank, dict) else {}
    words = [_word(field.title) for field in fields] + [_word(field.key) for field in fields]
    columns = []
    for field in fields:
        if field.key == "id":
            field = msgspec.structs.replace(field, is_="text")
        own = words.count(_word(field.title)) == 1 + (_word(field.title) == _word(field.key))
        title = field.title if own and field.key != "id" else field.key
        empty = blank.get(field.key, blank_of(field)) if field.required else field.default
        columns.append(_Column(field, title, empty))
    return columns


def _cell(column: _Column, value: Json) -> str:
    if value is UNSET:
        return ""
    if value in NOTHING and _same(value, column.empty):
        return ""
    text = _words(column.field, value)
    if text is not None and (column.field.is_ == "text" or _reads_as(column.field, text, value)):
        return text
    return _json(value)


def _words(field: SheetField, value: Json) -> str | None:
    """The value in words; None if it has none, or is of another kind than the field."""
    match field.is_:
        case "text":
            return value if isinstance(value, str) else None
        case "number":
            return str(value) if type(value) is int else None
        case "tick":
            return {True: "yes", False: "no"}[value] if isinstance(value, bool) else None
        case "choice":
            return _label(field.options, value) if field.options else _text(value)
        case "amounts" if isinstance(value, dict):
            numbers = [(number, _label(field.options, key)) for key, number in value.items()]
            digits = any(label.isdecimal() for _, label in numbers)
            return ", ".join(f"{label}: {n}" if digits else f"{n} {label}" for n, label in numbers)
        case "list" if field.item is not None and field.item.is_ in IN_LISTS and isinstance(value, list):
            words = [_words(field.item, one) for one in value]
            return None if None in words else IN_LISTS[field.item.is_].join(map(str, words))
        case "form" if isinstance(value, dict):
            return _words_of_members(field.fields, value)
        case "variants" if isinstance(value, dict):
            kind = next((one for one in field.variants if one.value == value.get(field.tag)), None)
            if kind is None:
                return None
            members = {key: one for key, one in value.items() if key != field.tag}
            words_of = _words_of_members(kind.fields, members)
            label = _label(_kinds(field), kind.value)
            return label if _same(kind.blank, value) else words_of and f"{label}; {words_of}"
        case "either":
            words = [_words(one, value) for one in field.fields if one.is_ in (*PLAIN, "variants")]
            return next((word for word in words if word is not None), None)
    return None


def _words_of_members(fields: Sequence[SheetField], members: Mapping[str, Json]) -> str | None:
    named = {field.key: field for field in fields if field.is_ in PLAIN}
    words = [_words(named[key], value) if key in named else None for key, value in members.items()]
    if not all(words):
        return None
    return "; ".join(f"{named[key].title}: {word}" for key, word in zip(members, words, strict=True))


def _kinds(field: SheetField) -> list[ChoiceOption]:
    return [ChoiceOption(kind.value, kind.label) for kind in field.variants]


def _label(options: Sequence[ChoiceOption], value: Json) -> str:
    """The label of an option, or its value where several read the same."""
    labels = [option.label for option in options if str(option.value) == str(value)]
    alike = [option for option in options if labels and _word(option.label) == _word(labels[0])]
    return labels[0] if len(alike) == 1 else str(value)


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) else None


def _reads_as(field: SheetField, text: str, value: Json) -> bool:
    try:
        return bool(text) and _same(_value(field, text), value)
    except _NotUnderstood:
        return False


def _json(value: Json) -> str:
    return msgspec.json.encode(value).decode()


def _same(one: Json, other: Json) -> bool:
    return canonical(one) == canonical(other)


def _guarded(text: str) -> str:
    return f"'{text}" if COMPUTED.match(text) and not re.fullmatch(r"-[0-9]+", text) else text


def _unguarded(text: str) -> str:
    return text[1:] if text.startswith("'") and COMPUTED.match(text) else text


# In: the text of a cell to a value.


def _value(field: SheetField, text: str) -> Json:
    """The value of a cell that is not empty. Raises `_NotUnderstood`."""
    if field.is_ == "text":
        return text
    try:
        return _in_words(field, text.strip())
    except _NotUnderstood as reason:
        if text.strip() == "null" and field.optional:
            return None
        if text.strip()[:1] not in '[{"' and field.is_ in (*PLAIN, "variants"):
            raise
        try:
            value = msgspec.json.decode(text)
            canonical(value)  # a value that is too deep to be written again
            return value
        except (msgspec.DecodeError, ValueError, RecursionError):
            raise reason from None


def _in_words(field: SheetField, text: str) -> Json:
    match field.is_:
        case "number" if NUMBER.fullmatch(text.removesuffix(".0")):
            return int(text.removesuffix(".0"))
        case "number":
            raise _NotUnderstood("Write a whole number.")
        case "tick" if text.casefold() in (*YES, *NO):
            return text.casefold() in YES
        case "tick":
            raise _NotUnderstood("Write yes or no.")
        case "choice":
            return _chosen(field.options, text).value if field.options else text
        case "text":
            return text
        case "amounts":
            return dict(_amounts(field, text))
        case "list" if field.item is not None and field.item.is_ in IN_LISTS and text[:1] != "[":
            items = text.split(IN_LISTS[field.item.is_].strip(" "))
            return [_in_words(field.item, one.strip()) for one in items if one.strip()]
        case "form" if text[:1] != "{":
            return _members_in(field.fields, text)
        case "variants" if text[:1] not in '[{"':
            label, _, members = text.partition(";")
            chosen = _chosen(_kinds(field), label).value
            kind = next(kind for kind in field.variants if kind.value == chosen)
            return {field.tag: kind.value, **_members_in(kind.fields, members)} if members else kind.blank
        case "either" if text[:1] not in '[{"':
            return _either(field, text)
    raise _NotUnderstood("Write the value as JSON, as in the file that you can download.")


def _chosen(options: Sequence[ChoiceOption], text: str) -> ChoiceOption:
    word = _word(text)
    named = [option for option in options if str(option.value) == text]
    named = named or [option for option in options if _word(option.label) == word]
    named = named or [option for option in options if _word(str(option.value)) == word]
    if len(named) == 1:
        return named[0]
    labels = [_label(options, option.value) for option in options[:MOST_NAMED]]
    more = ", …" if len(options) > MOST_NAMED else "."
    raise _NotUnderstood(f"Write one of: {', '.join(labels)}{more}")


def _amounts(field: SheetField, text: str) -> Iterator[tuple[str, int]]:
    found: set[str] = set()
    for amount in filter(None, map(str.strip, re.split(r"[,;]", text))):
        parts = AMOUNT.fullmatch(amount)
        if parts is None:
            example = ", ".join(
                f"{n} {option.label}" for n, option in zip((3, 2), field.options, strict=False)
            )
            raise _NotUnderstood(f"Write amounts such as: {example}.")
        key = str(_chosen(field.options, parts[2] or parts[3]).value)
        if key in found:
            raise _NotUnderstood(f"{parts[2] or parts[3]} is given twice.")
        found.add(key)
        yield key, int(parts[1] or parts[4])


def _members_in(fields: Sequence[SheetField], text: str) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for member in filter(None, map(str.strip, text.split(";"))):
        title, _, word = member.partition(":")
        named = [field for field in fields if _word(title) in (_word(field.title), _word(field.key))]
        if len(named) != 1 or named[0].key in found or not word.strip():
            titles = "; ".join(f"{field.title}: …" for field in fields)
            raise _NotUnderstood(
                f"Write it such as: {titles}" if fields else f"“{member}” has no place here."
            )
        found[named[0].key] = _in_words(named[0], word.strip())
    return found


def _either(field: SheetField, text: str) -> Json:
    reasons = []
    for one in sorted(field.fields, key=lambda one: (one.is_ == "text", not one.options)):
        if one.is_ in (*PLAIN, "variants"):
            try:
                return _in_words(one, text)
            except _NotUnderstood as reason:
                reasons.append(str(reason))
    raise _NotUnderstood(" Or: ".join(reasons) or "Write the value as JSON.")


def _word(text: str) -> str:
    return " ".join(text.casefold().split())


# In: lines to changes.


def from_csv(table: SheetField, rows: Sequence[Json], text: str, *, at: str | None = None) -> SheetImport:
    """The changes that the CSV text makes to these rows. It raises nothing, and drops nothing silently.

    Commas, semicolons or tabs separate the cells. A line belongs to the row with its id; without an id, to
    the row with its name. A line that no row belongs to is a new row. The order of the lines means nothing.
    at: the address of the table, where its path has a `*`.
    """
    reading = _Reading(table, rows, table.path if at is None else at)
    reading.read(text.removeprefix("\ufeff"))
    return SheetImport(
        tuple(reading.changes),
        tuple(reading.added),
        tuple(reading.changed),
        tuple(reading.keys[index] for index in reading.free),
        tuple(reading.unread),
        tuple(reading.cells),
    )


class _Reading:
    """One reading of a file: what has been found so far, and the rows that no line was for (`free`)."""

    def __init__(self, table: SheetField, rows: Sequence[Json], at: str) -> None:
        self.table, self.at = table, at
        self.columns = {column.field.key: column for column in _columns(table)}
        self.rows = [row if isinstance(row, dict) else {} for row in rows]
        self.keys = row_keys(rows)
        self.free = list(range(len(rows)))
        self.ids, self.names = self.by("id"), self.by("name")
        self.changes: list[DraftChange] = []
        self.added: list[str] = []
        self.changed: list[str] = []
        self.unread: list[str] = []
        self.cells: list[UnreadCell] = []

    def cell(self, key: str, row: Mapping[str, Json]) -> str:
        """How the member of the row is written, as it comes back."""
        column = self.columns.get(key)
        return "" if column is None else _lined(_cell(column, row.get(key, UNSET)))

    def by(self, key: str) -> dict[str, list[int]]:
        """The rows by what this member says, without regard to capitals in names."""
        found: dict[str, list[int]] = {}
        for index, row in enumerate(self.rows):
            text = self.cell(key, row)
            found.setdefault(text.strip() if key == "id" else _word(text), []).append(index)
        return found

    def refuse(self, row: int, column: str, text: str, reason: str) -> None:
        self.cells.append(UnreadCell(row, column, text, reason))

    def read(self, text: str) -> None:
        named = re.match(r"sep=([,;\t])\r?\n", text)
        text, before = (text[named.end() :], 1) if named else (text, 0)
        separator = (
            str(named[1]) if named else max(SEPARATORS, key=lambda one: len(self.heads(_first(text, one))))
        )
        lines: list[tuple[int, list[str]]] = []
        try:
            for number, line in enumerate(_read(text, separator), before + 1):
                if any(cell.strip() for cell in line):
                    lines.append((number, line))
        except csv.Error as error:
            number = lines[-1][0] + 1 if lines else before + 1
            self.refuse(number, "", "", f"The file cannot be read from here: {error}.")
        if not lines:
            self.refuse(before + 1, "", "", "There are no lines in the file.")
            return
        number, titles = lines[0]
        heads = self.heads(titles)
        self.unread += [title for position, title in enumerate(titles) if title and position not in heads]
        if not {"id", "name"} & set(heads.values()):
            self.refuse(number, "", separator.join(titles), "The first line needs a column “id” or “name”.")
            return
        for number, line in lines[1:]:
            self.line(number, heads, titles, line)

    def heads(self, titles: Sequence[str]) -> dict[int, str]:
        """The members that the titles name, by their position."""
        names = {_word(column.title): key for key, column in self.columns.items()}
        for key in self.columns:
            names.setdefault(_word(key), key)
        found: dict[int, str] = {}
        for position, title in enumerate(titles):
            named = names.get(_word(title))
            if named is not None and named not in found.values():
                found[position] = named
        return found

    def line(self, number: int, heads: Mapping[int, str], titles: Sequence[str], line: Sequence[str]) -> None:
        for position, text in enumerate(line):
            if text.strip() and (position >= len(titles) or not titles[position]):
                self.refuse(number, "", text, "This cell has no title above it.")
        texts = {key: line[position] if position < len(line) else "" for position, key in heads.items()}
        id, name = texts.pop("id", "").strip(), texts.get("name", "").strip()
        alike = self.ids.get(id, []) if id else self.names.get(_word(name), []) if name else []
        free = [index for index in alike if index in self.free]
        if not id and not name:
            self.refuse(number, "id", "", "Write the id of the row, or its name.")
        elif id in self.added or (alike and not free):
            self.refuse(
                number, "id" if id else "name", id or name, "An earlier line is for this row already."
            )
        elif len(alike) > 1 and not id:
            self.refuse(number, "name", name, "Several rows have this name. Write the id of the row.")
        elif free:
            self.free.remove(free[0])
            self.change(number, free[0], texts)
        else:
            self.add(number, id or self.free_id(name), texts)

    def free_id(self, name: str) -> str:
        """An id of the letters and digits of the name that no row has."""
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
        id = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
        id = id if id and not id.isdecimal() else f"row_{id}".rstrip("_")
        taken = {*self.ids, *self.added}
        return next(one for one in (id, *(f"{id}_{n}" for n in range(2, len(taken) + 3))) if one not in taken)

    def change(self, number: int, index: int, texts: Mapping[str, str]) -> None:
        row, before = self.rows[index], len(self.changes)
        for key, text in texts.items():
            if text != self.cell(key, row):
                self.member(
                    number, self.columns[key], text, row, f"{self.at}/{joined([self.keys[index], key])}"
                )
        if len(self.changes) > before:
            self.changed.append(self.keys[index])

    def member(self, number: int, column: _Column, text: str, row: Mapping[str, Json], at: str) -> None:
        """Change a member of a row to what the text says."""
        field, old = column.field, row.get(column.field.key, UNSET)
        if not text.strip():
            if not field.required:
                self.changes += [Take(at)] if old is not UNSET else []
            elif column.empty in NOTHING:
                self.changes.append(Set(at, column.empty))
            else:
                self.refuse(
                    number, column.title, text, f"This cell cannot be empty. It was {_cell(column, old)}."
                )
            return
        value = self.value(number, column, text)
        left_out = field.default if old is UNSET and not field.required else old
        if value is not UNSET and (left_out is UNSET or not _same(value, left_out)):
            self.changes.append(Set(at, value))

    def add(self, number: int, id: str, texts: Mapping[str, str]) -> None:
        """A new row. Members without a cell are those of a blank row; defaults are left out."""
        fields = [] if self.table.item is None else self.table.item.fields
        row = {field.key: blank_of(field) for field in fields if field.required}
        row |= self.table.blank if isinstance(self.table.blank, dict) else {}
        row["id"] = id
        for key, text in texts.items():
            column = self.columns[key]
            value = self.value(number, column, text) if text.strip() else UNSET
            if value is not UNSET and (column.field.required or not _same(value, column.field.default)):
                row[key] = value
            elif not column.field.required:
                row.pop(key, None)
        self.added.append(id)
        self.changes.append(Add(self.at, row))

    def value(self, number: int, column: _Column, text: str) -> Json:
        try:
            return _value(column.field, text)
        except _NotUnderstood as reason:
            self.refuse(number, column.title, text, str(reason))
            return UNSET


def _read(text: str, separator: str) -> Iterator[list[str]]:
    for line in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
        yield [_lined(_unguarded(cell)) for cell in line]


def _first(text: str, separator: str) -> list[str]:
    """The titles of the file, if this separates them."""
    try:
        return next((line for line in _read(text, separator) if any(cell.strip() for cell in line)), [])
    except csv.Error:
        return []


def _lined(text: str) -> str:
    """The text with the ends of lines that documents have."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
