package providertest

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"krapao/game"
	"krapao/money"
)

// Odd is a family's answers, for the one table of odd ones. Each function takes what stands where the protocol has the answer's
// data: JSON, or "" where they are left out (Member writes both).
type Odd struct {
	New func(base string) game.Provider
	// Balance and Move are a yes: of account k1 with 9 credits, which had 10 before the transfer r1 took one out; Data are the
	// data of each as the protocol has them.
	Balance, Move         func(data string) string
	BalanceData, MoveData string
	// No is a documented refusal of both, with this HTTP status (0: 200).
	No       func(data string) string
	NoStatus int
	// Checked is the answer "no such reference", by the ending of the question's path, where a refusal is confirmed by it.
	Checked map[string]string
	// Bare: a yes to a transfer promises nothing beside its status.
	Bare bool
}

// Member is a member of a JSON object, with the comma before it; nothing where the value is left out.
func Member(name, value string) string {
	if value == "" {
		return ""
	}
	return `,"` + name + `":` + value
}

// oddData are what programs write where the protocol has data, beside the data.
var oddData = map[string]string{"absent": "", "null": "null", "an empty list": "[]", "an empty text": `""`, "a list": `[1]`, "a text": `"none"`, "no": "false"}

// oddAnswers are whole answers that are none of the protocol, whatever the status.
var oddAnswers = map[string]func(answer string) string{
	"nothing":               func(string) string { return "" },
	"null":                  func(string) string { return "null" },
	"an empty list":         func(string) string { return "[]" },
	"an empty object":       func(string) string { return "{}" },
	"an empty text":         func(string) string { return `""` },
	"a page":                func(string) string { return "<!doctype html><title>502 Bad Gateway</title>" },
	"a warning before JSON": func(answer string) string { return "<br />\n<b>Warning</b>: Undefined index in a.php\n" + answer },
	"a page behind JSON":    func(answer string) string { return answer + "<html>" },
	"half of it":            func(answer string) string { return answer[:len(answer)/2] },
	"two marks before it":   func(answer string) string { return "\ufeff\ufeff" + answer },
}

// OddAnswers is the one table of odd answers (RULES.md section 3: done, rejected, unknown). The status is read first, and the
// rest only where it promises something: a documented refusal stays one whatever stands beside it, a yes without its data
// is no answer, and neither is what is not the protocol. A leading byte-order mark changes nothing.
func OddAnswers(t *testing.T, o Odd) {
	t.Helper()
	status, text := http.StatusOK, ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for ending, answer := range o.Checked {
			if strings.HasSuffix(r.URL.Path, ending) {
				_, _ = io.WriteString(w, answer)
				return
			}
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	}))
	defer server.Close()
	says := func(code int, answer string) { status, text = max(code, http.StatusOK), answer }
	// The line leaves a system alone that fails on end: each question has a line of its own.
	moved := func(what string, want game.Kind) {
		t.Helper()
		m := game.Move{Reference: "r1", Player: game.Player{Username: "k1"}, Credits: -money.Credit}
		if got := o.New(server.URL).Move(t.Context(), m); got.Kind != want {
			t.Errorf("a transfer answered with %s: %+v, want %v", what, got, want)
		}
	}
	read := func(what string, want game.Kind) {
		t.Helper()
		r, err := o.New(server.URL).Balance(t.Context(), game.Player{Username: "k1"})
		got := game.Unknown
		switch {
		case err == nil && r.Credits == 9*money.Credit:
			got = game.Done
		case errors.Is(err, game.ErrRefused):
			got = game.Rejected
		}
		if got != want {
			t.Errorf("a balance answered with %s: %+v, %v, want %v", what, r, err, want)
		}
	}
	for _, mark := range []string{"", "\ufeff"} {
		says(0, mark+o.Move(o.MoveData))
		moved("a yes", game.Done)
		says(0, mark+o.Balance(o.BalanceData))
		read("a yes", game.Done)
		for name, data := range oddData {
			says(o.NoStatus, mark+o.No(data))
			moved("a no, its data "+name, game.Rejected)
			read("a no, its data "+name, game.Rejected)
		}
	}
	for name, data := range oddData {
		says(0, o.Balance(data))
		read("a yes, its data "+name, game.Unknown)
		if !o.Bare {
			says(0, o.Move(data))
			moved("a yes, its data "+name, game.Unknown)
		}
	}
	for name, odd := range oddAnswers {
		says(0, odd(o.Move(o.MoveData)))
		moved(name, game.Unknown)
		says(0, odd(o.Balance(o.BalanceData)))
		read(name, game.Unknown)
		says(o.NoStatus, odd(o.No("")))
		moved(name+", refused", game.Unknown)
		read(name+", refused", game.Unknown)
	}
}
