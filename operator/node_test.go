package operator_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"krapao/operator"
)

// TestTwoNodesDecideOnce: what two operators ask of two nodes at the same moment happens once. Everybody else is told that it
// has.
func TestTwoNodesDecideOnce(t *testing.T) {
	t.Parallel()
	eachOffice(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		o.Hire(mai, operator.Cashier, "")
		nodes := []*operator.Approvals{o.Approvals, o.node(o.Store)}
		for n := range 8 {
			subject := fmt.Sprint("race ", n)
			proposed := make([]operator.Outcome, 2)
			errs := atTheSameTime(2, func(n int) (err error) {
				proposed[n], err = nodes[n].Do(ctx, by(nok, subject), atOnce, nil)
				return err
			})
			if one, other := proposed[0].Proposal, proposed[1].Proposal; one == nil || other == nil || one.ID != other.ID ||
				(errs[0] == nil) == (errs[1] == nil) {
				t.Fatalf("proposed at the same time: %+v, %v", proposed, errs)
			}
			p := *proposed[0].Proposal
			errs = atTheSameTime(3, func(n int) (err error) {
				switch n {
				case 0:
					_, err = nodes[0].Approve(ctx, by(lek, ""), p.ID, "")
				case 1:
					_, err = nodes[1].Approve(ctx, by(mai, ""), p.ID, "")
				default:
					err = nodes[1].Withdraw(ctx, by(nok, ""), p.ID)
				}
				return err
			})
			won := 0
			for _, err := range errs {
				if err == nil {
					won++
				} else if is := new(operator.EndedError); !errors.As(err, is) {
					t.Error(err)
				}
			}
			if s, err := o.Approvals.Show(ctx, "", p.ID); err != nil || won != 1 ||
				s.State != operator.Done && s.State != operator.Withdrawn {
				t.Errorf("%d steps were taken, and it is %s: %v", won, s.State, err)
			} else {
				o.is(p, s.State)
			}
		}
		var all []operator.Proposal
		for n := range 4 {
			all = append(all, o.scheduled(fmt.Sprint("due ", n)))
		}
		o.Now.Advance(wait)
		through := 0
		for _, err := range atTheSameTime(2, func(n int) error {
			ended, err := nodes[n].RunDue(ctx)
			o.mu.Lock()
			defer o.mu.Unlock()
			through += ended
			return err
		}) {
			if err != nil {
				t.Error(err)
			}
		}
		if through != len(all) {
			t.Errorf("%d of %d came into force", through, len(all))
		}
		for _, p := range all {
			o.is(p, operator.Done)
		}
	})
}

// TestAnotherNodeIsQuicker: a node that has planned what another one does meanwhile does it no second time.
func TestAnotherNodeIsQuicker(t *testing.T) {
	t.Parallel()
	eachOffice(t, func(t *testing.T, o *office) {
		other := o.node(o.Store)
		p := o.scheduled("due")
		o.Now.Advance(wait)
		o.planning = func() {
			if n, err := other.RunDue(t.Context()); n != 1 || err != nil {
				t.Errorf("%d, %v", n, err)
			}
		}
		o.due(0)
		o.is(p, operator.Done)
		p = o.propose(nok, atOnce, "approved")
		o.planning = func() {
			if _, err := other.Approve(t.Context(), by(lek, ""), p.ID, ""); err != nil {
				t.Error(err)
			}
		}
		_, err := o.Approvals.Approve(t.Context(), by(lek, ""), p.ID, "")
		ended(t, err, operator.Done)
		o.is(p, operator.Done)
	})
}

// atTheSameTime does several things at once, and returns what each says.
func atTheSameTime(things int, do func(n int) error) []error {
	errs := make([]error, things)
	var all sync.WaitGroup
	for n := range things {
		all.Go(func() { errs[n] = do(n) })
	}
	all.Wait()
	return errs
}

// TestAKillLosesNothing: a node that dies in the middle of an approval, or before an approved decision is in force, has done
// nothing of it. The next one brings into force what was approved, once.
func TestAKillLosesNothing(t *testing.T) {
	t.Parallel()
	eachOffice(t, func(t *testing.T, o *office) {
		waiting, approved := o.propose(nok, atOnce, "waiting"), o.scheduled("approved")
		o.Now.Advance(wait)
		dies := errors.New("killed")
		o.refuse(dies) // in the middle of the transaction
		if _, err := o.Approvals.Approve(t.Context(), by(lek, ""), waiting.ID, ""); !errors.Is(err, dies) {
			t.Error(err)
		}
		if n, err := o.Approvals.RunDue(t.Context()); n != 0 || !errors.Is(err, dies) {
			t.Errorf("%d, %v", n, err)
		}
		o.refuse(nil)
		o.Approvals = o.node(o.Store)
		o.is(waiting, operator.Open)
		o.is(approved, operator.Scheduled)
		o.due(1)
		if out, err := o.Approvals.Approve(t.Context(), by(lek, ""), waiting.ID, ""); err != nil || !out.Done {
			t.Errorf("%+v, %v", out, err)
		}
		o.is(waiting, operator.Done)
		o.is(approved, operator.Done)
	})
}

// TestPages: a list is whole over its pages, in its order, by each filter.
func TestPages(t *testing.T) {
	t.Parallel()
	eachOffice(t, func(t *testing.T, o *office) {
		o.Hire(mai, operator.Cashier, "")
		o.Hire("tan", operator.Support, "")
		o.write(`DELETE FROM proposal`) // those of the two
		var want []string
		for n := range 7 {
			p := o.propose([]string{nok, mai}[n%2], atOnce, fmt.Sprint("thing ", n))
			want = append(want, p.ID)
			if n == 3 {
				o.Now.Advance(time.Microsecond) // the others are of the same moment
			}
		}
		read := func(f operator.ProposalFilter) (ids []string) {
			t.Helper()
			f.Most = 2
			for {
				list, err := o.Approvals.Page(t.Context(), f)
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range list {
					ids = append(ids, p.ID)
				}
				if len(list) == 0 {
					return ids
				}
				f.After = list[len(list)-1].ID
			}
		}
		open := read(operator.ProposalFilter{State: operator.Open})
		if len(open) != len(want) {
			t.Errorf("%v and not %v", open, want)
		}
		newest := read(operator.ProposalFilter{})
		for i, id := range newest {
			if id != open[len(open)-1-i] {
				t.Fatalf("newest first %v, oldest first %v", newest, open)
			}
		}
		for name, is := range map[string]struct {
			f    operator.ProposalFilter
			want int
		}{
			"mai's":              {operator.ProposalFilter{By: mai}, 3},
			"for mai":            {operator.ProposalFilter{WaitsFor: mai}, 4},
			"for one in support": {operator.ProposalFilter{WaitsFor: "tan"}, 0},
			"another action":     {operator.ProposalFilter{State: operator.Open, Action: later}, 0},
			"a member's":         {operator.ProposalFilter{Member: "M"}, 0},
			"of later":           {operator.ProposalFilter{State: operator.Open, From: o.Now.Now()}, 3},
			"of before":          {operator.ProposalFilter{To: o.Now.Now()}, 4},
			"ended":              {operator.ProposalFilter{State: operator.Done}, 0},
		} {
			if got := read(is.f); len(got) != is.want {
				t.Errorf("%s: %v", name, got)
			}
		}
		ghost := operator.ProposalFilter{WaitsFor: "ghost", Most: 1}
		if _, err := o.Approvals.Page(t.Context(), ghost); !errors.Is(err, operator.ErrUnknownOperator) {
			t.Error(err)
		}
	})
}
