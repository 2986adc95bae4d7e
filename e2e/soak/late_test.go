package soak

import (
	"slices"
	"sync"
	"time"

	"krapao/internal/testkit/programtest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/games"
	"krapao/sandbox/sandboxtest"
)

// A provider that is sent to again may apply the first sending late, after it refused a later one and the money went back.
// The weather meets that seldom, so it is made: for each such protocol, into a game and out of it. The sandbox is the only
// one who knows; that it was found is checked with all else. Nobody else's sending may meet the faults, so it is made after the
// weather, once nothing is unknown there, while other protocols are still asked about.

// lateAfter is later than any of these is believed in (37 s after it was made, and a pause), and before it is asked about for
// the last time (30 s after that).
const lateAfter = 50 * time.Second

// repeats are the families that are sent to again.
var repeats = []string{games.FamilyAMBLotto, games.FamilyPG, games.FamilyPragmatic}

// lateAfterRefusal makes them, waits until each is booked as what it was, and returns whose they are.
func (s *soak) lateAfterRefusal() (joined []*person) {
	s.t.Helper()
	var all sync.WaitGroup
	var mu sync.Mutex
	for _, family := range repeats {
		at := slices.IndexFunc(s.games, func(g playedGame) bool { return g.family == family })
		g := s.games[at]
		all.Go(func() {
			in, out := s.join(), s.join()
			mu.Lock()
			joined = append(joined, in, out)
			mu.Unlock()
			s.apart.Store(in.id, true)
			s.apart.Store(out.id, true)
			in.activate(g)
			out.activate(g)
			out.transfer("WALLET", g.code, 200*money.Baht)
			programtest.Until(s.t, "nothing else is unknown at "+g.provider, func() bool {
				return !slices.ContainsFunc(s.books.transfers(pending, nil), func(m moved) bool { return m.provider == g.provider })
			})
			s.refusedThenLate(g, in, out)
		})
	}
	all.Wait()
	return joined
}

// refusedThenLate has both transfers applied late, and refused when they are sent again. On a machine that is so slow that one
// is known to be applied before it went back both are made again.
func (s *soak) refusedThenLate(g playedGame, in, out *person) {
	programtest.Until(s.t, g.String()+": both are given back before they are applied", func() bool {
		target := "game:" + g.code
		before := map[ledger.ID]bool{}
		for _, m := range s.of(all, in, out) {
			before[m.id] = true
		}
		s.box.AddFault(sandboxtest.Fault{
			Target: target, Op: "move", Mode: "late_apply", DelayMS: int(lateAfter.Milliseconds()), Count: 2,
		})
		refused := s.box.AddFault(sandboxtest.Fault{Target: target, Op: "move", Mode: "refuse", Count: 10_000})
		var both sync.WaitGroup
		both.Go(func() { in.transfer("WALLET", g.code, 96*money.Baht) })
		both.Go(func() { out.transfer(g.code, "WALLET", 96*money.Baht) })
		both.Wait()
		programtest.Until(s.t, g.String()+": neither is unknown", func() bool { return len(s.of(pending, in, out)) == 0 })
		s.box.DropFault(refused)
		programtest.Until(s.t, g.String()+": neither is asked about", func() bool { return len(s.of(rechecked, in, out)) == 0 })
		made := slices.DeleteFunc(s.of(all, in, out), func(m moved) bool { return before[m.id] || m.corrects != 0 })
		late := 0
		for _, m := range made {
			switch m.doubt {
			case "late":
				late++
			case "returned":
				s.t.Errorf("%s: what was applied late after a refusal is not found: %v", g, m)
			}
		}
		return late == 2 || s.t.Failed()
	})
}

// of are the transfers of two members that a condition chooses.
func (s *soak) of(which string, in, out *person) []moved {
	return slices.DeleteFunc(s.books.transfers(which, nil), func(m moved) bool { return m.member != in.id && m.member != out.id })
}
