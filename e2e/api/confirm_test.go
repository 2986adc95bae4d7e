package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
)

// sure makes a call, and confirms it by a code of the telephone if it asks for that: then it goes again, as a console sends it.
func (d desk) sure(method, path, body string, header ...string) apptest.Answer {
	d.T.Helper()
	got := d.Raw(method, path, body, header...)
	if got.Status != http.StatusForbidden || got.At("message") != "CONFIRM_IDENTITY" {
		return got
	}
	d.a.Leap(30 * time.Second) // a code counts once
	sure := d.confirmation(got, d.code()).OK(http.StatusOK).At("confirmation")
	return d.Raw(method, path, body, append(header, "X-Confirmation", sure)...)
}

// confirmation confirms what a refusal asks for, by a code.
func (d desk) confirmation(refusal apptest.Answer, code string) apptest.Answer {
	d.t.Helper()
	begun := d.Post("/api/me/confirm", map[string]any{"decision": refusal.At("params.decision"), "way": "totp"}).OK(http.StatusOK)
	return d.Post("/api/me/confirm/finish", map[string]any{"ticket": begun.At("ticket"), "code": code})
}

// stays lets time pass while people are at their desks.
func stays(a *apptest.App, d time.Duration, at ...desk) {
	const often = 15 * time.Minute
	for ; d > 0; d -= often {
		a.Pass(min(d, often))
		for _, by := range at {
			by.Get("/api/me").OK(http.StatusOK)
		}
	}
}

// TestAnApprovalIsConfirmed by the person at the desk, for this proposal alone and once; under one key it happens once, however
// often it is sent. Whoever guesses is signed out.
func TestAnApprovalIsConfirmed(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Limits: true}, func(t *testing.T, a *apptest.App) {
		_, lek := desks(t, a)
		proposed(t, a, "dao", "more people", "op-a", "op-b")
		page := lek.Get("/api/proposal?state=open").OK(http.StatusOK)
		approve := func(n int, key, confirmation string) apptest.Answer {
			t.Helper()
			return lek.Raw(http.MethodPost, "/api/proposal/"+page.At(fmt.Sprintf("items.%d.id", n))+"/approve",
				`{"reason":"all is well"}`, "Idempotency-Key", key, "X-Confirmation", confirmation)
		}
		if me := lek.Get("/api/me").OK(http.StatusOK); me.At("limits.confirmOver") != "5000" || me.Value("confirmedUntil") != nil ||
			!strings.Contains(me.Text, `"beginConfirmation"`) {
			t.Errorf("me %s", me.Text)
		}
		refused := approve(0, "one", "").Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		if refused.At("params.ways.0") != "totp" || refused.At("params.ways.1") != "recovery" ||
			len(refused.At("params.decision")) != 64 {
			t.Errorf("it asks for %s", refused.Text)
		}
		approve(0, "one", "guessed").Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		a.Leap(30 * time.Second)
		lek.confirmation(refused, "000000").Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		sure := lek.confirmation(refused, lek.code()).OK(http.StatusOK).At("confirmation")
		if until := lek.Get("/api/me").OK(http.StatusOK).At("confirmedUntil"); until == "" {
			t.Error("me does not say until when")
		}
		approve(1, "two", sure).Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		for range 2 {
			if done := approve(0, "one", sure).OK(http.StatusOK); done.At("proposal.state") != "scheduled" {
				t.Errorf("confirmed: %s", done.Text)
			}
		}
		again := approve(0, "three", sure)
		if again.Refused(http.StatusConflict, "PROPOSAL_ENDED"); again.At("params.state") != "scheduled" {
			t.Error(again.Text)
		}
		if log := mustCommand(t, a, "audit", "list"); strings.Count(log, "confirmed by totp") != 1 {
			t.Errorf("the audit log has %s", log)
		}
		other := approve(1, "two", sure).Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		a.Leap(30 * time.Second)
		late := lek.confirmation(other, lek.code()).OK(http.StatusOK).At("confirmation")
		a.Leap(2 * time.Minute)
		approve(1, "two", late).Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		for range 4 {
			lek.Get("/api/me").OK(http.StatusOK)
			lek.confirmation(other, "000000").Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		}
		lek.Get("/api/me").Refused(http.StatusUnauthorized, "invalid-token")
	})
}
