"""The quick line of the counter: what a writer types while a customer speaks.

5 12 23 34 $2 b x3      Classic, four spots, $2, with Keno Bonus, three games
m k7                    Mega Millions, seven spots picked by the terminal
c 4 8 15 l              Classic with Lucky Last on the same spots
h 5 · t · e             heads, tails, evens
hth $10 run             Let it Run over three games; `hth` alone is a Prepick
r tri 2 3 6 box         racing: win pl qp q eq trio tri quad five super
r q 2 field             ... with the field; `r tri 2 with 3 6 1` is a standout
o red $5 · o 17 · o 17/18 · o 1/2/4/5 · o row6 · o six13 · o col3 · o doz2
1 2 + 3 4 + 5 6         a combination of groups; `of 2 4` takes only those types

Commas and dashes part numbers, and whole words are understood: 5,12,23 · 5-12-23 · mega · bonus
· for 3 games · quick pick 7. What could mean two things is not guessed: $1,50 and $2 $3.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from eyesdown.kernel.errors import BadInput

RACES = {
    "win": "win",
    "pl": "place",
    "qp": "quinella_place",
    "q": "quinella",
    "eq": "exact_quinella",
    "trio": "trio",
    "tri": "trifecta",
    "quad": "quartet",
    "five": "five_up",
    "super": "superfecta",
}
COLOURS = {
    "red": "red_black",
    "black": "red_black",
    "low": "low_high",
    "high": "low_high",
    "odd": "odd_even",
    "even": "odd_even",
}
RANGES = {"row": "row", "six": "six_line", "col": "column", "doz": "dozen"}
RESULTS = {"h": "heads", "t": "tails", "e": "evens"}
BORDERS = {2: "split", 4: "corner"}
DEFAULT_STAKE_CENTS = {"keno2": 200, "red_black": 500, "low_high": 500, "odd_even": 500}
DEFAULT_STAKE_CENTS |= {"column": 200, "dozen": 200}

WORDS = {
    "and": "",
    "bonus": "b",
    "boxed": "box",
    "classic": "c",
    "evens": "e",
    "field": "field",
    "fiveup": "five",
    "for": "",
    "heads": "h",
    "keno": "",
    "kwikipik": "k",
    "last": "l",
    "lucky": "",
    "mega": "m",
    "millions": "",
    "place": "pl",
    "quartet": "quad",
    "quickpick": "k",
    "quinella": "q",
    "race": "r",
    "racing": "r",
    "roulette": "o",
    "superfecta": "super",
    "tails": "t",
    "the": "",
    "trifecta": "tri",
}
"""Whole words that people type, and the short form of each; an empty one says nothing more."""
COLOUR_BY_NAME = frozenset(COLOURS) - {"even"}  # too near to the evens of heads or tails
RACE_BY_NAME = frozenset(RACES) - {"five"}  # “five” may as well be a number in words
STAKE_DOLLARS_MAX = 9_999_999
PICK_SPOTS_MAX = 80
WITH_LUCKY_LAST = frozenset({"spots", "groups"})
LEAVE_LAST_OUT = "Leave l out, or add it to a line of numbers."
ON_THE_WHEEL = "Type one bet after o, such as 17, 17/18, red, row6 or col3."
PICKS = "k1 to k10, k15, k20 or k40"

_MONEY = re.compile(r"\$(\d+)(?:\.(\d{1,2}))?")
_THOUSANDS = re.compile(r"(?<=\$)(\d{1,3}(?:,\d{3})+)(?![\d,])")
_ODD_COMMA = re.compile(r"\$\d+,\d{1,2}(?![\d,])")
_STUCK = re.compile(r"([cm])(\d+)|(o)(\d+(?:/\d+)*)")
_APART = re.compile(r"\b([kx]) (\d+)\b")
_GAMES_LAST = re.compile(r"(?<![$./\w])x?(\d+)(?:x| ?games?)(?!\w)")
_GAMES = re.compile(r"x(\d+)")
_PICK = re.compile(r"k(\d+)?")
_SERIES = re.compile(r"[hte]{2,}")
_BORDER = re.compile(r"\d+(?:/\d+)+")
_RANGE = re.compile(r"(row|six|col|doz)(\d+)")


@dataclass(slots=True)
class Quick:
    """A line as read: bets in the shape of `keno check`, or spots the terminal is to pick."""

    bets: list[dict[str, Any]] = field(default_factory=list)
    games: int = 1
    pick_spots: int | None = None
    pick_game: str = "regular"
    pick_cents: int | None = None
    pick_bonus: bool = False
    pick_last: bool = False


def read_quick(text: str) -> Quick:
    """
    >>> read_quick("5 12 23 $2 b x3").bets
    [{'type': 'regular', 'subscription_cents': 200, 'bonus': True, 'spots': [5, 12, 23]}]
    >>> read_quick("r tri 2 3 6 box").bets[0]["option"]
    'box'
    >>> read_quick("o 17/18").bets
    [{'type': 'roulette', 'subscription_cents': 100, 'bet': 'split', 'selection': [17, 18]}]
    >>> read_quick("hte run $10").bets[0]["selections"]
    ['heads', 'tails', 'evens']
    >>> read_quick("5 twelve")
    Traceback (most recent call last):
    eyesdown.kernel.errors.BadInput: quick: “twelve” isn’t understood. Type it like 5 12 23 $2.
    """
    words = _words(text)
    stakes = [word for word in words if word.startswith("$")]
    games = [word for word in words if _GAMES.fullmatch(word)]
    for several in (stakes, games):
        if len(several) > 1:
            both = " and ".join(several)
            raise BadInput("quick", f"This line has both {both}. Type only one of them.")
    if not words:
        raise BadInput(
            "quick", "There is nothing to play in this line yet. Type numbers or a game."
        )
    quick = Quick()
    common: dict[str, Any] = {}
    words = [word for word in words if not _common(word, common, quick)]
    head, rest = words[0] if words else "", words[1:]
    match head:
        case "r":
            quick.bets.append(_racing(rest))
        case _ if head in COLOUR_BY_NAME and not rest:
            quick.bets.append(_roulette([head]))
        case "o":
            quick.bets.append(_roulette(rest))
        case "h" | "t" | "e":
            quick.bets.append({"type": "heads_or_tails", "selection": RESULTS[head]})
            _nothing_left(rest)
        case _ if _SERIES.fullmatch(head):
            run = rest[:1] == ["run"]
            _nothing_left(rest[1:] if run else rest)
            chosen = [RESULTS[letter] for letter in head]
            kind = "let_it_run" if run else "prepick"
            if games and quick.games != len(chosen):
                raise BadInput("quick", f"{head} is for {len(chosen)} games. Leave {games[0]} out.")
            quick.bets.append({"type": kind, "selections": chosen})
            quick.games = len(chosen)
        case _:
            _spots(words, quick)
    return _finished(quick, common)


def _words(text: str) -> list[str]:
    """The words of a line in their short forms; commas and dashes part numbers.

    >>> _words("Mega 5,12-23 $1,000.50 bonus"), _words("c5 6")
    (['m', '5', '12', '23', '$1000.50', 'b'], ['c', '5', '6'])
    >>> _words("trifecta 1 2 3 boxed"), _words("Kwikipik 7"), _words("quick pick 7 for 3 games")
    (['r', 'tri', '1', '2', '3', 'box'], ['k7'], ['k7', 'x3'])
    >>> _words("o17/18 x 3"), _words("5 and 6 3x")
    (['o', '17/18', 'x3'], ['5', '6', 'x3'])
    """
    typed = text.lower().replace("quick pick", "quickpick").replace("&", " ")
    if unclear := _ODD_COMMA.search(typed):
        meant = unclear[0].replace(",", ".")
        raise BadInput("quick", f"{unclear[0]} isn’t clear. Type cents after a point: {meant}.")
    typed = _THOUSANDS.sub(lambda amount: amount[1].replace(",", ""), typed)
    typed = re.sub(r"(?<=\d)[,;-](?=\s*\d)|,(?=\s|$)", " ", typed).replace(",", " ")
    words = [WORDS.get(word, word) for word in typed.split()]
    parts = [_STUCK.sub(r"\1\3 \2\4", word) if _STUCK.fullmatch(word) else word for word in words]
    words = _GAMES_LAST.sub(r"x\1", _APART.sub(r"\1\2", " ".join(parts))).split()
    return ["r", *words] if words[:1] and words[0] in RACE_BY_NAME else words


def _common(word: str, common: dict[str, Any], quick: Quick) -> bool:
    """Read a word that any bet may have; False if it is not one of these."""
    if money := _MONEY.fullmatch(word):
        common["cents"] = _stake(money[1], money[2] or "")
    elif games := _GAMES.fullmatch(word):
        quick.games = int(games[1])
        if not quick.games:
            raise BadInput("quick", "x0 isn’t a number of games. Type x1 or more.")
    elif word == "b":
        common["bonus"] = True
    elif word == "l":
        common["lucky_last"] = True
    else:
        return False
    return True


def _stake(dollars: str, cents: str) -> int:
    """A stake in cents.

    >>> _stake("1", "5"), _stake("2", "")
    (150, 200)
    """
    amount, typed = int(dollars) * 100 + int(cents.ljust(2, "0") or 0), dollars + "." * bool(cents)
    if not amount:
        raise BadInput("quick", f"${typed}{cents} isn’t a stake. Type $1 or more.")
    if int(dollars) > STAKE_DOLLARS_MAX:
        raise BadInput("quick", f"${typed}{cents} is more than any entry may cost. Stake less.")
    return amount


def _spots(words: list[str], quick: Quick) -> None:
    game = "keno2" if words[:1] == ["m"] else "regular"
    words = words[1:] if words[:1] in (["m"], ["c"]) else words
    if words and (pick := _PICK.fullmatch(words[0])):
        _nothing_left(words[1:])
        quick.pick_game, quick.pick_spots = game, int(pick[1] or 10)
        if quick.pick_spots > PICK_SPOTS_MAX:
            raise BadInput("quick", f"No game has {quick.pick_spots} numbers. Type {PICKS}.")
        return
    if "+" in words:
        sizes = None
        if "of" in words:
            at = words.index("of")
            sizes, words = _numbers(words[at + 1 :]), words[:at]
        groups = [_numbers(part.split()) for part in " ".join(words).split("+")]
        quick.bets.append({"type": "combination", "game": game, "groups": groups, "sizes": sizes})
        return
    if not words:
        raise BadInput(
            "quick", "The numbers are missing. Type 1 to 10, 15, 20 or 40 of them, or k7."
        )
    quick.bets.append({"type": game, "spots": _numbers(words)})


def _racing(words: list[str]) -> dict[str, Any]:
    if not words or words[0] not in RACES:
        raise BadInput("quick", f"Which bet on the race? Type one of {' '.join(RACES)} after r.")
    bet: dict[str, Any] = {"type": "racing", "bet": RACES[words[0]]}
    rest = words[1:]
    if rest[-1:] == ["box"]:
        return bet | {"option": "box", "rows": _numbers(rest[:-1])}
    if rest[-1:] == ["field"]:
        return bet | {"option": "field", "standout": _numbers(rest[:-1])}
    if "with" in rest:
        at = rest.index("with")
        return bet | {
            "option": "standout",
            "standout": _numbers(rest[:at]),
            "with": _numbers(rest[at + 1 :]),
        }
    return bet | {"option": "straight", "rows": _numbers(rest)}


def _roulette(words: list[str]) -> dict[str, Any]:
    if len(words) != 1:
        raise BadInput("quick", ON_THE_WHEEL)
    word = words[0]
    bet: dict[str, Any] = {"type": "roulette"}
    if word in COLOURS:
        return bet | {"bet": COLOURS[word], "selection": word}
    if named := _RANGE.fullmatch(word):
        return bet | {"bet": RANGES[named[1]], "selection": int(named[2])}
    if _BORDER.fullmatch(word):
        numbers = [int(part) for part in word.split("/")]
        kind = BORDERS.get(len(numbers))
        if kind is None:
            raise BadInput(
                "quick", f"{word} isn’t on the wheel. Two numbers are a split, four a corner."
            )
        return bet | {"bet": kind, "selection": numbers}
    if not (word.isascii() and word.isdecimal()):
        raise BadInput("quick", f"“{word}” isn’t on the wheel. {ON_THE_WHEEL}")
    return bet | {"bet": "straight_up", "selection": word}


def _numbers(words: list[str]) -> list[int]:
    for word in words:
        if not (word.isascii() and word.isdigit()):
            raise _not_understood(word)
    return [int(word) for word in words]


def _nothing_left(words: list[str]) -> None:
    if words:
        raise _not_understood(words[0])


def _not_understood(word: str) -> BadInput:
    return BadInput("quick", f"“{word}” isn’t understood. Type it like 5 12 23 $2.")


def _finished(quick: Quick, common: dict[str, Any]) -> Quick:
    bets = []
    for bet in quick.bets:
        kind = str(bet["type"])
        named = str(bet.get("bet", bet.get("game", kind)))
        cents = common.get("cents", DEFAULT_STAKE_CENTS.get(named, 100))
        whole = {"type": kind, "subscription_cents": cents}
        if common.get("bonus"):
            series = kind in ("prepick", "let_it_run")
            whole |= {"bonus_games": quick.games} if series else {"bonus": True}
        bets.append(whole | bet)
        if common.get("lucky_last"):
            if not WITH_LUCKY_LAST.intersection(bet):
                raise BadInput("quick", f"Lucky Last needs numbers of its own. {LEAVE_LAST_OUT}")
            bets.append(lucky_last(bet, bonus=bool(common.get("bonus"))))
    quick.bets = bets
    quick.pick_cents, quick.pick_bonus = common.get("cents"), bool(common.get("bonus"))
    quick.pick_last = bool(common.get("lucky_last"))
    return quick


def lucky_last(bet: dict[str, Any], *, bonus: bool) -> dict[str, Any]:
    """A Lucky Last on the numbers of a bet; of a combination, on those of all its groups."""
    spots = bet.get("spots") or [spot for group in bet.get("groups", ()) for spot in group]
    return {"type": "lucky_last", "subscription_cents": 100, "spots": spots, "bonus": bonus}
