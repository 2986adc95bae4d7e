package httpx

import (
	"bytes"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/httpx/strictjson"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

func testIndex(t *testing.T) index {
	t.Helper()
	box, err := secret.FromMaster(bytes.Repeat([]byte{7}, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	return box.Index
}

// A fingerprint that an earlier version stored plainly is still the same call's. After one run of the task no plain hash is
// left, neither of a kept answer nor of a run under way. A node of that version may go on writing; the next run keys that, too.
func TestNoPlainFingerprintStays(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		s = storetest.OpenAt(t, s.Engine(), clock.NewFake(time.Now()))
		ctx := t.Context()
		before := newAnswers(s, testIndex(t)) // it stores fingerprints as it gets them, as the earlier version did
		now := newAnswers(s, testIndex(t))
		plain := strictjson.Fingerprint(map[string]any{"newPassword": "guessed", "oldPassword": "before"})
		write := func(scope string, kept bool) {
			r, _, err := before.begin(ctx, scope, plain, nil)
			if err == nil && kept {
				err = before.finish(ctx, r, answer{200, "done"}, keepKeyed)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		const many = 2*keyBatch + 1
		for n := range many {
			write(string(rune('a'+n%26))+time.Duration(n).String(), true)
		}
		write("running", false)
		same := func(scope string) *standing {
			_, st, err := now.begin(ctx, scope, now.index.keyed(plain), nil)
			if err != nil || st == nil || st.request != now.index.keyed(plain) {
				t.Fatalf("%s: not the same call: %+v, %v", scope, st, err)
			}
			return st
		}
		if same("a0s").finished == nil || !same("running").running {
			t.Error("a plain row is not what it was")
		}
		if n, err := now.keyOld(ctx); err != nil || n != many+1 {
			t.Fatalf("%d keyed, %v", n, err)
		}
		var left int
		const plainRows = "SELECT count(*) FROM http_answer WHERE request = $1 OR request NOT LIKE 'k1:%'"
		if err := s.DB().QueryRowContext(ctx, plainRows, plain).Scan(&left); err != nil || left != 0 {
			t.Errorf("%d plain rows are left, %v", left, err)
		}
		if same("a0s").finished == nil || !same("running").running {
			t.Error("a keyed row is not what it was")
		}
		write("later", true)
		if n, err := now.keyOld(ctx); err != nil || n != 1 {
			t.Errorf("%d keyed, %v", n, err)
		}
		another := now.index.keyed(strictjson.Fingerprint("another"))
		if _, st, err := now.begin(ctx, "later", another, nil); err != nil || st == nil || st.request == another {
			t.Errorf("another body is the same call: %+v, %v", st, err)
		}
	})
}
