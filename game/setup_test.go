package game_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"krapao/connect/line"
	"krapao/connect/provider/amb"
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
	callTime = 400 * time.Millisecond
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
	{"code": "pg", "name": "PG", "category": "slot", "family": "amb"},
	{"code": "joker", "name": "Joker", "category": "slot", "family": "joker", "launch": "form"},
	{"code": "areaslot", "name": "Area", "category": "slot", "family": "joker"},
	{"code": "ufabet", "name": "UFABET", "category": "sport", "family": "amb", "launch": "form"},
	{"code": "twin", "name": "PG Twin", "category": "slot", "family": "amb", "provider": "pg"}
]`

func newWorld(t *testing.T, s *store.Store) *world {
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
	settings := line.Settings{Timeout: callTime, ShutAfter: 1000}
	credentials := sandbox.DemoCredentials()
	connections := map[string]game.Connection{}
	for _, code := range []string{"joker", "joker2", "areaslot"} {
		connections[code] = game.Connection{LoginPage: w.outside.URL + "/lobby/" + code + "/login", Provider: joker.New(joker.Config{
			BaseURL: w.outside.URL + "/games/" + code + "/joker", ForwardURL: w.outside.URL + "/lobby/" + code,
			AppID: credentials.Joker.AppID, Secret: credentials.Joker.Secret, Line: settings,
		})}
	}
	for _, code := range []string{"pg", "ufabet"} {
		connections[code] = game.Connection{LoginPage: w.outside.URL + "/lobby/" + code + "/login", Provider: amb.New(amb.Config{
			BaseURL: w.outside.URL + "/games/" + code + "/amb", Agent: credentials.AMB.Agent, Secret: credentials.AMB.Secret, Line: settings,
		})}
	}
	w.Service = game.New(s, l, box, connections, game.Settings{CallTimeout: callTime})
	if diff, err := w.apply(catalogue); err != nil || len(diff) != 6 {
		t.Fatalf("%v, %v", diff, err)
	}
	return w
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
