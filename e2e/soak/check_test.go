package soak

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	gscwire "krapao/connect/provider/gsc/wire"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/programtest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/games"
	"krapao/sandbox/sandboxtest"
)

// window is the demo's: "no such reference" is not believed before it is over.
const window = 20 * time.Second

// settled waits until no outcome is unknown any more, but for those of members apart; cases are decided.
func (s *soak) settled() {
	s.t.Helper()
	began := time.Now()
	var open []string
	programtest.Until(s.t, "no outcome is unknown", func() bool {
		var cases []moved
		open, cases = s.books.underWay()
		// An operation waits for its legs, also for one that is a case.
		asked := slices.ContainsFunc(open, func(what string) bool { return !strings.HasPrefix(what, "operation ") })
		if !asked && len(cases) > 0 {
			s.decide(cases)
			return false // what waited for the decision begins now
		}
		return len(open) == 0
	})
	s.t.Logf("all unknowns settled %s after the last fault", time.Since(began).Round(time.Second))
}

// rechecked waits until what was given back has been asked about for the last time, and what was found is booked. What nothing
// proves is decided.
func (s *soak) rechecked() {
	s.t.Helper()
	programtest.Until(s.t, "no returned transfer is asked about any more", func() bool {
		again := s.books.transfers(rechecked, nil)
		if unproved := s.books.unproved(); len(unproved) > 0 {
			s.decideUnproved(slices.DeleteFunc(again, func(m moved) bool { return !unproved[m.id] }))
			return false
		}
		return len(again) == 0 && s.books.booking() == 0
	})
}

func (s *soak) provider(code string) playedGame {
	at := slices.IndexFunc(s.games, func(g playedGame) bool { return g.code == code })
	return s.games[at]
}

// check compares everything that can be compared.
func (s *soak) check() {
	s.t.Helper()
	s.refresh()
	s.reports()
	var mu sync.Mutex
	views := map[string]apptest.Answer{}
	s.each(func(p *person) {
		view := p.Get("/api/wallet").OK(http.StatusOK)
		p.statement()
		p.totals(view)
		mu.Lock()
		defer mu.Unlock()
		views[p.id] = view
	})
	s.stop()
	out, code := programtest.Run(s.t, s.nodes[0].env, "verify", "--sandbox-url", s.box.URL)
	if code != 0 || !strings.Contains(out, "the books are whole") || strings.Contains(out, "not compared: game:") {
		s.t.Errorf("verify: %d\n%s", code, out)
	}
	b := s.books
	transfers := b.transfers(all, s.names())
	s.corrected(transfers)
	transfers = slices.DeleteFunc(transfers, func(m moved) bool { return m.corrects != 0 })
	s.references(transfers)
	s.guesses(transfers)
	s.accounts(b)
	s.conserved(b, views)
	s.paid(b)
	s.logged()
	s.ends(transfers)
}

// names returns who names transfers: the ledger, once no node uses it.
func (s *soak) names() func(ledger.ID) string {
	s.t.Helper()
	env := s.nodes[0].env
	opened, err := store.Open(s.t.Context(), store.Config{URL: env["KRAPAO_DATABASE_URL"], Dir: env["KRAPAO_DATA_DIR"]})
	if err != nil {
		s.t.Fatal(err)
	}
	names, err := ledger.Open(s.t.Context(), opened, ledger.Unsealed())
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = errors.Join(names.Close(), opened.Close()) })
	return names.Reference
}

// refresh reads every balance once more, so that what was played last is in the books.
func (s *soak) refresh() {
	s.each(func(p *person) {
		programtest.Until(s.t, "the balances of "+p.id, func() bool {
			failed, _ := p.Get("/api/wallet/refresh/slot").OK(http.StatusOK).Value("failed").([]any)
			return len(failed) == 0
		})
	})
}

// each does something for all members, some at once, and ends the test where it could not be done.
func (s *soak) each(do func(p *person)) {
	s.t.Helper()
	var all sync.WaitGroup
	var done atomic.Int64
	places := make(chan struct{}, membersAtOnce)
	for _, p := range s.crowd {
		all.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			do(p)
			done.Add(1)
		})
	}
	all.Wait()
	if int(done.Load()) != len(s.crowd) {
		s.t.FailNow()
	}
}

// reports waits until what was played has been told.
func (s *soak) reports() {
	began := time.Now()
	var different []string
	programtest.Until(s.t, "all play is told", func() bool {
		now := s.untold(s.books)
		if len(now) > 0 && !slices.Equal(now, different) {
			s.stage.Store("play that is not told yet: " + strings.Join(now, "; ")) // for who watches
		}
		different = now
		return len(different) == 0
	})
	s.t.Logf("all play was told after %s", time.Since(began).Round(time.Second))
}

// untold are the accounts whose play the wallet knows otherwise than the provider.
func (s *soak) untold(b books) (different []string) {
	outside := s.outside()
	for _, a := range b.accounts() {
		says := outside[a.provider+"/"+a.username]
		// The totals of BETFLIX and AMB lotto do not count rounds.
		family := s.provider(a.provider).family
		counted := family != games.FamilyBETFLIX && family != games.FamilyAMBLotto
		turnover, net := credits(s, says.Turnover), credits(s, says.Result)
		if a.turnover != turnover || a.net != net || counted && a.count != says.Rounds {
			different = append(different, fmt.Sprintf(
				"%s/%s: the wallet was told %d rounds, turnover %s, net %s; the provider had %d, %s, %s",
				a.provider, a.username, a.count, a.turnover, a.net, says.Rounds, turnover, net))
		}
	}
	return different
}

// outside are all accounts as the providers have them, by provider and user name.
func (s *soak) outside() map[string]sandboxtest.ListedAccount {
	all := map[string]sandboxtest.ListedAccount{}
	for _, g := range s.games {
		if g.code != g.provider {
			continue
		}
		for _, a := range s.box.Accounts(g.code) {
			all[g.code+"/"+a.Username] = a
		}
	}
	return all
}

// credits reads a number of the sandbox's, which may be negative.
func credits(s *soak, number json.Number) money.Credits {
	text, negative := strings.CutPrefix(cmp.Or(number.String(), "0"), "-") // nothing: the provider has no such account yet
	c, err := money.ParseCredits(text)
	if err != nil {
		s.t.Fatalf("%q: %v", number, err)
	}
	if negative {
		return -c
	}
	return c
}

// references: what a provider applied is what was posted, each reference once; what was voided was not applied, or was
// booked again when it turned out to be.
func (s *soak) references(transfers []moved) {
	byName := map[string]moved{}
	applied := map[string]int{}
	for _, m := range transfers {
		byName[m.reference] = m
	}
	for _, g := range s.games {
		if g.code != g.provider || g.family == games.FamilyAMB { // AMB keeps no references: its sums are compared
			continue
		}
		for _, there := range s.box.Moves(g.code) {
			m, ours := byName[there.Ref]
			if !ours {
				s.t.Errorf("%s applied %s to %s under %q, which is nobody's reference", g, there.Amount, there.Username, there.Ref)
				continue
			}
			applied[there.Ref]++
			if m.provider != g.code || m.username != there.Username || credits(s, there.Amount).Baht(s.factor(g.code)) != m.signed() {
				s.t.Errorf("%s, and the provider applied %s to %s/%s", m, there.Amount, g.code, there.Username)
			}
			if m.state == "voided" && m.doubt != "late" {
				s.t.Errorf("%s was given back, and the provider applied it", m)
			}
		}
	}
	for _, m := range transfers {
		if s.provider(m.provider).family == games.FamilyAMB {
			continue
		}
		if m.state == "posted" && applied[m.reference] != 1 || m.doubt == "late" && applied[m.reference] != 1 ||
			applied[m.reference] > 1 {
			s.t.Errorf("%s was applied %d times", m, applied[m.reference])
		}
	}
}

func (s *soak) factor(provider string) money.Factor {
	text := "1"
	if provider == "huayhd" {
		text = "10"
	}
	f, err := money.ParseFactor(text)
	if err != nil {
		s.t.Fatal(err)
	}
	return f
}

// corrected: what was given back and turned out to be applied is booked by linked transfers, whole and once.
func (s *soak) corrected(transfers []moved) {
	booked := map[ledger.ID]money.Amount{}
	for _, m := range transfers {
		booked[m.corrects] += m.moved
	}
	for _, m := range transfers {
		if m.doubt == "late" && booked[m.id] != m.amount {
			s.t.Errorf("%s: %s of it is booked by linked transfers", m, booked[m.id])
		}
		if m.doubt != "late" && m.corrects == 0 && booked[m.id] != 0 {
			s.t.Errorf("%s: linked transfers correct it by %s", m, booked[m.id])
		}
	}
}

// guesses: nothing is given back because the provider did not know it, before that is believed. That it failed for good is
// no guess: GSC says so of the reference.
func (s *soak) guesses(transfers []moved) {
	for _, m := range transfers {
		if m.note == gscwire.StateFailed && s.provider(m.provider).family == games.FamilyGSC {
			s.tally.add("failed for good, by the provider's word of the reference")
			continue
		}
		if (m.doubt == "returned" || m.doubt == "late") && m.settled.Sub(m.created) < window {
			s.t.Errorf("%s was given back after %s", m, m.settled.Sub(m.created))
		}
	}
}

// accounts: what the books have in a game is what the provider has.
func (s *soak) accounts(b books) {
	outside, held := s.outside(), b.balances()
	for _, a := range b.accounts() {
		says := outside[a.provider+"/"+a.username]
		memo := held["game:"+a.provider+":"+a.username]
		want := credits(s, says.Balance).Baht(s.factor(a.provider))
		if memo != want || credits(s, says.Outstanding) != 0 {
			s.t.Errorf("game:%s:%s: the books say %s, the provider %s and %s staked", a.provider, a.username, memo, want, says.Outstanding)
		}
	}
}

// conserved: for each member, what came in and what was won is what is there and what was paid out.
func (s *soak) conserved(b books, views map[string]apptest.Answer) {
	outside, games, results := s.outside(), map[string]money.Amount{}, map[string]money.Amount{}
	for _, a := range b.accounts() {
		says, factor := outside[a.provider+"/"+a.username], s.factor(a.provider)
		games[a.member] += credits(s, says.Balance).Baht(factor)
		results[a.member] += credits(s, says.Result).Baht(factor)
	}
	paid := map[string]money.Amount{}
	rows(b, func(r scanner) (struct{}, error) {
		var member string
		var amount money.Amount
		err := r.Scan(&member, &amount)
		paid[member] = amount
		return struct{}{}, err
	}, `SELECT member, sum(CASE state WHEN 'posted' THEN moved WHEN 'pending' THEN amount ELSE 0 END) FROM transfer
		WHERE kind = 'withdraw' GROUP BY member`)
	var all money.Amount
	for _, p := range s.crowd {
		v := views[p.id]
		wallet := apptest.Baht(s.t, v.At("wallet.amount")) +
			apptest.Baht(s.t, v.At("wallet.held")) - apptest.Baht(s.t, v.At("wallet.owed"))
		if in, out := stake+results[p.id], wallet+games[p.id]+paid[p.id]; in != out {
			s.t.Errorf("member %s: came in and won %s; there and paid out %s (wallet %s, games %s, payouts %s)",
				p.id, in, out, wallet, games[p.id], paid[p.id])
		}
		all += wallet + games[p.id] + paid[p.id]
	}
	s.t.Logf("%s is there of %d members, to the satang", all, len(s.crowd))
}

// totals: games that share a provider's accounts are counted once.
func (p *person) totals(view apptest.Answer) {
	want := apptest.Baht(p.T, view.At("wallet.amount"))
	counted := map[string]bool{}
	slots, _ := view.Value("slots").([]any)
	for i := range slots {
		at := fmt.Sprintf("slots.%d.", i)
		provider := p.s.provider(view.At(at + "code")).provider
		if counted[provider] {
			continue
		}
		counted[provider] = true
		want += credits(p.s, json.Number(view.At(at+"amount"))).Baht(p.s.factor(provider))
	}
	if got := apptest.Baht(p.T, view.At("total")); got != want {
		p.T.Errorf("member %s: total %s, the parts are %s", p.id, got, want)
	}
}

// statement: every acknowledged transfer stands there as it was told, and all rows together are the balance.
func (p *person) statement() {
	sum := money.Amount(0)
	there := map[string]string{}
	for page := 1; ; page++ {
		got := p.Post("/api/statement", map[string]any{"page": page, "limit": 100}).OK(http.StatusOK)
		list, _ := got.Value("statements").([]any)
		for _, item := range list {
			r, _ := item.(map[string]any)
			reference, status := fmt.Sprint(r["reference"]), fmt.Sprint(r["status"])
			amount := apptest.Baht(p.T, fmt.Sprint(r["amount"]))
			if r["from"] == "WALLET" {
				amount = -amount
			}
			if there[reference] != "" {
				p.T.Errorf("member %s: %s stands twice in the statement", p.id, reference)
			}
			there[reference] = status + " " + amount.String()
			if status != "FAILED" {
				sum += amount
			}
		}
		if len(list) < 100 {
			break
		}
	}
	for reference, change := range p.told {
		if want := "SUCCESS " + change.String(); there[reference] != want {
			p.T.Errorf("member %s: %s was acknowledged with %s and stands as %q", p.id, reference, change, there[reference])
		}
	}
	if got := p.Balance(); got != sum {
		p.T.Errorf("member %s: balance %s, the statement adds up to %s", p.id, got, sum)
	}
}
