package statement

import (
	"context"
	"strings"

	"krapao/internal/store"
	"krapao/ledger"
	"krapao/statement/internal/statementdb"
)

// anchors is the query Anchor for many sessions, in PostgreSQL's own SQL.
const anchors = `SELECT k.session, k.member, COALESCE(s.version, 0), COALESCE(s.total, 0), COALESCE(s.set_at, 0),
    COALESCE(w.version, 0), c.version
FROM unnest($1::text[], $2::text[], $3::text[]) AS k (session, member, wallet)
    JOIN content_version c ON c.id = 1
    LEFT JOIN statement_anchor s ON s.session = k.session AND s.member = k.member
    LEFT JOIN account w ON w.name = k.wallet`

// reader is the key of a look: which member reads, in which session.
func reader(session, member string) string { return session + "\n" + member }

// anchorLook is how a page begins.
func anchorLook(s *store.Store) *store.Look[statementdb.AnchorRow] {
	one := func(ctx context.Context, key string) (statementdb.AnchorRow, error) {
		session, member, _ := strings.Cut(key, "\n")
		return statementdb.New(s.Brief()).Anchor(ctx, session, member, string(ledger.Wallet(member)))
	}
	return store.NewLook(s, one, store.Many[statementdb.AnchorRow]{Query: anchors, Args: anchorArgs, Add: addAnchor}).
		MadeOf(store.From[statementdb.AnchorRow]{Rows: anchorFrom})
}

// anchorFrom are the rows that the begin of a page was read from.
func anchorFrom(key string, _ statementdb.AnchorRow) []store.Origin {
	session, member, _ := strings.Cut(key, "\n")
	return []store.Origin{
		{Table: "statement_anchor", Key: session},
		{Table: "account", Key: string(ledger.Wallet(member))},
		{Table: "content_version", Key: "1"},
	}
}

func anchorArgs(keys []string) []any {
	sessions, members, wallets := make([]string, len(keys)), make([]string, len(keys)), make([]string, len(keys))
	for n, key := range keys {
		sessions[n], members[n], _ = strings.Cut(key, "\n")
		wallets[n] = string(ledger.Wallet(members[n]))
	}
	return []any{sessions, members, wallets}
}

func addAnchor(row store.Row, found map[string]statementdb.AnchorRow) error {
	var session, member string
	var r statementdb.AnchorRow
	err := row.Scan(&session, &member, &r.Version, &r.Total, &r.SetAt, &r.Newest, &r.Content)
	found[reader(session, member)] = r
	return err
}
