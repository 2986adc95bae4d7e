package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

// may is what an opened thing says that its caller may do.
func may(opened apptest.Answer, path string) string {
	list, _ := opened.Value(path).([]any)
	var calls []string
	for _, one := range list {
		calls = append(calls, fmt.Sprint(one))
	}
	return strings.Join(calls, " ")
}

// TestAWithdrawalIsDecidedByTheAPI: it is opened with what is known of its member, and from then on a person's; it is decided
// once, by who may, as it was seen; and the next one comes with the answer.
func TestAWithdrawalIsDecidedByTheAPI(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		c, id := waiting(t, a, dao.Client)
		at := "/withdrawal/" + id

		opened := dao.Get("/api" + at).OK(http.StatusOK)
		if opened.At("state") != "review" || opened.At("amount") != "150" || opened.At("member.name") != c.Registered.Name ||
			may(opened, "may") != "approveWithdrawal reduceWithdrawal returnWithdrawal" || opened.At("choices.0.two") != "false" ||
			!strings.Contains(opened.Text, c.Registered.AccountNo) || opened.At("seen") == "" || opened.Value("claim") != nil {
			t.Errorf("opened, it is %s", opened.Text)
		}
		if opened.At("related.sums.0.kind") != "deposit" || opened.At("related.sums.0.amount") != "1000" ||
			opened.At("related.movements.0.kind") != "withdraw" || opened.At("related.movements.0.amount") != "-150" {
			t.Errorf("its member is %s", opened.Text)
		}
		dao.Get("/api" + at).OK(http.StatusOK)
		if log := mustCommand(t, a, "audit", "list"); strings.Count(log, "withdrawal.show") != 1 {
			t.Errorf("looking twice is in the audit log as %s", log)
		}
		if w, err := a.Withdrawals.Find(t.Context(), id); err != nil || !w.InHand {
			t.Errorf("a person has opened it: %+v, %v", w, err)
		}
		dao.Get("/api/withdrawal/nosuch").Refused(http.StatusNotFound, "NO_DATA")

		other := dao.decides(at+"/approve", map[string]any{"seen": "another"})
		if other.Refused(http.StatusConflict, "STATE_CHANGED"); other.At("params.state") != opened.At("seen") {
			t.Error(other.Text)
		}
		dao.decides(at+"/approve", map[string]any{"reason": "x"}).Refused(http.StatusBadRequest, "REASON_REQUIRED")
		dao.Raw(http.MethodPost, "/api"+at+"/approve", `{"reason":"all is well"}`).Refused(http.StatusBadRequest, "KEY_MISSING")
		dao.decides(at+"/paid", map[string]any{"outside": "X1"}).Refused(http.StatusNotFound, "NO_DATA")
		lek.Post("/api/queue/withdrawal/"+id+"/claim", map[string]any{}).OK(http.StatusOK)
		dao.decides(at+"/return").Refused(http.StatusConflict, "CLAIMED")

		another := rich(t, a)
		another.Post("/api/wallet/withdraw", map[string]any{"amount": 160}).OK(http.StatusOK)
		apptest.Eventually(t, "the other one waits", func() bool {
			return dao.Get("/api/queue?kind=withdrawal").OK(http.StatusOK).Value("items.1") != nil
		})
		asked := map[string]any{"seen": opened.At("seen"), "next": map[string]any{"kinds": []string{"withdrawal"}}}
		done := lek.decidesBy("once", at+"/return", asked).OK(http.StatusOK)
		next := done.At("next.item.id")
		if done.At("message") != "SUCCESS" || next == "" || next == id || done.At("next.item.claim.by") != "lek" ||
			may(done, "next.detail.may") != "approveWithdrawal reduceWithdrawal returnWithdrawal" ||
			done.At("next.detail.claim.by") != "lek" {
			t.Errorf("the decision is answered with %s", done.Text)
		}
		again := lek.decidesBy("once", at+"/return", asked).OK(http.StatusOK)
		if again.Header.Get("Idempotency-Replayed") == "" || again.Value("next") != nil || again.At("says") != done.At("says") {
			t.Errorf("the same key is answered with %s", again.Text)
		}
		if got := c.Balance(); got != 900_00 {
			t.Errorf("the wallet has %s", got)
		}
		lek.decides(at+"/return").Refused(http.StatusNotFound, "NO_DATA")
		last := lek.decides("/withdrawal/"+next+"/approve", map[string]any{"next": map[string]any{"kinds": []string{}}})
		if last.OK(http.StatusOK); last.Value("next") != nil {
			t.Errorf("the last one is answered with %s", last.Text)
		}
	})
}

// TestWhoDecidesAboutMoney: nobody below a cashier, nobody about itself, nobody who may not act yet; and each is told so by
// what it may do.
func TestWhoDecidesAboutMoney(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		first, _ := desks(t, a)
		c, id := waiting(t, a, first.Client)
		at := "/withdrawal/" + id
		support := desk{Client: employed(t, a, "noi", "support", "")}
		if got := support.Get("/api" + at).OK(http.StatusOK); may(got, "may") != "" || got.At("seen") == "" {
			t.Errorf("a support sees %s", got.Text)
		}
		refused := support.decides(at + "/approve")
		if refused.Refused(http.StatusForbidden, "ROLE_FORBIDDEN"); refused.At("params.needs") != "cashier" {
			t.Error(refused.Text)
		}
		itself := desk{Client: employed(t, a, "mai", "cashier", memberID(t, a, c))}
		if got := itself.Get("/api" + at).OK(http.StatusOK); may(got, "may") != "" {
			t.Errorf("the member itself may %s", may(got, "may"))
		}
		itself.decides(at+"/approve").Refused(http.StatusForbidden, "SELF_DECISION")

		if err := a.Store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), `UPDATE operator SET effective_at = $1 WHERE name = 'mai'`,
				clock.MicrosOf(tx.Now.Add(time.Minute)))
			return err
		}); err != nil {
			t.Fatal(err)
		}
		waits := itself.Get("/api" + at)
		if waits.Refused(http.StatusForbidden, "OPERATOR_WAITS"); waits.At("params.from") == "" {
			t.Error(waits.Text)
		}
		itself.decides(at+"/approve").Refused(http.StatusForbidden, "OPERATOR_WAITS")
	})
}

// TestMoneyIsGivenByTwo: an arrival of nobody is opened and assigned, which is a proposal (202); the second person gets it as its
// next item, opened, and the money is the member's once that person agrees.
func TestMoneyIsGivenByTwo(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		c := a.Member()
		booked, err := a.Deposits.Book(t.Context(), deposit.Arrival{
			Account: "SCB1", Channel: deposit.ChannelFeed, Payment: deposit.Payment{
				Source: "line 1", Amount: 700_00, PaidAt: a.Store.Now(),
				Payer: deposit.Payer{BankCode: "KTB", AccountNo: "9998887776", Name: "SOMEBODY ELSE"},
			},
		})
		if err != nil || !booked {
			t.Fatal(booked, err)
		}
		next := dao.Post("/api/queue/next", map[string]any{"kinds": []string{"unmatched"}, "skip": []string{}}).OK(http.StatusOK)
		id := next.At("item.id")
		if may(next, "detail.may") != "assignArrival returnArrival reverseArrival" || !strings.Contains(next.Text, "9998887776") ||
			next.Value("detail.related") != nil {
			t.Errorf("the next is %s", next.Text)
		}
		to := map[string]any{"member": memberID(t, a, c), "seen": next.At("detail.seen")}
		dao.decides("/arrival/"+id+"/return").Refused(http.StatusBadRequest, "EVIDENCE_REQUIRED")
		waits := dao.decides("/arrival/"+id+"/assign", to).OK(http.StatusAccepted)
		if waits.At("message") != "PROPOSED" || waits.At("proposal.state") != "open" {
			t.Errorf("proposed: %s", waits.Text)
		}
		dao.decides("/arrival/"+id+"/assign", to).Refused(http.StatusConflict, "PROPOSAL_OPEN")
		asks := lek.Post("/api/queue/next", map[string]any{"kinds": []string{}, "skip": []string{}}).OK(http.StatusOK)
		if asks.At("item.kind") != "proposal" || may(asks, "detail.may") != "approveProposal rejectProposal" ||
			asks.At("detail.seen") != waits.At("proposal.fingerprint") || asks.At("detail.related.wallet") != "0" {
			t.Errorf("the second person gets %s", asks.Text)
		}
		done := lek.decides("/proposal/"+asks.At("item.id")+"/approve",
			map[string]any{"seen": asks.At("detail.seen"), "next": map[string]any{"kinds": []string{}}}).OK(http.StatusOK)
		if done.Value("next") != nil || c.Balance() != 700_00 {
			t.Errorf("approved: %s; the wallet has %s", done.Text, c.Balance())
		}
		opened := dao.Get("/api/arrival/" + id).OK(http.StatusOK)
		if opened.At("state") != "released" || may(opened, "may") != "reverseArrival" {
			t.Errorf("given, it is %s", opened.Text)
		}
	})
}

// TestASlipsPictureIsOnTheOperatorListener: beside what the bank says, by a token of five minutes.
func TestASlipsPictureIsOnTheOperatorListener(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		first, _ := desks(t, a)
		c := a.Member()
		reference := upload(t, c, a.Sandbox.Slip(pay(a, c, "20").Slip)).OK(http.StatusOK).At("slip.reference")
		opened := first.Get("/api/slip/" + reference).OK(http.StatusOK)
		if opened.At("member.name") != c.Registered.Name || may(opened, "may") != "" {
			t.Errorf("a slip that waits for nobody is %s", opened.Text)
		}
		picture := first.Get(opened.At("picture")).OK(http.StatusOK)
		if picture.Header.Get("Content-Type") != "image/jpeg" || picture.Header.Get("Cache-Control") != "no-store" ||
			picture.Text == "" {
			t.Errorf("its picture is %v", picture.Header)
		}
		for _, path := range []string{opened.At("picture"), "/files/nosuch"} {
			console(a, "").Get(path).Refused(http.StatusUnauthorized, "UNAUTHORIZED")
		}
		if got := first.Get("/files/nosuch"); got.Status == http.StatusOK {
			t.Errorf("a made-up token: %v", got.Status)
		}
	})
}
