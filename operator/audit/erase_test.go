package audit_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/operator/audit"
	"krapao/operator/operatortest"
)

// TestAnErasedMembersTextsAreGoneAndTheChainHolds: what operators said of it goes in the commit of its erasure, of any line;
// what they said of others stays, and so do lines of form 1. The proof is whole before and after it, and not where somebody else
// deletes a text.
func TestAnErasedMembersTextsAreGoneAndTheChainHolds(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		ctx, member := t.Context(), "MEMBER000001"
		appends := func(entries ...audit.Entry) {
			t.Helper()
			if err := h.Store.Write(ctx, func(tx *store.Tx) error {
				for _, e := range entries {
					e.By = lek
					if err := h.Audit.AppendTx(ctx, tx, e); err != nil {
						return err
					}
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		appends(
			audit.Entry{Action: "old", Member: member, Reason: "1 as before: Somchai Jaidee", Fixed: true},
			audit.Entry{Action: "flag", Member: member, Subject: member, Reason: "2 its brother plays", Evidence: "3 a letter"},
			audit.Entry{Action: "look", Subject: member, Reason: "4 no member is named"},
			audit.Entry{Action: "list.export", Subject: "list", Reason: "5 with the filters text=+66 81-234-5678"},
			audit.Entry{Action: "adjust", Member: "MEMBER000002", Reason: "6 it is the account", Evidence: "123-4-56789-0"},
			audit.Entry{Action: "adjust", Member: "MEMBER000002", Reason: "7 Somchai Jaidee paid for it (50%_)"},
			audit.Entry{Action: "adjust", Member: "MEMBER000002", Reason: "8 Somchai Jaidum paid 0812345679"},
			audit.Entry{Action: "adjust", Member: "MEMBER000003", Reason: "9 nothing to do with it"},
		)
		verified := func() {
			t.Helper()
			if _, err := h.Audit.Verify(ctx); err != nil {
				t.Fatal(err)
			}
		}
		verified()
		if err := h.Store.Write(ctx, func(tx *store.Tx) error {
			if err := h.Audit.EraseTx(ctx, tx, member, audit.Known{
				Numbers: []string{"812345678", "1234567890", "4"}, Names: []string{"Somchai Jaidee", "Som"},
			}); err != nil {
				return err
			}
			return h.Audit.AppendTx(ctx, tx, audit.Entry{
				By: lek, Action: audit.Erasure, Subject: member, Member: member, Reason: "as it was approved", Fixed: true,
			})
		}); err != nil {
			t.Fatal(err)
		}
		verified()
		if left := saidBy(t, h, lek); !slices.Equal(left, []string{"1", "8", "9", "as"}) {
			t.Errorf("what is left begins with %v", left)
		}
		appends(audit.Entry{Action: "adjust", Member: "MEMBER000002", Reason: "life goes on"})
		verified()
		if err := h.Store.Write(ctx, func(tx *store.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE audit_text SET salt = '', reason = '', evidence = '', erased_by = (
				SELECT MAX(number) FROM audit) WHERE reason LIKE '9 %'`)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Audit.Verify(ctx); err == nil || !strings.Contains(err.Error(), "is no erasure") {
			t.Errorf("of a text that somebody deleted it says %v", err)
		}
	})
}

// saidBy are the first words of what is left of an operator's reasons, in the order of the log. An erased line has no text, and
// says so.
func saidBy(t *testing.T, h *operatortest.House, name string) (words []string) {
	t.Helper()
	rows, err := h.Audit.Newest(context.WithoutCancel(t.Context()), audit.Filter{Operator: name}, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range slices.Backward(rows) {
		word, _, _ := strings.Cut(r.Reason, " ")
		if (word == "" && r.Evidence == "") != r.Erased {
			t.Errorf("%+v", r)
		}
		if word != "" {
			words = append(words, word)
		}
	}
	return words
}
