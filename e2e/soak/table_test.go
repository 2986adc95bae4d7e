package soak

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"krapao/sandbox/games"
)

// row is a kind of fault as the run must have met it: a family's operation and a mode.
type row struct{ family, op, mode string }

func (r row) String() string { return r.family + " " + r.op + " " + r.mode }

// What can happen to each operation. A refusal, a cut line and an answer that is not the protocol can meet every call.
var (
	always    = []string{"refuse", "down", "timeout", "garbage", "slow"}
	ofEffects = append([]string{"lost_reply"}, always...)
	ofMoves   = append([]string{"late_apply"}, ofEffects...)
	ofReports = append([]string{"late_apply"}, always...)
	ofChecks  = append([]string{"not_found"}, always...)
)

// allModes are the columns of the table.
var allModes = []string{"refuse", "down", "timeout", "lost_reply", "slow", "garbage", "late_apply", "not_found", "pending"}

// modesOf is the table of all faults: what applies to an operation of a family; nil where it has no such operation.
//
// Two things that the sandbox can do to a call are not in it. AMB lotto's check is its report's call, which has a row. And
// no call of kick is ever made: the wallet ends a member's games only where nobody can be asked what became of a movement,
// and no such protocol has the call (unknown says so when that changes).
func modesOf(family, op string) []string {
	switch op {
	case "move":
		if family == games.FamilyPG {
			return append([]string{"pending"}, ofMoves...)
		}
		return ofMoves
	case "check":
		switch family {
		case games.FamilyAMB, games.FamilyAMBLotto:
			return nil
		case games.FamilyPG, games.FamilyGSC:
			return append([]string{"pending"}, ofChecks...)
		}
		return ofChecks
	case "balance", "launch":
		return always
	case "create":
		return ofEffects
	case "password":
		if family == games.FamilyPG || family == games.FamilyPragmatic || family == games.FamilySBO {
			return nil
		}
		return ofEffects
	case "report":
		return ofReports
	case "mark":
		if family == games.FamilyGSC {
			return ofEffects
		}
	case "list":
		if family == games.FamilyBETFLIX {
			return ofReports
		}
	}
	return nil
}

// operations are what faults strike, in the order of the table.
var operations = []string{"move", "check", "balance", "create", "launch", "password", "report", "mark", "list"}

// inCalm tells of a row that is met only when nothing of its provider is unknown: BETFLIX answers a question about a
// movement and a reading of the list by one call, and which of both it was nobody could tell; and AMB's report is what
// judges movements that nobody can be asked about, so that a round which it lists late may rightly mislead.
func (r row) inCalm() bool {
	return r.op == "list" || r.family == games.FamilyAMB && r.op == "report" && r.mode == "late_apply"
}

// met is how many calls of an operation of a game there were, and which faults they met.
type met struct {
	calls, hits int
	modes       map[string]int
}

// calls is what the sandbox has counted, by game and operation.
type calls map[[2]string]*met

// look reads what calls were made and what they met. GSC is asked about references of all products at one address: one
// that never arrived is nobody's, and not counted.
func (s *soak) look() calls {
	seen := calls{}
	for _, one := range s.box.Calls() {
		code, is := strings.CutPrefix(one.Target, "game:")
		if !is || code == "" {
			continue
		}
		at := [2]string{code, one.Op}
		if seen[at] == nil {
			seen[at] = &met{modes: map[string]int{}}
		}
		seen[at].calls += one.Calls
		if one.Mode != "" {
			seen[at].hits += one.Calls
			seen[at].modes[one.Mode] += one.Calls
		}
	}
	return seen
}

// sum is how many calls there were, and how many of them met a fault.
func (c calls) sum() (made, hits int) {
	for _, one := range c {
		made, hits = made+one.calls, hits+one.hits
	}
	return made, hits
}

// byRow counts what was met by family, operation and mode.
func (s *soak) byRow(seen calls) map[row]int {
	rows := map[row]int{}
	for at, one := range seen {
		for mode, hits := range one.modes {
			rows[row{s.provider(at[0]).family, at[1], mode}] += hits
		}
	}
	return rows
}

func (s *soak) families() []string {
	families := map[string]bool{}
	for _, g := range s.games {
		families[g.family] = true
	}
	return slices.Sorted(maps.Keys(families))
}

// missing are the rows of the table that never happened.
func (s *soak) missing(seen calls) (none []row) {
	rows := s.byRow(seen)
	for _, family := range s.families() {
		for _, op := range operations {
			for _, mode := range modesOf(family, op) {
				if one := (row{family, op, mode}); rows[one] == 0 {
					none = append(none, one)
				}
			}
		}
	}
	return none
}

// unknown are operations that were called and have no row.
func (s *soak) unknown(seen calls) (strange []string) {
	for at := range seen {
		if g := s.provider(at[0]); modesOf(g.family, at[1]) == nil {
			strange = append(strange, g.String()+" "+at[1])
		}
	}
	slices.SortFunc(strange, cmp.Compare)
	return strange
}
