package member_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/member"
	"krapao/member/membertest"
)

// TestRegistrationsAreKeptByTheHour: hours and days have the same members before and after the hours are kept, and who registers
// later is in them at once. A kept hour is read instead of its members.
func TestRegistrationsAreKeptByTheHour(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		now := w.Store.Now().Truncate(time.Hour)
		ago := []time.Duration{
			100*24*time.Hour + 30*time.Minute, 100 * 24 * time.Hour, 40 * 24 * time.Hour, 39*24*time.Hour + time.Minute, 5 * time.Hour,
			3 * time.Hour, 3*time.Hour - time.Minute, 0,
		}
		register := func(n int, at time.Time) {
			t.Helper()
			id, err := w.Members.Register(t.Context(), membertest.Somebody(n), membertest.Proof)
			if err != nil {
				t.Fatal(err)
			}
			w.Exec(t, fmt.Sprintf(`UPDATE member SET created_at = %d WHERE id = '%s'`, clock.MicrosOf(at), id))
		}
		for n, before := range ago {
			register(n, now.Add(-before))
		}
		read := func(days bool) []member.Registrations {
			t.Helper()
			list, err := w.Members.Registrations(t.Context(), clock.Day(now).Add(-200*24*time.Hour), now.Add(time.Hour), days)
			if err != nil {
				t.Fatal(err)
			}
			return list
		}
		kept := func(want int) {
			t.Helper()
			if n, err := w.Members.KeepRegistrations(t.Context()); err != nil || n != want {
				t.Errorf("%d hours are kept, want %d: %v", n, want, err)
			}
		}
		w.Exec(t, `DELETE FROM registration_hour`)
		w.Exec(t, `UPDATE registration_mark SET upto = 0`)
		hours, days := read(false), read(true)
		if len(hours) != 7 || hours[0].Members != 1 || hours[1].Begins != now.Add(-100*24*time.Hour) {
			t.Fatalf("the hours are %v", hours)
		}
		kept(6) // of the present hour nothing yet
		kept(0)
		if now, then := read(false), read(true); !slices.Equal(now, hours) || !slices.Equal(then, days) {
			t.Errorf("kept, the hours are %v, and the days %v; they were %v and %v", now, then, hours, days)
		}
		register(100, now.Add(-time.Hour))
		w.Exec(t, fmt.Sprintf(`UPDATE member SET created_at = 1 WHERE created_at < %d`, clock.MicrosOf(now.Add(-50*24*time.Hour))))
		later := read(false)
		if len(later) != 8 || later[6] != (member.Registrations{Begins: now.Add(-time.Hour), Members: 1}) || later[0] != hours[0] {
			t.Errorf("with one more, the hours are %v", later)
		}
	})
}
