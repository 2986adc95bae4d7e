package draft_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"krapao/deposit/accounts"
	"krapao/deposit/deposittest"
	"krapao/fault"
	"krapao/internal/blob"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/lookup"
	"krapao/operator"
	"krapao/operator/draft"
	"krapao/operator/operatortest"
)

const nok, lek, mai = operatortest.Nok, operatortest.Lek, operatortest.Mai

// TestMain holds the pictures of docs/states.md to this package's tests. The tests of package operator go through every arrow.
func TestMain(m *testing.M) { os.Exit(storetest.WatchStates(m, []string{"proposal"})) }

// desk is a house with content.
type desk struct {
	*operatortest.House
	sections []content.Section
	drafts   *draft.Service
}

func each(t *testing.T, test func(t *testing.T, d *desk)) {
	t.Helper()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		d := &desk{House: h, sections: append(lookup.New(h.Store, lookup.Options{}).Sections(),
			content.Section{Name: "depositAccounts", Apply: accounts.Apply, Current: accounts.Current})}
		d.opens()
		test(t, d)
	})
}

// opens makes the service on the house's approvals.
func (d *desk) opens() {
	d.T.Helper()
	d.drafts = draft.New(draft.Deps{
		Store: d.Store, Approvals: d.Approvals, Sections: d.sections,
		Blobs: blob.New(d.Store, operatortest.Box(d.T), blob.Places{}),
	})
}

func info(name string) draft.Change {
	return draft.Change{Document: content.Document{"info": json.RawMessage(`{"name":"` + name + `"}`)}}
}

// name is the house's name in force.
func (d *desk) name() string {
	d.T.Helper()
	x, err := d.drafts.One(d.T.Context(), "info")
	if err != nil {
		d.T.Fatal(err)
	}
	var body struct{ Name string }
	if x.Body != nil && json.Unmarshal(x.Body, &body) != nil {
		d.T.Fatalf("%s", x.Body)
	}
	return body.Name
}

// propose proposes, and fails the test if it is refused.
func (d *desk) propose(by string, c draft.Change) operator.Proposal {
	d.T.Helper()
	out, err := d.drafts.Propose(d.T.Context(), operatortest.By(by, ""), c)
	if err != nil || out.Done || out.Proposal == nil {
		d.T.Fatalf("%+v, %v", out, err)
	}
	return *out.Proposal
}

// approved proposes by one and approves by another, and returns when it comes into force.
func (d *desk) approved(c draft.Change) time.Time {
	d.T.Helper()
	p := d.propose(nok, c)
	out, err := d.Approvals.Approve(d.T.Context(), operatortest.By(lek, ""), p.ID, p.Fingerprint)
	if err != nil || out.Done || out.Proposal == nil {
		d.T.Fatalf("%+v, %v", out, err)
	}
	return out.Proposal.EffectiveAt
}

// due carries out what is due, and expects so many.
func (d *desk) due(want int) {
	d.T.Helper()
	if n, err := d.Approvals.RunDue(d.T.Context()); n != want || err != nil {
		d.T.Errorf("%d came into force or ended, not %d, %v", n, want, err)
	}
}

// TestTwoChangeContent: it is in force 30 minutes after the second one's word, and its version says who wanted it. A former
// version is a change like any other.
func TestTwoChangeContent(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *desk) {
		ctx := t.Context()
		p := d.propose(nok, info("First"))
		if p.Action != "content.info" || p.Subject != "info" || len(p.Facts) != 2 || p.Facts[0].Name != "info.name" ||
			p.Facts[0].After != `"First"` {
			t.Errorf("%+v", p)
		}
		if _, err := d.drafts.Propose(ctx, operatortest.By(nok, ""), info("First")); !errors.Is(err, operator.ErrSecondApproval) {
			t.Errorf("the same person twice: %v", err)
		}
		if _, err := d.drafts.Propose(ctx, operatortest.By(lek, ""), info("Other")); !errors.Is(err, operator.ErrProposalOpen) {
			t.Errorf("something else meanwhile: %v", err)
		}
		out, err := d.drafts.Propose(ctx, operatortest.By(lek, ""), info("First"))
		if err != nil || out.Done || d.name() != "" {
			t.Fatalf("%+v, %v: %q", out, err, d.name())
		}
		d.Now.Advance(30*time.Minute - time.Microsecond)
		d.due(0)
		d.Now.Advance(time.Microsecond)
		d.due(1)
		if d.name() != "First" {
			t.Errorf("%q is in force", d.name())
		}
		d.approved(info("Second"))
		d.Now.Advance(30 * time.Minute)
		d.due(1)
		change, err := d.drafts.Back(ctx, "info", 1)
		if err != nil {
			t.Fatal(err)
		}
		d.approved(change)
		d.Now.Advance(30 * time.Minute)
		d.due(1)
		versions, err := d.drafts.History(ctx, "info", 0, 10)
		if err != nil || len(versions) != 3 || d.name() != "First" {
			t.Fatalf("%+v, %v; %q is in force", versions, err, d.name())
		}
		for i, v := range versions {
			if v.By.ProposedBy != nok || v.By.ApprovedBy != lek || v.By.Reason != "because" || v.By.Proposal == "" ||
				v.Number != int64(3-i) {
				t.Errorf("%+v", v)
			}
		}
		if _, err := d.drafts.Back(ctx, "info", 4); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("back to a version that there is not: %v", err)
		}
		if _, err := d.Audit.Verify(ctx); err != nil {
			t.Error(err)
		}
	})
}

// TestContentOfAnotherHand: what has changed since it was looked at is not proposed, and what changes afterwards makes it stale.
func TestContentOfAnotherHand(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *desk) {
		ctx := t.Context()
		byHand := func(name string) {
			t.Helper()
			if _, err := content.Apply(ctx, d.Store, d.sections, info(name).Document, false); err != nil {
				t.Fatal(err)
			}
		}
		byHand("First")
		was, err := d.drafts.One(ctx, "info")
		if err != nil || !was.Known {
			t.Fatal(was, err)
		}
		p := d.propose(nok, info("Second"))
		byHand("Third")
		if _, err := d.Approvals.Approve(ctx, operatortest.By(lek, ""), p.ID, ""); !errors.Is(err, operator.ErrProposalChanged) {
			t.Errorf("approved although it had changed: %v", err)
		}
		seen := info("Second")
		seen.Seen = map[string]string{"info": was.State}
		if _, err := d.drafts.Propose(ctx, operatortest.By(nok, ""), seen); !fault.Is(err, fault.CONTENT_CHANGED) {
			t.Errorf("proposed by what was seen before: %v", err)
		}
		d.approved(info("Second"))
		byHand("Fourth")
		d.Now.Advance(time.Hour)
		d.due(1)
		if d.name() != "Fourth" {
			t.Errorf("%q is in force", d.name())
		}
		if p, err := d.Approvals.Page(ctx, operator.ProposalFilter{State: operator.Stale, Most: 9}); err != nil || len(p) != 2 {
			t.Errorf("%d are stale, %v", len(p), err)
		}
	})
}

// TestWhenContentComesIntoForce: accounts that members pay into wait two hours, with all else of their document. Nothing comes
// before the time that it is for, and none is too far ahead.
func TestWhenContentComesIntoForce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *desk) {
		ours := draft.Change{Document: content.Document{
			"depositAccounts": json.RawMessage(deposittest.AccountsContent), "info": json.RawMessage(`{"name":"Ours"}`),
		}}
		now := d.Now.Now()
		if at := d.approved(ours); at.Sub(now) != 2*time.Hour {
			t.Errorf("accounts after %v", at.Sub(now))
		}
		d.Now.Advance(2 * time.Hour)
		d.due(1)
		if d.name() != "Ours" {
			t.Errorf("%q is in force", d.name())
		}
		later := info("Later")
		later.From = d.Now.Now().Add(48 * time.Hour)
		if at := d.approved(later); !at.Equal(later.From) {
			t.Errorf("scheduled for %v, and not for %v", at, later.From)
		}
		d.Now.Advance(48*time.Hour - time.Second)
		d.due(0)
		d.Now.Advance(time.Second)
		d.due(1)
		later.From = d.Now.Now().Add(91 * 24 * time.Hour)
		if _, err := d.drafts.Propose(t.Context(), operatortest.By(nok, ""), later); !fault.Is(err, fault.INVALID_INPUT) {
			t.Errorf("in 91 days: %v", err)
		}
	})
}

// TestWhoChangesContent: a cashier changes what members read, and a chief who may use the product. What is wrong is named, and
// what changes nothing is no proposal. A house without operators changes it at once.
func TestWhoChangesContent(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *desk) {
		ctx := t.Context()
		d.Hire(mai, operator.Cashier, "")
		d.propose(mai, info("A cashier's"))
		closed := draft.Change{Document: content.Document{"settings": json.RawMessage(`{"terminated":true}`)}}
		if _, err := d.drafts.Propose(ctx, operatortest.By(mai, ""), closed); !errors.Is(err, operator.ErrRole) {
			t.Errorf("a cashier closes the product: %v", err)
		}
		_, err := d.drafts.Propose(ctx, operatortest.By(nok, ""), draft.Change{Document: content.Document{
			"info": json.RawMessage(`{"nam":"x"}`),
		}})
		f, is := errors.AsType[*fault.Error](err)
		if !is || f.Code != fault.CONTENT_INVALID || f.Params["path"] != "info.nam" {
			t.Errorf("a name that there is not: %v", err)
		}
		if _, err := d.drafts.Apply(ctx, closed.Document); !errors.Is(err, draft.ErrProposed) {
			t.Errorf("applied at once in a house with operators: %v", err)
		}
		if err := d.Store.Write(ctx, func(tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, "DELETE FROM operator")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		lines, err := d.drafts.Apply(ctx, info("Nobody's").Document)
		if err != nil || !strings.Contains(strings.Join(lines, "\n"), "info.name") || d.name() != "Nobody's" {
			t.Errorf("%q, %v", lines, err)
		}
		if _, err := d.drafts.Propose(ctx, operatortest.By(nok, ""), info("Nobody's")); !fault.Is(err, fault.INVALID_INPUT) {
			t.Errorf("nothing changes: %v", err)
		}
	})
}

// TestInADemoAChangeIsInForceSoon after two agreed, accounts that members pay into too; what is for another day waits for it.
func TestInADemoAChangeIsInForceSoon(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.Soon = true
		d.Rebuild()
		d.opens()
		if at := d.approved(info("Now")); at.Sub(d.Store.Now()) > time.Second {
			t.Errorf("it is in force at %s", at)
		}
		if d.Now.Advance(time.Second); d.name() != "" {
			t.Error("it is in force before it was carried out")
		}
		if d.due(1); d.name() != "Now" {
			t.Errorf("the house's name is %q", d.name())
		}
		later := info("Later")
		later.From = d.Store.Now().Add(time.Hour)
		if at := d.approved(later); !at.Equal(later.From) {
			t.Errorf("it is in force at %s", at)
		}
	})
}
