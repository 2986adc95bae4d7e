// Package membertest is the member area for its tests: every room of it on a real store, with the ledger, sessions, limits in the
// database and the demo's content. The areas around it have stand-ins.
package membertest

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"krapao/internal/argon"
	"krapao/internal/clock"
	"krapao/internal/content"
	"krapao/internal/ratelimit"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/lookup"
	"krapao/member"
	"krapao/member/access"
	"krapao/member/bankaccount"
	"krapao/member/holder"
	"krapao/member/login"
	"krapao/member/password"
	"krapao/member/state"
	"krapao/session"
)

// Start is when each test's clock begins.
var Start = time.Date(2026, 11, 20, 5, 0, 0, 0, time.UTC)

// Cheap keeps tests fast. TestPasswordsCostWhatTheyShould tests the product's own cost.
var Cheap = argon.Cost{Memory: 64, Passes: 1, Threads: 1}

// Parts are what a test may choose of a world.
type Parts struct {
	Argon   argon.Cost
	Limiter *ratelimit.Limiter
	Limits  ratelimit.Limits
	// OTP is nil where members register without codes, Codes where none lets a member in.
	OTP   member.Prover
	Codes login.Codes
	// AllRead reports whether every node can read sealed passwords. nil: no other node runs.
	AllRead func(context.Context) (bool, error)
	Laos    bool
}

// Choose chooses nothing but what a world has by itself.
func Choose(*Parts) {}

// World is the member area of one node.
type World struct {
	*Around
	Store     *store.Store
	Clock     *clock.Fake
	Ledger    *ledger.Ledger
	Sessions  *session.Service
	Lookup    *lookup.Service
	States    *state.Service
	Passwords *password.Service
	Accounts  *bankaccount.Service
	Holders   *holder.Index
	Cases     *holder.Cases
	Members   *member.Service
	Logins    *login.Service
	Access    *access.Service

	parts Parts
}

// Each runs a test on both engines.
func Each(t *testing.T, test func(t *testing.T, w *World)) {
	t.Helper()
	EachWith(t, Choose, test)
}

// EachWith is Each with other parts.
func EachWith(t *testing.T, choose func(*Parts), test func(t *testing.T, w *World)) {
	t.Helper()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		c := clock.NewFake(Start)
		test(t, Open(t, storetest.OpenAt(t, engine, c), c, choose))
	})
}

// OnSQLite opens a world on SQLite alone.
func OnSQLite(t *testing.T, choose func(*Parts)) *World {
	t.Helper()
	c := clock.NewFake(Start)
	return Open(t, storetest.OpenAt(t, store.SQLite, c), c, choose)
}

// Open opens a world on a store.
func Open(t testing.TB, s *store.Store, c *clock.Fake, choose func(*Parts)) *World {
	t.Helper()
	books, err := ledger.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = books.Close() })
	w := &World{Around: &Around{}, Store: s, Ledger: books, Clock: c}
	w.Verified.Store(true)
	w.parts = Parts{
		Argon: Cheap, Limiter: ratelimit.New(ratelimit.NewSQL(s), c), Limits: ratelimit.Defaults(), OTP: w.Around,
	}
	choose(&w.parts)
	w.Lookup = lookup.New(s, lookup.Options{Laos: w.parts.Laos})
	w.Apply(t, demo(t))
	w.build(t)
	if err := w.Passwords.BeginSealing(t.Context()); err != nil {
		t.Fatal(err)
	}
	return w
}

// Node opens another node on the same store, with other parts.
func (w *World) Node(t testing.TB, choose func(*Parts)) *World {
	t.Helper()
	another := *w
	choose(&another.parts)
	another.build(t)
	return &another
}

// build builds the rooms in the order of their dependencies.
func (w *World) build(t testing.TB) {
	t.Helper()
	box, err := secret.FromMaster(bytes.Repeat([]byte{7}, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	p := w.parts
	w.Sessions = session.New(w.Store, map[session.Audience]session.Subjects{session.Member: access.Directory(w.Store)}, nil)
	w.States = state.New(w.Store, w.Ledger)
	w.Passwords, err = password.New(password.Deps{Store: w.Store, Secrets: box, Argon: p.Argon, AllRead: p.AllRead})
	if err != nil {
		t.Fatal(err)
	}
	w.Accounts = bankaccount.New(w.Store, w.Lookup, box)
	w.Holders, w.Cases = holder.New(w.Store, box, w.Accounts), holder.NewCases(w.Store)
	w.Members = member.New(member.Deps{
		Store: w.Store, Ledger: w.Ledger, Lookup: w.Lookup, Passwords: w.Passwords, Accounts: w.Accounts, Holders: w.Holders,
		Activity: w.Around, OTP: p.OTP, Limiter: p.Limiter, Limits: p.Limits, Laos: p.Laos,
	})
	w.Access = access.New(w.Store, w.Sessions)
	w.Logins = login.New(login.Deps{
		Store: w.Store, Members: w.Members, Passwords: w.Passwords, Access: w.Access, Sessions: w.Sessions, Lookup: w.Lookup,
		Codes: p.Codes, Limiter: p.Limiter, Limits: p.Limits, Laos: p.Laos,
	})
	w.Access.OnSecured(func(context.Context, *store.Tx, string) error { w.Secured.Add(1); return nil })
}

// Apply puts a content document into force.
func (w *World) Apply(t testing.TB, document string) {
	t.Helper()
	var d content.Document
	if err := json.Unmarshal([]byte(document), &d); err != nil {
		t.Fatal(err)
	}
	if _, err := content.Apply(context.Background(), w.Store, w.Lookup.Sections(), d, false); err != nil {
		t.Fatal(err)
	}
}

// demo is the demo's content of banks and sources. A test runs in its package's directory, somewhere below the module's.
func demo(t testing.TB) string {
	t.Helper()
	for _, root := range []string{"..", "../.."} {
		raw, err := os.ReadFile(filepath.Join(root, "cmd/krapao/demo/banks.json"))
		if err == nil {
			return string(raw)
		}
	}
	t.Fatal("the demo's banks are not found")
	return ""
}
