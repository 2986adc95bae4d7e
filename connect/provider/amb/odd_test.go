package amb_test

import (
	"testing"

	"krapao/connect/provider/amb"
	"krapao/connect/provider/providertest"
	"krapao/game"
)

func TestOddAnswers(t *testing.T) {
	t.Parallel()
	providertest.OddAnswers(t, providertest.Odd{
		New: func(base string) game.Provider {
			return amb.New(amb.Config{BaseURL: base, Agent: "op", Secret: "s", Refusals: []int{904}})
		},
		Balance: func(data string) string {
			return `{"status":{"code":0,"message":"Success"}` + providertest.Member("data", data) + "}"
		},
		Move: func(data string) string {
			return `{"status":{"code":0,"message":"Success"}` + providertest.Member("data", data) + "}"
		},
		BalanceData: `{"balance":9}`, MoveData: `{"balance":{"before":10,"after":9}}`,
		No: func(data string) string {
			return `{"status":{"code":904,"message":[]}` + providertest.Member("data", data) + "}"
		},
	})
}
