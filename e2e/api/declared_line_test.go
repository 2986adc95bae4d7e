package api

import (
	"net/http"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/internal/testkit/apptest"
)

// TestADeclaredTransferTakesItsLine: who opens a declared transfer sees the lines of a statement that it may be about, each with
// what gives it to the member. That ends the declaration, so nothing is typed.
func TestADeclaredTransferTakesItsLine(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		at := a.Store.Now().Add(-time.Minute).UTC().Truncate(time.Second)
		booked, err := a.Deposits.Book(t.Context(), deposit.Arrival{
			Account: "SCB1", Channel: deposit.ChannelFeed, Payment: deposit.Payment{
				Source: "line 7", Amount: 77_00, PaidAt: at,
				Payer: deposit.Payer{BankCode: "KTB", AccountNo: "9998887776", Name: "SOMEBODY ELSE"},
			},
		})
		if err != nil || !booked {
			t.Fatal(booked, err)
		}
		declare(c, "77").OK(http.StatusOK)
		dao, lek := desks(t, a)
		waiting := "/api/queue?kind=declared"
		path := "/api/declared/" + dao.Get(waiting).OK(http.StatusOK).At("items.0.id")
		opened := dao.Get(path).OK(http.StatusOK)
		line := func(what string) string { return opened.At("lines.0." + what) }
		if line("account") != "SCB1" || line("amount") != "77" || line("payer") != "KTB 9998887776" ||
			line("payerName") != "SOMEBODY ELSE" || line("choice.call") != "assignArrival" || opened.At("lines.1.id") != "" {
			t.Fatalf("its lines: %s", opened.Text)
		}
		if shown, err := time.Parse(time.RFC3339, line("at")); err != nil || !shown.Equal(at) {
			t.Errorf("it was paid at %s, %v", line("at"), err)
		}
		// What is seen of it here is what is seen where it is opened itself.
		if own := dao.Get("/api/arrival/" + line("id")).OK(http.StatusOK); own.At("seen") != line("seen") {
			t.Errorf("seen: %s, and of its own %s", line("seen"), own.At("seen"))
		}
		about := map[string]any{"member": memberID(t, a, c), "seen": line("seen")}
		proposed := dao.decides("/arrival/"+line("id")+"/assign", about).OK(http.StatusAccepted)
		lek.decides("/proposal/" + proposed.At("proposal.id") + "/approve").OK(http.StatusOK)
		if left := dao.Get(waiting).OK(http.StatusOK); left.At("items.0.id") != "" {
			t.Errorf("it waits still: %s", left.Text)
		}
		if ended := dao.Get(path).OK(http.StatusOK); ended.At("state") != "matched" || ended.At("lines.0.id") != "" {
			t.Errorf("the declaration: %s", ended.Text)
		}
	})
}
