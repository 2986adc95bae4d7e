package api

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"krapao/internal/config"
	"krapao/internal/testkit/apptest"
	"krapao/sandbox/sandboxtest"
)

const (
	sharedBrowser = "3f2b8a54-8d0e-4b7e-9a57-0d9b6a1f2c3d"
	ownBrowser    = "7c1a1d54-0d0e-4b7e-9a57-0d9b6a1f2c3d"
)

// from logs a member in again, by a browser and from an address.
func from(a *apptest.App, c *apptest.Client, browser, address string) {
	a.Client().Post("/api/login", map[string]any{"username": c.Registered.Phone, "password": c.Registered.Password},
		"X-Device-Id", browser, "X-Forwarded-For", address).OK(http.StatusOK)
}

// items are one field of all rows of a page.
func items(page apptest.Answer, field string) (all []string) {
	rows, _ := page.Value("items").([]any)
	for n := range rows {
		all = append(all, page.At(fmt.Sprintf("items.%d.%s", n, field)))
	}
	return all
}

// TestGroupsOfMembers: by the holder's name however it is written, by who paid, by the browser, and by the address; page by page
// as at once, by size, of one member, and as a file without a name. Who is alone is in none. Opening one is in the audit log.
func TestGroupsOfMembers(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{
		Node: func(n *config.Node) { n.TrustedProxies = "127.0.0.1/32" },
	}, func(t *testing.T, a *apptest.App) {
		dao, _ := house(t, a)
		named := func(name string) *apptest.Client {
			p := apptest.NewPerson()
			p.AccountName = name
			return a.Join(p)
		}
		anna, bert, carl := named("ANNA KAEW"), named("MISS ANNA KAEW"), a.Member()
		id := func(c *apptest.Client) string { id, _, _, _ := memberOf(c); return id }
		ids := func(all ...*apptest.Client) []string {
			var list []string
			for _, c := range all {
				list = append(list, id(c))
			}
			slices.Sort(list)
			return list
		}
		from(a, anna, sharedBrowser, "203.0.113.7")
		from(a, carl, sharedBrowser, "2001:db8:1:2:aaaa::1")
		from(a, bert, ownBrowser, "2001:db8:1:2:bbbb::2")
		for _, c := range []*apptest.Client{bert, carl} {
			code := c.Sets(http.MethodPost, "/api/qrcode/WW", map[string]any{"amount": 100}).OK(http.StatusOK).At("qrcodeId")
			a.Sandbox.Pay(code, sandboxtest.Payer{FromBank: "BBL", FromAccount: "5550001112", FromName: "ANAN STRANGER"})
		}
		for by, want := range map[string]struct {
			strength string
			members  []string
		}{
			"holder": {"strong", ids(anna, bert)}, "device": {"medium", ids(anna, carl)}, "payer": {"strong", ids(bert, carl)},
		} {
			list := "/api/risk/group?by=" + by
			apptest.Eventually(t, "the group by "+by, func() bool {
				return len(items(dao.Get(list).OK(http.StatusOK), "key")) == 1
			})
			page := dao.Get(list).OK(http.StatusOK)
			if page.At("items.0.members") != "2" || page.At("items.0.strength") != want.strength || page.Value("next") != nil ||
				page.At("items.0.first.1.id") != want.members[1] {
				t.Errorf("by %s: %s", by, page.Text)
			}
			of := dao.Get("/api/risk/group/" + by + "/" + page.At("items.0.key")).OK(http.StatusOK)
			if got := items(of, "member.id"); !slices.Equal(got, want.members) {
				t.Errorf("by %s: %v, want %v", by, got, want.members)
			}
			if by == "payer" && (of.At("items.0.times") != "1" || of.At("items.0.amount") != "100" || of.At("items.1.since") == "") {
				t.Errorf("what the payer paid: %s", of.Text)
			}
			file := dao.Get(list + "&format=csv").OK(http.StatusOK).Text
			if lines := strings.Split(strings.TrimSpace(file), "\n"); len(lines) != 2 || strings.Contains(file, "ANNA") {
				t.Errorf("by %s as a file: %s", by, file)
			}
			if none := dao.Get(list + "&size=3").OK(http.StatusOK); len(items(none, "key")) != 0 {
				t.Errorf("of three: %s", none.Text)
			}
		}
		all := dao.Get("/api/risk/group?by=address").OK(http.StatusOK)
		if got := items(all, "key"); !slices.Contains(got, "2001:db8:1:2::") || slices.Contains(got, "203.0.113.7") {
			t.Errorf("addresses: %s", all.Text)
		}
		var paged []string
		for after := ""; ; {
			page := dao.Get("/api/risk/group?by=address&limit=1&after=" + url.QueryEscape(after)).OK(http.StatusOK)
			paged = append(paged, items(page, "key")...)
			if after = page.At("next"); after == "" {
				break
			}
		}
		if !slices.Equal(paged, items(all, "key")) {
			t.Errorf("page by page %v, at once %v", paged, items(all, "key"))
		}
		if got := items(dao.Get("/api/risk/group?member="+id(bert)).OK(http.StatusOK), "by"); !slices.Contains(got, "holder") ||
			!slices.Contains(got, "payer") || !slices.Contains(got, "address") || slices.Contains(got, "device") {
			t.Errorf("of one member: %v", got)
		}
		linked := dao.Get("/api/member/" + id(carl) + "/link").OK(http.StatusOK)
		if got := items(linked, "by"); got[0] != "payer" || !slices.Contains(got, "device") || !slices.Contains(got, "address") {
			t.Errorf("who is linked to one of them: %s", linked.Text)
		}
		for n, by := range items(linked, "by") {
			if since := linked.Value(fmt.Sprintf("items.%d.since", n)); (since != nil) != (by == "device" || by == "address") {
				t.Errorf("since when, by %s: %v", by, since)
			}
		}
		dao.Get("/api/risk/group").Refused(http.StatusBadRequest, "INVALID_INPUT")
		looked := dao.Get("/api/audit?action=risk.group").OK(http.StatusOK)
		if got := items(looked, "subject"); len(got) != 3 {
			t.Errorf("in the audit log: %s", looked.Text)
		}
	})
}
