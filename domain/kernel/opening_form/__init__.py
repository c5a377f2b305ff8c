"""The opening form (page P9): what is asked to open a session, for one chooser that draws any game's."""

from domain.kernel.opening_form.answering import can_open, form_faults, sample_of
from domain.kernel.opening_form.form import OpeningForm, Question, QuestionWords, ValueWords, value_key
from domain.kernel.opening_form.whole import Unasked, in_words, whole_form

__all__ = [
    "OpeningForm",
    "Question",
    "QuestionWords",
    "Unasked",
    "ValueWords",
    "can_open",
    "form_faults",
    "in_words",
    "sample_of",
    "value_key",
    "whole_form",
]
