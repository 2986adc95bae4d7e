package quarantine

import "fmt"

// InvalidError says what is wrong with a list. Nothing of it is taken.
type InvalidError struct {
	Line int
	Why  Invalid
	// Value is what is wrong, or missing; empty where the code says it all.
	Value string
}

// Invalid is the code of what is wrong with a list. The console has words for each, in its languages.
type Invalid string

// What is wrong with a list, or with one of its lines.
const (
	// NoHead: it has no line with the names of its columns. OtherColumn: one is not known, or there twice. NoColumn: one is missing.
	NoHead      Invalid = "no_head"
	OtherColumn Invalid = "other_column"
	NoColumn    Invalid = "no_column"
	// Cells: a line has another number of them, or a quote that does not end.
	Cells Invalid = "cells"
	// TooLong: it has more lines than the value.
	TooLong Invalid = "too_long"
	// SameID: a line before has the same id.
	SameID    Invalid = "same_id"
	NoID      Invalid = "no_id"
	NoAccount Invalid = "no_account"
	// BadTime, BadAmount and BadCredits: the value is none.
	BadTime    Invalid = "bad_time"
	BadAmount  Invalid = "bad_amount"
	BadCredits Invalid = "bad_credits"
)

// invalids are the codes in English, for the shell and the log.
var invalids = map[Invalid]string{
	NoHead:      "it has no line with the names of its columns",
	OtherColumn: "no such column is known, or it is there twice",
	NoColumn:    "a column is missing",
	Cells:       "it has another number of cells, or a quote that does not end",
	TooLong:     "a list has no more lines than this; import it in parts",
	SameID:      "this id was there before",
	NoID:        "it has no id",
	NoAccount:   "it has no account",
	BadTime:     "it is no time like 2026-11-20T10:00:00+07:00",
	BadAmount:   "it is no amount of baht above 0",
	BadCredits:  "it is no number of credits, positive into the game and negative out of it",
}

func (e InvalidError) Error() string {
	text := fmt.Sprintf("line %d of the list: %s", e.Line, invalids[e.Why])
	if e.Value != "" {
		text += fmt.Sprintf(": %q", e.Value)
	}
	return text
}
