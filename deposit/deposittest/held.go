package deposittest

import (
	"testing"

	"krapao/internal/store"
)

// WriteTo runs one statement in a transaction and returns the number of changed rows.
func WriteTo(t *testing.T, s *store.Store, statement string, args ...any) (n int64, err error) {
	t.Helper()
	err = s.Write(t.Context(), func(tx *store.Tx) error {
		r, err := tx.ExecContext(t.Context(), statement, args...)
		if err != nil {
			return err
		}
		n, err = r.RowsAffected()
		return err
	})
	return n, err
}
