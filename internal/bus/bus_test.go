package bus

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// heard collects hints.
type heard struct {
	mu   sync.Mutex
	seen []string
	// news has a token when there may be hints that nobody has looked at.
	news chan struct{}
}

func listener(b *Bus, topic Topic) *heard {
	h := &heard{news: make(chan struct{}, 1)}
	b.Subscribe(topic, h.hear)
	return h
}

func (h *heard) hear(p string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.seen = append(h.seen, p)
	tell(h.news)
}

func (h *heard) all() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Sorted(slices.Values(h.seen))
}

func (h *heard) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.seen)
}

// until waits for the wanted number of hints, however long that takes, and compares.
func (h *heard) until(t *testing.T, want ...string) {
	t.Helper()
	for h.count() < len(want) {
		<-h.news
	}
	if got := h.all(); !slices.Equal(got, want) {
		t.Errorf("heard %v; want %v", got, want)
	}
}

// each is storetest.Each without the bubble: a node that listens waits for its socket as long as it lives, so virtual time would
// never pass.
func each(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Helper()
	for _, engine := range storetest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			test(t, storetest.Open(t, engine))
		})
	}
}

func open(t *testing.T, s *store.Store) *Bus {
	t.Helper()
	b := Open(s, slog.New(slog.DiscardHandler), false)
	t.Cleanup(b.Close)
	if b.remote != nil {
		<-b.remote.listening
	}
	return b
}

func TestThisNodeHearsAtOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *store.Store) {
		b := open(t, s)
		h, other, gone := listener(b, Member), listener(b, Due), &heard{news: make(chan struct{}, 1)}
		cancel := b.Subscribe(Member, gone.hear)
		cancel()
		b.Publish(Member, "A", "B")
		if got := h.all(); !slices.Equal(got, []string{"A", "B"}) {
			t.Errorf("heard %v", got)
		}
		if len(other.all()) != 0 || len(gone.all()) != 0 {
			t.Errorf("other topic %v, cancelled %v", other.all(), gone.all())
		}
	})
}

// A node's own notification comes back to it before a later one of another node. It is not a second hint.
func TestItsOwnHintIsHeardOnce(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.Postgres)
	a, b := open(t, s), open(t, s)
	onA, onB := listener(a, Member), listener(b, Member)
	a.Publish(Member, "A")
	onB.until(t, "A")
	b.Publish(Member, "B")
	onA.until(t, "A", "B")
}

func TestOtherNodesHear(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.Postgres)
	a, b, c := open(t, s), open(t, s), open(t, s)
	onB, onC := listener(b, Member), listener(c, Member)
	a.Publish(Member, "A")
	a.Publish(Due, "withdraw")
	onB.until(t, "A")
	onC.until(t, "A")
}

func TestManyHintsAtOnceAllArrive(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.Postgres)
	a, b := open(t, s), open(t, s)
	h := listener(b, Member)
	var want []string
	for i := range 3000 { // more than one notification holds
		want = append(want, fmt.Sprintf("MEMBER%06d", i))
	}
	a.Publish(Member, want...)
	h.until(t, want...)
}

func TestABrokenConnectionIsReplaced(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.Postgres)
	a, b := open(t, s), open(t, s)
	h := listener(b, Member)
	const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`
	if _, err := s.DB().ExecContext(t.Context(), cut); err != nil {
		t.Fatal(err)
	}
	<-a.remote.listening
	<-b.remote.listening
	a.Publish(Member, "A")
	h.until(t, "A")
}

func TestAPayloadThatIsNoIDIsDropped(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *store.Store) {
		b := open(t, s)
		h := listener(b, Member)
		b.Publish(Member, strings.Repeat("x", MaxPayload+1), "a\nb", "A")
		h.until(t, "A")
	})
}

func TestASubscribersPanicStaysItsOwn(t *testing.T) {
	t.Parallel()
	b := open(t, storetest.Open(t, store.SQLite))
	b.Subscribe(Member, func(string) { panic("boom") })
	h := listener(b, Member)
	b.Publish(Member, "A")
	h.until(t, "A")
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
