package deposit_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// A gateway that is down is asked about a code every five seconds while the code is new, then after a twentieth of its age,
// and every ten minutes at the least, however old it is.
func TestAGatewayThatIsDownIsAskedLessAndLessOften(t *testing.T) {
	t.Parallel()
	eachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := newWorld(t, s, options{clock: now, noCallbacks: true})
		polls := func() int {
			pass(time.Minute) // the line leaves it alone for some seconds, too
			n, err := w.nodes[0].Poll(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		m, began := w.member(), now.Now()
		q := w.create(m, 100*money.Baht)
		w.outside.Pay(q.ID, somebody)
		w.outside.AddFault(sandboxtest.Fault{Target: "qr:KBANK", Op: "check", Mode: "down", Count: 1000})
		for _, row := range []struct{ age, pause time.Duration }{
			{5 * time.Second, 5 * time.Second},
			{99 * time.Second, 5 * time.Second},
			{10 * time.Minute, 30 * time.Second},
			{2 * time.Hour, 6 * time.Minute},
			{200 * time.Minute, 10 * time.Minute},
			{20 * 24 * time.Hour, 10 * time.Minute},
		} {
			now.Advance(row.age - now.Now().Sub(began))
			if n := polls(); n != 1 {
				t.Errorf("%s old: %d are asked about", row.age, n)
			}
			now.Advance(row.pause - time.Second)
			if polls() != 0 {
				t.Errorf("%s old: asked again before %s", row.age, row.pause)
			}
			now.Advance(time.Second)
			if polls() != 1 {
				t.Errorf("%s old: not asked again after %s", row.age, row.pause)
			}
		}
		w.outside.ClearFaults()
		now.Advance(10*time.Minute + time.Second) // the last one was a little older
		if polls() != 1 || w.balance(ledger.Wallet(m)) != 100*money.Baht {
			t.Errorf("the wallet has %s", w.balance(ledger.Wallet(m)))
		}
		w.agree()
	})
}

// halt is where a node stands still, as if it had died, until it may go on.
type halt struct{ begun, on chan struct{} }

func newHalt() halt { return halt{make(chan struct{}), make(chan struct{})} }

func (h halt) stand() {
	h.begun <- struct{}{}
	<-h.on
}

// reached begins a node's round of a job, returns once it stands still, and gives what ends the round: it was only asleep.
func (h halt) reached(t *testing.T, round func(context.Context) (int, error)) (wakes func()) {
	t.Helper()
	over := make(chan error)
	go func() {
		_, err := round(t.Context())
		over <- err
	}()
	select {
	case <-h.begun:
	case err := <-over:
		t.Fatalf("the node asks nothing: %v", err)
	}
	return func() {
		t.Helper()
		close(h.on)
		if err := <-over; err != nil {
			t.Error(err)
		}
	}
}

// halting is a gateway whose node stands still after an inquiry was begun.
type halting struct {
	deposit.QRGateway
	halt
}

func (h halting) Inquire(ctx context.Context, q deposit.QRRef) (deposit.QRState, error) {
	h.stand()
	return h.QRGateway.Inquire(ctx, q)
}

// A node that dies while it asks about a code leaves it to the others: not before its calls can be over, and not much later.
func TestANodeThatDiesWhileItPolls(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		h := newHalt()
		w := newWorld(t, s, options{noCallbacks: true, gateway: func(g deposit.QRGateway) deposit.QRGateway { return halting{g, h} }})
		m := w.member()
		q := w.create(m, 100*money.Baht)
		w.outside.Pay(q.ID, somebody)
		dead := w.nodes[0]
		w.nodes[0] = w.node(options{})
		pass(5 * time.Second)
		wakes := h.reached(t, dead.Poll)
		died := time.Now()
		w.until("another node has booked it", func() bool { return w.balance(ledger.Wallet(m)) == 100*money.Baht })
		const calls = 30 * time.Second // an inquiry and a cancellation, 15 s each
		if took := time.Since(died); took < calls || took > calls+2*time.Second {
			t.Errorf("taken over after %s", took)
		}
		wakes()
		if got := w.balance(ledger.Wallet(m)); got != 100*money.Baht {
			t.Errorf("the wallet has %s", got)
		}
		w.agree()
	})
}

// late is a gateway whose calls are made late: the node stands still just before.
type late struct {
	deposit.QRGateway
	by time.Duration
}

func (l late) Create(ctx context.Context, o deposit.QROrder) (deposit.QRCode, error) {
	pass(l.by)
	return l.QRGateway.Create(ctx, o)
}

// deadBefore takes the server down right before the gateway is asked.
type deadBefore struct{ deposit.QRGateway }

func (deadBefore) Create(context.Context, deposit.QROrder) (deposit.QRCode, error) {
	panic("power cut")
}

// A code is asked for within ten seconds of its intent, or not at all: after that the poll job may have found that the gateway
// does not know it. One that the gateway never had is at an end after a minute.
func TestACodeIsAskedForInTimeOrNotAtAll(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, options{})
		for by, shown := range map[time.Duration]bool{9 * time.Second: true, 10 * time.Second: false} {
			m := w.member()
			before := len(w.outside.Codes())
			node := w.node(options{gateway: func(g deposit.QRGateway) deposit.QRGateway { return late{g, by} }})
			q, err := node.CreateQR(t.Context(), m, "KBANK", 100)
			made := len(w.outside.Codes()) - before
			if shown {
				if err != nil || !q.Shown || made != 1 {
					t.Errorf("late by %s: %+v, %v, %d at the bank", by, q, err, made)
				}
				continue
			}
			if err == nil && q.Shown || made != 0 {
				t.Errorf("late by %s: %+v, %v, %d at the bank", by, q, err, made)
			}
		}
		m := w.member()
		began := time.Now()
		func() {
			defer func() { _ = recover() }()
			died := w.node(options{gateway: func(g deposit.QRGateway) deposit.QRGateway { return deadBefore{g} }})
			_, _ = died.CreateQR(t.Context(), m, "KBANK", 100)
		}()
		ended := func() bool { return w.openCodes(m) == 0 }
		w.until("half a minute passes", func() bool { return time.Since(began) > 30*time.Second })
		if ended() {
			t.Error("a code that may be on its way is at an end after half a minute")
		}
		w.until("it is at its end", ended)
		if took := time.Since(began); took < time.Minute || took > time.Minute+7*time.Second {
			t.Errorf("at its end after %s", took)
		}
	})
}

// haltingIssuer is an issuer whose node stands still after a question was begun.
type haltingIssuer struct {
	deposit.Issuer
	halt
}

func (h haltingIssuer) Verify(ctx context.Context, code string) (deposit.Voucher, error) {
	h.stand()
	return h.Issuer.Verify(ctx, code)
}

// A node that dies while it works on a link leaves it to the others after twice the time that a request has for it.
func TestANodeThatDiesWhileItSettlesALink(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newLinks(t, s, linkOptions{})
		m := w.member()
		w.outside.AddFault(sandboxtest.Fault{Target: "truemoney", Mode: "lost_reply"})
		if got, err := w.hand(m, w.voucher("88")); answerOf(got, err) != "pending" {
			t.Fatalf("%+v, %v", got, err)
		}
		h := newHalt()
		dead := w.start(func(i deposit.Issuer) deposit.Issuer { return haltingIssuer{i, h} })
		pass(10 * time.Second)
		wakes := h.reached(t, dead.SettleLinks)
		died := time.Now()
		w.settled("another node has credited it", func() bool { return w.has(m) == 88_00 })
		if took := time.Since(died); took < 50*time.Second || took > 52*time.Second {
			t.Errorf("taken over after %s", took)
		}
		wakes()
		if w.has(m) != 88_00 {
			t.Errorf("the member has %s", w.has(m))
		}
		w.agree()
	})
}

// A link whose outcome nobody tells is asked about every ten minutes at least, and every hour once it is an operator's case.
func TestHowOftenAnIssuerIsAsked(t *testing.T) {
	t.Parallel()
	eachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		var asked atomic.Int64
		w := newLinks(t, s, linkOptions{clock: now, issuer: func(i deposit.Issuer) deposit.Issuer { return counting{vague{i}, &asked} }})
		w.outside.AddFault(sandboxtest.Fault{Target: "truemoney", Mode: "lost_reply"})
		if got, err := w.hand(w.member(), w.voucher("70")); answerOf(got, err) != "pending" {
			t.Fatalf("%+v, %v", got, err)
		}
		every := func(what string, pause time.Duration) {
			t.Helper()
			before := asked.Load()
			now.Advance(pause - time.Second)
			if w.job(); asked.Load() != before {
				t.Errorf("%s: asked again before %s", what, pause)
			}
			now.Advance(time.Second)
			if w.job(); asked.Load() == before {
				t.Errorf("%s: not asked again after %s", what, pause)
			}
		}
		for range 12 {
			now.Advance(10 * time.Minute)
			w.job()
		}
		every("two hours old", 10*time.Minute)
		now.Advance(23 * time.Hour)
		w.job()
		every("an operator's case", time.Hour)
	})
}

// haltingFeed is a feed whose node stands still after a question was begun.
type haltingFeed struct {
	deposit.Feed
	halt
}

func (h haltingFeed) Lines(ctx context.Context, account, after string) (deposit.FeedPage, error) {
	h.stand()
	return h.Feed.Lines(ctx, account, after)
}

// A statement is read every two seconds; one that fails, the more rarely the longer it has been failing, but every minute; that
// of an account that is not shown any more, for thirty days. What a node died at is read by another after a minute.
func TestWhenAStatementIsRead(t *testing.T) {
	t.Parallel()
	eachBank(t, 1, func(t *testing.T, w *bankWorld) {
		m := w.holder(somchai)
		w.nodes[0] = w.startWith(w.bank.connect(), deposit.Timing{})
		asked := func() (n int) {
			t.Helper()
			pass(time.Minute) // the line leaves a bank alone for some seconds that fails; the product's clock stands
			before := w.bank.asked
			if _, err := w.nodes[0].ReadFeeds(t.Context()); err != nil {
				t.Fatal(err)
			}
			return w.bank.asked - before
		}
		every := func(what string, pause time.Duration) {
			t.Helper()
			w.now.Advance(pause - time.Microsecond)
			if asked() != 0 {
				t.Errorf("%s: read again before %s", what, pause)
			}
			w.now.Advance(time.Microsecond)
			if asked() != 1 {
				t.Errorf("%s: not read again after %s", what, pause)
			}
		}
		if asked() != 1 {
			t.Error("not read at first")
		}
		every("in order", 2*time.Second)
		w.bank.shut(true)
		w.now.Advance(2 * time.Second)
		if asked() != 1 {
			t.Error("not read")
		}
		every("failing", 2*time.Second)
		every("failing for 2 s", 2*time.Second)
		every("failing for 4 s", 4*time.Second)
		w.now.Advance(time.Hour)
		if asked() != 1 {
			t.Error("not read")
		}
		every("failing for an hour", time.Minute)
		w.bank.shut(false)
		w.bank.enter(w.paid(1, hundred, somchai))
		every("failing for longer", time.Minute)
		w.wants("in order again", 0, map[string]money.Amount{m: hundred})

		w.bank.enter(w.paid(2, hundred, somchai))
		w.now.Advance(2 * time.Second)
		h := newHalt()
		wakes := h.reached(t, w.startWith(haltingFeed{w.bank.connect(), h}, deposit.Timing{}).ReadFeeds)
		every("a node has died", time.Minute)
		w.wants("taken over", 0, map[string]money.Amount{m: 2 * hundred})
		wakes()
		w.wants("it was asleep", 0, map[string]money.Amount{m: 2 * hundred})

		w.apply(`[]`, `{}`)
		w.now.Advance(30*24*time.Hour - time.Minute)
		w.bank.enter(w.paid(3, hundred, somchai))
		if asked() == 0 {
			t.Error("not read for thirty days after its end")
		}
		w.wants("after its end", 0, map[string]money.Amount{m: 3 * hundred})
		w.now.Advance(2 * time.Minute)
		if asked() != 0 {
			t.Error("read for ever")
		}
	})
}
