package soak

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// promptly is what all but one in a hundred calls take at most that touch no provider which hangs.
const promptly = 2 * time.Second

// dead lets one provider hang while half of the members ask for it again and again, and times the other half, who move
// money elsewhere: nobody waits for somebody else's provider.
func (s *soak) dead() {
	s.t.Helper()
	r := rand.New(rand.NewPCG(s.seed, 1<<35))
	hung := s.games[r.IntN(len(s.games))]
	for hung.blind() {
		hung = s.games[r.IntN(len(s.games))]
	}
	ids := s.away(hung.provider, "timeout")
	defer s.back(hung.provider, ids)
	end := time.Now().Add(s.hang)
	var mu sync.Mutex
	var took []time.Duration
	var all sync.WaitGroup
	for i, p := range s.crowd[:min(len(s.crowd), 2*s.callers)] {
		all.Go(func() {
			r := rand.New(rand.NewPCG(s.seed, uint64(1000+i)))
			for time.Now().Before(end) {
				if i%2 == 0 && p.username(hung) != "" {
					p.transfer("WALLET", hung.code, amount(r, 20))
					continue
				}
				if d, moved := p.elsewhere(r, hung); moved {
					mu.Lock()
					took = append(took, d)
					mu.Unlock()
				}
				time.Sleep(50 * time.Millisecond)
			}
		})
	}
	all.Wait()
	if len(took) == 0 {
		s.t.Fatal("nobody moved anything while a provider hung")
	}
	slices.Sort(took)
	at := func(share float64) time.Duration {
		return took[int(share*float64(len(took)-1))].Round(time.Millisecond)
	}
	s.t.Logf("%d transfers elsewhere while %s hung: half within %s, 99 in 100 within %s, all within %s", len(took), hung, at(0.5), at(0.99), at(1))
	if at(0.99) > promptly {
		s.t.Errorf("while %s hung, 99 in 100 transfers elsewhere took up to %s", hung, at(0.99))
	}
}

// elsewhere moves a baht to or from a game of another provider that can be asked (the others wait until nobody plays).
func (p *person) elsewhere(r *rand.Rand, hung playedGame) (time.Duration, bool) {
	here, _ := p.games()
	here = slices.DeleteFunc(here, func(g playedGame) bool { return g.provider == hung.provider || g.blind() })
	if len(here) == 0 {
		time.Sleep(100 * time.Millisecond)
		return 0, false
	}
	from, to := "WALLET", here[r.IntN(len(here))].code
	if r.IntN(2) == 0 {
		from, to = to, from
	}
	began := time.Now()
	p.move("while one hangs", "/api/wallet/transfer", fmt.Sprintf(`{"from":%q,"to":%q,"amount":1}`, from, to), 0)
	return time.Since(began), true
}
