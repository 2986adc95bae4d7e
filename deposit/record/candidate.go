package record

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
)

// Why a member may be the one that an arrival is of.
const (
	WhyAccount  = "account"  // its registered account has the digits that the bank shows of the payer's
	WhyPayer    = "payer"    // the payer's account has paid for it before
	WhyName     = "name"     // the holder of its registered account has the payer's name, however it is written
	WhyDeclared = "declared" // it declared a transfer of this amount at that time
	WhySlip     = "slip"     // it uploaded a slip of this amount at that time, which has not ended
	WhyOrder    = "order"    // it asked for a code of this amount at that time
)

// weights say how much each of them counts. Whoever knows the account comes before any that know but name or amount.
var weights = map[string]int{WhyAccount: 32, WhyPayer: 16, WhyName: 8, WhyDeclared: 4, WhySlip: 2, WhyOrder: 1}

// Candidate is a member that an arrival may be of.
type Candidate struct {
	Member string
	// Why has what speaks for it, the strongest first.
	Why []string
}

// Strength is how much speaks for a member: strong (its account), medium (its name), or weak (amount and time alone).
func (c Candidate) Strength() string {
	switch sum := c.weight(); {
	case sum >= weights[WhyPayer]:
		return "strong"
	case sum >= weights[WhyName]:
		return "medium"
	}
	return "weak"
}

func (c Candidate) weight() (sum int) {
	for _, why := range c.Why {
		sum += weights[why]
	}
	return sum
}

// How many members are looked at for each reason, how many are shown, and how far what they said may be from the payment.
const (
	mostLikely     = 50
	mostCandidates = 10
	likelyAround   = time.Hour
)

// Names finds members by the name of their account's holder.
type Names interface {
	Find(ctx context.Context, name string, most int) ([]string, error)
}

// Finder finds whose money may be that nobody claimed. It decides nothing. It is safe for concurrent use.
type Finder struct {
	store    *store.Store
	deposits *deposit.Service
	names    Names
}

// NewFinder makes it.
func NewFinder(s *store.Store, deposits *deposit.Service, names Names) *Finder {
	return &Finder{s, deposits, names}
}

// Candidates lists the members that an arrival may be of, the likeliest first.
func (f *Finder) Candidates(ctx context.Context, in deposit.Inflow) ([]Candidate, error) {
	found := map[string]*Candidate{}
	for _, way := range []struct {
		why  string
		find func(context.Context, deposit.Inflow) ([]string, error)
	}{
		{WhyAccount, f.byAccount},
		{WhyPayer, f.byPayer},
		{WhyName, f.byName},
		{WhyDeclared, f.byDeclaration},
		{WhySlip, f.bySlip},
		{WhyOrder, f.byOrder},
	} {
		members, err := way.find(ctx, in)
		if err != nil {
			return nil, fmt.Errorf("record: candidates by %s: %w", way.why, err)
		}
		for _, member := range members {
			c := found[member]
			if c == nil {
				c = &Candidate{Member: member}
				found[member] = c
			}
			if !slices.Contains(c.Why, way.why) {
				c.Why = append(c.Why, way.why)
			}
		}
	}
	return best(found), nil
}

func best(found map[string]*Candidate) []Candidate {
	list := make([]Candidate, 0, len(found))
	for _, c := range found {
		list = append(list, *c)
	}
	slices.SortFunc(list, func(a, b Candidate) int {
		return cmp.Or(b.weight()-a.weight(), cmp.Compare(a.Member, b.Member))
	})
	return list[:min(len(list), mostCandidates)]
}

func (f *Finder) byAccount(ctx context.Context, in deposit.Inflow) ([]string, error) {
	return deposit.DeskOf(f.deposits).Registered(ctx, in.Payer)
}

func (f *Finder) byPayer(ctx context.Context, in deposit.Inflow) ([]string, error) {
	return depositdb.New(f.store.DB()).PaidBefore(ctx, in.ID, mostLikely)
}

func (f *Finder) byName(ctx context.Context, in deposit.Inflow) ([]string, error) {
	if f.names == nil || in.Payer.Name == "" {
		return nil, nil
	}
	return f.names.Find(ctx, in.Payer.Name, mostLikely)
}

func (f *Finder) byDeclaration(ctx context.Context, in deposit.Inflow) ([]string, error) {
	return depositdb.New(f.store.DB()).DeclaredOfAmount(ctx, depositdb.DeclaredOfAmountParams(near(in)))
}

func (f *Finder) bySlip(ctx context.Context, in deposit.Inflow) ([]string, error) {
	return depositdb.New(f.store.DB()).SlipsOfAmount(ctx, depositdb.SlipsOfAmountParams(near(in)))
}

func (f *Finder) byOrder(ctx context.Context, in deposit.Inflow) ([]string, error) {
	return depositdb.New(f.store.DB()).CodesOfAmount(ctx, depositdb.CodesOfAmountParams(near(in)))
}

// span is an amount near a time.
type span struct {
	Amount       money.Amount
	Since, Until clock.Micros
	Most         int32
}

func near(in deposit.Inflow) span {
	at := in.PaidAt
	if at.IsZero() {
		at = in.SeenAt
	}
	return span{in.Amount, clock.MicrosOf(at.Add(-likelyAround)), clock.MicrosOf(at.Add(likelyAround)), mostLikely}
}
