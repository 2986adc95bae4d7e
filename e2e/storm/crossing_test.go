package storm

import (
	crypto "crypto/rand"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"krapao/cmd/krapao/verify"
	"krapao/game"
	"krapao/internal/config"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/ledger"
	"krapao/sandbox/sandboxtest"
)

// The size of a crossing: few members and many hands of each, so that everything that locks a member's rows meets.
const (
	crossingMembers = 3
	crossingRounds  = 10
)

// crossingContent lets everybody withdraw often, and makes each draw of the wheel a coupon.
func crossingContent(d content.Document) {
	d["withdraw"] = json.RawMessage(`{"dayRequests": 1000}`)
	d["coins"] = json.RawMessage(`{"first": 40, "perDay": 1000, "atOnce": true}`)
	d["wheel"] = json.RawMessage(`{"name": {"th": "ก", "lo": "ກ", "en": "Wheel"}, "maxCost": 1000, "slices": [` +
		slice("COIN", `"coin", "weight": 2, "amount": 1`) + `,` + slice("CASH", `"cash", "weight": 3, "amount": 5`) + `]}`)
	d["budgets"] = json.RawMessage(`{"prize": {"left": 100000, "alarm": 1}}`)
}

func slice(code, kind string) string {
	return fmt.Sprintf(`{"code": %q, "label": {"th": "ก", "lo": "ກ", "en": "A"}, "htmlDescription": {"th": "", "lo": "", "en": ""},
		"bgColor": "#123456", "textColor": "#fff", "kind": %s}`, code, kind)
}

// silenceLotto makes the lottery's provider one that reports no play, so that a reading of the balance counts it.
func silenceLotto(o *config.Outside) {
	for name, p := range o.Providers {
		if p.Family == config.FamilyAMBLotto {
			p.Turn = false
			o.Providers[name] = p
		}
	}
}

// TestWhatMovesAMembersMoneyMeets: deposits into one bank account, transfers both ways, withdrawals, draws, claims of coins and
// of bonuses, all for the same members at the same moment and on two nodes. No two transactions ever wait for each other, every
// transaction takes its locks in the product's order, and the books are whole.
func TestWhatMovesAMembersMoneyMeets(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long")
	}
	seen := &locks{}
	o := apptest.Options{Content: crossingContent, Outside: silenceLotto, Database: func(c *store.Config) {
		c.Connections = 12
		seen.watch(c)
	}}
	apptest.On(t, store.Postgres, o, func(t *testing.T, a *apptest.App) {
		x := crossing{t: t, nodes: []*apptest.App{a, a.Beside()}, answers: map[string]int{}}
		x.findSilent()
		x.wave(x.join("joker", x.silent), x.deposit, x.deposit, x.in, x.out, x.withdraw, x.spin, x.play)
		takers := x.join() // nothing is granted while a transfer is under way, or a game may hold open bets
		x.wave(takers, x.spin)
		x.wave(takers, x.deposit, x.deposit, x.withdraw, x.spin, x.claim, x.claim, x.bonus)
		apptest.Comes(t, "the books are whole", x.unsound)
		seen.check(t)
		t.Logf("answers %v", x.answers)
		for _, table := range []string{
			"deposit_member", "withdraw_member", "wheel_seed", "play_member", "coin_member", "coupon",
		} {
			if n := seen.Taken(table); n < crossingMembers {
				t.Errorf("%s was locked %d times: nothing is shown", table, n)
			}
		}
	})
}

// unsound returns what is wrong with the books, or can't be compared yet. Payouts are under way: they wait for an operator.
func (x *crossing) unsound() string {
	r, err := verify.CheckBy(x.t.Context(), x.nodes[0].Store, x.nodes[0].Sandbox.Client(), x.nodes[0].Sandbox.URL)
	skipped := slices.DeleteFunc(r.Skipped, func(s string) bool { return strings.HasPrefix(s, string(ledger.Payout)+":") })
	if err != nil || !r.OK() || len(skipped) > 0 {
		return fmt.Sprint(r.Breaks, skipped, err)
	}
	return ""
}

// crossing is what the hands of all members share.
type crossing struct {
	t     *testing.T
	nodes []*apptest.App
	// silent is a game that reports no play.
	silent string

	mu      sync.Mutex
	answers map[string]int
}

// findSilent finds a game that reports no play.
func (x *crossing) findSilent() {
	games, err := x.nodes[0].Games.Catalogue.Games(x.t.Context())
	if err != nil {
		x.t.Fatal(err)
	}
	for _, g := range games {
		if x.nodes[0].Games.Provider(g.Provider).Capabilities().Report == game.ReportNone {
			x.silent = g.Code
			return
		}
	}
	x.t.Fatal("each game reports play")
}

// crosser is a member with many hands.
type crosser struct {
	*apptest.Client
	// user is its name at the last of its games.
	user string
}

// join makes members with money in the wallet and in games, and coins.
func (x *crossing) join(games ...string) (crowd []crosser) {
	a := x.nodes[0]
	for range crossingMembers {
		c := crosser{Client: a.Member()}
		a.Deposit(c.Client, "20000")
		for _, code := range games {
			c.Get("/api/wallet/activate/" + code).OK(http.StatusOK)
			c.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": code, "amount": 5000}).OK(http.StatusOK)
			c.user = c.Get("/api/wallet/account/" + code).OK(http.StatusOK).At("username")
		}
		c.URL = func() string { return x.nodes[rand.IntN(len(x.nodes))].URL }
		crowd = append(crowd, c)
	}
	return crowd
}

// wave lets every member do all of it at once, again and again.
func (x *crossing) wave(crowd []crosser, acts ...func(crosser)) {
	var all sync.WaitGroup
	for _, c := range crowd {
		for _, act := range acts {
			all.Go(func() {
				for range crossingRounds {
					act(c)
				}
			})
		}
	}
	all.Wait()
}

// send makes a call that may be refused, and counts what it was answered.
func (x *crossing) send(c crosser, method, path string, body any) apptest.Answer {
	got := c.Now(method, path, body, "Idempotency-Key", crypto.Text())
	x.mu.Lock()
	defer x.mu.Unlock()
	x.answers[fmt.Sprintf("%s %d", path, got.Status)]++
	if got.Status >= http.StatusInternalServerError && got.Status != http.StatusServiceUnavailable {
		x.t.Errorf("%s %s: %d %s", method, path, got.Status, got.Text)
	}
	return got
}

func (x *crossing) deposit(c crosser) {
	got := x.send(c, http.MethodPost, "/api/qrcode/KBANK", map[string]any{"amount": 100 + rand.IntN(400)})
	if got.Status != http.StatusOK || got.At("hasQrcode") != "true" {
		return
	}
	p := c.Registered
	payer := sandboxtest.Payer{FromBank: p.Bank, FromAccount: p.AccountNo, FromName: p.AccountName}
	x.nodes[0].Sandbox.Pay(got.At("qrcodeId"), payer)
}

func (x *crossing) in(c crosser) {
	x.send(c, http.MethodPost, "/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 20})
}

func (x *crossing) out(c crosser) {
	x.send(c, http.MethodPost, "/api/wallet/transfer", map[string]any{"from": "joker", "to": "WALLET", "amount": 20})
}

func (x *crossing) withdraw(c crosser) {
	x.send(c, http.MethodPost, "/api/wallet/withdraw", map[string]any{"amount": 100})
}

func (x *crossing) spin(c crosser) {
	x.send(c, http.MethodPost, "/api/spinwheel/spin", map[string]any{})
}

// claim claims what the member has won so far.
func (x *crossing) claim(c crosser) {
	list, _ := x.send(c, http.MethodGet, "/api/spinwheel/coupon", nil).JSON().([]any)
	if len(list) == 0 {
		return
	}
	coupon, _ := list[rand.IntN(len(list))].(map[string]any)
	x.send(c, http.MethodPost, "/api/spinwheel/coupon/claim", map[string]any{"coupon": coupon["_id"]})
}

// bonus takes a bonus or gives up a condition, which lets the member withdraw again.
func (x *crossing) bonus(c crosser) {
	x.send(c, http.MethodGet, []string{"/api/bonus/activate/DAILY50", "/api/bonus/clear?giveUp=true"}[rand.IntN(2)], nil)
}

// play plays a round at a game that reports none. A transfer out reads the game first, and what it finds counts as play of the
// member's deposits.
func (x *crossing) play(c crosser) {
	x.nodes[0].Sandbox.Round(x.silent, c.user, "20", "10")
	x.send(c, http.MethodPost, "/api/wallet/transfer", map[string]any{"from": x.silent, "to": "WALLET", "amount": 20})
}
