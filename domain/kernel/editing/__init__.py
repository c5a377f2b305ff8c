"""Component sets that people edit: what a game declares, the sheet that pages draw, faults of shape,
changes of drafts, parts with ticks."""

from domain.kernel.editing.blanks import blanks_in, with_blanks
from domain.kernel.editing.declaration import ByKind, Editing, Graph, Lattice, Roads, Total, Unit
from domain.kernel.editing.shape import repaired, shape_faults
from domain.kernel.editing.sheet import SheetField, SheetSection, blank_of, fields_in, sheet_of

__all__ = [
    "ByKind",
    "Editing",
    "Graph",
    "Lattice",
    "Roads",
    "SheetField",
    "SheetSection",
    "Total",
    "Unit",
    "blank_of",
    "blanks_in",
    "fields_in",
    "repaired",
    "shape_faults",
    "sheet_of",
    "with_blanks",
]
