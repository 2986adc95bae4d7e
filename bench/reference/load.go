package reference

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// The load, as in research/ledger.md: transfers of 0.01 to 1.00 baht between 10,000 wallets. One in fifty comes from an empty
// wallet and is refused, one in a hundred is sent again. Hot: half of them touch one wallet.
const (
	// Wallets is how many have money.
	Wallets     = 10_000
	poorWallets = 100
	funds       = 1_000_000 * money.Baht
	// WarmUp is how long a run goes before it is measured.
	WarmUp = time.Second
)

// Member is the n-th one.
func Member(n int) string { return "M" + strconv.Itoa(n) }

// Fund opens the wallets and fills all but the poor ones.
func Fund(ctx context.Context, s *store.Store, l *ledger.Ledger) error {
	var all []ledger.Account
	for n := range Wallets + poorWallets {
		all = append(all, ledger.Wallet(Member(n)))
	}
	for len(all) > 0 {
		some := all[:min(1000, len(all))]
		all = all[len(some):]
		if err := s.Write(ctx, func(tx *store.Tx) error { return l.OpenTx(ctx, tx, some...) }); err != nil {
			return err
		}
	}
	var wg sync.WaitGroup
	errs := make([]error, 200)
	for c := range errs {
		wg.Go(func() {
			for n := c; n < Wallets; n += len(errs) {
				if _, err := l.Move(ctx, ledger.Order{
					Key: ledger.InternalKey("fund", Member(n)), Kind: "deposit", Debit: ledger.Bank("kbank"),
					Credit: ledger.Wallet(Member(n)), Amount: funds, Member: Member(n),
				}); err != nil {
					errs[c] = err
					return
				}
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// order makes the next transfer of one caller.
func order(r *rand.Rand, hot bool) ledger.Order {
	debit, credit := 1+r.IntN(Wallets-1), 1+r.IntN(Wallets-1)
	if r.IntN(50) == 0 {
		debit = Wallets + r.IntN(poorWallets)
	}
	if hot && r.IntN(2) == 0 {
		if r.IntN(2) == 0 {
			debit = 0
		} else {
			credit = 0
		}
	}
	if credit == debit {
		credit = (credit + 1) % Wallets
	}
	return ledger.Order{
		Key:  ledger.ClientKey(Member(debit), "POST /wallet/transfer", strconv.FormatUint(r.Uint64(), 36)),
		Kind: "transfer", Debit: ledger.Wallet(Member(debit)), Credit: ledger.Wallet(Member(credit)),
		Amount: money.Amount(1 + r.IntN(100)), Member: Member(debit),
		Detail: ledger.Detail{From: "WALLET", To: "JOKER"},
	}
}

// Drive lets callers send one transfer after another, and measures after the warm-up.
func Drive(
	ctx context.Context, callers int, hot bool, length time.Duration, move func(context.Context, int, ledger.Order) error,
) (Figures, error) {
	start := time.Now().Add(WarmUp)
	end := start.Add(length)
	latencies := make([]Latencies, callers)
	errs := make([]error, callers)
	var wg sync.WaitGroup
	for c := range callers {
		latencies[c] = NewLatencies()
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), uint64(c)))
			var last ledger.Order
			for {
				o := order(r, hot)
				if last.Amount > 0 && r.IntN(100) == 0 {
					o = last
				}
				last = o
				sent := time.Now()
				if sent.After(end) && latencies[c].TotalCount() > 0 { // a slow machine makes it late, not empty
					return
				}
				err := move(ctx, c, o)
				if err != nil && !fault.Is(err, fault.MONEY_NOT_ENOUGH) && !errors.Is(err, errRefused) {
					errs[c] = err
					return
				}
				if sent.After(start) {
					latencies[c].Add(time.Since(sent))
				}
			}
		})
	}
	wg.Wait()
	all := NewLatencies()
	for _, l := range latencies {
		all.Merge(l.Histogram)
	}
	return all.Figures(time.Since(start)), errors.Join(errs...)
}

// errRefused is the unbatched loop's "not enough".
var errRefused = errors.New("refused")
