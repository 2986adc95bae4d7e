package api

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
)

// command runs an operator's command.
func command(a *apptest.App, words ...string) (string, error) { return a.Command(words...) }

func mustCommand(t *testing.T, a *apptest.App, words ...string) string {
	t.Helper()
	out, err := command(a, words...)
	if err != nil {
		t.Fatalf("%v: %v", words, err)
	}
	return out
}

// last is the newest message of a conversation.
func (k talker) last() (sender, kind, payload, session string) {
	h := k.history(1, 0)
	text, _ := json.Marshal(h.Value("0.message.payload"))
	return h.At("0.sender"), h.At("0.message.message_type"), string(text), h.At("0.session_id")
}

// idOf is a conversation as operators name it, by what it said.
func idOf(t *testing.T, a *apptest.App, index int) string {
	t.Helper()
	list, err := a.Operators().Conversations.List(t.Context(), 100)
	if err != nil || len(list) <= index {
		t.Fatalf("%d conversations: %v", len(list), err)
	}
	return list[index].ID
}

// TestTheRulesAnswer in the language of the app, hand over, and are silent then.
func TestTheRulesAnswer(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		for language, want := range map[string]struct{ greeting, word, answer, person string }{
			"th": {"สวัสดี", "อยากถอนเงินค่ะ", "ปุ่ม “ถอนเงิน”", "รับเรื่องแล้ว"},
			"lo": {"ສະບາຍດີ", "ຢາກຖອນເງິນ", "ປຸ່ມ “ຖອນເງິນ”", "ຮັບເລື່ອງແລ້ວ"},
			"en": {"Hello", "How do I WITHDRAW?", "Use “Withdraw”", "A person will answer"},
		} {
			g := guest(a)
			g.says("zzz", "Accept-Language", language).OK(http.StatusOK)
			if from, kind, said, _ := g.last(); from != "other" || kind != "quick_replies" || !strings.Contains(said, want.greeting) {
				t.Errorf("%s greets: %s %s %s", language, from, kind, said)
			}
			g.says(want.word, "Accept-Language", language).OK(http.StatusOK)
			if _, kind, said, _ := g.last(); kind != "text" || !strings.Contains(said, want.answer) {
				t.Errorf("%s answers: %s %s", language, kind, said)
			}
			g.says("zzz", "Accept-Language", language).OK(http.StatusOK)
			if _, kind, _, _ := g.last(); kind != "quick_replies" {
				t.Errorf("%s knows no fallback: %s", language, kind)
			}
			g.send(map[string]any{"message_type": "postback", "payload": map[string]any{"title": "x", "payload": "deposit"}},
				"Accept-Language", language).OK(http.StatusOK)
			if _, kind, said, _ := g.last(); kind != "generic" || !strings.Contains(said, "QR") {
				t.Errorf("%s shows no cards: %s %s", language, kind, said)
			}
			g.send(map[string]any{"message_type": "postback", "payload": map[string]any{"title": "x", "payload": "person"}},
				"Accept-Language", language).OK(http.StatusOK)
			if _, _, said, _ := g.last(); !strings.Contains(said, want.person) {
				t.Errorf("%s hands over: %s", language, said)
			}
			g.says(want.word, "Accept-Language", language).OK(http.StatusOK)
			if from, _, _, _ := g.last(); from != "customer" {
				t.Errorf("%s: the rules are not silent after a handover", language)
			}
		}
	})
}

// TestAnOperatorAnswers from the shell, and every step stands in the audit log.
func TestAnOperatorAnswers(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		m := chatting(a.Member())
		m.says("agent please").OK(http.StatusOK)
		mustCommand(t, a, "add", "dao", "@dao", "--reason", "first", "--role", "chief")
		id := idOf(t, a, 0)
		if out := mustCommand(t, a, "chat", "list"); !strings.Contains(out, id) || !strings.Contains(out, "waiting") ||
			!strings.Contains(out, m.who["userId"].(string)) {
			t.Errorf("list says %q", out)
		}
		if out := mustCommand(t, a, "chat", "show", id, "@dao"); !strings.Contains(out, "agent please") {
			t.Errorf("show says %q", out)
		}
		for range 2 { // the same reply twice is one
			mustCommand(t, a, "chat", "reply", id, "สวัสดีค่ะ ดาวค่ะ", "@dao", "--client-id", "r-1")
		}
		h := m.history(100, 0)
		if got := texts(h, "other"); got[len(got)-1] != "สวัสดีค่ะ ดาวค่ะ" || strings.Count(h.Text, "ดาวค่ะ") != 1 ||
			strings.Contains(h.Text, `"dao"`) {
			t.Errorf("the member hears %q", got)
		}
		button := func(address string) string {
			return `{"message_type":"buttons","payload":{"text":"x","buttons":[{"type":"web","title":"y","payload":"` + address + `"}]}}`
		}
		mustCommand(t, a, "chat", "reply", id, button("https://krapao.example/"), "--json", "@dao")
		for _, bad := range []string{"javascript:alert(1)", "http://krapao.example", "data:text/html,x", "//x", "tel:1"} {
			if _, err := command(a, "chat", "reply", id, button(bad), "--json", "@dao"); err == nil {
				t.Errorf("a button may lead to %s", bad)
			}
		}
		m.says("withdraw").OK(http.StatusOK)
		if from, _, _, _ := m.last(); from != "customer" {
			t.Error("the rules speak into a person's conversation")
		}
		_, _, _, before := m.last()
		mustCommand(t, a, "chat", "end", id, "@dao", "--reason", "solved")
		if _, _, said, session := m.last(); session != before || !strings.Contains(said, "จบการสนทนา") {
			t.Errorf("farewell %s in %s", said, session)
		}
		if _, err := command(a, "chat", "end", id, "@dao", "--reason", "again"); err == nil {
			t.Error("it ended twice")
		}
		if after := m.says("hello again").OK(http.StatusOK).At("session_id"); after == before {
			t.Error("the session did not end")
		}
		if _, kind, _, _ := m.last(); kind != "quick_replies" {
			t.Errorf("the rules do not greet in a new session: %s", kind)
		}
		mustCommand(t, a, "chat", "handover", id, "@dao", "--reason", "x")
		m.says("withdraw").OK(http.StatusOK)
		if from, _, _, _ := m.last(); from != "customer" {
			t.Error("the rules are not silent")
		}
		mustCommand(t, a, "chat", "release", id, "@dao", "--reason", "x")
		m.says("withdraw").OK(http.StatusOK)
		if from, _, _, _ := m.last(); from != "other" {
			t.Error("the rules are silent")
		}
		if _, err := command(a, "chat", "reply", id, "x", "@nobody"); err == nil {
			t.Error("nobody replied")
		}
		if _, err := command(a, "chat", "reply", "NOSUCH", "x", "@dao"); err == nil {
			t.Error("a conversation that is not there was replied to")
		}
		out := mustCommand(t, a, "audit", "list")
		for _, action := range []string{"chat.show", "chat.reply", "chat.reply.repeated", "chat.end", "chat.handover", "chat.release"} {
			if !strings.Contains(out, action) {
				t.Errorf("%s is not in the chain", action)
			}
		}
		if _, err := a.Operators().Audit.Verify(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// TestTheOperatorAPI takes operators' tokens alone, and does as the shell does.
func TestTheOperatorAPI(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		m := chatting(a.Member())
		m.says("agent please").OK(http.StatusOK)
		mustCommand(t, a, "add", "dao", "@dao", "--reason", "first", "--role", "chief")
		mustCommand(t, a, "add", "lek", "@dao", "--reason", "second", "--role", "chief")
		o := a.Client()
		o.Token = a.Operator("dao").Token()
		ask := func(method, path, body string) apptest.Answer {
			return console(a, o.Token).Raw(method, path, body)
		}
		if got := o.Get("/api/wallet"); got.Status != http.StatusUnauthorized || got.At("message") != "INVALID_USER_4" {
			t.Errorf("an operator's token at a member's call: %d %s", got.Status, got.Text)
		}
		list := ask("GET", "/api/chat", "").OK(http.StatusOK)
		id := list.At("items.0.id")
		if list.At("items.0.state") != "waiting" || list.At("items.0.member.id") != m.who["userId"] {
			t.Errorf("list %s", list.Text)
		}
		if got := ask("GET", "/api/chat/"+id+"?limit=10", "").OK(http.StatusOK); !strings.Contains(got.Text, "agent please") {
			t.Errorf("show %s", got.Text)
		}
		said := `{"clientId":"1","message":{"message_type":"text","payload":"from the console"}}`
		first := ask("POST", "/api/chat/"+id+"/reply", said).OK(http.StatusOK)
		if again := ask("POST", "/api/chat/"+id+"/reply", said).OK(http.StatusOK); again.At("_id") != first.At("_id") {
			t.Errorf("said twice: %s %s", first.Text, again.Text)
		}
		if got := texts(m.history(100, 0), "other"); strings.Count(strings.Join(got, "|"), "from the console") != 1 {
			t.Errorf("the member hears %q", got)
		}
		ask("POST", "/api/chat/"+id+"/end", `{}`).Refused(http.StatusBadRequest, "REASON_REQUIRED")
		for path, body := range map[string]string{
			"/api/chat/" + id + "/reply":    `{"clientId":"2","message":{"message_type":"text","payload":" "}}`,
			"/api/chat/" + id + "/handover": `{"reason":"x","more":1}`,
			"/api/chat/" + id + "/release":  `[]`,
		} {
			ask("POST", path, body).Refused(http.StatusBadRequest, "INVALID_INPUT")
		}
		ask("GET", "/api/chat/NOSUCH", "").Refused(http.StatusNotFound, "NO_DATA")
		ask("POST", "/api/chat/"+id+"/end", `{"reason":"solved"}`).OK(http.StatusOK)
		dao := o.Token
		for token, code := range map[string]string{"": "UNAUTHORIZED", "x": "invalid-token", m.Token: "INVALID_USER_4"} {
			o.Token = token
			ask("GET", "/api/chat", "").Refused(http.StatusUnauthorized, code)
		}
		o.Token = dao
		mustCommand(t, a, "disable", "dao", "@lek", "--reason", "left")
		apptest.Eventually(t, "the token of a disabled operator ends", func() bool {
			return ask("GET", "/api/chat", "").Status == http.StatusUnauthorized
		})
	})
}

// console is a client of the operator listener.
func console(a *apptest.App, token string) *apptest.Client {
	c := a.Client()
	c.URL, c.Token = func() string { return a.OperatorURL }, token
	c.Header = http.Header{"X-Requested-With": {"krapao-operator"}}
	return c
}

// TestConversationsEnd: silence ends a session, and after 90 days all is gone, uploads that were never sent after an hour.
func TestConversationsEnd(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		g := guest(a)
		first := g.says("zzz").OK(http.StatusOK).At("session_id")
		a.Leap(11 * time.Hour)
		if same := g.says("zzz").OK(http.StatusOK).At("session_id"); same != first {
			t.Error("the session ended too early")
		}
		a.Leap(13 * time.Hour)
		if next := g.says("zzz").OK(http.StatusOK).At("session_id"); next == first {
			t.Error("silence does not end a session")
		}
		unsent := g.uploads("image", pngOf(painted(3, 3)), true).OK(http.StatusOK).At("path")
		sent := g.uploads("image", pngOf(painted(4, 4)), true).OK(http.StatusOK).At("path")
		g.sendsFile(sent, "image").OK(http.StatusOK)
		see := func(path string, want int) {
			t.Helper()
			if got := a.Client().Raw(http.MethodGet, path, ""); got.Status != want {
				t.Errorf("%s: %d; want %d", path, got.Status, want)
			}
		}
		sweep := func() {
			t.Helper()
			if err := a.Chats.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		see(unsent, http.StatusOK)
		a.Leap(59 * time.Minute)
		see(unsent, http.StatusOK)
		a.Leap(time.Minute)
		for range 5 {
			a.Pass(15 * time.Second) // the job comes every minute
		}
		g.sendsFile(unsent, "image").Refused(http.StatusBadRequest, "INVALID_INPUT")
		var kept int
		if err := a.Store.DB().QueryRowContext(t.Context(), "SELECT COUNT(*) FROM blob").Scan(&kept); err != nil || kept != 1 {
			t.Errorf("%d files on the disk, %v: want the one that was sent", kept, err)
		}
		see(unsent, http.StatusNotFound)
		a.Leap(89 * 24 * time.Hour)
		sweep()
		see(sent, http.StatusOK)
		if !strings.Contains(g.history(100, 0).Text, sent) {
			t.Error("it was forgotten too early")
		}
		a.Leap(2 * 24 * time.Hour)
		sweep()
		see(sent, http.StatusNotFound)
		if got := strings.TrimSpace(g.history(100, 0).Text); got != "[]" {
			t.Errorf("kept for more than 90 days: %s", got)
		}
		var left int
		row := a.Store.DB().QueryRowContext(t.Context(), `SELECT (SELECT COUNT(*) FROM chat_conversation) +
			(SELECT COUNT(*) FROM chat_media) + (SELECT COUNT(*) FROM blob)`)
		if err := row.Scan(&left); err != nil || left != 0 {
			t.Errorf("%d rows left: %v", left, err)
		}
	})
}
