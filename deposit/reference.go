package deposit

import (
	"math"

	"krapao/internal/id"
	"krapao/internal/secret"
)

// References makes the references of codes, links and declared transfers, and knows them again.
type References struct {
	books Books
	box   *secret.Box
}

// NewReference returns 15 lower-case characters. The epoch of the store comes first, so that a restored store never
// reuses a reference. 45 random bits follow, so that none can be guessed. The end is a keyed check of both: by it we
// recognise a reference as ours even if the books have lost it.
func (r References) NewReference() string {
	stem := r.epoch() + id.Lower(referenceLength-referenceCheck-2)
	return stem + r.checkOf(stem)
}

const (
	referenceLength = 15
	referenceCheck  = 4
)

// checkOf returns the end of a reference that begins with stem. It can't be computed without the master key.
func (r References) checkOf(stem string) string {
	return r.box.Index("qr_order.reference", stem)[:referenceCheck]
}

// GaveOut reports whether this store hands out the reference in its present epoch.
func (r References) GaveOut(reference string) bool {
	return r.GaveOutOnce(reference) && reference[:2] == r.epoch()
}

// GaveOutOnce reports whether a store with this one's keys handed out the reference, in whichever epoch: a restored store asks
// about those of before.
func (r References) GaveOutOnce(reference string) bool {
	if len(reference) != referenceLength {
		return false
	}
	stem := reference[:referenceLength-referenceCheck]
	return reference == stem+r.checkOf(stem)
}

// epoch is the beginning of every reference that the store hands out now.
func (r References) epoch() string { return r.books.Reference(math.MaxInt64)[:2] }
