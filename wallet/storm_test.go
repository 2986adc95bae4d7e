package wallet_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
	"krapao/wallet/wallettest"
)

// stormTime is how long faults are injected; then it is calm.
const stormTime = 4 * time.Second

// Several members move money between the wallet and four games at random. They play, refresh and gather, two callers
// each, while every fault of the sandbox occurs at random. When it is calm again everything settles by itself, the books
// agree with the providers account by account, and not a satang is missing or left over.
func TestStorm(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		codes := []string{"joker", "pgslot", "slotracha", "askmebet"}
		members := []string{member}
		for n := range 5 {
			name := fmt.Sprintf("STORM0MEMB%02d", n)
			w.Deposit(name, baht(1000))
			members = append(members, name)
		}
		for _, m := range members {
			for _, code := range codes {
				w.Open(m, code)
			}
		}
		ctx, stop := context.WithTimeout(t.Context(), stormTime)
		defer stop()
		var wait sync.WaitGroup
		wait.Go(func() { w.strike(ctx, rand.New(rand.NewPCG(seed, 0)), codes) })
		for n := range 2 * len(members) {
			wait.Go(func() { w.rush(ctx, rand.New(rand.NewPCG(seed, uint64(n+1))), members[n/2], codes) })
		}
		wait.Wait()
		w.Outside.ClearFaults()
		w.calm(members, codes)
	})
}

// strike injects faults at random.
func (w *world) strike(ctx context.Context, r *rand.Rand, codes []string) {
	modes := []string{"refuse", "down", "timeout", "lost_reply", "slow", "garbage", "late_apply"}
	ops := []string{"move", "move", "move", "balance", "check"}
	for ctx.Err() == nil {
		f := sandboxtest.Fault{
			Target: "game:" + codes[r.IntN(len(codes))], Op: ops[r.IntN(len(ops))], Mode: modes[r.IntN(len(modes))],
			DelayMS: 100 + r.IntN(ms(beyond)),
		}
		if f.Op == "check" && r.IntN(2) == 0 {
			f.Mode = "not_found"
		}
		w.Outside.AddFault(f)
		rest(time.Duration(r.IntN(60)) * time.Millisecond)
	}
}

// rush does what a member does, at random and too fast.
func (w *world) rush(ctx context.Context, r *rand.Rand, who string, codes []string) {
	places := append([]string{ledger.LabelWallet}, codes...)
	for ctx.Err() == nil {
		call := context.WithoutCancel(ctx)
		var err error
		switch n := r.IntN(20); {
		case n < 14:
			_, err = w.Wallet.Transfer(call, who, w.Key(), wallet.Request{
				From: places[r.IntN(len(places))], To: places[r.IntN(len(places))], Amount: money.Amount(10 * (10 + r.Int64N(2000))),
			})
		case n < 15:
			_, err = w.Wallet.TransferAll(call, who, w.Key(), places[r.IntN(len(places))])
		case n < 17:
			_, err = w.Games.Balances.Refresh(call, who)
		default:
			w.playSome(r, who, []string{"joker", "slotracha"}[r.IntN(2)])
		}
		if r.IntN(2) == 0 { // no time passes where nothing is waited for
			rest(time.Duration(r.IntN(200)) * time.Millisecond)
		}
		if f := fault.Of(err); f != nil && f.Code == fault.INTERNAL_SERVER_ERROR {
			w.T.Errorf("%s: %v", who, err)
		}
	}
}

// playSome plays a round with the money there, if any. At a provider that can't verify, play in the same millisecond as a
// transfer may rightly end as an operator's case, so that has a test of its own.
func (w *world) playSome(r *rand.Rand, who, code string) {
	holdings, err := w.Games.Balances.Holdings(w.T.Context(), who)
	if err != nil {
		w.T.Error(err)
		return
	}
	for _, h := range holdings {
		if h.Account.Provider != code || h.Credits() < 5*money.Credit {
			continue
		}
		p := w.Outside.URL + "/sandbox/games/" + code + "/" + h.Account.Username + "/round"
		w.TryRound(p, fmt.Sprintf(`{"bet": 1, "win": %d.%02d}`, r.IntN(2), r.IntN(100)))
	}
}

// calm waits until nothing is pending, and compares every account with the sandbox.
func (w *world) calm(members, codes []string) {
	w.T.Helper()
	for _, m := range members {
		w.Settled(m, 30*time.Second)
	}
	w.WaitFor("SELECT count(*) FROM movement WHERE state = 'open'", 0)
	// Money of transfers that the provider denied for longer than the window was given back; the re-checks correct that.
	w.WaitFor("SELECT count(*) FROM game_doubt WHERE check_at > 0", 0)
	var inside, played money.Amount
	for _, m := range members {
		// A member owes what it spent before it turned out that the provider had the money too.
		inside += w.Balance(ledger.Wallet(m)).Posted + w.Balance(ledger.Owed(m)).Posted
		holdings, err := w.Games.Balances.Holdings(w.T.Context(), m)
		if err != nil {
			w.T.Fatal(err)
		}
		for _, h := range holdings {
			c, err := w.Games.Balances.Confirm(w.T.Context(), h.Account)
			if err != nil {
				w.T.Errorf("%s: %v", h.Account.Provider, err)
				continue
			}
			says := credits(w.T, w.Outside.Account(h.Account.Provider, h.Account.Username).Balance)
			if memo := w.Balance(h.Account.Ledger()).Posted; memo != says.Baht(h.Account.Factor) || c.Reading.Credits != says {
				w.T.Errorf("%s of %s: the books say %s baht, the provider %s credits", h.Account.Provider, m, memo, says)
			}
		}
	}
	for code, totals := range w.Outside.Totals().Games {
		f := money.MustFactor("1")
		if text := wallettest.Factors[code]; text != "" {
			f = money.MustFactor(text)
		}
		inside += credits(w.T, totals.Deposited).Baht(f) - credits(w.T, totals.Withdrawn).Baht(f)
	}
	for _, code := range codes {
		played += w.Balance(ledger.GameResult(code)).Posted
	}
	w.T.Logf("%d doubts, %d of them late, %d operations of several legs, won by the house %s",
		w.Count("SELECT count(*) FROM game_doubt"), w.Count("SELECT count(*) FROM game_doubt WHERE state = 'late'"),
		w.Count("SELECT count(*) FROM movement"), played)
	if inside != w.Deposited {
		w.T.Errorf("%s came in, and %s is in wallets and went to games", w.Deposited, inside)
	}
	if w.Count("SELECT count(*) FROM game_doubt") == 0 {
		w.T.Error("no outcome was unknown: the storm shows nothing")
	}
}
