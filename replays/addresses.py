"""Addresses of databases: a file of SQLite, or PostgreSQL on one or several hosts.

Log and tables are named in the same way. A server's address is read by libpq itself, so it is spelled as
PostgreSQL documents it: `postgresql://user:password@host1:5432,host2:5432/database?sslmode=require`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

from msgspec import Struct

PARAMETERS = frozenset(
    {
        "host",
        "hostaddr",
        "port",
        "dbname",
        "user",
        "password",
        "passfile",
        "application_name",
        "connect_timeout",
        "gssencmode",
        "keepalives",
        "keepalives_count",
        "keepalives_idle",
        "keepalives_interval",
        "load_balance_hosts",
        "options",
        "service",
        "sslcert",
        "sslkey",
        "sslmode",
        "sslrootcert",
        "target_session_attrs",
        "tcp_user_timeout",
    }
)
"""Those of libpq that an address can have."""

UNLESS_TOLD: Mapping[str, str] = {
    "connect_timeout": "2",
    "tcp_user_timeout": "4000",
    "keepalives_idle": "2",
    "keepalives_interval": "1",
    "keepalives_count": "2",
}
"""Parameter → its value where nobody gives one.

A host that vanishes sends no goodbye: without these, a connection to it waits for half an hour.
connect_timeout: seconds, for each host. tcp_user_timeout: milliseconds without an acknowledgement.
keepalives: an idle connection is given up as early, or its next user would wait as long again.
"""
OF_THE_SERVER = (
    "-c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3 -c tcp_user_timeout=5000"
)
"""Options of a session by which the server gives up a client that has vanished.

Else it would keep the locks of its transaction for two hours, and others would wait for them.
"""
OF_SEVERAL_HOSTS: Mapping[str, str] = {"target_session_attrs": "read-write"}
"""Of several hosts the one that can be written to: the others are its standbys."""
FOR_A_HOST_SECONDS, PATIENCE_SECONDS = 3, 4
"""How long a connection is waited for: so long for each host that may not answer, and for everything else."""

OF_EACH_HOST = ("host", "hostaddr", "port")
_reached: dict[str, int] = {}
"""Hosts of an address → the place of the one that this process reached last."""

FOR_EXAMPLE = "postgresql://user:password@host:5432/database"


class Address(Struct, frozen=True):
    """Where a database is. path: the file of SQLite. server: parameters of libpq. One of the two is empty."""

    path: str = ""
    server: dict[str, str] = {}

    @property
    def hosts(self) -> int:
        """How many hosts the server may be at."""
        return self.server.get("host", "").count(",") + 1

    @property
    def where(self) -> tuple[str | None, ...]:
        """Hosts, ports and service as the address has them. Two addresses of the same ones are of one server.

        What neither of them says, libpq takes for both from the same place.
        """
        return tuple(self.server.get(name) for name in ("host", "hostaddr", "port", "service"))

    @property
    def connection(self) -> dict[str, str]:
        """The parameters of a connection, with those that let none wait for a host that has vanished.

        A service file of libpq says everything itself.
        """
        if "service" in self.server or "PGSERVICE" in os.environ:
            return dict(self.server)
        said = {
            "connect_timeout": "PGCONNECT_TIMEOUT" in os.environ,
            "target_session_attrs": "PGTARGETSESSIONATTRS" in os.environ,
        }
        own = {**UNLESS_TOLD, **(OF_SEVERAL_HOSTS if self.hosts > 1 else {})}
        found = {name: value for name, value in own.items() if not said.get(name)} | self.server
        if self._is_remote:  # an option that comes later counts
            given = self.server.get("options") or os.environ.get("PGOPTIONS", "")
            found["options"] = f"{OF_THE_SERVER} {given}".rstrip()
        return found

    @property
    def _is_remote(self) -> bool:
        """Whether a network lies between; a socket's other end cannot vanish silently."""
        return any(host and not host.startswith("/") for host in self.server.get("host", "").split(","))

    @property
    def patience_seconds(self) -> int:
        """How long a connection may take, while all but the last of the hosts do not answer."""
        return FOR_A_HOST_SECONDS * self.hosts + PATIENCE_SECONDS


def last_reached_first(connection: Mapping[str, Any]) -> dict[str, Any]:
    """The same parameters of a connection, with the host first that this process reached last.

    While the first host is dead, each new connection would wait for it.
    """
    place = _reached.get(connection.get("host", ""), 0)

    def turned(value: str) -> str:
        hosts = value.split(",")
        return ",".join(hosts[place:] + hosts[:place])

    return {
        name: turned(value) if name in OF_EACH_HOST and "," in str(value) else value
        for name, value in connection.items()
    }


def reached(connection: Mapping[str, Any], host: str, port: int) -> None:
    """A connection with these parameters has found this host."""
    hosts, ports = (connection.get(name, "").split(",") for name in ("host", "port"))
    if len(hosts) > 1:
        ports = ports if len(ports) == len(hosts) else ports[:1] * len(hosts)
        for place, one in enumerate(zip(hosts, ports, strict=True)):
            if one in ((host, str(port)), (host, "")):
                _reached[connection["host"]] = place
                return


def address_of(url: str) -> Address:
    """The address that the URL of a log names.

    Raises `ValueError` with what is wrong with it, without its password.
    """
    scheme, separator, rest = url.partition("://")
    kind = scheme.partition("+")[0]
    if kind == "sqlite" and separator:
        return Address(path=_path_of(url))
    if kind not in ("postgresql", "postgres") or not separator:
        raise ValueError(f"a database is at sqlite:// or postgresql://, not at {scheme}://")
    return Address(server=_server_of(f"postgresql://{rest}"))


def tables_address(url: str) -> Address:
    """The address that the URL of tables names. In the path of their file no `%` is an escape."""
    if url.startswith("sqlite"):
        return Address(path="/" + url.partition("://")[2].lstrip("/"))
    return address_of(url)


def _path_of(url: str) -> str:
    parts = urlsplit(url)
    path = unquote(parts.path)
    path = path[1:] if path.startswith("//") else path
    if parts.netloc or parts.query or not path.startswith("/") or path == "/":
        raise ValueError(f"{url!r}: a database of SQLite is given as sqlite:////absolute/path/name.db")
    return path


def _server_of(url: str) -> dict[str, str]:
    from psycopg import ProgrammingError  # the driver takes a fifteenth of a second and nine MiB
    from psycopg.conninfo import conninfo_to_dict

    try:
        found = {name: str(value) for name, value in conninfo_to_dict(url).items() if value is not None}
    except ProgrammingError as error:
        # What libpq quotes of a faulty escape may be of the password.
        told = "a % must stand before two hexadecimal digits" if "%" in url else str(error).strip()
        raise ValueError(f"{told}; the address is given as {FOR_EXAMPLE}") from None
    if unknown := sorted(found.keys() - PARAMETERS):
        raise ValueError(
            f"{', '.join(unknown)}: not a parameter of an address here; it can have "
            f"{', '.join(sorted(PARAMETERS - {'dbname'}))}"
        )
    if not found.get("dbname") and "service" not in found:
        raise ValueError(f"no database is named; the address is given as {FOR_EXAMPLE}")
    ports = found.get("port", "").split(",")
    if not all(port.isdecimal() or not port for port in ports):
        raise ValueError(f"a port is a number; the address is given as {FOR_EXAMPLE}")
    if len(ports) not in (1, found.get("host", "").count(",") + 1):
        raise ValueError("name one port for all hosts, or one for each")
    return found
