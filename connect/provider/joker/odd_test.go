package joker_test

import (
	"net/http"
	"testing"

	"krapao/connect/provider/joker"
	"krapao/connect/provider/providertest"
	"krapao/game"
)

func TestOddAnswers(t *testing.T) {
	t.Parallel()
	providertest.OddAnswers(t, providertest.Odd{
		New: func(base string) game.Provider {
			return joker.New(joker.Config{BaseURL: base, AppID: "op", Secret: "s"})
		},
		Balance: func(data string) string {
			return `{"Username":"k1","OutstandingCredit":0` + providertest.Member("Credit", data) + "}"
		},
		Move: func(data string) string {
			return `{"RequestID":"r1","Username":"k1","BeforeCredit":10,"OutstandingCredit":0` + providertest.Member("Credit", data) + "}"
		},
		BalanceData: "9", MoveData: "9", NoStatus: http.StatusBadRequest,
		No: func(data string) string {
			return `{"Message":"Insufficient credit"` + providertest.Member("Credit", data) + "}"
		},
	})
}
