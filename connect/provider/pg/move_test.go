package pg_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"krapao/connect/provider/pg"
	"krapao/connect/provider/providertest"
	"krapao/game"
	"krapao/money"
)

// scripted is a provider with a fixed answer per path.
func scripted(t *testing.T, answers map[string]string) *pg.Provider {
	t.Helper()
	base := providertest.Scripted(t, answers)
	return pg.New(pg.Config{BaseURL: base, DataURL: base, OperatorToken: "op", SecretKey: "s", Currency: "THB", Lobby: "lobby"})
}

const notThere = `{"data":null,"error":{"code":"3040","message":"m"}}`

func refusal(code string) string {
	return `{"data":null,"error":{"code":"` + code + `","message":"m"}}`
}

func transfer(before, after, amount string) string {
	return fmt.Sprintf(`{"data":{"transactionId":77,"balanceAmountBefore":%s,"balanceAmount":%s,"amount":%s},"error":null}`,
		before, after, amount)
}

// Which answers to a transfer are a success, which a definitive rejection, and which say nothing. Beside each is the
// answer to the inquiry right after it; "" where there must be none.
func TestAnswersToATransfer(t *testing.T) {
	t.Parallel()
	done := `{"data":{"transactionId":"77","playerName":"K1","transactionType":"200","transactionAmount":"10.00"},"error":null}`
	for name, c := range map[string]struct {
		answer, check string
		again         bool
		want          game.Kind
		reason        string
	}{
		"Yes":            {answer: transfer("30", "20", "10.00"), want: game.Done},
		"AmountWithSign": {answer: transfer("30", "20", "-10"), want: game.Done},
		"AmountsAsTexts": {answer: transfer(`"30.00"`, `"20.00"`, `"10.00"`), want: game.Done},
		"OtherAmount":    {answer: transfer("30", "20", "11")},
		"OtherBalances":  {answer: transfer("30", "21", "10")},
		"OtherDirection": {answer: transfer("20", "30", "10")},
		"NoBalances":     {answer: `{"data":{"transactionId":77,"amount":10},"error":null}`},
		"BothDataAndError": {
			answer: `{"data":{"transactionId":77,"balanceAmountBefore":30,"balanceAmount":20,"amount":10},"error":{"code":"3001"}}`,
		},
		"ErrorWithoutCode":      {answer: `{"data":null,"error":{"message":"m"}}`},
		"Empty":                 {answer: refusal("3001"), want: game.Rejected},
		"NoWallet":              {answer: refusal("3005"), want: game.Rejected},
		"Failed":                {answer: refusal("3100"), want: game.Rejected},
		"InProcess":             {answer: refusal("3101")},
		"Internal":              {answer: refusal("1200")},
		"Invalid":               {answer: refusal("1034")},
		"SomethingNew":          {answer: refusal("9999")},
		"NotEnough":             {answer: refusal("3013"), check: notThere, want: game.Rejected, reason: game.ReasonNotEnough},
		"NotEnoughButApplied":   {answer: refusal("3013"), check: done, want: game.Done},
		"NotEnoughAndSilence":   {answer: refusal("3013"), check: "gone fishing"},
		"NotEnoughAndRefused":   {answer: refusal("3013"), check: refusal("1200")},
		"NotEnoughAndInProcess": {answer: refusal("3013"), check: refusal("3101")},
		"AgainFailed":           {answer: refusal("3100"), check: notThere, again: true, want: game.Rejected},
		"AgainFailedButApplied": {answer: refusal("3100"), check: done, again: true, want: game.Done},
		"AgainFailedAndNobody":  {answer: refusal("3100"), check: refusal("1204"), again: true},
		"AgainNotEnough": {
			answer: refusal("3013"), check: notThere, again: true, want: game.Rejected, reason: game.ReasonNotEnough,
		},
		"AgainNotEnoughOfAnother": {answer: refusal("3013"), check: strings.Replace(done, "K1", "k2", 1), again: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answers := map[string]string{"TransferOut": c.answer}
			if c.check != "" {
				answers["GetSingleTransaction"] = c.check
			}
			o := scripted(t, answers).Move(t.Context(), game.Move{
				Reference: "r1", Player: game.Player{Username: "k1"}, Credits: -10 * money.Credit, Again: c.again,
			})
			if o.Kind != c.want || c.reason != "" && o.Reason != c.reason || o.Kind == game.Done && o.Moved != -10*money.Credit {
				t.Errorf("%+v, want %q %s", o, c.want, c.reason)
			}
		})
	}
}

// 1305 means "exists" in one source and "no such player" in another: an account with a wallet exists.
func TestAnAccountThatExistsPerhaps(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		wallet  string
		refused bool
		fine    bool
	}{
		"ItExists":   {wallet: `{"data":{"currencyCode":"THB","cashBalance":"0.00"},"error":null}`, fine: true},
		"ItDoesNot":  {wallet: refusal("3005"), refused: true},
		"NobodySays": {wallet: "gone fishing"},
	} {
		err := scripted(t, map[string]string{"Create": refusal("1305"), "GetPlayerWallet": c.wallet}).
			Ensure(t.Context(), game.Player{Username: "k1", Password: "ignored"})
		if (err == nil) != c.fine || errors.Is(err, game.ErrRefused) != c.refused {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What a transfer's status proves.
func TestAnswersToTheQuestion(t *testing.T) {
	t.Parallel()
	found := func(player, kind, amount string) string {
		return fmt.Sprintf(
			`{"data":{"transactionId":"77","playerName":%q,"transactionType":%q,"transactionAmount":%q},"error":null}`,
			player, kind, amount)
	}
	for name, c := range map[string]struct {
		answer string
		want   game.Kind
		moved  money.Credits
	}{
		"Done":           {found("k1", "100", "10.00"), game.Done, 10 * money.Credit},
		"Less":           {found("k1", "100", "9.50"), game.Done, 9*money.Credit + 5000},
		"OtherDirection": {found("k1", "200", "10.00"), game.Unknown, 0},
		"OtherPlayer":    {found("k2", "100", "10.00"), game.Unknown, 0},
		"OtherKind":      {found("k1", "300", "10.00"), game.Unknown, 0},
		"Nothing":        {found("k1", "100", "0"), game.Unknown, 0},
		"NotFound":       {notThere, game.NotFound, 0},
		"InProcess":      {refusal("3101"), game.Pending, 0},
		"NoWallet":       {refusal("3005"), game.Unknown, 0},
		"Operator":       {refusal("1204"), game.Unknown, 0},
	} {
		o := scripted(t, map[string]string{"GetSingleTransaction": c.answer}).Check(t.Context(), game.Move{
			Reference: "r1", Player: game.Player{Username: "k1"}, Credits: 10 * money.Credit, SendBy: time.Now().Add(-time.Hour),
		})
		if o.Kind != c.want || o.Moved != c.moved {
			t.Errorf("%s: %+v, want %q %s", name, o, c.want, c.moved)
		}
	}
}
