package withdraw

import (
	"context"
	"encoding/json"
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

// Receipt acknowledges a request: its amount has left the spendable balance.
type Receipt struct {
	Reference string
	Amount    money.Amount
	// Failed are the codes of games that withdrawAll could not empty.
	Failed []string
}

// Request withdraws from the wallet to the member's registered account. The key is the operation's for ever: the same
// one again gives the same answer, a refusal too, and moves nothing.
//
// Refusals: NO_BANK, WITHDRAW_MINIMUM and WITHDRAW_MAXIMUM (params.limit), LIMIT_REACHED (params limit, used, period),
// MONEY_NOT_ENOUGH, BONUS_REMAINING, TRY_AGAIN, IDEMPOTENCY_MISMATCH.
func (s *Service) Request(ctx context.Context, member string, amount money.Amount, key ledger.Key) (Receipt, error) {
	return s.request(ctx, demand{member: member, amount: amount, key: key}, nil)
}

// RequestAll brings the games' money home and then withdraws amount. Everything but the wallet's own balance is checked
// before anything moves; games that can't be emptied are named and don't stop the rest.
func (s *Service) RequestAll(ctx context.Context, member string, amount money.Amount, key ledger.Key) (Receipt, error) {
	if s.Games == nil {
		return s.Request(ctx, member, amount, key)
	}
	d := demand{member: member, amount: amount, key: key, withGames: true}
	if r, known, err := s.known(ctx, d); known || err != nil {
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

// endCondition ends a condition whose end shows, so that a member who has reached it withdraws at once (RULES.md section 5).
// Where that can't be seen now the demand remembers why: what else is wrong with it is said first.
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

// awaitGames: where the wallet is short only because a game's money is still on its way to it, "not enough" would be
// wrong, and would stay so under the key. Such a demand is to be made again.
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

// demand is what a member asks for.
type demand struct {
	member string
	amount money.Amount
	key    ledger.Key
	// withGames: the games are still to be emptied, so the wallet's balance says nothing yet.
	withGames bool
	// emptied: they were, and what the condition says was asked before.
	emptied bool
	// closing: the account is closed, and any amount of at least one baht is paid.
	closing bool
	// undecided is why nobody can say now whether the member's condition is over; nil: it is known.
	undecided *fault.Error
}

// known answers a demand whose key was used before.
func (s *Service) known(ctx context.Context, d demand) (Receipt, bool, error) {
	t, found, err := s.Books.FindByKey(ctx, d.key)
	if err != nil || !found {
		return Receipt{}, false, err
	}
	r, err := s.receipt(t, d)
	return r, true, err
}

func (s *Service) receipt(t ledger.Transfer, d demand) (Receipt, error) {
	if t.Kind != KindWithdraw || t.Member != d.member || t.Amount != d.amount {
		return Receipt{}, fault.New(fault.IDEMPOTENCY_MISMATCH, "the key was used for another request")
	}
	return Receipt{Reference: s.Books.Reference(t.ID), Amount: t.Amount}, nil
}

// precheck decides all that can be decided before the games are touched, and remembers a refusal.
func (s *Service) precheck(ctx context.Context, d demand) error {
	payee, settings, err := s.about(ctx, d.member)
	if err != nil {
		return err
	}
	return s.decide(ctx, d, func(tx *store.Tx) error { return s.checkTx(ctx, tx, d, payee, settings) })
}

func (s *Service) about(ctx context.Context, member string) (Payee, Settings, error) {
	payee, err := s.Members.Payee(ctx, member)
	if err != nil {
		return Payee{}, Settings{}, err
	}
	settings, err := s.settings(ctx)
	return payee, settings, err
}

// decide runs a decision, and waits while the member's total is being read, as long as the request has time.
func (s *Service) decide(ctx context.Context, d demand, body func(tx *store.Tx) error) error {
	return patience.Again(ctx, patience.Book, func() error { return s.decideNow(ctx, d, body) },
		func(err error) bool { return errors.Is(err, ledger.ErrHeld) })
}

// decideNow runs a decision with the member's state locked. A refusal is remembered under the key in the same commit; not that
// of a closing, which asks under the same key until it goes through.
func (s *Service) decideNow(ctx context.Context, d demand, body func(tx *store.Tx) error) error {
	var refused *fault.Error
	err := s.Store.Write(ctx, func(tx *store.Tx) error {
		refused = nil
		if err := s.Members.LockTx(ctx, tx, d.member); err != nil {
			return err
		}
		err := body(tx)
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
	if r, known, err := s.known(ctx, d); known || err != nil {
		r.Failed = failed
		return r, err
	}
	if !d.emptied {
		if err := s.endCondition(ctx, &d); err != nil {
			return Receipt{}, err
		}
	}
	payee, settings, err := s.about(ctx, d.member)
	if err != nil {
		return Receipt{}, err
	}
	var r Receipt
	err = s.decide(ctx, d, func(tx *store.Tx) (err error) {
		r, err = s.requestTx(ctx, tx, d, payee, settings)
		return err
	})
	if err != nil {
		return Receipt{}, err
	}
	s.Wake()
	r.Failed = failed
	return r, nil
}

// requestTx is the one commit of a withdrawal: limits, the frozen account and the reservation.
func (s *Service) requestTx(ctx context.Context, tx *store.Tx, d demand, payee Payee, settings Settings) (Receipt, error) {
	q := withdrawdb.New(tx)
	if err := q.LockMember(ctx, d.member); err != nil {
		return Receipt{}, err
	}
	if t, found, err := s.Books.FindByKeyTx(ctx, tx, d.key); err != nil {
		return Receipt{}, err
	} else if found {
		return s.receipt(t, d) // the same request on another node was quicker
	}
	if err := s.checkTx(ctx, tx, d, payee, settings); err != nil {
		return Receipt{}, err
	}
	if err := s.besideDebtTx(ctx, tx, d.member, d.amount); err != nil {
		return Receipt{}, err
	}
	order := s.order(d, payee.Account.BankCode)
	order.DueAt = tx.Now
	order.Detail.Account = shown(payee.Account.Number)
	result, err := s.Books.ReserveTx(ctx, tx, order)
	if err != nil {
		return Receipt{}, err
	}
	if err := s.coinsTx(ctx, tx, d); err != nil {
		return Receipt{}, err
	}
	return s.addTx(ctx, tx, result.Transfer, payee.Account)
}

// coinsTx cancels the coins that the withdrawn money would still have to be played for.
func (s *Service) coinsTx(ctx context.Context, tx *store.Tx, d demand) error {
	if s.Coins == nil {
		return nil
	}
	left, err := s.Books.BalanceTx(ctx, tx, ledger.Wallet(d.member))
	if err != nil {
		return err
	}
	return s.Coins.WithdrawnTx(ctx, tx, d.member, d.amount, left.Available()+d.amount)
}

// order is the movement of a withdrawal. Its gates shut it while the member's total is read or a condition is active.
func (s *Service) order(d demand, bankCode string) ledger.Order {
	return ledger.Order{
		Key: d.key, Kind: KindWithdraw, Debit: ledger.Wallet(d.member), Credit: ledger.Payout, Amount: d.amount, Member: d.member,
		Detail: ledger.Detail{From: ledger.LabelWallet, To: bankCode}, Gates: ledger.GateHeld | ledger.GateWithdraw,
	}
}

func (s *Service) addTx(ctx context.Context, tx *store.Tx, t ledger.Transfer, a Account) (Receipt, error) {
	reference := s.Books.Reference(t.ID)
	frozen, err := json.Marshal(a)
	if err != nil {
		return Receipt{}, fmt.Errorf("withdraw: account: %w", err)
	}
	sealed, err := s.Box.Seal(accountRow(reference), string(frozen))
	if err != nil {
		return Receipt{}, err
	}
	err = withdrawdb.New(tx).AddWithdrawal(ctx, withdrawdb.AddWithdrawalParams{
		Transfer: int64(t.ID), Reference: reference, Member: t.Member, Amount: t.Amount, BankCode: a.BankCode,
		AccountSealed: sealed, AccountIndex: s.index(a), AccountShown: shown(a.Number), RequestedAt: tx.Now.UnixMicro(),
	})
	return Receipt{Reference: reference, Amount: t.Amount}, err
}

func accountRow(reference string) secret.Row {
	return secret.Row{Table: "withdrawal", Column: "account_sealed", ID: reference}
}

// index is the blind index of an account.
func (s *Service) index(a Account) string {
	return s.Box.Index("payout_account", a.BankCode+":"+a.Number)
}

// shown is what lists and logs may say of an account number: its last four digits.
func shown(number string) string {
	if len(number) <= 4 {
		return number
	}
	return "x" + number[len(number)-4:]
}

// checkTx applies the limits of RULES.md section 5 to a demand, under the member's lock.
func (s *Service) checkTx(ctx context.Context, tx *store.Tx, d demand, payee Payee, settings Settings) error {
	if payee.Account.Number == "" || payee.Account.BankCode == "" {
		return fault.New(fault.NO_BANK, "the member has no bank account")
	}
	if d.closing {
		return s.conditionTx(ctx, tx, d)
	}
	if d.amount < settings.Minimum {
		ok, err := s.smallRest(ctx, tx, d, settings)
		if err != nil {
			return err
		}
		if !ok {
			return limit(fault.WITHDRAW_MINIMUM, settings.Minimum)
		}
	}
	if d.amount > settings.Maximum {
		return limit(fault.WITHDRAW_MAXIMUM, settings.Maximum)
	}
	day := clock.Day(tx.Now).UnixMicro()
	used, err := withdrawdb.New(tx).UsedSince(ctx, d.member, day)
	if err != nil {
		return err
	}
	if int(used.Requests) >= settings.DayRequests {
		return fault.New(fault.LIMIT_REACHED, "withdrawals of today").
			With("limit", settings.DayRequests).With("used", used.Requests).With("period", "day")
	}
	if money.Amount(used.Total)+d.amount > settings.DayAmount {
		return fault.New(fault.LIMIT_REACHED, "baht withdrawn today").
			With("limit", settings.DayAmount.Number()).With("used", money.Amount(used.Total).Number()).With("period", "day")
	}
	return s.conditionTx(ctx, tx, d)
}

// conditionTx refuses while a condition is active: with TRY_AGAIN where it may be over, and a game hides that.
func (s *Service) conditionTx(ctx context.Context, tx *store.Tx, d demand) error {
	if s.Conditions == nil {
		return nil
	}
	err := s.Conditions.RemainingTx(ctx, tx, d.member)
	if d.undecided != nil && fault.Is(err, fault.BONUS_REMAINING) {
		return d.undecided
	}
	return err
}

// smallRest: all of what is left may be withdrawn even below the minimum, once a month, so that nobody's money is stuck.
func (s *Service) smallRest(ctx context.Context, tx *store.Tx, d demand, settings Settings) (bool, error) {
	if d.amount <= 0 || d.withGames {
		return false, nil
	}
	balance, err := s.Books.BalanceTx(ctx, tx, ledger.Wallet(d.member))
	if err != nil || balance.Available() != d.amount {
		return false, err
	}
	n, err := withdrawdb.New(tx).SmallSince(ctx, d.member, clock.Month(tx.Now).UnixMicro(), settings.Minimum)
	return n == 0, err
}

func limit(code fault.Code, bound money.Amount) *fault.Error {
	return fault.New(code, "the bound is %s baht", bound).With("limit", bound.Number())
}
