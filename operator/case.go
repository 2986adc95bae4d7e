package operator

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"krapao/fault"
	"krapao/game/report"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/reconcile"
	"krapao/wallet/doubt"
)

// Cases of reconciliation: differences between a game provider's list and our own transfers. The same list has the transfers
// whose outcome nobody knows.

// KindUnsettled is the kind of an unsettled transfer in the list of cases.
const KindUnsettled doubt.DifferenceKind = "unsettled"

// CaseKinds returns the kinds of cases, as commands name them.
func CaseKinds() []string {
	kinds := append(doubt.DifferenceKinds(), KindUnsettled)
	list := make([]string, len(kinds))
	for i, kind := range kinds {
		list[i] = string(kind)
	}
	return list
}

// CaseLine is a case in the list. Amounts are positive into the game.
type CaseLine struct {
	// ID is the name of the case in commands. For an unsettled transfer it is the reference.
	ID                                         string
	Kind                                       doubt.DifferenceKind
	Provider, Day, Reference, Member, Username string
	Ours, Theirs                               money.Amount
	State                                      doubt.CaseState
	Outcome                                    doubt.CaseOutcome
	Since                                      time.Time
	Reason                                     string
}

// ProviderCases lists the cases that match a filter, oldest first.
func (s *Service) ProviderCases(ctx context.Context, f doubt.Filter) ([]CaseLine, error) {
	list, err := s.unsettledLines(ctx, f)
	if err != nil {
		return nil, err
	}
	if s.Differences != nil && f.Kind != KindUnsettled {
		found, err := s.Differences.Differences(ctx, f)
		if err != nil {
			return nil, err
		}
		for _, x := range found {
			list = append(list, differenceLine(x))
		}
	}
	slices.SortStableFunc(list, func(a, b CaseLine) int { return a.Since.Compare(b.Since) })
	return list[:min(len(list), f.Limit)], nil
}

// unsettledLines lists the unsettled transfers that match a filter.
func (s *Service) unsettledLines(ctx context.Context, f doubt.Filter) ([]CaseLine, error) {
	list := []CaseLine{}
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

func differenceLine(x doubt.Difference) CaseLine {
	return CaseLine{
		ID: x.ID, Kind: x.Kind, Provider: x.Provider, Day: x.Day, Reference: x.Reference, Member: x.Member, Username: x.Username,
		Ours: x.Ours, Theirs: x.Theirs, State: x.State, Outcome: x.Outcome, Since: x.FoundAt, Reason: x.Note,
	}
}

func unsettledLine(c Unsettled) CaseLine {
	ours := c.Amount
	if c.To == ledger.LabelWallet {
		ours = -ours
	}
	return CaseLine{
		ID: c.Reference, Kind: KindUnsettled, Provider: c.Provider, Reference: c.Reference, Member: c.Member, Username: c.Username,
		Ours: ours, State: doubt.CaseOpen, Since: c.Since, Reason: c.Reason,
	}
}

// CaseView is a case with everything that an operator needs to decide it.
type CaseView struct {
	CaseLine
	// Evidence is what was known when the case was found. For an unsettled transfer it is what is known now.
	Evidence doubt.Evidence
	Around   reconcile.Around
	// Ask is the question to the provider. Choices are the possible decisions.
	Ask     string
	Choices []Choice
}

// Choice is a possible decision about a case, and what it books.
type Choice struct {
	// Command is moved, not-moved or close.
	Command, Books string
	// Two: two persons must agree.
	Two bool
}

// ShowCase opens a case. The audit log records who looked.
func (s *Service) ShowCase(ctx context.Context, d Decision) (CaseView, error) {
	v, err := s.caseView(ctx, d.Subject)
	if err != nil {
		return CaseView{}, err
	}
	_, err = s.decide(ctx, d, act{name: "case.show", needs: Support, member: v.Member, does: func(*store.Tx) error { return nil }})
	if err != nil {
		return CaseView{}, err
	}
	return v, nil
}

func (s *Service) caseView(ctx context.Context, id string) (v CaseView, err error) {
	x, c, err := s.findCase(ctx, id)
	if err != nil {
		return v, err
	}
	if x != nil {
		v = CaseView{CaseLine: differenceLine(*x), Evidence: x.Evidence, Ask: inquiry(*x), Choices: choices(*x)}
	} else {
		v = CaseView{CaseLine: unsettledLine(*c), Evidence: c.Evidence}
		v.Ask = fmt.Sprintf("whether it has our transfer %s, of which account and over how much", c.Reference)
		two := c.Amount > unsettledBound
		v.Choices = []Choice{
			{"moved", "the transfer as done", two},
			{"not-moved", "the transfer as failed: the money goes back, and is asked about again later", two},
		}
	}
	username := v.Username
	if v.Evidence.Ours != nil {
		username = v.Evidence.Ours.Username
	}
	if s.Reconciliation != nil {
		v.Around, err = s.Reconciliation.Around(ctx, v.Member, v.Provider, username)
	}
	return v, err
}

// findCase finds a difference by its ID, or an unsettled transfer by its reference.
func (s *Service) findCase(ctx context.Context, id string) (*doubt.Difference, *Unsettled, error) {
	if s.Differences != nil {
		x, err := s.Differences.Difference(ctx, id)
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

// inquiry returns the question to the provider about a case.
func inquiry(x doubt.Difference) string {
	switch x.Kind {
	case doubt.MissingThere, doubt.Unclear:
		return fmt.Sprintf("whether it ever moved our transfer %s of account %s: it has no row of it", x.Reference, x.Username)
	case doubt.MissingHere:
		if x.Transfer == 0 {
			return fmt.Sprintf("who moved %s on account %s, and why: the reference is not ours", x.Reference, x.Username)
		}
		return fmt.Sprintf("why it did our transfer %s of account %s, which it had refused", x.Reference, x.Username)
	case doubt.AnotherAmount:
		return fmt.Sprintf("how much it moved for our transfer %s of account %s, and why not what was ordered", x.Reference, x.Username)
	case doubt.AnotherAccount:
		return fmt.Sprintf("why our transfer %s is booked on account %s, and that it takes it back from there", x.Reference, x.Username)
	case doubt.AnotherDirection:
		return fmt.Sprintf("why our transfer %s of account %s went the other way", x.Reference, x.Username)
	case doubt.Twice:
		return fmt.Sprintf("whether it moved our transfer %s of account %s more than once", x.Reference, x.Username)
	case doubt.Unproved:
		return fmt.Sprintf("whether it did our transfer %s of account %s after all, which went back; "+
			"and all movements of the account since", x.Reference, x.Username)
	case doubt.Unexplained:
		return fmt.Sprintf("all rounds and all movements of account %s until %s", x.Username, x.Reference)
	}
	return "everything that it knows about this case"
}

// choices returns the decisions that are possible about a case.
func choices(x doubt.Difference) []Choice {
	list := []Choice{}
	for _, c := range []struct {
		command string
		outcome doubt.CaseOutcome
	}{{"moved", doubt.ItMoved}, {"not-moved", doubt.ItDidNotMove}, {"close", doubt.Dismissed}} {
		booked, err := x.Correction(c.outcome)
		stake, _ := x.Stake(c.outcome)
		if err != nil || x.State != doubt.CaseOpen {
			continue
		}
		list = append(list, Choice{c.command, books(x, booked), stake > unsettledBound})
	}
	return list
}

// books says what a decision books.
func books(x doubt.Difference, amount money.Amount) string {
	switch {
	case amount < 0:
		return fmt.Sprintf("%s baht from the provider's result to the member's wallet", -amount)
	case amount > 0:
		return fmt.Sprintf("%s baht that the member has twice: out of the game, then out of the wallet, and the rest is owed", amount)
	case x.Transfer == 0:
		return "nothing; no command books it: settle with the provider"
	case x.Kind == doubt.Unproved:
		return "nothing: it stays given back"
	}
	return "nothing: it stays as it is booked"
}

// DecideCase closes a case by what a person found out at the provider, with evidence. Over 1,000 baht two persons must agree
// on the same outcome. What a member has twice is taken back right after it.
func (s *Service) DecideCase(ctx context.Context, d Decision, outcome doubt.CaseOutcome) (Outcome, error) {
	if d.Evidence == "" {
		return Outcome{}, evidenceRequired("the provider's answer, a ticket or its list")
	}
	x, c, err := s.findCase(ctx, d.Subject)
	switch {
	case err != nil:
		return Outcome{}, err
	case c != nil && outcome == doubt.Dismissed:
		return Outcome{}, fault.New(fault.INVALID_INPUT, "an unsettled transfer can't be closed: decide moved or not-moved")
	case c != nil:
		return s.SettleByHand(ctx, d, outcome == doubt.ItMoved)
	}
	stake, err := x.Stake(outcome)
	if err != nil {
		return Outcome{}, err
	}
	booked, err := x.Correction(outcome)
	if err != nil {
		return Outcome{}, err
	}
	out, err := s.decide(ctx, d, act{
		name: "case." + string(outcome), needs: Cashier, member: x.Member, amount: stake, two: stake > unsettledBound,
		says: "the case is closed; booked: " + books(*x, booked),
		does: func(tx *store.Tx) error {
			return s.Differences.DecideTx(ctx, tx, x.ID, outcome, d.By, "by "+d.By+": "+d.Reason)
		},
	})
	if err == nil && out.Done && booked > 0 {
		if _, late := s.Differences.Correct(ctx); late != nil {
			out.Says += " (not finished yet: it goes on by itself)"
		}
	}
	return out, err
}

// CompareDay compares a day again soon, of one provider or of all.
func (s *Service) CompareDay(ctx context.Context, d Decision, provider, day string) (Outcome, error) {
	if s.Reconciliation == nil {
		return Outcome{}, fault.New(fault.NO_DATA, "this house compares no days with providers")
	}
	d.Subject = strings.TrimSpace(day + " " + provider)
	return s.decide(ctx, d, act{
		name: "case.compare", needs: Support,
		says: fmt.Sprintf("%s will be compared within 10 minutes; krapao operator providers shows how far it is", d.Subject),
		does: func(tx *store.Tx) error { return s.Reconciliation.CompareTx(ctx, tx, provider, day) },
	})
}

// ProviderState is what this node knows about a provider.
type ProviderState struct {
	reconcile.ProviderState
	Report report.State
	// CircuitOpen: this node does not call the provider for now, because it has not answered since FailingSince. Each node has a
	// circuit breaker of its own.
	CircuitOpen  bool
	FailingSince time.Time
}

// Providers lists every provider: its transfers in doubt, its compared days, its cases, and its report of play.
func (s *Service) Providers(ctx context.Context) ([]ProviderState, error) {
	if s.Reconciliation == nil {
		return nil, nil
	}
	found, err := s.Reconciliation.Providers(ctx)
	if err != nil {
		return nil, err
	}
	reports := map[string]report.State{}
	if s.Reports != nil {
		states, err := s.Reports(ctx)
		if err != nil {
			return nil, err
		}
		for _, r := range states {
			reports[r.Provider] = r
		}
	}
	list := make([]ProviderState, len(found))
	for i, p := range found {
		list[i] = ProviderState{ProviderState: p, Report: reports[p.Provider]}
		if s.Health != nil {
			list[i].CircuitOpen, list[i].FailingSince = s.Health(p.Provider)
		}
	}
	return list, nil
}
