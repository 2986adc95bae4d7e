package proof

import (
	"context"

	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/member/login"
	"krapao/money"
	"krapao/protection"
	"krapao/session"
)

// largeWithdrawal is the most that may be withdrawn from a known browser without giving the password again.
const largeWithdrawal = 5_000 * money.Baht

// Identity asks for the password again where a session alone is not enough (RULES.md section 12): somebody who has a member's
// telephone, or its token, does not have the password.
type Identity struct {
	Logins     *login.Service
	Sessions   *session.Service
	Protection *protection.Service
	Ledger     *ledger.Ledger
	Store      *store.Store
}

// Recognised refuses with CONFIRM_IDENTITY unless the member gave its password in this session within the last minutes. The
// operator can switch this off.
func (i *Identity) Recognised(ctx context.Context) error {
	asked, err := i.Protection.ConfirmsIdentity(ctx)
	if err != nil || !asked {
		return err
	}
	state := httpx.StateOf(ctx)
	owner, err := i.Sessions.Owner(ctx, session.Member, state.Member, state.Session)
	if err != nil || i.Store.Now().Before(owner.Until) {
		return err
	}
	return fault.New(fault.CONFIRM_IDENTITY, "give the password again: POST /api/account/confirm")
}

// RecognisedAwake asks for it before money moves in a session that was quiet for half an hour: somebody else may have come back
// to it. A call that was answered before is answered again without it.
func (i *Identity) RecognisedAwake(ctx context.Context) error {
	state := httpx.StateOf(ctx)
	if !state.Quiet {
		return nil
	}
	if owner, err := i.Sessions.Owner(ctx, session.Member, state.Member, state.Session); err != nil || !owner.Quiet {
		return err
	}
	if known, err := knownToLedger(ctx, i.Ledger, state); err != nil || known {
		return err
	}
	return i.Recognised(ctx)
}

// RecognisedFor asks for it before a withdrawal that is large, or the first from this browser. A call that was answered before
// is answered again without it; isNew: the caller knows that it was not.
func (i *Identity) RecognisedFor(ctx context.Context, amount money.Amount, isNew bool) error {
	state := httpx.StateOf(ctx)
	if amount <= largeWithdrawal {
		known, err := i.Logins.Withdrew(ctx, state.Member, state.Device)
		if err != nil || known {
			return err
		}
	}
	if isNew {
		return i.Recognised(ctx)
	}
	if known, err := knownToLedger(ctx, i.Ledger, state); err != nil || known {
		return err
	}
	return i.Recognised(ctx)
}

// Withdrew remembers the browser that a withdrawal came from. If that fails, the withdrawal has happened all the same.
func (i *Identity) Withdrew(ctx context.Context) {
	state := httpx.StateOf(ctx)
	if err := i.Logins.NoteWithdrawal(ctx, state.Member, state.Device); err != nil {
		state.Logger().Warn("proof: the browser of a withdrawal could not be remembered", "error", err)
	}
}

// knownToLedger reports whether the ledger has a transfer under a call's key.
func knownToLedger(ctx context.Context, l *ledger.Ledger, state *httpx.RequestState) (bool, error) {
	_, known, err := l.FindByKey(ctx, state.Operation())
	return known, err
}
