package wallet

import (
	"context"
	"fmt"

	"krapao/game"
	"krapao/game/account"
	"krapao/game/catalogue"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/internal/walletdb"
)

// start is what a transfer begins with, read in one statement.
type start struct {
	// used: the key has moved money, was refused, or is that of an operation of several legs.
	used bool
	// content is the version of the catalogue that was in force before.
	content int64
	// accounts are the member's open accounts for the games that the request names, by the games' codes.
	accounts map[string]game.Account
	// memos are the memo balances of these accounts.
	memos map[string]ledger.Balance
}

// startOf reads it.
func startOf(ctx context.Context, s *store.Store, member string, key ledger.Key, r Request) (start, error) {
	rows, err := walletdb.New(s.Brief()).Start(ctx, walletdb.StartParams{
		Key: key.String(), Source: r.From, Target: r.To, Member: member,
	})
	if err != nil {
		return start{}, fmt.Errorf("wallet: begin a transfer: %w", err)
	}
	first := rows[0] // there is always one
	found := start{
		used: first.Moved || first.Refused || first.Planned, content: first.Content, accounts: map[string]game.Account{},
		memos: map[string]ledger.Balance{},
	}
	for _, row := range rows {
		if row.ID == "" {
			continue
		}
		if found.accounts[row.Code], err = accountOf(member, row); err != nil {
			return start{}, err
		}
		found.memos[row.Code] = ledger.Balance{
			Posted: money.Amount(row.Posted), Reserved: money.Amount(row.Reserved), Incoming: money.Amount(row.Incoming),
			Version: row.Version,
		}
	}
	return found, nil
}

// side is one end of the transfer, as it was read.
func (at start) side(ctx context.Context, games *catalogue.Service, code string) (side, error) {
	if code == ledger.LabelWallet {
		return side{wallet: true}, nil
	}
	g, err := games.FindAt(ctx, at.content, code)
	if err != nil {
		return side{}, err
	}
	a, is := at.accounts[code]
	if !is || a.Provider != g.Provider {
		return side{}, account.Missing(g)
	}
	return side{game: g, account: a}, nil
}

func accountOf(member string, row walletdb.StartRow) (game.Account, error) {
	factor, err := money.ParseFactor(row.Factor)
	if err != nil {
		return game.Account{}, fmt.Errorf("wallet: read the account at %s: %w", row.Provider, err)
	}
	return game.Account{
		ID: row.ID, Member: member, Provider: row.Provider, Username: row.Username, Factor: factor,
		Residue: money.Credits(row.Residue), Outstanding: money.Credits(row.Outstanding), Result: money.Amount(row.Result),
		OpenedAt: clock.Micros(row.Opened).Time(), UsedAt: clock.Micros(row.Used).Time(), ReadAt: clock.Micros(row.Read).Time(),
		ChangedAt: clock.Micros(row.Changed).Time(), FellAt: clock.Micros(row.Fell).Time(),
		LaunchedAt: clock.Micros(row.Launched).Time(),
	}, nil
}
