package operator_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"krapao/operator"
	"krapao/operator/operatortest"
)

// TestProposalsAreTheirModel: any sequence of steps, by anybody, at any time, leaves each proposal in the state that a small
// model says, refuses what the model refuses, and does each thing once at most.
func TestProposalsAreTheirModel(t *testing.T) {
	t.Parallel()
	eachOffice(t, func(t *testing.T, o *office) {
		o.Hire(mai, operator.Cashier, "")
		o.Hire("tan", operator.Support, "")
		runs := 0
		rapid.Check(struct{ testing.TB }{t}, func(r *rapid.T) { // without its deadline, which a bubble does not have
			runs++
			o.Now.Advance(100 * 24 * time.Hour) // nothing of the run before waits any more
			m := &model{o: o, run: runs, live: map[string]*modelled{}}
			r.Repeat(m.actions())
			m.whole(r)
		})
	})
}

// modelled is a proposal as the model has it.
type modelled struct {
	id, subject, by string
	later           bool
	state           operator.ProposalState
	expires, due    time.Time
	stale           bool
}

// model is one run against the approvals. Its subjects are its own.
type model struct {
	o    *office
	run  int
	all  []*modelled
	live map[string]*modelled // by kind and subject
}

var everybody = []string{nok, lek, mai, "tan"}

func (m *model) actions() map[string]func(*rapid.T) {
	return map[string]func(*rapid.T){
		"propose":  m.propose,
		"approve":  m.approve,
		"reject":   func(r *rapid.T) { m.end(r, operator.Rejected, m.o.Approvals.Reject) },
		"withdraw": func(r *rapid.T) { m.end(r, operator.Withdrawn, m.o.Approvals.Withdraw) },
		"stop":     func(r *rapid.T) { m.end(r, operator.Stopped, m.o.Approvals.Stop) },
		"change":   m.change,
		"wait":     m.wait,
		"jobs":     m.jobs,
	}
}

func (m *model) person(r *rapid.T) string { return rapid.SampledFrom(everybody).Draw(r, "by") }

func (m *model) subject(r *rapid.T) string {
	return fmt.Sprint(m.run, rapid.SampledFrom([]string{" a", " b"}).Draw(r, "subject"))
}

// some returns a proposal of the run, mostly a live one.
func (m *model) some(r *rapid.T) *modelled {
	if len(m.all) == 0 {
		r.Skip("nothing is proposed")
	}
	return m.all[max(0, len(m.all)-1-rapid.IntRange(0, 4).Draw(r, "back"))]
}

func kindOf(waits bool) string {
	if waits {
		return later
	}
	return atOnce
}

// lapse ends a proposal of the model whose time is over.
func (m *model) lapse(x *modelled) bool {
	if x.state == operator.Open && !m.o.Now.Now().Before(x.expires) {
		m.to(x, operator.Expired)
		return true
	}
	return false
}

func (m *model) to(x *modelled, s operator.ProposalState) {
	if x.state = s; s != operator.Scheduled {
		delete(m.live, kindOf(x.later)+x.subject)
	}
}

func (m *model) propose(r *rapid.T) {
	by, subject, isLater := m.person(r), m.subject(r), rapid.Bool().Draw(r, "later")
	out, err := m.o.Approvals.Do(m.o.T.Context(), operatortest.By(by, subject), kindOf(isLater), nil)
	live := m.live[kindOf(isLater)+subject]
	if by == "tan" {
		is(r, err, operator.ErrRole)
		return
	}
	if live != nil && !m.lapse(live) {
		is(r, err, operator.ErrProposalOpen)
		return
	}
	if is(r, err, nil); out.Done {
		r.Fatal("one person was enough")
	}
	x := &modelled{
		id: out.Proposal.ID, subject: subject, by: by, later: isLater, state: operator.Open, expires: m.o.Now.Now().Add(24 * time.Hour),
	}
	m.all = append(m.all, x)
	m.live[kindOf(isLater)+subject] = x
}

// may is the model's rule of who takes a step from a state.
func (m *model) may(x *modelled, by string, from operator.ProposalState, own, others, role bool) error {
	switch {
	case x.state != from:
		return operator.EndedError{State: x.state}
	case x.by == by && !own:
		return operator.ErrSecondApproval
	case x.by != by && !others:
		return operator.ErrNotProposer
	case role && by == "tan":
		return operator.ErrRole
	}
	return nil
}

func (m *model) approve(r *rapid.T) {
	by, x := m.person(r), m.some(r)
	_, err := m.o.Approvals.Approve(m.o.T.Context(), operatortest.By(by, ""), x.id, "")
	refused := m.may(x, by, operator.Open, false, true, true)
	switch {
	case refused != nil:
		is(r, err, refused)
	case m.lapse(x):
		is(r, err, operator.EndedError{State: operator.Expired})
	case x.stale:
		is(r, err, operator.ErrProposalChanged)
		m.to(x, operator.Stale)
	default:
		is(r, err, nil)
		m.approved(x)
	}
}

func (m *model) approved(x *modelled) {
	if x.later {
		x.due = m.o.Now.Now().Add(wait)
		m.to(x, operator.Scheduled)
		return
	}
	m.to(x, operator.Done)
}

func (m *model) end(r *rapid.T, to operator.ProposalState, do func(context.Context, operator.Decision, string) error) {
	by, x := m.person(r), m.some(r)
	err := do(m.o.T.Context(), operatortest.By(by, ""), x.id)
	from, own, others := operator.Open, to != operator.Rejected, to != operator.Withdrawn
	if to == operator.Stopped {
		from = operator.Scheduled
	}
	refused := m.may(x, by, from, own, others, to != operator.Withdrawn)
	is(r, err, refused)
	if refused == nil {
		m.to(x, to)
	}
}

// change makes a subject another one: all that is proposed about it is stale from now on.
func (m *model) change(r *rapid.T) {
	subject := m.subject(r)
	m.o.change(subject)
	for _, x := range m.live {
		x.stale = x.stale || x.subject == subject
	}
}

func (m *model) wait(r *rapid.T) {
	m.o.Now.Advance(time.Duration(rapid.IntRange(1, 12*60).Draw(r, "minutes")) * time.Minute)
}

// jobs runs both jobs.
func (m *model) jobs(r *rapid.T) {
	_, due := m.o.Approvals.RunDue(m.o.T.Context())
	_, expired := m.o.Approvals.Expire(m.o.T.Context())
	is(r, errors.Join(due, expired), nil)
	for _, x := range m.all {
		m.lapse(x)
		if x.state == operator.Scheduled && !m.o.Now.Now().Before(x.due) {
			if m.to(x, operator.Done); x.stale {
				x.state = operator.Stale
			}
		}
	}
}

// whole compares all that the run proposed with the model.
func (m *model) whole(r *rapid.T) {
	done := map[string]int{}
	for _, x := range m.all {
		got, err := m.o.Approvals.Show(m.o.T.Context(), "", x.id)
		if err != nil || got.State != x.state {
			r.Errorf("%+v is %s: %v", *x, got.State, err)
		}
		if x.state == operator.Done {
			done[x.subject]++
		}
	}
	for _, subject := range []string{fmt.Sprint(m.run, " a"), fmt.Sprint(m.run, " b")} {
		if n := m.o.did(subject); n != done[subject] {
			r.Errorf("%s was done %d times and not %d", subject, n, done[subject])
		}
	}
}

func is(r *rapid.T, err, want error) {
	r.Helper()
	if !errors.Is(err, want) {
		r.Fatalf("%v, and not %v", err, want)
	}
}
