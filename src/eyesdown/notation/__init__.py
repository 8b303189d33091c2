"""The .eyes notation: one readable line a command, its events beneath.

```text
book family-bingo on 2026-06-01

card F1
   B  I  N  G  O
   3 17 32 48 62
  ...

> begin series cards=[@F1] scoring=points
  SeriesBegun cards=[@F1] scoring=points rounds_agreed=1 auto_cover=yes
> call disc disc=17
  Refused asked=CallDisc refusals=[game/not_now <Winner> {phase:"seated"}]
```

A time comes before the verb; without a date it is on the day of the file. An event leaves out what
it shares with its command (when, session, game, promotion), and writes ^ for the command itself or
^name for a record in it; both leave out what is empty.

Takes  the text of a file, or one more line of it (`playing.Play`).
Gives  commands, the events they lead to, and the text again.
Never  a rule.
"""
