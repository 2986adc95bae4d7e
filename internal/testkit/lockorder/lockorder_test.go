package lockorder_test

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"krapao/internal/testkit/lockorder"
)

const (
	member = `-- name: LockMember :exec
-- Why.
INSERT INTO play_member (member, changes) VALUES ($1, 1)
ON CONFLICT (member) DO UPDATE SET changes = play_member.changes + 1`
	coins     = "-- name: WaitForMember :exec\nUPDATE coin_member SET changes = 1 WHERE member = $1"
	account   = "SELECT number FROM account WHERE number = ANY ($1) ORDER BY number FOR NO KEY UPDATE"
	ended     = "-- name: EndInflow :execrows\nUPDATE inflow SET state = $1 WHERE id = $2"
	takenBack = "-- name: EndReversal :execrows\nUPDATE reversal SET state = $1 WHERE id = $2"
	added     = "-- name: AddInflow :exec\nINSERT INTO inflow (id) VALUES ($1)"
)

func TestWhatLocks(t *testing.T) {
	t.Parallel()
	for statement, want := range map[string]string{
		member: "play_member", coins: "coin_member", account: "account", added: "",
		"SELECT 1 FROM account": "", "INSERT INTO play_lot (a) VALUES (1) ON CONFLICT (a) DO NOTHING": "",
	} {
		if got := lockorder.Locked(statement); got != want {
			t.Errorf("%q locks %q, want %q", statement, got, want)
		}
	}
}

func TestAnOrderThatIsWrong(t *testing.T) {
	t.Parallel()
	one, none := pgconn.NewCommandTag("UPDATE 1"), pgconn.NewCommandTag("UPDATE 0")
	type step struct {
		statement string
		answer    pgconn.CommandTag
	}
	for name, c := range map[string]struct {
		steps []step
		want  []string
	}{
		"right":             {[]step{{member, one}, {coins, one}, {account, one}, {added, one}, {"commit", none}}, nil},
		"again":             {[]step{{member, one}, {account, one}, {member, one}}, nil},
		"nothing found":     {[]step{{account, one}, {coins, none}}, nil},
		"two transactions":  {[]step{{account, one}, {"commit", none}, {"begin", none}, {coins, one}}, nil},
		"a row of its own":  {[]step{{account, one}, {added, one}, {ended, one}}, nil},
		"taken back before": {[]step{{account, one}, {takenBack, one}}, nil},
		"too late": {
			[]step{{account, one}, {coins, one}, {"rollback", none}},
			[]string{"WaitForMember locks coin_member after " + account[:60]},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var w lockorder.Watch
			conn := &pgx.Conn{}
			w.See(conn, "begin", none)
			w.See(&pgx.Conn{}, account, one) // another connection's, without a transaction
			for _, s := range c.steps {
				w.See(conn, s.statement, s.answer)
			}
			if got := w.Broken(); !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
