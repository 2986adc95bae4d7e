package apptest

import (
	"net/http"
	"testing"

	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// Deposit pays an amount of baht in by a KBANK code and waits until it is in the wallet.
func (a *App) Deposit(c *Client, baht string) {
	a.t.Helper()
	before := c.Balance()
	id := c.Raw(http.MethodPost, "/api/qrcode/KBANK", `{"amount":`+baht+`}`).OK(http.StatusOK).At("qrcodeId")
	a.Sandbox.Pay(id, sandboxtest.Payer{
		FromBank: c.Registered.Bank, FromAccount: c.Registered.AccountNo, FromName: c.Registered.AccountName,
	})
	want := before + Baht(a.t, baht)
	Eventually(a.t, "the deposit of "+baht, func() bool { return c.Balance() == want })
}

// Balance is what the member can spend.
func (c *Client) Balance() money.Amount {
	c.T.Helper()
	return Baht(c.T, c.Get("/api/wallet").OK(http.StatusOK).At("wallet.amount"))
}

// Baht reads an amount.
func Baht(t testing.TB, text string) money.Amount {
	t.Helper()
	amount, err := money.Parse(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return amount
}
