package link_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"krapao/connect/truemoney"
	"krapao/deposit"
	"krapao/deposit/deposittest"
	"krapao/deposit/link"
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
	*deposittest.World
	options linkOptions
	// asked counts the calls to the issuer.
	asked atomic.Int64
	// hinted records members whose screens are out of date.
	hinted func(member string)
}

type linkOptions struct {
	clock    clock.Clock
	settings string
	nodes    int
	limits   deposit.Limits
	// issuer wraps the adapter.
	issuer func(link.Issuer) link.Issuer
}

const ours = "0918765432"

func newLinks(t *testing.T, s *store.Store, o linkOptions) *links {
	t.Helper()
	world := deposittest.NewWorld(t, s, deposittest.Options{Clock: o.clock, Settings: o.settings, NoCallbacks: true})
	l := &links{World: world, options: o}
	l.Nodes = nil
	for range max(o.nodes, 1) {
		l.Nodes = append(l.Nodes, l.start(o.issuer))
	}
	if known := sandbox.DemoCredentials().TrueMoney.Mobile; known != ours {
		t.Fatalf("the sandbox takes %s for us", known)
	}
	return l
}

// start starts one more server on the same database.
func (l *links) start(wrap func(link.Issuer) link.Issuer) *deposittest.Node {
	l.T.Helper()
	settings := l.Outside.Outbound(deposittest.CallTime)
	settings.FailureThreshold = 1000
	var issuer link.Issuer = truemoney.New(truemoney.Config{
		BaseURL: l.Outside.URL + "/truemoney", Mobile: ours, Outbound: settings, Now: l.Clock.Now,
	})
	issuer = counting{issuer, &l.asked}
	if wrap != nil {
		issuer = wrap(issuer)
	}
	return deposittest.New(deposittest.Deps{
		Store: l.Store, Books: l.Ledger, Members: l.Members, Box: deposittest.Box(l.T), Issuer: issuer, Limits: l.options.limits,
		Changed: l.hinted, Log: slog.New(slog.DiscardHandler),
	})
}

type counting struct {
	link.Issuer
	asked *atomic.Int64
}

func (c counting) Verify(ctx context.Context, code string) (link.Voucher, error) {
	c.asked.Add(1)
	return c.Issuer.Verify(ctx, code)
}

func (c counting) Redeem(ctx context.Context, code string, sendBy time.Time) (link.Redemption, error) {
	c.asked.Add(1)
	return c.Issuer.Redeem(ctx, code, sendBy)
}

// operation returns the key of a new tap.
func operation() ledger.Key { return ledger.InternalKey("test", id.Text(16)) }

// hand hands a link in.
func (l *links) hand(member, link string) (link.Link, error) {
	l.T.Helper()
	return l.Nodes[0].Links.Redeem(l.T.Context(), member, operation(), link)
}

// refused checks that a link is refused with a code.
func (l *links) refused(member, link string, want fault.Code) {
	l.T.Helper()
	if got, err := l.hand(member, link); !fault.Is(err, want) {
		l.T.Errorf("%s: %+v, %v; want %s", link, got, err, want)
	}
}

// voucher makes a voucher of an amount of baht.
func (l *links) voucher(amount json.Number) string {
	l.T.Helper()
	return l.Outside.Voucher(sandboxtest.Voucher{Amount: amount})
}

// settled lets the jobs of all nodes work until done.
func (l *links) settled(what string, done func() bool) {
	l.T.Helper()
	if !deposittest.EverySecond(l.job, done) {
		l.T.Fatalf("not within a minute: %s; open: %+v", what, l.open())
	}
}

// job runs one round of every node's job.
func (l *links) job() {
	l.T.Helper()
	for _, n := range l.Nodes {
		if _, err := n.Links.Settle(l.T.Context()); err != nil {
			l.T.Fatal(err)
		}
	}
}

func (l *links) open() []link.OpenLink {
	l.T.Helper()
	return l.openSince(0)
}

// openSince lists links without an outcome of at least this age.
func (l *links) openSince(age time.Duration) []link.OpenLink {
	l.T.Helper()
	list, err := l.Nodes[0].Links.Open(l.T.Context(), age, 100)
	if err != nil {
		l.T.Fatal(err)
	}
	return list
}

func (l *links) has(member string) money.Amount { return l.Balance(ledger.Wallet(member)) }

// agree checks that the books agree with what our wallet got.
func (l *links) agree() {
	l.T.Helper()
	text := l.Outside.Totals().VouchersRedeemed.String()
	got, err := money.Parse(text)
	if err != nil {
		l.T.Fatalf("totals: %q: %v", text, err)
	}
	if booked := -l.Balance(ledger.Bank("TRUE")); booked != got {
		l.T.Errorf("our wallet got %s, the books have %s", got, booked)
	}
}

// rows returns the number of the member's links in a state.
func (l *links) rows(member, state string) (n int) {
	l.T.Helper()
	err := l.Store.DB().QueryRowContext(l.T.Context(),
		`SELECT count(*) FROM wallet_link WHERE member = $1 AND state = $2`, member, state).Scan(&n)
	if err != nil {
		l.T.Fatal(err)
	}
	return n
}
