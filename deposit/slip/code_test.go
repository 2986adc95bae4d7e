package slip_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/deposit/qr"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// silent are gateways that take payments but don't report them yet, or don't answer at all.
type silent struct {
	qr.Gateway
	says *silence
}

// silence is the behaviour of all gateways of a test.
type silence struct {
	mu      sync.Mutex
	untold  bool
	broken  bool
	payer   deposit.Payer
	inquiry int
}

func (s *silence) set(change func(s *silence)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s)
}

func (g silent) Inquire(ctx context.Context, q qr.Ref) (qr.State, error) {
	state, err := g.Gateway.Inquire(ctx, q)
	g.says.mu.Lock()
	defer g.says.mu.Unlock()
	g.says.inquiry++
	if g.says.broken {
		return qr.State{}, errors.New("no answer")
	}
	if g.says.untold && state.Status == qr.Paid {
		state.Status, state.Payments = qr.Open, nil
	}
	for i := range state.Payments {
		if g.says.payer.Named() {
			state.Payments[i].Payer = g.says.payer
		}
	}
	return state, err
}

// codeWorld is a world with a node for slips whose gateways send no callbacks.
type codeWorld struct {
	*deposittest.World
	now   *clock.Fake
	says  *silence
	slips *deposittest.Node
}

func eachCodeWorld(t *testing.T, test func(t *testing.T, w *codeWorld)) {
	t.Helper()
	deposittest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		says := &silence{}
		quiet := func(g qr.Gateway) qr.Gateway { return silent{g, says} }
		w := deposittest.NewWorld(t, s, deposittest.Options{Clock: now, NoCallbacks: true, Gateway: quiet})
		n := slipNode(w, func(d *deposittest.Deps) {
			d.Gateways = w.Connect()
			for code, g := range d.Gateways {
				d.Gateways[code] = quiet(g)
			}
		})
		test(t, &codeWorld{w, now, says, n})
	})
}

// turn works on the slips that are due after a pause.
func (w *codeWorld) turn(pause time.Duration) {
	w.T.Helper()
	w.now.Advance(pause)
	slipTurn(w.World, w.slips)
}

// paid pays a code and sends its slip.
func (w *codeWorld) paid(member, panel string, amount money.Amount) (slip string) {
	w.T.Helper()
	ref := w.Outside.Pay(w.CreateAt(panel, member, amount).ID, deposittest.Somebody)
	return uploaded(w.World, w.slips, member, w.Outside.Slip("/sandbox/bank/slip/"+ref+".png"))
}

// The slip of a QR payment comes before the gateway's report. The gateway is asked at once, and the member sees the
// deposit. It is one credit, whatever is asked later.
func TestASlipThatComesBeforeTheGatewaysWord(t *testing.T) {
	t.Parallel()
	eachCodeWorld(t, func(t *testing.T, w *codeWorld) {
		for i, panel := range deposittest.Panels {
			m, amount := w.Member(), money.Amount(300+i)*money.Baht
			slip := w.paid(m, panel, amount)
			w.turn(time.Second)
			got := slipOf(w.World, w.slips, m, slip)
			stands(w.World, got, deposit.Failed, fault.SLIP_ALREADY_CREDITED)
			if got.Already == nil || got.Already.Amount != amount {
				t.Fatalf("%s: it is said to be %+v", panel, got.Already)
			}
			w.now.Advance(time.Minute)
			w.Until("polled", func() bool { return w.Balance(ledger.Wallet(m)) == amount })
		}
		w.Agree()
	})
}

// While the gateway does not report the payment or does not answer, the slip waits and says why. Each of its turns
// asks. When the credit comes, the slip ends as that deposit.
func TestASlipWaitsForTheGatewaysWord(t *testing.T) {
	t.Parallel()
	eachCodeWorld(t, func(t *testing.T, w *codeWorld) {
		for name, mood := range map[string]func(s *silence){
			"it tells of no payment yet": func(s *silence) { s.untold = true },
			"it does not answer":         func(s *silence) { s.broken = true },
		} {
			m := w.Member()
			w.says.set(mood)
			slip := w.paid(m, "PAYONEX", 250*money.Baht)
			for range 8 { // a biller was paid: it waits far beyond the code's end
				before := w.says.inquiry
				w.turn(10 * time.Minute)
				stands(w.World, slipOf(w.World, w.slips, m, slip), deposit.InProgress, fault.SLIP_QR_PENDING)
				if w.says.inquiry == before || w.Balance(ledger.Wallet(m)) != 0 {
					t.Fatalf("%s: not asked, or the wallet has %s", name, w.Balance(ledger.Wallet(m)))
				}
			}
			w.says.set(func(s *silence) { s.untold, s.broken = false, false })
			w.turn(10 * time.Minute)
			stands(w.World, slipOf(w.World, w.slips, m, slip), deposit.Failed, fault.SLIP_ALREADY_CREDITED)
			w.now.Advance(8 * 24 * time.Hour)
			w.Until("polled", func() bool { return true })
			if got := w.Balance(ledger.Wallet(m)); got != 250*money.Baht {
				t.Errorf("%s: the wallet has %s", name, got)
			}
		}
		w.Agree()
	})
}

// A transfer that only looks like a payment of an open code waits until the gateway had its time. No other one waits.
func TestASlipThatIsOfNoCode(t *testing.T) {
	t.Parallel()
	eachCodeWorld(t, func(t *testing.T, w *codeWorld) {
		m, other := w.Member(), w.Member()
		q := w.CreateAt("KBANK", m, 90*money.Baht)
		elsewhere := func(amount string) []byte {
			return paidFrom(w.World, sandboxtest.Transfer{ToBank: "KTB", ToAccount: "5556667778", Amount: json.Number(amount)})
		}
		at := func(member string, file []byte) (slip string) {
			slip = uploaded(w.World, w.slips, member, file)
			w.turn(time.Second)
			return slip
		}
		like := at(m, elsewhere("90"))
		stands(w.World, slipOf(w.World, w.slips, m, like), deposit.InProgress, fault.SLIP_QR_PENDING)
		stands(w.World, slipOf(w.World, w.slips, m, at(m, elsewhere("91"))), deposit.Failed, fault.DEST_ACC_INVALID)
		stands(w.World, slipOf(w.World, w.slips, other, at(other, elsewhere("90"))), deposit.Failed, fault.DEST_ACC_INVALID)
		early := w.now.Now().Add(-time.Hour)
		before := paidFrom(w.World, sandboxtest.Transfer{ToBank: "KTB", ToAccount: "5556667778", Amount: "90", At: &early})
		stands(w.World, slipOf(w.World, w.slips, m, at(m, before)), deposit.Failed, fault.DEST_ACC_INVALID)

		w.turn(q.ExpiresAt.Sub(w.now.Now()) + 14*time.Minute)
		stands(w.World, slipOf(w.World, w.slips, m, like), deposit.InProgress, fault.SLIP_QR_PENDING)
		w.says.set(func(s *silence) { s.broken = true })
		w.turn(7 * time.Minute)
		stands(w.World, slipOf(w.World, w.slips, m, like), deposit.InProgress, fault.SLIP_QR_PENDING) // nobody said no
		w.says.set(func(s *silence) { s.broken = false })
		w.turn(7 * time.Minute)
		stands(w.World, slipOf(w.World, w.slips, m, like), deposit.Failed, fault.DEST_ACC_INVALID)

		// A paid code has its slip. Only a payment to a biller may be a second one.
		first := w.paid(m, "KBANK", 95*money.Baht)
		w.turn(time.Second)
		stands(w.World, slipOf(w.World, w.slips, m, first), deposit.Failed, fault.SLIP_ALREADY_CREDITED)
		stands(w.World, slipOf(w.World, w.slips, m, at(m, elsewhere("95"))), deposit.Failed, fault.DEST_ACC_INVALID)
		if got := w.Balance(ledger.Wallet(m)); got != 95*money.Baht {
			t.Errorf("the wallet has %s", got)
		}
	})
}

// If the gateway holds the payment, the slip waits for the decision.
func TestTheSlipOfAPaymentThatTheGatewayHolds(t *testing.T) {
	t.Parallel()
	eachCodeWorld(t, func(t *testing.T, w *codeWorld) {
		for result, want := range map[string]fault.Code{"settle": fault.SLIP_ALREADY_CREDITED, "reject": fault.DEST_ACC_INVALID} {
			m := w.Member()
			ref := w.Outside.Hold(w.CreateAt("PAYONEX", m, 200*money.Baht).ID, deposittest.Somebody)
			slip := uploaded(w.World, w.slips, m, w.Outside.Slip("/sandbox/bank/slip/"+ref+".png"))
			for range 3 {
				w.turn(time.Hour)
				stands(w.World, slipOf(w.World, w.slips, m, slip), deposit.InProgress, fault.SLIP_QR_PENDING)
			}
			w.Outside.DecideQR(ref, result)
			w.turn(time.Hour)
			stands(w.World, slipOf(w.World, w.slips, m, slip), deposit.Failed, want)
		}
	})
}

// Held money of a code did reach us. The slip says why it is held and does not count as a failure. After the release
// it belongs to that deposit.
func TestTheSlipOfAQRPaymentThatIsHeld(t *testing.T) {
	t.Parallel()
	eachCodeWorld(t, func(t *testing.T, w *codeWorld) {
		m := w.Member()
		w.says.set(func(s *silence) {
			s.payer = deposit.Payer{BankCode: "KTB", AccountNo: "9998887776", Name: "SOMEBODY ELSE"}
		})
		slip := w.paid(m, "KBANK", 120*money.Baht)
		w.turn(time.Second)
		got := slipOf(w.World, w.slips, m, slip)
		stands(w.World, got, deposit.Failed, fault.NOT_MATCH)
		if got.Amount != 120*money.Baht || got.Already != nil {
			t.Errorf("it is %+v", got)
		}
		waiting, err := w.slips.Waiting(t.Context(), 10)
		if err != nil || len(waiting) != 1 {
			t.Fatal(waiting, err)
		}
		err = w.Store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := w.slips.ReleaseTx(t.Context(), tx, waiting[0].ID)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if got = slipOf(w.World, w.slips, m, slip); got.Note != fault.SLIP_ALREADY_CREDITED || got.Already == nil {
			t.Errorf("released: %+v", got)
		}
	})
}
