package quarantine

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"krapao/money"
)

// Row is a payment that a bank or a gateway lists, or a movement that a provider does.
type Row struct {
	// ID is its own number of the payment, unique for ever within the account, and the same as it tells by itself.
	ID string    `json:"id"`
	At time.Time `json:"at"`
	// Amount is baht; of a movement, positive into the game. Credits are what its provider lists.
	Amount  money.Amount  `json:"amount"`
	Credits money.Credits `json:"credits,omitempty"`
	// Reference is the sending bank's (a statement), or that of our code (a gateway).
	Reference string `json:"reference,omitempty"`
	// Bank, Account and Name are the payer's, as far as they are shown. Of a movement, Account is the user name at the provider.
	Bank    string `json:"bank,omitempty"`
	Account string `json:"account,omitempty"`
	Name    string `json:"name,omitempty"`
	// Reverses is the ID of the payment that this one takes back.
	Reverses string `json:"reverses,omitempty"`
	// Also are other numbers of the payment, as the outside itself gives them.
	Also []Identifier `json:"also,omitempty"`
	// Again: the list has another movement of the same reference before this one.
	Again bool `json:"again,omitempty"`
}

// mostRows is how many rows a list may have.
const mostRows = 5_000

// Identifier is another number of a payment, and whose.
type Identifier struct{ Kind, Value string }

// form is what a kind of list consists of.
type form struct {
	// columns are those that it may have. It must have the first needs.
	columns []string
	needs   int
}

// The forms of lists: payments of a bank or a gateway in baht, and movements of a provider in its credits.
var (
	payments  = form{[]string{"id", "time", "amount", "reference", "bank", "account", "name", "reverses"}, 3}
	movements = form{[]string{"id", "time", "credits", "account", "reference"}, 4}
)

func formOf(system string) form {
	if strings.HasPrefix(system, "provider:") {
		return movements
	}
	return payments
}

// ReadCSV reads a list of a system: a line with the names of its columns, then a line per payment or movement. Times are
// RFC 3339, amounts baht above 0. Credits are signed: positive into the game.
func ReadCSV(system, text string) ([]Row, error) {
	is := formOf(system)
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix([]byte(text), []byte("\ufeff"))))
	r.TrimLeadingSpace = true
	head, err := r.Read()
	if err != nil {
		return nil, InvalidError{Line: 1, Why: NoHead}
	}
	for n, name := range head {
		head[n] = strings.ToLower(strings.TrimSpace(name))
		if !slices.Contains(is.columns, head[n]) || slices.Contains(head[:n], head[n]) {
			return nil, InvalidError{1, OtherColumn, name}
		}
	}
	for _, name := range is.columns[:is.needs] {
		if !slices.Contains(head, name) {
			return nil, InvalidError{1, NoColumn, name}
		}
	}
	var rows []Row
	seen := map[string]bool{}
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if broken, is := errors.AsType[*csv.ParseError](err); is {
			return nil, InvalidError{Line: broken.StartLine, Why: Cells}
		}
		if err != nil {
			return nil, fmt.Errorf("quarantine: a list: %w", err)
		}
		line, _ := r.FieldPos(0)
		row, why, value := rowOf(head, cells)
		switch {
		case why == "" && seen[row.ID]:
			why, value = SameID, row.ID
		case why == "" && len(rows) == mostRows:
			why, value = TooLong, strconv.Itoa(mostRows)
		}
		if why != "" {
			return nil, InvalidError{line, why, value}
		}
		seen[row.ID] = true
		rows = append(rows, row)
	}
}

// rowOf reads one line; why is what is wrong with it, or with the value.
func rowOf(head, cells []string) (row Row, why Invalid, value string) {
	for n, name := range head {
		cell := strings.TrimSpace(cells[n])
		switch name {
		case "id":
			row.ID = cell
		case "time":
			at, err := time.Parse(time.RFC3339, cell)
			if err != nil {
				return row, BadTime, cell
			}
			row.At = at
		case "amount":
			amount, err := money.Parse(cell)
			if err != nil || amount <= 0 {
				return row, BadAmount, cell
			}
			row.Amount = amount
		case "credits":
			credits, err := money.ParseCredits(cell)
			if err != nil || credits == 0 {
				return row, BadCredits, cell
			}
			row.Credits = credits
		case "reference":
			row.Reference = cell
		case "bank":
			row.Bank = cell
		case "account":
			row.Account = cell
		case "name":
			row.Name = cell
		case "reverses":
			row.Reverses = cell
		}
	}
	if row.ID == "" {
		return row, NoID, ""
	}
	if row.Credits != 0 && row.Account == "" {
		return row, NoAccount, ""
	}
	return row, "", ""
}
