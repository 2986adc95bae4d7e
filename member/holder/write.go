package holder

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"krapao/internal/store"
)

// writeMany writes the keys of members whose rows are locked, of all of them in two statements: one member at a time, a
// million names would wait minutes for the round trips to PostgreSQL.
func (x *Index) writeMany(ctx context.Context, tx *store.Tx, rows []row) (unopened []error, err error) {
	var members, keys []any
	for _, r := range rows {
		name, err := x.names.OpenName(r.ID, r.BankAccountName)
		if err != nil {
			unopened = append(unopened, fmt.Errorf("holder: name of %s: %w", r.ID, err))
		}
		members = append(members, r.ID)
		for _, key := range x.keys(name) {
			keys = append(keys, r.ID, key, spelling(r.BankHolderIndex))
		}
	}
	return unopened, errors.Join(
		execMany(ctx, tx, "DELETE FROM member_holder WHERE member IN (", members, 1, ")"),
		execMany(ctx, tx, "INSERT INTO member_holder (member, holder_key, spelling) VALUES ", keys, 3,
			" ON CONFLICT (member, holder_key) DO NOTHING"),
	)
}

// execMany executes a statement about many rows of width values each, between its beginning and its end. It does nothing for
// none.
func execMany(ctx context.Context, tx *store.Tx, begin string, values []any, width int, end string) error {
	if len(values) == 0 {
		return nil
	}
	var text strings.Builder
	text.WriteString(begin)
	for i := range values {
		switch {
		case i > 0 && i%width == 0 && width > 1:
			text.WriteString("), (")
		case i > 0:
			text.WriteString(", ")
		case width > 1:
			text.WriteString("(")
		}
		fmt.Fprintf(&text, "$%d", i+1)
	}
	if width > 1 {
		text.WriteString(")")
	}
	text.WriteString(end)
	_, err := tx.ExecContext(ctx, text.String(), values...)
	return err
}
