"""Tango and Takuzu as one family: `puzzle` is the board, `search` finds its solutions."""
