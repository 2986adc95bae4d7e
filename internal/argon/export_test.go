package argon

// Occupy takes every slot for hashing, so that the next one waits.
func (h *Hasher) Occupy() (free func()) {
	for range cap(h.slots) {
		h.slots <- struct{}{}
	}
	return func() {
		for range cap(h.slots) {
			<-h.slots
		}
	}
}
