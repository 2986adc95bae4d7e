package operator_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator"
)

var errBroken = errors.New("the outside is broken")

// ended reports an error that is not about a proposal in a state.
func ended(t *testing.T, err error, want operator.ProposalState) {
	t.Helper()
	if !errors.Is(err, operator.EndedError{State: want}) {
		t.Errorf("%v, and not that it is %s", err, want)
	}
}

// TestEveryEndOfAnOpenProposal: another person approves it, once; rejects it; its proposer withdraws it; nobody approves it in
// time; or its subject has changed. Only the first does something, and each leaves room for another proposal.
func TestEveryEndOfAnOpenProposal(t *testing.T) {
	t.Parallel()
	eachOffice(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		p := o.propose(nok, atOnce, "approved")
		if out, err := o.Approvals.Do(ctx, by(lek, "approved"), atOnce, nil); !errors.Is(err, operator.ErrProposalOpen) ||
			out.Proposal.ID != p.ID {
			t.Errorf("proposed twice: %+v, %v", out, err)
		}
		if out, err := o.Approvals.Approve(ctx, by(lek, ""), p.ID, "another"); !errors.Is(err, operator.ErrChanged) ||
			out.State != p.Fingerprint {
			t.Errorf("another was seen: %+v, %v", out, err)
		}
		if out, err := o.Approvals.Approve(ctx, by(lek, ""), p.ID, p.Fingerprint); err != nil || !out.Done || o.after != 1 {
			t.Errorf("approved: %+v, %v", out, err)
		}
		if p = o.is(p, operator.Done); p.By != nok || p.ApprovedBy != lek || p.EndedBy != lek || p.EffectiveAt != p.EndedAt {
			t.Errorf("%+v", p)
		}
		_, err := o.Approvals.Approve(ctx, by(lek, ""), p.ID, "")
		ended(t, err, operator.Done)

		p = o.propose(nok, atOnce, "rejected")
		if err := o.Approvals.Reject(ctx, by(lek, ""), p.ID); err != nil {
			t.Error(err)
		}
		if p = o.is(p, operator.Rejected); p.EndedBy != lek || p.Why != "because" {
			t.Errorf("%+v", p)
		}
		ended(t, o.Approvals.Withdraw(ctx, by(nok, ""), p.ID), operator.Rejected)
		o.propose(lek, atOnce, "rejected")

		p = o.propose(nok, atOnce, "withdrawn")
		if err := o.Approvals.Withdraw(ctx, by(nok, ""), p.ID); err != nil {
			t.Error(err)
		}
		o.is(p, operator.Withdrawn)
		o.propose(nok, atOnce, "withdrawn")

		p = o.propose(nok, atOnce, "stale")
		o.change("stale")
		if s, err := o.Approvals.Show(ctx, lek, p.ID); err != nil || !s.Changed || len(s.Now) != 1 ||
			strings.Join(s.May, " ") != "approve reject" {
			t.Errorf("shown: %+v, %v", s, err)
		}
		if out, err := o.Approvals.Approve(ctx, by(lek, ""), p.ID, p.Fingerprint); out.Done ||
			!errors.Is(err, operator.ErrProposalChanged) {
			t.Errorf("stale: %+v, %v", out, err)
		}
		if p = o.is(p, operator.Stale); p.EndedBy != lek || p.Why == "" {
			t.Errorf("%+v", p)
		}
		o.propose(nok, atOnce, "stale")

		p, q := o.propose(nok, atOnce, "expired"), o.propose(nok, atOnce, "expired unseen")
		o.Now.Advance(24*time.Hour - time.Microsecond)
		if n, err := o.Approvals.Expire(ctx); n != 0 || err != nil {
			t.Errorf("%d expired too early, %v", n, err)
		}
		o.is(p, operator.Open)
		o.Now.Advance(time.Microsecond)
		_, err = o.Approvals.Approve(ctx, by(lek, ""), p.ID, "")
		ended(t, err, operator.Expired)
		if p = o.is(p, operator.Expired); p.EndedBy != "" {
			t.Errorf("%+v", p)
		}
		o.propose(lek, atOnce, "expired unseen") // the job has not seen yet that its time is over
		o.is(q, operator.Expired)
		if n, err := o.Approvals.Expire(ctx); n != 3 || err != nil { // those that were proposed again
			t.Errorf("%d expired, %v", n, err)
		}
	})
}

// TestEveryEndOfAScheduledProposal: at its time it is done, against the state of that moment, or is stale. Until then one person
// stops it.
func TestEveryEndOfAScheduledProposal(t *testing.T) {
	t.Parallel()
	eachOffice(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		done, stopped, stale := o.scheduled("done"), o.scheduled("stopped"), o.scheduled("stale")
		o.is(done, operator.Scheduled)
		if _, err := o.Approvals.Do(ctx, by(lek, "done"), later, nil); !errors.Is(err, operator.ErrProposalOpen) {
			t.Errorf("once more while it is scheduled: %v", err)
		}
		ended(t, o.Approvals.Withdraw(ctx, by(nok, ""), done.ID), operator.Scheduled)
		if err := o.Approvals.Stop(ctx, by(nok, ""), stopped.ID); err != nil {
			t.Error(err)
		}
		o.is(stopped, operator.Stopped)
		o.Now.Advance(wait - time.Microsecond)
		o.due(0)
		o.change("stale")
		o.Now.Advance(time.Microsecond)
		o.due(2)
		if p := o.is(done, operator.Done); p.EndedBy != lek || p.EffectiveAt != p.ApprovedAt.Add(wait) || o.after != 1 {
			t.Errorf("%+v", p)
		}
		if p := o.is(stale, operator.Stale); p.EndedBy != "" || p.Why == "" || !strings.Contains(o.log.String(), "stale") {
			t.Errorf("%+v, and the log %q", p, o.log)
		}
		o.due(0)
		ended(t, o.Approvals.Stop(ctx, by(nok, ""), done.ID), operator.Done)

		// What can't be done any more is stale. What only fails is tried again for a day.
		refused, broken := o.scheduled("refused"), o.scheduled("broken")
		o.Now.Advance(wait)
		o.refuse(errBroken)
		if n, err := o.Approvals.RunDue(ctx); n != 0 || !errors.Is(err, errBroken) {
			t.Errorf("%d are through, %v", n, err)
		}
		o.is(refused, operator.Scheduled)
		if err := o.Approvals.Stop(ctx, by(lek, ""), broken.ID); err != nil {
			t.Error(err)
		}
		o.refuse(fault.New(fault.NO_DATA, "it has gone"))
		o.due(1)
		o.is(refused, operator.Stale)
		o.refuse(nil)
		broken = o.scheduled("broken for long")
		o.refuse(errBroken)
		o.Now.Advance(wait + 24*time.Hour)
		o.due(1)
		if p := o.is(broken, operator.Stale); !strings.Contains(p.Why, errBroken.Error()) {
			t.Errorf("%+v", p)
		}
	})
}

// TestWhatFailsLeavesAProposalOpen: an approval whose effect fails changes nothing.
func TestWhatFailsLeavesAProposalOpen(t *testing.T) {
	t.Parallel()
	eachOffice(t, func(t *testing.T, o *office) {
		p := o.propose(nok, atOnce, "it")
		o.refuse(fault.New(fault.TRY_AGAIN, "later"))
		if _, err := o.Approvals.Approve(t.Context(), by(lek, ""), p.ID, ""); !fault.Is(err, fault.TRY_AGAIN) {
			t.Error(err)
		}
		o.is(p, operator.Open)
		o.refuse(nil)
		if out, err := o.Approvals.Approve(t.Context(), by(lek, ""), p.ID, ""); err != nil || !out.Done {
			t.Errorf("%+v, %v", out, err)
		}
		o.is(p, operator.Done)
	})
}

// TestOneWhoLeavesLeavesNothingBehind: what a disabled operator proposed is withdrawn, and what it approved is stopped.
func TestOneWhoLeavesLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	eachOffice(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		o.Hire(mai, operator.Cashier, "")
		proposed, others := o.propose(mai, atOnce, "proposed by mai"), o.propose(nok, atOnce, "proposed by nok")
		approved := o.propose(nok, later, "approved by mai")
		if _, err := o.Approvals.Approve(ctx, by(mai, ""), approved.ID, ""); err != nil {
			t.Fatal(err)
		}
		if out, err := o.Decide(ctx, operator.KindDisable, by(lek, mai), nil); err != nil || !out.Done {
			t.Fatalf("%+v, %v", out, err)
		}
		if p := o.is(proposed, operator.Withdrawn); p.EndedBy != lek {
			t.Errorf("%+v", p)
		}
		o.is(approved, operator.Stopped)
		o.is(others, operator.Open)
		// A node that read that mai may act just before may still add a proposal of hers. Nobody can approve it.
		late, scheduled := o.propose(nok, atOnce, "late"), o.scheduled("late too")
		o.write(`UPDATE proposal SET proposed_by = 'mai' WHERE id IN ($1, $2)`, late.ID, scheduled.ID)
		_, err := o.Approvals.Approve(ctx, by(lek, ""), late.ID, "")
		ended(t, err, operator.Withdrawn)
		o.is(late, operator.Withdrawn)
		o.Now.Advance(wait)
		o.due(1)
		o.is(scheduled, operator.Stopped)
	})
}

func (o *office) write(statement string, args ...any) {
	o.T.Helper()
	if err := o.Store.Write(o.T.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(o.T.Context(), statement, args...)
		return err
	}); err != nil {
		o.T.Fatal(err)
	}
}

// TestNobodyDecidesAboutItself: an operator proposes, approves, rejects and stops nothing about its own member account, or about
// one that is linked to it. What it proposed before, it may withdraw.
func TestNobodyDecidesAboutItself(t *testing.T) {
	t.Parallel()
	eachOffice(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		const own, twin, other = "OWN000000001", "TWIN00000001", "OTHER0000001"
		o.Links.Link(own, twin)
		o.Hire(mai, operator.Chief, own)
		about := func(member string) []byte { return []byte(`{"member": "` + member + `"}`) }
		for _, member := range []string{own, twin} {
			if _, err := o.Approvals.Do(ctx, by(mai, member), atOnce, about(member)); !errors.Is(err, operator.ErrSelfDecision) {
				t.Errorf("proposed about %s: %v", member, err)
			}
			out, err := o.Approvals.Do(ctx, by(nok, member), atOnce, about(member))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := o.Approvals.Approve(ctx, by(mai, ""), out.Proposal.ID, ""); !errors.Is(err, operator.ErrSelfDecision) {
				t.Errorf("approved about %s: %v", member, err)
			}
			if err := o.Approvals.Reject(ctx, by(mai, ""), out.Proposal.ID); !errors.Is(err, operator.ErrSelfDecision) {
				t.Errorf("rejected about %s: %v", member, err)
			}
			if s, err := o.Approvals.Show(ctx, mai, out.Proposal.ID); err != nil || len(s.May) != 0 {
				t.Errorf("may %v, %v", s.May, err)
			}
			a := operator.Action{Name: "look", Needs: operator.Support, Member: member}
			if _, err := o.Approvals.Decide(ctx, by(mai, member), a); !errors.Is(err, operator.ErrSelfDecision) {
				t.Errorf("looked at %s: %v", member, err)
			}
		}
		out, err := o.Approvals.Do(ctx, by(mai, other), atOnce, about(other))
		if err != nil {
			t.Fatal(err)
		}
		o.Links.Link(own, other)
		if err := o.Approvals.Withdraw(ctx, by(mai, ""), out.Proposal.ID); err != nil {
			t.Error(err)
		}
	})
}

// TestOnePersonIsEnough: what needs one person is done at once, against the state that the person saw.
func TestOnePersonIsEnough(t *testing.T) {
	t.Parallel()
	eachOffice(t, func(t *testing.T, o *office) {
		d := by(nok, "it")
		d.Seen = o.state("it")
		o.change("it")
		if out, err := o.Approvals.Do(t.Context(), d, atOnce, []byte(`{"one": true}`)); !errors.Is(err, operator.ErrChanged) ||
			out.State != o.state("it") {
			t.Errorf("another was seen: %+v, %v", out, err)
		}
		d.Seen = o.state("it")
		if out, err := o.Approvals.Do(t.Context(), d, atOnce, []byte(`{"one": true}`)); err != nil || !out.Done || o.did("it") != 1 {
			t.Errorf("%+v, %v", out, err)
		}
	})
}

// TestProposalsOfTheVersionBefore: its rows have no fingerprint and never expire. They are approved if member and
// amount are as they were.
func TestProposalsOfTheVersionBefore(t *testing.T) {
	t.Parallel()
	eachOffice(t, func(t *testing.T, o *office) {
		for id, amount := range map[string]int64{"SAME": 0, "ANOTHER": 5} {
			o.write(`INSERT INTO proposal (id, action, subject, member, amount, reason, evidence, proposed_by, proposed_at, decided_by,
				decided_at, outcome) VALUES ($1, $2, $3, '', $4, 'x', '', $5, 1, '', 0, '')`, id, atOnce, id, amount, nok)
		}
		o.Now.Advance(1000 * time.Hour)
		if n, err := o.Approvals.Expire(t.Context()); n != 0 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
		if out, err := o.Approvals.Approve(t.Context(), by(lek, ""), "SAME", ""); err != nil || !out.Done {
			t.Errorf("the same amount: %+v, %v", out, err)
		}
		o.is(operator.Proposal{ID: "SAME", Subject: "SAME"}, operator.Done)
		if _, err := o.Approvals.Approve(t.Context(), by(lek, ""), "ANOTHER", ""); !errors.Is(err, operator.ErrProposalChanged) {
			t.Errorf("another amount: %v", err)
		}
		o.is(operator.Proposal{ID: "ANOTHER", Subject: "ANOTHER"}, operator.Stale)
	})
}

// TestAKindOfAnotherVersion: what this version does not know is not approved. A chief rejects it.
func TestAKindOfAnotherVersion(t *testing.T) {
	t.Parallel()
	eachOffice(t, func(t *testing.T, o *office) {
		o.write(`INSERT INTO proposal (id, action, subject, member, amount, reason, evidence, proposed_by, proposed_at, decided_by,
			decided_at, outcome) VALUES ('OTHER', 'thing.of-old', 'it', '', 5, 'x', '', $1, 1, '', 0, '')`, nok)
		if _, err := o.Approvals.Approve(t.Context(), by(lek, ""), "OTHER", ""); !errors.Is(err, operator.ErrNoKind) {
			t.Errorf("approved: %v", err)
		}
		if err := o.Approvals.Reject(t.Context(), by(lek, ""), "OTHER"); err != nil {
			t.Error(err)
		}
	})
}
