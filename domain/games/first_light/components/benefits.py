"""What the 35 named Items do, FL-501 to FL-535: rows of data; the rules know only their kinds."""

from __future__ import annotations

from msgspec import Struct

from domain.games.first_light.components.document import Modifier


class Bonus(Struct, frozen=True):
    """Points at the end: `points` for each full `per` of what is counted."""

    counts: str
    points: int = 1
    per: int = 1


MODIFIERS: dict[str, tuple[Modifier, ...]] = {
    "FL-501": (Modifier("laboratory", reduce={"algae": 2}),),
    "FL-502": (Modifier("foundry", reduce={"water": 5}),),
    "FL-503": (Modifier("negotiation", gain={"water": 5}),),
    "FL-504": (Modifier("academy", gain={"dice": 1}),),
    "FL-505": (Modifier("control_room", reduce={"power": 1}),),
    "FL-506": (Modifier("control_room", reduce={"water": 5}),),
    "FL-507": (Modifier("laboratory", reduce={"water": 7}),),
    "FL-508": (Modifier("headquarters", gain={"items": 2}),),
    "FL-509": (Modifier("negotiation", "jrayek", gain={"dice": 1}),),
    "FL-510": (Modifier("mining_camp", reduce={"water": 5}),),
    "FL-511": (Modifier("market", gain={"water": 5}),),
    "FL-512": (Modifier("depository", gain={"items": 1}),),
    "FL-513": (Modifier("negotiation", "leyrien", gain={"dice": 1}),),
    "FL-514": (Modifier("market", gain={"algae": 2}),),
    "FL-515": (),
    "FL-516": (Modifier("headquarters", gain={"water": 5}),),
    "FL-517": (Modifier("depository", reduce={"water": 5}),),
    "FL-518": (Modifier("foundry", reduce={"power": 1}),),
    "FL-519": (Modifier("negotiation", "zcharo", gain={"dice": 1}),),
    "FL-520": (Modifier("market", gain={"power": 1}),),
}

IGNORES_SETBACKS = "FL-515"

BONUSES: dict[str, Bonus] = {
    "FL-521": Bonus("negotiation_dice"),
    "FL-522": Bonus("hand", per=2),
    "FL-523": Bonus("depository_dice"),
    "FL-524": Bonus("water", per=5),
    "FL-525": Bonus("upgrade_tiles"),
    "FL-526": Bonus("jrayek_dice", points=2),
    "FL-527": Bonus("farm_tiles"),
    "FL-528": Bonus("leyrien_dice", points=2),
    "FL-529": Bonus("end_game_items", points=2),
    "FL-530": Bonus("loose_dice"),
    "FL-531": Bonus("algae", per=4),
    "FL-532": Bonus("in_game_items", points=2),
    "FL-533": Bonus("gems", per=2),
    "FL-534": Bonus("power", per=2),
    "FL-535": Bonus("zcharo_dice", points=2),
}

NAMED_ITEMS: dict[str, str] = {
    "algae_cells": "FL-501",
    "aqua_cannon": "FL-502",
    "aqua_pack": "FL-503",
    "captains_hat": "FL-504",
    "fuel_refiner": "FL-505",
    "hydrolic_core": "FL-506",
    "ice_stones": "FL-507",
    "id_badge": "FL-508",
    "jrayek_armour": "FL-509",
    "jrayek_drill": "FL-510",
    "jrayek_pump": "FL-511",
    "ledger": "FL-512",
    "leyrien_armour": "FL-513",
    "leyrien_basket": "FL-514",
    "leyrien_sceptre": "FL-515",
    "security_codes": "FL-516",
    "soda_supply": "FL-517",
    "spare_parts": "FL-518",
    "zcharo_armour": "FL-519",
    "zcharo_lamp": "FL-520",
    "alien_relic": "FL-521",
    "archive": "FL-522",
    "engineer_bot": "FL-523",
    "grogg": "FL-524",
    "jakhaw": "FL-525",
    "jrayek_shield": "FL-526",
    "karvyk": "FL-527",
    "leyrien_scythe": "FL-528",
    "security_drone": "FL-529",
    "sleep_capsules": "FL-530",
    "uxolotyl": "FL-531",
    "worker_drone": "FL-532",
    "yeki": "FL-533",
    "zcarpi": "FL-534",
    "zcharo_flyer": "FL-535",
}
"""The 35 names of the source, each with the rule of its benefit."""
