package doubt

import (
	"fmt"

	"krapao/game"
	"krapao/ledger"
	"krapao/money"
)

// answered is what a provider's "done" comes to in satang. An answer must agree in direction and amount (RULES.md section 3):
// whole satang, the way that was ordered, and into a game not more than was ordered. Any other is errBreak.
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

// Satang is the value of credits, with their sign, rounded towards zero.
func Satang(c money.Credits, f money.Factor) money.Amount {
	if c < 0 {
		return -(-c).Baht(f)
	}
	return c.Baht(f)
}
