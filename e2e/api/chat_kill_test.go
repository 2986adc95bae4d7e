package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/google/uuid"

	"krapao/internal/testkit/programtest"
)

// TestChatsSurviveKills: the node is killed (-9) while guests write, each of whom repeats a message with its clientId until
// it is answered. In the end each message is there once, as it was acknowledged, with one answer of the rules.
func TestChatsSurviveKills(t *testing.T) {
	t.Parallel()
	eachKillable(t, func(t *testing.T, node *killable) {
		writers := make([]*writer, 4)
		f := &traffic{}
		var all sync.WaitGroup
		for i := range writers {
			w := &writer{talker: talker{programtest.Guest(t, node.addr), map[string]any{"userId": nil, "guestId": uuid.NewString()}}}
			writers[i] = w
			all.Go(func() { w.write(f) })
		}
		f.killsIn(t, node, max(2, kills()/5))
		all.Wait()
		for _, w := range writers {
			w.check(t)
		}
	})
}

// writer is a guest that keeps account of what was acknowledged.
type writer struct {
	talker
	acknowledged []string
}

// write sends message after message; the last one is brought to its end too.
func (w *writer) write(f *traffic) {
	for n := 0; !f.over.Load(); n++ {
		body, _ := json.Marshal(w.with(map[string]any{
			"clientId": fmt.Sprint("c", n), "sender": "customer",
			"message": map[string]any{"message_type": "text", "payload": fmt.Sprint("zzz ", n)},
		}))
		programtest.Until(w.T, fmt.Sprint("message ", n, " is acknowledged"), func() bool {
			got, err := w.Try(http.MethodPost, "/api/chat/send-message", string(body))
			if err != nil || got.Status != http.StatusOK {
				return false
			}
			f.answers.Add(1)
			w.acknowledged = append(w.acknowledged, got.At("_id"))
			return true
		})
	}
}

func (w *writer) check(t *testing.T) {
	t.Helper()
	var rows []any // newest first
	for skip := 0; ; skip += 100 {
		page, _ := w.history(100, skip).JSON().([]any)
		rows = append(rows, page...)
		if len(page) < 100 {
			break
		}
	}
	customers, others := 0, 0
	for i := len(rows) - 1; i >= 0; i-- {
		r, _ := rows[i].(map[string]any)
		if r["sender"] == "other" {
			others++
			continue
		}
		if customers != others {
			t.Errorf("message %d came with %d answers to those before", customers, others)
		}
		if customers >= len(w.acknowledged) || r["_id"] != w.acknowledged[customers] || r["clientId"] != fmt.Sprint("c", customers) {
			t.Errorf("message %d is %v of %d acknowledged", customers, r, len(w.acknowledged))
		}
		customers++
	}
	if customers != len(w.acknowledged) || others != customers || customers == 0 {
		t.Errorf("%d messages and %d answers; %d were acknowledged", customers, others, len(w.acknowledged))
	}
}
