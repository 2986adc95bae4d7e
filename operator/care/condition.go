package care

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"krapao/internal/store"
	"krapao/money"
	"krapao/operator"
)

// Condition is one that a member's credit was granted under, and what would go back if it were given up now.
type Condition struct {
	ID, Source, Campaign  string
	Credit, Returns, Kept money.Amount
}

// Conditions are those of members' credits (RULES.md section 7).
type Conditions interface {
	// Givable returns a member's active condition, by the newest total. BONUS_CONDITION: it is not its active one. TRY_AGAIN: a game
	// that can't be read may hide that it is over.
	Givable(ctx context.Context, member, condition string) (Condition, error)
	// GivableTx reports whether it is that still, in the transaction of a decision.
	GivableTx(ctx context.Context, tx *store.Tx, member, condition string) (bool, error)
	// GiveUpTx begins its end as given up. FinishSoon goes on with it, outside a transaction.
	GiveUpTx(ctx context.Context, tx *store.Tx, member, condition string) error
	FinishSoon(ctx context.Context, condition string)
}

// OfCondition is the subject of a decision about a member's condition.
func OfCondition(member, condition string) string { return member + " " + condition }

// planEndCondition plans to end a member's condition as if it had given it up: two persons. The decision begins the end, since
// games are asked for what goes back, and no decision asks anybody in its commit.
func (s *Service) planEndCondition(ctx context.Context, subject string, _ json.RawMessage) (operator.Plan, error) {
	member, condition, _ := strings.Cut(subject, " ")
	p, now, err := s.plan(ctx, member)
	if err != nil {
		return p, err
	}
	c, err := s.d.Conditions.Givable(ctx, member, condition)
	if err != nil {
		return p, err
	}
	p.Two, p.Evidence, p.Amount = true, operator.Grounds, c.Credit
	p.Seen, p.State = now.State(), operator.Fingerprint(EndCondition, member, condition, true)
	p.Says = fmt.Sprintf("the condition of %s %s ends as given up; what goes back is brought from the games", c.Source, c.Campaign)
	p.Facts = []operator.Fact{
		{Name: "granted", Kind: operator.FactState, After: c.Source},
		{Name: "campaign", Kind: operator.FactText, After: c.Campaign},
		{Name: "credit", Kind: operator.FactAmount, After: c.Credit.String()},
		{Name: "returns", Kind: operator.FactAmount, After: c.Returns.String()},
		{Name: "keeps", Kind: operator.FactAmount, After: c.Kept.String()},
	}
	p.Still = func(tx *store.Tx) (string, error) {
		still, err := s.d.Conditions.GivableTx(ctx, tx, member, condition)
		return operator.Fingerprint(EndCondition, member, condition, still), err
	}
	p.Does = func(tx *store.Tx, _ operator.Decision) error {
		return s.d.Conditions.GiveUpTx(ctx, tx, member, condition)
	}
	p.After = func(ctx context.Context) { s.d.Conditions.FinishSoon(ctx, condition) }
	return p, nil
}
