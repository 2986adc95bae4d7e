package restoration

import (
	"context"
	"encoding/json"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/quarantine"
)

// Decide is what a person wants a case to book, and whose it is; an empty member is the one that the case names.
type Decide struct {
	Books  quarantine.Booking `json:"books"`
	Member string             `json:"member"`
}

// Open is what an operator looks at before it decides about a line that these books do not know. The audit log records who
// looked.
func (s *Service) Open(ctx context.Context, by operator.Person, id string) (operator.Sight, error) {
	c, err := s.quarantine.Case(ctx, id)
	if err != nil {
		return operator.Sight{}, err
	}
	if err := s.approvals.Look(ctx, operator.Glance{
		By: by.Name, Action: "quarantine.show", Subject: id, Member: c.Member,
	}); err != nil {
		return operator.Sight{}, err
	}
	sight := operator.Sight{
		Ref: operator.Ref{Kind: operator.ItemImport, ID: id}, Member: c.Member, Amount: c.Amount, State: "open",
		Why: []string{string(c.Kind)}, Seen: caseSeen(c, c.Open), Facts: append(factsOf(c), lineOf(c.Row)...),
	}
	if !c.Open {
		sight.State = "closed"
		sight.Facts = append(sight.Facts, booksFact(c.Books))
		return sight, nil
	}
	sight.Choices = []operator.Choice{{Kind: KindDecide, Needs: operator.Cashier, Two: true, Evidence: operator.Compared}}
	return sight, nil
}

// factsOf are what is known of a case without its line.
func factsOf(c quarantine.Case) []operator.Fact {
	return []operator.Fact{
		{Name: "system", Kind: operator.FactSystem, After: c.System},
		{Name: "reference", Kind: operator.FactText, After: c.Reference},
		{Name: "amount", Kind: operator.FactAmount, After: c.Amount.String()},
	}
}

func booksFact(b quarantine.Booking) operator.Fact {
	return operator.Fact{Name: "books", Kind: operator.FactState, After: "as_" + string(b)}
}

// lineOf are a line's own words.
func lineOf(r quarantine.Row) []operator.Fact {
	facts := []operator.Fact{
		{Name: "line", Kind: operator.FactText, After: r.ID},
		{Name: "paidAt", Kind: operator.FactTime, After: r.At.UTC().Format(time.RFC3339)},
	}
	if r.Account != "" {
		facts = append(facts, operator.Fact{Name: "account", Kind: operator.FactAccount, After: r.Bank + " " + r.Account})
	}
	if r.Name != "" {
		facts = append(facts, operator.Fact{Name: "holder", Kind: operator.FactText, After: r.Name})
	}
	return facts
}

// planDecide plans to book what a line brought, or to leave it.
func (s *Service) planDecide(ctx context.Context, id string, request json.RawMessage) (operator.Plan, error) {
	var asked Decide
	if err := json.Unmarshal(request, &asked); err != nil {
		return operator.Plan{}, fault.Wrap(err, fault.INVALID_INPUT, "what does it book?")
	}
	c, err := s.quarantine.Case(ctx, id)
	if err != nil {
		return operator.Plan{}, err
	}
	if !c.Open {
		return operator.Plan{}, fault.New(fault.NO_DATA, "case %q is decided", id)
	}
	decided := quarantine.Decided{Books: asked.Books, Member: asked.Member}
	if decided.Member == "" {
		decided.Member = c.Member
	}
	effect, err := s.quarantine.Effect(ctx, c, decided)
	if err != nil {
		return operator.Plan{}, err
	}
	facts := append(factsOf(c), booksFact(decided.Books))
	if decided.Books != quarantine.Nothing && decided.Books != quarantine.Deposit {
		facts = append(facts,
			operator.Fact{Name: "member", Kind: operator.FactMember, Before: c.Member, After: decided.Member},
			operator.Fact{Name: walletFact(effect), Kind: operator.FactAmount, After: max(effect.Wallet, -effect.Wallet).String()},
			operator.Fact{Name: "owed", Kind: operator.FactAmount, After: effect.Owed.String()},
		)
	}
	return operator.Plan{
		Member: decided.Member, Amount: max(c.Amount, -c.Amount), Item: operator.Ref{Kind: operator.ItemImport, ID: id},
		Two: true, Confirm: true, Evidence: operator.Compared, State: caseState(c, true, decided), Seen: caseSeen(c, true),
		Says:  "line " + c.Row.ID + " of " + c.System + " books " + string(decided.Books),
		Facts: facts,
		Still: func(tx *store.Tx) (string, error) {
			open, err := s.quarantine.OpenTx(ctx, tx, id)
			return caseState(c, open, decided), err
		},
		Does: func(tx *store.Tx, by operator.Decision) error {
			return s.quarantine.DecideTx(ctx, tx, c, decided, by.By)
		},
	}, nil
}

// walletFact is the name of what a decision takes out of a wallet, or brings into it.
func walletFact(e quarantine.Effect) string {
	if e.Wallet < 0 {
		return "walletGets"
	}
	return "wallet"
}

// caseSeen is the fingerprint of a case as it is opened.
func caseSeen(c quarantine.Case, open bool) string {
	return operator.Fingerprint(KindDecide, c.ID, open, c.Member, c.Amount)
}

// caseState is that of a decision about it.
func caseState(c quarantine.Case, open bool, d quarantine.Decided) string {
	return operator.Fingerprint(caseSeen(c, open), d)
}
