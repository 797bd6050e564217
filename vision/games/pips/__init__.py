"""Pips, read by three networks: `locate` finds board and dominoes, `read` says what is on them, `verify` whether that
makes a puzzle."""
