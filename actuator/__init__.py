"""A solution -> mouse moves on a real screen. Knows `vision` and `solver`; nothing in here yet."""
