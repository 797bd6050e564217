"""Pages of Pips drawn at random, with what is on them: what the reader of Pips is trained on.

`boards.py` makes up boards, `look.py` and `looks.py` looks, `page.py` lays both out and paints them with `strokes.py`,
`tiles.py` and `tags.py`, `furniture.py` what else is on a page; `cuts.py` cuts what the networks are shown.
"""
