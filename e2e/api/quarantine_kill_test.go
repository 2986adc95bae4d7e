package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/programtest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// keeper is a member that knows what it had before the database was lost.
type keeper struct {
	*apptest.Client
	h     *killedQuarantine
	users map[string]string
	// code is a payment that the backup waits for.
	code string
	had  string
}

// killedQuarantine is a house that was restored.
type killedQuarantine struct {
	killedHouse
	members []*keeper
	games   []string
	paid    int
}

// TestAQuarantineThatIsKilled: a house is restored from a backup that does not know what its members did since, and the node is
// killed (-9) in the middle of imports, of decisions by two and of the lifting. In the end each member has what it had, nothing
// is paid twice, each list is known line by line, each case was decided once, and the books are whole beside the outside.
func TestAQuarantineThatIsKilled(t *testing.T) {
	t.Parallel()
	eachKillableWith(t, inHouse, func(t *testing.T, node *killable) {
		h := &killedQuarantine{killedHouse: killedHouse{killable: node, t: t}, games: []string{"joker", "pg"}}
		members := 2
		if os.Getenv("KRAPAO_SOAK") != "" {
			members, h.games = 12, []string{"joker", "askmebet", "pg", "areaslot", "huayhd", "ufabet", "usun", "slotxo"}
		}
		h.each(members, h.joins)
		backup := filepath.Join(t.TempDir(), "krapao.backup")
		carriedOut(t, h.env, "is written", "backup", backup)
		h.each(members, func(n int) { h.members[n].lives() })
		h.loses(backup)
		h.imports()
		h.decides()
		h.spared = os.Getenv("KRAPAO_SOAK") == ""
		h.imported("again", func(system string, got became) bool {
			return got == became{rows: h.rows(system), known: h.rows(system)}
		})
		h.spared = false
		h.lifts()
		for _, m := range h.members {
			if got := m.has(); got != m.had {
				t.Errorf("a member has\n%s, and had\n%s", got, m.had)
			}
		}
		h.goesOn()
		h.endsWhole(t)
		t.Logf("%d kills", h.kills)
	})
}

// each does something for so many members at once.
func (h *killedQuarantine) each(members int, do func(n int)) {
	h.t.Helper()
	h.members = append(h.members, make([]*keeper, members-len(h.members))...)
	var all sync.WaitGroup
	for n := range members {
		all.Go(func() { do(n) })
	}
	all.Wait()
	for _, m := range h.members {
		if m == nil || h.t.Failed() {
			h.t.Fatal("somebody is not ready")
		}
	}
}

// joins makes a member with money in the wallet and in games, and a code that is not paid yet.
func (h *killedQuarantine) joins(n int) {
	m := &keeper{Client: h.place(h.t).rich(5000, ""), h: h, users: map[string]string{}}
	for _, game := range h.games {
		m.users[game] = into(m.Client, game, 100)
	}
	m.code = m.Post("/api/qrcode/KBANK", map[string]any{"amount": 151}).OK(http.StatusOK).At("qrcodeId")
	h.members[n] = m
}

// lives is what the backup does not know: a code is paid, money comes to the account with a statement, goes into games and out of
// them again, more than the backup has there, and a withdrawal is paid.
func (m *keeper) lives() {
	m.T.Helper()
	p := m.Registered
	m.h.box.Pay(m.code, sandboxtest.Payer{FromBank: p.Bank, FromAccount: p.AccountNo, FromName: p.AccountName})
	m.h.box.Transfer(toAuto(m.Client, "", "70"))
	for n, game := range m.h.games {
		m.moves("WALLET", game, 200)
		m.h.box.Round(game, m.users[game], "30", json.Number(fmt.Sprint(80+n)))
		m.moves(game, "WALLET", 320)
	}
	m.Post("/api/wallet/withdraw", map[string]any{"amount": 600}).OK(http.StatusOK)
	apptest.Comes(m.T, "all of it is done", func() string {
		told := m.Get("/api/wallet").OK(http.StatusOK)
		want := money.Amount(5000-100*len(m.h.games)+151+70+120*len(m.h.games)-600) * money.Baht
		if m.Balance() == want && told.At("wallet.reserved") == "0" {
			return ""
		}
		return told.Text
	})
	m.had = m.has()
}

func (m *keeper) moves(from, to string, baht int) {
	m.T.Helper()
	m.Sets(http.MethodPost, "/api/wallet/transfer", map[string]any{"from": from, "to": to, "amount": baht}).OK(http.StatusOK)
}

// has is what the member has in the wallet and in the games, by what the providers say.
func (m *keeper) has() string {
	m.T.Helper()
	said := "wallet " + m.Balance().String()
	for _, game := range m.h.games {
		said += fmt.Sprintf(", %s %s", game, m.h.box.Account(game, m.users[game]).Balance)
	}
	return said
}

// loses kills the node, and restores the backup for the next one: the database is lost.
func (h *killedQuarantine) loses(backup string) {
	h.t.Helper()
	h.paid = len(h.box.Payouts())
	h.Kill()
	if h.env["KRAPAO_DATABASE_URL"] == "" {
		h.env["KRAPAO_DATA_DIR"] = filepath.Join(h.t.TempDir(), "new")
	} else {
		h.env["KRAPAO_DATABASE_URL"] = emptyPostgres(h.t)
	}
	carriedOut(h.t, h.env, "in quarantine", "restore", backup)
	h.starts(h.t)
	h.presses()
	for _, m := range h.members {
		m.Token = m.Post("/api/login", map[string]any{
			"username": m.Registered.Phone, "password": m.Registered.Password,
		}).OK(http.StatusOK).At("token")
		if m.has() == m.had {
			h.t.Fatal("the backup has all of it")
		}
	}
}

// listed are the systems of which there is a list, and how each case of theirs is booked.
func (h *killedQuarantine) listed() map[string][2]string {
	of := map[string][2]string{"gateway:KBANK": {}, "bank:SCB-AUTO": {}, "payouts": {"payout.lost", "withdrawal"}}
	for _, game := range h.games {
		of["provider:"+game] = [2]string{"movement.lost", "movement"}
	}
	return of
}

// rows is how many lines a system's list has.
func (h *killedQuarantine) rows(system string) int {
	if game, is := strings.CutPrefix(system, "provider:"); is {
		return len(h.box.Moves(game))
	}
	return len(h.members)
}

// list is a system's list as a file.
func (h *killedQuarantine) list(system string) string {
	head, lines := payments, []string(nil)
	if game, is := strings.CutPrefix(system, "provider:"); is {
		head = movements
		for _, m := range h.box.Moves(game) {
			lines = append(lines, fmt.Sprintf("%d,%s,%s,%s,%s", m.ID, m.At.Format(time.RFC3339Nano), m.Amount, m.Username, m.Ref))
		}
	}
	at := time.Now().UTC().Format(time.RFC3339)
	for n, m := range h.members {
		p := m.Registered
		payer := "," + p.Bank + "," + p.AccountNo + "," + p.AccountName
		switch system {
		case "gateway:KBANK":
			lines = append(lines, fmt.Sprintf("P%d,%s,151,%s%s", n, at, m.code, payer))
		case "payouts":
			lines = append(lines, fmt.Sprintf("B%d,%s,600,%s%s", n, at, h.payout(p.AccountNo), payer))
		}
	}
	return head + "\n" + strings.Join(lines, "\n")
}

// payout is the reference under which the bank paid to an account.
func (h *killedQuarantine) payout(account string) string {
	for _, p := range h.box.Payouts() {
		if p.AccountNo == account {
			return p.Ref
		}
	}
	return "none"
}

// became is how the rows of a list ended.
type became struct{ rows, known, booked, cases int }

// imports brings the list of each system, and holds it to what the backup does not know. A row that was booked right before a
// node was killed is known to the next one.
func (h *killedQuarantine) imports() {
	h.t.Helper()
	n := len(h.members)
	h.imported("once", func(system string, got became) bool {
		want := became{rows: n, known: n}
		switch {
		case strings.HasPrefix(system, "provider:"):
			want = became{rows: 3 * n, known: n, cases: 2 * n}
		case system == "payouts":
			want = became{rows: n, cases: n}
		}
		got.known, got.booked = got.known+got.booked, 0
		return got == want
	})
}

// imported brings all lists at once while the node is killed, and again while their rows are booked. One is brought once, however
// often it is sent.
func (h *killedQuarantine) imported(when string, holds func(system string, got became) bool) {
	h.t.Helper()
	shown := h.nok.asks("/quarantine").OK(http.StatusOK)
	since, err := time.Parse(time.RFC3339, shown.At("since"))
	if err != nil {
		h.t.Fatal(err)
	}
	to := since.Add(time.Second).UTC().Format(time.RFC3339) // as the console does: a list is of whole seconds
	before, each := map[string]int{}, []func(){}
	for system := range h.listed() {
		before[system] = lists(shown, system)
		each = append(each, func() {
			if system == "bank:SCB-AUTO" {
				h.nok.does(http.MethodPost, when+system, "/quarantine/"+system+"/ask").OK(http.StatusOK)
				return
			}
			h.nok.does(http.MethodPost, when+system, "/quarantine/"+system+"/import", map[string]any{
				"evidence": "the file of " + system, "from": shown.At("from"), "to": to, "csv": h.list(system),
			}).OK(http.StatusOK)
		})
	}
	h.meanwhile(each...)
	h.meanwhile() // while rows are booked
	for system := range h.listed() {
		booked := 0
		for _, got := range h.ended(system, before[system]) {
			if booked += got.booked; !holds(system, got) || booked > got.rows {
				h.t.Errorf("%s: the list of %s became %+v", when, system, got)
			}
		}
	}
}

// lists is how many lists of a system were imported.
func lists(shown apptest.Answer, system string) (n int) {
	for shown.Value(fmt.Sprintf("%s.lists.%d", systemAt(shown, system), n)) != nil {
		n++
	}
	return n
}

// ended waits for the list of a system behind the first ones, and returns what became of it. There is one, although a node was
// killed between a list's commit and its answer.
func (h *killedQuarantine) ended(system string, first int) (all []became) {
	h.t.Helper()
	programtest.Until(h.t, "the list of "+system, func() bool {
		all = nil
		shown := h.nok.asks("/quarantine").OK(http.StatusOK)
		for n := first; n < lists(shown, system); n++ {
			at := fmt.Sprintf("%s.lists.%d.", systemAt(shown, system), n)
			if shown.At(at+"done") != "true" {
				return false
			}
			all = append(all, became{
				rows: number(h.t, shown.At(at+"rows")), known: number(h.t, shown.At(at+"known")),
				booked: number(h.t, shown.At(at+"booked")), cases: number(h.t, shown.At(at+"cases")),
			})
		}
		if len(all) > 1 {
			h.t.Errorf("the list of %s was brought once and is there %d times", system, len(all))
		}
		return len(all) > 0
	})
	return all
}

// decides has both chiefs decide all cases of each list, while the node is killed.
func (h *killedQuarantine) decides() {
	h.t.Helper()
	shown, each := h.nok.asks("/quarantine").OK(http.StatusOK), []func(){}
	for system, cases := range h.listed() {
		if cases[0] == "" {
			continue
		}
		for n := range lists(shown, system) {
			list := "/quarantine/import/" + shown.At(fmt.Sprintf("%s.lists.%d.id", systemAt(shown, system), n))
			if h.nok.asks(list).OK(http.StatusOK).Value("open.0") == nil {
				continue
			}
			each = append(each, func() {
				h.together(fmt.Sprint("decided ", system, n), list+"/decide",
					map[string]any{"kind": cases[0], "books": cases[1], "evidence": "the list, line by line"})
			})
		}
	}
	h.meanwhile(each...)
	h.decidedOnce("quarantine.decide.all", len(each))
	if left := h.nok.asks("/queue?kind=import").OK(http.StatusOK); left.Value("items.0") != nil {
		h.t.Errorf("not decided: %s", left.Text)
	}
}

// lifts has both let each system go on, while the node is killed.
func (h *killedQuarantine) lifts() {
	h.t.Helper()
	waiting, each := systemsIn(h.nok.desk), []func(){}
	for _, system := range waiting {
		each = append(each, func() {
			as := map[string]any{"evidence": "its list, line by line"}
			if _, has := h.listed()[system]; !has {
				as["basis"] = "hand"
			}
			h.together("lifted "+system, "/quarantine/"+system+"/lift", as)
		})
	}
	h.meanwhile(each...)
	h.decidedOnce("quarantine.lift", len(waiting))
	if left := systemsIn(h.nok.desk); len(left) != 0 {
		h.t.Errorf("still in quarantine: %v", left)
	}
}

// goesOn lets payouts go on, of which the bank has paid none twice, and pays one more to each member.
func (h *killedQuarantine) goesOn() {
	h.t.Helper()
	if n := len(h.box.Payouts()); n != h.paid {
		h.t.Errorf("the bank has paid %d times, not %d", n, h.paid)
	}
	h.together("resumed", "/brake/payouts/resume", map[string]any{"evidence": "the bank's list"})
	for _, m := range h.members {
		m.Post("/api/wallet/withdraw", map[string]any{"amount": 100}).OK(http.StatusOK)
	}
	programtest.Until(h.t, "each is paid once more", func() bool { return len(h.settled()) >= h.paid+len(h.members) })
	if n := len(h.settled()); n != h.paid+len(h.members) {
		h.t.Errorf("the bank has paid %d times, not %d", n, h.paid+len(h.members))
	}
}

// settled are the payouts that the bank has made.
func (h *killedHouse) settled() (refs []string) {
	h.t.Helper()
	for _, p := range h.box.Payouts() {
		if p.State == "settled" {
			refs = append(refs, p.Ref)
		}
	}
	return refs
}
