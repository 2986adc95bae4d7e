package operator_test

import (
	"errors"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/money"
	"krapao/operator"
	"krapao/operator/audit"
	"krapao/operator/operatortest"
)

// about is a request about a thing.
func about(amount money.Amount, one, confirm bool) []byte {
	return operator.Request(map[string]any{"Amount": amount, "One": one, "Confirm": confirm})
}

// asks reports a decision that is not refused until it is confirmed.
func (o *office) asks(what string, err error) {
	o.T.Helper()
	if !errors.As(err, new(operator.ConfirmError)) {
		o.T.Errorf("%s: %v", what, err)
	}
}

// In a session, amounts over 5,000 baht and what a kind says are confirmed, whether one person decides or two. The shell asks for
// nothing.
func TestWhatIsConfirmed(t *testing.T) {
	t.Parallel()
	eachOffice(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		for name, step := range map[string]struct {
			amount       money.Amount
			one, confirm bool
			asks         bool
		}{
			"at the bound":             {operator.ConfirmBound, true, false, false},
			"over it":                  {operator.ConfirmBound + 1, true, false, true},
			"over it, for two":         {operator.ConfirmBound + 1, false, false, true},
			"at the bound, for two":    {operator.ConfirmBound, false, false, false},
			"a kind that says so":      {0, true, true, true},
			"such a kind, and for two": {1, false, true, true},
		} {
			d := operatortest.InSession(by(nok, name))
			request := about(step.amount, step.one, step.confirm)
			out, err := o.Approvals.Do(ctx, d, atOnce, request)
			if errors.As(err, new(operator.ConfirmError)) != step.asks || !step.asks && err != nil {
				t.Errorf("%s: %+v, %v", name, out, err)
			}
			if step.asks {
				if waits, err := o.Approvals.Page(ctx, operator.ProposalFilter{State: operator.Open}); err != nil || o.did(name) != 0 ||
					strings.Contains(subjectsOf(waits), name) {
					t.Errorf("%s: something happened before it was confirmed: %v, %v", name, waits, err)
				}
				out, err = o.Approvals.Do(ctx, o.Confirm(d, err), atOnce, request)
			}
			if err != nil || out.Done != step.one || o.did(name) > 0 != step.one {
				t.Errorf("%s, confirmed: %+v, %v", name, out, err)
			}
		}
		if out, err := o.Approvals.Do(ctx, by(nok, "by the shell"), atOnce, about(1e9, true, true)); err != nil || !out.Done {
			t.Errorf("by the shell: %+v, %v", out, err)
		}
	})
}

func subjectsOf(list []operator.Proposal) string {
	var names []string
	for _, p := range list {
		names = append(names, p.Subject)
	}
	return strings.Join(names, "\n")
}

// A confirmation is for one decision: not for another amount, subject, kind or state, not in another session, and not twice.
func TestAConfirmationIsForOneDecision(t *testing.T) {
	t.Parallel()
	eachOffice(t, func(t *testing.T, o *office) {
		ctx, d := t.Context(), operatortest.InSession(by(nok, "A"))
		request := about(operator.ConfirmBound+1, true, false)
		_, err := o.Approvals.Do(ctx, d, atOnce, request)
		sure := o.Confirm(d, err)

		_, err = o.Approvals.Do(ctx, sure, atOnce, about(operator.ConfirmBound+2, true, false))
		o.asks("another amount", err)
		other := sure
		other.Subject = "B"
		_, err = o.Approvals.Do(ctx, other, atOnce, request)
		o.asks("another subject", err)
		_, err = o.Approvals.Do(ctx, sure, later, request)
		o.asks("another kind", err)
		other = sure
		other.Session = "another"
		_, err = o.Approvals.Do(ctx, other, atOnce, request)
		o.asks("another session", err)
		_, err = o.Approvals.Do(ctx, sure, atOnce, operator.Request(map[string]any{
			"Amount": operator.ConfirmBound + 1, "One": true, "Member": "MEMBER000001",
		}))
		o.asks("another member", err)
		o.change("A")
		_, err = o.Approvals.Do(ctx, sure, atOnce, request)
		o.asks("another state", err)
		sure = o.Confirm(d, err)
		if out, err := o.Approvals.Do(ctx, sure, atOnce, request); err != nil || !out.Done {
			t.Errorf("confirmed: %+v, %v", out, err)
		}
		_, err = o.Approvals.Do(ctx, sure, atOnce, request)
		o.asks("a second time", err)
		if n := o.did("A"); n != 1 {
			t.Errorf("it was done %d times", n)
		}
	})
}

// Approving is always confirmed, and the audit log says by what. Rejecting is not: nothing happens by it.
func TestApprovingIsConfirmed(t *testing.T) {
	t.Parallel()
	eachOffice(t, func(t *testing.T, o *office) {
		ctx, p, second := t.Context(), o.propose(nok, atOnce, "A"), o.propose(nok, later, "B")
		_, err := o.Approvals.Approve(ctx, operatortest.InSession(by(nok, "")), p.ID, "")
		if !errors.Is(err, operator.ErrSecondApproval) {
			t.Errorf("what can't be is asked for: %v", err)
		}
		d := operatortest.InSession(by(lek, ""))
		_, err = o.Approvals.Approve(ctx, d, p.ID, p.Fingerprint)
		o.asks("approved", err)
		o.is(p, operator.Open)
		sure := o.Confirm(d, err)
		_, err = o.Approvals.Approve(ctx, sure, second.ID, "")
		o.asks("another proposal", err)
		if out, err := o.Approvals.Approve(ctx, sure, p.ID, ""); err != nil || !out.Done {
			t.Errorf("approved: %+v, %v", out, err)
		}
		o.is(p, operator.Done)
		if err := o.Approvals.Reject(ctx, d, second.ID); err != nil {
			t.Errorf("rejected: %v", err)
		}
		rows, err := o.Audit.Newest(ctx, audit.Filter{}, 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		named := 0
		for _, r := range rows {
			if strings.HasSuffix(r.Evidence, "; confirmed by a key") && r.Action == atOnce && r.By == lek {
				named++
			}
		}
		if named != 1 {
			t.Errorf("the audit log has %+v", rows)
		}
	})
}

// What one person decides by itself can ask for a confirmation, too; where nobody can confirm, it is refused.
func TestADecisionOfOneIsConfirmed(t *testing.T) {
	t.Parallel()
	eachOffice(t, func(t *testing.T, o *office) {
		d, done := operatortest.InSession(by(nok, "A")), 0
		act := operator.Action{
			Name: "thing.show", Needs: operator.Support, Confirm: true, Does: func(*store.Tx) error { done++; return nil },
		}
		do := func(d operator.Decision) error {
			_, err := o.Approvals.Decide(t.Context(), d, act)
			return err
		}
		err := do(d)
		o.asks("not confirmed", err)
		if err := do(o.Confirm(d, err)); err != nil || done != 1 {
			t.Errorf("confirmed: %v, done %d times", err, done)
		}
		nobody := operator.NewApprovals(operator.Deps{Store: o.Store, Audit: o.Audit})
		_, err = nobody.Decide(t.Context(), o.Confirm(d, operator.ConfirmError{Decision: "x"}), act)
		o.asks("where nobody confirms", err)
	})
}
