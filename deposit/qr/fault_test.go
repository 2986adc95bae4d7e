package qr_test

import (
	"context"
	"errors"
	"math"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"krapao/deposit/deposittest"
	"krapao/deposit/qr"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// Whatever fails while a code is made: the member gets the truth at once, the row settles by itself, and the next
// code works.
func TestEveryFaultWhileACodeIsMade(t *testing.T) {
	t.Parallel()
	for mode, told := range map[string]fault.Code{
		"refuse": "", "slow": "", "down": fault.QR_FAIL, "timeout": fault.QR_FAIL, "lost_reply": fault.QR_FAIL,
		"garbage": fault.QR_FAIL, "late_apply": fault.QR_FAIL,
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				w := deposittest.NewWorld(t, s, deposittest.Options{})
				m := w.Member()
				delay := 100
				if mode == "late_apply" {
					delay = int(deposittest.CallTime/time.Millisecond) * 3 / 2
				}
				w.Outside.AddFault(sandboxtest.Fault{Target: "qr:KBANK", Mode: mode, DelayMS: delay})
				q, err := w.Nodes[0].Codes.Create(t.Context(), m, "KBANK", 100)
				if told != "" && !fault.Is(err, told) || told == "" && err != nil {
					t.Fatalf("told %v, want %q", err, told)
				}
				if q.Shown != (mode == "slow") {
					t.Errorf("shown: %v", q.Shown)
				}
				next := w.Create(m, 100) // the same request again at once: a shown code stays, a lost one is replaced
				if (next.ID == q.ID) != q.Shown {
					t.Errorf("after %q the next code is %q", q.ID, next.ID)
				}
				deposittest.Pass(deposittest.CallTime) // late answers have arrived
				w.Until("the bank has no other open code", func() bool { return openAtTheBank(w, m) == 1 })
				w.Outside.Pay(next.ID, deposittest.Somebody)
				w.Until("the next code's money", func() bool { return w.Balance(ledger.Wallet(m)) == 100 })
				w.Agree()
			})
		})
	}
}

// openAtTheBank counts the member's codes that can still be paid at the bank.
func openAtTheBank(w *deposittest.World, member string) (n int) {
	w.T.Helper()
	rows, err := w.Store.DB().QueryContext(w.T.Context(), `SELECT reference FROM qr_order WHERE member = $1`, member)
	if err != nil {
		w.T.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var reference string
		if err := rows.Scan(&reference); err != nil {
			w.T.Fatal(err)
		}
		state, err := w.Gateways["KBANK"].Inquire(w.T.Context(), qr.Ref{Reference: reference})
		if err != nil {
			w.T.Fatal(err)
		}
		if state.Status == qr.Open {
			n++
		}
	}
	if rows.Err() != nil {
		w.T.Fatal(rows.Err())
	}
	return n
}

// openCodes counts the member's codes that have not ended.
func openCodes(w *deposittest.World, member string) (n int) {
	w.T.Helper()
	err := w.Store.DB().QueryRowContext(w.T.Context(),
		`SELECT count(*) FROM qr_order WHERE member = $1 AND state IN ('creating', 'open')`, member).Scan(&n)
	if err != nil {
		w.T.Fatal(err)
	}
	return n
}

// Whatever fails with a callback or an inquiry: each arrival is booked once, and nothing else.
func TestEveryFaultAfterAPayment(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"duplicate_callback", "late_callback", "lost_callback", "forged_callback", "old_callback"} {
		faultAfterPayment(t, mode, sandboxtest.Fault{Target: "qr:KBANK", Mode: mode, DelayMS: 300})
	}
	for _, mode := range []string{"refuse", "down", "timeout", "lost_reply", "slow", "garbage", "not_found"} {
		faultAfterPayment(t, "check_"+mode, sandboxtest.Fault{Target: "qr:KBANK", Op: "check", Mode: mode, Count: 2, DelayMS: 700})
	}
}

func faultAfterPayment(t *testing.T, name string, f sandboxtest.Fault) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		storetest.Each(t, func(t *testing.T, s *store.Store) {
			w := deposittest.NewWorld(t, s, deposittest.Options{Nodes: 2})
			m := w.Member()
			q := w.Create(m, 123_45)
			w.Outside.AddFault(f)
			w.Outside.Pay(q.ID, deposittest.Somebody)
			w.Until("the money is there", func() bool { return w.Balance(ledger.Wallet(m)) == 123_45 })
			deposittest.Pass(time.Second) // late and doubled callbacks come in
			if got := w.Balance(ledger.Wallet(m)); got != 123_45 {
				t.Errorf("the wallet has %s", got)
			}
			w.Agree()
		})
	})
}

// The bank's callback can be faster than its answer: the code is paid before the member has seen it.
func TestACallbackBeforeTheAnswer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		m := w.Member()
		w.Outside.AddFault(sandboxtest.Fault{Target: "qr:KBANK", Mode: "early_callback"})
		q, err := w.Nodes[0].Codes.Create(t.Context(), m, "KBANK", 100)
		if err != nil || q.Shown {
			t.Errorf("a code that is paid already: %+v, %v", q, err)
		}
		w.Until("the money is there", func() bool { return w.Balance(ledger.Wallet(m)) == 100 })
		w.Agree()
	})
}

// A member's connection that breaks while the gateway works leaves no code that nobody can see.
func TestTheMemberGoesAwayWhileACodeIsMade(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{})
		m := w.Member()
		w.Outside.AddFault(sandboxtest.Fault{Target: "qr:KBANK", Mode: "slow", DelayMS: 300})
		ctx, leave := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, _ = w.Nodes[0].Codes.Create(ctx, m, "KBANK", 100)
		}()
		synctest.Wait() // the gateway is being asked
		if openCodes(w, m) != 1 {
			t.Error("the intent is not committed")
		}
		leave()
		<-done
		q, err := w.Nodes[0].Codes.Shown(t.Context(), m, "KBANK")
		if err != nil || !q.Shown {
			t.Errorf("back again, the member sees %+v, %v", q, err)
		}
	})
}

// A server dies between the gateway's answer and the commit: the next one finds the money.
func TestAServerThatDiesAfterTheGatewaysAnswer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{Gateway: func(g qr.Gateway) qr.Gateway { return dying{g} }})
		m := w.Member()
		func() {
			defer func() { _ = recover() }()
			_, _ = w.Nodes[0].Codes.Create(t.Context(), m, "KBANK", 100)
		}()
		w.Nodes = []*deposittest.Node{w.Node(deposittest.Options{})}
		var reference string
		row := s.DB().QueryRowContext(t.Context(), `SELECT reference FROM qr_order WHERE member = $1`, m)
		if err := row.Scan(&reference); err != nil {
			t.Fatal(err)
		}
		w.Outside.Pay(reference, deposittest.Somebody)
		w.Until("the money is there", func() bool { return w.Balance(ledger.Wallet(m)) == 100 })
		w.Agree()
	})
}

// dying stops the server right after the gateway's answer.
type dying struct{ qr.Gateway }

func (d dying) Create(ctx context.Context, o qr.Order) (qr.Code, error) {
	_, _ = d.Gateway.Create(ctx, o)
	panic("power cut")
}

// A gateway's time in another calendar, from another age or beyond any delays no money, and reaches no page.
func TestPaymentsOfImpossibleTimes(t *testing.T) {
	t.Parallel()
	for _, at := range []time.Time{
		{},
		time.Unix(0, 0), time.Now().AddDate(543, 0, 0), time.Now().AddDate(-543, 0, 0), time.Unix(math.MaxInt64/2, 0),
		time.UnixMilli(math.MinInt64),
	} {
		storetest.Each(t, func(t *testing.T, s *store.Store) {
			w := deposittest.NewWorld(t, s, deposittest.Options{Gateway: func(g qr.Gateway) qr.Gateway { return dated{g, at} }})
			m := w.Member()
			q := w.CreateAt("WW", m, 150*money.Baht)
			w.Outside.Pay(q.ID, deposittest.Somebody)
			w.Until("it is credited", func() bool { return w.Balance(ledger.Wallet(m)) == 150*money.Baht })
			w.Agree()
			var paid clock.Micros
			var flag string
			row := s.DB().QueryRowContext(t.Context(), `SELECT paid_at, flag FROM inflow`)
			if err := row.Scan(&paid, &flag); err != nil {
				t.Fatal(err)
			}
			if off := time.Since(paid.Time()); off.Abs() > time.Hour || flag != "" {
				t.Errorf("%s: paid at %s, flag %q", at, paid.Time(), flag)
			}
		})
	}
}

// dated gives every payment a time.
type dated struct {
	qr.Gateway
	at time.Time
}

func (d dated) Inquire(ctx context.Context, q qr.Ref) (qr.State, error) {
	state, err := d.Gateway.Inquire(ctx, q)
	for i := range state.Payments {
		state.Payments[i].PaidAt = d.at
	}
	return state, err
}

// A payment that can't be read delays none of the others of its code, and is booked once it can be read.
func TestAnUnreadablePaymentDelaysNoOther(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var readable atomic.Bool
		w := deposittest.NewWorld(t, s, deposittest.Options{Gateway: func(g qr.Gateway) qr.Gateway { return smudged{g, &readable} }})
		m := w.Member()
		q := w.CreateAt("KBANK", m, 150*money.Baht)
		w.Outside.Pay(q.ID, deposittest.Somebody)
		w.Outside.Pay(q.ID, deposittest.Somebody)
		w.Until("the second is credited", func() bool { return w.Balance(ledger.Wallet(m)) == 150*money.Baht })
		readable.Store(true)
		w.Until("the first is, too", func() bool { return w.Balance(ledger.Wallet(m)) == 300*money.Baht })
		w.Agree()
	})
}

// smudged can't read the first payment of a code until it is readable.
type smudged struct {
	qr.Gateway
	readable *atomic.Bool
}

func (g smudged) Inquire(ctx context.Context, q qr.Ref) (qr.State, error) {
	state, err := g.Gateway.Inquire(ctx, q)
	if err == nil && !g.readable.Load() && len(state.Payments) > 0 {
		state.Payments, state.Unread = state.Payments[1:], errors.New("the first payment can't be read")
		return state.Answer()
	}
	return state, err
}

// Many members pay at once, each by its own code, over two nodes: the books agree with the bank to the satang.
func TestACrowdPays(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := deposittest.NewWorld(t, s, deposittest.Options{Nodes: 2})
		want := map[string]money.Amount{}
		for i := range 12 {
			m := w.Member()
			amount := money.Amount(1_000 + i)
			q, err := w.Nodes[i%2].Codes.Create(t.Context(), m, "KBANK", amount)
			if err != nil {
				t.Fatal(err)
			}
			w.Outside.AddFault(sandboxtest.Fault{Target: "qr", Mode: "duplicate_callback", DelayMS: 20})
			w.Outside.Pay(q.ID, deposittest.Somebody)
			want[m] = amount
		}
		w.Until("everybody has their money", func() bool {
			for m, amount := range want {
				if w.Balance(ledger.Wallet(m)) != amount {
					return false
				}
			}
			return true
		})
		w.Agree()
	})
}
