package queue_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/internal/waiting"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator/operatortest"
	"krapao/operator/queue"
)

// kept is how an area keeps what waits of one kind: the table, its columns of the ID and of since when, and what makes the n-th
// row one that waits.
type kept struct {
	table, id, since string
	row              func(n int) map[string]any
}

var tables = map[string]kept{
	queue.Withdrawal: {"withdrawal", "reference", "since", func(n int) map[string]any {
		return map[string]any{"transfer": n, "state": "review", "why": `["first"]`}
	}},
	queue.Payout: {"withdrawal", "reference", "since", func(n int) map[string]any {
		return map[string]any{"transfer": n, "state": "sending", "why": "[]", "send_by": 1}
	}},
	queue.Slip: {"slip", "id", "uploaded_at", func(n int) map[string]any {
		return map[string]any{"state": "review", "number": n}
	}},
	queue.Declared: {"declaration", "reference", "created_at", func(n int) map[string]any {
		return map[string]any{"state": "open", "key": fmt.Sprint(n)}
	}},
	queue.Unmatched: {"inflow", "id", "seen_at", func(n int) map[string]any {
		return map[string]any{"state": "unmatched", "source": fmt.Sprint(n)}
	}},
	queue.Held: {"inflow", "id", "seen_at", func(n int) map[string]any {
		return map[string]any{"state": "held", "source": fmt.Sprint(n)}
	}},
	queue.Link: {"wallet_link", "reference", "created_at", func(n int) map[string]any {
		return map[string]any{"state": "asking", "operation": fmt.Sprint(n)}
	}},
	queue.Line: {"feed_case", "id", "found_at", func(n int) map[string]any {
		return map[string]any{"state": "open", "raw": fmt.Sprint(n)}
	}},
	queue.Case: {"reconcile_case", "id", "found_at", func(n int) map[string]any {
		return map[string]any{"state": "open", "reference": fmt.Sprint(n)}
	}},
	queue.Holder: {"holder_case", "id", "found_at", func(n int) map[string]any {
		return map[string]any{"state": "open", "other": fmt.Sprint(n)}
	}},
	queue.Chat: {"chat_conversation", "id", "waiting_at", func(n int) map[string]any {
		return map[string]any{"owner": fmt.Sprint(n)}
	}},
	queue.Proposal: {"proposal", "id", "proposed_at", func(n int) map[string]any {
		return map[string]any{"action": "thing", "subject": fmt.Sprint(n)}
	}},
	queue.Erasure: {"proposal", "id", "proposed_at", func(n int) map[string]any {
		return map[string]any{"action": "member.erase", "subject": fmt.Sprint(n)}
	}},
	queue.Reversal: {"reversal", "source", "told_at", func(int) map[string]any {
		return map[string]any{"state": "waiting", "account": "SCB1"}
	}},
}

// TestEachAreaListsWhatWaits: of each kind, every row that waits all the while is on one page, although others are added and
// decided between the pages and several began to wait at one moment.
func TestEachAreaListsWhatWaits(t *testing.T) {
	t.Parallel()
	operatortest.Each(t, func(t *testing.T, h *operatortest.House) {
		if err := h.Store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), `DELETE FROM proposal`) // those of the two
			return err
		}); err != nil {
			t.Fatal(err)
		}
		sources := map[string]queue.Source{}
		for _, one := range h.Sources() {
			sources[one.Kind] = one
		}
		for _, kind := range slices.Sorted(maps.Keys(tables)) {
			of, ok := sources[kind]
			if !ok {
				t.Errorf("%s has no source", kind)
				continue
			}
			lists(t, h, tables[kind], of)
		}
		debts(t, h, sources[queue.Receivable])
		unsettled(t, h, sources[queue.Unsettled])
	})
}

// lists pages through a kind by two.
func lists(t *testing.T, h *operatortest.House, k kept, of queue.Source) {
	t.Helper()
	ago := h.Now.Now().Add(-time.Hour)
	name := func(n int) string { return fmt.Sprintf("%s%03d", k.table, n) }
	add := func(n int, since time.Time) {
		t.Helper()
		row := k.row(n)
		row[k.id], row[k.since] = name(n), int64(clock.MicrosOf(since))
		insert(t, h.Store, k.table, row)
	}
	for n, minute := range []int{0, 0, 0, 1, 1, 2, 3, 3} {
		add(n, ago.Add(time.Duration(minute)*time.Minute))
	}
	if n, oldest, err := counted(t, of); n != 8 || !oldest.Equal(ago) || err != nil {
		t.Errorf("%s: %d since %s, %v", of.Kind, n, oldest, err)
	}
	var seen []string
	for after := (waiting.Cursor{}); ; {
		page, err := of.Page(t.Context(), after, 2)
		if err != nil {
			t.Fatalf("%s: %v", of.Kind, err)
		}
		if len(page) == 0 {
			break
		}
		for _, x := range page {
			seen, after = append(seen, strings.TrimPrefix(x.ID, "SCB1/")), x.After()
		}
		if len(seen) == 2 {
			add(8, ago.Add(-time.Minute))  // before the place: not on a later page
			add(9, ago.Add(4*time.Minute)) // behind it
			end(t, h.Store, k, name(0), name(3))
		}
	}
	want := []string{name(0), name(1), name(2), name(4), name(5), name(6), name(7), name(9)}
	if !slices.Equal(seen, want) {
		t.Errorf("%s: listed %v, want %v", of.Kind, seen, want)
	}
	for n := range 10 {
		end(t, h.Store, k, name(n))
	}
	if n, oldest, err := counted(t, of); n != 0 || !oldest.IsZero() || err != nil {
		t.Errorf("%s: %d since %s when all had ended, %v", of.Kind, n, oldest, err)
	}
}

// insert adds a row. What it does not name is empty.
func insert(t *testing.T, s *store.Store, table string, row map[string]any) {
	t.Helper()
	err := s.Write(t.Context(), func(tx *store.Tx) error {
		columns := "SELECT name, UPPER(type) FROM pragma_table_info($1)"
		if s.Engine() == store.Postgres {
			columns = "SELECT column_name, UPPER(data_type) FROM information_schema.columns " +
				"WHERE table_name = $1 AND table_schema = current_schema()"
		}
		rows, err := tx.QueryContext(t.Context(), columns, table)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		names, places, values := []string{}, []string{}, []any{}
		for rows.Next() {
			var name, kind string
			if err := rows.Scan(&name, &kind); err != nil {
				return err
			}
			value, named := row[name]
			switch {
			case named:
			case kind == "TEXT":
				value = ""
			case kind == "BOOLEAN":
				value = false
			default:
				value = 0
			}
			names, places, values = append(names, name), append(places, fmt.Sprintf("$%d", len(names)+1)), append(values, value)
		}
		if err := rows.Err(); err != nil {
			return err
		}
		_, err = tx.ExecContext(t.Context(), "INSERT INTO "+table+" ("+strings.Join(names, ", ")+") VALUES ("+
			strings.Join(places, ", ")+")", values...)
		return err
	})
	if err != nil {
		t.Fatalf("%s: %v", table, err)
	}
}

// end makes rows wait no longer.
func end(t *testing.T, s *store.Store, k kept, ids ...string) {
	t.Helper()
	for _, one := range ids {
		if err := s.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), "DELETE FROM "+k.table+" WHERE "+k.id+" = $1", one)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// debts pages through what members owe.
func debts(t *testing.T, h *operatortest.House, of queue.Source) {
	t.Helper()
	for range 5 {
		m := id.Member()
		if err := h.Store.Write(t.Context(), func(tx *store.Tx) error {
			if err := h.Ledger.OpenTx(t.Context(), tx, ledger.Owed(m)); err != nil {
				return err
			}
			_, err := h.Ledger.MoveTx(t.Context(), tx, ledger.Order{
				Key: ledger.InternalKey("owes", m), Kind: "deposit_reversed", Debit: ledger.Owed(m), Credit: ledger.Bank("KBANK"),
				Amount: 500, Member: m,
			})
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	if seen := walk(t, of); len(seen) != 5 {
		t.Errorf("debts: %v", seen)
	}
}

// unsettled pages through transfers whose outcome is unknown.
func unsettled(t *testing.T, h *operatortest.House, of queue.Source) {
	t.Helper()
	var want []string
	for n := range 5 {
		w := h.InReview(100 * money.Baht)
		number, _ := h.Ledger.ParseReference(w.Reference)
		insert(t, h.Store, "game_doubt", map[string]any{
			"transfer": int64(number), "state": "case", "created_at": int64(clock.MicrosOf(began.Add(time.Duration(n/2) * time.Minute))),
		})
		want = append(want, w.Reference)
	}
	if n, oldest, err := counted(t, of); n != 5 || !oldest.Equal(began) || err != nil {
		t.Errorf("unsettled: %d since %s, %v", n, oldest, err)
	}
	if seen := walk(t, of); !slices.Equal(seen, want) {
		t.Errorf("unsettled: %v, want %v", seen, want)
	}
}

// walk pages through a source by two.
func walk(t *testing.T, of queue.Source) (seen []string) {
	t.Helper()
	for after := (waiting.Cursor{}); ; {
		page, err := of.Page(t.Context(), after, 2)
		if err != nil {
			t.Fatalf("%s: %v", of.Kind, err)
		}
		if len(page) == 0 {
			return seen
		}
		for _, x := range page {
			seen, after = append(seen, x.ID), x.After()
		}
	}
}

// counted is how many things of a source wait, and since when the oldest does.
func counted(t *testing.T, of queue.Source) (int64, time.Time, error) {
	t.Helper()
	all, err := of.Counter.Count(t.Context())
	return all[of.Kind].N, all[of.Kind].Oldest, err
}
