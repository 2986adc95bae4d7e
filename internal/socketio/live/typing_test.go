package live

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestSignsOfWritingAreApart: of the signs of one side within the gap, the first one counts; each side has its own.
func TestSignsOfWritingAreApart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := &Live{settings: Settings{}.withDefaults(), types: map[side]struct{}{}}
		house, owner := side{"krapao-a", true}, side{"krapao-a", false}
		if !l.apart(house) || !l.apart(owner) || l.apart(house) {
			t.Error("the first signs count once")
		}
		<-time.After(l.settings.TypingGap - time.Millisecond)
		synctest.Wait()
		if l.apart(owner) {
			t.Error("a sign too soon counts")
		}
		<-time.After(time.Millisecond)
		synctest.Wait()
		if !l.apart(owner) || len(l.types) != 1 {
			t.Errorf("a sign after the gap does not count, or %d are kept", len(l.types))
		}
	})
}
