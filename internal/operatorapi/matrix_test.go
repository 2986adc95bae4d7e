package operatorapi

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/telemetry"
	"krapao/operator/token"
)

// builtCalls are the calls that OPERATOR-API.md marks as built, each with its role: "GET /api/chat" is for "support+a".
func builtCalls(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../docs/founding/OPERATOR-API.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`(GET|POST|PUT|DELETE) ([^`]+)`")
	calls := map[string]string{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.ReplaceAll(strings.TrimSpace(line), `\|`, "/"), " | ")
		if len(cells) < 3 || !named.MatchString(cells[0]) || !strings.HasPrefix(strings.Trim(cells[len(cells)-1], " |"), "yes") {
			continue
		}
		roles := strings.Split(cells[1], " · ")
		for i, call := range named.FindAllStringSubmatch(cells[0], -1) {
			role, _, _ := strings.Cut(roles[min(i, len(roles)-1)], " ") // without L
			calls[call[1]+" /api/"+call[2]] = role
		}
	}
	return calls
}

// TestTheMatrixOfTheOperatorAPI: every call is a line of OPERATOR-API.md that says "yes" under built, with the role that the call
// asks for, and the other way round. Each is then made by nobody and by every role, and refused as the line says.
func TestTheMatrixOfTheOperatorAPI(t *testing.T) {
	t.Parallel()
	want, has, scopes := builtCalls(t), map[string]string{}, map[string]bool{}
	text, err := OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var contract struct {
		Paths map[string]map[string]struct {
			Role  string `json:"x-role"`
			Scope string `json:"x-scope"`
		} `json:"paths"`
	}
	if err := json.Unmarshal(text, &contract); err != nil {
		t.Fatal(err)
	}
	for path, calls := range contract.Paths {
		for method, call := range calls {
			has[strings.ToUpper(method)+" "+path] = call.Role
		}
	}
	if len(has) < 8 || !maps.Equal(want, has) {
		t.Errorf("OPERATOR-API.md has\n%v\nand the contract\n%v", want, has)
	}
	f := callableFrame(t)
	everybody := []string{"support", "cashier", "chief", "auditor"}
	may := map[string][]string{
		"open": append([]string{"", "somebody"}, everybody...), "all": everybody,
		"support": {"support", "cashier", "chief"}, "support+a": everybody,
		"cashier": {"cashier", "chief"}, "cashier+a": {"cashier", "chief", "auditor"},
		"chief": {"chief"}, "chief+a": {"chief", "auditor"},
	}
	for call, role := range has {
		method, path, _ := strings.Cut(call, " ")
		for _, by := range []string{"", "support", "cashier", "chief", "auditor", "somebody"} {
			w := made(f, method, path, by, nil)
			refused := w.Code == http.StatusUnauthorized || w.Code == http.StatusForbidden
			if allowed := slices.Contains(may[role], by); refused == allowed {
				t.Errorf("%s by %q: %d %s", call, by, w.Code, w.Body)
			}
		}
		scope := contract.Paths[path][strings.ToLower(method)].Scope
		for _, by := range []string{"support", "cashier", "auditor"} {
			without, with := made(f, method, path, by, []string{"x:read"}), made(f, method, path, by, []string{scope})
			if allowed := slices.Contains(may[role], by); allowed != (with.Code != http.StatusForbidden) {
				t.Errorf("%s by a token of %s: %d %s", call, by, with.Code, with.Body)
			}
			if role != "open" && without.Code != http.StatusForbidden {
				t.Errorf("%s by a token of %s without the scope: %d %s", call, by, without.Code, without.Body)
			}
			if role != "open" && scope != "me" && scope != "proposal:decide" && slices.Contains(may[role], by) {
				scopes[scope] = true
			}
		}
	}
	if got := slices.Sorted(maps.Keys(scopes)); !slices.Equal(got, token.Scopes()) {
		t.Errorf("the calls that a token may make have the scopes\n%v\nand a token may have\n%v", got, token.Scopes())
	}
}

var named = regexp.MustCompile(`\{[^}]+\}`)

// made makes a call in a role; with scopes by a system's token.
func made(f *httpx.Frame, method, path, by string, scopes []string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, named.ReplaceAllString(path, "X"), http.NoBody)
	r.Header.Set("X-Requested-With", about.Client)
	r.Header.Set("X-Test-Role", by)
	r.Header["X-Test-Scopes"] = scopes
	w := httptest.NewRecorder()
	f.Handler().ServeHTTP(w, r)
	return w
}

// callableFrame is the operators' frame without any area behind it: what is not refused fails. A header says who calls.
func callableFrame(t *testing.T) *httpx.Frame {
	t.Helper()
	d := bareDeps(t)
	if err := d.Store.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(t.Context(), `INSERT INTO operator (name, role, member, active, created_at, effective_at)
			VALUES ('x', 'support', '', TRUE, 0, 0)`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	f, err := d.frame(t.Context(), func(_ context.Context, r *http.Request) (httpx.Caller, error) {
		role := r.Header.Get("X-Test-Role")
		if role == "" {
			return httpx.Caller{}, fault.New(fault.UNAUTHORIZED, "")
		}
		return httpx.Caller{Operator: "x", Role: role, Scopes: r.Header["X-Test-Scopes"]}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// bareDeps are those of a listener without any area behind it.
func bareDeps(t *testing.T) Deps {
	t.Helper()
	d := Deps{
		Demo: true, Store: storetest.Open(t, store.SQLite), Calls: ratelimit.Off(),
		Limits: ratelimit.Defaults(), Metrics: telemetry.NewMetrics(), Log: slog.New(slog.DiscardHandler),
	}
	d.Limits.Operator.Burst = 100_000 // the matrix makes every call, in every role
	var err error
	d.Members, err = httpx.New(t.Context(), httpx.Config{
		Store: d.Store, Index: func(kind, value string) string { return kind + value }, Metrics: d.Metrics,
	}, func(*httpx.Frame) {})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestTopicsNeedTheRoleOfTheirCalls: who may not read a thing again is told nothing of it.
func TestTopicsNeedTheRoleOfTheirCalls(t *testing.T) {
	t.Parallel()
	calls := builtCalls(t)
	for topic, needs := range topics {
		if call := calls["GET /api/"+topic]; call == "" || call != needs {
			t.Errorf("%s needs %q, and its call %q", topic, needs, call)
		}
	}
	for _, c := range []struct {
		role, topic string
		may         bool
	}{
		{"support", "queue", true},
		{"auditor", "chat:k7", true},
		{"support", "wallets", false},
		{"", "queue", false},
		{"chief", "chat:" + strings.Repeat("x", 60), false},
	} {
		if err := Permits(c.role, c.topic); (err == nil) != c.may {
			t.Errorf("%s watches %s: %v", c.role, c.topic, err)
		}
	}
}
