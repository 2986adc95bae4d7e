package socketio_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/programtest"
)

// What is said in chats, heard on every node.

// says sends a guest's message under a client id.
func says(c *apptest.Client, guest, client, text string) apptest.Answer {
	return c.Post("/api/chat/send-message", map[string]any{
		"clientId": client, "sender": "customer", "userId": nil, "guestId": guest,
		"message": map[string]any{"message_type": "text", "payload": text},
	}).OK(http.StatusOK)
}

// said is a conversation's history, oldest first, each message as one text.
func said(c *apptest.Client, who map[string]any) []string {
	body := map[string]any{"limit": 100, "skip": 0}
	maps.Copy(body, who)
	rows, _ := c.Post("/api/chat/history", body).OK(http.StatusOK).JSON().([]any)
	list := make([]string, len(rows))
	for i, row := range rows {
		list[i] = asText(row)
	}
	slices.Reverse(list)
	return list
}

// asText is a value's JSON, its fields in order.
func asText(v any) string {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
	return strings.TrimSpace(out.String())
}

// message waits for the next messaging event, passing over those of money.
func (w *wire) message() string {
	w.t.Helper()
	for {
		frame := w.next()
		if strings.HasPrefix(frame, `42["wallet"`) || strings.HasPrefix(frame, `42["statement"`) {
			continue
		}
		var event []json.RawMessage
		if !strings.HasPrefix(frame, "42") || json.Unmarshal([]byte(frame[2:]), &event) != nil || string(event[0]) != `"messaging"` {
			w.t.Fatalf("got %q; want a message", frame)
		}
		d := json.NewDecoder(bytes.NewReader(event[1]))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			w.t.Fatal(err)
		}
		return asText(v)
	}
}

// inRoom is a connection that has joined.
func inRoom(t *testing.T, a *apptest.App, token, room string) *wire {
	t.Helper()
	w := open(t, at(a))
	w.connect(token)
	w.send(`421["join","krapao-` + room + `"]`)
	w.expect(`431[{"ok":true}]`)
	return w
}

// hearing waits until what is said on one node is heard on another: a node that has just started does not listen yet.
func hearing(t *testing.T, from, to *apptest.App) {
	t.Helper()
	guest, n := uuid.NewString(), 0
	w := inRoom(t, to, "", guest)
	programtest.Until(t, "one node hears the other", func() bool {
		n++
		says(from.Client(), guest, fmt.Sprint(n), "do you hear me")
		return len(w.frames) > 0
	})
	_ = w.conn.CloseNow()
}

// onNodes runs a test on a node with SQLite, in a bubble, and on two with PostgreSQL, by which they hear of each other, on a real
// network.
func onNodes(t *testing.T, test func(t *testing.T, a, b *apptest.App)) {
	t.Helper()
	t.Run(string(store.SQLite), func(t *testing.T) {
		t.Parallel()
		apptest.On(t, store.SQLite, apptest.Options{}, func(t *testing.T, a *apptest.App) { test(t, a, a) })
	})
	t.Run(string(store.Postgres), func(t *testing.T) {
		t.Parallel()
		a := apptest.Start(t, apptest.Options{Engine: store.Postgres})
		b := a.Beside()
		hearing(t, a, b)
		hearing(t, b, a)
		test(t, a, b)
	})
}

// TestMessagesAreHeardOnEveryNode, the sender's own too, as the history tells them, and by nobody else.
func TestMessagesAreHeardOnEveryNode(t *testing.T) {
	t.Parallel()
	onNodes(t, func(t *testing.T, a, b *apptest.App) {
		guest, m := uuid.NewString(), a.Member()
		member := m.Get("/api/account/profile").OK(http.StatusOK).At("profile._id")
		here, there := inRoom(t, a, "", guest), inRoom(t, b, "", strings.ToUpper(guest))
		mine, stranger := inRoom(t, b, m.Token, member), inRoom(t, b, "", uuid.NewString())
		says(a.Client(), guest, "1", "ສະບາຍດີ <b>👋</b>")
		want := said(b.Client(), map[string]any{"userId": nil, "guestId": guest})
		if len(want) != 2 { // and the greeting
			t.Fatalf("said %q", want)
		}
		for _, w := range []*wire{here, there} {
			for _, one := range want {
				if got := w.message(); got != one {
					t.Errorf("heard %s; want %s", got, one)
				}
			}
		}
		says(b.Client(), guest, "1", "ສະບາຍດີ <b>👋</b>") // is the same message: nobody hears of it
		m.Post("/api/chat/send-message", map[string]any{
			"userId": member, "guestId": nil, "message": map[string]any{"message_type": "text", "payload": "mine"},
		}).OK(http.StatusOK)
		if got := mine.message(); !strings.Contains(got, `"payload":"mine"`) || !strings.Contains(got, `"userId":"`+member+`"`) {
			t.Errorf("the member heard %s", got)
		}
		mine.message() // the greeting
		operate := func(words ...string) {
			t.Helper()
			if _, err := a.Command(words...); err != nil {
				t.Fatal(err)
			}
		}
		operate("add", "dao", "@dao", "--reason", "first", "--role", "chief")
		list, err := a.Operators().Conversations.List(t.Context(), 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range list {
			operate("chat", "reply", c.ID, "from a person", "@dao")
		}
		for name, w := range map[string]*wire{"here": here, "there": there, "mine": mine} {
			if got := w.message(); !strings.Contains(got, "from a person") || !strings.Contains(got, `"sender":"other"`) {
				t.Errorf("%s heard %s", name, got)
			}
		}
		film := append([]byte("\x00\x00\x00\x10ftypisom\x00\x00\x00\x00"), "one frame"...)
		path := filepath.Join(t.TempDir(), "how.mp4")
		if err := os.WriteFile(path, film, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, c := range list {
			operate("chat", "reply", c.ID, "--video", path, "@dao")
		}
		for name, w := range map[string]*wire{"here": here, "there": there, "mine": mine} {
			got := w.message()
			_, rest, _ := strings.Cut(got, `"filePath":"`)
			where, _, _ := strings.Cut(rest, `"`)
			if served := b.Client().Raw(http.MethodGet, where, ""); served.Status != http.StatusOK || served.Text != string(film) {
				t.Errorf("%s heard %s, and what it names is %d %q", name, got, served.Status, served.Text)
			}
		}
		stranger.silent()
	})
}

// TestNoMessageIsLostOrDoubled: each message is sent several times at once, on two nodes, while connections come and go.
// The history has each once, and a connection hears each once at most.
func TestNoMessageIsLostOrDoubled(t *testing.T) {
	t.Parallel()
	onNodes(t, func(t *testing.T, a, b *apptest.App) {
		nodes := []*apptest.App{a, b}
		guest := uuid.NewString()
		stays := inRoom(t, nodes[1], "", guest)
		const messages = 20
		for i := range messages {
			if i%5 == 0 { // one that comes and goes
				w := inRoom(t, nodes[i%2], "", guest)
				defer func() { _ = w.conn.CloseNow() }()
				if i%2 == 0 {
					_ = w.conn.CloseNow()
				}
			}
			var all sync.WaitGroup
			for n := range 4 {
				all.Go(func() { says(nodes[n%2].Client(), guest, fmt.Sprint("c", i), fmt.Sprint("number ", i)) })
			}
			all.Wait()
		}
		want := said(a.Client(), map[string]any{"userId": nil, "guestId": guest})
		own := 0
		for _, one := range want {
			if strings.Contains(one, `"sender":"customer"`) {
				if !strings.Contains(one, fmt.Sprintf(`"payload":"number %d"`, own)) {
					t.Errorf("message %d is %s", own, one)
				}
				own++
			}
		}
		if own != messages {
			t.Errorf("%d messages; want %d", own, messages)
		}
		heard := map[string]bool{}
		for range want {
			one := stays.message()
			if heard[one] || !slices.Contains(want, one) {
				t.Errorf("heard twice, or never said: %s", one)
			}
			heard[one] = true
		}
		stays.silent()
	})
}
