// Package accounts is the section "depositAccounts" of the content: our accounts that members pay into, as an operator
// lists them.
package accounts

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/money"
)

// entry is one entry of the section.
type entry struct {
	Code     string         `json:"code"`
	BankCode string         `json:"bankCode"`
	BankType string         `json:"bankType"`
	Mode     string         `json:"mode"`
	Source   deposit.Source `json:"source"`
	Bank     struct {
		NameTH string `json:"nameTH"`
		NameEN string `json:"nameEN"`
		NameLO string `json:"nameLO"`
	} `json:"bank"`
	BankAccountName   string      `json:"bankAccountName"`
	BankAccountNo     string      `json:"bankAccountNo"`
	Currency          string      `json:"currency"`
	WalletAccountName string      `json:"walletAccountName"`
	QR                bool        `json:"qr"`
	QRMinimum         json.Number `json:"qrMinimum,omitempty"`
	QRMaximum         json.Number `json:"qrMaximum,omitempty"`
	MemberBanks       []string    `json:"memberBanks,omitempty"`
}

// The modes of an account.
const (
	modeAuto   = "AUTO"
	modeManual = "MANUAL"
)

// check returns what is wrong with an entry.
func (c entry) check() error {
	wrong := func(field, format string, args ...any) error {
		return content.At(field, fmt.Errorf("deposit account %q: "+format, append([]any{c.Code}, args...)...))
	}
	truth := map[deposit.Source]string{
		deposit.SourceGateway: modeAuto, deposit.SourceFeed: modeAuto, deposit.SourceSlip: modeManual, deposit.SourceIssuer: modeAuto,
	}
	switch {
	case c.Code == "" || c.BankCode == "":
		return wrong("code", "code and bankCode are required")
	case strings.ContainsAny(c.Code, ": ") || c.Code != strings.ToUpper(c.Code):
		return wrong("code", "code is in capitals, without spaces and colons")
	case !slices.Contains([]string{deposit.TypeBank, deposit.TypeGateway, deposit.TypeWallet}, c.BankType):
		return wrong("bankType", "bankType is BANK, GATEWAY or WALLET, not %q", c.BankType)
	case truth[c.Source] == "":
		return wrong("source", "source is gateway, feed, slip or issuer, not %q", c.Source)
	case c.Mode != truth[c.Source]:
		return wrong("mode", "an account whose source is %s has mode %s, not %q", c.Source, truth[c.Source], c.Mode)
	case c.Bank.NameTH == "" || c.Bank.NameEN == "" || c.Bank.NameLO == "":
		return wrong("bank", "a name in each of the three languages is required")
	case c.Currency != "BAHT" && c.Currency != "LAK":
		return wrong("currency", "currency is BAHT or LAK, not %q", c.Currency)
	case c.QR && (c.Source != deposit.SourceGateway || c.Code != c.BankCode):
		return wrong("qr", "a QR panel's source is gateway, and its code is its bank code")
	case c.BankType == deposit.TypeBank && (c.BankAccountNo == "" || c.BankAccountName == ""):
		return wrong("bankAccountNo", "a bank account has a number and a name")
	case c.BankType == deposit.TypeGateway && c.BankAccountNo != "":
		return wrong("bankAccountNo", "a gateway has no account number")
	}
	return nil
}

func (c entry) account() (deposit.Account, error) {
	if err := c.check(); err != nil {
		return deposit.Account{}, err
	}
	minimum := 1 * money.Baht
	if c.QRMinimum != "" {
		var err error
		if minimum, err = money.Parse(c.QRMinimum.String()); err != nil || minimum <= 0 {
			why := fmt.Errorf("deposit account %q: qrMinimum is not a positive amount of baht: %s", c.Code, c.QRMinimum)
			return deposit.Account{}, content.At("qrMinimum", why)
		}
	}
	maximum := money.Amount(0)
	if c.QRMaximum != "" {
		var err error
		if maximum, err = money.Parse(c.QRMaximum.String()); err != nil || maximum < minimum {
			return deposit.Account{}, content.At("qrMaximum", fmt.Errorf(
				"deposit account %q: qrMaximum is not an amount of baht at or above its minimum: %s", c.Code, c.QRMaximum))
		}
	}
	banks := slices.Clone(c.MemberBanks)
	if banks == nil {
		banks = []string{}
	}
	a := deposit.Account{
		Code: c.Code, BankCode: c.BankCode, BankType: c.BankType, Mode: c.Mode, Source: c.Source,
		NameTH: c.Bank.NameTH, NameEN: c.Bank.NameEN, NameLO: c.Bank.NameLO,
		AccountName: c.BankAccountName, AccountNo: c.BankAccountNo, WalletAccountName: c.WalletAccountName,
		Currency: c.Currency, QR: c.QR, Minimum: minimum, Maximum: maximum, MemberBanks: banks,
	}
	if a.QR && a.MostQR() < a.Minimum {
		return deposit.Account{}, fmt.Errorf("deposit account %q: its qrMinimum is above the maximum of a code: set qrMaximum", c.Code)
	}
	return a, nil
}

// Apply puts the section "depositAccounts" of a content file into force: the whole list, in the order of display. An
// account that is no longer in the list ends. One that changed gets a new version. It returns what it changed.
func Apply(ctx context.Context, tx *store.Tx, section json.RawMessage) (changes []string, err error) {
	var list []entry
	if err := content.Strict(section, &list); err != nil {
		return nil, fmt.Errorf("deposit accounts: %w", err)
	}
	q := depositdb.New(tx)
	rows, err := q.AccountsInForce(ctx)
	if err != nil {
		return nil, err
	}
	former := map[string]depositdb.DepositAccount{}
	for _, row := range rows {
		former[row.DepositAccount.Code] = row.DepositAccount
	}
	numbers, err := feedNumbers(ctx, tx)
	if err != nil {
		return nil, err
	}
	named := map[string]bool{}
	for i, c := range list {
		a, err := c.account()
		if err != nil {
			return nil, content.At(c.Code, err)
		}
		if named[a.Code] {
			return nil, fmt.Errorf("deposit account %q is named twice", a.Code)
		}
		named[a.Code] = true
		if was := numbers[a.Code]; a.Source == deposit.SourceFeed && was != "" && was != deposit.Digits(a.AccountNo) {
			return nil, fmt.Errorf("deposit account %q: its account number may not change: another account needs another code", a.Code)
		}
		change, err := replaceTx(ctx, tx, former, a, int64(i))
		if err != nil {
			return nil, err
		}
		changes = append(changes, change...)
	}
	for _, row := range rows {
		if code := row.DepositAccount.Code; !named[code] {
			changes = append(changes, "- deposit account "+code)
			if err := q.EndAccount(ctx, clock.MicrosOf(tx.Now), code); err != nil {
				return nil, err
			}
		}
	}
	if len(changes) == 0 {
		return nil, nil
	}
	return changes, content.ChangedTx(ctx, tx)
}

// feedNumbers returns the account numbers of all codes that ever had a statement. The books of a code, and its place
// in the statement, belong to one bank account, even if the code was absent for a while.
func feedNumbers(ctx context.Context, tx *store.Tx) (map[string]string, error) {
	versions, err := depositdb.New(tx).FeedAccounts(ctx, 0)
	if err != nil {
		return nil, err
	}
	numbers := map[string]string{}
	for _, v := range versions {
		if deposit.Source(v.Source) == deposit.SourceFeed {
			numbers[v.Code] = deposit.Digits(v.AccountNo)
		}
	}
	return numbers, nil
}

// replaceTx ends the version in force and adds the new one, unless they are equal.
func replaceTx(
	ctx context.Context, tx *store.Tx, former map[string]depositdb.DepositAccount, a deposit.Account, position int64,
) ([]string, error) {
	banks, err := json.Marshal(a.MemberBanks)
	if err != nil {
		return nil, fmt.Errorf("deposit account %q: %w", a.Code, err)
	}
	row := depositdb.AddAccountParams{
		Code: a.Code, ValidFrom: clock.MicrosOf(tx.Now),
		BankCode: a.BankCode, BankType: a.BankType, Mode: a.Mode, Source: string(a.Source),
		NameTh: a.NameTH, NameEn: a.NameEN, NameLo: a.NameLO, AccountName: a.AccountName, AccountNo: a.AccountNo,
		WalletAccountName: a.WalletAccountName, Currency: a.Currency,
		Qr: a.QR, QrMinimum: int64(a.Minimum), QrMaximum: int64(a.Maximum),
		MemberBanks: string(banks), Position: position,
	}
	q := depositdb.New(tx)
	sign := "+"
	if old, ok := former[a.Code]; ok {
		was := depositdb.AddAccountParams{
			Code: old.Code, ValidFrom: row.ValidFrom, BankCode: old.BankCode, BankType: old.BankType, Mode: old.Mode, Source: old.Source,
			NameTh: old.NameTh, NameEn: old.NameEn, NameLo: old.NameLo, AccountName: old.AccountName, AccountNo: old.AccountNo,
			WalletAccountName: old.WalletAccountName, Currency: old.Currency,
			Qr: old.Qr, QrMinimum: old.QrMinimum, QrMaximum: old.QrMaximum,
			MemberBanks: old.MemberBanks, Position: old.Position,
		}
		if reflect.DeepEqual(was, row) {
			return nil, nil
		}
		sign = "~"
		if err := q.EndAccount(ctx, clock.MicrosOf(tx.Now), a.Code); err != nil {
			return nil, err
		}
	}
	return []string{sign + " deposit account " + a.Code}, q.AddAccount(ctx, row)
}

// Current returns the list in force, as Apply takes it.
func Current(ctx context.Context, db content.DB) (json.RawMessage, error) {
	rows, err := depositdb.New(db).AccountsInForce(ctx)
	if err != nil {
		return nil, fmt.Errorf("deposit accounts: %w", err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	list := make([]entry, len(rows))
	for i, row := range rows {
		if list[i], err = entryOf(row.DepositAccount); err != nil {
			return nil, err
		}
	}
	return json.Marshal(list)
}

// entryOf is the entry by which an account was listed.
func entryOf(row depositdb.DepositAccount) (entry, error) {
	c := entry{
		Code: row.Code, BankCode: row.BankCode, BankType: row.BankType, Mode: row.Mode, Source: deposit.Source(row.Source),
		BankAccountName: row.AccountName, BankAccountNo: row.AccountNo, Currency: row.Currency,
		WalletAccountName: row.WalletAccountName, QR: row.Qr,
	}
	c.Bank.NameTH, c.Bank.NameEN, c.Bank.NameLO = row.NameTh, row.NameEn, row.NameLo
	if row.Qr {
		c.QRMinimum = json.Number(money.Amount(row.QrMinimum).String())
	}
	if row.QrMaximum > 0 {
		c.QRMaximum = json.Number(money.Amount(row.QrMaximum).String())
	}
	if err := json.Unmarshal([]byte(row.MemberBanks), &c.MemberBanks); err != nil {
		return entry{}, fmt.Errorf("deposit account %q: member banks: %w", row.Code, err)
	}
	return c, nil
}

// Close ends an account at once: members see it no more, and money that arrives there is booked all the same. It reports whether
// it was in force.
func Close(ctx context.Context, tx *store.Tx, code string) (bool, error) {
	rows, err := depositdb.New(tx).AccountsInForce(ctx)
	if err != nil {
		return false, fmt.Errorf("deposit accounts: %w", err)
	}
	list, there := make([]entry, 0, len(rows)), false
	for _, row := range rows {
		if row.DepositAccount.Code == code {
			there = true
			continue
		}
		c, err := entryOf(row.DepositAccount)
		if err != nil {
			return false, err
		}
		list = append(list, c)
	}
	if !there {
		return false, nil
	}
	left, err := json.Marshal(list)
	if err != nil {
		return false, fmt.Errorf("deposit accounts: %w", err)
	}
	_, err = Apply(ctx, tx, left)
	return true, err
}
