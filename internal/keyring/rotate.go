package keyring

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/keyring/internal/keyringdb"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/witness"
)

// Times of a rotation.
const (
	// refresh is how often a node looks for keys that a rotation made since.
	refresh = 10 * time.Second
	// settled is the time after which nothing is sealed under the former key: each node has read the keys again, and requests that
	// began before have ended (25 s).
	settled = 45 * time.Second
	// seenEvery is how often a node records that it runs; a node that was not seen for seenFor counts as stopped.
	seenEvery, seenFor = time.Minute, 3 * time.Minute
)

// Rotation makes new keys under the newest master key, and seals everything with them. It works in short turns. Its state is in
// the database, so another Rotation may continue it at any time.
type Rotation struct {
	ring     *Ring
	pass     pass
	progress Progress
}

// pass is one walk through all columns.
type pass struct {
	begun             time.Time
	column            int
	at                position
	moved, unreadable int
}

// Rotate begins a rotation, or continues one.
func (r *Ring) Rotate() *Rotation { return &Rotation{ring: r} }

// Bounds of one turn, and of one transaction, so that members wait for neither.
const (
	turnWithin = 2 * time.Second
	page       = 500
	batch      = 20
)

// Turn does a small part of the rotation.
func (t *Rotation) Turn(ctx context.Context) (Progress, error) {
	t.progress.Begun, t.progress.Wait, t.progress.Version = false, 0, t.ring.masters.Newest()
	rows, err := keyringdb.New(t.ring.store.DB()).Ring(ctx)
	if err != nil {
		return t.progress, fmt.Errorf("keyring: %w", err)
	}
	current, ready := newest(rows)
	switch {
	case current.Born < int64(t.progress.Version):
		t.progress.Begun = true
		err = t.begin(ctx)
	case ready:
		t.progress.Done = true
	default:
		err = t.walk(ctx, current.MadeAt.Time().Add(settled))
	}
	if err != nil {
		return t.progress, fmt.Errorf("keyring: rotation: %w", err)
	}
	return t.progress, nil
}

// newest returns the current encryption key; ready reports whether nothing is sealed under an earlier one.
func newest(rows []keyringdb.KeyRing) (current keyringdb.KeyRing, ready bool) {
	ready = true
	for _, row := range rows {
		ready = ready && row.ReadyAt != 0
		if row.Name == encryption && row.Version > current.Version {
			current = row
		}
	}
	return current, ready
}

// begin seals all keys under the newest master key and makes new ones, in one commit. From then on a node seals with the new keys
// from its next refresh, and it reads texts that others sealed with them at once.
func (t *Rotation) begin(ctx context.Context) error {
	r := t.ring
	err := r.store.Write(ctx, func(tx *store.Tx) error {
		q := keyringdb.New(tx)
		if err := q.LockRing(ctx); err != nil {
			return err
		}
		behind, err := q.NodesBehind(ctx, int64(r.masters.Newest()), clock.MicrosOf(tx.Now.Add(-seenFor)))
		if err != nil {
			return err
		}
		if behind > 0 {
			return fmt.Errorf(
				"%d nodes run without version %d of the master key: give it to them first (one that was killed counts for %s)",
				behind, r.masters.Newest(), seenFor)
		}
		rows, err := q.Ring(ctx)
		if err != nil {
			return err
		}
		if current, _ := newest(rows); current.Born >= int64(r.masters.Newest()) {
			return nil // another rotation has begun already
		}
		for _, row := range rows {
			if err := r.reseal(ctx, q, row); err != nil {
				return err
			}
		}
		for _, name := range []string{encryption, signing} {
			if err := add(ctx, tx, r.wraps, keyringdb.AddKeyParams{
				Name: name, Version: highest(rows, name) + 1, Born: int64(r.masters.Newest()),
			}, fresh()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	keys, err := r.keys(ctx)
	if err != nil {
		return err
	}
	return r.Box.Use(keys)
}

func highest(rows []keyringdb.KeyRing, name string) (version int64) {
	for _, row := range rows {
		if row.Name == name {
			version = max(version, row.Version)
		}
	}
	return version
}

func (r *Ring) reseal(ctx context.Context, q *keyringdb.Queries, row keyringdb.KeyRing) error {
	key, err := r.unseal(row)
	if err != nil {
		return err
	}
	sealed, err := r.wraps.Seal(place(row.Name, row.Version), string(key))
	if err != nil {
		return err
	}
	return q.Reseal(ctx, sealed, row.Name, row.Version)
}

// walk seals the texts of the next rows with the new key. The last pass is the one that began when nothing was sealed under the
// former key any more, and found nothing to do.
func (t *Rotation) walk(ctx context.Context, settledAt time.Time) error {
	s, p := t.ring.store, &t.pass
	if p.begun.IsZero() {
		p.begun = s.Now()
	}
	for end := time.Now().Add(turnWithin); p.column < len(columns); {
		if time.Now().After(end) || ctx.Err() != nil {
			return ctx.Err()
		}
		c := columns[p.column]
		rows, err := c.after(ctx, s, p.at, page)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			p.column, p.at = p.column+1, position{}
			continue
		}
		rows, err = t.anew(ctx, c, rows)
		if err != nil {
			return err
		}
		p.at = rows[len(rows)-1].at
	}
	last := p.moved == 0 && !p.begun.Before(settledAt)
	t.progress.Wait = max(0, settledAt.Sub(s.Now()))
	if p.moved > 0 {
		t.progress.Wait = 0
	}
	t.progress.Unreadable, t.pass = p.unreadable, pass{}
	if !last {
		return nil
	}
	t.progress.Done = true
	box := t.ring.Box
	return s.Write(ctx, func(tx *store.Tx) error {
		if err := witness.MarkTx(ctx, tx, box, box.Signs(), false); err != nil {
			return err
		}
		return keyringdb.New(tx).Ready(ctx, clock.MicrosOf(tx.Now))
	})
}

// anew seals those of the next rows that an earlier key sealed with the current key, and returns the rows that it has seen.
func (t *Rotation) anew(ctx context.Context, c column, rows []value) ([]value, error) {
	most := batch
	if c.large {
		most = 1
	}
	var found []change
	for n, row := range rows {
		version, ok := secret.SealedUnder(row.sealed)
		if !ok || version >= t.ring.Box.Version() {
			continue
		}
		one, err := t.change(ctx, c, row.at)
		if err != nil {
			return nil, err
		}
		if one.sealed == "" {
			continue
		}
		if found = append(found, one); len(found) == most {
			rows = rows[:n+1]
			break
		}
	}
	if len(found) == 0 {
		return rows, nil
	}
	err := t.ring.store.Write(ctx, func(tx *store.Tx) error {
		for _, one := range found {
			if err := c.replace(ctx, tx, one.at, one.former, one.sealed); err != nil {
				return err
			}
		}
		return nil
	})
	t.pass.moved += len(found)
	t.progress.Moved += len(found)
	return rows, err
}

// change is a text and its replacement.
type change struct {
	at             position
	former, sealed string
}

func (t *Rotation) change(ctx context.Context, c column, at position) (change, error) {
	one := change{at: at}
	var err error
	if one.former, err = c.text(ctx, t.ring.store, at); store.NotFound(err) {
		return one, nil // it is gone
	}
	if err != nil {
		return one, err
	}
	version, _ := secret.SealedUnder(one.former)
	if version >= t.ring.Box.Version() {
		return one, nil // meanwhile it was sealed with the current key
	}
	plain, err := t.ring.Box.Open(c.row(at), one.former)
	if err != nil {
		t.pass.unreadable++
		return change{at: at}, nil //nolint:nilerr // it is counted, and reported at the end of the pass
	}
	one.sealed, err = t.ring.Box.Seal(c.row(at), plain)
	return one, err
}
