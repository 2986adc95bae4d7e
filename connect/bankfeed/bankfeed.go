// Package bankfeed is the adapter to a bank's statement of one of our accounts, behind deposit.Feed.
//
// Promises: every request is signed; a page counts only where its frame is the protocol and about the account asked about; a
// line in it that can't be read is passed on as odd, with its text, so that none is left out unseen and none stops the
// rest; amounts are exact; hidden digits become 'x'; times are UTC; secrets and addresses are in no error text. It only
// reads: every error means "ask again".
package bankfeed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"krapao/connect/bankfeed/wire"
	"krapao/connect/line"
	"krapao/connect/slipcheck"
	"krapao/deposit"
	"krapao/money"
)

// Config says where the bank is and who we are there.
type Config struct {
	// BaseURL is the address above the paths of package wire.
	BaseURL     string
	Key, Secret string
	// Bank is the account's own bank by three digits.
	Bank string
	// Page is how many lines are asked for at once; 0 is wire.MaxLines.
	Page int
	Line line.Settings
	// Now is nil for the machine's clock. The bank refuses a clock that is more than wire.Window off.
	Now func() time.Time
}

// Feed is the adapter. It is safe for concurrent use.
type Feed struct {
	config Config
	line   *line.Line
}

var _ deposit.Feed = (*Feed)(nil)

// New makes the adapter.
func New(c Config) *Feed {
	if c.Now == nil {
		c.Now = func() time.Time { return time.Now().UTC() }
	}
	if c.Page <= 0 {
		c.Page = wire.MaxLines
	}
	c.Line.Now = c.Now
	c.BaseURL = strings.TrimRight(c.BaseURL, "/")
	return &Feed{config: c, line: line.New(c.Line)}
}

// errProtocol is an answer that can't be used, whole or in part.
var errProtocol = errors.New("an answer that is not the protocol")

// Lines implements deposit.Feed.
func (f *Feed) Lines(ctx context.Context, account, after string) (deposit.FeedPage, error) {
	path := wire.Path(f.config.Bank, account, after, f.config.Page)
	now := f.config.Now()
	answer, err := f.line.Do(ctx, line.Request{
		Method: http.MethodGet, URL: f.config.BaseURL + path,
		Header: http.Header{
			wire.HeaderKey: {f.config.Key}, wire.HeaderTimestamp: {wire.Timestamp(now)},
			wire.HeaderSignature: {wire.Sign(f.config.Secret, now, http.MethodGet, path)},
		},
	})
	if err != nil {
		return deposit.FeedPage{}, fmt.Errorf("bankfeed: %w", err)
	}
	if answer.Status != http.StatusOK {
		return deposit.FeedPage{}, fmt.Errorf("bankfeed: HTTP %d %s", answer.Status, code(answer.Body))
	}
	page, err := f.read(answer.Body, account, after)
	if err != nil {
		return deposit.FeedPage{}, fmt.Errorf("bankfeed: %w", err)
	}
	return page, nil
}

// code is the bank's own word for a refusal, if it is one of the protocol's.
func code(body []byte) string {
	var refusal wire.Refusal
	if err := json.Unmarshal(body, &refusal); err != nil {
		return ""
	}
	switch refusal.Code {
	case wire.CodeBadRequest, wire.CodeBadSignature, wire.CodeForbidden, wire.CodeNoAccount:
		return refusal.Code
	}
	return ""
}

// frame is wire.Page whose lines are still to be read, each by itself.
type frame struct {
	Account wire.Account      `json:"account"`
	Lines   []json.RawMessage `json:"lines"`
	Next    string            `json:"next"`
	More    bool              `json:"more"`
}

// read takes a page whole or not at all: what its frame is of decides where reading goes on.
func (f *Feed) read(body []byte, account, after string) (deposit.FeedPage, error) {
	var w frame
	if err := json.Unmarshal(body, &w); err != nil {
		return deposit.FeedPage{}, errProtocol
	}
	if w.Account.Bank != f.config.Bank || w.Account.Number != account {
		return deposit.FeedPage{}, errors.New("the answer is about another account")
	}
	if w.Next == "" && (len(w.Lines) > 0 || after != "" || w.More) || w.More && w.Next == after {
		return deposit.FeedPage{}, errProtocol // the next question would be this one again, or the beginning
	}
	lines := make([]deposit.FeedLine, 0, len(w.Lines))
	for _, raw := range w.Lines {
		lines = append(lines, lineOf(raw))
	}
	return deposit.FeedPage{Lines: lines, Next: w.Next, More: w.More}, nil
}

// lineOf reads a line, or says what is odd about it.
func lineOf(raw json.RawMessage) deposit.FeedLine {
	var w wire.Line
	if err := json.Unmarshal(raw, &w); err != nil {
		// What could be read of it may still have its number.
		return deposit.FeedLine{Raw: string(raw), ID: w.ID, Odd: "it is not a line of the protocol"}
	}
	amount, amountErr := money.Parse(w.Amount)
	at, timeErr := time.Parse(time.RFC3339Nano, w.Time)
	one := deposit.FeedLine{Raw: string(raw), ID: w.ID, At: at.UTC(), Amount: amount, Reverses: w.Reverses}
	reversal := w.Kind == wire.KindReversal
	switch {
	case w.ID == "":
		one.Odd = "it has no number"
	case amountErr != nil || amount <= 0:
		one.Odd = "its amount can't be read"
	case timeErr != nil:
		one.Odd = "its time can't be read"
	case !reversal && w.Kind != wire.KindCredit:
		one.Odd = "it is of another kind than credit and reversal"
	case reversal != (w.Reverses != ""):
		one.Odd = "it is a reversal of no line, or a credit that reverses one"
	}
	if w.Payer != nil {
		one.Payer = deposit.Payer{
			BankCode: slipcheck.Bank(w.Payer.Bank), AccountNo: slipcheck.Account(w.Payer.Account), Name: strings.TrimSpace(w.Payer.Name),
		}
	}
	// A reversal has a transfer's reference too, but it is the first line's name: here it would be taken for a second claim.
	if w.Bank != "" && w.Reference != "" && w.Reverses == "" {
		one.Also = []deposit.Identifier{{Kind: "bank:" + w.Bank, Value: w.Reference}}
	}
	return one
}
