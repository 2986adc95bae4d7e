package store_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// anyway are queries that read their table whatever their arguments are.
var anyway = []string{
	"tallyAgainstBalance", // all accounts of a class, by the end of their names
	"casesFound",          // an operator's list, by optional filters
}

// TestRangesArePlannedByTheirArguments: tasks and operators read ranges, for which a generic plan would scan a whole table. A
// member's statement has one plan.
func TestRangesArePlannedByTheirArguments(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		if s.Engine() != store.Postgres {
			return
		}
		for who, ctx := range map[string]context.Context{
			"a member": t.Context(), "a task": store.Task(t.Context()), "the house": store.House(t.Context()),
		} {
			var mode string
			if err := s.DB().QueryRowContext(ctx, "SHOW plan_cache_mode").Scan(&mode); err != nil {
				t.Fatal(err)
			}
			if (mode == "auto") == (who == "a member") {
				t.Errorf("of %s: plan_cache_mode is %s", who, mode)
			}
		}
	})
}

// TestOnePlanServesAllArguments: connections keep the plan of a statement for arguments that the server does not know. A partial
// index can serve such a plan only if the statement itself says that the row is in it.
func TestOnePlanServesAllArguments(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		if s.Engine() != store.Postgres {
			return
		}
		p := connect(t, s)
		for setting, want := range map[string]string{
			"plan_cache_mode": "force_generic_plan", "jit": "off", "max_parallel_workers_per_gather": "0",
		} {
			if is := p.lines("SHOW " + setting); !slices.Equal(is, []string{want}) {
				t.Errorf("%s is %v", setting, is)
			}
		}
		p.lines("SET enable_seqscan = off")
		p.lines("SET enable_bitmapscan = off")
		for name, text := range generatedQueries(t, "../..") {
			if _, short, _ := strings.Cut(name, " "); slices.Contains(anyway, short) {
				continue
			}
			execute := p.prepared(text)
			generic := p.scanned(execute)
			p.lines("SET plan_cache_mode = force_custom_plan")
			if custom := p.scanned(execute); !slices.Equal(generic, custom) {
				t.Errorf("%s reads %v from its begin to its end, and with known arguments %v", name, generic, custom)
			}
			p.lines("SET plan_cache_mode = force_generic_plan")
			p.lines("DEALLOCATE one")
		}
	})
}

// grows are tables that have a row for each member, or for each thing that one does.
var grows = []string{
	"account", "audit", "batch", "blob", "bonus_condition", "chat_conversation", "chat_media", "chat_message", "coin_grant",
	"coupon", "declaration", "device", "entry", "game_account", "game_doubt", "game_play", "http_answer", "inflow",
	"inflow_identifier", "invite_earning", "invite_invitee", "member", "member_account_part", "member_holder",
	"member_hour", "member_limit", "member_month", "member_name", "member_note", "member_window", "member_state", "movement",
	"movement_leg", "notice_delivery", "otp", "payout_callback", "payout_callout", "play_lot", "play_member",
	"protection_event", "qr_order", "rate_limit", "refund_receive", "reversal", "session", "slip", "slip_anchor",
	"slip_claim", "statement_anchor", "tally_member", "transfer", "wallet_link", "wheel_draw", "withdrawal",
}

// wholly are what reads one of those from begin to end all the same: krapao verify, the proof of the tallies, and the start of a
// node, which ends the leases of the calls that it had before.
var wholly = []string{"sumOfAccounts", "transfersOff", "tallyAgainstBalance", "endLeases"}

// TestWhatGrowsIsReadByIndexes: no statement of a member's call or of a task reads all that there is of what grows with the
// house.
func TestWhatGrowsIsReadByIndexes(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		if s.Engine() != store.Postgres {
			return
		}
		p := connect(t, s)
		p.lines("SET enable_seqscan = off")
		for name, text := range generatedQueries(t, "../..") {
			if _, short, _ := strings.Cut(name, " "); slices.Contains(wholly, short) || strings.Contains(name, "/verifydb/") {
				continue
			}
			for _, table := range p.scanned(p.prepared(text)) {
				if slices.Contains(grows, table) {
					t.Errorf("%s reads all of %s", name, table)
				}
			}
			p.lines("DEALLOCATE one")
		}
	})
}

// TestUnindexedMembersAreFoundByAnIndex: a task that asks each minute whether members are left to be indexed does not scan all
// members to learn that none is.
func TestUnindexedMembersAreFoundByAnIndex(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		if s.Engine() != store.Postgres {
			return
		}
		p := connect(t, s)
		crowd := p.lines(`SELECT 'INSERT INTO member (' || string_agg(column_name, ', ') || ') SELECT ' ||
			string_agg(CASE data_type WHEN 'bigint' THEN '9' WHEN 'boolean' THEN 'TRUE' ELSE 'n::text' END, ', ') ||
			' FROM generate_series(1, 2000) n' FROM information_schema.columns
			WHERE table_name = 'member' AND table_schema = current_schema()`)
		p.lines(crowd[0])
		p.lines("ANALYZE member")
		sought := 0
		for name, text := range generatedQueries(t, "../..") {
			if !strings.Contains(text, "name: Unindexed") || !strings.Contains(text, "FROM member ") {
				continue
			}
			sought++
			p.lines("PREPARE one AS " + text)
			if all := p.scanned("EXPLAIN EXECUTE one(1)"); len(all) > 0 {
				t.Errorf("%s scans %v", name, all)
			}
			p.lines("DEALLOCATE one")
		}
		if sought < 2 {
			t.Errorf("%d queries were found", sought)
		}
	})
}

type plans struct {
	t    *testing.T
	conn *pgx.Conn
}

// connect plans over a connection like the store's own.
func connect(t *testing.T, s *store.Store) *plans {
	t.Helper()
	conn, err := pgx.ConnectConfig(t.Context(), s.Postgres())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
	return &plans{t, conn}
}

// lines returns the first column of a statement's result.
func (p *plans) lines(statement string) (lines []string) {
	p.t.Helper()
	results, err := p.conn.PgConn().Exec(p.t.Context(), statement).ReadAll()
	if err != nil {
		p.t.Fatalf("%s: %v", statement, err)
	}
	for _, result := range results {
		for _, row := range result.Rows {
			lines = append(lines, string(row[0]))
		}
	}
	return lines
}

// prepared prepares a statement as one, and returns what explains it with arguments of the right types.
func (p *plans) prepared(text string) (explain string) {
	p.t.Helper()
	p.lines("PREPARE one AS " + text)
	var known []string
	for _, kind := range p.lines("SELECT unnest(parameter_types)::text FROM pg_prepared_statements WHERE name = 'one'") {
		if strings.HasSuffix(kind, "[]") {
			known = append(known, "'{1}'")
		} else {
			known = append(known, "'1'")
		}
	}
	if len(known) == 0 {
		return "EXPLAIN EXECUTE one"
	}
	return "EXPLAIN EXECUTE one(" + strings.Join(known, ", ") + ")"
}

var scans = regexp.MustCompile(`Seq Scan on (\w+)`)

// scanned returns the tables that a plan reads from begin to end.
func (p *plans) scanned(explain string) (tables []string) {
	p.t.Helper()
	for _, found := range scans.FindAllStringSubmatch(strings.Join(p.lines(explain), "\n"), -1) {
		tables = append(tables, found[1])
	}
	slices.Sort(tables)
	return tables
}
