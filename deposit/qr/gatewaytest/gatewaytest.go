// Package gatewaytest is the conformance suite of QR gateways, whatever their protocol. It runs against an adapter
// and the other end of its protocol, over HTTP, with everything that can fail on the way.
package gatewaytest

import (
	"testing"
	"time"

	"krapao/deposit"
	"krapao/deposit/qr"
	"krapao/internal/id"
	qrtext "krapao/internal/qr"
	"krapao/internal/testkit/bubble"
	"krapao/money"
)

// Bench is one adapter and the means to control the outside.
type Bench struct {
	Gateway qr.Gateway
	// Timeout is the adapter's limit for one call.
	Timeout time.Duration
	// Pay pays a code, as any banking app does, and returns the bank's number of the payment.
	Pay func(reference string, amount money.Amount) string
	// Reverse takes a payment back by its number at the bank.
	Reverse func(number string)
	// Hold pays a code without a decision of the gateway until Decide is called. Both are nil if the protocol has no
	// such state.
	Hold   func(reference string, amount money.Amount) string
	Decide func(number string, accept bool)
	// NumbersItself: the gateway's number of a payment is not the bank's. NoCancel: the protocol can't cancel a code.
	NumbersItself, NoCancel bool
	// NamesPayer: the gateway reports who paid.
	NamesPayer bool
	// Fault sets one fault: op "create" or "check", a mode of SANDBOX.md.
	Fault func(op, mode string, delay time.Duration)
	// Forget makes the gateway forget all logins, as a restart does.
	Forget func()
	// Callback returns a genuine callback about a reference.
	Callback func(reference string) (qr.Header, []byte)
	// Forged are callbacks that must be rejected for their form or proof alone.
	Forged func(reference string) map[string]Letter
}

// Letter is a callback.
type Letter struct {
	Header qr.Header
	Body   []byte
}

const baht100 = 100 * money.Baht

// Run runs the suite. Each test runs in a bubble of testing/synctest, so that its waits are virtual, exact and free.
// open makes a new bench for each test inside its bubble. Nothing in it may wait for a socket or a process.
func Run(t *testing.T, open func(t *testing.T) Bench) {
	t.Helper()
	bubble.Each(t, open, map[string]func(t *testing.T, b Bench){
		"ACodeFromItsMakingToItsEnd":     life,
		"EveryPaymentIsListed":           payments,
		"ACancelledCodeCanStillBePaid":   cancelled,
		"APaymentThatIsTakenBack":        reversed,
		"APaymentThatIsNotDecidedYet":    held,
		"ThePayerIsNamedOrNot":           payer,
		"ACodeWhoseAnswerWasLost":        lost,
		"OnlyADocumentedNoIsARefusal":    createFaults,
		"AnInquiryThatFailsSaysNothing":  checkFaults,
		"AReferenceIsUsedOnce":           twice,
		"NothingIsSentTooLate":           tooLate,
		"ANewLoginWhereTheOldOneIsGone":  login,
		"UnknownReferences":              unknown,
		"CallbacksGiveAReferenceAtMost":  callbacks,
		"TheCallersDeadlineIsKept":       deadline,
		"ConcurrentCallsDoNotMixAnswers": concurrent,
	})
}

func order() qr.Order {
	return qr.Order{
		Reference: id.Lower(15), Amount: baht100,
		Payer: deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"},
	}
}

func (b Bench) create(t *testing.T, o qr.Order) qr.Code {
	t.Helper()
	code, err := b.Gateway.Create(t.Context(), o)
	if err != nil {
		t.Fatalf("create: %v", err)
	}
	return code
}

// inquire asks by our own reference only, as after a lost answer.
func (b Bench) inquire(t *testing.T, reference string) qr.State {
	t.Helper()
	return b.inquireBy(t, qr.Ref{Reference: reference})
}

func (b Bench) inquireBy(t *testing.T, q qr.Ref) qr.State {
	t.Helper()
	state, err := b.Gateway.Inquire(t.Context(), q)
	if err != nil {
		t.Fatalf("inquire: %v", err)
	}
	return state
}

// refs are the two ways in which the service asks about a code.
func refs(o qr.Order, code qr.Code) []qr.Ref {
	asked := time.Now().Add(-time.Minute)
	return []qr.Ref{
		{Reference: o.Reference, Outside: code.Outside, AskedAt: asked},
		{Reference: o.Reference, AskedAt: asked},
	}
}

func life(t *testing.T, b Bench) {
	o := order()
	code := b.create(t, o)
	payload, err := qrtext.Parse(code.Payload)
	if err != nil || payload.Amount != baht100 {
		t.Errorf("payload %q says %s, %v", code.Payload, payload.Amount, err)
	}
	if code.ExpiresAt.IsZero() {
		t.Error("no end")
	}
	for _, q := range refs(o, code) {
		if s := b.inquireBy(t, q); s.Status != qr.Open || len(s.Payments) != 0 || s.Undecided || s.Outside != code.Outside {
			t.Errorf("an open code is %+v", s)
		}
	}
	number := b.Pay(o.Reference, baht100)
	for _, q := range refs(o, code) {
		s := b.inquireBy(t, q)
		if s.Status != qr.Paid || len(s.Payments) != 1 || s.Undecided || len(s.Reversed) != 0 {
			t.Fatalf("a paid code is %+v", s)
		}
		p := s.Payments[0]
		if p.Source == "" || p.Source == number == b.NumbersItself || p.Amount != baht100 {
			t.Errorf("payment %+v, the bank says %q", p, number)
		}
		if off := time.Since(p.PaidAt); off < 0 || off > time.Second { // protocols tell whole seconds
			t.Errorf("paid at %s", p.PaidAt)
		}
	}
}

func payments(t *testing.T, b Bench) {
	o := order()
	code := b.create(t, o)
	b.Pay(o.Reference, baht100)
	bubble.Pass(time.Second) // of two in one moment neither is the first
	b.Pay(o.Reference, 12_34)
	for _, q := range refs(o, code) {
		s := b.inquireBy(t, q)
		if len(s.Payments) != 2 || s.Payments[0].Amount != baht100 || s.Payments[1].Amount != 12_34 ||
			s.Payments[0].Source == s.Payments[1].Source {
			t.Errorf("two payments are listed as %+v", s.Payments)
		}
	}
}

func cancelled(t *testing.T, b Bench) {
	o := order()
	code := b.create(t, o)
	q := refs(o, code)[0]
	for range 2 { // cancelling again is done, too
		if err := b.Gateway.Cancel(t.Context(), q); err != nil {
			t.Errorf("cancel: %v", err)
		}
	}
	want := qr.Cancelled
	if b.NoCancel {
		want = qr.Open
	}
	if s := b.inquireBy(t, q); s.Status != want || len(s.Payments) != 0 {
		t.Errorf("a cancelled code is %+v", s)
	}
	b.Pay(o.Reference, baht100)
	if s := b.inquireBy(t, q); len(s.Payments) != 1 {
		t.Errorf("money of a cancelled code is not listed: %+v", s)
	}
	if err := b.Gateway.Cancel(t.Context(), q); err != nil {
		t.Errorf("cancel of a paid code: %v", err)
	}
}

// reversed: a reversed payment has the number that it had as a payment, and is no payment any more.
func reversed(t *testing.T, b Bench) {
	o := order()
	code := b.create(t, o)
	first := b.Pay(o.Reference, baht100)
	bubble.Pass(time.Second)
	second := b.Pay(o.Reference, 50_00)
	before := b.inquire(t, o.Reference)
	if len(before.Payments) != 2 {
		t.Fatalf("two payments are listed as %+v", before.Payments)
	}
	b.Reverse(first)
	for _, q := range refs(o, code) {
		s := b.inquireBy(t, q)
		if len(s.Payments) != 1 || s.Payments[0].Source != before.Payments[1].Source ||
			len(s.Reversed) != 1 || s.Reversed[0].Source != before.Payments[0].Source || s.Reversed[0].At.IsZero() {
			t.Errorf("after one was taken back: %+v", s)
		}
	}
	b.Reverse(second)
	if s := b.inquire(t, o.Reference); len(s.Payments) != 0 || len(s.Reversed) != 2 || s.Status == qr.Open {
		t.Errorf("after both were taken back: %+v", s)
	}
}

// held: a payment is not money before the gateway's decision, nor after a rejection.
func held(t *testing.T, b Bench) {
	if b.Hold == nil {
		t.Skip("the protocol has no such state")
	}
	for _, accept := range []bool{true, false} {
		o := order()
		code := b.create(t, o)
		number := b.Hold(o.Reference, baht100)
		for _, q := range refs(o, code) {
			if s := b.inquireBy(t, q); !s.Undecided || len(s.Payments) != 0 || len(s.Reversed) != 0 || s.Status == qr.Open {
				t.Errorf("held: %+v", s)
			}
		}
		b.Decide(number, accept)
		s := b.inquire(t, o.Reference)
		if s.Undecided || (len(s.Payments) == 1) != accept || len(s.Reversed) != 0 {
			t.Errorf("accepted %v: %+v", accept, s)
		}
		if accept {
			continue
		}
		b.Reverse(number) // rejected, and sent back
		if s := b.inquire(t, o.Reference); s.Undecided || len(s.Payments) != 0 {
			t.Errorf("sent back: %+v", s)
		}
	}
}

// payer: the payer is reported as the bank knows it, or not at all, but never as in the code's order.
func payer(t *testing.T, b Bench) {
	o := order()
	o.Payer = deposit.Payer{BankCode: "KTB", AccountNo: "9990001112", Name: "SOMEBODY ELSE"}
	b.create(t, o)
	b.Pay(o.Reference, baht100) // by 1234567890 at SCB
	s := b.inquire(t, o.Reference)
	if len(s.Payments) != 1 {
		t.Fatalf("%+v", s)
	}
	got := s.Payments[0].Payer
	if got.Named() != b.NamesPayer || b.NamesPayer && (got.AccountNo != "1234567890" || got.BankCode != "SCB" || got.Name == "") {
		t.Errorf("the payer is %+v", got)
	}
}
