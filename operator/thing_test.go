package operator_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/audit"
	"krapao/operator/operatortest"
)

// things are what a kind of decision of these tests is about: each subject has a version, and what was done to it.
type things struct {
	mu       sync.Mutex
	versions map[string]int
	done     map[string]int
	refusal  error
	after    int
	// planning is called once, while a decision is planned.
	planning func()
}

func newThings() *things { return &things{versions: map[string]int{}, done: map[string]int{}} }

// change makes a thing another one.
func (x *things) change(subject string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.versions[subject]++
}

// refuse makes every plan and effect fail from now on.
func (x *things) refuse(err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.refusal = err
}

func (x *things) did(subject string) int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.done[subject]
}

func (x *things) state(subject string) string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return operator.Fingerprint(subject, x.versions[subject])
}

// kind is a decision about a thing, for two cashiers.
func (x *things) kind(name string, wait time.Duration) operator.Kind {
	return operator.Kind{Name: name, Needs: operator.Cashier, Wait: wait, Plan: x.plan}
}

func (x *things) plan(_ context.Context, subject string, request json.RawMessage) (operator.Plan, error) {
	if f := x.planning; f != nil {
		x.planning = nil
		f()
	}
	var about struct {
		Member  string
		One     bool
		Amount  money.Amount
		Confirm bool
	}
	if len(request) > 0 {
		if err := json.Unmarshal(request, &about); err != nil {
			return operator.Plan{}, err
		}
	}
	return operator.Plan{
		Member: about.Member, Two: !about.One, State: x.state(subject), Says: "it is done",
		Amount: about.Amount, Confirm: about.Confirm,
		Facts: []operator.Fact{{Name: "thing", Before: "undone", After: "done"}},
		Still: func(*store.Tx) (string, error) { return x.state(subject), nil },
		Does: func(*store.Tx, operator.Decision) error {
			x.mu.Lock()
			defer x.mu.Unlock()
			if x.refusal == nil {
				x.done[subject]++
			}
			return x.refusal
		},
		After: func(context.Context) {
			x.mu.Lock()
			defer x.mu.Unlock()
			x.after++
		},
	}, nil
}

// atOnce and later are kinds about things.
const (
	atOnce = "thing.do"
	later  = "thing.do-later"
	wait   = 2 * time.Hour
)

// office is a house that decides about things.
type office struct {
	*operatortest.House
	*things
	log *bytes.Buffer
}

func eachOffice(t *testing.T, test func(t *testing.T, o *office)) {
	t.Helper()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		o := &office{House: h, things: newThings(), log: new(bytes.Buffer)}
		o.Approvals = o.node(h.Store)
		o.Staff = operator.NewStaff(o.Approvals, nil)
		test(t, o)
		if _, err := h.Audit.Verify(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// node are the approvals of a node over a store.
func (o *office) node(s *store.Store) *operator.Approvals {
	p := operator.NewApprovals(operator.Deps{
		Store: s, Audit: audit.New(s, nil), Links: o.Links, Confirmations: o.Keys, Log: slog.New(slog.NewTextHandler(o.log, nil)),
	})
	p.Register(o.kind(atOnce, 0), o.kind(later, wait))
	return p
}

// propose proposes, and returns the proposal.
func (o *office) propose(by, kind, subject string) operator.Proposal {
	o.T.Helper()
	out, err := o.Approvals.Do(o.T.Context(), operatortest.By(by, subject), kind, nil)
	if err != nil || out.Done || out.Proposal == nil {
		o.T.Fatalf("%s of %s by %s: %+v, %v", kind, subject, by, out, err)
	}
	return *out.Proposal
}

// scheduled proposes and approves what comes into force later.
func (o *office) scheduled(subject string) operator.Proposal {
	o.T.Helper()
	p := o.propose(nok, later, subject)
	out, err := o.Approvals.Approve(o.T.Context(), operatortest.By(lek, ""), p.ID, p.Fingerprint)
	if err != nil || out.Done || out.Proposal.State != operator.Scheduled {
		o.T.Fatalf("approved: %+v, %v", out, err)
	}
	return *out.Proposal
}

// is reports a proposal that is not in a state, or that did something although it is not done.
func (o *office) is(p operator.Proposal, want operator.ProposalState) operator.Proposal {
	o.T.Helper()
	got, err := o.Approvals.Show(o.T.Context(), "", p.ID)
	if err != nil || got.State != want {
		o.T.Errorf("%s is %s (%s) and not %s: %v", p.Subject, got.State, got.Why, want, err)
	}
	times := 0
	if want == operator.Done {
		times = 1
	}
	if n := o.did(p.Subject); n != times {
		o.T.Errorf("%s is %s and was done %d times", p.Subject, want, n)
	}
	return got.Proposal
}

// due runs the job of scheduled proposals.
func (o *office) due(want int) {
	o.T.Helper()
	if n, err := o.Approvals.RunDue(o.T.Context()); n != want || err != nil {
		o.T.Errorf("%d of %d are through, %v", n, want, err)
	}
}
