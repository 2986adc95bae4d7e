package pragmatic_test

import (
	"errors"
	"strings"
	"testing"

	"krapao/connect/provider/pragmatic"
	"krapao/connect/provider/pragmatic/wire"
	"krapao/connect/provider/providertest"
	"krapao/game"
	"krapao/money"
)

// scripted is a provider with a fixed answer per path.
func scripted(t *testing.T, answers map[string]string) *pragmatic.Provider {
	t.Helper()
	base := providertest.Scripted(t, answers)
	return pragmatic.New(pragmatic.Config{
		BaseURL: base, DataURL: base, SecureLogin: "op", Secret: "s", Currency: "THB", Lobby: "lobby",
	})
}

const (
	notThere = `{"error":"0","description":"OK","status":"Not found"}`
	success  = `{"error":0,"description":"OK","status":"Success","transactionId":77,"amount":-10.00,"balance":20}`
)

func refusal(code string) string { return `{"error":"` + code + `","description":"d"}` }

func balance(credits string) string {
	return `{"error":"0","description":"OK","balance":` + credits + `}`
}

// Which answers to a transfer are a success, which a definitive rejection, and which say nothing. Beside each are the
// answers to the inquiries right after it; "" where there must be none.
func TestAnswersToATransfer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer, status, balance string
		again                   bool
		want                    game.Kind
		reason                  string
	}{
		"Yes":               {answer: `{"error":"0","description":"OK","transactionId":77,"balance":20.00}`, want: game.Done},
		"YesAsNumber":       {answer: `{"error":0,"transactionId":"77","balance":"20.00"}`, want: game.Done},
		"YesWithoutBalance": {answer: `{"error":"0","transactionId":77,"balance":null}`, want: game.Done},
		"NoTransaction":     {answer: `{"error":"0","description":"OK","balance":20.00}`},
		"Words":             {answer: `{"error":"OK"}`},
		"Internal":          {answer: refusal("1")},
		"Trouble":           {answer: refusal("100")},
		"TroubleToo":        {answer: refusal("120")},
		"NotEnough": {
			answer: refusal("8"), status: notThere, balance: balance("9.99"), want: game.Rejected, reason: game.ReasonNotEnough,
		},
		"Locked": {
			answer: refusal("6"), status: notThere, balance: balance("10.00"), want: game.Rejected, reason: "error 6",
		},
		"NobodySaysHowMuch": {
			answer: refusal("6"), status: notThere, balance: "gone fishing", want: game.Rejected, reason: "error 6",
		},
		"RefusedButApplied": {answer: refusal("8"), status: success, want: game.Done},
		"RefusedAndSilence": {answer: refusal("8"), status: "gone fishing"},
		"RefusedAndRefused": {answer: refusal("8"), status: refusal("17")},
		"RefusedAndTrouble": {answer: refusal("8"), status: refusal("1")},
		"RefusedAndNewWord": {answer: refusal("8"), status: `{"error":"0","status":"Processing"}`},
		"AgainNotEnough": {
			answer: refusal("8"), status: notThere, balance: balance("0"), again: true,
			want: game.Rejected, reason: game.ReasonNotEnough,
		},
		"AgainButApplied":      {answer: refusal("8"), status: success, again: true, want: game.Done},
		"AgainAndNobodyKnows":  {answer: refusal("8"), status: refusal("5"), again: true},
		"AgainAndInternal":     {answer: refusal("1"), again: true},
		"AppliedByAnotherSign": {answer: refusal("8"), status: strings.Replace(success, "-10.00", "10.00", 1)},
		"AppliedUntoldAmount":  {answer: refusal("8"), status: `{"error":"0","status":"Success","amount":null}`, want: game.Done},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answers := map[string]string{wire.PathTransfer: c.answer}
			if c.status != "" {
				answers[wire.PathStatus] = c.status
			}
			if c.balance != "" {
				answers[wire.PathBalance] = c.balance
			}
			o := scripted(t, answers).Move(t.Context(), game.Move{
				Reference: "r1", Player: game.Player{Username: "k1"}, Credits: -10 * money.Credit, Again: c.again,
			})
			if o.Kind != c.want || !strings.Contains(o.Reason, c.reason) || o.Kind == game.Done && o.Moved != -10*money.Credit {
				t.Errorf("%+v, want %q %s", o, c.want, c.reason)
			}
		})
	}
}

// The answer to a second creation is not documented: an account that has a balance exists.
func TestAnAccountThatExistsPerhaps(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		create, balance string
		fine, refused   bool
	}{
		"New":        {create: `{"error":"0","description":"OK","playerId":5}`, fine: true},
		"ItExists":   {create: refusal("15"), balance: balance("0.00"), fine: true},
		"ItDoesNot":  {create: refusal("7"), balance: refusal("17"), refused: true},
		"NobodySays": {create: refusal("15"), balance: "gone fishing"},
		"Internal":   {create: refusal("1")},
	} {
		answers := map[string]string{wire.PathCreate: c.create}
		if c.balance != "" {
			answers[wire.PathBalance] = c.balance
		}
		err := scripted(t, answers).Ensure(t.Context(), game.Player{Username: "k1", Password: "ignored"})
		if (err == nil) != c.fine || errors.Is(err, game.ErrRefused) != c.refused {
			t.Errorf("%s: %v", name, err)
		}
	}
}
