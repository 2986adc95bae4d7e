package api

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
)

// TestMembersWhoMoveMuch: who deposits often and plays little is listed, whoever plays more or deposits less is not. Over an
// amount of a month, too, each once, and as a file with names, which is for cashiers and confirmed for its filters, once.
func TestMembersWhoMoveMuch(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := desks(t, a)
		quick, slow := rich(t, a), rich(t, a) // each has 1,000, of which 100 are in a game
		a.Deposit(quick, "2000")
		a.Deposit(quick, "500")
		quick.Post("/api/wallet/withdraw", map[string]any{"amount": 150}).OK(http.StatusOK)
		id, phone, _, _ := memberOf(quick)
		other, _, _, _ := memberOf(slow)
		members := func(path string) []string {
			t.Helper()
			return items(dao.Get("/api/risk/"+path).OK(http.StatusOK), "member.id")
		}
		a.Pass(2 * time.Minute)
		apptest.Eventually(t, "the deposits to be added up", func() bool {
			return slices.Equal(members("velocity?what=deposit&times=3"), []string{id})
		})
		row := dao.Get("/api/risk/velocity?what=deposit&times=3").OK(http.StatusOK)
		if row.At("items.0.times") != "3" || row.At("items.0.amount") != "3500" || row.At("items.0.played") != "100" {
			t.Errorf("its pace: %s", row.Text)
		}
		if got := members("velocity?what=deposit&times=1"); !slices.Equal(got, []string{id, other}) {
			t.Errorf("both deposited, the quicker one first: %v", got)
		}
		if got := members("velocity?what=deposit&times=1&play=5"); !slices.Equal(got, []string{id}) {
			t.Errorf("who played at most 5 %%: %v", got)
		}
		if got := members("velocity?what=deposit&times=1&over=3500.01"); len(got) != 0 {
			t.Errorf("for more: %v", got)
		}
		first := dao.Get("/api/risk/velocity?what=deposit&times=1&limit=1").OK(http.StatusOK)
		next := dao.Get("/api/risk/velocity?what=deposit&times=1&limit=1&after=" + first.At("next")).OK(http.StatusOK)
		if !slices.Equal(items(next, "member.id"), []string{other}) || next.Value("next") != nil {
			t.Errorf("the next page: %s", next.Text)
		}
		dao.Get("/api/risk/velocity").Refused(http.StatusBadRequest, "INVALID_INPUT")
		dao.Get("/api/risk/velocity?what=deposit&hours=12").Refused(http.StatusBadRequest, "INVALID_INPUT")

		month := "threshold?month=" + a.Store.Now().In(time.FixedZone("Bangkok", 7*60*60)).Format("2006-01")
		if got := members(month + "&over=1000"); !slices.Equal(got, []string{id, other}) {
			t.Errorf("over 1,000 a month: %v", got)
		}
		if got := members(month + "&over=3500.01"); len(got) != 0 {
			t.Errorf("over more: %v", got)
		}
		if got := members("threshold?month=2020-01&over=1"); len(got) != 0 {
			t.Errorf("another month: %v", got)
		}
		file := "/api/risk/" + month + "&over=2000&format=csv"
		asked := dao.Get(file)
		asked.Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		taken := dao.sure(http.MethodGet, file, "").OK(http.StatusOK)
		if lines := strings.Split(strings.TrimSpace(taken.Text), "\n"); len(lines) != 2 || !strings.Contains(lines[1], phone[1:]) ||
			!strings.Contains(lines[1], quick.Registered.AccountNo) || !strings.Contains(lines[1], "3500.00") {
			t.Errorf("the file: %s", taken.Text)
		}
		dao.Get(file).Refused(http.StatusForbidden, "CONFIRM_IDENTITY")
		employed(t, a, "sup", "support", "").Get("/api/risk/"+month).Refused(http.StatusForbidden, "ROLE_FORBIDDEN")
		log := mustCommand(t, a, "audit", "list", "--limit", "500")
		if strings.Count(log, "list.export.sent") != 1 || !strings.Contains(log, "confirmed by") {
			t.Errorf("the audit log has %s", log)
		}
	})
}

// TestWindowsOfHours: what a member did is in a window until its hour is no part of it any more, also if nothing is sealed
// meanwhile. The windows are the sums of their hours at each moment. A node of the version before knows no windows, and adds
// nothing.
func TestWindowsOfHours(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		house(t, a)
		times := func(dao *apptest.Client, hours int) string {
			t.Helper()
			return dao.Get(fmt.Sprintf("/api/risk/velocity?what=deposit&times=1&hours=%d", hours)).OK(http.StatusOK).At("items.0.times")
		}
		windows := func(what string, want ...string) {
			t.Helper()
			var got []string
			dao := signedIn(t, a, "dao") // a session ends after 12 hours
			apptest.Eventually(t, what, func() bool {
				got = nil
				for _, hours := range []int{1, 6, 24, 72} {
					got = append(got, times(dao, hours))
				}
				return slices.Equal(got, want)
			})
			sameAsHours(t, a)
		}
		intoHour := a.Store.Now().Sub(a.Store.Now().Truncate(time.Hour))
		a.Pass(time.Hour - intoHour + time.Minute) // so that all that follows is of hours that are known
		m := rich(t, a)
		a.Pass(2 * time.Minute)
		windows("its first deposit in each window", "1", "1", "1", "1")
		a.Pass(time.Hour)
		a.Deposit(m, "300")
		a.Deposit(m, "200")
		a.Pass(2 * time.Minute)
		windows("the hour has left the shortest window", "2", "3", "3", "3")
		a.Pass(5 * time.Hour)
		windows("nothing in this hour, and the first deposit left the second window", "", "2", "3", "3")
		a.Pass(20 * time.Hour)
		windows("only the longest window has them", "", "", "", "3")
	})
}

// sameAsHours checks the kept windows against the hours that they are of.
func sameAsHours(t *testing.T, a *apptest.App) {
	t.Helper()
	const differ = `SELECT COUNT(*) FROM (
		SELECT h.what, s.hours, h.member, SUM(h.times) AS times, SUM(h.amount) AS amount
		FROM pace_mark m CROSS JOIN pace_window s JOIN member_hour h ON h.what = s.what AND h.hour > m.hour - s.hours * 3600000000
		GROUP BY h.what, s.hours, h.member
	) w FULL JOIN member_window k ON k.what = w.what AND k.hours = w.hours AND k.member = w.member
	WHERE k.times IS NULL OR w.times IS NULL OR k.times <> w.times OR k.amount <> w.amount`
	var rows int
	if err := a.Store.DB().QueryRowContext(t.Context(), differ).Scan(&rows); err != nil {
		t.Fatal(err)
	}
	if rows != 0 {
		t.Errorf("%d windows are not the sums of their hours", rows)
	}
	const before = `SELECT COUNT(*) FROM member_pace_mark m JOIN seal s ON s.number > m.seal`
	if err := a.Store.DB().QueryRowContext(t.Context(), before).Scan(&rows); err != nil || rows != 0 {
		t.Errorf("a node of the version before finds %d seals to add: %v", rows, err)
	}
}
