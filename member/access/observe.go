package access

import (
	"context"

	"krapao/internal/store"
)

// What other areas do in the transactions of this one. Each is set once, when the program is built, before the first call.

// OnSecured sets what runs in the transaction that changed a password, ended all sessions or deactivated a member: the
// game passwords are reset too (RULES.md section 12). Without it nothing runs.
func (s *Service) OnSecured(f func(ctx context.Context, tx *store.Tx, member string) error) {
	s.onSecured = f
}

// OnActivated sets what runs in the transaction that deactivated a member or activated it again; by is the operator.
// Without it nothing runs.
func (s *Service) OnActivated(f func(ctx context.Context, tx *store.Tx, member, by string, active bool) error) {
	s.onActivated = f
}

// Unwired names the setters that were not called.
func (s *Service) Unwired() (setters []string) {
	if s.onSecured == nil {
		setters = append(setters, "access.OnSecured")
	}
	if s.onActivated == nil {
		setters = append(setters, "access.OnActivated")
	}
	return setters
}
