package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/programtest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// TestKilledWhileTheOutsideWorks: two members shut themselves out, one provider moves the credits and never answers, another
// can't be read, and a third member's wallet link is paid by its issuer, who never answers either; the node is killed (-9) in
// the middle of all that. The next one brings everything home by itself, once; the members stay shut out until when they were
// told, and their passwords at games are others. It finds the link's money too, and the same tap is told so.
func TestKilledWhileTheOutsideWorks(t *testing.T) {
	t.Parallel()
	eachKillable(t, killOutside)
}

func killOutside(t *testing.T, node *killable) {
	t.Helper()
	box := node.box
	at := node.place(t)
	all := []*leaving{
		{game: "joker", path: "/exclude", body: map[string]any{"months": 6}, field: "excludedUntil"},
		{game: "betflix", path: "/break", body: map[string]any{"days": 7}, field: "breakUntil"},
	}
	for _, m := range all {
		m.sits(at)
		programtest.Plain(m.Client)
	}

	for _, fault := range []sandboxtest.Fault{
		{Target: "game:joker", Mode: "lost_reply"},
		{Target: "game:joker", Op: "check", Mode: "down", Count: 1_000_000}, // what became of it is not known before the kill
		{Target: "game:joker", Op: "password", Mode: "lost_reply"},
		{Target: "game:betflix", Op: "balance", Mode: "timeout", Count: 1_000_000},
	} {
		box.AddFault(fault)
	}
	for _, m := range all {
		m.until = m.Post(protectionPath+m.path, m.body).OK(http.StatusOK).At("until")
	}
	programtest.Until(t, "both providers are asked", func() bool {
		return met(box, "game:joker", "move", "lost_reply") > 0 && met(box, "game:betflix", "balance", "timeout") > 0
	})
	link := tapsALink(t, node)
	node.Kill()
	box.ClearFaults()
	leasesEnd(t, node.env)
	node.starts(t)

	for _, m := range all {
		m.cameHome(box)
	}
	link.hasItsMoney()
	if out := node.endsWhole(t); strings.Contains(out, "not compared: game:") {
		t.Errorf("verify: %s", out)
	}
}

// leaving is a member that shuts itself out by a call, and what it was told.
type leaving struct {
	*apptest.Client
	game, path, field string
	body              map[string]any
	username, before  string
	until             string
}

// sits has 700 baht in the wallet and 300 in the game.
func (m *leaving) sits(at place) {
	at.t.Helper()
	m.Client = at.rich(1000, "")
	m.username = into(m.Client, m.game, 300)
	m.before = at.box.Account(m.game, m.username).Password
}

// cameHome demands that everything is in the wallet, by one movement at the provider and one in the statement, that the
// password is another, confirmed, and that the member is shut out as it was told.
func (m *leaving) cameHome(box *sandboxtest.Sandbox) {
	m.T.Helper()
	programtest.Until(m.T, m.game+" is empty, and has another password", func() bool { return m.isHome(box) })
	m.movedOnce(box)
}

// isHome reports whether everything is in the wallet, and the password is another, confirmed.
func (m *leaving) isHome(box *sandboxtest.Sandbox) bool {
	m.T.Helper()
	return m.Balance() == 1000*money.Baht && m.Get(protectionPath).OK(http.StatusOK).At("comingHome") == "false" &&
		met(box, "game:"+m.game, "password", "") > 0 && box.Account(m.game, m.username).Password != m.before
}

// movedOnce demands one movement at the provider and one in the statement.
func (m *leaving) movedOnce(box *sandboxtest.Sandbox) {
	m.T.Helper()
	var moves, rows []string
	for _, move := range box.Moves(m.game) {
		if move.Username == m.username {
			moves = append(moves, move.Amount.String())
		}
	}
	list, _ := m.Post("/api/statement", map[string]any{"page": 1, "limit": 100}).OK(http.StatusOK).Value("statements").([]any)
	for _, row := range list {
		if fields, _ := row.(map[string]any); fields["from"] == m.game && fields["status"] == "SUCCESS" {
			rows = append(rows, fmt.Sprint(fields["to"], " ", fields["amount"]))
		}
	}
	if len(moves) != 2 || moves[0] != "300" || moves[1] != "-300" || len(rows) != 1 || rows[0] != "WALLET 300" {
		m.T.Errorf("%s moved %q, and the statement says %q", m.game, moves, rows)
	}
	if got := m.Get(protectionPath).OK(http.StatusOK); got.At(m.field) != m.until {
		m.T.Errorf("%s is %q, and it was told %q", m.field, got.At(m.field), m.until)
	}
	m.Post("/api/wallet/transfer", map[string]any{
		"from": "WALLET", "to": m.game, "amount": 100,
	}).Refused(http.StatusForbidden, "SELF_EXCLUDED")
}

// met is how often a kind of call met a fault.
func met(box *sandboxtest.Sandbox, target, op, mode string) (calls int) {
	for _, row := range box.Calls() {
		if row.Target == target && row.Op == op && row.Mode == mode {
			calls += row.Calls
		}
	}
	return calls
}

// leasesEnd demands that a killed node left a transfer in the middle, and ends the time for which it has kept members, changes
// of passwords and transfers to itself: a minute at most.
func leasesEnd(t *testing.T, env map[string]string) {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{Dir: env["KRAPAO_DATA_DIR"], URL: env["KRAPAO_DATABASE_URL"]})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	err = s.Write(t.Context(), func(tx *store.Tx) error {
		for _, statement := range []string{
			`UPDATE member_shut SET due_at = 1 WHERE home_at = 0`,
			`UPDATE transfer SET due_at = 1 WHERE kind = 'game_out' AND state = 'pending'`,
		} {
			done, err := tx.ExecContext(t.Context(), statement)
			if err != nil {
				return err
			}
			if n, err := done.RowsAffected(); err != nil || n == 0 {
				t.Errorf("nothing was in the middle: %s: %v", statement, err)
			}
		}
		_, err := tx.ExecContext(t.Context(), `UPDATE game_account SET password_due = 1 WHERE next_password <> ''`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
