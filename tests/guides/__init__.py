"""The guides name what there is, and nothing that is gone.

What there is comes from the code, what is named from the guides' own text: no list of either is kept here.
"""
