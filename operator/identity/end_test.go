package identity_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/identity"
	"krapao/session"
)

// An operator who was stopped has no session in the same commit, gets none, and no invitation of its counts.
func TestAStoppedOperatorIsOut(t *testing.T) {
	t.Parallel()
	each(t, func(h *house) {
		ctx := h.T.Context()
		h.founded()
		h.secondChief()
		in, err := h.Invite(ctx, by(nok, lek))
		h.must(err)
		signed, key, recovery := h.enrolled(in.Secret, "eight blue umbrellas")
		other := node(h.T, h.Store, h.Clock)
		_, err = other.Check(ctx, signed.Token)
		h.must(err)
		ticket := h.ticket(lek, "eight blue umbrellas")
		_, err = h.Approvals.Do(ctx, by(nok, lek), operator.KindDisable, nil)
		h.must(err)
		var open int
		h.must(h.Store.DB().QueryRowContext(ctx, "SELECT COUNT(*) FROM session WHERE subject = $1 AND ended_at = 0", lek).Scan(&open))
		if open != 0 {
			h.T.Errorf("%d sessions are open", open)
		}
		_, err = h.Check(ctx, signed.Token)
		h.want("here", err, fault.INVALID_TOKEN)
		h.Clock.Advance(4 * time.Second)
		_, err = other.Check(ctx, signed.Token)
		h.want("on another node", err, fault.INVALID_TOKEN)
		_, err = h.Second(ctx, ticket, identity.ByTOTP, h.code(key))
		h.want("a ticket of before", err, fault.INACTIVE_USER)
		_, err = h.Second(ctx, ticket, identity.ByRecovery, "0000-0000-0000")
		h.want("who does not know all of it", err, fault.WRONG_CREDENTIAL)
		_, err = h.Second(ctx, ticket, identity.ByRecovery, recovery[0])
		h.want("a recovery code", err, fault.INACTIVE_USER)
		if _, err := h.Recover(ctx, lek); !errors.Is(err, operator.ErrRole) {
			h.T.Errorf("recovered: %v", err)
		}
	})
}

// The machine's owner gives a chief new secrets, half an hour later. The former ones and their sessions end with the new ones.
func TestAChiefIsRecovered(t *testing.T) {
	t.Parallel()
	each(t, func(h *house) {
		ctx := h.T.Context()
		signed, key, recovery := h.founded()
		in, err := h.Recover(ctx, nok)
		h.must(err)
		h.Clock.Advance(30*time.Minute - time.Second)
		if _, err := h.Enrol(ctx, in.Secret, desk); !errors.Is(err, identity.ErrInvitation) {
			h.T.Errorf("before its time: %v", err)
		}
		live, err := h.Password(ctx, nok, password, desk)
		h.must(err)
		former, err := h.Second(ctx, live, identity.ByTOTP, h.code(key))
		h.must(err)
		h.Clock.Advance(time.Second)
		ticket := h.ticket(nok, password)
		fresh, again, _ := h.enrolled(in.Secret, "nine black umbrellas")
		for what, token := range map[string]string{"the first": signed.Token, "a later one": former.Token} {
			if _, err := h.Check(ctx, token); err == nil {
				h.T.Errorf("%s session goes on", what)
			}
		}
		_, err = h.Check(ctx, fresh.Token)
		h.must(err)
		_, err = h.Second(ctx, ticket, identity.ByRecovery, recovery[0])
		h.want("a ticket and a code of before", err, fault.WRONG_CREDENTIAL)
		_, err = h.Second(ctx, h.ticket(nok, password), identity.ByTOTP, h.code(again))
		h.want("the former password", err, fault.WRONG_CREDENTIAL)
		_, err = h.Second(ctx, h.ticket(nok, "nine black umbrellas"), identity.ByTOTP, h.code(again))
		h.must(err)

		later, err := h.Recover(ctx, "mai") // one chief is too few
		h.must(err)
		if _, err := h.Recover(ctx, "som"); !errors.Is(err, operator.ErrName) {
			h.T.Errorf("a third: %v", err)
		}
		h.Clock.Advance(30 * time.Minute)
		h.enrolled(later.Secret, "ten white umbrellas")
	})
}

// Tickets and invitations have their times, and a telephone's clock may be off by one code.
func TestTimesOfSignIns(t *testing.T) {
	t.Parallel()
	each(t, func(h *house) {
		ctx := h.T.Context()
		in, err := h.Init(ctx, nok)
		h.must(err)
		h.Clock.Advance(24*time.Hour - time.Second)
		_, err = h.Invitation(ctx, in.Secret)
		h.must(err)
		h.Clock.Advance(time.Second)
		if _, err := h.Invitation(ctx, in.Secret); !errors.Is(err, identity.ErrInvitation) {
			h.T.Errorf("after a day: %v", err)
		}
		_, key, _ := h.founded()
		for off, right := range map[time.Duration]bool{
			0: true, -30 * time.Second: true, 30 * time.Second: true, -time.Minute: false, time.Minute: false,
		} {
			h.Clock.Advance(time.Hour)
			h.Clock.Advance(off)
			code := h.code(key)
			h.Clock.Advance(-off)
			_, err := h.Second(ctx, h.ticket(nok, password), identity.ByTOTP, code)
			if right != (err == nil) {
				h.T.Errorf("a telephone that is %s off: %v", off, err)
			}
		}
		h.Clock.Advance(time.Hour)
		ticket := h.ticket(nok, password)
		h.Clock.Advance(5 * time.Minute)
		_, err = h.Second(ctx, ticket, identity.ByTOTP, h.code(key))
		h.want("a ticket after five minutes", err, fault.WRONG_CREDENTIAL)
		if n, err := h.Prune(ctx); err != nil || n != 0 && n > 7 {
			h.T.Errorf("%d pruned, %v", n, err)
		}
		h.Clock.Advance(25 * time.Hour)
		if n, err := h.Prune(ctx); err != nil || n == 0 {
			h.T.Errorf("%d pruned, %v", n, err)
		}
	})
}

// Whoever reads the database finds nothing to get in with, and does not learn who tried, nor whether a password was right.
func TestADumpTellsNothing(t *testing.T) {
	t.Parallel()
	each(t, func(h *house) {
		ctx := h.T.Context()
		signed, key, recovery := h.founded()
		open, err := h.Recover(ctx, nok)
		h.must(err)
		ticket := h.ticket(nok, password)
		typed := h.ticket("typed-by-mistake", password)
		dump := h.dump(
			"operator", "operator_secret", "operator_recovery", "operator_invitation", "signin_ticket", "session", "audit", "audit_text",
		)
		for what, text := range map[string]string{
			"the password": password, "a hash of it": "argon2id", "the key": key, "a recovery code": recovery[0],
			"a bare recovery code": strings.ReplaceAll(recovery[0], "-", ""), "an invitation": open.Secret, "a ticket": ticket,
			"another ticket": typed, "a token": signed.Token, "a name that was typed": "typed-by-mistake",
		} {
			if strings.Contains(dump, text) {
				h.T.Errorf("%s is in the database", what)
			}
		}
		if !strings.Contains(dump, nok) {
			h.T.Error("the dump is empty")
		}
	})
}

func (h *house) dump(tables ...string) string {
	h.T.Helper()
	var b strings.Builder
	for _, table := range tables {
		rows, err := h.Store.DB().QueryContext(h.T.Context(), "SELECT * FROM "+table)
		h.must(err)
		columns, err := rows.Columns()
		h.must(err)
		for rows.Next() {
			row, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range row {
				into[i] = &row[i]
			}
			h.must(rows.Scan(into...))
			fmt.Fprintln(&b, row...)
		}
		h.must(errors.Join(rows.Err(), rows.Close()))
	}
	return b.String()
}

// In a restored store no invitation or ticket of before counts.
func TestARestoredStoreLetsNobodyInByWhatWasBefore(t *testing.T) {
	t.Parallel()
	each(t, func(h *house) {
		ctx := h.T.Context()
		_, key, _ := h.founded()
		ticket := h.ticket(nok, password)
		h.secondChief()
		in, err := h.Invite(ctx, by(nok, lek))
		h.must(err)
		h.must(h.Store.Write(ctx, func(tx *store.Tx) error { return identity.RestoredTx(ctx, tx) }))
		_, err = h.Second(ctx, ticket, identity.ByTOTP, h.code(key))
		h.want("a ticket", err, fault.WRONG_CREDENTIAL)
		if _, err := h.Invitation(ctx, in.Secret); !errors.Is(err, identity.ErrInvitation) {
			h.T.Errorf("an invitation: %v", err)
		}
		if list, err := h.Sessions.List(ctx, session.Operator, nok); err != nil || len(list) != 1 {
			h.T.Errorf("%d sessions, %v: that is session.CloseAllTx's", len(list), err)
		}
	})
}
