package withdraw

import (
	"context"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/withdraw/internal/withdrawdb"
)

// checkTx applies the limits of RULES.md section 5 to a demand, under the member's lock.
func (s *Service) checkTx(ctx context.Context, tx *store.Tx, d demand, payee Payee) error {
	if payee.Account.Number == "" || payee.Account.BankCode == "" {
		return fault.New(fault.NO_BANK, "the member has no bank account")
	}
	if d.closing {
		return s.conditionTx(ctx, tx, d)
	}
	used, err := withdrawdb.New(tx).Allowance(ctx, d.member, clock.MicrosOf(clock.Day(tx.Now)))
	if err != nil {
		return err
	}
	settings, err := settingsIn(used.Setting)
	if err != nil {
		return err
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
	if int(used.Requests) >= settings.DayRequests {
		return fault.New(fault.LIMIT_REACHED, "too many withdrawals today").
			With("limit", settings.DayRequests).With("used", used.Requests).With("period", "day")
	}
	if money.Amount(used.Total)+d.amount > settings.DayAmount {
		return fault.New(fault.LIMIT_REACHED, "too many baht withdrawn today").
			With("limit", settings.DayAmount.Number()).With("used", money.Amount(used.Total).Number()).With("period", "day")
	}
	return s.conditionTx(ctx, tx, d)
}

// conditionTx refuses while a condition is active, with TRY_AGAIN where it may be over and a game hides that.
func (s *Service) conditionTx(ctx context.Context, tx *store.Tx, d demand) error {
	if s.Conditions == nil || d.gates&ledger.GateWithdraw == 0 {
		return nil
	}
	err := s.Conditions.RemainingTx(ctx, tx, d.member)
	if d.undecided != nil && fault.Is(err, fault.BONUS_REMAINING) {
		return d.undecided
	}
	return err
}

// smallRest reports whether d takes all that is left, which is allowed once a month even below the minimum. Otherwise small
// amounts would be stuck for ever.
func (s *Service) smallRest(ctx context.Context, tx *store.Tx, d demand, settings Settings) (bool, error) {
	if d.amount <= 0 || d.withGames {
		return false, nil
	}
	balance, err := s.Books.BalanceTx(ctx, tx, ledger.Wallet(d.member))
	if err != nil || balance.Available() != d.amount {
		return false, err
	}
	n, err := withdrawdb.New(tx).SmallSince(ctx, d.member, clock.MicrosOf(clock.Month(tx.Now)), settings.Minimum)
	return n == 0, err
}

func limit(code fault.Code, bound money.Amount) *fault.Error {
	return fault.New(code, "the limit is %s baht", bound).With("limit", bound.Number())
}
