package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/brake"
	"krapao/internal/config"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/ledger"
	"krapao/money"
	"krapao/quarantine"
	"krapao/sandbox/sandboxtest"
	payoutbrake "krapao/withdraw/brake"
)

// backup is all that a database has, table by table.
type backup map[string]table

type table struct {
	columns []string
	rows    [][]any
}

// backupOf reads it, while no node runs.
func backupOf(s *store.Store, into backup) error {
	ctx := context.Background()
	names := "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
	if s.Engine() != store.SQLite {
		names = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
	}
	found, err := readAll(ctx, s, names)
	for _, row := range found.rows {
		if err != nil {
			break
		}
		name := fmt.Sprint(row[0])
		into[name], err = readAll(ctx, s, "SELECT * FROM "+name)
	}
	return err
}

func readAll(ctx context.Context, s *store.Store, query string) (t table, err error) {
	rows, err := s.DB().QueryContext(ctx, query)
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, rows.Close(), rows.Err()) }()
	t.columns, err = rows.Columns()
	for err == nil && rows.Next() {
		row, into := make([]any, len(t.columns)), make([]any, len(t.columns))
		for n := range row {
			into[n] = &row[n]
		}
		err = rows.Scan(into...)
		t.rows = append(t.rows, row)
	}
	return t, err
}

// restore makes a database what it was, and what krapao restore makes of it: payouts are stopped, it is in quarantine, and its
// references are of a new epoch.
func (b backup) restore(s *store.Store) error {
	ctx := context.Background()
	err := s.Write(ctx, func(tx *store.Tx) error {
		for name, was := range b {
			if _, err := tx.ExecContext(ctx, "DELETE FROM "+name); err != nil {
				return err
			}
			marks := make([]string, len(was.columns))
			for n := range marks {
				marks[n] = fmt.Sprintf("$%d", n+1)
			}
			add := "INSERT INTO " + name + " (\"" + strings.Join(was.columns, "\", \"") + "\") VALUES (" + strings.Join(marks, ", ") + ")"
			for _, row := range was.rows {
				if _, err := tx.ExecContext(ctx, add, row...); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
			}
		}
		return errors.Join(brake.New(s, payoutbrake.New(s)).RestoredTx(ctx, tx), quarantine.BeginTx(ctx, tx))
	})
	if err != nil {
		return err
	}
	books, err := ledger.Open(ctx, s, ledger.Unsealed())
	if err != nil {
		return err
	}
	return errors.Join(books.RenewEpoch(ctx), books.Close())
}

// hours are a member's, of which a backup knows the first.
type hours struct {
	t        *testing.T
	a        *apptest.App
	c        *apptest.Client
	dao, lek desk
	users    map[string]string
	// codes are payments that the backup waits for, by their gateway; slip is one of which a member has the picture.
	codes map[string]string
	slip  sandboxtest.Transferred
	// owners counts operators who are the member itself.
	owners int
}

// families are a provider of each protocol, and the one of GSC that nobody can ask about a movement. One keeps no references
// (askmebet), and one gives its list itself (betflix).
var families = []string{"joker", "askmebet", "betflix", "pg", "areaslot", "huayhd", "ufabet", "usun", "slotxo"}

// gateways are all ways to deposit by a code.
var gateways = []string{"KBANK", "PAYONEX", "WW", "FP"}

func (h *hours) moves(from, to string, baht int) apptest.Answer {
	h.t.Helper()
	return h.c.Post("/api/wallet/transfer", map[string]any{"from": from, "to": to, "amount": baht})
}

// entersAgain logs the member in: its session is over, or was lost.
func (h *hours) entersAgain() {
	h.t.Helper()
	h.c.Token = h.c.Post("/api/login", map[string]any{
		"username": h.c.Registered.Phone, "password": h.c.Registered.Password,
	}).OK(http.StatusOK).At("token")
}

// inAll is what the member has in the wallet and in the games, by what the providers say. missing is what the wallet has not
// got yet.
func (h *hours) inAll(missing money.Amount) string {
	h.t.Helper()
	said := "wallet " + (h.c.Balance() + missing).String()
	for _, code := range families {
		said += fmt.Sprintf(", %s %s", code, h.a.Sandbox.Account(code, h.users[code]).Balance)
	}
	return said
}

// list is a provider's list of movements as a file.
func (h *hours) list(code string) (lines []string) {
	h.t.Helper()
	for _, m := range h.a.Sandbox.Moves(code) {
		lines = append(lines, fmt.Sprintf("%d,%s,%s,%s,%s", m.ID, m.At.Format(time.RFC3339Nano), m.Amount, m.Username, m.Ref))
	}
	return lines
}

// brings imports a list of a system as a file, over the whole time, and returns how its rows ended.
func (h *hours) brings(system, head string, lines []string) string {
	h.t.Helper()
	shown := h.dao.Get("/api/quarantine").OK(http.StatusOK)
	h.dao.decides("/quarantine/"+system+"/import", map[string]any{
		"evidence": "the file of " + system, "from": shown.At("from"), "to": shown.At("since"),
		"csv": head + "\n" + strings.Join(lines, "\n"),
	}).OK(http.StatusOK)
	return h.ended(system)
}

// asks has a system asked for its own list, and returns how its rows ended.
func (h *hours) asks(system string) string {
	h.t.Helper()
	h.dao.decides("/quarantine/" + system + "/ask").OK(http.StatusOK)
	return h.ended(system)
}

// ended waits for the newest list of a system, and returns its rows, and how many were known, are booked, or are cases.
func (h *hours) ended(system string) string {
	h.t.Helper()
	place, shown := "", apptest.Answer{}
	apptest.Eventually(h.t, "the list of "+system, func() bool {
		shown = h.dao.Get("/api/quarantine").OK(http.StatusOK)
		at, last := systemAt(shown, system), -1
		for shown.Value(fmt.Sprintf("%s.lists.%d", at, last+1)) != nil {
			last++
		}
		place = fmt.Sprintf("%s.lists.%d", at, last)
		return shown.At(place+".done") == "true"
	})
	return strings.Join([]string{
		shown.At(place + ".rows"), shown.At(place + ".known"), shown.At(place + ".booked"), shown.At(place + ".cases"),
	}, "/")
}

// newest is the ID of the newest list of a system.
func (h *hours) newest(system string) (id string) {
	h.t.Helper()
	shown := h.dao.Get("/api/quarantine").OK(http.StatusOK)
	for n := 0; ; n++ {
		list := fmt.Sprintf("%s.lists.%d", systemAt(shown, system), n)
		if shown.Value(list) == nil {
			return id
		}
		id = shown.At(list + ".id")
	}
}

// together has two persons decide all cases of one kind of the newest list of a system.
func (h *hours) together(system, kind, books string) {
	h.t.Helper()
	as := map[string]any{"kind": kind, "books": books, "evidence": "the list, line by line"}
	path := "/quarantine/import/" + h.newest(system) + "/decide"
	h.owners++
	itself := employed(h.t, h.a, fmt.Sprint("own", h.owners), "chief", memberID(h.t, h.a, h.c))
	mayNot := func(path string, as map[string]any) { // before anything is confirmed
		h.t.Helper()
		itself.Raw(http.MethodPost, "/api"+path, h.dao.because(as), "Idempotency-Key", decisionKey()).
			Refused(http.StatusForbidden, "SELF_DECISION")
	}
	same := map[string]any{"evidence": "the same"}
	mayNot(path, as)
	id := h.dao.decides(path, as).OK(http.StatusAccepted).At("proposal.id")
	mayNot("/proposal/"+id+"/approve", same)
	h.lek.decides("/proposal/"+id+"/approve", same).OK(http.StatusOK)
	h.dao.decides(path, as).Refused(http.StatusNotFound, "NO_DATA")
}

// TestABackupThatIsHoursOld: all that a member did since the backup is in the books again by the lists of the outside, once:
// money of both kinds of bank accounts and of all gateways, a payout, and movements at each family of providers. One transfer was
// under way at the backup. Nothing is paid twice, whatever list is imported again and whatever slip is sent again, and books and
// outside agree.
func TestABackupThatIsHoursOld(t *testing.T) {
	t.Parallel()
	listing := func(o *config.Outside) {
		p := o.Providers["betflix"]
		p.List = true
		o.Providers["betflix"] = p
	}
	apptest.Each(t, apptest.Options{Outside: listing}, func(t *testing.T, a *apptest.App) {
		h := &hours{t: t, a: a, users: map[string]string{}, codes: map[string]string{}}
		h.before()
		was := backup{}
		a.RestartOn(func(s *store.Store) error { return backupOf(s, was) })
		h.after()
		had, paid := h.inAll(0), len(a.Sandbox.Payouts())
		a.RestartOn(was.restore)
		h.entersAgain()
		h.dao, h.lek = desks(t, a)
		if h.inAll(0) == had {
			t.Fatal("the backup has all of it")
		}
		h.imports()
		if got := h.inAll(90 * money.Baht); got != had { // what the slip brought is nobody's, by the bank's list alone
			t.Errorf("by the lists the member has\n%s, and had\n%s", got, had)
		}
		for _, system := range systemsIn(h.dao) {
			lift(h.dao, h.lek, system)
		}
		a.Pass(5 * time.Minute)
		h.sendsSlip("FAILED EXPIRED_SLIP 90") // it waits for a person, who has the line
		agreed(t, a)
		if got := houseBalance(t, a, ledger.Unmatched); got != 90*money.Baht {
			t.Errorf("nobody has %s, which is not what the slip brought", got)
		}
		if got := h.inAll(90 * money.Baht); got != had {
			t.Errorf("used again, the member has\n%s, and had\n%s", got, had)
		}
		if n := len(a.Sandbox.Payouts()); n != paid {
			t.Errorf("the bank has paid %d times, not %d", n, paid)
		}
		for _, code := range families {
			h.moves(code, "WALLET", 1).OK(http.StatusOK)
		}
	})
}

// before is what the backup knows: money in three games, a code, and a transfer whose answer was lost.
func (h *hours) before() {
	h.c = h.a.Member()
	for range 2 {
		h.a.Deposit(h.c, "3000")
	}
	for _, one := range families {
		h.c.Get("/api/wallet/activate/" + one).OK(http.StatusOK)
		h.users[one] = h.c.Get("/api/wallet/account/" + one).OK(http.StatusOK).At("username")
		h.moves("WALLET", one, 100).OK(http.StatusOK)
	}
	for n, gateway := range gateways {
		h.codes[gateway] = h.c.Post("/api/qrcode/"+gateway, map[string]any{"amount": 150 + n}).OK(http.StatusOK).At("qrcodeId")
	}
	h.a.Pass(3 * time.Second)
	h.a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Mode: "lost_reply"})
	h.a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "check", Mode: "down", Count: 1000})
	h.moves("WALLET", "joker", 40)
}

// after are three hours that the backup does not know.
func (h *hours) after() {
	h.a.Sandbox.ClearFaults()
	for _, gateway := range gateways {
		h.a.Sandbox.Pay(h.codes[gateway], own(h.c)) // a code is good for a while, a backup is older
	}
	h.a.Leap(3 * time.Hour)
	h.a.Pass(time.Minute)
	h.entersAgain()
	h.a.Sandbox.Transfer(toAuto(h.c, "", "70"))
	h.slip = pay(h.a, h.c, "90")
	h.sendsSlip("SUCCESS <nil> 90")
	for n, one := range families {
		h.moves("WALLET", one, 200).OK(http.StatusOK)
		h.a.Sandbox.Round(one, h.users[one], "30", json.Number(fmt.Sprint(80+n)))
		h.a.Pass(2 * time.Minute)
		h.moves(one, "WALLET", 320).OK(http.StatusOK) // more than went in since, and than the backup has there
		h.a.Pass(2 * time.Minute)
	}
	reference := h.c.Post("/api/wallet/withdraw", map[string]any{"amount": 600}).OK(http.StatusOK).At("reference")
	told := "SELECT state || ' ' || why || ' ' || note FROM withdrawal WHERE reference = '" + reference + "'"
	apptest.Comes(h.t, "the payout", func() string {
		if paid := h.a.Sandbox.Payouts(); len(paid) == 1 && paid[0].State == "settled" {
			return ""
		}
		stops := column(h.t, h.a.Store, "SELECT cause || ': ' || why FROM payout_brake")
		return "the withdrawal is " + strings.Join(append(column(h.t, h.a.Store, told), stops...), "; ")
	})
	h.a.Pass(time.Minute)
}

// sendsSlip uploads the picture of the member's transfer, and holds it to how it ends.
func (h *hours) sendsSlip(want string) {
	h.t.Helper()
	told := upload(h.t, h.c, h.a.Sandbox.Slip(h.slip.Slip+"?width=1080")).OK(http.StatusOK)
	if got := fate(h.t, h.c, told.At("slip.reference")); got != want {
		h.t.Errorf("the slip ended as %s, want %s", got, want)
	}
}

const payments, movements = "id,time,amount,reference,bank,account,name", "id,time,credits,account,reference"

// imports brings the lists of all systems, twice, and has their cases decided.
func (h *hours) imports() {
	once := map[string]string{"bank:SCB-AUTO": "1/0/1/0", "bank:KTB-SLIP": "1/0/1/0", "payouts": "1/0/0/1"}
	again := map[string]string{"bank:SCB-AUTO": "1/1/0/0", "bank:KTB-SLIP": "1/1/0/0", "payouts": "1/1/0/0"}
	for _, code := range gateways {
		once["gateway:"+code], again["gateway:"+code] = "1/0/1/0", "1/1/0/0"
	}
	for _, code := range families {
		once["provider:"+code], again["provider:"+code] = "3/1/0/2", "3/3/0/0"
	}
	once["provider:joker"], again["provider:joker"] = "4/1/1/2", "4/4/0/0"
	h.says("imported", h.bring(), once)
	h.dao.decides("/quarantine/provider:joker/lift", map[string]any{"evidence": "x"}).Refused(http.StatusConflict, "QUARANTINE_OPEN")
	for _, one := range families {
		h.together("provider:"+one, "movement.lost", "movement")
	}
	h.together("payouts", "payout.lost", "withdrawal")
	h.says("imported again", h.bring(), again)
}

// bring brings the list of each system, and returns how its rows ended.
func (h *hours) bring() map[string]string {
	r := h.c.Registered
	payer := "," + r.Bank + "," + r.AccountNo + "," + r.AccountName
	at := h.a.Store.Now().Format(time.RFC3339)
	paid := h.a.Sandbox.Payouts()[0]
	ended := map[string]string{
		"bank:SCB-AUTO": h.asks("bank:SCB-AUTO"),
		"bank:KTB-SLIP": h.brings("bank:KTB-SLIP", payments, []string{"K1," + at + ",90," + h.slip.Ref + payer}),
		"payouts":       h.brings("payouts", payments, []string{"B1," + at + ",600," + paid.Ref + payer}),
	}
	for n, code := range gateways {
		line := fmt.Sprintf("P%s,%s,%d,%s%s", code, at, 150+n, h.codes[code], payer)
		ended["gateway:"+code] = h.brings("gateway:"+code, payments, []string{line})
	}
	for _, code := range families {
		if code == "betflix" {
			ended["provider:"+code] = h.asks("provider:" + code)
			continue
		}
		ended["provider:"+code] = h.brings("provider:"+code, movements, h.list(code))
	}
	return ended
}

func (h *hours) says(when string, got, want map[string]string) {
	h.t.Helper()
	for system, rows := range want {
		if got[system] != rows {
			h.t.Errorf("%s: of %s rows/known/booked/cases are %s, want %s", when, system, got[system], rows)
		}
	}
}
