package member_test

import (
	"slices"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/member"
	"krapao/member/membertest"
)

// TestMembersInBrief: each with its name and how it stands, in one statement however many they are. Who is nobody is left out.
func TestMembersInBrief(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		ctx := t.Context()
		states := []string{"active", "shut out", "deactivated", "closed"}
		var ids []string
		for n := range states {
			ids = append(ids, w.Register(t, n+1))
		}
		now := w.Store.Now()
		w.Exec(t, `UPDATE member_state SET break_until = $1 WHERE member = $2`, clock.MicrosOf(now.Add(time.Hour)), ids[1])
		w.Exec(t, `UPDATE member SET active = FALSE WHERE id IN ($1, $2)`, ids[2], ids[3])
		for n, kind := range []string{"close", "reactivate", "close"} {
			w.Exec(t, `INSERT INTO protection_event (id, member, kind, until, decided_by, at) VALUES ($1, $2, $3, 0, '', $4)`,
				kind+string(rune('a'+n)), ids[3], kind, clock.MicrosOf(now.Add(time.Duration(n)*time.Second)))
		}
		asked := append([]string{"NOBODY"}, ids...)
		if _, err := w.Members.Briefs(ctx, asked...); err != nil { // which prepares it
			t.Fatal(err)
		}
		before := w.Store.Statements()
		found, err := w.Members.Briefs(ctx, asked...)
		if took := w.Store.Statements() - before; err != nil || len(found) != len(ids) || took != 1 {
			t.Fatalf("%+v, %v, in %d statements", found, err, took)
		}
		for _, m := range found {
			at := slices.Index(ids, m.ID)
			want := member.Brief{ID: ids[at], Username: membertest.Somebody(at + 1).Username, Name: "สมชาย ใจดี", State: states[at]}
			if m != want {
				t.Errorf("%+v, want %+v", m, want)
			}
		}
		if none, err := w.Members.Briefs(ctx); err != nil || len(none) != 0 {
			t.Errorf("of nobody: %+v, %v", none, err)
		}
	})
}
