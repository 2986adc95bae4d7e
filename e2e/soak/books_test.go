package soak

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/testkit/programtest"
	"krapao/ledger"
	"krapao/money"
)

// moved is a transfer between a wallet and a game account as the books have it.
type moved struct {
	id                 ledger.ID
	reference          string
	provider, username string
	member, state      string
	in                 bool
	moved, amount      money.Amount
	created, settled   time.Time
	note               string // what was noted for operators when it was settled
	doubt              string // how an unknown outcome ended; empty where it never was unknown
	reason             string
	again              int64 // when it is asked about again; 0: not any more
	// corrects is the transfer that was given back and turned out to be applied, where this one books that: it moves nothing
	// at the provider.
	corrects ledger.ID
}

func (m moved) String() string {
	way := "out of"
	if m.in {
		way = "into"
	}
	return fmt.Sprintf("%s of %s %s %s/%s (%s, doubt %q: %s)",
		m.reference, m.amount, way, m.provider, m.username, m.state, m.doubt, m.reason)
}

// signed is what it brings, or would bring, into the game; what goes out is negative.
func (m moved) signed() money.Amount {
	amount := m.amount
	if m.state == "posted" {
		amount = m.moved
	}
	if !m.in {
		return -amount
	}
	return amount
}

// books are read beside the nodes: nothing is written.
type books struct {
	*sql.DB
	s *soak
}

func (s *soak) openBooks(engine store.Engine) books {
	s.t.Helper()
	file := filepath.Join(s.nodes[0].env["KRAPAO_DATA_DIR"], store.File)
	driver, source := "sqlite", "file:"+file+"?mode=ro&_pragma=busy_timeout(10000)"
	if engine == store.Postgres {
		driver, source = "pgx", s.nodes[0].env["KRAPAO_DATABASE_URL"]
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = db.Close() })
	return books{db, s}
}

// scanner is a row.
type scanner interface{ Scan(into ...any) error }

// rows reads what a query finds.
func rows[T any](b books, scan func(r scanner) (T, error), query string) (list []T) {
	b.s.t.Helper()
	var failed error
	// What a killed node left of SQLite's log is put in order by the next node, and a reader can't do that.
	programtest.Until(b.s.t, "the books can be read", func() bool {
		list, failed = read(b, scan, query)
		return failed == nil || !gone(failed)
	})
	if failed != nil {
		b.s.t.Fatal(failed)
	}
	return list
}

// gone tells of an error that is over when the next node has taken over the database.
func gone(err error) bool {
	text := strings.ToLower(err.Error())
	passing := []string{"readonly", "busy", "locked", "unable to open", "disk i/o", "recovery", "starting up"}
	return slices.ContainsFunc(passing, func(what string) bool {
		return strings.Contains(text, what)
	})
}

func read[T any](b books, scan func(r scanner) (T, error), query string) (list []T, err error) {
	found, err := b.QueryContext(b.s.t.Context(), query)
	if err != nil {
		return nil, err
	}
	defer func() { _ = found.Close() }()
	for found.Next() {
		one, err := scan(found)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, found.Err()
}

// Which transfers are read.
const (
	all       = "1 = 1"
	pending   = "t.state = 'pending'"
	rechecked = "g.check_at > 0"
)

// transfers are those between wallets and games that a condition chooses. Without names they have no references, which only
// the ledger can give.
func (b books) transfers(which string, name func(ledger.ID) string) []moved {
	return rows(b, func(r scanner) (m moved, err error) {
		var kind, debit, credit, detail string
		var created, settled int64
		err = r.Scan(&m.id, &kind, &debit, &credit, &m.amount, &m.moved, &m.state, &m.member, &created, &settled,
			&m.doubt, &m.reason, &m.again, &detail)
		m.in, m.created, m.settled = kind == "game_in", clock.Micros(created).Time(), clock.Micros(settled).Time()
		account := debit
		if m.in {
			account = credit
		}
		var told ledger.Detail
		err = errors.Join(err, json.Unmarshal([]byte(detail), &told))
		m.note = told.Note
		switch parts := strings.SplitN(account, ":", 3); parts[0] {
		case "game":
			m.provider, m.username = parts[1], parts[2]
		default: // between the provider's result and the member
			m.corrects = told.Of
		}
		if name != nil {
			m.reference = name(m.id)
		}
		return m, err
	}, `SELECT t.id, t.kind, d.name, c.name, t.amount, t.moved, t.state, t.member, t.created_at, coalesce(t.settled_at, 0),
			coalesce(g.state, ''), coalesce(g.reason, ''), coalesce(g.check_at, 0), t.detail
		FROM transfer t JOIN account d ON d.number = t.debit JOIN account c ON c.number = t.credit
		LEFT JOIN game_doubt g ON g.transfer = t.id
		WHERE t.kind IN ('game_in', 'game_out') AND `+which+` ORDER BY t.id`)
}

// unproved are the returned transfers that operators are asked about, by id.
func (b books) unproved() map[ledger.ID]bool {
	found := map[ledger.ID]bool{}
	for _, of := range rows(b, func(r scanner) (id ledger.ID, err error) {
		err = r.Scan(&id)
		return id, err
	}, `SELECT transfer FROM reconcile_case WHERE state = 'open' AND kind = 'unproved'`) {
		found[of] = true
	}
	return found
}

// booking is how many cases are decided whose money is still on its way back.
func (b books) booking() int {
	return rows(b, func(r scanner) (n int, err error) {
		err = r.Scan(&n)
		return n, err
	}, `SELECT count(*) FROM reconcile_case WHERE state = 'booking'`)[0]
}

// balances are what accounts hold, by name.
func (b books) balances() map[string]money.Amount {
	all := map[string]money.Amount{}
	rows(b, func(r scanner) (struct{}, error) {
		var name string
		var posted money.Amount
		err := r.Scan(&name, &posted)
		all[name] = posted
		return struct{}{}, err
	}, `SELECT name, credits_posted - debits_posted FROM account`)
	return all
}

// underWay are the transfers and operations that have no end yet, but for those of members apart.
func (b books) underWay() (open []string, cases []moved) {
	for _, m := range b.transfers(pending, nil) {
		_, apart := b.s.apart.Load(m.member)
		switch {
		case apart:
		case m.doubt == "case":
			cases = append(cases, m)
		default:
			m.reference = m.id.String()
			open = append(open, m.String())
		}
	}
	operations := rows(b, func(r scanner) (text string, err error) {
		var id, kind, member string
		err = r.Scan(&id, &kind, &member)
		if _, apart := b.s.apart.Load(member); apart {
			return "", err
		}
		return fmt.Sprintf("operation %s (%s) of %s", id, kind, member), err
	}, `SELECT id, kind, member FROM movement WHERE state = 'open'`)
	operations = slices.DeleteFunc(operations, func(text string) bool { return text == "" })
	return append(open, operations...), cases
}

// account is a game account, and the play that the wallet was told of it, in credits.
type account struct {
	provider, username, member, factor string
	turnover, net                      money.Credits
	count                              int64
	active                             bool // its opening was confirmed
}

func (b books) accounts() []account {
	return rows(b, func(r scanner) (a account, err error) {
		err = r.Scan(&a.provider, &a.username, &a.member, &a.factor, &a.active, &a.turnover, &a.net, &a.count)
		return a, err
	}, `SELECT a.provider, a.username, a.member, a.factor, a.state = 'active',
			coalesce(sum(p.turnover), 0), coalesce(sum(p.net), 0), coalesce(sum(p.count), 0)
		FROM game_account a LEFT JOIN game_play p ON p.provider = a.provider AND p.username = a.username
		GROUP BY a.provider, a.username, a.member, a.factor, a.state ORDER BY a.provider, a.username`)
}
