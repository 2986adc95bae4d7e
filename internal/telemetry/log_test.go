package telemetry

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
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
