package restored

import (
	"context"
	"encoding/json"
	"fmt"

	"krapao/deposit"
	"krapao/deposit/feed"
	"krapao/quarantine"
)

// Arrivals are what banks and gateways took. What is nobody's is unmatched, and a line that can't be read is a case of the
// statement, so none is a case of the quarantine.

func payerOf(r quarantine.Row) deposit.Payer {
	return deposit.Payer{BankCode: deposit.BankCode(r.Bank), AccountNo: r.Account, Name: r.Name}
}

func (b Books) gateway(ctx context.Context, code string, r quarantine.Row) (quarantine.Outcome, *quarantine.Finding, error) {
	booked, err := b.Codes.Import(ctx, code, r.Reference, deposit.Payment{
		Source: r.ID, Amount: r.Amount, PaidAt: r.At, Payer: payerOf(r),
	})
	if booked {
		return quarantine.Booked, nil, err
	}
	return quarantine.Known, nil, err
}

func (b Books) bank(ctx context.Context, code string, r quarantine.Row) (quarantine.Outcome, *quarantine.Finding, error) {
	raw, err := json.Marshal(r)
	if err != nil {
		return "", nil, fmt.Errorf("app: a row of a list: %w", err)
	}
	payer := payerOf(r)
	line := feed.Line{Raw: string(raw), ID: r.ID, At: r.At, Amount: r.Amount, Payer: payer, Reverses: r.Reverses}
	if digits, known := deposit.DigitsOf(payer.BankCode); known && r.Reference != "" {
		line.Also = []deposit.Identifier{{Kind: "bank:" + digits, Value: r.Reference}}
	}
	became, err := b.Feeds.Import(ctx, code, line)
	return map[feed.Imported]quarantine.Outcome{
		feed.LineKnown: quarantine.Known, feed.LineBooked: quarantine.Booked, feed.LineKept: quarantine.Kept,
	}[became], nil, err
}
