package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"krapao/brake"
	"krapao/internal/testkit/apptest"
)

// waiting has a member's withdrawal wait for a person, and returns the member's client and the item's ID.
func waiting(t *testing.T, a *apptest.App, dao *apptest.Client) (member *apptest.Client, id string) {
	t.Helper()
	stops(t, a, brake.Payouts)
	c := rich(t, a)
	c.Post("/api/wallet/withdraw", map[string]any{"amount": 150}).OK(http.StatusOK)
	apptest.Eventually(t, "the withdrawal waits", func() bool {
		id = dao.Get("/api/queue?kind=withdrawal").OK(http.StatusOK).At("items.0.id")
		return id != ""
	})
	return c, id
}

// TestTheQueueOfPersons: what waits is listed by the promise, counted, claimed by one person at a time, and released.
func TestTheQueueOfPersons(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := house(t, a)
		_, id := waiting(t, a, dao)
		proposed(t, a, "dao", "begins on Monday", "mai")

		list := dao.Get("/api/queue").OK(http.StatusOK)
		if list.At("items.0.kind") != "withdrawal" || list.At("items.0.amount") != "150" || list.At("items.0.late") != "false" ||
			list.At("items.0.due") == "" || list.Value("items.0.claim") != nil || list.At("items.1.kind") != "proposal" {
			t.Errorf("the queue is %s", list.Text)
		}
		if phone := list.At("items.0.member.phone"); !strings.Contains(phone, "xxx") {
			t.Errorf("a phone is %q", phone)
		}
		first := dao.Get("/api/queue?limit=1").OK(http.StatusOK)
		second := dao.Get("/api/queue?limit=1&after=" + first.At("next")).OK(http.StatusOK)
		if first.At("items.0.id") != id || second.At("items.0.kind") != "proposal" {
			t.Errorf("pages: %s, %s", first.Text, second.Text)
		}
		dao.Get("/api/queue?kind=slip&after="+first.At("next")).Refused(http.StatusBadRequest, "INVALID_INPUT")
		for over, first := range map[string]string{"149.99": id, "150": ""} {
			if got := dao.Get("/api/queue?over=" + over).OK(http.StatusOK); got.At("items.0.id") != first {
				t.Errorf("over %s baht: %s", over, got.Text)
			}
		}
		dao.Get("/api/queue?over=much").Refused(http.StatusBadRequest, "INVALID_AMOUNT")
		dao.Get("/api/queue?kind=nosuch").Refused(http.StatusBadRequest, "INVALID_INPUT")

		next := lek.Post("/api/queue/next", map[string]any{"kinds": []string{}, "skip": []string{}}).OK(http.StatusOK)
		if next.At("item.id") != id || next.At("item.claim.by") != "lek" {
			t.Errorf("the next is %s", next.Text)
		}
		at := "/api/queue/withdrawal/" + id
		refused := dao.Post(at+"/claim", map[string]any{})
		refused.Refused(http.StatusConflict, "CLAIMED")
		if refused.At("params.by") != "lek" || refused.At("params.until") == "" {
			t.Errorf("refused with %s", refused.Text)
		}
		if got := dao.Get("/api/queue?free=true&kind=withdrawal").OK(http.StatusOK); got.Value("items.0") != nil {
			t.Errorf("free is %s", got.Text)
		}
		if got := lek.Get("/api/queue?mine=true").OK(http.StatusOK); got.At("items.0.id") != id {
			t.Errorf("mine is %s", got.Text)
		}
		if got := mineOf(lek.Get("/api/queue/count").OK(http.StatusOK), "withdrawal"); got != "1 of 1" {
			t.Errorf("lek has %s", got)
		}
		dao.Post(at+"/claim", map[string]any{"take": true}).OK(http.StatusOK)
		dao.Post(at+"/release", nil).OK(http.StatusOK)
		lek.Post("/api/queue/withdrawal/nosuch/claim", map[string]any{}).Refused(http.StatusNotFound, "NO_DATA")
		if got := lek.Post(at+"/claim", map[string]any{}).OK(http.StatusOK); got.At("item.claim.by") != "lek" {
			t.Errorf("claimed: %s", got.Text)
		}
		if csv := dao.Get("/api/queue?format=csv").OK(http.StatusOK); !strings.Contains(csv.Text, "withdrawal,"+id) {
			t.Errorf("the file is %s", csv.Text)
		}
	})
}

// mineOf is how many of a kind the caller has, of how many.
func mineOf(counts apptest.Answer, kind string) string {
	for n := range 20 {
		if counts.At(fmt.Sprintf("%d.kind", n)) == kind {
			return counts.At(fmt.Sprintf("%d.mine", n)) + " of " + counts.At(fmt.Sprintf("%d.count", n))
		}
	}
	return "none"
}
