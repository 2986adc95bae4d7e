package api

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

const firstPage = `{"page":1,"limit":20}`

// TestAnUnchangedMemberIsReadInFewStatements: what a member's phone asks for again and again. Whoever adds a read to these calls
// adds it for everybody who looks (0020-what-is-read-again.md).
func TestAnUnchangedMemberIsReadInFewStatements(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := rich(t, a)
		for _, call := range []struct {
			method, path, body string
			most               map[store.Engine]int64
		}{
			{"GET", "/api/wallet", "", map[store.Engine]int64{store.SQLite: 0, store.Postgres: 1}},
			{"POST", "/api/statement", firstPage, map[store.Engine]int64{store.SQLite: 0, store.Postgres: 1}},
			{"POST", "/api/statement", `{"page":2,"limit":1}`, map[store.Engine]int64{store.SQLite: 0, store.Postgres: 1}},
			{"GET", "/api/bonus", "", map[store.Engine]int64{store.SQLite: 3, store.Postgres: 3}},
			{"GET", "/api/bonus/check/active", "", map[store.Engine]int64{store.SQLite: 1, store.Postgres: 1}},
		} {
			if n := fewest(t, a, c, call.method, call.path, call.body); n > call.most[a.Store.Engine()] {
				t.Errorf("%s %s: %d statements, want at most %d", call.method, call.path, n, call.most[a.Store.Engine()])
			}
		}
	})
}

// fewest is how many statements a call sends at least. The node works beside it and sends its own, but not every time.
func fewest(t *testing.T, a *apptest.App, c *apptest.Client, method, path, body string) int64 {
	t.Helper()
	least := int64(1 << 30)
	for range 10 { // PostgreSQL prepares a statement once for each connection
		before := a.Store.Statements()
		if got, err := c.Try(method, path, body); err != nil || got.Status != http.StatusOK {
			t.Fatalf("%s %s: %d %s, %v", method, path, got.Status, got.Text, err)
		}
		least = min(least, a.Store.Statements()-before)
	}
	return least
}

// TestWhatHasChangedIsReadAtOnce: for each kind of thing that a member's phone shows, whoever has an answer of before and asks
// whether it still holds gets the new one, on the node that changed it and on one that nobody told. A node reads twice before, so
// that it keeps what it may keep.
func TestWhatHasChangedIsReadAtOnce(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Apart: true}, func(t *testing.T, a *apptest.App) {
		nodes := []*apptest.App{a}
		if a.Store.Engine() == store.Postgres {
			nodes = append(nodes, a.Beside())
		}
		twoChiefs(t, a)
		for _, k := range slices.Concat(walletKinds, statementKinds, bonusKinds, accountKinds, lookupKinds) {
			k.isReadAtOnce(t, a, nodes)
		}
	})
}

func (k kind) isReadAtOnce(t *testing.T, a *apptest.App, nodes []*apptest.App) {
	t.Helper()
	w := &watched{rich(t, a), t, a}
	if k.begin != nil {
		k.begin(w)
	}
	var readers []*reader
	for _, node := range nodes {
		r := &reader{Client: node.Client(), kind: k}
		r.Token = w.Token
		r.reads()
		r.reads()
		readers = append(readers, r)
	}
	before := readers[0].value
	if k.want != "" && before == k.want {
		t.Errorf("%s: it is %q before", k.name, before)
	}
	k.change(w)
	if k.soon {
		pass(lookupFreshness)
	}
	for i, r := range readers {
		if now := r.reads(); now == before || k.want != "" && now != k.want {
			t.Errorf("%s: node %d shows %q, before it was %q, and now it is %q", k.name, i, now, before, k.want)
		}
	}
	if k.end != nil {
		k.end(w)
	}
}

// lookupFreshness is how long a node may show texts of before.
const lookupFreshness = 2 * time.Second

// reader is a phone that asks one node.
type reader struct {
	*apptest.Client
	kind  kind
	tag   string
	value string
}

// reads asks whether the last answer still holds, and returns what the phone shows then.
func (r *reader) reads() string {
	r.T.Helper()
	method, body := http.MethodGet, ""
	if r.kind.path == "/api/statement" {
		method, body = http.MethodPost, cmp.Or(r.kind.body, firstPage)
	}
	answer := r.Raw(method, r.kind.path, body, "If-None-Match", r.tag, "Accept-Language", "en")
	if answer.Status == http.StatusNotModified {
		return r.value
	}
	r.tag, r.value = answer.OK(http.StatusOK).Header.Get("ETag"), r.kind.of(answer)
	return r.value
}

// TestWhatIsKeptOutlivesNothing: a clock that is set, a node that starts again, a change that was rolled back.
func TestWhatIsKeptOutlivesNothing(t *testing.T) {
	t.Parallel()
	wallet := kind{path: "/api/wallet", of: field("wallet.amount")}
	list := kind{path: "/api/statement", of: field("total")}
	percents := kind{path: "/api/wallet", of: field("invite.success")}
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := rich(t, a)
		amount, rows, percent := 900, 2, 100
		for _, happens := range []func(){
			func() { a.Step(-2 * time.Hour) },
			func() { a.Step(3 * time.Hour) },
			a.Restart,
			func() { rolledBack(t, a) },
		} {
			readers := make([]*reader, 3)
			for i, k := range []kind{wallet, list, percents} {
				readers[i] = &reader{Client: c, kind: k}
				readers[i].reads()
			}
			happens()
			for i, want := range []int{amount, rows} {
				if now := readers[i].reads(); now != fmt.Sprint(want) {
					t.Errorf("%s: %s, not %d", readers[i].kind.path, now, want)
				}
			}
			a.Deposit(c, "10")
			percent++
			edit(t, a, "invite", func(invite map[string]any) { invite["terms"] = map[string]any{"percentSuccess": 200 + percent} })
			amount, rows = amount+10, rows+1
			for i, want := range []int{amount, rows, 200 + percent} {
				if now := readers[i].reads(); now != fmt.Sprint(want) {
					t.Errorf("%s: %s, not %d", readers[i].kind.path, now, want)
				}
			}
		}
	})
}

// rolledBack changes content in a transaction that fails, after all of it was written.
func rolledBack(t *testing.T, a *apptest.App) {
	t.Helper()
	failed := errors.New("at the end")
	terms := json.RawMessage(`{"on": true, "rate": 7, "terms": {"percentSuccess": 999}}`)
	err := a.Store.Write(t.Context(), func(tx *store.Tx) error {
		for _, s := range a.Sections() {
			if s.Name == "invite" {
				if _, err := s.Apply(t.Context(), tx, terms); err != nil {
					return err
				}
			}
		}
		return failed
	})
	if !errors.Is(err, failed) {
		t.Fatal(err)
	}
}

// TestContentThatTwoApplyAtOnce: two operators' commands meet, and lock games and the version of the content in another order.
// One of them is run again, and what both changed is read at once.
func TestContentThatTwoApplyAtOnce(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.Postgres, apptest.Options{Apart: true}, func(t *testing.T, a *apptest.App) {
		c := rich(t, a)
		for n := range 5 {
			name, percent := fmt.Sprint("Kasikorn ", n), 300+n
			var both sync.WaitGroup
			for _, d := range []content.Document{
				{
					"banks": changedSection(t, "banks", func(b map[string]any) { b["nameEN"] = name }),
					"games": changedSection(t, "games", func(g map[string]any) { g["notice"] = name }),
				},
				{
					"games":  changedSection(t, "games", func(g map[string]any) { g["notice"] = name }),
					"invite": changedSection(t, "invite", func(i map[string]any) { i["terms"] = map[string]any{"percentSuccess": percent} }),
				},
			} {
				both.Go(func() {
					if _, err := a.Apply(d); err != nil {
						t.Error(err)
					}
				})
			}
			both.Wait()
			sees(t, c.Get("/api/wallet").OK(http.StatusOK), map[string]string{
				"bankAccount.bank.nameEN": name, "invite.success": fmt.Sprint(percent), "slots.0.notice": name,
			})
		}
	})
}

// TestAKeptAnswerHasNoOtherLanguage: what is kept is kept for a member and not for its phone, so nothing with words may be.
func TestAKeptAnswerHasNoOtherLanguage(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := rich(t, a)
		granted(&watched{c, t, a})
		for _, path := range []string{"/api/statement", "/api/bonus", "/api/bonus/check/active", "/api/lookup/notice"} {
			texts := map[string]string{}
			for _, language := range []string{"en", "en", "th", "th", "lo"} {
				method, body := http.MethodGet, ""
				if path == "/api/statement" {
					method, body = http.MethodPost, firstPage
				}
				answer := c.Raw(method, path, body, "Accept-Language", language)
				texts[answer.OK(http.StatusOK).Text] = language
			}
			if len(texts) != 3 {
				t.Errorf("%s in three languages: %d answers", path, len(texts))
			}
		}
	})
}

// TestNobodyReadsLessThanWasTold: while others read a member's money on both nodes, whatever one node has answered is what the
// other shows from then on.
func TestNobodyReadsLessThanWasTold(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.Postgres, apptest.Options{Apart: true}, func(t *testing.T, a *apptest.App) {
		here := rich(t, a)
		there := a.Beside().Client()
		there.Token = here.Token
		var crowd sync.WaitGroup
		over := make(chan struct{})
		for i := range 6 {
			crowd.Go(func() {
				at := []*apptest.Client{here, there}[i%2]
				for {
					select {
					case <-over:
						return
					default:
						at.Now(http.MethodGet, "/api/wallet", nil)
						at.Now(http.MethodPost, "/api/statement", json.RawMessage(firstPage))
					}
				}
			})
		}
		for moved := 1; moved <= 20; moved++ {
			got := here.Now(http.MethodPost, "/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 1})
			got.OK(http.StatusOK)
			if now := there.Now(http.MethodGet, "/api/wallet", nil).At("wallet.amount"); now != fmt.Sprint(900-moved) {
				t.Errorf("after %d baht the other node shows %s", moved, now)
			}
			list := there.Now(http.MethodPost, "/api/statement", json.RawMessage(firstPage))
			if list.At("total") != fmt.Sprint(2+moved) || list.At("statements.0.status") != "SUCCESS" {
				t.Errorf("after %d baht the other node lists %s", moved, list.Text)
			}
		}
		close(over)
		crowd.Wait()
	})
}
