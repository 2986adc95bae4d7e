package deposit

import (
	"context"
	"strings"
)

// Registered lists the members whose registered account may be the one that a payer is shown with: of the same bank, and every
// visible digit agrees. Nothing is listed by fewer digits than decide anything.
func (d Desk) Registered(ctx context.Context, p Payer) ([]string, error) {
	digits := Digits(p.AccountNo)
	if d.s.holders == nil || p.BankCode == "" || len(digits)-strings.Count(digits, "x") < MinVisibleDigits {
		return nil, nil
	}
	members, _, err := d.s.holders.ByDigits(ctx, p.BankCode, digits)
	return members, err
}
