package game_test

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
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

const (
	// callTime limits one call: the client's own time.
	callTime = 10 * time.Second
	member   = "NOK0MEMBER00"
)

// world is the area on a real store and ledger, with the real adapters and the sandbox behind HTTP.
type world struct {
	*game.Service
	t       *testing.T
	store   *store.Store
	ledger  *ledger.Ledger
	outside *sandboxtest.Sandbox
}

// catalogue has a game of each family, each kind of launch, and two codes on one account.
const catalogue = `[
	{"code": "joker2", "name": "Joker 123", "category": "slot", "family": "joker"},
	{"code": "pgslot", "name": "PG", "category": "slot", "family": "amb"},
	{"code": "joker", "name": "Joker", "category": "slot", "family": "joker", "launch": "form"},
	{"code": "areaslot", "name": "Area", "category": "slot", "family": "joker"},
	{"code": "ufabet", "name": "UFABET", "category": "sport", "family": "amb", "launch": "form"},
	{"code": "twin", "name": "PG Twin", "category": "slot", "family": "amb", "provider": "pgslot"}
]`

func newWorld(t *testing.T, s *store.Store) *world {
	t.Helper()
	return newWorldOf(t, s, catalogue, func(*world, map[string]game.Connection) {})
}

// newWorldOf is a world with a catalogue of its own and changed or additional connections.
func newWorldOf(t *testing.T, s *store.Store, catalogue string, change func(w *world, all map[string]game.Connection)) *world {
	t.Helper()
	w := &world{t: t, store: s, outside: sandboxtest.Start(t, sandboxtest.Options{})}
	l, err := ledger.Open(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	w.ledger = l
	box, err := secret.FromMaster(make([]byte, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	settings := w.outbound()
	credentials := sandbox.DemoCredentials()
	connections := map[string]game.Connection{}
	for code, outside := range map[string]string{"joker": "joker", "joker2": "joker2", "areaslot": "slotracha"} {
		connections[code] = game.Connection{LoginPage: w.outside.URL + "/lobby/" + outside + "/login", Provider: joker.New(joker.Config{
			BaseURL: w.outside.URL + "/games/" + outside + "/joker", LaunchURL: w.outside.URL + "/lobby/" + outside,
			AppID: credentials.Joker.AppID, Secret: credentials.Joker.Secret, Terms: provider.Terms{Outbound: settings},
		})}
	}
	for code, one := range map[string]struct{ family, outside string }{"pgslot": {"amb", "pgslot"}, "ufabet": {"", "askmebet"}} {
		adapter := amb.New(amb.Config{
			BaseURL: w.outside.URL + "/games/" + one.outside + "/amb", Agent: credentials.AMB.Agent, Secret: credentials.AMB.Secret,
			Refusals: ambwire.Refusals, NotEnough: ambwire.CodeNotEnough, Terms: provider.Terms{Outbound: settings},
		})
		connections[code] = game.Connection{
			Family: one.family, LoginPage: w.outside.URL + "/lobby/" + one.outside + "/login", Provider: adapter,
		}
	}
	change(w, connections)
	w.Service = game.New(s, l, box, connections, game.Settings{CallTimeout: callTime})
	if diff, err := w.apply(catalogue); err != nil || len(diff) == 0 {
		t.Fatalf("%v, %v", diff, err)
	}
	return w
}

// outbound returns the settings of a client of the sandbox whose circuit breaker never opens.
func (w *world) outbound() outbound.Settings {
	settings := w.outside.Outbound(callTime)
	settings.FailureThreshold = 1000
	return settings
}

// pass lets time pass, in a bubble.
func pass(d time.Duration) { time.Sleep(d) }

// until lets time pass, one interval after the other, until a condition holds, and gives up after an hour.
func (w *world) until(what string, is func() bool) {
	w.t.Helper()
	for end := time.Now().Add(time.Hour); !is(); pass(time.Second) {
		if time.Now().After(end) {
			w.t.Fatalf("not within an hour: %s", what)
		}
	}
}

func (w *world) apply(section string) (diff []string, err error) {
	err = w.store.Write(w.t.Context(), func(tx *store.Tx) error {
		diff, err = w.Apply(w.t.Context(), tx, json.RawMessage(section))
		return err
	})
	return diff, err
}

func (w *world) fault(code, op, mode string) {
	w.t.Helper()
	w.outside.AddFault(sandboxtest.Fault{Target: "game:" + code, Op: op, Mode: mode})
}

func (w *world) open(code string) game.Slot {
	w.t.Helper()
	slot, err := w.Activate(w.t.Context(), member, code)
	if err != nil {
		w.t.Fatalf("activate %s: %v", code, err)
	}
	return slot
}

func codeOf(err error) string {
	var f *fault.Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &f):
		return string(f.Code)
	}
	return fmt.Sprintf("error: %v", err)
}
