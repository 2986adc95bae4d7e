package reconcile_test

import (
	"testing"

	"krapao/internal/store"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet/wallettest"
)

// world is the whole path of a transfer.
type world struct{ *wallettest.World }

func newWorldWith(t *testing.T, s *store.Store, outside *sandboxtest.Sandbox, changes ...adapt) *world {
	t.Helper()
	return &world{wallettest.NewWith(t, s, outside, changes...)}
}

type adapt = wallettest.Adapt

const (
	callTime = wallettest.CallTime
	member   = wallettest.Member
)

var (
	baht      = wallettest.Baht
	credits   = wallettest.Credits
	settings  = wallettest.Settings
	patient   = wallettest.Patient
	newHolder = wallettest.NewHolder
	rest      = wallettest.Rest
)
