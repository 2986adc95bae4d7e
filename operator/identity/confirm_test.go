package identity_test

import (
	"fmt"
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

const decision = "what is decided"

// begun is a confirmation that has begun.
func (h *house) begun(by identity.Caller, way identity.Way) string {
	h.T.Helper()
	c, err := h.Confirm(h.T.Context(), by, decision, way, desk)
	h.must(err)
	return c.Ticket
}

// use uses a confirmation up, and returns what it was made with.
func (h *house) use(token, session, decision string) (key string) {
	h.T.Helper()
	h.must(h.Store.Write(h.T.Context(), func(tx *store.Tx) (err error) {
		key, err = identity.Confirmations{}.UseTx(h.T.Context(), tx, token, session, decision)
		return err
	}))
	return key
}

// A confirmation is made by a code of the telephone or a recovery code. It is for one decision of one session, once, and for two
// minutes.
func TestAConfirmation(t *testing.T) {
	t.Parallel()
	each(t, func(h *house) {
		ctx := h.T.Context()
		signed, key, recovery := h.founded()
		me := identity.Caller{Name: nok, Session: signed.Session.ID}
		if ways, err := h.Ways(ctx, nok); err != nil || fmt.Sprint(ways) != "[totp recovery]" {
			h.T.Errorf("%v, %v", ways, err)
		}
		if ways, err := h.Ways(ctx, "nobody"); err != nil || ways == nil || len(ways) != 0 {
			h.T.Errorf("nobody's: %v, %v", ways, err)
		}
		made := func(way identity.Way, code string) string {
			h.T.Helper()
			token, err := h.Confirmed(ctx, me, h.begun(me, way), identity.Proof{Code: code})
			h.must(err)
			return token
		}
		by := made(identity.ByTOTP, h.code(key))
		for what, used := range map[string]string{
			"another decision": h.use(by, me.Session, "another"), "another session": h.use(by, "another", decision),
			"another token": h.use("x", me.Session, decision), "none": h.use("", me.Session, decision),
		} {
			if used != "" {
				h.T.Errorf("it counts for %s", what)
			}
		}
		until, err := h.ConfirmedUntil(ctx, me.Session)
		if h.must(err); !until.Equal(h.Clock.Now().Add(2 * time.Minute)) {
			h.T.Errorf("it counts until %s", until)
		}
		if used := h.use(by, me.Session, decision); used != "totp" {
			h.T.Errorf("it was made with %q", used)
		}
		if until, err := h.ConfirmedUntil(ctx, me.Session); err != nil || !until.IsZero() || h.use(by, me.Session, decision) != "" {
			h.T.Errorf("it counts a second time, until %s: %v", until, err)
		}
		for wait, want := range map[time.Duration]string{2*time.Minute - time.Microsecond: "recovery", 2 * time.Minute: ""} {
			by, recovery = made(identity.ByRecovery, recovery[0]), recovery[1:]
			h.Clock.Advance(wait)
			if used := h.use(by, me.Session, decision); used != want {
				h.T.Errorf("after %s: %q", wait, used)
			}
		}
		ticket, code := h.begun(me, identity.ByTOTP), h.code(key)
		_, err = h.Confirmed(ctx, identity.Caller{Name: nok, Session: "another"}, ticket, identity.Proof{Code: code})
		h.want("in another session", err, fault.WRONG_CREDENTIAL)
		_, err = h.Confirmed(ctx, me, h.begun(me, identity.ByRecovery), identity.Proof{Code: code})
		h.want("a code of another way", err, fault.WRONG_CREDENTIAL)
		_, err = h.Second(ctx, ticket, identity.ByTOTP, code)
		h.want("its ticket at a sign-in", err, fault.WRONG_CREDENTIAL)
		h.Clock.Advance(5 * time.Minute)
		_, err = h.Confirmed(ctx, me, ticket, identity.Proof{Code: h.code(key)})
		h.want("a ticket after five minutes", err, fault.WRONG_CREDENTIAL)
		if dump := h.dump("confirmation", "signin_ticket"); strings.Contains(dump, by) || strings.Contains(dump, ticket) {
			h.T.Error("a dump has a confirmation")
		}
		by = made(identity.ByTOTP, h.code(key))
		h.must(h.Store.Write(ctx, func(tx *store.Tx) error { return identity.RestoredTx(ctx, tx) }))
		if h.use(by, me.Session, decision) != "" {
			h.T.Error("it counts in a restored store")
		}
	})
}

// Five wrong confirmations in an hour end the session, at whichever node, and the audit log says so. Right ones do not count.
func TestWrongConfirmationsEndTheSession(t *testing.T) {
	t.Parallel()
	each(t, func(h *house) {
		ctx := h.T.Context()
		signed, key, recovery := h.founded()
		me, other := identity.Caller{Name: nok, Session: signed.Session.ID}, node(h.T, h.Store, h.Clock)
		wrong := func(n *house) {
			h.T.Helper()
			_, err := n.Confirmed(ctx, me, n.begun(me, identity.ByTOTP), identity.Proof{Code: "000000"})
			h.want("a wrong code", err, fault.WRONG_CREDENTIAL)
		}
		for i := range 4 {
			wrong([]*house{h, other}[i%2])
		}
		_, err := h.Confirmed(ctx, me, h.begun(me, identity.ByTOTP), identity.Proof{Code: h.code(key)})
		h.must(err)
		_, err = h.Check(ctx, signed.Token)
		h.must(err)
		h.Clock.Advance(25 * time.Minute)
		_, err = h.Check(ctx, signed.Token)
		h.must(err)
		wrong(other)
		if _, err := other.Check(ctx, signed.Token); !fault.Is(err, fault.INVALID_TOKEN) {
			h.T.Errorf("after five: %v", err)
		}
		_, err = h.Confirmed(ctx, me, h.begun(me, identity.ByRecovery), identity.Proof{Code: recovery[0]})
		h.want("a right one afterwards", err, fault.REQUEST_LIMIT)
		if log := h.dump("audit_text"); !strings.Contains(log, "too many wrong confirmations") {
			h.T.Error("the audit log does not say so")
		}
	})
}

// Secrets that changed, and an operator who was stopped, confirm nothing. Of many calls on two nodes one confirms, and one uses
// it.
func TestAConfirmationCountsOnceOnTwoNodes(t *testing.T) {
	t.Parallel()
	each(t, func(h *house) {
		ctx := h.T.Context()
		signed, key, _ := h.founded()
		me, nodes := identity.Caller{Name: nok, Session: signed.Session.ID}, []*house{h, node(h.T, h.Store, h.Clock)}
		var tokens sync.Map
		var won, used atomic.Int64
		var all sync.WaitGroup
		code, ticket := h.code(key), h.begun(me, identity.ByTOTP)
		for i := range 4 {
			all.Go(func() {
				if token, err := nodes[i%2].Confirmed(ctx, me, ticket, identity.Proof{Code: code}); err == nil {
					won.Add(1)
					tokens.Store("one", token)
				}
			})
		}
		all.Wait()
		token, _ := tokens.Load("one")
		for i := range 4 {
			all.Go(func() {
				if text, ok := token.(string); ok && nodes[i%2].use(text, me.Session, decision) != "" {
					used.Add(1)
				}
			})
		}
		all.Wait()
		if won.Load() != 1 || used.Load() != 1 {
			h.T.Errorf("%d confirmed, %d used it", won.Load(), used.Load())
		}
		h.Clock.Advance(30 * time.Second)
		before := h.begun(me, identity.ByTOTP)
		in, err := h.Recover(ctx, nok)
		h.must(err)
		h.Clock.Advance(30*time.Minute + 5*time.Second)
		_, key, _ = h.enrolled(in.Secret, password)
		_, err = h.Confirmed(ctx, me, before, identity.Proof{Code: h.code(key)})
		h.want("with new secrets", err, fault.WRONG_CREDENTIAL)
		h.secondChief()
		last := h.begun(me, identity.ByTOTP)
		_, err = h.Approvals.Do(ctx, by(lek, nok), operator.KindDisable, nil)
		h.must(err)
		_, err = h.Confirmed(ctx, me, last, identity.Proof{Code: h.code(key)})
		h.want("by one who was stopped", err, fault.WRONG_CREDENTIAL)
	})
}
