package games

import (
	"cmp"
	"slices"
	"strings"
	"testing"
)

// The averages that the lobby shows, computed by hand.
func TestAverageReturn(t *testing.T) {
	t.Parallel()
	for play, want := range map[string]int64{
		// 0.4^3*4 + 0.25^3*10 + 0.2^3*20 + 0.1^3*100 + 0.05^3*1000 + 3*0.4^2*0.6*0.5
		PlaySlot:  941_250,
		PlayGoal:  946_666,
		PlayDraw:  920_000,
		PlayCards: 976_470, // (24 * 1.95 + 3) / 51
	} {
		if got := averageReturn(play); got != want {
			t.Errorf("%s: %d, want %d", play, got, want)
		}
	}
}

// A draw can't be influenced, and pays what it shows.
func TestDraw(t *testing.T) {
	t.Parallel()
	stops := map[string]symbol{}
	for _, one := range reel {
		stops[one.Name] = one
	}
	for range 300 {
		shown, pays, possible := draw(PlaySlot, "anything")
		if !possible || len(shown) != 3 || pays != slotPays(stops[shown[0]], stops[shown[1]], stops[shown[2]]) {
			t.Fatalf("slot: %v pays %d", shown, pays)
		}
		shown, pays, possible = draw(PlayGoal, "left")
		if !possible || (pays == goalPay) == (shown[1] == "left") {
			t.Fatalf("sport: %v pays %d", shown, pays)
		}
		shown, pays, possible = draw(PlayDraw, "07")
		if !possible || (pays == digitsPay) != (shown[1] == "07") || len(shown[1]) != 2 {
			t.Fatalf("lotto: %v pays %d", shown, pays)
		}
		shown, pays, possible = draw(PlayCards, "anything")
		rank := func(card string) int { return slices.Index(ranks, strings.TrimRight(card, strings.Join(suits, ""))) }
		want := map[int]int64{1: higherPay, 0: tiePay, -1: 0}[cmp.Compare(rank(shown[0]), rank(shown[1]))]
		if !possible || shown[0] == shown[1] || rank(shown[0]) < 0 || rank(shown[1]) < 0 || pays != want {
			t.Fatalf("cards: %v pays %d", shown, pays)
		}
	}
	for play, picks := range map[string][]string{PlayGoal: {"", "up"}, PlayDraw: {"", "7", "100", "-1", "+1", "ab"}} {
		for _, pick := range picks {
			if _, _, possible := draw(play, pick); possible {
				t.Errorf("%s accepted %q", play, pick)
			}
		}
	}
}

// The average return of high card, over all 52 times 51 deals, is the one on the page.
func TestCardsReturn(t *testing.T) {
	t.Parallel()
	var paid, deals int64
	for player := range 52 {
		for dealer := range 52 {
			if player != dealer {
				paid += cardsPay(player, dealer)
				deals++
			}
		}
	}
	if deals != 52*51 || paid*100/deals != averageReturn(PlayCards) {
		t.Errorf("%d deals return %d", deals, paid*100/deals)
	}
}
