package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/cmd/krapao/verify"
	"krapao/internal/testkit/apptest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// toFeed sends a transfer to the account whose source of truth is its statement.
func toFeed(t *sandboxtest.Transfer) { t.ToBank, t.ToAccount = "SCB", "4068123456" }

// agreed waits until the books and the outside agree, account by account, with no money untold.
func agreed(t *testing.T, a *apptest.App) {
	t.Helper()
	apptest.Comes(t, "books and outside agree", func() string {
		r, err := verify.CheckBy(t.Context(), a.Store, a.HTTP(), a.Sandbox.URL)
		if err == nil && r.OK() && len(r.Skipped) == 0 {
			return ""
		}
		return fmt.Sprintf("%q, not compared %q, %v", r.Breaks, r.Skipped, err)
	})
}

// steady fails the test if somebody's balance leaves want within a while: long enough for every job to have looked.
func steady(t *testing.T, a *apptest.App, who string, c *apptest.Client, want money.Amount) {
	t.Helper()
	for range 5 {
		if got := c.Balance(); got != want {
			t.Fatalf("%s has %s, want %s", who, got, want)
		}
		a.Pass(3 * time.Second)
	}
}

func declare(c *apptest.Client, amount string) apptest.Answer {
	return c.Raw(http.MethodPost, "/api/wallet/add", `{"amount":`+amount+`}`)
}

// TestOnePaymentThroughEveryDoor: a payment is told by its code, its slip, its statement and its member, each as often as
// somebody likes, by the member and by a friend. It is one credit, and the payer's.
func TestOnePaymentThroughEveryDoor(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c, friend := a.Member(), a.Member()

		// A payment by code has a slip in the bank's app. A gateway's account is no slip's destination.
		code := c.Raw(http.MethodPost, "/api/qrcode/KBANK", `{"amount":300}`).OK(200).At("qrcodeId")
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "qr:KBANK", Mode: "duplicate_callback", DelayMS: 300})
		paid := a.Sandbox.Pay(code, own(c))
		picture := a.Sandbox.Slip("/sandbox/bank/slip/" + paid + ".png")
		apptest.Eventually(t, "the code's payment", func() bool { return c.Balance() == 300_00 })
		for who, why := range map[*apptest.Client]string{c: "SLIP_ALREADY_CREDITED", friend: "DEST_ACC_INVALID"} {
			slip := upload(t, who, picture).OK(200).At("slip.reference")
			if got := fate(t, who, slip); !strings.HasPrefix(got, "FAILED "+why) {
				t.Errorf("the slip of a code's payment: %s, want %s", got, why)
			}
			declare(who, "300").OK(200)
		}

		// A transfer to an account with a statement, told twice by it, and by slip, and by word.
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "feed", Mode: "duplicate_callback", DelayMS: 400})
		sent := pay(a, c, "450", toFeed)
		picture = a.Sandbox.Slip(sent.Slip)
		own := upload(t, c, picture).OK(200).At("slip.reference")
		declare(c, "450").OK(200)
		foreign := upload(t, friend, picture).OK(200).At("slip.reference")
		declare(friend, "450").OK(200)
		apptest.Eventually(t, "the statement's line", func() bool { return c.Balance() == 750_00 })
		if got := fate(t, friend, foreign); !strings.HasPrefix(got, "FAILED") {
			t.Errorf("the friend's slip: %s", got)
		}
		if got := fate(t, c, own); strings.HasPrefix(got, "IN_PROGRESS") {
			t.Errorf("the member's own slip: %s", got)
		}

		// A transfer to an account where slips are the truth: three pictures of it, and the word again.
		sent = pay(a, c, "512.25")
		for _, look := range []string{"", "?layout=card", "?layout=night"} {
			upload(t, c, a.Sandbox.Slip(sent.Slip+look)).OK(200)
		}
		upload(t, friend, a.Sandbox.Slip(sent.Slip+"?layout=ticket")).OK(200)
		apptest.Eventually(t, "the slip's money", func() bool { return c.Balance() == 1262_25 })

		agreed(t, a)
		steady(t, a, "the payer", c, 1262_25)
		steady(t, a, "the friend", friend, 0)
		if left := houseBalance(t, a, ledger.Unmatched); left != 0 {
			t.Errorf("nobody's money: %s", left)
		}
	})
}

// TestAStrangersPayment: money of somebody who is not the member can be shown, slipped and declared; it can't be spent.
func TestAStrangersPayment(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		thief := a.Member()
		victim := sandboxtest.Payer{FromBank: "BBL", FromAccount: "5550001112", FromName: "MALEE SUKJAI"}

		// The victim pays the thief's code.
		code := thief.Raw(http.MethodPost, "/api/qrcode/WW", `{"amount":800}`).OK(200).At("qrcodeId")
		a.Sandbox.Pay(code, victim)
		apptest.Eventually(t, "the money is held", func() bool { return thief.Get("/api/wallet").OK(200).At("wallet.held") == "800" })

		// The victim's transfers are seen, slipped and declared by the thief.
		asVictim := func(to ...func(*sandboxtest.Transfer)) []func(*sandboxtest.Transfer) {
			return append(to, func(tr *sandboxtest.Transfer) {
				tr.FromBank, tr.FromAccount, tr.FromName = victim.FromBank, victim.FromAccount, victim.FromName
			})
		}
		declare(thief, "650").OK(200)
		toStatement := pay(a, thief, "650", asVictim(toFeed)...)
		toSlips := pay(a, thief, "540", asVictim()...)
		for _, sent := range []sandboxtest.Transferred{toStatement, toSlips} {
			slip := upload(t, thief, a.Sandbox.Slip(sent.Slip)).OK(200).At("slip.reference")
			if got := fate(t, thief, slip); !strings.HasPrefix(got, "FAILED NOT_MATCH") {
				t.Errorf("the victim's slip: %s", got)
			}
		}
		agreed(t, a)
		steady(t, a, "the thief", thief, 0)
		thief.Post("/api/wallet/withdraw", map[string]any{"amount": 100}).Refused(http.StatusConflict, "MONEY_NOT_ENOUGH")
		if got := houseBalance(t, a, ledger.Unmatched); got != 1190_00 {
			t.Errorf("what waits for its owner is %s", got)
		}
	})
}

// TestAReversedDepositAlreadyWithdrawn: money that was withdrawn and then taken back by its bank is owed. What comes next
// is the member's to play with, not to take out.
func TestAReversedDepositAlreadyWithdrawn(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		sent := pay(a, c, "1000", toFeed)
		upload(t, c, a.Sandbox.Slip(sent.Slip)).OK(200) // in case the masked payer leaves a doubt
		apptest.Eventually(t, "the transfer", func() bool { return c.Balance() == 1000_00 })
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 1000}).OK(200)
		apptest.Eventually(t, "the payout", func() bool { return a.Sandbox.Totals().PayoutsSettled == "1000" })

		a.Sandbox.AddFault(sandboxtest.Fault{Target: "feed", Mode: "duplicate_callback", DelayMS: 200})
		a.Sandbox.Reverse(sent.Ref)
		a.Sandbox.Reverse(sent.Ref)
		m := memberID(t, a, c)
		owed := func() money.Amount { return -houseBalance(t, a, ledger.Owed(m)) }
		apptest.Eventually(t, "the reversal", func() bool { return owed() == 1000_00 })

		a.Deposit(c, "600")
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 600}).Refused(http.StatusConflict, "MONEY_NOT_ENOUGH")
		c.Post("/api/wallet/withdrawAll", nil).Refused(http.StatusBadRequest, "INVALID_INPUT")
		all := c.Post("/api/wallet/withdrawAll", map[string]any{"amount": 600}).Refused(http.StatusConflict, "MONEY_NOT_ENOUGH")
		if all.At("params.owed") != "1000" {
			t.Errorf("why not: %s", all.Text)
		}
		a.Deposit(c, "700") // 1,300 in the wallet, 1,000 owed
		agreed(t, a)
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 301}).Refused(http.StatusConflict, "MONEY_NOT_ENOUGH")
		// What is beside the debt can be asked for, and a person looks at it first.
		c.Post("/api/wallet/withdraw", map[string]any{"amount": 300}).OK(200)
		steady(t, a, "the member", c, 1000_00)
		if paid := a.Sandbox.Totals().PayoutsSettled; paid != "1000" || owed() != 1000_00 {
			t.Errorf("%s was paid out, %s is owed", paid, owed())
		}
	})
}

// memberID is a client's member in the books.
func memberID(t *testing.T, a *apptest.App, c *apptest.Client) string {
	t.Helper()
	m, err := a.Members.ByUsername(t.Context(), c.Registered.Phone)
	if err != nil {
		t.Fatal(err)
	}
	return m.ID
}
