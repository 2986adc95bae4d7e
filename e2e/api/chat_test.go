package api

import (
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"krapao/internal/config"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/telemetry"
	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/programtest"
)

// talker is a member or a guest with its half of every chat call.
type talker struct {
	*apptest.Client
	who map[string]any
}

func guest(a *apptest.App) talker {
	return talker{a.Client(), map[string]any{"userId": nil, "guestId": uuid.NewString()}}
}

func chatting(c *apptest.Client) talker {
	return talker{c, map[string]any{"userId": c.Get("/api/account/profile").OK(http.StatusOK).At("profile._id"), "guestId": nil}}
}

// with is a body about the talker.
func (k talker) with(fields map[string]any) map[string]any {
	body := map[string]any{}
	for _, half := range []map[string]any{k.who, fields} {
		for name, value := range half {
			body[name] = value
		}
	}
	return body
}

func (k talker) send(message map[string]any, header ...string) apptest.Answer {
	return k.Post("/api/chat/send-message", k.with(map[string]any{"sender": "customer", "message": message}), header...)
}

func (k talker) says(text string, header ...string) apptest.Answer {
	return k.send(map[string]any{"message_type": "text", "payload": text}, header...)
}

// history is what was said, newest first.
func (k talker) history(limit, skip int) apptest.Answer {
	return k.Post("/api/chat/history", k.with(map[string]any{"limit": limit, "skip": skip})).OK(http.StatusOK)
}

// texts are the payloads of a history's texts of one sender, oldest first.
func texts(history apptest.Answer, sender string) []string {
	var list []string
	rows, _ := history.JSON().([]any)
	for _, row := range rows {
		r, _ := row.(map[string]any)
		m, _ := r["message"].(map[string]any)
		if text, isText := m["payload"].(string); isText && r["sender"] == sender {
			list = append(list, text)
		}
	}
	slices.Reverse(list)
	return list
}

// TestWhoMayChat: a conversation is for its member's token or its guest's UUID, and for nobody else.
func TestWhoMayChat(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		m, other, g := chatting(a.Member()), chatting(a.Member()), guest(a)
		m.says("a secret").OK(http.StatusOK)
		g.says("another").OK(http.StatusOK)
		for name, tc := range map[string]struct {
			c       *apptest.Client
			who     map[string]any
			status  int
			message string
		}{
			"Another's": {other.Client, m.who, http.StatusForbidden, "UNAUTHORIZED"},
			"No token":  {g.Client, m.who, http.StatusUnauthorized, "UNAUTHORIZED"},
			"Neither":   {m.Client, map[string]any{"userId": nil, "guestId": nil}, http.StatusBadRequest, "INVALID_INPUT"},
			"Absent":    {m.Client, map[string]any{}, http.StatusBadRequest, "INVALID_INPUT"},
			"Both": {
				m.Client, map[string]any{"userId": m.who["userId"], "guestId": g.who["guestId"]}, http.StatusBadRequest, "INVALID_INPUT",
			},
			"Empty": {m.Client, map[string]any{"userId": ""}, http.StatusForbidden, "UNAUTHORIZED"},
			"Version 1": {
				g.Client, map[string]any{"guestId": "0b2e5e0c-5a3c-11ee-8c99-0242ac120002"}, http.StatusBadRequest, "INVALID_INPUT",
			},
			"No UUID":  {g.Client, map[string]any{"guestId": m.who["userId"]}, http.StatusBadRequest, "INVALID_INPUT"},
			"A number": {g.Client, map[string]any{"guestId": 1}, http.StatusBadRequest, "INVALID_INPUT"},
			"Bare digit": {
				g.Client,
				map[string]any{"guestId": strings.ReplaceAll(fmt.Sprint(g.who["guestId"]), "-", "")},
				http.StatusBadRequest, "INVALID_INPUT",
			},
		} {
			k := talker{tc.c, tc.who}
			for call, got := range map[string]apptest.Answer{
				"send":    k.says("x"),
				"history": k.Post("/api/chat/history", k.with(map[string]any{"limit": 10, "skip": 0})),
				"read":    k.Put("/api/chat/read-customer/", k.with(nil)),
			} {
				if got.Status != tc.status || got.At("message") != tc.message {
					t.Errorf("%s, %s: %d %s", name, call, got.Status, got.Text)
				}
			}
		}
		stranger := guest(a)
		if rows, _ := stranger.history(10, 0).JSON().([]any); len(rows) != 0 {
			t.Errorf("a stranger sees %v", rows)
		}
		bad := g.Client
		bad.Token = "x" // a bad token does a guest no harm
		g.says("still here").OK(http.StatusOK)
		g.Put("/api/chat/read-customer/", g.with(nil)).OK(http.StatusOK)
		if got := texts(g.history(100, 0), "customer"); !slices.Equal(got, []string{"another", "still here"}) {
			t.Errorf("the guest said %q", got)
		}
		if got := texts(m.history(100, 0), "customer"); !slices.Equal(got, []string{"a secret"}) {
			t.Errorf("the member said %q", got)
		}
	})
}

// TestWhatACustomerMaySay follows API.md's bounds.
func TestWhatACustomerMaySay(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		g := guest(a)
		for name, m := range map[string]map[string]any{
			"Blank":         {"message_type": "text", "payload": " \n\t\u00a0\ufeff"},
			"Invisible":     {"message_type": "text", "payload": "\u200b\u3164\u2800\ufe0f"},
			"Escape":        {"message_type": "text", "payload": "\x1b[2J"},
			"Bell":          {"message_type": "text", "payload": "wake up\a"},
			"Overwritten":   {"message_type": "text", "payload": "paid\rowed"},
			"LateControl":   {"message_type": "text", "payload": "\u009b31m"},
			"Null":          {"message_type": "text", "payload": "a\x00b"},
			"BellPostback":  {"message_type": "postback", "payload": map[string]any{"title": "\a", "payload": "menu"}},
			"EscapePayload": {"message_type": "postback", "payload": map[string]any{"title": "x", "payload": "\x1b"}},
			"Long":          {"message_type": "text", "payload": strings.Repeat("ก", 2001)},
			"LongEmoji":     {"message_type": "text", "payload": strings.Repeat("😀", 1001)},
			"Number":        {"message_type": "text", "payload": 5},
			"Object":        {"message_type": "text", "payload": map[string]any{"text": "x"}},
			"Buttons":       {"message_type": "buttons", "payload": map[string]any{"text": "x", "buttons": []any{}}},
			"Replies":       {"message_type": "quick_replies", "payload": map[string]any{"text": "x", "replies": []any{}}},
			"Cards":         {"message_type": "generic", "payload": map[string]any{"cards": []any{}}},
			"Unknown":       {"message_type": "sticker", "payload": "x"},
			"NoType":        {"payload": "x"},
			"NoPayload":     {"message_type": "text"},
			"More":          {"message_type": "text", "payload": "x", "html": "y"},
			"OutsideFile": {"message_type": "media", "payload": map[string]any{
				"message": "", "url": true, "fileType": "image",
				"filePath": "https://example.com/x.png", "name": "x.png",
			}},
			"NobodysFile": {"message_type": "media", "payload": map[string]any{
				"message": "", "url": false, "fileType": "image",
				"filePath": "/media/" + strings.Repeat("0", 26), "name": "x.png",
			}},
			"EmptyPostback": {"message_type": "postback", "payload": map[string]any{"title": "x", "payload": ""}},
		} {
			if got := g.send(m); got.Status != http.StatusBadRequest || got.At("message") != "INVALID_INPUT" {
				t.Errorf("%s: %d %s", name, got.Status, got.Text)
			}
		}
		g.Post("/api/chat/send-message", g.with(map[string]any{
			"sender":  "other",
			"message": map[string]any{"message_type": "text", "payload": "x"},
		})).Refused(http.StatusBadRequest, "INVALID_INPUT")
		for field, text := range map[string]string{"name": "\u200b", "username": "a\u202eb", "deviceToken": "\a", "clientId": "\x1b"} {
			g.Post("/api/chat/send-message", g.with(map[string]any{
				field:     text,
				"message": map[string]any{"message_type": "text", "payload": "x"},
			})).
				Refused(http.StatusBadRequest, "INVALID_INPUT")
		}
		for _, page := range []map[string]any{
			{"limit": 0, "skip": 0},
			{"limit": 101, "skip": 0},
			{"limit": 10, "skip": -1},
			{"limit": 10},
		} {
			g.Post("/api/chat/history", g.with(page)).Refused(http.StatusBadRequest, "INVALID_INPUT")
		}
		good := []string{
			"ສະບາຍດີ 👋🏽 สวัสดี <b>\"&", strings.Repeat("ก", 2000), strings.Repeat("😀", 1000), "  x\ny  ", "one\r\n\ttwo",
			"👩‍👩‍👧 ❤️ \u200fسلام", "น้ำ ນ້ຳ",
		}
		for _, text := range good {
			g.says(text).OK(http.StatusOK)
		}
		if got := texts(g.history(100, 0), "customer"); !slices.Equal(got, good) {
			t.Errorf("said %q", got)
		}
		g.send(map[string]any{"message_type": "postback", "payload": map[string]any{"title": "Menu", "payload": "menu"}}).
			OK(http.StatusOK)
		said := g.Post("/api/chat/send-message", g.with(map[string]any{
			"clientId": "c-1", "sender": "customer", "message": map[string]any{"message_type": "text", "payload": "whole"},
			"username": "0812345678", "name": "สมชาย", "deviceToken": "d",
		})).OK(http.StatusOK)
		rows, _ := g.history(100, 0).JSON().([]any)
		for _, row := range rows {
			r, _ := row.(map[string]any)
			if r["_id"] != said.At("_id") {
				continue
			}
			for field, want := range map[string]any{
				"clientId": "c-1", "sender": "customer", "createdAt": said.At("createdAt"), "session_id": said.At("session_id"),
				"userId": nil, "guestId": g.who["guestId"], "username": "", "name": "", "deviceToken": "d", // a guest has no name
			} {
				if r[field] != want {
					t.Errorf("%s is %v; want %v", field, r[field], want)
				}
			}
			return
		}
		t.Error("the message is not in the history")
	})
}

// TestNobodySignsAsAnother: a member is called what the house knows it as, whatever its app says; a guest is nobody, for
// operators
// as well.
func TestNobodySignsAsAnother(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		victim, c := a.Member(), a.Member()
		own := c.Get("/api/account/profile").OK(http.StatusOK)
		mustCommand(t, a, "add", "dao", "@dao", "--reason", "first", "--role", "chief")
		for name, tc := range map[string]struct {
			k              talker
			username, name string
			seen           string
		}{
			"member": {chatting(c), own.At("profile.username"), own.At("profile.name"), own.At("profile._id")},
			"guest":  {guest(a), "", "", "guest"},
		} {
			tc.k.Post("/api/chat/send-message", tc.k.with(map[string]any{
				"message":  map[string]any{"message_type": "text", "payload": "it is me"},
				"username": victim.Registered.Phone, "name": victim.Registered.AccountName,
			})).OK(http.StatusOK)
			rows, _ := tc.k.history(100, 0).JSON().([]any)
			first, _ := rows[len(rows)-1].(map[string]any)
			if first["username"] != tc.username || first["name"] != tc.name {
				t.Errorf("%s is called %v, %v", name, first["username"], first["name"])
			}
			list := mustCommand(t, a, "chat", "list", "--limit", "1")
			shown := mustCommand(t, a, "chat", "show", idOf(t, a, 0), "@dao")
			for _, text := range []string{list, shown} {
				if !strings.Contains(text, tc.seen) || strings.Contains(text, victim.Registered.Phone) {
					t.Errorf("operators see of a %s: %s", name, text)
				}
			}
		}
	})
}

// TestOneAddressDoesNotFillTheQueue of those who wait for a person: one more guest is told; members, and who is answered, make
// room.
func TestOneAddressDoesNotFillTheQueue(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		mustCommand(t, a, "add", "dao", "@dao", "--reason", "first", "--role", "chief")
		waiting := func() int64 {
			t.Helper()
			n, _, err := a.Chats.Waits(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		var guests sync.WaitGroup
		for range 14 {
			g := guest(a)
			guests.Go(func() {
				g.Now(http.MethodPost, "/api/chat/send-message", g.with(saying("agent please"))).OK(http.StatusOK)
			})
		}
		guests.Wait()
		if n := waiting(); n != 10 {
			t.Errorf("%d guests of one address wait", n)
		}
		late := guest(a)
		late.says("agent please", "Accept-Language", "en").OK(http.StatusOK)
		if said := texts(late.history(100, 0), "other"); len(said) != 1 || !strings.Contains(said[0], "waiting for a person already") {
			t.Errorf("one more is told %q", said)
		}
		chatting(a.Member()).says("agent please").OK(http.StatusOK)
		if n := waiting(); n != 11 {
			t.Errorf("a member at that address does not wait: %d", n)
		}
		mustCommand(t, a, "chat", "reply", idOf(t, a, 0), "hello", "@dao")
		late.says("agent please").OK(http.StatusOK)
		if n := waiting(); n != 11 {
			t.Errorf("one was answered, and %d wait", n)
		}
	})
}

// saying is a text as a body has it.
func saying(text string) map[string]any {
	return map[string]any{"message": map[string]any{"message_type": "text", "payload": text}}
}

// TestAClientIDIsOneMessage: also where it comes twenty times at once, on any node, and with the rules' answers.
func TestAClientIDIsOneMessage(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		g, m := guest(a), chatting(a.Member())
		answers := make([]string, 20)
		var all sync.WaitGroup
		for i := range answers {
			all.Go(func() {
				got := g.Now(http.MethodPost, "/api/chat/send-message", g.with(map[string]any{
					"clientId": "same", "sender": "customer", "message": map[string]any{"message_type": "text", "payload": "once"},
				}))
				answers[i] = fmt.Sprint(got.Status) + got.At("_id") + got.At("createdAt") + got.At("session_id")
			})
		}
		all.Wait()
		if one := slices.Compact(answers); len(one) != 1 || !strings.HasPrefix(one[0], "200") {
			t.Errorf("answers %q", one)
		}
		before := g.history(100, 0)
		if got := texts(before, "customer"); !slices.Equal(got, []string{"once"}) {
			t.Errorf("said %q", got)
		}
		g.Post("/api/chat/send-message", g.with(map[string]any{
			"clientId": "same", "sender": "customer", "message": map[string]any{"message_type": "text", "payload": "another body"},
		})).Refused(http.StatusConflict, "IDEMPOTENCY_MISMATCH")
		if after := g.history(100, 0); after.Text != before.Text {
			t.Errorf("the conversation changed:\n%s\n%s", before.Text, after.Text)
		}
		m.Post("/api/chat/send-message", m.with(map[string]any{ // somebody else's is another one
			"clientId": "same", "sender": "customer", "message": map[string]any{"message_type": "text", "payload": "mine"},
		})).OK(http.StatusOK)
		if got := texts(m.history(100, 0), "customer"); !slices.Equal(got, []string{"mine"}) {
			t.Errorf("the member said %q", got)
		}
	})
}

// TestHistoryHasEachMessageOnce: pages by skip, newest first, each message once, times rising.
func TestHistoryHasEachMessageOnce(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		g := guest(a)
		var want []string
		for i := range 25 {
			want = append(want, fmt.Sprint("number ", i))
			g.says(want[i]).OK(http.StatusOK)
		}
		var got []string
		seen, last := map[string]bool{}, "9"
		for skip := 0; ; skip += 10 {
			page := g.history(10, skip)
			rows, _ := page.JSON().([]any)
			for _, row := range rows {
				r, _ := row.(map[string]any)
				id, at := fmt.Sprint(r["_id"]), fmt.Sprint(r["createdAt"])
				if seen[id] || at >= last {
					t.Errorf("%s at %s comes after %s", id, at, last)
				}
				seen[id], last = true, at
			}
			got = append(texts(page, "customer"), got...)
			if len(rows) < 10 {
				break
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("history has %q", got)
		}
	})
}

// TestNoChat: where it is off its calls do not exist.
func TestNoChat(t *testing.T) {
	t.Parallel()
	on := true
	o := apptest.Options{Node: func(n *config.Node) { n.Chat = on }}
	apptest.On(t, store.SQLite, o, func(t *testing.T, a *apptest.App) { noChat(t, a, &on) })
}

func noChat(t *testing.T, a *apptest.App, on *bool) {
	t.Helper()
	g := guest(a)
	sent := g.uploads("image", pngOf(painted(3, 3)), true).OK(http.StatusOK).At("path")
	g.sendsFile(sent, "image").OK(http.StatusOK)
	*on = false
	a.Restart()
	a.Client().Raw(http.MethodGet, sent, "").Refused(http.StatusNotFound, "NO_DATA")
	g.uploads("image", pngOf(painted(3, 3)), true).Refused(http.StatusNotFound, "NO_DATA")
	g.Get("/api/chat/config").Refused(http.StatusNotFound, "NO_DATA")
	g.says("x").Refused(http.StatusNotFound, "NO_DATA")
	g.Post("/api/chat/history", g.with(map[string]any{"limit": 10, "skip": 0})).Refused(http.StatusNotFound, "NO_DATA")
	g.Put("/api/chat/read-customer/", g.with(nil)).Refused(http.StatusNotFound, "NO_DATA")
	if got := g.Get("/api/lookup/enableChatWidget").OK(http.StatusOK).Text; strings.TrimSpace(got) != "false" {
		t.Errorf("enableChatWidget %q", got)
	}
	*on = true
	a.Restart()
	a.Client().Raw(http.MethodGet, sent, "").OK(http.StatusOK)
	if h := g.history(10, 0).Text; !strings.Contains(h, sent) {
		t.Errorf("the history is %s", h)
	}
}

// TestNobodyIsToldOfAGuest: its UUID opens its conversation, so neither log nor figures nor a row has it in the clear.
func TestNobodyIsToldOfAGuest(t *testing.T) {
	t.Parallel()
	for _, engine := range storetest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			log := &programtest.Output{}
			o := apptest.Options{Log: telemetry.NewLogger(log, slog.LevelDebug)}
			apptest.On(t, engine, o, func(t *testing.T, a *apptest.App) { nobodyIsToldOfAGuest(t, a, log) })
		})
	}
}

func nobodyIsToldOfAGuest(t *testing.T, a *apptest.App, log *programtest.Output) {
	t.Helper()
	g := guest(a)
	id := fmt.Sprint(g.who["guestId"])
	g.says("hello").OK(http.StatusOK)
	g.says(" ").Refused(http.StatusBadRequest, "INVALID_INPUT")
	path := g.uploads("image", pngOf(painted(3, 3)), false).OK(http.StatusOK).At("path")
	g.Raw(http.MethodGet, path, "").OK(http.StatusOK)
	g.sendsFile(path, "image").OK(http.StatusOK)
	g.history(10, 0)
	g.Put("/api/chat/read-customer/", g.with(nil)).OK(http.StatusOK)
	figures := console(a, "").Get("/metrics").OK(http.StatusOK).Text
	rows, err := a.Store.DB().QueryContext(t.Context(), `SELECT owner || ' ' || id || ' ' || guest FROM chat_conversation
		UNION ALL SELECT owner || ' ' || id || ' ' || payload FROM chat_message`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var stored strings.Builder
	for rows.Next() {
		var row string
		if err := rows.Scan(&row); err != nil {
			t.Fatal(err)
		}
		stored.WriteString(row + "\n")
	}
	if err := rows.Err(); err != nil || !strings.Contains(stored.String(), "hello") {
		t.Errorf("rows %q: %v", stored.String(), err)
	}
	for where, text := range map[string]string{"log": log.String(), "figures": figures, "rows": stored.String()} {
		if strings.Contains(strings.ToLower(text), id) {
			t.Errorf("the %s know a guest", where)
		}
	}
	if strings.Contains(log.String()+figures, strings.TrimPrefix(path, "/media/")) ||
		!strings.Contains(log.String(), "/media/{path}") {
		t.Error("the log or the figures know where a file is")
	}
}
