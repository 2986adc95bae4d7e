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
	"krapao/money"
	"krapao/quarantine"
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
		if shown.At(fmt.Sprintf("systems.%d.state", n)) == "waiting" {
			waiting = append(waiting, shown.At(fmt.Sprintf("systems.%d.system", n)))
		}
	}
	return waiting
}

// lift has two persons let a system go on.
func lift(one, two desk, system string) {
	one.T.Helper()
	because := `{"reason":"compared","evidence":"its list, line by line"}`
	id := one.decide(http.MethodPost, "/api/quarantine/"+system+"/lift", because).OK(http.StatusAccepted).At("proposal.id")
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
		dao.decide(http.MethodPost, "/api/quarantine/payouts/lift", `{"reason":"compared"}`).
			Refused(http.StatusBadRequest, "EVIDENCE_REQUIRED")
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
