package wallet

import (
	"slices"
	"testing"
	"time"
)

// TestTheProductsTimes: the tests of this package use small windows, to save queries. The defaults are those of RULES.md
// sections 3 and 6.
func TestTheProductsTimes(t *testing.T) {
	t.Parallel()
	s := Settings{}.withDefaults()
	for what, c := range map[string]struct{ is, want time.Duration }{
		"the last moment of sending":                  {s.SendBy, 10 * time.Second},
		"a provider's window":                         {s.NotFoundWindow, 10 * time.Minute},
		"no launch and no change before a transfer":   {s.Idle, time.Minute},
		"between two equal readings":                  {s.Still, 30 * time.Second},
		"an unknown outcome is an operator's case":    {s.CaseAfter, 24 * time.Hour},
		"nothing was proved after the last question":  {s.UnprovedAfter, 24 * time.Hour},
		"the longest pause between two questions":     {s.NextAsk, 15 * time.Second},
		"the same reference again, after the first's": {s.ReplayAfter, 5 * time.Second},
		"an interrupted movement is finished":         {s.FinishWithin, 5 * time.Minute},
		"the last moment to begin a movement's leg":   {s.BeginBy, 14 * time.Second},
		"the first question after an unknown outcome": {s.FirstAsk, time.Second},
		"waiting for a game that was just launched":   {s.IdleWait, 3 * time.Second},
	} {
		if c.is != c.want {
			t.Errorf("%s: %s, want %s", what, c.is, c.want)
		}
	}
	rechecks := []time.Duration{time.Hour, 24 * time.Hour, 72 * time.Hour}
	if s.NotFoundAnswers != 3 || !slices.Equal(s.Rechecks, rechecks) {
		t.Errorf("believed after %d answers; asked again after %v", s.NotFoundAnswers, s.Rechecks)
	}
}
