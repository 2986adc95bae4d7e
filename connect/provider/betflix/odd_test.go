package betflix_test

import (
	"testing"

	"krapao/connect/provider/betflix"
	"krapao/connect/provider/providertest"
	"krapao/game"
)

func TestOddAnswers(t *testing.T) {
	t.Parallel()
	providertest.OddAnswers(t, providertest.Odd{
		New: func(base string) game.Provider {
			return betflix.New(betflix.Config{BaseURL: base, ID: "op", Key: "s", Prompt: true})
		},
		Balance: func(data string) string {
			return `{"status":"success","error_code":0,"msg":""` + providertest.Member("data", data) + "}"
		},
		Move: func(data string) string {
			return `{"status":"success","error_code":0,"msg":null` + providertest.Member("data", data) + "}"
		},
		BalanceData: `{"balance":9}`, MoveData: `{"before_balance":10,"balance":9}`,
		No: func(data string) string {
			return `{"status":"error","error_code":901,"msg":[]` + providertest.Member("data", data) + "}"
		},
		Checked: map[string]string{"transferHistory": `{"status":"success","error_code":0,"data":[]}`},
	})
}
