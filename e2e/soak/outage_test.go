package soak

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"krapao/ledger"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// settleWithin is how long after the end of all faults at a provider no outcome may be unknown any more.
const settleWithin = 60 * time.Second

// pass lets the weather pass: it lasts as long as it should, and until no provider is away or recovers from that.
func (s *soak) pass() {
	defer s.over.Store(true)
	var failing sync.WaitGroup
	for i, mode := range []string{"down", "timeout", "down"} {
		failing.Go(func() { s.fail(rand.New(rand.NewPCG(s.seed, 1<<34+uint64(i))), mode) })
	}
	s.nap(s.weather)
	failing.Wait()
}

// fail takes whole providers away, one after the other.
func (s *soak) fail(r *rand.Rand, mode string) {
	s.nap(s.outage/4 + rand.N(s.outage/2))
	// One hangs at least to which something is sent meanwhile, and becomes unknown.
	for sent := mode == "timeout"; time.Since(s.began) < s.weather; s.nap(2 * s.outage) {
		provider := s.choose(r, sent)
		sent = false
		s.tally.add("a whole provider: " + mode)
		ids := s.away(provider, mode)
		s.nap(s.outage)
		for gone := time.Now(); len(s.books.unsettled(provider)) == 0 && time.Since(gone) < settleWithin; s.nap(s.outage / 20) {
		} // a slow machine has moved nothing there yet
		s.recover(provider, mode, s.back(provider, ids))
	}
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
		same := other.provider == g.provider || other.family == g.family && g.family == sandbox.FamilyGSC
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

// recover waits until each transfer has an end that had none when its provider came back, spares the provider until then,
// and fails when that takes more than settleWithin. A node that is killed meanwhile takes the lease of what it was asking
// about with it, so that the time begins anew; the figures count from the return.
func (s *soak) recover(provider, mode string, back time.Time) {
	caused := map[ledger.ID]bool{}
	for _, m := range s.books.unsettled(provider) {
		caused[m.id] = true
	}
	for {
		left := slices.DeleteFunc(s.books.unsettled(provider), func(m moved) bool { return !caused[m.id] })
		if len(left) == 0 {
			break
		}
		since := back
		if killed := time.UnixMicro(s.killed.Load()); killed.After(since) {
			since = killed
		}
		if time.Since(since) > settleWithin {
			s.t.Errorf("%s: still unknown %s after it came back:\n%s", provider, settleWithin, s.told(left))
			break
		}
		time.Sleep(250 * time.Millisecond)
	}
	ended := recovery{provider: provider, mode: mode}
	for _, m := range s.books.transfers("t.settled_at >= "+micros(back), nil) {
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

// told is a list of transfers for people, with what struck them.
func (s *soak) told(list []moved) string {
	var lines []string
	for _, m := range list {
		m.reference = m.id.String()
		lines = append(lines, m.String()+"; "+s.blows(m))
	}
	return strings.Join(lines, "\n")
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
