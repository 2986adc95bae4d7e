package draft_test

import (
	"encoding/json"
	"testing"
	"time"

	"krapao/fault"
	"krapao/operator"
	"krapao/operator/draft"
	"krapao/operator/operatortest"
)

// writes keeps a draft of the house's name, and expects it or a refusal.
func (d *desk) writes(by, id, name string, revision int64, base string, refused fault.Code) draft.Draft {
	d.T.Helper()
	kept, err := d.drafts.Keep(d.T.Context(), draft.Draft{
		ID: id, Section: "info", By: by, Body: json.RawMessage(`{"name":"` + name + `"}`), Revision: revision,
	}, base)
	if refused != "" && !fault.Is(err, refused) || refused == "" && (err != nil || kept.Revision != revision+1) {
		d.T.Fatalf("%+v, %v", kept, err)
	}
	return kept
}

// state is the state of the house's name.
func (d *desk) state() string {
	d.T.Helper()
	x, err := d.drafts.One(d.T.Context(), "info")
	if err != nil {
		d.T.Fatal(err)
	}
	return x.State
}

// proposes proposes a draft, and expects it or a refusal.
func (d *desk) proposes(by, id string, refused fault.Code) operator.Proposal {
	d.T.Helper()
	change, err := d.drafts.Asks(d.T.Context(), id, "")
	if err != nil {
		d.T.Fatal(err)
	}
	out, err := d.drafts.Propose(d.T.Context(), operatortest.By(by, ""), change)
	if refused != "" {
		if !fault.Is(err, refused) {
			d.T.Fatalf("%+v, %v", out, err)
		}
		return operator.Proposal{}
	}
	if err != nil || out.Proposal == nil {
		d.T.Fatalf("%+v, %v", out, err)
	}
	if err := d.drafts.Became(d.T.Context(), change, out.Proposal.ID); err != nil {
		d.T.Fatal(err)
	}
	return *out.Proposal
}

// comesIntoForce lets another approve a proposal, and the time pass.
func (d *desk) comesIntoForce(p operator.Proposal, by string) {
	d.T.Helper()
	if _, err := d.Approvals.Approve(d.T.Context(), operatortest.By(by, ""), p.ID, p.Fingerprint); err != nil {
		d.T.Fatal(err)
	}
	d.Now.Advance(30 * time.Minute)
	d.due(1)
}

// TestADraftIsNeverOverwritten: what was typed on another device, by another person, or on what is not in force any more.
func TestADraftIsNeverOverwritten(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *desk) {
		ctx, base := t.Context(), d.state()
		d.writes(nok, "draft-one", "First", 0, "another", fault.CONTENT_CHANGED)
		d.writes(nok, "draft-one", "First", 0, base, "")
		d.writes(nok, "draft-one", "First", 0, base, "") // its answer was lost
		d.writes(nok, "draft-one", "Second", 1, base, "")
		d.writes(nok, "draft-one", "Third", 1, base, fault.STATE_CHANGED)
		d.writes(nok, "draft-two", "Fourth", 0, base, fault.STATE_CHANGED) // one of a person and section
		d.writes(lek, "draft-one", "Fifth", 2, base, fault.NO_DATA)
		d.writes(lek, "draft-lek", "Sixth", 0, base, "")
		all, err := d.drafts.Drafts(ctx)
		if err != nil || len(all) != 2 {
			t.Fatalf("%+v, %v", all, err)
		}
		one, err := d.drafts.Draft(ctx, "draft-one")
		if err != nil || string(one.Body) != `{"name":"Second"}` || one.By != nok || one.Revision != 2 || d.name() != "" {
			t.Errorf("%+v, %v; %q is in force", one, err, d.name())
		}
		if err := d.drafts.Forget(ctx, "draft-one", lek, operator.Cashier); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("another's: %v", err)
		}
		if err := d.drafts.Forget(ctx, "draft-one", nok, operator.Support); err != nil {
			t.Error(err)
		}
		d.writes(nok, "draft-one", "Seventh", 2, base, fault.STATE_CHANGED)
		if err := d.drafts.Forget(ctx, "draft-lek", nok, operator.Chief); err != nil {
			t.Errorf("a chief: %v", err)
		}
	})
}

// TestADraftStaysUntilItIsInForce: of two drafts of one base the second is refused, says what has changed underneath, and is
// proposed once its writer has seen that. A rejected one is there to be corrected; one in force is gone.
func TestADraftStaysUntilItIsInForce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *desk) {
		ctx, base := t.Context(), d.state()
		d.writes(nok, "draft-nok", "Nok's", 0, base, "")
		d.writes(lek, "draft-lek", "Lek's", 0, base, "")
		rejected := d.proposes(nok, "draft-nok", "")
		if err := d.Approvals.Reject(ctx, operatortest.By(lek, ""), rejected.ID); err != nil {
			t.Fatal(err)
		}
		if one, err := d.drafts.Draft(ctx, "draft-nok"); err != nil || one.Proposal != rejected.ID {
			t.Errorf("%+v, %v", one, err)
		}
		d.comesIntoForce(d.proposes(nok, "draft-nok", ""), lek)
		if _, err := d.drafts.Draft(ctx, "draft-nok"); !fault.Is(err, fault.NO_DATA) || d.name() != "Nok's" {
			t.Errorf("%v; %q is in force", err, d.name())
		}
		d.proposes(lek, "draft-lek", fault.CONTENT_CHANGED)
		two, err := d.drafts.Draft(ctx, "draft-lek")
		if err != nil {
			t.Fatal(err)
		}
		around, err := d.drafts.Around(ctx, two)
		if err != nil || len(around.Under) == 0 || around.Under[0].After != `"Nok's"` || len(around.Changes) == 0 {
			t.Errorf("%+v, %v", around, err)
		}
		seen := d.writes(lek, "draft-lek", "Lek's", 1, d.state(), "")
		waits := d.proposes(lek, "draft-lek", "")
		// Whoever goes on with a draft that was proposed keeps what is newer.
		d.writes(lek, "draft-lek", "Lek's, better", seen.Revision, d.state(), "")
		d.comesIntoForce(waits, nok)
		if newer, err := d.drafts.Draft(ctx, "draft-lek"); err != nil || d.name() != "Lek's" || newer.Proposal != "" {
			t.Errorf("%+v, %v; %q is in force", newer, err, d.name())
		}
	})
}

// TestADraftThatCantBeReadIsKept, and is not proposed.
func TestADraftThatCantBeReadIsKept(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *desk) {
		_, err := d.drafts.Keep(t.Context(), draft.Draft{
			ID: "draft-one", Section: "info", By: nok, Body: json.RawMessage(`{"name":"A"}`), Typed: `{"name":`,
		}, d.state())
		if err != nil {
			t.Fatal(err)
		}
		one, err := d.drafts.Draft(t.Context(), "draft-one")
		if err != nil || one.Typed != `{"name":` {
			t.Errorf("%+v, %v", one, err)
		}
		if _, err := d.drafts.Asks(t.Context(), "draft-one", ""); !fault.Is(err, fault.CONTENT_INVALID) {
			t.Errorf("%v", err)
		}
		if _, err := d.drafts.Asks(t.Context(), "draft-one", "another"); !fault.Is(err, fault.STATE_CHANGED) {
			t.Errorf("%v", err)
		}
	})
}
