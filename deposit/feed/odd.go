package feed

import (
	"maps"
	"slices"
)

// Odd is the code of what is wrong with a line of a statement, or with a whole answer of the bank: why it can't be booked. It is
// stored, so it keeps its meaning for ever. A text that is no code was stored by a version before.
type Odd string

// What is wrong with a line.
const (
	// LineUnread: it is not a line of the protocol, as far as it can be read.
	LineUnread Odd = "line_unread"
	// LineNumber, LineAmount, LineTime and LineReference: there is none, or none that can be one.
	LineNumber    Odd = "line_number"
	LineAmount    Odd = "line_amount"
	LineTime      Odd = "line_time"
	LineReference Odd = "line_reference"
	// LineKind: it is neither a credit nor a reversal.
	LineKind Odd = "line_kind"
	// LineReversal: it is a reversal of no line, or a credit that reverses one.
	LineReversal Odd = "line_reversal"
	// LineEarly and LineAhead: its time is years ago, or days ahead.
	LineEarly Odd = "line_early"
	LineAhead Odd = "line_ahead"
	// LineBeforeSource: it is reported now, but from a time when the statement was not the account's source of truth.
	LineBeforeSource Odd = "line_before_source"
	// LineTwice: another line with another amount has the same number.
	LineTwice Odd = "line_twice"
)

// What is wrong with an answer that is not a page.
const (
	// PageStatus: its HTTP status is none of a page.
	PageStatus Odd = "page_status"
	// PageObject: it is no JSON object. PageCut: it ends too early, or is not JSON from some place on.
	PageObject   Odd = "page_object"
	PageCut      Odd = "page_cut"
	PageFollowed Odd = "page_followed"
	// PageFieldTwice and PageFieldType: a field is there twice, or has another type.
	PageFieldTwice Odd = "page_field_twice"
	PageFieldType  Odd = "page_field_type"
	// PageNobodys: it does not say whose lines these are. PageOthers: it is about another account.
	PageNobodys Odd = "page_nobodys"
	PageOthers  Odd = "page_others"
	PageList    Odd = "page_list"
	// PageCursor: it does not say where to continue. PageSameCursor: there it would be the first or the requested page again.
	PageCursor     Odd = "page_cursor"
	PageSameCursor Odd = "page_same_cursor"
)

// english are the words of all codes. The console has its own, in its languages.
var english = map[Odd]string{
	LineUnread:       "it is not a line of the protocol",
	LineNumber:       "it has no valid number",
	LineAmount:       "it has no valid amount",
	LineTime:         "its time can't be read",
	LineReference:    "it has an invalid reference",
	LineKind:         "it is of another kind than credit and reversal",
	LineReversal:     "it is a reversal of no line, or a credit that reverses one",
	LineEarly:        "its time is far too early",
	LineAhead:        "its time is in the future",
	LineBeforeSource: "reported now, but from a time when the statement was not the account's source of truth",
	LineTwice:        "another line with another amount has the same number",

	PageStatus:     "its HTTP status is none of a page",
	PageObject:     "it is no JSON object",
	PageCut:        "it is cut off, or is not JSON from some place on",
	PageFollowed:   "something follows it",
	PageFieldTwice: "it has a field twice",
	PageFieldType:  "a field is of another type",
	PageNobodys:    "it does not say whose lines these are",
	PageOthers:     "it is about another account",
	PageList:       "it has no list of lines",
	PageCursor:     "it does not say where to continue",
	PageSameCursor: "its next cursor is the first or the requested one",
}

// Odds returns all codes, by name.
func Odds() []Odd { return slices.Sorted(maps.Keys(english)) }

// Known reports whether it is a code, and no text of a version before.
func (o Odd) Known() bool { return english[o] != "" }

// English returns its words, for the shell and the log.
func (o Odd) English() string {
	if o.Known() {
		return english[o]
	}
	return string(o)
}
