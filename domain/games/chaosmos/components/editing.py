"""How people edit a box of Chaosmos: what its parts are called, and where they are printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chaosmos.components.constraints import CARDS, MEMBERS, PLANETS, TARGETS
from domain.games.chaosmos.components.document import Document
from domain.kernel.editing import ByKind, Editing, Graph, Roads, Total
from domain.kernel.messages import Json

EFFECT = "cards/*/effects/*"
BOARD = "layouts/*"

BLANK_CARD: Json = {
    "count": 1,
    "set_icon": None,
    "bonus_rank": None,
    "cost": "free",
    "single_use": False,
    "flip": False,
    "types": [],
    "is_ovoid": False,
    "is_enviro_gear": False,
    "native_of": None,
    "effects": [{"effect": "manual"}],
}
"""A card whose text is resolved by hand, so that a table can be opened with it."""


def _card(row: Mapping[str, Json]) -> Sequence[Json]:
    """Cards that a rule looks for stay, and those with an icon: it decides which games they are dealt in."""
    stays = row["is_ovoid"] or row["is_enviro_gear"] or row["set_icon"] is not None
    return () if stays else (BLANK_CARD,) * row["count"]


EDITING = Editing(
    document=Document,
    order=("name", "cards", "aliens", "planets", "layouts", "combat_die"),
    titles={
        "name": "Name of the box",
        "cards": "Equipment cards",
        "cards/*/count": "Copies",
        "cards/*/bonus_rank": "Bonus card",
        "cards/*/cost": "Cost icon",
        "cards/*/single_use": "Single-Use",
        "cards/*/flip": "Flip card",
        "cards/*/is_ovoid": "The Ovoid",
        "cards/*/is_enviro_gear": "Enviro Gear",
        "cards/*/native_of": "Native weapon of",
        f"{EFFECT}/n": "Points",
        f"{EFFECT}/max": "At most",
        f"{EFFECT}/cards": "These cards",
        f"{EFFECT}/names": "All cards called",
        f"{EFFECT}/types": "All cards of the type",
        "aliens": "Alien sheets",
        "aliens/*/color": "Colour",
        "aliens/*/home": "Home planet",
        "aliens/*/toxic": "Toxic planet",
        "aliens/*/gear": "Enviro Gear",
        "aliens/*/first_game": "In the first game",
        "planets": "Planets",
        "layouts": "Boards",
        f"{BOARD}/kind": "Game type",
        f"{BOARD}/fixed": "Planets as printed",
        f"{BOARD}/clock_pairs": "Stars across the clock",
        f"{BOARD}/asteroids": "Asteroid fields",
        f"{BOARD}/asteroids/*/blocks": "Closes",
        f"{BOARD}/stars/*/slots": "Next to the slots",
        f"{BOARD}/wormholes/*/slots": "Next to the slots",
        f"{BOARD}/wormholes/*/stars": "Touches the stars",
    },
    hints={
        "name": "What your group calls this box.",
        "cards": "Each card once, with its copies. 62 cards have no set icon, 8 have the standard icon.",
        "cards/*/name": "At the top of the card. Without a name, the card goes by its id.",
        "cards/*/text": "The rules text. It is shown instead of the text that the effects give.",
        "cards/*/count": "The number of copies in the deck, as printed on the card.",
        "cards/*/set_icon": "Which games the card is added for. Empty: it has no set icon.",
        "cards/*/bonus_rank": "It replaces the 1st, 2nd or 3rd Enviro Gear that nobody can use. Empty: none.",
        "cards/*/cost": "In the upper left corner.",
        "cards/*/single_use": "A yellow card: once played, it goes to the Void.",
        "cards/*/flip": "It has an activation bar, as Traps and Vaults have.",
        "cards/*/types": "Weapon, defense, tool and so on, if a type is printed. Other cards refer to it.",
        "cards/*/is_ovoid": "The card that wins the game. Only one card is it.",
        "cards/*/is_enviro_gear": "It lets an alien act on its toxic planet.",
        "cards/*/native_of": "The alien whose sigil is in the lower right corner of the picture.",
        "cards/*/effects": "The effects of the rules text. Only combat cards may have several.",
        f"{EFFECT}/n": "As printed, with plus or minus.",
        f"{EFFECT}/max": "The most that the player may take off the Chaos Clock.",
        f"{EFFECT}/cards": "The cards of this box that are cancelled.",
        f"{EFFECT}/names": "Names as they are printed; better choose the cards themselves.",
        f"{EFFECT}/types": "Types as you entered them for the cards.",
        "aliens": "The ten alien sheets.",
        "aliens/*/color": "The colour of its landing flags; each alien has another.",
        "aliens/*/home": "Printed on the sheet. Each planet is the home of one alien.",
        "aliens/*/toxic": "The planet where the alien needs its Enviro Gear.",
        "aliens/*/gear": "The card that it needs there. Two aliens share each gear.",
        "aliens/*/hand_limit": "How many cards the alien may hold; usually 7.",
        "aliens/*/abilities": "Texts of its special abilities, one each.",
        "aliens/*/first_game": "Dealt in the first game. If you tick none, the rulebook’s four are dealt.",
        "planets": "The ten planet hexes; each has an envelope.",
        "layouts": "The boards that you play on: those of the rulebook and your own.",
        f"{BOARD}/kind": "Which game is played on it, and with how many players.",
        f"{BOARD}/slots": "Places for planet hexes: 10 on a standard board, 8 on others. An id each.",
        f"{BOARD}/fixed": "Which planet lies in which slot. Empty: planets are put at random.",
        f"{BOARD}/stars": "Full stars between the hexes. Half-stars on the edge of the board do not count.",
        f"{BOARD}/stars/*/slots": "The planets that a move leads to from here.",
        f"{BOARD}/wormholes": "Wormhole tiles. All tiles with one letter are a single space.",
        f"{BOARD}/wormholes/*/letter": "Printed on the tile: A or B.",
        f"{BOARD}/wormholes/*/slots": "The planets that a move leads to from here.",
        f"{BOARD}/wormholes/*/stars": "These stars and the wormhole are one space.",
        f"{BOARD}/clock_pairs": "Pairs of stars on opposite sides of the Chaos Clock, each pair one space.",
        f"{BOARD}/asteroids": "Barriers that nobody may cross.",
        f"{BOARD}/asteroids/*/blocks": "A slot, and the star or wormhole that cannot be reached from it.",
        "combat_die": "The faces of one combat die: numbers, a mirror and an infinity.",
    },
    units={f"{EFFECT}/max": "clicks", "aliens/*/hand_limit": "cards"},
    labels={
        "action": "A icon: costs an action",
        "combat": "combat icon: only in combat",
        "free": "no icon: free, outside combat",
        "standard": "standard game",
        "bonus": "bonus cards",
        "other": "another icon: never in the deck",
        "cards/*/bonus_rank:1": "1st",
        "cards/*/bonus_rank:2": "2nd",
        "cards/*/bonus_rank:3": "3rd",
        "score": "changes your own score",
        "opponent_score": "lowers the opponent’s score",
        "cancel": "cancels cards of the opponent",
        "reduce_clock": "takes turns off the Chaos Clock",
        "scry_hand": "looks at a hand",
        "scry_planet": "looks into an envelope",
        "send_card": "sends a card into an envelope",
        "on_open_banish_home": "Trap: banishes home anyone who opens the envelope",
        "on_open_no_take": "Vault: nothing may be taken out of the envelope",
        "manual": "something else: resolved by hand",
        "first_game": "First game, 2 to 4 players",
        f"{BOARD}/kind:standard": "Standard game, 3 or 4 players",
        "two_player": "Two players",
        "mirror": "mirror: copies the other die",
        "infinity": "infinity: wins the combat",
    },
    refs={
        "cards/*/native_of": "aliens",
        f"{EFFECT}/cards/*": "cards",
        "aliens/*/home": "planets",
        "aliens/*/toxic": "planets",
        "aliens/*/gear": "cards",
        f"{BOARD}/fixed/*": "planets",
        f"{BOARD}/stars/*/slots/*": f"{BOARD}/slots",
        f"{BOARD}/wormholes/*/slots/*": f"{BOARD}/slots",
        f"{BOARD}/wormholes/*/stars/*": f"{BOARD}/stars",
        f"{BOARD}/clock_pairs/*/*": f"{BOARD}/stars",
    },
    totals={"cards": Total(CARDS, "count"), "aliens": Total(PLANETS), "planets": Total(PLANETS)},
    kinds={EFFECT: ByKind("effect", {**MEMBERS, "cancel": TARGETS})},
    maps={
        BOARD: Graph(
            places=("slots", "stars", "wormholes"),
            roads=(
                Roads("stars/*/slots", ("stars", "slots")),
                Roads("wormholes/*/slots", ("wormholes", "slots")),
                Roads("wormholes/*/stars", ("wormholes", "stars")),
                Roads("clock_pairs", ("stars", "stars")),
            ),
            named_in=("asteroids/*/blocks", "fixed"),
        )
    },
    blanks={
        "cards": BLANK_CARD,
        "aliens": {"color": "unknown", "home": "unknown", "toxic": "unknown", "gear": "unknown"},
        "cards/*/effects": {"effect": "manual"},
        "planets": {},
        "layouts": {
            "kind": "standard",
            "slots": [],
            "fixed": None,
            "stars": [],
            "wormholes": [],
            "clock_pairs": [],
            "asteroids": [],
        },
        f"{BOARD}/stars": {"slots": []},
        f"{BOARD}/wormholes": {"letter": "A", "slots": [], "stars": []},
    },
    decks={"cards": _card},
)
