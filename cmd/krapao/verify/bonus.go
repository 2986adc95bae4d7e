package verify

import (
	"context"
	"fmt"

	"krapao/cmd/krapao/verify/internal/verifydb"
	"krapao/money"
)

// offers compares conditional credits, refunds, invitations and the wheel with the ledger (RULES.md sections 7 to 10).
func (r *Result) offers(ctx context.Context, q *verifydb.Queries) error {
	for _, check := range []func(context.Context, *verifydb.Queries) error{
		r.grants, r.ends, r.returned, r.campaigns, r.gates, r.purses, r.stars, r.wheel, r.lots,
	} {
		if err := check(ctx, q); err != nil {
			return fmt.Errorf("verify: offers: %w", err)
		}
	}
	return nil
}

// grants: each condition is one transfer into its member's wallet, and each such transfer one condition.
func (r *Result) grants(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.GrantsOff(ctx)
	if err != nil {
		return err
	}
	for _, c := range rows {
		r.off("member:%s: condition %s (%s) is %s, the books granted %s", c.Member, c.ID, c.Source, money.Amount(c.Credit), money.Amount(c.Moved))
	}
	strays, err := q.GrantsWithoutCondition(ctx)
	for _, t := range strays {
		r.off("member:%s: transfer %d grants %s without a condition", t.Member, t.ID, money.Amount(t.Moved))
	}
	return err
}

// ends: a condition that has ended has a row in the statement with what went back, and one that has not has none.
func (r *Result) ends(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.EndsOff(ctx)
	for _, c := range rows {
		r.off("member:%s: condition %s of %s is %s with %s given back, the books gave back %s", c.Member, c.ID,
			money.Amount(c.Credit), c.State, money.Amount(c.Returned), money.Amount(c.Moved))
	}
	return err
}

// returned: what went back to a house account is what its conditions say.
func (r *Result) returned(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.ReturnedOff(ctx)
	for _, a := range rows {
		r.off("%s: conditions gave back %s, the books say %s", a.Name, money.Amount(a.Returned), money.Amount(a.Books))
	}
	return err
}

// campaigns: a campaign's quota and budget count what was granted under it.
func (r *Result) campaigns(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.CampaignsOff(ctx)
	for _, c := range rows {
		if c.Grants < 0 {
			r.off("campaign %s %s: there is none, and it has %d conditions", c.Source, c.Code, c.Conditions)
			continue
		}
		r.off("campaign %s %s: it counts %d grants and %s, its conditions are %d and %s", c.Source, c.Code,
			c.Grants, money.Amount(c.Spent), c.Conditions, money.Amount(c.Granted))
	}
	return err
}

// gates: withdrawals and credits are shut if and only if a condition lasts.
func (r *Result) gates(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.GatesOff(ctx)
	for _, a := range rows {
		r.off("%s: its gates are %d with %d conditions active", a.Name, a.Gates, a.Conditions)
	}
	return err
}

// purses: a purse holds what was put into it less what was taken from it into the wallet.
func (r *Result) purses(ctx context.Context, q *verifydb.Queries) error {
	refunds, err := q.RefundPursesOff(ctx)
	if err != nil {
		return err
	}
	for _, p := range refunds {
		r.off("%s: it holds %s, of %s received %s were added", p.Name, money.Amount(p.Books), money.Amount(p.Received), money.Amount(p.Added))
	}
	invites, err := q.InvitePursesOff(ctx)
	for _, p := range invites {
		r.off("%s: it holds %s, of %s earned %s were received", p.Name, money.Amount(p.Books), money.Amount(p.Moved), money.Amount(p.Received))
	}
	return err
}

// stars: a loss is paid for once.
func (r *Result) stars(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.StarsOff(ctx)
	for _, m := range rows {
		r.off("member:%s: losses up to %s are paid for in %d receives, there are %d up to %s", m.Member,
			money.Amount(m.Star), m.Number, m.Receives, money.Amount(m.Highest))
	}
	return err
}

// wheel: a seed is the promised one; a draw took one coin, has a number without a gap and at most one coupon, and cash coupons have their money.
func (r *Result) wheel(ctx context.Context, q *verifydb.Queries) error {
	seeds, err := q.SeedsOff(ctx)
	if err != nil {
		return err
	}
	for _, s := range seeds {
		r.off("member:%s: seed %d was used %d times, with %d draws up to %d", s.Member, s.Number, s.Nonces, s.Draws, s.Newest)
	}
	broken, err := q.PromisesOff(ctx)
	if err != nil {
		return err
	}
	for _, s := range broken {
		r.off("member:%s: seed %d is not the one that was promised", s.Member, s.Number)
	}
	draws, err := q.DrawsOff(ctx)
	if err != nil {
		return err
	}
	for _, d := range draws {
		r.off("member:%s: %d draws took %d coins, and %d lack their coupon", d.Member, d.Draws, d.Coins, d.Lost)
	}
	strays, err := q.CouponsWithoutDraw(ctx)
	if err != nil {
		return err
	}
	for _, c := range strays {
		r.off("member:%s: coupon %s was never drawn", c.Member, c.ID)
	}
	held, err := q.CouponsOff(ctx)
	if err == nil && held.Books != held.Coupons {
		r.off("house:coupons: it holds %s, open coupons are worth %s", money.Amount(held.Books), money.Amount(held.Coupons))
	}
	return err
}

// lots: what of a deposit is not played is a part of it.
func (r *Result) lots(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.LotsOff(ctx)
	for _, l := range rows {
		r.off("member:%s: of arrival %s over %s, %s are not played", l.Member, l.Inflow, l.Amount, money.Amount(l.Rest))
	}
	return err
}
