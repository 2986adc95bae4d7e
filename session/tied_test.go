package session_test

import (
	"fmt"
	"testing"
	"time"

	"krapao/session"
)

// TestAnAddressLinksFewMembers: those who logged in from it within seven days, if they are no more than five. From a carrier's
// address come more.
func TestAnAddressLinksFewMembers(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		from := func(member, address string) {
			t.Helper()
			o := session.Opening{Audience: session.Member, Subject: member, Stamp: 1, Address: address}
			if _, err := b.Open(t.Context(), o); err != nil {
				t.Fatal(err)
			}
		}
		shares := func(what, member string, want bool) {
			t.Helper()
			if got, err := b.SharesAddress(t.Context(), member); err != nil || got != want {
				t.Errorf("%s: %v, %v", what, got, err)
			}
		}
		from("A", "203.0.113.7")
		from("A", "203.0.113.7")
		shares("alone", "A", false)
		from("B", "203.0.113.8")
		shares("elsewhere", "A", false)
		from("B", "203.0.113.7")
		shares("two", "A", true)
		shares("the other", "B", true)
		from("C", "2001:db8::1")
		from("D", "2001:db8::ffff")
		shares("one network", "C", true)
		for n := range 3 {
			from(fmt.Sprint("E", n), "203.0.113.7")
		}
		shares("five", "A", true)
		from("F", "203.0.113.7")
		shares("six", "A", false)
		b.clock.Advance(7*24*time.Hour + time.Second)
		shares("long ago", "C", false)
		from("C", "2001:db8::1")
		shares("the other one long ago", "C", false)
	})
}
