package tally_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/bubble"
	"krapao/ledger/tally"
)

// mutations change a tally behind the ledger's back. names is a part of the problem that must be found.
var mutations = []struct {
	name, statement, names string
	auditor                bool // the running auditor finds it too
}{
	{
		"an hour's amount",
		`UPDATE tally_hour SET amount = amount + 1 WHERE account = 'bank:SCB1' AND kind = 'deposit'`,
		"bank:SCB1", true,
	},
	{"an hour's count", `UPDATE tally_hour SET count = count + 1 WHERE account = 'result:joker'`, "result:joker", true},
	{"an hour is deleted", `DELETE FROM tally_hour WHERE account = 'game:joker' AND kind = 'game_in'`, "game:joker", true},
	{
		"a total's amount",
		`UPDATE tally_total SET amount = amount - 1 WHERE account = 'member:wallet' AND kind = 'deposit'`,
		"member:wallet", true,
	},
	{
		"a total's count",
		`UPDATE tally_total SET count = count - 1 WHERE account = 'house:refund' AND kind = 'refund'`,
		"house:refund", true,
	},
	{"a total is deleted", `DELETE FROM tally_total WHERE account = 'house:payout'`, "house:payout", true},
	{"all totals are deleted", `DELETE FROM tally_total`, "member:wallet", true},
	{"all tallies are deleted", `DELETE FROM tally_total; DELETE FROM tally_hour`, "bank:KBANK1", true},
	{
		"an hour and its total",
		`UPDATE tally_hour SET amount = amount + 5 WHERE account = 'bank:KBANK1';
		UPDATE tally_total SET amount = amount + 5 WHERE account = 'bank:KBANK1'`,
		"bank:KBANK1", true,
	},
	{
		"from one hour to another",
		`UPDATE tally_hour SET amount = amount - 100 WHERE account = 'bank:SCB1' AND hour = (SELECT min(hour) FROM tally_hour);
		UPDATE tally_hour SET amount = amount + 100 WHERE account = 'bank:SCB1' 
			AND hour = (SELECT max(hour) FROM tally_hour WHERE account = 'bank:SCB1')`,
		"bank:SCB1", true,
	},
	{
		"to an hour in which nothing was posted",
		`UPDATE tally_hour SET hour = hour + 10 * 3600000000 WHERE account = 'member:refund'`, "member:refund", true,
	},
	{
		"two made-up hours that are nothing together",
		`INSERT INTO tally_hour VALUES (3600000000, 'bank:SCB1', 'deposit', 7, 1), (7200000000, 'bank:SCB1', 'deposit', -7, -1)`,
		"bank:SCB1", true,
	},
	{
		"from one kind to another",
		`UPDATE tally_hour SET kind = 'bonus' WHERE account = 'house:refund' AND kind = 'refund';
		UPDATE tally_total SET kind = 'bonus' WHERE account = 'house:refund' AND kind = 'refund'`,
		"house:refund", true,
	},
	{
		"from one account to another",
		`UPDATE tally_hour SET account = 'bank:SCB2' WHERE account = 'bank:SCB1';
		UPDATE tally_total SET account = 'bank:SCB2' WHERE account = 'bank:SCB1'`,
		"bank:SCB1", true,
	},
	{
		"an account that nobody has",
		`INSERT INTO tally_hour SELECT hour, 'house:gift', kind, 0, 0 FROM tally_hour WHERE account = 'member:refund';
		INSERT INTO tally_total VALUES ('house:gift', 'refund', 0, 0)`,
		"house:gift", true,
	},
	{"the mark goes back", `UPDATE tally_mark SET seal = seal - 1`, "", true},
	{"the mark goes ahead", `UPDATE tally_mark SET seal = seal + 1`, "mark", false},
	{"the mark's time", `UPDATE tally_mark SET at = at - 1`, "mark", false},
	{"the mark is deleted", `DELETE FROM tally_mark`, "mark", true},
	{"an active member is forgotten", `DELETE FROM tally_member WHERE member = 'LEK0MEMBER00'`, "active", false},
	{
		"an active member is made up",
		`INSERT INTO tally_member SELECT day, 'X' FROM tally_member WHERE member = 'LEK0MEMBER00'`,
		"active", false,
	},
	{"another active member", `UPDATE tally_member SET member = 'X' WHERE member = 'LEK0MEMBER00'`, "active", false},
	{"a day of long ago", `INSERT INTO tally_member VALUES (61200000000, 'X')`, "active", false},
	{"a day's number", `UPDATE tally_hour SET count = count + 1 WHERE account = 'active'`, "active", true},
	{
		"a day's number and the total",
		`UPDATE tally_hour SET count = count + 1 WHERE account = 'active'
			AND hour = (SELECT min(hour) FROM tally_hour WHERE account = 'active');
		UPDATE tally_total SET count = count + 1 WHERE account = 'active'`,
		"active", false,
	},
}

func TestEveryChangeOfATallyIsFound(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, storetest.Begin, func(t *testing.T, s *store.Store, c *clock.Fake) {
		b := setup(t, s, c)
		b.traffic()
		before := b.dump()
		for _, m := range mutations {
			b.proven("before "+m.name, tally.NewAuditor(s))
			b.exec(strings.Split(m.statement, ";")...)
			found, err := tally.Verify(t.Context(), s)
			if err != nil || !names(found, m.names) {
				t.Errorf("%s: verify does not name %q: %v, %v", m.name, m.names, found, err)
			}
			if found := b.turn(tally.NewAuditor(s)); m.auditor && !names(found, m.names) {
				t.Errorf("%s: the auditor does not name %q: %v", m.name, m.names, found)
			}
			b.restore(before)
		}
	})
}

func names(found []tally.Problem, what string) bool {
	for _, p := range found {
		if strings.Contains(p.String(), what) {
			return true
		}
	}
	return false
}

// rounds are enough for all classes of the scene.
const rounds = 20

// turn runs the auditor through everything once.
func (b *books) turn(a *tally.Auditor) (all []tally.Problem) {
	b.t.Helper()
	for range rounds {
		found, err := a.Round(b.t.Context())
		if err != nil {
			b.t.Fatal(err)
		}
		all = append(all, found...)
	}
	return all
}

// proven expects that verify and the auditor find nothing.
func (b *books) proven(when string, a *tally.Auditor) {
	b.t.Helper()
	found, err := tally.Verify(b.t.Context(), b.s)
	if found = append(found, b.turn(a)...); err != nil || len(found) > 0 {
		b.t.Fatalf("%s: %v, %v", when, found, err)
	}
}

func (b *books) exec(statements ...string) {
	b.t.Helper()
	if err := b.s.Write(context.Background(), func(tx *store.Tx) error {
		for _, text := range statements {
			if _, err := tx.ExecContext(context.Background(), text); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		b.t.Fatal(err)
	}
}

// tables are the tallies, each with how many columns it has.
var tables = []struct {
	name    string
	columns int
}{{"tally_hour", 5}, {"tally_total", 4}, {"tally_member", 2}, {"tally_mark", 3}}

// dump reads all tallies.
func (b *books) dump() map[string][][]any {
	b.t.Helper()
	all := map[string][][]any{}
	for _, table := range tables {
		rows, err := b.rows(table.name, table.columns)
		if err != nil {
			b.t.Fatal(err)
		}
		all[table.name] = rows
	}
	return all
}

func (b *books) rows(table string, columns int) (all [][]any, err error) {
	rows, err := b.s.DB().QueryContext(b.t.Context(), "SELECT * FROM "+table)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		row, into := make([]any, columns), make([]any, columns)
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, rows.Err()
}

// restore puts tallies back that dump read.
func (b *books) restore(all map[string][][]any) {
	b.t.Helper()
	if err := b.s.Write(context.Background(), func(tx *store.Tx) error {
		for _, table := range tables {
			if _, err := tx.ExecContext(context.Background(), "DELETE FROM "+table.name); err != nil {
				return err
			}
			insert := "INSERT INTO " + table.name + " VALUES (" + strings.TrimSuffix("$1, $2, $3, $4, $5, "[:4*table.columns], ", ") + ")"
			for _, row := range all[table.name] {
				if _, err := tx.ExecContext(context.Background(), insert, row...); err != nil {
					return err
				}
			}
		}
		return nil
	}); err != nil {
		b.t.Fatal(err)
	}
}

// TestTheAuditorRests: an idle house costs next to nothing.
func TestTheAuditorRests(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		a := tally.NewAuditor(s)
		sent := func() int64 {
			t.Helper()
			before := s.Statements()
			if found, err := a.Round(t.Context()); err != nil || len(found) > 0 {
				t.Errorf("%v, %v", found, err)
			}
			return s.Statements() - before
		}
		for range 2 {
			if sent() == 0 {
				t.Error("nothing was looked at after a change")
			}
		}
		bubble.Pass(2 * time.Minute)
		if sent() == 0 {
			t.Error("nothing was looked at for two minutes")
		}
		bubble.Pass(15 * time.Second)
		if n := sent(); n != 0 {
			t.Errorf("%d statements within a minute in which nothing was written", n)
		}
	})
}
