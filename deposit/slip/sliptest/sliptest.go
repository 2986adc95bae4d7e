// Package sliptest is the conformance suite of slip verifiers, whatever their protocol. It runs against an adapter
// and the other end of its protocol, over HTTP, with everything that can fail on the way.
package sliptest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/deposit/slip"
	"krapao/internal/qr"
	"krapao/internal/testkit/bubble"
	"krapao/money"
)

// Bench is one adapter and the means to control the outside.
type Bench struct {
	Verifier slip.Verifier
	// Timeout is the adapter's limit for one call.
	Timeout time.Duration
	// Transfer makes a transfer at the banks and returns the sending bank's reference. An empty To is one of our own
	// accounts.
	Transfer func(Transfer) (reference string)
	// Own is the account that Transfer sends to by default.
	Own deposit.Payer
	// Fault sets one fault of the verification: a mode of SANDBOX.md.
	Fault func(mode string, delay time.Duration)
	// Secrets must not be in any error text. The verifier's address is one of them.
	Secrets []string
}

// Transfer is a transfer that the suite wants made.
type Transfer struct {
	From, To deposit.Payer
	Amount   money.Amount
	At       time.Time
}

// Run runs the suite. Each test runs in a bubble of testing/synctest, so that its waits are virtual, exact and free.
// open makes a new bench for each test inside its bubble. Nothing in it may wait for a socket or a process.
func Run(t *testing.T, open func(t *testing.T) Bench) {
	t.Helper()
	bubble.Each(t, open, map[string]func(t *testing.T, b Bench){
		"ATransferIsToldWhole":            whole,
		"AmountsAreExact":                 amounts,
		"AskedAgainItIsStillTold":         again,
		"ATransferNobodyMade":             unknown,
		"AnotherBanksReference":           anotherBank,
		"ATextThatIsNoSlips":              notASlip,
		"ATransferToAStranger":            stranger,
		"TooOldToBeAskedAbout":            old,
		"WhatIsNotAnAnswerIsUnknown":      faults,
		"QuotaAndKeysAreForLater":         refused,
		"ASlowBankIsForLater":             pending,
		"NotFoundIsNotForEver":            notFound,
		"TheCallersDeadlineIsKept":        deadline,
		"ConcurrentCallsDoNotMixAnswers":  concurrent,
		"TheNameIsShortAndAlwaysTheSame":  name,
		"AnUnknownTransferIsNotKnownWell": unfilled,
	})
}

func payer() deposit.Payer {
	return deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"}
}

func (b Bench) make(t *testing.T, tr Transfer) slip.Query {
	t.Helper()
	if tr.From == (deposit.Payer{}) {
		tr.From = payer()
	}
	if tr.Amount == 0 {
		tr.Amount = 100 * money.Baht
	}
	return query(t, tr.From.BankCode, b.Transfer(tr))
}

func query(t *testing.T, bank, reference string) slip.Query {
	t.Helper()
	digits, known := deposit.DigitsOf(bank)
	if !known {
		t.Fatalf("no bank %q", bank)
	}
	return slip.Query{Payload: qr.SlipText(qr.SlipCode{Bank: digits, Reference: reference}), Bank: digits, Reference: reference}
}

func (b Bench) verify(t *testing.T, q slip.Query) slip.Answer {
	t.Helper()
	answer, err := b.Verifier.Verify(t.Context(), q)
	if err != nil {
		t.Fatalf("verify: %v", err)
	}
	return answer
}

// told fails the test unless the answer confirms the transfer, for the first time or again.
func told(t *testing.T, what string, a slip.Answer, q slip.Query, amount money.Amount) {
	t.Helper()
	if a.Finding != slip.Verified && a.Finding != slip.Duplicate {
		t.Errorf("%s: finding %q (%s)", what, a.Finding, a.Code)
		return
	}
	if !a.Transfer.Known() || a.Transfer.Bank != q.Bank || a.Transfer.Reference != q.Reference || a.Transfer.Amount != amount {
		t.Errorf("%s: told %+v of %+v", what, a.Transfer, q)
	}
}

func whole(t *testing.T, b Bench) {
	at := time.Now().Add(-10 * time.Minute).Truncate(time.Second)
	q := b.make(t, Transfer{At: at, Amount: 250_75})
	a := b.verify(t, q)
	told(t, "a transfer", a, q, 250_75)
	if a.Finding != slip.Verified {
		t.Errorf("asked for the first time it is %q", a.Finding)
	}
	if !a.Transfer.At.Equal(at) || a.Transfer.At.Location() != time.UTC {
		t.Errorf("at %s, want %s in UTC", a.Transfer.At, at.UTC())
	}
	side(t, "payer", a.Transfer.Payer, payer())
	side(t, "receiver", a.Transfer.To, b.Own)
	if !strings.HasPrefix(a.Transfer.Payer.Name, "SOMCHAI") {
		t.Errorf("the payer's name is %q", a.Transfer.Payer.Name)
	}
}

// side checks one side of a transfer: our letter code of the bank, and digits and 'x' that agree with the true
// number, aligned right, in at least four digits.
func side(t *testing.T, what string, got, want deposit.Payer) {
	t.Helper()
	if got.BankCode != want.BankCode {
		t.Errorf("%s: bank %q, want %q", what, got.BankCode, want.BankCode)
	}
	seen := 0
	for i, r := range got.AccountNo {
		at := len(want.AccountNo) - len(got.AccountNo) + i
		switch {
		case r == 'x':
		case r < '0' || r > '9' || at < 0 || want.AccountNo[at] != byte(r):
			t.Errorf("%s: account %q does not fit %q", what, got.AccountNo, want.AccountNo)
			return
		default:
			seen++
		}
	}
	if seen < 4 {
		t.Errorf("%s: account %q shows %d digits", what, got.AccountNo, seen)
	}
}

func amounts(t *testing.T, b Bench) {
	for _, amount := range []money.Amount{1, 10, 99, 100, 101, 29_90, 1_10, 123_456_78, 1_999_999_99, 9_007_199_25} {
		q := b.make(t, Transfer{Amount: amount})
		told(t, amount.String(), b.verify(t, q), q, amount)
	}
}

func again(t *testing.T, b Bench) {
	q := b.make(t, Transfer{})
	first := b.verify(t, q)
	for range 3 {
		a := b.verify(t, q)
		told(t, "again", a, q, first.Transfer.Amount)
		if a.Transfer != first.Transfer {
			t.Errorf("again it is %+v, first it was %+v", a.Transfer, first.Transfer)
		}
	}
}

func unknown(t *testing.T, b Bench) {
	a := b.verify(t, query(t, "KBANK", "015073144041ATF00999"))
	if a.Finding != slip.NotFound && a.Finding != slip.Expired {
		t.Errorf("nobody's transfer: %q", a.Finding)
	}
	if a.Code == "" {
		t.Error("no code for operators")
	}
}

func anotherBank(t *testing.T, b Bench) {
	q := b.make(t, Transfer{})
	a := b.verify(t, query(t, "KBANK", q.Reference))
	if a.Finding != slip.NotFound && a.Finding != slip.Expired {
		t.Errorf("SCB's reference at KBANK: %q %+v", a.Finding, a.Transfer)
	}
}

func notASlip(t *testing.T, b Bench) {
	for _, text := range []string{
		"hello",
		"00020101021129370016A000000677010111011300668012345675802TH530376463046197", // asks for money
		"004100060000010103014022000111222233344ABCD125102TH910417D0",                // a wrong checksum
	} {
		if a := b.verify(t, slip.Query{Payload: text, Bank: "014", Reference: "00111222233344ABCD12"}); a.Finding != slip.NotASlip {
			t.Errorf("%q: %q", text, a.Finding)
		}
	}
}

func stranger(t *testing.T, b Bench) {
	other := deposit.Payer{BankCode: "BBL", AccountNo: "5556667778", Name: "SOMEBODY ELSE"}
	q := b.make(t, Transfer{To: other})
	a := b.verify(t, q)
	if a.Finding != slip.Verified && a.Finding != slip.WrongReceiver {
		t.Fatalf("a transfer to a stranger: %q", a.Finding)
	}
	if a.Finding == slip.Verified || a.Transfer.Known() {
		side(t, "receiver", a.Transfer.To, other)
	}
}

func old(t *testing.T, b Bench) {
	q := b.make(t, Transfer{At: time.Now().AddDate(0, 0, -30)})
	switch a := b.verify(t, q); a.Finding {
	case slip.Expired, slip.NotFound:
	case slip.Verified:
		if time.Since(a.Transfer.At) < 29*24*time.Hour {
			t.Errorf("a month ago is told as %s", a.Transfer.At)
		}
	default:
		t.Errorf("a month ago: %q", a.Finding)
	}
}

func name(t *testing.T, b Bench) {
	if n := b.Verifier.Name(); n == "" || n != b.Verifier.Name() || strings.ToLower(n) != n || strings.ContainsAny(n, " :/") ||
		len(n) > 20 {
		t.Errorf("the name is %q", n)
	}
}

// unfilled: an answer without a confirmation fills in nothing that could be credited.
func unfilled(t *testing.T, b Bench) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a, err := b.Verifier.Verify(ctx, query(t, "KBANK", "015073144041ATF00999"))
	if err == nil || a.Transfer.Known() || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("an answer to nobody: %+v, %v", a, err)
	}
	if a := b.verify(t, query(t, "KBANK", "015073144041ATF00999")); a.Transfer.Known() {
		t.Errorf("nobody's transfer is told: %+v", a.Transfer)
	}
}
