package settle

import (
	"sync"
	"time"

	"krapao/ledger"
)

// Backlog counts the transfers of one kind that this node's worker left unsettled.
type Backlog struct {
	Count int
	// Oldest is the age of the oldest.
	Oldest time.Duration
}

// Backlog returns, per kind, the transfers that this worker tried and could not settle. Each node knows its own share; the oldest
// of all nodes is the largest of their figures.
func (w *Worker) Backlog() map[ledger.Kind]Backlog {
	figures := w.backlog.figures()
	for kind := range w.lanes {
		if _, ok := figures[kind]; !ok {
			figures[kind] = Backlog{}
		}
	}
	return figures
}

// backlog remembers the transfers that attempts left unsettled.
type backlog struct {
	settings Settings
	mu       sync.Mutex
	seen     map[ledger.ID]waiting
}

type waiting struct {
	kind       ledger.Kind
	since, due time.Time
}

func newBacklog(s Settings) *backlog {
	return &backlog{settings: s, seen: map[ledger.ID]waiting{}}
}

func (b *backlog) note(id ledger.ID, kind ledger.Kind, since, due time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.seen[id] = waiting{kind, since, due}
}

func (b *backlog) forget(id ledger.ID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.seen, id)
}

// figures drops transfers that were due long ago and did not come back here: another node claimed them.
func (b *backlog) figures() map[ledger.Kind]Backlog {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.settings.Clock.Now()
	figures := map[ledger.Kind]Backlog{}
	for id, w := range b.seen {
		if now.Sub(w.due) > 2*b.settings.Lease {
			delete(b.seen, id)
			continue
		}
		f := figures[w.kind]
		f.Count++
		f.Oldest = max(f.Oldest, now.Sub(w.since))
		figures[w.kind] = f
	}
	return figures
}
