package games

import (
	"slices"

	"krapao/sandbox/page"
)

// Families of providers: the protocol of a game. Each is one package.
const (
	FamilyAMB       = "amb"
	FamilyJoker     = "joker"
	FamilyPG        = "pg"
	FamilyPragmatic = "pragmatic"
	FamilyBETFLIX   = "betflix"
	FamilyAMBLotto  = "amblotto"
	FamilySBO       = "sbo"
	FamilyGSC       = "gsc"
)

// Kinds of games: the category of a game for members, and the motif of its art.
const (
	KindSlot  = page.MotifSlot
	KindSport = page.MotifSport
	KindLotto = page.MotifLotto
)

// Plays: the game that a lobby plays.
const (
	PlaySlot  = "slot"  // three reels
	PlayGoal  = "goal"  // a penalty
	PlayDraw  = "draw"  // two digits
	PlayCards = "cards" // high card against a dealer
)

// Game is one game code of SPEC.md section 7, and its protocol.
type Game struct {
	Code, Name, Family, Kind, Play string
	// Product is the game's code at a family that serves many products to one operator (GSC); empty at the others.
	Product string
}

// games are all game codes. A provider without a public protocol gets the most similar family (docs/adapters.md).
var games = []Game{
	{Code: "pg", Name: "PG Slot", Family: FamilyPG, Kind: KindSlot, Play: PlaySlot},
	{Code: "betflix", Name: "Betflix", Family: FamilyBETFLIX, Kind: KindSlot, Play: PlaySlot},
	{Code: "askmebet", Name: "AskMeBet", Family: FamilyAMB, Kind: KindSport, Play: PlayGoal},
	{Code: "imi", Name: "IMI", Family: FamilyGSC, Kind: KindSport, Play: PlayCards, Product: "GE"},
	{Code: "usun", Name: "USUN", Family: FamilyGSC, Kind: KindSport, Play: PlayCards, Product: "DG"},
	{Code: "areaslot", Name: "Area Slot", Family: FamilyPragmatic, Kind: KindSlot, Play: PlaySlot},
	{Code: "circus", Name: "Circus", Family: FamilyAMB, Kind: KindSlot, Play: PlaySlot},
	{Code: "slotracha", Name: "Slot Racha", Family: FamilyJoker, Kind: KindSlot, Play: PlaySlot},
	{Code: "pgslot", Name: "PGSLOT", Family: FamilyAMB, Kind: KindSlot, Play: PlaySlot},
	{Code: "joker2", Name: "Joker 2", Family: FamilyJoker, Kind: KindSlot, Play: PlaySlot},
	{Code: "huayhd", Name: "Huay HD", Family: FamilyAMBLotto, Kind: KindLotto, Play: PlayDraw},
	{Code: "joker", Name: "Joker", Family: FamilyJoker, Kind: KindSlot, Play: PlaySlot},
	{Code: "slotxo", Name: "SlotXO", Family: FamilyGSC, Kind: KindSlot, Play: PlaySlot, Product: "XO"},
	{Code: "ufabet", Name: "UFABET", Family: FamilySBO, Kind: KindSport, Play: PlayGoal},
	{Code: "superslot", Name: "Super Slot", Family: FamilyJoker, Kind: KindSlot, Play: PlaySlot},
}

// testGames are games that no catalogue has: one of each family for the adapters' tests, and three of GSC because its
// products share an operator and a log.
var testGames = []Game{
	{Code: "tpg", Name: "Test PG", Family: FamilyPG, Kind: KindSlot, Play: PlaySlot},
	{Code: "tpragmatic", Name: "Test Pragmatic", Family: FamilyPragmatic, Kind: KindSlot, Play: PlaySlot},
	{Code: "tbetflix", Name: "Test BETFLIX", Family: FamilyBETFLIX, Kind: KindSlot, Play: PlaySlot},
	{Code: "tamblotto", Name: "Test AMB lotto", Family: FamilyAMBLotto, Kind: KindLotto, Play: PlayDraw},
	{Code: "tsbo", Name: "Test SBO", Family: FamilySBO, Kind: KindSport, Play: PlayGoal},
	{Code: "tgsc", Name: "Test GSC GE", Family: FamilyGSC, Kind: KindSport, Play: PlayCards, Product: "GE"},
	{Code: "tgsc2", Name: "Test GSC DG", Family: FamilyGSC, Kind: KindSport, Play: PlayCards, Product: "DG"},
	{Code: "tgsc3", Name: "Test GSC XO", Family: FamilyGSC, Kind: KindSlot, Play: PlaySlot, Product: "XO"},
}

// All returns all game codes that a catalogue may have, in the order of SPEC.md.
func All() []Game { return slices.Clone(games) }

// ByCode returns a game, also a test's; false if there is none of that code.
func ByCode(code string) (Game, bool) {
	for _, list := range [][]Game{games, testGames} {
		if at := slices.IndexFunc(list, func(g Game) bool { return g.Code == code }); at >= 0 {
			return list[at], true
		}
	}
	return Game{}, false
}

// OfFamily returns a family's games, also the tests'.
func OfFamily(family string) []Game {
	return slices.DeleteFunc(slices.Concat(games, testGames), func(g Game) bool { return g.Family != family })
}
