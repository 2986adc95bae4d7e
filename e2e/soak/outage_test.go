package soak

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"krapao/internal/clock"
	"krapao/internal/testkit/programtest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/games"
	"krapao/sandbox/sandboxtest"
)

// pass lets the weather pass: it lasts as many calls as it should, and until each outage has come and gone.
func (s *soak) pass() {
	defer s.over.Store(true)
	var failing sync.WaitGroup
	for i, mode := range []string{"down", "timeout", "down"} {
		failing.Go(func() { s.fail(rand.New(rand.NewPCG(s.seed, 1<<34+uint64(i))), mode) })
	}
	s.passed(s.calls)
	failing.Wait()
}

// fail takes whole providers away, one after the other, each until it has left enough calls and something sent to it is unknown.
func (s *soak) fail(r *rand.Rand, mode string) {
	share := s.calls / int64(s.outages)
	for i := range s.outages {
		s.passed(share*int64(i) + r.Int64N(share/2))
		// One hangs at least to which something is sent meanwhile, and becomes unknown.
		provider := s.choose(r, mode == "timeout" && i == 0)
		s.tally.add("a whole provider: " + mode)
		ids := s.away(provider, mode)
		programtest.Until(s.t, provider+" has left calls", func() bool { return s.left(ids) >= s.refused || s.ask(provider) })
		if !s.provider(provider).blind() {
			programtest.Until(s.t, "something is unknown at "+provider, func() bool {
				return len(s.books.unsettled(provider)) > 0 || s.ask(provider)
			})
		}
		s.recover(provider, mode, s.back(provider, ids))
	}
}

// left is how many calls some faults have struck.
func (s *soak) left(ids []string) (hits int) {
	for _, f := range s.box.Faults() {
		if slices.Contains(ids, f.ID) {
			hits += f.Hits
		}
	}
	return hits
}

// ask has a member send something to a provider that may have no visitor at the moment. It is never enough by itself.
func (s *soak) ask(provider string) bool {
	g := s.provider(provider)
	p := s.crowd[rand.IntN(len(s.crowd))]
	if p.username(g) == "" {
		p.activate(g)
		return false
	}
	p.transfer("WALLET", g.code, money.Baht)
	return false
}

// choose takes a provider that is not away, which from then on no other fault strikes. sent: not one without references, to
// which nothing new is sent while no account can be read.
func (s *soak) choose(r *rand.Rand, sent bool) string {
	s.sky.mu.Lock()
	defer s.sky.mu.Unlock()
	for {
		if g := s.games[r.IntN(len(s.games))]; !s.resting(g) && (!sent || !g.blind()) {
			s.sky.spared[g.provider] = true
			return g.provider
		}
	}
}

// resting reports whether a provider is spared, or one whose rounds stand in the same report. GSC has one for all products: while
// it can't be read, nobody finds out what became of a movement at the blind one.
func (s *soak) resting(g playedGame) bool {
	return slices.ContainsFunc(s.games, func(other playedGame) bool {
		same := other.provider == g.provider || other.family == g.family && g.family == games.FamilyGSC
		return same && s.sky.spared[other.provider]
	})
}

// endless is a count that no run comes to the end of.
const endless = 1_000_000

// away makes every call to a provider fail in one way until back.
func (s *soak) away(provider, mode string) (ids []string) {
	for _, op := range operations {
		if op != "list" && modesOf(s.provider(provider).family, op) != nil { // the list is the call of the check
			ids = append(ids, s.box.AddFault(sandboxtest.Fault{Target: "game:" + provider, Op: op, Mode: mode, Count: endless}))
		}
	}
	return ids
}

// back ends it, and every other fault that still waits for the provider; it returns when the provider was well again.
func (s *soak) back(provider string, ids []string) time.Time {
	s.sky.mu.Lock()
	defer s.sky.mu.Unlock()
	s.sky.note(s.box)
	for _, f := range s.box.Faults() {
		if f.Target == "game:"+provider || slices.Contains(ids, f.ID) {
			s.box.DropFault(f.ID)
		}
	}
	return time.Now()
}

// recovery is how long after a provider's return its transfers were settled that had no end then.
type recovery struct {
	provider, mode string
	took           []time.Duration
}

func (r recovery) String() string {
	return fmt.Sprintf("%s was away (%s): %s", r.provider, r.mode, spread(r.took))
}

// recover waits until each transfer has an end that had none when its provider came back, and spares the provider until then.
func (s *soak) recover(provider, mode string, back time.Time) {
	caused := map[ledger.ID]bool{}
	for _, m := range s.books.unsettled(provider) {
		caused[m.id] = true
	}
	programtest.Until(s.t, "all is settled that was unknown when "+provider+" came back", func() bool {
		return !slices.ContainsFunc(s.books.unsettled(provider), func(m moved) bool { return caused[m.id] })
	})
	ended := recovery{provider: provider, mode: mode}
	for _, m := range s.books.transfers(fmt.Sprintf("t.settled_at >= %d", clock.MicrosOf(back)), nil) {
		if caused[m.id] {
			ended.took = append(ended.took, m.settled.Sub(back))
		}
	}
	s.sky.mu.Lock()
	defer s.sky.mu.Unlock()
	s.sky.spared[provider] = false
	s.recoveries = append(s.recoveries, ended)
}

// unsettled are a provider's transfers that have no end yet, but for those that operators are asked about.
func (b books) unsettled(provider string) []moved {
	return slices.DeleteFunc(b.transfers(pending, nil), func(m moved) bool { return m.provider != provider || m.doubt == "case" })
}

// spread is how many there are, their median and their greatest.
func spread(took []time.Duration) string {
	if len(took) == 0 {
		return "none"
	}
	slices.Sort(took)
	round := func(d time.Duration) time.Duration { return d.Round(100 * time.Millisecond) }
	return fmt.Sprintf("%d, half within %s, all within %s", len(took), round(took[len(took)/2]), round(took[len(took)-1]))
}
