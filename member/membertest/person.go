package membertest

import (
	"fmt"
	"testing"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/member"
	"krapao/member/login"
	"krapao/session"
)

// Home is the address that members call from, and Proof what they register with.
const Home = "198.51.100.7"

// Proof is Home's.
var Proof = member.Proof{Address: Home}

// Somebody is a registration that is right in every field. n makes it another person.
func Somebody(n int) member.Registration {
	return member.Registration{
		Name: "สมชาย ใจดี", Username: fmt.Sprintf("08%08d", n), Password: "correct horse", SourceCode: "FRIEND",
		BankCode: "KBANK", BankAccountName: "สมชาย ใจดี", BankAccountNo: fmt.Sprintf("%010d", 1000000000+n),
	}
}

// Change is a change of the profile to what a registration says.
func Change(r member.Registration) member.ProfileChange {
	return member.ProfileChange{
		Name: r.Name, BankCode: r.BankCode, BankAccountName: r.BankAccountName, BankAccountNo: r.BankAccountNo,
	}
}

// Attempt is a login of member n.
func Attempt(n int, password, address, device string) login.Attempt {
	return login.Attempt{Username: Somebody(n).Username, Password: password, Address: address, Device: device}
}

// Typing is a member that types its password within a session.
func Typing(own session.Session, password string) login.Confirmation {
	return login.Confirmation{Password: password, Session: own.ID, Address: Home}
}

// Register registers member n and returns its ID.
func (w *World) Register(t testing.TB, n int) string {
	t.Helper()
	id, err := w.Members.Register(t.Context(), Somebody(n), Proof)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// SetActive is an operator's decision about a member.
func (w *World) SetActive(t testing.TB, id string, active bool) error {
	t.Helper()
	return w.Store.Write(t.Context(), func(tx *store.Tx) error { return w.Access.SetActiveTx(t.Context(), tx, id, active, "") })
}

// GivePassword gives a member a password, as an operator's decision does.
func (w *World) GivePassword(t testing.TB, id, password string) error {
	t.Helper()
	set, err := w.Logins.GivePassword(t.Context(), id, password)
	if err != nil {
		return err
	}
	return w.Store.Write(t.Context(), set)
}

// Login opens a session for member n.
func (w *World) Login(t testing.TB, n int, password string) (session.Session, string) {
	t.Helper()
	in := Attempt(n, password, Home, "")
	in.Remember = true
	token, err := w.Logins.Login(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	s, err := w.Sessions.Check(t.Context(), session.Member, token)
	if err != nil {
		t.Fatal(err)
	}
	return s, token
}

// Exec changes stored rows.
func (w *World) Exec(t testing.TB, text string, args ...any) {
	t.Helper()
	err := w.Store.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(t.Context(), text, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Want fails unless err has the code; "" is no error.
func Want(t testing.TB, what string, err error, code fault.Code) {
	t.Helper()
	if code == "" && err == nil || err != nil && fault.Of(err).Code == code {
		return
	}
	t.Errorf("%s: %v, want %q", what, err, code)
}
