package deposit

import (
	"math"

	"krapao/internal/id"
)

// NewReference returns 15 lower-case characters. The epoch of the store comes first, so that a restored store never
// reuses a reference. 45 random bits follow, so that none can be guessed. The end is a keyed check of both: by it we
// recognise a reference as ours even if the books have lost it.
func (s *Service) NewReference() string {
	stem := s.epoch() + id.Lower(referenceLength-referenceCheck-2)
	return stem + s.checkOf(stem)
}

const (
	referenceLength = 15
	referenceCheck  = 4
)

// checkOf returns the end of a reference that begins with stem. It can't be computed without the master key.
func (s *Service) checkOf(stem string) string {
	return s.box.Index("qr_order.reference", stem)[:referenceCheck]
}

// GaveOut reports whether this store hands out the reference in its present epoch.
func (s *Service) GaveOut(reference string) bool {
	if len(reference) != referenceLength || reference[:2] != s.epoch() {
		return false
	}
	stem := reference[:referenceLength-referenceCheck]
	return reference == stem+s.checkOf(stem)
}

// epoch is the beginning of every reference that the store hands out now.
func (s *Service) epoch() string { return s.books.Reference(math.MaxInt64)[:2] }
