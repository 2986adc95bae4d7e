package audit_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/operator/audit"
	"krapao/operator/operatortest"
)

// TestTheLogIsProvenAgainAndAgain: once an hour, and when somebody asks. A proof says what is wrong, and what other places know;
// one that could not be made leaves the last one.
func TestTheLogIsProvenAgainAndAgain(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx := t.Context()
		var unread error
		p := audit.NewProver(h.Audit, func(context.Context) ([]string, []audit.Mark, error) {
			return nil, []audit.Mark{{Place: "heads", Number: 2, Agrees: true}}, unread
		})
		turn := func(want int) audit.Proof {
			t.Helper()
			if n, err := p.Turn(ctx); err != nil || n != want {
				t.Fatalf("%d proofs, %v", n, err)
			}
			last, err := p.Last(ctx)
			if err != nil {
				t.Fatal(err)
			}
			return last
		}
		if last, err := p.Last(ctx); err != nil || !last.At.IsZero() {
			t.Fatalf("before the first, there is %+v, %v", last, err)
		}
		first := turn(1)
		rows, err := h.Audit.Rows(ctx)
		if err != nil || first.Head.Number != rows || first.Head.Hash == "" || len(first.Wrong) > 0 || len(first.Marks) != 1 {
			t.Fatalf("the first is %+v, %v", first, err)
		}
		h.Now.Advance(audit.Stale - time.Second)
		turn(0)
		if err := p.Ask(ctx); err != nil {
			t.Fatal(err)
		}
		turn(1)
		turn(0)
		if err := h.Store.Write(ctx, func(tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE audit SET reason = 'another' WHERE number = 1`)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		h.Now.Advance(audit.Stale)
		if last := turn(1); !slices.Equal(last.Wrong, []string{"row 1 was changed"}) {
			t.Errorf("of a changed row it says %v", last.Wrong)
		}
		h.Now.Advance(audit.Stale)
		unread = errors.New("the database does not answer")
		if _, err := p.Turn(ctx); !errors.Is(err, unread) {
			t.Errorf("without an answer it says %v", err)
		}
		if last, err := p.Last(ctx); err != nil || len(last.Wrong) != 1 {
			t.Errorf("then the last one is %+v, %v", last, err)
		}
	})
}
