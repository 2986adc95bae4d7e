package provider

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"krapao/game"
)

// accountsAtOnce is how many accounts one page of a pass has: each is a question of its own.
const accountsAtOnce = 10

// Pass is a place in a list of accounts whose counters are asked for one by one.
type Pass struct {
	asked int // accounts that were asked about
	told  int // those of them that the provider answered for
}

// Total asks for an account's counter; nil where the provider answered and has none. An error that is game.ErrRefused says
// that it does not want to tell about this account.
type Total func(player game.Player) (*game.Played, error)

// PassOf reads a place; an empty text is the beginning.
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
		return Pass{}, fmt.Errorf("provider: %q is no place among %d accounts", text, accounts)
	}
	return p, nil
}

func (p Pass) String() string { return strconv.Itoa(p.asked) + "/" + strconv.Itoa(p.told) }

// Next asks for the counters of the next accounts; more tells that others follow. An account that the provider does not
// want to tell about holds up no other, but a pass in which it told about none has failed.
func (p Pass) Next(q game.ReportQuery, total Total) (rows []game.Played, next Pass, more bool, err error) {
	end := min(p.asked+min(max(q.Limit, 1), accountsAtOnce), len(q.Players))
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
