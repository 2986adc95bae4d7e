package app

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"krapao/deposit"
	"krapao/deposit/feed"
	"krapao/deposit/qr"
	"krapao/quarantine"
)

// restoredBooks books what banks and gateways list into a restored store.
type restoredBooks struct {
	feeds *feed.Reader
	codes *qr.Service
}

// Takes implements quarantine.Books.
func (restoredBooks) Takes(system string) bool {
	kind, _, _ := strings.Cut(system, ":")
	return kind == "bank" || kind == "gateway"
}

// Book implements quarantine.Books.
func (b restoredBooks) Book(ctx context.Context, system string, r quarantine.Row) (quarantine.Outcome, error) {
	kind, code, _ := strings.Cut(system, ":")
	bank := deposit.BankCode(r.Bank)
	payer := deposit.Payer{BankCode: bank, AccountNo: r.Account, Name: r.Name}
	if kind == "gateway" {
		booked, err := b.codes.Import(ctx, code, r.Reference, deposit.Payment{
			Source: r.ID, Amount: r.Amount, PaidAt: r.At, Payer: payer,
		})
		if booked {
			return quarantine.Booked, err
		}
		return quarantine.Known, err
	}
	raw, err := json.Marshal(r)
	if err != nil {
		return "", fmt.Errorf("app: a row of a list: %w", err)
	}
	line := feed.Line{Raw: string(raw), ID: r.ID, At: r.At, Amount: r.Amount, Payer: payer, Reverses: r.Reverses}
	if digits, known := deposit.DigitsOf(bank); known && r.Reference != "" {
		line.Also = []deposit.Identifier{{Kind: "bank:" + digits, Value: r.Reference}}
	}
	became, err := b.feeds.Import(ctx, code, line)
	return map[feed.Imported]quarantine.Outcome{
		feed.LineKnown: quarantine.Known, feed.LineBooked: quarantine.Booked, feed.LineKept: quarantine.Kept,
	}[became], err
}
