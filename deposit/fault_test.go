package deposit_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// Whatever goes wrong while a code is made: the member is told the truth at once, the row settles by itself, and the next
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
				w := newWorld(t, s, options{})
				m := w.member()
				delay := 100
				if mode == "late_apply" {
					delay = int(callTime/time.Millisecond) * 3 / 2
				}
				w.outside.AddFault(sandboxtest.Fault{Target: "qr:KBANK", Mode: mode, DelayMS: delay})
				q, err := w.nodes[0].CreateQR(t.Context(), m, "KBANK", 100)
				if told != "" && !fault.Is(err, told) || told == "" && err != nil {
					t.Fatalf("told %v, want %q", err, told)
				}
				if q.Shown != (mode == "slow") {
					t.Errorf("shown: %v", q.Shown)
				}
				next := w.create(m, 100) // the same again, at once: what was shown stays, what was lost is made anew
				if (next.ID == q.ID) != q.Shown {
					t.Errorf("after %q the next code is %q", q.ID, next.ID)
				}
				pass(callTime) // what is late is there
				w.until("the bank has no other open code", func() bool { return w.openAtTheBank(m) == 1 })
				w.outside.Pay(next.ID, somebody)
				w.until("the next code's money", func() bool { return w.balance(ledger.Wallet(m)) == 100 })
				w.agree()
			})
		})
	}
}

// openAtTheBank counts the member's codes that the bank would still show as payable.
func (w *world) openAtTheBank(member string) (n int) {
	w.t.Helper()
	rows, err := w.store.DB().QueryContext(w.t.Context(), `SELECT reference FROM qr_order WHERE member = $1`, member)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var reference string
		if err := rows.Scan(&reference); err != nil {
			w.t.Fatal(err)
		}
		state, err := w.gateways["KBANK"].Inquire(w.t.Context(), deposit.QRRef{Reference: reference})
		if err != nil {
			w.t.Fatal(err)
		}
		if state.Status == deposit.QROpen {
			n++
		}
	}
	if rows.Err() != nil {
		w.t.Fatal(rows.Err())
	}
	return n
}

// openCodes counts the member's codes that are not at an end.
func (w *world) openCodes(member string) (n int) {
	w.t.Helper()
	err := w.store.DB().QueryRowContext(w.t.Context(),
		`SELECT count(*) FROM qr_order WHERE member = $1 AND state IN ('creating', 'open')`, member).Scan(&n)
	if err != nil {
		w.t.Fatal(err)
	}
	return n
}

// Whatever goes wrong with a callback or with asking: what arrived is booked once, and nothing else.
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
			w := newWorld(t, s, options{nodes: 2})
			m := w.member()
			q := w.create(m, 123_45)
			w.outside.AddFault(f)
			w.outside.Pay(q.ID, somebody)
			w.until("the money is there", func() bool { return w.balance(ledger.Wallet(m)) == 123_45 })
			pass(time.Second) // late and doubled callbacks come in
			if got := w.balance(ledger.Wallet(m)); got != 123_45 {
				t.Errorf("the wallet has %s", got)
			}
			w.agree()
		})
	})
}

// The bank's callback can be quicker than its own answer: the code is paid before the member has seen it.
func TestACallbackBeforeTheAnswer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		m := w.member()
		w.outside.AddFault(sandboxtest.Fault{Target: "qr:KBANK", Mode: "early_callback"})
		q, err := w.nodes[0].CreateQR(t.Context(), m, "KBANK", 100)
		if err != nil || q.Shown {
			t.Errorf("a code that is paid already: %+v, %v", q, err)
		}
		w.until("the money is there", func() bool { return w.balance(ledger.Wallet(m)) == 100 })
		w.agree()
	})
}

// A member's connection that breaks while the gateway works leaves no code behind that nobody can see.
func TestTheMemberGoesAwayWhileACodeIsMade(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		m := w.member()
		w.outside.AddFault(sandboxtest.Fault{Target: "qr:KBANK", Mode: "slow", DelayMS: 300})
		ctx, leave := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, _ = w.nodes[0].CreateQR(ctx, m, "KBANK", 100)
		}()
		synctest.Wait() // the gateway is being asked
		if w.openCodes(m) != 1 {
			t.Error("the intent is not committed")
		}
		leave()
		<-done
		q, err := w.nodes[0].QR(t.Context(), m, "KBANK")
		if err != nil || !q.Shown {
			t.Errorf("back again, the member sees %+v, %v", q, err)
		}
	})
}

// A server that dies between the gateway's answer and the commit: whoever starts next finds the money.
func TestAServerThatDiesAfterTheGatewaysAnswer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{gateway: func(g deposit.QRGateway) deposit.QRGateway { return dying{g} }})
		m := w.member()
		func() {
			defer func() { _ = recover() }()
			_, _ = w.nodes[0].CreateQR(t.Context(), m, "KBANK", 100)
		}()
		w.nodes = []*deposit.Service{w.node(options{})}
		var reference string
		if err := s.DB().QueryRowContext(t.Context(), `SELECT reference FROM qr_order WHERE member = $1`, m).Scan(&reference); err != nil {
			t.Fatal(err)
		}
		w.outside.Pay(reference, somebody)
		w.until("the money is there", func() bool { return w.balance(ledger.Wallet(m)) == 100 })
		w.agree()
	})
}

// dying takes the server down right after the gateway answered.
type dying struct{ deposit.QRGateway }

func (d dying) Create(ctx context.Context, o deposit.QROrder) (deposit.QRCode, error) {
	_, _ = d.QRGateway.Create(ctx, o)
	panic("power cut")
}

// A crowd pays at once, each by its own code, over two nodes: the books agree with the bank to the satang.
func TestACrowdPays(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{nodes: 2})
		want := map[string]money.Amount{}
		for i := range 12 {
			m := w.member()
			amount := money.Amount(1_000 + i)
			q, err := w.nodes[i%2].CreateQR(t.Context(), m, "KBANK", amount)
			if err != nil {
				t.Fatal(err)
			}
			w.outside.AddFault(sandboxtest.Fault{Target: "qr", Mode: "duplicate_callback", DelayMS: 20})
			w.outside.Pay(q.ID, somebody)
			want[m] = amount
		}
		w.until("everybody has their money", func() bool {
			for m, amount := range want {
				if w.balance(ledger.Wallet(m)) != amount {
					return false
				}
			}
			return true
		})
		w.agree()
	})
}
