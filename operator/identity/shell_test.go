package identity_test

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/identity"
)

func (h *house) shells() identity.Shells { return identity.ShellsOf(h.Service) }

// shell is a shell that has begun to be signed in.
func (h *house) shell(machine string) identity.ShellCode {
	h.T.Helper()
	code, err := h.shells().Begin(h.T.Context(), machine, desk)
	h.must(err)
	return code
}

// letIn lets a shell in, as Nok, who confirms it.
func (h *house) letIn(me identity.Caller, user, code string) (identity.Shell, error) {
	h.T.Helper()
	_, err := h.shells().LetIn(h.T.Context(), me, user)
	ticket, err := h.Confirm(h.T.Context(), me, h.asked(err), identity.ByTOTP, desk)
	h.must(err)
	sure, err := h.Confirmed(h.T.Context(), me, ticket.Ticket, identity.Proof{Code: code})
	h.must(err)
	me.Confirmation = sure
	return h.shells().LetIn(h.T.Context(), me, user)
}

// A shell is signed in once, however many nodes it asks, and by nobody who has not confirmed it. What was confirmed for one shell
// lets no other in.
func TestAShellIsSignedInOnce(t *testing.T) {
	t.Parallel()
	each(t, func(h *house) {
		ctx := h.T.Context()
		signed, key, _ := h.founded()
		me := identity.Caller{Name: nok, Session: signed.Session.ID}
		code, another := h.shell("lap\ntop\u202e of nok "), h.shell(" ")
		if shown, err := h.shells().Waiting(ctx, me, another.User); err != nil || shown.Machine != "?" {
			h.T.Errorf("%+v, %v", shown, err)
		}
		if _, waits, err := h.shells().SignedIn(ctx, code.Device); err != nil || !waits {
			h.T.Errorf("nobody has let it in: %v, %v", waits, err)
		}
		shown, err := h.letIn(me, code.User, h.code(key))
		h.must(err)
		if shown.Machine != "laptop of nok" || shown.Address != desk.Address || !shown.EndsAt.Equal(shown.At.Add(10*time.Minute)) {
			h.T.Errorf("let in is %+v", shown)
		}
		if _, waits, err := h.shells().SignedIn(ctx, another.Device); err != nil || !waits {
			h.T.Errorf("the other one: %v, %v", waits, err)
		}
		dump := h.dump("operator_shell")
		for _, secret := range []string{code.Device, code.User, strings.ReplaceAll(code.User, "-", "")} {
			if strings.Contains(dump, secret) {
				h.T.Errorf("%s is in the database: %s", secret, dump)
			}
		}
		h.Clock.Advance(time.Minute) // it has asked often enough
		other := node(h.T, h.Store, h.Clock)
		var in atomic.Int64
		var all sync.WaitGroup
		for _, at := range []*house{h, other, h} {
			all.Go(func() {
				got, waits, err := at.shells().SignedIn(ctx, code.Device)
				if err == nil && !waits && got.Operator.Name == nok {
					in.Add(1)
				}
			})
		}
		all.Wait()
		if n := in.Load(); n != 1 {
			h.T.Errorf("signed in %d times", n)
		}
		_, _, err = h.shells().SignedIn(ctx, code.Device)
		h.want("once more", err, fault.NO_DATA)
	})
}

// A code ends: after ten minutes, when it is refused, when the secrets of who let it in are set anew, and in a restored store.
func TestAShellsCodeEnds(t *testing.T) {
	t.Parallel()
	each(t, func(h *house) {
		ctx := h.T.Context()
		signed, key, _ := h.founded()
		me := identity.Caller{Name: nok, Session: signed.Session.ID}
		ended := func(what string, code identity.ShellCode) {
			h.T.Helper()
			_, _, err := h.shells().SignedIn(ctx, code.Device)
			h.want(what, err, fault.NO_DATA)
			_, err = h.shells().Waiting(ctx, me, code.User)
			h.want(what, err, fault.NO_DATA)
		}
		late := h.shell("laptop")
		h.Clock.Advance(10*time.Minute - time.Second)
		if _, waits, err := h.shells().SignedIn(ctx, late.Device); err != nil || !waits {
			h.T.Errorf("after almost ten minutes: %v, %v", waits, err)
		}
		h.Clock.Advance(time.Second)
		ended("after ten minutes", late)
		refused := h.shell("laptop")
		h.must(h.shells().Refuse(ctx, me, refused.User))
		ended("refused", refused)
		h.want("refused twice", h.shells().Refuse(ctx, me, refused.User), fault.NO_DATA)

		reset := h.shell("laptop")
		_, err := h.letIn(me, reset.User, h.code(key))
		h.must(err)
		h.must(h.Store.Write(ctx, func(tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE operator_secret SET stamp = stamp + 1`)
			return err
		}))
		_, _, err = h.shells().SignedIn(ctx, reset.Device)
		h.want("let in by secrets of before", err, fault.NO_DATA)
		restored := h.shell("laptop")
		h.must(h.Store.Write(ctx, func(tx *store.Tx) error { return identity.RestoredTx(ctx, tx) }))
		ended("in a restored store", restored)
		h.shell("old")
		h.Clock.Advance(25 * time.Hour)
		h.shell("laptop")
		_, err = h.Prune(ctx)
		h.must(err)
		if n := strings.Count(h.dump("operator_shell"), "\n"); n != 1 {
			h.T.Errorf("%d shells are kept", n)
		}
	})
}

// asked is the decision that a refusal asks to be confirmed.
func (h *house) asked(err error) string {
	h.T.Helper()
	asks, is := errors.AsType[operator.ConfirmError](err)
	if !is {
		h.T.Fatalf("nothing has to be confirmed: %v", err)
	}
	return asks.Decision
}
