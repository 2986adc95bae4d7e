package bucket_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"krapao/connect/bucket"
	"krapao/fault"
	"krapao/internal/blob"
	"krapao/internal/blob/blobtest"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// timeout is that of one call.
const timeout = 2 * time.Second

func open(t *testing.T, s *sandboxtest.Sandbox, path string, change func(*bucket.Config)) *bucket.Bucket {
	t.Helper()
	known := sandbox.DemoCredentials().Bucket
	settings := s.Outbound(timeout)
	settings.FailureThreshold = 1000
	c := bucket.Config{URL: s.URL + path, Region: "us-east-1", Key: known.Key, Secret: known.Secret, Outbound: settings}
	if change != nil {
		change(&c)
	}
	b, err := bucket.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestConformance(t *testing.T) {
	t.Parallel()
	for name, path := range map[string]string{"bucket": "/uploads", "prefix": "/uploads/of/ours/"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			blobtest.Run(t, func(t *testing.T) blobtest.Bench {
				s := sandboxtest.Start(t, sandboxtest.Options{Loopback: true})
				if name == "prefix" { // another's objects are none of ours
					if err := open(t, s, "/uploads/of", nil).Put(t.Context(), strings.Repeat("ab", 32), nil); err != nil {
						t.Fatal(err)
					}
				}
				return blobtest.Bench{Place: open(t, s, path, nil), Another: open(t, s, path, nil), Now: time.Now}
			})
		})
	}
}

func TestFilesInABucket(t *testing.T) {
	t.Parallel()
	blobtest.Files(t, blob.InS3, func(t *testing.T, c clock.Clock) blob.Place {
		return open(t, sandboxtest.Start(t, sandboxtest.Options{Clock: c}), "/uploads", nil)
	})
}

// Who has no right to the bucket is refused, and so is a bucket that does not exist; nothing counts as missing then.
func TestRefusals(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Options{Loopback: true})
	name := strings.Repeat("ab", 32)
	for what, b := range map[string]*bucket.Bucket{
		"another secret": open(t, s, "/uploads", func(c *bucket.Config) { c.Secret = "wrong" }),
		"another key":    open(t, s, "/uploads", func(c *bucket.Config) { c.Key = "wrong" }),
	} {
		_, err := b.Get(t.Context(), name)
		for _, err := range []error{err, b.Put(t.Context(), name, nil), b.Delete(t.Context(), name), b.Walk(t.Context(), nil)} {
			if err == nil || errors.Is(err, blob.ErrMissing) {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
	for _, address := range []string{"", "http://", "https://host.test", "https://host.test/", "no address"} {
		if _, err := bucket.New(bucket.Config{URL: address}); err == nil {
			t.Errorf("%q is taken for an address", address)
		}
	}
}

// A file that was stored when the answer got lost is stored once, under its address; reading is repeated, too. What never comes
// right is TRY_AGAIN, and no file counts as lost.
func TestFaults(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"down", "timeout", "lost_reply", "refuse", "cut_answer", "garbage"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				box := sandboxtest.Start(t, sandboxtest.Options{})
				place := open(t, box, "/uploads", nil)
				fails := func(op string, times int) {
					box.AddFault(sandboxtest.Fault{Target: "bucket", Op: op, Mode: mode, Count: times})
				}
				b := blob.New(s, blobtest.Box(t), blob.Places{New: blob.InS3, All: map[string]blob.Place{blob.InS3: place}})
				fails("move", 2)
				file, err := b.Put(t.Context(), []byte("content"))
				if err == nil {
					err = s.Write(t.Context(), func(tx *store.Tx) error { return b.AddTx(t.Context(), tx, file, time.Hour) })
				}
				if err != nil {
					t.Fatalf("two tries failed, the third did not: %v", err)
				}
				fails("check", 3)
				if _, err := b.Open(t.Context(), "somebody", file.ID); !fault.Is(err, fault.TRY_AGAIN) || errors.Is(err, blob.ErrLost) {
					t.Errorf("three tries failed: %v", err)
				}
				fails("check", 2)
				if got, err := b.Open(t.Context(), "somebody", file.ID); err != nil || string(got) != "content" {
					t.Errorf("two tries failed, the third did not: %q, %v", got, err)
				}
				if mode == "garbage" || mode == "cut_answer" {
					return // a Put whose answer is unreadable was accepted all the same
				}
				fails("move", 3)
				if _, err := b.Put(t.Context(), []byte("another")); !fault.Is(err, fault.TRY_AGAIN) {
					t.Errorf("three tries failed: %v", err)
				}
			})
		})
	}
}
