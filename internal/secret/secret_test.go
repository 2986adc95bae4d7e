package secret_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"krapao/internal/secret"
)

func key(fill byte) []byte { return bytes.Repeat([]byte{fill}, secret.KeySize) }

func box(t *testing.T, version uint32, encryption map[uint32][]byte) *secret.Box {
	t.Helper()
	b, err := secret.New(secret.Keys{Version: version, Encryption: encryption, Index: key(9)})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var here = secret.Row{Table: "member", Column: "bank_account_no", ID: "A"}

func TestSealedTextOpensOnlyInItsPlace(t *testing.T) {
	t.Parallel()
	b := box(t, 1, map[uint32][]byte{1: key(1)})
	sealed, err := b.Seal(here, "1234567890")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(sealed, "1234567890") {
		t.Fatal("the plaintext shows")
	}
	if got, err := b.Open(here, sealed); err != nil || got != "1234567890" {
		t.Fatalf("own row: %q, %v", got, err)
	}
	for name, row := range map[string]secret.Row{
		"another member's row": {Table: here.Table, Column: here.Column, ID: "B"},
		"another column":       {Table: here.Table, Column: "name", ID: here.ID},
		"another table":        {Table: "game", Column: here.Column, ID: here.ID},
		"parts run together":   {Table: here.Table + here.Column, Column: "", ID: here.ID},
	} {
		if got, err := b.Open(row, sealed); !errors.Is(err, secret.ErrSealed) || got != "" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestEveryChangedByteIsRefused(t *testing.T) {
	t.Parallel()
	b := box(t, 1, map[uint32][]byte{1: key(1)})
	sealed, err := b.Seal(here, "secret")
	if err != nil {
		t.Fatal(err)
	}
	raw, _ := base64.RawStdEncoding.DecodeString(sealed)
	for i := range raw {
		changed := bytes.Clone(raw)
		changed[i] ^= 1
		if _, err := b.Open(here, base64.RawStdEncoding.EncodeToString(changed)); !errors.Is(err, secret.ErrSealed) {
			t.Fatalf("byte %d changed: %v", i, err)
		}
	}
	for _, text := range []string{"", "plain", sealed[:40], sealed + "AAAA", "รหัส"} {
		if _, err := b.Open(here, text); !errors.Is(err, secret.ErrSealed) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestSameValueNeverLooksTheSame(t *testing.T) {
	t.Parallel()
	b := box(t, 1, map[uint32][]byte{1: key(1)})
	one, _ := b.Seal(here, "x")
	two, _ := b.Seal(here, "x")
	if one == two {
		t.Error("two sealings of one value are equal")
	}
}

func TestKeysRotate(t *testing.T) {
	t.Parallel()
	former := box(t, 1, map[uint32][]byte{1: key(1)})
	now := box(t, 2, map[uint32][]byte{1: key(1), 2: key(2)})
	old, err := former.Seal(here, "x")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := now.Open(here, old); err != nil || got != "x" {
		t.Errorf("old text: %q, %v", got, err)
	}
	fresh, err := now.Seal(here, "x")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := former.Open(here, fresh); !errors.Is(err, secret.ErrSealed) {
		t.Errorf("without the key: %v", err)
	}
}

func TestBlindIndex(t *testing.T) {
	t.Parallel()
	b := box(t, 1, map[uint32][]byte{1: key(1)})
	other, err := secret.New(secret.Keys{Version: 1, Encryption: map[uint32][]byte{1: key(1)}, Index: key(8)})
	if err != nil {
		t.Fatal(err)
	}
	if again := box(t, 1, map[uint32][]byte{1: key(2)}); b.Index("bank", "1") != again.Index("bank", "1") {
		t.Error("equal values differ")
	}
	for name, index := range map[string]string{
		"another value": b.Index("bank", "2"),
		"another kind":  b.Index("phone", "1"),
		"run together":  b.Index("ban", "k1"),
		"another key":   other.Index("bank", "1"),
	} {
		if index == b.Index("bank", "1") {
			t.Errorf("%s has the same index", name)
		}
	}
}

func TestKeysAreChecked(t *testing.T) {
	t.Parallel()
	for name, keys := range map[string]secret.Keys{
		"no key":          {Version: 1, Index: key(1)},
		"version 0":       {Encryption: map[uint32][]byte{0: key(1)}, Index: key(1)},
		"short key":       {Version: 1, Encryption: map[uint32][]byte{1: key(1)[:16]}, Index: key(1)},
		"short former":    {Version: 1, Encryption: map[uint32][]byte{1: key(1), 2: key(1)[:1]}, Index: key(1)},
		"short index key": {Version: 1, Encryption: map[uint32][]byte{1: key(1)}, Index: key(1)[:31]},
	} {
		if _, err := secret.New(keys); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	if _, err := secret.FromMaster(key(1)[:31]); err == nil {
		t.Error("a short master key was taken")
	}
	if _, err := secret.FromMaster(key(1)); err != nil {
		t.Error(err)
	}
}
