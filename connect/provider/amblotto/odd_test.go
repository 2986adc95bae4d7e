package amblotto_test

import (
	"testing"

	"krapao/connect/provider/amblotto"
	"krapao/connect/provider/providertest"
	"krapao/game"
)

func TestOddAnswers(t *testing.T) {
	t.Parallel()
	providertest.OddAnswers(t, providertest.Odd{
		New: func(base string) game.Provider {
			return amblotto.New(amblotto.Config{BaseURL: base, Agent: "op", Key: "s"})
		},
		Balance: func(data string) string { return `{"code":0,"message":""` + providertest.Member("credit", data) + "}" },
		Move: func(data string) string {
			return `{"code":0,"before_balance":10,"ref":"x"` + providertest.Member("after_balance", data) + "}"
		},
		BalanceData: "9", MoveData: "9",
		No: func(data string) string {
			return `{"code":2031,"message":[]` + providertest.Member("credit", data) + "}"
		},
	})
}
