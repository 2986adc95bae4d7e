package httpx

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/telemetry"
)

// house is a frame for operators beside one for members. Its one call counts its effects, and says who made it; the auditor may
// not make it. Who calls is the token.
func house(t *testing.T, s *store.Store) (members, operators *Frame, effects *[]string) {
	t.Helper()
	base := Config{
		Store: s, Index: testIndex(t), Running: func(context.Context) (bool, error) { return false, nil },
		Calls:   ratelimit.New(ratelimit.NewMemory(), clock.System{}),
		Limits:  ratelimit.Defaults(),
		Metrics: telemetry.NewMetrics(),
	}
	made := func(c Config, register func(*Frame)) *Frame {
		f, err := New(t.Context(), c, register)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	base.About = About{Client: "app"}
	members = made(base, func(*Frame) {})
	effects = &[]string{}
	own := base
	own.About = About{Client: "console", ByToken: true, Cookie: "it", Codes: fault.Operators}
	own.Beside, own.Running = members, nil
	own.Authenticate = func(_ context.Context, r *http.Request) (Caller, error) {
		token, err := Bearer(r)
		return Caller{Operator: token, Role: token}, err
	}
	own.Permits = func(c Caller, rt Route) error {
		if c.Role == "auditor" {
			return fault.New(fault.ROLE_FORBIDDEN, "").With("needs", rt.Needs)
		}
		return nil
	}
	operators = made(own, func(f *Frame) {
		Register(f, Route{
			Method: http.MethodPost, Path: "/api/thing", ID: "decide", Access: Operators, Needs: "cashier", Scope: "thing:decide",
			Memory: Keyed, KeyRequired: true,
		}, func(ctx context.Context, _ *Empty) (*Reply[Message], error) {
			*effects = append(*effects, StateOf(ctx).Operator)
			return OK(Message{"SUCCESS"})
		})
	})
	return members, operators, effects
}

// TestTheFrameOfOperators: who calls and what it may do is found before anything is read or remembered, a key is required, and
// is its operator's own. The client is the console, and a bearer token needs no client. The house works on after its service.
func TestTheFrameOfOperators(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		_, f, effects := house(t, s)
		for _, step := range []struct {
			name, headers, want string
			status              int
		}{
			{"nobody", "X-Requested-With: console", "UNAUTHORIZED", 401},
			{"no client", "Idempotency-Key: 1", "KEY_MISSING", 400},
			{"the members' client", "Authorization: Bearer nok; X-Requested-With: app", "KEY_INVALID", 403},
			{"another role", "Authorization: Bearer auditor", "ROLE_FORBIDDEN", 403},
			{"no key", "Authorization: Bearer nok", "KEY_MISSING", 400},
			{"one", "Authorization: Bearer nok; Idempotency-Key: 1", "SUCCESS", 200},
			{"the same", "Authorization: Bearer nok; Idempotency-Key: 1", "SUCCESS", 200},
			{"another's key", "Authorization: Bearer mai; Idempotency-Key: 1; X-Requested-With: console", "SUCCESS", 200},
		} {
			r := httptest.NewRequest(http.MethodPost, "/api/thing", http.NoBody)
			for _, header := range strings.Split(step.headers, "; ") {
				name, value, _ := strings.Cut(header, ": ")
				r.Header.Set(name, value)
			}
			w := httptest.NewRecorder()
			f.Handler().ServeHTTP(w, r)
			if w.Code != step.status || !strings.Contains(w.Body.String(), `"`+step.want+`"`) {
				t.Errorf("%s: %d %s", step.name, w.Code, w.Body)
			}
		}
		if !slices.Equal(*effects, []string{"nok", "mai"}) {
			t.Errorf("effects of %v", *effects)
		}
	})
}

// TestHowOftenAnOperatorCalls: 20 times a second, with a burst of 200. What one does leaves the others theirs.
func TestHowOftenAnOperatorCalls(t *testing.T) {
	t.Parallel()
	now := clock.NewFake(time.Now())
	_, f, effects := house(t, storetest.Open(t, store.SQLite))
	f.config.Calls = ratelimit.New(ratelimit.NewMemory(), now)
	keys := 0
	call := func(by string) *httptest.ResponseRecorder {
		keys++
		r := httptest.NewRequest(http.MethodPost, "/api/thing", http.NoBody)
		r.Header.Set("Authorization", "Bearer "+by)
		r.Header.Set("Idempotency-Key", strconv.Itoa(keys))
		w := httptest.NewRecorder()
		f.Handler().ServeHTTP(w, r)
		return w
	}
	after := func(rest time.Duration, may int) {
		t.Helper()
		now.Advance(rest)
		*effects = nil
		for range may {
			if w := call("nok"); w.Code != http.StatusOK {
				t.Fatalf("call %d after %s: %d %s", len(*effects)+1, rest, w.Code, w.Body)
			}
		}
		w := call("nok")
		if w.Code != http.StatusTooManyRequests || !strings.Contains(w.Body.String(), `"REQUEST_LIMIT"`) ||
			w.Header().Get("Retry-After") != "1" || len(*effects) != may {
			t.Errorf("one more after %s, with %d effects: %d %s", rest, len(*effects), w.Code, w.Body)
		}
	}
	after(0, 200)
	if w := call("mai"); w.Code != http.StatusOK {
		t.Errorf("another operator: %d %s", w.Code, w.Body)
	}
	after(50*time.Millisecond, 1)
	after(time.Second, 20)
	after(time.Minute, 200)
}

// TestTheContractOfOperators names the role, the scope, the key and the ways to call, and lists the codes of operators.
func TestTheContractOfOperators(t *testing.T) {
	t.Parallel()
	members, f, _ := house(t, storetest.Open(t, store.SQLite))
	text, err := f.Document()
	if err != nil {
		t.Fatal(err)
	}
	for _, has := range []string{
		`"x-role": "cashier"`, `"x-scope": "thing:decide"`, `"in": "cookie"`, `"required": true`, `"SECOND_PERSON"`,
		`"description": "console"`,
	} {
		if !bytes.Contains(text, []byte(has)) {
			t.Errorf("the contract has no %s", has)
		}
	}
	if bytes.Contains(text, []byte(`"BONUS_FULL"`)) {
		t.Error("a code of members is in the operators' contract")
	}
	for name, frame := range map[string]*Frame{"members": members, "operators": f} {
		w := httptest.NewRecorder()
		members.Stopping()
		frame.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/readyz", http.NoBody))
		if w.Code != http.StatusServiceUnavailable {
			t.Errorf("a node that stops is ready for %s", name)
		}
	}
}
