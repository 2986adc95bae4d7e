package approval_test

import (
	"slices"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/withdraw"
	"krapao/withdraw/withdrawtest"
)

// TestLinksSendToReview: a device that is shared does until a person has approved a withdrawal since, an address until a
// person has approved any, and a strongly linked member while a withdrawal of its own waits for a person. Where the house
// looks at no links of the first two kinds, they do not.
func TestLinksSendToReview(t *testing.T) {
	t.Parallel()
	withdrawtest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := withdrawtest.New(t, s, withdrawtest.Options{
			Clock: now, NoCallbacks: true, Still: true, Settings: `{"requiredPlayPercent": 0, "reviewFirst": false}`,
		})
		anna, bert := w.Member(5_000*baht), w.Member(5_000*baht)
		reviewed := func(m string, want ...withdraw.Why) string {
			t.Helper()
			now.Advance(time.Minute)
			r := w.Request(m, 100*baht).Reference
			w.Settle(r)
			x := w.Find(r)
			state := withdraw.Sending
			if len(want) > 0 {
				state = withdraw.Review
			}
			if x.State != state || !slices.Equal(x.Why, want) {
				t.Errorf("it is %s because of %q, want %q", x.State, x.Why, want)
			}
			return r
		}
		approve := func(reference string) {
			t.Helper()
			if err := w.Approve(reference); err != nil {
				t.Fatal(err)
			}
		}
		reviewed(anna)
		w.Links.Address = true
		address := reviewed(anna, "shared address")
		w.Links.Device = now.Now()
		device := reviewed(anna, "shared device", "shared address")
		approve(address)
		reviewed(anna)
		w.Links.Device = now.Now().Add(time.Second)
		again := reviewed(anna, "shared device")
		w.Links.Strong = map[string][]string{bert: {anna}, anna: {bert}}
		w.Links.Device, w.Links.Address = time.Time{}, false
		linked := reviewed(bert, "linked member in review")
		for _, r := range []string{device, again} {
			approve(r)
		}
		reviewed(bert)
		reviewed(anna, "linked member in review")
		approve(linked)
	})
}

// TestAHouseMayLookAtNoLinks: everybody of a demo shares one machine. Who is strongly linked is looked at all the same.
func TestAHouseMayLookAtNoLinks(t *testing.T) {
	t.Parallel()
	withdrawtest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := withdrawtest.New(t, s, withdrawtest.Options{
			Clock: now, NoCallbacks: true, Still: true,
			Settings: `{"requiredPlayPercent": 0, "reviewFirst": false, "reviewLinks": false}`,
		})
		w.Links.Address, w.Links.Device = true, now.Now()
		r := w.Request(w.Member(500*baht), 100*baht).Reference
		w.Settle(r)
		if x := w.Find(r); x.State != withdraw.Sending {
			t.Errorf("it is %s because of %q", x.State, x.Why)
		}
	})
}

// TestAMemberUnderReview: no withdrawal of it is paid automatically, whatever its amount, and others' are.
func TestAMemberUnderReview(t *testing.T) {
	t.Parallel()
	withdrawtest.EachWithClock(t, func(t *testing.T, s *store.Store, now *clock.Fake) {
		w := withdrawtest.New(t, s, withdrawtest.Options{
			Clock: now, NoCallbacks: true, Still: true, Settings: `{"requiredPlayPercent": 0, "reviewFirst": false}`,
		})
		anna, bert := w.Member(500*baht), w.Member(500*baht)
		w.Flags[anna] = true
		for member, want := range map[string]withdraw.State{anna: withdraw.Review, bert: withdraw.Sending} {
			r := w.Request(member, 100*baht).Reference
			w.Settle(r)
			if x := w.Find(r); x.State != want || slices.Contains(x.Why, "member under review") != (want == withdraw.Review) {
				t.Errorf("it is %s because of %q, want %s", x.State, x.Why, want)
			}
		}
	})
}
