package deposit_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"krapao/connect/truemoney"
	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// links is the world with an issuer of wallet links: the real adapter and the sandbox at the other end.
type links struct {
	*world
	options linkOptions
	// asked counts the calls to the issuer.
	asked atomic.Int64
	// hinted hears of members whose screens are out of date.
	hinted func(member string)
}

type linkOptions struct {
	clock    clock.Clock
	settings string
	nodes    int
	limits   deposit.Limits
	// issuer wraps the adapter.
	issuer func(deposit.Issuer) deposit.Issuer
}

const ours = "0918765432"

func newLinks(t *testing.T, s *store.Store, o linkOptions) *links {
	t.Helper()
	l := &links{world: newWorld(t, s, options{clock: o.clock, settings: o.settings, noCallbacks: true}), options: o}
	l.nodes = nil
	for range max(o.nodes, 1) {
		l.nodes = append(l.nodes, l.start(o.issuer))
	}
	if known := sandbox.DemoCredentials().TrueMoney.Mobile; known != ours {
		t.Fatalf("the sandbox takes %s for us", known)
	}
	return l
}

// start is one more server on the same database.
func (l *links) start(wrap func(deposit.Issuer) deposit.Issuer) *deposit.Service {
	l.t.Helper()
	settings := l.outside.Line(callTime)
	settings.ShutAfter = 1000
	var issuer deposit.Issuer = truemoney.New(truemoney.Config{
		BaseURL: l.outside.URL + "/truemoney", Mobile: ours, Line: settings, Now: l.clock.Now,
	})
	issuer = counting{issuer, &l.asked}
	if wrap != nil {
		issuer = wrap(issuer)
	}
	return deposit.New(deposit.Deps{
		Store: l.store, Books: l.ledger, Members: l.members, Box: box(l.t), Issuer: issuer, Limits: l.options.limits,
		Changed: l.hinted, Log: slog.New(slog.DiscardHandler),
	})
}

type counting struct {
	deposit.Issuer
	asked *atomic.Int64
}

func (c counting) Verify(ctx context.Context, code string) (deposit.Voucher, error) {
	c.asked.Add(1)
	return c.Issuer.Verify(ctx, code)
}

func (c counting) Redeem(ctx context.Context, code string, sendBy time.Time) (deposit.Redemption, error) {
	c.asked.Add(1)
	return c.Issuer.Redeem(ctx, code, sendBy)
}

// operation is a new tap of a member's.
func operation() ledger.Key { return ledger.InternalKey("test", id.Text(16)) }

// hand hands a link in.
func (l *links) hand(member, link string) (deposit.Link, error) {
	l.t.Helper()
	return l.nodes[0].RedeemLink(l.t.Context(), member, operation(), link)
}

// refused demands that a link is refused with a code.
func (l *links) refused(member, link string, want fault.Code) {
	l.t.Helper()
	if got, err := l.hand(member, link); !fault.Is(err, want) {
		l.t.Errorf("%s: %+v, %v; want %s", link, got, err, want)
	}
}

// voucher makes a voucher of so many baht.
func (l *links) voucher(amount json.Number) string {
	l.t.Helper()
	return l.outside.Voucher(sandboxtest.Voucher{Amount: amount})
}

// settled lets the jobs of all nodes work until done.
func (l *links) settled(what string, done func() bool) {
	l.t.Helper()
	if !everySecond(l.job, done) {
		l.t.Fatalf("not within a minute: %s; open: %+v", what, l.open())
	}
}

// job is one look of every node's job.
func (l *links) job() {
	l.t.Helper()
	for _, n := range l.nodes {
		if _, err := n.SettleLinks(l.t.Context()); err != nil {
			l.t.Fatal(err)
		}
	}
}

func (l *links) open() []deposit.OpenLink {
	l.t.Helper()
	list, err := l.nodes[0].OpenLinks(l.t.Context(), 0, 100)
	if err != nil {
		l.t.Fatal(err)
	}
	return list
}

func (l *links) has(member string) money.Amount { return l.balance(ledger.Wallet(member)) }

// agree demands that what our wallet got is what the books say.
func (l *links) agree() {
	l.t.Helper()
	text := l.outside.Totals().VouchersRedeemed.String()
	got, err := money.Parse(text)
	if err != nil {
		l.t.Fatalf("totals: %q: %v", text, err)
	}
	if booked := -l.balance(ledger.Bank("TRUE")); booked != got {
		l.t.Errorf("our wallet got %s, the books have %s", got, booked)
	}
}

// rows counts the member's links in a state.
func (l *links) rows(member, state string) (n int) {
	l.t.Helper()
	err := l.store.DB().QueryRowContext(l.t.Context(),
		`SELECT count(*) FROM wallet_link WHERE member = $1 AND state = $2`, member, state).Scan(&n)
	if err != nil {
		l.t.Fatal(err)
	}
	return n
}
