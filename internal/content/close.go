package content

import (
	"context"
	"errors"
	"fmt"

	"krapao/fault"
	"krapao/internal/store"
)

// CloseTx closes an entry of a section at once, and keeps what is in force then as a version. NO_DATA: nothing open has this
// code, or nothing of this section is closed alone.
func (s Section) CloseTx(ctx context.Context, tx *store.Tx, code string, by Author) (o Outlook, err error) {
	if s.Close == nil {
		return o, fault.New(fault.NO_DATA, "nothing of %s is closed alone", s.Name)
	}
	if err := ChangedTx(ctx, tx); err != nil { // locks
		return o, err
	}
	o.Section = s.Name
	if o.Before, err = s.Current(ctx, tx); err != nil {
		return o, err
	}
	closed, err := s.Close(ctx, tx, code)
	if err != nil {
		return o, fmt.Errorf("content: close %q of %s: %w", code, s.Name, err)
	}
	if !closed {
		return o, fault.New(fault.NO_DATA, "nothing open of %s has the code %q", s.Name, code)
	}
	if o.After, err = s.Current(ctx, tx); err != nil {
		return o, err
	}
	return o, keepTx(ctx, tx, o, by)
}

// Closing returns what closing an entry would change. It changes nothing.
func (s Section) Closing(ctx context.Context, db *store.Store, code string) (o Outlook, err error) {
	err = db.Write(ctx, func(tx *store.Tx) (err error) {
		if o, err = s.CloseTx(ctx, tx, code, Author{}); err != nil {
			return err
		}
		return errDryRun
	})
	if errors.Is(err, errDryRun) {
		err = nil
	}
	return o, err
}
