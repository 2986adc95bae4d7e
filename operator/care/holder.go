package care

import (
	"context"
	"encoding/json"
	"time"

	"krapao/internal/store"
	"krapao/operator"
)

// Holders are the pairs of members whose accounts' holders have one name.
type Holders interface {
	// HolderCases lists cases, oldest first; all: closed ones, too. HolderCase returns one. NO_DATA: there is none.
	HolderCases(ctx context.Context, all bool, most int) ([]HolderCase, error)
	HolderCase(ctx context.Context, id string) (HolderCase, error)
	// CloseHolderCaseTx closes one. NO_DATA: it is not open.
	CloseHolderCaseTx(ctx context.Context, tx *store.Tx, id, by, note string) error
}

// HolderCase is a pair of members whose holders have the same name, found when names began to be compared in their normal form.
type HolderCase struct {
	ID, Member, Other, Note string
	Open                    bool
	FoundAt                 time.Time
}

// HolderCases lists the pairs of members that an operator has to look at.
func (s *Service) HolderCases(ctx context.Context, all bool, most int) ([]HolderCase, error) {
	return s.d.Holders.HolderCases(ctx, all, most)
}

// OpenHolder is what an operator looks at before it closes a pair of one holder's name. The audit log records who looked.
func (s *Service) OpenHolder(ctx context.Context, by operator.Person, pair string) (operator.Sight, error) {
	c, err := s.d.Holders.HolderCase(ctx, pair)
	if err != nil {
		return operator.Sight{}, err
	}
	look := operator.Glance{By: by.Name, Action: "holder.show", Subject: c.ID, Member: c.Member}
	if err := s.d.Approvals.Look(ctx, look); err != nil {
		return operator.Sight{}, err
	}
	x := operator.Sight{
		Ref: operator.Ref{Kind: operator.ItemHolder, ID: c.ID}, Member: c.Member, State: "closed", Seen: stateOfPair(c),
		Facts: []operator.Fact{
			{Name: "other", Kind: operator.FactMember, After: c.Other},
			{Name: "since", Kind: operator.FactTime, After: c.FoundAt.UTC().Format(time.RFC3339)},
		},
	}
	if c.Note != "" {
		x.Facts = append(x.Facts, operator.Fact{Name: "found", After: c.Note})
	}
	if c.Open {
		x.State, x.Choices = "open", []operator.Choice{{Kind: closeHolder, Needs: operator.Cashier}}
	}
	return x, nil
}

func stateOfPair(c HolderCase) string { return operator.Fingerprint(c.ID, c.Open) }

func (s *Service) planCloseHolder(ctx context.Context, pair string, _ json.RawMessage) (operator.Plan, error) {
	c, err := s.d.Holders.HolderCase(ctx, pair)
	if err != nil {
		return operator.Plan{}, err
	}
	state := stateOfPair(c)
	return operator.Plan{
		Member: c.Member, State: state, Says: "the case is closed; the two members stay linked",
		Facts: []operator.Fact{
			{Name: "state", Kind: operator.FactState, Before: "open", After: "closed"},
			{Name: "other", Kind: operator.FactMember, After: c.Other},
		},
		Still: func(*store.Tx) (string, error) { return state, nil }, // only an open case is closed, whoever closes it
		Does: func(tx *store.Tx, d operator.Decision) error {
			return s.d.Holders.CloseHolderCaseTx(ctx, tx, c.ID, d.By, d.Note())
		},
	}, nil
}
