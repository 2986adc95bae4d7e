package api

import (
	"bytes"
	"context"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"krapao/internal/operatorapi/client"
	"krapao/internal/operatorcli"
	"krapao/internal/testkit/apptest"
)

// loginShell runs krapao operator login --url at a machine of its own, against the listener. waits is what happens at the console
// while it waits the n-th time; it is told the code that the shell shows.
func loginShell(
	t *testing.T, a *apptest.App, waits func(n int, code string), words ...string,
) (*operatorcli.Desk, string, error) {
	t.Helper()
	house, err := client.At(a.OperatorURL, a.HTTP().Transport)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	n := 0
	desk := &operatorcli.Desk{
		Client: house, URL: a.OperatorURL, Session: filepath.Join(t.TempDir(), operatorcli.SessionName), Out: &out,
		Wait: func(_ context.Context, d time.Duration) error {
			n++
			a.Leap(d)
			waits(n, shellCode.FindString(out.String()))
			return nil
		},
	}
	err = desk.Call(context.Background(), append([]string{"login"}, words...))
	return desk, out.String(), err
}

var shellCode = regexp.MustCompile(`\b[B-Z]{4}-[B-Z]{4}\b`)

// TestAShellIsSignedInAtTheConsole: it shows a code, an operator types it, sees the machine, and confirms with its key. The
// shell has a session of its own then, once.
func TestAShellIsSignedInAtTheConsole(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Limits: true}, func(t *testing.T, a *apptest.App) {
		d := deskOf(t, a, "nok")
		shell, out, err := loginShell(t, a, func(n int, code string) {
			if n < 3 {
				return
			}
			d.Post("/api/me/shell/look", map[string]any{"userCode": "BCDF-GHJK"}).Refused(http.StatusNotFound, "NO_DATA")
			shown := d.Post("/api/me/shell/look", map[string]any{"userCode": strings.ToLower(strings.ReplaceAll(code, "-", " "))}).
				OK(http.StatusOK)
			if shown.At("machine") == "" || shown.At("address") != "127.0.0.1" {
				t.Errorf("the machine is %s", shown.Text)
			}
			in := d.sure(http.MethodPost, "/api/me/shell", `{"userCode":"`+code+`"}`).OK(http.StatusOK)
			if in.At("machine") != shown.At("machine") {
				t.Error(in.Text)
			}
			d.Post("/api/me/shell/look", map[string]any{"userCode": code}).Refused(http.StatusNotFound, "NO_DATA")
		})
		if err != nil || !strings.Contains(out, "/shell#") || !strings.Contains(out, "nok is signed in") {
			t.Fatalf("%s, %v", out, err)
		}
		if err := shell.Call(context.Background(), []string{"me"}); err != nil {
			t.Errorf("a command of the shell: %v", err)
		}
		list := d.Get("/api/me/session").OK(http.StatusOK)
		if items := list.Value("items").([]any); len(items) != 2 {
			t.Errorf("sessions %s", list.Text)
		}
		log := d.Get("/api/audit?action=session.").OK(http.StatusOK)
		if log.At("items.0.action") != "session.shell" || !strings.Contains(log.At("items.0.evidence"), "confirmed by totp") {
			t.Errorf("the audit log has %s", log.Text)
		}
	})
}

// TestAShellThatIsNotLetIn is told so: refused, too late, or let in by another than it was to be.
func TestAShellThatIsNotLetIn(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		d := deskOf(t, a, "nok")
		refuse := func(_ int, code string) {
			d.Post("/api/me/shell/refuse", map[string]any{"userCode": code}).OK(http.StatusOK)
		}
		if _, out, err := loginShell(t, a, refuse); err == nil || !strings.Contains(err.Error(), "was refused") {
			t.Errorf("refused: %s, %v", out, err)
		}
		tooLate := func(int, string) { a.Leap(10 * time.Minute) }
		if _, out, err := loginShell(t, a, tooLate); err == nil || !strings.Contains(err.Error(), "its time is over") {
			t.Errorf("too late: %s, %v", out, err)
		}
		d.keep(d.second(d.first("nok", deskPassword), "totp", d.code(), "").OK(http.StatusOK))
		letIn := func(_ int, code string) {
			d.sure(http.MethodPost, "/api/me/shell", `{"userCode":"`+code+`"}`).OK(http.StatusOK)
		}
		if _, out, err := loginShell(t, a, letIn, "mai"); err == nil || !strings.Contains(err.Error(), "nok let this shell in") {
			t.Errorf("of another: %s, %v", out, err)
		}
		if list := d.Get("/api/me/session").OK(http.StatusOK); len(list.Value("items").([]any)) != 2 {
			t.Errorf("sessions %s", list.Text)
		}
		nobody := console(a, "")
		nobody.Post("/api/signin/shell/token", map[string]any{"deviceCode": "unknown"}).Refused(http.StatusNotFound, "NO_DATA")
		nobody.Post("/api/signin/shell", map[string]any{"machine": ""}).Refused(http.StatusBadRequest, "INVALID_INPUT")
		nobody.Post("/api/me/shell", map[string]any{"userCode": "BCDF-GHJK"}).Refused(http.StatusUnauthorized, "UNAUTHORIZED")
	})
}

// TestShellsAreLimited: how often one asks, how many begin, and how many wrong codes are typed.
func TestShellsAreLimited(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Limits: true}, func(t *testing.T, a *apptest.App) {
		d, nobody := deskOf(t, a, "nok"), console(a, "")
		begin := func() apptest.Answer { return nobody.Post("/api/signin/shell", map[string]any{"machine": "laptop"}) }
		begun := begin().OK(http.StatusOK)
		if begun.At("interval") != "5" || begun.At("expiresIn") != "600" || len(begun.At("deviceCode")) != 52 {
			t.Error(begun.Text)
		}
		ask := func() apptest.Answer {
			return nobody.Post("/api/signin/shell/token", map[string]any{"deviceCode": begun.At("deviceCode")})
		}
		for range 3 {
			if got := ask().OK(http.StatusAccepted); got.At("message") != "PENDING" || got.At("token") != "" {
				t.Error(got.Text)
			}
		}
		if got := ask().Refused(http.StatusTooManyRequests, "REQUEST_LIMIT"); got.Header.Get("Retry-After") == "" {
			t.Error(got.Header)
		}
		a.Leap(5 * time.Second)
		ask().OK(http.StatusAccepted)
		for range 10 {
			d.Post("/api/me/shell/look", map[string]any{"userCode": "BCDF-GHJK"}).Refused(http.StatusNotFound, "NO_DATA")
		}
		d.Post("/api/me/shell/look", map[string]any{"userCode": begun.At("userCode")}).
			Refused(http.StatusTooManyRequests, "REQUEST_LIMIT")
		for range 29 {
			begin().OK(http.StatusOK)
		}
		begin().Refused(http.StatusTooManyRequests, "REQUEST_LIMIT")
	})
}
