package member

import "testing"

// SealHolder seals a holder's name as a member's row has it.
func (s *Service) SealHolder(tb testing.TB, memberID, name string) string {
	tb.Helper()
	sealed, err := s.Secrets.Seal(nameRow(memberID), name)
	if err != nil {
		tb.Fatal(err)
	}
	return sealed
}

// OpenHolder opens a sealed name and counts its keys.
func (s *Service) OpenHolder(tb testing.TB, memberID, sealed string) int {
	tb.Helper()
	name, err := s.Secrets.Open(nameRow(memberID), sealed)
	if err != nil {
		tb.Fatal(err)
	}
	return len(s.holderKeys(name))
}

// OccupyHasher takes every slot for hashing, so that the next one waits.
func (s *Service) OccupyHasher() (free func()) {
	for range cap(s.hasher.slots) {
		s.hasher.slots <- struct{}{}
	}
	return func() {
		for range cap(s.hasher.slots) {
			<-s.hasher.slots
		}
	}
}

// PHC opens a sealed password.
func (s *Service) PHC(memberID, sealed string) (string, error) {
	return s.phc(memberID, storedPassword{sealed: sealed})
}

// DummyHash returns the hash that is compared where there is no member.
func (s *Service) DummyHash() string { return s.hasher.dummy }
