package statement

import (
	"slices"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/statement/internal/statementdb"
)

// TestAPageDependsOnAllThatItsBeginReads: on SQLite it is remembered as long as none of these rows is written.
func TestAPageDependsOnAllThatItsBeginReads(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) {
		s := storetest.Open(t, engine)
		rows := anchorFrom(reader("S", "M"), statementdb.AnchorRow{})
		reads := storetest.Reads(t, s, "internal/statementdb/statement.sql", "Anchor")
		if got := storetest.Tables(rows); !slices.Equal(got, reads) || len(reads) != 3 {
			t.Errorf("it depends on %v and reads %v", got, reads)
		}
		want := []store.Origin{
			{Table: "statement_anchor", Key: "S"}, {Table: "account", Key: "member:M:wallet"}, {Table: "content_version", Key: "1"},
		}
		if !slices.Equal(rows, want) {
			t.Errorf("%v", rows)
		}
	})
}
