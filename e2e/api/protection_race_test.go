package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/money"
)

// boundCall is a call by which a member binds itself, and what it leaves behind, however often it is made at once.
type boundCall struct {
	name, method, path, body string
	// ready brings a member to where the call does something.
	ready func(a *apptest.App, b *bound)
	// once: of calls with keys of their own, one did it, and the others are told that there is nothing to do.
	once bool
	// stands tells what is not as one effect leaves it. good are the calls that were told that they did it.
	stands func(a *apptest.App, b *bound, good []apptest.Answer) (off string)
}

// bound is a member right before a call.
type bound struct {
	*offered
	member, username string
}

func boundCalls() []boundCall {
	limit := func(amount int) string { return fmt.Sprintf(`{"kind":"deposit","period":"day","amount":%d}`, amount) }
	set := func(_ *apptest.App, b *bound) {
		b.Raw(http.MethodPut, protectionPath+"/limit", limit(500)).OK(http.StatusOK)
	}
	return []boundCall{
		{
			name: "set a limit", method: http.MethodPut, path: "/limit", body: limit(500), stands: limited("500", ""),
			ready: func(*apptest.App, *bound) {},
		},
		{name: "loosen a limit", method: http.MethodPut, path: "/limit", body: limit(900), ready: set, stands: limited("500", "900")},
		{
			name: "confirm a looser limit", method: http.MethodPost, path: "/limit/confirm", body: `{"kind":"deposit","period":"day"}`,
			once: true, stands: limited("900", ""),
			ready: func(a *apptest.App, b *bound) {
				set(a, b)
				b.Raw(http.MethodPut, protectionPath+"/limit", limit(900)).OK(http.StatusOK)
				changed(b.T, a, `UPDATE member_limit SET next_from = 1 WHERE member = $1`, b.member) // as if a day had passed
			},
		},
		{
			name: "take a break", method: http.MethodPost, path: "/break", body: `{"days":7}`, ready: inPlay,
			stands: shutUntil("breakUntil"),
		},
		{
			name: "exclude oneself", method: http.MethodPost, path: "/exclude", body: `{"months":6}`, ready: inPlay,
			stands: shutUntil("excludedUntil"),
		},
	}
}

// inPlay has 700 baht in the wallet and 300 in a game.
func inPlay(a *apptest.App, b *bound) {
	b.T.Helper()
	a.Deposit(b.Client, "1000")
	b.username = into(b.Client, "joker", 300)
}

// limited: there is one limit, and one that waits or none.
func limited(amount, next string) func(*apptest.App, *bound, []apptest.Answer) string {
	return func(_ *apptest.App, b *bound, _ []apptest.Answer) string {
		got := b.Get(protectionPath).OK(http.StatusOK)
		list, _ := got.Value("limits").([]any)
		if len(list) != 1 || got.At("limits.0.amount") != amount || got.At("limits.0.next.amount") != next {
			return got.Text
		}
		return ""
	}
}

// shutUntil: shut out until the latest end that anybody was told, and no later; what was in the game came home once.
func shutUntil(field string) func(*apptest.App, *bound, []apptest.Answer) string {
	return func(a *apptest.App, b *bound, good []apptest.Answer) string {
		got := b.Get(protectionPath).OK(http.StatusOK)
		latest := ""
		for _, one := range good {
			latest = max(latest, one.At("until")) // RFC 3339 in UTC sorts as text
		}
		if got.At(field) != latest || got.At("comingHome") != "false" || b.Balance() != 1000*money.Baht {
			return got.Text + " and " + latest
		}
		var moved []json.Number
		for _, move := range a.Sandbox.Moves("joker") {
			if move.Username == b.username {
				moved = append(moved, move.Amount)
			}
		}
		if len(moved) != 2 || moved[1] != "-300" {
			return fmt.Sprint("moved ", moved)
		}
		return ""
	}
}

// changed makes a change that time would make, to one row.
func changed(t testing.TB, a *apptest.App, statement string, args ...any) {
	t.Helper()
	err := a.Store.Write(t.Context(), func(tx *store.Tx) error {
		done, err := tx.ExecContext(t.Context(), statement, args...)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n != 1 {
			return fmt.Errorf("%d rows: %w", n, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// withBoundCalls runs a test for each call on both engines; on PostgreSQL there are two nodes.
func withBoundCalls(t *testing.T, test func(t *testing.T, a *apptest.App, call boundCall, nodes []string)) {
	t.Helper()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		nodes := []string{a.URL}
		if a.Store.Engine() == store.Postgres {
			nodes = append(nodes, a.Beside().URL)
		}
		for _, call := range boundCalls() {
			t.Log(call.name)
			test(t, a, call, nodes)
		}
		booksWhole(t, a)
	})
}

// prepare makes a member for the call.
func (call boundCall) prepare(t *testing.T, a *apptest.App) *bound {
	t.Helper()
	c := a.Member()
	c.T = t
	o := &offered{
		Client: c, call: offerCall{name: call.name, method: call.method}, path: protectionPath + call.path,
		body: call.body,
	}
	b := &bound{offered: o, member: c.Get("/api/account/profile").OK(http.StatusOK).At("profile._id")}
	call.ready(a, b)
	return b
}

// stood waits until one effect stands: what comes home from games takes a moment. It stands still after that.
func (b *bound) stood(a *apptest.App, call boundCall, good []apptest.Answer) {
	b.T.Helper()
	apptest.Comes(b.T, call.name, func() string { return call.stands(a, b, good) })
}

// TestTwentyTapsOnABound: one key, twenty times at once, on two nodes: one effect, one line in the member's history, and
// whoever asks later is told the same.
func TestTwentyTapsOnABound(t *testing.T) {
	t.Parallel()
	withBoundCalls(t, func(t *testing.T, a *apptest.App, call boundCall, nodes []string) {
		b := call.prepare(t, a)
		var told []apptest.Answer
		note := func(got apptest.Answer) {
			switch {
			case got.Status == http.StatusOK && (len(told) == 0 || told[0].Text == got.Text):
				told = append(told, got)
			case got.At("message") != "IDEMPOTENCY_IN_PROGRESS":
				t.Errorf("%d %s, and %d were told before", got.Status, got.Text, len(told))
			}
		}
		key := func(int) string { return "tap" }
		for _, got := range b.atOnce(nodes, taps, key) {
			note(got)
		}
		if len(told) == 0 {
			t.Error("nobody was told that it was done")
		}
		b.stood(a, call, told)
		for _, node := range nodes {
			if got, err := b.do(node, "tap"); err != nil || got.Header.Get("Idempotency-Replayed") != "true" {
				t.Errorf("later: %v %d %s", err, got.Status, got.Text)
			} else {
				note(got)
			}
		}
		b.stood(a, call, told)
		if n, want := b.events(a), strings.Count(call.path, "/break")+strings.Count(call.path, "/exclude"); n != want {
			t.Errorf("%d lines of history, not %d", n, want)
		}
	})
}

// events counts a member's history.
func (b *bound) events(a *apptest.App) (n int) {
	b.T.Helper()
	err := a.Store.DB().QueryRowContext(b.T.Context(), `SELECT COUNT(*) FROM protection_event WHERE member = $1`, b.member).Scan(&n)
	if err != nil {
		b.T.Fatal(err)
	}
	return n
}

// TestFiftyTabsOfABound: a key each, at once, on two nodes: one limit, one confirmation, one way home, and the latest end.
func TestFiftyTabsOfABound(t *testing.T) {
	t.Parallel()
	withBoundCalls(t, func(t *testing.T, a *apptest.App, call boundCall, nodes []string) {
		b := call.prepare(t, a)
		var good []apptest.Answer
		for _, got := range b.atOnce(nodes, tabs, func(i int) string { return fmt.Sprint("tab-", i) }) {
			switch {
			case got.Status == http.StatusOK:
				good = append(good, got)
			case got.At("message") == "TRY_AGAIN", call.once && got.At("message") == "NO_DATA":
			default:
				t.Errorf("%d %s", got.Status, got.Text)
			}
		}
		if len(good) == 0 || call.once && len(good) > 1 {
			t.Errorf("%d calls are told that they did it", len(good))
		}
		b.stood(a, call, good)
	})
}
