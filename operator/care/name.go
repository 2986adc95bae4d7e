package care

import (
	"context"
	"encoding/json"

	"krapao/internal/store"
	"krapao/operator"
)

// Written is how a member's name and its account's holder are written; in a request an empty one stays.
type Written struct {
	Name   string `json:"name,omitempty"`
	Holder string `json:"holder,omitempty"`
}

// Names are how members and their accounts' holders are written.
type Names interface {
	// Rewrite prepares to write them as the same person does; does writes them in the commit of the decision, and withdrawals wait
	// 24 hours. INVALID_USER_INFO: another person's.
	Rewrite(ctx context.Context, member string, as Written) (is, becomes Written, does func(*store.Tx) error, err error)
	// WrittenTx is how they are written now, with the member's state locked.
	WrittenTx(ctx context.Context, tx *store.Tx, member string) (Written, error)
}

// planRename plans to write a member's name, or its account's holder, as the same person writes it: two persons, with the
// member's papers or its bank's.
func (s *Service) planRename(ctx context.Context, member string, request json.RawMessage) (operator.Plan, error) {
	var as Written
	if err := operator.ReadRequest(request, &as); err != nil {
		return operator.Plan{}, err
	}
	p, now, err := s.plan(ctx, member)
	if err != nil {
		return p, err
	}
	is, becomes, does, err := s.d.Names.Rewrite(ctx, member, as)
	if err != nil {
		return p, err
	}
	p.Two, p.Evidence = true, operator.Papers
	p.Seen, p.State = now.State(), stateOfNames(is)
	p.Says, p.Does = "the member's name is written anew; its withdrawals wait 24 hours", once(does)
	for _, part := range []operator.Fact{
		{Name: "name", Kind: operator.FactText, Before: is.Name, After: becomes.Name},
		{Name: "holder", Kind: operator.FactText, Before: is.Holder, After: becomes.Holder},
	} {
		if part.Before != part.After {
			p.Facts = append(p.Facts, part)
		}
	}
	p.Still = func(tx *store.Tx) (string, error) {
		is, err := s.d.Names.WrittenTx(ctx, tx, member)
		return stateOfNames(is), err
	}
	return p, nil
}

func stateOfNames(w Written) string { return operator.Fingerprint(w.Name, w.Holder) }
