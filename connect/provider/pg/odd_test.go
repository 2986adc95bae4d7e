package pg_test

import (
	"testing"

	"krapao/connect/provider/pg"
	"krapao/connect/provider/providertest"
	"krapao/game"
)

func TestOddAnswers(t *testing.T) {
	t.Parallel()
	providertest.OddAnswers(t, providertest.Odd{
		New: func(base string) game.Provider {
			return pg.New(pg.Config{BaseURL: base, DataURL: base, OperatorToken: "op", SecretKey: "s", Currency: "THB", Lobby: "lobby"})
		},
		Balance:     func(data string) string { return `{"error":null` + providertest.Member("data", data) + "}" },
		Move:        func(data string) string { return `{"error":null` + providertest.Member("data", data) + "}" },
		BalanceData: `{"currencyCode":"THB","cashBalance":9}`,
		MoveData:    `{"transactionId":7,"balanceAmountBefore":10,"balanceAmount":9,"amount":1}`,
		No: func(data string) string {
			return `{"error":{"code":"3005","message":[]}` + providertest.Member("data", data) + "}"
		},
	})
}
