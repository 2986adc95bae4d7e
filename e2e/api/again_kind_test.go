package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/cmd/krapao/demo"
	"krapao/internal/content"
	"krapao/internal/testkit/apptest"
	"krapao/sandbox/sandboxtest"
)

// kind is one kind of thing that a member's phone shows, with a change of it.
type kind struct {
	name, path string
	// body is what a statement is asked with; empty: firstPage.
	body string
	// of finds the thing in an answer.
	of func(apptest.Answer) string
	// want is what it is after the change; empty: another than before.
	want string
	// begin makes ready what is to change.
	begin func(w *watched)
	// change changes it by a call, by an operator's command or by what happens outside.
	change func(w *watched)
	// end undoes what would be in the way of other kinds.
	end func(w *watched)
	// soon: a node may show it as it was for two seconds.
	soon bool
}

// watched is the member whose phone is looked at. It calls the first node.
type watched struct {
	*apptest.Client
	t *testing.T
	a *apptest.App
}

// field is the value at a path of an answer.
func field(path string) func(apptest.Answer) string {
	return func(a apptest.Answer) string { return a.At(path) }
}

// rowOf is a field of the object of a list whose code is the given one. A path of "" is the answer itself.
func rowOf(list, code, name string) func(apptest.Answer) string {
	return func(a apptest.Answer) string {
		rows := a.JSON()
		if list != "" {
			rows = a.Value(list)
		}
		all, _ := rows.([]any)
		for _, row := range all {
			object, _ := row.(map[string]any)
			for _, key := range []string{"code", "bankCode"} {
				if object[key] == code {
					return fmt.Sprint(object[name])
				}
			}
		}
		return "none"
	}
}

// has reports whether an answer has a text.
func has(text string) func(apptest.Answer) string {
	return func(a apptest.Answer) string { return fmt.Sprint(strings.Contains(a.Text, text)) }
}

var walletKinds = []kind{
	{
		name: "the wallet after a deposit", path: "/api/wallet", of: field("wallet.amount"), want: "1100",
		change: func(w *watched) { w.a.Deposit(w.Client, "200") },
	},
	{name: "the wallet after a transfer", path: "/api/wallet", of: field("wallet.amount"), want: "850", change: transferred},
	{name: "a game after a transfer", path: "/api/wallet", of: rowOf("slots", "joker", "amount"), want: "150", change: transferred},
	{name: "a game after a round", path: "/api/wallet", of: rowOf("slots", "joker", "amount"), want: "60", change: lost},
	{name: "the total after a round", path: "/api/wallet", of: field("total"), want: "960", change: lost},
	{
		name: "when all games were read", path: "/api/wallet", of: field("syncedAt"),
		change: func(w *watched) { w.Get("/api/wallet/refresh/slot").OK(http.StatusOK) },
	},
	{
		name: "an account at a game", path: "/api/wallet", of: rowOf("slots", "pgslot", "isActive"), want: "true",
		change: func(w *watched) { w.Get("/api/wallet/activate/pgslot").OK(http.StatusOK) },
	},
	{name: "the wallet after a withdrawal", path: "/api/wallet", of: field("wallet.amount"), want: "800", change: withdrawn},
	{name: "a withdrawal under way", path: "/api/wallet", of: field("wallet.reserved"), want: "100", change: withdrawn},
	{
		name: "a withdrawal that was paid", path: "/api/wallet", of: field("wallet.reserved"), want: "0",
		begin: withdrawn, change: func(w *watched) { w.decides("settle") },
	},
	{
		name: "a withdrawal that the bank refused", path: "/api/wallet", of: field("wallet.amount"), want: "900",
		begin: withdrawn, change: func(w *watched) { w.decides("fail") },
	},
	{name: "a transfer under way", path: "/api/wallet", of: field("wallet.reserved"), want: "50", change: unanswered},
	{
		name: "a transfer that was under way", path: "/api/wallet", of: rowOf("slots", "joker", "amount"), want: "150",
		begin: unanswered, change: answered,
	},
	{name: "what is owed", path: "/api/wallet", of: field("wallet.owed"), want: "100", change: takenBack},
	{name: "money that is held", path: "/api/wallet", of: field("wallet.held"), want: "150", change: heldMoney},
	{
		name: "held money that operators give", path: "/api/wallet", of: field("wallet.amount"), want: "1050",
		begin: heldMoney, change: func(w *watched) {
			id := w.Get("/api/wallet").OK(http.StatusOK).At("wallet.holds.0.reference")
			for _, by := range []string{"nok", "lek"} {
				told(w.t, w.a, "held", "release", id, "@"+by, "--reason", "her sister")
			}
		},
	},
	{name: "the purse of invitations", path: "/api/wallet", of: field("invite.amount"), want: "40", change: invitation},
	{
		name: "coins", path: "/api/wallet", of: field("profile.coin"),
		change: func(w *watched) { w.Sets(http.MethodPost, "/api/spinwheel/spin", map[string]any{}).OK(http.StatusOK) },
	},
	{name: "a bonus", path: "/api/wallet", of: field("wallet.amount"), want: "1900", change: granted},
	{
		name: "the name", path: "/api/wallet", of: field("profile.name"), want: "Somchai",
		change: func(w *watched) { w.becomes("name", "Somchai") },
	},
	{
		name: "the number of the bank account", path: "/api/wallet", of: field("bankAccount.bankAccountNo"), want: "9998887776",
		begin: newcomer, change: func(w *watched) { w.becomes("bankAccountNo", "9998887776") },
	},
	{
		name: "the holder of the bank account", path: "/api/wallet", of: field("bankAccount.bankAccountName"), want: "Somchai Jaidee",
		begin: newcomer, change: func(w *watched) { w.becomes("bankAccountName", "Somchai Jaidee") },
	},
	{
		name: "the bank's name", path: "/api/wallet", of: field("bankAccount.bank.nameEN"), want: "The former Kasikornbank",
		change: func(w *watched) { w.edits("banks", "KBANK", "nameEN", "The former Kasikornbank") },
	},
	{
		name: "a game that is closed", path: "/api/wallet", of: rowOf("slots", "circus", "code"), want: "none",
		change: func(w *watched) { w.edits("games", "circus", "state", "closed") },
	},
	{
		name: "a game in maintenance", path: "/api/wallet", of: rowOf("slots", "imi", "maintenance"), want: "true",
		change: func(w *watched) { w.edits("games", "imi", "maintenance", true) },
	},
	{
		name: "the terms of invitations", path: "/api/wallet", of: field("invite.success"), want: "777",
		change: func(w *watched) { w.edits("invite", "", "terms", map[string]any{"percentSuccess": 777}) },
	},
}

var statementKinds = []kind{
	{
		name: "a deposit's row", path: "/api/statement", of: field("statements.0.balance"), want: "1100",
		change: func(w *watched) { w.a.Deposit(w.Client, "200") },
	},
	{name: "a transfer's row", path: "/api/statement", of: field("total"), want: "3", change: transferred},
	{
		name: "a row that is under way", path: "/api/statement", of: field("statements.0.status"), want: "SUCCESS",
		begin: unanswered, change: answered,
	},
	{
		name: "a row of a later page", path: "/api/statement", body: `{"page":2,"limit":1}`,
		of: field("statements.0.status"), want: "SUCCESS",
		begin: func(w *watched) {
			unanswered(w)
			w.a.Deposit(w.Client, "200")
			w.Post("/api/statement", map[string]any{"page": 1, "limit": 1}).OK(http.StatusOK)
		},
		change: answered,
	},
	{
		name: "a withdrawal's row", path: "/api/statement", of: field("statements.0.status"), want: "SUCCESS",
		begin: withdrawn, change: func(w *watched) { w.decides("settle") },
	},
	{
		name: "the row of a withdrawal that failed", path: "/api/statement", of: field("statements.0.status"), want: "FAILED",
		begin: withdrawn, change: func(w *watched) { w.decides("fail") },
	},
	{
		name: "a condition's row", path: "/api/statement", of: field("statements.0.statementType"), want: "finish_bonus",
		begin: granted, change: func(w *watched) { w.GivesUp() },
	},
	{
		name: "a place of deposits", path: "/api/statement", of: field("statements.1.from"), want: "SCB",
		change: func(w *watched) {
			edit(w.t, w.a, "depositAccounts", func(account map[string]any) {
				if account["code"] == "KBANK" {
					account["bankCode"], account["source"], account["mode"], account["qr"] = "SCB", "slip", "MANUAL", false
					delete(account, "qrMinimum")
				}
			})
		},
		end: func(w *watched) { edit(w.t, w.a, "depositAccounts", func(map[string]any) {}) },
	},
}

var bonusKinds = []kind{
	{
		name: "a bonus that was taken", path: "/api/bonus", of: func(a apptest.Answer) string { return a.At("0.userBonus.isActive") },
		want: "true", change: granted,
	},
	{
		name: "a bonus's name", path: "/api/bonus", of: field("0.name"), want: "Another",
		change: func(w *watched) {
			edit(w.t, w.a, "bonus", func(section map[string]any) {
				all, _ := section["bonuses"].([]any)
				first, _ := all[0].(map[string]any)
				first["name"] = map[string]any{"th": "Another", "lo": "Another", "en": "Another"}
			})
		},
	},
	{name: "a condition", path: "/api/bonus/check/active", of: field("status"), want: "true", change: granted},
	{
		name: "a condition's total", path: "/api/bonus/check/active", of: field("total"), want: "2100",
		begin: granted, change: func(w *watched) { w.a.Deposit(w.Client, "100") },
	},
	{
		name: "a condition's own money", path: "/api/bonus/check/active", of: field("own"),
		begin: granted, change: func(w *watched) { w.a.Deposit(w.Client, "100") },
	},
	{
		name: "a condition that ended", path: "/api/bonus/check/active", of: field("status"), want: "false",
		begin: granted, change: func(w *watched) { w.GivesUp() },
	},
	{
		name: "a promotion", path: "/api/promotion/current", of: field("promotion.code"), want: "WELCOME",
		change: func(w *watched) { w.Sets(http.MethodGet, "/api/promotion/activate/welcome", nil).OK(http.StatusOK) },
	},
	{
		name: "a bonus that an operator closes", path: "/api/bonus", of: has(`"DAILY50"`), want: "false",
		change: func(w *watched) {
			told(w.t, w.a, "campaigns", "close", "bonus", "DAILY50", "@nok", "--reason", "enough")
		},
	},
}

var accountKinds = []kind{
	{
		name: "a limit", path: protectionPath, of: field("limits.0.amount"), want: "500",
		change: func(w *watched) {
			w.Put(protectionPath+"/limit", map[string]any{"kind": "loss", "period": "day", "amount": 500}).OK(http.StatusOK)
		},
	},
	{
		name: "an exclusion", path: protectionPath, of: field("excludedUntil"),
		change: func(w *watched) { w.Post(protectionPath+"/exclude", map[string]any{"months": 6}).OK(http.StatusOK) },
	},
	{
		name: "a break that an operator sets", path: protectionPath, of: field("breakUntil"),
		change: func(w *watched) {
			told(w.t, w.a, "members", "break", w.Registered.Phone, "--days", "2", "@lek", "--reason", "a call")
		},
	},
	{
		name: "the profile's name", path: "/api/account/profile", of: field("profile.name"), want: "Somchai",
		change: func(w *watched) { w.becomes("name", "Somchai") },
	},
}

// lookupKinds are what everybody sees. The last one ends the service.
var lookupKinds = []kind{
	{
		name: "where to deposit", path: "/api/lookup/deposit", of: rowOf("banks", "KTB", "bankAccountNo"), want: "9990001112",
		change: func(w *watched) { w.edits("depositAccounts", "KTB-SLIP", "bankAccountNo", "9990001112") },
	},
	{
		name: "the limits of a withdrawal", path: "/api/lookup/withdraw", of: field("withdrawMin"), want: "150",
		change: func(w *watched) { w.edits("withdraw", "", "minimum", 150) },
	},
	{
		name: "the banks", path: "/api/lookup/banks", of: rowOf("", "SCB", "nameEN"), want: "Another", soon: true,
		change: func(w *watched) { w.edits("banks", "SCB", "nameEN", "Another") },
	},
	{
		name: "the sources", path: "/api/lookup/sources", of: rowOf("", "FRIEND", "description"), want: "Another", soon: true,
		change: func(w *watched) {
			w.edits("sources", "FRIEND", "description", map[string]any{"th": "Another", "lo": "Another", "en": "Another"})
		},
	},
	lookupText("conditions"), lookupText("agreements"), lookupText("notice"),
	{
		name: "the site's name", path: "/api/lookup/info", of: field("name"), want: "Another", soon: true,
		change: func(w *watched) { w.edits("info", "", "name", "Another") },
	},
	{
		name: "the contact", path: "/api/lookup/contact", of: field("lineName"), want: "@another", soon: true,
		change: func(w *watched) { w.edits("contact", "", "lineName", "@another") },
	},
	{
		name: "the window of slips", path: "/api/lookup/slip", of: field("withinMinutes"), want: "30", soon: true,
		change: func(w *watched) { w.edits("settings", "", "slip", map[string]any{"withinMinutes": 30}) },
	},
	{
		name: "the service", path: "/api/lookup/active", of: field("active"), want: "false", soon: true,
		change: func(w *watched) { w.edits("settings", "", "terminated", true) },
	},
}

func lookupText(name string) kind {
	another := map[string]any{"th": "Another " + name, "lo": "Another " + name, "en": "Another " + name}
	return kind{
		name: name, path: "/api/lookup/" + name, of: has("Another " + name), want: "true", soon: true,
		change: func(w *watched) {
			edit(w.t, w.a, "texts", func(texts map[string]any) {
				texts[name] = []any{another}
				if name == "notice" {
					texts[name] = another
				}
			})
		},
	}
}

// edits is the command that changes a field of a section, or of its object with a code.
func (w *watched) edits(section, code, name string, value any) {
	w.t.Helper()
	edit(w.t, w.a, section, func(object map[string]any) {
		if code == "" || object["code"] == code {
			object[name] = value
		}
	})
}

// becomes changes one thing of the member's profile.
func (w *watched) becomes(name, value string) {
	w.t.Helper()
	r := w.Registered
	profile := map[string]any{"name": r.Name, "bankCode": r.Bank, "bankAccountName": r.AccountName, "bankAccountNo": r.AccountNo}
	profile[name] = value
	w.Put("/api/account/profile", profile).OK(http.StatusOK)
}

// newcomer is a member without any money yet: its bank account may change.
func newcomer(w *watched) { w.Client = w.a.Member() }

// lost plays a round that is lost, and reads the games.
func lost(w *watched) {
	user := w.Get("/api/wallet/account/joker").OK(http.StatusOK).At("username")
	w.a.Sandbox.Round("joker", user, "40", "0")
	w.Get("/api/wallet/refresh/slot").OK(http.StatusOK)
}

// withdrawn asks for a withdrawal, which the bank takes and does not decide.
func withdrawn(w *watched) {
	w.a.Sandbox.PayoutAuto(false)
	reference := w.Sets(http.MethodPost, "/api/wallet/withdraw", map[string]any{"amount": 100}).OK(http.StatusOK).At("reference")
	apptest.Eventually(w.t, "the bank has it", func() bool { return payouts(w.a, reference) == 1 })
}

// decides lets the bank end the withdrawal.
func (w *watched) decides(result string) {
	w.t.Helper()
	w.a.Sandbox.DecidePayout(statements(w.Client).At("statements.0.reference"), result)
	w.ends()
}

// ends waits until nothing is under way any more. It asks for no statement: that would begin the session's reading again.
func (w *watched) ends() {
	w.t.Helper()
	shows(w, "wallet.reserved", "0")
}

// unanswered moves money into a game whose answer does not come.
func unanswered(w *watched) {
	w.a.Sandbox.AddFault(sandboxtest.Fault{Target: "game:joker", Op: "move", Mode: "late_apply", DelayMS: 30_000})
	w.Sets(http.MethodPost, "/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 50}).
		OK(http.StatusAccepted)
}

// answered lets so much time pass that its outcome is known, and less than the minute for which an answer is kept.
func answered(w *watched) {
	pass(35 * time.Second)
	w.ends()
}

// takenBack lets the bank take the deposit back. A part of it is in a game.
func takenBack(w *watched) { reverseLast(w.t, w.a, w.Client) }

// heldMoney pays in from somebody else's account.
func heldMoney(w *watched) {
	id := w.Sets(http.MethodPost, "/api/qrcode/WW", map[string]any{"amount": 150}).OK(http.StatusOK).At("qrcodeId")
	w.a.Sandbox.Pay(id, sandboxtest.Payer{FromBank: "BBL", FromAccount: "5550001112", FromName: "MALEE SUKJAI"})
	shows(w, "wallet.held", "150")
}

// invitation lets somebody whom the member invited lose.
func invitation(w *watched) {
	friend := invited(w.a, "PR"+w.Get("/api/account/profile").OK(http.StatusOK).At("profile._id"))
	w.a.Deposit(friend, "1000")
	user := into(friend, "joker", 900)
	w.a.Sandbox.Round("joker", user, "400", "0")
	friend.Get("/api/wallet/refresh/slot").OK(http.StatusOK)
	shows(w, "invite.amount", "40")
}

// shows waits until the member's home screen has a value.
func shows(w *watched, path, want string) {
	apptest.Eventually(w.t, path+" is "+want, func() bool { return w.Get("/api/wallet").OK(http.StatusOK).At(path) == want })
}

func transferred(w *watched) {
	w.Post("/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "joker", "amount": 50}).OK(http.StatusOK)
}

func granted(w *watched) {
	w.a.Deposit(w.Client, "500") // nothing of it may have left the wallet
	w.Sets(http.MethodGet, "/api/bonus/activate/WELCOME100", nil).OK(http.StatusOK)
}

// edit applies a section of the demo's content after a change of its object, or of each object of its list. It is an operator's
// command.
func edit(t *testing.T, a *apptest.App, name string, change func(map[string]any)) {
	t.Helper()
	if changes, err := a.Apply(content.Document{name: changedSection(t, name, change)}); err != nil || len(changes) == 0 {
		t.Fatalf("%s: %v, %v", name, changes, err)
	}
}

// changedSection is a section of the demo's content after such a change.
func changedSection(t *testing.T, name string, change func(map[string]any)) json.RawMessage {
	t.Helper()
	doc, err := demo.Document()
	if err != nil {
		t.Fatal(err)
	}
	var section any
	if err := json.Unmarshal(doc[name], &section); err != nil {
		t.Fatal(err)
	}
	list, isList := section.([]any)
	if !isList {
		list = []any{section}
	}
	for _, one := range list {
		if object, ok := one.(map[string]any); ok {
			change(object)
		}
	}
	raw, err := json.Marshal(section)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
