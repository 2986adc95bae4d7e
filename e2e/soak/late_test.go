package soak

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"krapao/internal/apptest"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// A provider that is sent to again may apply the first sending late, after it refused a later one and the money went back.
// The weather meets that seldom, so it is made while the weather lasts, at a provider of each such protocol that all others
// leave alone meanwhile: into a game and out of it. That it was found is checked with all else.

// repeats are the families that are sent to again.
var repeats = []string{sandbox.FamilyAMBLotto, sandbox.FamilyPG, sandbox.FamilyPragmatic}

// late is what is applied late at one provider.
const late = 90 * money.Baht

// repeater is a provider that is sent to again, and who moves money there: one into a game, one out of it.
type repeater struct {
	game    playedGame
	in, out *person
}

// repeaters have their members join and open accounts, and keep their providers for them.
func (s *soak) repeaters() []repeater {
	s.t.Helper()
	list := make([]repeater, len(repeats))
	var all sync.WaitGroup
	for i, family := range repeats {
		g := s.games[slices.IndexFunc(s.games, func(g playedGame) bool { return g.family == family })]
		s.sky.keep(g.provider, true)
		all.Go(func() {
			list[i] = repeater{g, s.join(), s.join()}
			list[i].in.activate(g)
			list[i].out.activate(g)
			list[i].out.transfer("WALLET", g.code, 2*late)
		})
	}
	all.Wait()
	return list
}

// lateAfterRefusal has both transfers unanswered and refused when they are sent again, applies them once they were given
// back, and waits until each is booked as what it was.
func (s *soak) lateAfterRefusal(at repeater) {
	g, target := at.game, "game:"+at.game.provider
	defer s.sky.keep(g.provider, false)
	s.box.AddFault(sandboxtest.Fault{Target: target, Op: "move", Mode: "timeout", Count: 2})
	refused := s.box.AddFault(sandboxtest.Fault{Target: target, Op: "move", Mode: "refuse", Count: endless})
	var both sync.WaitGroup
	both.Go(func() { at.in.transfer("WALLET", g.code, late) })
	both.Go(func() { at.out.transfer(g.code, "WALLET", late) })
	both.Wait()
	references := map[*person]string{at.in: at.in.referenceOf(late), at.out: at.out.referenceOf(late)}
	apptest.Eventually(s.t, g.String()+": given back", func() bool { return len(s.of(pending, at)) == 0 })
	s.box.DropFault(refused)
	credits, _ := money.CreditsOf(late, s.factor(g.provider))
	s.box.Move(g.provider, at.in.username(g), json.Number(credits.String()), references[at.in])
	s.box.Move(g.provider, at.out.username(g), json.Number("-"+credits.String()), references[at.out])
	apptest.Eventually(s.t, g.String()+": asked again", func() bool { return len(s.of(rechecked, at)) == 0 })
	found := s.of("g.state = 'late'", at)
	if len(found) != 2 || found[0].in == found[1].in {
		s.t.Errorf("%s: what was applied late after a refusal is not found: %v", g, s.of(all, at))
	}
}

// of are the transfers of a repeater's members that a condition chooses.
func (s *soak) of(which string, at repeater) []moved {
	return slices.DeleteFunc(s.books.transfers(which, nil), func(m moved) bool { return m.member != at.in.id && m.member != at.out.id })
}

// referenceOf is that of the member's only transfer of an amount, as the statement has it.
func (p *person) referenceOf(amount money.Amount) (reference string) {
	apptest.Eventually(p.T, "the statement", func() bool {
		got, answered := p.call("statement", http.MethodPost, "/api/statement", `{"page":1,"limit":100}`)
		if !answered || got.Status != http.StatusOK {
			return false
		}
		list, _ := got.Value("statements").([]any)
		for _, item := range list {
			if r, _ := item.(map[string]any); apptest.Baht(p.T, fmt.Sprint(r["amount"])) == amount {
				reference = fmt.Sprint(r["reference"])
			}
		}
		return reference != ""
	})
	return reference
}
