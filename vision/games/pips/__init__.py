"""Pips, read by networks: `locate` finds board and dominoes, `read` says what is on them, `verify` makes a puzzle."""
