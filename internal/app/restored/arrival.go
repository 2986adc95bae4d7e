package restored

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"krapao/deposit"
	"krapao/deposit/feed"
	"krapao/fault"
	"krapao/internal/store"
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
	for _, one := range r.Also {
		line.Also = append(line.Also, deposit.Identifier(one))
	}
	if digits, known := deposit.DigitsOf(payer.BankCode); known && r.Reference != "" {
		line.Also = append(line.Also, deposit.Identifier{Kind: "bank:" + digits, Value: r.Reference})
	}
	became, err := b.Feeds.Import(ctx, code, line)
	return map[feed.Imported]quarantine.Outcome{
		feed.LineKnown: quarantine.Known, feed.LineBooked: quarantine.Booked, feed.LineKept: quarantine.Kept,
	}[became], nil, err
}

// depositTx books a payment of a code that the books do not have, and that its gateway could not be asked about: it is nobody's
// until its payer is known.
func (b Books) depositTx(ctx context.Context, tx *store.Tx, code string, c quarantine.Case) error {
	book, err := b.Arrivals.Prepare(ctx, deposit.Arrival{
		Account: code, Channel: deposit.ChannelQR, Reference: c.Reference,
		Payment: deposit.Payment{Source: "list:" + c.Row.ID, Amount: c.Amount, PaidAt: c.Row.At, Payer: payerOf(c.Row)},
	})
	if err == nil {
		_, err = book(ctx, tx, nil)
	}
	if errors.Is(err, deposit.ErrBooked) {
		return fault.New(fault.NO_DATA, "the payment %s is booked", c.Row.ID)
	}
	return err
}
