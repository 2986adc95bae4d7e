package withdraw

import (
	"context"
	"errors"
	"fmt"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/patience"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/withdraw/internal/withdrawdb"
)

// Receipt confirms a request. Its amount has left the spendable balance.
type Receipt struct {
	Reference string
	Amount    money.Amount
	// Failed are the codes of games that RequestAll could not empty.
	Failed []string
}

// Request withdraws from the wallet to the member's registered account. The key is an idempotency key that never expires: the
// same key gets the same answer, also a refusal, and moves nothing.
//
// Refusals: NO_BANK, WITHDRAW_MINIMUM and WITHDRAW_MAXIMUM (params.limit), LIMIT_REACHED (params limit, used, period),
// MONEY_NOT_ENOUGH, BONUS_REMAINING, TRY_AGAIN, IDEMPOTENCY_MISMATCH.
func (s *Service) Request(ctx context.Context, member string, amount money.Amount, key ledger.Key) (Receipt, error) {
	if r, known, err := s.Replay(ctx, member, amount, key); known || err != nil {
		return r, err
	}
	return s.RequestNew(ctx, member, amount, key)
}

// RequestNew is Request under a key that Replay has just not known.
func (s *Service) RequestNew(ctx context.Context, member string, amount money.Amount, key ledger.Key) (Receipt, error) {
	return s.request(ctx, demand{member: member, amount: amount, key: key}, nil)
}

// Replay answers a key that was used before. False: it was not, or the error is the refusal that the ledger remembers of it.
func (s *Service) Replay(ctx context.Context, member string, amount money.Amount, key ledger.Key) (Receipt, bool, error) {
	return s.replay(ctx, demand{member: member, amount: amount, key: key})
}

// RequestAll brings the money in games home and then withdraws amount. Everything except the wallet's balance is checked before
// anything moves. Receipt.Failed names games that can't be emptied; they don't stop the rest.
func (s *Service) RequestAll(ctx context.Context, member string, amount money.Amount, key ledger.Key) (Receipt, error) {
	if s.Games == nil {
		return s.Request(ctx, member, amount, key)
	}
	d := demand{member: member, amount: amount, key: key, withGames: true}
	if r, known, err := s.replay(ctx, d); known || err != nil {
		return r, err
	}
	if err := s.endCondition(ctx, &d); err != nil {
		return Receipt{}, err
	}
	if err := s.precheck(ctx, d); err != nil {
		return Receipt{}, err
	}
	failed, err := s.Games.Empty(ctx, member)
	if err != nil {
		return Receipt{}, err
	}
	if err := s.awaitGames(ctx, d, failed); err != nil {
		return Receipt{}, err
	}
	d.withGames, d.emptied = false, true
	return s.request(ctx, d, failed)
}

// endCondition ends a condition that is visibly over, so that a member who has reached its end withdraws at once (RULES.md
// section 5). Where nobody can see that now, the demand remembers the refusal: other reasons against it are reported first.
func (s *Service) endCondition(ctx context.Context, d *demand) error {
	if s.Conditions == nil {
		return nil
	}
	err := s.Conditions.Settle(ctx, d.member)
	if refused := (*fault.Error)(nil); errors.As(err, &refused) && refused.Code == fault.TRY_AGAIN {
		d.undecided = refused
		return nil
	}
	return err
}

// awaitGames refuses with TRY_AGAIN where the wallet is short only because a game's money is still incoming. "Not enough" would
// be wrong then, and it would stay the answer under this key.
func (s *Service) awaitGames(ctx context.Context, d demand, failed []string) error {
	b, err := s.Books.Balance(ctx, ledger.Wallet(d.member))
	if err != nil {
		return fmt.Errorf("withdraw: balance: %w", err)
	}
	if b.Incoming == 0 || b.Available() >= d.amount || b.Available()+b.Incoming < d.amount {
		return nil
	}
	refusal := fault.New(fault.TRY_AGAIN, "money of a game is on its way to the wallet")
	if len(failed) > 0 {
		refusal = refusal.With("game", failed[0])
	}
	return refusal
}

// replay answers a demand whose key was used before.
func (s *Service) replay(ctx context.Context, d demand) (Receipt, bool, error) {
	used, err := s.keys.At(ctx, d.key.String())
	if err != nil {
		return Receipt{}, false, fmt.Errorf("withdraw: look up a key: %w", err)
	}
	if !used.Moved && !used.Refused {
		return Receipt{}, false, nil
	}
	t, found, err := s.Books.FindByKey(ctx, d.key)
	if err != nil || !found {
		return Receipt{}, false, err
	}
	r, err := s.receipt(t, d)
	return r, true, err
}

func (s *Service) receipt(t ledger.Transfer, d demand) (Receipt, error) {
	if t.Kind != KindWithdraw || t.Member != d.member || t.Amount+t.Lessened != d.amount {
		return Receipt{}, fault.New(fault.IDEMPOTENCY_MISMATCH, "the key was used for another request")
	}
	return Receipt{Reference: s.Books.Reference(t.ID), Amount: t.Amount}, nil
}

// precheck checks everything that can be checked before the games are touched, and remembers a refusal.
func (s *Service) precheck(ctx context.Context, d demand) error {
	payee, err := s.Members.Payee(ctx, d.member)
	if err != nil {
		return err
	}
	return s.decide(ctx, d, func(tx *store.Tx, d demand) error { return s.checkTx(ctx, tx, d, payee) })
}

// decide runs a decision. While the member's total is being read it waits, as long as the request has time.
func (s *Service) decide(ctx context.Context, d demand, body func(tx *store.Tx, d demand) error) error {
	return patience.Again(ctx, patience.Book, func() error { return s.decideNow(ctx, d, body) },
		func(err error) bool { return errors.Is(err, ledger.ErrHeld) })
}

// decideNow runs a decision with the member's state locked. The same commit remembers a refusal under the key. A closing's
// refusal is not remembered: the closing repeats the request under the same key until it goes through.
func (s *Service) decideNow(ctx context.Context, d demand, body func(tx *store.Tx, d demand) error) error {
	var refused *fault.Error
	err := s.Store.WriteTogether(ctx, store.Together{Row: string(ledger.Payout), Of: d.member}, func(tx *store.Tx) error {
		refused = nil
		locked := d
		var err error
		if locked.gates, err = s.Members.LockTx(ctx, tx, d.member); err != nil {
			return err
		}
		err = body(tx, locked)
		if !errors.As(err, &refused) {
			return err
		}
		if d.closing || refused.Code == fault.TRY_AGAIN || refused.Code == fault.IDEMPOTENCY_MISMATCH {
			return nil
		}
		return s.Books.RejectTx(ctx, tx, d.key, s.order(d, ""), refused)
	})
	if err != nil {
		return err
	}
	if refused != nil {
		return refused
	}
	return nil
}

func (s *Service) request(ctx context.Context, d demand, failed []string) (Receipt, error) {
	if !d.emptied {
		if err := s.endCondition(ctx, &d); err != nil {
			return Receipt{}, err
		}
	}
	payee, err := s.Members.Payee(ctx, d.member)
	if err != nil {
		return Receipt{}, err
	}
	var r Receipt
	err = s.decide(ctx, d, func(tx *store.Tx, d demand) (err error) {
		r, err = s.requestTx(ctx, tx, d, payee)
		return err
	})
	if err != nil {
		return Receipt{}, err
	}
	s.Wake()
	r.Failed = failed
	return r, nil
}

// requestTx is the one commit of a withdrawal. If it is refused because another node was first with the same request, that one's
// answer counts.
func (s *Service) requestTx(ctx context.Context, tx *store.Tx, d demand, payee Payee) (Receipt, error) {
	if err := withdrawdb.New(store.Lock{Tx: tx}).LockMember(ctx, d.member); err != nil {
		return Receipt{}, err
	}
	r, err := s.reserveTx(ctx, tx, d, payee)
	if refused := (*fault.Error)(nil); !errors.As(err, &refused) {
		return r, err
	}
	t, found, earlier := s.Books.FindByKeyTx(ctx, tx, d.key)
	switch {
	case earlier != nil:
		return Receipt{}, earlier
	case found:
		return s.receipt(t, d)
	}
	return Receipt{}, err
}

// reserveTx checks the limits, reserves the money and freezes the account.
func (s *Service) reserveTx(ctx context.Context, tx *store.Tx, d demand, payee Payee) (Receipt, error) {
	if err := s.checkTx(ctx, tx, d, payee); err != nil {
		return Receipt{}, err
	}
	pending := int64(0)
	if s.Coins != nil { // before the ledger's accounts: a deposit locks the member's coins first, too
		var err error
		if pending, err = s.Coins.LockedTx(ctx, tx, d.member); err != nil {
			return Receipt{}, err
		}
	}
	order := s.order(d, payee.Account.BankCode)
	order.DueAt = tx.Now
	order.Detail.Account = shown(payee.Account.Number)
	// From here to the commit is one round trip: all withdrawals need the payouts' account.
	locked, err := s.Books.ExpectBesideTx(ctx, tx, []ledger.Account{order.Debit, ledger.Owed(d.member)}, order)
	if err != nil {
		return Receipt{}, err
	}
	if err := beside(locked, d.member, d.amount); err != nil {
		return Receipt{}, err
	}
	result, err := s.Books.ReserveTx(ctx, tx, order)
	if err != nil {
		return Receipt{}, err
	}
	if result.Replayed {
		return s.receipt(result.Transfer, d)
	}
	if err := s.coinsTx(ctx, tx, d, pending); err != nil {
		return Receipt{}, err
	}
	return s.addTx(ctx, tx, result.Transfer, payee.Account)
}

// coinsTx cancels the coins that the member still had to play for with the withdrawn money.
func (s *Service) coinsTx(ctx context.Context, tx *store.Tx, d demand, pending int64) error {
	if pending == 0 {
		return nil
	}
	left, err := s.Books.BalanceTx(ctx, tx, ledger.Wallet(d.member))
	if err != nil {
		return err
	}
	return s.Coins.WithdrawnTx(ctx, tx, d.member, pending, d.amount, left.Available()+d.amount)
}

// order is the ledger's order of a withdrawal. Its gates stop it while the member's total is read or a condition is active.
func (s *Service) order(d demand, bankCode string) ledger.Order {
	return ledger.Order{
		Key: d.key, Kind: KindWithdraw, Debit: ledger.Wallet(d.member), Credit: ledger.Payout, Amount: d.amount, Member: d.member,
		Detail: ledger.Detail{From: ledger.LabelWallet, To: bankCode}, Gates: ledger.GateHeld | ledger.GateWithdraw,
	}
}

func (s *Service) addTx(ctx context.Context, tx *store.Tx, t ledger.Transfer, a Account) (Receipt, error) {
	reference := s.Books.Reference(t.ID)
	return Receipt{Reference: reference, Amount: t.Amount}, AddTx(ctx, tx, s.Box, t, reference, a)
}

// AddTx adds the row of a withdrawal of amount to an account, whose money a transfer moves.
func AddTx(ctx context.Context, tx *store.Tx, box *secret.Box, t ledger.Transfer, reference string, a Account) error {
	sealed, err := a.seal(box, reference)
	if err != nil {
		return err
	}
	return withdrawdb.New(tx).AddWithdrawal(ctx, withdrawdb.AddWithdrawalParams{
		Transfer: int64(t.ID), Reference: reference, Member: t.Member, Amount: t.Amount, BankCode: a.BankCode,
		AccountSealed: sealed, AccountIndex: a.index(box), AccountShown: shown(a.Number), RequestedAt: clock.MicrosOf(tx.Now),
	})
}
