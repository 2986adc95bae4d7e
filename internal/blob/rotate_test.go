package blob_test

import (
	"bytes"
	"testing"
	"time"

	"krapao/internal/blob"
	"krapao/internal/keyring"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// A rotation of the database's keys seals the keys of files anew, and touches no file outside.
func TestARotationLeavesFilesAlone(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		masters := keyring.Masters{1: bytes.Repeat([]byte{1}, secret.KeySize)}
		before, err := keyring.Open(ctx, s, masters)
		if err != nil {
			t.Fatal(err)
		}
		places := blob.Places{New: blob.InFolder, All: map[string]blob.Place{blob.InFolder: blob.Folder{Dir: t.TempDir()}}}
		b := blob.New(s, before.Box, places)
		file, err := b.Put(ctx, []byte("content"))
		if err == nil {
			err = s.Write(ctx, func(tx *store.Tx) error { return b.AddTx(ctx, tx, file, 100*time.Hour) })
		}
		if err != nil {
			t.Fatal(err)
		}
		row := func() (address string, version uint32) {
			var key string
			row := s.DB().QueryRowContext(ctx, "SELECT address, key_sealed FROM blob WHERE id = $1", file.ID)
			if err := row.Scan(&address, &key); err != nil {
				t.Fatal(err)
			}
			version, _ = secret.SealedUnder(key)
			return address, version
		}
		stored, _ := row()
		masters[2] = bytes.Repeat([]byte{2}, secret.KeySize)
		ring, err := keyring.Open(ctx, s, masters)
		if err != nil {
			t.Fatal(err)
		}
		for rotation := ring.Rotate(); ; {
			p, err := rotation.Turn(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if p.Done {
				break
			}
			<-time.After(p.Next())
		}
		alone, err := keyring.Open(ctx, s, keyring.Masters{2: masters[2]})
		if err != nil {
			t.Fatal(err)
		}
		got, err := blob.New(s, alone.Box, places).Open(ctx, "somebody", file.ID)
		if address, version := row(); err != nil || string(got) != "content" || address != stored || version != alone.Box.Version() {
			t.Errorf("%q at %s, its key sealed under version %d, %v", got, address, version, err)
		}
	})
}
