package wallet_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
)

// watched is a real adapter that tells how many moves of it were under way at once, can hold a reading back after the
// provider gave it, and can hang.
type watched struct {
	game.Provider
	mu        sync.Mutex
	now, most int
	// taken is closed when the next reading was taken; it is handed over when release is closed.
	taken, release chan struct{}
	// answers is set while questions about a reference hang; closing it lets them go on. asked is how many hang.
	answers chan struct{}
	asked   atomic.Int64
}

func (p *watched) Move(ctx context.Context, m game.Move) game.Outcome {
	p.mu.Lock()
	p.now++
	p.most = max(p.most, p.now)
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.now--
	}()
	return p.Provider.Move(ctx, m)
}

func (p *watched) Balance(ctx context.Context, player game.Player) (game.Reading, error) {
	r, err := p.Provider.Balance(ctx, player)
	p.mu.Lock()
	taken, release := p.taken, p.release
	p.taken = nil
	p.mu.Unlock()
	if taken != nil {
		close(taken)
		<-release
	}
	return r, err
}

// Check hangs, whatever time it was given, while answers is open.
func (p *watched) Check(ctx context.Context, m game.Move) game.Outcome {
	p.mu.Lock()
	answers := p.answers
	p.mu.Unlock()
	if answers != nil {
		p.asked.Add(1)
		<-answers
		p.asked.Add(-1)
	}
	return p.Provider.Check(ctx, m)
}

// watch puts watchers before the adapters.
func watch(codes ...string) (map[string]*watched, adapt) {
	watchers := map[string]*watched{}
	return watchers, func(_ *sandboxtest.Sandbox, all map[string]game.Connection) {
		for _, code := range codes {
			c := all[code]
			watchers[code] = &watched{Provider: c.Provider}
			c.Provider = watchers[code]
			all[code] = c
		}
	}
}

// Many callers on three accounts: transfers of one account run one at a time, each either happens or is refused with
// TRY_AGAIN, and the provider never sees two at once.
func TestOneTransferAtATime(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		watchers, before := watch("joker", "pgslot", "joker2")
		w := newWorld(t, s, before)
		names := map[string]string{"joker": w.open(member, "joker"), "pgslot": w.open(member, "pgslot"), "joker2": w.open(member, "joker2")}
		for code := range names {
			w.mustTransfer(ledger.LabelWallet, code, baht(100))
		}
		var mu sync.Mutex
		more, refusals := map[string]int64{}, 0
		var wait sync.WaitGroup
		for n := range 48 {
			code := []string{"joker", "pgslot", "joker2"}[n%3]
			wait.Go(func() {
				in := code == "joker2" || n%2 == 0
				err := w.oneBaht(code, in)
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err != nil:
					refusals++
				case in:
					more[code]++
				default:
					more[code]--
				}
			})
		}
		wait.Wait()
		w.settled(member, 10*time.Second)
		if refusals == 0 {
			t.Error("nobody met anybody: the test shows nothing")
		}
		for code, name := range names {
			if watchers[code].most != 1 {
				t.Errorf("%s saw %d transfers at once", code, watchers[code].most)
			}
			if got := w.balance(ledger.Game(code, name)).Posted; got != baht(100+more[code]) {
				t.Errorf("%s has %s after %d more went in than out", code, got, more[code])
			}
			w.agrees(code, name)
		}
		w.conserved()
	})
}

// oneBaht is one transfer of many at once; only TRY_AGAIN may refuse it.
func (w *world) oneBaht(code string, in bool) error {
	from, to := code, ledger.LabelWallet
	if in {
		from, to = to, from
	}
	answer, err := w.transfer(from, to, baht(1))
	var refused *fault.Error
	switch {
	case errors.As(err, &refused) && refused.Code == fault.TRY_AGAIN && refused.Params["game"] == nil:
	case err != nil || answer.Status != wallet.Success:
		w.t.Errorf("%s to %s: %+v, %v", from, to, answer, err)
	}
	return err
}

// A reading that was taken before a transfer and arrives after it would book the transfer a second time, as a result: it
// is thrown away, and taken again.
func TestOvertakenReading(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		watchers, before := watch("joker")
		w := newWorld(t, s, before)
		name := w.open(member, "joker")
		w.mustTransfer(ledger.LabelWallet, "joker", baht(100))
		a, err := w.games.AccountNamed(t.Context(), "joker", name)
		if err != nil {
			t.Fatal(err)
		}
		taken, release := make(chan struct{}), make(chan struct{})
		watchers["joker"].mu.Lock()
		watchers["joker"].taken, watchers["joker"].release = taken, release
		watchers["joker"].mu.Unlock()
		done := make(chan error, 1)
		var got game.Confirmed
		go func() {
			var err error
			got, err = w.games.Confirm(t.Context(), a)
			done <- err
		}()
		<-taken
		w.mustTransfer(ledger.LabelWallet, "joker", baht(50))
		close(release)
		if err := <-done; err != nil || got.Memo != baht(150) {
			t.Errorf("%s, %v", got.Memo, err)
		}
		if result := w.balance(ledger.GameResult("joker")).Posted; result != 0 {
			t.Errorf("nobody played, and the result is %s", result)
		}
		w.agrees("joker", name)
		w.conserved()
	})
}
