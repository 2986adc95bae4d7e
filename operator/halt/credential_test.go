package halt_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"krapao/brake"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/halt"
	"krapao/operator/operatortest"
)

// files are nodes of one house, each with what its file says.
type files struct {
	*operatortest.House
	brakes *brake.Service
}

func newFiles(h *operatortest.House) files { return files{h, brake.New(h.Store, h.Brake)} }

// node is another node, with a file of its own.
func (f files) node(file map[string]string) *brake.Credentials {
	return brake.NewCredentials(f.Store, f.brakes, file, operator.CountTx)
}

// starts starts a node.
func (f files) starts(file map[string]string) {
	f.T.Helper()
	if err := f.node(file).Start(f.T.Context()); err != nil {
		f.T.Fatal(err)
	}
}

// stopped asserts what is stopped, and for which cause.
func (f files) stopped(when string, want map[string]brake.Cause) {
	f.T.Helper()
	list, err := f.Brakes.List(f.T.Context())
	got := map[string]brake.Cause{}
	for _, b := range list {
		got[b.System] = b.Cause
	}
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		f.T.Errorf("%s: %v are stopped, and not %v (%v)", when, got, want, err)
	}
}

// credential says that what a file says of a system is right.
func (f files) credential(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
	return f.Decide(ctx, halt.KindCredential, d, nil)
}

// approved lets two persons approve the file's part, until it waits for its time.
func (f files) approved(system string) operator.Proposal {
	f.T.Helper()
	out, err := f.credential(f.T.Context(), by(nok, system))
	if err == nil {
		out, err = f.Approvals.Approve(f.T.Context(), by(lek, ""), out.Proposal.ID, "")
	}
	if err != nil || out.Done || out.Proposal == nil {
		f.T.Fatalf("%+v, %v", out, err)
	}
	return *out.Proposal
}

// passes lets time pass, with the jobs that carry out what is due.
func (f files) passes(d time.Duration) {
	f.T.Helper()
	f.Now.Advance(d)
	if _, err := f.Approvals.RunDue(f.T.Context()); err != nil {
		f.T.Error(err)
	}
}

const joker = "provider:joker"

// What the file says of a system is approved by two, and is in force half an hour later (RULES.md section 13).
func TestCredentialsAreApprovedByTwo(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(_ *testing.T, h *operatortest.House) {
		f, n := newFiles(h), 0
		f.starts(map[string]string{brake.Slips: "first"})
		h.NeedsTwo(operatortest.Two{
			Make: func() (subject, member string) {
				n++
				subject = fmt.Sprintf("provider:p%d", n)
				f.starts(map[string]string{subject: "a"})
				return subject, ""
			},
			Do: f.credential, Below: operator.Cashier, Evidence: true, Wait: 30 * time.Minute,
			Times: func(subject string) int {
				changed, err := f.node(nil).All(h.T.Context())
				if _, waits := changed[subject]; waits || err != nil {
					return 0
				}
				return 1
			},
			Change: func(subject string) { f.starts(map[string]string{subject: "b"}) },
		})
	})
}

// A system whose part of the file was changed is stopped, others are not, and it goes on half an hour after two approved.
func TestChangedCredentialsStopTheirSystem(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx, f := t.Context(), newFiles(h)
		old := map[string]string{brake.Payouts: "p1", joker: "j1", "provider:pg": "g1"}
		next := map[string]string{brake.Payouts: "p1", joker: "j2", "provider:pg": "g1"}
		only := map[string]brake.Cause{joker: brake.Credential}
		f.starts(old)
		f.starts(old)
		f.stopped("nothing was changed", nil)
		if _, err := f.credential(ctx, by(nok, joker)); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("there is nothing to approve: %v", err)
		}
		f.starts(next)
		f.stopped("changed", only)
		for _, again := range []map[string]string{old, next, next} {
			f.starts(again)
			f.stopped("a node with another file", only)
		}
		if _, err := h.Decide(ctx, halt.KindResume, by(nok, joker), nil); !errors.Is(err, halt.ErrStands) {
			t.Errorf("resumed without an approval: %v", err)
		}
		p := f.approved(joker)
		if err := h.Approvals.Stop(ctx, by(nok, ""), p.ID); err != nil {
			t.Fatal(err)
		}
		f.passes(time.Hour)
		f.stopped("one person stopped the approval", only)
		f.approved(joker)
		f.passes(30*time.Minute - time.Second)
		f.stopped("a second too early", only)
		f.passes(time.Second)
		f.stopped("in force", nil)
		f.starts(next)
		f.stopped("a start with what is approved", nil)
		if _, err := f.node(old).Keep(ctx); err != nil {
			t.Fatal(err)
		}
		f.stopped("another node goes on with the old file", only)
		f.approved(joker)
		f.starts(next)
		f.passes(time.Hour)
		f.stopped("the file was put back, and what was approved is stale", only)
		if _, err := h.Decide(ctx, halt.KindResume, by(nok, joker), nil); err != nil {
			t.Errorf("the cause is gone: %v", err)
		}
		if out, err := h.Decide(ctx, halt.KindResume, by(lek, joker), nil); err != nil || !out.Done {
			t.Errorf("%+v, %v", out, err)
		}
		f.stopped("resumed by two", nil)
	})
}

// An approval lifts no stop that another cause has, and none while something else is known against the system.
func TestAnApprovalLiftsItsOwnStopAlone(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx, f := t.Context(), newFiles(h)
		f.starts(map[string]string{brake.Payouts: "p1", joker: "j1"})
		if _, err := h.Decide(ctx, halt.KindStop, by(nok, brake.Payouts), nil); err != nil {
			t.Fatal(err)
		}
		f.starts(map[string]string{brake.Payouts: "p2", joker: "j2"})
		both := map[string]brake.Cause{brake.Payouts: brake.Person, joker: brake.Credential}
		f.stopped("changed", both)
		if _, err := h.Decide(ctx, halt.KindResume, by(nok, brake.Payouts), nil); !errors.Is(err, halt.ErrStands) {
			t.Errorf("a person's stop, with changed credentials: %v", err)
		}
		h.Stands = map[string][]brake.Against{joker: {{Kind: brake.Differences, Cases: 20}}}
		f.approved(brake.Payouts)
		f.approved(joker)
		f.passes(30 * time.Minute)
		f.stopped("approved", both)
		h.Stands = nil
		for _, system := range []string{brake.Payouts, joker} {
			_, first := h.Decide(ctx, halt.KindResume, by(nok, system), nil)
			if out, err := h.Decide(ctx, halt.KindResume, by(lek, system), nil); first != nil || err != nil || !out.Done {
				t.Errorf("%s, approved: %v, %+v, %v", system, first, out, err)
			}
		}
		f.stopped("resumed by two", nil)
	})
}

// What nobody could approve is accepted: at the first start, without operators, and a new system without two chiefs.
func TestWhatNobodyCanApproveIsAccepted(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		f := newFiles(h)
		start := func(operators, chiefs int64, file map[string]string) {
			t.Helper()
			counted := func(context.Context, *store.Tx) (int64, int64, error) { return operators, chiefs, nil }
			if err := brake.NewCredentials(h.Store, f.brakes, file, counted).Start(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		start(3, 2, map[string]string{joker: "j1"}) // a store of the version before
		start(0, 0, map[string]string{joker: "j2"})
		start(1, 1, map[string]string{joker: "j2", "provider:pg": "g1"})
		f.stopped("accepted", nil)
		start(2, 2, map[string]string{joker: "j2", "provider:pg": "g1", "provider:new": "n1"})
		f.stopped("a new system of a house with two chiefs", map[string]brake.Cause{"provider:new": brake.Credential})
		start(1, 1, map[string]string{joker: "j3"})
		f.stopped("a change with one operator", map[string]brake.Cause{"provider:new": brake.Credential, joker: brake.Credential})
	})
}
