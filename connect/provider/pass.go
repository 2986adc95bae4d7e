package provider

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"krapao/game"
)

// accountsPerPage is how many accounts one page of a pass has: each needs a call of its own.
const accountsPerPage = 10

// Pass is a position in a list of accounts whose counters are requested one by one.
type Pass struct {
	asked int // accounts that are done
	told  int // those of them for which the provider answered
}

// Total requests an account's counter; nil where the provider answered that there is none. game.ErrRefused says that
// the provider refuses to report this account.
type Total func(player game.Player) (*game.Played, error)

// PassOf reads a position; an empty text is the beginning.
func PassOf(text string, accounts int) (Pass, error) {
	var p Pass
	if text == "" {
		return p, nil
	}
	asked, told, _ := strings.Cut(text, "/")
	var err1, err2 error
	p.asked, err1 = strconv.Atoi(asked)
	p.told, err2 = strconv.Atoi(told)
	if errors.Join(err1, err2) != nil || p.told < 0 || p.told > p.asked || p.asked > accounts {
		return Pass{}, fmt.Errorf("provider: %q is not a position among %d accounts", text, accounts)
	}
	return p, nil
}

func (p Pass) String() string { return strconv.Itoa(p.asked) + "/" + strconv.Itoa(p.told) }

// Next requests the counters of the next accounts; more reports whether others follow. A refusal for one account delays
// no other, but a pass in which all were refused has failed.
func (p Pass) Next(q game.ReportQuery, total Total) (rows []game.Played, next Pass, more bool, err error) {
	end := min(p.asked+min(max(q.Limit, 1), accountsPerPage), len(q.Players))
	next = Pass{asked: end, told: p.told}
	var refused error
	for _, player := range q.Players[p.asked:end] {
		row, err := total(player)
		switch {
		case errors.Is(err, game.ErrRefused):
			refused = err
			continue
		case err != nil:
			return nil, p, false, err
		}
		next.told++
		if row != nil {
			rows = append(rows, *row)
		}
	}
	more = end < len(q.Players)
	if refused != nil && next.told == 0 && !more {
		return nil, p, false, refused
	}
	return rows, next, more, nil
}
