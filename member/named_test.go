package member_test

import (
	"slices"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/member"
	"krapao/member/membertest"
)

// named registers a member that calls itself so; its account's holder has another name.
func named(t *testing.T, w *membertest.World, n int, name string) string {
	t.Helper()
	r := membertest.Somebody(n)
	r.Name, r.BankAccountName = name, []string{"XAN XU", "YIN YO", "ZED ZO"}[n-1]
	id, err := w.Members.Register(t.Context(), r, membertest.Proof)
	if err != nil {
		t.Fatalf("%q: %v", name, err)
	}
	return id
}

// found demands who is found by a name.
func found(t *testing.T, w *membertest.World, name string, want ...string) {
	t.Helper()
	got, err := w.Members.Named(t.Context(), name, 50)
	slices.Sort(want)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q finds %v, want %v, %v", name, got, want, err)
	}
}

// TestAMemberIsFoundByItsOwnName: however it is written, from the commit that writes it on, and by what it is called now alone.
// Its own name links it to nobody, and the index reveals none.
func TestAMemberIsFoundByItsOwnName(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		anna, twin := named(t, w, 1, "ANNA AM"), named(t, w, 2, "Miss Anna  Am.")
		rain := named(t, w, 3, "นางสาวน้ำฝน แก้วใส")
		found(t, w, "anna am", anna, twin)
		found(t, w, "น้ำฝน แก้วใส", rain)
		found(t, w, "Anna Bo")
		found(t, w, "")
		if one, err := w.Members.Named(t.Context(), "Anna Am", 1); err != nil || len(one) != 1 {
			t.Errorf("at most one: %v, %v", one, err)
		}
		if same, err := w.Holders.Same(t.Context(), anna); err != nil || len(same) != 0 {
			t.Errorf("its own name links it to %v, %v", same, err)
		}
		if holders, err := w.Holders.Find(t.Context(), "Anna Am", 50); err != nil || len(holders) != 0 {
			t.Errorf("it is no holder's name: %v, %v", holders, err)
		}
		c := membertest.Change(membertest.Somebody(2))
		c.Name, c.BankAccountName = "Bert Bo", "YIN YO"
		membertest.Want(t, "another name", w.Members.UpdateProfile(t.Context(), twin, c), "")
		found(t, w, "Anna Am", anna)
		found(t, w, "BERT BO", twin)
		_, _, does, err := w.Members.Rewrite(t.Context(), anna, member.Written{Name: "Mrs. Anna Maria Am"})
		if err == nil {
			err = w.Store.Write(t.Context(), does)
		}
		if err != nil {
			t.Fatal(err)
		}
		found(t, w, "Anna Am")
		found(t, w, "Anna Maria Am", anna)
		var stored string
		if err := w.Store.DB().QueryRowContext(t.Context(), `SELECT MAX(name_key) FROM member_name`).Scan(&stored); err != nil ||
			strings.Contains(strings.ToUpper(stored), "ANNA") {
			t.Errorf("stored %q, %v", stored, err)
		}
	})
}

// TestNamesOfBeforeAreIndexed: of members that registered before the index, and of those whose name a node of the version before
// has changed, which are not found by what they were called.
func TestNamesOfBeforeAreIndexed(t *testing.T) {
	t.Parallel()
	membertest.Each(t, func(t *testing.T, w *membertest.World) {
		anna, bert := named(t, w, 1, "ANNA AM"), named(t, w, 2, "BERT BO")
		w.Exec(t, `UPDATE member SET name_form = 0, name_from = ''`)
		w.Exec(t, `DELETE FROM member_name`)
		found(t, w, "Anna Am")
		indexed := func(want int) {
			t.Helper()
			if n, err := w.Members.IndexNames(t.Context()); err != nil || n != want {
				t.Errorf("indexed %d, want %d, %v", n, want, err)
			}
		}
		indexed(2)
		indexed(0)
		found(t, w, "Anna Am", anna)
		w.Exec(t, `UPDATE member SET name = 'CARL CO' WHERE id = '`+bert+`'`)
		found(t, w, "Bert Bo")
		indexed(1)
		found(t, w, "Carl Co", bert)
		w.Exec(t, `UPDATE member SET active = FALSE WHERE id = '`+bert+`'`)
		if err := w.Store.Write(t.Context(), func(tx *store.Tx) error { return w.Members.EraseTx(t.Context(), tx, bert) }); err != nil {
			t.Fatal(err)
		}
		found(t, w, "Carl Co")
		indexed(0)
		var kept string
		if err := w.Store.DB().QueryRowContext(t.Context(), `SELECT name || name_from FROM member WHERE id = '`+bert+`'`).
			Scan(&kept); err != nil || kept != "" {
			t.Errorf("erased, it is still called %q, %v", kept, err)
		}
	})
}
