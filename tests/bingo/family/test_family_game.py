"""family-bingo round the table: what is asked, what happens, what is refused."""

from __future__ import annotations

from datetime import date
from typing import TypeVar

import pytest

from eyesdown.bingo.family import Command, Event, FamilyState, decide, evolve
from eyesdown.bingo.family.announce import announcement
from eyesdown.bingo.family.commands import (
    AwardRound,
    BeginSeries,
    CallDisc,
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
    RoundStarted,
    RoundVoided,
    RoundWon,
    RowReadBack,
    SeriesBegun,
    SeriesTied,
    SeriesWon,
)
from eyesdown.kernel.refused import Refused
from eyesdown.rulebook.catalogue import codes_of
from eyesdown.rulebooks.family_bingo.book import open_on
from kit.fixtures import F1, F2, F3

BOOK = open_on(date(2026, 6, 1))
CODES = codes_of(BOOK)
E = TypeVar("E")


class Table:
    """A game played command by command."""

    def __init__(self) -> None:
        self.state = FamilyState()
        self.events: list[Event] = []

    def do(self, *commands: Command) -> tuple[Event, ...]:
        answer: tuple[Event, ...] = ()
        for command in commands:
            answer = decide(BOOK, self.state, command)
            for event in answer:
                self.state = evolve(self.state, event)
            self.events += answer
        return answer

    def call(self, *discs: int) -> tuple[Event, ...]:
        return self.do(*(CallDisc(disc=disc) for disc in discs))

    def claim(self, player: str, *numbers: int) -> tuple[Event, ...]:
        return self.do(CryBingo(player=player), ReadBack(player=player, numbers=numbers))


def seated(scoring: str = "rounds", rounds_agreed: int = 3, *, auto_cover: bool = True) -> Table:
    table = Table()
    table.do(
        BeginSeries(
            cards=(F1, F2, F3), scoring=scoring, rounds_agreed=rounds_agreed, auto_cover=auto_cover
        ),
        DealCard(player="Ana", card=1),
        DealCard(player="Ben", card=2),
        DealCard(player="Cho", card=3),
        NameBanker(person="Dad", chosen_by=("Ana", "Ben")),
    )
    return table


def playing(scoring: str = "rounds", rounds_agreed: int = 3, *, auto_cover: bool = True) -> Table:
    table = seated(scoring, rounds_agreed, auto_cover=auto_cover)
    table.do(StartRound())
    return table


def code(answer: tuple[Event, ...]) -> str:
    (refused,) = answer
    assert isinstance(refused, Refused)
    for no in refused.refusals:
        assert no.clause.number in CODES[no.code], "every refusal can be looked up"
    return f"{refused.refusals[0].clause.number}: {refused.refusals[0].code}"


def only(kind: type[E], answer: tuple[Event, ...]) -> E:
    (found,) = [event for event in answer if isinstance(event, kind)]
    return found


@pytest.mark.clause("family-bingo", "Players", "Equipment cards and counters")
def test_players__as_many_as_there_are_cards_and_one_each() -> None:
    table = seated()
    dealt = [event for event in table.events if isinstance(event, CardDealt)]
    assert [(event.player, event.card) for event in dealt] == [("Ana", 1), ("Ben", 2), ("Cho", 3)]
    assert code(table.do(DealCard(player="Dee", card=1))) == "Players: players/no_card_left"
    assert code(table.do(DealCard(player="Ana", card=2))) == "Players: players/has_a_card"
    two = Table()
    two.do(BeginSeries(cards=(F1, F2)), DealCard(player="Ana", card=1))
    assert code(two.do(DealCard(player="Ben", card=1))) == "Players: players/card_taken"
    assert code(two.do(DealCard(player="Ben", card=9))) == "Players: players/card_taken"
    assert isinstance(two.do(DealCard(player="Ben", card=2))[0], CardDealt)


@pytest.mark.clause("family-bingo", "Banker first round (English)", "Banker first round (French)")
def test_banker_first_round__must_be_named_and_hands_a_card_back() -> None:
    table = Table()
    table.do(BeginSeries(cards=(F1, F2)), DealCard(player="Ana", card=1))
    table.do(DealCard(player="Ben", card=2))
    assert code(table.do(StartRound())) == "Banker first round (English): banker/not_named"
    named = only(BankerNamed, table.do(NameBanker(person="Ben", chosen_by=("Ana", "Ben"))))
    assert (named.card_returned, named.chosen_by) == (2, ("Ana", "Ben"))
    started = only(RoundStarted, table.do(StartRound()))
    assert (started.banker, started.players) == ("Ben", ("Ana",))


@pytest.mark.clause("family-bingo", "Banker does not play")
def test_banker_does_not_play() -> None:
    table = seated()
    assert code(table.do(DealCard(player="Dad", card=1))).endswith("no_card_left")
    two = Table()
    two.do(BeginSeries(cards=(F1, F2)), DealCard(player="Ana", card=1), NameBanker(person="Dad"))
    assert code(two.do(DealCard(player="Dad", card=2))) == (
        "Banker does not play: banker/does_not_play"
    )
    two.do(StartRound(), CallDisc(disc=3))
    assert code(two.do(CryBingo(player="Dad"))) == "Banker does not play: player/not_playing"
    assert code(two.do(CryBingo(player="Zoe"))) == "Winner: player/not_playing"


@pytest.mark.clause("family-bingo", "Discs", "Checking chart", "Call random")
def test_discs__no_disc_twice_and_none_beside_the_box() -> None:
    table = playing()
    assert only(RoundStarted, tuple(table.events[-1:])).discs == 75
    table.call(3)
    assert code(table.call(3)) == "Discs: disc/called_already"
    for disc in (0, 76):
        assert code(table.call(disc)) == "Discs: disc/not_in_the_box"
    table.call(17)
    assert table.state.called == (3, 17)


@pytest.mark.clause("family-bingo", "Call letter")
def test_K17__a_wrong_letter_is_corrected_and_the_number_governs() -> None:
    table = playing()
    called = only(DiscCalled, table.do(CallDisc(disc=34, letter="B")))
    assert (called.label, called.said) == ("N34", "B")
    assert announcement(called, "en") == "Not B34: N34!"
    fine = only(DiscCalled, table.do(CallDisc(disc=46, letter="g")))
    assert (fine.label, fine.said) == ("G46", "")


@pytest.mark.clause("family-bingo", "Cover", "No number", "Free space (French)")
def test_cover__the_called_number_is_covered_where_it_stands() -> None:
    table = playing()
    assert set(table.state.covered.values()) == {((2, 2),)}
    called = only(DiscCalled, table.call(17))
    assert called.covered_by == ("Ana",)
    assert table.state.covered["Ana"] == ((2, 2), (0, 1))
    assert table.state.covered["Ben"] == ((2, 2),)


@pytest.mark.clause("family-bingo", "Cover")
def test_K19__by_hand_a_number_may_be_covered_late_and_counters_decide() -> None:
    table = playing(auto_cover=False)
    assert code(table.do(CoverNumber(player="Ana", number=3))) == "Cover: cover/not_called"
    table.call(3, 17, 32, 48, 62)
    assert code(table.do(CoverNumber(player="Ana", number=5))) == "Cover: cover/not_called"
    assert code(table.do(CoverNumber(player="Ben", number=17))) == "Cover: cover/not_on_card"
    assert code(table.do(CoverNumber(player="Dad", number=17))) == "Cover: player/not_playing"
    for number in (3, 17, 32, 48):
        table.do(CoverNumber(player="Ana", number=number))
    assert table.do(CoverNumber(player="Ana", number=3)) == ()
    late = playing(auto_cover=False)
    late.call(3, 17, 32, 48, 62)
    for number in F1.rows[0]:
        late.do(CoverNumber(player="Ana", number=number))
    assert only(RowReadBack, late.claim("Ana", *F1.rows[0])).right
    uncovered = only(RowReadBack, table.claim("Ana", *F1.rows[0])[:1])
    assert not uncovered.right
    assert all(called for _, called in uncovered.checked)


@pytest.mark.clause("family-bingo", "Winner", "Call back", "Points per round")
def test_winner__a_right_row_cried_and_read_back_wins_the_round() -> None:
    table = playing()
    table.call(3, 17, 32, 48, 62)
    cried = only(BingoCried, table.do(CryBingo(player="Ana")))
    assert (cried.disc, cried.better) == (62, (3, 17, 32, 48, 62))
    read = only(RowReadBack, table.do(ReadBack(player="Ana", numbers=F1.rows[0])))
    assert read.checked == tuple((number, True) for number in F1.rows[0])
    assert (read.right, read.total) == (True, 162)
    won = only(RoundWon, table.do(AwardRound()))
    assert (won.winners, won.totals) == (("Ana",), (("Ana", 162),))


def test_cries_out_of_turn() -> None:
    table = playing()
    assert code(table.do(CryBingo(player="Ana"))) == "Winner: cry/before_the_first_disc"
    table.call(3)
    assert code(table.do(ReadBack(player="Ana", numbers=(3,)))) == "Call back: cry/none_to_check"
    table.do(CryBingo(player="Ana"))
    assert table.do(CryBingo(player="Ana")) == ()
    assert code(table.do(ReadBack(player="Ana", numbers=(1, 2)))) == "Call back: row/not_on_card"
    assert code(table.do(AwardRound())) == "Two winners check: cry/unchecked"
    assert code(seated().do(CallDisc(disc=3))) == "Winner: game/not_now"


def test_K03__a_row_may_be_claimed_at_any_later_time() -> None:
    table = playing()
    table.call(3, 17, 32, 48, 62, 9, 24)
    assert only(RowReadBack, table.claim("Ana", *F1.rows[0])).right


@pytest.mark.clause("family-bingo", "Error penalty")
def test_error_penalty__all_five_squares_come_off_and_stay_off() -> None:
    table = playing()
    table.call(3, 17, 32, 48, 11, 22)
    answer = table.claim("Ana", *F1.rows[0])
    assert not only(RowReadBack, answer).right
    assert only(CountersRemoved, answer).numbers == F1.rows[0]
    assert set(table.state.covered["Ana"]) == {(2, 2), (1, 0), (1, 1)}
    assert code(table.do(CoverNumber(player="Ana", number=17))) == "Cover: cover/removed"
    table.call(62)
    assert (0, 4) in table.state.covered["Ana"], "called after the penalty: may be covered (K05)"
    assert not only(RowReadBack, table.claim("Ana", *F1.rows[0])).right


def test_K04__the_free_square_is_lost_with_a_row_through_the_centre() -> None:
    table = playing()
    table.call(8, 29, 50)
    table.claim("Ana", 8, 29, 50, 66)
    table.call(66, 3, 22, 46, 73)
    assert set(table.state.covered["Ana"]) == {(2, 4), (0, 0), (1, 1), (3, 3), (4, 4)}
    assert not only(RowReadBack, table.claim("Ana", 3, 22, 46, 73)).right


@pytest.mark.clause("family-bingo", "Error continue")
def test_error_continue__the_next_disc_waits_only_for_the_check() -> None:
    table = playing()
    table.call(3)
    table.do(CryBingo(player="Ana"))
    assert code(table.call(17)) == "Error continue: cry/unchecked"
    table.do(ReadBack(player="Ana", numbers=F1.rows[0]))
    assert code(table.do(AwardRound())) == "Error continue: round/not_won"
    table.call(11, 22, 45, 57, 70)
    assert only(RowReadBack, table.claim("Ana", *F1.rows[1])).right
    assert code(table.call(75)) == "Error continue: round/won"


def test_K21__after_a_wrong_row_another_right_one_may_be_claimed() -> None:
    table = playing()
    table.call(3, 17, 11, 22, 45, 57, 70)
    assert not only(RowReadBack, table.claim("Ana", *F1.rows[0])).right
    assert only(RowReadBack, table.claim("Ana", *F1.rows[1])).right


TOGETHER = [n for row in (F1.rows[0], F3.rows[0]) for n in row if n != 3] + [3]


@pytest.mark.clause("family-bingo", "Two winners check", "Two winners rounds")
def test_two_winners_rounds__the_higher_total_has_the_round() -> None:
    table = playing()
    table.call(*TOGETHER)
    table.claim("Ana", *F1.rows[0])
    table.do(CryBingo(player="Cho"))
    assert code(table.do(AwardRound())) == "Two winners check: cry/unchecked"
    table.do(ReadBack(player="Cho", numbers=F3.rows[0]))
    won = only(RoundWon, table.do(AwardRound()))
    assert won.winners == ("Cho",)
    assert won.totals == (("Ana", 162), ("Cho", 170))
    assert won.next_banker == ("Cho", "Dad")
    assert table.state.rounds_won == {"Cho": 1}


@pytest.mark.clause("family-bingo", "Two winners points")
def test_two_winners_points__each_counts_its_own_total() -> None:
    table = playing("points")
    table.call(*TOGETHER)
    table.claim("Ana", *F1.rows[0])
    table.claim("Cho", *F3.rows[0])
    table.do(AwardRound())
    assert table.state.points == {"Ana": 162, "Cho": 170}


@pytest.mark.clause("family-bingo", "Two winners check")
def test_K08__one_right_one_wrong_and_both_wrong() -> None:
    table = playing()
    table.call(*(n for n in TOGETHER if n != 33))
    table.claim("Ana", *F1.rows[0])
    table.claim("Cho", *F3.rows[0])
    assert only(RoundWon, table.do(AwardRound())).winners == ("Ana",)
    both = playing()
    both.call(3)
    both.claim("Ana", *F1.rows[0])
    both.claim("Cho", *F3.rows[0])
    assert len(table.state.removed["Cho"]) == 4
    assert isinstance(both.call(4)[0], DiscCalled)


def win_round(table: Table, player: str, numbers: tuple[int, ...]) -> tuple[Event, ...]:
    table.do(StartRound())
    table.call(*(number for number in numbers if number))
    table.claim(player, *numbers)
    return table.do(AwardRound())


@pytest.mark.clause("family-bingo", "Series scoring rounds")
def test_series_of_rounds__a_tie_means_one_more_round() -> None:
    table = seated(rounds_agreed=2)
    assert [type(event) for event in win_round(table, "Ana", F1.rows[0])] == [RoundWon]
    tied = only(SeriesTied, win_round(table, "Ben", F2.rows[0]))
    assert (tied.players, tied.score) == (("Ana", "Ben"), 1)
    won = only(SeriesWon, win_round(table, "Ben", F2.rows[4]))
    assert (won.player, won.score) == ("Ben", 2)
    assert code(table.do(StartRound())) == "Winner: game/not_now"
    assert isinstance(table.do(BeginSeries(cards=(F1,)))[0], SeriesBegun)


@pytest.mark.clause("family-bingo", "Series scoring points")
def test_series_of_points__runs_until_a_thousand() -> None:
    table = seated("points")
    column_o = tuple(row[4] for row in F1.rows)
    for _ in range(2):
        assert [type(event) for event in win_round(table, "Ana", column_o)] == [RoundWon]
    assert table.state.points == {"Ana": 692}
    won = only(SeriesWon, win_round(table, "Ana", column_o))
    assert (won.score, won.scoring) == (1038, "points")


@pytest.mark.clause("family-bingo", "Banker later rounds")
def test_banker_later_rounds__winner_or_present_banker_neither_forced() -> None:
    table = seated()
    win_round(table, "Ana", F1.rows[0])
    assert table.state.choices == ("Ana", "Dad")
    assert code(table.do(NameBanker(person="Ben"))) == "Banker later rounds: banker/not_offered"
    stayed = only(RoundStarted, table.do(StartRound()))
    assert stayed.banker == "Dad"
    other = seated()
    win_round(other, "Ana", F1.rows[0])
    other.do(NameBanker(person="Ana"), DealCard(player="Dad", card=1))
    started = only(RoundStarted, other.do(StartRound()))
    assert (started.banker, set(started.players)) == ("Ana", {"Ben", "Cho", "Dad"})
    assert other.state.rounds_won["Ana"] == 1, "the Banker keeps his score (K22)"


def test_K16__all_discs_out_and_no_row_makes_the_round_void() -> None:
    table = playing()
    table.call(3)
    assert code(table.do(VoidRound())) == "Error continue: round/discs_left"
    table.call(*(disc for disc in range(1, 76) if disc != 3))
    assert code(table.do(VoidRound())) == "Winner: round/row_not_cried", "late cries count (K03)"
    table.do(CryBingo(player="Ana"), CryBingo(player="Ben"))
    assert code(table.do(VoidRound())) == "Call back: cry/unchecked"
    table.do(ReadBack(player="Ana", numbers=F1.rows[0]))
    table.do(ReadBack(player="Ben", numbers=F2.rows[0]))
    assert code(table.do(VoidRound())) == "Error continue: round/won"
    quiet = playing(auto_cover=False)
    quiet.call(*range(1, 76))
    assert isinstance(quiet.do(VoidRound())[0], RoundVoided)
    assert (quiet.state.points, quiet.state.choices) == ({}, ("Dad",))


def test_bad_cards_and_scorings_are_refused() -> None:
    table = Table()
    answer = table.do(BeginSeries(cards=(F1, type(F1).of([row[::-1] for row in F1.rows]))))
    assert code(answer) == "Column B: card/wrong_column"
    assert code(table.do(BeginSeries(cards=(F1,), scoring="sets"))).endswith("unknown_scoring")
    assert code(table.do(BeginSeries(cards=(F1,), rounds_agreed=0))).endswith("unknown_scoring")
    empty = Table()
    empty.do(BeginSeries(cards=(F1,)), NameBanker(person="Dad"))
    assert code(empty.do(StartRound())) == "Equipment cards and counters: round/nobody_plays"


@pytest.mark.clause("family-bingo", "French version")
def test_french_version__the_same_game_is_announced_in_both_languages() -> None:
    table = playing(rounds_agreed=1)
    table.call(3, 17, 32, 48, 62)
    table.claim("Ana", *F1.rows[0])
    table.do(AwardRound())
    english = [announcement(event, "en") for event in table.events]
    french = [announcement(event, "fr") for event in table.events]
    assert [bool(text) for text in english] == [bool(text) for text in french]
    assert english[-1] == "Ana wins the game with 1."
    assert french[-1] == "Ana gagne la partie avec 1."
    assert "O62 !" in french
    tied = SeriesTied(players=("Ana", "Ben"), score=2)
    assert announcement(tied, "en") == "A tie between Ana, Ben: one more round for all."
    assert announcement(tied, "fr").startswith("Égalité entre Ana, Ben")
    assert announcement(RoundVoided(round=1), "en").endswith("the round does not count.")
    assert announcement(RoundVoided(round=1), "fr").endswith("le tour ne compte pas.")
