package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/programtest"
	"krapao/money"
)

// TestACoverageThatIsKilled: a bank has less than members own, by what a chief enters. The automatic payouts stop, withdrawals
// wait, and nobody lets them go on before the house has all of it; then two do. The node is killed (-9) in the middle of each of
// these. In the end each withdrawal is paid once.
func TestACoverageThatIsKilled(t *testing.T) {
	t.Parallel()
	eachKillableWith(t, inHouse, func(t *testing.T, node *killable) {
		h := &killedHouse{killable: node, t: t}
		h.presses()
		members := make([]*apptest.Client, 3)
		if os.Getenv("KRAPAO_SOAK") != "" {
			members = make([]*apptest.Client, 20)
		}
		for n := range members {
			members[n] = h.place(t).rich(1000, "")
		}
		owed := money.Amount(len(members)) * 1000 * money.Baht
		system := h.whole(owed)
		at := time.Now().UTC().Format(time.RFC3339Nano) // all of it came before
		h.meanwhile(func() { h.has(system, at, owed-1) })
		if stopped := h.nok.asks("/brake"); stopped.At("0.system") != "payouts" || stopped.At("0.cause") != "coverage" {
			t.Fatalf("stopped are %s", stopped.Text)
		}
		references := h.waits(members)
		h.nok.does(http.MethodPost, "too early", "/brake/payouts/resume", map[string]any{"evidence": "x"}).
			Refused(http.StatusConflict, "STATE_CHANGED")
		h.whole(owed)
		h.meanwhile(func() { h.has(system, at, owed) })
		id := h.nok.does(http.MethodPost, "resumed", "/brake/payouts/resume", map[string]any{"evidence": "the statement"}).
			OK(http.StatusAccepted).At("proposal.id")
		h.isKilled() // between the two
		h.meanwhile(func() {
			h.mai.does(http.MethodPost, "resumed", "/proposal/"+id+"/approve", map[string]any{"evidence": "the statement"}).
				OK(http.StatusOK)
		})
		h.decidedOnce("brake.resume", 1)
		if n := len(h.box.Payouts()); n != 0 {
			t.Errorf("the bank was told to pay %d times meanwhile", n)
		}
		h.approves(references)
		for _, m := range members { // by the rules alone again
			m.Post("/api/wallet/withdraw", map[string]any{"amount": 100}).OK(http.StatusOK)
		}
		h.paysOnce(2 * len(members))
		for _, m := range members {
			if got := m.Balance(); got != 800*money.Baht {
				t.Errorf("a member has %s", got)
			}
		}
		h.endsWhole(t)
		t.Logf("%d kills", h.kills)
	})
}

// whole waits until all of what is owed is added up, and returns the system that has it.
func (h *killedHouse) whole(owed money.Amount) (system string) {
	h.t.Helper()
	programtest.Until(h.t, "what is owed is added up", func() bool {
		c := h.nok.asks("/report/coverage").OK(http.StatusOK)
		system = c.At("has.0.system")
		return c.At("whole") == "true" && apptest.Baht(h.t, c.At("owed.total")) == owed
	})
	return system
}

// has enters what a bank has, and has the report made.
func (h *killedHouse) has(system, at string, amount money.Amount) {
	h.t.Helper()
	key := amount.String()
	h.nok.does(http.MethodPut, key, "/report/liability/balance/"+system, map[string]any{
		"at": at, "amount": json.Number(amount.String()), "evidence": "the statement",
	}).OK(http.StatusOK)
	h.nok.does(http.MethodPost, key, "/report/liability").OK(http.StatusOK)
}

// waits has each member ask for a withdrawal, and returns them once they wait for a person.
func (h *killedHouse) waits(members []*apptest.Client) (references []string) {
	h.t.Helper()
	for _, m := range members {
		m.Post("/api/wallet/withdraw", map[string]any{"amount": 100}).OK(http.StatusOK)
	}
	programtest.Until(h.t, "all wait for a person", func() bool {
		references = nil
		shown := h.nok.asks("/queue?kind=withdrawal").OK(http.StatusOK)
		for n := 0; shown.Value(fmt.Sprintf("items.%d", n)) != nil; n++ {
			references = append(references, shown.At(fmt.Sprintf("items.%d.id", n)))
		}
		return len(references) == len(members)
	})
	return references
}

// approves approves all that waits, while the node is killed.
func (h *killedHouse) approves(references []string) {
	h.t.Helper()
	var each []func()
	for _, reference := range references {
		each = append(each, func() {
			got := h.nok.does(http.MethodPost, "approved "+reference, "/withdrawal/"+reference+"/approve")
			if got.Status != http.StatusOK { // it was approved, and the answer was lost with the node
				got.Refused(http.StatusNotFound, "NO_DATA")
			}
		})
	}
	h.meanwhile(each...)
	h.decidedOnce("withdrawal.approve", len(references))
}

// paysOnce waits until the bank has made so many payouts, each under a reference of its own, and no more.
func (h *killedHouse) paysOnce(want int) {
	h.t.Helper()
	programtest.Until(h.t, "all is paid", func() bool { return len(h.settled()) >= want })
	once := map[string]bool{}
	for _, reference := range h.settled() {
		if once[reference] {
			h.t.Errorf("%s is paid twice", reference)
		}
		once[reference] = true
	}
	if len(once) != want {
		h.t.Errorf("the bank has paid %d times, not %d", len(once), want)
	}
}
