package feed

import (
	"context"
	"time"

	"krapao/deposit"
	"krapao/money"
)

// Feed is a bank's statement of one or more of our accounts. connect/bankfeed implements it. A call has its own deadline
// of at most 15 s inside ctx's. It only reads, so that every error means "ask again", from the same cursor.
type Feed interface {
	// Lines returns a statement's lines after a cursor, oldest first, and the cursor to go on from; "" is the beginning.
	// An answer that came and is not that is an UnreadablePageError; what could be read of it is in the page beside it.
	// account is the account's number at the bank, digits only. The same cursor gives the same lines again; a line that
	// the bank enters late stands after every cursor that was given out before, whatever its At says.
	Lines(ctx context.Context, account string, after string) (Page, error)
}

// Page is a part of a statement.
type Page struct {
	Lines []Line
	// Next is never empty once there was a line; it is what to ask with next time, whether there is more now or not.
	Next string
	// More: the next page can be asked for at once.
	More bool
}

// UnreadablePageError is the error of an answer that is not the page that was promised. The page beside it has the lines of it that
// could be read; its Next, where it is not empty, is where the statement goes on behind it.
type UnreadablePageError struct {
	// Raw is the answer as the bank gave it, Why what is wrong with it.
	Raw, Why string
}

func (u *UnreadablePageError) Error() string { return "not the page that was promised: " + u.Why }

// Line is one line of a statement: money that came in, or a line that takes an earlier one back.
type Line struct {
	// Raw is the line as the bank told it: what an operator sees where it can't be booked.
	Raw string
	// Odd says why the line can't be read; the fields below may be empty then. An adapter passes such a line on, so that
	// it is kept as a case and the rest of the page is booked.
	Odd string
	// ID is the bank's own number of the line, unique for ever within the account.
	ID     string
	At     time.Time
	Amount money.Amount // above 0, for a line that takes back too
	// Payer is empty where the bank names none. Masked digits are 'x', BankCode is our letter code.
	Payer deposit.Payer
	// Also are further names of the transfer, above all {"bank:" + sending bank's three digits, its reference}.
	Also []deposit.Identifier
	// Reverses is the ID of the line that this one takes back; empty: money came in.
	Reverses string
}
