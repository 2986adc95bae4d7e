package pragmatic_test

import (
	"testing"

	"krapao/connect/provider/pragmatic"
	"krapao/connect/provider/providertest"
	"krapao/game"
)

func TestOddAnswers(t *testing.T) {
	t.Parallel()
	providertest.OddAnswers(t, providertest.Odd{
		New: func(base string) game.Provider {
			return pragmatic.New(pragmatic.Config{BaseURL: base, SecureLogin: "op", Secret: "s", Currency: "THB"})
		},
		Balance: func(data string) string {
			return `{"error":"0","description":"OK"` + providertest.Member("balance", data) + "}"
		},
		Move: func(data string) string {
			return `{"error":"0","description":"OK","balance":9` + providertest.Member("transactionId", data) + "}"
		},
		BalanceData: "9", MoveData: "77",
		No: func(data string) string {
			return `{"error":"17","description":[]` + providertest.Member("balance", data) + "}"
		},
		Checked: map[string]string{"/status/": `{"error":"0","status":"Not found"}`},
	})
}
