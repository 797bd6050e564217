"""`solve-screenshot serve`: a page and an API on this machine. Requests in, Result objects and pictures out.

`command.py` starts it, `app.py` has the addresses, `guard.py` refuses what does not belong here, `pool.py` keeps the
processes that work, `tasks.py` is what they do, `layout.py` says where things are in a picture. `static/` is the page.
"""
