package arrival_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"krapao/deposit/accounts"
	"krapao/deposit/declared"
	"krapao/deposit/feed"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/operatortest"
)

// TestWhatWaitsIsDecidedByTwo goes with slips, declared transfers, links and lines through the checks of all that two decide.
func TestWhatWaitsIsDecidedByTwo(t *testing.T) {
	t.Parallel()
	for name, kind := range map[string]func(h *house) operatortest.Two{
		"a slip":     (*house).slips,
		"a declared": (*house).declarations,
		"a link":     (*house).links,
		"a line":     (*house).lines,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			each(t, func(t *testing.T, h *house) {
				k := kind(h)
				k.Below = operator.Support
				k.Open = map[string]func(context.Context, operator.Person, string) (operator.Sight, error){
					"a slip": h.Arrivals.OpenSlip, "a declared": h.Arrivals.OpenDeclaration, "a link": h.Arrivals.OpenLink,
					"a line": h.Arrivals.OpenLine,
				}[name]
				h.NeedsTwo(k)
				if _, err := h.Audit.Verify(t.Context()); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// write changes the store as another part of the program would.
func (h *house) write(statement string, args ...any) {
	h.T.Helper()
	err := h.Store.Write(h.T.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(h.T.Context(), statement, args...)
		return err
	})
	if err != nil {
		h.T.Fatal(err)
	}
}

// in counts what is in a state.
func (h *house) in(table, key, state string) func(string) int {
	return func(subject string) (n int) {
		h.T.Helper()
		row := h.Store.DB().QueryRowContext(h.T.Context(),
			"SELECT COUNT(*) FROM "+table+" WHERE "+key+" = $1 AND state = $2", subject, state)
		if err := row.Scan(&n); err != nil {
			h.T.Fatal(err)
		}
		return n
	}
}

func (h *house) slips() operatortest.Two {
	number := 0
	return operatortest.Two{
		Make: func() (string, string) {
			reference, m, now := id.Text(15), id.Member(), clock.MicrosOf(h.Now.Now())
			number++
			h.write(`INSERT INTO slip (id, key, member, number, picture, state, reason, uploaded_at, updated_at, payload, bank, reference,
				transfer, claimed, amount, paid_at, transfer_sealed, account, verifier, tries, let_through, due_at, fence)
				VALUES ($1, $1, $2, $3, '', 'review', 'NOT_MATCH', $4, $4, '', '', '', '', FALSE, 500100, 0, '', '', '', 0, FALSE, 0, 7)`,
				reference, m, number, now)
			return reference, m
		},
		Do: func(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
			return h.Decide(ctx, "slip.accept", d, map[string]string{"account": ""})
		},
		// It went on, and came back to a person by another way.
		Change: func(slip string) { h.write("UPDATE slip SET fence = fence + 2 WHERE id = $1", slip) },
		Times:  h.in("slip", "id", "received"),
	}
}

func (h *house) declarations() operatortest.Two {
	err := h.Store.Write(h.T.Context(), func(tx *store.Tx) error {
		_, err := accounts.Apply(h.T.Context(), tx, []byte(`[{"code":"SLIP1","bankCode":"KTB","bankType":"BANK","mode":"MANUAL",
			"source":"slip","bank":{"nameTH":"ก","nameEN":"KTB","nameLO":"ກ"},"bankAccountName":"KRAPAO",
			"bankAccountNo":"4068123456","currency":"BAHT"}]`))
		return err
	})
	if err != nil {
		h.T.Fatal(err)
	}
	h.Now.Advance(time.Hour)
	at, once := h.Now.Now(), h.asked()
	return operatortest.Two{
		Make: func() (string, string) {
			reference, m, now := id.Text(15), id.Member(), h.Now.Now()
			h.Opened(m)
			h.write(`INSERT INTO declaration (reference, key, member, amount, state, inflow, reason, created_at, lapses_at, ended_at)
				VALUES ($1, $1, $2, 10000, 'open', '', '', $3, $4, 0)`, reference, m, clock.MicrosOf(now),
				clock.MicrosOf(now.Add(48*time.Hour)))
			return reference, m
		},
		Do: func(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
			return h.Decide(ctx, "declaration.confirm", d, once(d.Subject, func() (any, error) {
				return h.Arrivals.FoundRequest(declared.Found{
					Reference: d.Subject, Account: "SLIP1", At: at, Amount: 100 * baht, Bank: "KTB", BankReference: d.Subject,
					Payer: stranger,
				})
			}))
		},
		Change: func(reference string) {
			asked := map[string]any{"code": fault.NOT_MATCH}
			if _, err := h.Decide(h.T.Context(), "declaration.reject", by(lek, reference), asked); err != nil {
				h.T.Fatal(err)
			}
		},
		Times: h.in("declaration", "reference", "confirmed"), Evidence: true,
	}
}

// asked are requests by subject, each made once: what is sealed in it is sealed anew each time.
func (h *house) asked() func(subject string, request func() (any, error)) any {
	made := map[string]any{}
	return func(subject string, request func() (any, error)) any {
		h.T.Helper()
		if made[subject] == nil {
			asked, err := request()
			if err != nil {
				h.T.Fatal(err)
			}
			made[subject] = asked
		}
		return made[subject]
	}
}

func (h *house) links() operatortest.Two {
	return operatortest.Two{
		Make: func() (string, string) {
			reference, m := id.Text(15), id.Member()
			h.Opened(m)
			h.write(`INSERT INTO wallet_link (reference, member, operation, account, code, code_sealed, voucher, state, amount, clean,
				reason, said, sends, send_by, tries, turn, due_at, created_at, ended_at)
				VALUES ($1, $2, $1, 'TM1', $1, '', $1, 'taking', 200000, TRUE, '', '', 1, 0, 1, 1, 0, $3, 0)`, reference, m,
				clock.MicrosOf(h.Now.Now().Add(-25*time.Hour)))
			return reference, m
		},
		Do: func(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
			return h.Decide(ctx, "link.settle", d, map[string]any{"got": int64(2_000 * baht)})
		},
		// The issuer said at last that nothing was redeemed.
		Change: func(reference string) {
			h.write("UPDATE wallet_link SET state = 'refused', ended_at = 1 WHERE reference = $1", reference)
		},
		Times: h.in("wallet_link", "reference", "credited"), Evidence: true,
	}
}

func (h *house) lines() operatortest.Two {
	at, once := h.Now.Now().Add(-time.Hour), h.asked()
	return operatortest.Two{
		Make: func() (string, string) {
			line := id.Text(16)
			sealed, err := operatortest.Box(h.T).Seal(secret.Row{Table: "feed_case", Column: "raw_sealed", ID: line}, "{}")
			if err != nil {
				h.T.Fatal(err)
			}
			h.write(`INSERT INTO feed_case (id, account, line, raw, raw_sealed, why, state, note, found_at, ended_at)
				VALUES ($1, 'SCB1', $1, $1, $2, 'its time can''t be read', 'open', '', $3, 0)`, line, sealed, clock.MicrosOf(at))
			return line, ""
		},
		Do: func(ctx context.Context, d operator.Decision) (operator.Outcome, error) {
			return h.Decide(ctx, "statement.book", d, once(d.Subject, func() (any, error) {
				return h.Arrivals.LineRequest(d.Subject, feed.Found{Amount: 40 * baht, At: at, Payer: own})
			}))
		},
		Change: func(line string) {
			if _, err := h.Decide(h.T.Context(), "statement.close", by(lek, line), nil); err != nil {
				h.T.Fatal(err)
			}
		},
		Times: h.in("feed_case", "id", "booked"), Evidence: true,
	}
}

// TestAProposalKeepsNoPayerInPlain: what an operator read of a payer in a statement is sealed in the proposal, and whoever gives
// the same command with another payer does not approve it.
func TestAProposalKeepsNoPayerInPlain(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		k := h.lines()
		line, _ := k.Make()
		out, err := k.Do(t.Context(), by(nok, line))
		if err != nil || out.Proposal == nil {
			t.Fatal(out, err)
		}
		text := string(out.Proposal.Request) + out.Proposal.Says
		for _, f := range out.Proposal.Facts {
			text += f.Before + f.After
		}
		if strings.Contains(text, own.AccountNo) || strings.Contains(text, own.Name) {
			t.Errorf("the proposal names the payer: %s", text)
		}
		other, err := h.Arrivals.LineRequest(line, feed.Found{Amount: 40 * baht, At: h.Now.Now().Add(-time.Hour), Payer: stranger})
		if err != nil {
			t.Fatal(err)
		}
		if out, err := h.Decide(t.Context(), "statement.book", by(lek, line), other); !errors.Is(err, operator.ErrProposalOpen) {
			t.Errorf("another payer: %+v, %v", out, err)
		}
		if n := k.Times(line); n != 0 {
			t.Error("it is booked")
		}
	})
}
