package operator_test

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"krapao/deposit/deposittest"
	"krapao/deposit/feed"
	"krapao/fault"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/operator"
)

// odd is a statement of lines that can't be booked.
type odd struct{ lines []feed.Line }

func (f odd) Lines(_ context.Context, _, after string) (feed.Page, error) {
	from, _ := strconv.Atoi(after)
	return feed.Page{Lines: f.lines[from:], Next: strconv.Itoa(len(f.lines))}, nil
}

// oddLines reads a statement of such lines and returns the IDs of their cases by the lines' numbers.
func (h *house) oddLines(ids ...string) map[string]string {
	h.t.Helper()
	box, err := secret.FromMaster(bytes.Repeat([]byte{7}, secret.KeySize))
	if err != nil {
		h.t.Fatal(err)
	}
	var f odd
	for _, id := range ids {
		f.lines = append(f.lines, feed.Line{ID: id, Raw: `{"id":"` + id + `"}`, Odd: "its time can't be read"})
	}
	d := deposittest.New(deposittest.Deps{
		Store: h.store, Books: h.ledger, Members: registered{}, Box: box, Feeds: map[string]feed.Feed{"SCB1": f},
	})
	err = h.store.Write(h.t.Context(), func(tx *store.Tx) error {
		_, err := d.Apply(h.t.Context(), tx, []byte(`[{"code":"SCB1","bankCode":"SCB","bankType":"BANK","mode":"AUTO","source":"feed",
			"bank":{"nameTH":"ก","nameEN":"SCB","nameLO":"ກ"},"bankAccountName":"KRAPAO",
			"bankAccountNo":"4068123456","currency":"BAHT"}]`))
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := d.Feeds.Read(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
	list, err := h.s.LineCases(h.t.Context(), false, 100)
	if err != nil || len(list) != len(ids) {
		h.t.Fatal(list, err)
	}
	cases := map[string]string{}
	for _, c := range list {
		cases[c.Line] = c.ID
	}
	return cases
}

// A line of a statement that could not be booked: support may look, which is recorded. A cashier closes it with a reason. Two
// who found the same book its money. Each ends the case once, and is in the audit log.
func TestALineThatCouldNotBeBooked(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		cases := h.oddLines("L1", "L2")
		for _, name := range []string{nok, lek} {
			if _, err := h.s.Add(ctx, by(name, mai), operator.Support, ""); err != nil {
				t.Fatal(err)
			}
		}
		h.now.Advance(time.Hour)
		if c, err := h.s.ShowLineCase(ctx, by(mai, cases["L1"])); err != nil || c.Raw != `{"id":"L1"}` {
			t.Errorf("shown %+v, %v", c, err)
		}
		found := feed.Found{Amount: 40 * baht, At: h.now.Now().Add(-time.Hour), Payer: own}
		if _, err := h.s.CloseLineCase(ctx, by(mai, cases["L1"])); !errors.Is(err, operator.ErrRole) {
			t.Errorf("closed by support: %v", err)
		}
		if _, err := h.s.CloseLineCase(ctx,
			operator.Decision{By: nok, Subject: cases["L1"]}); !errors.Is(err, operator.ErrReasonRequired) {
			t.Errorf("closed without a reason: %v", err)
		}
		if out, err := h.s.CloseLineCase(ctx, by(nok, cases["L1"])); err != nil || !out.Done {
			t.Errorf("closed: %+v, %v", out, err)
		}
		if _, err := h.s.CloseLineCase(ctx, by(lek, cases["L1"])); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("closed again: %v", err)
		}
		if out, err := h.s.BookLineCase(ctx, by(nok, cases["L2"]), found); err != nil || out.Done {
			t.Errorf("booked by one: %+v, %v", out, err)
		}
		other := found
		other.Amount = 41 * baht
		if out, err := h.s.BookLineCase(ctx, by(lek, cases["L2"]), other); err != nil || out.Done {
			t.Errorf("another amount: %+v, %v", out, err)
		}
		if out, err := h.s.BookLineCase(ctx, by(lek, cases["L2"]), found); err != nil || !out.Done {
			t.Errorf("booked by two: %+v, %v", out, err)
		}
		if b, err := h.ledger.Balance(ctx, ledger.Unmatched); err != nil || b.Posted != 40*baht {
			t.Errorf("nobody's money is %s, %v", b.Posted, err)
		}
		if all, err := h.s.LineCases(ctx, true, 100); err != nil || len(all) != 2 || all[0].Note == "" || all[1].Note == "" {
			t.Errorf("%+v, %v", all, err)
		}
		if open, err := h.s.LineCases(ctx, false, 100); err != nil || len(open) != 0 {
			t.Errorf("open %+v, %v", open, err)
		}
		if _, err := operator.VerifyAudit(ctx, h.store); err != nil {
			t.Error(err)
		}
	})
}
