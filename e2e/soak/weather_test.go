package soak

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// row is a kind of fault as the run must have met it: a family's operation and a mode, or any mode where it is empty.
type row struct{ family, op, mode string }

func (r row) String() string { return r.family + " " + r.op + " " + cmp.Or(r.mode, "(any)") }

// What can happen to each operation. A refusal, a cut line and an answer that is not the protocol can meet every call.
var (
	always    = []string{"refuse", "down", "timeout", "garbage", "slow"}
	ofEffects = append([]string{"lost_reply"}, always...)
	ofMoves   = append([]string{"late_apply"}, ofEffects...)
	ofReports = append([]string{"late_apply"}, always...)
	ofChecks  = append([]string{"not_found"}, always...)
)

// modesOf is the table of all faults: what applies to an operation of a family; nil where it has no such operation.
func modesOf(family, op string) []string {
	amb := family == sandbox.FamilyAMB
	switch op {
	case "move":
		if family == sandbox.FamilyPG {
			return append([]string{"pending"}, ofMoves...)
		}
		return ofMoves
	case "check":
		switch family {
		case sandbox.FamilyAMB, sandbox.FamilyAMBLotto:
			return nil
		case sandbox.FamilyPG, sandbox.FamilyGSC:
			return append([]string{"pending"}, ofChecks...)
		}
		return ofChecks
	case "balance", "launch":
		return always
	case "create":
		return ofEffects
	case "password":
		if family == sandbox.FamilyPG || family == sandbox.FamilyPragmatic || family == sandbox.FamilySBO {
			return nil
		}
		return ofEffects
	case "report":
		if amb || family == sandbox.FamilyJoker { // their reports are asked by time, and a round that is listed late must be within the lag
			return always
		}
		return ofReports
	}
	return nil
}

// operations are what faults strike, in no order.
var operations = []string{"move", "check", "balance", "create", "launch", "password", "report"}

// share is the part of calls that meet a fault; of questions after an outcome half, since there are few.
func share(op string) float64 {
	if op == "check" || op == "report" {
		return 0.5
	}
	return 0.25
}

// met is how many calls of an operation of a game there were, and which faults they met.
type met struct {
	calls, hits int
	modes       map[string]int
}

// look reads what the sandbox has counted, by game and operation.
func (s *soak) look() map[[2]string]*met {
	seen := map[[2]string]*met{}
	for _, one := range s.box.Calls() {
		code, is := strings.CutPrefix(one.Target, "game:")
		if !is {
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

// strike arms faults, so many that a quarter of the calls meet one, those first that were met least, until the weather is
// over: when it has lasted long enough and each row was met.
func (s *soak) strike() {
	defer s.over.Store(true)
	r := rand.New(rand.NewPCG(s.seed, 1<<33))
	told := false
	for time.Since(s.began) < s.longest {
		seen := s.look()
		if time.Since(s.began) >= s.weather {
			none := s.missing(seen)
			if len(none) == 0 {
				return
			}
			if !told {
				s.t.Logf("after %s still to happen: %v", s.weather, none)
				told = true
			}
		}
		armed := map[[2]string]bool{}
		for _, f := range s.box.Faults() {
			if f.Left > 0 {
				armed[[2]string{strings.TrimPrefix(f.Target, "game:"), f.Op}] = true
			}
		}
		ofFamily := s.byRow(seen)
		for _, g := range s.games {
			if g.code != g.provider {
				continue
			}
			for _, op := range operations {
				at := [2]string{g.code, op}
				now := cmp.Or(seen[at], &met{})
				if armed[at] || float64(now.hits) > share(op)*float64(now.calls) {
					continue
				}
				if mode := least(r, modesOf(g.family, op), func(mode string) int { return ofFamily[row{g.family, op, mode}] }); mode != "" {
					s.box.AddFault(sandboxtest.Fault{Target: "game:" + g.code, Op: op, Mode: mode, DelayMS: int(delayOf(r, g, op, mode).Milliseconds())})
				}
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// least is one of the modes that were met least.
func least(r *rand.Rand, modes []string, count func(string) int) string {
	if len(modes) == 0 {
		return ""
	}
	fewest := slices.MinFunc(modes, func(a, b string) int { return cmp.Compare(count(a), count(b)) })
	var few []string
	for _, mode := range modes {
		if count(mode) <= count(fewest)+1 {
			few = append(few, mode)
		}
	}
	return few[r.IntN(len(few))]
}

// delayOf is how long a fault lasts. Of movements some are applied, or known, only after the wallet has rightly stopped
// believing in them: they are given back, and booked again when they turn out to be applied. Not at a provider that knows
// neither references nor the rounds of an account: there nobody can ever tell that a movement came after all, but by the
// comparison of days, which calls it unexplained.
func delayOf(r *rand.Rand, g playedGame, op, mode string) time.Duration {
	switch {
	case mode == "slow":
		return time.Duration(200+r.IntN(2500)) * time.Millisecond
	case mode == "late_apply" && op == "report":
		return time.Duration(1+r.IntN(5)) * time.Second
	case (mode == "late_apply" || mode == "not_found") && (!g.blind() || g.family != sandbox.FamilyGSC) && r.IntN(3) == 0:
		return time.Duration(33+r.IntN(6)) * time.Second
	}
	return time.Duration(500+r.IntN(8000)) * time.Millisecond
}

// byRow counts what was met by family, operation and mode.
func (s *soak) byRow(seen map[[2]string]*met) map[row]int {
	rows := map[row]int{}
	for _, g := range s.games {
		for _, op := range operations {
			if one := seen[[2]string{g.code, op}]; one != nil {
				for mode, hits := range one.modes {
					rows[row{g.family, op, mode}] += hits
				}
			}
		}
	}
	return rows
}

// expected is the table of what must have happened. The short form has no time for every mode of what happens seldom.
func (s *soak) expected() []row {
	var rows []row
	families := map[string]bool{}
	for _, g := range s.games {
		families[g.family] = true
	}
	for _, family := range slices.Sorted(maps.Keys(families)) {
		for _, op := range operations {
			modes := modesOf(family, op)
			if !s.whole && op != "move" && len(modes) > 0 {
				modes = []string{""}
			}
			for _, mode := range modes {
				rows = append(rows, row{family, op, mode})
			}
		}
	}
	return rows
}

// missing are the rows that never happened.
func (s *soak) missing(seen map[[2]string]*met) []row {
	rows, whatever := s.byRow(seen), map[row]int{}
	for one, hits := range rows {
		whatever[row{one.family, one.op, ""}] += hits
	}
	var none []row
	for _, want := range s.expected() {
		if rows[want]+whatever[want] == 0 {
			none = append(none, want)
		}
	}
	return none
}

// fail takes whole providers away for a while: one is down twice, one never answers.
func (s *soak) fail() {
	r := rand.New(rand.NewPCG(s.seed, 1<<34))
	for _, mode := range []string{"down", "timeout", "down"} {
		s.nap(s.outage / 2)
		if s.over.Load() {
			return
		}
		g := s.games[r.IntN(len(s.games))]
		s.tally.add("a whole provider: " + mode)
		ids := s.away(g.provider, mode)
		s.nap(s.outage)
		s.back(ids)
	}
}

// endless is a count that no run comes to the end of.
const endless = 1_000_000

// away makes every call to a provider fail in one way until back.
func (s *soak) away(provider, mode string) (ids []string) {
	for _, op := range operations {
		ids = append(ids, s.box.AddFault(sandboxtest.Fault{Target: "game:" + provider, Op: op, Mode: mode, Count: endless}))
	}
	return ids
}

func (s *soak) back(ids []string) {
	for _, id := range ids {
		s.box.DropFault(id)
	}
}
