package soak

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"

	"krapao/internal/testkit/programtest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// calloutModes are what a question of the house's own system may meet before an automatic payout. A refusal is none of them: it
// is an answer, and then persons decide.
var calloutModes = []string{"down", "timeout", "garbage", "lost_reply", "slow"}

const (
	calloutTarget = "callout"
	withdrawn     = 100 * money.Baht
)

// payouts: the house's own system is asked before each automatic payout, and meets every fault once. One operator stops the
// payouts, and what a person approves meanwhile is paid; a node is killed (-9); two let them go on.
func (s *soak) payouts() {
	s.t.Helper()
	able := slices.DeleteFunc(slices.Clone(s.crowd), func(p *person) bool { return p.Balance() < 2*withdrawn })
	next := func() *person {
		if len(able) == 0 {
			s.t.Fatal("too few members have money to withdraw")
		}
		one := able[0]
		able = able[1:]
		return one
	}
	// One fault at a time: a question that is not answered three times is a person's, and so is what another rule holds back.
	for _, mode := range calloutModes {
		id := s.box.AddFault(sandboxtest.Fault{Target: calloutTarget, Mode: mode, DelayMS: 1000})
		for !s.struckOnce(id) {
			next().withdraws()
			s.noneOnItsWay()
		}
	}
	s.operate("payouts", "stop", "@nok", "--reason=a soak")
	held := next()
	held.withdraws()
	var waits []string
	programtest.Until(s.t, "a withdrawal waits for a person", func() bool {
		waits = s.books.references("state = 'review' AND member = '" + held.id + "'")
		return len(waits) > 0
	})
	for _, reference := range waits {
		s.operate("withdrawals", "approve", reference, "@mai", "--reason=a soak")
	}
	s.nodes[0].up.Store(false)
	s.nodes[0].running.Kill()
	s.start(s.nodes[0])
	for _, operator := range operators {
		s.operate("payouts", "resume", "@"+operator, "--reason=a soak", "--evidence=the bank's list")
	}
	next().withdraws()
	s.noneOnItsWay()
	s.tally.add("payouts: stopped by one, and let go on by two")
}

// withdraws takes money out of the wallet, to the member's bank account.
func (p *person) withdraws() {
	p.move("withdraw", "/api/wallet/withdraw", fmt.Sprintf(`{"amount":%s}`, withdrawn), 0)
}

// struckOnce reports whether a fault that is armed once has struck.
func (s *soak) struckOnce(id string) bool {
	return slices.ContainsFunc(s.box.Faults(), func(f sandboxtest.ArmedFault) bool { return f.ID == id && f.Hits > 0 })
}

// noneOnItsWay waits until each withdrawal has ended, or waits for a person.
func (s *soak) noneOnItsWay() {
	s.t.Helper()
	programtest.Until(s.t, "no withdrawal is on its way", func() bool {
		return len(s.books.references("state IN ('requested', 'sending')")) == 0
	})
}

// references are those of the withdrawals that a condition chooses.
func (b books) references(which string) []string {
	return rows(b, func(r scanner) (reference string, err error) {
		err = r.Scan(&reference)
		return reference, err
	}, "SELECT reference FROM withdrawal WHERE "+which)
}

// paidWithdrawal is a withdrawal as the books have it, and what the house's own system said of it.
type paidWithdrawal struct {
	reference, state, verdict string
	automatic                 bool
}

// paid: the bank has paid what the books say is paid, each once and nothing else; and of what no person approved, the house's own
// system has allowed each.
func (s *soak) paid(b books) {
	s.t.Helper()
	times := map[string]int{}
	for _, p := range s.box.Payouts() {
		if p.State == "settled" {
			times[p.Ref]++
		}
	}
	var asked []struct{ Withdrawal, Verdict string }
	s.box.Call(http.MethodGet, "/sandbox/callout", nil, http.StatusOK, &asked)
	allowed := map[string]string{}
	for _, one := range asked {
		allowed[one.Withdrawal] = one.Verdict
	}
	automatic := 0
	for _, w := range rows(b, func(r scanner) (w paidWithdrawal, err error) {
		err = r.Scan(&w.reference, &w.state, &w.automatic, &w.verdict)
		return w, err
	}, `SELECT w.reference, w.state, w.automatic, coalesce(c.verdict, '')
		FROM withdrawal w LEFT JOIN payout_callout c ON c.transfer = w.transfer`) {
		if want := map[string]int{"paid": 1}[w.state]; times[w.reference] != want {
			s.t.Errorf("withdrawal %s is %s, and the bank paid it %d times", w.reference, w.state, times[w.reference])
		}
		delete(times, w.reference)
		if !w.automatic {
			continue
		}
		automatic++
		if there := cmp.Or(allowed[w.reference], "never asked"); w.verdict != "allow" || there != "allow" {
			s.t.Errorf("withdrawal %s was paid by the rules alone: the books have %q of the house's own system, which has %q",
				w.reference, w.verdict, there)
		}
	}
	for reference, n := range times {
		s.t.Errorf("the bank paid %s %d times, which is no withdrawal", reference, n)
	}
	if automatic < len(calloutModes) {
		s.t.Errorf("only %d withdrawals were paid by the rules alone", automatic)
	}
	s.t.Logf("%d payouts by the rules alone, each asked about first", automatic)
}
