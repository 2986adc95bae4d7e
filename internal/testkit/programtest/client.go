package programtest

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"krapao/internal/testkit/apptest"
)

// Guest is a client of a node, not logged in. It waits for each answer as long as the run lasts.
func Guest(t testing.TB, addr string) *apptest.Client {
	return GuestOf(t, func() string { return "http://" + addr })
}

// GuestOf is Guest for a node whose address is asked for before each call.
func GuestOf(t testing.TB, url func() string) *apptest.Client {
	c := &apptest.Client{T: t, URL: url, Header: http.Header{"X-Requested-With": {"wallet-user"}}, Said: Said}
	Plain(c)
	return c
}

// Plain makes a client make each call once.
func Plain(c *apptest.Client) { c.Transport = patient{} }

// patient carries a call to a program, and has no time limit of its own.
type patient struct{}

// RoundTrip implements http.RoundTripper.
func (patient) RoundTrip(r *http.Request) (*http.Response, error) {
	return http.DefaultTransport.RoundTrip(r.WithContext(context.WithoutCancel(r.Context())))
}

// Scene makes a client repeat each call as long as the product says so, until Plain: for the preparation of a test. A
// separate program has the machine's clock, so on a slow machine one of the wallet's calls to the sandbox may take too long,
// and be refused or unknown for a while.
func Scene(c *apptest.Client) { c.Transport = &scene{t: c.T} }

// scene repeats a call until it is decided.
type scene struct{ t testing.TB }

// RoundTrip implements http.RoundTripper.
func (s *scene) RoundTrip(r *http.Request) (*http.Response, error) {
	var got *http.Response
	var failed error
	Until(s.t, "decided: "+r.Method+" "+r.URL.Path, func() bool {
		var again bool
		again, failed = false, nil
		if got, failed = s.once(r); failed == nil { //nolint:bodyclose // once has read and closed it; what it gives is a copy
			again, failed = s.again(r, got)
		}
		return !again
	})
	return got, failed
}

// once makes the call and reads the answer's body.
func (s *scene) once(r *http.Request) (*http.Response, error) {
	this := r.Clone(context.WithoutCancel(r.Context()))
	if r.GetBody != nil {
		body, err := r.GetBody()
		if err != nil {
			return nil, err
		}
		this.Body = body
	}
	got, err := patient{}.RoundTrip(this)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(got.Body)
	_ = got.Body.Close()
	got.Body = io.NopCloser(bytes.NewReader(text))
	return got, err
}

// refusals are the product's answers where the outside did not do it: nothing was moved or changed.
var refusals = []string{
	"TRANSFER_FAIL", "SLOT_ACTIVATE_FAIL", "SLOT_ACCOUNT_FAIL", "SLOT_RESET_PASSWORD_FAIL", "AUTO_LOGIN_FAIL", "QR_FAIL",
	"OTP_SEND_FAIL",
}

// again reports whether to repeat the call, with a new key where the old one belongs to a refusal. For a transfer whose end
// is unknown it waits: its end is the answer then.
func (s *scene) again(r *http.Request, got *http.Response) (bool, error) {
	text, err := io.ReadAll(got.Body)
	if err != nil {
		return false, err
	}
	got.Body = io.NopCloser(bytes.NewReader(text))
	var told struct{ Message, Reference string }
	_ = json.Unmarshal(text, &told) // a text that is no object has no outcome
	again, anew := apptest.Answer{Status: got.StatusCode, Text: string(text)}.Again()
	switch {
	case slices.Contains(refusals, told.Message):
		again, anew = true, true
	case told.Message == "TRANSFER_PENDING":
		failed, err := s.ends(r, told.Reference)
		if err != nil {
			return false, err
		}
		again, anew = failed, failed
		if !failed {
			got.StatusCode = http.StatusOK
			body := strings.NewReplacer("TRANSFER_PENDING", "SUCCESS", "IN_PROGRESS", "SUCCESS").Replace(string(text))
			got.Body, got.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
		}
	}
	if anew && r.Header.Get(key) != "" {
		r.Header.Set(key, rand.Text())
	}
	return again, nil
}

const key = "Idempotency-Key"

// ends waits until a transfer has an end, and reports whether it failed.
func (s *scene) ends(r *http.Request, reference string) (failed bool, err error) {
	Until(s.t, "the end of transfer "+reference, func() bool {
		var status string
		status, err = s.status(r, reference)
		failed = status == "FAILED"
		return err != nil || status != "IN_PROGRESS"
	})
	return failed, err
}

// status returns the state of a transfer in the statement of the member that made it.
func (s *scene) status(r *http.Request, reference string) (string, error) {
	at := *r.URL
	at.Path = "/api/statement"
	ask, err := http.NewRequestWithContext(context.WithoutCancel(r.Context()), http.MethodPost,
		at.String(), strings.NewReader(`{"page":1,"limit":100}`))
	if err != nil {
		return "", err
	}
	ask.Header = r.Header.Clone()
	ask.Header.Del(key)
	got, err := s.once(ask) //nolint:bodyclose // once has read and closed it; what it gives is a copy
	if err != nil {
		return "", err
	}
	var page struct {
		Statements []struct{ Reference, Status string }
	}
	if err := json.NewDecoder(got.Body).Decode(&page); err != nil {
		return "", err
	}
	for _, row := range page.Statements {
		if row.Reference == reference {
			return row.Status, nil
		}
	}
	return "IN_PROGRESS", nil
}
