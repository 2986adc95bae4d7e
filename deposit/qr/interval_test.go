package qr_test

import (
	"context"
	"testing"
	"time"

	"krapao/deposit/deposittest"
	"krapao/deposit/qr"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// A gateway that is down is asked about a new code every five seconds. Later the pause is a twentieth of the code's
// age, but at most ten minutes.
func TestAGatewayThatIsDownIsAskedLessAndLessOften(t *testing.T) {
	t.Parallel()
	deposittest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := deposittest.NewWorld(t, s, deposittest.Options{Clock: now, NoCallbacks: true})
		polls := func() int {
			deposittest.Pass(time.Minute) // its circuit breaker stays open for some seconds, too
			n, err := w.Nodes[0].Codes.Poll(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		m, began := w.Member(), now.Now()
		q := w.Create(m, 100*money.Baht)
		w.Outside.Pay(q.ID, deposittest.Somebody)
		w.Outside.AddFault(sandboxtest.Fault{Target: "qr:KBANK", Op: "check", Mode: "down", Count: 1000})
		for _, row := range []struct{ age, pause time.Duration }{
			{5 * time.Second, 5 * time.Second},
			{99 * time.Second, 5 * time.Second},
			{10 * time.Minute, 30 * time.Second},
			{2 * time.Hour, 6 * time.Minute},
			{200 * time.Minute, 10 * time.Minute},
			{20 * 24 * time.Hour, 10 * time.Minute},
		} {
			now.Advance(row.age - now.Now().Sub(began))
			if n := polls(); n != 1 {
				t.Errorf("%s old: %d are asked about", row.age, n)
			}
			now.Advance(row.pause - time.Second)
			if polls() != 0 {
				t.Errorf("%s old: asked again before %s", row.age, row.pause)
			}
			now.Advance(time.Second)
			if polls() != 1 {
				t.Errorf("%s old: not asked again after %s", row.age, row.pause)
			}
		}
		w.Outside.ClearFaults()
		now.Advance(10*time.Minute + time.Second) // the last one was a little older
		if polls() != 1 || w.Balance(ledger.Wallet(m)) != 100*money.Baht {
			t.Errorf("the wallet has %s", w.Balance(ledger.Wallet(m)))
		}
		w.Agree()
	})
}

// halting is a gateway whose node stops after an inquiry has begun.
type halting struct {
	qr.Gateway
	deposittest.Halt
}

func (h halting) Inquire(ctx context.Context, q qr.Ref) (qr.State, error) {
	h.Stand()
	return h.Gateway.Inquire(ctx, q)
}

// A node that dies during an inquiry leaves the code to the others: not before its calls must have ended, and not
// much later.
func TestANodeThatDiesWhileItPolls(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		h := deposittest.NewHalt()
		w := deposittest.NewWorld(t, s, deposittest.Options{
			NoCallbacks: true, Gateway: func(g qr.Gateway) qr.Gateway { return halting{g, h} },
		})
		m := w.Member()
		q := w.Create(m, 100*money.Baht)
		w.Outside.Pay(q.ID, deposittest.Somebody)
		dead := w.Nodes[0]
		w.Nodes[0] = w.Node(deposittest.Options{})
		deposittest.Pass(5 * time.Second)
		wakes := h.Reached(t, dead.Codes.Poll)
		died := time.Now()
		w.Until("another node has booked it", func() bool { return w.Balance(ledger.Wallet(m)) == 100*money.Baht })
		const calls = 30 * time.Second // an inquiry and a cancellation, 15 s each
		if took := time.Since(died); took < calls || took > calls+2*time.Second {
			t.Errorf("taken over after %s", took)
		}
		wakes()
		if got := w.Balance(ledger.Wallet(m)); got != 100*money.Baht {
			t.Errorf("the wallet has %s", got)
		}
		w.Agree()
	})
}

// late is a gateway whose calls are late: the node stops just before them.
type late struct {
	qr.Gateway
	by time.Duration
}

func (l late) Create(ctx context.Context, o qr.Order) (qr.Code, error) {
	deposittest.Pass(l.by)
	return l.Gateway.Create(ctx, o)
}

// deadBefore stops the server right before the gateway is asked.
type deadBefore struct{ qr.Gateway }

func (deadBefore) Create(context.Context, qr.Order) (qr.Code, error) {
	panic("power cut")
}

// A code is asked for within ten seconds of its intent, or not at all. After that the poll job may have found that
// the gateway does not know it. A code that the gateway never had ends after a minute.
func TestACodeIsAskedForInTimeOrNotAtAll(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		for by, shown := range map[time.Duration]bool{9 * time.Second: true, 10 * time.Second: false} {
			m := w.Member()
			before := len(w.Outside.Codes())
			node := w.Node(deposittest.Options{Gateway: func(g qr.Gateway) qr.Gateway { return late{g, by} }})
			q, err := node.Codes.Create(t.Context(), m, "KBANK", 100)
			made := len(w.Outside.Codes()) - before
			if shown {
				if err != nil || !q.Shown || made != 1 {
					t.Errorf("late by %s: %+v, %v, %d at the bank", by, q, err, made)
				}
				continue
			}
			if err == nil && q.Shown || made != 0 {
				t.Errorf("late by %s: %+v, %v, %d at the bank", by, q, err, made)
			}
		}
		m := w.Member()
		began := time.Now()
		func() {
			defer func() { _ = recover() }()
			died := w.Node(deposittest.Options{Gateway: func(g qr.Gateway) qr.Gateway { return deadBefore{g} }})
			_, _ = died.Codes.Create(t.Context(), m, "KBANK", 100)
		}()
		ended := func() bool { return openCodes(w, m) == 0 }
		w.Until("half a minute passes", func() bool { return time.Since(began) > 30*time.Second })
		if ended() {
			t.Error("a code that may be on its way is at an end after half a minute")
		}
		w.Until("it is at its end", ended)
		if took := time.Since(began); took < time.Minute || took > time.Minute+7*time.Second {
			t.Errorf("at its end after %s", took)
		}
	})
}
