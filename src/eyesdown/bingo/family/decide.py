"""A command comes in, what happened goes out; a refusal is one of the answers."""

from __future__ import annotations

from typing import Any, assert_never

from eyesdown.bingo.family.commands import (
    AwardRound,
    BeginSeries,
    CallDisc,
    Command,
    CoverNumber,
    CryBingo,
    DealCard,
    NameBanker,
    ReadBack,
    StartRound,
    VoidRound,
)
from eyesdown.bingo.family.events import (
    BankerNamed,
    BingoCried,
    CardDealt,
    CountersRemoved,
    DiscCalled,
    Event,
    NumberCovered,
    Refused,
    RoundStarted,
    RoundVoided,
    RoundWon,
    RowReadBack,
    SeriesBegun,
    SeriesTied,
    SeriesWon,
)
from eyesdown.bingo.family.evolve import evolve
from eyesdown.bingo.family.state import State
from eyesdown.bingo.words.validity import card75_refusals
from eyesdown.kernel.cite import Fact, Refusal
from eyesdown.rulebook.book import Book
from eyesdown.rulebook.facts.family import BankerFacts, CoverFacts, DiscFacts, SeatFacts
from eyesdown.rulebooks.family_bingo.c01_people import (
    BANKERS,
    SEATS,
    banker_choices,
    card_handed_back,
)
from eyesdown.rulebooks.family_bingo.c02_equipment import (
    DISCS,
    chart,
    covered_at_start,
    face_down,
    label,
    letter_of,
)
from eyesdown.rulebooks.family_bingo.c03_play import (
    COVERING,
    CRIES,
    checked,
    row_read,
    row_wins,
    rows_of_five,
    square_of,
    squares_cleared,
)
from eyesdown.rulebooks.family_bingo.c04_scoring import (
    first_to_the_target,
    most_rounds,
    points_go_to,
    points_of,
    right_cries,
    round_goes_to,
)

Answer = tuple[Event, ...]

PHASES = {
    "BeginSeries": ("shut", "over"),
    "DealCard": ("seated",),
    "NameBanker": ("seated",),
    "StartRound": ("seated",),
}


def decide(book: Book[Any], state: State, command: Command) -> Answer:
    asked = type(command).__name__
    if state.phase not in PHASES.get(asked, ("playing",)):
        return _no(book, command, "Winner", "game/not_now", phase=state.phase)
    match command:
        case BeginSeries():
            return _begin(book, command)
        case DealCard():
            return _deal(book, state, command)
        case NameBanker():
            return _name_banker(book, state, command)
        case StartRound():
            return _start(book, state, command)
        case CallDisc():
            return _call(book, state, command)
        case CoverNumber():
            return _cover(book, state, command)
        case CryBingo():
            return _cry(book, state, command)
        case ReadBack():
            return _read_back(book, state, command)
        case AwardRound():
            return _award(book, state, command)
        case VoidRound():
            return _void(book, state, command)
        case _:
            assert_never(command)


def _begin(book: Book[Any], command: BeginSeries) -> Answer:
    """Cards may be alike: nothing forbids it.

    Of a million made by the generator two are so with less than one chance in 10**15 (K18).
    """
    if command.scoring not in ("rounds", "points") or command.rounds_agreed < 1:
        return _no(
            book,
            command,
            "Series scoring rounds",
            "series/unknown_scoring",
            scoring=command.scoring,
            rounds=command.rounds_agreed,
        )
    refusals = [
        no
        for number, card in enumerate(command.cards, start=1)
        for no in card75_refusals(book, number, card)
    ]
    if refusals:
        return (Refused(asked=type(command).__name__, refusals=tuple(refusals)),)
    begun = SeriesBegun(
        cards=command.cards,
        scoring=command.scoring,
        rounds_agreed=command.rounds_agreed,
        auto_cover=command.auto_cover,
    )
    return (begun,)


def _deal(book: Book[Any], state: State, command: DealCard) -> Answer:
    free = set(range(1, len(state.cards) + 1)) - set(state.dealt.values())
    facts = SeatFacts(
        player=command.player,
        banker=state.banker,
        cards_left=len(free),
        cards_held=int(command.player in state.dealt),
    )
    refusals = book.check(SEATS, facts)
    if refusals:
        return (Refused(asked="DealCard", refusals=refusals),)
    if command.card not in free:
        return _no(book, command, "Players", "players/card_taken", card=command.card)
    return (CardDealt(player=command.player, card=command.card),)


def _name_banker(book: Book[Any], state: State, command: NameBanker) -> Answer:
    refusals = book.check(BANKERS, BankerFacts(command.person, state.choices))
    if refusals:
        return (Refused(asked="NameBanker", refusals=refusals),)
    named = BankerNamed(
        person=command.person,
        chosen_by=command.chosen_by,
        card_returned=card_handed_back(command.person, state.dealt),
    )
    return (named,)


def _start(book: Book[Any], state: State, command: StartRound) -> Answer:
    refusals = book.check(BANKERS, BankerFacts(state.banker, state.choices))
    if refusals:
        return (Refused(asked="StartRound", refusals=refusals),)
    if not state.dealt:
        return _no(book, command, "Equipment cards and counters", "round/nobody_plays")
    started = RoundStarted(
        round=state.round + 1,
        banker=state.banker,
        players=tuple(state.dealt),
        discs=len(face_down(frozenset(), book.figures)),
        free=tuple(covered_at_start(book.figures)),
    )
    return (started,)


def _call(book: Book[Any], state: State, command: CallDisc) -> Answer:
    facts = DiscFacts(
        disc=command.disc,
        called=chart(state.called),
        unchecked=tuple(cry.player for cry in state.cries if cry.right is None),
        right=tuple(cry.player for cry in state.cries if cry.right),
    )
    refusals = book.check(DISCS, facts) + book.check(CRIES, facts)
    if refusals:
        return (Refused(asked="CallDisc", refusals=refusals),)
    said = command.letter.upper()
    called = DiscCalled(
        disc=command.disc,
        label=label(command.disc, book.figures),
        said="" if said in ("", letter_of(command.disc, book.figures)) else said,
        covered_by=tuple(
            player
            for player in state.dealt
            if state.auto_cover and command.disc in state.card_of(player).numbers
        ),
    )
    return (called,)


def _cover(book: Book[Any], state: State, command: CoverNumber) -> Answer:
    if command.player not in state.dealt:
        return _no(book, command, "Cover", "player/not_playing", player=command.player)
    square = square_of(command.number, state.card_of(command.player).rows)
    facts = CoverFacts(
        number=command.number,
        square=square,
        called=chart(state.called),
        removed=state.removed[command.player],
    )
    refusals = book.check(COVERING, facts)
    if refusals:
        return (Refused(asked="CoverNumber", refusals=refusals),)
    if square in state.covered[command.player]:
        return ()  # a second counter on the same number changes nothing
    return (NumberCovered(player=command.player, number=command.number),)


def _cry(book: Book[Any], state: State, command: CryBingo) -> Answer:
    if command.player not in state.dealt:
        clause = "Banker does not play" if command.player == state.banker else "Winner"
        return _no(book, command, clause, "player/not_playing", player=command.player)
    if not state.called:
        return _no(book, command, "Winner", "cry/before_the_first_disc", player=command.player)
    if any(cry.player == command.player and cry.right is not False for cry in state.cries):
        return ()  # the same cry twice changes nothing
    better = max(
        _winning_rows(book, state, command.player),
        key=lambda numbers: points_of(numbers, book.figures),
        default=(),
    )
    return (BingoCried(player=command.player, disc=state.called[-1], better=better),)


def _winning_rows(book: Book[Any], state: State, player: str) -> list[tuple[int, ...]]:
    """The numbers of every row a player could read back and win with."""
    rows = state.card_of(player).rows
    return [
        tuple(rows[line][column] for line, column in row)
        for row in rows_of_five(book.figures)
        if row_wins(row, rows, chart(state.called), state.covered[player])
    ]


def _read_back(book: Book[Any], state: State, command: ReadBack) -> Answer:
    if not any(cry.player == command.player and cry.right is None for cry in state.cries):
        return _no(book, command, "Call back", "cry/none_to_check", player=command.player)
    rows = state.card_of(command.player).rows
    row = row_read(command.numbers, rows, book.figures)
    if row is None:
        read = " ".join(str(number) for number in command.numbers)
        return _no(book, command, "Call back", "row/not_on_card", numbers=read)
    numbers = tuple(rows[line][column] for line, column in row)
    right = row_wins(row, rows, chart(state.called), state.covered[command.player])
    answer = RowReadBack(
        player=command.player,
        numbers=numbers,
        checked=checked(row, rows, chart(state.called)),
        right=right,
        total=points_of(numbers, book.figures),
    )
    if right:
        return (answer,)
    cleared = squares_cleared(row)
    return answer, CountersRemoved(player=command.player, numbers=numbers, squares=cleared)


def _award(book: Book[Any], state: State, command: AwardRound) -> Answer:
    unchecked = [cry.player for cry in state.cries if cry.right is None]
    if unchecked:
        return _no(book, command, "Two winners check", "cry/unchecked", player=unchecked[0])
    right = right_cries({cry.player: bool(cry.right) for cry in state.cries})
    if not right:
        return _no(book, command, "Error continue", "round/not_won")
    totals = {cry.player: cry.total for cry in state.cries if cry.player in right}
    scored = round_goes_to(totals) if state.scoring == "rounds" else tuple(points_go_to(totals))
    won = RoundWon(
        round=state.round,
        winners=scored,
        totals=tuple(totals.items()),
        next_banker=banker_choices(totals, state.banker),
    )
    return won, *_series(book, evolve(state, won))


def _series(book: Book[Any], state: State) -> Answer:
    """Whether the series is over after this round."""
    if state.scoring == "rounds":
        done = state.rounds_counted >= state.rounds_agreed
        leaders = most_rounds(state.rounds_won) if done else ()
    else:
        leaders = first_to_the_target(state.points, book.figures)
    if not leaders:
        return ()
    score = state.score[leaders[0]]
    if len(leaders) > 1:
        return (SeriesTied(players=leaders, score=score),)
    return (SeriesWon(player=leaders[0], score=score, scoring=state.scoring),)


def _void(book: Book[Any], state: State, command: VoidRound) -> Answer:
    """Only when every disc is out, no cry is open or right, and nobody has a row (K16).

    A row that is not cried yet may be cried late (K03).
    """
    left = face_down(chart(state.called), book.figures)
    if left:
        return _no(book, command, "Error continue", "round/discs_left", discs=len(left))
    unchecked = [cry.player for cry in state.cries if cry.right is None]
    if unchecked:
        return _no(book, command, "Call back", "cry/unchecked", player=unchecked[0])
    won = [cry.player for cry in state.cries if cry.right]
    if won:
        return _no(book, command, "Error continue", "round/won", player=won[0])
    able = [player for player in state.dealt if _winning_rows(book, state, player)]
    if able:
        return _no(book, command, "Winner", "round/row_not_cried", player=able[0])
    return (RoundVoided(round=state.round),)


def _no(book: Book[Any], command: Command, clause: str, code: str, **facts: Fact) -> Answer:
    refusal = Refusal(code, book.clause(clause), tuple(facts.items()))
    return (Refused(asked=type(command).__name__, refusals=(refusal,)),)
