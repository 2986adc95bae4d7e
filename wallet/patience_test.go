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
	"krapao/game/gametest"
	"krapao/internal/patience"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/member/state"
	"krapao/wallet"
	"krapao/wallet/doubt"
	"krapao/wallet/wallettest"
)

// slowed is a slow provider: each of its calls takes a while before it is made; the next readings take the given times.
type slowed struct {
	game.Provider
	mu       sync.Mutex
	readings []time.Duration
	moves    []time.Duration
	answer   *game.Outcome // what a move is answered with, in place of the provider's
	moved    atomic.Int64
}

func (p *slowed) next(list *[]time.Duration) (d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(*list) > 0 {
		d, *list = (*list)[0], (*list)[1:]
	}
	return d
}

func (p *slowed) wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *slowed) Balance(ctx context.Context, player game.Player) (game.Reading, error) {
	if err := p.wait(ctx, p.next(&p.readings)); err != nil {
		return game.Reading{}, err
	}
	return p.Provider.Balance(ctx, player)
}

func (p *slowed) Move(ctx context.Context, m game.Move) game.Outcome {
	if p.answer != nil {
		return *p.answer
	}
	p.moved.Add(1)
	if err := p.wait(ctx, p.next(&p.moves)); err != nil {
		return game.Outcome{Reason: err.Error()}
	}
	return p.Provider.Move(ctx, m)
}

// lateBooks take a while to settle.
type lateBooks struct {
	*ledger.Ledger
	posting time.Duration
}

func (b lateBooks) Post(ctx context.Context, s ledger.Settlement) (ledger.Result, error) {
	time.Sleep(b.posting)
	return b.Ledger.Post(ctx, s)
}

// slowDay is a node with the product's own times, whose providers and books are slow.
type slowDay struct {
	*world
	node  *wallet.Service
	games map[string]*slowed
}

func (w *world) slowDay(posting time.Duration) slowDay {
	w.T.Helper()
	d := slowDay{world: w, games: map[string]*slowed{}}
	all := connections(w.Outside)
	for code, c := range all {
		d.games[code] = &slowed{Provider: c.Provider}
		c.Provider = d.games[code]
		all[code] = c
	}
	games := wallettest.Games(gametest.New(w.T, w.Store, w.Ledger, all, game.Timeouts{}))
	d.node = wallet.New(w.Store, lateBooks{w.Ledger, posting}, games, newHolder(w.Store, w.Ledger),
		wallet.Settings{Settings: doubt.Settings{Idle: time.Second, Still: time.Second, NotFoundWindow: 20 * time.Second}})
	return d
}

// asks makes a transfer for a member who waits, and returns the answer and the time it took.
func (d slowDay) asks(from, to string, key ledger.Key) (told string, took time.Duration, err error) {
	d.T.Helper()
	ctx, cancel := patience.Request(d.T.Context())
	defer cancel()
	began := time.Now()
	answer, err := d.node.Transfer(ctx, member, key, wallet.Request{From: from, To: to, Amount: baht(10)})
	took = time.Since(began)
	if took > patience.Promised {
		d.T.Errorf("%s to %s: told after %s", from, to, took)
	}
	if err != nil {
		return codeOf(err), took, err
	}
	return string(answer.Code), took, nil
}

// sec is one second.
const sec = time.Second

// delays makes a table of them readable.
func delays(list ...time.Duration) []time.Duration { return list }

// TestWaitsForASlowProvider: a request waits for everything that ends within its time. If the reserve does not, it
// answers TRY_AGAIN, which the key does not remember; after the reserve it answers "in progress". Both are in time.
func TestWaitsForASlowProvider(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		game     string // joker takes references; pgslot takes none, and is read twice
		in       bool
		readings []time.Duration
		moves    []time.Duration
		want     string
	}{
		"ASlowReading":             {game: "joker", readings: delays(13 * sec), want: "SUCCESS"},
		"AndASlowCall":             {game: "joker", readings: delays(13 * sec), moves: delays(6 * sec), want: "SUCCESS"},
		"AndACallWithoutEnd":       {game: "joker", readings: delays(13 * sec), moves: delays(time.Hour), want: "TRANSFER_PENDING"},
		"ReadBefore":               {game: "pgslot", in: true, readings: delays(9 * sec), want: "SUCCESS"},
		"ReadOnceMore":             {game: "pgslot", in: true, readings: delays(0, 8*sec), want: "SUCCESS"},
		"ReadTwice":                {game: "pgslot", readings: delays(8*sec, 4*sec), moves: delays(4 * sec), want: "SUCCESS"},
		"AReadingWithoutEnd":       {game: "joker", readings: delays(time.Hour), want: "TRY_AGAIN"},
		"ReadBeforeWithoutEnd":     {game: "pgslot", in: true, readings: delays(time.Hour), want: "TRY_AGAIN"},
		"ReadOnceMoreWithoutAnEnd": {game: "pgslot", readings: delays(8*sec, time.Hour), want: "TRY_AGAIN"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) {
				d := newWorld(t, storetest.Open(t, engine)).slowDay(0)
				username := d.Open(member, c.game)
				d.MustTransfer(ledger.LabelWallet, c.game, baht(100))
				time.Sleep(2 * sec) // nothing was played for Idle
				from, to := c.game, ledger.LabelWallet
				if c.in {
					from, to = to, from
				}
				p := d.games[c.game]
				p.readings, p.moves = c.readings, c.moves
				key := d.Key()
				told, took, err := d.asks(from, to, key)
				if told != c.want {
					t.Errorf("told %s after %s: %v", told, took, err)
				}
				if reads := told == "TRY_AGAIN"; reads && p.moved.Load() != 0 {
					t.Error("it was sent all the same")
				}
				d.Settled(member, time.Hour)
				p.readings, p.moves = nil, nil
				if c.want == "TRY_AGAIN" && len(c.readings) == 1 {
					if fault.Of(err).Params["game"] != c.game {
						t.Errorf("no game is named: %v", err)
					}
					if told, _, err := d.asks(from, to, key); told != "SUCCESS" {
						t.Errorf("the same key again: %s, %v", told, err)
					}
				}
				d.Agrees(c.game, username)
				d.Conserved()
			})
		})
	}
}

// TestAReadingAfterItsTimeSendsNothing: what protects money is not extended. SendBy counts from the intent, and nothing
// is sent after it, however much of the request's time is left.
func TestAReadingAfterItsTimeSendsNothing(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) {
		d := newWorld(t, storetest.Open(t, engine)).slowDay(0)
		username := d.Open(member, "pgslot")
		d.games["pgslot"].readings = []time.Duration{0, 11 * sec}
		told, took, err := d.asks(ledger.LabelWallet, "pgslot", d.Key())
		if told != "TRY_AGAIN" || fault.Of(err).Params["game"] != nil || took < 9*sec || took > 12*sec {
			t.Errorf("%s after %s: %v", told, took, err)
		}
		if d.games["pgslot"].moved.Load() != 0 || credits(t, d.Outside.Account("pgslot", username).Balance) != 0 {
			t.Error("it was sent all the same")
		}
		if got := d.Balance(ledger.Wallet(member)); got.Available() != baht(1000) || got.Reserved != 0 {
			t.Errorf("the wallet has %+v", got)
		}
	})
}

// TestWaitsForTheHold: a request waits while the member's total is read; a job comes back later. If the hold does not end
// in the request's time, the answer is TRY_AGAIN, in time.
func TestWaitsForTheHold(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		d := newWorld(t, st).slowDay(0)
		d.Open(member, "joker")
		holds := state.New(d.Store, d.Ledger)
		calls := map[string]func(ctx context.Context) error{
			"transfer": func(ctx context.Context) error {
				_, err := d.node.Transfer(ctx, member, d.Key(), wallet.Request{From: ledger.LabelWallet, To: "joker", Amount: baht(10)})
				return err
			},
			"everything": func(ctx context.Context) error {
				got, err := d.node.TransferAll(ctx, member, d.Key(), "joker")
				if err == nil && got.Status != wallet.Success {
					err = errors.New(string(got.Status))
				}
				return err
			},
			"total": func(ctx context.Context) error {
				_, err := d.node.StableTotal(ctx, member)
				return err
			},
		}
		for _, name := range []string{"transfer", "total", "everything"} {
			call := calls[name]
			hold, err := holds.Hold(t.Context(), member)
			if err != nil {
				t.Fatal(err)
			}
			if name != "everything" {
				if err := call(t.Context()); !fault.Is(err, fault.TRY_AGAIN) {
					t.Errorf("%s of a job: %v", name, err)
				}
			}
			began := time.Now()
			wait := time.AfterFunc(9*sec, func() { _ = holds.Release(t.Context(), hold) })
			ctx, cancel := patience.Request(t.Context())
			if err := call(ctx); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			cancel()
			if took := time.Since(began); took < 9*sec || took > 12*sec {
				t.Errorf("%s took %s", name, took)
			}
			wait.Stop()
		}
		// One hold after the other.
		stop, over := make(chan struct{}), make(chan struct{})
		first, err := holds.Hold(t.Context(), member)
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			defer close(over)
			for {
				select {
				case <-stop:
					_ = holds.Release(t.Context(), first)
					return
				case <-time.After(10 * sec):
					_ = d.Store.Write(t.Context(), func(tx *store.Tx) error {
						if _, err := holds.ReleaseTx(t.Context(), tx, first); err != nil {
							return err
						}
						first, err = holds.HoldTx(t.Context(), tx, member)
						return err
					})
				}
			}
		}()
		for _, name := range []string{"transfer", "total"} {
			began := time.Now()
			ctx, cancel := patience.Request(t.Context())
			err := calls[name](ctx)
			cancel()
			if took := time.Since(began); !fault.Is(err, fault.TRY_AGAIN) || took < 12*sec || took > patience.Promised {
				t.Errorf("%s: %v after %s", name, err, took)
			}
		}
		close(stop)
		<-over
	})
}

// TestATotalIsReadWithinTheHold: the games have 11 s of the hold's 15. A game without an answer by then is unread; the
// rest is for the decision.
func TestATotalIsReadWithinTheHold(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		d := newWorld(t, st).slowDay(0)
		d.Open(member, "joker")
		d.MustTransfer(ledger.LabelWallet, "joker", baht(100))
		for _, waiting := range []bool{true, false} {
			for reading, read := range map[time.Duration]bool{10 * sec: true, time.Hour: false} {
				d.games["joker"].readings = []time.Duration{reading}
				ctx, cancel := t.Context(), func() {}
				if waiting {
					ctx, cancel = patience.Request(ctx)
				}
				began := time.Now()
				total, err := d.node.StableTotal(ctx, member)
				cancel()
				want := min(reading, 11*sec)
				if took := time.Since(began); err != nil || took < want || took > want+sec {
					t.Errorf("a reading of %s, somebody waiting %t: told after %s, %v", reading, waiting, took, err)
				}
				if _, err := total.Exact(); (err == nil) != read {
					t.Errorf("a reading of %s, somebody waiting %t: %+v", reading, waiting, total)
				}
			}
		}
	})
}

// TestWaitsForAnotherTransfer: another transfer of the account, and a reading of the total, wait for a transfer on its
// way. They don't wait for one with an unknown outcome, which may take minutes.
func TestWaitsForAnotherTransfer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		d := newWorld(t, st).slowDay(0)
		username := d.Open(member, "joker")
		d.MustTransfer(ledger.LabelWallet, "joker", baht(100))
		joker := d.games["joker"]
		for _, second := range []string{"out", "total"} {
			joker.moves = []time.Duration{5 * sec}
			var wait sync.WaitGroup
			wait.Go(func() {
				if told, _, err := d.asks(ledger.LabelWallet, "joker", d.Key()); told != "SUCCESS" {
					t.Errorf("the first: %s, %v", told, err)
				}
			})
			time.Sleep(sec)
			began := time.Now()
			switch second {
			case "out":
				if told, took, err := d.asks("joker", ledger.LabelWallet, d.Key()); told != "SUCCESS" || took < 3*sec {
					t.Errorf("the second: %s after %s, %v", told, took, err)
				}
			case "total":
				ctx, cancel := patience.Request(t.Context())
				total, err := d.node.StableTotal(ctx, member)
				cancel()
				if err != nil || total.Low != baht(1000) || time.Since(began) < 3*sec {
					t.Errorf("%+v after %s, %v", total, time.Since(began), err)
				}
			}
			wait.Wait()
		}
		joker.moves = []time.Duration{time.Hour}
		d.Unswept.Store(true)
		if told, took, err := d.asks(ledger.LabelWallet, "joker", d.Key()); told != "TRANSFER_PENDING" || took < 7*sec || took > 8*sec {
			t.Errorf("a game that never answers: %s after %s, %v", told, took, err)
		}
		if told, took, err := d.asks("joker", ledger.LabelWallet, d.Key()); told != "TRY_AGAIN" || took > sec {
			t.Errorf("after one whose outcome is not known: %s after %s, %v", told, took, err)
		}
		d.Unswept.Store(false)
		d.Settled(member, time.Hour)
		d.Agrees("joker", username)
		d.Conserved()
	})
}

// TestALateLegIsLeftToTheSweep: a request without time for the second leg answers "in progress" and not a refusal.
func TestALateLegIsLeftToTheSweep(t *testing.T) {
	t.Parallel()
	for name, readings := range map[string]map[string][]time.Duration{
		"ASlowSource":          {"joker": {14 * sec}},
		"ATargetWithoutAnswer": {"joker": {5 * sec}, "pgslot": {time.Hour}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) {
				d := newWorld(t, storetest.Open(t, engine)).slowDay(0)
				from, to := d.Open(member, "joker"), d.Open(member, "pgslot")
				d.MustTransfer(ledger.LabelWallet, "joker", baht(100))
				for code, list := range readings {
					d.games[code].readings = list
				}
				if told, took, err := d.asks("joker", "pgslot", d.Key()); told != "TRANSFER_PENDING" {
					t.Errorf("%s after %s, %v", told, took, err)
				}
				d.Until(time.Hour, "the second leg is made", func() bool {
					return d.Balance(ledger.Game("pgslot", to)).Posted == baht(10)
				})
				d.Agrees("joker", from)
				d.Agrees("pgslot", to)
				d.Conserved()
			})
		})
	}
}

// TestTheBooksAreLate: the provider's answer is booked however long that takes; the member is told in time that it is in
// progress.
func TestTheBooksAreLate(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		const posting = 12 * sec
		d := newWorld(t, st).slowDay(posting)
		username := d.Open(member, "joker")
		joker := d.games["joker"]
		joker.moves = []time.Duration{6 * sec}
		if told, took, err := d.asks(ledger.LabelWallet, "joker", d.Key()); told != "SUCCESS" || took < 6*sec+posting {
			t.Errorf("in time: %s after %s, %v", told, took, err)
		}
		joker.readings, joker.moves = []time.Duration{8 * sec}, []time.Duration{5 * sec}
		if told, took, err := d.asks("joker", ledger.LabelWallet, d.Key()); told != "TRANSFER_PENDING" {
			t.Errorf("late: %s after %s, %v", told, took, err)
		}
		d.Settled(member, 3*sec/2) // by whoever was told, before the settle worker may
		if got := d.Balance(ledger.Game("joker", username)).Posted; got != 0 {
			t.Errorf("the game has %s", got)
		}
		d.Conserved()
		time.Sleep(posting)
	})
}

// TestNotSentIsToBeTriedAgain: if nothing was sent for a reason of ours, nobody has refused, and the member may try
// again.
func TestNotSentIsToBeTriedAgain(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) {
		d := newWorld(t, storetest.Open(t, engine)).slowDay(0)
		d.Open(member, "joker")
		for reason, want := range map[string]string{
			game.ReasonTooLate: "TRY_AGAIN", game.ReasonBreaker: "TRY_AGAIN", game.ReasonNoPlace: "TRY_AGAIN",
			"no connection: nothing was sent": "TRANSFER_FAIL", game.ReasonNotEnough: "TRANSFER_FAIL",
		} {
			d.games["joker"].answer = &game.Outcome{Kind: game.Rejected, Reason: reason}
			told, _, err := d.asks(ledger.LabelWallet, "joker", d.Key())
			if told != want || fault.Of(err).Params["game"] != nil { // with a game it would be a 503, and the app would keep its key
				t.Errorf("%s: %s, %v", reason, told, err)
			}
		}
		d.Conserved()
	})
}

// TestTheShares: the promises to a member and the limits that keep money safe fit together.
func TestTheShares(t *testing.T) {
	t.Parallel()
	for _, unverifiable := range []bool{false, true} {
		n := wallet.Shares(unverifiable)
		if sum := n.Before + n.Reserve + n.Still + n.Call + n.Book; sum != patience.Answer || n.Before < 10*sec {
			t.Errorf("unverifiable %t: the steps come to %s of %s", unverifiable, sum, patience.Answer)
		}
		if patience.Answer >= patience.Promised {
			t.Error("the answer is not promised")
		}
		switch {
		case n.Lease <= n.SendBy+n.CallTimeout:
			t.Error("the settle worker takes a transfer up while its call may be under way")
		case n.Movement <= patience.Answer:
			t.Error("the sweep takes up a movement that its request works on")
		case n.Call > n.CallTimeout:
			t.Error("the call gets less than its share")
		}
	}
}
