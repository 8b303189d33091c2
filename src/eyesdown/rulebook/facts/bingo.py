"""What the clauses of the three 90-ball books may see. A clause never sees a game's state."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from eyesdown.kernel.errors import BadInput

FORFEIT_SCOPES = ("player", "card", "completion")


@dataclass(frozen=True, slots=True)
class Settings:
    """Every decision that a hall may change, with its default."""

    strict_banding: bool = False  # A01
    colour_lookback: int | None = None  # A06: a number of games; None keeps the book's own reach
    allow_single_game: bool = False  # B06
    forfeit_scope: str = "player"  # C05, C25: player, card or completion
    staff_may_play: bool = False  # C20
    return_winning_card: bool = True  # C24
    reverse_contributions_on_refund: bool = False  # I04
    scorecard_nearness: bool = False  # S02: an electronic scorecard shows what is to go
    phone_bell: bool = False  # S03: the button of a phone that follows paper counts as a call

    def __post_init__(self) -> None:
        if self.forfeit_scope not in FORFEIT_SCOPES:
            raise BadInput("forfeit_scope", f"must be {' or '.join(FORFEIT_SCOPES)}")
        if self.colour_lookback is not None and self.colour_lookback < 0:
            raise BadInput("colour_lookback", "must be a number of games, 0 or more")


@dataclass(frozen=True, slots=True)
class DayFacts:
    """A gaming day about to be fixed."""

    minutes: int
    inspector: str


@dataclass(frozen=True, slots=True)
class PointFacts:
    """A point of sale about to open."""

    in_gaming_area: bool
    price_notice: bool


@dataclass(frozen=True, slots=True)
class GameFacts:
    """One game of a programme."""

    game: int
    versions: tuple[int, ...]
    prizes: tuple[str, ...]
    price_cents: int


@dataclass(frozen=True, slots=True)
class PlanFacts:
    """A programme about to be fixed."""

    games: tuple[GameFacts, ...]
    starts_at: datetime
    previous_ended_at: datetime | None
    entry_fee_cents: int
    session_price_cents: int
    boxes: int
    sequence: str
    pool: str
    pool_sequence: str
    pool_used_before: bool
    allow_single_game: bool


@dataclass(frozen=True, slots=True)
class OpenFacts:
    """The opening checklist of a session."""

    notice_displayed: bool
    terminal: str
    software_approved: bool
    display_connected: bool
    scorecards_issued: int


@dataclass(frozen=True, slots=True)
class AppointFacts:
    """A person about to call or supervise. `other` holds the other duty of the game."""

    duty: str
    person: str
    role: str
    staff: bool
    other: str
    holds_cards: bool
    staff_may_play: bool


@dataclass(frozen=True, slots=True)
class SaleFacts:
    """Cards about to be sold, for one game or for a session.

    `cards_count` is the most that the player holds in any of these games, this sale included.
    """

    player: str
    cards_count: int
    player_is_official: bool
    staff_may_play: bool
    paid_cents: int
    price_cents: int
    boxes: int
    session_boxes: int
    numbers_out: int
    in_gaming_area: bool
    series_in_use: str
    series_in_use_left: int
    serial: str
    offered_card: int
    expected_card: int
    gaming_day_fits: bool
    already_sold: int


@dataclass(frozen=True, slots=True)
class HoldFacts:
    """A card reserved, or a sale declined, while a person present offers the price."""

    reserved_for: str
    during_play: bool


@dataclass(frozen=True, slots=True)
class FeeFacts:
    """A charge to come in."""

    amount_cents: int
    session_fee_cents: int
    member: bool
    paid_before: bool
    entry_void: bool


@dataclass(frozen=True, slots=True)
class IssueFacts:
    """Scorecards about to be handed out."""

    member: bool
    fee_paid: bool
    medium: str
    auto_play: bool
    boxes: int
    session_boxes: int
    already_issued: int
    player_is_official: bool
    staff_may_play: bool


@dataclass(frozen=True, slots=True)
class StartFacts:
    """A game about to begin."""

    games_count: int
    at: datetime
    session_began_at: datetime | None
    previous_ended_at: datetime | None
    selector: str
    balls: int


@dataclass(frozen=True, slots=True)
class DrawFacts:
    """A number about to be announced; `last_…` say what was done with the one before it."""

    number: int
    drawn: int
    drawn_before: bool
    numbers_drawn: int
    running: bool
    game_won: bool
    caller: str
    supervisor: str
    by: str
    receptacle: bool
    last_announced: bool
    last_handed_over: bool
    last_racked: bool
    correction_open: bool
    claims_open: int
    malfunction_open: bool
    jackpot_numbers_owed: bool
    range_entered: bool
    prizes_fixed: bool
    prizes_count: int
    short_cents: int
    jackpot_session: bool


@dataclass(frozen=True, slots=True)
class CorrectionFacts:
    """An error about to be corrected. `drawn` is 0 where no other number than `wrong` is known.

    Of a number that was only shown wrong, `wrong` is the number and `right` what was shown.
    """

    display: bool
    wrong: int
    wrong_called: bool
    drawn: int
    right: int
    right_called: bool
    by_official: bool
    by_role: str
    announced: bool
    displayed: bool


@dataclass(frozen=True, slots=True)
class JackpotDrawFacts:
    """Jackpot numbers about to be drawn."""

    numbers: tuple[int, ...]
    numbers_out: int
    jackpot_game: bool
    announced: bool


@dataclass(frozen=True, slots=True)
class ClaimFacts:
    """A claim, as far as the sale and the calls show. Calls count from 1; 0 is never."""

    player_is_official: bool
    staff_may_play: bool
    has_cards: bool
    shown_sold: bool
    shown_serial_in_game: bool
    shown_for_game: bool
    shown_in_range: bool
    shown_day_fits: bool
    game_settled: bool
    entry_void: bool
    excluded: bool
    during_announcement: bool
    version: str
    prize: str
    call: int
    completed_on: int
    forfeited: bool


@dataclass(frozen=True, slots=True)
class CheckFacts:
    """Steps of a checklist about to be recorded."""

    steps: tuple[str, ...]
    by: str
    by_duty: str
    by_role: str
    serial_agrees: bool
    book_agrees: bool
    witness: str
    witness_is_player: bool
    witness_is_claimant: bool
    witness_is_official: bool
    witness_possible: bool


@dataclass(frozen=True, slots=True)
class ConfirmFacts:
    """A claim about to be confirmed, its checklist done."""

    by_duty: str
    by_role: str
    unmarked: tuple[int, ...]
    claiming_witness: str = ""


@dataclass(frozen=True, slots=True)
class CloseFacts:
    """A game about to be closed."""

    open_prizes: tuple[str, ...]
    prizes_won: int
    numbers_count: int
    exhausted: bool


@dataclass(frozen=True, slots=True)
class SessionCloseFacts:
    """A session about to be closed."""

    pool_cents: int
    must_go: bool
    games_left: int
    early: bool
    by: str
    by_role: str
    sign_shown_at: datetime | None
    at: datetime


@dataclass(frozen=True, slots=True)
class PoolFacts:
    """Money about to go into a pool or out of it; what this game fed is not spendable in it."""

    pool: str
    session_pool: str
    amount_cents: int
    balance_cents: int
    spendable_cents: int
    last_game: bool
    rolling: bool
    game: int
    announced: bool
    """Whether the game was among those announced, or the duty to empty the pool came after."""
    jackpot_game: bool
    jackpot_won: bool


@dataclass(frozen=True, slots=True)
class OfferFacts:
    """Money about to be added to a prize on offer, by the operator or from a pool."""

    prize: str
    announced: bool
    prizes_count: int
    numbers_out: int
    from_pool: bool


@dataclass(frozen=True, slots=True)
class PayFacts:
    """A prize about to be paid."""

    amount_cents: int
    game_closed: bool
    parts: tuple[tuple[str, int], ...]
    jackpot: bool
    cheque_requested: bool


@dataclass(frozen=True, slots=True)
class InvalidateFacts:
    """A game about to be declared invalid."""

    cause: str
    by_role: str
    by_duty: str
    person: str
    person_kind: str
    affects_outcome: bool
    opinion_role: str
    forfeit: bool
    paid_nothing: str
    """The first person named to forfeit a stake who has none in the game; '' if each has one."""


@dataclass(frozen=True, slots=True)
class ActionFacts:
    """Something only people of a certain rank may do."""

    by_role: str


@dataclass(frozen=True, slots=True)
class DisputeFacts:
    """A dispute about to be decided, reviewed or closed."""

    by: str
    by_role: str
    supervisor: str
    decided: bool
    review: bool
    closing: bool
    satisfied: bool
    advised: bool


@dataclass(frozen=True, slots=True)
class Brief:
    """What an announcement may have to contain."""

    game: int
    versions: tuple[int, ...]
    prizes: tuple[tuple[str, int], ...]
    minors: tuple[tuple[str, int], ...]
    serials: tuple[str, ...]
    colour: str
    programme: tuple[tuple[int, tuple[int, ...], str], ...]
    rolling: bool
    last_in_sequence: bool
    pool: str
    pool_cents: int
    pool_games: tuple[int, ...]
    pool_method: str
    brought_forward_cents: int
    brought_forward_date: date | None
    levels: tuple[tuple[str, int], ...]
    conditions: tuple[str, ...]
    numbers_wanted: bool
    jackpot_games: tuple[int, ...]
    jackpot_numbers: tuple[int, ...]
    details: tuple[tuple[str, str], ...] = ()

    def detail(self, name: str) -> str:
        """A detail only the hall can know; '' if it was not given."""
        return dict(self.details).get(name, "")
