package wallet

import (
	"context"
	"fmt"
	"slices"
	"time"

	"krapao/game"
	"krapao/game/balance"
	"krapao/game/catalogue"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/internal/walletdb"
)

// View is what the home screen shows of a member, all of one instant.
type View struct {
	// Amount is spendable, Reserved on its way out of the wallet, Held the member's but not spendable yet.
	Amount, Reserved, Held money.Amount
	// Owed is what the member owes after a reversal: withdrawals are limited to Amount less this.
	Owed money.Amount
	// Invite is in the purse of invite bonuses.
	Invite money.Amount
	Slots  []game.Slot
	// Total is Amount and what every provider account holds, each counted once.
	Total money.Amount
	// SyncedAt is when the member last refreshed all balances; zero: never.
	SyncedAt time.Time
	Person   Person
	// UsableCoins can be spent now; PendingCoins become usable as the deposits are played.
	UsableCoins, PendingCoins int64
	// Content is the version of the operator's content at that instant.
	Content int64
}

// Person is the member's row, as it is stored: the bank account's name and number are sealed. The member area reads it.
type Person struct {
	ID, Username, Name                             string
	BankCode, AccountName, AccountNumber, Currency string
	CreatedAt                                      time.Time
}

// Home is what the database says about a member's home screen, all of one instant.
type Home struct{ rows []walletdb.HomeRow }

// Same reports whether two are the same, so that a screen made of one shows the other, too.
func (h Home) Same(other Home) bool { return slices.Equal(h.rows, other.rows) }

// BankCode is the bank of the member's account.
func (h Home) BankCode() string { return h.rows[0].BankCode }

// Content is the version of the operator's content at that instant.
func (h Home) Content() int64 { return h.rows[0].Content }

// Screens reads what members' home screens show.
type Screens struct {
	homes     *store.Look[Home]
	catalogue *catalogue.Service
	balances  *balance.Service
}

// NewScreens makes it.
func NewScreens(st *store.Store, games *catalogue.Service, balances *balance.Service) *Screens {
	return &Screens{homeLook(st), games, balances}
}

// Home reads a member's home screen in one statement, whose rows are of one instant: money on its way between the wallet and a
// game is neither missing nor counted twice. It never calls a provider.
func (s *Screens) Home(ctx context.Context, member string) (Home, error) {
	return s.homes.At(ctx, member)
}

// View returns what a member's home screen shows. The catalogue is in memory, and the home screen's statement told whether it
// still holds.
func (s *Screens) View(ctx context.Context, member string, home Home) (View, error) {
	rows := home.rows
	first := rows[0]
	games, err := s.catalogue.GamesAt(ctx, first.Content)
	if err != nil {
		return View{}, err
	}
	holdings, err := holdingsOf(rows)
	if err != nil {
		return View{}, err
	}
	v := View{
		Amount: money.Amount(first.Posted - first.Reserved), Reserved: money.Amount(first.Reserved),
		Held: money.Amount(first.Held), Owed: money.Amount(first.Owed), Invite: money.Amount(first.Invite),
		Slots: s.balances.SlotsOf(games, holdings), SyncedAt: clock.Micros(first.Refreshed).Time(),
		Person: Person{
			ID: member, Username: first.Username, Name: first.Name, CreatedAt: clock.Micros(first.Joined).Time(),
			BankCode: first.BankCode, AccountName: first.BankAccountName, AccountNumber: first.BankAccountNo,
			Currency: first.Currency,
		},
		UsableCoins: first.Usable, PendingCoins: first.Pending, Content: first.Content,
	}
	v.Total = v.Amount
	for _, h := range holdings {
		v.Total += h.Memo.Posted
	}
	return v, nil
}

// holdingsOf returns the game accounts of a home screen, with what a slot shows of them.
func holdingsOf(rows []walletdb.HomeRow) ([]game.Holding, error) {
	var holdings []game.Holding
	for _, row := range rows {
		if row.Provider == "" { // the one row of a member without accounts
			continue
		}
		factor, err := money.ParseFactor(row.Factor)
		if err != nil {
			return nil, fmt.Errorf("wallet: read the account at %s: %w", row.Provider, err)
		}
		holdings = append(holdings, game.Holding{
			Account: game.Account{
				Provider: row.Provider, Username: row.GameName, Factor: factor, Residue: money.Credits(row.Residue),
				ReadAt: clock.Micros(row.GameRead).Time(),
			},
			Memo: ledger.Balance{Posted: money.Amount(row.Memo)},
		})
	}
	return holdings, nil
}
