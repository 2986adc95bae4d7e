package api

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/sandbox/sandboxtest"
)

// pass lets a bubble's time pass, for the node and for everybody outside.
func pass(d time.Duration) { time.Sleep(d) }

// away makes each kind of call to a game fail in one way.
func away(a *apptest.App, game, mode string) {
	for _, op := range []string{"move", "check", "balance", "report"} {
		if op == "check" && (game == "askmebet" || game == "huayhd") { // nobody can be asked about a movement, or by the report
			continue
		}
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:" + game, Op: op, Mode: mode, Count: 1_000_000})
	}
}

// TestUnknownOutcomesSettleWithinAMinute: a provider of each family is away for a while, and a transfer to each is answered by
// 202. When they come back, each outcome is known within a minute, without anybody's doing, and it is what the provider has.
func TestUnknownOutcomesSettleWithinAMinute(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		var all []*visited
		for _, game := range []string{"joker", "pg", "areaslot", "betflix", "huayhd", "ufabet", "imi", "askmebet"} {
			v := &visited{game: game, Client: a.Member(), baht: 100}
			a.Deposit(v.Client, "500")
			v.user = into(v.Client, game, v.baht)
			all = append(all, v)
		}
		for _, mode := range []string{"down", "timeout"} {
			comesBack(t, a, mode, all)
		}
	})
}

// visited is a game with the only member who plays it, and what is there.
type visited struct {
	*apptest.Client
	game, user string
	baht       int
	// unknown is the reference of a transfer whose outcome is not known.
	unknown string
}

// status is how the member's last movement, which is the unknown one, stands in the statement.
func (v *visited) status() string {
	v.T.Helper()
	list := v.Post("/api/statement", map[string]any{"page": 1, "limit": 1}).OK(http.StatusOK)
	if list.At("statements.0.reference") != v.unknown {
		v.T.Errorf("%s: %s is not the last of %s", v.game, v.unknown, list.Text)
	}
	return list.At("statements.0.status")
}

// comesBack takes all providers away in one way, while 20 baht are sent to each.
func comesBack(t *testing.T, a *apptest.App, mode string, all []*visited) {
	t.Helper()
	for _, v := range all {
		away(a, v.game, mode)
	}
	sent := make([]<-chan apptest.Answer, len(all))
	for i, v := range all {
		sent[i] = transferring(v.Client, v.game)
	}
	var unknown []*visited
	for i, v := range all {
		switch got := <-sent[i]; {
		case got.Status == http.StatusAccepted && got.At("message") == "TRANSFER_PENDING":
			v.unknown = got.At("reference")
			unknown = append(unknown, v)
		case v.game == "askmebet": // nothing is sent to who can't be asked while its accounts can't be read
		default:
			t.Errorf("%s, %s: %d %s", mode, v.game, got.Status, got.Text)
		}
	}
	if a.Store.Engine() == store.SQLite {
		pass(5 * time.Minute) // each question that is not answered makes the pause before the next longer
	} else {
		a.Pass(5 * time.Minute) // all that a node asks in five minutes takes a server minutes
	}
	for _, v := range unknown {
		if got := v.status(); got != "IN_PROGRESS" {
			t.Errorf("%s, %s, while it is away: %s", mode, v.game, got)
		}
	}
	a.Sandbox.ClearFaults()
	pass(time.Minute)
	for _, v := range unknown {
		got := v.status()
		if got == "SUCCESS" {
			v.baht += 20
		}
		credits, want := a.Sandbox.Account(v.game, v.user).Balance.String(), fmt.Sprint(v.baht)
		if v.game == "huayhd" { // ten baht a credit
			want = fmt.Sprint(v.baht / 10)
		}
		if got == "IN_PROGRESS" || credits != want {
			t.Errorf("%s, %s, a minute after it came back: %s, and it has %s, not %s", mode, v.game, got, credits, want)
		}
	}
}
