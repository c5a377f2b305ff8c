"""A client of Tablelog's API in one file, for version 0.4.0. It needs Python 3.11 and nothing else.

    from tablelog_client import Tablelog

    tablelog = Tablelog("http://127.0.0.1:8720")
    asked = tablelog.get_opening_form("time_of_chaos")["sample"] | {"chance": "drawn"}
    opened = tablelog.open_session(asked)
    table, session = tablelog.holding(opened["tokens"]["scribe"]), opened["session"]["id"]
    table.record_actions(session, {"type": "lay_out_tiles"})
    for event in table.follow(session):
        print(event["event"], event["id"])

Made from /v1/openapi.json: the methods are its operations, the types its schemas. Copy it where it is needed.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, cast
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

LOOK_AGAIN_SECONDS = 1.0


class Event(TypedDict):
    """What a stream tells: `state`, `entry`, `people`, `table`, `change`, `reset`, `end`, after entry `id`.

    reset: the log is not the one followed so far, for example after a restore; `state` follows.
    """

    id: int
    last_event_id: str
    event: str
    data: Any


class Refused(Exception):
    """What the service refuses.

    problem: why, by its `type`, and what helps. wait: seconds until it is worth to ask again.
    """

    def __init__(self, problem: Problem, wait: float | None) -> None:
        super().__init__(f"{problem['title']}: {problem['detail']}")
        self.problem = problem
        self.wait = wait


class Service:
    """How a service is spoken to. token: whose eyes and hands these are; without one, a stranger's."""

    def __init__(self, server: str, token: str | None = None, timeout: float = 60.0) -> None:
        self.server = server.rstrip("/")
        self.token = token
        self.timeout = timeout

    def holding(self, token: str) -> Tablelog:
        """The same service, with this token."""
        return Tablelog(self.server, token, self.timeout)

    def ask(
        self,
        method: str,
        path: str,
        query: Mapping[str, object] = {},
        body: object = None,
        headers: Mapping[str, str | None] = {},
    ) -> Any:
        """The JSON of an answer; one that takes a while is waited for. Raises `Refused`."""
        with self._answer(method, path, query, body, headers) as answer:
            told = json.load(answer)
            if answer.status != HTTPStatus.ACCEPTED:
                return told
        while told["status"] in ("waiting", "running"):
            time.sleep(LOOK_AGAIN_SECONDS)
            told = self.ask("GET", f"/v1/jobs/{told['id']}")
        return self.ask("GET", f"/v1/jobs/{told['id']}/result")

    def follow(self, session_id: str, after: int | str | None = None) -> Iterator[Event]:
        """The stream of a session, until it is closed. after: the `last_event_id` that is known already.

        A line that breaks is taken up again where it was.
        """
        while True:
            last = None if after is None else str(after)
            headers = {"Accept": "application/x-ndjson", "Last-Event-ID": last}
            try:
                with self._answer("GET", f"/v1/sessions/{session_id}/stream", {}, None, headers) as answer:
                    for line in filter(bytes.strip, answer):
                        event: Event = json.loads(line)
                        after = event["last_event_id"]
                        yield event
                        if event["event"] == "end":
                            return
                    if answer.status == HTTPStatus.NO_CONTENT:
                        return
            except (ConnectionError, TimeoutError):
                time.sleep(LOOK_AGAIN_SECONDS)

    def _answer(
        self,
        method: str,
        path: str,
        query: Mapping[str, object],
        body: object,
        headers: Mapping[str, str | None],
    ) -> Any:
        asked = urlencode([(name, _as_text(value)) for name, value in _parameters(query)])
        request = Request(self.server + path + (f"?{asked}" if asked else ""), method=method)
        for name, value in {"Accept": "application/json", **headers}.items():
            if value is not None:
                request.add_header(name, value)
        if self.token is not None:
            request.add_header("Authorization", f"Bearer {self.token}")
        if body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(body).encode()
        try:
            return urlopen(request, timeout=self.timeout)
        except HTTPError as error:
            wait = error.headers.get("Retry-After")
            with error:
                raise Refused(json.load(error), None if wait is None else float(wait)) from None


def _parameters(query: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """What is sent: nothing for None, and each member of an object by its own name."""
    for name, value in query.items():
        if isinstance(value, Mapping):
            yield from _parameters(value)
        elif value is not None:
            yield name, value


def _as_text(value: object) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)


ActionId: TypeAlias = "str"


class Add(TypedDict):
    """Put a row into the list at `at`, before the row of this id or index, or at the end. A list that
    the document leaves out is empty, and is made.

    do: The kind of change.
    at: The address of the list.
    value: The value.
    before: The row before which it is put.
    """

    do: Literal["add"]
    at: str
    value: Any
    before: NotRequired[str | Integer | None]


class AddedClubWebhook(TypedDict):
    """A new webhook of a club with its signing secret, which is shown only once.

    answer: The last answer of the receiver.
    attempts: Number of attempts for the waiting delivery; 0 if none has failed.
    created_at: When it was added.
    description: Your note about it.
    disabled: The reason why deliveries have stopped.
    disabled_at: When it was switched off; null: it is on.
    failure: Why the last attempt failed.
    id: The id.
    next_at: The time of the next attempt.
    secret: A secret, shown once.
    session: The session that the waiting delivery is about.
    tried_at: When it was tried last.
    url: The address of the receiver.
    """

    answer: int | None
    attempts: int
    created_at: str
    description: str | None
    disabled: str | None
    disabled_at: str | None
    events: list[Literal["club.session", "session.closed", "session.entries", "session.finished"]]
    failure: str | None
    id: str
    next_at: str | None
    secret: str
    session: str | None
    tried_at: str | None
    url: str


class AddedWebhook(TypedDict):
    """A new webhook with its signing secret, which is shown only once.

    answer: The last answer of the receiver.
    attempts: Number of attempts for the waiting delivery; 0 if nothing is waiting.
    created_at: When it was added.
    delivered: The number of the last entry that the receiver accepted.
    description: Your note about it.
    disabled: The reason why deliveries have stopped.
    disabled_at: When it was switched off; null: it is on.
    failure: Why the last attempt failed.
    id: The id.
    next_at: The time of the next attempt.
    secret: A secret, shown once.
    tried_at: When it was tried last.
    url: The address of the receiver.
    """

    answer: int | None
    attempts: int
    created_at: str
    delivered: int
    description: str | None
    disabled: str | None
    disabled_at: str | None
    failure: str | None
    id: str
    next_at: str | None
    secret: str
    tried_at: str | None
    url: str


class AmendedAt(TypedDict):
    """The session, and the entry in it that names the set.

    entry: The number of the entry.
    session: The session's id.
    """

    entry: int
    session: str


class Amendment(TypedDict):
    """Parts of the component set as they are in your box, by address, such as `items/aqua_cannon`.

    parts: Their whole content, in place of what the set has there.
    confirmed: Parts that are as in the set. Send at least one of them.
    offer: The id of the edition that the table plays with, to offer these parts to it; everybody
    who can change it sees them.
    """

    action_id: NotRequired[OptionalActionId]
    moved_at: NotRequired[OptionalInstant]
    parts: NotRequired[dict[str, Any]]
    confirmed: NotRequired[list[str]]
    offer: NotRequired[str | None]


class Among(TypedDict):
    """The value `one` is in the list `many`; it may be left out only if that has fewer than two.

    kind: The kind.
    one: The first parameter.
    many: The parameter that is a list.
    """

    kind: Literal["among"]
    one: str
    many: str


class Apart(TypedDict):
    """No value is in both lists, except those in `besides`.

    kind: The kind.
    one: The first parameter.
    other: The second parameter.
    besides: Values that may be in both.
    """

    kind: Literal["apart"]
    one: str
    other: str
    besides: NotRequired[list[Any]]


class Arriving(TypedDict):
    """No integer in the object `amounts` is more than the points that arrive at its key. `sent` tells
    of each list in the object `orders` what its values send, in the order that counts where the
    list is left out. The first `lost` points of each list do not arrive, whatever they were sent
    to.

    kind: The kind.
    amounts: The parameter with a number for each key.
    orders: The parameter with a list for each key.
    sent: The points that leave each key.
    lost: How many points of each list do not arrive.
    """

    kind: Literal["arriving"]
    amounts: str
    orders: str
    sent: dict[str, list[Sent]]
    lost: dict[str, int]


class AskedFarPlaces(TypedDict):
    """The type and seat of an action that moves a piece by one step.

    type: The type of the action.
    steps: Actions that come before it and are not recorded yet.
    """

    type: str
    seat: SeatId
    steps: NotRequired[list[dict[str, Any]]]


class AskedOutcome(TypedDict):
    """An outcome that the table must roll or draw: its path in the action and its possible values.

    path: Where the value belongs.
    """

    domain: Domain
    path: str
    words: NotRequired[dict[str, Any]]


class AskedOutlooks(TypedDict):
    """Actions to compare.

    actions: The actions, in order.
    steps: Actions that come before each of them and are not recorded yet.
    """

    actions: list[dict[str, Any]]
    steps: NotRequired[list[dict[str, Any]]]


class AskedWords(TypedDict):
    """An action that is chosen bit by bit: its type, its seat, and the parameters that are chosen
    already. ; null: left out.

    type: The type of the action.
    given: By parameter, the chosen value.
    steps: Actions that come before it and are not recorded yet.
    """

    type: str
    seat: NotRequired[SeatId | None]
    given: NotRequired[dict[str, Any]]
    steps: NotRequired[list[dict[str, Any]]]


class Assign(TypedDict):
    """An object with `least` to `most` of the keys; a value may be taken as often as it is listed.

    kind: The kind.
    keys: The keys.
    values: The values.
    least: The least.
    most: The most.
    """

    kind: Literal["assign"]
    keys: list[str]
    values: list[Any]
    least: int
    most: int


class AuditReport(TypedDict):
    """The result of an audit.

    derived: Entries whose facts were derived again.
    drawn: Outcomes that were drawn again.
    entries: The entries.
    findings: The findings of the audit.
    game: The game's key.
    not_redrawn: Entries whose draws could not be checked.
    passed: Whether nothing is wrong.
    rules_version: The version of the rules.
    secret: A secret, shown once.
    session: The session's id.
    """

    derived: int
    drawn: int
    entries: int
    findings: list[Finding]
    first_divergence: Finding | None
    game: str
    not_redrawn: list[int]
    passed: bool
    rules_version: int
    secret: str | None
    session: str


class Balance(TypedDict):
    """The list `gained` holds `least` to `most` values more than the list `given` (negative: fewer).

    kind: The kind.
    gained: The parameter with the items that are gained.
    given: The parameters that are chosen.
    least: The least.
    most: The most.
    """

    kind: Literal["balance"]
    gained: str
    given: str
    least: int
    most: int


class Beyond(TypedDict):
    """The list `parameter` holds at most `most` values more than are listed in `values`.

    kind: The kind.
    parameter: The parameter.
    values: The values.
    most: The most.
    """

    kind: Literal["beyond"]
    parameter: str
    values: list[Any]
    most: int


class BgStats(TypedDict):
    """A play for BG Stats, and the link that imports it into the app.

    link: An address.
    """

    link: str
    play: BgStatsPlay


class BgStatsPlay(TypedDict):
    """A play in BG Stats format.

    durationMin: Minutes of play.
    playDate: The end of the play in UTC, such as `2026-11-25 20:15:00`.
    players: The players' opaque ids by seat.
    sourceName: The name of this program.
    sourcePlayId: The session's id.
    """

    durationMin: NotRequired[int]
    game: GameOfPlay
    playDate: str
    players: list[PlayerOfPlay]
    sourceName: str
    sourcePlayId: str


BinsOfHistogram = TypedDict("BinsOfHistogram", {"from": "float", "width": "float"})


class BoardGameGeekPlay(TypedDict):
    """A play, with the members of BoardGameGeek's form. `objectid` is missing because it is unknown.

    action: The type of the action.
    ajax: Always 1.
    comments: A comment.
    incomplete: 1 if the game was abandoned.
    length: Minutes of play.
    nowinstats: 1 if nobody won.
    objectid: The game's number on BoardGameGeek.
    objecttype: The type of the object.
    playdate: The day.
    players: The players' opaque ids by seat.
    quantity: The number of plays.
    version: The version of the form.
    """

    action: Literal["save"]
    ajax: int
    comments: str
    incomplete: int
    length: int
    nowinstats: int
    objectid: NotRequired[int]
    objecttype: Literal["thing"]
    playdate: str
    players: list[BoardGameGeekPlayer]
    quantity: int
    version: int


class BoardGameGeekPlayer(TypedDict):
    """A player of a play, with the names from BoardGameGeek's form.

    color: The colour.
    name: The name.
    new: 1 if the player is new to the game.
    position: The position.
    rating: Always 0.
    score: The score.
    username: Always empty.
    win: 1 if the player won.
    """

    color: str
    name: str
    new: int
    position: str
    rating: int
    score: str
    username: str
    win: int


class BotsDeed(TypedDict):
    """The entry that a bot recorded; null if its seats had nothing to do.

    version: The number of the last entry.
    """

    entry: Entry | None
    version: int


class BotsTurn(TypedDict):
    """The seats for which a bot may act.

    seats: The seats, in order.
    """

    seats: list[SeatId]


class By(TypedDict):
    """The role, and the seat if any, that recorded an entry.

    role: The role.
    seat: The seat's id.
    """

    role: str
    seat: NotRequired[str]


class Card(TypedDict):
    """A card, face up, or its back. `id` is None where the viewer may not tell it from others.

    id: The id.
    label: The label for people.
    value: What is printed large (points, strength).
    text: The rest of it.
    icon: The name of an icon.
    place: Where it belongs.
    back: The picture on the back.
    secret: Not everybody may see it, so a phone covers it.
    """

    id: str | None
    label: str
    value: NotRequired[str]
    text: NotRequired[str]
    icon: NotRequired[str | None]
    place: NotRequired[str | None]
    back: NotRequired[bool]
    secret: NotRequired[bool]


ChanceOfOutcomes: TypeAlias = "Literal['declared', 'drawn']"


class Change(TypedDict):
    """A number of a seat that an action would change.

    line: The id or label of its line, or `score`.
    by: The number after it less the one before.
    says: In words, `−5 Water`.
    """

    line: str
    by: int
    says: str


class Choice(TypedDict):
    """One of these values.

    kind: The kind.
    values: The values.
    """

    kind: Literal["choice"]
    values: list[Any]


class ChoiceOption(TypedDict):
    """A value of a closed vocabulary, and how it reads.

    value: The value.
    label: The label for people.
    """

    value: Any
    label: str


class Claiming(TypedDict):
    """The person at a seat: an opaque player id, a name, or both; without either, the seat has no
    person.

    player: The player's opaque id.
    """

    player: NotRequired[str | None]
    name: NotRequired[PersonName | None]


class Closing(TypedDict):
    """The end of a session. Without `outcome`, the table decides it.

    outcome: How it ended.
    reveal: Reveal the secret behind the draws even if closing does not do so by itself. Owner only.
    """

    action_id: NotRequired[OptionalActionId]
    moved_at: NotRequired[OptionalInstant]
    outcome: NotRequired[Literal["abandoned", "finished"] | None]
    reveal: NotRequired[bool]


class ClubEvent(TypedDict):
    """What happened: `entry`, `session` (it came to the club), `unreadable` (an entry of a damaged
    log).

    number: Of the entry, or of the session in the club.
    session: The session's id.
    since: When the session came to the club.
    """

    entry: NotRequired[Entry]
    event: Literal["entry", "session", "unreadable"]
    number: int
    session: str
    since: NotRequired[str]


class ClubEvents(TypedDict):
    """A page of events.

    items: The items, in order.
    more: Whether there are more already.
    next: What to send as `after` next time.
    """

    items: list[ClubEvent]
    more: bool
    next: str


class ClubKeyMade(TypedDict):
    """A new key of a club, and its token."""

    key: ClubKeyShown
    token: str


class ClubKeyShown(TypedDict):
    """A key of a club, without its token.

    holder: Whose token it is.
    made: When it was made.
    name: The name.
    revoked: When it was revoked, if it was.
    """

    holder: str
    made: str
    name: str | None
    revoked: str | None
    rights: list[Literal["export", "keep", "open", "organise", "read", "record"]]


class ClubKeysShown(TypedDict):
    """The keys of a club.

    items: The items, in order.
    """

    items: list[ClubKeyShown]


class ClubLink(TypedDict):
    """The key of a holder.

    holder: Whose token it is.
    replace: Make the former key void.
    """

    holder: str
    replace: NotRequired[bool]


class ClubMade(TypedDict):
    """A new club, and the keys that it begins with.

    tokens: By holder: `owner`, `scribe`, `spectator`, `guest`, `seat:ID`, `recorder`,
    `recorder:ID`; of an edition `keeper`, `editor`, `reader`
    """

    club: str
    tokens: dict[str, str]


class ClubPatch(TypedDict):
    """What changes of a club.

    timezone: An IANA time zone, as in an opening.
    visibility: Whether strangers may watch.
    chance: Whether outcomes are declared or drawn.
    """

    name: NotRequired[PersonName]
    timezone: NotRequired[str]
    visibility: NotRequired[Literal["club", "link", "public"]]
    chance: NotRequired[ChanceOfOutcomes | None]
    editions: NotRequired[dict[str, str]]


class ClubPeopleListed(TypedDict):
    """The people of a club, by name.

    items: The items, in order.
    others: Those at seats of its sessions who are nobody of the club.
    """

    items: list[ClubPersonListed]
    others: list[NobodyOfClub]


class ClubPersonListed(TypedDict):
    """A person of a club.

    last: The last day of play of these.
    merged_into: Null in a list.
    name: The name.
    sessions: In how many of its sessions, without practice games, this person has a seat.
    """

    aliases: list[str]
    last: str | None
    merged_into: str | None
    name: str
    person: str
    sessions: int


class ClubPersonShown(TypedDict):
    """A person of a club.

    merged: The people who were merged into it.
    name: The name.
    players: The ids that are this person.
    seats: Those of the newest sessions.
    """

    aliases: list[str]
    last: str | None
    merged: list[str]
    merged_into: str | None
    name: str
    person: str
    players: list[str]
    seats: list[SeatOfClubPerson]
    sessions: int


ClubRedelivery = TypedDict(
    "ClubRedelivery",
    {
        "from": "NotRequired[int | None]",
        "action_id": "NotRequired[ActionId | None]",
        "session": "NotRequired[str | None]",
    },
)


class ClubSessionShown(TypedDict):
    """Whether the session belongs to the club now.

    session: The session's id.
    """

    belongs: bool
    club: str
    session: str


class ClubShown(TypedDict):
    """A club and the defaults of its new sessions.

    chance: Whether outcomes are declared or drawn.
    editions: By game, the edition that is played.
    made: When it was made.
    name: The name.
    sessions: How many belong to it.
    timezone: The time zone of the table.
    visibility: Whether strangers may watch.
    """

    chance: ChanceOfOutcomes | None
    club: str
    editions: dict[str, str]
    made: str
    name: str
    sessions: int
    timezone: str
    visibility: Literal["club", "link", "public"]
    you: KeyYouSent


class ClubWebhook(TypedDict):
    """A URL that is notified of what happens in a club: of these `events`, by default of all.

    url: An https URL with a public address, without a user name or password.
    description: Your note about it.
    """

    url: str
    description: NotRequired[str | None]
    action_id: NotRequired[str | None]
    events: NotRequired[
        list[Literal["club.session", "session.closed", "session.entries", "session.finished"]]
    ]


class ClubWebhookState(TypedDict):
    """A webhook of a club and its delivery status. tried_at, answer, failure: the time, HTTP status
    and error of the last attempt.

    answer: The time, HTTP status and error of the last attempt.
    attempts: Number of attempts for the waiting delivery; 0 if none has failed.
    created_at: When it was added.
    description: Your note about it.
    disabled: The reason why deliveries have stopped.
    disabled_at: When it was switched off; null: it is on.
    failure: The time, HTTP status and error of the last attempt.
    id: The id.
    next_at: The time of the next attempt.
    session: The session that the waiting delivery is about.
    tried_at: The time, HTTP status and error of the last attempt.
    url: The address of the receiver.
    """

    answer: int | None
    attempts: int
    created_at: str
    description: str | None
    disabled: str | None
    disabled_at: str | None
    events: list[Literal["club.session", "session.closed", "session.entries", "session.finished"]]
    failure: str | None
    id: str
    next_at: str | None
    session: str | None
    tried_at: str | None
    url: str


class ClubWebhooks(TypedDict):
    """The webhooks of a club.

    items: The items, in order.
    """

    items: list[ClubWebhookState]


class ComponentSetNames(TypedDict):
    """The names of the parts of a component set, by id.

    hash: The hash of the component set.
    names: The names by kind and id.
    """

    hash: str
    names: dict[str, Any]


class ComponentSetShown(TypedDict):
    """A component set.

    document: The document of the component set.
    game: The game's key.
    hash: The hash of the component set.
    invented: The parts that no publisher has confirmed.
    warnings: Where it differs from the rulebook.
    """

    document: dict[str, Any]
    game: str
    hash: str
    invented: list[str]
    warnings: list[Warned]


class ComponentSetUpload(TypedDict):
    """A component set of a game.

    game: The game's key.
    document: The document of the component set.
    """

    game: str
    document: dict[str, Any]


class Dealt(TypedDict):
    """An object with a list of `count` values for every key, ordered; each value goes to one of them.

    kind: The kind.
    keys: The keys.
    values: The values.
    count: How many each key gets.
    """

    kind: Literal["dealt"]
    keys: list[str]
    values: list[Any]
    count: int


class Depends(TypedDict):
    """In an outcome: which values there are hangs on the rest of the action, and so does whether it is
    asked. A dry run of the action, with its outcomes declared, answers what is asked next.

    kind: The kind.
    """

    kind: Literal["depends"]


DifferenceOfGroups = TypedDict(
    "DifferenceOfGroups", {"from": "str", "interval": "list[float] | None", "of": "str", "value": "float"}
)


class DifferencesShown(TypedDict):
    """The differences between two documents of an edition, part by part.

    a: The first side of the comparison.
    b: The second side of the comparison.
    parts: The parts.
    """

    a: str
    b: str
    parts: list[PartDiffers]


Domain: TypeAlias = (
    "Choice | Range | Several | Each | Split | Assign | Dealt | Grid | Joined | "
    "Gathered | Listed | Exchanges | Written | Optional | Outcome | Depends | Open"
)

DraftChange: TypeAlias = "Set | Take | Add | Move"


class DraftChanged(TypedDict):
    """A draft after a change, with what the service changed besides. ; null: it is gone.

    contents: The hash of each part, by address.
    drawing_faults: The faults of the map layout.
    faults: The faults.
    followed: What the service changed in the document besides the changes of the request; after an
    undo, all that it changed.
    maps: Those that changed, by their addresses.
    revision: The revision of the draft.
    unconfirmed: The addresses of parts that nobody has confirmed.
    warnings: Where it differs from the rulebook.
    """

    contents: dict[str, str]
    drawing_faults: list[DraftFault]
    faults: list[DraftFault]
    followed: list[dict[str, Any]]
    maps: dict[str, Any]
    revision: int
    unconfirmed: list[str]
    warnings: list[DraftFault]


class DraftFault(TypedDict):
    """A fault of a draft.

    at: Its place as an address.
    constraint: The constraint that does not hold.
    message: An explanation for people.
    others: Further places that belong to it: JSON pointers, in a draft addresses.
    pointer: A JSON pointer.
    """

    at: str
    constraint: str
    message: str
    others: list[str]
    pointer: str


class DraftPatch(TypedDict):
    """Changes of a draft: those of its document, and those of its map layout (`drawing`).

    changes: The changes, in order.
    drawing: The map layout.
    lay: Places that are moved on their maps, after the other changes.
    """

    changes: NotRequired[list[DraftChange]]
    drawing: NotRequired[list[DraftChange]]
    lay: NotRequired[list[LayPlace]]
    action_id: NotRequired[ActionId | None]


class DraftShown(TypedDict):
    """A draft: the document, its map layout, and its maps as a page draws them.

    contents: The hash of each part, by address.
    document: The document of the component set.
    drawing: If the draft has no map layout of its own, the one that it begins with.
    drawing_faults: The faults of the map layout.
    faults: The faults.
    maps: The maps by address.
    revision: The revision of the draft.
    unconfirmed: The addresses of parts that nobody has confirmed.
    warnings: Where it differs from the rulebook.
    """

    contents: dict[str, str]
    document: dict[str, Any]
    drawing: dict[str, Any] | None
    drawing_faults: list[DraftFault]
    faults: list[DraftFault]
    maps: dict[str, Any]
    revision: int
    unconfirmed: list[str]
    warnings: list[DraftFault]


class DraftUndoing(TypedDict):
    """Take back the last change of a draft.

    of: The last one that these requests made, by their ids.
    """

    action_id: NotRequired[ActionId | None]
    of: NotRequired[list[ActionId] | None]


class Drawing(TypedDict):
    """The map layout of a component set.

    drawing: The map layout.
    """

    drawing: dict[str, Any]


class DrawingShown(TypedDict):
    """The map layout of a component set; null if it has no drawing of its own.

    drawing: The map layout.
    hash: The hash of the component set.
    """

    drawing: dict[str, Any] | None
    hash: str


class Dry(TypedDict):
    """The entries that would be recorded, or the outcomes that you must still declare. `after`: the
    table after a list, if you asked for its parts; null if nothing can follow the list.

    dry_run: True: nothing was recorded.
    entries: The entries.
    followed: The entries of forced steps after it.
    outcomes: The outcomes to roll or draw next.
    untold: The answer would reveal something hidden, so only recording the action gives it.
    version: The number of the last entry.
    """

    after: NotRequired[TableAfter | None]
    dry_run: bool
    entries: NotRequired[list[Entry]]
    entry: NotRequired[Entry]
    followed: NotRequired[list[Entry]]
    outcomes: NotRequired[list[AskedOutcome]]
    untold: NotRequired[bool]
    version: int


class DryAmendment(TypedDict):
    """The component set that the session would be read with; nothing was recorded.

    component_set: The hash of the component set.
    dry_run: True: nothing was recorded.
    version: The number of the last entry.
    """

    component_set: str
    dry_run: bool
    version: int


class DryCorrection(TypedDict):
    """The entry that would be recorded, and the resulting table. For gestures without `stuck` and
    `breaks`, and without an entry if they change nothing. `after`: if you asked for its parts.

    breaks: The game's invariants that the correction would violate.
    dry_run: True: nothing was recorded.
    entries: The entries.
    followed: The entries of forced steps after it.
    stuck: Problems that would stop play; empty if none were found.
    version: The number of the last entry.
    """

    after: NotRequired[TableMended]
    breaks: NotRequired[list[str]]
    dry_run: bool
    entries: NotRequired[list[Entry]]
    entry: NotRequired[Entry]
    followed: NotRequired[list[Entry]]
    stuck: NotRequired[list[Obstacle]]
    version: int


class DryRetraction(TypedDict):
    """The entries that a retraction would take back or restore; nothing was recorded.

    dry_run: True: nothing was recorded.
    version: The number of the last entry.
    """

    dry_run: bool
    takes: TakingBack
    version: int


class Each(TypedDict):
    """An object with exactly these keys, a value of the domain for each; optional ones may be missing.
    The values of the keys in `different`, each of which has one, are all different.

    kind: The kind.
    keys: The keys.
    different: The keys that must have different values.
    """

    kind: Literal["each"]
    keys: dict[str, Domain]
    different: NotRequired[list[str]]


class EditionFile(TypedDict):
    """An edition as a file: its draft, and what is confirmed of it.

    format: The name of the format.
    version: 2 if it has `pictures`, else 1.
    game: The game's key.
    origin: A SHA-256 in hex.
    document: The document of the component set.
    drawing: The map layout.
    ticks: The hash of each confirmed part.
    versions: What was published.
    pictures: The pictures.
    """

    format: Literal["tablelog-edition"]
    version: Literal[1, 2]
    game: str
    name: PersonName
    origin: str
    document: dict[str, Any]
    drawing: dict[str, Any] | None
    ticks: dict[str, str]
    versions: list[VersionNamed]
    pictures: NotRequired[list[PictureInFile]]


class EditionFileShown(TypedDict):
    """An edition as a file.

    document: The document of the component set.
    drawing: The map layout.
    format: The name of the format.
    game: The game's key.
    name: The name.
    origin: The component set that it began with.
    pictures: The pictures.
    ticks: The hash of each confirmed part.
    version: The version of the format.
    versions: The published versions.
    """

    document: dict[str, Any]
    drawing: dict[str, Any] | None
    format: str
    game: str
    name: str
    origin: str
    pictures: NotRequired[list[FilePicture]]
    ticks: dict[str, str]
    version: int
    versions: list[VersionShown]


class EditionLink(TypedDict):
    """The token of a holder.

    holder: Whose token it is.
    replace: Make the tokens that this holder had void.
    """

    holder: Literal["editor", "keeper", "reader"]
    replace: NotRequired[bool]


class EditionMade(TypedDict):
    """A new edition.

    edition: The edition's id.
    tokens: By holder: `owner`, `scribe`, `spectator`, `guest`, `seat:ID`, `recorder`,
    `recorder:ID`; of an edition `keeper`, `editor`, `reader`
    """

    edition: str
    tokens: dict[str, str]


class EditionOfSession(TypedDict):
    """The box that a session is played with. edition, version: if it was opened with a version of an
    edition; only who records gets the edition's id.

    amended: The entry that amended the set last; null if none did.
    component_set: The hash of the component set.
    edition: If it was opened with a version of an edition; only who records gets the edition's id.
    name: What its set calls itself.
    version: If it was opened with a version of an edition; only who records gets the edition's id.
    """

    amended: int | None
    component_set: str
    edition: str | None
    name: str | None
    version: int | None


class EditionPatch(TypedDict):
    """What changes of an edition.

    listed: Whether everybody finds its newest version.
    """

    name: NotRequired[PersonName | None]
    listed: NotRequired[bool | None]


class EditionPictures(TypedDict):
    """The pictures of an edition's draft.

    items: The items, in order.
    """

    items: list[PictureShown]


class EditionRemoved(TypedDict):
    """The edition that was removed.

    edition: The edition's id.
    """

    edition: str


class EditionShown(TypedDict):
    """An edition, and how far its draft has come.

    changed: The changed parts or rows.
    edition: The edition's id.
    faults: The faults.
    game: The game's key.
    head: The hash of the newest version.
    holder: Whose token you sent.
    learnt: How many parts that tables learnt wait for a decision.
    listed: Whether other people see it in the opening form.
    made: When it was made.
    name: The name.
    origin: The component set that it began with.
    parts: The parts.
    revision: The revision of the draft.
    versions: The published versions.
    """

    changed: str
    edition: str
    faults: int
    game: str
    head: str | None
    holder: Literal["editor", "keeper", "reader"]
    learnt: int
    listed: bool
    made: str
    name: str
    origin: str
    parts: NotRequired[list[PartShown]]
    progress: Progress
    revision: int
    versions: list[VersionShown]


class Entries(TypedDict):
    """A page of the log, and the cursor of the next page.

    items: The items, in order.
    next: The cursor of the next page; null: none.
    version: The number of the last entry.
    """

    items: list[Entry]
    next: str | None
    version: int


class Entry(TypedDict):
    """An entry as you may see it; its members depend on its `kind`. opened: game … forked_from.
    recorded: action … move. corrected: facts, reason, about. retracted: to, reason, exposed, redo.
    noted: text, about, refusal, visible_to, settings. amended: component_set, learnt. closed:
    outcome, secret, on_request. reopened, counts: reason. void: reason, replaced_by. An entry that
    cannot be read is `unreadable`, with a reason.

    about: The entry that the note or correction is about.
    action: `type` and its members, without hidden ones; null if all of it is hidden.
    action_id: The id that the client chose.
    at: When it was recorded.
    auto: Nobody chose this action: it was the only way on, and was taken.
    broken: The rules that the entry breaks.
    by_hand: Whether its outcomes were declared.
    chance: In an opening, the session's setting; otherwise the source of the outcomes.
    commitment: The hash of the draw secret.
    component_set: The hash of the component set.
    digest: SHA-256 of the entry and the digest before it.
    exposed: Whether something hidden was taken back.
    facts: The facts of the entry: `fact` and its members, without hidden ones.
    forced_steps: Whether steps without a choice are recorded by themselves.
    game: The game's key.
    imported: If the entry came from a file: who imported it, and when.
    kind: `opened`, `recorded`, `corrected`, `retracted`, `noted`, `amended`, `closed`, `reopened`,
    `void` or `counts`.
    learnt: Addresses of parts of the component set.
    live: False if the entry was taken back.
    may_declare: Whether actions may declare outcomes of a drawn session.
    move: The first entry of its move: entries of one list have the same `move`; for any other
    entry, it is the entry's own number.
    moved_at: When it happened at the table.
    number: The number.
    on_request: Whether somebody asked for it to be revealed.
    options: The options that the game defines.
    outcome: How it ended.
    played: When the game was played, as this entry says.
    reason: The reason, for people.
    redo: Whether it restores entries.
    refusal: The rule that refused it.
    replaced_by: The session that was recorded instead of a void one.
    rules_version: The version of the rules.
    sandbox: Whether it is for practice.
    seats: The seats, in order.
    seats_may_override: Whether seats may record against the rules.
    secret: The secret behind the draws, once it is revealed.
    settings: The settings of the table that the owner changed with this note.
    tags: The tags.
    text: The text.
    timezone: The time zone of the table.
    to: The entry that the session went back to.
    unreadable: Whether it cannot be read.
    visible_to: The seats that see it; null: everybody.
    """

    about: NotRequired[int | None]
    action: NotRequired[dict[str, Any] | None]
    action_id: NotRequired[str | None]
    at: NotRequired[str]
    auto: NotRequired[bool]
    broken: NotRequired[list[str]]
    by: NotRequired[By]
    by_hand: NotRequired[bool]
    chance: NotRequired[ChanceOfOutcomes | list[ChanceOfOutcomes]]
    commitment: NotRequired[str]
    component_set: NotRequired[str]
    digest: NotRequired[str]
    exposed: NotRequired[bool]
    facts: NotRequired[list[dict[str, Any]] | None]
    forced_steps: NotRequired[bool]
    forked_from: NotRequired[ForkedFrom | None]
    game: NotRequired[str]
    imported: NotRequired[ImportedBy]
    kind: str
    learnt: NotRequired[list[str]]
    live: NotRequired[bool]
    may_declare: NotRequired[bool]
    move: NotRequired[int]
    moved_at: NotRequired[str | None]
    number: int
    on_request: NotRequired[bool]
    options: NotRequired[dict[str, Any]]
    outcome: NotRequired[Literal["abandoned", "finished"]]
    played: NotRequired[SaidPlayed | None]
    reason: NotRequired[str | None]
    redo: NotRequired[bool]
    refusal: NotRequired[str | None]
    replaced_by: NotRequired[str | None]
    rules_version: NotRequired[int]
    sandbox: NotRequired[bool]
    seats: NotRequired[list[dict[str, Any]]]
    seats_may_override: NotRequired[bool]
    secret: NotRequired[str | None]
    settings: NotRequired[dict[str, bool] | None]
    tags: NotRequired[list[str]]
    text: NotRequired[str | None]
    timezone: NotRequired[str]
    to: NotRequired[int]
    unreadable: NotRequired[bool]
    visible_to: NotRequired[list[str] | None]
    words: NotRequired[dict[str, Any]]


class EntryNamed(TypedDict):
    """An entry's number, the first entry of its move, and its description.

    move: The first entry of its move.
    number: The number.
    says: The sentence for people.
    """

    move: int
    number: int
    says: list[str | Run]


class Exchanges(TypedDict):
    """A list of up to `most` objects `{give, receive}`, made one after another out of `stock`. Each
    gives one lot of a thing for one lot of another; what is not there cannot be given.

    kind: The kind.
    stock: How many there are, by kind.
    lots: How many go into one lot, by kind.
    most: The most.
    """

    kind: Literal["exchanges"]
    stock: dict[str, int]
    lots: dict[str, int]
    most: int


class FarPlace(TypedDict):
    """A place of the board that several actions lead to.

    hint: A hint for people.
    label: The label for people.
    place: The place on the board, by its id.
    steps: The actions that come first, in order.
    """

    hint: str
    label: str
    place: str
    steps: list[FarStep]


class FarPlaces(TypedDict):
    """The places that can be reached by several actions of one type, the nearest first.

    far_places: The places that several steps reach.
    version: The number of the last entry.
    """

    far_places: list[FarPlace]
    version: int


class FarStep(TypedDict):
    """One action of several that lead to a place: where it goes, in words.

    action: As it is sent to `POST …/actions`.
    label: The label for people.
    """

    action: dict[str, Any]
    label: str


class Fault(TypedDict):
    """One fault in the request.

    constraint: For a component set: the constraint that it does not satisfy.
    detail: An explanation for people.
    others: For a component set: further places that belong to it.
    pointer: A JSON pointer into the body, or the name of a parameter.
    """

    constraint: NotRequired[str]
    detail: str
    others: NotRequired[list[str]]
    pointer: str


class FieldVariant(TypedDict):
    """A kind of a field of several kinds: its value of the tag, how it reads, and what it asks for.

    value: The value.
    label: The label for people.
    fields: The fields of each item.
    blank: The least content of that kind, the tag among it.
    """

    value: Any
    label: str
    fields: NotRequired[list[SheetField]]
    blank: NotRequired[Any]


class FigureRow(TypedDict):
    """The figures of a group. min, max, mean, spread, quantiles, histogram: over seats or sessions.

    cells: The number of cells.
    chi_square: The χ² of the group.
    expected: The share if all teams won equally often.
    group: The values of the group.
    histogram: Over seats or sessions.
    interval: Of a share, at 95 %.
    max: Over seats or sessions.
    mean: Over seats or sessions.
    min: Over seats or sessions.
    n: Sessions.
    normalised: Value ÷ expected.
    quantiles: Over seats or sessions.
    rows: Rows in the tables.
    sessions: A link to exactly those that count.
    spread: Over seats or sessions.
    too_few: Sessions, by `least`.
    total: The sum.
    value: Total ÷ weight.
    """

    cells: NotRequired[int]
    chi_square: NotRequired[float | None]
    expected: NotRequired[float | None]
    group: dict[str, str | int | bool]
    histogram: NotRequired[list[int]]
    interval: list[float] | None
    max: float | None
    mean: float | None
    min: float | None
    n: int
    normalised: NotRequired[float | None]
    quantiles: NotRequired[dict[str, float | None]]
    rows: int
    sessions: str
    spread: float | None
    too_few: NotRequired[bool]
    total: float
    value: float | None


class Figures(TypedDict):
    """A statistic.

    as_of: The position in the whole log up to which the workers have processed it.
    changed: The changed parts or rows.
    game: The game's key.
    group_by: The names to group by.
    groups: The number of groups before `limit`.
    independent: What counts as one observation.
    measure: The measure's key.
    next: The cursor of the next page; null: none.
    rows: The rows.
    """

    as_of: int
    bins: NotRequired[BinsOfHistogram | None]
    changed: NotRequired[bool]
    difference: NotRequired[DifferenceOfGroups | None]
    game: str
    group_by: list[str]
    groups: int
    independent: NotRequired[Literal["player", "session"]]
    measure: str
    next: str | None
    rows: list[FigureRow]


class FiguresOfGroup(TypedDict):
    """min, max, mean, spread, quantiles, histogram: over seats or sessions.

    cells: The number of cells.
    chi_square: The χ² of the group.
    expected: The share if all teams won equally often.
    histogram: Over seats or sessions.
    interval: Of a share, at 95 %.
    max: Over seats or sessions.
    mean: Over seats or sessions.
    min: Over seats or sessions.
    n: Sessions.
    normalised: Value ÷ expected.
    quantiles: Over seats or sessions.
    rows: Rows in the tables.
    spread: Over seats or sessions.
    total: The sum.
    value: Total ÷ weight.
    """

    cells: NotRequired[int]
    chi_square: NotRequired[float | None]
    expected: NotRequired[float | None]
    histogram: NotRequired[list[int]]
    interval: list[float] | None
    max: float | None
    mean: float | None
    min: float | None
    n: int
    normalised: NotRequired[float | None]
    quantiles: NotRequired[dict[str, float | None]]
    rows: int
    spread: float | None
    total: float
    value: float | None


class FiguresOfMeasures(TypedDict):
    """Several statistics.

    as_of: The position in the whole log up to which the workers have processed it.
    changed: The changed parts or rows.
    game: The game's key.
    group_by: The names to group by.
    groups: The number of groups before `limit`.
    independent: What counts as one observation.
    measures: The keys of the measures.
    next: The cursor of the next page; null: none.
    rows: The rows.
    """

    as_of: int
    changed: NotRequired[bool]
    game: str
    group_by: list[str]
    groups: int
    independent: NotRequired[Literal["player", "session"]]
    measures: list[str]
    next: str | None
    rows: list[RowOfMeasures]


class FilePicture(TypedDict):
    """A picture in the file of an edition: its parts, and its bytes in Base64.

    content: The content, or its hash.
    parts: The parts.
    """

    content: str
    parts: list[str]


class FiledEntry(TypedDict):
    """An entry as it is stored.

    body: The content of the entry.
    digest: SHA-256 of the entry and the digest before it.
    topic: The stored type of the entry.
    """

    body: dict[str, Any]
    digest: str
    topic: str


class FiledSet(TypedDict):
    """The component set in a file.

    document: The document of the component set.
    hash: The hash of the component set.
    """

    document: dict[str, Any]
    hash: str


class Finding(TypedDict):
    """One thing found. `entry` is the number in the log at which it shows (null: the log as a whole).
    recorded, derived: what stands, what should.

    entry: The number of the entry.
    severity: How serious it is.
    kind: What it is, for programs (`altered`, `missing`, `facts`, …; docs/operations.md lists
    them).
    message: An explanation for people.
    rule: Of a rule that was broken or that rejects today.
    recorded: What stands, what should.
    derived: What stands, what should.
    rules_version: That the entry was recorded under, where it is another one than today's.
    other_entry: Of a correction the entry that it corrects, and of that one its correction.
    """

    entry: int | None
    severity: Literal["against_rules", "diverges", "note", "older_rules", "tampered"]
    kind: str
    message: str
    rule: NotRequired[str | None]
    recorded: NotRequired[Any]
    derived: NotRequired[Any]
    rules_version: NotRequired[int | None]
    other_entry: NotRequired[int | None]


class ForkedFrom(TypedDict):
    """The session and the entry that a fork begins with.

    digest: SHA-256 of the entry and the digest before it.
    number: The number.
    session: The session's id.
    """

    digest: str
    number: int
    session: str


class Forking(TypedDict):
    """A new session that starts as a copy of this one up to entry `at`, or up to its last entry. The
    other members are not copied from the session, so no people are named unless you name them.

    at: The number of the entry.
    visibility: Whether strangers may watch.
    sandbox: Whether it is for practice.
    tags: The tags.
    players: The players' opaque ids by seat.
    labels: The names of people by seat.
    """

    at: NotRequired[int | None]
    visibility: NotRequired[Literal["link", "private", "public"]]
    sandbox: NotRequired[bool]
    tags: NotRequired[list[str]]
    players: NotRequired[dict[str, str]]
    labels: NotRequired[dict[str, PersonName]]
    action_id: NotRequired[str | None]


class GameLink(TypedDict):
    """A game, with links to more about it.

    document: The OpenAPI document with the actions of this game only.
    game: The game's key.
    self: The address of the game.
    title: The title for people.
    """

    document: str
    game: str
    self: str
    title: str


class GameOfPlay(TypedDict):
    """The game of a play in BG Stats format.

    bggId: The game's number on BoardGameGeek.
    highestWins: Whether the highest score wins.
    name: The name.
    noPoints: Whether the game has no score.
    sourceGameId: The game's key.
    """

    bggId: NotRequired[int]
    highestWins: bool
    name: str
    noPoints: bool
    sourceGameId: str


class GameShown(TypedDict):
    """The information that a client needs to record a game.

    actions: The `type` of every action.
    component_sets: The component sets.
    game: The game's key.
    measures: The keys of the measures.
    rules_not_built: The reason for each rule id.
    rules_version: The version of the rules.
    seat_counts: The supported numbers of seats.
    series: The series that the game declares.
    title: The title for people.
    """

    actions: list[str]
    component_sets: list[NamedSet]
    game: str
    measures: list[Any]
    rules_not_built: dict[str, str]
    rules_version: int
    schemas: SchemasOf
    seat_counts: list[int]
    series: list[SeriesDeclared]
    title: str


class GameSummary(TypedDict):
    """A game in a list.

    actions: The `type` of every action.
    game: The game's key.
    rules_version: The version of the rules.
    seat_counts: The supported numbers of seats.
    title: The title for people.
    """

    actions: list[str]
    game: str
    rules_version: int
    seat_counts: list[int]
    title: str


class Games(TypedDict):
    """The games.

    items: The items, in order.
    """

    items: list[GameSummary]


class Gathered(TypedDict):
    """A list of `least` values or more, in any order: each part gives one, a part that is `several`
    its own. No value lies in two parts. An optional part may give none.

    kind: The kind.
    parts: The parts.
    least: The least.
    """

    kind: Literal["gathered"]
    parts: list[Domain]
    least: NotRequired[int]


Graph = TypedDict(
    "Graph",
    {
        "is": "Literal['graph']",
        "places": "list[str]",
        "roads": "NotRequired[list[Roads]]",
        "named_in": "NotRequired[list[str]]",
    },
)


class Grid(TypedDict):
    """A list of rows of `columns` values, top to bottom, that holds every listed value in one place.

    kind: The kind.
    values: The values.
    columns: The number of columns.
    """

    kind: Literal["grid"]
    values: list[Any]
    columns: int


class Head(TypedDict):
    """The last entry of a file.

    digest: SHA-256 of the entry and the digest before it.
    number: The number.
    """

    digest: str
    number: int


class Imported(TypedDict):
    """The result for each session of an import.

    items: The items, in order.
    """

    items: list[ImportedSession]


class ImportedBy(TypedDict):
    """by: the owner, somebody who may open sessions, or the command line on the service's machine.

    at: The number of the entry.
    by: The owner, somebody who may open sessions, or the command line on the service's machine.
    """

    at: str
    by: Literal["command", "opener", "owner"]


class ImportedSession(TypedDict):
    """The result for one session of an import.

    detail: An explanation for people.
    session: The session's id.
    status: The status.
    tokens: By holder: `owner`, `scribe`, `spectator`, `guest`, `seat:ID`, `recorder`,
    `recorder:ID`; of an edition `keeper`, `editor`, `reader`
    version: The number of the last entry.
    written: How many entries were stored.
    """

    detail: NotRequired[str]
    session: str | None
    status: Literal["already_there", "continued", "imported", "refused"]
    tokens: NotRequired[dict[str, str]]
    version: NotRequired[int]
    written: NotRequired[int]


class InLog(TypedDict):
    """The people named in entry 1, in old sessions whose opening still named them.

    labels: The names of people by seat.
    players: The players' opaque ids by seat.
    """

    labels: dict[str, str]
    players: dict[str, str]


Instant: TypeAlias = "str"

Integer: TypeAlias = "int"


class Job(TypedDict):
    """The state of a job.

    id: The id.
    kind: The kind.
    status: After `failed`, send the original request again.
    asked_at: When it was requested.
    ahead: How many jobs run before it.
    detail: Why it failed.
    result: Where the answer is. It is kept for an hour.
    """

    id: str
    kind: Literal["audit", "checkable", "export", "import", "proof", "statistics"]
    status: Literal["done", "failed", "running", "waiting"]
    asked_at: str
    ahead: int
    detail: NotRequired[str | None]
    result: NotRequired[str | None]


class Joined(TypedDict):
    """A list made of the parts one after another; each part has one length.

    kind: The kind.
    parts: The parts.
    """

    kind: Literal["joined"]
    parts: list[Several]


class Kept(TypedDict):
    """Whether a sandbox session is kept, and when it expires.

    expires_at: When it expires; null: never.
    kept: Whether the session is kept.
    """

    expires_at: str | None
    kept: bool


class KeyYouSent(TypedDict):
    """The key that you sent.

    holder: Whose token it is.
    name: Of an application's key, or of the person.
    person: Whose own key it is.
    """

    holder: str
    name: str | None
    person: str | None
    rights: list[Literal["export", "keep", "open", "organise", "read", "record"]]


class KnownPeople(TypedDict):
    """All people in your sessions.

    items: The items, in order.
    """

    items: list[Person]


Lattice = TypedDict(
    "Lattice",
    {
        "is": "Literal['lattice']",
        "places": "list[Any]",
        "neighbours": "str",
        "directions": "list[Any]",
        "ends": "NotRequired[str]",
    },
)


class LayPlace(TypedDict):
    """Put a place somewhere on its map.

    place: The address of the map, the table, and the id: `maps/us/locations/boston`.
    at: The point, x to the right and y down, in whole units of the map's size.
    """

    place: str
    at: list[Any]


class LearntDecided(TypedDict):
    """A decision on a part that a table learnt.

    content: The content, or its hash.
    learnt: How many wait.
    part: The address of the part.
    revision: Of the draft after it.
    state: The state.
    """

    content: str
    learnt: int
    part: str
    revision: int
    state: Literal["declined", "open", "taken"]


class LearntDecision(TypedDict):
    """What becomes of a part that a table learnt. `content`: the hash of what it offers. `take`: the
    draft gets it, and it is confirmed. `decline`: it is not offered again. `reopen`: it is.

    content: A SHA-256 in hex.
    do: The kind of change.
    """

    content: str
    do: Literal["decline", "reopen", "take"]
    action_id: NotRequired[ActionId | None]


class LearntPartShown(TypedDict):
    """A part as a table had it. session, entry: where it was recorded; null if your tokens do not show
    that session.

    after: The value after the change.
    at: The number of the entry.
    before: What the draft has; omitted if it has no such part.
    content: The hash of `after`.
    entry: Where it was recorded; null if your tokens do not show that session.
    part: The address of the part.
    session: Where it was recorded; null if your tokens do not show that session.
    """

    after: Any
    at: str
    before: NotRequired[Any]
    content: str
    entry: int | None
    part: str
    session: str | None


class LearntShown(TypedDict):
    """What tables learnt and nobody has decided on yet, the newest first. Readers get the number
    alone.

    learnt: The parts that tables offer.
    parts: The parts.
    """

    learnt: int
    parts: NotRequired[list[LearntPartShown]]


class Legal(TypedDict):
    """What you may record instead when the session is at `version`.

    actions: The types of the actions that are legal now.
    offer: The rejected action type, with the values that are legal for that seat.
    offers: The path of all offers.
    version: The number of the last entry.
    """

    actions: list[str]
    offer: NotRequired[Offer]
    offers: str
    version: int


class Limited(TypedDict):
    """The list `parameter` holds no more values than the number `by`, which is `otherwise` where left
    out.

    kind: The kind.
    parameter: The parameter.
    by: The parameter that limits it.
    otherwise: The limit without that parameter.
    """

    kind: Literal["limited"]
    parameter: str
    by: str
    otherwise: int


class Line(TypedDict):
    """A figure with its name and symbol.

    label: The label for people.
    value: The value.
    icon: The name of an icon.
    alarm: It should be seen at once.
    short: Next to the seat's sign.
    id: Of a number that can be put right, unique on the board (`energy:red`); its value begins with
    it.
    secret: Not everybody may see it, so a phone covers it.
    number: The figure that `value` prints, if an outlook should tell how it changes.
    unit: What several of it are called (`Gems`).
    one: What a single one is called (`die`), where that is not `unit` without its s.
    """

    label: str
    value: str
    icon: NotRequired[str | None]
    alarm: NotRequired[bool]
    short: NotRequired[bool]
    id: NotRequired[str | None]
    secret: NotRequired[bool]
    number: NotRequired[int | None]
    unit: NotRequired[str]
    one: NotRequired[str]


class Listed(TypedDict):
    """A list of `least` to `most` values, each in one of these domains; the same may come again.

    kind: The kind.
    of: The domain of each item, or of the value.
    least: The least.
    most: The most.
    """

    kind: Literal["listed"]
    of: list[Domain]
    least: int
    most: int


class ListedSession(TypedDict):
    """A session in a list. People's names are visible only with a token for the session.

    active: The seats that the table is waiting for.
    closed: How the session was closed; null while it is open.
    component_set: The hash of the component set.
    count: The number of seats.
    digest: SHA-256 of the entry and the digest before it.
    ended_at: When play ended, so far; null if nobody knows.
    flagged: How many entries broke a rule or corrected the table.
    game: The game's key.
    id: The id.
    labels: The names of people by seat.
    minutes: Minutes of play: as the owner says, else from the opening to the end, not counting
    breaks; null before the end, and if nobody knows.
    opened_at: When the session was opened.
    options: The options that the game defines.
    played_on: The day of play in the table's time zone.
    players: The players' opaque ids by seat.
    replaces: The void sessions that this one was recorded instead of.
    rules_version: The version of the rules.
    sandbox: Whether it is for practice.
    scores: Each seat's current or final score; null if it is unknown.
    seats: The seats, in order.
    started_at: When play began; null if nobody knows.
    status: finished: played to the end, closed or not; closed: ended before that.
    tags: The tags.
    timezone: The time zone of the table.
    updated: The time of the last entry.
    version: The number of the last entry.
    visibility: Whether strangers may watch.
    void: If the session does not count: why. Otherwise null.
    winners: The seats that have won.
    """

    active: list[str]
    closed: Literal["abandoned", "finished"] | None
    component_set: str
    count: int
    digest: str
    ended_at: str | None
    flagged: int
    forked_from: ForkedFrom | None
    game: str
    id: str
    in_log: InLog
    labels: dict[str, str]
    minutes: float | None
    opened_at: str
    options: dict[str, Any]
    played_on: str
    players: dict[str, str]
    replaces: NotRequired[list[str]]
    rules_version: int
    sandbox: bool
    scores: dict[str, float | None]
    seats: list[dict[str, Any]]
    started_at: str | None
    status: Literal["closed", "finished", "open"]
    tags: list[str]
    timezone: str
    updated: str
    version: int
    visibility: Literal["link", "private", "public"]
    void: VoidedBy | None
    winners: list[str]


class ListingPatch(TypedDict):
    """How a session is listed and who may see it. Send at least one; the other stays as it is.

    visibility: Whether strangers may watch.
    tags: The tags.
    """

    visibility: NotRequired[Literal["link", "private", "public"] | None]
    tags: NotRequired[list[str] | None]


class LiveSeat(TypedDict):
    """A seat of a live table.

    played_by: Whether a bot or a person plays the seat.
    seat: The seat's id.
    """

    played_by: Literal["bot", "person"]
    seat: str


class LiveTable(TypedDict):
    """A table of bots.

    game: The game's key.
    seats: The seats, in order.
    session: The session's id.
    """

    game: str
    seats: list[LiveSeat]
    session: str


class MarkShown(TypedDict):
    """An entry worth jumping to.

    entry: The number of the entry.
    kind: The kind.
    seat: Who scored.
    value: The number of the round or turn, or the score.
    """

    entry: int
    kind: Literal["correction", "flag", "note", "retraction", "round", "score", "turn"]
    seat: str | None
    value: int | float | str | None


class MarksShown(TypedDict):
    """The bookmarks of a session.

    as_of: The last entry that the workers have processed.
    marks: The marks.
    """

    as_of: int
    marks: list[MarkShown]


class MeasureShown(TypedDict):
    """A measure.

    cells: What χ² covers.
    dimensions: The dimensions that its figures have.
    game: The game's key.
    group_by: The names to group by.
    key: The key in addresses.
    meaning: The thing that it counts, in words.
    only_finished: Whether only finished games count.
    over: The measure whose seats or sessions it is divided by.
    per: Whether a figure belongs to a seat or to a session.
    statistics: A link to the measure's figures.
    title: The title for people.
    unit: The unit.
    """

    cells: str | None
    dimensions: list[str]
    game: str
    group_by: list[str]
    key: str
    meaning: str
    only_finished: bool
    over: str | None
    per: Literal["seat", "session"]
    statistics: str
    title: str
    unit: str


class Measures(TypedDict):
    """The measures of all games.

    items: The items, in order.
    """

    items: list[MeasureShown]


class MendingMat(TypedDict):
    """Everything that can be put right and that the board itself does not show.

    trays: What lies next to it.
    faces: By the id of a piece, a card or a place, the faces that it can show besides the one that
    it shows now.
    """

    trays: NotRequired[list[Tray]]
    faces: NotRequired[dict[str, list[str]]]


class MomentShown(TypedDict):
    """When in the game the table stands: turn and round count from 1 (0 = setup).

    active: The seats that the table waits for.
    phase: The phase of the turn.
    round: The number of the round.
    turn: The number of the turn.
    waits: Whom the table waits for now. The same for everybody; empty for earlier entries.
    """

    active: list[str]
    phase: str
    round: int
    turn: int
    waits: list[SeatWaited]


class Move(TypedDict):
    """Move a row of a list before the row of this id or index, or to the end.

    do: The kind of change.
    at: The address of the row.
    before: The row before which it is put.
    """

    do: Literal["move"]
    at: str
    before: NotRequired[str | Integer | None]


class NamedComponentSet(TypedDict):
    """A packaged component set that has the requested name in a game.

    game: The game's key.
    hash: The hash of the component set.
    """

    game: str
    hash: str


class NamedSet(TypedDict):
    """A component set in a game's list; an uploaded set has no name. Where a session opens also
    edition: what the set calls itself, or its group calls it; null: nothing. The newest version of
    an edition has a version number, the number of its parts, and how many are confirmed. amended:
    of a set that a table made by amending its own; only if you may see that session.

    confirmed: The parts that are as in the box.
    edition: The edition's id.
    hash: The hash of the component set.
    invented: The parts that no publisher has confirmed.
    name: The name.
    parts: The parts.
    version: The number of the version.
    warnings: Where it differs from the rulebook.
    """

    amended: NotRequired[AmendedAt]
    confirmed: NotRequired[int]
    edition: NotRequired[str | None]
    hash: str
    invented: list[str]
    name: str | None
    parts: NotRequired[int]
    version: NotRequired[int]
    warnings: NotRequired[list[Warned]]


class NewClub(TypedDict):
    """A new club: its name, and the defaults of its new sessions.

    timezone: An IANA time zone, as in an opening.
    visibility: `club` means that only the club sees a session.
    chance: Whether outcomes are declared or drawn.
    editions: By game, the edition whose newest version is played; send its token in `Tablelog-
    Tokens` unless it is listed.
    """

    name: PersonName
    timezone: NotRequired[str]
    visibility: NotRequired[Literal["club", "link", "public"]]
    chance: NotRequired[ChanceOfOutcomes | None]
    editions: NotRequired[dict[str, str]]
    action_id: NotRequired[str | None]


class NewClubKey(TypedDict):
    """A key for an application. `read`: see the club and its sessions. `open`: open sessions of the
    club. `record`: record in its sessions, for all seats, seeing what everybody sees. `organise`:
    take sessions into the club and out of it, and put them right. `export`: fetch everything that
    the club has.

    rights: What it may do, and nothing else.
    """

    name: PersonName
    rights: list[Literal["export", "open", "organise", "read", "record"]]


NewEdition = TypedDict(
    "NewEdition",
    {
        "game": "NotRequired[str | None]",
        "from": "NotRequired[str | None]",
        "name": "NotRequired[PersonName | None]",
        "blanks": "NotRequired[bool]",
        "file": "NotRequired[EditionFile | None]",
        "action_id": "NotRequired[str | None]",
    },
)


class NewPerson(TypedDict):
    """A person of the club: a name, other names of the same person, and ids that are this person.

    players: The players' opaque ids by seat.
    """

    name: PersonName
    aliases: NotRequired[list[PersonName]]
    players: NotRequired[list[str]]


class NobodyOfClub(TypedDict):
    """Somebody at a seat who is not a person of the club.

    name: The name.
    player: The player's opaque id.
    sessions: In how many of its sessions.
    """

    name: str | None
    player: str | None
    sessions: int


class Note(TypedDict):
    """A text for everybody or for some seats. It is permanent, so do not include people's names.

    text: The text.
    about: The number of the entry that it is about.
    visible_to: The seats that see it; null: everybody.
    """

    action_id: NotRequired[OptionalActionId]
    moved_at: NotRequired[OptionalInstant]
    text: Reason
    about: NotRequired[int | None]
    visible_to: NotRequired[list[SeatId] | None]


class Nudged(TypedDict):
    """The seats that were nudged.

    nudged: The seats that were asked.
    """

    nudged: list[str]


class Nudging(TypedDict):
    """The seat to nudge; without it, all awaited seats except your own."""

    seat: NotRequired[SeatId | None]


class Obstacle(TypedDict):
    """A problem that stops play on the corrected table.

    action: The type of the action.
    ahead: The number of random actions that lead to the problem.
    kind: Nobody may act, a rule rejects an offer, or the rules fail on the table.
    message: An explanation for people.
    rule: The id of the rule.
    seat: The seat's id.
    """

    action: NotRequired[str]
    ahead: NotRequired[int]
    kind: Literal["fails", "nobody", "refused"]
    message: str
    rule: NotRequired[str]
    seat: NotRequired[str]


class Offer(TypedDict):
    """One action type that is open now. `seat` acts (`None`: the table). Where lists depend on each
    other and several offers would be too many, `bonds` say how; the shortest lists of such an offer
    always satisfy them. A list that is left out is empty. `idle`, where it is true, says that the
    rules allow it though nothing can come of it as the table stands: a page asks for it on demand,
    bots leave it alone.

    type: The type of the action.
    seat: The seat's id.
    parameters: The parameters by name.
    bonds: How parameters depend on each other.
    idle: Legal, but without any effect now.
    """

    type: str
    seat: NotRequired[str | None]
    parameters: NotRequired[dict[str, Domain]]
    bonds: NotRequired[list[Apart | Balance | Beyond | Shared | Among | Unless | Limited | Arriving]]
    idle: NotRequired[bool]


class Offered(TypedDict):
    """The offers at this version.

    offers: The legal actions.
    version: The number of the last entry.
    words: The words for people.
    """

    offers: list[Offer]
    redo: NotRequired[TakingBack | None]
    undo: NotRequired[TakingBack | None]
    version: int
    words: NotRequired[dict[str, dict[str, Any]]]


class OffersNow(TypedDict):
    """The current offers. `words` is by offer index; `undo` and `redo` need `with=words`.

    offers: The legal actions.
    words: The words for people.
    """

    offers: list[Offer]
    redo: NotRequired[TakingBack | None]
    undo: NotRequired[TakingBack | None]
    words: NotRequired[dict[str, dict[str, Any]]]


class Open(TypedDict):
    """Free: the rules judge it when it is recorded, and no sooner. Bots leave such offers alone.
    `hint` says what fits; `form`, where there is one, the shape that every value has: it holds what
    the rules may refuse.

    kind: The kind.
    hint: A hint for people.
    """

    kind: Literal["open"]
    hint: str
    form: NotRequired[Domain | None]


class OpenedSession(TypedDict):
    """A new session with all its tokens, which are shown only once.

    tokens: By holder: `owner`, `scribe`, `spectator`, `guest`, `seat:ID`, `recorder`,
    `recorder:ID`; of an edition `keeper`, `editor`, `reader`
    """

    session: SessionHead
    tokens: dict[str, str]


class OpeningFormShown(TypedDict):
    """The choices when a session opens.

    called_by: The parameter after which seats are named.
    component_set: The hash of the component set.
    component_sets: The component sets.
    count: How many there are.
    counts: The supported numbers of seats.
    game: The game's key.
    needs_opening_token: Whether you need the opening token.
    options: The game's options.
    sample: A request body that opens a session without changes.
    seats: The seats, in order.
    title: The title for people.
    """

    called_by: str | None
    chance: dict[str, Any]
    component_set: str
    component_sets: list[NamedSet]
    count: int
    counts: list[int]
    forced_steps: dict[str, Any]
    game: str
    may_declare: dict[str, Any]
    needs_opening_token: bool
    options: dict[str, dict[str, Any]]
    sample: dict[str, Any]
    sandbox: dict[str, Any]
    seats: list[SeatAsked]
    seats_may_override: dict[str, Any]
    title: str
    visibility: dict[str, Any]


class Optional(TypedDict):
    """Left out (or null), or a value of the domain.

    kind: The kind.
    usual: It is what the action is about, though the rules do without it, so that a page asks for
    it.
    """

    kind: Literal["optional"]
    of: Domain
    usual: NotRequired[bool]


OptionalActionId: TypeAlias = "ActionId | None"

OptionalInstant: TypeAlias = "Instant | None"


class OtherPerson(TypedDict):
    """The other person.

    other: The id of a session.
    """

    other: str


class Outcome(TypedDict):
    """Decided by chance: left out where the engine draws, else a value of the domain that the table
    saw. The domain holds every value that the viewer cannot rule out.

    kind: The kind.
    chosen: Decided by somebody out of what is hidden, so that it is never drawn; left out, it did
    not happen.
    """

    kind: Literal["outcome"]
    of: Domain
    chosen: NotRequired[bool]


class Outlook(TypedDict):
    """The changes that an action would make to the numbers of its seat.

    changes: The changes, in order.
    same_as: An earlier action of the request after which the table is the same, by its index.
    """

    changes: list[Change]
    same_as: int | None


class Outlooks(TypedDict):
    """An outlook for each action, or null: it draws, touches something hidden, or is not possible.

    outlooks: An outlook for each action.
    version: The number of the last entry.
    """

    outlooks: list[Outlook | None]
    version: int


class PartDiffers(TypedDict):
    """A part that differs between two documents, and where.

    kind: The kind.
    members: The members and their words.
    part: The address of the part.
    """

    kind: Literal["added", "changed", "removed", "reordered"]
    members: list[PlaceDifference]
    part: str


class PartShown(TypedDict):
    """A part of the draft.

    confirmed: The parts that are as in the box.
    content: The hash of what it holds, which a tick names.
    faults: The faults.
    part: The address of the part.
    """

    confirmed: bool
    content: str
    faults: int
    part: str


class PeopleOfSession(TypedDict):
    """The people at the seats; `changes` counts how often they have changed.

    changes: The changes, in order.
    items: The items, in order.
    """

    changes: int
    items: list[PersonAtSeat]


class PeoplePatch(TypedDict):
    """The persons that change. ; null: nobody. A member that is left out stays as it is.

    people: By seat.
    """

    people: dict[str, Claiming | None]


class Person(TypedDict):
    """A person in your sessions.

    name: The name.
    player: The player's opaque id.
    """

    name: str | None
    player: str | None


class PersonAtSeat(TypedDict):
    """The person at a seat.

    claimed: Whether a phone has claimed the seat; a guest cannot then.
    former: Those who left it before the end.
    name: The name.
    player: The player's opaque id.
    seat: The seat's id.
    """

    claimed: bool
    former: list[PersonWhoLeft]
    in_log: PersonInLog
    name: str | None
    player: str | None
    seat: str


class PersonErased(TypedDict):
    """A person who was erased.

    former: How many departures.
    seats: How many claims went with it.
    """

    former: int
    person: str
    seats: int


class PersonInLog(TypedDict):
    """The person whom entry 1 names at this seat.

    name: The name.
    player: The player's opaque id.
    """

    name: str | None
    player: str | None


class PersonLink(TypedDict):
    """The person's own key.

    replace: Make the former key void.
    """

    replace: NotRequired[bool]


PersonName: TypeAlias = "str"


class PersonPatch(TypedDict):
    """What changes of a person. The old name becomes an alias, unless you send `aliases` too."""

    name: NotRequired[PersonName]
    aliases: NotRequired[list[PersonName]]


class PersonWhoLeft(TypedDict):
    """A person who left a seat before the end.

    name: The name.
    number: Of the departure.
    player: The player's opaque id.
    until: The last entry by then.
    """

    name: str | None
    number: int
    player: str | None
    until: int


class PictureInFile(TypedDict):
    """A picture in the file of an edition: its parts, and its bytes in Base64.

    parts: The parts.
    content: The content, or its hash.
    """

    parts: list[str]
    content: str


class PictureNamed(TypedDict):
    """A picture that another part of the edition has: its SHA-256. Else send the bytes of a file.

    picture: A SHA-256 in hex.
    """

    picture: str


class PictureRemoved(TypedDict):
    """The part that has no picture any more.

    part: The address of the part.
    """

    part: str


class PictureShown(TypedDict):
    """The picture of a part. ; width, height: in pixels.

    bytes: The length in bytes.
    height: In pixels.
    part: The address of the part.
    picture: The SHA-256 of its bytes.
    width: In pixels.
    """

    bytes: int
    height: int
    part: str
    picture: str
    width: int


class Piece(TypedDict):
    """Something that stands on a place. `id` is the same for life, so that a page can move it.

    id: The id.
    kind: The kind.
    label: For ears.
    seat: The seat's id.
    count: How many alike stand there as one.
    face: What a die, a card or a token shows.
    icon: A symbol of the page's sprite that stands on it, in place of a letter.
    secret: Not everybody may see it there so, and a phone covers it.
    """

    id: str
    kind: Literal["building", "cube", "die", "figure", "flag", "pawn", "tile", "token"]
    label: str
    seat: NotRequired[str | None]
    count: NotRequired[int]
    face: NotRequired[str | None]
    icon: NotRequired[str | None]
    secret: NotRequired[bool]


class PlaceDifference(TypedDict):
    """A place that differs. Without `before` or `after` the place does not exist there.

    address: The address in the document.
    after: The value after the change.
    before: The value before the change.
    """

    address: str
    after: NotRequired[Any]
    before: NotRequired[Any]


class PlayerOfPlay(TypedDict):
    """A player of a play in BG Stats format.

    name: The name.
    rank: The rank; 1 is best.
    role: The role.
    score: The score.
    sourcePlayerId: The player's id.
    startPlayer: Whether the player started.
    winner: Whether the seat has won.
    """

    name: str
    rank: int
    role: str
    score: NotRequired[float]
    sourcePlayerId: str
    startPlayer: bool
    winner: bool


class PortableFile(TypedDict):
    """A session as a file; see docs/file-format.md.

    component_sets: Those that `amended` entries name; in version 2.
    entries: The entries.
    format: The name of the format.
    game: The game's key.
    rules_version: The version of the rules.
    session: The session's id.
    version: The version of the format.
    """

    component_set: FiledSet
    component_sets: NotRequired[list[FiledSet]]
    entries: list[FiledEntry]
    format: Literal["tablelog"]
    game: str
    head: Head
    rules_version: int
    session: str
    version: int


class Problem(TypedDict):
    """Why the request failed (RFC 9457), and what to do. Branch on `type`, and on `rule` if there is
    one.

    change: The id of the request whose change could not be taken back.
    check_again: Whether this may be a typing error that nobody was notified of. The next one adds a
    note to the log.
    component_sets: The packaged sets that have this name.
    content: The hash of the part as it is now.
    detail: An explanation for people.
    digest: The digest of the last entry.
    entries: The entries.
    entry: The entry that would have other facts under the component set.
    errors: Every fault of the request.
    expired_at: When the session expired.
    field: The path of the invalid member.
    game: The game's key.
    help: A link to the explanation of the problem type.
    index: For a list: the index of the invalid action.
    instance: The address that was requested.
    items: The result for each session of an import.
    last_entry_at: The time of the last entry.
    missed: The entries that you have missed.
    most: The limit.
    outcomes: The outcomes that are missing in the action and must be rolled or drawn.
    person: The person of the club who has it.
    quota: The operator's setting whose limit is reached.
    request_id: The `X-Request-Id` of this answer; absent where a job failed.
    revision: The newest revision of the draft.
    rule: The id of the rule that rejected the action.
    rule_link: A link to the rule.
    rule_text: The rulebook's text for that rule.
    session: The session that has expired.
    sessions: The live tables in progress.
    status: The status.
    stuck: What would stop play after a correction.
    title: The title for people.
    type: The type of the action.
    used: How much of the limit is used.
    version: The version of the session.
    """

    change: NotRequired[str]
    check_again: NotRequired[bool]
    component_sets: NotRequired[list[NamedComponentSet]]
    content: NotRequired[str]
    detail: str
    digest: NotRequired[str]
    entries: NotRequired[int]
    entry: NotRequired[int]
    errors: NotRequired[list[Fault]]
    expired_at: NotRequired[str]
    field: NotRequired[str]
    game: NotRequired[str]
    help: str
    index: NotRequired[int]
    instance: str
    items: NotRequired[list[ImportedSession]]
    last_entry_at: NotRequired[str]
    legal: NotRequired[Legal]
    missed: NotRequired[list[Entry]]
    most: NotRequired[int]
    outcomes: NotRequired[list[AskedOutcome]]
    person: NotRequired[str]
    quota: NotRequired[str]
    request_id: NotRequired[str]
    revision: NotRequired[int]
    rule: NotRequired[str]
    rule_link: NotRequired[str]
    rule_text: NotRequired[str]
    session: NotRequired[str]
    sessions: NotRequired[list[str]]
    status: int
    stuck: NotRequired[list[Obstacle]]
    title: str
    type: Literal[
        "/problems/malformed-json",
        "/problems/malformed-header",
        "/problems/bad-request",
        "/problems/bad-token",
        "/problems/not-allowed",
        "/problems/another-seat",
        "/problems/not-found",
        "/problems/method-not-allowed",
        "/problems/not-acceptable",
        "/problems/too-slow",
        "/problems/rule",
        "/problems/outcome-declared",
        "/problems/seat-taken",
        "/problems/another-person",
        "/problems/session-closed",
        "/problems/not-closed",
        "/problems/already-so",
        "/problems/draws-revealed",
        "/problems/not-live",
        "/problems/not-computable",
        "/problems/cannot-amend",
        "/problems/table-stuck",
        "/problems/not-finished",
        "/problems/unreadable-entry",
        "/problems/table-not-playable",
        "/problems/secret-elsewhere",
        "/problems/part-changed",
        "/problems/nothing-to-undo",
        "/problems/undo-overlapped",
        "/problems/edition-published",
        "/problems/quota",
        "/problems/expired",
        "/problems/stale",
        "/problems/stale-draft",
        "/problems/another-log",
        "/problems/too-large",
        "/problems/media-type",
        "/problems/invalid",
        "/problems/unknown-game",
        "/problems/unknown-component-set",
        "/problems/invalid-component-set",
        "/problems/invalid-picture",
        "/problems/invalid-drawing",
        "/problems/invalid-file",
        "/problems/must-be-last",
        "/problems/action-id-reused",
        "/problems/unusable-filter",
        "/problems/precondition-required",
        "/problems/too-many-requests",
        "/problems/internal",
        "/problems/busy",
        "/problems/damaged-log",
        "/problems/unavailable",
    ]
    used: NotRequired[int]
    version: NotRequired[int]


class Progress(TypedDict):
    """How many parts there are, and how many are confirmed to be as in the box.

    confirmed: The parts that are as in the box.
    parts: The parts.
    """

    confirmed: int
    parts: int


class ProofFile(TypedDict):
    """A finished session as a file that anybody can check; see docs/file-format.md.

    component_sets: Those that `amended` entries name; in version 2.
    entries: The entries.
    format: The name of the format.
    game: The game's key.
    session: The session's id.
    version: The version of the format.
    """

    component_set: FiledSet
    component_sets: NotRequired[list[FiledSet]]
    entries: list[ProvenEntry]
    format: Literal["tablelog-proof"]
    game: str
    head: Head
    seen_by: SeenBy
    session: str
    version: int


class ProvenEntry(TypedDict):
    """An entry: its content, or a tree of hashes and members, or the visible part without proof.

    body: The content of the entry.
    digest: SHA-256 of the entry and the digest before it.
    number: The number.
    tree: The hashes of what is hidden.
    unproved: Why it is not proved.
    """

    body: NotRequired[dict[str, Any]]
    digest: str
    number: int
    tree: NotRequired[Any]
    unproved: NotRequired[dict[str, Any]]


class Publishing(TypedDict):
    """A new version of an edition.

    note: What is new in it.
    """

    note: NotRequired[str]


class Range(TypedDict):
    """An integer from `least` to `most`, both included.

    kind: The kind.
    least: The least.
    most: The most.
    """

    kind: Literal["range"]
    least: int
    most: int


class Readiness(TypedDict):
    """The position of the log, and how far behind the tables are if no worker is running.

    behind: How many entries the workers have not processed.
    missing: The missing part or rows.
    position: The position.
    status: The status.
    """

    behind: NotRequired[int]
    missing: NotRequired[str]
    position: int
    status: Literal["ready"]


Reason: TypeAlias = "str"


class RecordedEntries(TypedDict):
    """The recorded `entry`, or `entries` for a list of actions.

    entries: The entries.
    followed: Entries of steps without an alternative, which were recorded together with a single
    action.
    version: The number of the last entry.
    """

    entries: NotRequired[list[Entry]]
    entry: NotRequired[Entry]
    followed: NotRequired[list[Entry]]
    version: int


Redelivery = TypedDict(
    "Redelivery", {"from": "NotRequired[int | None]", "action_id": "NotRequired[ActionId | None]"}
)


class RefusalRow(TypedDict):
    """A group of rejections: `total` in `n` of the `of` sessions

    group: The values of the group.
    n: The number of sessions.
    of: The number of sessions that match.
    rule_text: The sentence of the rule.
    total: The sum.
    value: Total ÷ of.
    """

    group: dict[str, str | int]
    n: int
    of: int
    rule_text: NotRequired[str | None]
    total: int
    value: float


class Refusals(TypedDict):
    """How often the rules rejected actions.

    game: The game's key.
    group_by: The names to group by.
    groups: The number of groups before `limit`.
    rows: The rows.
    """

    game: str
    group_by: list[str]
    groups: int
    rows: list[RefusalRow]


class Reinstating(TypedDict):
    """Why a void session counts again.

    reason: The reason, for people.
    """

    action_id: NotRequired[OptionalActionId]
    moved_at: NotRequired[OptionalInstant]
    reason: Reason


class Reopening(TypedDict):
    """Why a closed session is opened again. Everybody who may see the session reads it.

    reason: The reason, for people.
    """

    action_id: NotRequired[OptionalActionId]
    moved_at: NotRequired[OptionalInstant]
    reason: Reason


class Result(TypedDict):
    """The current or final result of a session, with seats by rank.

    as_of: The last entry that the workers have processed.
    bg_stats: Null unless the game was played to its end, and if the session does not count.
    board_game_geek: Null until the game is finished.
    boardgamegeek_id: The game's number on BoardGameGeek, if it is known for certain.
    decided: What decided the result, as a phrase; null before the end.
    decided_by: What decided the result, as the game names it.
    digest: SHA-256 of the entry and the digest before it.
    ended_at: When play ended, so far; null if nobody knows.
    game: The game's key.
    minutes: Minutes of play, not counting breaks; null before the end, for a fork, and if nobody
    knows.
    opened_at: When the session was opened.
    played_on: The day of play in the table's time zone.
    seats: The seats, in order.
    session: The session's id.
    started_at: When play began; null if nobody knows.
    status: finished: played to the end, closed or not; closed: ended before that.
    timezone: The time zone of the table.
    title: The title for people.
    version: The number of the last entry.
    void: If the session does not count: why. Otherwise null.
    winners: The seats that have won.
    """

    as_of: int
    bg_stats: BgStats | None
    board_game_geek: BoardGameGeekPlay | None
    boardgamegeek_id: int | None
    decided: str | None
    decided_by: str | None
    digest: str
    ended_at: str | None
    game: str
    minutes: int | None
    opened_at: str
    played_on: str
    scoring: ScoringOfGame
    seats: list[SeatResult]
    session: str
    started_at: str | None
    status: Literal["closed", "finished", "open"]
    timezone: str
    title: str
    version: int
    void: VoidedBy | None
    winners: list[str]


class Retraction(TypedDict):
    """Go back to where the session stood after entry `to`. You may omit `reason` if you take back only
    your own entries and nothing that somebody else has seen.

    to: The entry to go back to.
    reason: The reason, for people.
    """

    action_id: NotRequired[OptionalActionId]
    moved_at: NotRequired[OptionalInstant]
    to: int
    reason: NotRequired[Reason | None]


class Revoking(TypedDict):
    """The holders whose tokens are revoked and replaced; without `holders`, all of them. `guest`,
    `recorder` and `recorder:SEAT` get a token only if they are named.

    holders: Whose tokens are replaced; none: all.
    """

    holders: NotRequired[list[str] | None]


class Roads(TypedDict):
    """A kind of road between two places of a map. ; empty: the row is the pair itself.

    at: The list below the map in which each row is a road (`edges`); or, with a `*`, the member of
    each place that lists the ids of the places next to it (`stars/*/slots`).
    joins: The tables of both ends.
    ends: The member of a row that holds the two ids.
    """

    at: str
    joins: list[Any]
    ends: NotRequired[str]


class Root(TypedDict):
    """The entry point of the API.

    games: The games.
    links: Links; those with braces are URI templates.
    name: The name.
    version: The version of the service.
    """

    games: list[GameLink]
    links: dict[str, str]
    name: str
    version: str


class RowOfMeasures(TypedDict):
    """The figures of a group by measure; n and sessions: of the first that it has.

    group: The values of the group.
    measures: The keys of the measures.
    n: The number of sessions.
    """

    group: dict[str, str | int | bool]
    measures: dict[str, FiguresOfGroup | None]
    n: int
    sessions: str
    too_few: NotRequired[bool]


class RowPicture(TypedDict):
    """The picture of a part of a component set. ; null: it has none.

    bytes: The length in bytes.
    height: The height.
    part: The address of the part.
    picture: The SHA-256 of the picture.
    row: The id of the card or place.
    width: The width.
    """

    bytes: int
    height: int
    part: str
    picture: str
    row: str | None
    width: int


class RuleShown(TypedDict):
    """A rule from the rulebook: a sentence with Markdown code spans, and related information.

    chapter: The chapter of the rulebook.
    id: The id.
    named_by: The rules and rulings whose rows mention it.
    names: The rules that its row in the rulebook mentions.
    place: The code that enforces the rule; for a ruling, the rules that it clarifies.
    remarks: Remarks in the rulebook outside its tables.
    sentence: The rule as a sentence.
    """

    chapter: str
    id: str
    named_by: list[str]
    names: list[str]
    place: str
    remarks: list[str]
    sentence: str


class Rules(TypedDict):
    """A rulebook.

    items: The items, in order.
    """

    items: list[RuleShown]


class Run(TypedDict):
    """A piece of a sentence that means a thing: a place or a piece of the board, a seat, a rule.

    text: The text.
    place: The id of the place.
    piece: A piece that the text names.
    seat: The seat's id.
    rule: The id of the rule.
    """

    text: str
    place: NotRequired[str | None]
    piece: NotRequired[str | None]
    seat: NotRequired[str | None]
    rule: NotRequired[str | None]


class SaidPlayed(TypedDict):
    """When the game was played, by day and clock of the table. Without a day, the times of the log
    count.

    end: The place where it ends.
    start: The place where it begins.
    """

    end: str | None
    played_on: str | None
    start: str | None


class SaidTimeOfPlay(TypedDict):
    """When the game was played, in the table's time zone. An `end` that is not later than `start` is
    on the next day. With `null` as `played_on`, the times of the log count again.
    """

    action_id: NotRequired[OptionalActionId]
    moved_at: NotRequired[OptionalInstant]
    played_on: str | None
    start: NotRequired[str | None]
    end: NotRequired[str | None]


class SchemaOf(TypedDict):
    """A JSON Schema and the components that it references.

    components: The schemas that it refers to.
    schema: The JSON Schema.
    """

    components: dict[str, dict[str, Any]]
    schema: dict[str, Any]


class SchemasOf(TypedDict):
    """The JSON Schemas of a game's requests and answers."""

    action: SchemaOf
    fact: SchemaOf
    opening: SchemaOf


class ScoringOfGame(TypedDict):
    """How the game is scored and ranked.

    highest_wins: Whether a higher score always ranks at least as high as a lower one.
    ranks: A sentence that explains how ranks are determined.
    score: The meaning of a score; null if the game has no score.
    """

    highest_wins: bool
    ranks: str
    score: str | None


class SeatAsked(TypedDict):
    """The questions for each seat when a session opens.

    label: The label for people.
    parameters: The parameters by name.
    seat: The seat's id.
    """

    label: str
    parameters: dict[str, dict[str, Any]]
    seat: str


SeatId: TypeAlias = "str"


class SeatName(TypedDict):
    """The name of a seat at this table, without the person who sits there: its colour, its hero. ;
    None: by its place.

    label: The label for people.
    color: One of `SEAT_COLORS`.
    """

    label: str
    color: NotRequired[str | None]


class SeatOfClubPerson(TypedDict):
    """A seat that the person has or, if `former`, left before the end.

    seat: The seat's id.
    session: The session's id.
    """

    former: bool
    seat: str
    session: str


class SeatOfPerson(TypedDict):
    """The seat at which the person sat."""

    seat: SeatId


class SeatPlayed(TypedDict):
    """A seat of a finished session, with its result and every measure of seats.

    component_set: The hash of the component set.
    count: The number of seats.
    edition: Its id; null if you may know of none.
    flagged: How many entries broke a rule or corrected the table.
    margin: The score less the best one of another seat.
    measures: By key; null where the seat has none.
    name: Of the person at the seat, if you send a token of the session or the key of its club.
    of_seat: Colour, faction or whatever the game gives a seat.
    options: The options that the game defines.
    parts: The parts.
    place: Position around the table, from 1.
    player: An opaque id, or the person of the club if you filter by one.
    rank: The rank; 1 is best.
    rules_version: The version of the rules.
    score: The score.
    seat: The seat's id.
    session: The session's id.
    start: When the game began, if that is known.
    tags: The tags.
    team: Its seats win together.
    """

    component_set: str
    count: int
    edition: str | None
    edition_version: int | None
    flagged: int
    margin: float | None
    measures: dict[str, float | None]
    minutes: float | None
    name: str | None
    of_seat: dict[str, Any]
    options: dict[str, Any]
    parts: dict[str, float]
    place: int
    played_on: str
    player: str | None
    rank: int | None
    rules_version: int
    score: float | None
    seat: str
    session: str
    start: str | None
    tags: list[str]
    team: str | None
    won: bool


class SeatResult(TypedDict):
    """The result of a seat. `parts` are the figures behind its score and rank.

    color: The colour.
    label: The seat's name at its table.
    name: The player's name; null if you may not see it.
    parts: The parts.
    place: The seat's position around the table; null for a side that no seat plays.
    player: An opaque id.
    rank: 1 is best; tied seats share the better rank. At the end, only winners have rank 1.
    role: The seat's hero, alien or faction, if the game has them.
    score: Null if the game has no score.
    seat: The seat's id.
    starts: Whether the seat started, by the rules; null if nobody starts or it is unknown.
    winner: Whether the seat has won.
    """

    color: str | None
    label: str
    name: str | None
    parts: dict[str, float]
    place: int | None
    player: str | None
    rank: int
    role: str | None
    score: float | None
    seat: str
    starts: bool | None
    winner: bool


class SeatStanding(TypedDict):
    """One seat's result so far or in the end: rank 1 is best, tied seats share the better rank. At the
    end rank 1 is the winners' alone. `score` is None where the game has no score (`Scoring`).

    seat: The seat's id.
    score: The score.
    rank: The rank; 1 is best.
    winner: Whether the seat has won.
    parts: The parts.
    """

    seat: str
    score: float | None
    rank: int
    winner: bool
    parts: NotRequired[dict[str, float]]


class SeatWaited(TypedDict):
    """A seat that the table waits for.

    asks: The seat's task, in a few words.
    seat: The seat's id.
    since: When the entry was recorded with which the wait began.
    """

    asks: str
    seat: str
    since: str


class SeatsPlayed(TypedDict):
    """A page of seats, those of the sessions that were played last first, and the cursor of the next
    page.

    as_of: The position in the whole log up to which the workers have processed it.
    game: The game's key.
    next: The cursor of the next page; null: none.
    rows: The rows.
    """

    as_of: int
    game: str
    next: str | None
    rows: list[SeatPlayed]


class SeenBy(TypedDict):
    """The viewer of the file: a seat, or owner and scribe (`sees_all`)

    opened: The game is open to all.
    seat: The seat's id.
    sees_all: Whether its holder sees everything.
    """

    opened: bool
    seat: str | None
    sees_all: bool


class Sent(TypedDict):
    """What a value of an ordered list sends: `points` to a key.

    value: The value.
    to: The entry to go back to.
    points: The points, in order.
    """

    value: Any
    to: str
    points: int


class SeriesDeclared(TypedDict):
    """A series of a game.

    key: The key in addresses.
    meaning: The thing that it counts, in words.
    title: The title for people.
    unit: The unit.
    """

    key: str
    meaning: str
    title: str
    unit: str


class SeriesHead(TypedDict):
    """The series; only its key until a worker has processed the session.

    key: The key in addresses.
    meaning: The thing that it counts, in words.
    title: The title for people.
    unit: The unit.
    """

    key: str
    meaning: NotRequired[str]
    title: NotRequired[str]
    unit: NotRequired[str]


class SeriesPoint(TypedDict):
    """A value that holds from this entry on.

    at: The number of the entry.
    detail: An explanation for people.
    entry: The number of the entry.
    subject: The seat or thing that it belongs to.
    turn: The number of the turn.
    value: The value.
    """

    at: str
    detail: dict[str, Any]
    entry: int
    subject: str
    turn: int
    value: float | str | None


class SeriesShown(TypedDict):
    """A series of a session.

    as_of: The last entry that the workers have processed.
    points: The points, in order.
    """

    as_of: int
    points: list[SeriesPoint]
    series: SeriesHead


class SessionHead(TypedDict):
    """A session without its table.

    chance: Whether outcomes are declared or drawn.
    closed: How the session was closed; null while it is open.
    commitment: SHA-256 of the secret behind the draws.
    component_set: The hash of its component set.
    digest: SHA-256 of the entry and the digest before it.
    expires_at: When it expires; null: never.
    flagged: The number of entries against the rules and corrections.
    forced_steps: Whether steps without a choice are recorded by themselves.
    game: The game's key.
    id: The id.
    invented: Parts of the set that are placeholders, not the published parts.
    kept: Whether a sandbox session is kept permanently.
    labels: Names by seat; empty if you may not see them.
    may_declare: Whether actions may declare outcomes of a drawn session.
    opened_at: When the session was opened.
    options: The options that the game defines.
    played: When the game was played, as its owner says; else null.
    players: Opaque ids by seat.
    replaces: The void sessions that this one was recorded instead of.
    rules_version: The version of the rules.
    sandbox: Whether it is for practice.
    seats: The seats, in order.
    seats_may_override: Whether seats may record against the rules.
    status: finished: played to the end, closed or not; closed: ended before that.
    tags: The tags.
    timezone: The time zone of the table.
    unreadable: The entry after which the table is unknown.
    version: The number of the last entry.
    visibility: Whether strangers may watch.
    void: If the session does not count: why. Otherwise null.
    """

    chance: ChanceOfOutcomes
    closed: Literal["abandoned", "finished"] | None
    commitment: str
    component_set: str
    digest: str
    expires_at: str | None
    flagged: int
    forced_steps: bool
    forked_from: ForkedFrom | None
    game: str
    id: str
    in_log: InLog
    invented: list[str]
    kept: bool
    labels: dict[str, str]
    may_declare: bool
    opened_at: str
    options: dict[str, Any]
    played: SaidPlayed | None
    players: dict[str, str]
    replaces: NotRequired[list[str]]
    rules_version: int
    sandbox: bool
    seats: list[dict[str, Any]]
    seats_may_override: bool
    status: Literal["closed", "finished", "open"]
    tags: list[str]
    timezone: str
    unreadable: int | None
    version: int
    visibility: Literal["link", "private", "public"]
    void: VoidedBy | None
    you: You


class SessionListing(TypedDict):
    """The visibility of a session, and its tags.

    tags: The tags.
    visibility: Whether strangers may watch.
    """

    tags: list[str]
    visibility: Literal["link", "private", "public"]


class SessionShown(TypedDict):
    """A session and its table as you may see them.

    at: The entry after which the table is shown.
    chance: Whether outcomes are declared or drawn.
    closed: How the session was closed; null while it is open.
    commitment: SHA-256 of the secret behind the draws.
    component_set: The hash of its component set.
    digest: SHA-256 of the entry and the digest before it.
    expires_at: When it expires; null: never.
    flagged: The number of entries against the rules and corrections.
    forced_steps: Whether steps without a choice are recorded by themselves.
    game: The game's key.
    id: The id.
    invented: Parts of the set that are placeholders, not the published parts.
    kept: Whether a sandbox session is kept permanently.
    knowledge: The caller's deductions; null if the game has none.
    labels: Names by seat; empty if you may not see them.
    live: The last entry that was not taken back.
    may_declare: Whether actions may declare outcomes of a drawn session.
    opened_at: When the session was opened.
    options: The options that the game defines.
    played: When the game was played, as its owner says; else null.
    players: Opaque ids by seat.
    replaces: The void sessions that this one was recorded instead of.
    rules_version: The version of the rules.
    sandbox: Whether it is for practice.
    seats: The seats, in order.
    seats_may_override: Whether seats may record against the rules.
    status: finished: played to the end, closed or not; closed: ended before that.
    tags: The tags.
    timezone: The time zone of the table.
    unreadable: The entry after which the table is unknown.
    version: The number of the last entry.
    view: The game's view of the table; its page in docs/games describes the members. Omitted if the
    request says so.
    visibility: Whether strangers may watch.
    void: If the session does not count: why. Otherwise null.
    """

    at: int
    board: NotRequired[dict[str, Any] | None]
    chance: ChanceOfOutcomes
    closed: Literal["abandoned", "finished"] | None
    commitment: str
    component_set: str
    digest: str
    expires_at: str | None
    flagged: int
    forced_steps: bool
    forked_from: ForkedFrom | None
    game: str
    id: str
    in_log: InLog
    invented: list[str]
    kept: bool
    knowledge: Any
    labels: dict[str, str]
    live: int
    may_declare: bool
    moment: MomentShown
    now: NotRequired[OffersNow]
    opened_at: str
    options: dict[str, Any]
    played: SaidPlayed | None
    players: dict[str, str]
    replaces: NotRequired[list[str]]
    rules_version: int
    sandbox: bool
    seats: list[dict[str, Any]]
    seats_may_override: bool
    standing: Standing
    status: Literal["closed", "finished", "open"]
    tags: list[str]
    timezone: str
    unreadable: int | None
    version: int
    view: NotRequired[dict[str, Any]]
    visibility: Literal["link", "private", "public"]
    void: VoidedBy | None
    words: NotRequired[TableWords]
    you: You


class Sessions(TypedDict):
    """A page of sessions, those played last first, and the cursor of the next page.

    items: The items, in order.
    next: The cursor of the next page; null: none.
    """

    items: list[ListedSession]
    next: str | None


class Set(TypedDict):
    """Give a member or a row this value. A member may be new; a row keeps its id or takes a free one.

    do: The kind of change.
    at: The address of the member or row.
    value: The value.
    """

    do: Literal["set"]
    at: str
    value: Any


class SetPictures(TypedDict):
    """The pictures of a component set.

    hash: The hash of the component set.
    items: The items, in order.
    """

    hash: str
    items: list[RowPicture]


class SettingsPatch(TypedDict):
    """Settings of the table that change from now on. Send at least one; the others stay as they are.

    forced_steps: Whether steps without a choice are recorded by themselves.
    seats_may_override: Whether seats may record against the rules.
    """

    action_id: NotRequired[OptionalActionId]
    moved_at: NotRequired[OptionalInstant]
    forced_steps: NotRequired[bool | None]
    seats_may_override: NotRequired[bool | None]


class Several(TypedDict):
    """A list of `least` to `most` of the values; a value may be taken as often as it is listed. With
    `ordered` false every order of a list is the same choice, and offers give one of them.

    kind: The kind.
    values: The values.
    least: The least.
    most: The most.
    ordered: Whether the order matters.
    """

    kind: Literal["several"]
    values: list[Any]
    least: int
    most: int
    ordered: NotRequired[bool]


class Shared(TypedDict):
    """The parameters, lists or objects, draw on one stock: together they hold no more than `values`
    lists.

    kind: The kind.
    parameters: The parameters by name.
    values: The values.
    whole: The action is about all of them, though the rules do with fewer, so that a page asks
    until none is left. The parameters are `several` or `assign` then, which may be optional.
    """

    kind: Literal["shared"]
    parameters: list[str]
    values: list[Any]
    whole: NotRequired[bool]


SheetField = TypedDict(
    "SheetField",
    {
        "is": (
            "Literal['amounts', 'choice', 'either', 'form', 'keyed', 'list', 'number', "
            "'same', 'table', 'text', 'tick', 'variants']"
        ),
        "path": "str",
        "key": "NotRequired[str]",
        "title": "NotRequired[str]",
        "hint": "NotRequired[str]",
        "unit": "NotRequired[str]",
        "optional": "NotRequired[bool]",
        "required": "NotRequired[bool]",
        "default": "NotRequired[Any]",
        "long": "NotRequired[bool]",
        "least": "NotRequired[int | None]",
        "most": "NotRequired[int | None]",
        "pattern": "NotRequired[str | None]",
        "options": "NotRequired[list[ChoiceOption]]",
        "of": "NotRequired[str]",
        "tag": "NotRequired[str]",
        "item": "NotRequired[SheetField | None]",
        "fields": "NotRequired[list[SheetField]]",
        "variants": "NotRequired[list[FieldVariant]]",
        "total": "NotRequired[Total | None]",
        "blank": "NotRequired[Any]",
        "deck": "NotRequired[bool]",
        "map": "NotRequired[Lattice | Graph | None]",
        "derived": "NotRequired[bool]",
    },
)


class SheetSection(TypedDict):
    """A member of the document.

    key: The key in addresses.
    title: The title for people.
    part: What is confirmed in it as one thing.
    """

    key: str
    title: str
    part: Literal["row", "side", "whole"]
    field: SheetField


class SheetShown(TypedDict):
    """How people edit a component set of the game: sections, tables, forms and choices.

    game: The game's key.
    sections: A member of the document each. A path names members joined by `/`; `*` is any row, key
    or kind.
    title: The title for people.
    """

    game: str
    sections: list[SheetSection]
    title: str


class Split(TypedDict):
    """An object of integers: up to `limits[key]` for each key (zero = left out), `least` to `most` in
    all.

    kind: The kind.
    limits: The most for each key.
    least: The least.
    most: The most.
    """

    kind: Literal["split"]
    limits: dict[str, int]
    least: int
    most: int


class Standing(TypedDict):
    """Scores, ranks, winners. `decided_by` names what settled it (a tie-break, a side's victory).

    finished: Whether the game is finished.
    seats: The seats, in order.
    winners: The seats that have won.
    decided_by: The reason for the result.
    """

    finished: bool
    seats: list[SeatStanding]
    winners: NotRequired[list[str]]
    decided_by: NotRequired[str | None]


class TableAfter(TypedDict):
    """The table after a list of actions that was only tried, as it would be shown once recorded."""

    board: NotRequired[dict[str, Any] | None]
    moment: MomentShown
    now: NotRequired[OffersNow]
    words: NotRequired[TableWords]


class TableMended(TypedDict):
    """The table after a correction that was only tried, and what can be put right there besides the
    board.
    """

    board: NotRequired[dict[str, Any] | None]
    mat: NotRequired[MendingMat]
    moment: MomentShown
    now: NotRequired[OffersNow]
    words: NotRequired[TableWords]


class TableWords(TypedDict):
    """What each seat is asked to do now (`table`: everybody), and the names of the seats.

    asks: The question, in words.
    seats: The seats, in order.
    """

    asks: dict[str, list[str]]
    seats: dict[str, SeatName]


class Take(TypedDict):
    """Remove a member or a row. The id of a row cannot be removed.

    do: The kind of change.
    at: The address of the member or row.
    """

    do: Literal["take"]
    at: str


class TakingBack(TypedDict):
    """A retraction: the entry that it goes back to, and what it takes back or, as a `redo`, restores.
    moves, count: how many moves and how many entries; `says` describes the newest move, `entries`
    lists the last 20 entries. An offered undo always takes whole moves.

    count: How many moves and how many entries; `says` describes the newest move, `entries` lists
    the last 20 entries. An offered undo always takes whole moves.
    entries: The entries.
    exposed: Somebody has already seen some of them.
    moves: How many moves and how many entries; `says` describes the newest move, `entries` lists
    the last 20 entries. An offered undo always takes whole moves.
    needs_reason: The request needs a reason.
    others: Somebody else recorded or took back some of them.
    redo: Whether it restores entries.
    says: The sentence for people.
    splits: If `to` is within a move: the move's first entry, which stays. Otherwise null.
    to: The entry to go back to.
    """

    count: int
    entries: list[EntryNamed]
    exposed: bool
    moves: int
    needs_reason: bool
    others: bool
    redo: bool
    says: list[str | Run]
    splits: int | None
    to: int


class TickShown(TypedDict):
    """A part that was ticked or unticked.

    confirmed: The parts that are as in the box.
    content: Null if there is no such part in the draft.
    part: The address of the part.
    """

    confirmed: bool
    content: str | None
    part: str
    progress: Progress


class Ticking(TypedDict):
    """The part is as in the box. `content`: the hash of what was compared.

    content: A SHA-256 in hex.
    """

    content: str


class TimelineEntry(TypedDict):
    """An entry on the timeline.

    active: The seats that the table waits for.
    at: The number of the entry.
    entry: The number of the entry.
    flagged: Whether it broke a rule or corrected the table.
    kind: The kind.
    live: False if it was taken back.
    moved_at: When it happened at the table.
    phase: The phase of the turn.
    round: The number of the round.
    seat: The seat's id.
    seconds: Since the previous live entry was recorded. If an entry cannot be read, only its number
    is included.
    turn: The number of the turn.
    type: The type of the action.
    unreadable: Whether it cannot be read.
    """

    active: list[str]
    at: str | None
    entry: int
    flagged: bool | None
    kind: str | None
    live: bool | None
    moved_at: str | None
    phase: str | None
    round: int | None
    seat: str | None
    seconds: float | None
    turn: int | None
    type: str | None
    unreadable: bool


class TimelineShown(TypedDict):
    """The timeline of a session.

    as_of: The last entry that the workers have processed.
    entries: The entries.
    """

    as_of: int
    entries: list[TimelineEntry]


class Tokens(TypedDict):
    """New tokens.

    tokens: By holder: `owner`, `scribe`, `spectator`, `guest`, `seat:ID`, `recorder`,
    `recorder:ID`; of an edition `keeper`, `editor`, `reader`
    """

    tokens: dict[str, str]


class Total(TypedDict):
    """How many a box of the source holds: `number` of rows, or of the sum of their `member`. A page
    counts with it. It is never a fault: a box may differ.

    number: The number.
    member: The name of the member.
    """

    number: int
    member: NotRequired[str]


class Tray(TypedDict):
    """A place next to the board, shown while it is put right: the supply, a box, what a seat has in
    store. Its pieces and cards can be taken from it, and others put into it.

    id: The id.
    name: The name.
    seat: Whose it is.
    pieces: The pieces that lie here.
    cards: The cards that lie here.
    lines: Numbers that the board itself does not show.
    """

    id: str
    name: str
    seat: NotRequired[str | None]
    pieces: NotRequired[list[Piece]]
    cards: NotRequired[list[Card]]
    lines: NotRequired[list[Line]]


class Unless(TypedDict):
    """`parameter` is left out only where the list `where` is given and holds none of `values`.

    kind: The kind.
    parameter: The parameter.
    where: The parameter that decides it.
    values: The values.
    """

    kind: Literal["unless"]
    parameter: str
    where: str
    values: list[Any]


class VersionNamed(TypedDict):
    """A version of an edition in its file: the component set itself is not in it.

    number: The number.
    hash: A SHA-256 in hex.
    note: A note for people.
    made: When it was made.
    """

    number: int
    hash: str
    note: str
    made: str


class VersionShown(TypedDict):
    """A version of an edition: its number, and the hash of its component set.

    hash: The hash of the component set.
    made: When it was made.
    note: A note for people.
    number: The number.
    """

    hash: str
    made: str
    note: str
    number: int


class VoidedBy(TypedDict):
    """Why a session does not count, by which entry, and the session that was recorded instead of it.

    entry: The number of the entry.
    reason: The reason, for people.
    replaced_by: The id of that session, if the owner named one.
    """

    entry: int
    reason: str
    replaced_by: str | None


class Voiding(TypedDict):
    """Why a session does not count. `replaced_by`: the id of the session that was recorded instead of
    it.

    reason: The reason, for people.
    """

    action_id: NotRequired[OptionalActionId]
    moved_at: NotRequired[OptionalInstant]
    reason: Reason
    replaced_by: NotRequired[str | None]


class Warned(TypedDict):
    """A part of a component set that differs from the rulebook; the set can be played all the same.

    constraint: The constraint that does not hold.
    message: An explanation for people.
    others: Further places that belong to it: JSON pointers, in a draft addresses.
    pointer: A JSON pointer.
    """

    constraint: str
    message: str
    others: list[str]
    pointer: str


class Webhook(TypedDict):
    """A URL that is notified of a session's entries. `description` is for readers of the list.

    url: An https URL with a public address, without a user name or password.
    description: Your note about it.
    """

    url: str
    description: NotRequired[str | None]
    action_id: NotRequired[str | None]


class WebhookState(TypedDict):
    """A webhook and its delivery status. tried_at, answer, failure: the time, HTTP status and error of
    the last attempt.

    answer: The time, HTTP status and error of the last attempt.
    attempts: Number of attempts for the waiting delivery; 0 if nothing is waiting.
    created_at: When it was added.
    delivered: The number of the last entry that the receiver accepted.
    description: Your note about it.
    disabled: The reason why deliveries have stopped.
    disabled_at: When it was switched off; null: it is on.
    failure: The time, HTTP status and error of the last attempt.
    id: The id.
    next_at: The time of the next attempt.
    tried_at: The time, HTTP status and error of the last attempt.
    url: The address of the receiver.
    """

    answer: int | None
    attempts: int
    created_at: str
    delivered: int
    description: str | None
    disabled: str | None
    disabled_at: str | None
    failure: str | None
    id: str
    next_at: str | None
    tried_at: str | None
    url: str


class Webhooks(TypedDict):
    """The webhooks of a session.

    items: The items, in order.
    """

    items: list[WebhookState]


class WordsAsked(TypedDict):
    """The words of an action, exact for the parameters that are chosen already; null if there are
    none.

    version: The number of the last entry.
    """

    version: int
    words: dict[str, Any] | None


class Written(TypedDict):
    """A text of one character to `longest`, in somebody's own words.

    kind: The kind.
    longest: The most characters.
    """

    kind: Literal["written"]
    longest: int


class You(TypedDict):
    """The holder of the token in the request.

    role: The role.
    seat: The seat's id.
    sees_all: Whether you can currently see everything.
    """

    role: Literal["guest", "owner", "recorder", "scribe", "seat", "spectator", "stranger"]
    seat: str | None
    sees_all: bool


class Tablelog(Service):
    """Every operation of the API, by its name there. What is refused raises `Refused`."""

    def get_root(self) -> Root:
        """Show what this service is, which games it has, and links to everything else."""
        return cast("Root", self.ask("GET", "/v1"))

    def list_games(self) -> Games:
        """List the games."""
        return cast("Games", self.ask("GET", "/v1/games"))

    def get_game(self, game: str, *, tokens: Sequence[str] = ()) -> GameShown:
        """Show a game: its actions and facts as JSON Schema, its measures, series and component sets.

        Uploaded component sets are listed if they are used in a public session or in a session
        whose token you
        send.
        """
        return cast(
            "GameShown",
            self.ask("GET", f"/v1/games/{game}", headers={"Tablelog-Tokens": ", ".join(tokens) or None}),
        )

    def get_sheet(self, game: str) -> SheetShown:
        """Show the sheet of a game's box: what a component set consists of, and how people edit it."""
        return cast("SheetShown", self.ask("GET", f"/v1/games/{game}/sheet"))

    def list_rules(self, game: str) -> Rules:
        """List the rules of a game from its rulebook: id, chapter, sentence and related information."""
        return cast("Rules", self.ask("GET", f"/v1/games/{game}/rules"))

    def get_rule(self, game: str, rule: str) -> RuleShown:
        """Show a rule by the id that a refusal, a flag or a violation names."""
        return cast("RuleShown", self.ask("GET", f"/v1/games/{game}/rules/{rule}"))

    def get_opening_form(
        self,
        game: str,
        *,
        component_set: str | None = None,
        count: int | None = None,
        tokens: Sequence[str] = (),
    ) -> OpeningFormShown:
        """Show the choices when a session of the game opens: domains as in offers, with labels.

        `sample` is a request body that opens a session without changes.
        """
        return cast(
            "OpeningFormShown",
            self.ask(
                "GET",
                f"/v1/games/{game}/opening",
                query={"component_set": component_set, "count": count},
                headers={"Tablelog-Tokens": ", ".join(tokens) or None},
            ),
        )

    def add_component_set(self, body: ComponentSetUpload) -> ComponentSetShown:
        """Upload a component set. If you upload the same content again, you get the same set.

        The hash of the set is its name. A game lists the set once it is used in a public session.
        If the service
        requires the opening token to open sessions, you need it here too.
        """
        return cast("ComponentSetShown", self.ask("POST", "/v1/component-sets", body=body))

    def get_component_set(self, name: str) -> ComponentSetShown:
        """Show a component set by its hash.

        The name of a packaged set, such as `demo`, is unique only within a game. The 404 lists the
        sets with that
        name and their hashes.
        """
        return cast("ComponentSetShown", self.ask("GET", f"/v1/component-sets/{name}"))

    def get_names(self, name: str) -> ComponentSetNames:
        """Show the names of the parts of a component set: kind, name, text, symbol.

        The answer is empty if the game does not define names.
        """
        return cast("ComponentSetNames", self.ask("GET", f"/v1/component-sets/{name}/names"))

    def get_drawing(self, name: str) -> DrawingShown:
        """Show the map layout of a component set; null if it has no drawing of its own."""
        return cast("DrawingShown", self.ask("GET", f"/v1/component-sets/{name}/drawing"))

    def put_drawing(self, name: str, body: Drawing) -> DrawingShown:
        """Add or replace the drawing of a component set. Requires the operator's token.

        The set, its hash and the sessions that use it do not change.
        """
        return cast("DrawingShown", self.ask("PUT", f"/v1/component-sets/{name}/drawing", body=body))

    def make_edition(self, body: NewEdition, *, key: str | None = None) -> EditionMade:
        """Make an edition from a component set, or from a file of an edition. The answer contains its
        tokens.

        What the set's publisher attests is confirmed already. If the service requires the opening
        token to open
        sessions, you need it here too.
        """
        return cast(
            "EditionMade", self.ask("POST", "/v1/editions", body=body, headers={"Idempotency-Key": key})
        )

    def get_edition(self, edition_id: str, *, parts: Any | None = None) -> EditionShown:
        """Show an edition: how many of its parts are confirmed, its faults and its versions."""
        return cast("EditionShown", self.ask("GET", f"/v1/editions/{edition_id}", query={"parts": parts}))

    def patch_edition(self, edition_id: str, body: EditionPatch) -> EditionShown:
        """Rename an edition, or list it for everybody. Requires the keeper's token.

        The document takes the name over. Of a listed edition everybody sees the name and the newest
        version.
        """
        return cast("EditionShown", self.ask("PATCH", f"/v1/editions/{edition_id}", body=body))

    def remove_edition(self, edition_id: str) -> EditionRemoved:
        """Remove an edition of which no version is published. Requires the keeper's token."""
        return cast("EditionRemoved", self.ask("DELETE", f"/v1/editions/{edition_id}"))

    def make_edition_link(self, edition_id: str, body: EditionLink) -> Tokens:
        """Get the token of a holder, or replace it: the former one is void then. Requires the keeper's
        token.
        """
        return cast("Tokens", self.ask("POST", f"/v1/editions/{edition_id}/links", body=body))

    def get_edition_file(self, edition_id: str) -> EditionFileShown:
        """Show the edition as a file, from which another service can make it. It holds no tokens.

        Of versions it holds what names them; each is a component set.
        """
        return cast("EditionFileShown", self.ask("GET", f"/v1/editions/{edition_id}/file"))

    def publish_version(self, edition_id: str, body: Publishing) -> VersionShown:
        """Publish the draft as a component set, the next version. Requires the keeper's token.

        Its list `invented` names what nobody has confirmed. If you publish the newest version
        again, you get it
        again (200); its map layout and its pictures are then those of the draft.
        """
        return cast("VersionShown", self.ask("POST", f"/v1/editions/{edition_id}/versions", body=body))

    def list_differences(
        self, edition_id: str, *, a: str | None = None, b: str | None = None
    ) -> DifferencesShown:
        """Show what differs between two versions, or between a version and the draft, part by part."""
        return cast(
            "DifferencesShown",
            self.ask("GET", f"/v1/editions/{edition_id}/differences", query={"a": a, "b": b}),
        )

    def get_draft(self, edition_id: str) -> DraftShown:
        """Show the draft of an edition, and everything that is wrong or unconfirmed in it."""
        return cast("DraftShown", self.ask("GET", f"/v1/editions/{edition_id}/draft"))

    def patch_draft(
        self, edition_id: str, body: DraftPatch, *, if_match: str = "*", key: str | None = None
    ) -> DraftChanged:
        """Change the draft: set, take, add, move at places. Requires the editor's or the keeper's
        token.

        With `If-Match: *` the changes are applied to the newest draft, so that two people who edit
        at once lose
        nothing. A draft may have faults: only publishing asks for none. `lay` moves places on their
        maps, after
        the changes. What follows from it is changed too: neighbours, and roads of a place that is
        taken.
        """
        return cast(
            "DraftChanged",
            self.ask(
                "PATCH",
                f"/v1/editions/{edition_id}/draft",
                body=body,
                headers={"If-Match": if_match, "Idempotency-Key": key},
            ),
        )

    def undo_draft(
        self, edition_id: str, body: DraftUndoing, *, if_match: str = "*", key: str | None = None
    ) -> DraftChanged:
        """Take back the last change of the draft, also of somebody else, as a new revision.

        With `of`, take back the last of your own changes: the ids of the requests that made them.
        What others
        changed since then stays; if they changed the same place, you get 409 and nothing happens.
        Repeat it to go
        further back, up to 200 changes. Requires the editor's or the keeper's token.
        """
        return cast(
            "DraftChanged",
            self.ask(
                "POST",
                f"/v1/editions/{edition_id}/draft/undo",
                body=body,
                headers={"If-Match": if_match, "Idempotency-Key": key},
            ),
        )

    def tick_part(self, edition_id: str, part: str, body: Ticking) -> TickShown:
        """Confirm that a part is as in the box. Requires the editor's or the keeper's token.

        `part`: its address, such as `items/lamp`. `content` is the hash of what you compared: if
        the part has
        changed meanwhile, you get 409 with the hash of what it holds now.
        """
        return cast("TickShown", self.ask("PUT", f"/v1/editions/{edition_id}/ticks/{part}", body=body))

    def untick_part(self, edition_id: str, part: str) -> TickShown:
        """Take back that a part is confirmed. Requires the editor's or the keeper's token."""
        return cast("TickShown", self.ask("DELETE", f"/v1/editions/{edition_id}/ticks/{part}"))

    def list_learnt(self, edition_id: str, *, tokens: Sequence[str] = ()) -> LearntShown:
        """List the parts that tables learnt and offer to the edition, with what the draft has.

        Parts that the draft has and somebody has confirmed are left out, and so are those that were
        declined.
        Readers get their number alone. A session is named if it is public, or if you send a token
        of it in
        `Tablelog-Tokens`.
        """
        return cast(
            "LearntShown",
            self.ask(
                "GET",
                f"/v1/editions/{edition_id}/learnt",
                headers={"Tablelog-Tokens": ", ".join(tokens) or None},
            ),
        )

    def decide_on_learnt(
        self, edition_id: str, part: str, body: LearntDecision, *, key: str | None = None
    ) -> LearntDecided:
        """Take over a part that a table learnt, or decline it. Requires the editor's or the keeper's
        token.

        Taking it over is a change of the draft, which undo takes back, and confirms the part.
        """
        return cast(
            "LearntDecided",
            self.ask(
                "POST",
                f"/v1/editions/{edition_id}/learnt/{part}",
                body=body,
                headers={"Idempotency-Key": key},
            ),
        )

    def get_edition_of_session(self, session_id: str, *, tokens: Sequence[str] = ()) -> EditionOfSession:
        """Show which box the session is played with: its edition and version, and the entry that
        amended it.

        If several editions have published the same set, send a token of yours in `Tablelog-Tokens`.
        """
        return cast(
            "EditionOfSession",
            self.ask(
                "GET",
                f"/v1/sessions/{session_id}/edition",
                headers={"Tablelog-Tokens": ", ".join(tokens) or None},
            ),
        )

    def list_edition_pictures(self, edition_id: str) -> EditionPictures:
        """List which parts of an edition have a picture. They count for the next version that is
        published.
        """
        return cast("EditionPictures", self.ask("GET", f"/v1/editions/{edition_id}/pictures"))

    def put_picture(self, edition_id: str, part: str, body: PictureNamed) -> PictureShown:
        """Give a part a picture, or another one. Requires the editor's or the keeper's token.

        `part`: its address, as for ticks. Send the bytes of a JPEG, PNG or WebP file as `image/…`,
        up to 8 MiB
        and 16 million pixels. The service scales it to 1024 pixels, turns it upright, encodes it
        again and keeps
        nothing else of the file. To use a picture of another part of the edition, send its SHA-256
        as JSON.
        """
        return cast("PictureShown", self.ask("PUT", f"/v1/editions/{edition_id}/pictures/{part}", body=body))

    def remove_picture(self, edition_id: str, part: str) -> PictureRemoved:
        """Take the picture from a part. Requires the editor's or the keeper's token.

        Published versions keep theirs.
        """
        return cast("PictureRemoved", self.ask("DELETE", f"/v1/editions/{edition_id}/pictures/{part}"))

    def list_set_pictures(self, name: str) -> SetPictures:
        """List which parts of a component set have a picture. The set and its hash do not depend on
        them.

        The list is the same for everybody, so it tells nothing about hidden cards.
        """
        return cast("SetPictures", self.ask("GET", f"/v1/component-sets/{name}/pictures"))

    def get_picture(self, picture: str, *, size: Literal["full", "small"] | None = None) -> Any:
        """Show a picture by its SHA-256, as WebP. It never changes, so keep it.

        You get the SHA-256 only from an edition or a component set that has the picture.
        """
        return cast("Any", self.ask("GET", f"/v1/pictures/{picture}", query={"size": size}))

    def open_session(self, body: dict[str, Any], *, key: str | None = None) -> OpenedSession:
        """Open a session. The answer contains the tokens of owner, scribe, seats and spectators: keep
        them.

        If other machines can reach the service, or the operator requires it, you need the opening
        token.
        """
        return cast(
            "OpenedSession", self.ask("POST", "/v1/sessions", body=body, headers={"Idempotency-Key": key})
        )

    def list_sessions(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        game: str | None = None,
        session: str | None = None,
        measure: str | None = None,
        status: Literal["open", "finished", "closed"] | None = None,
        visibility: Literal["private", "link", "public"] | None = None,
        seat: str | None = None,
        player: str | None = None,
        other_player: str | None = None,
        with_player: str | None = None,
        against_player: str | None = None,
        rank: int | None = None,
        won: str | None = None,
        place: str | None = None,
        score: str | None = None,
        margin: str | None = None,
        closeness: str | None = None,
        minutes: str | None = None,
        count: int | None = None,
        component_set: str | None = None,
        edition: str | None = None,
        rules_version: int | None = None,
        since: str | None = None,
        until: str | None = None,
        month: str | None = None,
        tag: str | None = None,
        club: str | None = None,
        flagged: bool | None = None,
        sandbox: Literal["true", "false", "any"] | None = None,
        void: Literal["true", "false", "any"] | None = None,
        color: str | None = None,
        faction: str | None = None,
        option_ai_opponent: str | None = None,
        option_character_mode: str | None = None,
        option_clan_sides: str | None = None,
        option_clock_start: str | None = None,
        option_final_battle_losses: str | None = None,
        option_land_tiles: str | None = None,
        option_layout: str | None = None,
        option_mode: str | None = None,
        option_native_weapons: str | None = None,
        option_planet_side: str | None = None,
        option_resources: str | None = None,
        option_restore_scope: str | None = None,
        side: str | None = None,
        team: str | None = None,
        dimensions: dict[str, str] | None = None,
        tokens: Sequence[str] = (),
    ) -> Sessions:
        """List sessions, those played last first: public sessions and those whose tokens you send.

        Unknown filters are rejected.
        """
        return cast(
            "Sessions",
            self.ask(
                "GET",
                "/v1/sessions",
                query={
                    "cursor": cursor,
                    "limit": limit,
                    "game": game,
                    "session": session,
                    "measure": measure,
                    "status": status,
                    "visibility": visibility,
                    "seat": seat,
                    "player": player,
                    "other_player": other_player,
                    "with_player": with_player,
                    "against_player": against_player,
                    "rank": rank,
                    "won": won,
                    "place": place,
                    "score": score,
                    "margin": margin,
                    "closeness": closeness,
                    "minutes": minutes,
                    "count": count,
                    "component_set": component_set,
                    "edition": edition,
                    "rules_version": rules_version,
                    "since": since,
                    "until": until,
                    "month": month,
                    "tag": tag,
                    "club": club,
                    "flagged": flagged,
                    "sandbox": sandbox,
                    "void": void,
                    "color": color,
                    "faction": faction,
                    "option.ai_opponent": option_ai_opponent,
                    "option.character_mode": option_character_mode,
                    "option.clan_sides": option_clan_sides,
                    "option.clock_start": option_clock_start,
                    "option.final_battle_losses": option_final_battle_losses,
                    "option.land_tiles": option_land_tiles,
                    "option.layout": option_layout,
                    "option.mode": option_mode,
                    "option.native_weapons": option_native_weapons,
                    "option.planet_side": option_planet_side,
                    "option.resources": option_resources,
                    "option.restore_scope": option_restore_scope,
                    "side": side,
                    "team": team,
                    "dimensions": dimensions,
                },
                headers={"Tablelog-Tokens": ", ".join(tokens) or None},
            ),
        )

    def get_session(
        self,
        session_id: str,
        *,
        at: int | None = None,
        as_: str | None = None,
        with_: str | None = None,
        without: Literal["view"] | None = None,
        tokens: Sequence[str] = (),
    ) -> SessionShown:
        """Show the table as you may see it, now or at an earlier version.

        `replaces` has the void sessions that this one was recorded instead of, if you may see them.
        """
        return cast(
            "SessionShown",
            self.ask(
                "GET",
                f"/v1/sessions/{session_id}",
                query={"at": at, "as": as_, "with": with_, "without": without},
                headers={"Tablelog-Tokens": ", ".join(tokens) or None},
            ),
        )

    def change_listing(self, session_id: str, body: ListingPatch) -> SessionListing:
        """Change the tags of the session, or who may see it. Requires the owner's token, or an
        organiser's key.

        This is not an entry: you can do it at any time, even after the end, and entry 1 keeps what
        it says. The
        same request again changes nothing.
        """
        return cast("SessionListing", self.ask("PATCH", f"/v1/sessions/{session_id}", body=body))

    def get_offers(self, session_id: str, *, seat: str | None = None, with_: str | None = None) -> Offered:
        """Show which actions are legal now: action types with the values that their parameters may
        have.

        They include outcomes if these may be declared. A recorder gets every offer that it cannot
        rule out. If a
        game cannot list such offers without revealing hidden information, the actions of seats that
        the recorder
        does not know are omitted.
        """
        return cast(
            "Offered",
            self.ask("GET", f"/v1/sessions/{session_id}/offers", query={"seat": seat, "with": with_}),
        )

    def make_club(self, body: NewClub, *, key: str | None = None) -> ClubMade:
        """Make a club. The answer contains the keys of its keeper, its organisers and its members:
        keep them.

        If the service requires the opening token to open sessions, you need it here too.
        """
        return cast("ClubMade", self.ask("POST", "/v1/clubs", body=body, headers={"Idempotency-Key": key}))

    def get_club(self, club_id: str) -> ClubShown:
        """Show a club: its name, the defaults of its new sessions, and what your key allows."""
        return cast("ClubShown", self.ask("GET", f"/v1/clubs/{club_id}"))

    def patch_club(self, club_id: str, body: ClubPatch) -> ClubShown:
        """Change a club. Members that you omit stay as they are; repeating the request changes nothing
        more.

        Requires the right `keep`.
        """
        return cast("ClubShown", self.ask("PATCH", f"/v1/clubs/{club_id}", body=body))

    def list_club_keys(self, club_id: str) -> ClubKeysShown:
        """List the keys of a club, those that were revoked too. The answer contains no token.

        Requires the right `keep`.
        """
        return cast("ClubKeysShown", self.ask("GET", f"/v1/clubs/{club_id}/keys"))

    def add_club_key(self, club_id: str, body: NewClubKey, *, key: str | None = None) -> ClubKeyMade:
        """Make a key for an application, with a name and only the rights that it needs.

        Requires the right `keep`. If you repeat the request with its `Idempotency-Key`, you get the
        same key.
        """
        return cast(
            "ClubKeyMade",
            self.ask("POST", f"/v1/clubs/{club_id}/keys", body=body, headers={"Idempotency-Key": key}),
        )

    def make_club_link(self, club_id: str, body: ClubLink, *, key: str | None = None) -> Tokens:
        """Get the key of a holder again, or replace it: the former one is void then, also a revoked
        one.

        Requires the right `keep`.
        """
        return cast(
            "Tokens",
            self.ask("POST", f"/v1/clubs/{club_id}/links", body=body, headers={"Idempotency-Key": key}),
        )

    def revoke_club_key(self, club_id: str, holder: str) -> ClubKeysShown:
        """Revoke a key; repeating this changes nothing more. Requires the right `keep`.

        The keeper's own key can only be replaced.
        """
        return cast("ClubKeysShown", self.ask("DELETE", f"/v1/clubs/{club_id}/keys/{holder}"))

    def open_session_of_club(
        self, club_id: str, body: dict[str, Any], *, key: str | None = None
    ) -> OpenedSession:
        """Open a session of the club. Members that you omit are the club's defaults; the rest is an
        opening.

        `component_set` may be omitted for a game of which the club has an edition: its newest
        version is played.
        Requires the right `open`, and no opening token.
        """
        return cast(
            "OpenedSession",
            self.ask("POST", f"/v1/clubs/{club_id}/sessions", body=body, headers={"Idempotency-Key": key}),
        )

    def list_sessions_of_club(
        self,
        club_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        game: str | None = None,
        session: str | None = None,
        measure: str | None = None,
        status: Literal["open", "finished", "closed"] | None = None,
        visibility: Literal["private", "link", "public"] | None = None,
        seat: str | None = None,
        player: str | None = None,
        other_player: str | None = None,
        with_player: str | None = None,
        against_player: str | None = None,
        rank: int | None = None,
        won: str | None = None,
        place: str | None = None,
        score: str | None = None,
        margin: str | None = None,
        closeness: str | None = None,
        minutes: str | None = None,
        count: int | None = None,
        component_set: str | None = None,
        edition: str | None = None,
        rules_version: int | None = None,
        since: str | None = None,
        until: str | None = None,
        month: str | None = None,
        tag: str | None = None,
        club: str | None = None,
        flagged: bool | None = None,
        sandbox: Literal["true", "false", "any"] | None = None,
        void: Literal["true", "false", "any"] | None = None,
        color: str | None = None,
        faction: str | None = None,
        option_ai_opponent: str | None = None,
        option_character_mode: str | None = None,
        option_clan_sides: str | None = None,
        option_clock_start: str | None = None,
        option_final_battle_losses: str | None = None,
        option_land_tiles: str | None = None,
        option_layout: str | None = None,
        option_mode: str | None = None,
        option_native_weapons: str | None = None,
        option_planet_side: str | None = None,
        option_resources: str | None = None,
        option_restore_scope: str | None = None,
        side: str | None = None,
        team: str | None = None,
        dimensions: dict[str, str] | None = None,
    ) -> Sessions:
        """List the club's sessions, those played last first, with the filters of the list of all
        sessions.
        """
        return cast(
            "Sessions",
            self.ask(
                "GET",
                f"/v1/clubs/{club_id}/sessions",
                query={
                    "cursor": cursor,
                    "limit": limit,
                    "game": game,
                    "session": session,
                    "measure": measure,
                    "status": status,
                    "visibility": visibility,
                    "seat": seat,
                    "player": player,
                    "other_player": other_player,
                    "with_player": with_player,
                    "against_player": against_player,
                    "rank": rank,
                    "won": won,
                    "place": place,
                    "score": score,
                    "margin": margin,
                    "closeness": closeness,
                    "minutes": minutes,
                    "count": count,
                    "component_set": component_set,
                    "edition": edition,
                    "rules_version": rules_version,
                    "since": since,
                    "until": until,
                    "month": month,
                    "tag": tag,
                    "club": club,
                    "flagged": flagged,
                    "sandbox": sandbox,
                    "void": void,
                    "color": color,
                    "faction": faction,
                    "option.ai_opponent": option_ai_opponent,
                    "option.character_mode": option_character_mode,
                    "option.clan_sides": option_clan_sides,
                    "option.clock_start": option_clock_start,
                    "option.final_battle_losses": option_final_battle_losses,
                    "option.land_tiles": option_land_tiles,
                    "option.layout": option_layout,
                    "option.mode": option_mode,
                    "option.native_weapons": option_native_weapons,
                    "option.planet_side": option_planet_side,
                    "option.resources": option_resources,
                    "option.restore_scope": option_restore_scope,
                    "side": side,
                    "team": team,
                    "dimensions": dimensions,
                },
            ),
        )

    def take_session_in(
        self, club_id: str, session_id: str, *, tokens: Sequence[str] = ()
    ) -> ClubSessionShown:
        """Take a session into the club: its members see it from then on, also if it is private.

        Send a key with the right `organise`, and the owner's token of the session in `Tablelog-
        Tokens`. Repeating
        the request changes nothing more. A session belongs to one club at most.
        """
        return cast(
            "ClubSessionShown",
            self.ask(
                "PUT",
                f"/v1/clubs/{club_id}/sessions/{session_id}",
                headers={"Tablelog-Tokens": ", ".join(tokens) or None},
            ),
        )

    def let_session_go(self, club_id: str, session_id: str) -> ClubSessionShown:
        """Take a session out of the club. Repeating the request changes nothing more.

        Send a key with the right `organise`, or the owner's token of the session.
        """
        return cast("ClubSessionShown", self.ask("DELETE", f"/v1/clubs/{club_id}/sessions/{session_id}"))

    def export_club(self, club_id: str, *, after: int | None = None) -> Any:
        """Export all sessions of the club as lines of JSON, in the order in which they came to it.

        A line `session` with the session, and its `number` in the club, is followed by a line
        `entry` for each of
        its entries, as your key may see them: `version` of the session says how many. If the answer
        breaks off,
        ask again with the number of the last session that is complete. Requires the right `export`.
        """
        return cast("Any", self.ask("GET", f"/v1/clubs/{club_id}/export", query={"after": after}))

    def list_club_people(self, club_id: str) -> ClubPeopleListed:
        """List the people of a club, by name. Requires the right `read`.

        `others` are at seats of the club's sessions and are no people of the club yet, those with
        most sessions
        first.
        """
        return cast("ClubPeopleListed", self.ask("GET", f"/v1/clubs/{club_id}/people"))

    def find_or_make_person(self, club_id: str, body: NewPerson) -> ClubPersonShown:
        """Find the person of this name, or make one. Requires the right `open`.

        If a person of the club has this name or alias, in whatever case and with any spaces, you
        get that person
        with 200, and nothing changes. Otherwise the person is new: 201. So you can repeat the
        request.
        """
        return cast("ClubPersonShown", self.ask("POST", f"/v1/clubs/{club_id}/people", body=body))

    def get_club_person(self, club_id: str, person: str) -> ClubPersonShown:
        """Show a person of a club. If the person was merged, show the one it counts as.

        Requires the right `read`.
        """
        return cast("ClubPersonShown", self.ask("GET", f"/v1/clubs/{club_id}/people/{person}"))

    def patch_club_person(self, club_id: str, person: str, body: PersonPatch) -> ClubPersonShown:
        """Change a person's name or aliases. Repeating the request changes nothing more.

        Members that you omit stay. The old name becomes an alias, unless you send `aliases` too.
        The names of
        merged people stay until you split them. A name of another person is refused. Requires the
        right
        `organise`, or the person's own key.
        """
        return cast("ClubPersonShown", self.ask("PATCH", f"/v1/clubs/{club_id}/people/{person}", body=body))

    def erase_person(self, club_id: str, person: str) -> PersonErased:
        """Erase a person, and every claim in the club's sessions that counts as this person.

        Ids, names, the key, departures and merged people go as well. You cannot undo it. The log
        does not change.
        Requires the right `keep`, or the person's own key.
        """
        return cast("PersonErased", self.ask("DELETE", f"/v1/clubs/{club_id}/people/{person}"))

    def add_player_to_person(self, club_id: str, person: str, player: str) -> ClubPersonShown:
        """Say that this id, of a device or of an imported file, is that person too.

        Requires the right `organise`. Repeating the request changes nothing more.
        """
        return cast(
            "ClubPersonShown", self.ask("PUT", f"/v1/clubs/{club_id}/people/{person}/players/{player}")
        )

    def take_player_from_person(self, club_id: str, person: str, player: str) -> ClubPersonShown:
        """Say that this id is that person no longer. Requires the right `organise`.

        The person's own id stays, and those of merged people. Repeating the request changes nothing
        more.
        """
        return cast(
            "ClubPersonShown", self.ask("DELETE", f"/v1/clubs/{club_id}/people/{person}/players/{player}")
        )

    def merge_person(self, club_id: str, person: str, body: OtherPerson) -> ClubPersonShown:
        """Merge the other person into this one: the ids and names of both count as this person.

        No session changes, and you can undo it. The id of the other still leads to this person.
        Repeating the
        request changes nothing more. Requires the right `organise`.
        """
        return cast(
            "ClubPersonShown", self.ask("POST", f"/v1/clubs/{club_id}/people/{person}/merge", body=body)
        )

    def split_person(self, club_id: str, person: str, body: OtherPerson) -> ClubPersonShown:
        """Undo the merging of the other person: the ids and names that came with it go back.

        People who were merged into the other before go with it. Repeating the request changes
        nothing more.
        Requires the right `organise`.
        """
        return cast(
            "ClubPersonShown", self.ask("POST", f"/v1/clubs/{club_id}/people/{person}/split", body=body)
        )

    def make_person_link(
        self, club_id: str, person: str, body: PersonLink, *, key: str | None = None
    ) -> Tokens:
        """Get the person's own key again, or replace it: the former one is void then. Its link is
        `/p#KEY`.

        The key allows what `read` allows, and changes of this person alone: the names, the seats,
        the erasure. If
        you repeat a replacement with its `Idempotency-Key`, you get the same key. Requires the
        right `organise`.
        """
        return cast(
            "Tokens",
            self.ask(
                "POST",
                f"/v1/clubs/{club_id}/people/{person}/links",
                body=body,
                headers={"Idempotency-Key": key},
            ),
        )

    def claim_seat_for_person(
        self, club_id: str, person: str, session_id: str, body: SeatOfPerson
    ) -> ClubPersonShown:
        """Say that the person sat at this seat of a session of the club, also after the end.

        Send the person's own key; then a seat of another person of the club is refused. With the
        right `organise`
        you replace that person. Repeating the request changes nothing more.
        """
        return cast(
            "ClubPersonShown",
            self.ask("PUT", f"/v1/clubs/{club_id}/people/{person}/seats/{session_id}", body=body),
        )

    def list_club_events(
        self, club_id: str, *, after: str | None = None, limit: int | None = None
    ) -> ClubEvents:
        """List what happened in all sessions of the club, in the order in which it was recorded.

        An event `session` says that a session came to the club; fetch its earlier entries once. An
        event `entry`
        contains an entry as your key may see it. Ask again with `next` in `after`: nothing is
        skipped, and
        nothing is repeated.
        """
        return cast(
            "ClubEvents",
            self.ask("GET", f"/v1/clubs/{club_id}/events", query={"after": after, "limit": limit}),
        )

    def stream_club(self, club_id: str, *, after: str | None = None) -> Any:
        """Follow all sessions of the club: the events of `GET …/events`, as they happen.

        The id of each event is the cursor after it: send it as `Last-Event-ID`, or in `after`, and
        the stream
        continues there. Sessions that come to the club and that are taken out are followed within a
        second. The
        stream ends when your key is revoked or replaced. With `Accept: application/x-ndjson`, each
        event is a
        line of JSON with `id`, `last_event_id`, `event` and `data`; empty lines are heartbeats.

        If your cursor is not from this log, for example after a backup was restored, you get an
        event `reset`:
        discard what you have. All events follow again.
        """
        return cast("Any", self.ask("GET", f"/v1/clubs/{club_id}/stream", query={"after": after}))

    def record_actions(
        self,
        session_id: str,
        body: dict[str, Any] | list[dict[str, Any]],
        *,
        dry_run: bool | None = None,
        one_move: bool | None = None,
        with_: str | None = None,
        if_match: str = "*",
        key: str | None = None,
    ) -> Dry:
        """Record an action or a list of actions: all or none. Outcomes that are not declared are
        drawn.

        A list is one move: every entry of it names the first one as its `move`, and undo takes all
        of them.

        A drawn session rejects declared outcomes (`outcome-declared`), unless it was opened with
        `may_declare`.

        An action that draws must be the last in its list. For a seat, this is also true of an
        action that
        reveals, or could be used to guess, hidden information: if a later action were rejected, the
        seat would
        have learned it for free.
        """
        return cast(
            "Dry",
            self.ask(
                "POST",
                f"/v1/sessions/{session_id}/actions",
                query={"dry_run": dry_run, "one_move": one_move, "with": with_},
                body=body,
                headers={"If-Match": if_match, "Idempotency-Key": key},
            ),
        )

    def words_of_choice(self, session_id: str, body: AskedWords) -> WordsAsked:
        """Describe an action that you are choosing, given the parameters that you have chosen so far.

        The words of an offer cover all its answers. After the first answer, prices and effects can
        be more exact.
        `words` is null if the answers do not fit an offer, or if nothing can follow `steps`.
        """
        return cast("WordsAsked", self.ask("POST", f"/v1/sessions/{session_id}/words", body=body))

    def outlooks(self, session_id: str, body: AskedOutlooks) -> Outlooks:
        """Compare actions: how each would change the numbers of its seat.

        The outlook of an action is null if it draws, reveals or touches something hidden, if it
        lacks an outcome,
        or if it is not possible. It can also be null if computing it takes too long.
        """
        return cast("Outlooks", self.ask("POST", f"/v1/sessions/{session_id}/outlooks", body=body))

    def far_places(self, session_id: str, body: AskedFarPlaces) -> FarPlaces:
        """Find the places that several actions of one type lead to, such as a city that is three steps
        away.

        Each place comes with the fewest actions that lead there, two to six. A place is left out if
        the shortest
        ways there lead to different tables, or if one of them draws, reveals or touches something
        hidden. Only
        the last action may have an effect besides the move, such as a fight. The list is empty
        unless the words
        of the offer say `far`. It is shorter if computing all of it takes too long.
        """
        return cast("FarPlaces", self.ask("POST", f"/v1/sessions/{session_id}/far-places", body=body))

    def correct(
        self,
        session_id: str,
        body: dict[str, Any],
        *,
        dry_run: bool | None = None,
        with_: str | None = None,
        as_: str | None = None,
        if_match: str = "*",
        key: str | None = None,
    ) -> DryCorrection:
        """Record facts without checking the rules, with a reason. Requires the scribe's or owner's
        token.

        `about` names the live entry that the facts correct: the opening, an action or a correction.
        Everybody can
        see it, so it cannot be an action that is hidden from somebody.

        It must be possible to play on from the corrected table, and not only for a few actions. If
        it is not, the
        answer is `table-stuck`, and `stuck` lists the obstacles. Send `accept_stuck` to record the
        correction
        anyway.

        In place of `facts` you may send `gestures`, if the game supports them: what was moved,
        counted or turned
        over on the board. A gesture that cannot be recorded is answered with its index in the
        pointer, and why.
        """
        return cast(
            "DryCorrection",
            self.ask(
                "POST",
                f"/v1/sessions/{session_id}/corrections",
                query={"dry_run": dry_run, "with": with_, "as": as_},
                body=body,
                headers={"If-Match": if_match, "Idempotency-Key": key},
            ),
        )

    def retract(
        self,
        session_id: str,
        body: Retraction,
        *,
        dry_run: bool | None = None,
        if_match: str = "*",
        key: str | None = None,
    ) -> DryRetraction:
        """Take back every entry after `to`. They stay in the log, marked; notes are never taken back.

        You must give a reason if you take back other people's entries, or entries from which
        somebody has learned
        something. A seat can take back only its own entries, and none from which anybody has
        learned something,
        except what it typed in itself, until others have recorded something. For anything else you
        need the token
        of a recorder, the scribe or the owner.

        Directly after a retraction, `to` may be the entry before it: this restores what it took
        back. If you made
        that retraction yourself, you need no reason.
        """
        return cast(
            "DryRetraction",
            self.ask(
                "POST",
                f"/v1/sessions/{session_id}/retractions",
                query={"dry_run": dry_run},
                body=body,
                headers={"If-Match": if_match, "Idempotency-Key": key},
            ),
        )

    def add_note(self, session_id: str, body: Note, *, key: str | None = None) -> RecordedEntries:
        """Add a text to an entry or to the session, for everybody or for some seats. It is permanent.

        Do not include people's names; use `PUT …/people/{seat}` to say who sits where.
        """
        return cast(
            "RecordedEntries",
            self.ask("POST", f"/v1/sessions/{session_id}/notes", body=body, headers={"Idempotency-Key": key}),
        )

    def change_settings(
        self, session_id: str, body: SettingsPatch, *, if_match: str = "*", key: str | None = None
    ) -> RecordedEntries:
        """Change settings of the table from now on. Requires the owner's token.

        The change is a note in the log, which tells everybody. Undo never takes it back.
        """
        return cast(
            "RecordedEntries",
            self.ask(
                "POST",
                f"/v1/sessions/{session_id}/settings",
                body=body,
                headers={"If-Match": if_match, "Idempotency-Key": key},
            ),
        )

    def say_when(self, session_id: str, body: SaidTimeOfPlay, *, key: str | None = None) -> RecordedEntries:
        """Say when the game was played, if not when it was recorded. Requires the owner's token.

        You can do so at any time, even after the close. It is a note in the log; the last one
        counts, in lists,
        statistics and results. Undo never takes it back.
        """
        return cast(
            "RecordedEntries",
            self.ask(
                "POST", f"/v1/sessions/{session_id}/played", body=body, headers={"Idempotency-Key": key}
            ),
        )

    def amend(
        self,
        session_id: str,
        body: Amendment,
        *,
        dry_run: bool | None = None,
        if_match: str = "*",
        key: str | None = None,
    ) -> DryAmendment:
        """Read the session with another component set from its first entry: a table learns its box as
        it plays.

        Only content changes: ids, rows and their order stay, and each action so far must have the
        same facts.
        Where outcomes are declared only. A seat may amend cards and places that everybody sees; the
        scribe and
        the owner may amend any part. An undo over the entry brings the set before back.

        With `offer`, the id of the edition that the table plays with, the parts are offered to it:
        everybody who
        can change it sees their content. An undo withdraws them.
        """
        return cast(
            "DryAmendment",
            self.ask(
                "POST",
                f"/v1/sessions/{session_id}/amendments",
                query={"dry_run": dry_run},
                body=body,
                headers={"If-Match": if_match, "Idempotency-Key": key},
            ),
        )

    def close(
        self, session_id: str, body: Closing, *, if_match: str = "*", key: str | None = None
    ) -> RecordedEntries:
        """End the session. Requires the scribe's or owner's token.

        If the game is finished and shows everything at its end, this reveals the secret behind its
        draws. In
        other cases the secret is kept, unless the owner sends `reveal`; the entry records that. If
        nothing was
        drawn, a secret that is stored elsewhere is not needed.
        """
        return cast(
            "RecordedEntries",
            self.ask(
                "POST",
                f"/v1/sessions/{session_id}/close",
                body=body,
                headers={"If-Match": if_match, "Idempotency-Key": key},
            ),
        )

    def reopen(
        self, session_id: str, body: Reopening, *, if_match: str = "*", key: str | None = None
    ) -> RecordedEntries:
        """Open a closed session again, with a reason. Requires the owner's token, or an organiser's
        key.

        Corrections and actions go on, and the session can be closed again. If a close revealed the
        secret of the
        draws, nothing more is drawn (`draws-revealed`): declare outcomes, or record corrections.
        """
        return cast(
            "RecordedEntries",
            self.ask(
                "POST",
                f"/v1/sessions/{session_id}/reopen",
                body=body,
                headers={"If-Match": if_match, "Idempotency-Key": key},
            ),
        )

    def void(
        self, session_id: str, body: Voiding, *, if_match: str = "*", key: str | None = None
    ) -> RecordedEntries:
        """Leave the session out of all statistics, with a reason.

        Requires the owner's token, or an organiser's key. You can do this at any time, also after
        the close.
        Everybody who may see the session sees it. The session itself changes in no other way, and
        `POST …/counts` takes it in again. `replaced_by` names the session that was recorded
        instead; send it
        again to name another one.
        """
        return cast(
            "RecordedEntries",
            self.ask(
                "POST",
                f"/v1/sessions/{session_id}/void",
                body=body,
                headers={"If-Match": if_match, "Idempotency-Key": key},
            ),
        )

    def reinstate(
        self, session_id: str, body: Reinstating, *, if_match: str = "*", key: str | None = None
    ) -> RecordedEntries:
        """Count a void session again, with a reason. You can do this at any time.

        Requires the owner's token, or an organiser's key.
        """
        return cast(
            "RecordedEntries",
            self.ask(
                "POST",
                f"/v1/sessions/{session_id}/counts",
                body=body,
                headers={"If-Match": if_match, "Idempotency-Key": key},
            ),
        )

    def list_entries(
        self,
        session_id: str,
        *,
        from_: int | None = None,
        to: int | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        as_: str | None = None,
        with_: str | None = None,
    ) -> Entries:
        """List entries: a page of JSON, or all of them as lines for `Accept: application/x-ndjson`.

        With `Accept: text/plain` you get all of them as a story: one sentence per entry, grouped by
        round.
        """
        return cast(
            "Entries",
            self.ask(
                "GET",
                f"/v1/sessions/{session_id}/entries",
                query={"from": from_, "to": to, "cursor": cursor, "limit": limit, "as": as_, "with": with_},
            ),
        )

    def fork_session(self, session_id: str, body: Forking, *, key: str | None = None) -> OpenedSession:
        """Open a new session that starts as a copy of this one up to an entry, and play on from there.

        A fork copies everything, including hidden information, so only those who can see all of
        this session may
        create one: the scribe and the owner, and, once a game that shows everything at its end has
        finished,
        everybody who can see the session. By default, a fork is a private sandbox session without
        tags or people.
        Its visibility cannot be wider than that of this session. If you are neither the scribe nor
        the
        owner, or the original is a sandbox fork, the fork is always a sandbox session. You become
        its owner.
        """
        return cast(
            "OpenedSession",
            self.ask("POST", f"/v1/sessions/{session_id}/forks", body=body, headers={"Idempotency-Key": key}),
        )

    def audit(self, session_id: str) -> AuditReport:
        """Audit the log: chain, facts and draws. You need to be able to see all of it."""
        return cast("AuditReport", self.ask("GET", f"/v1/sessions/{session_id}/audit"))

    def export(self, session_id: str) -> PortableFile:
        """Export the session as a portable file, which contains everything.

        Requires the scribe's or owner's token.
        """
        return cast("PortableFile", self.ask("GET", f"/v1/sessions/{session_id}/export"))

    def proof(self, session_id: str) -> ProofFile:
        """Export a finished session as a file that anybody can check, with what you may see of it.

        Parts that you may not see are replaced by hashes, which reveal nothing and prove that the
        other parts are
        as they were recorded. docs/file-format.md contains a verifier.
        """
        return cast("ProofFile", self.ask("GET", f"/v1/sessions/{session_id}/proof"))

    def import_sessions(self, body: dict[str, Any], *, key: str | None = None) -> Imported:
        """Import portable files, one as JSON or many as NDJSON, optionally gzipped. Each is verified
        first.

        A session that the service already has is not stored again, but with its owner's token a
        longer log
        continues it. You become the owner of the sessions that you import, and the answer contains
        their tokens,
        so the key of an import must be a secret of 16 characters or more. If you repeat the request
        with the same
        key and the same bytes, you get the tokens again, except those that were revoked. If the
        service requires
        the opening token to open sessions, you need it for imports too, but not to continue your
        own session.
        """
        return cast("Imported", self.ask("POST", "/v1/imports", body=body, headers={"Idempotency-Key": key}))

    def join_live_table(self, game: str) -> LiveTable:
        """Get a table of bots to watch: the one in progress, or a new one.

        If you repeat the request, you get the same table. It is a public sandbox session, so its
        stream needs no
        token. It continues while somebody is streaming it, and for a while after that. If the
        service requires
        the opening token to open sessions, you need it for a new table.
        """
        return cast("LiveTable", self.ask("POST", f"/v1/games/{game}/live-table"))

    def get_live_table(self, session_id: str) -> LiveTable:
        """Show which seats of a live table are still played by bots."""
        return cast("LiveTable", self.ask("GET", f"/v1/sessions/{session_id}/live-table"))

    def take_seat(self, session_id: str, seat: str, *, key: str | None = None) -> Tokens:
        """Claim a free seat. The first caller gets the seat's token.

        Needs a guest or the owner; the seat's own token marks the seat as claimed. At a live table
        anybody can
        take over a seat from its bot. If you repeat the request with its `Idempotency-Key`, a
        secret of 16
        characters or more, you get the token again.
        """
        return cast(
            "Tokens",
            self.ask(
                "POST", f"/v1/sessions/{session_id}/seats/{seat}/claim", headers={"Idempotency-Key": key}
            ),
        )

    def let_bots_act(
        self, session_id: str, body: BotsTurn, *, if_match: str = "*", key: str | None = None
    ) -> BotsDeed:
        """Let a bot record the next action for one of these seats or for the table.

        Only in sandbox sessions, such as a branch that somebody is trying out.

        Requires the scribe's or owner's token. Outcomes are drawn. If other seats must act, or the
        game is over,
        nothing is recorded and `entry` is null.
        """
        return cast(
            "BotsDeed",
            self.ask(
                "POST",
                f"/v1/sessions/{session_id}/bot-actions",
                body=body,
                headers={"If-Match": if_match, "Idempotency-Key": key},
            ),
        )

    def nudge(self, session_id: str, body: Nudging) -> Nudged:
        """Ask the awaited seats to act, once the table has waited for three minutes.

        The open streams of the nudged seats get an event `nudge`. Nothing is stored. Each seat can
        be nudged once
        a minute.
        """
        return cast("Nudged", self.ask("POST", f"/v1/sessions/{session_id}/nudges", body=body))

    def get_refusals(
        self,
        game: str,
        *,
        group_by: str | None = None,
        order_by: Literal["-group", "-n", "-total", "-value", "group", "n", "total", "value"] | None = None,
        limit: int | None = None,
        format: Literal["csv", "json", "ndjson"] | None = None,
        bom: bool | None = None,
        rule: str | None = None,
        action: str | None = None,
        session: str | None = None,
        measure: str | None = None,
        status: Literal["open", "finished", "closed"] | None = None,
        visibility: Literal["private", "link", "public"] | None = None,
        seat: str | None = None,
        player: str | None = None,
        other_player: str | None = None,
        with_player: str | None = None,
        against_player: str | None = None,
        rank: int | None = None,
        won: str | None = None,
        place: str | None = None,
        score: str | None = None,
        margin: str | None = None,
        closeness: str | None = None,
        minutes: str | None = None,
        count: int | None = None,
        component_set: str | None = None,
        edition: str | None = None,
        rules_version: int | None = None,
        since: str | None = None,
        until: str | None = None,
        month: str | None = None,
        tag: str | None = None,
        club: str | None = None,
        flagged: bool | None = None,
        sandbox: Literal["true", "false", "any"] | None = None,
        void: Literal["true", "false", "any"] | None = None,
        color: str | None = None,
        faction: str | None = None,
        option_ai_opponent: str | None = None,
        option_character_mode: str | None = None,
        option_clan_sides: str | None = None,
        option_clock_start: str | None = None,
        option_final_battle_losses: str | None = None,
        option_land_tiles: str | None = None,
        option_layout: str | None = None,
        option_mode: str | None = None,
        option_native_weapons: str | None = None,
        option_planet_side: str | None = None,
        option_resources: str | None = None,
        option_restore_scope: str | None = None,
        side: str | None = None,
        team: str | None = None,
        dimensions: dict[str, str] | None = None,
        tokens: Sequence[str] = (),
    ) -> Refusals:
        """Show how often the rules rejected actions: one row per rule, with its sentence, most
        frequent first.

        Finished sessions count: public ones and those whose tokens you send. Actions that were
        rejected
        elsewhere, or by a service that did not count rejections yet, are in no log and therefore
        not included.
        """
        return cast(
            "Refusals",
            self.ask(
                "GET",
                f"/v1/statistics/{game}/refusals",
                query={
                    "group_by": group_by,
                    "order_by": order_by,
                    "limit": limit,
                    "format": format,
                    "bom": bom,
                    "rule": rule,
                    "action": action,
                    "session": session,
                    "measure": measure,
                    "status": status,
                    "visibility": visibility,
                    "seat": seat,
                    "player": player,
                    "other_player": other_player,
                    "with_player": with_player,
                    "against_player": against_player,
                    "rank": rank,
                    "won": won,
                    "place": place,
                    "score": score,
                    "margin": margin,
                    "closeness": closeness,
                    "minutes": minutes,
                    "count": count,
                    "component_set": component_set,
                    "edition": edition,
                    "rules_version": rules_version,
                    "since": since,
                    "until": until,
                    "month": month,
                    "tag": tag,
                    "club": club,
                    "flagged": flagged,
                    "sandbox": sandbox,
                    "void": void,
                    "color": color,
                    "faction": faction,
                    "option.ai_opponent": option_ai_opponent,
                    "option.character_mode": option_character_mode,
                    "option.clan_sides": option_clan_sides,
                    "option.clock_start": option_clock_start,
                    "option.final_battle_losses": option_final_battle_losses,
                    "option.land_tiles": option_land_tiles,
                    "option.layout": option_layout,
                    "option.mode": option_mode,
                    "option.native_weapons": option_native_weapons,
                    "option.planet_side": option_planet_side,
                    "option.resources": option_resources,
                    "option.restore_scope": option_restore_scope,
                    "side": side,
                    "team": team,
                    "dimensions": dimensions,
                },
                headers={"Tablelog-Tokens": ", ".join(tokens) or None},
            ),
        )

    def get_marks(self, session_id: str) -> MarksShown:
        """Show the bookmarks of a session: rounds, turns, flags, notes and score changes.

        They are the same for everybody who can see the session. `as_of` is the last entry that the
        workers have
        processed.
        """
        return cast("MarksShown", self.ask("GET", f"/v1/sessions/{session_id}/marks"))

    def get_session_result(
        self,
        session_id: str,
        *,
        min_version: int | None = None,
        format: Literal["csv", "json", "ndjson"] | None = None,
        bom: bool | None = None,
    ) -> Result:
        """Show the current or final result and what decided it, with plays for BG Stats and
        BoardGameGeek.

        You need a token to see people's names. As `image/svg+xml`: a picture of the result, board
        and scores, as
        everybody may see them.
        """
        return cast(
            "Result",
            self.ask(
                "GET",
                f"/v1/sessions/{session_id}/result",
                query={"min_version": min_version, "format": format, "bom": bom},
            ),
        )

    def get_timeline(
        self,
        session_id: str,
        *,
        min_version: int | None = None,
        format: Literal["csv", "json", "ndjson"] | None = None,
        bom: bool | None = None,
    ) -> TimelineShown:
        """Show the timeline: every entry as everybody may see it, including those that were taken
        back.
        """
        return cast(
            "TimelineShown",
            self.ask(
                "GET",
                f"/v1/sessions/{session_id}/timeline",
                query={"min_version": min_version, "format": format, "bom": bom},
            ),
        )

    def get_series(
        self,
        session_id: str,
        key: str,
        *,
        min_version: int | None = None,
        format: Literal["csv", "json", "ndjson"] | None = None,
        bom: bool | None = None,
    ) -> SeriesShown:
        """Show a series of the session: `scores`, or one that the game declares. Also available for
        Vega-Lite.
        """
        return cast(
            "SeriesShown",
            self.ask(
                "GET",
                f"/v1/sessions/{session_id}/{key}",
                query={"min_version": min_version, "format": format, "bom": bom},
            ),
        )

    def list_measures(self) -> Measures:
        """List the measures of all games, with their meaning, unit and dimensions."""
        return cast("Measures", self.ask("GET", "/v1/statistics"))

    def get_statistics(
        self,
        game: str,
        measure: str,
        *,
        group_by: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        quantiles: str | None = None,
        least: int | None = None,
        format: Literal["csv", "json", "ndjson"] | None = None,
        bom: bool | None = None,
        order_by: Literal[
            "-group",
            "-max",
            "-mean",
            "-min",
            "-n",
            "-rows",
            "-spread",
            "-total",
            "-value",
            "group",
            "max",
            "mean",
            "min",
            "n",
            "rows",
            "spread",
            "total",
            "value",
        ]
        | None = None,
        independent: Literal["player", "session"] | None = None,
        histogram: int | None = None,
        difference: str | None = None,
        session: str | None = None,
        status: Literal["open", "finished", "closed"] | None = None,
        visibility: Literal["private", "link", "public"] | None = None,
        seat: str | None = None,
        player: str | None = None,
        other_player: str | None = None,
        with_player: str | None = None,
        against_player: str | None = None,
        rank: int | None = None,
        won: str | None = None,
        place: str | None = None,
        score: str | None = None,
        margin: str | None = None,
        closeness: str | None = None,
        minutes: str | None = None,
        count: int | None = None,
        component_set: str | None = None,
        edition: str | None = None,
        rules_version: int | None = None,
        since: str | None = None,
        until: str | None = None,
        month: str | None = None,
        tag: str | None = None,
        club: str | None = None,
        flagged: bool | None = None,
        sandbox: Literal["true", "false", "any"] | None = None,
        void: Literal["true", "false", "any"] | None = None,
        color: str | None = None,
        faction: str | None = None,
        option_ai_opponent: str | None = None,
        option_character_mode: str | None = None,
        option_clan_sides: str | None = None,
        option_clock_start: str | None = None,
        option_final_battle_losses: str | None = None,
        option_land_tiles: str | None = None,
        option_layout: str | None = None,
        option_mode: str | None = None,
        option_native_weapons: str | None = None,
        option_planet_side: str | None = None,
        option_resources: str | None = None,
        option_restore_scope: str | None = None,
        side: str | None = None,
        team: str | None = None,
        dimensions: dict[str, str] | None = None,
        tokens: Sequence[str] = (),
    ) -> Figures:
        """Show a measure over finished sessions, with one row per group and the sample and sessions of
        each.

        Public sessions count, and those whose tokens you send. If you follow the link to a row's
        sessions with
        the same tokens, you get exactly the sessions that count in the row.
        """
        return cast(
            "Figures",
            self.ask(
                "GET",
                f"/v1/statistics/{game}/{measure}",
                query={
                    "group_by": group_by,
                    "limit": limit,
                    "cursor": cursor,
                    "quantiles": quantiles,
                    "least": least,
                    "format": format,
                    "bom": bom,
                    "order_by": order_by,
                    "independent": independent,
                    "histogram": histogram,
                    "difference": difference,
                    "session": session,
                    "status": status,
                    "visibility": visibility,
                    "seat": seat,
                    "player": player,
                    "other_player": other_player,
                    "with_player": with_player,
                    "against_player": against_player,
                    "rank": rank,
                    "won": won,
                    "place": place,
                    "score": score,
                    "margin": margin,
                    "closeness": closeness,
                    "minutes": minutes,
                    "count": count,
                    "component_set": component_set,
                    "edition": edition,
                    "rules_version": rules_version,
                    "since": since,
                    "until": until,
                    "month": month,
                    "tag": tag,
                    "club": club,
                    "flagged": flagged,
                    "sandbox": sandbox,
                    "void": void,
                    "color": color,
                    "faction": faction,
                    "option.ai_opponent": option_ai_opponent,
                    "option.character_mode": option_character_mode,
                    "option.clan_sides": option_clan_sides,
                    "option.clock_start": option_clock_start,
                    "option.final_battle_losses": option_final_battle_losses,
                    "option.land_tiles": option_land_tiles,
                    "option.layout": option_layout,
                    "option.mode": option_mode,
                    "option.native_weapons": option_native_weapons,
                    "option.planet_side": option_planet_side,
                    "option.resources": option_resources,
                    "option.restore_scope": option_restore_scope,
                    "side": side,
                    "team": team,
                    "dimensions": dimensions,
                },
                headers={"Tablelog-Tokens": ", ".join(tokens) or None},
            ),
        )

    def get_measures(
        self,
        game: str,
        *,
        group_by: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        quantiles: str | None = None,
        least: int | None = None,
        format: Literal["csv", "json", "ndjson"] | None = None,
        bom: bool | None = None,
        measures: str | None = None,
        order_by: str | None = None,
        session: str | None = None,
        measure: str | None = None,
        status: Literal["open", "finished", "closed"] | None = None,
        visibility: Literal["private", "link", "public"] | None = None,
        seat: str | None = None,
        player: str | None = None,
        other_player: str | None = None,
        with_player: str | None = None,
        against_player: str | None = None,
        rank: int | None = None,
        won: str | None = None,
        place: str | None = None,
        score: str | None = None,
        margin: str | None = None,
        closeness: str | None = None,
        minutes: str | None = None,
        count: int | None = None,
        component_set: str | None = None,
        edition: str | None = None,
        rules_version: int | None = None,
        since: str | None = None,
        until: str | None = None,
        month: str | None = None,
        tag: str | None = None,
        club: str | None = None,
        flagged: bool | None = None,
        sandbox: Literal["true", "false", "any"] | None = None,
        void: Literal["true", "false", "any"] | None = None,
        color: str | None = None,
        faction: str | None = None,
        option_ai_opponent: str | None = None,
        option_character_mode: str | None = None,
        option_clan_sides: str | None = None,
        option_clock_start: str | None = None,
        option_final_battle_losses: str | None = None,
        option_land_tiles: str | None = None,
        option_layout: str | None = None,
        option_mode: str | None = None,
        option_native_weapons: str | None = None,
        option_planet_side: str | None = None,
        option_resources: str | None = None,
        option_restore_scope: str | None = None,
        side: str | None = None,
        team: str | None = None,
        dimensions: dict[str, str] | None = None,
        tokens: Sequence[str] = (),
    ) -> FiguresOfMeasures:
        """Show several measures over finished sessions side by side, with one row per group.

        A group that a measure lacks has null there. The game `all` means all games together. Rows
        are ordered by
        `group`, `n` or the value of one of the measures; with a minus the largest first.
        """
        return cast(
            "FiguresOfMeasures",
            self.ask(
                "GET",
                f"/v1/statistics/{game}",
                query={
                    "group_by": group_by,
                    "limit": limit,
                    "cursor": cursor,
                    "quantiles": quantiles,
                    "least": least,
                    "format": format,
                    "bom": bom,
                    "measures": measures,
                    "order_by": order_by,
                    "session": session,
                    "measure": measure,
                    "status": status,
                    "visibility": visibility,
                    "seat": seat,
                    "player": player,
                    "other_player": other_player,
                    "with_player": with_player,
                    "against_player": against_player,
                    "rank": rank,
                    "won": won,
                    "place": place,
                    "score": score,
                    "margin": margin,
                    "closeness": closeness,
                    "minutes": minutes,
                    "count": count,
                    "component_set": component_set,
                    "edition": edition,
                    "rules_version": rules_version,
                    "since": since,
                    "until": until,
                    "month": month,
                    "tag": tag,
                    "club": club,
                    "flagged": flagged,
                    "sandbox": sandbox,
                    "void": void,
                    "color": color,
                    "faction": faction,
                    "option.ai_opponent": option_ai_opponent,
                    "option.character_mode": option_character_mode,
                    "option.clan_sides": option_clan_sides,
                    "option.clock_start": option_clock_start,
                    "option.final_battle_losses": option_final_battle_losses,
                    "option.land_tiles": option_land_tiles,
                    "option.layout": option_layout,
                    "option.mode": option_mode,
                    "option.native_weapons": option_native_weapons,
                    "option.planet_side": option_planet_side,
                    "option.resources": option_resources,
                    "option.restore_scope": option_restore_scope,
                    "side": side,
                    "team": team,
                    "dimensions": dimensions,
                },
                headers={"Tablelog-Tokens": ", ".join(tokens) or None},
            ),
        )

    def list_seats(
        self,
        game: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        format: Literal["csv", "json", "ndjson"] | None = None,
        bom: bool | None = None,
        session: str | None = None,
        measure: str | None = None,
        status: Literal["open", "finished", "closed"] | None = None,
        visibility: Literal["private", "link", "public"] | None = None,
        seat: str | None = None,
        player: str | None = None,
        other_player: str | None = None,
        with_player: str | None = None,
        against_player: str | None = None,
        rank: int | None = None,
        won: str | None = None,
        place: str | None = None,
        score: str | None = None,
        margin: str | None = None,
        closeness: str | None = None,
        minutes: str | None = None,
        count: int | None = None,
        component_set: str | None = None,
        edition: str | None = None,
        rules_version: int | None = None,
        since: str | None = None,
        until: str | None = None,
        month: str | None = None,
        tag: str | None = None,
        club: str | None = None,
        flagged: bool | None = None,
        sandbox: Literal["true", "false", "any"] | None = None,
        void: Literal["true", "false", "any"] | None = None,
        color: str | None = None,
        faction: str | None = None,
        option_ai_opponent: str | None = None,
        option_character_mode: str | None = None,
        option_clan_sides: str | None = None,
        option_clock_start: str | None = None,
        option_final_battle_losses: str | None = None,
        option_land_tiles: str | None = None,
        option_layout: str | None = None,
        option_mode: str | None = None,
        option_native_weapons: str | None = None,
        option_planet_side: str | None = None,
        option_resources: str | None = None,
        option_restore_scope: str | None = None,
        side: str | None = None,
        team: str | None = None,
        dimensions: dict[str, str] | None = None,
        tokens: Sequence[str] = (),
    ) -> SeatsPlayed:
        """List the seats of finished sessions, one per row, those played last first: a data set of the
        game.

        A row has the result of the seat and every measure of seats. Public sessions are included,
        and those whose
        tokens you send. Filters of seats, such as `player` or `faction`, choose the rows
        themselves. As CSV or
        lines of JSON, the answer is the rows alone; the header `Link` leads to the next page.
        """
        return cast(
            "SeatsPlayed",
            self.ask(
                "GET",
                f"/v1/statistics/{game}/seats",
                query={
                    "cursor": cursor,
                    "limit": limit,
                    "format": format,
                    "bom": bom,
                    "session": session,
                    "measure": measure,
                    "status": status,
                    "visibility": visibility,
                    "seat": seat,
                    "player": player,
                    "other_player": other_player,
                    "with_player": with_player,
                    "against_player": against_player,
                    "rank": rank,
                    "won": won,
                    "place": place,
                    "score": score,
                    "margin": margin,
                    "closeness": closeness,
                    "minutes": minutes,
                    "count": count,
                    "component_set": component_set,
                    "edition": edition,
                    "rules_version": rules_version,
                    "since": since,
                    "until": until,
                    "month": month,
                    "tag": tag,
                    "club": club,
                    "flagged": flagged,
                    "sandbox": sandbox,
                    "void": void,
                    "color": color,
                    "faction": faction,
                    "option.ai_opponent": option_ai_opponent,
                    "option.character_mode": option_character_mode,
                    "option.clan_sides": option_clan_sides,
                    "option.clock_start": option_clock_start,
                    "option.final_battle_losses": option_final_battle_losses,
                    "option.land_tiles": option_land_tiles,
                    "option.layout": option_layout,
                    "option.mode": option_mode,
                    "option.native_weapons": option_native_weapons,
                    "option.planet_side": option_planet_side,
                    "option.resources": option_resources,
                    "option.restore_scope": option_restore_scope,
                    "side": side,
                    "team": team,
                    "dimensions": dimensions,
                },
                headers={"Tablelog-Tokens": ", ".join(tokens) or None},
            ),
        )

    def get_people(self, session_id: str) -> PeopleOfSession:
        """Show who sits where: player ids to all who can see the session, names to those who have a
        token.

        `in_log` is what entry 1 of an old session says, which never changes. A later claim
        overrides it.
        `claimed`: a phone has claimed the seat, so a guest cannot.
        """
        return cast("PeopleOfSession", self.ask("GET", f"/v1/sessions/{session_id}/people"))

    def patch_people(self, session_id: str, body: PeoplePatch) -> PeopleOfSession:
        """Change the persons at several seats, all or none. Seats and members that you leave out stay.

        Like everything outside the log, it is idempotent: a repeated request changes nothing.
        """
        return cast("PeopleOfSession", self.ask("PATCH", f"/v1/sessions/{session_id}/people", body=body))

    def claim_seat(self, session_id: str, seat: str, body: Claiming) -> PeopleOfSession:
        """Set the person at a seat: owner, scribe and organisers of its club for any seat, a seat for
        itself.

        This is not an entry. You can change or erase it at any time, even after the end.
        """
        return cast("PeopleOfSession", self.ask("PUT", f"/v1/sessions/{session_id}/people/{seat}", body=body))

    def erase_claim(self, session_id: str, seat: str) -> PeopleOfSession:
        """Erase the person at a seat. After that, only `in_log` shows what entry 1 of an old session
        says.
        """
        return cast("PeopleOfSession", self.ask("DELETE", f"/v1/sessions/{session_id}/people/{seat}"))

    def leave_seat(self, session_id: str, seat: str, body: Claiming) -> PeopleOfSession:
        """Say that the person at a seat leaves now; the one whom you name takes over, if you name
        anybody.

        For the owner, the scribe, the seat itself, and an organiser of the session's club. The
        result counts for
        the person who has the seat at the end. This is not an entry. If the one whom you name has
        the seat
        already, nothing changes.
        """
        return cast(
            "PeopleOfSession",
            self.ask("POST", f"/v1/sessions/{session_id}/people/{seat}/departures", body=body),
        )

    def erase_departure(self, session_id: str, seat: str, number: str) -> PeopleOfSession:
        """Erase the person of a departure. For the same as the departure; again it changes nothing."""
        return cast(
            "PeopleOfSession",
            self.ask("DELETE", f"/v1/sessions/{session_id}/people/{seat}/departures/{number}"),
        )

    def list_people(self, *, tokens: Sequence[str] = ()) -> KnownPeople:
        """List the players to choose from: those in the sessions whose tokens you send, newest first."""
        return cast(
            "KnownPeople",
            self.ask("GET", "/v1/people", headers={"Tablelog-Tokens": ", ".join(tokens) or None}),
        )

    def reissue_tokens(self, session_id: str, body: Revoking, *, key: str | None = None) -> Tokens:
        """Revoke all tokens, or those of some holders, and get new ones. Requires the owner's token.

        To make a token for a recorder, name `recorder` (sees what everybody sees) or `recorder:red`
        (sees what
        red knows). To make one that claims any free seat, name `guest`. If you revoke all tokens,
        those of
        recorders and guests are revoked too, but not replaced. A seat whose token you replace is
        free again. If
        you repeat the request with its `Idempotency-Key` and the same token, you get the same
        tokens again, as
        long as that token is valid. A request that revokes its own token is answered only once.
        """
        return cast(
            "Tokens",
            self.ask(
                "POST", f"/v1/sessions/{session_id}/tokens", body=body, headers={"Idempotency-Key": key}
            ),
        )

    def keep_session(self, session_id: str) -> Kept:
        """Keep a sandbox session permanently. Other sessions are always kept.

        Requires the scribe's or owner's token.
        """
        return cast("Kept", self.ask("PUT", f"/v1/sessions/{session_id}/kept"))

    def keep_no_longer(self, session_id: str) -> Kept:
        """Stop keeping a sandbox session; it expires after the full idle time, counted from now."""
        return cast("Kept", self.ask("DELETE", f"/v1/sessions/{session_id}/kept"))

    def list_webhooks(self, session_id: str) -> Webhooks:
        """List the session's webhooks and their delivery status. Requires the scribe's or owner's
        token.
        """
        return cast("Webhooks", self.ask("GET", f"/v1/sessions/{session_id}/webhooks"))

    def add_webhook(self, session_id: str, body: Webhook, *, key: str | None = None) -> AddedWebhook:
        """Register a URL that is notified of every entry from now on. Requires the scribe's or owner's
        token.

        A notification contains no content of the entries. The answer contains the signing secret,
        which is shown
        only once.
        """
        return cast(
            "AddedWebhook",
            self.ask(
                "POST", f"/v1/sessions/{session_id}/webhooks", body=body, headers={"Idempotency-Key": key}
            ),
        )

    def get_webhook(self, session_id: str, webhook: str) -> WebhookState:
        """Show a webhook and its delivery status. Requires the scribe's or owner's token."""
        return cast("WebhookState", self.ask("GET", f"/v1/sessions/{session_id}/webhooks/{webhook}"))

    def remove_webhook(self, session_id: str, webhook: str) -> Webhooks:
        """Remove a webhook; the answer lists the remaining ones. Requires the scribe's or owner's
        token.
        """
        return cast("Webhooks", self.ask("DELETE", f"/v1/sessions/{session_id}/webhooks/{webhook}"))

    def deliver_again(
        self, session_id: str, webhook: str, body: Redelivery, *, key: str | None = None
    ) -> Any:
        """Send all notifications from an entry on again, or the waiting ones now.

        Requires the scribe's or owner's token. A disabled webhook is enabled again. If you repeat
        the last
        request with its `action_id`, nothing is sent twice.
        """
        return cast(
            "Any",
            self.ask(
                "POST",
                f"/v1/sessions/{session_id}/webhooks/{webhook}/deliveries",
                body=body,
                headers={"Idempotency-Key": key},
            ),
        )

    def list_club_webhooks(self, club_id: str) -> ClubWebhooks:
        """List the club's webhooks and their delivery status. Requires the right `organise`."""
        return cast("ClubWebhooks", self.ask("GET", f"/v1/clubs/{club_id}/webhooks"))

    def add_club_webhook(
        self, club_id: str, body: ClubWebhook, *, key: str | None = None
    ) -> AddedClubWebhook:
        """Register a URL that is notified of what happens in all sessions of the club, also in later
        ones.

        `events` chooses the types of notifications. They contain no content of the entries: fetch
        them with a key
        that has the right `read`. The answer contains the signing secret, which is shown only once.
        Requires the
        right `organise`.
        """
        return cast(
            "AddedClubWebhook",
            self.ask("POST", f"/v1/clubs/{club_id}/webhooks", body=body, headers={"Idempotency-Key": key}),
        )

    def get_club_webhook(self, club_id: str, webhook: str) -> ClubWebhookState:
        """Show a webhook of the club and its delivery status. Requires the right `organise`."""
        return cast("ClubWebhookState", self.ask("GET", f"/v1/clubs/{club_id}/webhooks/{webhook}"))

    def remove_club_webhook(self, club_id: str, webhook: str) -> ClubWebhooks:
        """Remove a webhook; the answer lists the remaining ones. Requires the right `organise`."""
        return cast("ClubWebhooks", self.ask("DELETE", f"/v1/clubs/{club_id}/webhooks/{webhook}"))

    def deliver_again_to_club(
        self, club_id: str, webhook: str, body: ClubRedelivery, *, key: str | None = None
    ) -> Any:
        """Send all notifications of a session again, or the waiting ones of all sessions now.

        Requires the right `organise`. A disabled webhook is enabled again. If you repeat the last
        request with
        its `action_id`, nothing is sent twice.
        """
        return cast(
            "Any",
            self.ask(
                "POST",
                f"/v1/clubs/{club_id}/webhooks/{webhook}/deliveries",
                body=body,
                headers={"Idempotency-Key": key},
            ),
        )

    def get_job(self, job: str, *, tokens: Sequence[str] = ()) -> Job:
        """Show the status of a job to the caller who submitted it. Send the tokens of the original
        request.
        """
        return cast(
            "Job", self.ask("GET", f"/v1/jobs/{job}", headers={"Tablelog-Tokens": ", ".join(tokens) or None})
        )

    def get_job_result(self, job: str, *, tokens: Sequence[str] = ()) -> AuditReport | PortableFile | Figures:
        """Show the answer to the original request, with its status; 202 while the job is not done."""
        return cast(
            "AuditReport | PortableFile | Figures",
            self.ask("GET", f"/v1/jobs/{job}/result", headers={"Tablelog-Tokens": ", ".join(tokens) or None}),
        )

    def readyz(self) -> Readiness:
        """Check that log and tables can be reached, and how far behind the tables are if no worker is
        running.

        503 also while the database does not confirm what is recorded, and while this process is
        about to stop.
        """
        return cast("Readiness", self.ask("GET", "/readyz"))
