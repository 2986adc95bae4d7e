package withdraw_test

import (
	"encoding/json"
	"math"
	"strings"
	"sync"
	"testing"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
	"krapao/withdraw"
	"krapao/withdraw/withdrawtest"
)

const baht = money.Baht

func TestAWithdrawalIsPaidByItself(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{})
		m := w.Member(500 * baht)
		r := w.Request(m, 300*baht)
		if len(r.Reference) != 15 || w.Wallet(m) != 200*baht {
			t.Errorf("%+v; the wallet has %s at once", r, w.Wallet(m))
		}
		w.UntilState(r.Reference, withdraw.Paid)
		x := w.Find(r.Reference)
		if !x.Automatic || x.Outside == "" || x.Account.Number != "1234567890" || x.AccountShown != "x7890" {
			t.Errorf("paid as %+v", x)
		}
		lines, err := w.Ledger.History(t.Context(), ledger.Wallet(m), ledger.HistoryPage{UpTo: math.MaxInt64, Limit: 1})
		if err != nil || len(lines) != 1 {
			t.Fatalf("%v, %v", lines, err)
		}
		l := lines[0]
		if l.Kind != withdraw.KindWithdraw || l.State != ledger.Posted || l.Detail.From != "WALLET" || l.Detail.To != "SCB" {
			t.Errorf("statement line: %+v", l)
		}
		paid := w.Outside.Payouts()
		if len(paid) != 1 || paid[0].Ref != r.Reference ||
			paid[0].AccountNo != "1234567890" || paid[0].AccountName != "SOMCHAI JAIDEE" {
			t.Errorf("the bank has %+v", paid)
		}
		w.Agree()
	})
}

func TestLimitsOfARequest(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{Still: true})
		m := w.Member(2_000_000 * baht)
		nobank := w.Member(1000 * baht)
		w.Members.Set(nobank, withdraw.Payee{})
		refuse := func(member string, amount money.Amount, want fault.Code, param string, value any) {
			t.Helper()
			_, err := w.Requests.Request(t.Context(), member, amount, withdrawtest.NewKey())
			if !fault.Is(err, want) {
				t.Errorf("%s: %v, want %s", amount, err, want)
				return
			}
			if got := fault.Of(err).Params[param]; param != "" && got != value {
				t.Errorf("%s: %s is %v, want %v", amount, param, got, value)
			}
		}
		refuse(nobank, 500*baht, fault.NO_BANK, "", nil)
		refuse(m, 99_99, fault.WITHDRAW_MINIMUM, "limit", json.Number("100.00"))
		refuse(m, 0, fault.WITHDRAW_MINIMUM, "", nil)
		refuse(m, -5, fault.WITHDRAW_MINIMUM, "", nil)
		refuse(m, 200_000_01, fault.WITHDRAW_MAXIMUM, "limit", json.Number("200000.00"))
		poor := w.Member(150 * baht)
		refuse(poor, 150_01, fault.MONEY_NOT_ENOUGH, "", nil)
		w.Request(poor, 150*baht)
		refuse(poor, 100*baht, fault.MONEY_NOT_ENOUGH, "", nil)

		for range 2 {
			w.Request(m, 200_000*baht)
		}
		w.Request(m, 99_900*baht)
		refuse(m, 100_01, fault.LIMIT_REACHED, "used", json.Number("499900.00"))
		w.Request(m, 100*baht)
		refuse(m, 100*baht, fault.LIMIT_REACHED, "limit", json.Number("500000.00"))

		many := w.Member(5_000 * baht)
		for range 10 {
			w.Request(many, 100*baht)
		}
		refuse(many, 100*baht, fault.LIMIT_REACHED, "limit", 10)
	})
}

func TestReturnedOnesDoNotCount(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{
			Settings: `{"requiredPlayPercent": 0, "reviewFirst": false, "dayRequests": 1}`,
		})
		m := w.Member(500 * baht)
		w.Outside.AddFault(sandboxtest.Fault{Target: "payout", Mode: "refuse"})
		r := w.Request(m, 100*baht)
		w.UntilState(r.Reference, withdraw.Returned)
		if w.Wallet(m) != 500*baht {
			t.Errorf("the wallet has %s", w.Wallet(m))
		}
		x := w.Find(r.Reference)
		if x.Reason != fault.TRANSFER_FAIL || x.Note != "REFUSED" {
			t.Errorf("returned as %+v", x)
		}
		w.UntilState(w.Request(m, 100*baht).Reference, withdraw.Paid)
		if _, err := w.Requests.Request(t.Context(), m, 100*baht, withdrawtest.NewKey()); !fault.Is(err, fault.LIMIT_REACHED) {
			t.Errorf("a paid one does not count: %v", err)
		}
		w.Agree()
	})
}

func TestTheLastSmallRestOnceAMonth(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{Still: true})
		m := w.Member(40 * baht)
		if _, err := w.Requests.Request(t.Context(), m, 30*baht, withdrawtest.NewKey()); !fault.Is(err, fault.WITHDRAW_MINIMUM) {
			t.Errorf("a part of the rest: %v", err)
		}
		w.Request(m, 40*baht)
		w.Give(m, "deposit", ledger.Bank("KBANK"), 50*baht)
		if _, err := w.Requests.Request(t.Context(), m, 50*baht, withdrawtest.NewKey()); !fault.Is(err, fault.WITHDRAW_MINIMUM) {
			t.Errorf("a second time in a month: %v", err)
		}
	})
}

func TestOneKeyOneWithdrawal(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{Still: true})
		m := w.Member(1_000 * baht)
		key := withdrawtest.NewKey()
		var receipts [8]withdraw.Receipt
		var wg sync.WaitGroup
		for i := range receipts {
			wg.Go(func() {
				var err error
				if receipts[i], err = w.Requests.Request(t.Context(), m, 300*baht, key); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		for _, r := range receipts {
			if r.Reference != receipts[0].Reference {
				t.Errorf("one key gave %q and %q", r.Reference, receipts[0].Reference)
			}
		}
		if w.Wallet(m) != 700*baht {
			t.Errorf("the wallet has %s", w.Wallet(m))
		}
		if _, err := w.Requests.Request(t.Context(), m, 301*baht, key); !fault.Is(err, fault.IDEMPOTENCY_MISMATCH) {
			t.Errorf("another amount under the key: %v", err)
		}
		// A refusal is remembered, too: the key keeps its answer after money has arrived.
		refused := withdrawtest.NewKey()
		for range 2 {
			if _, err := w.Requests.Request(t.Context(), m, 1_500*baht, refused); !fault.Is(err, fault.MONEY_NOT_ENOUGH) {
				t.Errorf("refused: %v", err)
			}
			w.Give(m, "deposit", ledger.Bank("KBANK"), 5_000*baht)
		}
		small := withdrawtest.NewKey()
		for range 2 {
			if _, err := w.Requests.Request(t.Context(), m, 1*baht, small); !fault.Is(err, fault.WITHDRAW_MINIMUM) {
				t.Errorf("refused: %v", err)
			}
		}
	})
}

func TestParallelRequestsKeepTheLimits(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{Still: true, Settings: `{"dayRequests": 3}`})
		m := w.Member(10_000 * baht)
		var wg sync.WaitGroup
		var mu sync.Mutex
		accepted := 0
		for range 12 {
			wg.Go(func() {
				_, err := w.Requests.Request(t.Context(), m, 100*baht, withdrawtest.NewKey())
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil:
					accepted++
				case !fault.Is(err, fault.LIMIT_REACHED):
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if accepted != 3 || w.Wallet(m) != 9_700*baht {
			t.Errorf("%d of 12 were taken, the wallet has %s", accepted, w.Wallet(m))
		}
	})
}

func TestHoldAndConditionsShutWithdrawals(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{Still: true})
		m := w.Member(1_000 * baht)
		key := withdrawtest.NewKey()
		w.Members.Held = true
		if _, err := w.Requests.Request(t.Context(), m, 100*baht, key); !fault.Is(err, fault.TRY_AGAIN) {
			t.Errorf("under a hold: %v", err)
		}
		w.Members.Held = false
		gate := func(raise, lower ledger.Gate) {
			t.Helper()
			if err := w.Decide(func(tx *store.Tx) error {
				return w.Ledger.SetGatesTx(t.Context(), tx, ledger.Wallet(m), raise, lower)
			}); err != nil {
				t.Fatal(err)
			}
		}
		gate(ledger.GateHeld, 0)
		if _, err := w.Requests.Request(t.Context(), m, 100*baht, key); !fault.Is(err, fault.TRY_AGAIN) {
			t.Errorf("under the gate of a hold: %v", err)
		}
		gate(ledger.GateWithdraw, ledger.GateHeld)
		if _, err := w.Requests.Request(t.Context(), m, 100*baht, withdrawtest.NewKey()); !fault.Is(err, fault.BONUS_REMAINING) {
			t.Errorf("with a condition active: %v", err)
		}
		gate(0, ledger.GateWithdraw)
		if _, err := w.Requests.Request(t.Context(), m, 100*baht, key); err != nil {
			t.Errorf("TRY_AGAIN must not be remembered: %v", err)
		}
	})
}

func TestRequestAllChecksFirstAndNamesWhatFailed(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{Still: true})
		m := w.Member(100 * baht)
		w.Games.Answer = func(member string) []string {
			w.Give(member, "game_out", "game:joker:x", 200*baht)
			return []string{"pgslot"}
		}
		// The game account needs money to return some.
		if err := w.Decide(func(tx *store.Tx) error { return w.Ledger.OpenTx(t.Context(), tx, "game:joker:x") }); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Ledger.Move(t.Context(), ledger.Order{
			Key: withdrawtest.NewKey(), Kind: "game_in", Debit: ledger.Bank("KBANK"), Credit: "game:joker:x", Amount: 1_000 * baht,
		}); err != nil {
			t.Fatal(err)
		}
		_, err := w.Requests.RequestAll(t.Context(), m, 300_000*baht, withdrawtest.NewKey())
		if !fault.Is(err, fault.WITHDRAW_MAXIMUM) || w.Games.Calls != 0 {
			t.Errorf("games were emptied %d times before the limits were checked (%v)", w.Games.Calls, err)
		}
		key := withdrawtest.NewKey()
		r, err := w.Requests.RequestAll(t.Context(), m, 300*baht, key)
		if err != nil || len(r.Failed) != 1 || r.Failed[0] != "pgslot" || w.Wallet(m) != 0 {
			t.Errorf("%+v, %v; the wallet has %s", r, err, w.Wallet(m))
		}
		again, err := w.Requests.RequestAll(t.Context(), m, 300*baht, key)
		if err != nil || again.Reference != r.Reference || w.Games.Calls != 1 {
			t.Errorf("again: %+v, %v; emptied %d times", again, err, w.Games.Calls)
		}
	})
}

// Money that a game is still returning is not missing: the same call succeeds once the money is there.
func TestRequestAllWaitsForMoneyOnItsWay(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{Still: true})
		m := w.Member(100 * baht)
		if err := w.Decide(func(tx *store.Tx) error { return w.Ledger.OpenTx(t.Context(), tx, "game:joker:x") }); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Ledger.Move(t.Context(), ledger.Order{
			Key: withdrawtest.NewKey(), Kind: "game_in", Debit: ledger.Bank("KBANK"), Credit: "game:joker:x", Amount: 1_000 * baht,
		}); err != nil {
			t.Fatal(err)
		}
		under, err := w.Ledger.Reserve(t.Context(), ledger.Order{
			Key: withdrawtest.NewKey(), Kind: "game_out", Debit: "game:joker:x", Credit: ledger.Wallet(m), Amount: 200 * baht, Member: m,
		})
		if err != nil {
			t.Fatal(err)
		}
		w.Games.Answer = func(string) []string { return []string{"joker"} }
		key := withdrawtest.NewKey()
		_, err = w.Requests.RequestAll(t.Context(), m, 300*baht, key)
		if !fault.Is(err, fault.TRY_AGAIN) || fault.Of(err).Params["game"] != "joker" {
			t.Errorf("while 200 are on their way: %v", err)
		}
		if _, err := w.Requests.RequestAll(t.Context(), m, 301*baht, withdrawtest.NewKey()); !fault.Is(err, fault.MONEY_NOT_ENOUGH) {
			t.Errorf("more than there will ever be: %v", err)
		}
		if _, err := w.Ledger.Post(t.Context(), ledger.Settlement{ID: under.Transfer.ID}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Requests.RequestAll(t.Context(), m, 300*baht, key); err != nil {
			t.Errorf("the same call, when it is there: %v", err)
		}
	})
}

// Nobody learns an account's number from what the database stores about it.
func TestAccountsAreSealed(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := withdrawtest.New(t, s, withdrawtest.Options{Still: true})
		r := w.Request(w.Member(500*baht), 100*baht)
		var sealed, index string
		if err := s.DB().QueryRowContext(t.Context(), `SELECT account_sealed, account_index FROM withdrawal WHERE reference = $1`,
			r.Reference).Scan(&sealed, &index); err != nil {
			t.Fatal(err)
		}
		if sealed == "" || strings.Contains(sealed+index, "1234567890") || strings.Contains(sealed+index, "SOMCHAI") {
			t.Errorf("readable: %q %q", sealed, index)
		}
	})
}
