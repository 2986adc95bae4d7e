// Package record is what the deposit area answers to people who look after members: whose a reference is, and what came in from
// one member. It decides nothing.
package record

import (
	"context"
	"fmt"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/store"
)

// Records are the deposits as they were made and as they ended. They are safe for concurrent use.
type Records struct {
	store    *store.Store
	deposits *deposit.Service
}

// New makes them.
func New(s *store.Store, deposits *deposit.Service) *Records { return &Records{s, deposits} }

// MemberOf returns whose a code, a link, a declared transfer, a slip or an arrival is, by its reference or its ID. NO_DATA: there
// is none. Empty: it is an arrival that is nobody's yet.
func (r *Records) MemberOf(ctx context.Context, reference string) (string, error) {
	member, err := depositdb.New(r.store.DB()).MemberOfReference(ctx, reference)
	if store.NotFound(err) {
		return "", fault.New(fault.NO_DATA, "no deposit %q", reference)
	}
	if err != nil {
		return "", fmt.Errorf("record: whose: %w", err)
	}
	return member, nil
}
