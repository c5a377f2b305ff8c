"""What `tablelog up` stands on: finding Redis, a safe socket, the `dev` script."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from gunicorn.http.message import MAX_REQUEST_LINE

from service.processes import supervisor
from service.processes.web import CannotStart, web_command
from service.settings import Settings
from service.support.run_folder import LONGEST_SOCKET_PATH

ROOT = Path(__file__).parents[2]


def test_redis_is_found_on_the_path_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "redis-server"
    own.write_text("#!/bin/sh\n")
    own.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert supervisor.find_redis() == own
    own.unlink()
    bundled = supervisor.find_redis()
    assert bundled is None or bundled.is_file()


def test_the_socket_is_short_enough_and_in_a_folder_of_our_own(tmp_path: Path) -> None:
    for home in (tmp_path, tmp_path / ("long" * 40)):
        path = supervisor.redis_socket(home)
        assert len(str(path)) <= LONGEST_SOCKET_PATH
        assert path.parent.stat().st_mode & 0o777 == 0o700
        if path.parent.parent != home:
            shutil.rmtree(path.parent)


def test_a_folder_that_is_no_folder_of_ours_is_refused(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "run").symlink_to(elsewhere)
    with pytest.raises(CannotStart):
        supervisor.redis_socket(tmp_path / "home")


def test_redis_keeps_nothing_and_listens_on_the_socket_alone(tmp_path: Path) -> None:
    command = supervisor.redis_command(Path("redis-server"), tmp_path / "redis.sock")
    options = dict(zip(command[1::2], command[2::2], strict=True))
    assert options["--port"] == "0"
    assert options["--save"] == ""
    assert options["--appendonly"] == "no"
    assert options["--unixsocketperm"] == "700"


def test_the_web_process_takes_the_longest_query_that_gunicorn_allows() -> None:
    command = web_command("127.0.0.1", 1, server="gunicorn")
    limit = int(command[command.index("--limit-request-line") + 1])
    assert limit == MAX_REQUEST_LINE


def test_the_procfile_names_the_processes() -> None:
    names = [line.split(":")[0] for line in supervisor.procfile().splitlines()]
    assert names == ["web", "worker", "redis", "bots", "jobs"]


def test_the_environment_of_the_processes_leads_to_this_installation(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, log_url="", tables_url="", redis_url=None, secret_key="", port=1234)
    found = supervisor.environment(settings, "0.0.0.0", "unix:///x")
    assert found["PATH"].startswith(str(Path(sys.executable).parent))
    assert found["TABLELOG_PORT"] == "1234"
    assert found["TABLELOG_REDIS_URL"] == "unix:///x"


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:1"),
        ("0.0.0.0", "http://127.0.0.1:1"),
        ("::", "http://[::1]:1"),
        ("::1", "http://[::1]:1"),
    ],
)
def test_the_address_that_is_told_can_be_opened(host: str, url: str) -> None:
    assert supervisor.address(host, 1) == url


def dev(
    folder: Path, *arguments: str, path: Path | None = None, python: str = "python3"
) -> subprocess.CompletedProcess[str]:
    surroundings = {"HOME": str(folder), "PATH": f"{path or '/usr/bin'}:/bin", "PYTHON": python}
    return subprocess.run(
        [folder / "dev", *arguments], env=surroundings, capture_output=True, text=True, timeout=60, cwd="/"
    )


COMMANDS = ("awk", "bash", "cat", "cksum", "cp", "dirname", "env", "grep", "mkdir", "mktemp", "rm", "sed")
"""All that `./dev` and the environments of these tests are to need of a machine, beside Python."""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout that has made no environment yet, and a folder `bin` to be its PATH."""
    (tmp_path / "service").mkdir()
    for name in ("dev", "requirements.lock", "pyproject.toml", "service/version.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    commands = tmp_path / "bin"
    commands.mkdir()
    for name in COMMANDS:
        found = shutil.which(name)
        assert found is not None
        (commands / name).symlink_to(found)
    return tmp_path


def test_dev_tells_what_it_does(checkout: Path) -> None:
    for words in ((), ("help",)):
        told = dev(checkout, *words)
        assert (told.returncode, told.stderr) == (0, "")
        assert "./dev up" in told.stdout


def test_dev_refuses_a_word_that_it_does_not_know(checkout: Path) -> None:
    told = dev(checkout, "nonsense")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.startswith("dev: unknown command ./dev nonsense. The commands are:\n")
    assert "./dev check" in told.stderr


TOO_OLD = "#!/bin/sh\nexit 1\n"
BARE = '#!/bin/sh\ncase "$2" in *ensurepip*) exit 1;; esac\nexit 0\n'
"""A Python without its venv module."""
WHOLE = '#!/bin/sh\nif [ "$1" = -m ]; then echo "made by $0" >&2; exit 3; fi\nexit 0\n'
"""One that tells that it was taken, and makes nothing."""


def put(checkout: Path, python: str, *names: str) -> None:
    for name in names:
        (checkout / "bin" / name).write_text(python)
        (checkout / "bin" / name).chmod(0o755)


PYTHONS = ("python3", "python3.11", "python3.12", "python3.13", "python3.14")


@pytest.mark.parametrize(
    ("python", "said"), [(BARE, "apt install python3-venv"), (TOO_OLD, "Python 3.11 to 3.14")]
)
def test_dev_says_what_is_missing(checkout: Path, python: str, said: str) -> None:
    put(checkout, python, *PYTHONS)
    told = dev(checkout, "check", path=checkout / "bin")
    assert told.returncode == 1
    assert said in told.stderr
    assert not (checkout / ".venv").exists()


@pytest.mark.parametrize(("named", "taken"), [(WHOLE, "named"), (BARE, "python3"), (TOO_OLD, "python3")])
def test_dev_takes_the_python_that_is_named_if_it_makes_environments(
    checkout: Path, named: str, taken: str
) -> None:
    put(checkout, WHOLE, *PYTHONS)
    put(checkout, named, "named")
    told = dev(checkout, "check", path=checkout / "bin", python=str(checkout / "bin" / "named"))
    assert told.returncode == 3
    assert f"made by {checkout}/bin/{taken}\n" in told.stderr


INSTALLS = """#!/bin/sh
case "$*" in
  *" venv "*) mkdir -p "$4/bin"; cp "$0" "$4/bin/python" ;;
  *"--version"*) exit 1 ;;
  *" -r "*) for half; do :; done; cat "$half" >"$0.${half##*/}"; ! grep -q "no such package" "$half" ;;
  *" check") ! grep "another version" "$0".[01] ;;
esac
"""
"""One whose environments keep what is installed there, and can do no more."""


def test_a_lock_is_put_in_by_halves_and_nothing_of_it_twice(checkout: Path) -> None:
    put(checkout, INSTALLS, *PYTHONS)
    told = dev(checkout, "up", path=checkout / "bin")
    assert "tablelog: No such file" in told.stderr, told.stderr
    halves = [(checkout / ".venv" / "bin" / f"python.{half}").read_text() for half in (0, 1)]
    assert all(halves)
    lock = (ROOT / "requirements.lock").read_text()
    assert sorted("".join(halves).splitlines()) == sorted(lock.splitlines())
    first = [line.partition("==")[0] for line in halves[1].splitlines() if not line.startswith(" ")]
    assert first == re.findall(r"(?m)^([^ #]+)==", lock)[::2]


@pytest.mark.parametrize("before", [0, 1])
def test_a_lock_that_cannot_be_put_in_whole_is_said(checkout: Path, before: int) -> None:
    put(checkout, INSTALLS, *PYTHONS)
    lock = (checkout / "requirements.lock").read_text()
    at = [match.start() for match in re.finditer(r"(?m)^[^ #]", lock)][before]
    (checkout / "requirements.lock").write_text(f"{lock[:at]}no such package\n{lock[at:]}")
    told = dev(checkout, "up", path=checkout / "bin")
    assert told.returncode == 1
    assert told.stderr.endswith("dev: some packages of requirements.lock could not be installed\n")
    assert not (checkout / ".venv" / ".made-from").exists()


def test_locks_that_do_not_belong_together_are_said(checkout: Path) -> None:
    put(checkout, INSTALLS, *PYTHONS)
    (checkout / "requirements-page.lock").write_text("one==1\nanother version==2\n")
    told = dev(checkout, "check", path=checkout / "bin")
    assert told.returncode == 1
    assert "dev: the packages of the locks conflict: " in told.stderr
    assert told.stderr.endswith("another version==2\n")
    assert not (checkout / ".venv" / ".page-made-from").exists()


def test_the_gate_passes_on_the_status_of_dev_from_any_folder(tmp_path: Path) -> None:
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci" / "run")
    (tmp_path / "dev").write_text('#!/bin/bash\necho "$CI $1"; cat; exit 7\n')
    (tmp_path / "dev").chmod(0o755)
    done = subprocess.run(
        [tmp_path / ".ci" / "run"], capture_output=True, text=True, cwd="/", timeout=60, input="unread"
    )
    assert (done.returncode, done.stdout) == (7, "true test\n")
