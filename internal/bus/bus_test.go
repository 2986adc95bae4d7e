package bus

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// heard collects hints.
type heard struct {
	mu   sync.Mutex
	seen []string
}

func (h *heard) hear(p string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.seen = append(h.seen, p)
}

func (h *heard) all() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Sorted(slices.Values(h.seen))
}

func (h *heard) eventually(t *testing.T, want ...string) {
	t.Helper()
	for range 1000 {
		if slices.Equal(h.all(), want) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("heard %v; want %v", h.all(), want)
}

func open(t *testing.T, s *store.Store) *Bus {
	t.Helper()
	b, err := Open(s, slog.New(slog.DiscardHandler), false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	for range 1000 {
		if b.remote == nil || b.remote.listening.Load() {
			return b
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("not listening")
	return nil
}

func TestThisNodeHearsAtOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := open(t, s)
		var h, other, gone heard
		b.Subscribe(Member, h.hear)
		b.Subscribe(Due, other.hear)
		cancel := b.Subscribe(Member, gone.hear)
		cancel()
		b.Publish(Member, "A", "B")
		if got := h.all(); !slices.Equal(got, []string{"A", "B"}) {
			t.Errorf("heard %v", got)
		}
		time.Sleep(50 * time.Millisecond) // its own notification comes back, and is not a second hint
		if got := h.all(); len(got) != 2 || len(other.all()) != 0 || len(gone.all()) != 0 {
			t.Errorf("heard %v, other topic %v, cancelled %v", got, other.all(), gone.all())
		}
	})
}

func TestOtherNodesHear(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.Postgres)
	a, b, c := open(t, s), open(t, s), open(t, s)
	var onB, onC heard
	b.Subscribe(Member, onB.hear)
	c.Subscribe(Member, onC.hear)
	a.Publish(Member, "A")
	a.Publish(Due, "withdraw")
	onB.eventually(t, "A")
	onC.eventually(t, "A")
}

func TestManyHintsAtOnceAllArrive(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.Postgres)
	a, b := open(t, s), open(t, s)
	var h heard
	b.Subscribe(Member, h.hear)
	var want []string
	for i := range 3000 { // more than one notification holds
		want = append(want, fmt.Sprintf("MEMBER%06d", i))
	}
	a.Publish(Member, want...)
	h.eventually(t, want...)
}

func TestABrokenConnectionIsMadeAnew(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.Postgres)
	a, b := open(t, s), open(t, s)
	var h heard
	b.Subscribe(Member, h.hear)
	if _, err := s.DB().ExecContext(t.Context(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(time.Minute)
	for len(h.all()) == 0 && time.Now().Before(deadline) {
		a.Publish(Member, "A")
		time.Sleep(20 * time.Millisecond)
	}
	if len(h.all()) == 0 {
		t.Error("nothing heard after the connection broke")
	}
}

func TestWhatIsNoIDIsDropped(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		b := open(t, s)
		var h heard
		b.Subscribe(Member, h.hear)
		b.Publish(Member, strings.Repeat("x", MaxPayload+1), "a\nb", "A")
		h.eventually(t, "A")
	})
}

func TestASubscribersPanicStaysItsOwn(t *testing.T) {
	t.Parallel()
	b := open(t, storetest.Open(t, store.SQLite))
	var h heard
	b.Subscribe(Member, func(string) { panic("boom") })
	b.Subscribe(Member, h.hear)
	b.Publish(Member, "A")
	h.eventually(t, "A")
}

func TestMessagesStayBelowTheDatabasesLimit(t *testing.T) {
	t.Parallel()
	payloads := map[string]struct{}{}
	for i := range 5000 {
		payloads[fmt.Sprintf("%0200d", i)] = struct{}{}
	}
	n := 0
	for _, m := range messages("node", Member, payloads) {
		if len(m) >= 8000 {
			t.Errorf("a message of %d bytes", len(m))
		}
		n += strings.Count(m, "\n") - 1
	}
	if n != 5000 || messages("node", Member, nil) != nil {
		t.Errorf("%d payloads packed", n)
	}
}
