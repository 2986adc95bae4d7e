package wallet_test

import (
	"slices"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/wallet"
	"krapao/wallet/internal/walletdb"
)

// TestAHomeScreenDependsOnAllThatItReads: on SQLite it is remembered as long as none of these rows is written.
func TestAHomeScreenDependsOnAllThatItReads(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) {
		s := storetest.Open(t, engine)
		rows := wallet.HomeFrom("M", wallet.HomeOf(
			walletdb.HomeRow{Provider: "joker", GameName: "a"}, walletdb.HomeRow{Provider: "pgslot", GameName: "b"},
		))
		reads := storetest.Reads(t, s, "internal/walletdb/home.sql", "Home")
		if got := storetest.Tables(rows); !slices.Equal(got, reads) || len(reads) != 6 {
			t.Errorf("it depends on %v and reads %v", got, reads)
		}
		want := []store.Origin{
			{Table: "content_version", Key: "1"},
			{Table: "member", Key: "M"},
			{Table: "coin_grant", Key: "M"},
			{Table: "game_refresh", Key: "M"},
			{Table: "game_account", Key: "M"},
			{Table: "account", Key: "member:M:wallet"},
			{Table: "account", Key: "member:M:held"},
			{Table: "account", Key: "member:M:invite"},
			{Table: "account", Key: "house:receivable:M"},
			{Table: "account", Key: "game:joker:a"},
			{Table: "account", Key: "game:pgslot:b"},
		}
		if !slices.Equal(rows, want) {
			t.Errorf("%v", rows)
		}
	})
}
