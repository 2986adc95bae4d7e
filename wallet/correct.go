package wallet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/internal/walletdb"
)

// A correction books what a provider did where a settled transfer says something else: it went back and was applied after
// all, or it is booked and was never applied, or applied with another amount. The transfer stays as it is; linked transfers
// between the provider's result and the member book the difference. What is the member's is booked at once. What the member
// has twice comes out of that game first, then out of the wallet, and the rest is what the member owes (RULES.md section 3).

// The occasions for a correction. They begin its keys, so that a re-check, a comparison and an operator who find the same book
// it once.
const (
	occasionLate   = "late"   // it went back, and was applied
	occasionUndone = "undone" // it is booked, and the provider did not do that
)

// The parts of a correction.
const (
	partGiven = "out"  // to the member
	partBack  = "back" // out of the game, a transfer at the provider
	partPaid  = "in"   // out of the wallet
	partOwed  = "owed"
)

// correction is what has to be booked about a transfer that is at its end.
type correction struct {
	of       ledger.Transfer
	provider string
	occasion string
	// amount is positive.
	amount money.Amount
	// note is for operators.
	note string
}

func (c correction) key(part string) ledger.Key {
	return ledger.InternalKey(c.occasion, part, c.of.ID.String())
}

// code is the game that the transfer was about.
func (c correction) code() string {
	if c.of.Kind == KindOut {
		return c.of.Detail.From
	}
	return c.of.Detail.To
}

// order is one part. Towards the member it reads as money that came out of the game, else as money that went into it: that
// is what the provider did with it.
func (c correction) order(part string, amount money.Amount) ledger.Order {
	o := ledger.Order{
		Key: c.key(part), Kind: KindIn, Credit: ledger.GameResult(c.provider), Amount: amount, Member: c.of.Member,
		Detail: ledger.Detail{From: ledger.LabelWallet, To: c.code(), Account: c.of.Detail.Account, Of: c.of.ID, Note: c.note},
	}
	switch part {
	case partGiven:
		o.Kind, o.Debit, o.Credit = KindOut, o.Credit, ledger.Wallet(c.of.Member)
		o.Detail.From, o.Detail.To = o.Detail.To, o.Detail.From
	case partPaid:
		o.Debit = ledger.Wallet(c.of.Member)
	case partOwed:
		o.Debit = ledger.Owed(c.of.Member)
	}
	return o
}

// give books what is the member's. A result that is not booked yet is booked before it where the provider can be read, but
// the member does not wait for a provider.
func (s *Service) give(ctx context.Context, a game.Account, c correction) error {
	_, known, err := s.books.FindByKey(ctx, c.key(partGiven))
	if known || err != nil {
		return err
	}
	if _, err := s.games.Confirm(ctx, a); err != nil {
		s.settings.Log.Info("wallet: a correction is booked before the reading that it corrects", "transfer", c.of.ID, "error", err)
	}
	if _, err := s.books.Move(ctx, c.order(partGiven, c.amount)); err != nil {
		return fmt.Errorf("wallet: correct a transfer: %w", err)
	}
	return nil
}

// take books what the member has twice: out of the game as far as it is still there, then out of the wallet, and the rest
// is owed. After a crash it goes on where it was: once the wallet's part or the debt is booked, nothing more is taken out of
// the game.
func (s *Service) take(ctx context.Context, a game.Account, c correction) error {
	for _, part := range []string{partPaid, partOwed} {
		_, known, err := s.books.FindByKey(ctx, c.key(part))
		if err != nil && !isRefusal(err) {
			return err
		}
		if known {
			return s.charge(ctx, c)
		}
	}
	if err := s.takeBack(ctx, a, c); err != nil {
		return err
	}
	return s.charge(ctx, c)
}

// charge books the wallet's part and the debt in one commit, under the wallet's lock: the member can't spend in between, and
// a retry finds both or neither.
func (s *Service) charge(ctx context.Context, c correction) error {
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		wallet := ledger.Wallet(c.of.Member)
		if err := s.books.LockTx(ctx, tx, wallet, ledger.Owed(c.of.Member), ledger.GameResult(c.provider)); err != nil {
			return err
		}
		if _, known, err := s.books.FindByKeyTx(ctx, tx, c.key(partOwed)); known || err != nil {
			return err // the debt is the last part
		}
		balance, err := s.books.BalanceTx(ctx, tx, wallet)
		if err != nil {
			return err
		}
		paid, err := s.linkTx(ctx, tx, c, partPaid, min(c.amount, balance.Available()))
		if err != nil {
			return err
		}
		_, err = s.linkTx(ctx, tx, c, partOwed, c.amount-paid)
		return err
	})
	if err != nil {
		return fmt.Errorf("wallet: correct a transfer: %w", err)
	}
	return nil
}

// linkTx books a part, and returns what of it is booked, now or by an earlier try. Under a key that remembers a refusal
// nothing can be booked any more: what it was to pay is left to the next part.
func (s *Service) linkTx(ctx context.Context, tx *store.Tx, c correction, part string, amount money.Amount) (money.Amount, error) {
	t, known, err := s.books.FindByKeyTx(ctx, tx, c.key(part))
	switch {
	case err != nil && !isRefusal(err):
		return 0, err
	case known || amount <= 0:
		return t.Moved, nil
	}
	result, err := s.books.MoveTx(ctx, tx, c.order(part, amount))
	return result.Transfer.Moved, err
}

// isRefusal reports whether an error is what a key remembers, and not a failure to read.
func isRefusal(err error) bool {
	var refused *fault.Error
	return errors.As(err, &refused)
}

// takeBack brings the money that is in the game by mistake out into the wallet, as far as it is still there. Where it is
// refused for good, the wallet pays.
func (s *Service) takeBack(ctx context.Context, a game.Account, c correction) error {
	back, known, err := s.books.FindByKey(ctx, c.key(partBack))
	if !known && err == nil {
		back, err = s.beginTakingBack(ctx, a, c)
	}
	var refused *fault.Error
	switch {
	case errors.As(err, &refused) && refused.Code != fault.TRY_AGAIN:
		return nil
	case err != nil:
		return err
	case back.State == ledger.Pending:
		return errTakingBack
	}
	return nil
}

var errTakingBack = errors.New("wallet: what is taken back is not settled yet")

// beginTakingBack takes as much of the amount out of the game as is there. The reading first books what the provider has beyond
// the books as a result, unless an earlier one did: the correction is booked against that result.
func (s *Service) beginTakingBack(ctx context.Context, a game.Account, c correction) (ledger.Transfer, error) {
	now, err := s.games.Confirm(ctx, a)
	if err != nil {
		return ledger.Transfer{}, fault.Wrap(err, fault.TRY_AGAIN, "the game's balance can't be read now")
	}
	amount := min(c.amount, s.wholeSteps(now.Account, now.Reading.Credits))
	if amount <= 0 {
		return ledger.Transfer{}, nil
	}
	g, err := s.games.Find(ctx, c.code())
	if err != nil {
		return ledger.Transfer{}, err
	}
	return s.run(ctx, leg{member: c.of.Member, key: c.key(partBack), amount: amount, game: g, account: now.Account})
}

// Correction is what a decision about the case books: what the provider has beyond what our transfers say, positive where
// the member has it twice. INVALID_INPUT where nothing can be booked by it.
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
		return 0, nil // it moved as it is booked
	default:
		return x.Theirs - x.Ours, nil
	}
}

// Stake is how much a decision is about: what it books, or what it leaves different.
func (x Difference) Stake(outcome CaseOutcome) (money.Amount, error) {
	booked, err := x.Correction(outcome)
	left := size(x.Theirs - x.Ours)
	if x.Kind == AnotherAccount {
		left = max(size(x.Ours), size(x.Theirs)) // one account lacks it, the other has it
	}
	return max(size(booked), left), err
}

func size(a money.Amount) money.Amount { return max(a, -a) }

// DecideTx ends a case inside the transaction that writes who decided it and why. What is the member's is booked in it;
// what the member has twice is taken back by Correct afterwards. NO_DATA where the case is not open, or where what it is
// about was booked meanwhile.
func (r *Reconciliation) DecideTx(ctx context.Context, tx *store.Tx, id string, outcome CaseOutcome, by, note string) error {
	q := walletdb.New(tx)
	x, err := findDifference(ctx, q, id)
	if err != nil {
		return err
	}
	if x.State != CaseOpen {
		return fault.New(fault.NO_DATA, "case %s ended as %s: %s", id, x.Outcome, x.Note)
	}
	amount, err := x.Correction(outcome)
	if err != nil {
		return err
	}
	p := walletdb.DecideCaseParams{
		State: string(CaseClosed), Outcome: string(outcome), Note: note, DecidedBy: by, DecidedAt: tx.Now.UnixMicro(), ID: id,
	}
	if amount != 0 {
		if err := r.correctTx(ctx, tx, x, amount, note); err != nil {
			return err
		}
	}
	if amount > 0 {
		p.State, p.Booking, p.DueAt = string(CaseBooking), int64(amount), tx.Now.UnixMicro()
	}
	n, err := q.DecideCase(ctx, p)
	if err == nil && n == 0 {
		return fault.New(fault.NO_DATA, "case %s was decided at this moment", id)
	}
	if err == nil {
		err = endChecksTx(ctx, tx, x, outcome)
	}
	if err != nil {
		return fmt.Errorf("wallet: decide: %w", err)
	}
	return nil
}

// correctTx books what is the member's at once. What the member has twice is taken back later (Correct), so here it is only
// checked that no other correction of the transfer was booked.
func (r *Reconciliation) correctTx(ctx context.Context, tx *store.Tx, x Difference, amount money.Amount, note string) error {
	t, err := r.wallet.books.Find(ctx, x.Transfer)
	if err != nil {
		return fmt.Errorf("wallet: correct: %w", err)
	}
	for _, occasion := range []string{occasionLate, occasionUndone} {
		for _, part := range []string{partGiven, partBack, partPaid, partOwed} {
			_, known, err := r.books.FindByKeyTx(ctx, tx, correction{of: t, occasion: occasion}.key(part))
			var refused *fault.Error
			switch {
			case errors.As(err, &refused): // what was refused booked nothing
			case err != nil:
				return err
			case known:
				return fault.New(fault.NO_DATA, "transfer %s is corrected already: close the case", t.ID)
			}
		}
	}
	if amount > 0 {
		return nil
	}
	c := r.correctionOf(x, t, -amount)
	c.note = note
	if _, err := r.books.MoveTx(ctx, tx, c.order(partGiven, c.amount)); err != nil {
		return fmt.Errorf("wallet: correct: %w", err)
	}
	return nil
}

func (r *Reconciliation) correctionOf(x Difference, t ledger.Transfer, amount money.Amount) correction {
	c := correction{of: t, provider: x.Provider, occasion: occasionUndone, amount: amount, note: x.Note}
	if t.State == ledger.Voided {
		c.occasion = occasionLate
	}
	return c
}

// retryBooking is when taking back is tried again, where the provider did not answer.
const retryBooking = time.Minute

// Correct takes back what decided cases say that members have twice, and returns how many it finished. Call it every few
// seconds, on every node, and after a decision.
func (r *Reconciliation) Correct(ctx context.Context) (int, error) {
	now := r.wallet.store.Now().UnixMicro()
	rows, err := walletdb.New(r.wallet.store.DB()).DueBookings(ctx, now, sweepLimit)
	if err != nil {
		return 0, fmt.Errorf("wallet: due corrections: %w", err)
	}
	provider := func(row walletdb.ReconcileCase) string { return row.Provider }
	return sideBySide(r.wallet.sweeping, rows, provider, func(row walletdb.ReconcileCase) bool {
		if mine, err := r.takeBooking(ctx, row); err != nil || !mine {
			return false
		}
		if err := r.book(ctx, row); err != nil {
			r.wallet.settings.Log.Warn("wallet: a correction waits", "case", row.ID, "error", err)
			return false
		}
		return true
	}), nil
}

func (r *Reconciliation) takeBooking(ctx context.Context, row walletdb.ReconcileCase) (bool, error) {
	var n int64
	err := r.wallet.store.Write(ctx, func(tx *store.Tx) (err error) {
		n, err = walletdb.New(tx).TakeBooking(ctx, tx.Now.Add(retryBooking).UnixMicro(), row.ID, row.DueAt)
		return err
	})
	return n == 1, err
}

func (r *Reconciliation) book(ctx context.Context, row walletdb.ReconcileCase) error {
	x, err := differenceFrom(row)
	if err != nil {
		return err
	}
	t, err := r.wallet.books.Find(ctx, x.Transfer)
	if err != nil {
		return fmt.Errorf("wallet: correct: %w", err)
	}
	a, err := r.wallet.account(ctx, t)
	if err != nil {
		return err
	}
	if err := r.wallet.take(ctx, a, r.correctionOf(x, t, money.Amount(row.Booking))); err != nil {
		return err
	}
	err = r.wallet.store.Write(ctx, func(tx *store.Tx) error {
		_, err := walletdb.New(tx).EndBooking(ctx, row.ID)
		return err
	})
	if err != nil {
		return fmt.Errorf("wallet: end a correction: %w", err)
	}
	return nil
}
