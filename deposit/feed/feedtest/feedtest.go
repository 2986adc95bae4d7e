// Package feedtest is the conformance suite of statement feeds, whatever their protocol. It runs against an adapter
// and the other end of its protocol, over HTTP, with everything that can fail on the way.
package feedtest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"krapao/deposit"
	"krapao/deposit/feed"
	"krapao/internal/testkit/bubble"
	"krapao/money"
)

// Bench is one adapter and the means to control the outside.
type Bench struct {
	Feed feed.Feed
	// Timeout is the adapter's limit for one call. Page is the number of lines that it asks for at once, less than 10.
	Timeout time.Duration
	Page    int
	// Account is the number of the feed's account. Other is one of ours at another bank, without a feed.
	Account, Other string
	// Credit makes money arrive and returns the sending bank's reference. An empty To is Account.
	Credit func(Credit) (reference string)
	// Reverse takes it back.
	Reverse func(reference string)
	// Switch switches whether the bank reports new lines.
	Switch func(on bool)
	// Fault sets one fault of an answer, or of the next line: a mode of SANDBOX.md.
	Fault func(mode string, delay time.Duration)
	// Secrets must not be in any error text. The bank's address is one of them.
	Secrets []string
}

// Credit is money that comes in.
type Credit struct {
	From   deposit.Payer
	To     string
	Amount money.Amount
	At     time.Time
}

// Run runs the suite. Each test runs in a bubble of testing/synctest, so that its waits are virtual, exact and free.
// open makes a new bench, with an empty statement, for each test inside its bubble. Nothing in it may wait for a
// socket or a process.
func Run(t *testing.T, open func(t *testing.T) Bench) {
	t.Helper()
	bubble.Each(t, open, map[string]func(t *testing.T, b Bench){
		"AnEmptyStatement":                empty,
		"ALineIsToldWhole":                whole,
		"EveryLineOnceOldestFirst":        pages,
		"TheSameCursorGivesTheSameLines":  same,
		"AReversalNamesTheLine":           reversal,
		"ALateLineStandsBehindEachCursor": late,
		"ALineToldTwiceIsTheSameLine":     twice,
		"WhatWasOffIsToldLater":           off,
		"WhatIsNotAnAnswerIsAnError":      faults,
		"AStrangersAccountIsNotRead":      stranger,
		"TheCallersDeadlineIsKept":        deadline,
		"ConcurrentCallsDoNotMixAnswers":  concurrent,
	})
}

func payer() deposit.Payer {
	return deposit.Payer{BankCode: "KBANK", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"}
}

func (b Bench) credit(amount money.Amount) string {
	return b.Credit(Credit{From: payer(), Amount: amount})
}

func (b Bench) page(t *testing.T, after string) feed.Page {
	t.Helper()
	page, err := b.Feed.Lines(t.Context(), b.Account, after)
	if err != nil {
		t.Fatalf("lines after %q: %v", after, err)
	}
	return page
}

// rest reads on until there is no more, and returns the last cursor.
func (b Bench) rest(t *testing.T, after string) (lines []feed.Line, next string) {
	t.Helper()
	for {
		page := b.page(t, after)
		if len(page.Lines) > b.Page {
			t.Fatalf("%d lines in a page of %d", len(page.Lines), b.Page)
		}
		lines = append(lines, page.Lines...)
		if page.Next == "" && (len(lines) > 0 || after != "") {
			t.Fatal("no cursor after lines")
		}
		after = page.Next
		if !page.More {
			return lines, after
		}
	}
}

func ids(lines []feed.Line) []string {
	list := make([]string, 0, len(lines))
	for _, l := range lines {
		list = append(list, l.ID)
	}
	return list
}

func empty(t *testing.T, b Bench) {
	if page := b.page(t, ""); len(page.Lines) != 0 || page.More {
		t.Errorf("nothing came, and it is told %+v", page)
	}
}

func whole(t *testing.T, b Bench) {
	at := time.Now().Add(-5 * time.Minute).Truncate(time.Second)
	reference := b.Credit(Credit{From: payer(), Amount: 1_234_56, At: at})
	lines, _ := b.rest(t, "")
	if len(lines) != 1 {
		t.Fatalf("one line is %+v", lines)
	}
	l := lines[0]
	if l.ID == "" || l.Amount != 1_234_56 || l.Reverses != "" || !l.At.Equal(at) || l.At.Location() != time.UTC {
		t.Errorf("told %+v, made at %s", l, at.UTC())
	}
	if !slices.Contains(l.Also, deposit.Identifier{Kind: "bank:004", Value: reference}) {
		t.Errorf("the bank's reference %q is not among %+v", reference, l.Also)
	}
	masked := strings.TrimLeft(l.Payer.AccountNo, "x")
	if l.Payer.BankCode != "KBANK" || len(masked) < 4 || strings.Trim(masked, "0123456789") != "" ||
		!strings.HasSuffix(payer().AccountNo, masked) {
		t.Errorf("the payer is %+v", l.Payer)
	}
	if !strings.HasPrefix(l.Payer.Name, "SOMCHAI") {
		t.Errorf("the payer's name is %q", l.Payer.Name)
	}
}

func pages(t *testing.T, b Bench) {
	var want []money.Amount
	for i := range 2*b.Page + 1 {
		amount := money.Amount(1000 + i)
		b.credit(amount)
		want = append(want, amount)
	}
	lines, next := b.rest(t, "")
	var got []money.Amount
	seen := map[string]bool{}
	for _, l := range lines {
		got = append(got, l.Amount)
		if seen[l.ID] {
			t.Errorf("line %s twice", l.ID)
		}
		seen[l.ID] = true
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-came +told)\n%s", diff)
	}
	if page := b.page(t, next); len(page.Lines) != 0 || page.Next != next || page.More {
		t.Errorf("after the last line: %+v", page)
	}
	b.credit(77_00)
	if more, _ := b.rest(t, next); len(more) != 1 || more[0].Amount != 77_00 {
		t.Errorf("what came then is told as %+v", more)
	}
}

func same(t *testing.T, b Bench) {
	for i := range b.Page + 1 {
		b.credit(money.Amount(100 + i))
	}
	first := b.page(t, "")
	b.credit(50_00)
	b.Credit(Credit{From: payer(), Amount: 60_00, At: time.Now().Add(-time.Hour)})
	if diff := cmp.Diff(first, b.page(t, "")); diff != "" {
		t.Errorf("the first page changed:\n%s", diff)
	}
	if lines, _ := b.rest(t, first.Next); len(lines) != 3 {
		t.Errorf("after it: %+v", lines)
	}
}

func reversal(t *testing.T, b Bench) {
	first := b.credit(100_00)
	b.credit(200_00)
	before, next := b.rest(t, "")
	b.Reverse(first)
	b.Reverse(first) // again is nothing
	lines, _ := b.rest(t, next)
	if len(lines) != 1 {
		t.Fatalf("one reversal is %+v", lines)
	}
	l := lines[0]
	if l.Reverses != before[0].ID || l.Amount != 100_00 || l.ID == before[0].ID || l.ID == "" {
		t.Errorf("the reversal of %+v is %+v", before[0], l)
	}
	if len(l.Also) != 0 {
		t.Errorf("it claims the transfer's own reference: %+v", l.Also)
	}
}

func late(t *testing.T, b Bench) {
	b.credit(10_00)
	_, cursor := b.rest(t, "")
	const after = 2 * time.Second
	b.Fault("late_callback", after)
	b.Credit(Credit{From: payer(), Amount: 20_00, At: time.Now().Add(-time.Hour)})
	b.credit(30_00)
	now, next := b.rest(t, cursor)
	if len(now) != 1 || now[0].Amount != 30_00 {
		t.Fatalf("before the late line: %+v", now)
	}
	bubble.Pass(after)
	then, _ := b.rest(t, next)
	if len(then) != 1 || then[0].Amount != 20_00 || !then[0].At.Before(now[0].At) {
		t.Errorf("the late line is told as %+v", then)
	}
	if all, _ := b.rest(t, cursor); len(all) != 2 {
		t.Errorf("from the older cursor: %+v", all)
	}
}

func twice(t *testing.T, b Bench) {
	b.Fault("duplicate_callback", time.Millisecond)
	b.credit(10_00)
	b.credit(20_00)
	bubble.Pass(time.Millisecond)
	lines, _ := b.rest(t, "")
	list := ids(lines)
	slices.Sort(list)
	if len(lines) != 3 || len(slices.Compact(list)) != 2 {
		t.Errorf("two lines, one told twice: %v", ids(lines))
	}
}
