package wallet

import (
	"context"
	"fmt"
	"strings"

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

// starts is the query Start for many transfers, in PostgreSQL's own SQL. All its rows are of one instant. It has no EXISTS, for
// which the server would read all keys there are where it does not know how many.
const starts = `SELECT k.key, k.source, k.target, k.member,
    COALESCE((SELECT true FROM transfer t WHERE t.key = k.key), false),
    COALESCE((SELECT true FROM refusal f WHERE f.key = k.key), false),
    COALESCE((SELECT true FROM movement m WHERE m.operation = k.key), false),
    COALESCE((SELECT c.version FROM content_version c WHERE c.id = 1), 0),
    COALESCE(g.code, ''), COALESCE(a.id, ''), COALESCE(a.provider, ''), COALESCE(a.username, ''), COALESCE(a.factor, ''),
    COALESCE(a.residue, 0), COALESCE(a.outstanding, 0), COALESCE(a.result, 0), COALESCE(a.created_at, 0),
    COALESCE(a.active_at, 0), COALESCE(a.read_at, 0), COALESCE(a.changed_at, 0), COALESCE(a.fell_at, 0),
    COALESCE(a.launched_at, 0), COALESCE(b.credits_posted - b.debits_posted, 0), COALESCE(b.debits_pending, 0),
    COALESCE(b.credits_pending, 0), COALESCE(b.version, 0)
FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS k (key, source, target, member)
    LEFT JOIN game g ON g.code IN (k.source, k.target) AND g.state <> 'closed'
    LEFT JOIN game_account a ON a.member = k.member AND a.provider = g.provider AND a.state = 'active'
    LEFT JOIN account b ON b.name = 'game:' || a.provider || ':' || a.username`

// startLook is how the beginnings of transfers are read: those of many members in one round trip. Nothing of it is remembered,
// because each key is asked for once.
func startLook(s *store.Store) *store.Look[[]walletdb.StartRow] {
	one := func(ctx context.Context, asked string) ([]walletdb.StartRow, error) {
		of := askedFor(asked)
		return walletdb.New(s.Brief()).Start(ctx, walletdb.StartParams{Key: of[0], Source: of[1], Target: of[2], Member: of[3]})
	}
	return store.NewLook(s, one, store.Many[[]walletdb.StartRow]{Query: starts, Args: func(all []string) []any {
		var args [4][]string
		for _, asked := range all {
			for n, part := range askedFor(asked) {
				args[n] = append(args[n], part)
			}
		}
		return []any{args[0], args[1], args[2], args[3]}
	}, Add: addStart})
}

// asking is what a transfer asks for in one text: no key, game or member holds a NUL (strictjson refuses it).
func asking(key, source, target, member string) string {
	return strings.Join([]string{key, source, target, member}, "\x00")
}

func askedFor(asked string) (parts [4]string) {
	copy(parts[:], strings.SplitN(asked, "\x00", len(parts)))
	return parts
}

func addStart(row store.Row, found map[string][]walletdb.StartRow) error {
	var key, source, target, member string
	var r walletdb.StartRow
	err := row.Scan(
		&key, &source, &target, &member, &r.Moved, &r.Refused, &r.Planned, &r.Content, &r.Code, &r.ID, &r.Provider, &r.Username,
		&r.Factor, &r.Residue, &r.Outstanding, &r.Result, &r.Opened, &r.Used, &r.Read, &r.Changed, &r.Fell, &r.Launched,
		&r.Posted, &r.Reserved, &r.Incoming, &r.Version,
	)
	asked := asking(key, source, target, member)
	found[asked] = append(found[asked], r)
	return err
}

// startOf reads it.
func startOf(
	ctx context.Context, starts *store.Look[[]walletdb.StartRow], member string, key ledger.Key, r Request,
) (start, error) {
	rows, err := starts.At(ctx, asking(key.String(), r.From, r.To, member))
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
