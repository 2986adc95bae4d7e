// Package blobtest is the conformance suite of places that keep files (blob.Place).
package blobtest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"testing"
	"time"

	"krapao/internal/blob"
)

// Bench is a place to test, empty at first.
type Bench struct {
	Place blob.Place
	// Another is the same place as another node sees it.
	Another blob.Place
	// Now is the place's own time.
	Now func() time.Time
}

// Run tests a place.
func Run(t *testing.T, bench func(t *testing.T) Bench) {
	t.Helper()
	for name, test := range map[string]func(*testing.T, Bench){
		"a file is there for every node": stored, "a repeated Put does no harm": repeated, "deleted": deleted, "walked": walked,
		"no other names": named,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, bench(t))
		})
	}
}

// name is the address of a content.
func name(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// contents are what must come back as it was: nothing, marks that some clients remove, zeros, more than a megabyte.
func contents() [][]byte {
	return [][]byte{{}, []byte("\ufeffmark"), {0, 0, 0}, []byte("\r\n"), bytes.Repeat([]byte("0123456789abcdef"), 80_000)}
}

func put(t *testing.T, p blob.Place, name string, content []byte) {
	t.Helper()
	if err := p.Put(t.Context(), name, content); err != nil {
		t.Fatal(err)
	}
}

func holds(t *testing.T, p blob.Place, name string, want []byte) {
	t.Helper()
	if got, err := p.Get(t.Context(), name); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s: %d bytes, want %d, %v", name, len(got), len(want), err)
	}
}

func stored(t *testing.T, b Bench) {
	for _, content := range contents() {
		if _, err := b.Place.Get(t.Context(), name(content)); !errors.Is(err, blob.ErrMissing) {
			t.Errorf("before: %v", err)
		}
		put(t, b.Place, name(content), content)
		holds(t, b.Place, name(content), content)
		holds(t, b.Another, name(content), content)
	}
}

func repeated(t *testing.T, b Bench) {
	content := []byte("content")
	put(t, b.Place, name(content), content)
	put(t, b.Another, name(content), content)
	holds(t, b.Place, name(content), content)
	put(t, b.Place, "owner", []byte("one"))
	put(t, b.Place, "owner", []byte("another"))
	holds(t, b.Another, "owner", []byte("another"))
}

func deleted(t *testing.T, b Bench) {
	one, other := []byte("one"), []byte("other")
	put(t, b.Place, name(one), one)
	put(t, b.Place, name(other), other)
	for range 2 {
		if err := b.Another.Delete(t.Context(), name(one)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.Place.Get(t.Context(), name(one)); !errors.Is(err, blob.ErrMissing) {
		t.Errorf("%v", err)
	}
	holds(t, b.Place, name(other), other)
}

func walked(t *testing.T, b Bench) {
	var want []string
	before := b.Now().Add(-2 * time.Second) // a place may count whole seconds
	for n := range 20 {
		content := []byte{byte(n)}
		put(t, b.Place, name(content), content)
		want = append(want, name(content))
	}
	put(t, b.Place, "owner", []byte("us"))
	want = append(want, "owner")
	slices.Sort(want)
	var got []string
	err := b.Another.Walk(t.Context(), func(o blob.Object) error {
		got = append(got, o.Name)
		if o.At.Before(before) || o.At.After(b.Now().Add(2*time.Second)) {
			t.Errorf("%s is of %v, not after %v", o.Name, o.At, before)
		}
		return nil
	})
	if slices.Sort(got); err != nil || !slices.Equal(got, want) {
		t.Errorf("%d of %d, %v", len(got), len(want), err)
	}
	stop := errors.New("stop")
	visits := 0
	err = b.Place.Walk(t.Context(), func(blob.Object) error { visits++; return stop })
	if !errors.Is(err, stop) || visits != 1 {
		t.Errorf("%d visits, %v", visits, err)
	}
}

func named(t *testing.T, b Bench) {
	for _, wrong := range []string{"", "..", "../etc/passwd", "/etc/passwd", "a", "OWNER", name(nil) + "/x", "x/" + name(nil)} {
		_, err := b.Place.Get(t.Context(), wrong)
		for _, err := range []error{err, b.Place.Put(t.Context(), wrong, nil), b.Place.Delete(t.Context(), wrong)} {
			if !errors.Is(err, blob.ErrName) {
				t.Errorf("%q: %v", wrong, err)
			}
		}
	}
}
