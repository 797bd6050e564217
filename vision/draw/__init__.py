"""A solution, a hint or the reading itself, drawn over the screenshot: a module for each kind of board.

They draw and never read: everything comes in a `Reading`. Every function returns a new picture and leaves the one it
was given alone. `shapes.py` is what all draw with; `squares.py` what all boards of squares share.
"""
