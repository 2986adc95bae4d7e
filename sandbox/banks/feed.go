package banks

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"krapao/connect/bankfeed/wire"
	"krapao/internal/clock"
	"krapao/sandbox/banks/thaibank"
	"krapao/sandbox/core"
)

// feedTarget is the fault target of the feed's answers, and of its lines: a late_callback line is entered after its
// delay, behind lines that came after it; a duplicate_callback line is in the statement twice; a lost_callback line
// never is.
const feedTarget = "feed"

var feedModes = []string{core.ModeLate, core.ModeDuplicate, core.ModeLost}

// feedOff is the setting with the last line that was published before the feed was turned off.
const feedOff = "feed_off_after"

// FeedCredentials identify the customer whose accounts are in the feed, and sign its requests.
type FeedCredentials struct{ Key, Secret string }

// Feed is the statement of the wallet's accounts, as their banks publish it.
type Feed struct {
	*core.Frame
	accounts Accounts
	known    FeedCredentials
}

// NewFeed returns the feed of the accounts; known are the customer's credentials.
func NewFeed(f *core.Frame, accounts Accounts, known FeedCredentials) *Feed {
	return &Feed{f, accounts, known}
}

// Protocol returns the feed's routes and fault target.
func (f *Feed) Protocol() core.Protocol {
	return core.Protocol{
		Name: "feed",
		Targets: []core.Target{
			{Name: feedTarget, Op: func(string, string) string { return core.OpCheck }, Callbacks: feedModes},
		},
		Routes: []core.Route{
			core.Handle("GET /feed/accounts/{bank}/{number}/lines", f.feedLines),
			core.Control(f.Frame, "POST /sandbox/bank/feed", f.handleFeedSwitch),
		},
	}
}

// statementLine is a line of an account's statement.
type statementLine struct {
	ID, Kind, Reverses string
	At                 time.Time
	seq                int64
	of                 Transfer
}

// addLine enters a line into the statement of the account that a transfer went to, or applies a fault to it.
func (f *Feed) addLine(ctx context.Context, tx *sql.Tx, t Transfer, line statementLine) error {
	insert := `INSERT INTO bank_line (id, bank, account, transfer, kind, reverses, at) VALUES ($1, $2, $3, $4, $5, $6, $7)`
	if _, err := tx.ExecContext(ctx, insert,
		line.ID, t.To.Bank, t.To.Account, t.Ref, line.Kind, line.Reverses, clock.MicrosOf(line.At)); err != nil {
		return err
	}
	fault := f.Faults.Callback(feedTarget, false)
	if fault.Mode == core.ModeLost {
		return nil
	}
	if fault.Mode == core.ModeLate || fault.Mode == core.ModeDuplicate {
		// The delay is real time, as for all faults.
		late := `INSERT INTO bank_late (line, due_at) VALUES ($1, $2)`
		if _, err := tx.ExecContext(ctx, late, line.ID, clock.MicrosOf(time.Now().Add(fault.Delay))); err != nil {
			return err
		}
	}
	if fault.Mode == core.ModeLate {
		return nil
	}
	return publish(ctx, tx, line.ID)
}

// publish puts a line at the end of the feed.
func publish(ctx context.Context, tx *sql.Tx, line string) error {
	_, err := tx.ExecContext(ctx,
		`INSERT INTO bank_told (line, bank, account) SELECT id, bank, account FROM bank_line WHERE id = $1`, line)
	return err
}

// publishLate publishes the late lines that are due.
func (f *Feed) publishLate(ctx context.Context) error {
	var due int
	err := f.DB.QueryRowContext(ctx, `SELECT count(*) FROM bank_late WHERE due_at <= $1`, clock.MicrosOf(time.Now())).Scan(&due)
	if err != nil || due == 0 {
		return err
	}
	return f.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		now := clock.MicrosOf(time.Now())
		lines, err := core.Collect(ctx, tx, func(row core.Row) (line string, err error) {
			err = row.Scan(&line)
			return line, err
		}, `SELECT line FROM bank_late WHERE due_at <= $1 ORDER BY due_at, id`, now)
		if err != nil {
			return err
		}
		for _, line := range lines {
			if err := publish(ctx, tx, line); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM bank_late WHERE due_at <= $1`, now)
		return err
	})
}

// feedLines answers with the lines of one of the customer's accounts after a cursor.
func (f *Feed) feedLines(w http.ResponseWriter, r *http.Request) {
	known := f.known
	path := strings.TrimPrefix(r.URL.RequestURI(), "/feed")
	if !core.SecretsEqual(r.Header.Get(wire.HeaderKey), known.Key) ||
		!wire.Verify(known.Secret, r.Header.Get(wire.HeaderSignature), r.Header.Get(wire.HeaderTimestamp), f.Now(), r.Method, path) {
		f.Answer(w, feedRefusal(http.StatusUnauthorized, wire.CodeBadSignature))
		return
	}
	account, ours := f.feedAccount(r.PathValue("bank"), r.PathValue("number"))
	after, limit, err := feedQuestion(r)
	f.Serve(w, r, core.Call{
		Target: feedTarget, Op: core.OpCheck, Ref: r.PathValue("number"),
		Refuse: feedRefusal(http.StatusForbidden, wire.CodeForbidden), NotFound: feedRefusal(http.StatusNotFound, wire.CodeNoAccount),
		Apply: func(ctx context.Context) core.Reply {
			switch {
			case !ours:
				return feedRefusal(http.StatusNotFound, wire.CodeNoAccount)
			case err != nil:
				return feedRefusal(http.StatusBadRequest, wire.CodeBadRequest)
			}
			page, err := f.feedPage(ctx, account, after, limit)
			if err != nil {
				return f.Broken("feed", err)
			}
			return core.OK(page)
		},
	})
}

// feedAccount returns the wallet's account by its bank's three digits.
func (f *Feed) feedAccount(digits, number string) (Account, bool) {
	for _, a := range f.accounts {
		if thaibank.Digits[a.Bank] == digits && a.Number == number {
			return a, true
		}
	}
	return Account{}, false
}

func feedQuestion(r *http.Request) (after int64, limit int, err error) {
	limit = wire.MaxLines
	query := r.URL.Query()
	if text := query.Get(wire.QueryLimit); text != "" {
		if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > wire.MaxLines {
			return 0, 0, core.ErrDecimal
		}
	}
	if text := query.Get(wire.QueryAfter); text != "" {
		after, err = strconv.ParseInt(strings.TrimPrefix(text, "L"), 10, 64)
		if err != nil || after <= 0 || !strings.HasPrefix(text, "L") {
			return 0, 0, core.ErrDecimal
		}
	}
	return after, limit, nil
}

// cursor writes the position of a line in the feed.
func cursor(seq int64) string {
	if seq == 0 {
		return ""
	}
	return "L" + strconv.FormatInt(seq, 10)
}

func (f *Feed) feedPage(ctx context.Context, account Account, after int64, limit int) (wire.Page, error) {
	page := wire.Page{
		Account: wire.Account{Bank: thaibank.Digits[account.Bank], Number: account.Number},
		Lines:   []wire.Line{}, Next: cursor(after),
	}
	if err := f.publishLate(ctx); err != nil {
		return page, err
	}
	last, err := f.lastPublished(ctx)
	if err != nil {
		return page, err
	}
	lines, err := core.Collect(ctx, f.DB, scanLine, `SELECT n.seq, l.id, l.kind, l.reverses, l.at,
		t.ref, t.from_bank, t.from_account, t.from_name, t.amount
		FROM bank_told n JOIN bank_line l ON l.id = n.line JOIN bank_transfer t ON t.ref = l.transfer
		WHERE n.bank = $1 AND n.account = $2 AND n.seq > $3 AND n.seq <= $4 ORDER BY n.seq LIMIT $5`,
		account.Bank, account.Number, after, last, limit+1)
	if err != nil {
		return page, err
	}
	if page.More = len(lines) > limit; page.More {
		lines = lines[:limit]
	}
	for _, line := range lines {
		page.Lines = append(page.Lines, line.wire())
		page.Next = cursor(line.seq)
	}
	return page, nil
}

func scanLine(row core.Row) (l statementLine, err error) {
	var at clock.Micros
	err = row.Scan(&l.seq, &l.ID, &l.Kind, &l.Reverses, &at,
		&l.of.Ref, &l.of.From.Bank, &l.of.From.Account, &l.of.From.Name, &l.of.Amount)
	l.At = at.Time()
	return l, err
}

func (l statementLine) wire() wire.Line {
	return wire.Line{
		ID: l.ID, Kind: map[string]string{lineCredit: wire.KindCredit, lineReversal: wire.KindReversal}[l.Kind],
		Time:   l.At.In(clock.Bangkok).Format(time.RFC3339Nano),
		Amount: core.FormatDecimal(l.of.Amount, core.BahtPlaces, core.BahtPlaces),
		Bank:   thaibank.Digits[l.of.From.Bank], Reference: l.of.Ref, Reverses: l.Reverses,
		Payer: &wire.Payer{
			Bank: thaibank.Digits[l.of.From.Bank], Account: thaibank.TailAccount(l.of.From.Account),
			Name: thaibank.MaskName(l.of.From.Name),
		},
	}
}

func feedRefusal(status int, code string) core.Reply {
	text := map[string]string{
		wire.CodeBadRequest:   "a parameter is malformed",
		wire.CodeBadSignature: "key, timestamp or signature is wrong",
		wire.CodeForbidden:    "the bank refuses this customer for now",
		wire.CodeNoAccount:    "not an account of this customer",
	}[code]
	return core.Reply{Status: status, Body: wire.Refusal{Code: code, Message: text}}
}

// lastPublished is the last line that the feed may show: all of them while it is on.
func (f *Feed) lastPublished(ctx context.Context) (int64, error) {
	var value string
	err := f.DB.QueryRowContext(ctx, `SELECT value FROM setting WHERE name = $1`, feedOff).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return 1<<63 - 1, nil
	}
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(value, 10, 64)
}

// feedOn reports whether the feed publishes new lines.
func (f *Feed) feedOn(ctx context.Context) (bool, error) {
	last, err := f.lastPublished(ctx)
	return last == 1<<63-1, err
}

// setFeed switches whether the feed publishes new lines. Nothing is lost while it is off.
func (f *Feed) setFeed(ctx context.Context, on bool) error {
	return f.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if on {
			_, err := tx.ExecContext(ctx, `DELETE FROM setting WHERE name = $1`, feedOff)
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO setting (name, value)
			SELECT $1, CAST(coalesce(max(seq), 0) AS TEXT) FROM bank_told WHERE TRUE
			ON CONFLICT (name) DO NOTHING`, feedOff)
		return err
	})
}

// handleFeedSwitch is POST /sandbox/bank/feed {on}: while it is off, the feed publishes no new lines.
func (f *Feed) handleFeedSwitch(r *http.Request, in core.Switch) core.Reply {
	if in.On == nil {
		return core.No(http.StatusBadRequest, "on is true or false")
	}
	if err := f.setFeed(r.Context(), *in.On); err != nil {
		return f.Broken("feed", err)
	}
	return core.OK(in)
}
