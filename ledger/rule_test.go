package ledger_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

func TestTheSameKeyAnswersTheSameForEver(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b, ctx := setup(t, s), context.Background()
		b.deposit(nok, 100)
		o := withdrawal(nok, 80)
		first, err := b.Reserve(ctx, o)
		if err != nil || first.Replayed {
			t.Fatalf("%+v, %v", first, err)
		}
		again, err := b.Reserve(ctx, o) // 20 are left: a new order of 80 would be refused
		if err != nil || !again.Replayed || !cmp.Equal(again.Transfer, first.Transfer) {
			t.Errorf("again: %+v, %v", again, err)
		}
		if _, err := b.Void(ctx, ledger.Settlement{ID: first.Transfer.ID}); err != nil {
			t.Fatal(err)
		}
		after, err := b.Reserve(ctx, o)
		if err != nil || !after.Replayed || after.Transfer.State != ledger.Voided {
			t.Errorf("after the void: %+v, %v", after, err)
		}
		b.hasBalance(ledger.Wallet(nok), 100, 0)

		for name, change := range map[string]func(*ledger.Order){
			"amount":  func(o *ledger.Order) { o.Amount++ },
			"kind":    func(o *ledger.Order) { o.Kind = "adjustment" },
			"debit":   func(o *ledger.Order) { o.Debit = ledger.Wallet(lek) },
			"credit":  func(o *ledger.Order) { o.Credit = ledger.Adjustment },
			"member":  func(o *ledger.Order) { o.Member = lek },
			"from":    func(o *ledger.Order) { o.Detail.From = "JOKER" },
			"to":      func(o *ledger.Order) { o.Detail.To = "JOKER" },
			"swapped": func(o *ledger.Order) { o.Detail.From, o.Detail.To = "", "WALLET" },
		} {
			other := o
			change(&other)
			if _, err := b.Reserve(ctx, other); !fault.Is(err, fault.IDEMPOTENCY_MISMATCH) {
				t.Errorf("another %s: %v", name, err)
			}
		}
		noted := o
		noted.Detail.Note = "sent again"
		if r, err := b.Reserve(ctx, noted); err != nil || !r.Replayed {
			t.Errorf("with a note: %+v, %v", r, err)
		}
		b.clean()
	})
}

func TestARefusalIsRememberedByItsKey(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b, ctx := setup(t, s), context.Background()
		o := withdrawal(nok, 80)
		_, first := b.Reserve(ctx, o)
		wantCode(t, first, fault.MONEY_NOT_ENOUGH)
		b.deposit(nok, 100)
		_, again := b.Reserve(ctx, o)
		wantCode(t, again, fault.MONEY_NOT_ENOUGH)
		if first.Error() != again.Error() {
			t.Errorf("%q, then %q", first, again)
		}
		other := o
		other.Amount = 50
		_, err := b.Reserve(ctx, other)
		wantCode(t, err, fault.IDEMPOTENCY_MISMATCH)
		_, found, err := b.FindByKey(ctx, o.Key)
		if !found {
			t.Error("the key was not found")
		}
		wantCode(t, err, fault.MONEY_NOT_ENOUGH)
		if _, found, err = b.FindByKey(ctx, newKey()); found || err != nil {
			t.Errorf("a key never used: %v, %v", found, err)
		}
		b.hasBalance(ledger.Wallet(nok), 100, 0)
		b.clean()
	})
}

func TestAnAreasRefusalIsRememberedWithItsParameters(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b, ctx := setup(t, s), context.Background()
		o := withdrawal(nok, 80)
		b.deposit(nok, 100)
		refused := fault.New(fault.WITHDRAW_MAXIMUM, "over the day's limit").With("limit", "500")
		b.tx(func(tx *store.Tx) error { return b.RejectTx(ctx, tx, o.Key, o, refused) })
		b.tx(func(tx *store.Tx) error {
			return b.RejectTx(ctx, tx, o.Key, o, fault.New(fault.NO_BANK, "a second one does not count"))
		})
		_, err := b.Reserve(ctx, o)
		wantCode(t, err, fault.WITHDRAW_MAXIMUM)
		if got := fault.Of(err).Params["limit"]; got != "500" {
			t.Errorf("limit %v", got)
		}
		other := o
		other.Amount++
		_, err = b.Move(ctx, other)
		wantCode(t, err, fault.IDEMPOTENCY_MISMATCH)
		foreign := withdrawal(nok, 80)
		b.tx(func(tx *store.Tx) error {
			return b.RejectTx(ctx, tx, foreign.Key, map[string]int{"amount": 80}, refused)
		})
		_, err = b.Reserve(ctx, foreign)
		wantCode(t, err, fault.WITHDRAW_MAXIMUM)
		b.clean()
	})
}

func (b *bundle) tx(body func(tx *store.Tx) error) {
	b.t.Helper()
	if err := b.s.Write(context.Background(), body); err != nil {
		b.t.Fatal(err)
	}
}

func TestAnOrderThatNoBooksCouldAllow(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b, ctx := setup(t, s), context.Background()
		b.deposit(nok, 100)
		for name, tc := range map[string]struct {
			change func(*ledger.Order)
			code   fault.Code
		}{
			"nothing":             {func(o *ledger.Order) { o.Amount = 0 }, fault.INVALID_AMOUNT},
			"negative":            {func(o *ledger.Order) { o.Amount = -1 }, fault.INVALID_AMOUNT},
			"more than fits":      {func(o *ledger.Order) { o.Debit, o.Amount = ledger.Capital, 1<<63-1 }, fault.INVALID_AMOUNT},
			"to itself":           {func(o *ledger.Order) { o.Credit = o.Debit }, fault.TRANSFER_SAME},
			"a wallet unopened":   {func(o *ledger.Order) { o.Debit = ledger.Wallet("NOBODY") }, fault.NO_WALLET},
			"a game unopened":     {func(o *ledger.Order) { o.Credit = ledger.Game("joker", "nobody") }, fault.SLOT_NO_ACCOUNT},
			"a text not in UTF-8": {func(o *ledger.Order) { o.Detail.Note = "\xff" }, fault.INVALID_INPUT},
			"a text with a zero":  {func(o *ledger.Order) { o.Detail.Outside = "a\x00b" }, fault.INVALID_INPUT},
		} {
			o := withdrawal(nok, 10)
			tc.change(&o)
			if _, err := b.Reserve(ctx, o); !fault.Is(err, tc.code) {
				t.Errorf("%s: %v, want %s", name, err, tc.code)
			}
		}
		nameless := withdrawal(nok, 10)
		nameless.Credit = "house:"
		if _, err := b.Reserve(ctx, nameless); err == nil {
			t.Error("an account without a name was made")
		}
		b.hasBalance(ledger.Wallet(nok), 100, 0)
		b.clean()
	})
}

func TestMoneyUnderWayIsSpentAndNotYetThere(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b, ctx := setup(t, s), context.Background()
		b.deposit(nok, 100)
		gameIn := ledger.Order{
			Key: newKey(), Kind: "game_in", Debit: ledger.Wallet(nok), Credit: ledger.Game("joker", "nok"), Amount: 70, Member: nok,
		}
		in, err := b.Reserve(ctx, gameIn)
		if err != nil {
			t.Fatal(err)
		}
		_, err = b.Reserve(ctx, withdrawal(nok, 31))
		wantCode(t, err, fault.MONEY_NOT_ENOUGH)
		gameOut := ledger.Order{
			Key: newKey(), Kind: "game_out", Debit: ledger.Game("joker", "nok"), Credit: ledger.Wallet(nok), Amount: 1, Member: nok,
		}
		_, err = b.Reserve(ctx, gameOut)
		wantCode(t, err, fault.MONEY_NOT_ENOUGH)
		if _, err := b.Post(ctx, ledger.Settlement{ID: in.Transfer.ID}); err != nil {
			t.Fatal(err)
		}
		gameOut.Key = newKey()
		if _, err := b.Move(ctx, gameOut); err != nil {
			t.Error(err)
		}
		if _, err := b.Move(ctx, withdrawal(nok, 31)); err != nil {
			t.Error(err)
		}
		b.hasBalance(ledger.Wallet(nok), 0, 0)
		b.hasBalance(ledger.Game("joker", "nok"), 69, 0)
		b.clean()
	})
}

func TestSettlements(t *testing.T) {
	t.Parallel()
	type settle struct {
		void    bool
		amount  money.Amount
		surplus bool
		fence   int64
		want    error // nil, an error of the package
		code    fault.Code
		replay  bool
	}
	post, void := settle{}, settle{void: true}
	replayed := func(s settle) settle { s.replay = true; return s }
	// The wallet has 100, of which 60 are reserved.
	cases := map[string]struct {
		steps         []settle
		wallet, moved money.Amount // posted at the end, in all
		state         ledger.State
	}{
		"all":                 {[]settle{post}, 40, 60, ledger.Posted},
		"all, by its amount":  {[]settle{{amount: 60}}, 40, 60, ledger.Posted},
		"part":                {[]settle{{amount: 25}}, 75, 25, ledger.Posted},
		"nothing":             {[]settle{void}, 100, 0, ledger.Voided},
		"posted twice":        {[]settle{post, replayed(post)}, 40, 60, ledger.Posted},
		"part twice":          {[]settle{{amount: 25}, {amount: 25, replay: true}}, 75, 25, ledger.Posted},
		"voided twice":        {[]settle{void, replayed(void)}, 100, 0, ledger.Voided},
		"posted, then voided": {[]settle{post, {void: true, want: ledger.ErrSettled}}, 40, 60, ledger.Posted},
		"voided, then posted": {[]settle{void, {want: ledger.ErrSettled}}, 100, 0, ledger.Voided},
		"part, then all":      {[]settle{{amount: 25}, {want: ledger.ErrSettled}}, 75, 25, ledger.Posted},
		"surplus allowed":     {[]settle{{amount: 90, surplus: true}}, 10, 90, ledger.Posted},
		"surplus twice": {
			[]settle{{amount: 90, surplus: true}, {amount: 90, surplus: true, replay: true}}, 10, 90, ledger.Posted,
		},
		"another surplus": {
			[]settle{{amount: 90, surplus: true}, {amount: 91, surplus: true, want: ledger.ErrSettled}}, 10, 90, ledger.Posted,
		},
		"surplus, then part": {
			[]settle{{amount: 90, surplus: true}, {amount: 60, surplus: true, want: ledger.ErrSettled}}, 10, 90, ledger.Posted,
		},
		"surplus refused":          {[]settle{{amount: 61, want: ledger.ErrSurplus}, post}, 40, 60, ledger.Posted},
		"surplus without room":     {[]settle{{amount: 101, surplus: true, code: fault.MONEY_NOT_ENOUGH}, post}, 40, 60, ledger.Posted},
		"surplus allowed, none":    {[]settle{{amount: 50, surplus: true}}, 50, 50, ledger.Posted},
		"negative":                 {[]settle{{amount: -1, code: fault.INVALID_AMOUNT}, void}, 100, 0, ledger.Voided},
		"a fence of the future":    {[]settle{{fence: 3}}, 40, 60, ledger.Posted},
		"an amount is no void's":   {[]settle{{void: true, amount: 20}, replayed(void)}, 100, 0, ledger.Voided},
		"settled, an older fence":  {[]settle{{fence: 1}, {fence: 0, replay: true}}, 40, 60, ledger.Posted},
		"the most room there is":   {[]settle{{amount: 100, surplus: true}}, 0, 100, ledger.Posted},
		"part, then the same void": {[]settle{{amount: 25}, {void: true, want: ledger.ErrSettled}}, 75, 25, ledger.Posted},
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := setup(t, s)
		for name, tc := range cases {
			for _, path := range []string{"batch", "transaction"} {
				wallet, sink := ledger.Wallet(path+name), ledger.GameResult(path+name)
				b.open(wallet)
				b.deposit(path+name, 100)
				o := withdrawal(path+name, 60)
				o.Credit = sink
				r, err := b.Reserve(context.Background(), o)
				if err != nil {
					t.Fatal(err)
				}
				for n, step := range tc.steps {
					got, err := b.settle(path, step.void, ledger.Settlement{
						ID: r.Transfer.ID, Amount: step.amount, Surplus: step.surplus, Fence: step.fence,
					})
					switch {
					case step.code != "":
						wantCode(t, err, step.code)
					case !errors.Is(err, step.want):
						t.Errorf("%s, step %d: %v, want %v", name, n, err, step.want)
					case got.Replayed != step.replay && err == nil:
						t.Errorf("%s, step %d: replayed %v", name, n, got.Replayed)
					case errors.Is(err, ledger.ErrSettled) && got.Transfer.ID != r.Transfer.ID:
						t.Errorf("%s, step %d: the transfer as it stands is missing", name, n)
					}
				}
				b.hasBalance(wallet, tc.wallet, 0)
				b.hasBalance(sink, tc.moved, 0)
				found, err := b.Find(context.Background(), r.Transfer.ID)
				if err != nil || found.State != tc.state || found.Moved != min(tc.moved, 60) {
					t.Errorf("%s: %+v, %v", name, found, err)
				}
			}
		}
		b.clean()
	})
}

func (b *bundle) settle(path string, void bool, s ledger.Settlement) (r ledger.Result, err error) {
	b.t.Helper()
	ctx := context.Background()
	if path == "batch" {
		if void {
			return b.Void(ctx, s)
		}
		return b.Post(ctx, s)
	}
	b.tx(func(tx *store.Tx) error {
		if void {
			r, err = b.VoidTx(ctx, tx, s)
		} else {
			r, err = b.PostTx(ctx, tx, s)
		}
		return nil
	})
	return r, err
}

func TestASurplusIsALinkedTransfer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b, ctx := setup(t, s), context.Background()
		b.deposit(nok, 100)
		r, err := b.Reserve(ctx, withdrawal(nok, 60))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Post(ctx, ledger.Settlement{
			ID: r.Transfer.ID, Amount: 75, Surplus: true, Detail: ledger.Detail{Outside: "x"},
		}); err != nil {
			t.Fatal(err)
		}
		lines, err := b.History(ctx, ledger.Wallet(nok), ledger.HistoryPage{UpTo: math.MaxInt64, Limit: 10})
		if err != nil || len(lines) != 3 {
			t.Fatalf("%+v, %v", lines, err)
		}
		linked := lines[0]
		if linked.Detail.Of != r.Transfer.ID || linked.Amount != 15 || linked.State != ledger.Posted || linked.Detail.Outside != "x" {
			t.Errorf("linked %+v", linked)
		}
		if linked.WalletAfter != 25 || lines[1].WalletAfter != 40 || lines[2].WalletAfter != 100 {
			t.Errorf("wallet after: %d, %d, %d", linked.WalletAfter, lines[1].WalletAfter, lines[2].WalletAfter)
		}
		b.clean()
	})
}

func TestNoTransferToSettle(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := setup(t, s)
		for _, path := range []string{"batch", "transaction"} {
			_, err := b.settle(path, false, ledger.Settlement{ID: 42})
			wantError(t, err, ledger.ErrNoTransfer)
		}
		_, err := b.Find(context.Background(), 42)
		wantError(t, err, ledger.ErrNoTransfer)
	})
}
