// Package slipcheck is the sandbox's side of the slip verifiers SlipOK and EasySlip. They read transfers from package
// banks.
package slipcheck

import (
	"context"
	"database/sql"
	_ "embed" // slipcheck.sql
	"errors"
	"fmt"
	"strings"
	"time"

	"krapao/internal/clock"
	"krapao/sandbox/banks"
	"krapao/sandbox/banks/thaibank"
	"krapao/sandbox/core"
)

//go:embed slipcheck.sql
var tables string

// targetName is the fault target of both slip verifiers; "slip:slipok" and "slip:easyslip" are those of one.
const targetName = "slip"

const (
	verifierSlipOK   = "slipok"
	verifierEasySlip = "easyslip"
)

// bankMemory is how long a bank reports a transfer by the mini-QR of its slip.
const bankMemory = 7 * 24 * time.Hour

// quota is how many requests a package includes.
const quota = 1_000_000

// Slips is what both verifiers share: access to the banks' transfers, and the slips they remember.
type Slips struct {
	*core.Frame
	bank *banks.Bank
}

// New returns what both verifiers share; b has the transfers.
func New(f *core.Frame, b *banks.Bank) *Slips { return &Slips{f, b} }

// Protocol returns what both verifiers share.
func (s *Slips) Protocol() core.Protocol {
	return core.Protocol{Name: "slips", Tables: tables, Targets: []core.Target{targetOf(targetName)}}
}

// targetOf is the fault target of a verifier, or the one for both.
func targetOf(name string) core.Target {
	return core.Target{
		Name: name, Kind: "slips", Pending: []string{core.OpVerify},
		Op: func(string, string) string { return core.OpVerify }, // the only thing that a verifier does
	}
}

// Reasons why a slip's text leads to no transfer.
var (
	errNotSlip = errors.New("not a slip's code")
	errTooOld  = errors.New("too old for the bank")
)

// slipText is the text of a slip's mini-QR (research/domain.md section 2).
func slipText(bank, ref string) string {
	slip := thaibank.EMVField("00", "000001") + thaibank.EMVField("01", bank) + thaibank.EMVField("02", ref)
	text := thaibank.EMVField("00", slip) + thaibank.EMVField("51", "TH") + "9104"
	return fmt.Sprintf("%s%04X", text, thaibank.Checksum(text))
}

// slipRef reads the mini-QR's text: the sending bank's digits and its reference. The text is valid if writing it again
// gives the same text.
func slipRef(text string) (bank, ref string, err error) {
	inner, found := strings.CutPrefix(text, "00")
	if !found || len(inner) < 2 {
		return "", "", errNotSlip
	}
	_, fields, found := strings.Cut(inner, "00060000010103")
	if !found || len(fields) < 7 {
		return "", "", errNotSlip
	}
	bank, fields = fields[:3], fields[3:]
	fields, found = strings.CutPrefix(fields, "02")
	if !found || len(fields) < 2 {
		return "", "", errNotSlip
	}
	length := int(fields[0]-'0')*10 + int(fields[1]-'0')
	if length < 1 || length > len(fields)-2 {
		return "", "", errNotSlip
	}
	ref = fields[2 : 2+length]
	if !strings.EqualFold(slipText(bank, ref), text) { // some readers write the checksum in small letters
		return "", "", errNotSlip
	}
	return bank, ref, nil
}

// transferOf finds the transfer of a mini-QR's text: errNotSlip, core.ErrNotFound or errTooOld if there is none.
func (s *Slips) transferOf(ctx context.Context, text string) (banks.Transfer, error) {
	bank, ref, err := slipRef(text)
	if err != nil {
		return banks.Transfer{}, err
	}
	t, err := s.bank.Moved(ctx, ref)
	switch {
	case err != nil:
		return t, err
	case thaibank.Digits[t.From.Bank] != bank:
		return t, core.ErrNotFound
	case s.Now().Sub(t.SentAt) > bankMemory:
		return t, errTooOld
	}
	return t, nil
}

// checked counts a request to a verifier, and reports whether it had been asked to remember this transfer before.
func (s *Slips) checked(ctx context.Context, verifier, ref string, log bool) (before bool, err error) {
	err = s.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var logged sql.NullInt64
		err := tx.QueryRowContext(ctx, `SELECT logged_at FROM slip_check WHERE verifier = $1 AND ref = $2`, verifier, ref).Scan(&logged)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		before = logged.Valid
		if log && !before {
			logged = sql.NullInt64{Int64: int64(clock.MicrosOf(s.Now())), Valid: true}
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO slip_check (verifier, ref, checks, logged_at) VALUES ($1, $2, 1, $3)
			ON CONFLICT (verifier, ref) DO UPDATE SET checks = slip_check.checks + 1, logged_at = excluded.logged_at`,
			verifier, ref, logged)
		return err
	})
	return before, err
}

// quotaUsed is how many requests a verifier has answered.
func (s *Slips) quotaUsed(ctx context.Context, verifier string) (used int, err error) {
	err = s.DB.QueryRowContext(ctx, `SELECT coalesce(sum(checks), 0) FROM slip_check WHERE verifier = $1`, verifier).Scan(&used)
	return used, err
}
