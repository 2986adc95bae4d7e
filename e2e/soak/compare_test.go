package soak

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"krapao/internal/clock"
	"krapao/internal/testkit/programtest"
	"krapao/sandbox/sandboxtest"
)

// today is the day in Bangkok.
func today() string { return time.Now().In(clock.Bangkok).Format(time.DateOnly) }

// compare has a provider's day compared, or all of them.
func (s *soak) compare(day, provider string) {
	s.operate("cases", "compare", cmp.Or(provider, "all"), day, "@"+operators[0], "--reason=a soak")
}

// comparedDay is how far a provider's day is.
type comparedDay struct {
	provider, method, reason              string
	times, tries, ours, compared, waiting int
}

// comparedDays are by provider.
func (b books) comparedDays(day string) map[string]comparedDay {
	days := map[string]comparedDay{}
	for _, d := range rows(b, func(r scanner) (d comparedDay, err error) {
		err = r.Scan(&d.provider, &d.method, &d.reason, &d.times, &d.tries, &d.ours, &d.compared, &d.waiting)
		return d, err
	}, `SELECT provider, method, reason, times, tries, ours, compared, waiting FROM reconcile_day WHERE day = '`+day+`'`) {
		days[d.provider] = d
	}
	return days
}

// compared moves credits behind the wallet's back and has the day of all providers compared: that difference is found, and
// no other, and nothing is left that could not be compared.
func (s *soak) compared() {
	s.t.Helper()
	const provider, reference = "betflix", "behindourbacks1"
	day := s.moveBehind(provider, reference)
	began := time.Now()
	before := s.books.comparedDays(day)
	s.compare(day, "")
	for _, g := range s.providers() {
		s.dayEnds(day, g.provider, before[g.provider].times)
	}
	var made string
	for line := range strings.Lines(s.operate("cases", "list", "--limit=1000")) {
		switch {
		case strings.Contains(line, "missing_here") && strings.Contains(line, reference):
			made = line
		case !strings.HasPrefix(line, "case "):
			s.t.Errorf("a difference that nobody made: %s", line)
		}
	}
	if made == "" {
		s.t.Fatalf("what %s moved behind the wallet's back is not found:\n%s", provider, s.operate("providers"))
	}
	s.dayTold(day, time.Since(began))
	s.operate("cases", "close", strings.Fields(made)[0], "@"+operators[0], "--reason=a soak", "--evidence=it is taken back")
	s.box.Forget(provider, reference)
}

// moveBehind moves credits behind the wallet's back, and returns the day on which it did. A day's list is asked for accounts that
// were looked at on it, so all are; midnight may come meanwhile.
func (s *soak) moveBehind(provider, reference string) (day string) {
	s.t.Helper()
	for {
		day = today()
		s.refresh()
		s.box.Move(provider, s.openedAt(provider), "7", reference)
		if day == today() {
			return day
		}
		s.box.Forget(provider, reference)
	}
}

// openedAt is the user name of an account that both sides know. The provider may have one whose opening got no answer here
// and that nobody asked for again: the wallet never had money there, and its list is not asked for.
func (s *soak) openedAt(provider string) string {
	s.t.Helper()
	there := s.box.Accounts(provider)
	for _, a := range s.books.accounts() {
		opened := func(l sandboxtest.ListedAccount) bool { return l.Username == a.username }
		if a.provider == provider && a.active && slices.ContainsFunc(there, opened) {
			return a.username
		}
	}
	s.t.Fatalf("nobody has an account at %s", provider)
	return ""
}

// dayEnds waits until a provider's day was compared once more: one that could not be is tried again by itself.
func (s *soak) dayEnds(date, provider string, times int) {
	s.t.Helper()
	programtest.Until(s.t, "the day of "+provider+" is compared", func() bool {
		day := s.books.comparedDays(date)[provider]
		if day.reason != "" {
			s.stage.Store("the day of " + provider + ": " + day.reason) // for who watches
		}
		return day.times > times
	})
	if day := s.books.comparedDays(date)[provider]; day.waiting > 0 {
		s.t.Errorf("%s: %s", provider, day.reason)
	}
}

// dayTold prints how much was compared.
func (s *soak) dayTold(date string, took time.Duration) {
	days := s.books.comparedDays(date)
	var told []string
	for _, g := range s.providers() {
		d := days[g.provider]
		told = append(told, fmt.Sprintf("%s %d of %d by %s", g.provider, d.compared, d.ours, d.method))
	}
	s.t.Logf("the day was compared in %s: %s", took.Round(100*time.Millisecond), strings.Join(told, ", "))
}
