package blobtest

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/blob"
	"krapao/internal/clock"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// Files tests what blob promises of files in a place, on both engines. The place is opened in a bubble (storetest). Its times are
// the machine's own, or those of the clock, which begins there.
func Files(t *testing.T, name string, open func(t *testing.T, c clock.Clock) blob.Place) {
	t.Helper()
	for what, test := range map[string]func(*testing.T, *desk){
		"kept for its time": kept, "lost": lost, "left without a row": uncommitted, "moved": moved,
		"of another database": foreign, "unknown place": unknown,
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			storetest.EachAt(t, time.Now().UTC(), func(t *testing.T, s *store.Store, c *clock.Fake) {
				d := &desk{t: t, store: s, clock: c, box: Box(t), name: name, place: open(t, c)}
				d.blobs = d.in(name)
				test(t, d)
			})
		})
	}
}

// Box returns keys for a test.
func Box(t *testing.T) *secret.Box {
	t.Helper()
	box, err := secret.FromMaster(bytes.Repeat([]byte{3}, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	return box
}

// desk is a database and a place.
type desk struct {
	t     *testing.T
	store *store.Store
	clock *clock.Fake
	box   *secret.Box
	name  string
	place blob.Place
	blobs *blob.Blobs
}

func (d *desk) places(newFiles string) blob.Places {
	return blob.Places{New: newFiles, All: map[string]blob.Place{d.name: d.place}}
}

// in returns a node that stores new files in a place.
func (d *desk) in(newFiles string) *blob.Blobs { return blob.New(d.store, d.box, d.places(newFiles)) }

func (d *desk) add(b *blob.Blobs, content string) (id string) {
	d.t.Helper()
	stored, err := b.Put(d.t.Context(), []byte(content))
	if err == nil {
		err = d.store.Write(d.t.Context(), func(tx *store.Tx) error { return b.AddTx(d.t.Context(), tx, stored, 100*time.Hour) })
	}
	if err != nil {
		d.t.Fatal(err)
	}
	return stored.ID
}

// opens checks a file as a node sees it that has opened none before.
func (d *desk) opens(id, want string) {
	d.t.Helper()
	if got, err := d.in("").Open(d.t.Context(), "somebody", id); err != nil || string(got) != want {
		d.t.Errorf("%q, want %q, %v", got, want, err)
	}
}

func (d *desk) row(id string) (place, address string) {
	d.t.Helper()
	err := d.store.DB().QueryRowContext(d.t.Context(), "SELECT place, address FROM blob WHERE id = $1", id).Scan(&place, &address)
	if err != nil {
		d.t.Fatal(err)
	}
	return place, address
}

// objects counts what the place has, but for the mark of its owner.
func (d *desk) objects() (n int) {
	d.t.Helper()
	err := d.place.Walk(d.t.Context(), func(o blob.Object) error {
		if o.Name != "owner" {
			n++
		}
		return nil
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return n
}

func (d *desk) collect(want int) {
	d.t.Helper()
	if n, err := d.blobs.Collect(d.t.Context()); err != nil || n != want {
		d.t.Errorf("%d collected, want %d, %v", n, want, err)
	}
}

func kept(t *testing.T, d *desk) {
	id := d.add(d.blobs, "canary picture")
	d.opens(id, "canary picture")
	place, address := d.row(id)
	stored, err := d.place.Get(t.Context(), address)
	if place != d.name || err != nil || bytes.Contains(stored, []byte("canary")) {
		t.Errorf("%q has %q, %v", place, stored, err)
	}
	d.clock.Advance(50 * time.Hour)
	d.collect(0)
	d.opens(id, "canary picture")
	d.clock.Advance(50 * time.Hour)
	if _, err := d.blobs.Open(t.Context(), "somebody", id); !errors.Is(err, blob.ErrGone) {
		t.Errorf("after its time: %v", err)
	}
	if err := d.blobs.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	d.collect(1)
	if n := d.objects(); n != 0 {
		t.Errorf("%d are left", n)
	}
}

func lost(t *testing.T, d *desk) {
	whole, missing, damaged := d.add(d.blobs, "whole"), d.add(d.blobs, "missing"), d.add(d.blobs, "damaged")
	_, address := d.row(missing)
	if err := d.place.Delete(t.Context(), address); err != nil {
		t.Fatal(err)
	}
	_, address = d.row(damaged)
	put(t, d.place, address, []byte("something else"))
	for _, id := range []string{missing, damaged} {
		_, err := d.blobs.Open(t.Context(), "somebody", id)
		if !errors.Is(err, blob.ErrLost) || !fault.Is(err, fault.UPLOADED_FILE_NOT_EXIST) {
			t.Errorf("%v", err)
		}
	}
	d.opens(whole, "whole")
	if lines, unchecked, err := blob.Check(t.Context(), d.store, d.places("")); err != nil || len(lines) != 2 || len(unchecked) > 0 {
		t.Errorf("%q, %q, %v", lines, unchecked, err)
	}
}

func uncommitted(t *testing.T, d *desk) {
	id := d.add(d.blobs, "with a row")
	if _, err := d.blobs.Put(t.Context(), []byte("without")); err != nil {
		t.Fatal(err)
	}
	d.clock.Advance(23 * time.Hour)
	d.collect(0)
	d.clock.Advance(2 * time.Hour)
	d.collect(1)
	d.opens(id, "with a row")
}

// A move may be interrupted, goes both ways, and leaves what can't be read where it is.
func moved(t *testing.T, d *desk) {
	inside := d.in(blob.InDatabase)
	files := map[string]string{}
	for n := range 25 {
		content := fmt.Sprint("file ", n)
		files[d.add(inside, content)] = content
	}
	all := func(place string) {
		t.Helper()
		for id, content := range files {
			d.opens(id, content)
			if at, _ := d.row(id); at != place {
				t.Errorf("%s is in %q", id, at)
			}
		}
	}
	if _, next, err := d.blobs.Move().Turn(t.Context()); err != nil || next == 0 {
		t.Fatalf("%v, %v", next, err)
	}
	for id, content := range files {
		d.opens(id, content) // some here, some there
	}
	if says, next, err := d.blobs.Move().Turn(t.Context()); err != nil || next != 0 {
		t.Fatalf("%s, %v, %v", says, next, err)
	}
	all(d.name)
	if _, unchecked, err := blob.Check(t.Context(), d.store, blob.Places{}); err != nil || len(unchecked) != 1 {
		t.Errorf("%q, %v", unchecked, err)
	}
	gone := d.add(d.blobs, "gone")
	_, address := d.row(gone)
	if err := d.place.Delete(t.Context(), address); err != nil {
		t.Fatal(err)
	}
	back, last := inside.Move(), error(nil)
	for next := time.Duration(1); next > 0 && last == nil; {
		_, next, last = back.Turn(t.Context())
	}
	if !errors.Is(last, blob.ErrLost) {
		t.Errorf("the one that is lost: %v", last)
	}
	all(blob.InDatabase)
	d.clock.Advance(25 * time.Hour)
	d.collect(25)
}

// A copy of the database must not delete what the original still needs.
func foreign(t *testing.T, d *desk) {
	put(t, d.place, "owner", []byte("krapao [4 7]"))
	if _, err := d.blobs.Put(t.Context(), []byte("content")); err != nil {
		t.Fatal(err)
	}
	d.clock.Advance(25 * time.Hour)
	if n, err := d.blobs.Collect(t.Context()); !errors.Is(err, blob.ErrNotOwner) || n != 0 || d.objects() != 1 {
		t.Errorf("%d, %v", n, err)
	}
	if err := d.place.Delete(t.Context(), "owner"); err != nil {
		t.Fatal(err)
	}
	d.collect(1)
	d.collect(0)
}

// A node without the setting of a place says so, and calls nothing lost.
func unknown(t *testing.T, d *desk) {
	id := d.add(d.blobs, "content")
	_, err := blob.New(d.store, d.box, blob.Places{}).Open(t.Context(), "somebody", id)
	if !fault.Is(err, fault.TRY_AGAIN) || errors.Is(err, blob.ErrLost) {
		t.Errorf("%v", err)
	}
}
