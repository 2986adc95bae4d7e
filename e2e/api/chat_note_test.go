package api

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
)

// notes is what an operator notes at a conversation.
func notes(by *apptest.Client, id, clientID, text string) apptest.Answer {
	return by.Post("/api/chat/"+id+"/note", map[string]any{"clientId": clientID, "text": text})
}

// TestOperatorsNoteForEachOther: a note is the operators', the newest first, once for a clientId; the customer never reads it,
// and the audit log has that there is one.
func TestOperatorsNoteForEachOther(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := house(t, a)
		m := chatting(a.Member())
		m.says("agent please").OK(http.StatusOK)
		id := idOf(t, a, 0)
		const secret = "asks for the third time today"
		first := notes(dao, id, "1", " "+secret+" ").OK(http.StatusOK)
		a.Step(time.Second)
		notes(lek, id, "1", "speaks Lao").OK(http.StatusOK)
		if again := notes(dao, id, "1", secret).OK(http.StatusOK); again.At("id") != first.At("id") || again.At("text") != secret {
			t.Errorf("sent again it is %s, not %s", again.Text, first.Text)
		}
		notes(dao, id, "1", "another").Refused(http.StatusConflict, "IDEMPOTENCY_MISMATCH")
		for _, nothing := range []string{" \n ", strings.Repeat("x", 2001)} {
			notes(dao, id, "2", nothing).Refused(http.StatusBadRequest, "INVALID_INPUT")
		}
		notes(dao, "nowhere", "3", "hello").Refused(http.StatusNotFound, "NO_DATA")
		got := lek.Get("/api/chat/" + id + "/note").OK(http.StatusOK)
		if items, _ := got.Value("items").([]any); len(items) != 2 || got.At("items.0.by") != "lek" ||
			got.At("items.1.text") != secret {
			t.Errorf("the notes are %s", got.Text)
		}
		if said := m.history(50, 0); strings.Contains(said.Text, secret) {
			t.Error("the customer reads what was noted")
		}
		log := dao.Get("/api/audit?action=chat.note").OK(http.StatusOK)
		if strings.Contains(log.Text, secret) || strings.Count(log.Text, `"chat.note"`) != 2 {
			t.Errorf("the audit log has %s", log.Text)
		}
	})
}

// tallyOf is how customers were answered within a day around a time.
func tallyOf(by *apptest.Client, at time.Time) apptest.Answer {
	span := url.Values{"from": {at.Add(-12 * time.Hour).Format(time.RFC3339)}, "to": {at.Add(12 * time.Hour).Format(time.RFC3339)}}
	return by.Get("/api/chat/tally?" + span.Encode())
}

// TestHowCustomersAreAnswered: a customer's wait ends with a person's answer, and is that person's; a conversation with persons
// lasts until it ends, or until its last message where it fell silent.
func TestHowCustomersAreAnswered(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := house(t, a)
		m := chatting(a.Member())
		m.says("agent please").OK(http.StatusOK)
		id, began := idOf(t, a, 0), a.Store.Now()
		a.Step(2 * time.Minute)
		answers(dao, id, "1", "hello").OK(http.StatusOK)
		answers(dao, id, "2", "what is it?").OK(http.StatusOK)
		m.says("my money").OK(http.StatusOK)
		a.Step(time.Minute)
		answers(dao, id, "3", "it is there").OK(http.StatusOK)
		dao.Post("/api/chat/"+id+"/end", map[string]any{"reason": "solved"}).OK(http.StatusOK)
		m.says("agent please").OK(http.StatusOK)
		a.Step(10 * time.Second)
		answers(lek, id, "4", "me again").OK(http.StatusOK)
		a.Step(25 * time.Hour)
		m.says("hello").OK(http.StatusOK)

		lek = signedIn(t, a, "lek") // its session was idle for too long
		got := tallyOf(lek, began).OK(http.StatusOK)
		for path, want := range map[string]string{
			"operators.0.operator": "dao", "operators.0.answers": "2", "operators.0.waited": "90", "operators.0.longest": "120",
			"operators.0.replies": "3", "operators.0.ended": "1", "operators.0.lasted": "180",
			"operators.1.operator": "lek", "operators.1.answers": "1", "operators.1.waited": "10",
			"operators.1.ended": "1", "operators.1.lasted": "10",
		} {
			if got.At(path) != want {
				t.Errorf("%s is %s, not %s: %s", path, got.At(path), want, got.Text)
			}
		}
		if hours, _ := got.Value("hours").([]any); len(hours) == 0 || len(hours) > 2 {
			t.Errorf("by the hour: %s", got.Text)
		}
		lek.Get("/api/chat/tally").Refused(http.StatusBadRequest, "INVALID_INPUT")
		lek.Get("/api/chat/tally?from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z").Refused(http.StatusBadRequest, "RANGE_TOO_LARGE")
	})
}
