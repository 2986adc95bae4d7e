package watched_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/connect/provider/joker"
	"krapao/connect/provider/providertest"
	"krapao/connect/provider/watched"
	"krapao/game"
	"krapao/internal/telemetry"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// record lists the measured calls, as "provider call outcome".
type record struct {
	mu    sync.Mutex
	calls []string
}

func (r *record) ProviderCall(provider, call, outcome string, took time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if took == 0 {
		outcome += " at once"
	}
	r.calls = append(r.calls, fmt.Sprint(provider, " ", call, " ", outcome))
}

func (r *record) last() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.calls) == 0 {
		return ""
	}
	return r.calls[len(r.calls)-1]
}

func jokerAt(base string, settings outbound.Settings) game.Provider {
	credentials := sandbox.DemoCredentials().Joker
	return joker.New(joker.Config{
		BaseURL: base + "/games/joker/joker", LaunchURL: base + "/lobby/joker",
		AppID: credentials.AppID, Secret: credentials.Secret, Terms: provider.Terms{Outbound: settings},
	})
}

// pass lets virtual time pass.
func pass(d time.Duration) { time.Sleep(d) }

// A watched provider passes the whole conformance suite of the port.
func TestConformance(t *testing.T) {
	t.Parallel()
	providertest.Exercise(t, providertest.Subject{
		Code:    "joker",
		Secrets: []string{sandbox.DemoCredentials().Joker.Secret}, Nameless: true,
		New: func(base string, settings outbound.Settings) game.Provider {
			return watched.Watch("joker", jokerAt(base, settings), &record{})
		},
	})
}

func TestEveryCallIsMeasured(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		outside := sandboxtest.Start(t, sandboxtest.Options{})
		measured := &record{}
		settings := outside.Outbound(0)
		settings.FailureThreshold = 1000
		far := outside.Beside("far.test", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			pass(time.Second) // a call that was sent is measured
			outside.Server.Handler().ServeHTTP(w, r)
		}))
		p := watched.Watch("joker", jokerAt(far, settings), measured)
		ctx, player := t.Context(), game.Player{Username: "kmember00001", Password: "Secret12345"}
		move := func(reference string, credits money.Credits) game.Move {
			return game.Move{Reference: reference, Player: player, Credits: credits * money.Credit, SendBy: time.Now().Add(time.Minute)}
		}
		late := move("000000000000009", 1)
		late.SendBy = time.Now().Add(-time.Minute)
		nowhere := watched.Watch("joker", jokerAt("http://nobody.test", settings), measured)
		for _, c := range []struct {
			op, mode string // a fault that is set before it
			do       func()
			want     string
		}{
			{"", "", func() { _ = p.Ensure(ctx, player) }, "create done"},
			{"", "", func() { _, _ = p.Balance(ctx, player) }, "balance done"},
			{"balance", "refuse", func() { _, _ = p.Balance(ctx, player) }, "balance refused"},
			{"balance", "timeout", func() { _, _ = p.Balance(ctx, player) }, "balance unknown"},
			{"balance", "garbage", func() { _, _ = p.Balance(ctx, player) }, "balance unknown"},
			{"", "", func() { _, _ = nowhere.Balance(ctx, player) }, "balance not_sent at once"},
			{"", "", func() { p.Move(ctx, move("000000000000001", 5)) }, "move done"},
			{"", "", func() { p.Move(ctx, move("000000000000002", -50)) }, "move refused"},
			{"move", "lost_reply", func() { p.Move(ctx, move("000000000000003", 5)) }, "move unknown"},
			{"", "", func() { p.Move(ctx, late) }, "move not_sent at once"},
			{"", "", func() { nowhere.Move(ctx, move("000000000000004", 5)) }, "move not_sent at once"},
			{"", "", func() { p.Check(ctx, move("000000000000001", 5)) }, "check done"},
			{"", "", func() { p.Check(ctx, move("000000000000008", 5)) }, "check done"}, // not found is an answer
			{"check", "garbage", func() { p.Check(ctx, move("000000000000001", 5)) }, "check unknown"},
			{"", "", func() { _, _ = p.Launch(ctx, game.Visit{Player: player, Lang: "th"}) }, "launch done"},
			{"launch", "refuse", func() { _, _ = p.Launch(ctx, game.Visit{Player: player, Lang: "th"}) }, "launch refused"},
			{"", "", func() { _ = p.SetPassword(ctx, player, "Another12345") }, "password done"},
			{"", "", func() { _ = p.Kick(ctx, player) }, "kick done"},
			{"", "", func() { ask(ctx, p) }, "report done"},
			{"report", "down", func() { ask(ctx, p) }, "report unknown"},
		} {
			if c.mode != "" {
				outside.AddFault(sandboxtest.Fault{Target: "game:joker", Op: c.op, Mode: c.mode})
			}
			c.do()
			if got := measured.last(); got != "joker "+c.want {
				t.Errorf("%s %s: measured %q, want %q", c.op, c.mode, got, c.want)
			}
		}
		if slices.ContainsFunc(measured.calls, func(call string) bool { return strings.Contains(call, player.Username) }) {
			t.Errorf("an account's name was measured: %q", measured.calls)
		}
	})
}

func ask(ctx context.Context, p game.Provider) {
	reporter, _ := p.(game.Reporter)
	_, _ = reporter.Report(ctx, game.ReportQuery{Since: time.Now().Add(-time.Minute), Until: time.Now()})
}

// plain, reports, lists and both are the four kinds of adapter; their other calls don't matter here.
type (
	plain   struct{ game.Provider }
	reports struct {
		game.Provider
		game.Reporter
	}
	lists struct {
		game.Provider
		game.Lister
	}
	both struct {
		game.Provider
		game.Reporter
		game.Lister
	}
)

func TestOptionalPartsStayWhatTheyAre(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		p              game.Provider
		reports, lists bool
	}{
		"plain": {plain{}, false, false}, "reports": {reports{}, true, false},
		"lists": {lists{}, false, true}, "both": {both{}, true, true},
	} {
		w := watched.Watch(name, c.p, &record{})
		_, isReporter := w.(game.Reporter)
		_, isLister := w.(game.Lister)
		if isReporter != c.reports || isLister != c.lists {
			t.Errorf("%s: reports %v, lists %v", name, isReporter, isLister)
		}
	}
}

// The metrics name providers and kinds of calls, and never a member's account, its password or a reference.
func TestMetricsNameNoMember(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		outside := sandboxtest.Start(t, sandboxtest.Options{})
		metrics := telemetry.NewMetrics()
		metrics.Provider("joker")
		settings := outside.Outbound(0)
		settings.FailureThreshold, settings.OpenFor = 2, time.Hour
		settings.Observe = func(_ time.Duration, _ error, shut bool) { metrics.ProviderCircuit("joker", shut) }
		p := watched.Watch("joker", jokerAt(outside.URL, settings), metrics)
		player := game.Player{Username: "kmember00001", Password: "Secret12345"}
		_ = p.Ensure(t.Context(), player)
		p.Move(t.Context(), game.Move{Reference: "000000000000001", Player: player, Credits: money.Credit})
		figures := func() string {
			w := httptest.NewRecorder()
			metrics.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
			return w.Body.String()
		}
		for _, want := range []string{
			`krapao_provider_calls_total{call="create",outcome="done",provider="joker"} 1`,
			`krapao_provider_calls_total{call="move",outcome="done",provider="joker"} 1`,
			`krapao_provider_call_seconds_count{call="move",provider="joker"} 1`,
			`krapao_provider_shut{provider="joker"} 0`, `krapao_provider_failing_seconds{provider="joker"} 0`,
		} {
			if !strings.Contains(figures(), want+"\n") {
				t.Errorf("missing: %s", want)
			}
		}
		for range 3 {
			outside.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "balance", Mode: "down"})
			_, _ = p.Balance(t.Context(), player)
		}
		pass(time.Second)
		text := figures()
		for _, want := range []string{
			`krapao_provider_calls_total{call="balance",outcome="unknown",provider="joker"} 2`,
			`krapao_provider_calls_total{call="balance",outcome="not_sent",provider="joker"} 1`,
			`krapao_provider_shut{provider="joker"} 1`, `krapao_provider_failing_seconds{provider="joker"} 1`,
		} {
			if !strings.Contains(text, want+"\n") {
				t.Errorf("missing: %s", want)
			}
		}
		secrets := []string{
			player.Username, player.Password, "000000000000001", outside.URL, sandbox.DemoCredentials().Joker.Secret,
		}
		for _, secret := range secrets {
			if strings.Contains(text, secret) {
				t.Errorf("the metrics contain %q", secret)
			}
		}
	})
}
