// Package gamecase is what operators decide about transfers with game providers: differences between a provider's list and our
// own, which reconciliation finds, and transfers whose outcome nobody knows. Both are cases of one list. It also says how each
// provider is doing.
package gamecase

import (
	"context"
	"slices"
	"time"

	"krapao/fault"
	"krapao/game/report"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator"
	"krapao/reconcile"
	"krapao/wallet/doubt"
)

// Deps are what the service is made of.
type Deps struct {
	Approvals *operator.Approvals
	// Now is the clock that says which day is today.
	Now func() time.Time
	// Transfers may be nil: then none is unsettled.
	Transfers Transfers
	// Reconciliation compares days; nil: no days are compared. Differences are the cases of compared days.
	Reconciliation *reconcile.Service
	Differences    *doubt.Cases
	// Reports returns the state of the providers' reports of play. Nil: nothing is known.
	Reports func(ctx context.Context) ([]report.State, error)
	// Health returns how a provider answers this node: whether its circuit breaker is open, and since when there is no answer. Zero:
	// it answers. Nil: nothing is known.
	Health func(provider string) (open bool, failingSince time.Time)
}

// Service makes these decisions. It is safe for concurrent use.
type Service struct{ d Deps }

// New makes the service, and registers its kinds of decisions.
func New(d Deps) *Service {
	s := &Service{d}
	d.Approvals.Register(s.kinds()...)
	return s
}

// KindUnsettled is the kind of an unsettled transfer in the list of cases.
const KindUnsettled doubt.DifferenceKind = "unsettled"

// Line is a case in the list. Amounts are positive into the game.
type Line struct {
	// ID is the name of the case in commands. For an unsettled transfer it is the reference.
	ID                                         string
	Kind                                       doubt.DifferenceKind
	Provider, Day, Reference, Member, Username string
	Ours, Theirs                               money.Amount
	State                                      doubt.CaseState
	Outcome                                    doubt.CaseOutcome
	Since                                      time.Time
	// Reason is a text of clue, or says who decided it and why.
	Reason string
}

// List lists the cases that match a filter, oldest first.
func (s *Service) List(ctx context.Context, f doubt.Filter) ([]Line, error) {
	list, err := s.unsettledLines(ctx, f)
	if err != nil {
		return nil, err
	}
	if s.d.Differences != nil && f.Kind != KindUnsettled {
		found, err := s.d.Differences.Differences(ctx, f)
		if err != nil {
			return nil, err
		}
		for _, x := range found {
			list = append(list, differenceLine(x))
		}
	}
	slices.SortStableFunc(list, func(a, b Line) int { return a.Since.Compare(b.Since) })
	return list[:min(len(list), f.Limit)], nil
}

// unsettledLines lists the unsettled transfers that match a filter.
func (s *Service) unsettledLines(ctx context.Context, f doubt.Filter) ([]Line, error) {
	list := []Line{}
	if f.Kind != "" && f.Kind != KindUnsettled {
		return list, nil
	}
	open, err := s.Unsettled(ctx, f.Provider, f.Limit)
	if err != nil {
		return nil, err
	}
	for _, c := range open {
		list = append(list, unsettledLine(c))
	}
	return list, nil
}

func differenceLine(x doubt.Difference) Line {
	return Line{
		ID: x.ID, Kind: x.Kind, Provider: x.Provider, Day: x.Day, Reference: x.Reference, Member: x.Member, Username: x.Username,
		Ours: x.Ours, Theirs: x.Theirs, State: x.State, Outcome: x.Outcome, Since: x.FoundAt, Reason: x.Note,
	}
}

func unsettledLine(c Unsettled) Line {
	ours := c.Amount
	if c.To == ledger.LabelWallet {
		ours = -ours
	}
	return Line{
		ID: c.Reference, Kind: KindUnsettled, Provider: c.Provider, Reference: c.Reference, Member: c.Member, Username: c.Username,
		Ours: ours, State: doubt.CaseOpen, Since: c.Since, Reason: c.Reason,
	}
}

// View is a case with everything that an operator needs to decide it.
type View struct {
	Line
	// Evidence is what was known when the case was found. For an unsettled transfer it is what is known now.
	Evidence doubt.Evidence
	Around   reconcile.Around
	// Ask is the code of the question to the provider. Choices are the possible decisions.
	Ask     string
	Choices []Choice
}

// Choice is a possible decision about a case, and what it books.
type Choice struct {
	// Command is moved, not-moved or close. Does is the code of what it books, and Amount how much; 0: no amount of its own.
	Command, Does string
	Amount        money.Amount
	// Books is the same in English.
	Books string
	// Two: two persons must agree.
	Two bool
}

func (s *Service) caseView(ctx context.Context, id string) (v View, err error) {
	x, c, err := s.findCase(ctx, id)
	if err != nil {
		return v, err
	}
	if x != nil {
		v = View{Line: differenceLine(*x), Evidence: x.Evidence, Ask: inquiry(*x), Choices: choices(*x)}
	} else {
		v = View{Line: unsettledLine(*c), Evidence: c.Evidence}
		v.Ask = "ask_has"
		two := c.Amount > operator.UnsettledBound
		v.Choices = []Choice{
			{Command: "moved", Does: done, Books: "the transfer as done", Two: two},
			{
				Command: "not-moved", Does: failed, Two: two,
				Books: "the transfer as failed: the money goes back, and is asked about again later",
			},
		}
	}
	username := v.Username
	if v.Evidence.Ours != nil {
		username = v.Evidence.Ours.Username
	}
	if s.d.Reconciliation != nil {
		v.Around, err = s.d.Reconciliation.Around(ctx, v.Member, v.Provider, username)
	}
	return v, err
}

// findCase finds a difference by its ID, or an unsettled transfer by its reference.
func (s *Service) findCase(ctx context.Context, id string) (*doubt.Difference, *Unsettled, error) {
	if s.d.Differences != nil {
		x, err := s.d.Differences.Difference(ctx, id)
		if err == nil {
			return &x, nil, nil
		}
		if !fault.Is(err, fault.NO_DATA) {
			return nil, nil, err
		}
	}
	c, err := s.unsettled(ctx, id)
	if fault.Is(err, fault.NO_DATA) {
		return nil, nil, fault.New(fault.NO_DATA, "no case %q, and no unsettled transfer with this reference", id)
	}
	return nil, &c, err
}
