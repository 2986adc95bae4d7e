package identity_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"krapao/internal/argon"
	"krapao/internal/id"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/cli"
	"krapao/operator/identity"
	"krapao/operator/operatortest"
	"krapao/session"
)

// wired registers what is decided about secrets at a node of a house of operatortest.
func wired(t *testing.T, h *operatortest.House, s *cli.Services) *identity.Service {
	t.Helper()
	hasher, err := argon.New(argon.Cost{Memory: 64, Passes: 1, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	return identity.New(identity.Deps{
		Store: h.Store, Secrets: operatortest.Box(t), Audit: h.Audit, Staff: s.Staff, Hasher: hasher,
		Sessions: session.New(h.Store, map[session.Audience]session.Subjects{session.Operator: operator.Directory(h.Store)}, nil),
		Limiter:  ratelimit.New(ratelimit.NewSQL(h.Store), h.Now), Limits: ratelimit.Defaults(),
	})
}

// TestAResetNeedsTwo chiefs, and rests on the secrets that were there: half an hour later its invitation counts.
func TestAResetNeedsTwo(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx := t.Context()
		exec := func(query string, values ...any) {
			t.Helper()
			if err := h.Store.Write(ctx, func(tx *store.Tx) error {
				_, err := tx.ExecContext(ctx, query, values...)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		wired(t, h, h.Services)
		requests := map[string]json.RawMessage{}
		h.NeedsTwo(operatortest.Two{
			Below: operator.Cashier, Life: 7 * 24 * time.Hour, Wait: operator.NewcomerWaits,
			Wire: func(s *cli.Services) { wired(t, h, s) },
			Make: func() (string, string) {
				name := "op-" + id.Lower(8)
				exec(`INSERT INTO operator (name, role, member, active, created_at, effective_at)
					VALUES ($1, 'support', '', TRUE, 0, 0)`, name)
				exec(`INSERT INTO operator_secret (operator, password_sealed, password_at, totp_sealed, totp_since, totp_step, stamp)
					VALUES ($1, 'x', 1, 'x', 1, 0, 1)`, name)
				_, asked := identity.DraftReset()
				request, err := json.Marshal(asked)
				if err != nil {
					t.Fatal(err)
				}
				requests[name] = request
				return name, ""
			},
			Do: func(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
				return h.Decide(ctx, identity.KindReset, d, requests[d.Subject])
			},
			Change: func(name string) { exec(`UPDATE operator_secret SET stamp = stamp + 1 WHERE operator = $1`, name) },
			Times: func(name string) (n int) {
				if err := h.Store.DB().QueryRowContext(ctx,
					`SELECT COUNT(*) FROM operator_invitation WHERE operator = $1`, name).Scan(&n); err != nil {
					t.Fatal(err)
				}
				return n
			},
		})
	})
}

// TestAResetEndsSecretsWhenItIsUsed, and nothing before that: who is reset goes on working until it has its new ones.
func TestAResetEndsSecretsWhenItIsUsed(t *testing.T) {
	t.Parallel()
	each(t, func(h *house) {
		ctx := h.T.Context()
		h.founded()
		h.secondChief()
		in, err := h.Invite(ctx, by(nok, lek))
		h.must(err)
		signed, key, _ := h.enrolled(in.Secret, "eight blue umbrellas")
		secret, asked := identity.DraftReset()
		request, err := json.Marshal(asked)
		h.must(err)
		proposed, err := h.Approvals.Do(ctx, by(nok, lek), identity.KindReset, request)
		h.must(err)
		if got := fmt.Sprint(proposed.Facts); got != "[{role role  chief} {password state set ends} {recoveryCodes text 10 0}]" {
			h.T.Errorf("the second person sees %s", got)
		}
		_, err = h.Approvals.Approve(ctx, by(lek, ""), proposed.Proposal.ID, "")
		h.must(err)
		_, err = h.Invitation(ctx, secret)
		h.invalid(err)
		h.Clock.Advance(operator.NewcomerWaits - time.Minute)
		_, err = h.Check(ctx, signed.Token) // it is at its desk
		h.must(err)
		h.Clock.Advance(time.Minute)
		n, err := h.Approvals.RunDue(ctx)
		h.must(err)
		found, err := h.Invitation(ctx, secret)
		h.must(err)
		if n != 1 || found.Name != lek || found.By != nok {
			h.T.Errorf("%d in force; invited is %+v", n, found)
		}
		_, err = h.Check(ctx, signed.Token)
		h.must(err)
		fresh, _, _ := h.enrolled(secret, "nine black umbrellas")
		if _, err := h.Check(ctx, signed.Token); err == nil {
			h.T.Error("the session of before goes on")
		}
		if _, err := h.Second(ctx, h.ticket(lek, "eight blue umbrellas"), identity.ByTOTP, h.code(key)); err == nil {
			h.T.Error("the secrets of before sign in")
		}
		_, err = h.Check(ctx, fresh.Token)
		h.must(err)
		_, err = h.Invitation(ctx, secret)
		h.invalid(err)
	})
}

// TestAResetIsStale once its operator has changed its secrets by itself.
func TestAResetIsStale(t *testing.T) {
	t.Parallel()
	each(t, func(h *house) {
		ctx := h.T.Context()
		h.founded()
		h.secondChief()
		in, err := h.Invite(ctx, by(nok, lek))
		h.must(err)
		h.enrolled(in.Secret, "eight blue umbrellas")
		secret, asked := identity.DraftReset()
		request, err := json.Marshal(asked)
		h.must(err)
		out, err := h.Approvals.Do(ctx, by(nok, lek), identity.KindReset, request)
		h.must(err)
		_, err = h.Approvals.Approve(ctx, by(lek, ""), out.Proposal.ID, "")
		h.must(err)
		again, err := h.Recover(ctx, lek)
		h.must(err)
		h.Clock.Advance(operator.NewcomerWaits)
		h.enrolled(again.Secret, "nine black umbrellas")
		_, err = h.Approvals.RunDue(ctx)
		h.must(err)
		_, err = h.Invitation(ctx, secret)
		h.invalid(err)
	})
}
