package games

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"krapao/internal/clock"
	"krapao/sandbox/core"
)

// symbol is one picture on a reel: the number of the reel's stops that show it, and what three of it pay, in stakes.
type symbol struct {
	Name  string
	Stops int64
	Pays  int64 // ten-thousandths
}

// reel is each of the three reels; they stop independently and without bias.
var reel = []symbol{
	{"coin", 8, 4 * 10_000},
	{"lotus", 5, 10 * 10_000},
	{"star", 4, 20 * 10_000},
	{"gem", 2, 100 * 10_000},
	{"seven", 1, 1000 * 10_000},
}

// The games' payments, in ten-thousandths of the stake. The page shows them, and the average return.
const (
	twoCoinsPay = 5_000       // exactly two coins
	goalPay     = 14_200      // the keeper dived elsewhere: two of three times
	digitsPay   = 92 * 10_000 // both digits: one of a hundred times
	higherPay   = 19_500      // the player's card is higher: 24 of 51 times
	tiePay      = 10_000      // both are of one rank: the stake returns, 3 of 51 times
)

// openFor is how long an open bet of the lobby runs until it is settled.
const openFor = 3 * time.Second

// The deck of high card: 52 cards, the ace is the highest.
var (
	ranks = []string{"2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"}
	suits = []string{"♠", "♥", "♦", "♣"}
)

// corners are the targets of a penalty, and of the keeper's dive.
var corners = []string{"left", "middle", "right"}

// draw plays a game. It returns what is shown, and the payment in ten-thousandths of the stake; possible is false for
// an invalid pick.
func draw(play, pick string) (shown []string, pays int64, possible bool) {
	switch play {
	case PlayGoal:
		keeper := corners[core.RandomBelow(int64(len(corners)))]
		if keeper != pick {
			pays = goalPay
		}
		return []string{pick, keeper}, pays, slices.Contains(corners, pick)
	case PlayCards:
		player, dealer := dealTwo()
		return []string{cardName(player), cardName(dealer)}, cardsPay(player, dealer), true
	case PlayDraw:
		drawn := core.RandomDigits(2)
		if drawn == pick {
			pays = digitsPay
		}
		_, err := strconv.ParseUint(pick, 10, 8)
		return []string{pick, drawn}, pays, err == nil && len(pick) == 2
	}
	stops := []symbol{spinReel(), spinReel(), spinReel()}
	return []string{stops[0].Name, stops[1].Name, stops[2].Name}, slotPays(stops[0], stops[1], stops[2]), true
}

// dealTwo deals the player's and the dealer's card from one shuffled deck: two of 0 to 51 that differ.
func dealTwo() (player, dealer int) {
	deck := len(ranks) * len(suits)
	player, dealer = int(core.RandomBelow(int64(deck))), int(core.RandomBelow(int64(deck-1)))
	if dealer >= player {
		dealer++
	}
	return player, dealer
}

func cardName(card int) string { return ranks[card%len(ranks)] + suits[card/len(ranks)] }

// cardsPay is the payment of two cards.
func cardsPay(player, dealer int) int64 {
	switch p, d := player%len(ranks), dealer%len(ranks); {
	case p > d:
		return higherPay
	case p == d:
		return tiePay
	}
	return 0
}

// spinReel stops one reel.
func spinReel() symbol {
	stop := core.RandomBelow(reelStops())
	for _, one := range reel {
		if stop < one.Stops {
			return one
		}
		stop -= one.Stops
	}
	panic("a reel has no such stop")
}

func reelStops() (n int64) {
	for _, one := range reel {
		n += one.Stops
	}
	return n
}

// slotPays is the payment of three symbols.
func slotPays(a, b, c symbol) int64 {
	if a == b && b == c {
		return a.Pays
	}
	coins := 0
	for _, one := range []symbol{a, b, c} {
		if one == reel[0] {
			coins++
		}
	}
	if coins == 2 {
		return twoCoinsPay
	}
	return 0
}

// averageReturn is a game's average return of a stake, in ten-thousandths of a percent, computed over all outcomes.
func averageReturn(play string) int64 {
	switch play {
	case PlayGoal:
		return goalPay * 2 * 100 / 3
	case PlayDraw:
		return digitsPay
	case PlayCards:
		// Of 51 cards that the dealer may have, 3 are of the player's rank; by symmetry half of the others are lower.
		return (24*higherPay + 3*tiePay) * 100 / 51
	}
	var sum int64
	for _, a := range reel {
		for _, b := range reel {
			for _, c := range reel {
				sum += a.Stops * b.Stops * c.Stops * slotPays(a, b, c)
			}
		}
	}
	stops := reelStops()
	return sum * 100 / (stops * stops * stops)
}

// settleStakes draws and settles the lobby's open bets that are due, and reports whether any are still open.
func (l *lobby) settleStakes(ctx context.Context) (open bool, err error) {
	due, err := core.Collect(ctx, l.DB, ScanRound, `SELECT `+RoundColumns+` FROM game_round
		WHERE state = 'running' AND due_at > 0 AND due_at <= $1 ORDER BY due_at LIMIT 100`, clock.MicrosOf(l.Now()))
	if err != nil {
		return false, err
	}
	for _, one := range due {
		game, known := ByCode(one.Game)
		if !known {
			continue
		}
		_, err := l.settle(ctx, one.Code, func(running Round) (int64, string, bool) {
			shown, pays, possible := draw(game.Play, running.Shown)
			return winOf(running.Bet, pays), strings.Join(shown, " "), !possible
		})
		if err != nil && !errors.Is(err, core.ErrNotFound) { // not found: the control API settled it first
			return false, err
		}
	}
	err = l.DB.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM game_round WHERE state = 'running' AND due_at > 0)`).Scan(&open)
	return open, err
}

// winOf is the win of a stake. Both factors are whole hundredths, so the product is whole ten-thousandths.
func winOf(bet, pays int64) int64 { return bet / MoveStep * pays / MoveStep }
