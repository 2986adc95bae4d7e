package soak

import (
	"regexp"
	"strings"
	"time"

	"krapao/internal/programtest"
	"krapao/money"
)

// operate runs a command of an operator's and returns what it said.
func (s *soak) operate(words ...string) string {
	s.t.Helper()
	out, code := programtest.Run(s.t, s.nodes[0].env, append([]string{"operator"}, words...)...)
	if code != 0 {
		s.t.Fatalf("operator %s: %d %s", strings.Join(words, " "), code, out)
	}
	return out
}

// operators are who decide cases; above 1,000 baht it takes both.
var operators = []string{"nok", "lek"}

// hire makes the operators, once.
func (s *soak) hire() {
	if s.hired {
		return
	}
	s.hired = true
	for _, name := range operators {
		s.operate("add", name, "--role=chief", "--as="+operators[0], "--reason=a soak")
	}
}

var referenceForm = regexp.MustCompile(`\b[0-9a-hjkmnp-tv-z]{15}\b`)

// decide ends cases by what the sandbox knows. One is allowed only where nobody can be asked what became of a movement.
func (s *soak) decide(cases []moved) {
	s.t.Helper()
	s.hire()
	list := s.operate("cases", "list", "--kind=unsettled", "--limit=1000")
	for _, m := range cases {
		if !s.provider(m.provider).blind() {
			s.t.Errorf("an operator is asked about %s", m)
		}
		for line := range strings.Lines(list) {
			if strings.Contains(line, m.username) {
				m.reference = referenceForm.FindString(line)
			}
		}
		if m.reference == "" {
			s.t.Fatalf("no operator is asked about %s:\n%s", m, list)
		}
		verb := "not-moved"
		if s.applied(m) {
			verb = "moved"
		}
		for _, name := range operators {
			s.operate("cases", verb, m.reference, "--as="+name, "--reason=a soak", "--evidence=the provider's journal")
			if m.amount <= 1000*money.Baht {
				break
			}
		}
		s.tally.add("a case of " + s.provider(m.provider).String() + ": " + verb)
	}
}

// applied tells whether the provider made a movement that is a case: by its reference where it keeps one, else by what
// came in and went out beyond all that the books know.
func (s *soak) applied(m moved) bool {
	for _, there := range s.box.Moves(m.provider) {
		if there.Ref == m.reference {
			return true
		}
	}
	says := s.outside()[m.provider+"/"+m.username]
	left := (credits(s, says.Deposited) - credits(s, says.Withdrawn)).Baht(s.factor(m.provider))
	for _, known := range s.books.transfers(all, nil) {
		if known.username != m.username || known.provider != m.provider || known.state != "posted" && known.doubt != "late" {
			continue
		}
		if known.in {
			left -= known.amount
		} else {
			left += known.amount
		}
	}
	return left != 0
}

// compared moves credits behind the wallet's back and has the day compared: that difference is found, and no other.
func (s *soak) compared() {
	s.t.Helper()
	s.hire()
	const provider, reference = "betflix", "behindourbacks1"
	there := s.box.Accounts(provider) // and not those of the books, which the provider may not have made yet
	if len(there) == 0 {
		s.t.Fatalf("nobody has an account at %s", provider)
	}
	s.box.Move(provider, there[0].Username, "7", reference)
	only := []string{"--provider=" + provider}
	if s.whole {
		only = nil
	}
	s.operate(append([]string{"cases", "compare", "--as=" + operators[0], "--reason=a soak"}, only...)...)
	var found []string
	for began := time.Now(); len(found) == 0; time.Sleep(time.Second) {
		if time.Since(began) > 3*time.Minute {
			s.t.Fatalf("what %s moved behind the wallet's back is not found:\n%s", provider, s.operate("providers"))
		}
		for line := range strings.Lines(s.operate("cases", "list", "--limit=1000")) {
			if strings.Contains(line, "missing_here") && strings.Contains(line, reference) {
				found = append(found, line)
			}
		}
	}
	if s.whole {
		time.Sleep(2 * time.Minute) // the others ask about one reference after the other
	}
	for line := range strings.Lines(s.operate("cases", "list", "--limit=1000")) {
		if line != found[0] && !strings.HasPrefix(line, "case ") {
			s.t.Errorf("a difference that nobody made: %s", line)
		}
	}
	s.operate("cases", "close", strings.Fields(found[0])[0], "--as="+operators[0], "--reason=a soak", "--evidence=it is taken back")
	s.box.Forget(provider, reference)
}
