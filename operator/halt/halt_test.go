package halt_test

import (
	"errors"
	"testing"
	"time"

	"krapao/brake"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/halt"
	"krapao/operator/operatortest"
)

const nok, lek = operatortest.Nok, operatortest.Lek

func by(name, subject string) operator.Decision { return operatortest.By(name, subject) }

// One person stops a system at once; two let it go on, and not by the same person twice.
func TestOneStopsAndTwoResume(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx := t.Context()
		systems, err := h.Brakes.Systems(ctx)
		if err != nil || len(systems) < 3 {
			t.Fatal(systems, err)
		}
		if _, err := h.Decide(ctx, halt.KindStop, by(nok, "provider:nosuch"), nil); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("a system that there is not: %v", err)
		}
		for n, system := range systems {
			if _, err := h.Decide(ctx, halt.KindResume, by(nok, system), nil); !fault.Is(err, fault.NO_DATA) {
				t.Errorf("%s goes on and was not stopped: %v", system, err)
			}
			if out, err := h.Decide(ctx, halt.KindStop, by(nok, system), nil); err != nil || !out.Done {
				t.Fatalf("%s: %+v, %v", system, out, err)
			}
			list, err := h.Brakes.List(ctx)
			if err != nil || len(list) != n+1 || list[n].System != system || list[n].Cause != brake.Person || list[n].By != nok ||
				list[n].Why != "because" || !list[n].Since.Equal(h.Now.Now().UTC()) {
				t.Errorf("%s: %+v, %v", system, list, err)
			}
			if len(brake.Effects(system)) == 0 {
				t.Errorf("nobody is told what a stop of %s ends", system)
			}
			h.Now.Advance(time.Second)
		}
		for n, system := range systems {
			bare := by(nok, system)
			bare.Evidence = ""
			if _, err := h.Decide(ctx, halt.KindResume, bare, nil); !errors.Is(err, operator.ErrReasonRequired) {
				t.Errorf("%s without evidence: %v", system, err)
			}
			if out, err := h.Decide(ctx, halt.KindResume, by(nok, system), nil); err != nil || out.Done {
				t.Errorf("%s by one: %+v, %v", system, out, err)
			}
			if _, err := h.Decide(ctx, halt.KindResume, by(nok, system), nil); !errors.Is(err, operator.ErrSecondApproval) {
				t.Errorf("%s by the same person: %v", system, err)
			}
			if out, err := h.Decide(ctx, halt.KindResume, by(lek, system), nil); err != nil || !out.Done {
				t.Errorf("%s by two: %+v, %v", system, out, err)
			}
			if list, err := h.Brakes.List(ctx); err != nil || len(list) != len(systems)-n-1 {
				t.Errorf("%s: %+v, %v", system, list, err)
			}
		}
	})
}

// A proposal to resume rests on the stop that was looked at; one that came later is another.
func TestAResumptionIsOfOneStop(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx, system := t.Context(), brake.Provider("joker")
		brakes, differs := brake.New(h.Store, h.Brake), brake.Against{Kind: brake.Differences, Provider: "joker", Cases: 21}
		stop := func() {
			t.Helper()
			if err := brakes.StopFor(ctx, system, differs); err != nil {
				t.Fatal(err)
			}
		}
		stop()
		out, err := h.Decide(ctx, halt.KindResume, by(nok, system), nil)
		if err != nil || out.Proposal == nil {
			t.Fatalf("%+v, %v", out, err)
		}
		h.Now.Advance(time.Minute)
		if err := h.Store.Write(ctx, func(tx *store.Tx) error { return brakes.ResumeTx(ctx, tx, system) }); err != nil {
			t.Fatal(err)
		}
		stop()
		if _, err := h.Approvals.Approve(ctx, by(lek, ""), out.Proposal.ID, ""); !errors.Is(err, operator.ErrProposalChanged) {
			t.Errorf("it was stopped again: %v", err)
		}
		if list, err := h.Brakes.List(ctx); err != nil || len(list) != 1 || list[0].By != "" || list[0].Cause != brake.Break {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

// Nobody resumes a system while what stopped it is still there, neither the first person nor the second.
func TestACauseThatStandsKeepsItStopped(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx, system := t.Context(), brake.Provider("pg")
		if _, err := h.Decide(ctx, halt.KindStop, by(nok, system), nil); err != nil {
			t.Fatal(err)
		}
		h.Stands = map[string][]brake.Against{system: {{Kind: brake.Differences, Cases: 20}}}
		if _, err := h.Decide(ctx, halt.KindResume, by(nok, system), nil); !errors.Is(err, halt.ErrStands) {
			t.Errorf("proposed: %v", err)
		}
		h.Stands = nil
		if out, err := h.Decide(ctx, halt.KindResume, by(nok, system), nil); err != nil || out.Done {
			t.Fatalf("%+v, %v", out, err)
		}
		h.Stands = map[string][]brake.Against{system: {{Kind: brake.Differences, Cases: 20}}}
		if _, err := h.Decide(ctx, halt.KindResume, by(lek, system), nil); !errors.Is(err, halt.ErrStands) {
			t.Errorf("approved: %v", err)
		}
		if list, err := h.Brakes.List(ctx); err != nil || len(list) != 1 {
			t.Errorf("%+v, %v", list, err)
		}
	})
}
