package banks

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"krapao/sandbox/banks/thaibank"
	"krapao/sandbox/core"
)

// Protocol returns the banks' routes: the control API and the bank's page.
func (b *Bank) Protocol() core.Protocol {
	return core.Protocol{
		Name: "bank", Tables: tables, Sum: b.sum, Menu: []core.MenuEntry{{Name: "bank", Dye: "jade"}},
		Routes: []core.Route{
			core.Control(b.Frame, "POST /sandbox/bank/transfer", b.handleTransfer),
			core.Handle("GET /sandbox/bank/transfer", b.handleTransfers),
			core.Handle("GET /sandbox/bank/slip/{file}", b.handleSlip),
			core.Control(b.Frame, "POST /sandbox/bank/reverse", b.handleReverse),
			core.Handle("GET /bank", b.pageBank),
		},
	}
}

// transferRequest is the body of the transfer call. At is the bank's time of the transfer, or now if it is left out.
type transferRequest struct {
	FromBank    string     `json:"fromBank"`
	FromAccount string     `json:"fromAccount"`
	FromName    string     `json:"fromName"`
	ToBank      string     `json:"toBank"`
	ToAccount   string     `json:"toAccount"`
	Amount      *core.Baht `json:"amount"`
	At          time.Time  `json:"at"`
}

// read checks a request; wrong says what is wrong with it.
func (in transferRequest) read() (t Transfer, wrong string) {
	from, to := cleanAccount(in.FromBank, in.FromAccount), cleanAccount(in.ToBank, in.ToAccount)
	from.Name = strings.TrimSpace(in.FromName)
	switch {
	case thaibank.Digits[from.Bank] == "" || thaibank.Digits[to.Bank] == "":
		return t, "fromBank and toBank are letter codes of Thai banks, such as KBANK"
	case !thaibank.AccountForm.MatchString(from.Account) || !thaibank.AccountForm.MatchString(to.Account):
		return t, "fromAccount and toAccount are 6 to 20 digits"
	case from.Bank == to.Bank && from.Account == to.Account:
		return t, "the two accounts are one"
	case from.Name == "" || len(from.Name) > 200:
		return t, "fromName is the sender's name"
	case in.Amount == nil || *in.Amount <= 0:
		return t, "amount must be more than 0"
	}
	return Transfer{From: from, To: to, Amount: int64(*in.Amount), SentAt: in.At}, ""
}

// cleanAccount reads an account number as people write it: 123-4-56789-0.
func cleanAccount(bank, number string) Holder {
	bank = strings.ToUpper(strings.TrimSpace(bank))
	if bank == "TTB" {
		bank = "TMB"
	}
	return Holder{Bank: bank, Account: strings.NewReplacer("-", "", " ", "").Replace(number)}
}

// handleTransfer is POST /sandbox/bank/transfer.
func (b *Bank) handleTransfer(r *http.Request, in transferRequest) core.Reply {
	asked, wrong := in.read()
	if wrong != "" {
		return core.No(http.StatusBadRequest, wrong)
	}
	t, err := b.makeTransfer(r.Context(), asked)
	if err != nil {
		return b.Broken("transfer", err)
	}
	return core.OK(struct {
		Ref  string `json:"ref"`
		Slip string `json:"slip"`
	}{t.Ref, slipPath(t.Ref)})
}

func slipPath(ref string) string { return "/sandbox/bank/slip/" + ref + ".png" }

// shownTransfer is a transfer in the control API, in baht.
type shownTransfer struct {
	Ref         string      `json:"ref"`
	FromBank    string      `json:"fromBank"`
	FromAccount string      `json:"fromAccount"`
	FromName    string      `json:"fromName"`
	ToBank      string      `json:"toBank"`
	ToAccount   string      `json:"toAccount"`
	Amount      json.Number `json:"amount"`
	At          time.Time   `json:"at"`
	Reversed    bool        `json:"reversed"`
	Slip        string      `json:"slip"`
}

// handleTransfers is GET /sandbox/bank/transfer: the newest 100.
func (b *Bank) handleTransfers(w http.ResponseWriter, r *http.Request) {
	list, err := b.latestTransfers(r.Context(), 100)
	if err != nil {
		b.Answer(w, b.Broken("transfers", err))
		return
	}
	shown := make([]shownTransfer, 0, len(list))
	for _, t := range list {
		shown = append(shown, shownTransfer{
			t.Ref, t.From.Bank, t.From.Account, t.From.Name, t.To.Bank, t.To.Account,
			core.BahtNumber(t.Amount), t.SentAt, t.Reversed, slipPath(t.Ref),
		})
	}
	b.Answer(w, core.OK(shown))
}

// handleReverse is POST /sandbox/bank/reverse {ref}: it takes back a transfer or a payment of a QR code.
func (b *Bank) handleReverse(r *http.Request, in struct {
	Ref string `json:"ref"`
},
) core.Reply {
	err := b.reverseTransfer(r.Context(), in.Ref)
	if errors.Is(err, core.ErrNotFound) {
		err = b.codes.Reverse(r.Context(), in.Ref)
	}
	return b.codes.FateReply(err)
}
