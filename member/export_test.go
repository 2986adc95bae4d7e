package member

// OccupyHasher takes every slot for hashing, so that whoever needs one waits.
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

// DummyHash is what is compared where there is no member.
func (s *Service) DummyHash() string { return s.hasher.dummy }
