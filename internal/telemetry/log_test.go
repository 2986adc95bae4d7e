package telemetry

import (
	"bytes"
	"errors"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func TestLogsHoldNoSecret(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log := NewLogger(&out, slog.LevelDebug)
	token := strings.Repeat("0123456789abc", 4)
	log.With("password", "hunter2-canary").Info("login of 0812345678 with Bearer "+token,
		"otpCode", "canary-1", "error", errors.New("postgres://krapao:canary-2@db/x: "+token),
		slog.Group("body", "newPassword", "canary-3", "link", "canary-4", "form", "canary-6", "Fields", "canary-7",
			"platform", "phone", "bankAccountNo", "canary-5", "amount", 12),
		"route", "/api/wallet")
	text := out.String()
	for _, secret := range []string{"canary", token, "0812345678"} {
		if strings.Contains(text, secret) {
			t.Errorf("%q is in the log: %s", secret, text)
		}
	}
	for _, kept := range []string{`"amount":12`, `"platform":"phone"`, `"route":"/api/wallet"`, `postgres://krapao:***@db/x`} {
		if !strings.Contains(text, kept) {
			t.Errorf("%s is lost: %s", kept, text)
		}
	}
	out.Reset()
	log.InfoContext(WithRequest(t.Context(), "req-1"), "x\ny")
	if text := out.String(); !strings.Contains(text, `"request":"req-1"`) || strings.Count(text, "\n") != 1 {
		t.Errorf("line: %q", text)
	}
}

// The password of a database address is hidden in every form of such an address, and the text beside it stays.
func TestWithoutPassword(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"at postgres://krapao:canary@db/x: refused":               "at postgres://krapao:***@db/x: refused",
		"postgres://krapao:can/ary@with?signs@db:5432,two:5433/x": "postgres://krapao:***@db:5432,two:5433/x",
		"postgresql://db/x?user=krapao&password=canary&a=b":       "postgresql://db/x?user=krapao&password=***&a=b",
		"host=db password=canary dbname=x":                        "host=db password=*** dbname=x",
		"host=db password = 'a canary\\'s' dbname=x":              "host=db password = *** dbname=x",
		`host=db password=a\ canary dbname=x`:                     "host=db password=*** dbname=x",
		"host=db PASSWORD='canary that does not end":              "host=db PASSWORD=***",
		"sslpassword=canary":                                      "sslpassword=***",
		`{"password": "canary"}`:                                  `{"password": ***}`,
		"password authentication failed for user \"krapao\"":      "password authentication failed for user \"krapao\"",
		"https://example.com:8080/path":                           "https://example.com:8080/path",
	} {
		if got := WithoutPassword(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestALookMissesNoSecret: a text that no expression is run on is one that none would change.
func TestALookMissesNoSecret(t *testing.T) {
	t.Parallel()
	parts := []string{
		"", " ", "x", "/", ":", "=", "@", "0", "08", "66", "856", "1234567", "12345678", "123456789", "Bearer ", "bEARER\t", "bearer",
		"abcdefgh", "://", "a:b", "postgres://a:b@c", "password", "PASSWD", "pa\u017f\u017fword", "pgpassword", "'", "secret", "é",
		strings.Repeat("0123456789abc", 4), strings.Repeat("z", 51),
	}
	random := rand.New(rand.NewPCG(1, 2))
	changed := 0
	for range 50_000 {
		var text strings.Builder
		for range 1 + random.IntN(5) {
			text.WriteString(parts[random.IntN(len(parts))])
		}
		want := settingPassword.ReplaceAllString(urlPassword.ReplaceAllString(text.String(), "$1***@"), "$1***")
		want = longToken.ReplaceAllString(bearerToken.ReplaceAllString(want, "$1***"), "***")
		want = phone.ReplaceAllString(want, "$1***$2")
		if want != text.String() {
			changed++
		}
		if got := scrub(text.String()); got != want {
			t.Fatalf("%q: %q, want %q", text.String(), got, want)
		}
	}
	if changed < 5_000 {
		t.Errorf("only %d texts had a secret", changed)
	}
}

func TestTimesHaveAUnit(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	took := 1341*time.Second + 838*time.Millisecond
	NewLogger(&out, slog.LevelInfo).Info("x", slog.Duration("took", took), slog.Group("in", "it", 250*time.Microsecond))
	if text := out.String(); !strings.Contains(text, `"took":"22m21.838s"`) || !strings.Contains(text, `"it":"250µs"`) {
		t.Errorf("line: %s", text)
	}
}
