package storm

import (
	"bytes"
	"context"
	"net"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"krapao/internal/store"
)

// lockOrder is the order in which every transaction of the product locks rows (docs/architecture/0009-conditions.md).
var lockOrder = map[string]int{
	"deposit_member": 1, "inflow": 1, "reversal": 1,
	"member_state":    2,
	"withdraw_member": 3,
	"wheel_seed":      4,
	"play_member":     5, "play_lot": 5,
	"coin_member":     6,
	"account":         7,
	"campaign":        8,
	"bonus_condition": 9, "refund_member": 9, "invite_invitee": 9, "coupon": 9,
	"audit_head": 10,
}

// locks watches what the transactions of PostgreSQL lock, in which order, and whether two of them ever waited for each other.
type locks struct {
	// deadlocks is how often the server has ended a transaction for it (40P01). The store would run it again.
	deadlocks atomic.Int64

	mu   sync.Mutex
	held map[*pgx.Conn][]string // tables, in the order of their first lock in the transaction under way
	// wrong are the pairs of tables that were locked in the wrong order, with a statement that did it. taken counts locks.
	wrong map[string]string
	taken map[string]int
}

func newLocks() *locks {
	return &locks{held: map[*pgx.Conn][]string{}, wrong: map[string]string{}, taken: map[string]int{}}
}

// watch is an option of a node: apptest.Options.Database. SQLite has one writer, so nobody waits there.
func (l *locks) watch(c *store.Config) {
	if c.Dial == nil {
		return
	}
	c.Trace = l.note
	dial := c.Dial
	c.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		return overheard{conn, &l.deadlocks}, err
	}
}

// overheard counts the deadlocks that a server reports. It looks at each read alone, so it may miss one and never makes one up.
type overheard struct {
	net.Conn
	deadlocks *atomic.Int64
}

func (o overheard) Read(p []byte) (int, error) {
	n, err := o.Conn.Read(p)
	o.deadlocks.Add(int64(bytes.Count(p[:n], []byte("C40P01\x00"))))
	return n, err
}

// note sees each statement that the server has carried out, in its order.
func (l *locks) note(conn *pgx.Conn, statement string, answer pgconn.CommandTag) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch word, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(statement)), " "); strings.TrimSuffix(word, ";") {
	case "begin", "commit", "rollback":
		delete(l.held, conn)
		return
	}
	table, waits := locked(statement)
	rank := lockOrder[table]
	if rank == 0 || answer.RowsAffected() == 0 {
		return
	}
	for _, other := range l.held[conn] {
		if other == table {
			return
		}
	}
	waits = waits && table != "reversal" // a booking locks one last: who holds it can't see the arrival yet, and waits for nobody
	for _, other := range l.held[conn] {
		if waits && lockOrder[other] > rank {
			l.wrong[table+" after "+other] = statement
		}
	}
	l.held[conn] = append(l.held[conn], table)
	l.taken[table]++
}

var (
	writes = regexp.MustCompile(`(?is)^\s*(?:--[^\n]*\n\s*)*(insert\s+into|update)\s+(\w+)`)
	reads  = regexp.MustCompile(`(?is)\sfrom\s+(\w+)\s.*\sfor\s+(?:no\s+key\s+)?update`)
)

// locked returns the table in which a statement locks rows, and whether it may wait for somebody who has them: a row that is new
// is nobody else's.
func locked(statement string) (table string, waits bool) {
	if found := writes.FindStringSubmatch(statement); found != nil {
		text := strings.ToLower(statement)
		return strings.ToLower(found[2]), strings.EqualFold(found[1], "update") || strings.Contains(text, "do update")
	}
	if found := reads.FindStringSubmatch(statement); found != nil {
		return strings.ToLower(found[1]), true
	}
	return "", false
}

// check fails a test in which two transactions waited for each other, or might have.
func (l *locks) check(t *testing.T) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := l.deadlocks.Load(); n > 0 {
		t.Errorf("%d deadlocks", n)
	}
	for pair, statement := range l.wrong {
		t.Errorf("locked in the wrong order: %s: %s", pair, strings.Join(strings.Fields(statement), " "))
	}
}
