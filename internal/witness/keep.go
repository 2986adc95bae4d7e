package witness

import (
	"context"
	"sync"
	"time"

	"krapao/internal/secret"
	"krapao/internal/store"
)

// every is how often notes are sent.
const every = time.Minute

// Keeper sends notes of the chains' ends to places. Before that, it compares the chains with the earlier notes there.
type Keeper struct {
	Store  *store.Store
	Box    *secret.Box
	Places []Place
	// Wrong is called with each difference, every time; Failed when a place could not be read or written.
	Wrong  func(what string)
	Failed func(place string, err error)

	mu sync.Mutex
	// unsent is since when a place gets no notes: it can't be read or written, or it has another history.
	unsent map[string]time.Time
	// sent has the heads that this keeper sent to each place last; a place without an entry is read first.
	sent map[string]map[string]noted
}

// Keep works until the context ends; then it sends notes once more.
func (k *Keeper) Keep(ctx context.Context) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		k.Turn(ctx)
		select {
		case <-ctx.Done():
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), answerWithin)
			defer cancel()
			k.Turn(ctx)
			return
		case <-tick.C:
		}
	}
}

// Turn compares and sends once. A place with another history gets no note: the notes that it has are the proof.
func (k *Keeper) Turn(ctx context.Context) {
	if k.sent == nil {
		k.sent = map[string]map[string]noted{}
	}
	for _, p := range k.Places {
		wrong, err := k.compare(ctx, p)
		if err == nil && len(wrong) == 0 {
			err = k.send(ctx, p)
		}
		for _, what := range wrong {
			delete(k.sent, p.String()) // an operator may accept it there
			k.Wrong(what)
		}
		if err != nil && ctx.Err() == nil {
			k.Failed(p.String(), err)
		}
		if ctx.Err() == nil {
			k.note(p.String(), err == nil && len(wrong) == 0)
		}
	}
}

// note records since when a place gets no notes.
func (k *Keeper) note(place string, isSent bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	_, failing := k.unsent[place]
	switch {
	case isSent:
		delete(k.unsent, place)
	case !failing:
		if k.unsent == nil {
			k.unsent = map[string]time.Time{}
		}
		k.unsent[place] = k.Store.Now()
	}
}

// Unsent returns for how long a place has had no note; 0 if it got the last one. It is for metrics.
func (k *Keeper) Unsent(place string) time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	since, failing := k.unsent[place]
	if !failing {
		return 0
	}
	return k.Store.Now().Sub(since)
}

func (k *Keeper) compare(ctx context.Context, p Place) ([]string, error) {
	if heads := k.sent[p.String()]; heads != nil {
		return differ(ctx, k.Store, p, heads)
	}
	wrong, _, err := Compare(ctx, k.Store, k.Box, p)
	return wrong, err
}

func (k *Keeper) send(ctx context.Context, p Place) error {
	n, err := Now(ctx, k.Store, k.Box, "")
	if err != nil || k.knows(p, n) {
		return err
	}
	if err := p.Put(ctx, n); err != nil {
		return err
	}
	k.sent[p.String()] = map[string]noted{}
	for _, h := range n.Heads {
		k.sent[p.String()][h.Chain] = noted{h, n.At}
	}
	return nil
}

// knows reports whether the place already has these heads.
func (k *Keeper) knows(p Place, n Note) bool {
	heads := k.sent[p.String()]
	for _, h := range n.Heads {
		if heads[h.Chain].Head != h {
			return false
		}
	}
	return heads != nil
}
