"""A table of exact odds of Regular Keno for a leaflet: one line for each number of spots."""

import eyesdown

print("spots  any prize    return  house edge")
for spots in range(1, 11):
    odds = eyesdown.odds(f"regular/{spots}", on="2026-11-15")
    one_in = float(1 / odds.hit_rate)
    print(f"{spots:5}  1 in {one_in:5.2f}  {float(odds.rtp):7.3%}  {float(odds.house_edge):10.3%}")
