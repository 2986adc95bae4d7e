package audit_test

import (
	"sync"
	"testing"

	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/care"
	"krapao/operator/operatortest"
)

const lek = operatortest.Lek

func by(name, subject string) operator.Decision { return operatortest.By(name, subject) }

func TestTheChainSeesEveryChange(t *testing.T) {
	t.Parallel()
	for _, change := range []string{
		`UPDATE audit SET reason = 'another' WHERE number = 5`,
		`UPDATE audit SET operator = 'nok' WHERE number = 10`,
		`DELETE FROM audit WHERE number = 10`,
		`DELETE FROM audit WHERE number = 3`,
		`UPDATE audit_head SET number = 9 WHERE id = 1`,
		`UPDATE audit_text SET reason = 'another' WHERE number = 5`,
		`UPDATE audit_text SET evidence = 'another' WHERE number = 10`,
		`DELETE FROM audit_text WHERE number = 5`,
		`UPDATE audit_text SET salt = '', reason = '', evidence = '', erased_by = 6 WHERE number = 5`,
		`UPDATE audit_text SET salt = '', reason = '', evidence = '', erased_by = 11 WHERE number = 5`,
		`UPDATE audit_text SET salt = '', reason = '', evidence = '', erased_by = 5 WHERE number = 5`,
	} {
		t.Run(change, func(t *testing.T) {
			t.Parallel()
			operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
				ctx := t.Context()
				var wg sync.WaitGroup
				for range 8 { // at once: no gap and no fork
					wg.Go(func() {
						if _, err := h.Decide(ctx, care.Unlock, by(lek, "MEMBER000001"), nil); err != nil {
							t.Error(err)
						}
					})
				}
				wg.Wait()
				rows, err := h.Audit.Verify(ctx)
				if err != nil || rows != 10 {
					t.Fatalf("%d rows, %v", rows, err)
				}
				if err := h.Store.Write(ctx, func(tx *store.Tx) error {
					_, err := tx.ExecContext(ctx, change)
					return err
				}); err != nil {
					t.Fatal(err)
				}
				if _, err := h.Audit.Verify(ctx); err == nil {
					t.Error("not seen")
				}
			})
		})
	}
}
