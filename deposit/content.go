package deposit

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/money"
)

// Settings are the area's numbers (RULES.md section 15). Content sets them; the zero value of nothing is a limit.
type Settings struct {
	// UnnamedLimited: payments whose payer is not named are held above the two amounts.
	UnnamedLimited    bool
	UnnamedPerDeposit money.Amount
	UnnamedPerDay     money.Amount
	// UnnamedVerifies: a payment without a named payer counts as proof that the account is the member's.
	UnnamedVerifies bool
	// Manual: members may declare bank transfers.
	Manual bool
}

// Strict are the production defaults.
func Strict() Settings {
	return Settings{UnnamedLimited: true, UnnamedPerDeposit: 2_000 * money.Baht, UnnamedPerDay: 5_000 * money.Baht}
}

// settingsContent is the section "deposit" of a content file. What is absent keeps its strict default.
type settingsContent struct {
	UnnamedLimited    *bool        `json:"unnamedLimited"`
	UnnamedPerDeposit *json.Number `json:"unnamedPerDeposit"`
	UnnamedPerDay     *json.Number `json:"unnamedPerDay"`
	UnnamedVerifies   *bool        `json:"unnamedVerifies"`
	Manual            *bool        `json:"manual"`
}

func (c settingsContent) settings() (Settings, error) {
	s := Strict()
	for _, flag := range []struct {
		to   *bool
		from *bool
	}{{&s.UnnamedLimited, c.UnnamedLimited}, {&s.UnnamedVerifies, c.UnnamedVerifies}, {&s.Manual, c.Manual}} {
		if flag.from != nil {
			*flag.to = *flag.from
		}
	}
	for _, amount := range []struct {
		name string
		to   *money.Amount
		from *json.Number
	}{{"unnamedPerDeposit", &s.UnnamedPerDeposit, c.UnnamedPerDeposit}, {"unnamedPerDay", &s.UnnamedPerDay, c.UnnamedPerDay}} {
		if amount.from == nil {
			continue
		}
		value, err := money.Parse(amount.from.String())
		if err != nil || value < 0 {
			return s, fmt.Errorf("deposit: %s is not an amount of baht: %s", amount.name, *amount.from)
		}
		*amount.to = value
	}
	return s, nil
}

// Settings reads the numbers in force.
func (s *Service) Settings(ctx context.Context) (Settings, error) {
	return settingsOf(ctx, s.store.DB())
}

func settingsOf(ctx context.Context, db depositdb.DBTX) (Settings, error) {
	c, err := section.InForce(ctx, depositdb.New(db))
	if err != nil {
		return Settings{}, err
	}
	return c.settings()
}

// section is "deposit".
var section = content.Setting[settingsContent]{
	Name: "deposit",
	Check: func(_ context.Context, _ *store.Tx, c *settingsContent) error {
		_, err := c.settings()
		return err
	},
}

// ApplySettings takes the section "deposit" of a content file.
func (s *Service) ApplySettings(ctx context.Context, tx *store.Tx, raw json.RawMessage) (changes []string, err error) {
	return section.Apply(ctx, tx, depositdb.New(tx), raw)
}

// The types and modes of an account.
const (
	TypeBank    = "BANK"
	typeGateway = "GATEWAY"
	typeWallet  = "WALLET"
	modeAuto    = "AUTO"
	modeManual  = "MANUAL"
)

// accountContent is one entry of the section "depositAccounts".
type accountContent struct {
	Code     string `json:"code"`
	BankCode string `json:"bankCode"`
	BankType string `json:"bankType"`
	Mode     string `json:"mode"`
	Source   Source `json:"source"`
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
	QRMinimum         json.Number `json:"qrMinimum"`
	QRMaximum         json.Number `json:"qrMaximum"`
	MemberBanks       []string    `json:"memberBanks"`
}

// check explains what is wrong with an entry.
func (c accountContent) check() error {
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("deposit account %q: "+format, append([]any{c.Code}, args...)...)
	}
	truth := map[Source]string{SourceGateway: modeAuto, SourceFeed: modeAuto, SourceSlip: modeManual, SourceIssuer: modeAuto}
	switch {
	case c.Code == "" || c.BankCode == "":
		return wrong("code and bankCode are needed")
	case strings.ContainsAny(c.Code, ": ") || c.Code != strings.ToUpper(c.Code):
		return wrong("a code is in capitals, without spaces and colons")
	case !slices.Contains([]string{TypeBank, typeGateway, typeWallet}, c.BankType):
		return wrong("bankType is BANK, GATEWAY or WALLET, not %q", c.BankType)
	case truth[c.Source] == "":
		return wrong("source is gateway, feed, slip or issuer, not %q", c.Source)
	case c.Mode != truth[c.Source]:
		return wrong("an account whose source is %s has mode %s, not %q", c.Source, truth[c.Source], c.Mode)
	case c.Bank.NameTH == "" || c.Bank.NameEN == "" || c.Bank.NameLO == "":
		return wrong("a name in each of the three languages is needed")
	case c.Currency != "BAHT" && c.Currency != "LAK":
		return wrong("currency is BAHT or LAK, not %q", c.Currency)
	case c.QR && (c.Source != SourceGateway || c.Code != c.BankCode):
		return wrong("a QR panel's source is gateway, and its code is its bank code")
	case c.BankType == TypeBank && (c.BankAccountNo == "" || c.BankAccountName == ""):
		return wrong("a bank account has a number and a name")
	case c.BankType == typeGateway && c.BankAccountNo != "":
		return wrong("a gateway has no account number")
	}
	return nil
}

func (c accountContent) account() (Account, error) {
	if err := c.check(); err != nil {
		return Account{}, err
	}
	minimum := 1 * money.Baht
	if c.QRMinimum != "" {
		var err error
		if minimum, err = money.Parse(c.QRMinimum.String()); err != nil || minimum <= 0 {
			return Account{}, fmt.Errorf("deposit account %q: qrMinimum is not a positive amount of baht: %s", c.Code, c.QRMinimum)
		}
	}
	maximum := money.Amount(0)
	if c.QRMaximum != "" {
		var err error
		if maximum, err = money.Parse(c.QRMaximum.String()); err != nil || maximum < minimum {
			return Account{}, fmt.Errorf("deposit account %q: qrMaximum is not an amount of baht from its minimum on: %s", c.Code, c.QRMaximum)
		}
	}
	banks := slices.Clone(c.MemberBanks)
	if banks == nil {
		banks = []string{}
	}
	a := Account{
		Code: c.Code, BankCode: c.BankCode, BankType: c.BankType, Mode: c.Mode, Source: c.Source,
		NameTH: c.Bank.NameTH, NameEN: c.Bank.NameEN, NameLO: c.Bank.NameLO,
		AccountName: c.BankAccountName, AccountNo: c.BankAccountNo, WalletAccountName: c.WalletAccountName,
		Currency: c.Currency, QR: c.QR, Minimum: minimum, Maximum: maximum, MemberBanks: banks,
	}
	if a.QR && a.MostQR() < a.Minimum {
		return Account{}, fmt.Errorf("deposit account %q: its qrMinimum is above what a code may be for: name a qrMaximum", c.Code)
	}
	return a, nil
}

// Apply takes the section "depositAccounts" of a content file: the whole list, in the order in which it is shown. An
// account that is not in it any more ends; one that changed gets a new version. It returns what it changed.
func (d *Directory) Apply(ctx context.Context, tx *store.Tx, section json.RawMessage) (changes []string, err error) {
	var list []accountContent
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
		former[row.Code] = row
	}
	numbers, err := feedNumbers(ctx, tx)
	if err != nil {
		return nil, err
	}
	named := map[string]bool{}
	for i, c := range list {
		a, err := c.account()
		if err != nil {
			return nil, err
		}
		if named[a.Code] {
			return nil, fmt.Errorf("deposit account %q is there twice", a.Code)
		}
		named[a.Code] = true
		if was := numbers[a.Code]; a.Source == SourceFeed && was != "" && was != Digits(a.AccountNo) {
			return nil, fmt.Errorf("deposit account %q: another account number is another account: give it another code", a.Code)
		}
		change, err := replaceTx(ctx, tx, former, a, int64(i))
		if err != nil {
			return nil, err
		}
		changes = append(changes, change...)
	}
	for _, row := range rows {
		if !named[row.Code] {
			changes = append(changes, "- deposit account "+row.Code)
			if err := q.EndAccount(ctx, clock.MicrosOf(tx.Now), row.Code); err != nil {
				return nil, err
			}
		}
	}
	return changes, nil
}

// feedNumbers are the account numbers of all codes that ever had a statement: a code's books and its place in the statement
// are one bank account's, also after it was away.
func feedNumbers(ctx context.Context, tx *store.Tx) (map[string]string, error) {
	versions, err := depositdb.New(tx).FeedAccounts(ctx, 0)
	if err != nil {
		return nil, err
	}
	numbers := map[string]string{}
	for _, v := range versions {
		if Source(v.Source) == SourceFeed {
			numbers[v.Code] = Digits(v.AccountNo)
		}
	}
	return numbers, nil
}

// replaceTx ends the version in force and adds the new one, unless they are the same.
func replaceTx(ctx context.Context, tx *store.Tx, former map[string]depositdb.DepositAccount, a Account, position int64) ([]string, error) {
	banks, err := json.Marshal(a.MemberBanks)
	if err != nil {
		return nil, fmt.Errorf("deposit account %q: %w", a.Code, err)
	}
	row := depositdb.AddAccountParams{
		Code: a.Code, ValidFrom: clock.MicrosOf(tx.Now), BankCode: a.BankCode, BankType: a.BankType, Mode: a.Mode, Source: string(a.Source),
		NameTh: a.NameTH, NameEn: a.NameEN, NameLo: a.NameLO, AccountName: a.AccountName, AccountNo: a.AccountNo,
		WalletAccountName: a.WalletAccountName, Currency: a.Currency, Qr: a.QR, QrMinimum: int64(a.Minimum), QrMaximum: int64(a.Maximum),
		MemberBanks: string(banks), Position: position,
	}
	q := depositdb.New(tx)
	sign := "+"
	if old, ok := former[a.Code]; ok {
		was := depositdb.AddAccountParams{
			Code: old.Code, ValidFrom: row.ValidFrom, BankCode: old.BankCode, BankType: old.BankType, Mode: old.Mode, Source: old.Source,
			NameTh: old.NameTh, NameEn: old.NameEn, NameLo: old.NameLo, AccountName: old.AccountName, AccountNo: old.AccountNo,
			WalletAccountName: old.WalletAccountName, Currency: old.Currency, Qr: old.Qr, QrMinimum: old.QrMinimum, QrMaximum: old.QrMaximum,
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
