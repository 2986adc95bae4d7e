package ledger

import (
	"strconv"
	"strings"
)

// alphabet is lower-case Crockford base32: no i, l, o, u, nothing to confuse when read aloud.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

const (
	epochLength     = 2
	referenceLength = epochLength + 13
)

// epoch says which two characters begin the references of the transfers from first on.
type epoch struct {
	first ID
	code  int64
}

// String is the number as text, for keys and logs.
func (id ID) String() string { return strconv.FormatInt(int64(id), 10) }

// Reference is what the outside gets and the wire shows: the store's epoch and the id, 15 characters of base32.
func (l *Ledger) Reference(id ID) string {
	e := epochAt(*l.epochs.Load(), id)
	return base32(e.code, epochLength) + base32(int64(id), referenceLength-epochLength)
}

// ParseReference reads a reference back, and refuses what this ledger did not give out.
func (l *Ledger) ParseReference(s string) (ID, bool) {
	if len(s) != referenceLength {
		return 0, false
	}
	var n uint64
	for _, c := range s[epochLength:] {
		digit := strings.IndexRune(alphabet, c)
		if digit < 0 || n>>59 != 0 {
			return 0, false
		}
		n = n<<5 | uint64(digit)
	}
	id := ID(n)
	return id, id > 0 && l.Reference(id) == s
}

func base32(n int64, length int) string {
	var b [referenceLength]byte
	for i := length - 1; i >= 0; i-- {
		b[i] = alphabet[n&31]
		n >>= 5
	}
	return string(b[:length])
}

// epochAt is the epoch that an id was made in; epochs are sorted and never empty.
func epochAt(epochs []epoch, id ID) epoch {
	e := epochs[0]
	for _, next := range epochs[1:] {
		if id >= next.first {
			e = next
		}
	}
	return e
}
