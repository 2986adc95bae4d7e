package sbo_test

import (
	"testing"

	"krapao/connect/provider/providertest"
	"krapao/connect/provider/sbo"
	"krapao/game"
)

func TestOddAnswers(t *testing.T) {
	t.Parallel()
	providertest.OddAnswers(t, providertest.Odd{
		New: func(base string) game.Provider {
			return sbo.New(sbo.Config{BaseURL: base, CompanyKey: "s"})
		},
		Balance: func(data string) string {
			return `{"error":{"id":0,"msg":"No Error"}` + providertest.Member("balance", data) + "}"
		},
		Move: func(data string) string {
			return `{"txnId":"r1","refno":"x","error":{"id":0,"msg":"No Error"}` + providertest.Member("amount", data) + "}"
		},
		BalanceData: "9", MoveData: "1", Bare: true,
		No: func(data string) string {
			return `{"error":{"id":3303,"msg":[]}` + providertest.Member("balance", data) + "}"
		},
	})
}
