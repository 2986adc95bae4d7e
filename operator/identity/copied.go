package identity

import (
	"context"
	"errors"

	"krapao/internal/store"
	"krapao/operator/audit"
	"krapao/operator/internal/identitydb"
)

// copiedError refuses a passkey that somebody has a copy of.
type copiedError struct{ passkey identitydb.OperatorPasskey }

func (copiedError) Error() string { return "identity: a passkey's counter went back" }

// alarmed records a passkey that somebody has a copy of, so that everybody is told, and refuses it as any other that is wrong:
// WRONG_CREDENTIAL. What refused it is rolled back by then. Another error is left as it is.
func (s *Service) alarmed(ctx context.Context, err error) error {
	c, is := errors.AsType[copiedError](err)
	if !is {
		return err
	}
	if failed := s.store.Write(ctx, func(tx *store.Tx) error {
		return s.log.AppendTx(ctx, tx, audit.Entry{
			By: node, Action: "secret.copied", Subject: c.passkey.Operator,
			Reason: "the counter of the passkey " + c.passkey.Name + " went back: somebody has a copy of it, and it was refused",
		})
	}); failed != nil {
		return failed
	}
	return wrong()
}
