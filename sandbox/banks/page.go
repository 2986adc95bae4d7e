package banks

import (
	"context"
	"embed"
	"html/template"
	"net/http"
	"slices"
	"strings"

	payoutwire "krapao/connect/payout/wire"
	"krapao/sandbox/banks/qr"
	"krapao/sandbox/banks/thaibank"
	"krapao/sandbox/page"
)

// bankCode is a code on the bank's page, with the account that would pay it.
type bankCode struct {
	qr.Code
	Status                          string
	FromBank, FromAccount, FromName string
}

// bankView is the data of the bank's page.
type bankView struct {
	Codes     []bankCode
	Find      string // what the codes shown have in them
	Payouts   []payoutwire.Payout
	Auto      bool
	Banks     []string // whose customers pay codes
	Transfers []Transfer
	FeedOn    bool
	SlipBanks []string // whose transfers have slips
	// Known are accounts that the sandbox has seen, to send from; Own the wallet's, to send to; From and To the chosen
	// ones.
	Known, Own []Holder
	From, To   Holder
	Amount     string
	Styles     []string
}

//go:embed bank.html
var files embed.FS

var bankPage = page.New(files, "bank", template.FuncMap{"qr": drawQR, "slip": slipPath})

// pageBank shows the codes to pay, transfers to make, and the payouts. ?find= looks for codes. ?fromBank=, fromAccount,
// fromName, toBank, toAccount and amount prefill the transfer's form.
func (b *Bank) pageBank(w http.ResponseWriter, r *http.Request) {
	v, err := b.view(r.Context(), findText(r.URL.Query().Get("find")))
	if err != nil {
		b.Answer(w, b.Broken("bank", err))
		return
	}
	query := r.URL.Query()
	choose := func(into *Holder, first []Holder, side string) {
		if len(first) > 0 {
			*into = first[0]
		}
		if query.Get(side+"Bank") != "" {
			*into = cleanAccount(query.Get(side+"Bank"), query.Get(side+"Account"))
			into.Name = query.Get(side + "Name")
		}
	}
	choose(&v.From, v.Known, "from")
	choose(&v.To, v.Own, "to")
	if v.Amount = query.Get("amount"); v.Amount == "" {
		v.Amount = "100"
	}
	bankPage.Render(b.Frame, w, r, http.StatusOK, v)
}

// bankCodes are the banks that the page offers to a payer of a code.
var bankCodes = []string{"KBANK", "SCB", "BBL", "KTB", "TMB", "BAY", "GSB", "BAAC", "CIMB", "UOB", "BCEL", "LDB", "JDB"}

// findText is what somebody looks for, without what only writes an amount.
func findText(typed string) string {
	return strings.TrimPrefix(strings.ReplaceAll(strings.TrimSpace(typed), ",", ""), "฿")
}

func (b *Bank) view(ctx context.Context, find string) (v bankView, err error) {
	v = bankView{Banks: bankCodes, Find: find, SlipBanks: thaibank.SlipBanks, Styles: []string{"receipt", "card", "ticket", "night"}}
	latest, err := b.codes.Search(ctx, find, 20)
	if err != nil {
		return v, err
	}
	for _, code := range latest {
		v.Codes = append(v.Codes, bankCode{code, code.State(b.Now()), "", "", ""}.withPayer())
	}
	if v.Payouts, err = b.payouts.Latest(ctx, 30); err != nil {
		return v, err
	}
	if v.Auto, err = b.payouts.Auto(ctx); err != nil {
		return v, err
	}
	if v.Transfers, err = b.latestTransfers(ctx, 20); err != nil {
		return v, err
	}
	if v.FeedOn, err = b.feed.feedOn(ctx); err != nil {
		return v, err
	}
	v.Known = b.knownAccounts(v)
	for _, a := range b.Accounts {
		v.Own = append(v.Own, Holder{a.Bank, a.Number, a.Name})
	}
	return v, nil
}

// knownAccounts are people's accounts that the sandbox has seen: payers of codes, receivers of payouts, senders of
// transfers. The members' registered accounts are among them.
func (b *Bank) knownAccounts(v bankView) (known []Holder) {
	const most = 12
	add := func(h Holder) {
		_, ours := b.Accounts.Own(h.Bank, h.Account)
		valid := thaibank.Digits[h.Bank] != "" && thaibank.AccountForm.MatchString(h.Account) && h.Name != ""
		if !ours && valid && len(known) < most && !slices.Contains(known, h) {
			known = append(known, h)
		}
	}
	for _, code := range v.Codes {
		bank, account, _ := strings.Cut(code.Payer, " ")
		add(Holder{bank, account, code.PayerName})
	}
	for _, t := range v.Transfers {
		add(t.From)
	}
	for _, p := range v.Payouts {
		add(Holder{p.BankCode, p.AccountNo, p.AccountName})
	}
	return known
}

// withPayer fills in the payer: the account that the wallet named with the code, or an invented one.
func (c bankCode) withPayer() bankCode {
	c.FromBank, c.FromAccount, _ = strings.Cut(c.Payer, " ")
	c.FromName = c.PayerName
	if c.FromBank == "" || c.FromAccount == "" {
		c.FromBank, c.FromAccount, c.FromName = "KBANK", "0000000000", "PLAY MONEY"
	}
	return c
}
