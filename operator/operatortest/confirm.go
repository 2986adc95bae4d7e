package operatortest

import (
	"context"
	"errors"
	"sync"

	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/operator"
)

// Keys are the keys by which the operators of a test confirm. Package identity has the real ones.
type Keys struct {
	mu   sync.Mutex
	made map[[3]string]bool // by token, session and decision
}

// UseTx implements operator.Confirmations.
func (k *Keys) UseTx(_ context.Context, tx *store.Tx, token, session, decision string) (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if session == sure && token == sure {
		return "a key", nil
	}
	made := [3]string{token, session, decision}
	if !k.made[made] {
		return "", nil
	}
	tx.AfterCommit(func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		delete(k.made, made)
	})
	return "a key", nil
}

// sure is the session, and the confirmation, of who confirms whatever it decides.
const sure = "sure"

// Sure is a decision of somebody who confirms it, if it has to be confirmed.
func Sure(d operator.Decision) operator.Decision {
	d.Session, d.Confirmation = sure, sure
	return d
}

// InSession is a decision that may have to be confirmed yet.
func InSession(d operator.Decision) operator.Decision {
	d.Session, d.Confirmation = "session of "+d.By, ""
	return d
}

// Confirm is a decision with the confirmation that its refusal asks for, to be made again. It fails the test if the refusal asks
// for none.
func (h *House) Confirm(d operator.Decision, refusal error) operator.Decision {
	h.T.Helper()
	asked, ok := errors.AsType[operator.ConfirmError](refusal)
	if !ok {
		h.T.Fatalf("nothing has to be confirmed: %v", refusal)
	}
	d.Confirmation = id.Text(16)
	h.Keys.mu.Lock()
	defer h.Keys.mu.Unlock()
	h.Keys.made[[3]string{d.Confirmation, d.Session, asked.Decision}] = true
	return d
}
