package api

import (
	"net/http"
	"slices"
	"testing"

	"krapao/internal/config"
	"krapao/internal/testkit/apptest"
	"krapao/sandbox/sandboxtest"
)

// TestALossWhoseReadingFails: a refresh is answered although a game could not be read, and nobody reads it again by itself. Who
// prepares a loss reads until it is known: a test of kills waited for a commission for ever, on a machine that was busy for a
// moment.
func TestALossWhoseReadingFails(t *testing.T) {
	t.Parallel()
	quick := apptest.Options{Node: func(n *config.Node) { n.RegisterOTP = false }}
	apptest.Each(t, quick, func(t *testing.T, a *apptest.App) {
		at := place{t: t, box: a.Sandbox, guest: a.Client}
		inviter := at.join("")
		friend := at.rich(1000, "PR"+inviter.Get("/api/account/profile").OK(http.StatusOK).At("profile._id"))
		user := into(friend, "joker", 900)
		a.Sandbox.Round("joker", user, "400", "0")
		fault := a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "balance", Mode: "refuse", Count: 1})
		at.reads(friend)
		if slices.ContainsFunc(a.Sandbox.Faults(), func(f sandboxtest.ArmedFault) bool { return f.ID == fault && f.Hits == 0 }) {
			t.Fatal("no reading has failed")
		}
		apptest.Eventually(t, "the commission", func() bool {
			return inviter.Get("/api/wallet").OK(http.StatusOK).At("invite.amount") == "40"
		})
	})
}
