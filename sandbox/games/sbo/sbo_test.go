package sbo_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	sbo "krapao/connect/provider/sbo/wire"
	"krapao/internal/clock"
	"krapao/sandbox"
	"krapao/sandbox/clienttest"
	"krapao/sandbox/sandboxtest"
)

// The SBO side's refusals, with the protocol's own ids. (The adapter's tests cover its successes.)
func TestSBORefuses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{Clock: clock.NewFake(clienttest.Begin)})
		credentials := sandbox.DemoCredentials().SBO
		caller := sbo.Caller{CompanyKey: credentials.CompanyKey, ServerID: "t1"}
		ask := func(path string, body any) int {
			var answer sbo.Reply
			s.Call(http.MethodPost, "/games/tsbo/sbo"+path, body, http.StatusOK, &answer)
			if answer.Error == nil || answer.Error.ID == nil {
				t.Fatalf("%s: %+v", path, answer)
			}
			return *answer.Error.ID
		}
		deposit := func(username, txn, amount string) sbo.Deposit {
			return sbo.Deposit{Caller: caller, Username: username, TxnID: txn, Amount: json.Number(amount)}
		}
		bets := func(from, to time.Time) sbo.Bets {
			return sbo.Bets{Caller: caller, Portfolio: sbo.PortfolioSports, StartDate: sbo.FormatTime(from), EndDate: sbo.FormatTime(to)}
		}
		for i, c := range []struct {
			path string
			body any
			want int
		}{
			{sbo.PathRegister, sbo.Register{Caller: caller, Username: "abc123", Agent: credentials.Agent}, sbo.IDOK},
			{sbo.PathRegister, sbo.Register{Caller: caller, Username: "abc123", Agent: credentials.Agent}, sbo.IDExists},
			{sbo.PathRegister, sbo.Register{Caller: caller, Username: "a b", Agent: credentials.Agent}, sbo.IDUsername},
			{sbo.PathRegister, sbo.Register{Caller: caller, Username: "abc124", Agent: "other"}, sbo.IDNoAgent},
			{sbo.PathBalance, sbo.Player{Caller: sbo.Caller{CompanyKey: "wrong", ServerID: "t1"}, Username: "abc123"}, sbo.IDCompanyKey},
			{sbo.PathBalance, sbo.Player{Caller: sbo.Caller{CompanyKey: caller.CompanyKey}, Username: "abc123"}, sbo.IDFormat},
			{sbo.PathBalance, sbo.Player{Caller: caller, Username: "nobody"}, sbo.IDNoPlayer},
			{sbo.PathDeposit, deposit("abc123", "T1", "10.5"), sbo.IDOK},
			{sbo.PathDeposit, deposit("abc123", "T1", "10.5"), sbo.IDUsed},
			{sbo.PathDeposit, deposit("abc123", "T2", "1.001"), sbo.IDAmount},
			{sbo.PathDeposit, deposit("abc123", "T2", "-1"), sbo.IDAmount},
			{sbo.PathDeposit, deposit("abc123", "T-2", "1"), sbo.IDReference},
			{sbo.PathDeposit, deposit("nobody", "T2", "1"), sbo.IDNoPlayer},
			{sbo.PathWithdraw, sbo.Withdraw{Deposit: deposit("abc123", "T2", "10.51")}, sbo.IDNotEnough},
			{sbo.PathWithdraw, sbo.Withdraw{Deposit: deposit("abc123", "T2", "1"), IsFullAmount: true}, sbo.IDFormat},
			{sbo.PathCheck, sbo.Check{Caller: caller, TxnID: "T1"}, sbo.IDOK},
			{sbo.PathCheck, sbo.Check{Caller: caller, TxnID: "T2"}, sbo.IDNoTransfer},
			{sbo.PathLogin, sbo.Login{Caller: caller, Username: "nobody", Portfolio: sbo.PortfolioSports}, sbo.IDNoPlayer},
			{sbo.PathLogout, sbo.Player{Caller: caller, Username: "nobody"}, sbo.IDNoPlayer},
			{sbo.PathBets, bets(clienttest.Begin, clienttest.Begin.Add(30*time.Minute)), sbo.IDOK},
			{sbo.PathBets, bets(clienttest.Begin, clienttest.Begin.Add(31*time.Minute)), sbo.IDFormat},
			{sbo.PathBets, bets(clienttest.Begin, clienttest.Begin.Add(-time.Minute)), sbo.IDFormat},
			{sbo.PathBets, bets(clienttest.Begin.Add(-61*24*time.Hour), clienttest.Begin.Add(-61*24*time.Hour)), sbo.IDFormat},
		} {
			if got := ask(c.path, c.body); got != c.want {
				t.Errorf("%d %s: id %d, want %d", i, c.path, got, c.want)
			}
		}
		if got := s.Account("tsbo", "abc123").Balance; got != "10.5" {
			t.Errorf("the account has %s", got)
		}
		var other sbo.Reply
		call := sbo.Player{Caller: caller, Username: "abc123"}
		s.Call(http.MethodPost, "/games/joker/sbo"+sbo.PathBalance, call, http.StatusOK, &other)
		if other.Error == nil || *other.Error.ID != sbo.IDCompanyKey {
			t.Errorf("another family's game: %+v", other)
		}
	})
}
