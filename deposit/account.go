package deposit

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/money"
)

// Source is the source of truth of a deposit account. Only it creates credits. Other channels attach a member to one
// of its lines (RULES.md section 4).
type Source string

// The sources.
const (
	// SourceGateway: the answers of a QR gateway.
	SourceGateway Source = "gateway"
	// SourceFeed: the statement feed of the account (mode AUTO).
	SourceFeed Source = "feed"
	// SourceSlip: verified slips (mode MANUAL).
	SourceSlip Source = "slip"
	// SourceIssuer: the issuer of wallet links.
	SourceIssuer Source = "issuer"
)

// The types of an account.
const (
	TypeBank    = "BANK"
	TypeGateway = "GATEWAY"
	TypeWallet  = "WALLET"
)

// Account is one of our own accounts that members pay into: DepositAccount of API.md.
type Account struct {
	// Code is its name in the ledger, as bank:{code}. The code of a QR panel is its bank code.
	Code              string
	BankCode          string
	BankType          string // BANK, GATEWAY, WALLET
	Mode              string // AUTO, MANUAL
	Source            Source
	NameTH            string
	NameEN            string
	NameLO            string
	AccountName       string
	AccountNo         string
	WalletAccountName string
	Currency          string // BAHT, LAK
	// QR: members pay a code instead of making a transfer. Minimum is the least amount of a code.
	QR      bool
	Minimum money.Amount
	// Maximum is the most that a code may be for. 0: the maximum of the channel (MostQR).
	Maximum money.Amount
	// MemberBanks: only members of these banks see it. Empty: everybody sees it.
	MemberBanks []string
	// CheckedSince is since when its system is stopped and being checked, for an account in force. Zero: it is not.
	CheckedSince time.Time
}

// System is the name by which operators stop the account.
func (a Account) System() string {
	switch a.Source {
	case SourceGateway:
		return "gateway:" + a.Code
	case SourceIssuer:
		return "links"
	case SourceFeed, SourceSlip:
	}
	return "bank:" + a.Code
}

// Checked refuses new payments to an account that is being checked with BEING_CHECKED. What arrives is booked all the same.
func (a Account) Checked() error {
	if a.CheckedSince.IsZero() {
		return nil
	}
	return BeingChecked(a.System(), a.CheckedSince)
}

// BeingChecked is the refusal of what needs a system that is stopped.
func BeingChecked(system string, since time.Time) *fault.Error {
	return fault.New(fault.BEING_CHECKED, "%s is being checked", system).
		With("system", system).With("since", since.UTC().Format(time.RFC3339))
}

// Directory knows the accounts that members pay into, now and at every earlier instant, and the settings of the area.
type Directory struct {
	store     *store.Store
	members   Members
	connected func(account string) bool
	banks     content.Cache[map[string]string]
	inForce   content.Cache[offered]
}

// Accounts is the answer to GET lookup/deposit.
type Accounts struct {
	Banks   []Account
	Wallets []Account
	// Manual: members may declare bank transfers.
	Manual bool
	// SlipsCheckedSince is since when slips are stopped. Zero: they are not.
	SlipsCheckedSince time.Time
}

// Accounts lists the accounts that a member may pay into. The list may depend on the member's own bank. One that is being
// checked has no number: nobody is to pay into it.
func (d *Directory) Accounts(ctx context.Context, member string) (Accounts, error) {
	to, err := d.members.Recipient(ctx, member)
	if err != nil {
		return Accounts{}, err
	}
	now, err := d.offeredAt(ctx, to.Content)
	if err != nil {
		return Accounts{}, err
	}
	list := Accounts{Banks: []Account{}, Wallets: []Account{}, Manual: now.manual, SlipsCheckedSince: now.slips}
	for _, a := range now.accounts {
		if a.Checked() != nil {
			a.AccountNo = ""
		}
		switch {
		case !a.ShownTo(to.Account.BankCode):
		case a.QR && !d.connected(a.Code): // no gateway is connected: we would not learn of payments
		case a.BankType == TypeWallet:
			list.Wallets = append(list.Wallets, a)
		default:
			list.Banks = append(list.Banks, a)
		}
	}
	return list, nil
}

// ShownTo reports whether members of a bank see the account.
func (a Account) ShownTo(bank string) bool {
	return len(a.MemberBanks) == 0 || slices.Contains(a.MemberBanks, bank)
}

// The most that a code is for if the content does not say it: a bank's own codes, and the PromptPay codes of
// gateways. It must not be possible to pay a mistyped amount.
const (
	mostByBank      = 2_000_000 * money.Baht
	mostByPromptPay = 500_000 * money.Baht
)

// MostQR is the most that a code of the account may be for.
func (a Account) MostQR() money.Amount {
	switch {
	case a.Maximum > 0:
		return a.Maximum
	case a.BankType == TypeBank:
		return mostByBank
	}
	return mostByPromptPay
}

// Maximums returns the most of each QR panel by its code, for the runtime configuration of the app.
func (d *Directory) Maximums(ctx context.Context) (map[string]money.Amount, error) {
	accounts, err := d.InForce(ctx)
	if err != nil {
		return nil, err
	}
	maximums := map[string]money.Amount{}
	for _, a := range accounts {
		if a.QR {
			maximums[a.Code] = a.MostQR()
		}
	}
	return maximums, nil
}

// Minimums returns the least amount of each QR panel by its code, for the runtime configuration of the app.
func (d *Directory) Minimums(ctx context.Context) (map[string]money.Amount, error) {
	all, err := d.InForce(ctx)
	if err != nil {
		return nil, err
	}
	minimums := map[string]money.Amount{}
	for _, a := range all {
		if a.QR {
			minimums[a.Code] = a.Minimum
		}
	}
	return minimums, nil
}

// InForce lists the accounts in force now.
func (d *Directory) InForce(ctx context.Context) ([]Account, error) {
	rows, err := depositdb.New(d.store.DB()).AccountsInForce(ctx)
	if err != nil {
		return nil, fmt.Errorf("deposit: accounts: %w", err)
	}
	accounts := make([]Account, len(rows))
	for i, row := range rows {
		if accounts[i], err = accountOf(row.DepositAccount); err != nil {
			return nil, err
		}
		accounts[i].CheckedSince = clock.Micros(row.CheckedSince).Time()
	}
	return accounts, nil
}

// PlacesAt returns how members know a place of money, at a version of the content. A deposit account, in force or not, is
// known by its bank or gateway; every other place by its own name.
func (d *Directory) PlacesAt(ctx context.Context, version int64) (func(code string) string, error) {
	banks, err := d.banks.At(version, d.store.Now(), func() (map[string]string, error) { return d.bankCodes(ctx) })
	if err != nil {
		return nil, fmt.Errorf("deposit: accounts: %w", err)
	}
	return func(code string) string { return cmp.Or(banks[code], code) }, nil
}

func (d *Directory) bankCodes(ctx context.Context) (map[string]string, error) {
	rows, err := depositdb.New(d.store.DB()).BankCodes(ctx)
	banks := map[string]string{}
	for _, row := range rows {
		banks[row.Code] = row.BankCode
	}
	return banks, err
}

// AccountsAt lists the accounts that were in force at an instant. A bank's message is decided by the accounts at the
// bank's own time: a slip of yesterday went to yesterday's account (RULES.md section 13).
func (d *Directory) AccountsAt(ctx context.Context, at time.Time) ([]Account, error) {
	return accountsOf(depositdb.New(d.store.DB()).AccountsAt(ctx, clock.MicrosOf(at)))
}

func accountsOf(rows []depositdb.DepositAccount, err error) ([]Account, error) {
	if err != nil {
		return nil, fmt.Errorf("deposit: accounts: %w", err)
	}
	accounts := make([]Account, 0, len(rows))
	for _, row := range rows {
		a, err := accountOf(row)
		if err != nil {
			return nil, err
		}
		accounts = append(accounts, a)
	}
	return accounts, nil
}

// AccountInForceAt is AccountInForce at a version of the content, for calls that have just read it.
func (d *Directory) AccountInForceAt(ctx context.Context, code string, version int64) (Account, error) {
	now, err := d.offeredAt(ctx, version)
	if err != nil {
		return Account{}, err
	}
	if n := slices.IndexFunc(now.accounts, func(a Account) bool { return a.Code == code }); n >= 0 {
		return now.accounts[n], nil
	}
	return Account{}, fault.New(fault.NO_BANK, "no deposit account %q", code)
}

// offered is what members are shown of our accounts, at a version of the content.
type offered struct {
	accounts []Account
	manual   bool
	// slips is since when slips are stopped.
	slips time.Time
}

// offeredAt is from memory where that version is known: a new account is shown as soon as it is in force.
func (d *Directory) offeredAt(ctx context.Context, version int64) (offered, error) {
	return d.inForce.At(version, d.store.Now(), func() (now offered, err error) {
		if now.accounts, err = d.InForce(ctx); err != nil {
			return now, err
		}
		stopped, err := depositdb.New(d.store.DB()).SlipsStopped(ctx)
		if err != nil {
			return now, fmt.Errorf("deposit: accounts: %w", err)
		}
		now.slips = clock.Micros(stopped).Time()
		settings, err := d.Settings(ctx)
		now.manual = settings.Manual
		return now, err
	})
}

// AccountInForce returns one account in force. NO_BANK if there is none.
func (d *Directory) AccountInForce(ctx context.Context, code string) (Account, error) {
	row, err := depositdb.New(d.store.DB()).AccountInForce(ctx, code)
	if store.NotFound(err) {
		return Account{}, fault.New(fault.NO_BANK, "no deposit account %q", code)
	}
	if err != nil {
		return Account{}, fmt.Errorf("deposit: account: %w", err)
	}
	return accountOf(row)
}

func accountOf(row depositdb.DepositAccount) (Account, error) {
	a := Account{
		Code: row.Code, BankCode: row.BankCode, BankType: row.BankType, Mode: row.Mode, Source: Source(row.Source),
		NameTH: row.NameTh, NameEN: row.NameEn, NameLO: row.NameLo,
		AccountName: row.AccountName, AccountNo: row.AccountNo, WalletAccountName: row.WalletAccountName,
		Currency: row.Currency, QR: row.Qr, Minimum: money.Amount(row.QrMinimum), Maximum: money.Amount(row.QrMaximum),
	}
	if err := json.Unmarshal([]byte(row.MemberBanks), &a.MemberBanks); err != nil {
		return Account{}, fmt.Errorf("deposit: account %s: member banks: %w", row.Code, err)
	}
	return a, nil
}

// AccountsFor lists our accounts as they were when a transfer was made. For the time before its first version an
// account counts as that version: it existed at its bank, and a slip to it deserves the true reason. Money that it
// received then is not booked, because the books began later: inForce is false.
func (d *Directory) AccountsFor(ctx context.Context, at time.Time) (accounts []Account, inForce map[string]bool, err error) {
	rows, err := depositdb.New(d.store.DB()).AccountVersions(ctx)
	if err != nil {
		return nil, nil, err
	}
	inForce, seen, then := map[string]bool{}, map[string]bool{}, clock.MicrosOf(at)
	for _, row := range rows { // sorted by code, then by age
		current := row.ValidFrom <= then && (row.ValidUntil == 0 || then < row.ValidUntil)
		before := !seen[row.Code] && then < row.ValidFrom
		seen[row.Code] = true
		if !current && !before {
			continue
		}
		account, err := accountOf(row)
		if err != nil {
			return nil, nil, err
		}
		accounts, inForce[row.Code] = append(accounts, account), current
	}
	return accounts, inForce, nil
}
