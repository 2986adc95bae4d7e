package api

import (
	"net/http"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
)

// TestSecretsAreResetByTwo: who has secrets is invited anew by two chiefs, half an hour later. Its own count until the
// invitation is used, and not after that.
func TestSecretsAreResetByTwo(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		lek.approves(dao.decides("/operator", map[string]any{"name": "mai", "role": "cashier"}))
		stays(a, 31*time.Minute, dao, lek)
		mai := deskBy(t, a, dao.decides("/operator/mai/invitation").OK(http.StatusOK).At("invitation"))
		mai.decides("/operator/dao/invitation").Refused(http.StatusForbidden, "ROLE_FORBIDDEN")

		dao.decides("/operator/mai/invitation", map[string]any{"seen": "another"}).Refused(http.StatusConflict, "STATE_CHANGED")
		proposed := dao.decides("/operator/mai/invitation").OK(http.StatusAccepted)
		secret := map[string]any{"invitation": proposed.At("invitation")}
		if proposed.At("message") != "PROPOSED" || proposed.At("proposal.action") != "operator.reset" ||
			len(proposed.At("invitation")) < 40 ||
			proposed.Value("endsAt") != nil {
			t.Fatal(proposed.Text)
		}
		open := lek.decides("/operator/mai/invitation").Refused(http.StatusConflict, "PROPOSAL_OPEN")
		if open.At("params.proposal") != proposed.At("proposal.id") {
			t.Error(open.Text)
		}
		if shown := lek.Get("/api/proposal/" + proposed.At("proposal.id")).OK(http.StatusOK); shown.At("facts.0.after") != "cashier" {
			t.Error(shown.Text)
		}
		nobody := console(a, "")
		nobody.Post("/api/signin/invitation", secret).Refused(http.StatusNotFound, "INVITATION_INVALID")
		dao.decides("/proposal/"+proposed.At("proposal.id")+"/approve", map[string]any{"seen": proposed.At("proposal.fingerprint")}).
			Refused(http.StatusForbidden, "SECOND_PERSON")
		lek.approves(proposed)
		nobody.Post("/api/signin/invitation", secret).Refused(http.StatusNotFound, "INVITATION_INVALID")
		stays(a, 31*time.Minute, dao, lek, mai)
		if got := nobody.Post("/api/signin/invitation", secret).OK(http.StatusOK); got.At("name") != "mai" ||
			got.At("invitedBy") != "dao" {
			t.Error(got.Text)
		}
		mai.Get("/api/me").OK(http.StatusOK) // it is at work until its new secrets are there
		again := deskBy(t, a, proposed.At("invitation"))
		mai.Get("/api/me").Refused(http.StatusUnauthorized, "invalid-token")
		mai.second(mai.first("mai", deskPassword), "totp", mai.code(), "").Refused(http.StatusUnauthorized, "WRONG_CREDENTIAL")
		again.Get("/api/me").OK(http.StatusOK)
		nobody.Post("/api/signin/invitation", secret).Refused(http.StatusNotFound, "INVITATION_INVALID")
		log := dao.Get("/api/audit?action=operator.reset.").OK(http.StatusOK)
		if log.At("items.0.action") != "operator.reset.approved" {
			t.Error(log.Text)
		}
	})
}
