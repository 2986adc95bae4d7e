package feed

import (
	"context"
	"time"

	"krapao/deposit"
	"krapao/money"
)

// Feed is a bank's statement of one or more of our accounts. connect/bankfeed implements it. A call has its own
// deadline of at most 15 s within that of ctx. It only reads, so that after any error it is asked again, from the
// same cursor.
type Feed interface {
	// Lines returns a statement's lines after a cursor, oldest first, and the cursor to continue from; "" is the
	// beginning. account is the account's number at the bank, digits only. An answer in another form is an
	// UnreadablePageError, with its readable lines in the page beside it. The same cursor gives the same lines again. A
	// line that the bank enters late comes after every cursor given out before, whatever its At.
	Lines(ctx context.Context, account string, after string) (Page, error)
}

// Page is a part of a statement.
type Page struct {
	Lines []Line
	// Next is the cursor of the next call, even if there is no more now. It is never empty once there was a line.
	Next string
	// More: the next page can be asked for at once.
	More bool
}

// UnreadablePageError is the error of an answer that is not a page. The page beside it has the lines that could be
// read. If its Next is not empty, the statement continues there.
type UnreadablePageError struct {
	// Raw is the bank's answer, Why what is wrong with it.
	Raw string
	Why Odd
}

func (u *UnreadablePageError) Error() string {
	return "the answer is not a page of the statement: " + u.Why.English()
}

// Line is one line of a statement: money that came in, or the reversal of an earlier line.
type Line struct {
	// Raw is the line as the bank sent it. An operator sees it if the line can't be booked.
	Raw string
	// Odd says why the line can't be read. The fields below may be empty then. An adapter returns such a line too, so
	// that it is kept as a case and the rest of the page is booked.
	Odd Odd
	// ID is the bank's own number of the line, unique for ever within the account.
	ID     string
	At     time.Time
	Amount money.Amount // above 0, also for a reversal
	// Payer is empty if the bank names none. Masked digits are 'x'. BankCode is our letter code.
	Payer deposit.Payer
	// Also are other identifiers of the transfer, above all {"bank:" + three digits of the sending bank, its reference}.
	Also []deposit.Identifier
	// Reverses is the ID of the line that this one reverses. Empty: money came in.
	Reverses string
}
