"""Addresses of databases: how they are spelled, and that no connection waits for a host that has vanished."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from replays import addresses
from replays.addresses import address_of, last_reached_first, reached, tables_address
from replays.databases import make_engine
from replays.event_store import EventStore


@pytest.fixture(autouse=True)
def no_variables_of_libpq(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PGSERVICE", "PGUSER", "PGCONNECT_TIMEOUT", "PGTARGETSESSIONATTRS", "PGOPTIONS"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("url", "host", "port"),
    [
        ("postgresql://me:hush@one:5432,two:5433/log", "one,two", "5432,5433"),
        ("postgresql+psycopg://me:hush@one,two/log", "one,two", ","),
        ("postgresql://me:hush@/log?host=one,two&port=5432", "one,two", "5432"),
        ("postgres://me:hush@one/log", "one", None),
        ("postgresql://me:hush@[::1]:5432/log", "::1", "5432"),
        ("postgresql://me:hush@/log?host=/run/postgresql", "/run/postgresql", None),
    ],
)
def test_a_server_may_be_at_several_hosts(url: str, host: str, port: str | None) -> None:
    server = address_of(url).server
    assert (server["host"], server.get("port"), server["dbname"]) == (host, port, "log")
    assert (server["user"], server["password"]) == ("me", "hush")


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("mysql://db/log", "not at mysql://"),
        ("postgresql://me:hush@db", "no database is named"),
        ("postgresql://me:hush@db/log?sslmood=on", "sslmood"),
        ("postgresql://me:hush@db/log?fallback_application_name=x", "fallback_application_name"),
        ("postgresql://me:hush@db:many/log", "a port is a number"),
        ("postgresql://me:hush@one,two,three/log?port=1,2", "one port for all hosts"),
        ("postgresql://me:hush%zz@db/log", "two hexadecimal digits"),
        ("sqlite://log.db", "sqlite:////absolute"),
    ],
)
def test_what_is_no_address_is_refused_without_its_password(url: str, told: str) -> None:
    with pytest.raises(ValueError, match=told) as refused:
        address_of(url)
    assert "hush" not in str(refused.value)


def test_tables_are_found_under_the_path_as_it_is_spelled() -> None:
    assert tables_address("sqlite:////at/100%25/tables.db").path == "/at/100%25/tables.db"
    assert address_of("sqlite:////at/100%25/log.db").path == "/at/100%/log.db"


def test_a_server_gives_up_a_client_that_has_vanished(monkeypatch: pytest.MonkeyPatch) -> None:
    """A transaction of a host that is off would keep its locks for hours."""
    kept = "tcp_keepalives_idle=2"
    assert kept in address_of("postgresql://me@one/log").connection["options"]
    given = address_of("postgresql://me@one/log?options=-c%20tcp_keepalives_idle%3D9").connection["options"]
    assert given.index(kept) < given.index("tcp_keepalives_idle=9")
    monkeypatch.setenv("PGOPTIONS", "-c jit=off")
    assert address_of("postgresql://me@one/log").connection["options"].endswith("-c jit=off")
    assert "options" not in address_of("postgresql://me@/log?host=/run/postgresql").connection


def test_a_connection_notices_that_a_host_has_vanished() -> None:
    one, two = address_of("postgresql://db/log"), address_of("postgresql://a,b/log?tcp_user_timeout=900")
    assert one.connection["tcp_user_timeout"] == "4000"
    assert one.connection["keepalives_idle"] == "2"
    assert "target_session_attrs" not in one.connection
    assert two.connection["tcp_user_timeout"] == "900"
    assert two.connection["target_session_attrs"] == "read-write"
    assert two.patience_seconds > one.patience_seconds


def test_variables_and_services_of_libpq_say_it_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGTARGETSESSIONATTRS", "any")
    assert "target_session_attrs" not in address_of("postgresql://a,b/log").connection
    monkeypatch.setenv("PGSERVICE", "tablelog")
    assert address_of("postgresql://a,b/log").connection == address_of("postgresql://a,b/log").server


@pytest.fixture
def silent() -> Iterator[socket.socket]:
    """A port that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening


def asked(listening: socket.socket) -> int:
    """How many have connected there."""
    listening.setblocking(False)
    count = 0
    try:
        while True:
            listening.accept()[0].close()
            count += 1
    except BlockingIOError:
        return count


def test_log_and_tables_open_while_the_first_host_is_silent(
    postgresql_url: str, silent: socket.socket
) -> None:
    silent_port = silent.getsockname()[1]
    live = sa.make_url(postgresql_url)
    socket_folder = str(live.query["host"])
    hosts = f"host=127.0.0.1,{socket_folder}&port={silent_port},{live.query.get('port', '5432')}"
    url = f"postgresql://{live.username}@/{live.database}?{hosts}&connect_timeout=1"
    store = EventStore.open(url)
    assert store.position() == 0
    store.close()
    engine = make_engine(url)
    with engine.connect() as connection:
        assert connection.scalar(sa.text("SELECT current_database()")) == live.database
        assert connection.scalar(sa.text("SHOW transaction_read_only")) == "off"
    engine.dispose()
    assert asked(silent) == 1


@pytest.mark.parametrize(
    ("parameters", "ordered"),
    [
        ({"host": "a,b,c", "port": "1,2,3"}, {"host": "b,c,a", "port": "2,3,1"}),
        ({"host": "a,b", "port": ","}, {"host": "b,a", "port": ","}),
        ({"host": "a,b", "port": "2"}, {"host": "b,a", "port": "2"}),
        ({"host": "a,b", "hostaddr": "::1,::2"}, {"host": "b,a", "hostaddr": "::2,::1"}),
        ({"host": "b"}, {"host": "b"}),
    ],
)
def test_the_host_that_was_reached_last_is_tried_first(
    parameters: dict[str, str], ordered: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "_reached", {})
    assert last_reached_first(parameters) == parameters
    reached(parameters, "b", 2)
    assert last_reached_first(parameters) == ordered
    reached(parameters, "elsewhere", 2)
    assert last_reached_first(parameters) == ordered
