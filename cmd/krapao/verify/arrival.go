package verify

import (
	"context"
	"fmt"

	"krapao/cmd/krapao/verify/internal/verifydb"
	"krapao/ledger"
	"krapao/money"
)

// arrivals compares the rows of deposits with the ledger: each arrival with its transfer (account, amount, member), each account
// that holds such money with the sum of its arrivals, and claims, codes and declarations with their arrivals.
func (r *Result) arrivals(ctx context.Context, q *verifydb.Queries) error {
	for _, check := range []func(context.Context, *verifydb.Queries) error{
		r.transfers, r.assignments, r.strays, r.sums, r.claims, r.codes, r.declarations,
	} {
		if err := check(ctx, q); err != nil {
			return fmt.Errorf("verify: arrivals: %w", err)
		}
	}
	return nil
}

func (r *Result) wrong(format string, args ...any) {
	r.Breaks = append(r.Breaks, fmt.Sprintf(format, args...))
}

// transfers: every arrival is one transfer out of its account, of its amount, for its member.
func (r *Result) transfers(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.ArrivalsOff(ctx)
	for _, a := range rows {
		r.wrong("bank:%s: arrival %s of %s for %q is %s, its transfer moved %s from %s to %s for %q",
			a.Account, a.ID, a.Amount, a.Member, a.State, money.Amount(a.Moved), a.Debit, a.Credit, a.BookedFor)
	}
	return err
}

// assignments: an arrival that was given to a member later was moved out of unmatched, once and in full.
func (r *Result) assignments(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.AssignmentsOff(ctx)
	for _, a := range rows {
		r.wrong("bank:%s: arrival %s of %s was given to %q, the transfer moved %s for %q",
			a.Account, a.ID, a.Amount, a.Member, money.Amount(a.Moved), a.BookedFor)
	}
	return err
}

// strays: no money came in without an arrival.
func (r *Result) strays(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.DepositsWithoutArrival(ctx)
	for _, t := range rows {
		r.wrong("%s: transfer %s brought %s without an arrival", t.Debit, ledger.ID(t.ID), money.Amount(t.Moved))
	}
	return err
}

// sums: a bank account owes us all that arrived and was not taken back; held and unmatched are the sums of their arrivals.
func (r *Result) sums(ctx context.Context, q *verifydb.Queries) error {
	banks, err := q.BankPositionsOff(ctx)
	if err != nil {
		return err
	}
	for _, a := range banks {
		r.sum(a.Name, a.Books, a.Arrivals)
	}
	held, err := q.HeldOff(ctx)
	if err != nil {
		return err
	}
	for _, a := range held {
		r.sum(a.Name, a.Books, a.Arrivals)
	}
	unmatched, err := q.UnmatchedOff(ctx)
	for _, a := range unmatched {
		r.sum(a.Name, a.Books, a.Arrivals)
	}
	return err
}

func (r *Result) sum(account string, books, arrivals int64) {
	r.wrong("%s: the books say %s, its arrivals say %s", account, money.Amount(books), money.Amount(arrivals))
}

// claims: a transfer is claimed only for a slip that is being decided, or that was credited because of it.
func (r *Result) claims(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.ClaimsOff(ctx)
	for _, c := range rows {
		r.wrong("claim %s %s: its slip %s is %q", c.Kind, c.Value, c.Slip, c.State)
	}
	return err
}

// codes: a QR code is paid if and only if money arrived for it, and only for its own member.
func (r *Result) codes(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.CodesOff(ctx)
	for _, c := range rows {
		r.wrong("code %s of %s is %s with %d arrivals", c.Reference, c.Member, c.State, c.Arrivals)
	}
	return err
}

// declarations: a declaration that is matched names its arrival.
func (r *Result) declarations(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.DeclarationsOff(ctx)
	for _, d := range rows {
		r.wrong("declared transfer %s of %s is %s without an arrival", d.Reference, d.Member, d.State)
	}
	return err
}
