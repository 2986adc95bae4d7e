package thaibulk_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/sms/thaibulk"
	"krapao/connect/sms/thaibulk/wire"
	"krapao/internal/testkit/memnet"
	"krapao/otp"
	"krapao/otp/otptest"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// The adapter keeps the promises of otp.Sender, over HTTP, with every fault of the sandbox.
func TestConformance(t *testing.T) {
	t.Parallel()
	otptest.Conformance(t, func(t *testing.T) (otp.Sender, *sandboxtest.Sandbox) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		known := sandbox.DemoCredentials().SMS
		return thaibulk.New(thaibulk.Config{BaseURL: s.URL + "/sms/", Key: known.Key, Secret: known.Secret, Outbound: s.Outbound(0)}), s
	})
}

// gateway answers every call with one status and body, and stores the request.
func gateway(t *testing.T, status int, body string) (*thaibulk.Client, *[]byte) {
	t.Helper()
	var asked []byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked, _ = io.ReadAll(r.Body)
		w.Header().Set("Location", "https://elsewhere.example/")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(server.Close)
	return thaibulk.New(thaibulk.Config{BaseURL: server.URL, Key: "the key", Secret: "the secret"}), &asked
}

func TestWhatIsAskedIsTheProtocol(t *testing.T) {
	t.Parallel()
	for phone, msisdn := range map[string]string{"+66812345678": "0812345678", "+8562055512345": "+8562055512345"} {
		c, asked := gateway(t, http.StatusOK, `{"status":"success","token":"T","refno":"R"}`)
		if sent, err := c.Send(t.Context(), phone); err != nil || sent != (otp.Sent{Token: "T", Ref: "R"}) {
			t.Errorf("%+v, %v", sent, err)
		}
		var got wire.Request
		want := wire.Request{Key: "the key", Secret: "the secret", Msisdn: msisdn}
		if err := json.Unmarshal(*asked, &got); err != nil || got != want {
			t.Errorf("asked %s", *asked)
		}
	}
}

// Possible answers of a gateway, and the outcome of each.
func TestAnswers(t *testing.T) {
	t.Parallel()
	refusal := func(text string) string { return `{"code":400,"errors":[{"message":"` + text + `"}]}` }
	for _, row := range []struct {
		name    string
		status  int
		body    string
		send    error // nil: sent; otp.ErrRefused; unknown
		verdict otp.Answer
		verify  error
	}{
		{"yes", 200, `{"status":"success","token":"T","refno":"R","message":"ok"}`, nil, otp.Right, nil},
		{"another status", 200, `{"status":"error"}`, errUnknown, "", errUnknown},
		{"success without a token", 200, `{"status":"success"}`, errUnknown, otp.Right, nil},
		{"not the protocol", 200, `<html>`, errUnknown, "", errUnknown},
		{"nothing", 200, ``, errUnknown, "", errUnknown},
		{"wrong code", 400, refusal(wire.MessageBadPin), otp.ErrRefused, otp.Wrong, nil},
		{"a text that we don't know", 400, refusal("ไม่ถูกต้อง"), otp.ErrRefused, otp.Wrong, nil},
		{"a refusal without a text", 400, `{"code":400}`, otp.ErrRefused, otp.Wrong, nil},
		{"expired", 400, refusal(wire.MessageExpired), otp.ErrRefused, otp.Expired, nil},
		{"used", 400, refusal(wire.MessageUsed), otp.ErrRefused, otp.Used, nil},
		{"wrong key", 400, refusal(wire.MessageBadKey), otp.ErrRefused, "", otp.ErrRefused},
		{"unknown token", 400, refusal(wire.MessageBadToken), otp.ErrRefused, "", otp.ErrRefused},
		{"400 of a proxy", 400, `Bad Request`, errUnknown, "", errUnknown},
		{"401", 401, `{}`, errUnknown, "", errUnknown},
		{"500", 500, refusal(wire.MessageBadPin), errUnknown, "", errUnknown},
		{"503", 503, ``, errUnknown, "", errUnknown},
		{"a redirect", 302, ``, errUnknown, "", errUnknown},
		{"without end", 200, `{"status":"` + strings.Repeat("x", 100_000) + `"}`, errUnknown, "", errUnknown},
	} {
		c, _ := gateway(t, row.status, row.body)
		_, err := c.Send(t.Context(), "+66812345678")
		outcome(t, row.name+": send", err, row.send)
		verdict, err := c.Verify(t.Context(), "T", "123456")
		outcome(t, row.name+": verify", err, row.verify)
		if verdict != row.verdict {
			t.Errorf("%s: verdict %q, want %q", row.name, verdict, row.verdict)
		}
	}
}

var errUnknown = errors.New("unknown")

func outcome(t *testing.T, what string, got, want error) {
	t.Helper()
	switch {
	case want == nil && got == nil,
		errors.Is(want, otp.ErrRefused) && errors.Is(got, otp.ErrRefused),
		errors.Is(want, errUnknown) && got != nil && !errors.Is(got, otp.ErrRefused):
		return
	}
	t.Errorf("%s: %v, want %v", what, got, want)
}

func TestNoSecretInAnError(t *testing.T) {
	t.Parallel()
	for _, status := range []int{400, 500} {
		c, _ := gateway(t, status, `the key, the secret`)
		for _, err := range []error{
			func() error { _, err := c.Send(context.Background(), "+66812345678"); return err }(),
			func() error { _, err := c.Verify(context.Background(), "theirtoken", "987654"); return err }(),
		} {
			for _, word := range []string{"the key", "the secret", "812345678", "theirtoken", "987654"} {
				if err == nil || strings.Contains(err.Error(), word) {
					t.Errorf("%q in %v", word, err)
				}
			}
		}
	}
}

func TestACallEndsWithItsDeadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		network := memnet.New()
		server := network.Server("gateway.test", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.ReadAll(r.Body)
			<-r.Context().Done() // the caller gave up
		}))
		t.Cleanup(server.Close)
		c := thaibulk.New(thaibulk.Config{
			BaseURL: server.URL, Outbound: outbound.Settings{Timeout: 7 * time.Second, Dial: network.Dial},
		})
		began := time.Now()
		_, err := c.Send(t.Context(), "+66812345678")
		outcome(t, "a gateway that hangs", err, errUnknown)
		if took := time.Since(began); took != 7*time.Second {
			t.Errorf("took %s", took)
		}
	})
}
