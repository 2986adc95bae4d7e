package control_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/sandbox/clienttest"
	"krapao/sandbox/core"
	"krapao/sandbox/sandboxtest"
)

// The bad-day page says what is switched on and what it hit, and who called whom in the last minute.
func TestABadDay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		client := clienttest.New(s)
		page := func() string {
			t.Helper()
			_, _, text := clienttest.Get(t, s, s.URL+"/badday?lang=en&target=sms")
			return text
		}
		if text := page(); !strings.Contains(text, "Nobody called") || !strings.Contains(text, "All is well") {
			t.Fatal("a page of nothing says something else")
		}
		s.AddFault(sandboxtest.Fault{Target: "sms", Mode: core.ModeGarbage, Count: 1_000_000})
		clienttest.SendSMS(t, client, s, "0812345678")
		text := page()
		for _, want := range []string{
			`data-mode="garbage" data-count="1000000" checked`, "until it is switched off", "move 1 <b>hit 1</b>",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("the page does not say %q", want)
			}
		}
		var flows []core.Flow
		s.Call(http.MethodGet, "/sandbox/traffic", nil, http.StatusOK, &flows)
		if len(flows) != 1 || flows[0] != (core.Flow{Target: "sms", Op: core.OpMove, Calls: 1, Hit: 1}) {
			t.Errorf("traffic: %+v", flows)
		}
		s.Call(http.MethodDelete, "/sandbox/faults?target=sms", nil, http.StatusBadRequest, nil)
		s.Call(http.MethodDelete, "/sandbox/faults?target=sms&mode=garbage", nil, http.StatusOK, nil)
		s.Call(http.MethodDelete, "/sandbox/faults?target=sms&mode=garbage", nil, http.StatusNotFound, nil)
		clienttest.Pass(time.Minute)
		if text := page(); !strings.Contains(text, "Nobody called") || strings.Contains(text, "checked") {
			t.Error("a minute later the page still tells of it")
		}
	})
}

// A callback is the system's call, and one that the wallet does not take is told as that.
func TestCallbacksInTheTraffic(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		bank := clienttest.NewKBank(t, s)
		bank.Post("/v1/qrpayment/request", bank.Order("kr0callback0000", "500"))
		s.Pay("kr0callback0000", sandboxtest.Payer{FromBank: "SCB", FromAccount: "4051234567", FromName: "SOMCHAI JAIDEE"})
		synctest.Wait()
		var flows []core.Flow
		s.Call(http.MethodGet, "/sandbox/traffic", nil, http.StatusOK, &flows)
		last := flows[len(flows)-1]
		if !last.Back || last.Target != "qr:KBANK" || last.Calls == 0 || last.Failed != last.Calls {
			t.Errorf("traffic without a wallet: %+v", flows)
		}
	})
}

// A page leads back to the wallet's app, by the name that the browser knows this machine by.
func TestTheWayBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		if _, _, page := clienttest.Get(t, s, s.URL+"/?lang=en"); strings.Contains(page, "Back to the app") {
			t.Error("there is a way back to no wallet")
		}
		s.SetWalletURL("https://wallet.example:8080")
		_, _, page := clienttest.Get(t, s, s.URL+"/?lang=en")
		if !strings.Contains(page, `href="https://wallet.example:8080"`) {
			t.Error("no way back to the wallet")
		}
	})
}
