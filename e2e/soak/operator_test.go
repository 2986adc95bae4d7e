package soak

import (
	"regexp"
	"slices"
	"strings"

	"krapao/internal/testkit/programtest"
	"krapao/money"
	"krapao/operator/operatortest"
	"krapao/sandbox/games"
	"krapao/sandbox/sandboxtest"
)

// operate runs a command of an operator's and returns what it said.
func (s *soak) operate(words ...string) string {
	s.t.Helper()
	out, code := s.says(words...)
	if code != 0 {
		s.t.Fatalf("operator %s: %d %s", strings.Join(words, " "), code, out)
	}
	return out
}

// says runs a command of an operator's and returns what it said, and whether it went well (0).
func (s *soak) says(words ...string) (string, int) {
	s.t.Helper()
	by, rest := operatortest.Typed(words)
	env := s.nodes[0].env
	if by != "" {
		env = programtest.AtShell(s.t, env, by)
	}
	out, code := programtest.Run(s.t, env, append([]string{"operator"}, rest...)...)
	if open := proposalForm.FindStringSubmatch(out); open != nil && code != 0 { // a second person gives the same command
		return programtest.Run(s.t, env, "operator", "proposals", "approve", open[1], "--reason=a soak")
	}
	return out, code
}

// operators are who decide cases; above 1,000 baht it takes both.
var operators = []string{"nok", "mai"}

// proposalForm is a refusal because of a proposal that is open.
var proposalForm = regexp.MustCompile(`is open as (\S+), by .*\(PROPOSAL_OPEN\)`)

var referenceForm = regexp.MustCompile(`\b[0-9a-hjkmnp-tv-z]{15}\b`)

// cases lists those of a kind, a line each, as the node tells the owner of its machine.
func (s *soak) cases(kind string) string {
	s.t.Helper()
	var list strings.Builder
	for line := range strings.Lines(s.operate("cases", "list", "--limit=1000")) {
		if cells := strings.Fields(line); len(cells) > 1 && cells[1] == kind {
			list.WriteString(line)
		}
	}
	return list.String()
}

// decide ends cases by what the sandbox knows. One is allowed only where nobody can be asked what became of a movement.
func (s *soak) decide(cases []moved) {
	s.t.Helper()
	list := s.cases("unsettled")
	for _, m := range cases {
		line := caseOf(m, list)
		if m.reference = referenceForm.FindString(line); m.reference == "" {
			s.t.Fatalf("no operator is asked about %s:\n%s", m, list)
		}
		s.rule(m, m.reference)
		list = strings.Replace(list, line, "", 1) // an equal movement of the account has a case of its own
	}
}

// decideUnproved ends the cases of returned transfers. Who can be asked, and gave no answer in time because of the weather, is
// still asked, seldom: its answer is awaited.
func (s *soak) decideUnproved(returned []moved) {
	s.t.Helper()
	list := s.cases("unproved")
	for _, m := range returned {
		if !s.provider(m.provider).blind() {
			continue
		}
		line := caseOf(m, list)
		if m.reference = referenceForm.FindString(line); m.reference != "" {
			s.rule(m, strings.Fields(line)[0])
			list = strings.Replace(list, line, "", 1)
		}
	}
}

// caseOf is the line of a list of cases that is about a transfer: its account, and right after it, as ours or theirs, its
// amount into the game. Another case of the account is none of it.
func caseOf(m moved, list string) string {
	for line := range strings.Lines(list) {
		cells := strings.Fields(line)
		at := slices.Index(cells, m.username)
		if at >= 0 && slices.Contains(cells[at+1:min(at+3, len(cells))], m.signed().String()) {
			return line
		}
	}
	return ""
}

// rule ends a case by what the provider did.
func (s *soak) rule(m moved, name string) {
	s.t.Helper()
	if !s.provider(m.provider).blind() {
		s.t.Errorf("an operator is asked about %s; %s", m, s.blows(m))
	}
	verb := "not-moved"
	if s.applied(m) {
		verb = "moved"
	}
	for _, operator := range operators {
		words := []string{"cases", verb, name, "@" + operator, "--reason=a soak", "--evidence=the provider's journal"}
		if out, code := s.says(words...); code != 0 {
			if strings.Contains(out, "is corrected already") || strings.Contains(out, "a later check found out") {
				return // the wallet found out meanwhile
			}
			s.t.Fatalf("operator %s: %d %s", strings.Join(words, " "), code, out)
		}
		if m.amount <= 1000*money.Baht {
			break
		}
	}
	s.tally.add("a case of " + s.provider(m.provider).String() + ": " + verb)
	s.t.Logf("decided by an operator (%s): %s; %s", verb, m, s.blows(m))
}

// applied reports whether the provider made a movement that is a case: by its reference where it keeps one. AMB keeps none;
// there the movement is told from others of its account by what they would sum up to.
func (s *soak) applied(m moved) bool {
	s.t.Helper()
	if s.provider(m.provider).family != games.FamilyAMB {
		return slices.ContainsFunc(s.box.Moves(m.provider), func(there sandboxtest.ListedMove) bool { return there.Ref == m.reference })
	}
	beyond, others := s.unbooked(m)
	made, not := makesUp(beyond-m.signed(), others), makesUp(beyond, others)
	if !made && !not {
		s.t.Errorf("%s: %s came in beyond what the books know, which neither it nor %v explains", m, beyond, others)
	}
	return made
}

// unbooked is what came into a movement's account beyond all that the books know, and the other movements of the account of
// which nobody knows yet. What went out is negative.
func (s *soak) unbooked(m moved) (beyond money.Amount, others []money.Amount) {
	s.t.Helper()
	says := s.outside()[m.provider+"/"+m.username]
	beyond = (credits(s, says.Deposited) - credits(s, says.Withdrawn)).Baht(s.factor(m.provider))
	for _, other := range s.books.transfers(all, nil) {
		switch {
		case other.username != m.username || other.provider != m.provider || other.id == m.id:
		case other.state == "posted" || other.doubt == "late":
			beyond -= other.signed()
		case other.state == "pending" || other.again > 0:
			others = append(others, other.signed())
		}
	}
	return beyond, others
}

// makesUp reports whether some of the parts, or none, come to a sum.
func makesUp(sum money.Amount, parts []money.Amount) bool {
	if len(parts) == 0 {
		return sum == 0
	}
	return makesUp(sum, parts[1:]) || makesUp(sum-parts[0], parts[1:])
}
