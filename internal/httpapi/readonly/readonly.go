// Package readonly is what members may do while the store is in quarantine: log in and read (OPERATOR-API.md, section 18).
package readonly

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"krapao/fault"
	"krapao/internal/httpx"
)

// Since returns since when the store is in quarantine. Zero: it is not.
type Since func(context.Context) (time.Time, error)

// system is what the refusal names in place of one system of the outside.
const system = "quarantine"

// logins are the calls that log a member in and out.
var logins = []string{"login", "logout", "sendOTP", "verifyOTP"}

// Before refuses what would change anything with BEING_CHECKED.
func (s Since) Before(ctx context.Context, rt httpx.Route) error {
	if s == nil || reads(rt) || slices.Contains(logins, rt.ID) {
		return nil
	}
	return s.Refusal(ctx)
}

// Refusal is BEING_CHECKED while the store is in quarantine.
func (s Since) Refusal(ctx context.Context) error {
	since, err := s(ctx)
	if err != nil || since.IsZero() {
		return err
	}
	return fault.New(fault.BEING_CHECKED, "the store was restored, and is being checked").
		With("system", system).With("since", since.UTC().Format(time.RFC3339))
}

// reads reports whether a call changes nothing. Some lists are asked for by POST, as SPEC.md has them.
func reads(rt httpx.Route) bool {
	return rt.Method == http.MethodGet && !rt.Effect || strings.HasPrefix(rt.ID, "list")
}
