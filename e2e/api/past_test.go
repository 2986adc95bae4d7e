package api

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"krapao/deposit"
	"krapao/internal/clock"
	"krapao/internal/testkit/apptest"
)

// everyID reads a list page by page, one row each, and returns what names its rows.
func everyID(t *testing.T, dao *apptest.Client, path, by string) (all []string) {
	t.Helper()
	join := "?"
	if strings.Contains(path, "?") {
		join = "&"
	}
	for after := ""; ; {
		page := dao.Get("/api" + path + join + "limit=1&after=" + url.QueryEscape(after)).OK(http.StatusOK)
		if id := page.At("items.0." + by); id != "" {
			all = append(all, id)
		}
		if after = page.At("next"); after == "" {
			return all
		}
	}
}

// aPast makes one of everything that lists have, two of what a page must go on from. c has a withdrawal in review, and owes 230.
func aPast(t *testing.T, a *apptest.App, c *apptest.Client) {
	t.Helper()
	id := memberID(t, a, c)
	now := int64(clock.MicrosOf(a.Store.Now()))
	for n, state := range []string{"open", "rejected", "matched"} {
		write(t, a, `INSERT INTO declaration (reference, key, member, amount, state, inflow, reason, created_at, lapses_at, ended_at)
			VALUES ('D%d', 'k%d', '%s', 5000, '%s', '', '', %d, %d, 0)`, n, n, id, state, now+int64(n), now+1000)
	}
	for n, state := range []string{"taking", "refused", "credited"} {
		write(t, a, `INSERT INTO wallet_link (reference, member, operation, account, code, code_sealed, voucher, state, amount,
			clean, reason,
			said, sends, send_by, tries, turn, due_at, created_at, ended_at)
			VALUES ('L%d', '%s', 'o%d', 'TRUE', 'c%d', 'THE SECRET', '', '%s', 1000, FALSE, '', 'no answer', 1, 0, 0, 0, 0, %d, %d)`,
			n, id, n, n, state, now-int64(25*time.Hour/time.Microsecond), n)
	}
	for n, account := range []string{"SCB", "KTB"} {
		write(t, a, `INSERT INTO feed_case (id, account, line, raw, raw_sealed, why, state, note, found_at, ended_at)
			VALUES ('F%d', '%s', '1', 'raw%d', '', 'amount', 'open', '', %d, %d)`, n, account, n, now, n)
	}
	for n, state := range []string{"open", "closed"} {
		write(t, a, `INSERT INTO reconcile_case (id, provider, day, kind, reference, transfer, username, member, ours, theirs,
			detail, state,
			outcome, booking, due_at, note, found_at, decided_by, decided_at)
			VALUES ('C%d', 'joker', '2020-01-0%d', 'amount', 'R%d', 0, 'u', '%s', 100, -200, '{}', '%s', '', 0, 0, '%s', %d, '', 0)`,
			n, n+1, n, id, state, []string{"of before: asked", "alike_later"}[n], now)
		write(t, a, `INSERT INTO holder_case (id, member, other, state, note, found_at, decided_by, decided_at)
			VALUES ('H%d', '%s', 'OTHER%d', '%s', '', %d, '', 0)`, n, id, n, state, now)
	}
	last := deposit.ReverseRequest{Reference: "R1"}
	if err := a.Store.DB().QueryRowContext(t.Context(), "SELECT account, source FROM inflow WHERE member = $1 AND amount = 100000",
		id).Scan(&last.Account, &last.Source); err != nil {
		t.Fatal(err)
	}
	for _, r := range []deposit.ReverseRequest{last, {Account: "SCB1", Source: "never booked", Reference: "R2"}} {
		a.Step(time.Millisecond)
		if err := a.Deposits.Reverse(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTheListsOfMoneyThatWaited: everything that part 6 decides about is listed, whether it waits or has ended: by its state, its
// member, our account and what else the contract names, page by page, and as a file.
func TestTheListsOfMoneyThatWaited(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := desks(t, a)
		c, withdrawal := waiting(t, a, dao.Client)
		id := memberID(t, a, c)
		slip := upload(t, c, a.Sandbox.Slip(pay(a, c, "20").Slip)).OK(http.StatusOK).At("slip.reference")
		apptest.Eventually(t, "the slip's credit", func() bool { return c.Balance() == 770_00 })
		aPast(t, a, c)
		inflow := dao.Get("/api/arrival?member=" + id + "&state=reversed").OK(http.StatusOK)
		for path, want := range map[string]string{
			"/withdrawal":                           "reference " + withdrawal,
			"/withdrawal?state=review":              "reference " + withdrawal,
			"/withdrawal?state=paid":                "reference ",
			"/withdrawal?over=149.99&member=" + id:  "reference " + withdrawal,
			"/withdrawal?over=150":                  "reference ",
			"/withdrawal?automatic=true":            "reference ",
			"/withdrawal?bank=" + c.Registered.Bank: "reference " + withdrawal,
			"/arrival?state=reversed":               "id " + inflow.At("items.0.id"),
			"/arrival?channel=link":                 "id ",
			"/arrival?account=KBANK&state=reversed": "id " + inflow.At("items.0.id"),
			"/arrival?account=NOSUCH":               "id ",
			"/slip?state=failed":                    "reference ",
			"/slip?member=" + id:                    "reference " + slip,
			"/declared":                             "reference D2 D1 D0",
			"/declared?state=rejected":              "reference D1",
			"/declared?state=matched":               "reference D2",
			"/declared?state=open&member=" + id:     "reference D0",
			"/link":                                 "reference L2 L1 L0",
			"/link?state=taking":                    "reference L0",
			"/line":                                 "id F1 F0",
			"/line?open=true":                       "id F0",
			"/line?account=KTB":                     "id F1",
			"/case":                                 "id C1 C0",
			"/case?open=true":                       "id C0",
			"/case?provider=joker&day=2020-01-02":   "id C1",
			"/case?day=2020-01-01&kind=amount":      "id C0",
			"/case?kind=twice&member=" + id:         "id ",
			"/case?provider=nosuch":                 "id ",
			"/receivable":                           "member.id " + id,
			"/receivable?over=230":                  "member.id ",
			"/reversal?open=true":                   "reference R2",
			"/reversal?member=" + id:                "reference R1",
			"/reversal":                             "reference R2 R1",
			"/holder":                               "id H1 H0",
			"/holder?open=true":                     "id H0",
			"/holder?member=OTHER1":                 "id H1",
		} {
			by, rows, _ := strings.Cut(want, " ")
			if got := strings.Join(everyID(t, dao.Client, path, by), " "); got != rows {
				t.Errorf("%s: %q, want %q", path, got, rows)
			}
		}
		for path, want := range map[string]string{
			"/withdrawal": "items.0.member.name " + c.Registered.Name, "/withdrawal?limit=2": "items.0.state review",
			"/receivable": "items.0.owed 230", "/receivable?limit=2": "items.0.wallet 0", "/case": "items.1.theirs -2",
			"/case?open=true": "items.0.note of before: asked", "/case?day=2020-01-02": "items.0.found alike_later",
			"/link": "items.0.said no answer", "/reversal?member=" + id: "items.0.owed 230",
		} {
			at, value, _ := strings.Cut(want, " ")
			if got := dao.Get("/api" + path).OK(http.StatusOK); got.At(at) != value {
				t.Errorf("%s: %s is %q, want %q", path, at, got.At(at), value)
			}
		}
		if got := dao.Get("/api/receivable").OK(http.StatusOK); got.Value("items.0.since") == nil {
			t.Errorf("since when it owes that: %s", got.Text)
		}
		if got := dao.Get("/api/link").OK(http.StatusOK); got.Value("items.2.due") == nil || got.Value("items.0.due") != nil ||
			strings.Contains(got.Text, "SECRET") {
			t.Errorf("links: %s", got.Text)
		}
		listsAsFiles(t, dao, c)
		// A reversal is named by its account and its source: the slash between them is %2F in a path.
		at := "/api/reversal/SCB1%2Fnever%20booked"
		if got := dao.Get(at).OK(http.StatusOK); got.At("id") != "SCB1/never booked" || got.At("facts.1.after") != "never booked" {
			t.Errorf("the reversal is %s", got.Text)
		}
		claim := "/api/queue/reversal/SCB1%2Fnever%20booked/"
		if got := dao.Post(claim+"claim", map[string]any{}).OK(http.StatusOK); got.At("detail.id") != "SCB1/never booked" {
			t.Errorf("it is claimed: %s", got.Text)
		}
		dao.Post(claim+"release", map[string]any{}).OK(http.StatusOK)
		dao.Get("/api/reversal/SCB1%2Fnothing").Refused(http.StatusNotFound, "NO_DATA")
		dao.Get("/api/reversal/SCB1/never").Refused(http.StatusNotFound, "NO_DATA")
	})
}

// listsAsFiles: each list is a file, too, without a phone, an account or a name of anybody.
func listsAsFiles(t *testing.T, dao desk, c *apptest.Client) {
	t.Helper()
	for list, rows := range map[string]int{
		"withdrawal": 1, "slip": 1, "declared": 3, "link": 3, "line": 2, "case": 2, "receivable": 1, "reversal": 2, "holder": 2,
		"arrival": -1,
	} {
		page := dao.Get("/api/" + list).OK(http.StatusOK).Text
		file := dao.sure(http.MethodGet, "/api/"+list+"?format=csv", "").OK(http.StatusOK).Text
		if got := strings.Count(strings.TrimSpace(file), "\n"); rows >= 0 && got != rows {
			t.Errorf("%s as a file has %d rows: %s", list, got, file)
		}
		for _, secret := range []string{c.Registered.AccountNo, c.Registered.Phone} {
			if strings.Contains(page, secret) || strings.Contains(file, secret) {
				t.Errorf("%s says %s: %s\n%s", list, secret, page, file)
			}
		}
		if strings.Contains(file, c.Registered.Name) {
			t.Errorf("%s names somebody: %s", list, file)
		}
	}
	month := fmt.Sprintf("from=%s&to=%s", "2026-01-01T00:00:00Z", "2026-03-01T00:00:00Z")
	for _, list := range []string{"withdrawal", "arrival", "slip", "declared", "link"} {
		dao.Get("/api/"+list+"?"+month).Refused(http.StatusBadRequest, "RANGE_TOO_LARGE")
		dao.Get("/api/" + list + "?" + month + "&member=NOBODY").OK(http.StatusOK)
	}
	dao.Get("/api/withdrawal?state=nosuch").Refused(http.StatusBadRequest, "INVALID_INPUT")
	dao.Get("/api/case?day=yesterday").Refused(http.StatusBadRequest, "INVALID_INPUT")
}
