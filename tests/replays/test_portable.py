"""Portable files: the same digests everywhere, whatever an editor did to the layout."""

from __future__ import annotations

import gzip
import hashlib
import json

import jsonschema
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replays.portable import (
    MOST_BLANK_LINES,
    MOST_BYTES,
    PortableSession,
    UnreadableFile,
    packed,
    portable,
    read,
    read_all,
    schema,
    stored_entries,
    write,
    write_all,
)
from replays.proving import ImportRefused, audit_file
from tests.support.replays.logs import (
    COMPONENTS,
    GAME,
    LIBRARY,
    drawn_log,
    eventful_log,
    recorded_log,
    session_of,
)
from tests.support.verifying import verifier


def as_file(stored) -> PortableSession:
    return portable(session_of(stored), GAME.key, GAME.rules_version, COMPONENTS, stored)


def test_what_is_written_is_read_with_the_same_bytes_and_digests() -> None:
    for stored in (eventful_log().stored, drawn_log()):
        (again,) = read_all(write(as_file(stored)))
        assert stored_entries(again) == tuple(stored)
        assert again.head.digest == stored[-1].digest
        assert audit_file(LIBRARY, again).passed


def test_gzip_is_unpacked_and_gives_the_same_bytes_each_time() -> None:
    data = write(as_file(eventful_log().stored))
    assert packed(data) == packed(data)
    assert next(read_all(packed(data))) == next(read_all(data))


def test_ndjson_holds_many_sessions() -> None:
    files = [as_file(log) for log in (eventful_log().stored, drawn_log(1), drawn_log(2))]
    data = b"".join(write_all(files))
    assert data.count(b"\n") == 3
    assert [file.session for file in read_all(data)] == [file.session for file in files]
    assert len(list(read_all(packed(data)))) == 3


def test_another_layout_is_the_same_session() -> None:
    stored = eventful_log().stored
    laid_out = json.dumps(json.loads(write(as_file(stored))), indent=2, sort_keys=False)
    shuffled = json.dumps(
        json.loads(laid_out, object_pairs_hook=lambda pairs: dict(reversed(pairs))), indent=1
    )
    for text in (laid_out, shuffled):
        (again,) = read_all(text.encode())
        assert stored_entries(again) == tuple(stored)
        assert audit_file(LIBRARY, again).passed


def test_the_published_schema_accepts_what_is_written() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    validator = jsonschema.Draft202012Validator(schema())
    for log in (eventful_log().stored, drawn_log(), recorded_log(2).stored):
        validator.validate(json.loads(write(as_file(log))))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda file: file.pop("head"),
        lambda file: file.update(version=3),
        lambda file: file.update(component_sets=[]),
        lambda file: file.update(extra=1),
        lambda file: file["entries"].clear(),
        lambda file: file["entries"][0].update(digest="xyz"),
        lambda file: file.update(session="not a uuid"),
    ],
)
def test_the_schema_and_the_reader_refuse_the_same_shapes(spoil) -> None:
    file = json.loads(write(as_file(eventful_log().stored)))
    spoil(file)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(schema()).validate(file)
    with pytest.raises(UnreadableFile):
        read(json.dumps(file).encode())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n",
        b"null",
        b"{}",
        b"[" * 100_000,
        b'{"format": "tablelog", "version": 1, "entries": ' + b"[" * 100_000,
        b"\xff\xfe{}",
        b"\x1f\x8b damaged",
        gzip.compress(b"{}" * 40, mtime=0)[:-6],
        json.dumps({"format": "tablelog", "version": 99}).encode(),
    ],
)
def test_what_is_no_portable_file_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableFile):
        list(read_all(data))


def test_a_newer_version_is_named() -> None:
    with pytest.raises(UnreadableFile, match="version 99"):
        read(json.dumps({"format": "tablelog", "version": 99}).encode())


def test_a_damaged_line_is_named() -> None:
    good = write(as_file(eventful_log().stored))
    files = read_all(good + b"\n{}\n" + good)
    next(files)
    with pytest.raises(UnreadableFile, match="line 2"):
        next(files)


def test_gzip_that_unpacks_without_end_is_refused() -> None:
    with pytest.raises(UnreadableFile, match="longer"):
        list(read_all(gzip.compress(b" " * (MOST_BYTES + 1), compresslevel=1)))


def test_a_reader_sets_the_limit_for_packed_and_plain_files() -> None:
    data = write(as_file(eventful_log().stored))
    assert len(list(read_all(packed(data), len(data)))) == 1
    for sent in (data, packed(data)):
        with pytest.raises(UnreadableFile, match=f"longer than {len(data) - 1} bytes"):
            list(read_all(sent, len(data) - 1))


def test_a_few_blank_lines_are_passed_over_and_many_refused() -> None:
    good = write(as_file(eventful_log().stored))
    blank = b" \r\n" * MOST_BLANK_LINES
    assert len(list(read_all(good + b"\n" + blank + good))) == 2
    assert len(list(read_all(blank + good))) == 1
    with pytest.raises(UnreadableFile, match="blank"):
        list(read_all(blank + b"\n" + good))


def test_lines_behind_an_unreadable_one_are_not_looked_for() -> None:
    class Counted(bytes):
        found = 0

        def find(self, *args: object) -> int:
            Counted.found += 1
            return super().find(*args)

    for data in (b"\n" * 50_000, b"{}\n" * 50_000):
        Counted.found = 0
        with pytest.raises(UnreadableFile):
            list(read_all(Counted(data)))
        assert 0 < Counted.found <= MOST_BLANK_LINES + 1


@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_a_changed_character_is_refused_found_or_means_nothing(data: st.DataObject) -> None:
    stored = eventful_log().stored
    written = bytearray(write(as_file(stored)))
    at = data.draw(st.integers(0, len(written) - 1))
    written[at] = data.draw(st.integers(0, 127))
    try:
        (file,) = read_all(bytes(written))
        result = audit_file(LIBRARY, file)
    except (UnreadableFile, ImportRefused):
        return
    same = msgspec.structs.replace(file, entries=()) == msgspec.structs.replace(as_file(stored), entries=())
    assert not result.passed or stored_entries(file) == tuple(stored) or not same


def test_a_stranger_can_check_the_digests_with_a_standard_library_alone() -> None:
    """As docs/file-format.md says it, without a line of ours."""
    digest = verifier()["digest"]
    for stored in (eventful_log().stored, drawn_log()):
        file = json.loads(write(as_file(stored)))
        previous = "0" * 64
        for entry in file["entries"]:
            previous = digest(previous, entry["body"])
            assert previous == entry["digest"]
        assert file["head"] == {"number": len(file["entries"]), "digest": previous}
        document = file["component_set"]["document"]
        spelled = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert hashlib.sha256(spelled.encode()).hexdigest() == file["component_set"]["hash"]
