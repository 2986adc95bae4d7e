package doubt

import (
	"fmt"

	"krapao/game"
	"krapao/ledger"
	"krapao/money"
)

// answered returns in satang what a provider says it moved. The answer must agree with the order in direction and amount
// (RULES.md section 3): whole satang, and into a game not more than was ordered. Anything else is errDisagrees.
func answered(a game.Account, t ledger.Transfer, credits money.Credits) (money.Amount, error) {
	moved := credits
	if t.Kind == game.KindOut {
		moved = -moved
	}
	satang := moved.Baht(a.Factor)
	back, exact := money.CreditsOf(satang, a.Factor)
	if moved <= 0 || !exact || back != moved || t.Kind == game.KindIn && satang > t.Amount {
		return 0, fmt.Errorf("%w: it says %s credits for transfer %d", errDisagrees, credits, t.ID)
	}
	return satang, nil
}

// Satang returns the value of credits with their sign, rounded towards zero.
func Satang(c money.Credits, f money.Factor) money.Amount {
	if c < 0 {
		return -(-c).Baht(f)
	}
	return c.Baht(f)
}
