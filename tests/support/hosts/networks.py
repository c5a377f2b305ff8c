"""Several hosts on one machine: network namespaces on a bridge, each with its own address and processes.

All of it lives in namespaces of one process. When that process ends, in whatever way, the kernel ends every
process of every host and takes the network away.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tests.support.debian import install
from tests.support.long.campaign import ROOT
from tests.support.long.running import kill, until

NETWORK, OWN_ADDRESS, PREFIX = "10.77.0", "10.77.0.1", 24
NOWHERE = "02:00:00:00:00:99"
"""The hardware address of nobody: packets to it are dropped, and nobody is notified."""
ENDING_SECONDS = 30
AS_NOBODY = ("unshare", "--user", "--map-user=65534", "--map-group=65534")
"""Runs a program that refuses to be run by root."""


def in_namespaces(*command: str) -> list[str]:
    """The command, in namespaces where it may make a network. It is their first process."""
    as_root = () if os.geteuid() == 0 else ("--map-root-user",)
    own = ("--net", "--mount-proc", "--pid", "--fork", "--kill-child")
    return ["unshare", *as_root, *own, "--", *command]


def why_no_hosts() -> str | None:
    """Why this machine, or this user, cannot have hosts of its own. None: it can."""
    if sys.platform != "linux":
        return "network namespaces are of Linux"
    if shutil.which("unshare") is None or shutil.which("nsenter") is None:
        return "no unshare and nsenter are on the path"
    if shutil.which("ip") is None and not (os.geteuid() == 0 and install("iproute2")):
        return "no ip is on the path"
    trial = "ip link add trial type bridge && ip link add one type veth peer name other && exec "
    tried = subprocess.run(
        in_namespaces("sh", "-c", trial + " ".join(AS_NOBODY) + " true"), capture_output=True, text=True
    )
    return None if tried.returncode == 0 else tried.stderr.strip() or f"unshare ended with {tried.returncode}"


def ip(*words: str) -> None:
    """Run `ip` in the namespace of this process. Raises `RuntimeError` with its message."""
    done = subprocess.run(["ip", *words], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"ip {' '.join(words)}: {done.stderr.strip()}")


class Network:
    """A bridge in the namespace of this process, which is a host itself, with the address `OWN_ADDRESS`."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.hosts = folder, list[Host]()
        ip("link", "set", "lo", "up")
        ip("link", "add", "bridge", "type", "bridge")
        ip("addr", "add", f"{OWN_ADDRESS}/{PREFIX}", "dev", "bridge")
        ip("link", "set", "bridge", "up")

    def host(self, name: str) -> Host:
        """A new host, up and connected. Its folder has its name."""
        host = Host(
            name, f"{NETWORK}.{len(self.hosts) + 11}", f"port{len(self.hosts) + 1}", self.folder / name
        )
        self.hosts.append(host)
        return host

    def close(self) -> None:
        """End every process of every host."""
        for host in self.hosts:
            host.off()
            host.holder.kill()
            host.holder.wait()


class Host:
    """A machine of the network. `services` are what a service manager would start there."""

    def __init__(self, name: str, address: str, port: str, folder: Path) -> None:
        self.name, self.address, self.folder, self._port = name, address, folder, port
        self.services: list[Service] = []
        (folder / "tmp").mkdir(parents=True)
        self.holder = subprocess.Popen(
            ["unshare", "--net", "sh", "-c", "echo; exec sleep infinity"], stdout=subprocess.PIPE
        )
        assert self.holder.stdout is not None
        self.holder.stdout.readline()
        self.namespace = str(Path(f"/proc/{self.holder.pid}/ns/net").readlink())
        ip("link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", str(self.holder.pid))
        ip("link", "set", port, "master", "bridge", "up")
        self.ip("link", "set", "lo", "up")
        self.ip("addr", "add", f"{address}/{PREFIX}", "dev", "eth0")
        self.ip("link", "set", "eth0", "up")

    def ip(self, *words: str) -> None:
        """Run `ip` on this host. Raises `RuntimeError` with its message."""
        done = subprocess.run(self.command("ip", *words), capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"ip {' '.join(words)} on {self.name}: {done.stderr.strip()}")

    def command(self, *words: str) -> list[str]:
        """The command, run on this host."""
        return ["nsenter", f"--net=/proc/{self.holder.pid}/ns/net", "--", *words]

    def unplug(self) -> None:
        """Take its network away. Nobody gets a goodbye."""
        ip("link", "set", self._port, "down")

    def plug(self) -> None:
        """Give it its network back."""
        ip("link", "set", self._port, "up")

    def cut_off(self, others: Sequence[Host]) -> None:
        """Drop all packets between this host and these others; it reaches everybody else."""
        for one, other in [(self, other) for other in others] + [(other, self) for other in others]:
            one.ip("neigh", "replace", other.address, "lladdr", NOWHERE, "nud", "permanent", "dev", "eth0")

    def reconnect(self, others: Sequence[Host]) -> None:
        """Undo `cut_off`."""
        for one, other in [(self, other) for other in others] + [(other, self) for other in others]:
            one.ip("neigh", "del", other.address, "dev", "eth0")

    def processes(self) -> list[int]:
        """Every process that runs there, whoever has started it."""
        found = []
        for folder in Path("/proc").iterdir():
            with suppress(OSError):
                if folder.name.isdigit() and str((folder / "ns" / "net").readlink()) == self.namespace:
                    found.append(int(folder.name))
        return [process for process in found if process != self.holder.pid]

    def off(self) -> None:
        """SIGKILL to everything, as if the power had failed. `on` starts its services again."""
        for service in self.services:
            service.wanted = False
        while processes := self.processes():
            for process in processes:
                kill(process)
            for service in self.services:
                service.reap()

    def on(self) -> None:
        """Start its services."""
        for service in self.services:
            service.start()

    def service(self, name: str, command: Sequence[str], settings: Mapping[str, str]) -> Service:
        """A process that is to run on this host; `start` starts it."""
        made = Service(self, name, command, settings)
        self.services.append(made)
        return made


class Service:
    """One process of a host. While it is `wanted`, `revive` starts it again, as a service manager would."""

    def __init__(self, host: Host, name: str, command: Sequence[str], settings: Mapping[str, str]) -> None:
        self.host, self.name, self.command = host, name, command
        self.settings: dict[str, str] = {**settings}
        self.folder = ROOT
        """Where it is started: the code that it runs."""
        self.wanted, self.starts = False, 0
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it. It ends with its host, or when it is killed or stopped."""
        self.reap()
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("TABLELOG_", "PG"))}
        own = {"TMPDIR": str(self.host.folder / "tmp"), "PYTHONPATH": str(self.folder)}
        with (self.host.folder / f"{self.name}.output").open("ab") as output:
            self.process = subprocess.Popen(
                self.host.command(*self.command),
                env=kept | own | self.settings,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        self.wanted, self.starts = True, self.starts + 1

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def send(self, number: signal.Signals) -> None:
        """A signal to the process."""
        assert self.process is not None
        self.process.send_signal(number)

    def reap(self) -> None:
        """Take notice of its end."""
        if self.process is not None:
            self.process.poll()

    def revive(self) -> None:
        """Start it again if it has ended and nobody stopped it."""
        if self.wanted and not self.runs:
            self.start()

    def stop(self) -> None:
        """End it as a service manager does: TERM, and KILL to one that does not end. Raises `Stuck`."""
        self.wanted = False
        if self.process is not None:
            self.process.terminate()
            until(lambda: not self.runs, f"{self.name} of {self.host.name} does not end", ENDING_SECONDS)
