package deposit_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// silent are gateways that take payments and don't tell of them yet, or don't answer at all.
type silent struct {
	deposit.QRGateway
	says *silence
}

// silence is the mood of all gateways of a test.
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

func (g silent) Inquire(ctx context.Context, q deposit.QRRef) (deposit.QRState, error) {
	state, err := g.QRGateway.Inquire(ctx, q)
	g.says.mu.Lock()
	defer g.says.mu.Unlock()
	g.says.inquiry++
	if g.says.broken {
		return deposit.QRState{}, errors.New("no answer")
	}
	if g.says.untold && state.Status == deposit.QRPaid {
		state.Status, state.Payments = deposit.QROpen, nil
	}
	for i := range state.Payments {
		if g.says.payer.Named() {
			state.Payments[i].Payer = g.says.payer
		}
	}
	return state, err
}

// codeWorld is a world whose slips are worked on by a node with gateways, and whose gateways call nobody.
type codeWorld struct {
	*world
	now   *clock.Fake
	says  *silence
	slips *deposit.Service
}

func eachCodeWorld(t *testing.T, test func(t *testing.T, w *codeWorld)) {
	t.Helper()
	eachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		says := &silence{}
		quiet := func(g deposit.QRGateway) deposit.QRGateway { return silent{g, says} }
		w := newWorld(t, s, options{clock: now, noCallbacks: true, gateway: quiet})
		n := w.slipNode(func(d *deposit.Deps) {
			d.Gateways = w.connect()
			for code, g := range d.Gateways {
				d.Gateways[code] = quiet(g)
			}
		})
		test(t, &codeWorld{w, now, says, n})
	})
}

// turn is one look at the slips that are due after a pause.
func (w *codeWorld) turn(pause time.Duration) {
	w.t.Helper()
	w.now.Advance(pause)
	w.slipTurn(w.slips)
}

// paid pays a code and sends its slip.
func (w *codeWorld) paid(member, panel string, amount money.Amount) (slip string) {
	w.t.Helper()
	ref := w.outside.Pay(w.createAt(panel, member, amount).ID, somebody)
	return w.uploaded(w.slips, member, w.outside.Slip("/sandbox/bank/slip/"+ref+".png"))
}

// The slip of a QR payment comes before the gateway's word: the gateway is asked at once, and the member is told of the
// deposit. It is one credit, whatever is asked afterwards.
func TestASlipThatComesBeforeTheGatewaysWord(t *testing.T) {
	t.Parallel()
	eachCodeWorld(t, func(t *testing.T, w *codeWorld) {
		for i, panel := range panels {
			m, amount := w.member(), money.Amount(300+i)*money.Baht
			slip := w.paid(m, panel, amount)
			w.turn(time.Second)
			got := w.slip(w.slips, m, slip)
			w.want(got, deposit.Failed, fault.SLIP_ALREADY_CREDITED)
			if got.Already == nil || got.Already.Amount != amount {
				t.Fatalf("%s: it is said to be %+v", panel, got.Already)
			}
			w.now.Advance(time.Minute)
			w.until("polled", func() bool { return w.balance(ledger.Wallet(m)) == amount })
		}
		w.agree()
	})
}

// While the gateway does not tell of the payment, or does not answer, the slip waits and says why; each of its turns asks. When
// the credit comes, all is one.
func TestASlipWaitsForTheGatewaysWord(t *testing.T) {
	t.Parallel()
	eachCodeWorld(t, func(t *testing.T, w *codeWorld) {
		for name, mood := range map[string]func(s *silence){
			"it tells of no payment yet": func(s *silence) { s.untold = true },
			"it does not answer":         func(s *silence) { s.broken = true },
		} {
			m := w.member()
			w.says.set(mood)
			slip := w.paid(m, "PAYONEX", 250*money.Baht)
			for range 8 { // a biller was paid: it waits far beyond the code's end
				before := w.says.inquiry
				w.turn(10 * time.Minute)
				w.want(w.slip(w.slips, m, slip), deposit.InProgress, fault.SLIP_QR_PENDING)
				if w.says.inquiry == before || w.balance(ledger.Wallet(m)) != 0 {
					t.Fatalf("%s: not asked, or the wallet has %s", name, w.balance(ledger.Wallet(m)))
				}
			}
			w.says.set(func(s *silence) { s.untold, s.broken = false, false })
			w.turn(10 * time.Minute)
			w.want(w.slip(w.slips, m, slip), deposit.Failed, fault.SLIP_ALREADY_CREDITED)
			w.now.Advance(8 * 24 * time.Hour)
			w.until("polled", func() bool { return true })
			if got := w.balance(ledger.Wallet(m)); got != 250*money.Baht {
				t.Errorf("%s: the wallet has %s", name, got)
			}
		}
		w.agree()
	})
}

// What only looks like a payment of an open code is waited for until the gateway had its time, and nothing else is.
func TestASlipThatIsOfNoCode(t *testing.T) {
	t.Parallel()
	eachCodeWorld(t, func(t *testing.T, w *codeWorld) {
		m, other := w.member(), w.member()
		q := w.createAt("KBANK", m, 90*money.Baht)
		elsewhere := func(amount string) []byte {
			return w.paidFrom(sandboxtest.Transfer{ToBank: "KTB", ToAccount: "5556667778", Amount: json.Number(amount)})
		}
		at := func(member string, file []byte) (slip string) {
			slip = w.uploaded(w.slips, member, file)
			w.turn(time.Second)
			return slip
		}
		like := at(m, elsewhere("90"))
		w.want(w.slip(w.slips, m, like), deposit.InProgress, fault.SLIP_QR_PENDING)
		w.want(w.slip(w.slips, m, at(m, elsewhere("91"))), deposit.Failed, fault.DEST_ACC_INVALID)
		w.want(w.slip(w.slips, other, at(other, elsewhere("90"))), deposit.Failed, fault.DEST_ACC_INVALID)
		early := w.now.Now().Add(-time.Hour)
		before := w.paidFrom(sandboxtest.Transfer{ToBank: "KTB", ToAccount: "5556667778", Amount: "90", At: &early})
		w.want(w.slip(w.slips, m, at(m, before)), deposit.Failed, fault.DEST_ACC_INVALID)

		w.turn(q.ExpiresAt.Sub(w.now.Now()) + 14*time.Minute)
		w.want(w.slip(w.slips, m, like), deposit.InProgress, fault.SLIP_QR_PENDING)
		w.says.set(func(s *silence) { s.broken = true })
		w.turn(7 * time.Minute)
		w.want(w.slip(w.slips, m, like), deposit.InProgress, fault.SLIP_QR_PENDING) // nobody said no
		w.says.set(func(s *silence) { s.broken = false })
		w.turn(7 * time.Minute)
		w.want(w.slip(w.slips, m, like), deposit.Failed, fault.DEST_ACC_INVALID)

		// A code that is paid has its slip: only a payment to a biller may be its second one.
		first := w.paid(m, "KBANK", 95*money.Baht)
		w.turn(time.Second)
		w.want(w.slip(w.slips, m, first), deposit.Failed, fault.SLIP_ALREADY_CREDITED)
		w.want(w.slip(w.slips, m, at(m, elsewhere("95"))), deposit.Failed, fault.DEST_ACC_INVALID)
		if got := w.balance(ledger.Wallet(m)); got != 95*money.Baht {
			t.Errorf("the wallet has %s", got)
		}
	})
}

// A payment that its gateway holds is waited for until the gateway has decided.
func TestTheSlipOfAPaymentThatTheGatewayHolds(t *testing.T) {
	t.Parallel()
	eachCodeWorld(t, func(t *testing.T, w *codeWorld) {
		for result, want := range map[string]fault.Code{"settle": fault.SLIP_ALREADY_CREDITED, "reject": fault.DEST_ACC_INVALID} {
			m := w.member()
			ref := w.outside.Hold(w.createAt("PAYONEX", m, 200*money.Baht).ID, somebody)
			slip := w.uploaded(w.slips, m, w.outside.Slip("/sandbox/bank/slip/"+ref+".png"))
			for range 3 {
				w.turn(time.Hour)
				w.want(w.slip(w.slips, m, slip), deposit.InProgress, fault.SLIP_QR_PENDING)
			}
			w.outside.DecideQR(ref, result)
			w.turn(time.Hour)
			w.want(w.slip(w.slips, m, slip), deposit.Failed, want)
		}
	})
}

// Money that came in by the code and is held did reach us: the slip says why it is held, and counts nothing. Once it is
// released, the slip is of that deposit.
func TestTheSlipOfAQRPaymentThatIsHeld(t *testing.T) {
	t.Parallel()
	eachCodeWorld(t, func(t *testing.T, w *codeWorld) {
		m := w.member()
		w.says.set(func(s *silence) {
			s.payer = deposit.Payer{BankCode: "KTB", AccountNo: "9998887776", Name: "SOMEBODY ELSE"}
		})
		slip := w.paid(m, "KBANK", 120*money.Baht)
		w.turn(time.Second)
		got := w.slip(w.slips, m, slip)
		w.want(got, deposit.Failed, fault.NOT_MATCH)
		if got.Amount != 120*money.Baht || got.Already != nil {
			t.Errorf("it is %+v", got)
		}
		waiting, err := w.slips.Waiting(t.Context(), 10)
		if err != nil || len(waiting) != 1 {
			t.Fatal(waiting, err)
		}
		err = w.store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := w.slips.ReleaseTx(t.Context(), tx, waiting[0].ID)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if got = w.slip(w.slips, m, slip); got.Note != fault.SLIP_ALREADY_CREDITED || got.Already == nil {
			t.Errorf("released: %+v", got)
		}
	})
}
