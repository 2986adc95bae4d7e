package witness

import (
	"context"
	"sync"
	"time"

	"krapao/internal/secret"
	"krapao/internal/store"
)

// every is how often the places are told.
const every = time.Minute

// Keeper tells places where the chains end, and looks first whether they are what was told before.
type Keeper struct {
	Store  *store.Store
	Box    *secret.Box
	Places []Place
	// Wrong is told what differs, each time; Failed that a place could not be asked or told.
	Wrong  func(what string)
	Failed func(place string, err error)

	mu sync.Mutex
	// untold is since when a place is not told: it can't be asked or told, or knows another history.
	untold map[string]time.Time
	// told is what each place was told last by this keeper; without an entry it is asked what it knows.
	told map[string]map[string]told
}

// Keep works until the context ends; then it tells once more.
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

// Turn compares and tells once. A place that knows another history is told nothing: what it knows is the proof.
func (k *Keeper) Turn(ctx context.Context) {
	if k.told == nil {
		k.told = map[string]map[string]told{}
	}
	for _, p := range k.Places {
		wrong, err := k.compare(ctx, p)
		if err == nil && len(wrong) == 0 {
			err = k.tell(ctx, p)
		}
		for _, what := range wrong {
			delete(k.told, p.String()) // somebody may accept it there
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

// note keeps since when a place is not told.
func (k *Keeper) note(place string, isTold bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	_, failing := k.untold[place]
	switch {
	case isTold:
		delete(k.untold, place)
	case !failing:
		if k.untold == nil {
			k.untold = map[string]time.Time{}
		}
		k.untold[place] = k.Store.Now()
	}
}

// Untold is for how long a place could not be told where the chains end; 0 where it could. It is for figures.
func (k *Keeper) Untold(place string) time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	since, failing := k.untold[place]
	if !failing {
		return 0
	}
	return k.Store.Now().Sub(since)
}

func (k *Keeper) compare(ctx context.Context, p Place) ([]string, error) {
	if heads := k.told[p.String()]; heads != nil {
		return differ(ctx, k.Store, p, heads)
	}
	wrong, _, err := Compare(ctx, k.Store, k.Box, p)
	return wrong, err
}

func (k *Keeper) tell(ctx context.Context, p Place) error {
	n, err := Now(ctx, k.Store, k.Box, "")
	if err != nil || k.knows(p, n) {
		return err
	}
	if err := p.Put(ctx, n); err != nil {
		return err
	}
	k.told[p.String()] = map[string]told{}
	for _, h := range n.Heads {
		k.told[p.String()][h.Chain] = told{h, n.At}
	}
	return nil
}

// knows reports whether nothing has come since the place was told last.
func (k *Keeper) knows(p Place, n Note) bool {
	heads := k.told[p.String()]
	for _, h := range n.Heads {
		if heads[h.Chain].Head != h {
			return false
		}
	}
	return heads != nil
}
