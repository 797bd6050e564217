"""The command line: arguments in; text, JSON and pictures out. No logic of its own.

`__main__` starts and ends the process, `cli` holds the commands, `answer` asks vision and solver about one source,
`text` and `output` show what they said, `evaluate` compares it with labels.
"""

__version__ = "0.1.0"
