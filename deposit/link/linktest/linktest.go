// Package linktest is the conformance suite of issuers of wallet links, whatever their protocol. It runs against an
// adapter and the other end of its protocol, over HTTP, with everything that can fail on the way.
package linktest

import (
	"context"
	"errors"
	"testing"
	"time"

	"krapao/connect/outbound"
	"krapao/deposit/link"
	"krapao/internal/testkit/bubble"
	"krapao/money"
)

// Kind describes a voucher that a test needs.
type Kind struct {
	Amount money.Amount
	// People is the number of people who share it (0 is 1).
	People             int
	Expired, Used, Own bool
}

// Bench is one adapter and the means to control the outside.
type Bench struct {
	Issuer link.Issuer
	// Timeout is the adapter's limit for one call.
	Timeout time.Duration
	// Make makes a voucher and returns its code.
	Make func(k Kind) string
	// Take takes a share for a stranger.
	Take func(code string)
	// Fault sets one fault: op "verify" or "move", a mode of SANDBOX.md.
	Fault func(op, mode string, delay time.Duration)
	// Redeemed is the total that the outside says our wallet got, over all vouchers.
	Redeemed func() money.Amount
}

const (
	baht10 = 10 * money.Baht
	later  = time.Hour
)

// Run runs the suite. Each test runs in a bubble of testing/synctest, so that its waits are virtual, exact and free.
// open makes a new bench for each test inside its bubble. Nothing in it may wait for a socket or a process.
func Run(t *testing.T, open func(t *testing.T) Bench) {
	t.Helper()
	bubble.Each(t, open, map[string]func(t *testing.T, b Bench){
		"AVoucherIsTakenOnce":               life,
		"OfASharedVoucherWeGetOurShare":     shared,
		"VouchersThatCantBeRedeemed":        hopeless,
		"WhatIsTakenByOthersIsNotOurs":      others,
		"OnlyADocumentedNoIsARefusal":       redeemFaults,
		"AVerificationThatFailsSaysNothing": verifyFaults,
		"NothingIsSentTooLate":              tooLate,
		"TheCallersDeadlineIsKept":          deadline,
		"ManyAtOnceTakeOneShare":            concurrent,
		"CodesThatAreNone":                  noCodes,
	})
}

func (b Bench) verify(t *testing.T, code string) link.Voucher {
	t.Helper()
	v, err := b.Issuer.Verify(t.Context(), code)
	if err != nil {
		t.Fatalf("verify: %v", err)
	}
	return v
}

func (b Bench) redeem(t *testing.T, code string) (link.Redemption, error) {
	t.Helper()
	return b.Issuer.Redeem(t.Context(), code, time.Now().Add(later))
}

func refusal(err error) link.VoucherRefusal {
	var no *link.VoucherError
	if errors.As(err, &no) {
		return no.Refusal
	}
	return ""
}

func life(t *testing.T, b Bench) {
	code := b.Make(Kind{Amount: baht10})
	v := b.verify(t, code)
	if v.State != link.VoucherOpen || v.Amount != baht10 || v.Share != baht10 || v.Ours != nil || !v.Told || v.ID == "" {
		t.Errorf("a new voucher is %+v", v)
	}
	got, err := b.redeem(t, code)
	if err != nil || got.Amount != baht10 || got.Voucher != v.ID || got.At.IsZero() {
		t.Errorf("redeemed %+v, %v", got, err)
	}
	if again, err := b.redeem(t, code); refusal(err) != link.VoucherTaken {
		t.Errorf("a second time: %+v, %v", again, err)
	}
	if v = b.verify(t, code); v.State != link.VoucherSpent || v.Ours == nil || *v.Ours != got {
		t.Errorf("afterwards it is %+v with %+v", v, v.Ours)
	}
	if b.Redeemed() != baht10 {
		t.Errorf("the outside says %s", b.Redeemed())
	}
}

func shared(t *testing.T, b Bench) {
	code := b.Make(Kind{Amount: baht10, People: 3})
	if v := b.verify(t, code); v.Amount != baht10 || v.Share > 3_33 || v.Ours != nil {
		t.Errorf("a shared voucher is %+v", v)
	}
	got, err := b.redeem(t, code)
	if err != nil || got.Amount != b.Redeemed() || got.Amount >= baht10 {
		t.Errorf("redeemed %+v, %v; the outside says %s", got, err, b.Redeemed())
	}
	if v := b.verify(t, code); v.State != link.VoucherOpen || v.Ours == nil || v.Ours.Amount != got.Amount {
		t.Errorf("others can still take theirs: %+v", v)
	}
	if _, err := b.redeem(t, code); refusal(err) != link.VoucherTaken || b.Redeemed() != got.Amount {
		t.Errorf("a second share: %v, the outside says %s", err, b.Redeemed())
	}
}

// hopeless: a verification says so by a refusal or by the voucher's state, a redemption by a refusal. Nothing moves.
func hopeless(t *testing.T, b Bench) {
	for name, tc := range map[string]struct {
		kind    Kind
		state   link.VoucherState
		refusal link.VoucherRefusal
	}{
		"used":    {Kind{Amount: baht10, Used: true}, link.VoucherSpent, link.VoucherNoShare},
		"shared":  {Kind{Amount: baht10, Used: true, People: 4}, link.VoucherSpent, link.VoucherNoShare},
		"expired": {Kind{Amount: baht10, Expired: true}, link.VoucherExpired, link.VoucherEnded},
		"own":     {Kind{Amount: baht10, Own: true}, "", link.VoucherOwn},
	} {
		code := b.Make(tc.kind)
		v, err := b.Issuer.Verify(t.Context(), code)
		if err == nil && v.State != tc.state || err != nil && refusal(err) != tc.refusal || v.Ours != nil {
			t.Errorf("%s: verify says %+v, %v", name, v, err)
		}
		if _, err := b.redeem(t, code); refusal(err) != tc.refusal {
			t.Errorf("%s: redeem says %v", name, err)
		}
	}
	if b.Redeemed() != 0 {
		t.Errorf("we got %s", b.Redeemed())
	}
}

func others(t *testing.T, b Bench) {
	code := b.Make(Kind{Amount: baht10, People: 2})
	b.Take(code)
	if v := b.verify(t, code); v.Ours != nil || v.State != link.VoucherOpen || !v.Told {
		t.Errorf("with a stranger's share it is %+v", v)
	}
	got, err := b.redeem(t, code)
	if err != nil || got.Amount != b.Redeemed() || got.Amount == 0 {
		t.Errorf("our share is %+v, %v; the outside says %s", got, err, b.Redeemed())
	}
	code = b.Make(Kind{Amount: baht10})
	b.Take(code)
	if v, err := b.Issuer.Verify(t.Context(), code); refusal(err) != link.VoucherNoShare &&
		(v.State != link.VoucherSpent || v.Ours != nil) {
		t.Errorf("a stranger took all: %+v, %v", v, err)
	}
}

// redeemFaults: after each fault, the verification says whether we have a share. Only "refuse" is a rejection.
func redeemFaults(t *testing.T, b Bench) {
	for mode, taken := range map[string]bool{
		"refuse": false, "down": false, "timeout": false, "lost_reply": true, "garbage": true, "late_apply": true, "slow": true,
	} {
		code := b.Make(Kind{Amount: baht10})
		delay := b.Timeout / 4
		if mode == "late_apply" {
			delay = b.Timeout * 3 / 2
		}
		b.Fault("move", mode, delay)
		got, err := b.redeem(t, code)
		switch {
		case mode == "slow":
			if err != nil || got.Amount != baht10 {
				t.Errorf("slow: %+v, %v", got, err)
			}
		case mode == "refuse":
			if refusal(err) == "" {
				t.Errorf("refuse: %v", err)
			}
		case err == nil || refusal(err) != "":
			t.Errorf("%s: %v", mode, err)
		}
		if mode == "late_apply" {
			if v := b.verify(t, code); v.Ours != nil {
				t.Errorf("late_apply: at first %+v", v)
			}
			bubble.Pass(b.Timeout)
		}
		if v := b.verify(t, code); taken != (v.Ours != nil) || taken && v.Ours.Amount != baht10 {
			t.Errorf("%s: afterwards our share is %+v", mode, v.Ours)
		}
		if !taken {
			continue
		}
		if _, err := b.redeem(t, code); refusal(err) != link.VoucherTaken {
			t.Errorf("%s: a repetition says %v", mode, err)
		}
	}
}

func verifyFaults(t *testing.T, b Bench) {
	code := b.Make(Kind{Amount: baht10})
	for _, mode := range []string{"down", "timeout", "garbage", "lost_reply", "late_apply"} {
		b.Fault("verify", mode, 0)
		if v, err := b.Issuer.Verify(t.Context(), code); err == nil || refusal(err) != "" {
			t.Errorf("%s: answered %+v, %v", mode, v, err)
		}
	}
	b.Fault("verify", "slow", b.Timeout/4)
	if v := b.verify(t, code); v.State != link.VoucherOpen {
		t.Errorf("slow: %+v", v)
	}
	for _, mode := range []string{"refuse", "not_found"} {
		b.Fault("verify", mode, b.Timeout/4)
		if _, err := b.Issuer.Verify(t.Context(), code); refusal(err) == "" {
			t.Errorf("%s: %v", mode, err)
		}
	}
	bubble.Pass(b.Timeout / 4)
	if v := b.verify(t, code); v.State != link.VoucherOpen || v.Ours != nil || b.Redeemed() != 0 {
		t.Errorf("after all faults: %+v", v)
	}
}

func tooLate(t *testing.T, b Bench) {
	code := b.Make(Kind{Amount: baht10})
	if _, err := b.Issuer.Redeem(t.Context(), code, time.Unix(1, 0)); !errors.Is(err, outbound.ErrNotSent) {
		t.Errorf("after its time: %v", err)
	}
	if v := b.verify(t, code); v.Ours != nil {
		t.Errorf("it was sent: %+v", v.Ours)
	}
}

func deadline(t *testing.T, b Bench) {
	code := b.Make(Kind{Amount: baht10})
	b.Fault("move", "timeout", 0)
	ctx, cancel := context.WithTimeout(t.Context(), b.Timeout/5)
	defer cancel()
	began := time.Now()
	if _, err := b.Issuer.Redeem(ctx, code, began.Add(later)); err == nil {
		t.Error("an answer from nowhere")
	}
	bubble.Ends(t, "with a deadline of the caller's", began, b.Timeout/5)
	b.Fault("move", "timeout", 0)
	began = time.Now()
	if _, err := b.Issuer.Redeem(t.Context(), code, began.Add(later)); err == nil {
		t.Error("an answer from nowhere")
	}
	bubble.Ends(t, "with the adapter's own", began, b.Timeout)
}

func concurrent(t *testing.T, b Bench) {
	code := b.Make(Kind{Amount: baht10, People: 50})
	const callers = 24
	done := make(chan error)
	for range callers {
		go func() {
			_, err := b.Issuer.Redeem(t.Context(), code, time.Now().Add(later))
			done <- err
		}()
	}
	taken := 0
	for range callers {
		switch err := <-done; {
		case err == nil:
			taken++
		case refusal(err) != link.VoucherTaken:
			t.Error(err)
		}
	}
	if taken != 1 || b.Redeemed() != baht10/50 {
		t.Errorf("%d of %d took a share; the outside says %s", taken, callers, b.Redeemed())
	}
}

// noCodes: whatever a code contains, it is one path segment at the issuer and no other address.
func noCodes(t *testing.T, b Bench) {
	code := b.Make(Kind{Amount: baht10})
	for _, wrong := range []string{
		"nobodysvoucher000000", "../" + code, code + "/verify?mobile=0812345678&x=", code + "#", " " + code, "%2e%2e", "ก",
	} {
		if v, err := b.Issuer.Verify(t.Context(), wrong); err == nil {
			t.Errorf("verify %q: %+v", wrong, v)
		}
		if _, err := b.redeem(t, wrong); err == nil {
			t.Errorf("redeem %q was taken", wrong)
		}
	}
	if b.Redeemed() != 0 {
		t.Errorf("we got %s", b.Redeemed())
	}
}
