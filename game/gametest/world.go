package gametest

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/connect/provider/amb"
	ambwire "krapao/connect/provider/amb/wire"
	"krapao/connect/provider/joker"
	"krapao/fault"
	"krapao/game"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

const (
	// CallTime limits one call: the client's own time.
	CallTime = 10 * time.Second
	// Member is whose accounts Open opens.
	Member = "NOK0MEMBER00"
)

// World is a node on a real store and ledger, with the real adapters and the sandbox behind HTTP.
type World struct {
	*Node
	T       *testing.T
	Store   *store.Store
	Ledger  *ledger.Ledger
	Outside *sandboxtest.Sandbox
}

// Catalogue has a game of each family, each kind of launch, and two codes on one account.
const Catalogue = `[
	{"code": "joker2", "name": "Joker 123", "category": "slot", "family": "joker"},
	{"code": "pgslot", "name": "PG", "category": "slot", "family": "amb"},
	{"code": "joker", "name": "Joker", "category": "slot", "family": "joker", "launch": "form"},
	{"code": "areaslot", "name": "Area", "category": "slot", "family": "joker"},
	{"code": "ufabet", "name": "UFABET", "category": "sport", "family": "amb", "launch": "form"},
	{"code": "twin", "name": "PG Twin", "category": "slot", "family": "amb", "provider": "pgslot"}
]`

// NewWorld is a world of Catalogue's games.
func NewWorld(t *testing.T, s *store.Store) *World {
	t.Helper()
	return NewWorldOf(t, s, Catalogue, func(*World, map[string]game.Connection) {})
}

// NewWorldOf is a world with a catalogue of its own and changed or additional connections.
func NewWorldOf(t *testing.T, s *store.Store, games string, change func(w *World, all map[string]game.Connection)) *World {
	t.Helper()
	w := &World{T: t, Store: s, Outside: sandboxtest.Start(t, sandboxtest.Options{})}
	l, err := ledger.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	w.Ledger = l
	settings := w.Outbound()
	credentials := sandbox.DemoCredentials()
	connections := map[string]game.Connection{}
	for code, outside := range map[string]string{"joker": "joker", "joker2": "joker2", "areaslot": "slotracha"} {
		connections[code] = game.Connection{LoginPage: w.Outside.URL + "/lobby/" + outside + "/login", Provider: joker.New(joker.Config{
			BaseURL: w.Outside.URL + "/games/" + outside + "/joker", LaunchURL: w.Outside.URL + "/lobby/" + outside,
			AppID: credentials.Joker.AppID, Secret: credentials.Joker.Secret, Terms: provider.Terms{Outbound: settings},
		})}
	}
	for code, one := range map[string]struct{ family, outside string }{"pgslot": {"amb", "pgslot"}, "ufabet": {"", "askmebet"}} {
		adapter := amb.New(amb.Config{
			BaseURL: w.Outside.URL + "/games/" + one.outside + "/amb", Agent: credentials.AMB.Agent, Secret: credentials.AMB.Secret,
			Refusals: ambwire.Refusals, NotEnough: ambwire.CodeNotEnough, Terms: provider.Terms{Outbound: settings},
		})
		connections[code] = game.Connection{
			Family: one.family, LoginPage: w.Outside.URL + "/lobby/" + one.outside + "/login", Provider: adapter,
		}
	}
	change(w, connections)
	w.Node = New(t, s, l, connections, game.Timeouts{Call: CallTime})
	if diff, err := w.Apply(games); err != nil || len(diff) == 0 {
		t.Fatalf("%v, %v", diff, err)
	}
	return w
}

// Outbound returns the settings of a client of the sandbox whose circuit breaker never opens.
func (w *World) Outbound() outbound.Settings {
	settings := w.Outside.Outbound(CallTime)
	settings.FailureThreshold = 1000
	return settings
}

// Pass lets time pass, in a bubble.
func Pass(d time.Duration) { time.Sleep(d) }

// Until lets time pass, one interval after the other, until a condition holds, and gives up after an hour.
func (w *World) Until(what string, is func() bool) {
	w.T.Helper()
	for end := time.Now().Add(time.Hour); !is(); Pass(time.Second) {
		if time.Now().After(end) {
			w.T.Fatalf("not within an hour: %s", what)
		}
	}
}

// Apply puts games into force as an operator does, and returns what changed.
func (w *World) Apply(section string) (diff []string, err error) {
	err = w.Store.Write(w.T.Context(), func(tx *store.Tx) error {
		diff, err = w.Catalogue.Apply(w.T.Context(), tx, json.RawMessage(section))
		return err
	})
	return diff, err
}

// Fault makes the next call of a kind fail at a game, in one of the sandbox's modes.
func (w *World) Fault(code, op, mode string) {
	w.T.Helper()
	w.Outside.AddFault(sandboxtest.Fault{Target: "game:" + code, Op: op, Mode: mode})
}

// Open opens Member's account for a game.
func (w *World) Open(code string) game.Slot {
	w.T.Helper()
	slot, err := w.Visits.Activate(w.T.Context(), Member, code)
	if err != nil {
		w.T.Fatalf("activate %s: %v", code, err)
	}
	return slot
}

// CodeOf returns the code of a refusal; empty where there is no error.
func CodeOf(err error) string {
	var f *fault.Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &f):
		return string(f.Code)
	}
	return fmt.Sprintf("error: %v", err)
}

// Password returns the password that Member sees for a game.
func (w *World) Password(code string) string {
	w.T.Helper()
	c, err := w.Visits.Credentials(w.T.Context(), Member, code, game.Visit{Lang: "th"})
	if err != nil {
		w.T.Fatal(err)
	}
	return c.Password
}
