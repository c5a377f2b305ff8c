"""Free forms: what facts and actions, their members and values are called where somebody fills them in."""

from __future__ import annotations

from collections.abc import Mapping

MESSAGES = {
    "action_step_began": "Sending disorder is over",
    "action_taken": "Action used",
    "card_delivered": "Artifact delivered",
    "card_named": "Artifact named that was drawn face down",
    "card_taken": "Artifact taken",
    "cloak_refreshed": "Cloak ready again",
    "cloak_used": "Cloak spent",
    "cube_returned": "Cubes taken back",
    "displays_dealt": "Artifacts laid beside the decks",
    "end_triggered": "Fourth delivery: the end comes",
    "placement_began": "Order of placing the pawns",
    "source_blocked": "Nothing leaked: chaos there already",
    "source_starved": "Nothing leaked: no cube left",
    "tile_fell_at_setup": "Tile fell into chaos at the start",
    "tile_flipped": "Tile fell into chaos",
    "tile_restored": "Tile back in order",
}
MEMBERS = {
    "action": "Which action",
    "active": "In whose turn",
    "actions_used": "How many actions",
    "before": "Cubes before",
    "card": "Artifact",
    "cause": "Why",
    "chaos_tiles": "Own tiles in chaos",
    "cloak": "Under the cloak",
    "color": "Colour of the cube",
    "colors": "Colours of its cubes",
    "count": "How many cubes",
    "cube_on": "Where the cube goes",
    "deck": "Deck of",
    "display_refilled.card": "New artifact",
    "era": "To which era",
    "final": "It is the last one",
    "final_turns": "Who has one last turn",
    "kept": "Colours that keep a cube",
    "origin": "From",
    "points": "Worth",
    "queue": "Who places",
    "refill": "New on display",
    "scores": "Score",
    "slot": "Place on display",
    "source": "Leaked from",
    "sources": "Tiles that leak",
    "supplies": "Cubes left",
    "turn": "Number of the turn",
    "via": "How",
}
VALUES = {
    "cause=deliver": "A delivery",
    "cause=flip": "The tile fell",
    "cause=restore": "The tile was restored",
    "cause=search": "A search",
    "cause=send": "Disorder that leaks",
    "cause=setup": "The start",
    "cube_on=arrival": "There",
    "cube_on=departure": "Here",
    "cube_on=": "Nowhere: cloaked",
    "card=": "Not known",
    "display_refilled.card=": "None: the deck is empty",
    "displays=": "Not known",
    "first_player=": "Not known",
    "layout=": "Not known",
    "origin=": "Off the board",
    "refill=": "None: the deck is empty",
    "source=": "Nowhere",
    "sources=": "All that can",
    "via=grab": "Grabbed from the deck",
    "via=search": "Taken from the display",
    "via=setup": "At the start",
}
FORMS: Mapping[str, str] = {**MESSAGES, **MEMBERS, **VALUES}
"""What is not here is called by its own name."""

POSITIONS = frozenset({"slot"})
"""Members that hold a place in a row, from 0."""
