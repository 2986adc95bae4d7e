package gatewaytest

import (
	"context"
	"errors"
	"testing"
	"time"

	"krapao/deposit/qr"
	"krapao/internal/id"
	qrtext "krapao/internal/qr"
	"krapao/internal/testkit/bubble"
	"krapao/money"
)

// lost: a code is found by our reference among others, with its own identifier.
func lost(t *testing.T, b Bench) {
	var want qr.Code
	o := order()
	for i := range 12 {
		other := order()
		if i == 6 {
			want = b.create(t, o)
		} else {
			b.create(t, other)
		}
	}
	s := b.inquireBy(t, qr.Ref{Reference: o.Reference, AskedAt: time.Now().Add(-time.Minute)})
	if s.Status != qr.Open || s.Outside != want.Outside {
		t.Errorf("found as %+v, made as %+v", s, want)
	}
	if s := b.inquireBy(t, qr.Ref{Reference: id.Lower(15), AskedAt: time.Now().Add(-time.Minute)}); s.Status != qr.NotFound {
		t.Errorf("nobody's code is %+v", s)
	}
}

// createFaults: after each fault, the inquiry agrees with the gateway. Only "refuse" is a rejection.
func createFaults(t *testing.T, b Bench) {
	for mode, want := range map[string]qr.Status{
		"refuse": qr.NotFound, "down": qr.NotFound, "timeout": qr.NotFound,
		"lost_reply": qr.Open, "garbage": qr.Open, "late_apply": qr.Open, "slow": qr.Open,
	} {
		o := order()
		delay := b.Timeout / 4
		if mode == "late_apply" {
			delay = b.Timeout * 3 / 2
		}
		b.Fault("create", mode, delay)
		code, err := b.Gateway.Create(t.Context(), o)
		var refusal *qr.RefusedError
		switch {
		case mode == "slow":
			if err != nil || code.Payload == "" {
				t.Errorf("slow: %v", err)
			}
		case mode == "refuse":
			if !errors.As(err, &refusal) || refusal.Reason == "" {
				t.Errorf("refuse: %v", err)
			}
		case err == nil || errors.As(err, &refusal):
			t.Errorf("%s: %v", mode, err)
		}
		if mode == "late_apply" {
			if s := b.inquire(t, o.Reference); s.Status != qr.NotFound {
				t.Errorf("late_apply: at first %s", s.Status)
			}
			bubble.Pass(b.Timeout)
		}
		if s := b.inquire(t, o.Reference); s.Status != want {
			t.Errorf("%s: the code is %s, want %s", mode, s.Status, want)
		}
	}
}

func checkFaults(t *testing.T, b Bench) {
	o := order()
	q := refs(o, b.create(t, o))[0]
	b.Pay(o.Reference, baht100)
	for _, mode := range []string{"refuse", "down", "timeout", "garbage", "lost_reply", "late_apply"} {
		b.Fault("check", mode, 0)
		if s, err := b.Gateway.Inquire(t.Context(), q); err == nil {
			t.Errorf("%s: answered %+v", mode, s)
		}
	}
	b.Fault("check", "slow", b.Timeout/4)
	if s := b.inquireBy(t, q); len(s.Payments) != 1 {
		t.Errorf("slow: %+v", s)
	}
	b.Fault("check", "not_found", b.Timeout/2)
	if s, err := b.Gateway.Inquire(t.Context(), q); err != nil || s.Status != qr.NotFound || len(s.Payments) != 0 {
		t.Errorf("not_found: %+v, %v", s, err)
	}
	bubble.Pass(b.Timeout / 2)
	if s := b.inquireBy(t, q); len(s.Payments) != 1 {
		t.Errorf("after all faults: %+v", s)
	}
}

func twice(t *testing.T, b Bench) {
	o := order()
	b.create(t, o)
	o.Amount = 2 * baht100
	var refusal *qr.RefusedError
	if _, err := b.Gateway.Create(t.Context(), o); err == nil || errors.As(err, &refusal) {
		t.Errorf("a used reference: %v", err)
	}
	if s := b.inquire(t, o.Reference); s.Status != qr.Open {
		t.Errorf("the first code is %s", s.Status)
	}
}

func tooLate(t *testing.T, b Bench) {
	o := order()
	o.SendBy = time.Unix(1, 0)
	if _, err := b.Gateway.Create(t.Context(), o); err == nil {
		t.Error("sent after its time")
	}
	if s := b.inquire(t, o.Reference); s.Status != qr.NotFound {
		t.Errorf("the code is %s", s.Status)
	}
}

func login(t *testing.T, b Bench) {
	b.create(t, order())
	b.Forget()
	o := order()
	b.create(t, o)
	b.Forget()
	if s := b.inquire(t, o.Reference); s.Status != qr.Open {
		t.Errorf("the code is %s", s.Status)
	}
}

func unknown(t *testing.T, b Bench) {
	if s := b.inquire(t, id.Lower(15)); s.Status != qr.NotFound || len(s.Payments) != 0 {
		t.Errorf("nobody's code is %+v", s)
	}
	if err := b.Gateway.Cancel(t.Context(), qr.Ref{Reference: id.Lower(15)}); err != nil {
		t.Errorf("cancel of nobody's code: %v", err)
	}
}

func callbacks(t *testing.T, b Bench) {
	o := order()
	h, body := b.Callback(o.Reference)
	if reference, err := b.Gateway.ParseCallback(h, body); err != nil || reference != o.Reference {
		t.Errorf("a true callback: %q, %v", reference, err)
	}
	for name, l := range b.Forged(o.Reference) {
		if reference, err := b.Gateway.ParseCallback(l.Header, l.Body); !errors.Is(err, qr.ErrForged) || reference != "" {
			t.Errorf("%s: %q, %v", name, reference, err)
		}
	}
}

func deadline(t *testing.T, b Bench) {
	b.create(t, order()) // logged in
	b.Fault("create", "timeout", 0)
	ctx, cancel := context.WithTimeout(t.Context(), b.Timeout/5)
	defer cancel()
	began := time.Now()
	if _, err := b.Gateway.Create(ctx, order()); err == nil {
		t.Error("an answer from nowhere")
	}
	bubble.Ends(t, "with a deadline of the caller's", began, b.Timeout/5)
	b.Fault("create", "timeout", 0)
	began = time.Now()
	if _, err := b.Gateway.Create(t.Context(), order()); err == nil {
		t.Error("an answer from nowhere")
	}
	bubble.Ends(t, "with the adapter's own", began, b.Timeout)
}

func concurrent(t *testing.T, b Bench) {
	done := make(chan error)
	const callers = 32
	for i := range callers {
		go func() {
			o := order()
			o.Amount = baht100 + money.Amount(i)
			code, err := b.Gateway.Create(t.Context(), o)
			if err == nil {
				var p qrtext.Payload
				if p, err = qrtext.Parse(code.Payload); err == nil && p.Amount != o.Amount {
					err = errors.New("somebody else's code")
				}
			}
			done <- err
		}()
	}
	for range callers {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
