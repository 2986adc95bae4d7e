package deposit

import (
	"math"

	"krapao/internal/id"
)

// NewReference is 15 lower-case characters: the store's epoch, so that a restored store never reuses one, 45 random bits, so that
// none can be guessed, and a keyed check of both, by which a reference that the books have lost is still known as ours.
func (s *Service) NewReference() string {
	stem := s.epoch() + id.Lower(referenceLength-referenceCheck-2)
	return stem + s.checkOf(stem)
}

const (
	referenceLength = 15
	referenceCheck  = 4
)

// checkOf is the end of a reference that begins so. Only who has the master key can tell it.
func (s *Service) checkOf(stem string) string {
	return s.box.Index("qr_order.reference", stem)[:referenceCheck]
}

// GaveOut reports whether a reference is one that this store gives out now.
func (s *Service) GaveOut(reference string) bool {
	if len(reference) != referenceLength || reference[:2] != s.epoch() {
		return false
	}
	stem := reference[:referenceLength-referenceCheck]
	return reference == stem+s.checkOf(stem)
}

// epoch is the beginning of every reference that the store gives out now.
func (s *Service) epoch() string { return s.books.Reference(math.MaxInt64)[:2] }
