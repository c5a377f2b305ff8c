"""`python -m tests.structure`: the figures of the code's structure."""

from __future__ import annotations

from tests.support.structure.figures import ambiguous_classes, figures, with_one_importer

for name, number in figures().items():
    print(f"{number:6,}  {name}")
print("\nOf more than one class:", ", ".join(ambiguous_classes()))
print("\nWith one importer:", ", ".join(with_one_importer()))
