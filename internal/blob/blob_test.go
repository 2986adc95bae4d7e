package blob_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"krapao/internal/blob"
	"krapao/internal/clock"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

func TestAFileIsThereWithItsRowAndGoneAfterItsTime(t *testing.T) {
	t.Parallel()
	begin := time.Date(2026, 11, 21, 1, 0, 0, 0, time.UTC)
	storetest.EachAt(t, begin, func(t *testing.T, s *store.Store, now *clock.Fake) {
		ctx := t.Context()
		box, err := secret.FromMaster(bytes.Repeat([]byte{3}, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		b := blob.New(s, box, blob.Places{})
		content := bytes.Repeat([]byte("canary picture "), 10_000)
		sealed, err := b.Put(ctx, content)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Open(ctx, "somebody", sealed.ID); !errors.Is(err, blob.ErrGone) {
			t.Errorf("before it was put: %v", err)
		}
		rolledBack := errors.New("rolled back")
		put := func(end error) error {
			return s.Write(ctx, func(tx *store.Tx) error {
				if err := b.AddTx(ctx, tx, sealed, time.Hour); err != nil {
					return err
				}
				return end
			})
		}
		if err := put(rolledBack); !errors.Is(err, rolledBack) {
			t.Fatal(err)
		}
		if _, err := b.Open(ctx, "somebody", sealed.ID); !errors.Is(err, blob.ErrGone) {
			t.Errorf("after a rollback: %v", err)
		}
		if err := put(nil); err != nil {
			t.Fatal(err)
		}
		if got, err := b.Open(ctx, "somebody", sealed.ID); err != nil || !bytes.Equal(got, content) {
			t.Errorf("%d bytes, %v", len(got), err)
		}
		stored(t, s, sealed.ID)
		now.Advance(time.Hour)
		if _, err := b.Open(ctx, "somebody", sealed.ID); !errors.Is(err, blob.ErrGone) {
			t.Errorf("after its time: %v", err)
		}
		if err := b.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		var left int
		if err := s.DB().QueryRowContext(ctx, "SELECT COUNT(*) FROM blob").Scan(&left); err != nil || left != 0 {
			t.Errorf("%d left, %v", left, err)
		}
	})
}

// stored checks that the database does not hold the picture in plain form, and that a file does not open under another id.
func stored(t *testing.T, s *store.Store, id string) {
	t.Helper()
	var text string
	if err := s.DB().QueryRowContext(context.Background(), "SELECT sealed FROM blob WHERE id = $1", id).Scan(&text); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(text, "canary") {
		t.Error("the picture stands in plain text")
	}
	err := s.Write(context.Background(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(context.Background(),
			"INSERT INTO blob SELECT 'ANOTHER', size, sealed, created_at, expires_at, '', '', '' FROM blob WHERE id = $1", id)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	box, err := secret.FromMaster(bytes.Repeat([]byte{3}, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	b := blob.New(s, box, blob.Places{})
	if _, err := b.Open(context.Background(), "somebody", "ANOTHER"); !errors.Is(err, secret.ErrSealed) {
		t.Errorf("a file opens in another's place: %v", err)
	}
}

// TestAFileIsOpenedOnce: it stays in the cache while it is among the last that were read, and not after it expired.
func TestAFileIsOpenedOnce(t *testing.T) {
	t.Parallel()
	begin := time.Date(2026, 11, 21, 1, 0, 0, 0, time.UTC)
	storetest.EachAt(t, begin, func(t *testing.T, s *store.Store, now *clock.Fake) {
		ctx := t.Context()
		box, err := secret.FromMaster(bytes.Repeat([]byte{3}, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		b := blob.New(s, box, blob.Places{})
		put := func(content []byte) string {
			t.Helper()
			sealed, err := b.Put(ctx, content)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Write(ctx, func(tx *store.Tx) error { return b.AddTx(ctx, tx, sealed, time.Hour) }); err != nil {
				t.Fatal(err)
			}
			return sealed.ID
		}
		change := func(sql, id string) {
			t.Helper()
			if err := s.Write(ctx, func(tx *store.Tx) error {
				_, err := tx.ExecContext(ctx, sql, id)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		const unreadable = "UPDATE blob SET sealed = 'x' WHERE id = $1"
		first, dropped, large := put([]byte("first")), put([]byte("second")), put(make([]byte, 1<<20+1))
		for _, id := range []string{first, dropped, large} {
			if _, err := b.Open(ctx, "somebody", id); err != nil {
				t.Fatal(err)
			}
		}
		change(unreadable, first)
		for range 3 {
			if got, err := b.Open(ctx, "somebody", first); err != nil || string(got) != "first" {
				t.Errorf("opened again: %q, %v", got, err)
			}
		}
		change(unreadable, large)
		if _, err := b.Open(ctx, "somebody", large); err == nil {
			t.Error("a file that is too large was kept")
		}
		change("DELETE FROM blob WHERE id = $1", dropped)
		if _, err := b.Open(ctx, "somebody", dropped); !errors.Is(err, blob.ErrGone) {
			t.Errorf("it is gone, and opens: %v", err)
		}
		for i := range 64 { // others are read, and it is forgotten
			if _, err := b.Open(ctx, "somebody", put([]byte{byte(i)})); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := b.Open(ctx, "somebody", first); err == nil {
			t.Error("files are kept without end")
		}
		last := put([]byte("last"))
		if _, err := b.Open(ctx, "somebody", last); err != nil {
			t.Fatal(err)
		}
		now.Advance(time.Hour)
		if _, err := b.Open(ctx, "somebody", last); !errors.Is(err, blob.ErrGone) {
			t.Errorf("after its time: %v", err)
		}
	})
}
