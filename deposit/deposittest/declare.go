package deposittest

import (
	"krapao/deposit/declared"
	"krapao/money"
)

// Cut is Somchai in a statement with four digits and no name: it takes a declaration to know whose the line is.
var Cut = SCB("xxxxxx7890", "")

// MustDeclare is Declare that must succeed.
func (w *Bank) MustDeclare(member string, amount money.Amount) declared.Declaration {
	w.T.Helper()
	d, err := w.Declare(member, amount)
	if err != nil {
		w.T.Fatal(err)
	}
	return d
}
