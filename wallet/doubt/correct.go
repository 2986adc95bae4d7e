package doubt

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// A correction books what a provider really did where a settled transfer says something else. The transfer went back and
// was applied after all; or it is booked and was never applied; or another amount was applied. The transfer itself stays
// as it is: linked transfers between the provider's result and the member book the difference. Money that belongs to the
// member is booked at once. Money that the member has twice is taken out of that game first, then out of the wallet, and
// the rest is owed (RULES.md section 3).

// The occasions for a correction. Its keys begin with them, so that a re-check, a comparison and an operator who find the
// same book it once.
const (
	occasionLate   = "late"   // it was given back, and was applied
	occasionUndone = "undone" // it is booked, and the provider did not do it
)

// The parts of a correction.
const (
	partGiven = "out"  // to the member
	partBack  = "back" // out of the game, a transfer at the provider
	partPaid  = "in"   // out of the wallet
	partOwed  = "owed"
)

// correction is what has to be booked about a settled transfer.
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

// code is the code of the transfer's game.
func (c correction) code() string {
	if c.of.Kind == game.KindOut {
		return c.of.Detail.From
	}
	return c.of.Detail.To
}

// order returns the order of one part. In the member's favour it looks like money that came out of the game, otherwise
// like money that went into it: that is what the provider did.
func (c correction) order(part string, amount money.Amount) ledger.Order {
	o := ledger.Order{
		Key: c.key(part), Kind: game.KindIn, Credit: ledger.GameResult(c.provider), Amount: amount, Member: c.of.Member,
		Detail: ledger.Detail{From: ledger.LabelWallet, To: c.code(), Account: c.of.Detail.Account, Of: c.of.ID, Note: c.note},
	}
	switch part {
	case partGiven:
		o.Kind, o.Debit, o.Credit = game.KindOut, o.Credit, ledger.Wallet(c.of.Member)
		o.Detail.From, o.Detail.To = o.Detail.To, o.Detail.From
	case partPaid:
		o.Debit = ledger.Wallet(c.of.Member)
	case partOwed:
		o.Debit = ledger.Owed(c.of.Member)
	}
	return o
}

// corrections books corrections.
type corrections struct {
	store     *store.Store
	books     Books
	games     Games
	transfers Transfers
	log       *slog.Logger
}

// give books money that belongs to the member. If the provider can be read, its result is booked first, but the member
// does not wait for a provider.
func (s corrections) give(ctx context.Context, a game.Account, c correction) error {
	_, known, err := s.books.FindByKey(ctx, c.key(partGiven))
	if known || err != nil {
		return err
	}
	if _, err := s.games.Balances.Confirm(ctx, a); err != nil {
		s.log.Info("wallet: a correction is booked before the reading that it corrects", "transfer", c.of.ID, "error", err)
	}
	if _, err := s.books.Move(ctx, c.order(partGiven, c.amount)); err != nil {
		return fmt.Errorf("wallet: correct a transfer: %w", err)
	}
	return nil
}

// take takes back money that the member has twice: out of the game as far as it is still there, then out of the wallet,
// and the rest is owed. After a crash it continues where it stopped: once the wallet's part or the debt is booked,
// nothing more is taken out of the game.
func (s corrections) take(ctx context.Context, a game.Account, c correction) error {
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

// charge books the wallet's part and the debt in one commit, under the wallet's lock. So the member can't spend in
// between, and a retry finds both or neither.
func (s corrections) charge(ctx context.Context, c correction) error {
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

// linkTx books a part and returns how much of it is booked, now or by an earlier try. Under a key that remembers a
// refusal nothing can be booked any more; the next part pays instead.
func (s corrections) linkTx(
	ctx context.Context, tx *store.Tx, c correction, part string, amount money.Amount,
) (booked money.Amount, err error) {
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

// isRefusal reports whether an error is a refusal that a key remembers, and not a failure to read.
func isRefusal(err error) bool {
	var refused *fault.Error
	return errors.As(err, &refused)
}

// takeBack moves money that is in the game by mistake into the wallet, as far as it is still there. If the game refuses
// it for good, the wallet pays.
func (s corrections) takeBack(ctx context.Context, a game.Account, c correction) error {
	back, known, err := s.books.FindByKey(ctx, c.key(partBack))
	if !known && err == nil {
		back, err = s.transfers.TakeBack(ctx, TakingBack{
			Member: c.of.Member, Key: c.key(partBack), Game: c.code(), Account: a, Most: c.amount,
		})
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

var errTakingBack = errors.New("wallet: the transfer that takes the money back is not settled yet")

// correctTx books money that belongs to the member at once. Money that the member has twice is taken back later
// (Correct); here correctTx only checks that the transfer has no other correction.
func (s corrections) correctTx(ctx context.Context, tx *store.Tx, x Difference, amount money.Amount, note string) error {
	t, err := s.books.FindTx(ctx, tx, x.Transfer)
	if err != nil {
		return fmt.Errorf("wallet: correct a transfer: %w", err)
	}
	for _, occasion := range []string{occasionLate, occasionUndone} {
		for _, part := range []string{partGiven, partBack, partPaid, partOwed} {
			_, known, err := s.books.FindByKeyTx(ctx, tx, correction{of: t, occasion: occasion}.key(part))
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
	c := correctionOf(x, t, -amount)
	c.note = note
	if _, err := s.books.MoveTx(ctx, tx, c.order(partGiven, c.amount)); err != nil {
		return fmt.Errorf("wallet: correct a transfer: %w", err)
	}
	return nil
}

// correctionOf returns the correction that a case books.
func correctionOf(x Difference, t ledger.Transfer, amount money.Amount) correction {
	c := correction{of: t, provider: x.Provider, occasion: occasionUndone, amount: amount, note: x.Note}
	if t.State == ledger.Voided {
		c.occasion = occasionLate
	}
	return c
}
