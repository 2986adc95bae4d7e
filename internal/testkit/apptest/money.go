package apptest

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"testing"

	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// Deposit pays baht in by a KBANK code and waits until they are in the wallet.
func (a *App) Deposit(c *Client, baht string) {
	a.t.Helper()
	before := c.Balance()
	id := c.Sets(http.MethodPost, "/api/qrcode/KBANK", map[string]any{"amount": json.Number(baht)}).OK(http.StatusOK).At("qrcodeId")
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

// GivesUp gives up the member's condition, and returns the answer that reports its end. While money is still coming home from
// a game (202), the call is repeated with its key, as the app does.
func (c *Client) GivesUp() Answer {
	c.T.Helper()
	return c.GivesUpBy(rand.Text())
}

// GivesUpBy is GivesUp with a key that may have been sent before.
func (c *Client) GivesUpBy(key string) Answer {
	c.T.Helper()
	var told Answer
	Eventually(c.T, "the condition is given up", func() bool {
		told = c.SetsBy(key, http.MethodGet, "/api/bonus/clear?giveUp=true", nil)
		return told.Status != http.StatusAccepted
	})
	return told.OK(http.StatusOK)
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
