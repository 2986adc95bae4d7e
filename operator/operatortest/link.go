package operatortest

import (
	"context"
	"slices"
	"sync"
	"time"

	"krapao/operator"
)

// Links are the members that are linked to each other.
type Links struct {
	mu    sync.Mutex
	pairs [][2]string
}

// Link links two members.
func (l *Links) Link(one, other string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pairs = append(l.pairs, [2]string{one, other}, [2]string{other, one})
}

// Linked implements operator.Links.
func (l *Links) Linked(_ context.Context, member, other string) (bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Contains(l.pairs, [2]string{member, other}), nil
}

// Hire adds an operator by the two chiefs, and waits until it may act.
func (h *House) Hire(name string, role operator.Role, member string) {
	h.T.Helper()
	for _, chief := range []string{Nok, Lek} {
		asked := operator.Newcomer{Role: role, Member: member}
		if _, err := h.Decide(h.T.Context(), operator.KindAdd, By(chief, name), asked); err != nil {
			h.T.Fatalf("add %s: %v", name, err)
		}
	}
	h.Now.Advance(30 * time.Minute)
	if n, err := h.Approvals.RunDue(h.T.Context()); err != nil || n != 1 {
		h.T.Fatalf("%d of 1 are in force: %v", n, err)
	}
}
