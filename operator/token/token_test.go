package token_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/operatortest"
	"krapao/operator/token"
)

// mine is the member account of the chief who asks for the token.
const mine = "MEMBER000001"

// made is a token of a system that two chiefs have agreed on, and that counts.
func made(t *testing.T, h *operatortest.House, tokens *token.Service) (token.Token, string) {
	t.Helper()
	ctx := t.Context()
	secret, asked := token.Draft(token.Asked{
		Role: operator.Cashier, Scopes: []string{"member:decide"}, EndsAt: h.Now.Now().Add(24 * time.Hour),
	}, "nightly")
	request, err := json.Marshal(asked)
	if err != nil {
		t.Fatal(err)
	}
	out, err := h.Approvals.Do(ctx, operatortest.By(operatortest.Nok, "nightly"), token.KindAdd, request)
	if err != nil || out.Done {
		t.Fatalf("proposed: %+v, %v", out, err)
	}
	if _, err := h.Approvals.Approve(ctx, operatortest.By(operatortest.Lek, ""), out.Proposal.ID, ""); err != nil {
		t.Fatal(err)
	}
	h.Now.Advance(operator.NewcomerWaits)
	if n, err := h.Approvals.RunDue(ctx); n != 1 || err != nil {
		t.Fatalf("in force are %d, %v", n, err)
	}
	found, err := tokens.Check(ctx, secret, "203.0.113.1")
	if err != nil {
		t.Fatal(err)
	}
	return found, secret
}

// TestATokenIsNoPerson: by it nothing is proposed, approved, rejected or withdrawn, nothing is decided about its maker's own
// member account, and nothing at all once it has ended.
func TestATokenIsNoPerson(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx := t.Context()
		tokens := token.New(h.Store, h.Approvals)
		if err := h.Store.Write(ctx, func(tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE operator SET member = $1 WHERE name = $2`, mine, operatortest.Nok)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		nightly, secret := made(t, h, tokens)
		by := func(subject string) operator.Decision {
			return operatortest.Sure(operator.Decision{By: nightly.Name(), Subject: subject, Reason: "as every night"})
		}
		act := func(member string) error {
			_, err := h.Approvals.Decide(ctx, by("X"), operator.Action{Name: "member.thing", Needs: operator.Cashier, Member: member})
			return err
		}
		if err := act("MEMBER000002"); err != nil {
			t.Errorf("a decision of one: %v", err)
		}
		if err := act(mine); !errors.Is(err, operator.ErrSelfDecision) {
			t.Errorf("about its maker: %v", err)
		}
		out, err := h.Approvals.Do(ctx, operatortest.By(operatortest.Nok, "mai"), operator.KindAdd, []byte(`{"role":"support"}`))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.Approvals.Approve(ctx, by(""), out.Proposal.ID, ""); !errors.Is(err, operator.ErrSystem) {
			t.Errorf("approved by it: %v", err)
		}
		for what, end := range map[string]error{
			"rejected": h.Approvals.Reject(ctx, by(""), out.Proposal.ID), "withdrawn": h.Approvals.Withdraw(ctx, by(""), out.Proposal.ID),
		} {
			if !errors.Is(end, operator.ErrSystem) {
				t.Errorf("%s by it: %v", what, end)
			}
		}
		if _, err := h.Approvals.Do(ctx, operatortest.By(operatortest.Lek, nightly.ID), token.KindEnd, nil); err != nil {
			t.Fatal(err)
		}
		if err := act("MEMBER000002"); !errors.Is(err, operator.ErrUnknownOperator) {
			t.Errorf("after its end: %v", err)
		}
		if _, err := tokens.Check(ctx, secret, ""); !fault.Is(err, fault.EXPIRED_AUTH_TOKEN) {
			t.Errorf("after its end: %v", err)
		}
	})
}

// TestARestoredStoreHasNoTokens that count: one may have been ended since the backup. A system may have two until then, while it
// changes from one to the other.
func TestARestoredStoreHasNoTokens(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx := t.Context()
		tokens := token.New(h.Store, h.Approvals)
		_, secret := made(t, h, tokens)
		_, second := made(t, h, tokens)
		if err := h.Store.Write(ctx, func(tx *store.Tx) error { return token.RestoredTx(ctx, tx) }); err != nil {
			t.Fatal(err)
		}
		for _, s := range []string{secret, second} {
			if _, err := tokens.Check(ctx, s, ""); !fault.Is(err, fault.EXPIRED_AUTH_TOKEN) {
				t.Errorf("after the restore: %v", err)
			}
		}
	})
}
