package api

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/programtest"
)

// killedHouse is a program with a demo's two chiefs, which is killed in the middle of what they do.
type killedHouse struct {
	*killable
	t        *testing.T
	nok, mai stubborn
	// kills is how often it was killed. spared: it is not killed now.
	kills  int
	spared bool
}

// houseKills is how often a node is killed in the middle of one thing that operators do.
func houseKills() int {
	if os.Getenv("KRAPAO_SOAK") != "" {
		return 12
	}
	return 1
}

// inHouse are the settings of a node that can be restored elsewhere, with chiefs who sign in by a press.
var inHouse = map[string]string{
	"KRAPAO_MASTER_KEY": "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=", "KRAPAO_DEMO_OPERATORS": "true",
}

// presses signs both chiefs in.
func (h *killedHouse) presses() {
	h.t.Helper()
	h.nok, h.mai = stubborn{pressedAt(h.t, h.env, "nok")}, stubborn{pressedAt(h.t, h.env, "mai")}
}

// meanwhile does all of it at once, and kills the node (-9) in the middle: when some, by chance none, are done. Each goes on
// until it is answered.
func (h *killedHouse) meanwhile(each ...func()) {
	h.t.Helper()
	var done atomic.Int64
	var all sync.WaitGroup
	for _, do := range each {
		all.Go(func() {
			defer done.Add(1)
			do()
		})
	}
	for n := houseKills(); n > 0 && !h.spared; n-- {
		enough := min(done.Load()+rand.Int64N(3), int64(len(each)))
		programtest.Until(h.t, "more is done", func() bool { return done.Load() >= enough })
		h.isKilled()
		h.kills++
	}
	all.Wait()
}

// stubborn is a chief who makes each call again, with its key, until it is answered.
type stubborn struct{ desk }

// open reports whether a call has to be made again: nothing was answered, or nobody knows yet.
func openCall(got apptest.Answer, err error) bool {
	return err != nil || got.Status >= http.StatusInternalServerError || got.Status == http.StatusTooManyRequests ||
		got.At("message") == "IDEMPOTENCY_IN_PROGRESS" || got.At("message") == "TRY_AGAIN"
}

// asks reads until it is answered.
func (s stubborn) asks(path string) (got apptest.Answer) {
	s.t.Helper()
	programtest.Until(s.t, path+" is answered", func() bool {
		var err error
		got, err = s.Try(http.MethodGet, "/api"+path, "")
		return !openCall(got, err)
	})
	return got
}

// does makes a decision under a key, and confirms it by a press where that is asked for.
func (s stubborn) does(method, key, path string, more ...map[string]any) (got apptest.Answer) {
	s.t.Helper()
	body, sure := s.because(more...), ""
	key = strings.ReplaceAll(key, " ", "-")
	programtest.Until(s.t, path+" is decided", func() bool {
		var err error
		got, err = s.Try(method, "/api"+path, body, "Idempotency-Key", key, "X-Confirmation", sure)
		if err == nil && got.Status == http.StatusForbidden && got.At("message") == "CONFIRM_IDENTITY" {
			sure = s.confirms(got.At("params.decision"))
			return false
		}
		return !openCall(got, err)
	})
	return got
}

// confirms confirms a decision by a press; empty: that was not answered.
func (s stubborn) confirms(decision string) string {
	s.t.Helper()
	text := func(v map[string]any) string {
		b, err := json.Marshal(v)
		if err != nil {
			s.t.Error(err)
		}
		return string(b)
	}
	begun, err := s.Try(http.MethodPost, "/api/me/confirm", text(map[string]any{"decision": decision, "way": "demo"}))
	if err != nil || begun.Status != http.StatusOK {
		return ""
	}
	ended, err := s.Try(http.MethodPost, "/api/me/confirm/finish", text(map[string]any{"ticket": begun.At("ticket")}))
	if err != nil || ended.Status != http.StatusOK {
		return ""
	}
	return ended.At("confirmation")
}

// together has both decide one thing: the one proposes it, the other approves. Whatever is killed: under its key it is answered
// again, or says that it is done.
func (h *killedHouse) together(key, path string, as map[string]any) {
	h.t.Helper()
	proposed := h.nok.does(http.MethodPost, key, path, as)
	id := proposed.At("proposal.id")
	if proposed.Status != http.StatusAccepted { // the answer was lost with the node
		id = proposed.Refused(http.StatusConflict, "PROPOSAL_OPEN").At("params.proposal")
	}
	approved := h.mai.does(http.MethodPost, key, "/proposal/"+id+"/approve", map[string]any{"evidence": "the same"})
	if approved.Status != http.StatusOK {
		approved.Refused(http.StatusConflict, "PROPOSAL_ENDED")
	}
}

// decidedOnce holds the audit log to what was carried out: so many things, each once.
func (h *killedHouse) decidedOnce(action string, want int) {
	h.t.Helper()
	times := map[string]int{}
	for after := ""; ; {
		page := h.nok.asks("/audit?limit=200" + after)
		page.OK(http.StatusOK)
		for n := 0; page.Value(fmt.Sprintf("items.%d", n)) != nil; n++ {
			if at := fmt.Sprintf("items.%d.", n); page.At(at+"action") == action {
				times[page.At(at+"subject")+" by "+page.At(at+"operator")]++
			}
		}
		if page.At("next") == "" {
			break
		}
		after = "&after=" + page.At("next")
	}
	if len(times) != want {
		h.t.Errorf("%s was decided %d times, not %d: %v", action, len(times), want, times)
	}
	for what, n := range times {
		if n != 1 {
			h.t.Errorf("%s of %s is %d times in the audit log", action, what, n)
		}
	}
}
