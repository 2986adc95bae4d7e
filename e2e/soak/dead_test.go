package soak

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// Nobody waits for somebody else's provider: while one hangs, 99 in 100 transfers elsewhere are done within promptly, or
// where the machine is busy within slowdown times what the same members need while none hangs.
const (
	promptly = 2 * time.Second
	slowdown = 3
)

// dead lets one provider hang while half of the members ask for it again and again, and times the other half, who move
// money elsewhere, before and meanwhile.
func (s *soak) dead() {
	s.t.Helper()
	r := rand.New(rand.NewPCG(s.seed, 1<<35))
	hung := s.games[r.IntN(len(s.games))]
	for hung.blind() {
		hung = s.games[r.IntN(len(s.games))]
	}
	for try := 1; ; try++ {
		took, prompt := s.hangs(hung)
		if prompt {
			return
		}
		if try == tries {
			s.t.Errorf("while %s hung, 99 in 100 transfers elsewhere took up to %s", hung, took)
			return
		}
	}
}

// tries is how often it is timed at most: a machine that had no time for us for a moment has time later, but who waits for a
// provider that hangs waits each time.
const tries = 3

// hangs times once what 99 in 100 transfers elsewhere took while a provider hung, and says whether that is prompt.
func (s *soak) hangs(hung playedGame) (took time.Duration, prompt bool) {
	s.t.Helper()
	before := s.elsewhere(s.hang/2, hung, func(*person, *rand.Rand) { time.Sleep(50 * time.Millisecond) })
	ids := s.away(hung.provider, "timeout")
	defer s.back(hung.provider, ids)
	meanwhile := s.elsewhere(s.hang, hung, func(p *person, r *rand.Rand) { p.transfer("WALLET", hung.code, amount(r, 20)) })
	s.t.Logf("transfers elsewhere before %s hung: %s", hung, before)
	s.t.Logf("transfers elsewhere while %s hung: %s", hung, meanwhile)
	took = meanwhile.within(0.99)
	return took, took <= max(promptly, slowdown*before.within(0.99))
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

// elsewhere lets half of the members with an account at one provider do something else for a while, and times what all
// others move at other providers.
func (s *soak) elsewhere(span time.Duration, hung playedGame, otherwise func(*person, *rand.Rand)) times {
	s.t.Helper()
	end := time.Now().Add(span)
	var mu sync.Mutex
	var took times
	var all sync.WaitGroup
	for i, p := range s.crowd[:min(len(s.crowd), 2*s.callers)] {
		all.Go(func() {
			r := rand.New(rand.NewPCG(s.seed, uint64(1000+i)))
			for time.Now().Before(end) {
				if i%2 == 0 && p.username(hung) != "" {
					otherwise(p, r)
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
		s.t.Fatal("nobody moved anything elsewhere")
	}
	slices.Sort(took)
	return took
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
	p.move("elsewhere", "/api/wallet/transfer", fmt.Sprintf(`{"from":%q,"to":%q,"amount":1}`, from, to), 0)
	return time.Since(began), true
}
