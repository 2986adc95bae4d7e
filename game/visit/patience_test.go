package visit_test

import (
	"context"
	"testing"
	"time"

	"krapao/game"
	"krapao/game/gametest"
	"krapao/internal/patience"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// slowed is a slow provider: each call takes a while before it is made.
type slowed struct {
	game.Provider
	opens, reads, launches, passwords *time.Duration
}

func late(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p slowed) Ensure(ctx context.Context, who game.Player) error {
	if err := late(ctx, *p.opens); err != nil {
		return err
	}
	return p.Provider.Ensure(ctx, who)
}

func (p slowed) Balance(ctx context.Context, who game.Player) (game.Reading, error) {
	if err := late(ctx, *p.reads); err != nil {
		return game.Reading{}, err
	}
	return p.Provider.Balance(ctx, who)
}

func (p slowed) Launch(ctx context.Context, v game.Visit) (game.Page, error) {
	if err := late(ctx, *p.launches); err != nil {
		return game.Page{}, err
	}
	return p.Provider.Launch(ctx, v)
}

func (p slowed) SetPassword(ctx context.Context, who game.Player, next string) error {
	if err := late(ctx, *p.passwords); err != nil {
		return err
	}
	return p.Provider.SetPassword(ctx, who, next)
}

// TestWaitsForASlowProvider: a call that moves no money is waited for as long as one call may take. If it takes longer, a
// call that the answer does not need is left out, and one that it needs is a refusal; both are in time.
func TestWaitsForASlowProvider(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) {
		const slow, never = 13 * time.Second, time.Hour
		var opens, reads, launches, passwords time.Duration
		connections := map[string]game.Connection{}
		slowly := func(_ *gametest.World, all map[string]game.Connection) {
			for code, c := range all {
				c.Provider = slowed{c.Provider, &opens, &reads, &launches, &passwords}
				all[code], connections[code] = c, c
			}
		}
		w := gametest.NewWorldOf(t, storetest.Open(t, engine), gametest.Catalogue, slowly)
		w.Node = gametest.New(t, w.Store, w.Ledger, connections, game.Timeouts{}) // with the product's own times
		tells := func(what string, want string, call func(ctx context.Context) error) {
			t.Helper()
			ctx, cancel := patience.Request(t.Context())
			defer cancel()
			began := time.Now()
			err := call(ctx)
			if took := time.Since(began); gametest.CodeOf(err) != want || took > patience.Promised-2*time.Second {
				t.Errorf("%s: %v after %s", what, err, took)
			}
		}
		activate := func(code string) func(ctx context.Context) error {
			return func(ctx context.Context) error {
				_, err := w.Visits.Activate(ctx, gametest.Member, code)
				return err
			}
		}
		opens, reads = slow, never
		began := time.Now()
		tells("an account, slowly, and its first reading never", "", activate("joker2"))
		if took, want := time.Since(began), slow+5*time.Second; took < want || took > want+time.Second {
			t.Errorf("a first reading that nothing needs is waited for: %s, want %s", took, want)
		}
		opens = never
		tells("an account, never", "SLOT_ACTIVATE_FAIL", activate("pgslot"))
		opens, reads = 0, 0
		tells("the same account once more", "", activate("pgslot"))
		tells("a reading", "", activate("areaslot"))
		reads = slow
		refreshed := func(failed int) func(ctx context.Context) error {
			return func(ctx context.Context) error {
				got, err := w.Balances.Refresh(ctx, gametest.Member)
				if len(got.Failed) != failed {
					t.Errorf("%v failed, want %d", got.Failed, failed)
				}
				return err
			}
		}
		tells("all readings, slowly", "", refreshed(0))
		reads = never
		tells("all readings, never", "", refreshed(4)) // two codes are on one account
		reads, launches, passwords = 0, slow, slow
		c, err := w.Visits.Credentials(t.Context(), gametest.Member, "pgslot", game.Visit{Lang: "th"})
		if err != nil {
			t.Fatal(err)
		}
		link := func(ctx context.Context) error {
			_, err := w.Visits.Link(ctx, gametest.Member, "pgslot", c.Username, game.Visit{Lang: "th"})
			return err
		}
		tells("a page, slowly", "", link)
		tells("a password, slowly", "", func(ctx context.Context) error {
			return w.Visits.ResetPassword(ctx, gametest.Member, "joker2")
		})
		launches = never
		tells("a page, never", "TRY_AGAIN", link)
	})
}
