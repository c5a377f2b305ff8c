"""Component sets that people edit: what a game declares, the sheet that pages draw, faults of shape."""

from domain.kernel.editing.declaration import ByKind, Editing, Graph, Lattice, Total, Unit
from domain.kernel.editing.shape import repaired, shape_faults

__all__ = ["ByKind", "Editing", "Graph", "Lattice", "Total", "Unit", "repaired", "shape_faults"]
