package callout_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/connect/callout"
	"krapao/connect/callout/wire"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
	"krapao/withdraw/approval"
	"krapao/withdraw/approval/callouttest"
)

// timeout is the product's timeout of one call.
const timeout = 10 * time.Second

func TestConformance(t *testing.T) {
	t.Parallel()
	callouttest.Run(t, func(t *testing.T) callouttest.Bench {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		return callouttest.Bench{
			Callout: callout.New(callout.Config{
				URL: s.URL + "/callout", Secret: sandbox.DemoCredentials().Callout.Secret, Outbound: s.Outbound(timeout),
			}),
			Timeout: timeout, Says: s.CalloutSays,
			Fault: func(mode string, delay time.Duration) {
				s.AddFault(sandboxtest.Fault{Target: "callout", Mode: mode, DelayMS: int(delay / time.Millisecond)})
			},
			Asked: func(reference string) int {
				for _, one := range s.Callouts() {
					if one.Withdrawal == reference {
						return one.Asked
					}
				}
				return 0
			},
		}
	})
}

// TestAnswersThatDoNotFit are none, a question is signed, and no error contains a secret.
func TestAnswersThatDoNotFit(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Options{})
	q := approval.Question{Reference: "aaaaaaaaaaaaaaa", Member: "M", Amount: 100 * money.Baht, Bank: "SCB"}
	for answer, good := range map[string]bool{
		`{"withdrawal":"aaaaaaaaaaaaaaa","verdict":"allow"}`:                    true,
		`{"withdrawal":"bbbbbbbbbbbbbbb","verdict":"allow"}`:                    false,
		`{"withdrawal":"aaaaaaaaaaaaaaa","verdict":"ALLOW"}`:                    false,
		`{"withdrawal":"aaaaaaaaaaaaaaa","verdict":"allow","Verdict":"refuse"}`: false,
		`{"verdict":"allow"}`: false, `[]`: false, ``: false,
	} {
		url := s.Beside("house.test", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if !wire.Verify("shh-secret", r.Header.Get(wire.HeaderID), r.Header.Get(wire.HeaderTimestamp),
				"v1,other "+r.Header.Get(wire.HeaderSignature), time.Now(), body) ||
				!strings.Contains(string(body), `"amount":"100.00"`) {
				t.Errorf("not signed: %s", body)
			}
			_, _ = io.WriteString(w, answer)
		}))
		c := callout.New(callout.Config{URL: url, Secret: "shh-secret", Outbound: s.Outbound(timeout)})
		got, err := c.Ask(t.Context(), q)
		if good != (err == nil) || good && got.Verdict != approval.Allow {
			t.Errorf("%s: %+v, %v", answer, got, err)
		}
		if err != nil && (strings.Contains(err.Error(), "shh") || strings.Contains(err.Error(), "house.test")) {
			t.Error(err)
		}
	}
}

// TestASignatureIsOfItsTime and of its question.
func TestASignatureIsOfItsTime(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 27, 10, 0, 0, 0, time.UTC)
	good := wire.Sign("s", "id", now, []byte("body"))
	for what, ok := range map[string]bool{
		"right":       wire.Verify("s", "id", wire.Timestamp(now), good, now.Add(wire.Window), []byte("body")),
		"!old":        wire.Verify("s", "id", wire.Timestamp(now), good, now.Add(wire.Window+time.Second), []byte("body")),
		"!young":      wire.Verify("s", "id", wire.Timestamp(now), good, now.Add(-wire.Window-time.Second), []byte("body")),
		"!another id": wire.Verify("s", "di", wire.Timestamp(now), good, now, []byte("body")),
		"!body":       wire.Verify("s", "id", wire.Timestamp(now), good, now, []byte("Body")),
		"!secret":     wire.Verify("t", "id", wire.Timestamp(now), good, now, []byte("body")),
		"!time":       wire.Verify("s", "id", "now", good, now, []byte("body")),
		"!none":       wire.Verify("s", "id", wire.Timestamp(now), "", now, []byte("body")),
	} {
		if ok == strings.HasPrefix(what, "!") {
			t.Errorf("%s: %v", what, ok)
		}
	}
}
