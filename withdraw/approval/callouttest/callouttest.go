// Package callouttest is the conformance suite of an adapter that asks a system of the house's own before a payout. It runs
// against the adapter and the other end of its protocol, over HTTP, with every fault that can happen between them.
package callouttest

import (
	"context"
	"errors"
	"testing"
	"time"

	"krapao/internal/id"
	"krapao/internal/testkit/bubble"
	"krapao/money"
	"krapao/withdraw/approval"
)

// Bench is one adapter with the means to control the system behind it.
type Bench struct {
	Callout approval.Callout
	// Timeout is the adapter's own, for one call.
	Timeout time.Duration
	// Says sets what the system says of withdrawals from now on.
	Says func(verdict string)
	// Fault arms one fault, a mode of SANDBOX.md.
	Fault func(mode string, delay time.Duration)
	// Asked returns how often the system was asked about a withdrawal.
	Asked func(reference string) int
}

// Run runs the suite, each test in a bubble of testing/synctest.
func Run(t *testing.T, open func(t *testing.T) Bench) {
	t.Helper()
	bubble.Each(t, open, map[string]func(t *testing.T, b Bench){
		"EachVerdict":                 verdicts,
		"WhatFailsIsNoAnswer":         faults,
		"TheSameQuestionAgain":        again,
		"TheCallersDeadlineIsKept":    deadline,
		"ASystemThatIsGoneIsNotAsked": gone,
	})
}

func question() approval.Question {
	return approval.Question{
		Reference: id.Lower(15), Member: id.Member(), Amount: 300 * money.Baht, Bank: "SCB", RequestedAt: time.Now(),
	}
}

func verdicts(t *testing.T, b Bench) {
	for _, want := range []approval.Verdict{approval.Allow, approval.Look, approval.Refuse} {
		b.Says(string(want))
		if got, err := b.Callout.Ask(t.Context(), question()); err != nil || got.Verdict != want {
			t.Errorf("%s: %+v, %v", want, got, err)
		}
	}
}

// faults: nothing but an answer about this withdrawal is one.
func faults(t *testing.T, b Bench) {
	for _, mode := range []string{"down", "timeout", "lost_reply", "garbage", "cut_answer"} {
		b.Fault(mode, b.Timeout/4)
		if got, err := b.Callout.Ask(t.Context(), question()); err == nil {
			t.Errorf("%s: %+v", mode, got)
		}
	}
	b.Fault("slow", b.Timeout/4)
	if got, err := b.Callout.Ask(t.Context(), question()); err != nil || got.Verdict != approval.Allow {
		t.Errorf("slow: %+v, %v", got, err)
	}
	b.Fault("refuse", 0)
	if got, err := b.Callout.Ask(t.Context(), question()); err != nil || got.Verdict != approval.Refuse || got.Says == "" {
		t.Errorf("refuse: %+v, %v", got, err)
	}
}

// again: a question whose answer was lost has the answer of the first time, whatever the system would say by then.
func again(t *testing.T, b Bench) {
	q := question()
	b.Fault("lost_reply", 0)
	if got, err := b.Callout.Ask(t.Context(), q); err == nil {
		t.Errorf("lost: %+v", got)
	}
	b.Says("refuse")
	if got, err := b.Callout.Ask(t.Context(), q); err != nil || got.Verdict != approval.Allow || b.Asked(q.Reference) != 2 {
		t.Errorf("again: %+v, %v, asked %d times", got, err, b.Asked(q.Reference))
	}
}

func deadline(t *testing.T, b Bench) {
	b.Fault("timeout", 0)
	ctx, cancel := context.WithTimeout(t.Context(), b.Timeout/10)
	defer cancel()
	began := time.Now()
	if _, err := b.Callout.Ask(ctx, question()); err == nil || !errors.Is(ctx.Err(), context.DeadlineExceeded) ||
		time.Since(began) > b.Timeout/10 {
		t.Errorf("after %s: %v", time.Since(began), err)
	}
}

// gone: the circuit breaker opens, so nobody waits for a system that is down.
func gone(t *testing.T, b Bench) {
	for range 12 {
		b.Fault("timeout", 0)
		_, _ = b.Callout.Ask(t.Context(), question())
	}
	q, began := question(), time.Now()
	if _, err := b.Callout.Ask(t.Context(), q); err == nil || time.Since(began) != 0 || b.Asked(q.Reference) != 0 {
		t.Errorf("after %s: %v", time.Since(began), err)
	}
}
