package api

import (
	"fmt"
	"net/http"
	"testing"

	"krapao/internal/testkit/apptest"
)

// TestAMembersConversation: it is found at once, on its own, however many others have said something since.
func TestAMembersConversation(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := house(t, a)
		m := chatting(a.Member())
		m.says("hello").OK(http.StatusOK)
		of := "/api/chat?member=" + m.who["userId"].(string)
		own := ids(dao.Get(of).OK(http.StatusOK))
		if len(own) != 1 {
			t.Fatalf("a member has %v", own)
		}
		write(t, a, `INSERT INTO chat_conversation (owner, id, member, guest, language, session, state, number, read_by_customer,
			read_by_house, waiting_at, last_at, created_at)
			SELECT 'g:' || n.i, 'C' || n.i, '', '', 'th', '', 'rules', 1, 1, 1, 0, c.last_at + n.i, c.created_at FROM chat_conversation c,
			(WITH RECURSIVE of (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM of WHERE i < 10001) SELECT i FROM of) n`)
		write(t, a, `INSERT INTO chat_message (id, owner, number, sender, client_id, operator, session, type, payload, username, name,
			device_token, created_at)
			SELECT 'M' || c.owner, c.owner, 1, 'customer', '', '', '', 'text', '{"text":"x"}', '', '', '', c.last_at
			FROM chat_conversation c WHERE c.member = ''`)
		page := dao.Get(of).OK(http.StatusOK)
		if got := ids(page); fmt.Sprint(got) != fmt.Sprint(own) || page.Value("next") != nil {
			t.Errorf("a member has %v of %v, and then %v", got, own, page.Value("next"))
		}
		for query, want := range map[string]int{"&show=waiting": 0, "&show=ended": 0, "&unread=true": 1} {
			if got := ids(dao.Get(of + query).OK(http.StatusOK)); len(got) != want {
				t.Errorf("%s: %v", query, got)
			}
		}
	})
}
