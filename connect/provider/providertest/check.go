package providertest

import (
	"time"

	"krapao/game"
	"krapao/money"
)

func check(b *bundle) {
	ctx := b.t.Context()
	m := b.order(7 * money.Credit)
	if !b.Capabilities().CheckByReference {
		if o := b.Check(ctx, m); o.Kind != game.Unknown {
			b.t.Errorf("there is no inquiry, and it says %+v", o)
		}
		return
	}
	if o := b.Check(ctx, m); o.Kind != game.NotFound {
		b.t.Errorf("before the move: %+v", o)
	}
	b.Move(ctx, m)
	if o := b.Check(ctx, m); o.Kind != game.Done || o.Moved != m.Credits {
		b.t.Errorf("after the move: %+v", o)
	}
	out := b.order(-2 * money.Credit)
	b.Move(ctx, out)
	if o := b.Check(ctx, out); o.Kind != game.Done || o.Moved != out.Credits {
		b.t.Errorf("after the move out: %+v", o)
	}
	// The answer's account and direction must be the order's.
	stranger, turned := m, m
	stranger.Player, turned.Credits = b.nobody(), -m.Credits
	for name, wrong := range map[string]game.Move{"account": stranger, "direction": turned} {
		if b.subject.Orderless && name == "direction" {
			continue // a reference stands for one order of ours
		}
		if o := b.Check(ctx, wrong); o.Kind != game.Unknown {
			b.t.Errorf("another %s: %+v", name, o)
		}
	}
}

func checkFaults(b *bundle) {
	if !b.Capabilities().CheckByReference {
		b.t.SkipNow() // the protocol has no inquiry: its answer is tested above
	}
	m := b.order(7 * money.Credit)
	b.Move(b.t.Context(), m)
	for _, mode := range append(silent, "refuse") {
		b.fault("check", mode, 0)
		o := b.Check(b.t.Context(), m)
		b.quiet(o.Reason)
		if o.Kind != game.Unknown {
			b.t.Errorf("%s: %+v", mode, o)
		}
	}
	b.fault("check", "not_found", 100*time.Millisecond)
	if o := b.Check(b.t.Context(), m); o.Kind != game.NotFound {
		b.t.Errorf("not_found: %+v", o)
	}
}
