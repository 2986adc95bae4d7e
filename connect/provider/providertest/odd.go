package providertest

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"krapao/game"
	"krapao/money"
)

// Odd describes a family's answers for the table of odd ones. Each function takes the value in place of the answer's
// data: JSON, or "" where the data are left out (Member writes both).
type Odd struct {
	New func(base string) game.Provider
	// Balance and Move are successes about account k1: its balance of 9 credits, which was 10 before the transfer r1
	// took one out. Data are each one's data by the protocol.
	Balance, Move         func(data string) string
	BalanceData, MoveData string
	// No is a documented refusal of both, with this HTTP status (0: 200).
	No       func(data string) string
	NoStatus int
	// Checked is the answer "no such reference", by the ending of the inquiry's path, where it must confirm a refusal.
	Checked map[string]string
	// Bare: a successful transfer promises nothing beside its status.
	Bare bool
}

// Member returns a member of a JSON object, with the comma before it; nothing where the value is left out.
func Member(name, value string) string {
	if value == "" {
		return ""
	}
	return `,"` + name + `":` + value
}

// oddData are what programs write where the protocol has data, beside the data.
var oddData = map[string]string{
	"absent": "", "null": "null", "an empty list": "[]", "an empty text": `""`, "a list": `[1]`, "a text": `"none"`,
	"no": "false",
}

// oddAnswers are whole answers that violate the protocol, whatever the status.
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
	"a field twice":         func(answer string) string { return twice(answer, func(name string) string { return name }) },
	"a field in two cases":  func(answer string) string { return twice(answer, strings.ToUpper) },
	"a deep nest": func(answer string) string {
		return answer[:len(answer)-1] + `,"x":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + "}"
	},
}

// twice returns a JSON object with its first field once more.
func twice(answer string, as func(name string) string) string {
	name := strings.SplitN(answer, `"`, 3)[1]
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(answer), &fields); err != nil {
		panic(err)
	}
	return answer[:len(answer)-1] + `,"` + as(name) + `":` + string(fields[name]) + "}"
}

// oddNumbers are no numbers of credits, or no balance that an account can have.
var oddNumbers = []string{
	"1e400", "-1e400", "NaN", "Infinity", "0x9", "9.", "9e", `"9e"`, `"nine"`, `""`, "[9]", "true", `"9,000"`, `"9.0.0"`,
	"999999999999999999999999999999", "9223372036854775808",
}

// OddAnswers is the one table of odd answers (RULES.md section 3: done, rejected, unknown). The status is read first,
// and the rest only where it promises something. A documented refusal stays one whatever is beside it. A success
// without its data is no answer, and neither is one that violates the protocol. A leading byte-order mark changes
// nothing.
func OddAnswers(t *testing.T, o Odd) {
	t.Helper()
	x := &oddSystem{T: t, Odd: o, status: http.StatusOK}
	server := httptest.NewServer(x)
	defer server.Close()
	x.url = server.URL
	for _, mark := range []string{"", "\ufeff"} {
		x.says(0, mark+o.Move(o.MoveData))
		x.moved("a success", game.Done)
		x.says(0, mark+o.Balance(o.BalanceData))
		x.read("a success", game.Done)
		for name, data := range oddData {
			x.says(o.NoStatus, mark+o.No(data))
			x.moved("a rejection, its data "+name, game.Rejected)
			x.read("a rejection, its data "+name, game.Rejected)
		}
	}
	for name, data := range oddData {
		x.says(0, o.Balance(data))
		x.read("a success, its data "+name, game.Unknown)
		if !o.Bare {
			x.says(0, o.Move(data))
			x.moved("a success, its data "+name, game.Unknown)
		}
	}
	for _, number := range oddNumbers {
		x.says(0, o.Balance(strings.Replace(o.BalanceData, "9", number, 1)))
		if r, err := x.New(x.url).Balance(t.Context(), game.Player{Username: "k1"}); err == nil || errors.Is(err, game.ErrRefused) {
			t.Errorf("a balance of %s: %+v, %v", number, r, err)
		}
	}
	for name, odd := range oddAnswers {
		x.says(0, odd(o.Move(o.MoveData)))
		x.moved(name, game.Unknown)
		x.says(0, odd(o.Balance(o.BalanceData)))
		x.read(name, game.Unknown)
		x.says(o.NoStatus, odd(o.No("")))
		x.moved(name+", refused", game.Unknown)
		x.read(name+", refused", game.Unknown)
	}
}

// oddSystem is an outside system that answers oddly.
type oddSystem struct {
	*testing.T
	Odd
	url    string
	status int
	text   string
}

// says sets its answer from now on; 0 is HTTP's OK.
func (x *oddSystem) says(status int, text string) {
	x.status, x.text = max(status, http.StatusOK), text
}

// ServeHTTP implements http.Handler.
func (x *oddSystem) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for ending, answer := range x.Checked {
		if strings.HasSuffix(r.URL.Path, ending) {
			_, _ = io.WriteString(w, answer)
			return
		}
	}
	w.WriteHeader(x.status)
	_, _ = io.WriteString(w, x.text)
}

// moved checks the outcome of a transfer. Each request has an adapter of its own, since repeated failures open the
// circuit breaker.
func (x *oddSystem) moved(what string, want game.Kind) {
	x.Helper()
	m := game.Move{Reference: "r1", Player: game.Player{Username: "k1"}, Credits: -money.Credit}
	if got := x.New(x.url).Move(x.Context(), m); got.Kind != want {
		x.Errorf("a transfer answered with %s: %+v, want %v", what, got, want)
	}
}

// read checks how a balance is read.
func (x *oddSystem) read(what string, want game.Kind) {
	x.Helper()
	r, err := x.New(x.url).Balance(x.Context(), game.Player{Username: "k1"})
	got := game.Unknown
	switch {
	case err == nil && r.Credits == 9*money.Credit:
		got = game.Done
	case errors.Is(err, game.ErrRefused):
		got = game.Rejected
	}
	if got != want {
		x.Errorf("a balance answered with %s: %+v, %v, want %v", what, r, err, want)
	}
}
