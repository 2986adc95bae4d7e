package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/ledger"
	"krapao/money"
	"krapao/quarantine"
	"krapao/sandbox/sandboxtest"
)

// restoredNow makes the store of a node one that was just restored. The node starts anew on it, and a second one where the engine
// has several.
func restoredNow(t *testing.T, a *apptest.App) []*apptest.App {
	t.Helper()
	a.RestartOn(func(s *store.Store) error {
		return s.Write(context.Background(), func(tx *store.Tx) error { return quarantine.BeginTx(context.Background(), tx) })
	})
	return nodesOf(a)
}

// systemsIn are the systems in quarantine that wait, as the operator API tells.
func systemsIn(d desk) (waiting []string) {
	d.T.Helper()
	shown := d.Get("/api/quarantine").OK(http.StatusOK)
	for n := 0; shown.Value(fmt.Sprintf("systems.%d", n)) != nil; n++ {
		if shown.At(fmt.Sprintf("systems.%d.state", n)) != "lifted" {
			waiting = append(waiting, shown.At(fmt.Sprintf("systems.%d.system", n)))
		}
	}
	return waiting
}

// lift has two persons let a system go on.
func lift(one, two desk, system string) {
	one.T.Helper()
	because := `{"reason":"compared","evidence":"its list, line by line"}`
	byHand := `{"reason":"compared","evidence":"its list, line by line","basis":"hand"}`
	id := one.decide(http.MethodPost, "/api/quarantine/"+system+"/lift", byHand).OK(http.StatusAccepted).At("proposal.id")
	two.decide(http.MethodPost, "/api/proposal/"+id+"/approve", because).OK(http.StatusOK)
}

// TestARestoredStoreIsOnlyRead: members log in and read, on every node. Nothing else that members, gateways or banks do moves
// money, until two persons have let each system go on (RULES.md section 14).
func TestARestoredStoreIsOnlyRead(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Apart: true}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		c := rich(t, a)
		code := c.Post("/api/qrcode/KBANK", map[string]any{"amount": 50}).OK(http.StatusOK).At("qrcodeId")
		had := c.Balance()
		nodes := restoredNow(t, a)
		a.Sandbox.Pay(code, own(c))
		a.Sandbox.Transfer(toAuto(c, "", "70"))
		a.Pass(time.Minute)
		for n, node := range nodes {
			there := node.Client()
			there.Token = there.Post("/api/login", map[string]any{
				"username": c.Registered.Phone, "password": c.Registered.Password,
			}).OK(http.StatusOK).At("token")
			if there.Balance() != had {
				t.Errorf("node %d: %s has become %s", n, had, there.Balance())
			}
			there.Post("/api/statement", map[string]any{"page": 1, "limit": 10}).OK(http.StatusOK)
			for call, body := range map[string]string{
				"POST /api/wallet/transfer":       `{"from":"WALLET","to":"joker","amount":10}`,
				"POST /api/wallet/transferAll":    `{"to":"WALLET"}`,
				"POST /api/wallet/withdraw":       `{"amount":100}`,
				"POST /api/wallet/add":            `{"amount":100}`,
				"POST /api/qrcode/KBANK":          `{"amount":100}`,
				"GET /api/wallet/activate/pg":     "",
				"GET /api/bonus/check/minimum":    "",
				"GET /api/refund/receive":         "",
				"POST /api/account/confirm":       `{"password":"` + c.Registered.Password + `"}`,
				"POST /api/account/confirm/code":  "",
				"GET /api/bonus/activate/WELCOME": "",
			} {
				method, path, _ := strings.Cut(call, " ")
				got := there.Raw(method, path, body)
				if got.Status == http.StatusNotFound {
					t.Errorf("%s is no call: %s", call, got.Text)
					continue
				}
				if got.Refused(http.StatusServiceUnavailable, "BEING_CHECKED").At("params.since") == "" {
					t.Errorf("%s: since when? %s", call, got.Text)
				}
			}
			there.Post("/api/logout", nil).OK(http.StatusOK)
		}
		shown := dao.Get("/api/quarantine").OK(http.StatusOK)
		if shown.At("open") != "true" || shown.At("since") == "" || shown.At("from") == "" || shown.At("systems.0.seen") == "" {
			t.Errorf("the quarantine: %s", shown.Text)
		}
		waiting := systemsIn(dao)
		for _, system := range []string{"payouts", "slips", "links", "provider:joker", "gateway:KBANK"} {
			if !strings.Contains(" "+strings.Join(waiting, " ")+" ", " "+system+" ") {
				t.Errorf("%s is not in quarantine: %v", system, waiting)
			}
			dao.decide(http.MethodPost, "/api/brake/"+system+"/resume", `{"reason":"all is well","evidence":"x"}`).
				Refused(http.StatusConflict, "STATE_CHANGED")
		}
		dao.decide(http.MethodPost, "/api/quarantine/provider:nosuch/lift", `{"reason":"compared","evidence":"x"}`).
			Refused(http.StatusNotFound, "NO_DATA")
		dao.decide(http.MethodPost, "/api/quarantine/payouts/lift", `{"reason":"compared","basis":"hand"}`).
			Refused(http.StatusBadRequest, "EVIDENCE_REQUIRED")
		open := dao.decide(http.MethodPost, "/api/quarantine/payouts/lift", `{"reason":"compared","evidence":"x"}`).
			Refused(http.StatusConflict, "QUARANTINE_OPEN")
		if open.At("params.notCovered") != "true" || open.At("params.openCases") != "0" {
			t.Errorf("no list of the payouts was imported: %s", open.Text)
		}
		c.Token = c.Post("/api/login", map[string]any{
			"username": c.Registered.Phone, "password": c.Registered.Password,
		}).OK(http.StatusOK).At("token")
		for n, system := range waiting {
			lift(dao, lek, system)
			got := c.Raw(http.MethodPost, "/api/wallet/transfer", `{"from":"WALLET","to":"joker","amount":10}`)
			if n < len(waiting)-1 {
				got.Refused(http.StatusServiceUnavailable, "BEING_CHECKED")
			} else {
				got.OK(http.StatusOK)
			}
		}
		apptest.Eventually(t, "what was paid meanwhile", func() bool { return c.Balance() == had+110*money.Baht })
		stopped := dao.Get("/api/brake").OK(http.StatusOK)
		if got := dao.Get("/api/quarantine").OK(http.StatusOK); got.At("open") != "false" || len(systemsIn(dao)) != 0 {
			t.Errorf("lifted: %s", got.Text)
		}
		if stopped.At("0.system") != "payouts" || stopped.At("0.cause") != "restore" || stopped.Value("1") != nil {
			t.Errorf("stopped are %s", stopped.Text)
		}
		because := `{"reason":"compared","evidence":"the bank's list"}`
		id := dao.decide(http.MethodPost, "/api/brake/payouts/resume", because).OK(http.StatusAccepted).At("proposal.id")
		lek.decide(http.MethodPost, "/api/proposal/"+id+"/approve", because).OK(http.StatusOK)
		agreed(t, a)
	})
}

// imports imports a list of a system over the whole span, and returns how its rows ended, once all have.
func imports(t *testing.T, a *apptest.App, d desk, system string, lines ...string) (rows, known, booked string) {
	t.Helper()
	shown := d.Get("/api/quarantine").OK(http.StatusOK)
	text := "id,time,amount,reference,bank,account,name\n" + strings.Join(lines, "\n")
	d.decides("/quarantine/"+system+"/import", map[string]any{
		"evidence": "the bank's file", "from": shown.At("from"), "to": shown.At("since"), "csv": text,
	}).OK(http.StatusOK)
	var place string
	apptest.Eventually(t, "the list of "+system, func() bool {
		shown = d.Get("/api/quarantine").OK(http.StatusOK)
		place = systemAt(shown, system)
		last := -1
		for shown.Value(fmt.Sprintf("%s.lists.%d", place, last+1)) != nil {
			last++
		}
		place = fmt.Sprintf("%s.lists.%d", place, last)
		return shown.At(place+".done") == "true"
	})
	return shown.At(place + ".rows"), shown.At(place + ".known"), shown.At(place + ".booked")
}

// systemAt is where a system is in an answer.
func systemAt(shown apptest.Answer, system string) string {
	for n := 0; ; n++ {
		place := fmt.Sprintf("systems.%d", n)
		if shown.Value(place) == nil || shown.At(place+".system") == system {
			return place
		}
	}
}

// TestListsOfARestoredStore: what banks and gateways took after the backup is booked by their lists, once, and again neither by
// the same lists nor by what they tell when they are used again: a payment of a code that the backup knows is its member's, and
// one of a code that was lost with the books is kept for an operator.
func TestListsOfARestoredStore(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		c := rich(t, a)
		code := func(amount int) string {
			return c.Post("/api/qrcode/KBANK", map[string]any{"amount": amount}).OK(http.StatusOK).At("qrcodeId")
		}
		lost := code(60)
		had := c.Balance()
		mustExec(t, a, "DELETE FROM qr_order WHERE reference = '"+lost+"'") // the backup is of before
		kept := code(50)
		var auto, manual sandboxtest.Transferred
		a.RestartOn(func(s *store.Store) error {
			a.Sandbox.Pay(lost, own(c))
			a.Sandbox.Pay(kept, own(c))
			auto = a.Sandbox.Transfer(toAuto(c, "", "70"))
			manual = a.Sandbox.Transfer(transfer(c, "", "KTB", "9831234567", "80"))
			return s.Write(context.Background(), func(tx *store.Tx) error { return quarantine.BeginTx(context.Background(), tx) })
		})
		at := a.Store.Now().Format(time.RFC3339)
		payer := "," + c.Registered.Bank + "," + c.Registered.AccountNo + "," + c.Registered.AccountName
		lists := map[string][]string{
			"bank:SCB-AUTO": {"S1," + at + ",70," + auto.Ref + payer},
			"bank:KTB-SLIP": {"K1," + at + ",80," + manual.Ref + payer},
			"gateway:KBANK": {"P1," + at + ",50," + kept + payer, "P2," + at + ",60," + lost + payer},
		}
		books := func(when string) {
			t.Helper()
			mine, nobodys := c.Balance(), houseBalance(t, a, ledger.Unmatched)
			if mine != had+120*money.Baht || nobodys != 140*money.Baht {
				t.Errorf("%s: the member has %s more, and nobody %s", when, mine-had, nobodys)
			}
		}
		for system, lines := range lists {
			rows, known, booked := imports(t, a, dao, system, lines...)
			if want := fmt.Sprint(len(lines)); rows != want || known != "0" || booked != want {
				t.Errorf("%s: of %s rows %s known, %s booked", system, rows, known, booked)
			}
		}
		books("imported")
		for system, lines := range lists {
			rows, known, booked := imports(t, a, lek, system, lines...)
			if want := fmt.Sprint(len(lines)); rows != want || known != want || booked != "0" {
				t.Errorf("%s again: of %s rows %s known, %s booked", system, rows, known, booked)
			}
		}
		books("imported twice")
		shown := dao.Get("/api/quarantine").OK(http.StatusOK)
		if at := systemAt(shown, "bank:SCB-AUTO"); shown.At(at+".state") != "imported" || shown.At(at+".covered") != "true" {
			t.Errorf("the bank's: %s", shown.Text)
		}
		span := map[string]any{"evidence": "a file", "from": shown.At("from"), "to": shown.At("since"), "csv": "id,time,amount\nX,1,1"}
		wrong := dao.decides("/quarantine/bank:SCB-AUTO/import", span).Refused(http.StatusBadRequest, "IMPORT_INVALID")
		if wrong.At("params.line") != "2" || wrong.At("params.why") != "bad_time" || wrong.At("params.value") != "1" {
			t.Errorf("a list that is wrong: %s", wrong.Text)
		}
		dao.decides("/quarantine/slips/import", span).Refused(http.StatusBadRequest, "INVALID_INPUT")
		for _, system := range systemsIn(dao) {
			lift(dao, lek, system)
		}
		a.Pass(time.Minute)
		books("used again")
		agreed(t, a)
	})
}
