package settle_test

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

const member = "NOK0MEMBER00"

// node is one node's ledger on a shared store.
type node struct {
	*ledger.Ledger
	t   *testing.T
	clk *clock.Fake
}

// noon is the time of the stores' clock until a test moves it. The workers' own time is the bubble's: a node whose clock jumped
// while its worker did nothing was paused.
var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func open(t *testing.T, s *store.Store, clk *clock.Fake) *node {
	t.Helper()
	l, err := ledger.Open(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return &node{l, t, clk}
}

// fund opens the wallet and puts money into it.
func (n *node) fund(s *store.Store, amount money.Amount) {
	n.t.Helper()
	ctx := context.Background()
	if err := s.Write(ctx, func(tx *store.Tx) error { return n.OpenTx(ctx, tx, ledger.Wallet(member)) }); err != nil {
		n.t.Fatal(err)
	}
	if _, err := n.Move(ctx, ledger.Order{
		Key: ledger.InternalKey("fund"), Kind: "deposit", Debit: ledger.Bank("kbank"), Credit: ledger.Wallet(member),
		Amount: amount, Member: member,
	}); err != nil {
		n.t.Fatal(err)
	}
}

// withdrawal reserves 10 baht, due at once.
func (n *node) withdrawal(number int) ledger.ID {
	n.t.Helper()
	r, err := n.Reserve(context.Background(), ledger.Order{
		Key: ledger.InternalKey("withdraw", strconv.Itoa(number)), Kind: "withdraw", Debit: ledger.Wallet(member),
		Credit: ledger.Payout,
		Amount: 10 * money.Baht, Member: member, DueAt: n.clk.Now(),
	})
	if err != nil {
		n.t.Fatal(err)
	}
	return r.Transfer.ID
}

// work runs a worker until the test ends or stop is called.
func (n *node) work(handle settle.Handler, observe func(settle.Outcome)) (stop func()) {
	n.t.Helper()
	w, err := settle.New(n.Ledger, settle.Settings{
		Clock:   n.clk,
		Observe: func(_ ledger.Kind, o settle.Outcome, _ time.Duration) { observe(o) },
	})
	if err != nil {
		n.t.Fatal(err)
	}
	w.Handle("withdraw", settle.Lane{Handle: handle})
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { w.Run(ctx) })
	stop = func() { cancel(); wg.Wait() }
	n.t.Cleanup(stop)
	return stop
}

func ignore(settle.Outcome) {}

// until lets virtual time pass, second by second, and gives up after an hour of it.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for range 3600 {
		if ok() {
			return
		}
		time.Sleep(time.Second)
	}
	t.Errorf("not within an hour: %s", what)
}

func TestSeveralWorkersSettleEachTransferOnce(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, noon, func(t *testing.T, s *store.Store, clk *clock.Fake) {
		const count = 60
		nodes := []*node{open(t, s, clk), open(t, s, clk), open(t, s, clk)}
		nodes[0].fund(s, 1000*money.Baht)
		for i := range count {
			nodes[0].withdrawal(i)
		}
		var mu sync.Mutex
		handled := map[ledger.ID]int{}
		var fresh atomic.Int64
		for _, n := range nodes {
			n.work(func(ctx context.Context, tr ledger.Transfer) (settle.Result, error) {
				mu.Lock()
				handled[tr.ID]++
				mu.Unlock()
				r, err := n.Post(ctx, ledger.Settlement{ID: tr.ID, Fence: tr.Fence})
				if err != nil {
					return settle.Result{}, err
				}
				if !r.Replayed {
					fresh.Add(1)
				}
				return settle.Settled(), nil
			}, ignore)
		}
		until(t, "all settled", func() bool { return fresh.Load() == count })
		b, err := nodes[0].Balance(context.Background(), ledger.Wallet(member))
		if err != nil || b.Posted != 400*money.Baht || b.Reserved != 0 {
			t.Errorf("wallet %+v, %v", b, err)
		}
		mu.Lock()
		defer mu.Unlock()
		for id, times := range handled {
			if times != 1 {
				t.Errorf("transfer %d was asked about %d times within its lease", id, times)
			}
		}
	})
}

func TestAPausedWorkerIsRefused(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, noon, func(t *testing.T, s *store.Store, clk *clock.Fake) {
		paused, other := open(t, s, clk), open(t, s, clk)
		paused.fund(s, 100*money.Baht)
		id := paused.withdrawal(0)
		claimed, wake, outcomes := make(chan struct{}), make(chan struct{}), make(chan settle.Outcome, 1)
		stop := paused.work(func(ctx context.Context, tr ledger.Transfer) (settle.Result, error) {
			close(claimed)
			<-wake
			_, err := paused.Void(ctx, ledger.Settlement{ID: tr.ID, Fence: tr.Fence}) // what it learned before it was paused
			return settle.Settled(), err
		}, func(o settle.Outcome) { outcomes <- o })
		<-claimed
		clk.Advance(time.Minute) // its lease is over
		again := make(chan struct{})
		var once sync.Once
		other.work(func(context.Context, ledger.Transfer) (settle.Result, error) {
			once.Do(func() { close(again) })
			return settle.AgainIn(time.Hour, ledger.Detail{}), nil
		}, ignore)
		<-again
		close(wake)
		if o := <-outcomes; o != settle.OutcomeFenced {
			t.Errorf("the paused worker's attempt: %s; want fenced", o)
		}
		stop()
		tr, err := other.Find(context.Background(), id)
		if err != nil || tr.State != ledger.Pending || tr.Fence != 2 {
			t.Errorf("transfer %+v, %v; want it pending with the second lease", tr, err)
		}
	})
}

func TestADeadWorkersTransferIsPickedUpAfterItsLease(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, noon, func(t *testing.T, s *store.Store, clk *clock.Fake) {
		dead, alive := open(t, s, clk), open(t, s, clk)
		dead.fund(s, 100*money.Baht)
		id := dead.withdrawal(0)
		if got, err := dead.Claim(context.Background(), ledger.ClaimRequest{
			Kinds: []ledger.Kind{"withdraw"}, Limit: 1, Lease: 30 * time.Second,
		}); err != nil || len(got) != 1 {
			t.Fatalf("claimed %v, %v", got, err)
		}
		var handled atomic.Int64
		alive.work(func(ctx context.Context, tr ledger.Transfer) (settle.Result, error) {
			handled.Add(1)
			_, err := alive.Post(ctx, ledger.Settlement{ID: tr.ID, Fence: tr.Fence})
			return settle.Settled(), err
		}, ignore)
		clk.Advance(29 * time.Second)
		time.Sleep(time.Minute) // a poll a second
		if handled.Load() != 0 {
			t.Error("asked about while it is leased")
		}
		clk.Advance(time.Second)
		until(t, "picked up", func() bool {
			tr, err := alive.Find(context.Background(), id)
			return err == nil && tr.State == ledger.Posted
		})
	})
}

func TestAnUnknownOutcomeWaitsWithItsReasonAndKeepsTheMoney(t *testing.T) {
	t.Parallel()
	storetest.EachAt(t, noon, func(t *testing.T, s *store.Store, clk *clock.Fake) {
		n := open(t, s, clk)
		n.fund(s, 100*money.Baht)
		id := n.withdrawal(0)
		var asked atomic.Int64
		n.work(func(ctx context.Context, tr ledger.Transfer) (settle.Result, error) {
			if asked.Add(1) < 3 {
				return settle.Again(ledger.Detail{Note: "the bank does not answer"}), nil
			}
			_, err := n.Post(ctx, ledger.Settlement{ID: tr.ID, Fence: tr.Fence})
			return settle.Settled(), err
		}, ignore)
		until(t, "the first attempt is written down", func() bool {
			tr, err := n.Find(context.Background(), id)
			return err == nil && tr.Detail.Note == "the bank does not answer"
		})
		b, err := n.Balance(context.Background(), ledger.Wallet(member))
		if err != nil || b.Reserved != 10*money.Baht || asked.Load() != 1 {
			t.Errorf("wallet %+v, %v, asked %d times", b, err, asked.Load())
		}
		until(t, "settled", func() bool {
			clk.Advance(time.Second)
			tr, err := n.Find(context.Background(), id)
			return err == nil && tr.State == ledger.Posted
		})
	})
}
