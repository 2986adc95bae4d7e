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
		r.wrong("member:%s: condition %s (%s) is %s, the books granted %s", c.Member, c.ID, c.Source,
			money.Amount(c.Credit), money.Amount(c.Moved))
	}
	strays, err := q.GrantsWithoutCondition(ctx)
	for _, t := range strays {
		r.wrong("member:%s: transfer %d grants %s without a condition", t.Member, t.ID, money.Amount(t.Moved))
	}
	return err
}

// ends: a condition has a row in the statement with the amount that went back, if and only if it has ended.
func (r *Result) ends(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.EndsOff(ctx)
	for _, c := range rows {
		r.wrong("member:%s: condition %s of %s is %s with %s given back, the books gave back %s", c.Member, c.ID,
			money.Amount(c.Credit), c.State, money.Amount(c.Returned), money.Amount(c.Moved))
	}
	return err
}

// returned: the money that went back to a house account is the sum of its conditions.
func (r *Result) returned(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.ReturnedOff(ctx)
	for _, a := range rows {
		r.wrong("%s: conditions gave back %s, the books say %s", a.Name, money.Amount(a.Returned), money.Amount(a.Books))
	}
	return err
}

// campaigns: a campaign's quota and budget count the grants under it.
func (r *Result) campaigns(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.CampaignsOff(ctx)
	for _, c := range rows {
		if c.Grants < 0 {
			r.wrong("campaign %s %s: there is none, and it has %d conditions", c.Source, c.Code, c.Conditions)
			continue
		}
		r.wrong("campaign %s %s: it counts %d grants and %s, its conditions are %d and %s", c.Source, c.Code,
			c.Grants, money.Amount(c.Spent), c.Conditions, money.Amount(c.Granted))
	}
	return err
}

// gates: the gates for withdrawals and credits are raised if and only if a condition is active.
func (r *Result) gates(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.GatesOff(ctx)
	for _, a := range rows {
		r.wrong("%s: its gates are %d with %d conditions active", a.Name, a.Gates, a.Conditions)
	}
	return err
}

// purses: a purse holds the money that was put into it, less the money that was taken into the wallet.
func (r *Result) purses(ctx context.Context, q *verifydb.Queries) error {
	refunds, err := q.RefundPursesOff(ctx)
	if err != nil {
		return err
	}
	for _, p := range refunds {
		r.wrong("%s: it holds %s, of %s received %s were added", p.Name,
			money.Amount(p.Books), money.Amount(p.Received), money.Amount(p.Added))
	}
	invites, err := q.InvitePursesOff(ctx)
	for _, p := range invites {
		r.wrong("%s: it holds %s, of %s earned %s were received", p.Name,
			money.Amount(p.Books), money.Amount(p.Moved), money.Amount(p.Received))
	}
	return err
}

// stars: a loss is paid for once.
func (r *Result) stars(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.StarsOff(ctx)
	for _, m := range rows {
		r.wrong("member:%s: losses up to %s are paid for in %d receives, there are %d up to %s", m.Member,
			money.Amount(m.Star), m.Number, m.Receives, money.Amount(m.Highest))
	}
	return err
}

// wheel: each seed is the one that was promised. Each draw took one coin, their numbers have no gaps, and each has at most one
// coupon. The house holds the money of open cash coupons.
func (r *Result) wheel(ctx context.Context, q *verifydb.Queries) error {
	seeds, err := q.SeedsOff(ctx)
	if err != nil {
		return err
	}
	for _, s := range seeds {
		r.wrong("member:%s: seed %d was used %d times, with %d draws up to %d", s.Member, s.Number, s.Nonces, s.Draws, s.Newest)
	}
	broken, err := q.PromisesOff(ctx)
	if err != nil {
		return err
	}
	for _, s := range broken {
		r.wrong("member:%s: seed %d is not the one that was promised", s.Member, s.Number)
	}
	draws, err := q.DrawsOff(ctx)
	if err != nil {
		return err
	}
	for _, d := range draws {
		r.wrong("member:%s: %d draws took %d coins, and %d lack their coupon", d.Member, d.Draws, d.Coins, d.Lost)
	}
	strays, err := q.CouponsWithoutDraw(ctx)
	if err != nil {
		return err
	}
	for _, c := range strays {
		r.wrong("member:%s: coupon %s was never drawn", c.Member, c.ID)
	}
	held, err := q.CouponsOff(ctx)
	if err == nil && held.Books != held.Coupons {
		r.wrong("house:coupons: it holds %s, open coupons are worth %s", money.Amount(held.Books), money.Amount(held.Coupons))
	}
	return err
}

// lots: the unplayed part of a deposit is a part of it.
func (r *Result) lots(ctx context.Context, q *verifydb.Queries) error {
	rows, err := q.LotsOff(ctx)
	for _, l := range rows {
		r.wrong("member:%s: of arrival %s over %s, %s are not played", l.Member, l.Inflow, l.Amount, money.Amount(l.Rest))
	}
	return err
}
