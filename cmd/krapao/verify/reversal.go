package verify

import (
	"context"
	"fmt"

	"krapao/cmd/krapao/verify/internal/verifydb"
	"krapao/money"
)

// reversals compares reversed deposits with the ledger and with all that depends on a deposit: debts, limits and coins.
func (r *Result) reversals(ctx context.Context, q *verifydb.Queries) error {
	for _, check := range []func(context.Context, *verifydb.Queries) error{
		r.debts, r.takenBack, r.takenBackSums, r.owedSums, r.credits, r.coins,
	} {
		if err := check(ctx, q); err != nil {
			return fmt.Errorf("verify: reversals: %w", err)
		}
	}
	return nil
}

// debts: no member paid more than its debt.
func (r *Result) debts(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.DebtsOff(ctx)
	for _, d := range rows {
		r.wrong("%s: %s were paid beyond what was owed", d.Name, money.Amount(d.Beyond))
	}
	return err
}

// takenBack: an arrival is reversed if and only if its reversal is done.
func (r *Result) takenBack(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.ReversalsOff(ctx)
	for _, i := range rows {
		r.wrong("bank:%s: arrival %s of %s for %q is %s, its reversal is %q", i.Account, i.ID, i.Amount, i.Member, i.State, i.Reversal)
	}
	return err
}

// takenBackSums: the money that went back to an account is the sum of its reversed arrivals.
func (r *Result) takenBackSums(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.ReversedSumsOff(ctx)
	for _, s := range rows {
		r.wrong("%s: the books took back %s, its reversed arrivals are %s", s.Name, money.Amount(s.Books), money.Amount(s.Arrivals))
	}
	return err
}

// owedSums: the debt that reversals made in the books is the sum of the reversals.
func (r *Result) owedSums(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.OwedSumsOff(ctx)
	for _, s := range rows {
		r.wrong("%s: the books say that reversals left %s owed, they say %s", s.Name, money.Amount(s.Books), money.Amount(s.Reversals))
	}
	return err
}

// credits: the deposits that count for a member's limits are exactly its own arrivals.
func (r *Result) credits(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.CreditsOff(ctx)
	for _, i := range rows {
		r.wrong("bank:%s: arrival %s of %s for %q is %s, and counts otherwise", i.Account, i.ID, i.Amount, i.Member, i.State)
	}
	return err
}

// coins: every coin is in one state, and it is valid if and only if its deposit is.
func (r *Result) coins(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.CoinsOff(ctx)
	for _, g := range rows {
		r.wrong("member:%s: the coins of grant %s (arrival %s) don't add up", g.Member, g.ID, g.Reference)
	}
	return err
}
