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

	"krapao/internal/config"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/ledger"
	"krapao/money"
	"krapao/quarantine"
	"krapao/sandbox/sandboxtest"
	"krapao/withdraw/brake"
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
		return errors.Join(brake.New(s).RestoredTx(ctx, tx), quarantine.BeginTx(ctx, tx))
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
}

// families are three providers: one that is asked by reference, one that keeps no references, one that gives its list itself.
var families = []string{"joker", "askmebet", "betflix"}

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

// inAll is what the member has in the wallet and in the games, by what the providers say.
func (h *hours) inAll() string {
	h.t.Helper()
	said := "wallet " + h.c.Balance().String()
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
	id := h.dao.decides(path, as).OK(http.StatusAccepted).At("proposal.id")
	h.lek.decides("/proposal/"+id+"/approve", map[string]any{"evidence": "the same"}).OK(http.StatusOK)
	h.dao.decides(path, as).Refused(http.StatusNotFound, "NO_DATA")
}

// TestABackupThatIsHoursOld: all that a member did since the backup is in the books again by the lists of the outside, once:
// money of banks and gateways, a payout, and movements at three families of providers. One transfer was under way at the backup.
// Nothing is paid twice, whatever list is imported again, and books and outside agree.
func TestABackupThatIsHoursOld(t *testing.T) {
	t.Parallel()
	listing := func(o *config.Outside) {
		p := o.Providers["betflix"]
		p.List = true
		o.Providers["betflix"] = p
	}
	apptest.Each(t, apptest.Options{Outside: listing}, func(t *testing.T, a *apptest.App) {
		h := &hours{t: t, a: a, users: map[string]string{}}
		code := h.before()
		was := backup{}
		a.RestartOn(func(s *store.Store) error { return backupOf(s, was) })
		h.after(code)
		had, paid := h.inAll(), len(a.Sandbox.Payouts())
		a.RestartOn(was.restore)
		h.entersAgain()
		h.dao, h.lek = desks(t, a)
		if h.inAll() == had {
			t.Fatal("the backup has all of it")
		}
		h.imports(code)
		if got := h.inAll(); got != had {
			t.Errorf("by the lists the member has\n%s, and had\n%s", got, had)
		}
		for _, system := range systemsIn(h.dao) {
			lift(h.dao, h.lek, system)
		}
		a.Pass(5 * time.Minute)
		agreed(t, a)
		if got := h.inAll(); got != had {
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
func (h *hours) before() (code string) {
	h.c = h.a.Member()
	h.a.Deposit(h.c, "3000")
	for _, one := range families {
		h.c.Get("/api/wallet/activate/" + one).OK(http.StatusOK)
		h.users[one] = h.c.Get("/api/wallet/account/" + one).OK(http.StatusOK).At("username")
		h.moves("WALLET", one, 100).OK(http.StatusOK)
	}
	code = h.c.Post("/api/qrcode/KBANK", map[string]any{"amount": 50}).OK(http.StatusOK).At("qrcodeId")
	h.a.Pass(3 * time.Second)
	h.a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Mode: "lost_reply"})
	h.a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "check", Mode: "down", Count: 1000})
	h.moves("WALLET", "joker", 40)
	return code
}

// after are three hours that the backup does not know.
func (h *hours) after(code string) {
	h.a.Sandbox.ClearFaults()
	h.a.Leap(3 * time.Hour)
	h.a.Pass(time.Minute)
	h.entersAgain()
	h.a.Sandbox.Pay(code, own(h.c))
	h.a.Sandbox.Transfer(toAuto(h.c, "", "70"))
	for n, one := range families {
		h.moves("WALLET", one, 200).OK(http.StatusOK)
		h.a.Sandbox.Round(one, h.users[one], "30", json.Number(fmt.Sprint(80+n)))
		h.a.Pass(2 * time.Minute)
		h.moves(one, "WALLET", 320).OK(http.StatusOK) // more than went in since, and than the backup has there
		h.a.Pass(2 * time.Minute)
	}
	h.c.Post("/api/wallet/withdraw", map[string]any{"amount": 600}).OK(http.StatusOK)
	apptest.Eventually(h.t, "the payout", func() bool {
		paid := h.a.Sandbox.Payouts()
		return len(paid) == 1 && paid[0].State == "settled"
	})
	h.a.Pass(time.Minute)
}

// imports brings the lists of all systems, twice, and has their cases decided.
func (h *hours) imports(code string) {
	r := h.c.Registered
	payer := "," + r.Bank + "," + r.AccountNo + "," + r.AccountName
	at := h.a.Store.Now().Format(time.RFC3339)
	const payments, movements = "id,time,amount,reference,bank,account,name", "id,time,credits,account,reference"
	paid := h.a.Sandbox.Payouts()[0]
	bring := func() map[string]string {
		return map[string]string{
			"bank":     h.asks("bank:SCB-AUTO"),
			"gateway":  h.brings("gateway:KBANK", payments, []string{"P1," + at + ",50," + code + payer}),
			"payouts":  h.brings("payouts", payments, []string{"B1," + at + ",600," + paid.Ref + payer}),
			"joker":    h.brings("provider:joker", movements, h.list("joker")),
			"askmebet": h.brings("provider:askmebet", movements, h.list("askmebet")),
			"betflix":  h.asks("provider:betflix"),
		}
	}
	h.says("imported", bring(), map[string]string{
		"bank": "1/0/1/0", "gateway": "1/0/1/0", "payouts": "1/0/0/1",
		"joker": "4/1/1/2", "askmebet": "3/1/0/2", "betflix": "3/1/0/2",
	})
	h.dao.decides("/quarantine/provider:joker/lift", map[string]any{"evidence": "x"}).Refused(http.StatusConflict, "QUARANTINE_OPEN")
	for _, one := range families {
		h.together("provider:"+one, "movement.lost", "movement")
	}
	h.together("payouts", "payout.lost", "withdrawal")
	h.says("imported again", bring(), map[string]string{
		"bank": "1/1/0/0", "gateway": "1/1/0/0", "payouts": "1/1/0/0",
		"joker": "4/4/0/0", "askmebet": "3/3/0/0", "betflix": "3/3/0/0",
	})
}

func (h *hours) says(when string, got, want map[string]string) {
	h.t.Helper()
	for system, rows := range want {
		if got[system] != rows {
			h.t.Errorf("%s: of %s rows/known/booked/cases are %s, want %s", when, system, got[system], rows)
		}
	}
}

// TestLinesThatNobodyAnswers: a payment whose gateway can't be asked for an hour is a case, and keeps its system from being
// lifted. The next list of it ends the case. A movement of an account that the books do not have is decided alone, with its
// member's name, and is booked once.
func TestLinesThatNobodyAnswers(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		h := &hours{t: t, a: a, c: rich(t, a)}
		h.dao, h.lek = desks(t, a)
		code := h.c.Post("/api/qrcode/KBANK", map[string]any{"amount": 50}).OK(http.StatusOK).At("qrcodeId")
		had := h.c.Balance()
		a.RestartOn(func(s *store.Store) error {
			a.Sandbox.Pay(code, own(h.c))
			return s.Write(context.Background(), func(tx *store.Tx) error { return quarantine.BeginTx(context.Background(), tx) })
		})
		a.Sandbox.AddFault(sandboxtest.Fault{Target: "qr:KBANK", Op: "check", Mode: "down", Count: 100_000})
		at := a.Store.Now().Format(time.RFC3339)
		line := "P1," + at + ",50," + code
		shown := h.dao.Get("/api/quarantine").OK(http.StatusOK)
		h.dao.decides("/quarantine/gateway:KBANK/import", map[string]any{
			"evidence": "a file", "from": shown.At("from"), "to": shown.At("since"), "csv": "id,time,amount,reference\n" + line,
		}).OK(http.StatusOK)
		a.Pass(time.Minute)
		h.dao.decides("/quarantine/gateway:KBANK/lift", map[string]any{"evidence": "x", "basis": "hand"}).
			Refused(http.StatusConflict, "QUARANTINE_OPEN") // it is being booked
		for range 3 { // nobody's session ends meanwhile
			a.Leap(21 * time.Minute)
			h.dao.Get("/api/quarantine").OK(http.StatusOK)
			h.lek.Get("/api/quarantine").OK(http.StatusOK)
		}
		if got := h.ended("gateway:KBANK"); got != "1/0/0/1" {
			t.Errorf("after an hour it is %s", got)
		}
		cases := importCases(h.dao)
		h.dao.decides("/quarantine/case/"+cases[code]+"/decide", map[string]any{"books": "deposit", "evidence": "x"}).
			Refused(http.StatusBadRequest, "INVALID_INPUT") // its code is asked about as ever
		open := h.dao.decides("/quarantine/gateway:KBANK/lift", map[string]any{"evidence": "x", "basis": "hand"}).
			Refused(http.StatusConflict, "QUARANTINE_OPEN")
		if open.At("params.openCases") != "1" {
			t.Errorf("it is open for %s", open.Text)
		}
		a.Sandbox.ClearFaults()
		if got := h.brings("gateway:KBANK", "id,time,amount,reference", []string{line}); got != "1/0/1/0" {
			t.Errorf("once it answers, it is %s", got)
		}
		if cases := importCases(h.dao); len(cases) != 0 || h.c.Balance() != had+50*money.Baht {
			t.Errorf("the member has %s, and the cases are %v", h.c.Balance(), cases)
		}
		h.stranger(at, had+50*money.Baht)
		h.twice()
		lift(h.dao, h.lek, "gateway:KBANK")
		lift(h.dao, h.lek, "provider:joker")
	})
}

// stranger is a movement out of an account that the books do not have.
func (h *hours) stranger(at string, had money.Amount) {
	h.t.Helper()
	const reference, movements = "zz0000000000lost", "id,time,credits,account,reference"
	if got := h.brings("provider:joker", movements, []string{"900," + at + ",-30,neverseen," + reference}); got != "1/0/0/1" {
		h.t.Errorf("a stranger's movement is %s", got)
	}
	list := h.newest("provider:joker")
	h.dao.decides("/quarantine/import/"+list+"/decide", map[string]any{
		"kind": "movement.lost", "books": "movement", "evidence": "x",
	}).Refused(http.StatusNotFound, "NO_DATA")
	rows := h.dao.Get("/api/quarantine/import/" + list + "/row?outcome=case").OK(http.StatusOK)
	one := rows.At("items.0.case")
	if one == "" || rows.At("items.0.amount") != "-30" || rows.At("items.0.line") != "900" {
		h.t.Errorf("its row: %s", rows.Text)
	}
	path, as := "/quarantine/case/"+one+"/decide", map[string]any{"books": "movement", "evidence": "the provider's mail"}
	h.dao.decides(path, as).Refused(http.StatusBadRequest, "INVALID_INPUT") // whose is it?
	as["member"] = memberID(h.t, h.a, h.c)
	id := h.dao.decides(path, as).OK(http.StatusAccepted).At("proposal.id")
	h.lek.decides("/proposal/"+id+"/approve", map[string]any{"evidence": "the same"}).OK(http.StatusOK)
	if got := h.brings("provider:joker", movements, []string{"901," + at + ",-30,neverseen," + reference}); got != "1/1/0/0" {
		h.t.Errorf("under another number it is %s", got)
	}
	if got := h.c.Balance(); got != had+30*money.Baht {
		h.t.Errorf("the member has %s, had %s", got, had)
	}
}

// twice is a reference of the books that a provider lists twice: the first is known, and the second a case of reconciliation.
func (h *hours) twice() {
	h.t.Helper()
	m := h.a.Sandbox.Moves("joker")[0]
	line := func(id int64) string {
		return fmt.Sprintf("%d,%s,%s,%s,%s", id, m.At.Format(time.RFC3339Nano), m.Amount, m.Username, m.Ref)
	}
	for range 2 {
		if got := h.brings("provider:joker", "id,time,credits,account,reference", []string{line(m.ID), line(902)}); got != "2/1/0/1" {
			h.t.Errorf("a reference twice is %s", got)
		}
	}
	shown := h.dao.Get("/api/queue?kind=case").OK(http.StatusOK)
	if shown.Value("items.0") == nil || shown.Value("items.1") != nil {
		h.t.Errorf("the queue has %s", shown.Text)
	}
}
