package password

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
	return s.phc(memberID, Stored{Sealed: sealed})
}

// DummyHash returns the hash that is compared where there is no member.
func (s *Service) DummyHash() string { return s.hasher.dummy }
