package app_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/cli"
	"krapao/operator/identity"
	"krapao/operator/operatortest"
)

// onePerson are pairs of names of one person with two accounts: the two are linked.
var onePerson = [][2]string{
	{"ANNA A", "MISS ANNA A"},
	{"BELLA BO", "Bella Bo."},
	{"CARLA CO", "CAR\u200bLA\u2060 CO"},
	{"JOSÉ GARCÍA", "MR JOSE GARCIA"},
	{"DAENG DEE", "MRSDAENG DEE"},
	{"น้ำฝน แก้วใส", "นํ้าฝน เเก้วใส"},
	{"สมหญิง จำปา", "ร.ต.อ.หญิง สมหญิง จ\u0e4dาปา"},
	{"สมชาย ใจดี", "ว่าที่ร้อยตรีสมชายใจดี"},
	{"ສົມສີ ໜູແກ້ວ", "ທ້າວ ສົມສີ ຫນູແກ້ວ"},
	{"FAH FONG", "FAH FONG (NOK)"},
}

// twoPersons are pairs of names that differ a little: the two are not linked.
var twoPersons = [][2]string{
	{"ANNA AM", "HANNA AM"},
	{"ปู่ ทองดี", "ปู ทองดี"},
	{"คุณวุฒิ ใจดี", "วุฒิ ใจดี"},
	{"JOHN PAUL SMITH", "JOHN SMITH"},
	{"DRAKE KAEW", "AKE KAEW"},
}

// A member that invites itself earns nothing (RULES.md section 9), with production's content, however its second name is spelt.
func TestASelfInviteEarnsNothingHoweverTheNameIsSpelt(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		invited := func(pairs [][2]string) (inviters []string) {
			for _, pair := range pairs {
				inviter := w.person(pair[0], "")
				invitee := w.person(pair[1], inviter)
				w.deposit(invitee, 1000)
				w.lose(invitee, 500*baht)
				inviters = append(inviters, inviter)
			}
			return inviters
		}
		selves, others := invited(onePerson), invited(twoPersons)
		w.look()
		w.at("2026-12-01 00:00:00")
		w.ripen()
		for i, inviter := range selves {
			if got := w.purse(inviter); got != 0 {
				w.t.Errorf("%q earned %s from %q", onePerson[i][0], got, onePerson[i][1])
			}
		}
		for i, inviter := range others {
			if got := w.purse(inviter); got != 50*baht {
				w.t.Errorf("%q earned %s from %q", twoPersons[i][0], got, twoPersons[i][1])
			}
		}
		w.whole()
	})
}

// A member that plays both sides has lost nothing (section 8).
func TestBothSidesAreRefundedNothingHoweverTheNameIsSpelt(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		sides := func(pair [2]string) (loser string) {
			loser, winner := w.person(pair[0], ""), w.person(pair[1], "")
			w.deposit(loser, 1000)
			w.deposit(winner, 1000)
			w.lose(loser, 500*baht)
			w.win(winner, 500*baht)
			return loser
		}
		for _, pair := range onePerson {
			w.t.Logf("%q and %q", pair[0], pair[1])
			w.unpaid(sides(pair), fault.REFUND_MINIMUM)
		}
		for _, pair := range twoPersons {
			w.paid(sides(pair), 25*baht)
		}
		w.whole()
	})
}

// Accounts from before the normal form are linked once they are indexed anew. Operators see the case, find the accounts by any
// spelling, and close the case.
func TestStoredNamesAreLinkedAndTold(t *testing.T) {
	t.Parallel()
	eachLoss(t, lossContent{}, func(w *lossWorld) {
		anna, miss := w.person("ANNA AM", ""), w.person("MISS ANNA AM", "")
		w.deposit(anna, 1000)
		w.deposit(miss, 1000)
		w.lose(anna, 500*baht)
		w.win(miss, 500*baht)
		w.exec(`UPDATE member SET holder_form = 0, holder_from = ''`)
		w.exec(`DELETE FROM member_holder`)
		if n, err := w.Holders.IndexNames(w.t.Context()); err != nil || n != 2 {
			w.t.Fatalf("indexed %d, %v", n, err)
		}
		w.unpaid(anna, fault.REFUND_MINIMUM)
		s := w.Operators()
		if err := identity.DemoOf(s.Identity).Open(w.t.Context()); err != nil {
			w.t.Fatal(err)
		}
		say := func(args ...string) string {
			w.t.Helper()
			var out bytes.Buffer
			if err := cli.Run(w.t.Context(), s, args, &out); err != nil {
				w.t.Errorf("%v: %v", args, err)
			}
			return out.String()
		}
		listed := say("members", "linked")
		if !strings.Contains(listed, anna) || !strings.Contains(listed, miss) || strings.Count(listed, "\n") != 2 {
			w.t.Errorf("told %q", listed)
		}
		finds := func(name string) []string {
			w.t.Helper()
			found, err := w.Holders.Find(w.t.Context(), name, 10)
			if err != nil {
				w.t.Fatal(err)
			}
			slices.Sort(found)
			return found
		}
		both := []string{anna, miss}
		slices.Sort(both)
		if found := finds("Dr. An\u200bna Am"); !slices.Equal(found, both) {
			w.t.Errorf("found %q", found)
		}
		if none := finds("HANNA AM"); len(none) != 0 {
			w.t.Errorf("found %q", none)
		}
		cases, err := s.Care.HolderCases(w.t.Context(), false, 10)
		if err != nil || len(cases) != 1 {
			w.t.Fatalf("%+v, %v", cases, err)
		}
		waits := func(want int64) {
			w.t.Helper()
			if n, since, err := w.HolderCases.CountOpen(w.t.Context()); err != nil || n != want || since.IsZero() != (want == 0) {
				w.t.Errorf("%d wait since %s, %v", n, since, err)
			}
		}
		waits(1)
		d := operatortest.Sure(operator.Decision{By: operatortest.Lek, Subject: cases[0].ID, Reason: "one person, told"})
		if _, err := operatortest.Decide(w.t.Context(), s.Approvals, "holder.close", d, nil); err != nil {
			w.t.Fatal(err)
		}
		waits(0)
		if left := say("members", "linked"); left != "none\n" {
			w.t.Errorf("left %q", left)
		}
		if all := say("members", "linked", "--all"); !strings.Contains(all, "by lek: one person, told") {
			w.t.Errorf("all %q", all)
		}
	})
}

func (w *lossWorld) exec(text string) {
	w.t.Helper()
	err := w.Store.Write(w.t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(w.t.Context(), text)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
}
