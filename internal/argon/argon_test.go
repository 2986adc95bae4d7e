package argon_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"krapao/internal/argon"
)

var cheap = argon.Cost{Memory: 64, Passes: 1, Threads: 1}

func hasher(t *testing.T, c argon.Cost) *argon.Hasher {
	t.Helper()
	h, err := argon.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// A hash tells at what cost it was made, so that a dearer one replaces it. Nobody's costs what a new one does, and nothing is it.
func TestAHashSaysWhatItCosts(t *testing.T) {
	t.Parallel()
	h, dearer := hasher(t, cheap), hasher(t, argon.Cost{Memory: 128, Passes: 2, Threads: 1})
	phc, err := h.Hash(t.Context(), "correct horse")
	if err != nil || !strings.HasPrefix(phc, "$argon2id$v=19$m=64,t=1,p=1$") {
		t.Fatalf("%q, %v", phc, err)
	}
	if again, err := h.Hash(t.Context(), "correct horse"); err != nil || again == phc {
		t.Errorf("the same hash twice, %v", err)
	}
	if h.Outdated(phc) || !dearer.Outdated(phc) || !h.Outdated("plain") {
		t.Error("the cost of a hash is not known")
	}
	for typed, right := range map[string]bool{"correct horse": true, "Correct horse": false, "": false} {
		if got, err := dearer.Matches(t.Context(), typed, phc); err != nil || got != right {
			t.Errorf("%q: %v, %v", typed, got, err)
		}
	}
	cost := func(phc string) string { return strings.Join(strings.Split(phc, "$")[:4], "$") }
	if cost(h.Nobody()) != cost(phc) {
		t.Errorf("nobody's costs %s, anybody's %s", cost(h.Nobody()), cost(phc))
	}
	if got, err := h.Matches(t.Context(), "correct horse", h.Nobody()); err != nil || got {
		t.Errorf("nobody's: %v, %v", got, err)
	}
}

func TestWhatIsNoHash(t *testing.T) {
	t.Parallel()
	if _, err := argon.New(argon.Cost{Memory: 64}); err == nil {
		t.Error("a cost without passes was taken")
	}
	h := hasher(t, cheap)
	for _, phc := range []string{
		"", "plain", "$argon2i$v=19$m=64,t=1,p=1$AA$AA", "$argon2id$v=16$m=64,t=1,p=1$AA$AA", "$argon2id$v=19$m=64,t=1,p=1$AA$",
		"$argon2id$v=19$m=64$AA$AA", "$argon2id$v=19$m=64,t=1,p=1$!$AA", "$argon2id$v=19$m=64,t=1,p=1$AA$!",
	} {
		if got, err := h.Matches(t.Context(), "", phc); err == nil || got {
			t.Errorf("%q: %v, %v", phc, got, err)
		}
	}
}

// Whoever waits for a slot gives up with its context, and hashes nothing.
func TestWhoeverIsGoneHashesNothing(t *testing.T) {
	t.Parallel()
	h := hasher(t, cheap)
	free := h.Occupy()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.Hash(gone, "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("hash: %v", err)
	}
	if _, err := h.Matches(gone, "x", h.Nobody()); !errors.Is(err, context.Canceled) {
		t.Errorf("matches: %v", err)
	}
	free()
	if _, err := h.Hash(t.Context(), "x"); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
