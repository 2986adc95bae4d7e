package withdrawtest

import (
	"context"
	"sync"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/withdraw"
)

// Members are the members as a test sets them.
type Members struct {
	mu   sync.Mutex
	list map[string]withdraw.Payee
	// Held: the totals of all members are being read.
	Held bool
}

// Set sets where a member is paid.
func (m *Members) Set(member string, p withdraw.Payee) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.list[member] = p
}

// LockTx implements withdraw.Members. The conditions are always asked.
func (m *Members) LockTx(context.Context, *store.Tx, string) (ledger.Gate, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.Held {
		return 0, fault.New(fault.TRY_AGAIN, "held")
	}
	return ledger.GateWithdraw, nil
}

// Payee implements withdraw.Members and approval.Members.
func (m *Members) Payee(_ context.Context, member string) (withdraw.Payee, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.list[member], nil
}

// Games return to the wallet what the test says.
type Games struct {
	mu sync.Mutex
	// Calls counts the calls of Empty, Answer gives the games that could not be emptied.
	Calls  int
	Answer func(member string) []string
}

// Empty implements withdraw.Games.
func (g *Games) Empty(_ context.Context, member string) ([]string, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.Calls++
	if g.Answer == nil {
		return nil, nil
	}
	return g.Answer(member), nil
}

// Totals can be read, unless a test says otherwise.
type Totals struct {
	mu  sync.Mutex
	Err error
}

// StableTotal implements approval.Totals.
func (x *Totals) StableTotal(context.Context, string) (money.Amount, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return 0, x.Err
}

// Proofs says whether money came from an account.
type Proofs struct{ Yes bool }

// Proven implements approval.Proofs.
func (p *Proofs) Proven(context.Context, string, withdraw.Account) (bool, error) {
	return p.Yes, nil
}

// Links are as a test sets them. It sets them while nothing runs.
type Links struct {
	// Strong are those whom a member is strongly linked to.
	Strong map[string][]string
	// Device is since when everybody shares a device; Address: everybody shares an address.
	Device  time.Time
	Address bool
}

// Linked implements approval.Links.
func (l *Links) Linked(_ context.Context, member string, _ int) ([]string, error) {
	return l.Strong[member], nil
}

// SharedSince implements approval.Links.
func (l *Links) SharedSince(context.Context, string) (time.Time, error) { return l.Device, nil }

// SharesAddress implements approval.Links.
func (l *Links) SharesAddress(context.Context, string) (bool, error) { return l.Address, nil }

// Flags are the members under review. A test sets them while nothing runs.
type Flags map[string]bool

// UnderReview implements approval.Flags.
func (f Flags) UnderReview(_ context.Context, member string) (bool, error) { return f[member], nil }
