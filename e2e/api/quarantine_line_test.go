package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/internal/config"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/money"
	"krapao/quarantine"
	"krapao/sandbox/sandboxtest"
)

// TestLinesThatNobodyAnswers: a payment whose gateway can't be asked for an hour is a case, and keeps its system from being
// lifted. The next list of it ends the case. A movement of an account that the books do not have is decided alone, with its
// member's name, and is booked once.
func TestLinesThatNobodyAnswers(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		h := &hours{t: t, a: a, c: rich(t, a)}
		h.dao, h.lek = desks(t, a)
		code := h.c.Post("/api/qrcode/KBANK", map[string]any{"amount": 50}).OK(http.StatusOK).At("qrcodeId")
		had := h.c.Balance()
		a.RestartOn(func(s *store.Store) error {
			a.Sandbox.Pay(code, own(h.c))
			return s.Write(context.Background(), func(tx *store.Tx) error { return quarantine.BeginTx(context.Background(), tx) })
		})
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "qr:KBANK", Op: "check", Mode: "down", Count: 100_000})
		at := a.Store.Now().Format(time.RFC3339)
		line := "P1," + at + ",50," + code
		shown := h.dao.Get("/api/quarantine").OK(http.StatusOK)
		h.dao.decides("/quarantine/gateway:KBANK/import", map[string]any{
			"evidence": "a file", "from": shown.At("from"), "to": shown.At("since"), "csv": "id,time,amount,reference\n" + line,
		}).OK(http.StatusOK)
		a.Pass(time.Minute)
		h.dao.decides("/quarantine/gateway:KBANK/lift", map[string]any{"evidence": "x", "basis": "hand"}).
			Refused(http.StatusConflict, "QUARANTINE_OPEN") // it is being booked
		for range 3 { // nobody's session ends meanwhile
			a.Leap(21 * time.Minute)
			h.dao.Get("/api/quarantine").OK(http.StatusOK)
			h.lek.Get("/api/quarantine").OK(http.StatusOK)
		}
		if got := h.ended("gateway:KBANK"); got != "1/0/0/1" {
			t.Errorf("after an hour it is %s", got)
		}
		cases := importCases(h.dao)
		h.dao.decides("/quarantine/case/"+cases[code]+"/decide", map[string]any{"books": "deposit", "evidence": "x"}).
			Refused(http.StatusBadRequest, "INVALID_INPUT") // its code is asked about as ever
		open := h.dao.decides("/quarantine/gateway:KBANK/lift", map[string]any{"evidence": "x", "basis": "hand"}).
			Refused(http.StatusConflict, "QUARANTINE_OPEN")
		if open.At("params.openCases") != "1" {
			t.Errorf("it is open for %s", open.Text)
		}
		a.Sandbox.ClearFaults()
		if got := h.brings("gateway:KBANK", "id,time,amount,reference", []string{line}); got != "1/0/1/0" {
			t.Errorf("once it answers, it is %s", got)
		}
		if cases := importCases(h.dao); len(cases) != 0 || h.c.Balance() != had+50*money.Baht {
			t.Errorf("the member has %s, and the cases are %v", h.c.Balance(), cases)
		}
		h.stranger(at, had+50*money.Baht)
		h.twice()
		lift(h.dao, h.lek, "gateway:KBANK")
		lift(h.dao, h.lek, "provider:joker")
	})
}

// stranger is a movement out of an account that the books do not have.
func (h *hours) stranger(at string, had money.Amount) {
	h.t.Helper()
	const reference = "zz0000000000lost"
	if got := h.brings("provider:joker", movements, []string{"900," + at + ",-30,neverseen," + reference}); got != "1/0/0/1" {
		h.t.Errorf("a stranger's movement is %s", got)
	}
	list := h.newest("provider:joker")
	h.dao.decides("/quarantine/import/"+list+"/decide", map[string]any{
		"kind": "movement.lost", "books": "movement", "evidence": "x",
	}).Refused(http.StatusNotFound, "NO_DATA")
	rows := h.dao.Get("/api/quarantine/import/" + list + "/row?outcome=case").OK(http.StatusOK)
	one := rows.At("items.0.case")
	if one == "" || rows.At("items.0.amount") != "-30" || rows.At("items.0.line") != "900" {
		h.t.Errorf("its row: %s", rows.Text)
	}
	path, as := "/quarantine/case/"+one+"/decide", map[string]any{"books": "movement", "evidence": "the provider's mail"}
	h.dao.decides(path, as).Refused(http.StatusBadRequest, "INVALID_INPUT") // whose is it?
	as["member"] = memberID(h.t, h.a, h.c)
	id := h.dao.decides(path, as).OK(http.StatusAccepted).At("proposal.id")
	h.lek.decides("/proposal/"+id+"/approve", map[string]any{"evidence": "the same"}).OK(http.StatusOK)
	if got := h.brings("provider:joker", movements, []string{"901," + at + ",-30,neverseen," + reference}); got != "1/1/0/0" {
		h.t.Errorf("under another number it is %s", got)
	}
	if got := h.c.Balance(); got != had+30*money.Baht {
		h.t.Errorf("the member has %s, had %s", got, had)
	}
}

// twice is a reference of the books that a provider lists twice: the first is known, and the second a case of reconciliation.
func (h *hours) twice() {
	h.t.Helper()
	m := h.a.Sandbox.Moves("joker")[0]
	line := func(id int64) string {
		return fmt.Sprintf("%d,%s,%s,%s,%s", id, m.At.Format(time.RFC3339Nano), m.Amount, m.Username, m.Ref)
	}
	for range 2 {
		if got := h.brings("provider:joker", movements, []string{line(m.ID), line(902)}); got != "2/1/0/1" {
			h.t.Errorf("a reference twice is %s", got)
		}
	}
	shown := h.dao.Get("/api/queue?kind=case").OK(http.StatusOK)
	if shown.Value("items.0") == nil || shown.Value("items.1") != nil {
		h.t.Errorf("the queue has %s", shown.Text)
	}
}

// TestAListThatIsAskedForInVain: a provider that does not give its list is asked again, and after some minutes an alarm says so.
// It ends once the list is there.
func TestAListThatIsAskedForInVain(t *testing.T) {
	t.Parallel()
	listing := func(o *config.Outside) {
		p := o.Providers["betflix"]
		p.List = true
		o.Providers["betflix"] = p
	}
	apptest.Each(t, apptest.Options{Outside: listing}, func(t *testing.T, a *apptest.App) {
		h := &hours{t: t, a: a, c: rich(t, a)}
		h.c.Get("/api/wallet/activate/betflix").OK(http.StatusOK) // without an account there is nothing to ask about
		h.dao, h.lek = desks(t, a)
		restoredNow(t, a)
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:betflix", Op: "list", Mode: "down", Count: 100_000})
		h.dao.decides("/quarantine/provider:betflix/ask").OK(http.StatusOK)
		a.Pass(4 * time.Minute)
		const path = "/api/alarm?open=true"
		if early := h.dao.Get(path).OK(http.StatusOK); strings.Contains(early.Text, "restoredList") {
			t.Errorf("after four minutes: %s", early.Text)
		}
		a.Pass(2 * time.Minute)
		if got := h.dao.Get(path).OK(http.StatusOK); !strings.Contains(got.Text, "restoredList") {
			t.Errorf("nobody is told that it is asked in vain: %s", got.Text)
		}
		a.Sandbox.ClearFaults()
		if got := h.ended("provider:betflix"); got != "0/0/0/0" {
			t.Errorf("its list is %s", got)
		}
		apptest.Eventually(t, "the alarm's end", func() bool { // figures of a store that nobody writes to are read once a minute
			a.Pass(time.Minute)
			return !strings.Contains(h.dao.Get(path).OK(http.StatusOK).Text, "restoredList")
		})
	})
}
