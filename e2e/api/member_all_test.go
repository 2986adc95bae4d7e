package api

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/testkit/apptest"
)

// TestTheListOfMembers: all of them, who registered last first, by how they stand, where they came from, who invited them and
// what the house has marked them with; page by page, and as a file that names nobody.
func TestTheListOfMembers(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := house(t, a)
		var ids []string
		for range 4 {
			a.Step(time.Millisecond)
			ids = append(ids, memberID(t, a, a.Member()))
		}
		first, second, third, fourth := ids[0], ids[1], ids[2], ids[3]
		now := int64(clock.MicrosOf(a.Store.Now()))
		write(t, a, "UPDATE member SET source_code = 'fb', inviter = '%s' WHERE id IN ('%s', '%s')", first, second, third)
		write(t, a, "UPDATE member SET active = FALSE WHERE id IN ('%s', '%s')", third, fourth)
		write(t, a,
			"INSERT INTO protection_event (id, member, kind, until, decided_by, at) VALUES ('e1', '%s', 'close', 0, 'dao', %d)",
			fourth, now)
		write(t, a, "UPDATE member_state SET break_until = %d WHERE member = '%s'", now+int64(time.Hour/time.Microsecond), second)
		write(t, a,
			"INSERT INTO member_shut (member, since, due_at, tries, kicked, home_at, closing) VALUES ('%s', 1, 1, 0, 0, 1, 0)", second)
		write(t, a, "INSERT INTO member_flag (member, code, set_by, set_at, reason) VALUES ('%s', 'watch', 'dao', 1, 'why')", third)
		from := url.QueryEscape(a.Store.Now().Add(time.Hour).Format(time.RFC3339))
		for path, want := range map[string][]string{
			"/member":                              {fourth, third, second, first},
			"/member?state=active":                 {first},
			"/member?state=shut+out":               {second},
			"/member?state=deactivated":            {third},
			"/member?state=closed":                 {fourth},
			"/member?source=fb":                    {third, second},
			"/member?source=fb&state=shut+out":     {second},
			"/member?source=nosuch":                {},
			"/member?inviter=" + first:             {third, second},
			"/member?flag=watch":                   {third},
			"/member?flag=watch&inviter=" + second: {},
			"/member?flag=review":                  {},
			"/member?registeredFrom=" + from:       {},
			"/member?registeredTo=" + from:         {fourth, third, second, first},
		} {
			if got := everyID(t, dao, path, "id"); strings.Join(got, " ") != strings.Join(want, " ") {
				t.Errorf("%s: %v, want %v", path, got, want)
			}
		}
		one := dao.Get("/api/member?flag=watch").OK(http.StatusOK)
		if one.At("items.0.flags.0") != "watch" || one.At("items.0.inviter") != first || !strings.Contains(one.At("items.0.phone"),
			"xxx") ||
			one.At("items.0.deposits") != "0" {
			t.Errorf("one is %s", one.Text)
		}
		file := dao.Get("/api/member?format=csv").OK(http.StatusOK).Text
		if strings.Count(strings.TrimSpace(file), "\n") != 4 || strings.Contains(file, one.At("items.0.name")) {
			t.Errorf("as a file: %s", file)
		}
		dao.Get("/api/member?state=gone").Refused(http.StatusBadRequest, "INVALID_INPUT")
		dao.Get("/api/member?registeredFrom=2026-01-01T00:00:00Z&registeredTo=2026-03-01T00:00:00Z").Refused(
			http.StatusBadRequest, "RANGE_TOO_LARGE")
	})
}

// TestTheGamesOfAMember: its coins, its accounts at providers and the differences about it.
func TestTheGamesOfAMember(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := house(t, a)
		c := rich(t, a)
		id := memberID(t, a, c)
		now := int64(clock.MicrosOf(a.Store.Now()))
		for n, of := range []string{id, id, "SOMEBODY"} {
			write(t, a, `INSERT INTO coin_grant (id, member, source, reference, coins, pending, usable, spent, cancelled, taken, worth,
				granted_at,
				expires_at, undone_at) VALUES ('g%d', '%s', 'coupon', 'r%d', 3, 1, 1, 1, 0, 0, 0, %d, %d, 0)`, n, of, n, now+int64(n), now)
			write(t, a, `INSERT INTO reconcile_case (id, provider, day, kind, reference, transfer, username, member, ours, theirs,
				detail, state,
				outcome, booking, due_at, note, found_at, decided_by, decided_at)
				VALUES ('C%d', 'joker', '2020-01-01', 'amount', 'R%d', 0, 'u', '%s', 100, 0, '{}', 'open', '', 0, 0, '', %d, '', 0)`, n,
				n, of, now)
		}
		at := "/member/" + id
		if got := everyID(t, dao, at+"/coin", "id"); !strings.HasPrefix(strings.Join(got, " "), "g1 g0") {
			t.Errorf("coins: %v", got)
		}
		if got := everyID(t, dao, at+"/case", "id"); strings.Join(got, " ") != "C1 C0" {
			t.Errorf("cases: %v", got)
		}
		write(t, a, `UPDATE game_account SET result = -2550`)
		page := dao.Get("/api" + at).OK(http.StatusOK)
		if page.At("games.0.provider") != "joker" || page.At("games.0.result") != "-25.5" || page.At("games.0.amount") != "100" {
			t.Errorf("its page says of its games: %s", page.Text)
		}
		games := dao.Get("/api" + at + "/game").OK(http.StatusOK)
		if games.At("items.0.provider") != "joker" || games.At("items.0.amount") != "100" ||
			games.At("items.0.result") != "-25.5" || games.Value("items.1") != nil {
			t.Errorf("games: %s", games.Text)
		}
		for _, list := range []string{"coin", "game", "case"} {
			dao.Get("/api/member/000000000000/"+list).Refused(http.StatusNotFound, "NO_USER")
			if file := dao.Get("/api" + at + "/" + list + "?format=csv").OK(http.StatusOK).Text; !strings.Contains(file, "\n") {
				t.Errorf("%s as a file: %s", list, file)
			}
		}
		dao.Get("/api/transfer?state=voided").OK(http.StatusOK)
		dao.Get("/api/transfer?state=pending").OK(http.StatusOK)
	})
}
