package soak

import (
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"krapao/internal/testkit/programtest"
	"krapao/money"
	"krapao/sandbox/games"
	"krapao/sandbox/sandboxtest"
)

// What the weather did not meet by chance is provoked: one fault is armed with no other for that operation of that game,
// and a member makes a call that comes to it, until it has struck. So neither bad luck nor a slow machine leaves a row of the
// table open.

// provoker meets rows.
type provoker struct {
	*soak
	acting sync.WaitGroup
	mu     sync.Mutex
	turn   int
	// tried is how many newcomers have tried to open an account, by family.
	tried map[string]int
}

// mark meets the rows of GSC's marks, from the weather's beginning on and after its end. There is one mark for each turn of the
// report at most, so they need a minute or two, whatever else is done.
func (s *soak) mark() {
	v := &provoker{soak: s}
	defer s.marking.Store(false)
	for _, mode := range modesOf(games.FamilyGSC, "mark") {
		v.meet(row{games.FamilyGSC, "mark", mode})
	}
	v.acting.Wait()
}

// provoke meets rows: those of one operation one after the other, the operations side by side. An outcome must be unknown
// to be asked about, so questions come after the movements.
func (s *soak) provoke(rows []row) {
	s.t.Helper()
	v := &provoker{soak: s, tried: map[string]int{}}
	chains := map[[2]string][]row{}
	for _, one := range rows {
		at := [2]string{one.family, one.op}
		if one.op == "check" {
			at[1] = "move"
		}
		chains[at] = append(chains[at], one)
	}
	began := time.Now()
	var all sync.WaitGroup
	for _, chain := range chains {
		all.Go(func() {
			for _, one := range chain {
				v.meet(one)
			}
		})
	}
	all.Wait()
	v.acting.Wait()
	s.t.Logf("provoked in %s what the weather did not meet: %v", time.Since(began).Round(time.Second), rows)
}

// meet arms the fault and acts until it has struck.
func (v *provoker) meet(one row) {
	games, began, try := v.where(one), time.Now(), 0
	programtest.Until(v.t, one.String()+" is met", func() bool {
		g := games[try%len(games)]
		try++
		id := v.box.AddFault(sandboxtest.Fault{Target: "game:" + g.code, Op: one.op, Mode: one.mode, DelayMS: 1000})
		acted := make(chan bool, 1)
		v.acting.Go(func() { acted <- v.act(one, g) })
		met := v.strikes(one, id, acted)
		if !met {
			v.disarm(id)
		}
		return met
	})
	if took := time.Since(began); took > 10*time.Second {
		v.t.Logf("provoked with patience: %s, after %s", one, took.Round(time.Second))
	}
}

// where are the games that a row can be met at.
func (v *provoker) where(one row) (games []playedGame) {
	for _, g := range v.providers() {
		called := true
		switch one.op {
		case "check":
			called = !g.blind()
		case "launch":
			called = !slices.Contains(uncalled, g.code)
		}
		if g.family == one.family && called {
			games = append(games, g)
		}
	}
	return games
}

// looksFor is how often it is looked after the act whether a fault has struck, before somebody acts again: what the wallet asks
// by itself comes when it comes.
func looksFor(op string) int {
	switch op {
	case "check":
		return 40
	case "report", "mark", "list":
		return 120
	}
	return 1
}

// strikes waits until a row is met, or was looked for so often after the act. Where the act came to nothing it is looked for
// once, and not at all any more where somebody has taken the fault away: the weather is over, or the provider came back.
func (v *provoker) strikes(one row, id string, acted <-chan bool) (met bool) {
	over, looks := false, looksFor(one.op)
	programtest.Until(v.t, "a fault strikes", func() bool {
		select {
		case came := <-acted:
			if over = true; !came {
				looks = 1
			}
		default:
		}
		if over {
			looks--
		}
		there := slices.ContainsFunc(v.box.Faults(), func(f sandboxtest.ArmedFault) bool { return f.ID == id })
		met = v.byRow(v.look())[one] > 0 // who strikes no more may have been taken away already
		return met || looks < 0 || !there
	})
	return met
}

// act makes a call that comes to a row's operation, or has the wallet make one. It may fail for another reason, as when the
// member's account is busy; then somebody else tries. It reports whether there was something to do.
func (v *provoker) act(one row, g playedGame) bool {
	if one.op == "create" {
		v.newcomer(g.family).activate(g)
		return true
	}
	p := v.somebody(g)
	if p == nil {
		return false
	}
	if one.op == "list" { // a day's list is asked for accounts that were looked at on it
		p.ask("refresh", "/api/wallet/refresh/slot")
		v.compare(today(), g.provider)
		return true
	}
	r := rand.New(rand.NewPCG(v.seed, rand.Uint64()))
	switch one.op {
	case "move":
		p.transfer("WALLET", g.code, money.Baht)
	case "check": // garbage is unknown at once, silence only when a call's time is over
		id := v.box.AddFault(sandboxtest.Fault{Target: "game:" + g.code, Op: "move", Mode: "garbage"})
		p.transfer("WALLET", g.code, money.Baht)
		v.box.DropFault(id)
	case "balance":
		p.ask("refresh", "/api/wallet/refresh/slot")
	case "launch":
		p.link(g)
	case "password":
		p.reset(g)
	case "report": // is asked for all the time; so that there is something to tell:
		p.round(r, g)
	case "mark": // comes only after something was told
		return v.plays(r, g)
	}
	return true
}

// plays has somebody play who has the money for a round; where nobody does, somebody brings it first.
func (v *provoker) plays(r *rand.Rand, g playedGame) bool {
	for range v.crowd {
		if v.somebody(g).round(r, g) {
			return true
		}
	}
	p := v.somebody(g)
	p.transfer("WALLET", g.code, 20*money.Baht)
	return p.round(r, g)
}

// somebody is the next member with an account at a game.
func (v *provoker) somebody(g playedGame) *person {
	v.mu.Lock()
	defer v.mu.Unlock()
	for range v.crowd {
		v.turn++
		if p := v.crowd[v.turn%len(v.crowd)]; p.username(g) != "" {
			return p
		}
	}
	return nil
}

// newcomer is a member who has never tried to open an account at a family's games: whoever did may have to wait until it is known
// what became of that.
func (v *provoker) newcomer(family string) *person {
	v.mu.Lock()
	n := v.tried[family]
	v.tried[family]++
	if n < len(v.newcomers) {
		defer v.mu.Unlock()
		return v.newcomers[n]
	}
	v.mu.Unlock()
	p := v.join()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.newcomers = append(v.newcomers, p)
	return p
}

// calm meets the rows that are met only while nothing of their provider is unknown.
func (s *soak) calm() {
	v := &provoker{soak: s}
	var all sync.WaitGroup
	for _, one := range s.missing(s.look()) {
		if !one.inCalm() || one.op == "list" {
			continue
		}
		all.Go(func() { v.still(v.where(one)); v.meet(one) })
	}
	all.Go(func() {
		for _, mode := range modesOf(games.FamilyBETFLIX, "list") {
			one := row{games.FamilyBETFLIX, "list", mode}
			v.still(v.where(one))
			v.meet(one)
		}
	})
	all.Wait()
	v.acting.Wait()
}

// still waits until nothing is unknown of the games' providers, and nothing of theirs that was given back is asked about.
func (v *provoker) still(games []playedGame) {
	programtest.Until(v.t, "nothing is unknown at the games of a row", func() bool {
		open := v.books.transfers("("+pending+" OR "+rechecked+")", nil)
		return !slices.ContainsFunc(open, func(m moved) bool {
			return slices.ContainsFunc(games, func(g playedGame) bool { return g.provider == m.provider })
		})
	})
}
