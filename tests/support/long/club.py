"""A club at the size of years: bots play its evenings, and what the service counts is held against its logs.

Results and people are then put right, step by step, while web and worker are killed. After each step the
statistics of the club are those that a few lines count from the exported files and from who sat where.
"""

from __future__ import annotations

import http.client
import json
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unicodedata import normalize

from domain.games import REGISTRY
from replays.library import Library
from replays.portable import portable, write
from replays.simulate import Simulated, simulate
from tests.support.long.campaign import CONSOLE, Outcome, Progress, Wanted
from tests.support.long.restores import log_of
from tests.support.long.running import Stuck, Tablelog, kill

PAUSE_SECONDS = 0.1
ANSWER_SECONDS = 60
CATCHING_UP_SECONDS = 300
"""In which the worker, killed or not, has to come to the end of the log."""
AT_ONCE = 10
"""Sessions in one import."""
VOIDED, COUNTED_AGAIN, CORRECTED = 5, 2, 3
SHOWN = 3
TITLE_OF_PENALTIES = "time_of_chaos"
"""The game in which a correction after the end takes points, one for each fact."""
PENALTY = "penalty_taken"
MOST_PENALTIES = 3
NOT_A_NAME = "somebody"
"""What no person of the club is called."""
NAMES = (
    *("Señor Verde", "Kék Ég", "Rot", "Rosa de la Noche", "Azul & Oro", "Weiße Straße", "Àwọ̀ Pupa"),
    *("Blå Ek", "Ai", "Červený", "Jade", "Senor V"),
)
"""The last one is the first one, who gave another name on some evenings: the two are merged and split."""


# Asking: nothing is given up, and a repeated request is the same request.


class Unexpected(Exception):
    """An answer that no retry will better."""


class Asking:
    """Requests to a service that is killed meanwhile. again: how often one was sent again."""

    def __init__(self, tablelog: Tablelog) -> None:
        self.tablelog, self.again = tablelog, 0

    def ask(
        self, method: str, path: str, token: str, body: Any = None, held: Sequence[str] = (), kind: str = ""
    ) -> Any:
        """The answer's body, as soon as there is one. Raises `Unexpected` and `Stuck`."""
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        headers = {"Idempotency-Key": str(uuid.uuid4()), "If-Match": "*"} if method == "POST" else {}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {"Tablelog-Tokens": ", ".join(held)} if held else {}
        headers |= {"Content-Type": kind or "application/json"} if data is not None else {}
        end = time.monotonic() + CATCHING_UP_SECONDS
        while time.monotonic() < end:
            connection = http.client.HTTPConnection("127.0.0.1", self.tablelog.port, timeout=ANSWER_SECONDS)
            try:
                connection.request(method, path, data, headers)
                answer = connection.getresponse()
                status, text = answer.status, answer.read()
            except (OSError, http.client.HTTPException):
                status, text = 503, b""
                self.tablelog.revive()
            finally:
                connection.close()
            if status in (200, 201):
                lines = answer.getheader("Content-Type", "").startswith("application/x-ndjson")
                return [json.loads(line) for line in text.splitlines()] if lines else json.loads(text)
            if status not in (202, 429, 503):
                raise Unexpected(f"{status} at {method} {path}: {text.decode(errors='replace')[:500]}")
            self.again += 1
            time.sleep(PAUSE_SECONDS)
        raise Stuck(f"{method} {path} is never answered")


# Counting: from the files that the service exports, and from who was said to sit where.


class Claim(NamedTuple):
    """Who was said to sit at a seat: an id, a name in some spelling, both, or neither."""

    player: str | None = None
    name: str | None = None


class Log(NamedTuple):
    """A session, and the bodies of its entries."""

    session: str
    game: str
    entries: list[Mapping[str, Any]]

    @property
    def facts(self) -> list[Mapping[str, Any]]:
        """All facts, in their order."""
        return [fact for entry in self.entries for fact in entry.get("facts", ())]

    @property
    def seats(self) -> list[str]:
        """Those of the opening."""
        return [seat["seat"] for seat in self.entries[0]["seats"]]


class Counted(NamedTuple):
    """By game and person: sessions and wins. By game, person and another person: the same, together."""

    sessions: dict[str, int]
    played: dict[tuple[str, str], tuple[int, float]]
    together: dict[tuple[str, str, str], tuple[int, float]]


def folded(name: str) -> str:
    """A name without the differences that do not make another name."""
    return " ".join(normalize("NFC", name).casefold().split())


class Book:
    """Who is who: what was told to the service about people, kept here on its own."""

    def __init__(self) -> None:
        self.ids: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.merged: dict[str, str] = {}
        self.claims: dict[tuple[str, str], Claim] = {}

    def person(self, claim: Claim) -> str | None:
        """The person, else the id that the seat counts by."""
        found = self.ids.get(claim.player or "") or self.names.get(folded(claim.name or ""))
        return self.merged.get(found, found) if found else claim.player

    def erase(self, person: str) -> None:
        """Nobody of this id or name was ever here."""
        for place, claim in self.claims.items():
            if self.person(claim) == person:
                self.claims[place] = Claim()
        self.ids = {one: whose for one, whose in self.ids.items() if whose != person}
        self.names = {one: whose for one, whose in self.names.items() if whose != person}


def winners_of(log: Log) -> list[str]:
    """Who has won, by the facts of the log alone; the AI too, where it is one of them."""
    facts = log.facts
    at = max(number for number, fact in enumerate(facts) if fact["fact"] in ("game_ended", "game_won"))
    end, later = facts[at], facts[at + 1 :]
    if end["fact"] == "game_won":
        return [seat["seat"] for seat in log.entries[0]["seats"] if seat["side"] == end["side"]]
    if "result" in end and (taken := Counter(fact["seat"] for fact in later if fact["fact"] == PENALTY)):
        scores = {seat: score - taken[seat] for seat, score in end["result"]["scores"].items()}
        return [seat for seat, score in scores.items() if score == max(scores.values())]
    ended = end.get("result", end)
    return list(ended["winners"]) if "winners" in ended else [ended["winner"]] if ended.get("winner") else []


def is_void(log: Log) -> bool:
    """Whether the last word of the log is that the session does not count."""
    said = [entry["kind"] for entry in log.entries if entry["kind"] in ("void", "counts")]
    return said[-1:] == ["void"]


def counted(logs: Sequence[Log], book: Book) -> Counted:
    """The club's figures."""
    sessions = Counter[str]()
    sums: tuple[dict[Any, tuple[int, float]], dict[Any, tuple[int, float]]] = ({}, {})
    for log in logs:
        if is_void(log):
            continue
        game, winners = log.game, winners_of(log)
        sessions[game] += 1
        at = {seat: book.person(book.claims.get((log.session, seat), Claim())) for seat in log.seats}
        for seat, person in at.items():
            share = 1 / len(winners) if seat in winners else 0.0
            for sum_, key in (
                *([(sums[0], (game, person))] if person else ()),
                *((sums[1], (game, person, other)) for there, other in at.items() if there != seat),
            ):
                if None not in key:
                    number, wins = sum_.get(key, (0, 0.0))
                    sum_[key] = number + 1, wins + share
    return Counted(dict(sessions), *sums)


def differences(wanted: Counted, found: Counted) -> Iterator[str]:
    """Where the service counts otherwise."""
    pairs: Iterator[tuple[dict[Any, Any], dict[Any, Any]]] = zip(wanted, found, strict=True)
    for what, (by_hand, told) in zip(Counted._fields, pairs, strict=True):
        wrong = sorted(key for key in by_hand.keys() | told.keys() if by_hand.get(key) != told.get(key))
        if wrong:
            some = ", ".join(f"{key}: {by_hand.get(key)} by hand, {told.get(key)}" for key in wrong[:SHOWN])
            yield f"{what}: {len(wrong)} of {len(by_hand)} figures differ, such as {some}"


# The club: its people, its evenings, and what the service counts of them.


def as_file(one: Simulated) -> bytes:
    """A session of bots as a portable file."""
    made = one.session
    return write(portable(made.id, made.game.key, made.opened.rules_version, made.components, one.stored))


class Club(Asking):
    """A club of the service, and the book about it. faults: what was found wrong."""

    def __init__(self, tablelog: Tablelog, wanted: Wanted) -> None:
        super().__init__(tablelog)
        self.wanted, self.random = wanted, Random(f"{wanted.seed}/club")
        self.book, self.people, self.spellings = Book(), list[str](), dict[str, list[Claim]]()
        self.owners: dict[str, str] = {}
        self.kills = Counter[str]()
        self.faults: list[str] = []
        self.id, self.keys = "", dict[str, str]()
        self.erased: set[str] = set()

    def found(self) -> None:
        """Make the club and its people; most have two ids and are called by several names."""
        made = self.ask("POST", "/v1/clubs", "", {"name": "Two hundred Thursdays", "timezone": "Europe/Rome"})
        self.id, self.keys = made["club"], made["tokens"]
        chosen = [*NAMES[: self.wanted.people - 1], NAMES[-1]]
        for number, name in enumerate(chosen):
            first = name.split()[0] if " " in name and number < len(chosen) - 1 else ""
            aliases = [f"{first} of {number}"] if first else []
            phone = f"phone-{number}"
            body = {"name": name, "aliases": aliases, "players": [phone]}
            person = self.of_club("POST", "/people", "member", body)["person"]
            second = f"tablet-{number}"
            self.of_club("PUT", f"/people/{person}/players/{second}", "organiser")
            ids, names = [person, phone, second], [name, *aliases]
            self.people.append(person)
            self.book.ids |= dict.fromkeys(ids, person)
            self.book.names |= dict.fromkeys(map(folded, names), person)
            spelled = [*names, name.upper(), f" {name.lower()}  ", normalize("NFD", name)]
            self.spellings[person] = [
                *(Claim(one) for one in ids),
                *(Claim(None, " ".join(one.split(" ")).strip()) for one in spelled),
                Claim(second, NOT_A_NAME),
            ]

    def of_club(self, method: str, path: str, holder: str, body: Any = None, held: Sequence[str] = ()) -> Any:
        """A request about the club, with this key."""
        return self.ask(method, f"/v1/clubs/{self.id}{path}", self.keys[holder], body, held)

    def play(self) -> None:
        """Have bots play every evening, bring it in, and say who sat where."""
        progress, done = Progress("evenings", self.wanted.evenings), 0
        for place, game in enumerate(REGISTRY.values(), 1):
            share = self.wanted.evenings * place // len(REGISTRY) - done
            components = Library().component_set("demo", game.key)
            lines = [
                write(
                    portable(
                        one.session.id, game.key, one.session.opened.rules_version, components, one.stored
                    )
                )
                for one in simulate(game, components, share, self.wanted.seed)
            ]
            for first in range(0, share, AT_ONCE):
                body = b"\n".join(lines[first : first + AT_ONCE])
                items = self.ask("POST", "/v1/imports", "", body, kind="application/x-ndjson")["items"]
                for item in items:
                    self.bring(item["session"], item["tokens"])
            done += share
            progress.at(done, game.title)

    def bring(self, session: str, tokens: Mapping[str, str]) -> None:
        """Take an evening into the club; some seats stay empty, some are those of guests."""
        owner = self.owners[session] = tokens["owner"]
        self.of_club("PUT", f"/sessions/{session}", "organiser", held=[owner])
        seats = [holder.removeprefix("seat:") for holder in tokens if holder.startswith("seat:")]
        # Two names of one person never sit at one table.
        here = self.random.sample(self.people[1:-1], min(len(seats), len(self.people) - 2))
        here[: self.random.randrange(2)] = [self.random.choice([self.people[0], self.people[-1]])]
        claims = {}
        for seat, person in zip(seats, here, strict=False):
            claim = self.random.choice(self.spellings[person])
            if self.random.random() < 0.1:
                claim = self.random.choice([Claim(), Claim("guest-1"), Claim(None, "A guest")])
            claims[seat] = claim
        body = {
            "people": {seat: claim._asdict() for seat, claim in claims.items() if claim != Claim()},
        }
        if body["people"]:
            self.ask("PATCH", f"/v1/sessions/{session}/people", owner, body)
        self.book.claims |= {(session, seat): claim for seat, claim in claims.items()}

    def logs(self) -> list[Log]:
        """Every session as it stands in the log."""
        found = []
        for session, entries in log_of(self.tablelog.home).items():
            bodies = [json.loads(body) for _, _, body, _ in entries]
            found.append(Log(session, bodies[0]["game"], bodies))
        return found

    def exported(self) -> list[Log]:
        """Every session as the club exports it to its organisers."""
        found: list[Log] = []
        for line in self.of_club("GET", "/export", "organiser"):
            if line["event"] == "session":
                found.append(Log(line["session"]["id"], line["session"]["game"], []))
            elif line["event"] == "entry":
                found[-1].entries.append(line["entry"])
        return found

    def told(self) -> Counted:
        """What the service counts."""
        sessions, sums = dict[str, int](), (dict[Any, Any](), dict[Any, Any]())
        for game in REGISTRY:
            whole, *rest = (
                self.ask(
                    "GET",
                    f"/v1/statistics/{game}/win_share?club={self.id}{by}",
                    self.keys["member"],
                )["rows"]
                for by in ("", "&group_by=player", "&group_by=player,other_player")
            )
            for row in whole:
                sessions[game] = row["n"]
            for sum_, rows in zip(sums, rest, strict=True):
                for row in rows:
                    key = (game, *row["group"].values())
                    if None not in key:
                        sum_[key] = row["n"], row["total"]
        return Counted(sessions, *sums)

    def compare(self, step: str, before: Counted | None = None) -> Counted:
        """Wait until the service counts what is counted by hand; each step has to change something."""
        wanted = counted(self.logs(), self.book)
        if wanted == before:
            self.faults.append(f"{step}: nothing changed by hand")
        wrong, end = ["nothing was compared"], time.monotonic() + CATCHING_UP_SECONDS
        while wrong and time.monotonic() < end:
            wrong = list(differences(wanted, rounded(self.told(), wanted)))
            if wrong:
                time.sleep(PAUSE_SECONDS)
        self.faults += [f"{step}: {fault}" for fault in wrong]
        CONSOLE.print(f"  {step}: {len(wrong)} faults")
        return wanted

    # What is put right.

    def kill_one(self) -> None:
        """SIGKILL to the web process or the worker, whoever is chosen, unless enough were killed."""
        if self.kills.total() >= self.wanted.kills:
            return
        victim = self.random.choice(["web", "worker"])
        for process in self.tablelog.processes(victim):
            self.kills[victim] += 1
            kill(process)

    def steps(self) -> Iterator[tuple[str, Callable[[], None]]]:
        """What is done one after another, each with its name."""
        first, last = self.people[0], self.people[-1]
        sessions = sorted(self.owners)
        self.random.shuffle(sessions)
        voided = sessions[:VOIDED]
        yield "merged", lambda: self.merge(first, last)
        yield "split", lambda: self.split(first, last)
        yield "voided", lambda: self.say(voided, "void")
        yield "counted again", lambda: self.say(voided[:COUNTED_AGAIN], "counts")
        yield "corrected", lambda: self.correct(voided)
        yield "erased", lambda: self.erase(self.people[1])

    def merge(self, person: str, other: str) -> None:
        self.of_club("POST", f"/people/{person}/merge", "organiser", {"other": other})
        self.book.merged[other] = person

    def split(self, person: str, other: str) -> None:
        self.of_club("POST", f"/people/{person}/split", "organiser", {"other": other})
        del self.book.merged[other]

    def say(self, sessions: Sequence[str], path: str) -> None:
        """`void` or `counts`, with a kill in between."""
        for number, session in enumerate(sessions):
            if number == 1:
                self.kill_one()
            body = {"reason": "so it was agreed"}
            self.ask("POST", f"/v1/sessions/{session}/{path}", self.owners[session], body)

    def correct(self, but: Sequence[str]) -> None:
        """Reopen evenings and take so many points from who has won that somebody else has."""
        done = 0
        for log in self.logs():
            if done == CORRECTED or log.game != TITLE_OF_PENALTIES or log.session in but:
                continue
            if (penalties := dethroning(log)) is None:
                continue
            path, owner = f"/v1/sessions/{log.session}", self.owners[log.session]
            reason = {"reason": "points were forgotten"}
            self.ask("POST", f"{path}/reopen", owner, reason)
            if done == 1:
                self.kill_one()
            self.ask("POST", f"{path}/corrections", owner, {"facts": penalties, **reason})
            self.ask("POST", f"{path}/close", owner, {"outcome": "finished"})
            done += 1
        if done == 0:
            self.faults.append("no evening could be corrected")

    def erase(self, person: str) -> None:
        """One act; the name is found nowhere then."""
        names = {claim.name for claim in self.spellings[person] if claim.name not in (None, NOT_A_NAME)}
        self.erased = {form for name in names if name for form in (name, normalize("NFC", name))}
        if not any(self.traces(self.tablelog.home)):
            self.faults.append("the name that is to be erased is nowhere, so its absence says nothing")
        self.of_club("DELETE", f"/people/{person}", "keeper")
        self.book.erase(person)

    def traces(self, folder: Path) -> Iterator[str]:
        """Files below the folder that have an erased name in plain bytes."""
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            data = path.read_bytes()
            if found := sorted(name for name in self.erased if name.encode() in data):
                yield f"{path.relative_to(folder)} still has the erased {found[0]!r}"


def dethroning(log: Log) -> list[dict[str, str]] | None:
    """Penalties for the one winner, so that another seat alone has most points; None: that takes too many."""
    (end,) = (fact for fact in log.facts if fact["fact"] == "game_ended")
    scores, winners = end["result"]["scores"], end["result"]["winners"]
    first, second, *others = sorted(scores, key=lambda seat: (seat not in winners, -scores[seat]))
    alone = len(winners) == 1 and not any(scores[seat] == scores[second] for seat in others)
    short = scores[first] - scores[second] + 1
    return [{"fact": PENALTY, "seat": first}] * short if alone and short <= MOST_PENALTIES else None


def rounded(told: Counted, wanted: Counted) -> Counted:
    """Figures that differ by less than a share can be are those by hand."""

    def near(figures: dict[Any, tuple[int, float]], by_hand: dict[Any, tuple[int, float]]) -> dict[Any, Any]:
        return {
            key: by_hand[key]
            if key in by_hand and by_hand[key][0] == n and abs(by_hand[key][1] - wins) < 0.01
            else (n, wins)
            for key, (n, wins) in figures.items()
        }

    return Counted(told.sessions, near(told.played, wanted.played), near(told.together, wanted.together))


# The campaign.


@contextmanager
def running(tablelog: Tablelog) -> Iterator[None]:
    """`up`, for as long as it is wanted."""
    tablelog.start()
    try:
        tablelog.wait_until_ready()
        yield
    finally:
        tablelog.stop()


def run(wanted: Wanted, folder: Path) -> Outcome:
    """The club plays, and is put right; then the same is counted where its backup was restored."""
    tablelog, restored, backup = Tablelog(folder / "club"), Tablelog(folder / "restored"), folder / "backup"
    club, figures = Club(tablelog, wanted), dict[str, str]()
    try:
        with running(tablelog):
            began = time.monotonic()
            club.found()
            club.play()
            figures["evenings brought in"] = f"{time.monotonic() - began:.0f} s"
            before = club.compare("played")
            figures["sessions, seats counted"] = (
                f"{sum(before.sessions.values())}, {sum(number for number, _ in before.played.values())}"
            )
            for step, act in club.steps():
                began = time.monotonic()
                club.kill_one()
                act()
                before = club.compare(step, before)
                figures[step] = f"{time.monotonic() - began:.0f} s"
            club.faults += failures((tablelog, "backup", str(backup)))
            club.faults += club.traces(folder)
        club.faults += failures((restored, "restore", str(backup)), (restored, "audit", "--all"))
        exported = folder / "exported.ndjson"
        club.faults += failures((restored, "export", "--all"), output=exported)
        club.tablelog = restored
        with running(restored):
            if club.compare("restored") != before:
                club.faults.append("restored: the sessions are not those that were backed up")
            if counted(club.exported(), club.book) != before:
                club.faults.append("exported by the club: the entries count otherwise")
        if counted([of_file(line) for line in exported.read_bytes().splitlines()], club.book) != before:
            club.faults.append("exported: the files count otherwise")
    except (Stuck, Unexpected) as error:
        club.faults.append(str(error))
    figures["kills"] = ", ".join(f"{number} {victim}" for victim, number in sorted(club.kills.items()))
    figures["requests sent again"] = str(club.again)
    return Outcome(figures, club.faults)


def of_file(line: bytes) -> Log:
    """The session of a portable file."""
    file = json.loads(line)
    return Log(file["session"], file["game"], [entry["body"] for entry in file["entries"]])


def failures(*commands: tuple[Any, ...], output: Path | None = None) -> Iterator[str]:
    """Run these commands; yields what failed."""
    for tablelog, *arguments in commands:
        status, said = tablelog.run(*arguments, output=output)
        if status != 0:
            yield f"{arguments[0]} ended with status {status}: {said.strip()[-500:]}"
