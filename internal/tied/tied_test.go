package tied_test

import (
	"fmt"
	"slices"
	"testing"

	"krapao/internal/tied"
)

// TestCountsOnAnyPage: whatever the size of the pages, the first pair of each key has how many members have it, and no other pair
// has a number. A key is counted at most once on each page.
func TestCountsOnAnyPage(t *testing.T) {
	t.Parallel()
	members := map[string]int{"a": 1, "b": 3, "c": 1, "d": 2, "e": 7, "f": 1, "g": 4}
	var all []tied.Pair
	for _, key := range []string{"a", "b", "c", "d", "e", "f", "g"} {
		for n := range members[key] {
			all = append(all, tied.Pair{Key: key, Member: fmt.Sprint("m", n)})
		}
	}
	for most := 1; most <= len(all)+1; most++ {
		var got []tied.Pair
		for at := (tied.Cursor{}); ; {
			page := slices.Clone(all[len(got):min(len(got)+most, len(all))])
			counted := 0
			page, err := tied.Counts("pairs", page, at, most, func(key string) (int64, error) {
				counted++
				return int64(members[key]), nil
			})
			if err != nil || counted > 1 {
				t.Fatalf("pages of %d: %d keys were counted: %v", most, counted, err)
			}
			got = append(got, page...)
			if len(page) < most {
				break
			}
			at = page[len(page)-1].After()
		}
		for n, p := range got {
			want := int64(0)
			if p.Member == "m0" {
				want = int64(members[p.Key])
			}
			if p.Members != want {
				t.Errorf("pages of %d: pair %d, %s of %s, has %d members, want %d", most, n, p.Member, p.Key, p.Members, want)
			}
		}
	}
}
