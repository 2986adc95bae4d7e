package report

import (
	"context"
	"slices"
	"strings"
	"time"

	"krapao/brake"
	"krapao/ledger"
	"krapao/money"
)

// Owed is what the house owes, by the books.
type Owed struct {
	// Wallet has what waits to be paid out, too: it is the member's until the bank has paid it. Purses are refunds and invite
	// bonuses that were not taken yet.
	Wallet, Held, Purses, Games, Coupons, Unmatched money.Amount
}

// Total is all of it. What members owe the house is not taken off it: one member's debt pays no other's wallet.
func (o Owed) Total() money.Amount {
	return o.Wallet + o.Held + o.Purses + o.Games + o.Coupons + o.Unmatched
}

// Source is where the figure of a system's own comes from.
type Source string

// Where figures come from.
const (
	// Readings: the books have the provider's own last readings of its accounts, so both figures are one.
	Readings Source = "readings"
	// Entered: a cashier read it at the bank, and the books have what was moved since.
	Entered Source = "entered"
	// None: nobody has said within a day what the system has.
	None Source = "none"
)

// Holding is what a system of the outside has of the house's money.
type Holding struct {
	// System is its name (brake), like bank:SCB1, payouts, provider:joker.
	System string
	// Ours is what it should have, by the books. The books know of no money that the house itself moved there or away, so an account
	// that only pays is negative.
	Ours   money.Amount
	Source Source
	// Theirs is what the system has by its own figure, which is of At, and what the books have moved there since. Both are
	// nothing without a source; At is, too, where the source is the provider's readings.
	Theirs money.Amount
	At     time.Time
}

// Coverage is what the house has of what it owes its members, at one moment.
type Coverage struct {
	AsOf time.Time
	// Seal is the newest of the ledger that is in it.
	Seal int64
	// Whole: everything that was posted up to AsOf is in it.
	Whole bool
	Owed  Owed
	// Receivable is what members owe the house.
	Receivable money.Amount
	Has        []Holding
}

// ByTheBooks is what the systems should have, all together.
func (c Coverage) ByTheBooks() (sum money.Amount) {
	for _, h := range c.Has {
		sum += h.Ours
	}
	return sum
}

// theirs is what the systems have by their own figures, as far as they are known.
func (c Coverage) theirs() (sum money.Amount) {
	for _, h := range c.Has {
		sum += h.Theirs
	}
	return sum
}

// Missing are the systems of which nobody knows what they have. While there are any, there is no coverage: the books alone know
// neither the house's own money nor what its bank says.
func (c Coverage) Missing() (systems []string) {
	for _, h := range c.Has {
		if h.Source == None {
			systems = append(systems, h.System)
		}
	}
	return systems
}

// basis is a whole in basis points.
const basis = 10_000

// Ratio is what the house has of what it owes, in basis points. ok is false while a system's own figure is missing, or nothing
// is owed.
func (c Coverage) Ratio() (points int64, ok bool) {
	owed := c.Owed.Total()
	if owed <= 0 || len(c.Missing()) > 0 {
		return 0, false
	}
	return int64(c.theirs()) * basis / int64(owed), true
}

// Coverage adds up what the house owes and what the outside has of its money, at the newest seal that is added up.
func (s *Service) Coverage(ctx context.Context) (Coverage, error) {
	totals, seal, asOf, whole, err := s.d.Tallies.Totals(ctx)
	if err != nil {
		return Coverage{}, err
	}
	figures, err := s.figures(ctx)
	if err != nil {
		return Coverage{}, err
	}
	held := holdings{}
	for _, t := range totals {
		held[t.Account] += t.Amount
	}
	c := Coverage{
		AsOf: asOf, Seal: seal, Whole: whole, Receivable: -held[string(ledger.Receivable)],
		Owed: Owed{
			Wallet: held["member:wallet"], Held: held["member:held"], Purses: held["member:invite"] + held["member:refund"],
			Coupons: held[string(ledger.Coupons)], Unmatched: held[string(ledger.Unmatched)],
		},
	}
	for account, amount := range held {
		switch class, code, _ := strings.Cut(account, ":"); {
		case class == "game":
			c.Owed.Games += amount
			c.Has = append(c.Has, Holding{System: "provider:" + code, Ours: amount, Source: Readings, Theirs: amount})
		case class == "bank":
			c.Has = append(c.Has, figures.of(account, -amount))
		case account == string(ledger.Payout):
			c.Has = append(c.Has, figures.of(brake.Payouts, -amount))
		}
	}
	slices.SortFunc(c.Has, func(a, b Holding) int { return strings.Compare(a.System, b.System) })
	return c, nil
}
