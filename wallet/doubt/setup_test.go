package doubt_test

import (
	"testing"

	"krapao/game"
	"krapao/game/gametest"
	"krapao/internal/store"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet/wallettest"
)

// world is the whole path of a transfer.
type world struct{ *wallettest.World }

func newWorld(t *testing.T, s *store.Store, changes ...adapt) *world {
	t.Helper()
	return &world{wallettest.New(t, s, changes...)}
}

func newWorldWith(t *testing.T, s *store.Store, outside *sandboxtest.Sandbox, changes ...adapt) *world {
	t.Helper()
	return &world{wallettest.NewWith(t, s, outside, changes...)}
}

type adapt = wallettest.Adapt

const (
	callTime = wallettest.CallTime
	sendBy   = wallettest.SendBy
	window   = wallettest.Window
	member   = wallettest.Member
)

var (
	onSQLite = wallettest.OnSQLite
	baht     = wallettest.Baht
	ms       = wallettest.MS
	credits  = wallettest.Credits
	codeOf   = gametest.CodeOf
	settings = wallettest.Settings
	patient  = wallettest.Patient
	rest     = wallettest.Rest
)

func gameMove(username string, baht int64) game.Move {
	return game.Move{
		Reference: "zz0000000000001", Player: game.Player{Username: username}, Credits: money.Credits(baht) * money.Credit,
	}
}
