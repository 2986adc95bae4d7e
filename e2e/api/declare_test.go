package api

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"krapao/deposit"
	"krapao/deposit/declared"
	"krapao/fault"
	"krapao/internal/config"
	"krapao/internal/content"
	"krapao/internal/testkit/apptest"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/operatortest"
	"krapao/sandbox/sandboxtest"
)

const addPath = "/api/wallet/add"

func amount(baht any) map[string]any { return map[string]any{"amount": baht} }

// transfer pays from a member's registered account, or from another number where one is given, into one of ours.
func transfer(c *apptest.Client, number, toBank, to, baht string) sandboxtest.Transfer {
	if number == "" {
		number = c.Registered.AccountNo
	}
	return sandboxtest.Transfer{
		FromBank: c.Registered.Bank, FromAccount: number, FromName: c.Registered.AccountName,
		ToBank: toBank, ToAccount: to, Amount: json.Number(baht),
	}
}

func toAuto(c *apptest.Client, number, baht string) sandboxtest.Transfer {
	return transfer(c, number, "SCB", "4068123456", baht)
}

// TestDeclareEveryCode: every answer of the call, as API.md has them.
func TestDeclareEveryCode(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Client().Post(addPath, amount(100)).Refused(http.StatusUnauthorized, "UNAUTHORIZED")
		for what, one := range map[string]struct {
			body any
			code string
		}{
			"nothing": {amount(0), "INVALID_AMOUNT"}, "below zero": {amount(-5), "INVALID_AMOUNT"},
			"three decimals": {amount(1.005), "INVALID_AMOUNT"}, "a text": {amount("100"), "INVALID_AMOUNT"},
			"too much": {amount(1_000_000_001), "INVALID_AMOUNT"}, "no amount": {map[string]any{}, "INVALID_INPUT"},
			"a field too many": {map[string]any{"amount": 1, "member": "X"}, "INVALID_INPUT"},
		} {
			if got := c.Post(addPath, one.body); got.Status != http.StatusBadRequest || got.At("message") != one.code {
				t.Errorf("%s: %d %s", what, got.Status, got.Text)
			}
		}
		first := c.Post(addPath, amount(100.5), "Idempotency-Key", "tap-1").OK(http.StatusOK)
		if first.At("message") != "SUCCESS" || first.At("status") != "IN_PROGRESS" || len(first.At("reference")) != 15 {
			t.Errorf("declared: %s", first.Text)
		}
		again := c.Post(addPath, amount(100.5), "Idempotency-Key", "tap-1").OK(http.StatusOK)
		if again.At("reference") != first.At("reference") {
			t.Errorf("the same tap: %s", again.Text)
		}
		c.Post(addPath, amount(100.6), "Idempotency-Key", "tap-1").Refused(http.StatusConflict, "IDEMPOTENCY_MISMATCH")
		c.Post(addPath, amount(200), "Idempotency-Key", "tap-2").OK(http.StatusOK)
		c.Post(addPath, amount(200), "Idempotency-Key", "tap-3").OK(http.StatusOK)
		refused := c.Post(addPath, amount(200), "Idempotency-Key", "tap-4").Refused(http.StatusConflict, "DEPOSIT_PENDING")
		if refused.At("params.limit") != "3" || refused.At("params.open.0.reference") != first.At("reference") ||
			refused.At("params.open.0.amount") != "100.50" ||
			refused.At("params.open.2.lapsesAt") == "" {
			t.Errorf("a fourth: %s", refused.Text)
		}
		if c.Balance() != 0 {
			t.Error("a declaration credited something")
		}
		if got := c.Post("/api/statement", map[string]any{"page": 1, "limit": 10}).OK(http.StatusOK); got.At("total") != "0" {
			t.Errorf("no money moved, and the statement lists: %s", got.Text)
		}
		limited := a.Member()
		limited.Do("PUT", protectionPath+"/limit", map[string]any{"kind": "deposit", "period": "day", "amount": 50}).OK(http.StatusOK)
		if got := limited.Post(addPath, amount(51)).Refused(http.StatusForbidden, "LIMIT_REACHED"); got.At("params.limit") != "50" {
			t.Errorf("beyond a limit: %s", got.Text)
		}
		limited.Post(addPath, amount(50)).OK(http.StatusOK)
	})
}

func TestDeclareWhereItIsOff(t *testing.T) {
	t.Parallel()
	off := func(d content.Document) {
		d["deposit"] = json.RawMessage(`{"unnamedLimited": false, "unnamedVerifies": true}`)
	}
	apptest.Each(t, apptest.Options{Content: off}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		if got := c.Get("/api/lookup/deposit").OK(http.StatusOK).At("isManual"); got != "false" {
			t.Errorf("isManual %s", got)
		}
		c.Post(addPath, amount(100)).Refused(http.StatusNotFound, "NO_DATA")
	})
}

// TestDeclaredIntoAManualAccount: the member's word waits for an operator's, who found it in the bank's statement; a slip
// of the same transfer credits nothing more; a stranger's payer takes a second person.
func TestDeclaredIntoAManualAccount(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{DemoOperators: operatortest.Demo()}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		people := a.Operators()
		decides := func(name, subject string, decide func(operator.Decision) (operator.Outcome, error)) (operator.Outcome, error) {
			return operatortest.Presses(t, people, name).Decides(operator.Decision{
				Subject: subject, Reason: "in the statement", Evidence: "line 7 of today",
			}, decide)
		}
		confirm := func(name, subject string, found declared.Found) (operator.Outcome, error) {
			found.Reference = subject
			asked, err := people.Arrivals.FoundRequest(found)
			if err != nil {
				t.Fatal(err)
			}
			return decides(name, subject, func(d operator.Decision) (operator.Outcome, error) {
				return operatortest.Decide(t.Context(), people.Approvals, "declaration.confirm", d, asked)
			})
		}
		paid := a.Sandbox.Transfer(transfer(c, "", "KTB", "9831234567", "300"))
		reference := c.Post(addPath, amount(300)).OK(http.StatusOK).At("reference")
		list, err := people.Arrivals.Declarations(t.Context(), 10)
		if err != nil || len(list) != 1 || list[0].Reference != reference {
			t.Fatalf("%v, %v", list, err)
		}
		found := inStatement(a, c, paid.Ref, 300*money.Baht)
		out, err := confirm("nok", reference, found)
		if err != nil || !out.Done {
			t.Fatalf("%+v, %v", out, err)
		}
		if got := c.Balance(); got != 300*money.Baht {
			t.Errorf("the wallet has %s", got)
		}
		got := c.Post("/api/statement", map[string]any{"page": 1, "limit": 10}).OK(http.StatusOK)
		if got.At("total") != "1" || got.At("statements.0.statementType") != "deposit" || got.At("statements.0.amount") != "300" {
			t.Errorf("statement: %s", got.Text)
		}
		second := c.Post(addPath, amount(300)).OK(http.StatusOK).At("reference")
		if _, err := confirm("nok", second, found); err == nil {
			t.Error("the same transfer was credited twice")
		}
		found.BankReference, found.Payer.AccountNo = "ANOTHER1", "9990001112"
		if out, err = confirm("nok", second, found); err != nil || out.Done {
			t.Fatalf("a stranger's payment by one person: %+v, %v", out, err)
		}
		if out, err := decides("lek", "", func(d operator.Decision) (operator.Outcome, error) {
			return people.Approvals.Approve(t.Context(), d, out.Proposal.ID, "")
		}); err != nil || !out.Done {
			t.Errorf("by two: %+v, %v", out, err)
		}
		third := c.Post(addPath, amount(40)).OK(http.StatusOK).At("reference")
		if out, err := decides("nok", third, func(d operator.Decision) (operator.Outcome, error) {
			asked := map[string]any{"code": fault.DEPOSIT_NOT_FOUND}
			return operatortest.Decide(t.Context(), people.Approvals, "declaration.reject", d, asked)
		}); err != nil || !out.Done {
			t.Errorf("%+v, %v", out, err)
		}
		if got := c.Balance(); got != 600*money.Baht {
			t.Errorf("the wallet has %s", got)
		}
	})
}

// inStatement is a transfer into the manual account as an operator finds it in the bank's statement.
func inStatement(a *apptest.App, c *apptest.Client, reference string, amount money.Amount) declared.Found {
	p := c.Registered
	return declared.Found{
		Account: "KTB-SLIP", At: a.Store.Now(), Amount: amount, Bank: p.Bank, BankReference: reference,
		Payer: deposit.Payer{BankCode: p.Bank, AccountNo: p.AccountNo, Name: p.AccountName},
	}
}

// TestAStatementWithoutASecretIsRefused: serve names it.
func TestAStatementWithoutASecretIsRefused(t *testing.T) {
	t.Parallel()
	s := config.Serving{Outside: config.Outside{Feeds: map[string]config.Feed{
		"SCB-AUTO": {BaseURL: "https://bank.example/feed", Key: "k", Bank: "014"},
	}}}
	wrong := strings.Join(s.Unsafe(func(string) bool { return false }), "\n")
	if !strings.Contains(wrong, "feeds.SCB-AUTO") {
		t.Errorf("taken: %s", wrong)
	}
}
