package api

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"krapao/internal/config"
	"krapao/internal/testkit/apptest"
)

// TestRingsOfInvitations: invitees who share a browser are a ring of whoever is above both, of as many steps as it takes; those
// who share an address alone are none. Groups are listed by their size, too, with how many of them are new. Opening a ring is in
// the audit log.
func TestRingsOfInvitations(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{
		Node: func(n *config.Node) { n.TrustedProxies = "127.0.0.1/32" },
	}, func(t *testing.T, a *apptest.App) {
		dao, _ := house(t, a)
		top := &abuser{Client: a.Member(), a: a, t: t, users: map[string]string{}}
		anna, bert := top.invites(apptest.NewPerson()), top.invites(apptest.NewPerson())
		carl, alone := bert.invites(apptest.NewPerson()), a.Member()
		for n, c := range []*apptest.Client{anna.Client, carl.Client, alone} {
			from(a, c, sharedBrowser, []string{"203.0.113.7", "203.0.113.7", "203.0.113.9"}[n])
		}
		from(a, bert.Client, ownBrowser, "203.0.113.7")
		a.Deposit(anna.Client, "300")
		id := func(c *apptest.Client) string { id, _, _, _ := memberOf(c); return id }
		linked := []string{id(anna.Client), id(carl.Client)}
		slices.Sort(linked)

		a.Pass(time.Hour)
		dao = signedIn(t, a, "dao") // sessions end after 30 minutes without a call
		apptest.Eventually(t, "the ring", func() bool {
			return slices.Equal(items(dao.Get("/api/risk/ring").OK(http.StatusOK), "inviter.id"), []string{id(top.Client)})
		})
		ring := dao.Get("/api/risk/ring").OK(http.StatusOK)
		if ring.At("items.0.linked") != "2" || ring.At("items.0.invitees") != "3" || ring.At("items.0.deposits") != "300" {
			t.Errorf("the ring: %s", ring.Text)
		}
		if got := items(dao.Get("/api/risk/ring?depth=1").OK(http.StatusOK), "linked"); len(got) != 0 {
			t.Errorf("of one step there is none: %v", got)
		}
		if got := items(dao.Get("/api/risk/ring?over=1").OK(http.StatusOK), "linked"); len(got) != 0 {
			t.Errorf("nobody earned anything: %v", got)
		}
		of := dao.Get("/api/risk/ring/" + id(top.Client)).OK(http.StatusOK)
		if got := items(of, "member.id"); !slices.Equal(got, linked) || of.At("items.0.depth") != "2" {
			t.Errorf("its members: %s", of.Text)
		}
		bySize := dao.Get("/api/risk/group?by=device&order=size").OK(http.StatusOK)
		if bySize.At("items.0.members") != "3" || bySize.At("items.0.lately") != "3" || len(items(bySize, "key")) != 1 {
			t.Errorf("the largest groups: %s", bySize.Text)
		}
		looked := dao.Get("/api/audit?action=risk.ring").OK(http.StatusOK)
		if got := items(looked, "member.id"); !slices.Equal(got, []string{id(top.Client)}) {
			t.Errorf("in the audit log: %s", looked.Text)
		}
		a.Pass(8 * 24 * time.Hour)
		later := employed(t, a, "fah", "support", "")
		apptest.Eventually(t, "nobody to be new any more", func() bool {
			page := later.Get("/api/risk/group?by=device&order=size").OK(http.StatusOK)
			return page.At("items.0.lately") == "0"
		})
	})
}
