package operator_test

import (
	"errors"
	"testing"

	"krapao/operator"
	"krapao/operator/operatortest"
)

// TestNobodyDecidesWithoutASession: no decision, and no step with a proposal, is made in a name alone.
func TestNobodyDecidesWithoutASession(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx := t.Context()
		w := h.InReview(60_000_00)
		out, err := h.Decide(ctx, "withdrawal.approve", operatortest.By(operatortest.Nok, w.Reference), nil)
		if err != nil || out.Proposal == nil {
			t.Fatalf("%+v, %v", out, err)
		}
		id, d := out.Proposal.ID, operatortest.By(operatortest.Lek, w.Reference)
		d.Session = ""
		of := func(subject string) operator.Decision {
			another := d
			another.Subject = subject
			return another
		}
		does := func(kind string, d operator.Decision) error {
			_, err := h.Approvals.Do(ctx, d, kind, nil)
			return err
		}
		for what, decide := range map[string]func() error{
			"the same again": func() error { return does("withdrawal.approve", d) },
			"another":        func() error { return does("withdrawal.return", d) },
			"approving":      func() error { _, err := h.Approvals.Approve(ctx, d, id, ""); return err },
			"rejecting":      func() error { return h.Approvals.Reject(ctx, d, id) },
			"withdrawing":    func() error { return h.Approvals.Withdraw(ctx, d, id) },
			"by one alone":   func() error { return does(operator.KindDisable, of(operatortest.Nok)) },
			"what one does": func() error {
				_, err := h.Approvals.Decide(ctx, d, operator.Action{Name: "chat.end", Needs: operator.Support})
				return err
			},
		} {
			if err := decide(); !errors.Is(err, operator.ErrNoSession) {
				t.Errorf("%s: %v", what, err)
			}
		}
		if p, err := h.Approvals.Show(ctx, operatortest.Lek, id); err != nil || p.State != operator.Open {
			t.Errorf("%+v, %v", p, err)
		}
	})
}
