// Package storm sends deposits over every channel at once, with callbacks that come twice, late, out of order, early, not
// at all, forged and old, and gateways that fail, on both engines; and then counts the money, to the satang. Time is virtual.
package storm

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/cmd/krapao/verify"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// size is how many deposits a storm has, of how many members: a short form for every run, a long one for `make soak`.
func size() (deposits, members int) {
	if os.Getenv("KRAPAO_SOAK") != "" {
		return 10_000, 200
	}
	return 500, 25
}

// atOnce is how many members deposit at the same moment.
const atOnce = 12

// TestStorm: in the end every member has what it paid in, less what was taken back, and not a satang more or less; `krapao
// verify` finds the books whole and agrees with the outside account by account; nothing is left with nobody.
func TestStorm(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long")
	}
	seen := &locks{}
	apptest.Each(t, apptest.Options{Database: seen.watch}, func(t *testing.T, a *apptest.App) {
		storm(t, a)
		seen.check(t)
	})
}

func storm(t *testing.T, a *apptest.App) {
	t.Helper()
	deposits, members := size()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	nodes := []*apptest.App{a}
	if a.Store.Engine() == store.Postgres {
		nodes = append(nodes, a.Beside())
		a.Sandbox.Call(http.MethodPost, "/sandbox/wallet", map[string]string{"url": a.URL}, http.StatusOK, nil) // callbacks reach both
	}
	w := &weather{
		t: t, nodes: nodes, outside: a.Sandbox, secret: a.Client().Get("/config.json").At("truelinkSecret"),
		sent: map[string]int{}, turns: map[string]int{},
	}
	crowd := make([]*depositor, members)
	for i := range crowd {
		crowd[i] = w.depositor(rand.New(rand.NewPCG(seed, uint64(i))))
	}
	began := time.Now()
	places := make(chan struct{}, atOnce)
	var all sync.WaitGroup
	for i, d := range crowd {
		all.Go(func() {
			for range deposits/members + min(1, max(0, deposits%members-i)) {
				places <- struct{}{}
				d.deposit()
				<-places
			}
		})
	}
	all.Wait()
	raged := time.Since(began)
	struck := w.outside.Faults()
	w.calm(crowd)
	w.report(raged, time.Since(began), struck)
}

// weather is what all depositors share.
type weather struct {
	t       *testing.T
	nodes   []*apptest.App
	outside outside
	secret  string

	mu    sync.Mutex
	sent  map[string]int // deposits by channel, and what was done with them
	turns map[string]int // how many faults of a kind there were
}

// turn counts the faults of a kind, and tells how many there were before.
func (w *weather) turn(of string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.turns[of]++
	return w.turns[of] - 1
}

func (w *weather) count(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sent[what]++
}

// calm waits until every member has its money and the books are whole, and compares everything that can be compared.
func (w *weather) calm(crowd []*depositor) {
	w.t.Helper()
	w.outside.ClearFaults()
	w.later()
	again := time.Now().Add(laterAgain)
	for _, d := range crowd {
		apptest.Eventually(w.t, fmt.Sprintf("%s has %s", d.Registered.Phone, d.want), func() bool {
			if time.Now().After(again) { // one that was under way then has put its next off by a day
				w.later()
				again = time.Now().Add(laterAgain)
			}
			return d.Balance() == d.want
		})
	}
	apptest.Eventually(w.t, "the books are whole and all is compared", func() bool {
		r, err := verify.CheckBy(w.t.Context(), w.nodes[0].Store, w.outside.Client(), w.outside.URL)
		return err == nil && r.OK() && len(r.Skipped) == 0
	})
	for _, d := range crowd {
		if got, held := d.Balance(), d.Get("/api/wallet").OK(200).At("wallet.held"); got != d.want || held != "0" {
			w.t.Errorf("%s sent %s and has %s, held %s", d.Registered.Phone, d.want, got, held)
		}
	}
	var want money.Amount
	for _, d := range crowd {
		want += d.want
	}
	totals := w.outside.Totals()
	in := apptest.Baht(w.t, totals.QRIn.String()) + apptest.Baht(w.t, totals.BankIn.String()) +
		apptest.Baht(w.t, totals.VouchersRedeemed.String()) - apptest.Baht(w.t, totals.Reversed.String())
	if in != want {
		w.t.Errorf("the outside took in %s, members sent %s", in, want)
	}
	if left, err := w.nodes[0].Ledger.Balance(w.t.Context(), ledger.Unmatched); err != nil || left.Posted != 0 {
		w.t.Errorf("%s is nobody's, %v", left.Posted, err)
	}
}

// laterAgain is how often later is said while somebody's money is not there.
const laterAgain = 20 * time.Second

// later lets the inquiries be due that come after a code's end and on the days after: what no callback told of a payment
// after the first one, or of one that was taken back, is found by them.
func (w *weather) later() {
	w.t.Helper()
	s := w.nodes[0].Store
	err := s.Write(w.t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(w.t.Context(), `UPDATE qr_order SET poll_at = $1`, clock.MicrosOf(s.Now()))
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// report prints counts per channel and per fault.
func (w *weather) report(raged, settled time.Duration, struck []sandboxtest.ArmedFault) {
	faults := map[string]int{}
	for _, f := range struck {
		name := f.Target + " " + f.Mode
		if f.Op == "check" || f.Op == "verify" {
			name = f.Target + " " + f.Op + " " + f.Mode
		}
		faults[name] += f.Hits
	}
	var b strings.Builder
	for _, part := range []struct {
		title string
		list  map[string]int
	}{{"deposits", w.sent}, {"faults that struck", faults}} {
		fmt.Fprintf(&b, "\n%s:", part.title)
		for _, name := range slices.Sorted(maps.Keys(part.list)) {
			fmt.Fprintf(&b, "\n  %5d  %s", part.list[name], name)
		}
	}
	totals := w.outside.Totals()
	w.t.Logf("%.0f virtual s of storm, %.0f s until the last satang; by codes %s, by transfers %s, by links %s, taken back %s%s",
		raged.Seconds(), settled.Seconds(), totals.QRIn, totals.BankIn, totals.VouchersRedeemed, totals.Reversed, b.String())
}
