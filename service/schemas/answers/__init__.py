"""What is answered: the bodies of API v1, for its document. The tests hold every answer against them.

Members that are not always there are `NotRequired`. Clients pass over members that they do not know: a later
version may add some.
"""

from service.schemas.answers.entries import (
    AskedOutcome,
    BotsDeed,
    Dry,
    DryCorrection,
    Entries,
    Entry,
    RecordedEntries,
)
from service.schemas.answers.games import (
    ComponentSetNames,
    ComponentSetShown,
    DrawingShown,
    Games,
    GameShown,
    OpeningFormShown,
    Root,
    Rules,
    RuleShown,
)
from service.schemas.answers.logs import AuditReport, Imported, PortableFile, ProofFile
from service.schemas.answers.problems import ProblemSchema
from service.schemas.answers.results import Result
from service.schemas.answers.sessions import (
    DryRetraction,
    Kept,
    KnownPeople,
    LiveTable,
    Offered,
    OpenedSession,
    PeopleOfSession,
    SessionShown,
    TokensSchema,
)
from service.schemas.answers.statistics import (
    Figures,
    Health,
    MarksShown,
    Measures,
    Readiness,
    RefusalsSchema,
    SeriesShown,
    Sessions,
    TimelineShown,
)
from service.schemas.answers.webhooks import AddedWebhook, WebhooksSchema, WebhookStateSchema

__all__ = [
    "AddedWebhook",
    "AskedOutcome",
    "AuditReport",
    "BotsDeed",
    "ComponentSetNames",
    "ComponentSetShown",
    "DrawingShown",
    "Dry",
    "DryCorrection",
    "DryRetraction",
    "Entries",
    "Entry",
    "Figures",
    "GameShown",
    "Games",
    "Health",
    "Imported",
    "Kept",
    "KnownPeople",
    "LiveTable",
    "MarksShown",
    "Measures",
    "Offered",
    "OpenedSession",
    "OpeningFormShown",
    "PeopleOfSession",
    "PortableFile",
    "ProblemSchema",
    "ProofFile",
    "Readiness",
    "RecordedEntries",
    "RefusalsSchema",
    "Result",
    "Root",
    "RuleShown",
    "Rules",
    "SeriesShown",
    "SessionShown",
    "Sessions",
    "TimelineShown",
    "TokensSchema",
    "WebhookStateSchema",
    "WebhooksSchema",
]
