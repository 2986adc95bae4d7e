package deposittest

import (
	"krapao/deposit/declared"
	"krapao/money"
)

// Cut is Somchai as a statement shows it where it takes a declaration to know whose a line is: four digits, no name.
var Cut = SCB("xxxxxx7890", "")

// MustDeclare is Declare where that has to succeed.
func (w *Bank) MustDeclare(member string, amount money.Amount) declared.Declaration {
	w.T.Helper()
	d, err := w.Declare(member, amount)
	if err != nil {
		w.T.Fatal(err)
	}
	return d
}
