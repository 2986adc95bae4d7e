package gsc_test

import (
	"testing"

	"krapao/connect/provider/gsc"
	"krapao/connect/provider/providertest"
	"krapao/game"
)

func TestOddAnswers(t *testing.T) {
	t.Parallel()
	providertest.OddAnswers(t, providertest.Odd{
		New: func(base string) game.Provider {
			return gsc.New(gsc.Config{BaseURL: base, DataURL: base, Operator: "op", Secret: "s", Product: "XO"})
		},
		Balance: func(data string) string {
			return `{"errCode":"0","errMsg":""` + providertest.Member("balance", data) + "}"
		},
		Move: func(data string) string {
			return `{"errCode":"0","errMsg":""` + providertest.Member("innerCode", data) + "}"
		},
		BalanceData: "9", MoveData: `"77"`, Bare: true,
		No: func(data string) string { return `{"errCode":"72"` + providertest.Member("errMsg", data) + "}" },
	})
}
