// Package noticetest is the conformance suite of the port notice.Target: the same tests for every way of telling, over the
// network against the sandbox, with its faults.
package noticetest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"krapao/internal/testkit/bubble"
	"krapao/notice"
	"krapao/sandbox/notices"
)

// Bench is one adapter with the means to control who is told.
type Bench struct {
	Target notice.Target
	// Stranger is one that has another secret.
	Stranger notice.Target
	// Fault arms one fault, a mode of SANDBOX.md.
	Fault func(mode string)
	// Received returns what came, newest first.
	Received func() []notices.Received
	// Knows says that the receiver knows a message again by its ID.
	Knows bool
	// Secrets are the texts that no error may have.
	Secrets []string
}

// Run runs the suite, each test in a bubble of testing/synctest. open makes a new bench for each test, inside its bubble.
func Run(t *testing.T, open func(t *testing.T) Bench) {
	t.Helper()
	bubble.Each(t, open, map[string]func(t *testing.T, b Bench){
		"WhatIsSentArrives":         arrives,
		"OnlyARefusalIsForGood":     faults,
		"SentAgainItIsTheSame":      again,
		"AWrongSecretIsTriedAgain":  wrongSecret,
		"TheCallersDeadlineIsKept":  deadline,
		"NoErrorHasASecret":         secrets,
		"EveryEventHasItsOwnWords":  words,
		"AMessageWithoutALinkIsOne": linkless,
	})
}

// late is a notice with all facts.
func late() notice.Message {
	n := notice.Notice{Event: notice.QueueLate, Key: "withdrawal"}
	return notice.Message{
		ID: n.ID(), Event: n.Event, At: time.Now(), Link: "https://ops.test/queue",
		Facts: notice.Facts{Kind: "withdrawal", Count: 3, Since: time.Now().Add(-time.Hour)},
	}
}

// came is how often messages came in all.
func came(b Bench) (times int64) {
	for _, one := range b.Received() {
		times += one.Times
	}
	return times
}

func arrives(t *testing.T, b Bench) {
	if err := b.Target.Send(t.Context(), late()); err != nil {
		t.Fatal(err)
	}
	got := b.Received()
	if len(got) != 1 || got[0].Times != 1 {
		t.Fatalf("came %+v", got)
	}
	for _, part := range []string{"withdrawal", "3", "https://ops.test/queue"} {
		if !strings.Contains(got[0].Text, part) {
			t.Errorf("%q is not in %q", part, got[0].Text)
		}
	}
}

func faults(t *testing.T, b Bench) {
	for mode, refused := range map[string]bool{
		"refuse": true, "down": false, "timeout": false, "lost_reply": false,
	} {
		b.Fault(mode)
		if err := b.Target.Send(t.Context(), late()); err == nil || errors.Is(err, notice.ErrRefused) != refused {
			t.Errorf("%s: %v", mode, err)
		}
	}
	b.Fault("slow")
	if err := b.Target.Send(t.Context(), late()); err != nil {
		t.Errorf("slow: %v", err)
	}
}

func again(t *testing.T, b Bench) {
	b.Fault("lost_reply")
	if err := b.Target.Send(t.Context(), late()); err == nil {
		t.Error("an answer that was lost is none")
	}
	if err := b.Target.Send(t.Context(), late()); err != nil {
		t.Errorf("the same again: %v", err)
	}
	if got := b.Received(); came(b) != 2 || b.Knows && (len(got) != 1 || got[0].Times != 2) {
		t.Errorf("came %+v", got)
	}
}

func wrongSecret(t *testing.T, b Bench) {
	if err := b.Stranger.Send(t.Context(), late()); err == nil {
		t.Error("it was taken with another secret")
	}
	if n := came(b); n != 0 {
		t.Errorf("%d came", n)
	}
}

func deadline(t *testing.T, b Bench) {
	b.Fault("timeout")
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	began := time.Now()
	if err := b.Target.Send(ctx, late()); err == nil || errors.Is(err, notice.ErrRefused) {
		t.Errorf("an answer that never came: %v", err)
	}
	bubble.Ends(t, "a call", began, 2*time.Second)
}

func secrets(t *testing.T, b Bench) {
	for _, mode := range []string{"refuse", "down", "timeout", ""} {
		to := b.Target
		if mode == "" {
			to = b.Stranger
		} else {
			b.Fault(mode)
		}
		err := to.Send(t.Context(), late())
		for _, secret := range b.Secrets {
			if err == nil || strings.Contains(err.Error(), secret) {
				t.Errorf("%s: %v has %q", mode, err, secret)
			}
		}
	}
}

func words(t *testing.T, b Bench) {
	all := append(notice.Events(), notice.Try)
	for _, event := range all {
		m := late()
		m.ID, m.Event = notice.Notice{Event: event}.ID(), event
		if err := b.Target.Send(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	texts := map[string]bool{}
	for _, one := range b.Received() {
		texts[one.Text] = true
		if strings.ContainsAny(strings.ReplaceAll(one.Text, `"`, ""), "<>") || strings.Contains(one.Text, "{kind}") {
			t.Errorf("a text is %q", one.Text)
		}
	}
	if len(texts) != len(all) {
		t.Errorf("%d events have %d texts", len(all), len(texts))
	}
}

func linkless(t *testing.T, b Bench) {
	m := late()
	m.Link = ""
	if err := b.Target.Send(t.Context(), m); err != nil || came(b) != 1 {
		t.Errorf("%d came, %v", came(b), err)
	}
}
