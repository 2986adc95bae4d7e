package wallet

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/wallet/internal/walletdb"
)

// homes is the query Home for many members, in PostgreSQL's own SQL. All its rows are of one instant.
const homes = `SELECT k.member,
    COALESCE((SELECT c.version FROM content_version c WHERE c.id = 1), 0), COALESCE(m.username, ''), COALESCE(m.name, ''),
    COALESCE(m.created_at, 0), COALESCE(m.bank_code, ''), COALESCE(m.bank_account_name, ''), COALESCE(m.bank_account_no, ''),
    COALESCE(m.currency, ''), COALESCE(w.credits_posted - w.debits_posted, 0), COALESCE(w.debits_pending, 0),
    COALESCE(h.credits_posted - h.debits_posted, 0), COALESCE(i.credits_posted - i.debits_posted, 0),
    COALESCE(o.debits_posted - o.credits_posted, 0), COALESCE(r.at, 0),
    CAST(coin.usable AS BIGINT), CAST(coin.pending AS BIGINT), CAST(coin.expire AS BIGINT),
    COALESCE(g.provider, ''), COALESCE(g.username, ''), COALESCE(g.factor, ''), COALESCE(g.residue, 0), COALESCE(g.read_at, 0),
    COALESCE(a.credits_posted - a.debits_posted, 0)
FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) AS k (member, wallet, held, invite, owed)
    CROSS JOIN LATERAL (
        SELECT COALESCE(SUM(c.usable), 0) AS usable, COALESCE(SUM(c.pending), 0) AS pending,
            COALESCE(MIN(c.expires_at), 0) AS expire
        FROM coin_grant c
        WHERE c.member = k.member AND c.pending + c.usable > 0 AND c.expires_at > $6
    ) AS coin
    LEFT JOIN member m ON m.id = k.member
    LEFT JOIN account w ON w.name = k.wallet
    LEFT JOIN account h ON h.name = k.held
    LEFT JOIN account i ON i.name = k.invite
    LEFT JOIN account o ON o.name = k.owed
    LEFT JOIN game_refresh r ON r.member = k.member
    LEFT JOIN game_account g ON g.member = k.member AND g.state = 'active'
    LEFT JOIN account a ON a.name = 'game:' || g.provider || ':' || g.username
ORDER BY g.provider`

// homeLook is how home screens are read.
func homeLook(s *store.Store) *store.Look[Home] {
	one := func(ctx context.Context, member string) (Home, error) {
		rows, err := walletdb.New(s.Brief()).Home(ctx, walletdb.HomeParams{
			Member: member, Now: clock.MicrosOf(s.Now()), Wallet: string(ledger.Wallet(member)), Held: string(ledger.Held(member)),
			Invite: string(ledger.InvitePurse(member)), Owed: string(ledger.Owed(member)),
		})
		if err != nil {
			return Home{}, fmt.Errorf("wallet: read the home screen: %w", err)
		}
		return Home{rows}, nil // there is always a row
	}
	return store.NewLook(s, one, store.Many[Home]{Query: homes, Args: func(members []string) []any {
		wallets, held, invites, owed := names(members, ledger.Wallet), names(members, ledger.Held),
			names(members, ledger.InvitePurse), names(members, ledger.Owed)
		return []any{members, wallets, held, invites, owed, int64(clock.MicrosOf(s.Now()))}
	}, Add: addHome}).MadeOf(store.From[Home]{Rows: homeFrom, Until: Home.until})
}

// homeFrom are the rows that a home screen was read from.
func homeFrom(member string, h Home) []store.Origin {
	rows := []store.Origin{
		{Table: "content_version", Key: "1"},
		{Table: "member", Key: member},
		{Table: "coin_grant", Key: member},
		{Table: "game_refresh", Key: member},
		{Table: "game_account", Key: member},
		{Table: "account", Key: string(ledger.Wallet(member))},
		{Table: "account", Key: string(ledger.Held(member))},
		{Table: "account", Key: string(ledger.InvitePurse(member))},
		{Table: "account", Key: string(ledger.Owed(member))},
	}
	for _, r := range h.rows {
		if r.Provider != "" { // the one row of a member without accounts has none
			rows = append(rows, store.Origin{Table: "account", Key: string(ledger.Game(r.Provider, r.GameName))})
		}
	}
	return rows
}

// until is when the first of the coins expires.
func (h Home) until() time.Time {
	if h.rows[0].Expire == 0 {
		return time.Time{}
	}
	return clock.Micros(h.rows[0].Expire).Time()
}

// names returns the names of an account of each member.
func names(members []string, account func(member string) ledger.Account) []string {
	all := make([]string, len(members))
	for n, member := range members {
		all[n] = string(account(member))
	}
	return all
}

func addHome(row store.Row, found map[string]Home) error {
	var member string
	var r walletdb.HomeRow
	err := row.Scan(
		&member, &r.Content, &r.Username, &r.Name, &r.Joined, &r.BankCode, &r.BankAccountName, &r.BankAccountNo, &r.Currency,
		&r.Posted, &r.Reserved, &r.Held, &r.Invite, &r.Owed, &r.Refreshed, &r.Usable, &r.Pending, &r.Expire,
		&r.Provider, &r.GameName, &r.Factor, &r.Residue, &r.GameRead, &r.Memo,
	)
	if err != nil {
		return err
	}
	found[member] = Home{append(found[member].rows, r)}
	return nil
}
