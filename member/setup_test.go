package member_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/content"
	"krapao/internal/ratelimit"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/lookup"
	"krapao/member"
	"krapao/session"
)

// bench is a member service with real parts: store, ledger, sessions, demo content, limits in the database.
type bench struct {
	*member.Service
	store    *store.Store
	ledger   *ledger.Ledger
	sessions *session.Service
	clock    *clock.Fake
	// moved, verified, used and secured stand for the areas around this one.
	moved    atomic.Bool
	verified atomic.Bool
	used     atomic.Bool
	// offers counts the codes that a login offered; sent those that were sent.
	offers, sent atomic.Int32
	secured      atomic.Int32
}

func (b *bench) MoneyMoved(context.Context, string) (bool, error) { return b.moved.Load(), nil }

func (b *bench) Proved(context.Context, string, member.Purpose, string) (good, spent bool, err error) {
	verified, used := b.verified.Load(), b.used.Load()
	return verified && !used, verified && used, nil
}

func (b *bench) UseTx(context.Context, *store.Tx, string, member.Purpose, string) error {
	if !b.verified.Load() || b.used.Load() {
		return fault.New(fault.UNVERIFIED_OTP, "")
	}
	return nil
}

func (b *bench) Offer(_ context.Context, _, _ string, genuine bool) (string, error) {
	b.offers.Add(1)
	if genuine {
		b.sent.Add(1)
	}
	return "offered", nil
}

// cheap keeps tests fast. TestPasswordsCostWhatTheyShould tests the product's own cost.
var cheap = member.Argon{Memory: 64, Passes: 1, Threads: 1}

var start = time.Date(2026, 11, 20, 5, 0, 0, 0, time.UTC)

// each runs a test on both engines.
func each(t *testing.T, test func(t *testing.T, b *bench)) {
	t.Helper()
	eachWith(t, func(*member.Deps) {}, test)
}

func eachWith(t *testing.T, change func(*member.Deps), test func(t *testing.T, b *bench)) {
	t.Helper()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		c := newClock()
		test(t, open(t, storetest.OpenAt(t, engine, c), c, change))
	})
}

func open(t testing.TB, s *store.Store, c *clock.Fake, change func(*member.Deps)) *bench {
	t.Helper()
	books, err := ledger.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = books.Close() })
	box, err := secret.FromMaster(bytes.Repeat([]byte{7}, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{store: s, ledger: books, clock: c}
	b.verified.Store(true)
	b.sessions = session.New(s, map[session.Audience]session.Subjects{session.Member: member.Directory(s)})
	d := member.Deps{
		Store: s, Ledger: books, Sessions: b.sessions, Secrets: box, Activity: b, OTP: b,
		Limiter: ratelimit.New(ratelimit.NewSQL(s), c), Limits: ratelimit.Defaults(), Argon: cheap,
	}
	change(&d)
	d.Lookup = lookup.New(s, lookup.Options{Laos: d.Laos})
	applyBanks(t, s, d.Lookup)
	if b.Service, err = member.New(d); err != nil {
		t.Fatal(err)
	}
	b.OnSecured(func(context.Context, *store.Tx, string) error { b.secured.Add(1); return nil })
	if err := b.BeginSealing(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

func newClock() *clock.Fake { return clock.NewFake(start) }

func applySettings(t *testing.T, b *bench, settings string) {
	t.Helper()
	d := content.Document{"settings": json.RawMessage(settings)}
	if _, err := content.Apply(context.Background(), b.store, b.Lookup.Sections(), d, false); err != nil {
		t.Fatal(err)
	}
}

// applyBanks puts the demo's banks and sources into force.
func applyBanks(t testing.TB, s *store.Store, l *lookup.Service) {
	t.Helper()
	raw, err := os.ReadFile("../cmd/krapao/demo/banks.json")
	if err != nil {
		t.Fatal(err)
	}
	var d content.Document
	if err := json.Unmarshal(raw, &d); err != nil {
		t.Fatal(err)
	}
	if _, err := content.Apply(context.Background(), s, l.Sections(), d, false); err != nil {
		t.Fatal(err)
	}
}

// somebody is a registration that is right in every field. n makes it another person.
func somebody(n int) member.Registration {
	return member.Registration{
		Name: "สมชาย ใจดี", Username: fmt.Sprintf("08%08d", n), Password: "correct horse", SourceCode: "FRIEND",
		BankCode: "KBANK", BankAccountName: "สมชาย ใจดี", BankAccountNo: fmt.Sprintf("%010d", 1000000000+n),
	}
}

const home = "198.51.100.7"

var proof = member.Proof{Address: home}

func (b *bench) register(t *testing.T, n int) string {
	t.Helper()
	id, err := b.Register(t.Context(), somebody(n), proof)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// setActive is an operator's decision about a member.
func (b *bench) setActive(t *testing.T, id string, active bool) error {
	t.Helper()
	return b.store.Write(t.Context(), func(tx *store.Tx) error { return b.SetActiveTx(t.Context(), tx, id, active, "") })
}

// login opens a session for member n.
func (b *bench) login(t *testing.T, n int, password string) (session.Session, string) {
	t.Helper()
	token, err := b.Login(t.Context(), member.Login{
		Username: somebody(n).Username, Password: password, Remember: true, Address: home,
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := b.sessions.Check(t.Context(), session.Member, token)
	if err != nil {
		t.Fatal(err)
	}
	return s, token
}

// want fails unless err has the code; "" is no error.
func want(t *testing.T, what string, err error, code fault.Code) {
	t.Helper()
	if code == "" && err == nil || err != nil && fault.Of(err).Code == code {
		return
	}
	t.Errorf("%s: %v, want %q", what, err, code)
}
