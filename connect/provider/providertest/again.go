package providertest

import (
	"time"

	"krapao/game"
	"krapao/money"
)

// lateness is how late a late_apply, and the end of a pending transfer, comes in these tests. patience is how long an
// unknown may take to settle. Both are virtual time, as all waiting of this suite.
const (
	lateness = 3 * time.Second
	patience = time.Hour
)

// unknownsSettle: after every fault of a move, inquiring and, where the protocol accepts it, sending the same reference
// again come to an end. The end is what the provider did, and a reference is applied once at most.
func unknownsSettle(b *bundle) {
	caps := b.Capabilities()
	if !caps.CheckByReference && !caps.Replay {
		return // the balance decides, which is the wallet's task
	}
	b.fund(1000 * money.Credit)
	modes := append([]string{"", "refuse", "slow", "late_apply"}, silent...)
	if b.subject.Pending {
		modes = append(modes, "pending")
	}
	for _, credits := range []money.Credits{10 * money.Credit, -10 * money.Credit} {
		for _, mode := range modes {
			before := b.holds()
			if mode != "" {
				b.fault("move", mode, lateness)
			}
			m := b.order(credits)
			end := b.settle(m)
			change := b.holds() - before
			switch {
			case end.Kind == game.Done && (change != credits || end.Moved != credits):
				b.t.Errorf("%s of %s ended as done, and %s moved: %+v", mode, credits, change, end)
			case end.Kind == game.Rejected && change != 0:
				b.t.Errorf("%s of %s ended as rejected, and %s moved: %+v", mode, credits, change, end)
			case end.Kind != game.Done && end.Kind != game.Rejected:
				b.t.Errorf("%s of %s has no end: %+v", mode, credits, end)
			}
			b.once(m, end.Kind == game.Done)
			b.outside.ClearFaults()
		}
	}
}

// settle does with a move what the wallet does, faster. A reference that the provider does not have is sent again where
// the protocol accepts that. Otherwise "not found" is believed once nothing can be under way any more.
func (b *bundle) settle(m game.Move) game.Outcome {
	caps := b.Capabilities()
	sent := time.Now()
	o := b.Move(b.t.Context(), m)
	for until := sent.Add(patience); time.Now().Before(until); pass(time.Second) {
		if o.Kind == game.Done || o.Kind == game.Rejected {
			return o
		}
		if caps.CheckByReference {
			o = b.Check(b.t.Context(), m)
		}
		switch {
		case o.Kind == game.Done || o.Kind == game.Rejected || o.Kind == game.Pending:
		case caps.Replay && (o.Kind == game.NotFound || !caps.CheckByReference):
			m.Again, m.SendBy = true, time.Now().Add(callTime)
			o = b.Move(b.t.Context(), m)
		case o.Kind == game.NotFound && time.Since(sent) > callTime+2*lateness:
			o.Kind = game.Rejected
			return o
		}
	}
	return o
}

// once demands that the provider's journal has a reference as often as it was applied: once, or never.
func (b *bundle) once(m game.Move, applied bool) {
	b.t.Helper()
	times := 0
	for _, one := range b.outside.Moves(b.subject.Code) {
		if one.Ref == m.Reference {
			times++
		}
	}
	if times > 1 || (times == 1) != applied {
		b.t.Errorf("%s was applied %d times, and it should be applied: %v", m.Reference, times, applied)
	}
}

// again: a refusal of a repetition proves nothing, since the first sending may have been applied: a withdrawal that
// emptied the account makes its own repetition "not enough". Only the provider's own "no such reference", given in the
// same call, is a proof.
func again(b *bundle) {
	ctx, caps := b.t.Context(), b.Capabilities()
	if !caps.CheckByReference && !caps.Replay {
		return
	}
	b.fund(10 * money.Credit)
	out := b.order(-10 * money.Credit)
	b.fault("move", "lost_reply", 0)
	if o := b.Move(ctx, out); o.Kind != game.Unknown || b.holds() != 0 {
		b.t.Fatalf("an answer that was lost: %+v, and the account has %s", o, b.holds())
	}
	out.Again = true
	for _, mode := range []string{"", "refuse", "down", "timeout", "garbage"} {
		if mode != "" {
			b.fault("move", mode, 0)
		}
		if o := b.Move(ctx, out); o.Kind == game.Rejected || o.Kind == game.Done && o.Moved != out.Credits || b.holds() != 0 {
			b.t.Errorf("sent again, %q, and it was applied before: %+v, and the account has %s", mode, o, b.holds())
		}
	}
	b.once(out, true)
	b.neverApplied(game.Move{Reference: b.order(0).Reference, Player: b.player(), Credits: 5 * money.Credit, Again: true})
	b.notSentAgain()
}

// repeated: a repetition may be answered as the first sending was, so that the balance in the answer is out of date. It
// is returned only if it is the account's.
func repeated(b *bundle) {
	if !b.Capabilities().Replay {
		return
	}
	m := b.order(10 * money.Credit)
	first := b.Move(b.t.Context(), m)
	if first.Kind != game.Done || first.After == nil || first.After.Credits != m.Credits {
		b.t.Fatalf("the first: %+v", first)
	}
	b.outside.Round(b.subject.Code, b.user, "4", "0")
	m.Again = true
	o := b.Move(b.t.Context(), m)
	stale := o.After != nil && o.After.Credits != b.holds() || o.Outside != "" && o.Outside != first.Outside
	if o.Kind != game.Done || o.Moved != m.Credits || stale {
		b.t.Errorf("again: %+v after %+v", o, first)
	}
	b.once(m, true)
}

// neverApplied: a refused repetition is definitive only if the provider says that it does not have the reference.
func (b *bundle) neverApplied(in game.Move) {
	ctx, caps := b.t.Context(), b.Capabilities()
	for _, check := range []string{"down", "timeout", "garbage", "refuse"} {
		b.fault("move", "refuse", 0)
		if caps.CheckByReference {
			b.fault("check", check, 0)
		}
		if o := b.Move(ctx, in); o.Kind != game.Unknown {
			b.t.Errorf("refused again, and the inquiry about it is met by %s: %+v", check, o)
		}
		b.outside.ClearFaults()
	}
	b.fault("move", "refuse", 0)
	o := b.Move(ctx, in)
	if o.Kind != game.Unknown && (o.Kind != game.Rejected || !caps.CheckByReference) {
		b.t.Errorf("refused again, and never applied: %+v", o)
	}
	b.outside.ClearFaults()
	b.once(in, false)
}

// notSentAgain: a repetition that was not sent says nothing about the earlier sending.
func (b *bundle) notSentAgain() {
	m := b.order(money.Credit)
	m.Again, m.SendBy = true, time.Now().Add(-time.Second)
	if o := b.Move(b.t.Context(), m); o.Kind != game.Unknown {
		b.t.Errorf("too late to send again: %+v", o)
	}
	nowhere := b.subject.New(nobodyListens, b.settings(1))
	m.SendBy = time.Time{}
	for range 2 { // no connection, then the circuit breaker
		if o := nowhere.Move(b.t.Context(), m); o.Kind != game.Unknown {
			b.t.Errorf("not sent again: %+v", o)
		}
	}
}
