"""Descriptions of the members of schemas: from docstrings, the words of games, and by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from domain.kernel import Game
from domain.kernel.ui.plain_words import member_word

TAGS = ("type", "fact")
"""The members that name the type of an action or of a fact."""

REFERENCE = "#/components/schemas/"


def describe_members(schemas: Mapping[str, Any], games: Mapping[str, Game[Any]]) -> None:
    """Describe every member that these schemas, which are complete, do not describe yet."""
    for name, schema in schemas.items():
        told = " ".join(schema.get("description", "").split())
        for member, part in schema.get("properties", {}).items():
            if is_described(part, schemas):
                continue
            meaning = meaning_in(told, member)
            if meaning is not None:
                told = without_meaning(told, member)
            else:
                meaning = _meaning(name, schema, member, games)
            if meaning is not None:
                part["description"] = meaning
        if told:
            schema["description"] = told


def without_plain_ones(name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema of every game without the descriptions that only follow from the names of its members."""
    if "." in name or "properties" not in schema:
        return dict(schema)
    members = {
        member: {key: value for key, value in part.items() if key != "description"}
        if part.get("description") == _plain(name, member)
        else part
        for member, part in schema["properties"].items()
    }
    return {**schema, "properties": members}


def _plain(name: str, member: str) -> str | None:
    return OF_SCHEMA.get(f"{name}.{member}") or MEANINGS.get(member)


def is_described(part: Mapping[str, Any], schemas: Mapping[str, Any]) -> bool:
    """Whether a member has a description, or is of a schema that has one (or null)."""
    if "description" in part:
        return True
    if "$ref" in part:
        return "description" in schemas[part["$ref"].removeprefix(REFERENCE)]
    options = [one for one in part.get("anyOf", ()) if one.get("type") != "null"]
    return len(options) == 1 and is_described(options[0], schemas)


def _meaning(name: str, schema: Mapping[str, Any], member: str, games: Mapping[str, Game[Any]]) -> str | None:
    key, _, own = name.partition(".")
    if not own:
        return _plain(name, member)
    tags = [schema["properties"].get(one, {}).get("enum", ()) for one in TAGS]
    tag = next((values[0] for values in tags if len(values) == 1), "")
    if member in TAGS and tag:
        return f"The {member}."
    common = MEANINGS if own.startswith(("opening.Opening", "fact.Correction")) else {}
    return common.get(member) or f"{member_word(games[key].words, tag, member).rstrip('.')}."


NEXT = r"(?:, \w+)*: "
"""After the name of a member in a docstring: other names that share its meaning, and a colon."""


def meaning_in(docstring: str, name: str) -> str | None:
    """The description of a member in its struct's docstring: `name: …` at the beginning of a sentence."""
    found = _found(docstring, name)
    if found is None:
        return None
    text = found["text"]
    return text[:1].upper() + text[1:].rstrip(".") + "."


def without_meaning(docstring: str, name: str) -> str:
    """The docstring without the description of this member. Where several members share one, it stays."""
    found = _found(docstring, name)
    if found is None or found["others"] or "," in found["names"]:
        return docstring
    before, after = docstring[: found.start("names")], docstring[found.end("text") :]
    return " ".join(f"{before.rstrip(' ,;')} {after.lstrip('. ')}".split())


def _found(docstring: str, name: str) -> re.Match[str] | None:
    begins = r"(?:^|[.:;] |, )(?P<names>(?:`?\w+`?, )*"
    text = " ".join(docstring.split())
    names = rf"{begins}`?{re.escape(name)}`?)(?P<others>(?:, `?\w+`?)*): "
    return re.search(rf"{names}(?P<text>.*?)(?=[.;]? ?$|[.;] `?\w+`?{NEXT})", text)


# The meanings of members by name; `Schema.member` where a name has another meaning there. They are used where
# neither the type nor the docstring of its class says it.

MEANINGS: Mapping[str, str] = {
    "a": "The first side of the comparison.",
    "about": "The number of the entry that it is about.",
    "accept_stuck": "Record it even if play cannot continue.",
    "action": "The type of the action.",
    "action_id": "The id that the client chose.",
    "actions": "The actions, in order.",
    "active": "The seats that the table waits for.",
    "added": "The ids of added rows.",
    "address": "The address in the document.",
    "after": "The value after the change.",
    "amounts": "The parameter with a number for each key.",
    "answer": "The last answer of the receiver.",
    "asked_at": "When it was requested.",
    "asks": "The question, in words.",
    "at": "The number of the entry.",
    "b": "The second side of the comparison.",
    "back": "The picture on the back.",
    "before": "The value before the change.",
    "behind": "How many entries the workers have not processed.",
    "besides": "Values that may be in both.",
    "blanks": "Use blanks instead of unconfirmed cards.",
    "body": "The content of the entry.",
    "bonds": "How parameters depend on each other.",
    "by": "The parameter that limits it.",
    "by_hand": "Whether its outcomes were declared.",
    "bytes": "The length in bytes.",
    "called_by": "The parameter after which seats are named.",
    "cards": "The cards that lie here.",
    "cells": "The number of cells.",
    "chance": "Whether outcomes are declared or drawn.",
    "changed": "The changed parts or rows.",
    "changes": "The changes, in order.",
    "chapter": "The chapter of the rulebook.",
    "chi_square": "The χ² of the group.",
    "chosen": "Somebody chooses it, so it is never drawn.",
    "closed": "How the session was closed; null while it is open.",
    "color": "The colour.",
    "columns": "The number of columns.",
    "commitment": "The hash of the draw secret.",
    "component_set": "The hash of the component set.",
    "component_sets": "The component sets.",
    "components": "The schemas that it refers to.",
    "confirmed": "The parts that are as in the box.",
    "constraint": "The constraint that does not hold.",
    "content": "The content, or its hash.",
    "contents": "The hash of each part, by address.",
    "count": "How many there are.",
    "counts": "The supported numbers of seats.",
    "created_at": "When it was added.",
    "decided_by": "The reason for the result.",
    "default": "The value if it is left out.",
    "derived": "The service computes it from other values.",
    "description": "Your note about it.",
    "detail": "An explanation for people.",
    "different": "The keys that must have different values.",
    "digest": "The digest of the last entry.",
    "dimensions": "The dimensions that its figures have.",
    "disabled_at": "When it was switched off; null: it is on.",
    "do": "The kind of change.",
    "document": "The document of the component set.",
    "drawing": "The map layout.",
    "drawing_faults": "The faults of the map layout.",
    "dry_run": "True: nothing was recorded.",
    "edition": "The edition's id.",
    "effects": "What followed, in words and in order.",
    "end": "The place where it ends.",
    "entries": "The entries.",
    "entry": "The number of the entry.",
    "errors": "Every fault of the request.",
    "expired_at": "When the session expired.",
    "expires_at": "When it expires; null: never.",
    "exposed": "Whether something hidden was taken back.",
    "failure": "Why the last attempt failed.",
    "far_places": "The places that several steps reach.",
    "faults": "The faults.",
    "fields": "The fields of each item.",
    "findings": "The findings of the audit.",
    "finished": "Whether the game is finished.",
    "flagged": "How many entries broke a rule or corrected the table.",
    "followed": "The entries of forced steps after it.",
    "forced_steps": "Whether steps without a choice are recorded by themselves.",
    "format": "The name of the format.",
    "from": "The first that is meant.",
    "gained": "The parameter with the items that are gained.",
    "game": "The game's key.",
    "games": "The games.",
    "gesture": "The kind of gesture.",
    "gestures": "The gestures, in order.",
    "given": "The parameters that are chosen.",
    "group": "The values of the group.",
    "group_by": "The names to group by.",
    "groups": "The number of groups before `limit`.",
    "hash": "The hash of the component set.",
    "head": "The newest version; null: none.",
    "height": "The height.",
    "hint": "A hint for people.",
    "holder": "Whose token it is.",
    "holders": "Whose tokens are replaced; none: all.",
    "icon": "The name of an icon.",
    "id": "The id.",
    "idle": "Legal, but without any effect now.",
    "independent": "What counts as one observation.",
    "instance": "The address that was requested.",
    "invented": "The parts that no publisher has confirmed.",
    "is": "The kind.",
    "items": "The items, in order.",
    "kept": "Whether the session is kept.",
    "key": "The key in addresses.",
    "keys": "The keys.",
    "kind": "The kind.",
    "label": "The label for people.",
    "labels": "The names of people by seat.",
    "last_entry_at": "The time of the last entry.",
    "learnt": "The parts that tables offer.",
    "least": "The least.",
    "limits": "The most for each key.",
    "lines": "The lines of text.",
    "link": "An address.",
    "links": "The connections between places.",
    "listed": "Whether other people see it in the opening form.",
    "live": "False if it was taken back.",
    "long": "Whether the text has several lines.",
    "longest": "The most characters.",
    "lost": "How many points of each list do not arrive.",
    "lots": "How many go into one lot, by kind.",
    "made": "When it was made.",
    "many": "The parameter that is a list.",
    "map": "What belongs to the map here.",
    "maps": "The maps by address.",
    "marks": "The marks.",
    "may_declare": "Whether actions may declare outcomes of a drawn session.",
    "meaning": "The thing that it counts, in words.",
    "measure": "The measure's key.",
    "measures": "The keys of the measures.",
    "member": "The name of the member.",
    "members": "The members and their words.",
    "message": "An explanation for people.",
    "missing": "The missing part or rows.",
    "most": "The most.",
    "move": "The first entry of its move.",
    "moved_at": "When it happened at the table.",
    "n": "The number of sessions.",
    "name": "The name.",
    "names": "The names by kind and id.",
    "needs_opening_token": "Whether you need the opening token.",
    "next": "The cursor of the next page; null: none.",
    "note": "A note for people.",
    "nudged": "The seats that were asked.",
    "number": "The number.",
    "of": "The domain of each item, or of the value.",
    "offer": "The edition that gets the parts as an offer.",
    "offers": "The legal actions.",
    "on_request": "Whether somebody asked for it to be revealed.",
    "one": "The first parameter.",
    "only_finished": "Whether only finished games count.",
    "opened": "When it was revealed.",
    "opened_at": "When the session was opened.",
    "options": "The game's options.",
    "ordered": "Whether the order matters.",
    "orders": "The parameter with a list for each key.",
    "origin": "The component set that it began with.",
    "other": "The second parameter.",
    "otherwise": "The limit without that parameter.",
    "outcome": "How it ended.",
    "outcomes": "The outcomes to roll or draw next.",
    "outlooks": "An outlook for each action.",
    "parameter": "The parameter.",
    "parameters": "The parameters by name.",
    "part": "The address of the part.",
    "parties": "The seats that take part.",
    "parts": "The parts.",
    "passed": "Whether nothing is wrong.",
    "path": "Where the value belongs.",
    "pattern": "The pattern of the text.",
    "per": "Whether a figure belongs to a seat or to a session.",
    "phase": "The phase of the turn.",
    "picture": "The SHA-256 of the picture.",
    "pictures": "The pictures.",
    "piece": "A piece that the text names.",
    "pieces": "The pieces that lie here.",
    "place": "The id of the place.",
    "places": "The places.",
    "played_by": "Whether a bot or a person plays the seat.",
    "player": "The player's opaque id.",
    "players": "The players' opaque ids by seat.",
    "pointer": "A JSON pointer.",
    "points": "The points, in order.",
    "position": "The position.",
    "radius": "The radius.",
    "rank": "The rank; 1 is best.",
    "reason": "The reason, for people.",
    "redo": "Whether it restores entries.",
    "refusal": "The rule that refused it.",
    "replace": "Make the former token void.",
    "reveal": "Reveal the draw secret.",
    "revision": "The revision of the draft.",
    "roads": "The table of roads.",
    "role": "The role.",
    "round": "The number of the round.",
    "rows": "The rows.",
    "rule": "The id of the rule.",
    "rule_text": "The sentence of the rule.",
    "rules_version": "The version of the rules.",
    "sandbox": "Whether it is for practice.",
    "says": "The sentence for people.",
    "scenery": "The drawing behind the places.",
    "schema": "The JSON Schema.",
    "score": "The score.",
    "seat": "The seat's id.",
    "seat_counts": "The supported numbers of seats.",
    "seats": "The seats, in order.",
    "seats_may_override": "Whether seats may record against the rules.",
    "secret": "A secret, shown once.",
    "sees_all": "Whether its holder sees everything.",
    "self": "The address of the game.",
    "sent": "The points that leave each key.",
    "sentence": "The rule as a sentence.",
    "series": "The series that the game declares.",
    "session": "The session's id.",
    "severity": "How serious it is.",
    "short": "A short label.",
    "start": "The place where it begins.",
    "state": "The state.",
    "status": "The status.",
    "steps": "The actions that come first, in order.",
    "stock": "How many there are, by kind.",
    "subject": "The seat or thing that it belongs to.",
    "tag": "The name of the variant.",
    "tags": "The tags.",
    "text": "The text.",
    "ticks": "The hash of each confirmed part.",
    "timezone": "The time zone of the table.",
    "title": "The title for people.",
    "to": "The entry to go back to.",
    "tone": "How it is coloured.",
    "topic": "The stored type of the entry.",
    "total": "The sum.",
    "track": "The id of the track.",
    "tracks": "The tracks.",
    "tree": "The hashes of what is hidden.",
    "tried_at": "When it was tried last.",
    "turn": "The number of the turn.",
    "type": "The type of the action.",
    "unit": "The unit.",
    "unproved": "Why it is not proved.",
    "unreadable": "Whether it cannot be read.",
    "untold": "True: the answer would reveal something hidden.",
    "updated": "The time of the last entry.",
    "url": "The address of the receiver.",
    "usual": "The value is the point of the action.",
    "value": "The value.",
    "values": "The values.",
    "variants": "The variants of the item.",
    "version": "The number of the last entry.",
    "versions": "The published versions.",
    "visibility": "Whether strangers may watch.",
    "visible_to": "The seats that see it; null: everybody.",
    "warnings": "Where it differs from the rulebook.",
    "where": "The parameter that decides it.",
    "whole": "Whether the aim is to use all of it.",
    "width": "The width.",
    "winner": "Whether the seat has won.",
    "winners": "The seats that have won.",
    "words": "The words for people.",
    "written": "How many entries were stored.",
    "x": "The distance from the left.",
    "y": "The distance from the top.",
    "zones": "The zones of the board.",
    # The form of BoardGameGeek, and the format of BG Stats.
    "ajax": "Always 1.",
    "bggId": "The game's number on BoardGameGeek.",
    "comments": "A comment.",
    "durationMin": "Minutes of play.",
    "highestWins": "Whether the highest score wins.",
    "incomplete": "1 if the game was abandoned.",
    "length": "Minutes of play.",
    "new": "1 if the player is new to the game.",
    "noPoints": "Whether the game has no score.",
    "nowinstats": "1 if nobody won.",
    "objectid": "The game's number on BoardGameGeek.",
    "objecttype": "The type of the object.",
    "playdate": "The day.",
    "quantity": "The number of plays.",
    "rating": "Always 0.",
    "sourceGameId": "The game's key.",
    "sourceName": "The name of this program.",
    "sourcePlayId": "The session's id.",
    "sourcePlayerId": "The player's id.",
    "startPlayer": "Whether the player started.",
    "username": "Always empty.",
    "win": "1 if the player won.",
}

OF_SCHEMA: Mapping[str, str] = {
    "Add.at": "The address of the list.",
    "Add.before": "The row before which it is put.",
    "BoardGameGeekPlay.version": "The version of the form.",
    "Box.kind": "The shape.",
    "Dealt.count": "How many each key gets.",
    "EditionFileShown.version": "The version of the format.",
    "FigureRow.rows": "The number of figures.",
    "Move.at": "The address of the row.",
    "Move.before": "The row before which it is put.",
    "NamedSet.version": "The number of the version.",
    "PortableFile.version": "The version of the format.",
    "ProofFile.version": "The version of the format.",
    "RefusalRow.of": "The number of sessions that match.",
    "Root.version": "The version of the service.",
    "Set.at": "The address of the member or row.",
    "Take.at": "The address of the member or row.",
    "TimelineEntry.flagged": "Whether it broke a rule or corrected the table.",
}
