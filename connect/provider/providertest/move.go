package providertest

import (
	"time"

	"krapao/game"
	"krapao/money"
)

func moveFaults(b *bundle) {
	b.fund(1000 * money.Credit)
	for _, credits := range []money.Credits{10 * money.Credit, -10 * money.Credit} {
		for mode, want := range map[string]game.Kind{
			"refuse": b.subject.refused(), "down": game.Unknown, "timeout": game.Unknown, "lost_reply": game.Unknown,
			"garbage": game.Unknown, "late_apply": game.Unknown, "slow": game.Done, "": game.Done,
		} {
			before := b.holds()
			if mode != "" {
				b.fault("move", mode, 100*time.Millisecond)
			}
			o := b.Move(b.t.Context(), b.order(credits))
			b.quiet(o.Reason)
			if o.Kind != want {
				b.t.Errorf("%s of %s: %q (%s), want %q", mode, credits, o.Kind, o.Reason, want)
			}
			change := b.holds() - before
			switch {
			case o.Kind == game.Done && (change != credits || o.Moved != credits):
				b.t.Errorf("%s: it says done, and %s of %s moved", mode, change, credits)
			case o.Kind == game.Done && o.After != nil && o.After.Credits != b.holds():
				b.t.Errorf("%s: it says %s is left, and it is %s", mode, o.After.Credits, b.holds())
			case o.Kind == game.Rejected && change != 0:
				b.t.Errorf("%s: it says rejected, and %s moved", mode, change)
			}
		}
	}
}

// refused is the outcome of a refused movement.
func (s Subject) refused() game.Kind {
	if s.Unsure {
		return game.Unknown
	}
	return game.Rejected
}

func moveRefused(b *bundle) {
	b.fund(5 * money.Credit)
	o := b.Move(b.t.Context(), b.order(-5*money.Credit-100))
	if o.Kind != b.subject.refused() || o.Reason != game.ReasonNotEnough {
		b.t.Errorf("more than there is: %+v", o)
	}
	nobody := b.order(money.Credit)
	nobody.Player = b.nobody()
	if o := b.Move(b.t.Context(), nobody); (o.Kind == game.Rejected) == b.subject.Nameless || o.Kind == game.Done {
		b.t.Errorf("an account that does not exist: %+v", o)
	}
	if b.holds() != 5*money.Credit {
		b.t.Errorf("the account has %s", b.holds())
	}
}

// tooLate: after SendBy nothing is sent, and that is certain; so is a connection that never existed.
func tooLate(b *bundle) {
	m := b.order(money.Credit)
	m.SendBy = time.Now().Add(-time.Second)
	if o := b.Move(b.t.Context(), m); o.Kind != game.Rejected || o.Reason != game.ReasonTooLate || b.holds() != 0 {
		b.t.Errorf("%+v, and the account has %s", o, b.holds())
	}
	nowhere := b.subject.New(nobodyListens, b.settings(2))
	for n := range 3 {
		o := nowhere.Move(b.t.Context(), b.order(money.Credit))
		b.quiet(o.Reason)
		if o.Kind != game.Rejected || n == 2 && o.Reason != game.ReasonBreaker {
			b.t.Errorf("nobody listens, call %d: %+v", n, o)
		}
	}
}
