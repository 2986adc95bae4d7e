package holder_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/member/holder"
	"krapao/member/membertest"
)

// named registers a member whose account has a holder of this name.
func named(t *testing.T, w *membertest.World, n int, name string) string {
	t.Helper()
	r := membertest.Somebody(n)
	r.BankAccountName = name
	memberID, err := w.Members.Register(t.Context(), r, membertest.Proof)
	if err != nil {
		t.Fatalf("%q: %v", name, err)
	}
	return memberID
}

// alike demands the members that are linked to a member by its holder's name.
func alike(t *testing.T, w *membertest.World, memberID string, want ...string) {
	t.Helper()
	got, err := w.Holders.Same(t.Context(), memberID)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("linked to %v, want %v", got, want)
	}
}

// A person with several accounts is recognised however its name is written, and others are not. The index reveals no name.
func TestOneHolderIsLinkedHoweverItIsSpelt(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		for i, spelt := range [][]string{
			{
				"ANNA A", "Anna  A", "MISS ANNA A", "MISSANNA A", "Mrs.Anna A.", "MRSANNA A", "AN\u200bNA\u2060 A", "ÁNNÀ A", "ＡＮＮＡ Ａ",
				"Dr. Anna-A",
			},
			{
				"น้ำฝน แก้วใส", "นางสาวน้ำฝน แก้วใส", "น.ส. น้ำฝน แก้วใส", "นํ้าฝน เเก้วใส", "น้ําฝน แก้วใส", "น้ำฝนแก้วใส",
				"ร.ต.อ.หญิง น้ำฝน  แก้วใส.",
			},
			{"ສົມສີ ໜູແກ້ວ", "ທ້າວ ສົມສີ ຫນູແກ້ວ", "ທ. ສົມສີ ໜູ ເເກ້ວ"},
		} {
			var all []string
			for j, name := range spelt {
				all = append(all, named(t, w, 100*i+j+1, name))
			}
			named(t, w, 100*i+90, "HANNA A")
			for _, one := range all {
				alike(t, w, one, slices.DeleteFunc(slices.Clone(all), func(other string) bool { return other == one })...)
			}
		}
		var stored string
		if err := w.Store.DB().QueryRowContext(t.Context(),
			`SELECT MAX(holder_key || spelling) FROM member_holder`).Scan(&stored); err != nil || strings.Contains(stored, "A") {
			t.Errorf("stored %q, %v", stored, err)
		}
	})
}

// A changed name takes its links with it.
func TestAChangedHolderIsLinkedAnew(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		anna, bert := named(t, w, 1, "ANNA AM"), named(t, w, 2, "BERT BO")
		one := named(t, w, 3, "MISS ANNA AM")
		alike(t, w, one, anna)
		c := membertest.Change(membertest.Somebody(3))
		c.BankAccountName = "Mr. Bert Bo"
		membertest.Want(t, "another name", w.Members.UpdateProfile(t.Context(), one, c), "")
		alike(t, w, one, bert)
		alike(t, w, anna)
		membertest.Want(t, "in English", w.Members.SetBankAccountName(t.Context(), one, membertest.Somebody(3).BankCode, "ANNA AM"), "")
		alike(t, w, one, anna)
		alike(t, w, bert)
	})
}

// before makes members look as a node of the previous version wrote them.
func before(t *testing.T, w *membertest.World) {
	t.Helper()
	w.Exec(t, `UPDATE member SET holder_form = 0, holder_from = ''`)
	w.Exec(t, `DELETE FROM member_holder`)
}

func indexed(t *testing.T, w *membertest.World, want int) {
	t.Helper()
	if n, err := w.Holders.IndexNames(t.Context()); err != nil || n != want {
		t.Errorf("indexed %d, %v; want %d", n, err, want)
	}
}

// Members from before the index are linked as before until they are indexed, and then in any spelling. Members that become
// linked by this are cases for an operator, each pair once.
func TestStoredNamesAreIndexedAnew(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		anna, twin, miss := named(t, w, 1, "ANNA AM"), named(t, w, 2, "Anna Am"), named(t, w, 3, "MISS ANNA AM")
		named(t, w, 4, "ANNE AM")
		before(t, w)
		alike(t, w, anna, twin)
		alike(t, w, miss)
		now := named(t, w, 5, "ANNA  AM.") // registers at a new node meanwhile
		alike(t, w, now)
		indexed(t, w, 4)
		alike(t, w, miss, anna, twin, now)
		alike(t, w, anna, twin, miss, now)
		cases, err := w.Cases.List(t.Context(), false, 10)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, c := range cases {
			if !c.Open || c.Member >= c.Other || seen[c.Member+c.Other] || !c.FoundAt.Equal(w.Store.Now().Truncate(time.Microsecond)) {
				t.Errorf("%+v", c)
			}
			seen[c.Member+c.Other] = true
		}
		for _, one := range []string{anna, twin, miss, now} {
			if !slices.ContainsFunc(cases, func(c holder.Case) bool { return c.Member == one || c.Other == one }) {
				t.Errorf("nobody is told of %s: %+v", one, cases)
			}
		}
		if seen[min(anna, twin)+max(anna, twin)] {
			t.Error("two that were linked before are a case")
		}
		indexed(t, w, 0)
		if again, err := w.Cases.List(t.Context(), true, 10); err != nil || len(again) != len(cases) {
			t.Errorf("%d cases, %v; were %d", len(again), err, len(cases))
		}
	})
}

// A node of the previous version changes a name without its keys: the keys no longer count until the name is indexed again.
func TestANameThatAnOldNodeChanged(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		anna, miss, bert := named(t, w, 1, "ANNA AM"), named(t, w, 2, "MISS ANNA AM"), named(t, w, 3, "MR BERT BO")
		var keys, from string
		row := w.Store.DB().QueryRowContext(t.Context(),
			`SELECT k.holder_key, m.holder_from FROM member m JOIN member_holder k ON k.member = m.id WHERE m.id = $1`, miss)
		if err := row.Scan(&keys, &from); err != nil {
			t.Fatal(err)
		}
		c := membertest.Change(membertest.Somebody(2))
		c.BankAccountName = "BERT BO"
		membertest.Want(t, "its new name", w.Members.UpdateProfile(t.Context(), miss, c), "")
		w.Exec(t, `UPDATE member SET holder_from = $1 WHERE id = $2`, from, miss)
		w.Exec(t, `UPDATE member_holder SET holder_key = $1 WHERE member = $2`, keys, miss)
		alike(t, w, anna)
		alike(t, w, miss)
		indexed(t, w, 1)
		alike(t, w, miss, bert)
		alike(t, w, anna)
		if cases, err := w.Cases.List(t.Context(), false, 10); err != nil || len(cases) != 1 ||
			cases[0].Member != min(miss, bert) || cases[0].Other != max(miss, bert) {
			t.Errorf("%+v, %v", cases, err)
		}
		indexed(t, w, 0)
	})
}

// More names than one transaction takes, of each older form, are all indexed by one run.
func TestEveryOlderFormIsIndexedToItsEnd(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		const names = 2*holder.Batch + 1
		fill(t, w, names)
		w.Exec(t, `UPDATE member SET holder_from = bank_holder_index`) // their spelling has not changed
		w.Exec(t, `UPDATE member SET holder_form = $1 WHERE id <= $2`, holder.Form-1, fmt.Sprintf("%012d", holder.Batch))
		indexed(t, w, names)
		indexed(t, w, 0)
	})
}

// A text that can't be opened is reported once, and stops no other name.
func TestANameThatCannotBeOpened(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		broken, anna, miss := named(t, w, 1, "ANNA AM"), named(t, w, 2, "ANNA AM"), named(t, w, 3, "MISS ANNA AM")
		before(t, w)
		w.Exec(t, `UPDATE member SET bank_account_name = 'broken' WHERE id = $1`, broken)
		if n, err := w.Holders.IndexNames(t.Context()); n != 3 || err == nil || !strings.Contains(err.Error(), broken) {
			t.Errorf("indexed %d, %v", n, err)
		}
		alike(t, w, anna, broken, miss) // the broken one by its spelling of before
		indexed(t, w, 0)
	})
}

func TestACaseOfTwoHoldersIsClosedOnce(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		named(t, w, 1, "ANNA AM")
		named(t, w, 2, "MISS ANNA AM")
		before(t, w)
		indexed(t, w, 2)
		cases, err := w.Cases.List(t.Context(), false, 10)
		if err != nil || len(cases) != 1 {
			t.Fatalf("%+v, %v", cases, err)
		}
		finish := func() error {
			return w.Store.Write(t.Context(), func(tx *store.Tx) error {
				return w.Cases.CloseTx(t.Context(), tx, cases[0].ID, "otto", "mother and daughter")
			})
		}
		membertest.Want(t, "closed", finish(), "")
		membertest.Want(t, "closed again", finish(), "NO_DATA")
		if c, err := w.Cases.ByID(t.Context(), cases[0].ID); err != nil || c.Open || c.Note != "mother and daughter" {
			t.Errorf("%+v, %v", c, err)
		}
		if open, err := w.Cases.List(t.Context(), false, 10); err != nil || len(open) != 0 {
			t.Errorf("%+v, %v", open, err)
		}
	})
}

// A million stored names are indexed within a minute of our own work: opened, normalised, and their keys made.
func BenchmarkHolderKeys(b *testing.B) {
	w := membertest.Open(b, storetest.Open(b, store.SQLite), clock.NewFake(membertest.Start), membertest.Choose)
	sealed := seal(b, w, "0123456789AB", "นางสาวน้ำฝน ใจดีมีสุข")
	for b.Loop() {
		if w.Holders.OpenKeys(b, "0123456789AB", sealed) == 0 {
			b.Fatal("no key")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1e3, "s/1M")
}

// The same with the database, while no other node uses it.
func BenchmarkIndexHolders(b *testing.B) {
	for _, engine := range storetest.Engines {
		b.Run(string(engine), func(b *testing.B) { indexHolders(b, storetest.Open(b, engine)) })
	}
}

// seal seals a holder's name as a member's row has it.
func seal(b testing.TB, w *membertest.World, memberID, name string) string {
	b.Helper()
	sealed, err := w.Accounts.SealName(memberID, name)
	if err != nil {
		b.Fatal(err)
	}
	return sealed
}

// fill adds members with names of their own, none of which is indexed.
func fill(b testing.TB, w *membertest.World, names int) {
	b.Helper()
	add := func(tx *store.Tx) error {
		for i := range names {
			id := fmt.Sprintf("%012d", i)
			name := fmt.Sprintf("นางสาวน้ำฝน ใจ%sดีมีสุข", strings.Repeat("ก", i%7)+string(rune('ก'+i%40)))
			if _, err := tx.ExecContext(b.Context(), `INSERT INTO member (id, username, phone, name, password_hash, password_version,
				source_code, inviter, bank_code, bank_account_name, bank_account_no, bank_account_index, bank_holder_index, currency,
				active, login_at, former_login_at, secured_at, created_at)
				VALUES ($1, $1, $1, '', '', 1, '', '', 'SCB', $2, '', $1, $3, 'BAHT', TRUE, 0, 0, 0, 0)`,
				id, seal(b, w, id, name), fmt.Sprintf("%064d", i)); err != nil {
				return err
			}
		}
		return nil
	}
	if err := w.Store.Write(b.Context(), add); err != nil {
		b.Fatal(err)
	}
}

func indexHolders(b *testing.B, s *store.Store) {
	const names = 20_000
	w := membertest.Open(b, s, clock.NewFake(membertest.Start), membertest.Choose)
	fill(b, w, names)
	for b.Loop() {
		b.StopTimer()
		if err := w.Store.Write(b.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(b.Context(), `UPDATE member SET holder_form = 0`)
			return err
		}); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		if n, err := w.Holders.IndexNames(b.Context()); err != nil || n != names {
			b.Fatal(n, err)
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/names*1e6, "s/1M")
}
