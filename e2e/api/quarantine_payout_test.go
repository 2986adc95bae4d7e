package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	adapter "krapao/connect/payout"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/ledger"
	"krapao/money"
	"krapao/quarantine"
	"krapao/sandbox"
	"krapao/withdraw"
	"krapao/withdraw/payout"
)

// paidBefore has the bank pay an order behind the store's back, as a node did before its database was lost.
func paidBefore(t *testing.T, a *apptest.App, c *apptest.Client, reference string, amount money.Amount) {
	t.Helper()
	known := sandbox.DemoCredentials().Payout
	bank := adapter.New(adapter.Config{
		BaseURL: a.Sandbox.URL + "/payout", Key: known.Key, Secret: known.Secret, Outbound: a.Sandbox.Outbound(10 * time.Second),
		Now: a.Store.Now,
	})
	r := c.Registered
	if _, err := bank.Send(t.Context(), payout.Order{
		Reference: reference, Amount: amount, Account: withdraw.Account{BankCode: r.Bank, Number: r.AccountNo, Name: r.AccountName},
	}); err != nil {
		t.Fatal(err)
	}
}

// importCases are the open lines that the store does not know, by their references.
func importCases(d desk) map[string]string {
	d.T.Helper()
	cases := map[string]string{}
	shown := d.Get("/api/queue?kind=import").OK(http.StatusOK)
	for n := 0; shown.Value(fmt.Sprintf("items.%d", n)) != nil; n++ {
		id := shown.At(fmt.Sprintf("items.%d.id", n))
		one := d.Get("/api/quarantine/case/" + id).OK(http.StatusOK)
		cases[factIn(one, "reference")] = id
	}
	return cases
}

// factIn is a fact of a thing that was opened.
func factIn(shown apptest.Answer, name string) string {
	for n := 0; shown.Value(fmt.Sprintf("facts.%d", n)) != nil; n++ {
		if place := fmt.Sprintf("facts.%d.", n); shown.At(place+"name") == name {
			return shown.At(place + "after")
		}
	}
	return ""
}

// TestPayoutsOfARestoredStore: a withdrawal that the backup has in review, and the bank has paid since, ends by its own
// reference; one that was lost with the books is a case that two persons book out of the wallet; one that the list does not
// have goes on. The bank pays none of them again, whatever is approved afterwards.
func TestPayoutsOfARestoredStore(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		c := rich(t, a)
		dao.decide(http.MethodPost, "/api/brake/payouts/stop", `{"reason":"so that a person decides"}`).OK(http.StatusOK)
		asked := func(baht int) string {
			c.Post("/api/wallet/withdraw", map[string]any{"amount": baht}).OK(http.StatusOK)
			var reference string
			apptest.Eventually(t, "a withdrawal in review", func() bool {
				shown := dao.Get("/api/queue?kind=withdrawal").OK(http.StatusOK)
				for n := 0; shown.Value(fmt.Sprintf("items.%d", n)) != nil; n++ {
					if shown.At(fmt.Sprintf("items.%d.amount", n)) == fmt.Sprint(baht) {
						reference = shown.At(fmt.Sprintf("items.%d.id", n))
					}
				}
				return reference != ""
			})
			return reference
		}
		paid, unpaid := asked(200), asked(150)
		had := c.Balance()
		const lost = "zz0000000000lost"
		a.RestartOn(func(s *store.Store) error {
			paidBefore(t, a, c, paid, 200*money.Baht)
			paidBefore(t, a, c, lost, 300*money.Baht)
			return s.Write(context.Background(), func(tx *store.Tx) error { return quarantine.BeginTx(context.Background(), tx) })
		})
		apptest.Eventually(t, "the bank paid both", func() bool {
			return len(a.Sandbox.Payouts()) == 2 && a.Sandbox.Payouts()[0].State == "settled" && a.Sandbox.Payouts()[1].State == "settled"
		})
		at := a.Store.Now().Format(time.RFC3339)
		payee := "," + c.Registered.Bank + "," + c.Registered.AccountNo + "," + c.Registered.AccountName
		lines := []string{"B1," + at + ",200," + paid + payee, "B2," + at + ",300," + lost + payee}
		for _, want := range []string{"2/0/1", "2/1/0"} {
			rows, known, booked := imports(t, a, dao, "payouts", lines...)
			if got := rows + "/" + known + "/" + booked; got != want {
				t.Errorf("rows, known, booked: %s, want %s", got, want)
			}
		}
		cases := importCases(lek)
		if len(cases) != 1 || cases[lost] == "" {
			t.Fatalf("the cases: %v", cases)
		}
		as := map[string]any{"books": "withdrawal", "evidence": "the bank's list, and the member's account"}
		id := dao.decides("/quarantine/case/"+cases[lost]+"/decide", as).OK(http.StatusAccepted).At("proposal.id")
		lek.decides("/proposal/"+id+"/approve", map[string]any{"evidence": "the same"}).OK(http.StatusOK)
		dao.decides("/quarantine/case/"+cases[lost]+"/decide", as).Refused(http.StatusNotFound, "NO_DATA")
		if got := c.Balance(); got != had-300*money.Baht {
			t.Errorf("the wallet has %s, want %s less 300", got, had)
		}
		if rows, known, _ := imports(t, a, dao, "payouts", lines...); rows != "2" || known != "2" {
			t.Errorf("decided: of %s rows %s known", rows, known)
		}
		for _, system := range systemsIn(dao) {
			lift(dao, lek, system)
		}
		for _, reference := range []string{paid, lost} {
			answer := dao.decides("/withdrawal/" + reference + "/approve")
			if answer.Status == http.StatusOK || answer.Status == http.StatusAccepted {
				t.Errorf("%s is approved again: %s", reference, answer.Text)
			}
		}
		if shown := dao.Get("/api/queue?kind=withdrawal").OK(http.StatusOK).Text; !strings.Contains(shown, unpaid) {
			t.Errorf("what the list does not have is gone: %s", shown)
		}
		dao.decides("/withdrawal/" + unpaid + "/approve").OK(http.StatusOK)
		apptest.Eventually(t, "the bank pays it", func() bool { return len(a.Sandbox.Payouts()) == 3 })
		agreed(t, a)
		if got := houseBalance(t, a, ledger.Payout); got != 650*money.Baht {
			t.Errorf("paid out are %s", got)
		}
	})
}
