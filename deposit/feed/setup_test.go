package feed_test

import (
	"fmt"

	"krapao/connect/bankfeed/wire"
)

func takesBack(n int, of wire.Line) wire.Line {
	return wire.Line{
		ID: fmt.Sprintf("L%06d", n), Kind: wire.KindReversal, Time: of.Time, Amount: of.Amount, Bank: of.Bank,
		Reference: of.Reference, Payer: of.Payer, Reverses: of.ID,
	}
}
