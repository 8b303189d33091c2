"""Deciding a command of the family game. Always events, never an exception for a rule."""

from __future__ import annotations

from copy import copy
from typing import Any, get_args

from eyesdown.bingo.family.box import (
    discs_of,
    fits,
    free_squares,
    label_of,
    shape_read,
    shapes,
)
from eyesdown.bingo.family.commands import (
    AwardRound,
    BeginSeries,
    CallDisc,
    Command,
    CoverNumber,
    CryBingo,
    DealCard,
    EndSeries,
    LeaveTable,
    NameBanker,
    ReadBack,
    StartRound,
    TakeBackDisc,
    VoidRound,
)
from eyesdown.bingo.family.events import (
    BankerNamed,
    BingoCried,
    CardDealt,
    CountersRemoved,
    DiscCalled,
    DiscTakenBack,
    Event,
    NumberCovered,
    PlayerLeft,
    RoundStarted,
    RoundVoided,
    RoundWon,
    RowReadBack,
    SeriesBegun,
    SeriesEnded,
    SeriesTied,
    SeriesWon,
)
from eyesdown.bingo.family.evolve import evolve
from eyesdown.bingo.family.house import BOX, person_of
from eyesdown.bingo.family.state import FamilyState
from eyesdown.bingo.words.validity import card75_refusals
from eyesdown.cards.ticket import Card75
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.handlers import Handlers, every
from eyesdown.kernel.refused import refused
from eyesdown.rulebook.book import Book
from eyesdown.rulebook.facts.family import BankerFacts, CoverFacts, DiscFacts, SeatFacts, Square
from eyesdown.rulebooks.family_bingo.c01_people import (
    BANKERS,
    SEATS,
    banker_choices,
    card_handed_back,
)
from eyesdown.rulebooks.family_bingo.c02_equipment import (
    DISCS,
    chart,
    letter_of,
)
from eyesdown.rulebooks.family_bingo.c03_play import (
    COVERING,
    CRIES,
    checked,
    row_wins,
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

DECIDES = Handlers()

Events = tuple[Event, ...]

PHASES: dict[type, tuple[str, ...]] = {
    BeginSeries: ("shut", "over"),
    DealCard: ("seated",),
    NameBanker: ("seated",),
    StartRound: ("seated",),
    LeaveTable: ("seated", "playing"),
    EndSeries: ("seated",),
}
"""In which phases a command makes sense; every other command only while a round is played."""


def decide(book: Book[Any], state: FamilyState, command: Command) -> Events:
    """What a command leads to; a refusal is an event too. The state is not changed."""
    shown = isinstance(command, DealCard) and state.house.paper and state.phase == "playing"
    if state.phase not in PHASES.get(type(command), ("playing",)) and not shown:
        refusal = book.refusal("game/not_now", "Winner", phase=state.phase)
        return refused(command, (refusal,))
    events: Events = _DECIDE[type(command)](book, state, command)
    return events


@DECIDES.handles(BeginSeries)
def _begin(book: Book[Any], _state: FamilyState, command: BeginSeries) -> Events:
    """Open the box for a new series.

    Cards may be alike: nothing forbids it. Of a million made by the generator two are alike with
    less than one chance in 10**15 (K18).
    """
    if command.scoring not in ("rounds", "points") or command.rounds_agreed < 1:
        refusal = book.refusal(
            "series/unknown_scoring",
            "Series scoring rounds",
            scoring=command.scoring,
            rounds=command.rounds_agreed,
        )
        return refused(command, (refusal,))
    trouble = command.house.trouble
    if trouble:
        refusal = book.refusal("house/unknown_option", "Object", option=trouble)
        return refused(command, (refusal,))
    refusals = [
        refusal
        for number, card in enumerate(command.cards, start=1)
        if isinstance(card, Card75)
        for refusal in card75_refusals(book, number, card)
    ]
    if refusals:
        return refused(command, tuple(refusals))
    if not all(fits(command.house, card) for card in command.cards):
        refusal = book.refusal("house/unknown_option", "Object", option="cards")
        return refused(command, (refusal,))
    begun = SeriesBegun(
        cards=command.cards,
        scoring=command.scoring,
        rounds_agreed=command.rounds_agreed,
        auto_cover=command.auto_cover,
        house=command.house,
    )
    return (begun,)


@DECIDES.handles(DealCard)
def _deal(book: Book[Any], state: FamilyState, command: DealCard) -> Events:
    free = set(range(1, len(state.cards) + 1)) - set(state.dealt.values())
    facts = SeatFacts(
        player=person_of(command.player, state.house),
        banker=state.banker,
        cards_left=len(free),
        cards_held=int(command.player in state.dealt),
    )
    refusals = book.check(SEATS, facts)
    if refusals:
        return refused(command, refusals)
    if command.card not in free:
        refusal = book.refusal("players/card_taken", "Players", card=command.card)
        return refused(command, (refusal,))
    covered = _covered_by_now(book, state, command.card) if state.phase == "playing" else ()
    return (CardDealt(player=command.player, card=command.card, covered=covered),)


def _covered_by_now(book: Book[Any], state: FamilyState, card: int) -> tuple[Square, ...]:
    """The squares that the holder of a paper card has covered when they show it."""
    rows = state.cards[card - 1].rows
    squares = (square_of(disc, rows) for disc in state.called)
    called = (square for square in squares if square is not None)
    return (*free_squares(state.house, book.figures), *called)


@DECIDES.handles(LeaveTable)
def _leave(book: Book[Any], state: FamilyState, command: LeaveTable) -> Events:
    """Let a person go home: a house rule, since the book says nothing of it."""
    person = command.player
    hands = {name: card for name, card in state.dealt.items() if _plays(state, name, person)}
    if person == state.banker and state.phase == "playing":
        refusal = book.refusal("player/not_playing", "Banker does not play", player=person)
        return refused(command, (refusal,))
    if not hands and person != state.banker:
        refusal = book.refusal("player/not_playing", "Winner", player=person)
        return refused(command, (refusal,))
    return (PlayerLeft(player=person, cards=tuple(hands.values())),)


def _plays(state: FamilyState, name: str, person: str) -> bool:
    return person_of(name, state.house) == person


@DECIDES.handles(EndSeries)
def _end_series(_book: Book[Any], state: FamilyState, _command: EndSeries) -> Events:
    """Stop a series early: a house rule, since the book plays every series to its end."""
    return (SeriesEnded(rounds=state.rounds_counted),)


@DECIDES.handles(NameBanker)
def _name_banker(book: Book[Any], state: FamilyState, command: NameBanker) -> Events:
    refusals = book.check(BANKERS, BankerFacts(command.person, state.choices))
    if refusals:
        return refused(command, refusals)
    named = BankerNamed(
        person=command.person,
        chosen_by=command.chosen_by,
        card_returned=card_handed_back(command.person, state.dealt),
    )
    return (named,)


@DECIDES.handles(StartRound)
def _start(book: Book[Any], state: FamilyState, command: StartRound) -> Events:
    refusals = book.check(BANKERS, BankerFacts(state.banker, state.choices))
    if refusals:
        return refused(command, refusals)
    if not state.dealt and not state.house.paper:
        refusal = book.refusal("round/nobody_plays", "Equipment cards and counters")
        return refused(command, (refusal,))
    started = RoundStarted(
        round=state.round + 1,
        banker=state.banker,
        players=tuple(state.dealt),
        discs=len(discs_of(state.house, book.figures)),
        free=free_squares(state.house, book.figures),
    )
    return (started,)


@DECIDES.handles(CallDisc)
def _call(book: Book[Any], state: FamilyState, command: CallDisc) -> Events:
    facts = DiscFacts(
        disc=command.disc,
        called=chart(state.called),
        unchecked=tuple(cry.player for cry in state.cries if cry.right is None),
        right=tuple(cry.player for cry in state.cries if cry.right),
    )
    refusals = _box_refusals(book, state, facts) + book.check(CRIES, facts)
    if refusals:
        return refused(command, refusals)
    letter = command.letter.upper()
    called = DiscCalled(
        disc=command.disc,
        label=label_of(state.house, command.disc, book.figures),
        said="" if letter in ("", letter_of(command.disc, book.figures)) else letter,
        covered_by=tuple(
            player
            for player in state.dealt
            if state.auto_cover and command.disc in state.card_of(player).numbers
        ),
    )
    return (called,)


def _box_refusals(book: Book[Any], state: FamilyState, facts: DiscFacts) -> tuple[Refusal, ...]:
    """Why a disc cannot be turned over: the book's check, or the same for another box."""
    discs = discs_of(state.house, book.figures)
    if state.house.balls == BOX and facts.disc in discs:
        return book.check(DISCS, facts)
    if facts.disc in discs and facts.disc not in facts.called:
        return ()
    code = "disc/called_already" if facts.disc in facts.called else "disc/not_in_the_box"
    return (book.refusal(code, "Discs", disc=facts.disc),)


@DECIDES.handles(TakeBackDisc)
def _take_back(book: Book[Any], state: FamilyState, command: TakeBackDisc) -> Events:
    """Put the last disc back: a house rule, since the book says nothing of a misread disc."""
    if not state.called:
        return refused(command, (book.refusal("disc/none_called", "Discs"),))
    if not command.reason.strip():
        return refused(command, (book.refusal("disc/reason_missing", "Discs"),))
    if state.cries:
        player = state.cries[0].player
        return refused(command, (book.refusal("cry/unchecked", "Call back", player=player),))
    disc = state.called[-1]
    label = label_of(state.house, disc, book.figures)
    return (DiscTakenBack(disc=disc, label=label, reason=command.reason.strip()),)


@DECIDES.handles(CoverNumber)
def _cover(book: Book[Any], state: FamilyState, command: CoverNumber) -> Events:
    if command.player not in state.dealt:
        refusal = book.refusal("player/not_playing", "Cover", player=command.player)
        return refused(command, (refusal,))
    square = square_of(command.number, state.card_of(command.player).rows)
    facts = CoverFacts(
        number=command.number,
        square=square,
        called=chart(state.called),
        removed=frozenset(state.removed[command.player]),
    )
    refusals = book.check(COVERING, facts)
    if refusals:
        return refused(command, refusals)
    if square in state.covered[command.player]:
        return ()  # a second counter on the same number changes nothing
    return (NumberCovered(player=command.player, number=command.number),)


@DECIDES.handles(CryBingo)
def _cry(book: Book[Any], state: FamilyState, command: CryBingo) -> Events:
    if command.player not in state.dealt:
        is_banker = person_of(command.player, state.house) == state.banker
        clause = "Banker does not play" if is_banker else "Winner"
        refusal = book.refusal("player/not_playing", clause, player=command.player)
        return refused(command, (refusal,))
    if not state.called:
        refusal = book.refusal("cry/before_the_first_disc", "Winner", player=command.player)
        return refused(command, (refusal,))
    if any(cry.player == command.player and cry.right is not False for cry in state.cries):
        return ()  # the same claim twice changes nothing
    better = max(
        _winning_rows(book, state, command.player),
        key=lambda numbers: points_of(numbers, book.figures),
        default=(),
    )
    return (BingoCried(player=command.player, disc=state.called[-1], better=better),)


def _winning_rows(book: Book[Any], state: FamilyState, player: str) -> list[tuple[int, ...]]:
    """The numbers of every row a player could read back and win with."""
    rows = state.card_of(player).rows
    return [
        tuple(rows[line][column] for line, column in row)
        for row in shapes(state.house, rows, book.figures)
        if row_wins(row, rows, chart(state.called), frozenset(state.covered[player]))
    ]


@DECIDES.handles(ReadBack)
def _read_back(book: Book[Any], state: FamilyState, command: ReadBack) -> Events:
    """Check the row that was read back: right, or the counters of a wrong one come off."""
    if not any(cry.player == command.player and cry.right is None for cry in state.cries):
        refusal = book.refusal("cry/none_to_check", "Call back", player=command.player)
        return refused(command, (refusal,))
    rows = state.card_of(command.player).rows
    row = shape_read(command.numbers, rows, shapes(state.house, rows, book.figures))
    if row is None:
        read = " ".join(str(number) for number in command.numbers)
        refusal = book.refusal("row/not_on_card", "Call back", numbers=read)
        return refused(command, (refusal,))
    numbers = tuple(rows[line][column] for line, column in row)
    covered = frozenset(state.covered[command.player])
    right = row_wins(row, rows, chart(state.called), covered)
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


@DECIDES.handles(AwardRound)
def _award(book: Book[Any], state: FamilyState, command: AwardRound) -> Events:
    unchecked = [cry.player for cry in state.cries if cry.right is None]
    if unchecked:
        refusal = book.refusal("cry/unchecked", "Two winners check", player=unchecked[0])
        return refused(command, (refusal,))
    right = right_cries({cry.player: bool(cry.right) for cry in state.cries})
    if not right:
        refusal = book.refusal("round/not_won", "Error continue")
        return refused(command, (refusal,))
    totals: dict[str, int] = {}
    for cry in state.cries:  # a person with two right cards counts the better one
        if cry.player in right:
            person = person_of(cry.player, state.house)
            totals[person] = max(cry.total, totals.get(person, 0))
    scored = round_goes_to(totals) if state.scoring == "rounds" else tuple(points_go_to(totals))
    won = RoundWon(
        round=state.round,
        winners=scored,
        totals=tuple(totals.items()),
        next_banker=banker_choices(totals, state.banker),
    )
    return won, *_series(book, evolve(copy(state), won))


def _series(book: Book[Any], state: FamilyState) -> Events:
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


@DECIDES.handles(VoidRound)
def _void(book: Book[Any], state: FamilyState, command: VoidRound) -> Events:
    """End a round without a winner, if all discs are out and no one has a row (K16).

    It is refused while a claim is open or was found right. A row that is not claimed yet may be
    claimed late (K03). Where cards are on paper and the program knows none of them, people check a
    claim by the chart, and the round ends with it.
    """
    left = set(discs_of(state.house, book.figures)) - chart(state.called)
    by_eye = state.house.paper and not state.cards
    if left and not by_eye:
        refusal = book.refusal("round/discs_left", "Error continue", discs=len(left))
        return refused(command, (refusal,))
    unchecked = [cry.player for cry in state.cries if cry.right is None]
    if unchecked:
        refusal = book.refusal("cry/unchecked", "Call back", player=unchecked[0])
        return refused(command, (refusal,))
    won = [cry.player for cry in state.cries if cry.right]
    if won:
        refusal = book.refusal("round/won", "Error continue", player=won[0])
        return refused(command, (refusal,))
    able = [player for player in state.dealt if _winning_rows(book, state, player)]
    if able:
        refusal = book.refusal("round/row_not_cried", "Winner", player=able[0])
        return refused(command, (refusal,))
    return (RoundVoided(round=state.round),)


_DECIDE = every(DECIDES, kinds=get_args(Command))
