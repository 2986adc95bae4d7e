package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/operator/audit"
	"krapao/operator/internal/identitydb"
)

// Passkeys ask for passkeys, and check what they sign (passkey.Site). An error of Created and Answered, but for one of of, says
// that the answer is none to what was asked for. copied: the signature was right, and the counter went back.
type Passkeys interface {
	Create(name string, records [][]byte) (options, state []byte, err error)
	Created(name string, state, answer []byte) (id string, record []byte, err error)
	Ask(name string, records [][]byte) (options, state []byte, err error)
	Answered(state, answer []byte, of func(id, name string) (record []byte, err error)) (record []byte, copied bool, err error)
	BackedUp(record []byte) bool
}

// ErrNoPasskeys says that this console has no passkeys: its address is a number.
var ErrNoPasskeys = errors.New("operator: passkeys need a console whose address is a name (KRAPAO_OPERATOR_URL)")

// HasPasskeys reports whether the house's console can use passkeys.
func (s *Service) HasPasskeys() bool { return s.passkeys != nil }

// Challenge asks for something that only its owner has: for a code, or, with Options, for a passkey. Options are for the browser.
type Challenge struct {
	Ticket  string
	Options json.RawMessage
}

// SignInByPasskey asks for the passkey of whoever has one. ErrNoPasskeys. REQUEST_LIMIT: too many wrong ones from this address.
func (s *Service) SignInByPasskey(ctx context.Context, from Origin) (c Challenge, err error) {
	if s.passkeys == nil {
		return Challenge{}, ErrNoPasskeys
	}
	charged, err := s.limiter.Charge(ctx, s.limits.SigninAddress.From(from.Address))
	if err != nil {
		return Challenge{}, err
	}
	return s.ask(ctx, byPasskey, "", body{From: from, Charged: charged})
}

// ask makes the ticket of a question for a passkey of an operator's; "": of whoever has one.
func (s *Service) ask(ctx context.Context, kind, name string, b body) (c Challenge, err error) {
	records, err := s.records(ctx, identitydb.New(s.store.DB()), name)
	if err != nil {
		return Challenge{}, err
	}
	if c.Options, b.State, err = s.passkeys.Ask(name, records); err != nil {
		return Challenge{}, err
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		c.Ticket, err = s.ticketTx(ctx, tx, kind, b, confirmLife)
		return err
	})
	return c, err
}

// records are those of an operator's passkeys.
func (s *Service) records(ctx context.Context, q *identitydb.Queries, name string) ([][]byte, error) {
	rows, err := q.PasskeysOf(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("identity: passkeys: %w", err)
	}
	records := make([][]byte, len(rows))
	for i, row := range rows {
		records[i] = []byte(row.Record)
	}
	return records, nil
}

// PasskeySignedIn signs in who answered with a passkey. No name and no limit on one is asked for: who holds it can't be kept out.
// WRONG_CREDENTIAL: the passkey or the ticket. INACTIVE_USER: it was right.
func (s *Service) PasskeySignedIn(ctx context.Context, ticket string, answer json.RawMessage) (signed Signed, err error) {
	if s.passkeys == nil {
		return Signed{}, ErrNoPasskeys
	}
	b, _, live, err := s.try(ctx, byPasskey, ticket)
	if err != nil || !live {
		return Signed{}, orWrong(err)
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		used, err := s.usePasskeyTx(ctx, tx, "", b.State, answer)
		if err != nil || used.ID == "" {
			return orWrong(err)
		}
		if once, err := useTx(ctx, tx, byPasskey, ticket); err != nil || !once {
			return orWrong(err)
		}
		p, err := s.person(ctx, identitydb.New(tx), used.Operator)
		if err != nil {
			return err
		}
		if !p.may(tx.Now) {
			return fault.New(fault.INACTIVE_USER, "%s may not act", p.Name)
		}
		from := b.From
		from.Way = ByPasskey
		signed, err = s.beginTx(ctx, tx, p, p.Stamp, from)
		return err
	})
	if err != nil {
		return Signed{}, s.alarmed(ctx, err)
	}
	return signed, s.limiter.Refund(ctx, b.Charged, s.limits.SigninAddress.From(b.From.Address))
}

// usePasskeyTx checks an answer, keeps the passkey's new counter, and returns the passkey; without an ID: the answer is wrong.
// name is whose it must be; "": anybody's.
func (s *Service) usePasskeyTx(
	ctx context.Context, tx *store.Tx, name string, state []byte, answer json.RawMessage,
) (row identitydb.OperatorPasskey, err error) {
	q := identitydb.New(tx)
	var failed error
	record, copied, refused := s.passkeys.Answered(state, answer, func(id, owner string) ([]byte, error) {
		if name != "" && owner != name {
			return nil, errors.New("identity: it is another operator's")
		}
		found, err := q.Passkey(ctx, id, owner)
		if err != nil && !store.NotFound(err) {
			failed = err
		}
		row = found
		return []byte(found.Record), err
	})
	if failed != nil {
		return identitydb.OperatorPasskey{}, fmt.Errorf("identity: a passkey: %w", failed)
	}
	if copied {
		return identitydb.OperatorPasskey{}, copiedError{row}
	}
	if refused != nil {
		return identitydb.OperatorPasskey{}, nil //nolint:nilerr // it says that the answer is wrong, and that is told by no ID
	}
	n, err := q.UsedPasskey(ctx, identitydb.UsedPasskeyParams{
		Record: string(record), BackedUp: s.passkeys.BackedUp(record), UsedAt: clock.MicrosOf(tx.Now), ID: row.ID,
		Operator: row.Operator, BeforeRecord: row.Record,
	})
	if err != nil {
		return identitydb.OperatorPasskey{}, fmt.Errorf("identity: a passkey: %w", err)
	}
	if n == 0 { // used at the same moment, with the same counter
		return identitydb.OperatorPasskey{}, nil
	}
	return row, nil
}

// AddPasskey begins to add a passkey, which has to be confirmed (operator.ConfirmError). ErrNoPasskeys.
func (s *Service) AddPasskey(ctx context.Context, by Caller, from Origin) (c Challenge, err error) {
	if s.passkeys == nil {
		return Challenge{}, ErrNoPasskeys
	}
	records, err := s.records(ctx, identitydb.New(s.store.DB()), by.Name)
	if err != nil {
		return Challenge{}, err
	}
	b := body{Name: by.Name, Session: by.Session, From: from}
	if c.Options, b.State, err = s.passkeys.Create(by.Name, records); err != nil {
		return Challenge{}, err
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		if b.Key, err = s.sureTx(ctx, tx, by, "passkey.add"); err != nil {
			return err
		}
		c.Ticket, err = s.ticketTx(ctx, tx, addsPasskey, b, confirmLife)
		return err
	})
	return c, err
}

// PasskeyAdded adds the passkey that a device made. WRONG_CREDENTIAL: it is none, or the ticket is over.
func (s *Service) PasskeyAdded(ctx context.Context, by Caller, ticket, name string, answer json.RawMessage) error {
	b, _, live, err := s.try(ctx, addsPasskey, ticket)
	if err != nil || !live || b.Name != by.Name || b.Session != by.Session {
		return orWrong(err)
	}
	id, record, err := s.passkeys.Created(by.Name, b.State, answer)
	if err != nil {
		return wrong()
	}
	return s.store.Write(ctx, func(tx *store.Tx) error {
		if once, err := useTx(ctx, tx, addsPasskey, ticket); err != nil || !once {
			return orWrong(err)
		}
		if err := identitydb.New(tx).AddPasskey(ctx, identitydb.AddPasskeyParams{
			ID: id, Operator: by.Name, Name: name, Record: string(record), BackedUp: s.passkeys.BackedUp(record),
			CreatedAt: clock.MicrosOf(tx.Now),
		}); err != nil {
			return fmt.Errorf("identity: a passkey: %w", err)
		}
		return s.changedTx(ctx, tx, by.Name, "secret.passkey", "a passkey is added: "+name, b.Key)
	})
}

// RemovePasskey removes a passkey, which has to be confirmed. NO_DATA: there is none with this ID. SECRET_REQUIRED: it is the
// last way in.
func (s *Service) RemovePasskey(ctx context.Context, by Caller, id string) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		q := identitydb.New(tx)
		if err := q.LockOperator(ctx, by.Name); err != nil { // of two passkeys that are removed at once, one stays
			return fmt.Errorf("identity: a passkey: %w", err)
		}
		row, err := q.Passkey(ctx, id, by.Name)
		if store.NotFound(err) {
			return fault.New(fault.NO_DATA, "no such passkey")
		}
		if err != nil {
			return fmt.Errorf("identity: a passkey: %w", err)
		}
		if err := s.keepsWayTx(ctx, q, by.Name); err != nil {
			return err
		}
		key, err := s.sureTx(ctx, tx, by, "passkey.remove", id)
		if err != nil {
			return err
		}
		if _, err := q.DropPasskey(ctx, id, by.Name); err != nil {
			return fmt.Errorf("identity: a passkey: %w", err)
		}
		return s.changedTx(ctx, tx, by.Name, "secret.passkey", "a passkey is removed: "+row.Name, key)
	})
}

// keepsWayTx refuses to take the last passkey of an operator that has set secrets, and has no other way in: SECRET_REQUIRED.
func (s *Service) keepsWayTx(ctx context.Context, q *identitydb.Queries, name string) error {
	p, err := personOf(ctx, q, name)
	if err != nil || !p.enrolled() {
		return err
	}
	left, err := s.held(ctx, q, name)
	if err != nil {
		return err
	}
	if left.Passkeys = left.Passkeys[1:]; left.Any() {
		return nil
	}
	return fault.New(fault.SECRET_REQUIRED, "it is the last way in: add another passkey or a password first")
}

// changedTx records that an operator changed its secrets, and what that was confirmed with.
func (s *Service) changedTx(ctx context.Context, tx *store.Tx, name, action, what, key string) error {
	return s.log.AppendTx(ctx, tx, audit.Entry{
		By: name, Action: action, Subject: name, Reason: what, Evidence: "confirmed by " + key,
	})
}
