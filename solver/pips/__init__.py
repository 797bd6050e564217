"""Pips, the newspaper's dominoes on coloured regions."""
