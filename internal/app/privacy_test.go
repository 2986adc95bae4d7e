package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/testkit/kept"
)

// manyRows is how many rows of each table the member of a test has, and begun their first time.
const (
	manyRows = 7
	begun    = 1_700_000_000_000_000
)

// crowd is what a row of a table needs beside texts that are its own, zeros and noes: what finds it, and where it is in the order
// of its table. Of two rows one time is the same. MEMBER, PHONE, NUMBER, TIME, FROM and TO stand for what they say.
var crowd = map[string]map[string]any{
	"device":           {"member": "MEMBER", "first_at": "TIME"},
	"session":          {"audience": "member", "subject": "MEMBER", "created_at": "TIME"},
	"otp":              {"phone": "PHONE", "created_at": "TIME"},
	"protection_event": {"member": "MEMBER", "at": "TIME"},
	"transfer":         {"member": "MEMBER", "id": "NUMBER", "debit": "FROM", "credit": "TO", "amount": 100, "state": "voided"},
	"qr_order":         {"member": "MEMBER", "created_at": "TIME", "amount": 1},
	"inflow":           {"member": "MEMBER", "seen_at": "TIME", "payer_sealed": "", "amount": 1},
	"declaration":      {"member": "MEMBER", "created_at": "TIME", "amount": 1},
	"slip":             {"member": "MEMBER", "number": "NUMBER"},
	"wallet_link":      {"member": "MEMBER", "created_at": "TIME"},
	"withdrawal":       {"member": "MEMBER", "requested_at": "TIME", "transfer": "NUMBER", "account_sealed": "", "amount": 1},
	"game_play":        {"member": "MEMBER", "bet_at": "TIME", "provider": "joker", "round": "one", "version": "NUMBER"},
	"bonus_condition":  {"member": "MEMBER", "granted_at": "TIME"},
	"refund_receive":   {"member": "MEMBER", "number": "NUMBER"},
	"invite_receive":   {"member": "MEMBER", "at": "TIME"},
	"coin_grant":       {"member": "MEMBER", "granted_at": "TIME"},
	"wheel_draw":       {"member": "MEMBER", "drawn_at": "TIME", "nonce": "NUMBER"},
	"coupon":           {"member": "MEMBER", "created_at": "TIME"},
	"chat_message":     {"owner": "m:MEMBER", "number": "NUMBER"},
	"chat_media":       {"holder": "m:MEMBER", "created_at": "TIME"},
	"audit":            {"member": "MEMBER", "number": "NUMBER"},
}

// few are the tables of which a member has a row, or one of each kind: they are read at once.
var few = []string{
	"member", "member_state", "member_agreement", "member_limit", "house_limit", "game_account", "chat_conversation",
}

// TestAnExportHasAllRowsInOrder: of each table that an export has, every row once, newest first, whatever the size of the pages
// in which they are read; and the page has as many.
func TestAnExportHasAllRowsInOrder(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := newTripWorld(t, s)
		member, _ := w.somebody()
		exported := slices.Sorted(maps.Keys(kept.Read(t).Exported()))
		if all := slices.Sorted(slices.Values(append(slices.Collect(maps.Keys(crowd)), few...))); !slices.Equal(all, exported) {
			t.Fatalf("an export has %v, and the test is about %v", exported, all)
		}
		for table, row := range crowd {
			w.fills(table, row, member)
		}
		whole := w.exported(member, 1000)
		for table := range crowd {
			if n := strings.Count(whole[table], "\n"); n < manyRows {
				t.Errorf("%s has %d rows", table, n)
			}
		}
		for _, rows := range []int{1, 2, 3, manyRows} {
			for table, text := range w.exported(member, rows) {
				if text != whole[table] {
					t.Errorf("%s by pages of %d is\n%s\nand at once\n%s", table, rows, text, whole[table])
				}
			}
		}
	})
}

// exported are the rows of an export by their tables, a line each. The page has as many as the JSON.
func (w *tripWorld) exported(member string, rows int) map[string]string {
	w.t.Helper()
	exports := w.ExportsBy(rows)
	link := exports.Link(member, "en")
	read := func(path string) *bytes.Buffer {
		var text bytes.Buffer
		file, err := exports.OpenNow(w.t.Context(), path)
		if err == nil {
			err = file.Write(w.t.Context(), &text)
		}
		if err != nil {
			w.t.Fatal(err)
		}
		return &text
	}
	var data struct {
		Tables []struct {
			Name string
			Rows []map[string]any
		}
	}
	if err := json.Unmarshal(read(link.Data).Bytes(), &data); err != nil {
		w.t.Fatal(err)
	}
	all, count := map[string]string{}, 0
	for _, table := range data.Tables {
		for _, row := range table.Rows {
			all[table.Name] += fmt.Sprintln(row)
			count++
		}
	}
	if shown := strings.Count(read(link.Page).String(), "\n<tr>"); shown != count {
		w.t.Errorf("the page has %d rows, and the JSON %d", shown, count)
	}
	return all
}

// fills adds rows to a table.
func (w *tripWorld) fills(table string, row map[string]any, member string) {
	w.t.Helper()
	m, err := w.Members.ByID(w.t.Context(), member)
	if err != nil {
		w.t.Fatal(err)
	}
	columns := w.columnsOf(table)
	for n := range manyRows {
		stands := map[any]any{
			"MEMBER": member, "m:MEMBER": "m:" + member, "PHONE": m.Phone, "NUMBER": 1_000_000 + n, "TIME": begun + int64(n/2),
			"FROM": 1, "TO": 2,
		}
		var names, places []string
		var values []any
		for _, column := range columns {
			value, given := row[column.name]
			if stood, stands := stands[value]; stands {
				value = stood
			} else if !given {
				value = plain(column.kind, fmt.Sprintf("%s %s %d", table, column.name, n))
			}
			names, values = append(names, column.name), append(values, value)
			places = append(places, fmt.Sprint("$", len(values)))
		}
		if err := w.Store.Write(w.t.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(w.t.Context(), fmt.Sprintf(
				"INSERT INTO %s (%s) VALUES (%s)", table, strings.Join(names, ", "), strings.Join(places, ", ")), values...)
			return err
		}); err != nil {
			w.t.Fatalf("%s: %v: %v %v", table, err, names, values)
		}
	}
}

type tableColumn struct{ name, kind string }

// columnsOf are a table's columns and their types.
func (w *tripWorld) columnsOf(table string) (columns []tableColumn) {
	w.t.Helper()
	query := `SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1`
	if w.Store.Engine() == store.SQLite {
		query = `SELECT name, type FROM pragma_table_info($1)`
	}
	rows, err := w.Store.DB().QueryContext(w.t.Context(), query, table)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var c tableColumn
		if err := rows.Scan(&c.name, &c.kind); err != nil {
			w.t.Fatal(err)
		}
		columns = append(columns, c)
	}
	if err := rows.Err(); err != nil || len(columns) == 0 {
		w.t.Fatalf("%s has %d columns, %v", table, len(columns), err)
	}
	return columns
}

// plain is what a column has where nothing else is said.
func plain(kind, text string) any {
	switch kind = strings.ToLower(kind); {
	case strings.HasPrefix(kind, "bool"):
		return false
	case strings.Contains(kind, "int"):
		return 0
	}
	return text
}
