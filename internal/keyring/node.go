package keyring

import (
	"context"
	"time"

	"krapao/internal/clock"
	"krapao/internal/keyring/internal/keyringdb"
	"krapao/internal/store"
)

// Keep follows rotations until the context ends. It also records that this node runs, and which master keys it has.
func (r *Ring) Keep(ctx context.Context, failed func(error)) {
	tick := time.NewTicker(refresh)
	defer tick.Stop()
	var seen time.Time
	for {
		if now := r.store.Now(); now.Sub(seen).Abs() >= seenEvery {
			if err := r.see(ctx); err == nil {
				seen = now
			} else if ctx.Err() == nil {
				failed(err)
			}
		}
		select {
		case <-ctx.Done():
			r.leave(context.WithoutCancel(ctx))
			return
		case <-tick.C:
		}
		keys, err := r.keys(ctx)
		if err == nil {
			err = r.Box.Use(keys)
		}
		if err != nil && ctx.Err() == nil {
			failed(err)
		}
	}
}

func (r *Ring) see(ctx context.Context) error {
	return r.store.Write(store.Housekeeping(ctx), func(tx *store.Tx) error {
		q := keyringdb.New(tx)
		if err := q.DropNodesBefore(ctx, clock.MicrosOf(tx.Now.Add(-24*time.Hour))); err != nil {
			return err
		}
		return q.SeeNode(ctx, keyringdb.SeeNodeParams{
			Node: r.node, Newest: int64(r.masters.Newest()), SeenAt: clock.MicrosOf(tx.Now), Reads: reads,
		})
	})
}

// reads is the version of the sealed texts that this program can read, which each node records: 1 adds passwords.
const reads = 1

// AllRead reports whether all nodes seen lately can read what this program seals. Nodes of versions that do not record
// themselves are not seen.
func (r *Ring) AllRead(ctx context.Context) (bool, error) {
	n, err := keyringdb.New(r.store.DB()).NodesReadingLess(ctx, reads, clock.MicrosOf(r.store.Now().Add(-seenFor)))
	return n == 0 && err == nil, err
}

// leave removes the node from the list; if that fails, it counts as gone after seenFor.
func (r *Ring) leave(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, againWithin)
	defer cancel()
	_ = r.store.Write(ctx, func(tx *store.Tx) error { return keyringdb.New(tx).DropNode(ctx, r.node) })
}
