package api

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

// ids are those of a page of conversations.
func ids(page apptest.Answer) (found []string) {
	items, _ := page.Value("items").([]any)
	for n := range items {
		found = append(found, page.At(fmt.Sprintf("items.%d.id", n)))
	}
	return found
}

// answers is what an operator says in a conversation.
func answers(by *apptest.Client, id, clientID, text string) apptest.Answer {
	return by.Post("/api/chat/"+id+"/reply", map[string]any{
		"clientId": clientID, "message": map[string]any{"message_type": "text", "payload": text},
	})
}

// mays are what an operator may do with a conversation.
func mays(by *apptest.Client, id string) string {
	return fmt.Sprint(by.Get("/api/chat/" + id).OK(http.StatusOK).Value("may"))
}

// TestTheChatDesk: who waits is listed by the promise, a reply claims, a colleague is refused and gets it by handover, what was
// read is marked, and a conversation that has ended is nobody's.
func TestTheChatDesk(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := house(t, a)
		m, g := chatting(a.Member()), guest(a)
		g.says("agent please", "Accept-Language", "en").OK(http.StatusOK)
		a.Step(time.Second)
		m.says("agent please").OK(http.StatusOK)
		waits := dao.Get("/api/chat?show=waiting").OK(http.StatusOK)
		both := ids(waits)
		if len(both) != 2 || waits.Value("items.0.member") != nil || waits.At("items.1.member.id") != m.who["userId"] ||
			waits.At("items.1.due") == "" || waits.At("items.1.last.text") == "" {
			t.Fatalf("waiting: %s", waits.Text)
		}
		if phone := waits.At("items.1.member.phone"); !strings.Contains(phone, "xxx") {
			t.Errorf("a phone is %q", phone)
		}
		guests, members := both[0], both[1]
		for query, want := range map[string]int{"language=en": 1, "show=mine": 0, "show=others": 0, "show=ended": 0, "unread=true": 2} {
			if got := ids(dao.Get("/api/chat?" + query).OK(http.StatusOK)); len(got) != want {
				t.Errorf("%s: %v", query, got)
			}
		}

		opened := dao.Get("/api/chat/" + members).OK(http.StatusOK)
		if opened.At("conversation.unread") == "0" {
			t.Error("opening marks as read")
		}
		last := opened.At("messages.0.number")
		dao.Post("/api/chat/"+members+"/read", map[string]any{"number": 99}).OK(http.StatusOK)
		if got := dao.Get("/api/chat/" + members).OK(http.StatusOK); got.At("conversation.readByHouse") != last {
			t.Errorf("read up to %s of %s", got.At("conversation.readByHouse"), last)
		}

		first := answers(dao, members, "1", "hello").OK(http.StatusOK)
		a.Step(time.Second)
		refused := answers(lek, members, "2", "me, too")
		refused.Refused(http.StatusConflict, "CLAIMED")
		if refused.At("params.by") != "dao" {
			t.Errorf("refused with %s", refused.Text)
		}
		for _, way := range []string{"end", "release", "handover"} {
			lek.Post("/api/chat/"+members+"/"+way, map[string]any{"reason": "mine"}).Refused(http.StatusConflict, "CLAIMED")
		}
		if got := ids(dao.Get("/api/chat?show=mine").OK(http.StatusOK)); fmt.Sprint(got) != fmt.Sprint([]string{members}) {
			t.Errorf("mine: %v", got)
		}
		if got := ids(lek.Get("/api/chat?show=others").OK(http.StatusOK)); fmt.Sprint(got) != fmt.Sprint([]string{members}) {
			t.Errorf("others: %v", got)
		}
		if mays(lek, members) != "[readChat assignChat]" ||
			mays(dao, members) != "[readChat assignChat replyChat endChat releaseChat]" {
			t.Errorf("lek may %s, dao may %s", mays(lek, members), mays(dao, members))
		}

		m.says("and now?").OK(http.StatusOK)
		if got := dao.Get("/api/chat?show=waiting&member=" + m.who["userId"].(string)).OK(http.StatusOK); len(ids(got)) != 1 ||
			got.At("items.0.state") != "person" {
			t.Errorf("an unanswered message does not wait: %s", got.Text)
		}
		lek.Post("/api/chat/"+members+"/assign", map[string]any{"to": "lek"}).Refused(http.StatusConflict, "CLAIMED")
		dao.Post("/api/chat/"+members+"/assign", map[string]any{"to": "nobody"}).Refused(http.StatusForbidden, "ROLE_FORBIDDEN")
		dao.Post("/api/chat/"+members+"/assign", map[string]any{"to": "lek", "reason": "speaks Lao"}).OK(http.StatusOK)
		answers(dao, members, "3", "still me").Refused(http.StatusConflict, "CLAIMED")
		if again := answers(dao, members, "1", "hello").OK(http.StatusOK); again.At("_id") != first.At("_id") {
			t.Errorf("said twice: %s", again.Text)
		}
		answers(lek, members, "4", "now me").OK(http.StatusOK)
		if _, err := command(a, "chat", "assign", members, "dao", "@dao", "--reason", "x"); err == nil {
			t.Error("the shell takes what another has")
		}
		dao.Post("/api/chat/"+members+"/assign", map[string]any{"to": "dao", "take": true}).OK(http.StatusOK) // a chief

		pages := append(ids(dao.Get("/api/chat?limit=1").OK(http.StatusOK)),
			ids(dao.Get("/api/chat?limit=1&after="+dao.Get("/api/chat?limit=1").At("next")).OK(http.StatusOK))...)
		if fmt.Sprint(pages) != fmt.Sprint(both) {
			t.Errorf("pages: %v of %v", pages, both)
		}
		older := dao.Get("/api/chat/" + members + "?limit=2").OK(http.StatusOK)
		rest := dao.Get("/api/chat/" + members + "?before=" + older.At("next")).OK(http.StatusOK)
		if older.At("messages.1.number") != older.At("next") || older.Value("messages.2") != nil || rest.Value("next") != nil ||
			strings.Contains(rest.Text, older.At("messages.1._id")) || !strings.Contains(rest.Text, "agent please") {
			t.Errorf("before: %s then %s", older.Text, rest.Text)
		}

		dao.Post("/api/chat/"+members+"/end", map[string]any{"reason": "solved"}).OK(http.StatusOK)
		ended := lek.Get("/api/chat?show=ended").OK(http.StatusOK)
		if fmt.Sprint(ids(ended)) != fmt.Sprint([]string{members}) || ended.Value("items.0.claim") != nil ||
			ended.Value("items.0.operator") != nil {
			t.Errorf("ended: %s", ended.Text)
		}
		file := dao.Get("/api/chat?format=csv").OK(http.StatusOK).Text
		if !strings.Contains(file, guests) || strings.Contains(file, "agent") {
			t.Errorf("the file is %s", file)
		}
		if n := strings.Count(mustCommand(t, a, "audit", "list", "--limit", "1000"), "chat.show"); n != 2 {
			t.Errorf("%d looks in the audit log, of two persons within ten minutes", n)
		}
	})
}

// TestOneOfTwoAnswers: on two nodes at the same moment one operator gets a conversation, and the customer hears one of them.
func TestOneOfTwoAnswers(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		other := a
		if a.Store.Engine() == store.Postgres {
			other = a.Beside()
		}
		dao, lek := house(t, a)
		far := console(other, lek.Token)
		for range 5 {
			g := guest(a)
			g.says("agent please").OK(http.StatusOK)
			id := idOf(t, a, 0)
			var both sync.WaitGroup
			got := make([]apptest.Answer, 2)
			for i, by := range []*apptest.Client{dao, far} {
				both.Go(func() { got[i] = answers(by, id, fmt.Sprint(i), "hello") })
			}
			both.Wait()
			if won := got[0].Status == http.StatusOK; won == (got[1].Status == http.StatusOK) {
				t.Errorf("dao %s, lek %s", got[0].Text, got[1].Text)
			}
			if said := strings.Count(g.history(100, 0).Text, "hello"); said != 1 {
				t.Errorf("the customer hears %d", said)
			}
		}
	})
}

// TestCannedAnswers are changed by a cashier, in three languages, and read by everybody.
func TestCannedAnswers(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := house(t, a)
		text := map[string]any{"th": "สวัสดี {name}", "lo": "ສະບາຍດີ {name}", "en": "Hello {name}"}
		body := map[string]any{"title": "Greeting", "keys": "hi", "text": text}
		for range 2 {
			dao.Put("/api/canned/hello", body).OK(http.StatusOK)
		}
		list := lek.Get("/api/canned").OK(http.StatusOK)
		if list.At("0.code") != "hello" || list.At("0.text.lo") != "ສະບາຍດີ {name}" || list.At("0.changedBy") != "dao" ||
			list.Value("1") != nil {
			t.Errorf("canned: %s", list.Text)
		}
		body["text"] = map[string]any{"th": "x", "lo": " ", "en": "x"}
		dao.Put("/api/canned/other", body).Refused(http.StatusBadRequest, "INVALID_INPUT")
		dao.Do(http.MethodDelete, "/api/canned/hello", nil).OK(http.StatusOK)
		dao.Do(http.MethodDelete, "/api/canned/hello", nil).Refused(http.StatusNotFound, "NO_DATA")
	})
}

// TestOperatorsSeeTheFiles of a conversation on their own listener, and nobody else does there.
func TestOperatorsSeeTheFiles(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := house(t, a)
		m := chatting(a.Member())
		path := m.uploads("image", pngOf(painted(3, 3)), true).OK(http.StatusOK).At("path")
		m.sendsFile(path, "image").OK(http.StatusOK)
		got := dao.Raw(http.MethodGet, path, "").OK(http.StatusOK)
		if got.Header.Get("Content-Type") != "image/png" || !strings.Contains(got.Header.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%v", got.Header)
		}
		console(a, "").Raw(http.MethodGet, path, "").Refused(http.StatusUnauthorized, "UNAUTHORIZED")
		console(a, m.Token).Raw(http.MethodGet, path, "").Refused(http.StatusUnauthorized, "INVALID_USER_4")
		dao.Raw(http.MethodGet, "/media/nosuch", "").Refused(http.StatusNotFound, "NO_DATA")
	})
}
