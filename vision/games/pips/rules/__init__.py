"""Boards of Pips in the newspaper's look, and in looks that were learnt, read by rules: `rules.py` leads.

Their tags are found first, and give the lattice. Boards in all other looks are read by the networks (`games/pips/`),
which take the place of these rules when they read the newspaper's boards as well.
"""
