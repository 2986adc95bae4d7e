package joker

import (
	"context"
	"errors"
	"strings"
	"time"

	"krapao/connect/provider/joker/wire"
	"krapao/game"
	"krapao/money"
)

// The report lists settled rounds of all accounts in a span of whole minutes. It has no corrections: a round has one
// version.

const (
	// spanLength is the longest span of one request.
	spanLength = time.Hour
	// overlap is how much of a span the next one reads again, for rounds that are entered a little late.
	overlap = 2 * time.Minute
)

// span is what a request asks for: the minutes from start on and before end, beginning at a page's mark.
type span struct {
	start, end time.Time
	page       string
	// anew is when a mark was refused and the span was listed again from its beginning; a row that is reported twice
	// adds nothing.
	anew time.Time
}

// anewAfter is the minimum time between two such restarts of a span. A provider that accepts no mark at all therefore
// fails the report, so that it is noticed.
const anewAfter = 10 * time.Minute

// listedAnew begins the cursor of a restarted span, before the minute of its restart.
const listedAnew = "anew "

// cursor returns the text of a span: only its start while it has not been begun.
func (s span) cursor() string {
	start := s.start.In(wire.Zone).Format(wire.MinuteFormat)
	if s.page == "" && s.anew.IsZero() {
		return start
	}
	text := start + "|" + s.end.In(wire.Zone).Format(wire.MinuteFormat) + "|" + s.page
	if s.anew.IsZero() {
		return text
	}
	return listedAnew + s.anew.In(wire.Zone).Format(wire.MinuteFormat) + "|" + text
}

// Report implements game.Reporter.
func (p *Provider) Report(ctx context.Context, q game.ReportQuery) (game.ReportPage, error) {
	until := q.Until.Add(-p.config.ReportLag)
	s, err := spanOf(q, until)
	if err != nil {
		return game.ReportPage{}, err
	}
	if !s.start.Before(until) {
		return game.ReportPage{Next: q.Cursor}, nil // nothing is old enough yet
	}
	var reply struct {
		Data   *wire.RoundsData `json:"data"`
		NextID string           `json:"nextId"`
	}
	err = p.askOver(ctx, p.past, wire.Request{
		Method: wire.MethodRounds, NextID: s.page, Delay: wire.NoDelay,
		StartDate: s.start.In(wire.Zone).Format(wire.MinuteFormat), EndDate: s.end.In(wire.Zone).Format(wire.MinuteFormat),
	}, &reply)
	// The provider may have forgotten an old mark.
	if s.page != "" && q.Until.Sub(s.anew) > anewAfter && errors.Is(err, game.ErrRefused) {
		return game.ReportPage{Next: span{start: s.start, end: s.end, anew: q.Until}.cursor(), More: true}, nil
	}
	if err != nil {
		return game.ReportPage{}, err
	}
	if reply.Data == nil {
		return game.ReportPage{}, errDisagrees // it would be taken for an empty report
	}
	rows, err := played(*reply.Data)
	if err != nil {
		return game.ReportPage{}, err
	}
	next, more := s.after(reply.NextID, until)
	return game.ReportPage{Rows: rows, Next: next.cursor(), More: more}, nil
}

// spanOf reads a cursor; without one the report begins when the first account was opened.
func spanOf(q game.ReportQuery, until time.Time) (span, error) {
	if q.Cursor == "" {
		return spanFrom(q.Since.Truncate(time.Minute), until), nil
	}
	if text, again := strings.CutPrefix(q.Cursor, listedAnew); again {
		minute, rest, _ := strings.Cut(text, "|")
		s, err := begunSpan(rest)
		if err != nil {
			return span{}, err
		}
		if s.anew, err = time.ParseInLocation(wire.MinuteFormat, minute, wire.Zone); err != nil {
			return span{}, errCursor
		}
		return s, nil
	}
	if strings.Contains(q.Cursor, "|") {
		s, err := begunSpan(q.Cursor)
		if err == nil && s.page == "" {
			return span{}, errCursor
		}
		return s, err
	}
	from, err := time.ParseInLocation(wire.MinuteFormat, q.Cursor, wire.Zone)
	if err != nil {
		return span{}, errCursor
	}
	return spanFrom(from, until), nil
}

var errCursor = errors.New("joker: the report's cursor can't be read")

// begunSpan reads a start, an end and a page's mark.
func begunSpan(text string) (span, error) {
	start, rest, _ := strings.Cut(text, "|")
	end, page, marked := strings.Cut(rest, "|")
	from, err1 := time.ParseInLocation(wire.MinuteFormat, start, wire.Zone)
	to, err2 := time.ParseInLocation(wire.MinuteFormat, end, wire.Zone)
	if errors.Join(err1, err2) != nil || !marked {
		return span{}, errCursor
	}
	return span{start: from, end: to, page: page}, nil
}

// spanFrom ends with the minute of until: a round of that very minute is listed now, and again later.
func spanFrom(start, until time.Time) span {
	end := until.Truncate(time.Minute).Add(time.Minute)
	if longest := start.Add(spanLength); longest.Before(end) {
		end = longest
	}
	return span{start: start, end: end}
}

// after returns the next request, and whether there is more to read now. A new span begins a little before the end of
// what was read.
func (s span) after(page string, until time.Time) (next span, more bool) {
	if page != "" {
		return span{start: s.start, end: s.end, page: page, anew: s.anew}, true
	}
	read := s.end
	if until.Before(read) {
		read = until
	}
	return span{start: read.Add(-overlap).Truncate(time.Minute)}, s.end.Before(until)
}

// played reads the rows of an answer. A jackpot's or a competition's payment is not turnover.
func played(data wire.RoundsData) ([]game.Played, error) {
	var rows []game.Played
	for _, kind := range []struct {
		prefix string // keeps the rows of different lists apart
		play   bool
		list   []wire.Round
	}{{"", true, data.Game}, {"jackpot:", false, data.Jackpot}, {"competition:", false, data.Competition}} {
		for _, r := range kind.list {
			bet, err1 := money.ParseCredits(r.Amount.String())
			result, err2 := money.ParseCredits(r.Result.String())
			if errors.Join(err1, err2) != nil || r.OCode == "" || r.Time.IsZero() {
				return nil, errDisagrees
			}
			row := game.Played{
				Round: kind.prefix + r.OCode, Version: 1, Username: strings.ToLower(r.Username),
				BetAt: r.Time.Time, SettledAt: r.Time.Time, Net: result - bet,
			}
			if kind.play {
				row.Count, row.Turnover = 1, bet
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}
