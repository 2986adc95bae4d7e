package joker_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"krapao/connect/provider/joker"
	"krapao/connect/provider/joker/wire"
	"krapao/game"
	"krapao/money"
)

// at makes the adapter for an address.
func at(base string) *joker.Provider {
	return joker.New(joker.Config{BaseURL: base, AppID: "op", Secret: "s"})
}

// A refusal's text is shown to operators only if it consists of plain words: it may repeat the request.
func TestRefusalsRepeatNothing(t *testing.T) {
	t.Parallel()
	const (
		wrongAddress = "No HTTP resource was found that matches the request URI " +
			"'https://p.example.com/?AppID=op&Signature=q5k8'."
		withheld = "HTTP 400 with a text that is not passed on"
	)
	player := game.Player{Username: "k1"}
	for told, want := range map[string]string{
		"Operation is not allowed":          "Operation is not allowed",
		"Insufficient credit":               game.ReasonNotEnough,
		wrongAddress:                        withheld,
		"Password Secret12345 is too short": withheld,
		strings.Repeat("long ", 50):         withheld,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = fmt.Fprintf(w, `{"Message":%q}`, told)
		}))
		p := at(server.URL)
		m := game.Move{Reference: "r1", Player: player, Credits: -money.Credit}
		if o := p.Move(t.Context(), m); o.Kind != game.Rejected || o.Reason != want {
			t.Errorf("%s: %+v", told, o)
		}
		if o := p.Check(t.Context(), m); o.Kind != game.Unknown || o.Reason != want {
			t.Errorf("%s: %+v", told, o)
		}
		if err := p.SetPassword(t.Context(), player, "Secret12345"); err == nil || strings.Contains(err.Error(), "Secret12345") {
			t.Errorf("%s: %v", told, err)
		}
		server.Close()
	}
}

// "No such reference" counts only from a system that can also report the account's credit: at a wrong address nothing
// is found.
func TestNotFoundIsProved(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		check, credit string // an answer's status and body
		want          game.Kind
	}{
		"Proved": {`404 {"Message":"Transaction not found"}`, `200 {"Username":"K1","Credit":5.00}`, game.NotFound},
		"Nowhere": {
			`404 {"message":"no Route matched with those values"}`, `404 {"message":"no Route matched with those values"}`,
			game.Unknown,
		},
		"Refused":    {`404 {"Message":"Transaction not found"}`, `403 {"Message":"Operation is not allowed"}`, game.Unknown},
		"Down":       {`404 {"Message":"Transaction not found"}`, `503 `, game.Unknown},
		"Another":    {`404 {"Message":"Transaction not found"}`, `200 {"Username":"k2","Credit":5.00}`, game.Unknown},
		"NoCredit":   {`404 {"Message":"Transaction not found"}`, `200 {"Username":"k1"}`, game.Unknown},
		"NoMessage":  {`404 {"status":404}`, `200 {"Username":"k1","Credit":5.00}`, game.Unknown},
		"NotDefined": {`410 {"Message":"Transaction not found"}`, `200 {"Username":"k1","Credit":5.00}`, game.Unknown},
	} {
		p := at(answering(t, map[string]string{"TCH": c.check, "GC": c.credit}))
		m := game.Move{Reference: "r1", Player: game.Player{Username: "k1"}, Credits: money.Credit}
		if o := p.Check(t.Context(), m); o.Kind != c.want {
			t.Errorf("%s: %+v", name, o)
		}
	}
}

// A transfer is done whatever its answer says about the time, and however it writes the account's name.
func TestWhatASuccessDependsOn(t *testing.T) {
	t.Parallel()
	for _, when := range []string{
		`"2026-03-04T05:06:07Z"`, `"2026-03-04T12:06:07.123"`, `"/Date(1772600767000)/"`, `1772600767`, `null`,
	} {
		p := at(answering(t, map[string]string{
			"TC":  `200 {"RequestID":"r1","Username":"K1","Time":` + when + `,"Credit":5.00,"BeforeCredit":4.00,"OutstandingCredit":0}`,
			"TCH": `200 {"RequestID":"r1","Username":"K1","Time":` + when + `,"Amount":1.00}`,
		}))
		m := game.Move{Reference: "r1", Player: game.Player{Username: "k1"}, Credits: money.Credit}
		for call, o := range map[string]game.Outcome{"TC": p.Move(t.Context(), m), "TCH": p.Check(t.Context(), m)} {
			if o.Kind != game.Done || o.Moved != m.Credits {
				t.Errorf("%s at %s: %+v", call, when, o)
			}
		}
	}
}

// answering returns the address of a provider that answers each method with a status and a body.
func answering(t *testing.T, answers map[string]string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in wire.Request
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || answers[in.Method] == "" {
			t.Errorf("%q was called: %v", in.Method, err)
		}
		status, body, _ := strings.Cut(answers[in.Method], " ")
		code, _ := strconv.Atoi(status)
		w.WriteHeader(code)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// An hour's rounds may be longer than the answer limit of other calls.
func TestLongReport(t *testing.T) {
	t.Parallel()
	const rounds = 20_000
	row := `{"OCode":"%d","Username":"k1","GameCode":"g","Time":"2026-03-04T05:06:07Z","Amount":"1.00","Result":"0.50"}`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		rows := make([]string, rounds)
		for n := range rows {
			rows[n] = fmt.Sprintf(row, n)
		}
		_, _ = io.WriteString(w, `{"data":{"Game":[`+strings.Join(rows, ",")+`]},"nextId":""}`)
	}))
	defer server.Close()
	now := time.Date(2026, 3, 4, 5, 6, 8, 0, time.UTC)
	q := game.ReportQuery{Since: now.Add(-time.Minute), Until: now}
	if page, err := at(server.URL).Report(t.Context(), q); err != nil || len(page.Rows) != rounds {
		t.Errorf("%d rows, %v", len(page.Rows), err)
	}
}
