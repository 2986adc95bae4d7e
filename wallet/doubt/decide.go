package doubt

import (
	"context"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/doubt/clue"
	"krapao/wallet/internal/sweep"
	"krapao/wallet/internal/walletdb"
)

// Correction returns the amount that a decision about the case books: what the provider has beyond our transfers,
// positive where the member has it twice. INVALID_INPUT where the decision can book nothing.
func (x Difference) Correction(outcome CaseOutcome) (money.Amount, error) {
	switch {
	case outcome == Dismissed:
		return 0, nil
	case outcome != ItMoved && outcome != ItDidNotMove:
		return 0, fault.New(fault.INVALID_INPUT, "a case ends as moved, not moved or closed")
	case x.Transfer == 0:
		return 0, fault.New(fault.INVALID_INPUT, "no transfer of ours is concerned: close it; money is moved by an adjustment")
	case outcome == ItDidNotMove:
		return -x.Ours, nil
	}
	switch x.Kind {
	case MissingThere, AnotherAccount, Unclear:
		return 0, nil // the booking is right
	default:
		return x.Theirs - x.Ours, nil
	}
}

// Stake returns how much money a decision is about: the amount that it books, or the difference that it leaves.
func (x Difference) Stake(outcome CaseOutcome) (money.Amount, error) {
	booked, err := x.Correction(outcome)
	left := size(x.Theirs - x.Ours)
	if x.Kind == AnotherAccount {
		left = max(size(x.Ours), size(x.Theirs)) // it is missing on one account and extra on the other
	}
	return max(size(booked), left), err
}

func size(a money.Amount) money.Amount { return max(a, -a) }

// DecideTx ends a case inside the transaction that records who decided it and why. It books money that belongs to the
// member; Correct takes back later what the member has twice. NO_DATA where the case is not open, or where its transfer
// was corrected meanwhile.
func (s *Cases) DecideTx(ctx context.Context, tx *store.Tx, id string, outcome CaseOutcome, by, note string) error {
	q := walletdb.New(tx)
	x, err := findDifference(ctx, q, id)
	if err != nil {
		return err
	}
	if x.State != CaseOpen {
		return fault.New(fault.NO_DATA, "case %s ended as %s: %s", id, x.Outcome, clue.English(x.Note))
	}
	amount, err := x.Correction(outcome)
	if err != nil {
		return err
	}
	p := walletdb.DecideCaseParams{
		State: string(CaseClosed), Outcome: string(outcome), Note: note, DecidedBy: by, DecidedAt: clock.MicrosOf(tx.Now), ID: id,
	}
	if amount != 0 {
		if err := s.corrections.correctTx(ctx, tx, x, amount, note); err != nil {
			return err
		}
	}
	if amount > 0 {
		p.State, p.Booking, p.DueAt = string(CaseBooking), int64(amount), clock.MicrosOf(tx.Now)
	}
	n, err := q.DecideCase(ctx, p)
	if err == nil && n == 0 {
		return fault.New(fault.NO_DATA, "somebody else has just decided case %s", id)
	}
	if err == nil {
		err = endChecksTx(ctx, tx, x, outcome)
	}
	if err != nil {
		return fmt.Errorf("wallet: decide a case: %w", err)
	}
	return nil
}

// retryBooking is the pause before taking money back is tried again, where the provider did not answer.
const retryBooking = time.Minute

// Correct takes back what members have twice according to decided cases, and returns how many cases it finished. Call it
// every few seconds, on every node, and after a decision.
func (s *Cases) Correct(ctx context.Context) (int, error) {
	now := clock.MicrosOf(s.store.Now())
	rows, err := walletdb.New(s.store.DB()).DueBookings(ctx, now, sweep.Limit)
	if err != nil {
		return 0, fmt.Errorf("wallet: read due corrections: %w", err)
	}
	provider := func(row walletdb.ReconcileCase) string { return row.Provider }
	return sweep.SideBySide(s.booking, rows, provider, func(row walletdb.ReconcileCase) bool {
		if mine, err := s.takeBooking(ctx, row); err != nil || !mine {
			return false
		}
		if err := s.book(ctx, row); err != nil {
			s.log.Warn("wallet: a correction waits", "case", row.ID, "error", err)
			return false
		}
		return true
	}), nil
}

func (s *Cases) takeBooking(ctx context.Context, row walletdb.ReconcileCase) (bool, error) {
	var n int64
	err := s.store.Write(ctx, func(tx *store.Tx) (err error) {
		n, err = walletdb.New(tx).TakeBooking(ctx, clock.MicrosOf(tx.Now.Add(retryBooking)), row.ID, row.DueAt)
		return err
	})
	return n == 1, err
}

func (s *Cases) book(ctx context.Context, row walletdb.ReconcileCase) error {
	x, err := differenceFrom(row)
	if err != nil {
		return err
	}
	t, err := s.books.Find(ctx, x.Transfer)
	if err != nil {
		return fmt.Errorf("wallet: correct a transfer: %w", err)
	}
	a, err := accountOf(ctx, s.games, t)
	if err != nil {
		return err
	}
	if err := s.corrections.take(ctx, a, correctionOf(x, t, money.Amount(row.Booking))); err != nil {
		return err
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		_, err := walletdb.New(tx).EndBooking(ctx, row.ID)
		return err
	})
	if err != nil {
		return fmt.Errorf("wallet: end a correction: %w", err)
	}
	return nil
}

// Corrected returns how much of what readings found on an account was the provider's doing in a transfer of ours. Linked
// transfers have booked that part, and the account's sums contain it for ever. last is when the last of them was booked.
func (s *Cases) Corrected(ctx context.Context, provider, username string) (booked money.Amount, last time.Time, err error) {
	q := walletdb.New(s.store.DB())
	late, err := q.LateOf(ctx, provider, username)
	if err != nil {
		return 0, last, fmt.Errorf("wallet: read transfers that proved applied: %w", err)
	}
	at := clock.Micros(0)
	for _, row := range late {
		if row.Kind == string(game.KindOut) {
			row.Proven = -row.Proven
		}
		booked, at = booked+money.Amount(row.Proven), max(at, row.UpdatedAt)
	}
	cases, err := q.BookedCasesOf(ctx, provider, string(ledger.Game(provider, username)))
	if err != nil {
		return 0, last, fmt.Errorf("wallet: read decided cases: %w", err)
	}
	for _, row := range cases {
		x, err := differenceFrom(row)
		if err != nil {
			return 0, last, err
		}
		amount, err := x.Correction(x.Outcome)
		if err != nil {
			return 0, last, err
		}
		if amount != 0 {
			booked, at = booked+amount, max(at, row.DecidedAt)
		}
	}
	return booked, at.Time(), nil
}
