package withdraw_test

import (
	"errors"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
	"krapao/withdraw"
)

const baht = money.Baht

func TestAWithdrawalIsPaidByItself(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		m := w.member(500 * baht)
		r := w.request(m, 300*baht)
		if len(r.Reference) != 15 || w.wallet(m) != 200*baht {
			t.Errorf("%+v; the wallet has %s at once", r, w.wallet(m))
		}
		w.untilState(r.Reference, withdraw.Paid)
		x := w.find(r.Reference)
		if !x.Automatic || x.Outside == "" || x.Account.Number != "1234567890" || x.AccountShown != "x7890" {
			t.Errorf("paid as %+v", x)
		}
		lines, err := w.ledger.History(t.Context(), ledger.Wallet(m), ledger.HistoryPage{UpTo: math.MaxInt64, Limit: 1})
		if err != nil || len(lines) != 1 {
			t.Fatalf("%v, %v", lines, err)
		}
		l := lines[0]
		if l.Kind != withdraw.KindWithdraw || l.State != ledger.Posted || l.Detail.From != "WALLET" || l.Detail.To != "SCB" {
			t.Errorf("statement line: %+v", l)
		}
		paid := w.outside.Payouts()
		if len(paid) != 1 || paid[0].Ref != r.Reference ||
			paid[0].AccountNo != "1234567890" || paid[0].AccountName != "SOMCHAI JAIDEE" {
			t.Errorf("the bank has %+v", paid)
		}
		w.agree()
	})
}

func TestLimitsOfARequest(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{still: true})
		m := w.member(2_000_000 * baht)
		nobank := w.member(1000 * baht)
		w.members.set(nobank, withdraw.Payee{})
		refuse := func(member string, amount money.Amount, want fault.Code, param string, value any) {
			t.Helper()
			_, err := w.service.Request(t.Context(), member, amount, newKey())
			if !fault.Is(err, want) {
				t.Errorf("%s: %v, want %s", amount, err, want)
				return
			}
			if got := fault.Of(err).Params[param]; param != "" && got != value {
				t.Errorf("%s: %s is %v, want %v", amount, param, got, value)
			}
		}
		refuse(nobank, 500*baht, fault.NO_BANK, "", nil)
		refuse(m, 99_99, fault.WITHDRAW_MINIMUM, "limit", jsonNumber("100.00"))
		refuse(m, 0, fault.WITHDRAW_MINIMUM, "", nil)
		refuse(m, -5, fault.WITHDRAW_MINIMUM, "", nil)
		refuse(m, 200_000_01, fault.WITHDRAW_MAXIMUM, "limit", jsonNumber("200000.00"))
		poor := w.member(150 * baht)
		refuse(poor, 150_01, fault.MONEY_NOT_ENOUGH, "", nil)
		w.request(poor, 150*baht)
		refuse(poor, 100*baht, fault.MONEY_NOT_ENOUGH, "", nil)

		for range 2 {
			w.request(m, 200_000*baht)
		}
		w.request(m, 99_900*baht)
		refuse(m, 100_01, fault.LIMIT_REACHED, "used", jsonNumber("499900.00"))
		w.request(m, 100*baht)
		refuse(m, 100*baht, fault.LIMIT_REACHED, "limit", jsonNumber("500000.00"))

		many := w.member(5_000 * baht)
		for range 10 {
			w.request(many, 100*baht)
		}
		refuse(many, 100*baht, fault.LIMIT_REACHED, "limit", 10)
	})
}

func TestReturnedOnesDoNotCount(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{settings: `{"requiredPlayPercent": 0, "reviewFirst": false, "dayRequests": 1}`})
		m := w.member(500 * baht)
		w.outside.AddFault(sandboxtest.Fault{Target: "payout", Mode: "refuse"})
		r := w.request(m, 100*baht)
		w.untilState(r.Reference, withdraw.Returned)
		if w.wallet(m) != 500*baht {
			t.Errorf("the wallet has %s", w.wallet(m))
		}
		x := w.find(r.Reference)
		if x.Reason != fault.TRANSFER_FAIL || x.Note != "REFUSED" {
			t.Errorf("returned as %+v", x)
		}
		w.untilState(w.request(m, 100*baht).Reference, withdraw.Paid)
		if _, err := w.service.Request(t.Context(), m, 100*baht, newKey()); !fault.Is(err, fault.LIMIT_REACHED) {
			t.Errorf("a paid one does not count: %v", err)
		}
		w.agree()
	})
}

func TestTheLastSmallRestOnceAMonth(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{still: true})
		m := w.member(40 * baht)
		if _, err := w.service.Request(t.Context(), m, 30*baht, newKey()); !fault.Is(err, fault.WITHDRAW_MINIMUM) {
			t.Errorf("a part of the rest: %v", err)
		}
		w.request(m, 40*baht)
		w.give(m, "deposit", ledger.Bank("KBANK"), 50*baht)
		if _, err := w.service.Request(t.Context(), m, 50*baht, newKey()); !fault.Is(err, fault.WITHDRAW_MINIMUM) {
			t.Errorf("a second time in a month: %v", err)
		}
	})
}

func TestOneKeyOneWithdrawal(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{still: true})
		m := w.member(1_000 * baht)
		key := newKey()
		var receipts [8]withdraw.Receipt
		var wg sync.WaitGroup
		for i := range receipts {
			wg.Go(func() {
				var err error
				if receipts[i], err = w.service.Request(t.Context(), m, 300*baht, key); err != nil {
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
		if w.wallet(m) != 700*baht {
			t.Errorf("the wallet has %s", w.wallet(m))
		}
		if _, err := w.service.Request(t.Context(), m, 301*baht, key); !fault.Is(err, fault.IDEMPOTENCY_MISMATCH) {
			t.Errorf("another amount under the key: %v", err)
		}
		// A refusal is remembered, too: the key keeps its answer after money has arrived.
		refused := newKey()
		for range 2 {
			if _, err := w.service.Request(t.Context(), m, 1_500*baht, refused); !fault.Is(err, fault.MONEY_NOT_ENOUGH) {
				t.Errorf("refused: %v", err)
			}
			w.give(m, "deposit", ledger.Bank("KBANK"), 5_000*baht)
		}
		small := newKey()
		for range 2 {
			if _, err := w.service.Request(t.Context(), m, 1*baht, small); !fault.Is(err, fault.WITHDRAW_MINIMUM) {
				t.Errorf("refused: %v", err)
			}
		}
	})
}

func TestParallelRequestsKeepTheLimits(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{still: true, settings: `{"dayRequests": 3}`})
		m := w.member(10_000 * baht)
		var wg sync.WaitGroup
		var mu sync.Mutex
		accepted := 0
		for range 12 {
			wg.Go(func() {
				_, err := w.service.Request(t.Context(), m, 100*baht, newKey())
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
		if accepted != 3 || w.wallet(m) != 9_700*baht {
			t.Errorf("%d of 12 were taken, the wallet has %s", accepted, w.wallet(m))
		}
	})
}

func TestHoldAndConditionsShutWithdrawals(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{still: true})
		m := w.member(1_000 * baht)
		key := newKey()
		w.members.held = true
		if _, err := w.service.Request(t.Context(), m, 100*baht, key); !fault.Is(err, fault.TRY_AGAIN) {
			t.Errorf("under a hold: %v", err)
		}
		w.members.held = false
		gate := func(raise, lower ledger.Gate) {
			t.Helper()
			if err := w.decide(func(tx *store.Tx) error {
				return w.ledger.SetGatesTx(t.Context(), tx, ledger.Wallet(m), raise, lower)
			}); err != nil {
				t.Fatal(err)
			}
		}
		gate(ledger.GateHeld, 0)
		if _, err := w.service.Request(t.Context(), m, 100*baht, key); !fault.Is(err, fault.TRY_AGAIN) {
			t.Errorf("under the gate of a hold: %v", err)
		}
		gate(ledger.GateWithdraw, ledger.GateHeld)
		if _, err := w.service.Request(t.Context(), m, 100*baht, newKey()); !fault.Is(err, fault.BONUS_REMAINING) {
			t.Errorf("with a condition active: %v", err)
		}
		gate(0, ledger.GateWithdraw)
		if _, err := w.service.Request(t.Context(), m, 100*baht, key); err != nil {
			t.Errorf("TRY_AGAIN must not be remembered: %v", err)
		}
	})
}

func TestRequestAllChecksFirstAndNamesWhatFailed(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{still: true})
		m := w.member(100 * baht)
		w.games.empty = func(member string) []string {
			w.give(member, "game_out", "game:joker:x", 200*baht)
			return []string{"pgslot"}
		}
		// The game account needs money to return some.
		if err := w.decide(func(tx *store.Tx) error { return w.ledger.OpenTx(t.Context(), tx, "game:joker:x") }); err != nil {
			t.Fatal(err)
		}
		if _, err := w.ledger.Move(t.Context(), ledger.Order{
			Key: newKey(), Kind: "game_in", Debit: ledger.Bank("KBANK"), Credit: "game:joker:x", Amount: 1_000 * baht,
		}); err != nil {
			t.Fatal(err)
		}
		_, err := w.service.RequestAll(t.Context(), m, 300_000*baht, newKey())
		if !fault.Is(err, fault.WITHDRAW_MAXIMUM) || w.games.calls != 0 {
			t.Errorf("games were emptied %d times before the limits were checked (%v)", w.games.calls, err)
		}
		key := newKey()
		r, err := w.service.RequestAll(t.Context(), m, 300*baht, key)
		if err != nil || len(r.Failed) != 1 || r.Failed[0] != "pgslot" || w.wallet(m) != 0 {
			t.Errorf("%+v, %v; the wallet has %s", r, err, w.wallet(m))
		}
		again, err := w.service.RequestAll(t.Context(), m, 300*baht, key)
		if err != nil || again.Reference != r.Reference || w.games.calls != 1 {
			t.Errorf("again: %+v, %v; emptied %d times", again, err, w.games.calls)
		}
	})
}

// Money that a game is still returning is not missing: the same call succeeds once the money is there.
func TestRequestAllWaitsForMoneyOnItsWay(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{still: true})
		m := w.member(100 * baht)
		if err := w.decide(func(tx *store.Tx) error { return w.ledger.OpenTx(t.Context(), tx, "game:joker:x") }); err != nil {
			t.Fatal(err)
		}
		if _, err := w.ledger.Move(t.Context(), ledger.Order{
			Key: newKey(), Kind: "game_in", Debit: ledger.Bank("KBANK"), Credit: "game:joker:x", Amount: 1_000 * baht,
		}); err != nil {
			t.Fatal(err)
		}
		under, err := w.ledger.Reserve(t.Context(), ledger.Order{
			Key: newKey(), Kind: "game_out", Debit: "game:joker:x", Credit: ledger.Wallet(m), Amount: 200 * baht, Member: m,
		})
		if err != nil {
			t.Fatal(err)
		}
		w.games.empty = func(string) []string { return []string{"joker"} }
		key := newKey()
		_, err = w.service.RequestAll(t.Context(), m, 300*baht, key)
		if !fault.Is(err, fault.TRY_AGAIN) || fault.Of(err).Params["game"] != "joker" {
			t.Errorf("while 200 are on their way: %v", err)
		}
		if _, err := w.service.RequestAll(t.Context(), m, 301*baht, newKey()); !fault.Is(err, fault.MONEY_NOT_ENOUGH) {
			t.Errorf("more than there will ever be: %v", err)
		}
		if _, err := w.ledger.Post(t.Context(), ledger.Settlement{ID: under.Transfer.ID}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.service.RequestAll(t.Context(), m, 300*baht, key); err != nil {
			t.Errorf("the same call, when it is there: %v", err)
		}
	})
}

// Nothing is paid automatically to an account whose holder the bank does not confirm. While the bank does not answer, the request
// waits; then an operator looks.
func TestTheNameInquiryDecides(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]withdraw.State{
		"": withdraw.Paid, "refuse": withdraw.Review, "not_found": withdraw.Review, "down": withdraw.Paid, "garbage": withdraw.Paid,
	} {
		t.Run("fault "+mode, func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				w := newWorld(t, s, options{})
				m := w.member(500 * baht)
				if mode != "" {
					w.outside.AddFault(sandboxtest.Fault{Target: "payout", Op: "verify", Mode: mode})
				}
				r := w.request(m, 100*baht)
				w.untilState(r.Reference, want)
				if x := w.find(r.Reference); want == withdraw.Review && (len(x.Why) != 1 || x.Why[0] != "account not verified") {
					t.Errorf("why: %v", x.Why)
				}
				w.agree()
			})
		})
	}
	t.Run("the bank never says", func(t *testing.T) {
		t.Parallel()
		storetest.Each(t, func(t *testing.T, s *store.Store) {
			w := newWorld(t, s, options{})
			m := w.member(500 * baht)
			w.outside.AddFault(sandboxtest.Fault{Target: "payout", Op: "verify", Mode: "down", Count: 1000})
			r := w.request(m, 100*baht)
			w.untilState(r.Reference, withdraw.Review)
			w.proofs.proven = true // money that came from the account proves it as well
			w.untilState(w.request(m, 100*baht).Reference, withdraw.Paid)
		})
	})
}

func TestTheTotalMustBeReadable(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		m := w.member(500 * baht)
		w.totals.err = errors.New("a game can't be read")
		r := w.request(m, 100*baht)
		pass(time.Minute - time.Second)
		if x := w.find(r.Reference); x.State != withdraw.Requested {
			t.Errorf("before its patience was over it was %s", x.State)
		}
		w.untilState(r.Reference, withdraw.Review)
		if x := w.find(r.Reference); len(x.Why) != 1 || x.Why[0] != "total not stable" {
			t.Errorf("why: %v", x.Why)
		}
		if w.wallet(m) != 400*baht || len(w.outside.Payouts()) != 0 {
			t.Errorf("under review the wallet has %s and the bank %v", w.wallet(m), w.outside.Payouts())
		}
	})
}

// A withdrawal in review that waits only for something temporary is paid once that has passed. One that an operator has opened
// stays with the operator.
func TestWhatPassesIsJudgedAgain(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		m := w.member(5000 * baht)
		w.totals.err = errors.New("a game can't be read")
		alone, opened := w.request(m, 100*baht), w.request(m, 200*baht)
		w.untilState(alone.Reference, withdraw.Review)
		w.untilState(opened.Reference, withdraw.Review)
		w.outside.AddFault(sandboxtest.Fault{Target: "payout", Op: "verify", Mode: "down", Count: 1000})
		if x := w.find(alone.Reference); !x.Passing || x.InHand {
			t.Errorf("%+v", x)
		}
		if err := w.decide(func(tx *store.Tx) error { return w.service.TakeTx(t.Context(), tx, opened.Reference) }); err != nil {
			t.Fatal(err)
		}
		pass(4 * time.Minute)
		if x := w.find(alone.Reference); x.State != withdraw.Review {
			t.Errorf("nothing has passed, and it is %s", x.State)
		}
		w.totals.err = nil
		w.untilState(alone.Reference, withdraw.Paid)
		w.untilReason(m, alone.Reference, fault.SUCCESS)
		if x := w.find(alone.Reference); !x.Automatic {
			t.Error("no person approved it")
		}
		pass(4 * time.Minute)
		if x := w.find(opened.Reference); x.State != withdraw.Review || !x.InHand || len(w.outside.Payouts()) != 1 {
			t.Errorf("an operator has it, and it is %s; paid %v", x.State, w.outside.Payouts())
		}
		w.agree()
	})
}

// A withdrawal that fails another condition, too, or whose promise is over, stays for an operator.
func TestWhatDoesNotPassIsNotJudgedAgain(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		w.service.Timing.Promise = 5 * time.Minute // instead of a day: fewer turns
		m := w.member(500_000 * baht)
		w.totals.err = errors.New("a game can't be read")
		large, old := w.request(m, 30_000*baht), w.request(m, 100*baht)
		w.untilState(large.Reference, withdraw.Review)
		w.untilState(old.Reference, withdraw.Review)
		if x := w.find(large.Reference); x.Passing || len(x.Why) != 2 {
			t.Errorf("%+v", x)
		}
		pass(4 * time.Minute)
		w.totals.err = nil
		pass(4 * time.Minute)
		for name, r := range map[string]string{"large": large.Reference, "old": old.Reference} {
			if x := w.find(r); x.State != withdraw.Review {
				t.Errorf("the %s one is %s", name, x.State)
			}
		}
	})
}

func TestOperatorsApproveAndReturn(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{settings: `{"requiredPlayPercent": 0, "reviewFirst": true}`})
		m := w.member(500 * baht)
		yes, no := w.request(m, 100*baht), w.request(m, 200*baht)
		w.untilState(yes.Reference, withdraw.Review)
		w.untilState(no.Reference, withdraw.Review)
		w.untilReason(m, yes.Reference, fault.WITHDRAW_REVIEW) // the statement says why it waits
		waiting, err := w.service.Waiting(t.Context(), 10)
		if err != nil || len(waiting) != 2 || waiting[0].Why[0] != "first withdrawal" || waiting[0].Account.Number != "" {
			t.Errorf("waiting: %+v, %v", waiting, err)
		}
		if n, since, err := w.service.InReview(t.Context()); err != nil || n != 2 || !since.Equal(waiting[0].Since) {
			t.Errorf("in review: %d since %s, %v", n, since, err)
		}
		approve := func(reference string) error {
			return w.decide(func(tx *store.Tx) error {
				_, err := w.service.ApproveTx(t.Context(), tx, reference)
				return err
			})
		}
		giveBack := func(reference string) error {
			return w.decide(func(tx *store.Tx) error {
				_, err := w.service.ReturnTx(t.Context(), tx, reference, fault.TRANSFER_FAIL)
				return err
			})
		}
		if err := approve(yes.Reference); err != nil {
			t.Fatal(err)
		}
		if err := giveBack(no.Reference); err != nil {
			t.Fatal(err)
		}
		w.untilState(yes.Reference, withdraw.Paid)
		w.untilReason(m, yes.Reference, fault.SUCCESS) // that wait is over
		if n, since, err := w.service.InReview(t.Context()); err != nil || n != 0 || !since.IsZero() {
			t.Errorf("all decided, in review: %d since %s, %v", n, since, err)
		}
		if x := w.find(yes.Reference); x.Automatic {
			t.Error("a person approved it")
		}
		for _, err := range []error{
			approve(yes.Reference), approve(no.Reference), giveBack(yes.Reference), giveBack(no.Reference), approve("nosuch"),
		} {
			if !fault.Is(err, fault.NO_DATA) {
				t.Errorf("decided twice: %v", err)
			}
		}
		if w.wallet(m) != 400*baht {
			t.Errorf("the wallet has %s", w.wallet(m))
		}
		w.agree()
	})
}

func TestTheHouseBrake(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{settings: `{"requiredPlayPercent": 0, "reviewFirst": false, "housePerHour": 250}`})
		var references []string
		for range 4 {
			references = append(references, w.request(w.member(500*baht), 100*baht).Reference)
		}
		paid, review := 0, 0
		w.until("all are decided", func() bool {
			paid, review = 0, 0
			for _, r := range references {
				switch x := w.find(r); x.State {
				case withdraw.Paid:
					paid++
				case withdraw.Review:
					review++
				default:
				}
			}
			return paid+review == 4
		})
		if paid != 2 || review != 2 {
			t.Errorf("%d paid and %d in review with room for two", paid, review)
		}
	})
}

// Nobody learns an account's number from what the database stores about it.
func TestAccountsAreSealed(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{still: true})
		r := w.request(w.member(500*baht), 100*baht)
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

func eachWithClock(t *testing.T, test func(t *testing.T, s *store.Store, now *clock.Fake)) {
	t.Helper()
	storetest.EachAt(t, time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC), test)
}
