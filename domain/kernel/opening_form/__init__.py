"""The opening form (page P9): what is asked to open a session, for one chooser that draws any game's."""

from domain.kernel.opening_form.answering import can_open, form_faults, sample_of
from domain.kernel.opening_form.form import OpeningForm, Question
from domain.kernel.opening_form.whole import Unasked, whole_form

__all__ = [
    "OpeningForm",
    "Question",
    "Unasked",
    "can_open",
    "form_faults",
    "sample_of",
    "whole_form",
]
