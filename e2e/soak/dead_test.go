package soak

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// dead lets one provider hang while half of the members ask for it again and again, and tells how long the other half needs,
// who move money elsewhere, before and meanwhile. It is a figure of the long form: that nobody waits for somebody else's
// provider is shown where time is virtual.
func (s *soak) dead() {
	s.t.Helper()
	r := rand.New(rand.NewPCG(s.seed, 1<<35))
	hung := s.games[r.IntN(len(s.games))]
	for hung.blind() {
		hung = s.games[r.IntN(len(s.games))]
	}
	before := s.timed(s.elsewhere/2, hung, func(p *person, _ *rand.Rand) { p.Get("/api/wallet").OK(http.StatusOK) })
	ids := s.away(hung.provider, "timeout")
	defer s.back(hung.provider, ids)
	meanwhile := s.timed(s.elsewhere, hung, func(p *person, r *rand.Rand) { p.transfer("WALLET", hung.code, amount(r, 20)) })
	s.t.Logf("transfers elsewhere before %s hung: %s", hung, before)
	s.t.Logf("transfers elsewhere while %s hung: %s", hung, meanwhile)
}

// times are how long calls took, in rising order.
type times []time.Duration

// within is the time in which a share of the calls was done.
func (t times) within(share float64) time.Duration {
	return t[int(share*float64(len(t)-1))].Round(time.Millisecond)
}

func (t times) String() string {
	return fmt.Sprintf("%d, half within %s, 99 in 100 within %s, all within %s", len(t), t.within(0.5), t.within(0.99), t.within(1))
}

// timed lets half of the members with an account at one provider do something else, and times so many transfers of all others
// at other providers.
func (s *soak) timed(transfers int64, hung playedGame, otherwise func(*person, *rand.Rand)) times {
	s.t.Helper()
	var mu sync.Mutex
	var took times
	var made atomic.Int64
	var all sync.WaitGroup
	for i, p := range s.crowd[:min(len(s.crowd), 2*s.callers)] {
		all.Go(func() {
			r := rand.New(rand.NewPCG(s.seed, uint64(1000+i)))
			for made.Load() < transfers {
				if i%2 == 0 && p.username(hung) != "" {
					otherwise(p, r)
					continue
				}
				if d, moved := p.elsewhere(r, hung); moved {
					made.Add(1)
					mu.Lock()
					took = append(took, d)
					mu.Unlock()
				}
			}
		})
	}
	all.Wait()
	slices.Sort(took)
	return took
}

// elsewhere moves a baht to or from a game of another provider that can be asked (the others wait until nobody plays).
func (p *person) elsewhere(r *rand.Rand, hung playedGame) (time.Duration, bool) {
	here, _ := p.games()
	here = slices.DeleteFunc(here, func(g playedGame) bool { return g.provider == hung.provider || g.blind() })
	if len(here) == 0 {
		p.activate(p.s.games[r.IntN(len(p.s.games))])
		return 0, false
	}
	from, to := "WALLET", here[r.IntN(len(here))].code
	if r.IntN(2) == 0 {
		from, to = to, from
	}
	began := time.Now()
	p.move("elsewhere", "/api/wallet/transfer", fmt.Sprintf(`{"from":%q,"to":%q,"amount":1}`, from, to), 0)
	return time.Since(began), true
}
