"""A whole keno site's life by a seed: everyone gives any command that they may.

Customers at counters, players on the web and the office do whatever their commands allow, sensible
or not, while the store fails or loses its answer, the site is killed and devices break. What
cashiers, bank and players themselves wrote down must be what the books say.

- `cashier`: who wrote down what
- `counter`, `players`, `office`: what each of them may ask for
- `world`: the site, its faults, and what must hold
- `simulate`: many short lives, `soak`: one of many weeks
"""
