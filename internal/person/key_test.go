package person_test

import (
	"slices"
	"testing"

	"krapao/internal/person"
)

// whole are the groups of pairs whose names are written in full on both sides: where they are one person's, one key has to
// find both.
var whole = []string{
	"case, spaces, punctuation", "what is not seen", "Latin letters", "Thai, typed in several ways", "Lao, typed in several ways",
	"Thai titles", "Lao titles", "a name that begins like a title", "in brackets",
}

func TestOneNameHasOneKey(t *testing.T) {
	t.Parallel()
	for _, group := range whole {
		for _, p := range pairs[group] {
			a, b := person.Parse(p.registered).Keys(), person.Parse(p.shown).Keys()
			if meet(a, b) != (p.want == same) {
				t.Errorf("%s: %q and %q are %v by keys %q and %q", group, p.registered, p.shown, p.want, a, b)
			}
		}
	}
}

func meet(a, b []string) bool {
	return slices.ContainsFunc(a, func(key string) bool { return slices.Contains(b, key) })
}

// An initial is a name in the index, too: members who type it in the same way are linked.
func TestAnInitialHasAKey(t *testing.T) {
	t.Parallel()
	for _, one := range []string{"MISS ANNA A", "anna a.", "MRSANNA A", "AN\u200bNA A"} {
		if keys := person.Parse(one).Keys(); !slices.Contains(keys, "ANNAA") {
			t.Errorf("%q has %q", one, keys)
		}
	}
}

func TestWhatHasNoLetterIsNoName(t *testing.T) {
	t.Parallel()
	for _, written := range []string{
		"", " ", "\u200b", "\u2800", "\u3164", "\u202e\u202c", "...", "***", "12", "\ufe0f", "\x1b", "\u0301", "\u0e48",
	} {
		if n := person.Parse(written); !n.Empty() || n.Keys() != nil {
			t.Errorf("%q is taken for a name: %q", written, n.Keys())
		}
	}
}

// A comparison takes less than 5 µs. The slowest compare different names with rare titles.
func BenchmarkCompare(b *testing.B) {
	for _, p := range []pair{
		{"นางสาวน้ำฝน ใจดีมีสุข", "น.ส. น้ำฝน ใ", same},
		{"MR SOMCHAI JAIDEE", "Mr. Somchai J", same},
		{"พันตำรวจเอก สมชาย ใจดี", "พ.ต.อ.สมชาย ใจร้าย", different},
		{"ທ້າວ ສົມສີ ພົມມະ", "ທ. ສົມໃຈ ພົມມະ", different},
		{"José García", "MR JOSE G", same},
	} {
		b.Run(p.want.String()+" "+p.shown, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if person.Compare(p.registered, p.shown) != p.want {
					b.Fatal("another verdict")
				}
			}
		})
	}
}
