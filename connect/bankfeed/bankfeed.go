// Package bankfeed is the adapter to a bank's statement of one of our accounts, behind feed.Feed.
//
// Promises:
//   - Every request is signed. The adapter only reads, so every error means "ask again".
//   - A page counts only if its frame follows the protocol and names the requested account. Any other answer is
//     reported as unreadable, with its text and its readable lines.
//   - A line that can't be read is passed on as odd, with its text: none is dropped silently, and none stops the rest.
//   - Amounts are exact, hidden digits become 'x', and times are UTC.
//   - No error text contains a secret or an address.
package bankfeed

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"krapao/connect/bankfeed/wire"
	"krapao/connect/outbound"
	"krapao/connect/slipcheck"
	"krapao/deposit"
	"krapao/deposit/feed"
	"krapao/money"
)

// Config says where the bank is and who we are there.
type Config struct {
	// BaseURL is the address above the paths of package wire.
	BaseURL     string
	Key, Secret string
	// Bank is the account's own bank by three digits.
	Bank string
	// Page is how many lines are requested at once; 0 is wire.MaxLines.
	Page     int
	Outbound outbound.Settings
	// Now is nil for the machine's clock. The bank rejects a clock that is more than wire.Window off.
	Now func() time.Time
}

// Feed is the adapter. It is safe for concurrent use.
type Feed struct {
	config Config
	client *outbound.Client
}

var _ feed.Feed = (*Feed)(nil)

// New makes the adapter.
func New(c Config) *Feed {
	if c.Now == nil {
		c.Now = func() time.Time { return time.Now().UTC() }
	}
	if c.Page <= 0 {
		c.Page = wire.MaxLines
	}
	c.Outbound.Now = c.Now
	c.BaseURL = strings.TrimRight(c.BaseURL, "/")
	return &Feed{config: c, client: outbound.New(c.Outbound)}
}

// Lines implements feed.Feed.
func (f *Feed) Lines(ctx context.Context, account, after string) (feed.Page, error) {
	path := wire.Path(f.config.Bank, account, after, f.config.Page)
	now := f.config.Now()
	answer, err := f.client.Do(ctx, outbound.Request{
		Method: http.MethodGet, URL: f.config.BaseURL + path,
		Header: http.Header{
			wire.HeaderKey: {f.config.Key}, wire.HeaderTimestamp: {wire.Timestamp(now)},
			wire.HeaderSignature: {wire.Sign(f.config.Secret, now, http.MethodGet, path)},
		},
	})
	if err != nil {
		return feed.Page{}, fmt.Errorf("bankfeed: %w", err)
	}
	if answer.Status >= http.StatusBadRequest {
		return feed.Page{}, fmt.Errorf("bankfeed: HTTP %d %s", answer.Status, code(answer.Body))
	}
	page, why := f.read(answer.Body, account, after)
	if answer.Status != http.StatusOK {
		page, why = feed.Page{}, feed.PageStatus
	}
	if why != "" {
		return page, fmt.Errorf("bankfeed: HTTP %d: %w", answer.Status, &feed.UnreadablePageError{Raw: string(answer.Body), Why: why})
	}
	return page, nil
}

// code returns the bank's code for a refusal, if it is one of the protocol's.
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

// read reads a page. why says what is wrong with it; then page holds what could still be read. That includes lines only
// where the answer names the requested account, and Next only where it is complete in the answer.
func (f *Feed) read(body []byte, account, after string) (page feed.Page, why feed.Odd) {
	w := frameOf(body)
	switch {
	case w.account == nil:
		return feed.Page{}, cmp.Or(w.broken, feed.PageNobodys)
	case w.account.Bank != f.config.Bank || w.account.Number != account:
		return feed.Page{}, feed.PageOthers
	}
	for _, raw := range w.lines {
		page.Lines = append(page.Lines, lineOf(raw))
	}
	if why = cmp.Or(w.broken, w.wrong(after)); why == "" {
		page.Next, page.More = w.cursor()
		return page, ""
	}
	if w.forward(after) {
		page.Next, page.More = *w.next, w.more == nil || *w.more
	}
	return page, why
}

// lineOf reads a line, or says in Odd what is wrong with it.
func lineOf(raw json.RawMessage) feed.Line {
	var w wire.Line
	if err := outbound.Decode(raw, &w); err != nil {
		// What could be read may still include its number and its reference.
		return feed.Line{Raw: string(raw), ID: w.ID, Also: referenceOf(w), Odd: feed.LineUnread}
	}
	amount, amountErr := money.Parse(w.Amount)
	at, timeErr := time.Parse(time.RFC3339Nano, w.Time)
	one := feed.Line{Raw: string(raw), ID: w.ID, At: at.UTC(), Amount: amount, Reverses: w.Reverses}
	reversal := w.Kind == wire.KindReversal
	switch {
	case w.ID == "":
		one.Odd = feed.LineNumber
	case amountErr != nil || amount <= 0:
		one.Odd = feed.LineAmount
	case timeErr != nil:
		one.Odd = feed.LineTime
	case !reversal && w.Kind != wire.KindCredit:
		one.Odd = feed.LineKind
	case reversal != (w.Reverses != ""):
		one.Odd = feed.LineReversal
	}
	if w.Payer != nil {
		one.Payer = deposit.Payer{
			BankCode: slipcheck.Bank(w.Payer.Bank), AccountNo: slipcheck.Account(w.Payer.Account), Name: strings.TrimSpace(w.Payer.Name),
		}
	}
	one.Also = referenceOf(w)
	return one
}

// referenceOf returns the transfer's own identifier. A reversal carries it too, but it belongs to the original line:
// here it would count as a second claim.
func referenceOf(w wire.Line) []deposit.Identifier {
	if w.Bank == "" || w.Reference == "" || w.Reverses != "" {
		return nil
	}
	return []deposit.Identifier{{Kind: "bank:" + w.Bank, Value: w.Reference}}
}
