package operatortest

import (
	"context"
	"errors"
	"sync"
	"time"

	"krapao/operator"
	"krapao/operator/cli"
)

// Two is a kind of decision for two persons. Every kind goes through the same checks (House.NeedsTwo).
type Two struct {
	// Make makes something to decide about, and returns it and the member that it concerns; "": nobody.
	Make func() (subject, member string)
	// Do gives the command.
	Do func(ctx context.Context, d operator.Decision) (operator.Outcome, error)
	// Times is how often it was carried out about a subject.
	Times func(subject string) int
	// Open opens it for an operator; nil: it is no item of the queue.
	Open func(ctx context.Context, by operator.Person, subject string) (operator.Sight, error)
	// Change changes something that the decision rests on, and carries it out no way.
	Change func(subject string)
	// Below is an operator whose role may not. Evidence: it needs some.
	Below    operator.Role
	Evidence bool
	// Life is how long a proposal waits; 0: a day. Wait is how long after the approval it is in force; 0: at once.
	Life, Wait time.Duration
	// Wire registers the kind at another node; nil: every node of a test has it.
	Wire func(s *cli.Services)
}

// Names of those whom NeedsTwo hires.
const (
	novice = "novice"
	kin    = "kin"
	third  = "third"
)

// kinMember is the member account of the operator that is linked to whom a decision is about.
const kinMember = "KINMEMBER001"

// NeedsTwo checks a kind of decision: who may propose and approve it, that it rests on what was seen, and that it happens once.
func (h *House) NeedsTwo(k Two) {
	h.T.Helper()
	h.Hire(novice, k.Below, "")
	h.Hire(kin, operator.Chief, kinMember)
	h.Hire(third, operator.Chief, "")
	h.byTwo(k)
	h.notOfOneself(k)
	h.onlyAsSeen(k)
	h.asOpened(k)
	h.once(k)
}

// byTwo: one person proposes, with a reason and what evidence is asked for; another one carries it out by the same command.
func (h *House) byTwo(k Two) {
	h.T.Helper()
	ctx := h.T.Context()
	subject, _ := k.Make()
	refusals := map[string]struct {
		d    operator.Decision
		want error
	}{
		"a lower role":   {By(novice, subject), operator.ErrRole},
		"without reason": {Sure(operator.Decision{By: Nok, Subject: subject, Evidence: "seen"}), operator.ErrReasonRequired},
	}
	if k.Evidence {
		refusals["without evidence"] = struct {
			d    operator.Decision
			want error
		}{Sure(operator.Decision{By: Nok, Subject: subject, Reason: "because"}), operator.ErrReasonRequired}
	}
	for what, r := range refusals {
		if out, err := k.Do(ctx, r.d); !errors.Is(err, r.want) || out.Done || out.Proposal != nil {
			h.T.Errorf("%s: %+v, %v", what, out, err)
		}
	}
	p := h.proposed(k, subject)
	if p.Fingerprint == "" || len(p.Facts) == 0 || p.Says == "" {
		h.T.Errorf("the second person has nothing to look at: %+v", p)
	}
	if _, err := k.Do(ctx, By(Nok, subject)); !errors.Is(err, operator.ErrSecondApproval) {
		h.T.Errorf("the same person twice: %v", err)
	}
	if _, err := k.Do(ctx, By(novice, subject)); !errors.Is(err, operator.ErrRole) {
		h.T.Errorf("a lower role as the second: %v", err)
	}
	h.did(k, subject, 0)
	bare := Sure(operator.Decision{By: Lek, Subject: subject, Reason: "so it is"})
	if k.Evidence { // the command asks for it, whoever gives it
		bare.Evidence = "seen"
	}
	if out, err := k.Do(ctx, bare); err != nil || out.Done == (k.Wait > 0) || out.Says == "" {
		h.T.Errorf("by two: %+v, %v", out, err)
	}
	h.inForce(k, subject)
	h.did(k, subject, 1)
	if out, err := k.Do(ctx, By(third, subject)); err == nil && out.Done {
		h.T.Errorf("and again: %+v", out)
	}
	h.did(k, subject, 1)
}

// notOfOneself: who is the member, or linked to it, neither proposes nor approves.
func (h *House) notOfOneself(k Two) {
	h.T.Helper()
	subject, member := k.Make()
	if member == "" {
		return
	}
	h.Links.Link(kinMember, member)
	if out, err := k.Do(h.T.Context(), By(kin, subject)); !errors.Is(err, operator.ErrSelfDecision) {
		h.T.Errorf("proposed by one who is linked: %+v, %v", out, err)
	}
	p := h.proposed(k, subject)
	if out, err := h.Approvals.Approve(h.T.Context(), By(kin, ""), p.ID, ""); !errors.Is(err, operator.ErrSelfDecision) {
		h.T.Errorf("approved by one who is linked: %+v, %v", out, err)
	}
	h.did(k, subject, 0)
}

// onlyAsSeen: what has changed, and what waited too long, is not carried out.
func (h *House) onlyAsSeen(k Two) {
	h.T.Helper()
	ctx := h.T.Context()
	if k.Change != nil {
		subject, _ := k.Make()
		p := h.proposed(k, subject)
		k.Change(subject)
		before := k.Times(subject)
		if out, err := h.Approvals.Approve(ctx, By(Lek, ""), p.ID, ""); !errors.Is(err, operator.ErrProposalChanged) || out.Done {
			h.T.Errorf("it had changed: %+v, %v", out, err)
		}
		h.did(k, subject, before)
		h.ended(p, operator.Stale)
	}
	subject, _ := k.Make()
	p := h.proposed(k, subject)
	life := k.Life
	if life == 0 {
		life = 24 * time.Hour
	}
	h.Now.Advance(life)
	if out, err := h.Approvals.Approve(ctx, By(Lek, ""), p.ID, ""); !errors.As(err, new(operator.EndedError)) || out.Done {
		h.T.Errorf("it had waited too long: %+v, %v", out, err)
	}
	h.did(k, subject, 0)
	h.ended(p, operator.Expired)
}

// asOpened: who opened it is in the audit log once, and decides by what it saw: not at all once that is another.
func (h *House) asOpened(k Two) {
	h.T.Helper()
	if k.Open == nil {
		return
	}
	ctx := h.T.Context()
	open := func(subject string) operator.Decision {
		h.T.Helper()
		before, err := h.Audit.Rows(ctx)
		if err != nil {
			h.T.Fatal(err)
		}
		var x operator.Sight
		for range 2 {
			if x, err = k.Open(ctx, operator.Person{Name: Nok, Role: operator.Chief}, subject); err != nil {
				h.T.Fatal(err)
			}
		}
		if rows, err := h.Audit.Rows(ctx); err != nil || rows != before+1 {
			h.T.Errorf("opened twice, it is in the audit log %d times, %v", rows-before, err)
		}
		if x.ID != subject || x.Kind == "" || x.Seen == "" || len(x.Choices) == 0 {
			h.T.Errorf("it is opened as %+v", x)
		}
		d := By(Nok, subject)
		d.Seen = x.Seen
		return d
	}
	subject, _ := k.Make()
	if out, err := k.Do(ctx, open(subject)); err != nil || out.Proposal == nil {
		h.T.Errorf("decided as it was seen: %+v, %v", out, err)
	}
	if k.Change == nil {
		return
	}
	subject, _ = k.Make()
	d := open(subject)
	if k.Change(subject); k.Times(subject) != 0 {
		return // the change ends it, and nobody decides it by any sight
	}
	if out, err := k.Do(ctx, d); err == nil || out.Proposal != nil {
		h.T.Errorf("it is another than the one that was seen: %+v, %v", out, err)
	}
}

// once: two persons at two nodes approve it at the same moment, and it happens once.
func (h *House) once(k Two) {
	h.T.Helper()
	subject, _ := k.Make()
	p := h.proposed(k, subject)
	other := h.services()
	if k.Wire != nil {
		k.Wire(other)
	}
	errs := make([]error, 2)
	var both sync.WaitGroup
	both.Go(func() { _, errs[0] = h.Approvals.Approve(h.T.Context(), By(Lek, ""), p.ID, "") })
	both.Go(func() { _, errs[1] = other.Approvals.Approve(h.T.Context(), By(third, ""), p.ID, "") })
	both.Wait()
	if (errs[0] == nil) == (errs[1] == nil) {
		h.T.Errorf("approved at two nodes at the same moment: %v", errs)
	}
	h.inForce(k, subject)
	h.did(k, subject, 1)
	h.ended(p, operator.Done)
}

// inForce lets the time pass until what was approved is in force: not a moment before.
func (h *House) inForce(k Two, subject string) {
	h.T.Helper()
	if k.Wait == 0 {
		return
	}
	h.Now.Advance(k.Wait - time.Second)
	if n, err := h.Approvals.RunDue(h.T.Context()); n != 0 || err != nil {
		h.T.Errorf("in force before its time: %d, %v", n, err)
	}
	h.did(k, subject, 0)
	h.Now.Advance(time.Second)
	if n, err := h.Approvals.RunDue(h.T.Context()); n != 1 || err != nil {
		h.T.Errorf("in force after its wait: %d, %v", n, err)
	}
}

// proposed proposes.
func (h *House) proposed(k Two, subject string) operator.Proposal {
	h.T.Helper()
	out, err := k.Do(h.T.Context(), By(Nok, subject))
	if err != nil || out.Done || out.Proposal == nil {
		h.T.Fatalf("proposed: %+v, %v", out, err)
	}
	return *out.Proposal
}

func (h *House) did(k Two, subject string, want int) {
	h.T.Helper()
	if n := k.Times(subject); n != want {
		h.T.Errorf("it was carried out %d times, not %d", n, want)
	}
}

func (h *House) ended(p operator.Proposal, want operator.ProposalState) {
	h.T.Helper()
	if got, err := h.Approvals.Show(h.T.Context(), "", p.ID); err != nil || got.State != want {
		h.T.Errorf("the proposal is %s (%s) and not %s: %v", got.State, got.Why, want, err)
	}
}
