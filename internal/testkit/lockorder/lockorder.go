// Package lockorder holds transactions on PostgreSQL to the order in which the product takes its locks
// (docs/architecture/0009-conditions.md). Two transactions that take them in different orders wait for each other until the
// server ends one of them, a second later. No test of behaviour notices that, because the store runs it again.
package lockorder

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// order are the tables of each line of the document. Rows of other tables are locked under a row of one of these, as lots are
// under their member.
var order = [][]string{
	{"deposit_member", "inflow", "reversal"},
	{"member_state"},
	{"withdraw_member"},
	{"wheel_seed"},
	{"play_member"},
	{"coin_member"},
	{"account"},
	{"campaign"},
	{"bonus_condition", "refund_member", "coupon"},
	{"audit_head"},
}

// backwards is locked last by the booking of an arrival that was taken back before. Whoever holds that row can't see the arrival
// yet, so it waits for nobody.
const backwards = "reversal"

// Watch is a store's Config.Trace. Its zero value is ready.
type Watch struct {
	mu   sync.Mutex
	open map[*pgx.Conn]*locks
	// broken are the orders that were seen and are wrong, each once.
	broken []string
	// taken counts the transactions that locked a table.
	taken map[string]int
}

// locks are those of one open transaction.
type locks struct {
	// last is the line of the latest lock, and by the statement that took it.
	last int
	by   string
	held []string
}

// See notes a statement that was answered.
func (w *Watch) See(conn *pgx.Conn, statement string, answer pgconn.CommandTag) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch strings.ToLower(strings.TrimSpace(statement)) {
	case "begin":
		if w.open == nil {
			w.open = map[*pgx.Conn]*locks{}
		}
		w.open[conn] = &locks{last: -1}
		return
	case "commit", "rollback":
		delete(w.open, conn)
		return
	}
	tx := w.open[conn]
	if tx == nil || answer.RowsAffected() == 0 { // it locked nothing
		return
	}
	if m := insert.FindStringSubmatch(body(statement)); m != nil && Locked(statement) == "" {
		tx.held = append(tx.held, strings.ToLower(m[1])) // what it locks of this table later is the row that it adds
		return
	}
	table := Locked(statement)
	line := slices.IndexFunc(order, func(tables []string) bool { return slices.Contains(tables, table) })
	if line < 0 || slices.Contains(tx.held, table) {
		return
	}
	tx.held = append(tx.held, table)
	if w.taken == nil {
		w.taken = map[string]int{}
	}
	w.taken[table]++
	switch {
	case line >= tx.last:
		tx.last, tx.by = line, name(statement)
		return
	case table == backwards:
		return
	}
	wrong := fmt.Sprintf("%s locks %s after %s", name(statement), table, tx.by)
	if !slices.Contains(w.broken, wrong) {
		w.broken = append(w.broken, wrong)
	}
}

// Broken returns which statements took a lock too late.
func (w *Watch) Broken() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.broken)
}

// Taken returns how many transactions locked rows of a table.
func (w *Watch) Taken(table string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.taken[table]
}

var (
	comments = regexp.MustCompile(`(?m)^--.*$`)
	update   = regexp.MustCompile(`(?i)^\s*UPDATE\s+(\w+)`)
	insert   = regexp.MustCompile(`(?i)^\s*INSERT\s+INTO\s+(\w+)`)
	upsert   = regexp.MustCompile(`(?is)^\s*INSERT\s+INTO\s+(\w+).*\bDO\s+UPDATE\b`)
	locking  = regexp.MustCompile(`(?is)^\s*SELECT\b.*?\bFROM\s+(\w+).*\bFOR\s+(NO\s+KEY\s+)?UPDATE\b`)
)

// Locked returns the table whose rows a statement locks for its transaction, or nothing. A row that it adds is nobody else's yet.
func Locked(statement string) string {
	text := body(statement)
	for _, kind := range []*regexp.Regexp{update, upsert, locking} {
		if m := kind.FindStringSubmatch(text); m != nil {
			return strings.ToLower(m[1])
		}
	}
	return ""
}

func body(statement string) string { return comments.ReplaceAllString(statement, "") }

// name is the name of a generated query, or the beginning of another statement.
func name(statement string) string {
	if rest, is := strings.CutPrefix(statement, "-- name: "); is {
		first, _, _ := strings.Cut(rest, " ")
		return first
	}
	text := strings.Join(strings.Fields(statement), " ")
	return text[:min(len(text), 60)]
}
