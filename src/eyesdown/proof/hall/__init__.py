"""Whole nights of a bingo hall by a seed, under each of the three books.

Players buy, cry too early, too late or not at all; callers misread balls; devices fail; games are
invalidated; pools are fed and paid. On the site, with restarts, every row is decided again, and
control counts every game.

    python -m eyesdown.proof.hall --seeds 10000

- `setting`: people, printed cards and programmes
- `night`: what happens in the hall
- `life`: a night on the real site
- `kills`, `disk_kills`: a kill at every write, in memory and on a file
- `soak`: a year of nights on a file; `purse`: the money as people saw it
"""
