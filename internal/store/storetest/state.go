package storetest

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"krapao/internal/store"
)

// Change is one change of a row's state; a new row comes from "[*]", as in the pictures.
type Change struct{ Table, From, To string }

// RunStates runs a package's tests and compares them with the state pictures of docs/states.md. Every change of state of a row in
// a test must be an arrow of the picture. If all tests ran, every arrow must be covered by some test. Databases on SQLite are
// watched, by triggers. It returns the exit code for TestMain.
func RunStates(m *testing.M, tables ...string) int { return WatchStates(m, nil, tables...) }

// WatchStates is RunStates, and watches further tables, whose arrows need not all be covered by this package's tests, because
// another package's tests cover them.
func WatchStates(m *testing.M, watched []string, tables ...string) int {
	seen.tables, seen.whole = slices.Concat(watched, tables), tables
	if code := m.Run(); code != 0 || !seen.any() {
		return code
	}
	drawn, err := pictures()
	if err != nil {
		fmt.Fprintln(os.Stderr, "states:", err)
		return 1
	}
	wrong := seen.against(drawn, everyTest())
	for _, w := range wrong {
		fmt.Fprintln(os.Stderr, "docs/states.md:", w)
	}
	return min(len(wrong), 1)
}

// everyTest reports whether this run skips no test.
func everyTest() bool {
	return flag.Lookup("test.run").Value.String() == "" && flag.Lookup("test.skip").Value.String() == "" && !testing.Short()
}

// changes collects the changes of state in the tests of this process.
type changes struct {
	// tables are watched; every arrow of those in whole must be covered.
	tables, whole []string
	mu            sync.Mutex
	all           map[Change]bool
}

var seen = &changes{all: map[Change]bool{}}

func (c *changes) any() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.all) > 0
}

// against lists the differences between the changes that were seen and the arrows that are drawn.
func (c *changes) against(drawn map[Change]bool, all bool) (wrong []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for x := range c.all {
		if _, ok := drawn[x]; !ok {
			wrong = append(wrong, fmt.Sprintf("a %s went from %s to %s, which is not drawn", x.Table, x.From, x.To))
		}
	}
	for x, tested := range drawn {
		if all && tested && slices.Contains(c.whole, x.Table) && !c.all[x] {
			wrong = append(wrong, fmt.Sprintf("no test's %s goes from %s to %s, which is drawn", x.Table, x.From, x.To))
		}
	}
	slices.Sort(wrong)
	return wrong
}

// watch makes the database in dir record each change of state.
func (c *changes) watch(dir string) (err error) {
	if len(c.tables) == 0 {
		return nil
	}
	db, err := open(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	statements := []string{`CREATE TABLE state_seen (name TEXT, was TEXT, now TEXT, PRIMARY KEY (name, was, now))`}
	for _, table := range c.tables {
		was, now := stateOf(table, "OLD"), stateOf(table, "NEW")
		statements = append(statements,
			fmt.Sprintf(`CREATE TRIGGER %[1]s_begins AFTER INSERT ON %[1]s BEGIN
				INSERT OR IGNORE INTO state_seen VALUES ('%[1]s', '[*]', %[2]s); END`, table, now),
			fmt.Sprintf(`CREATE TRIGGER %[1]s_changes AFTER UPDATE ON %[1]s WHEN %[2]s <> %[3]s BEGIN
				INSERT OR IGNORE INTO state_seen VALUES ('%[1]s', %[2]s, %[3]s); END`, table, was, now))
	}
	for _, statement := range statements {
		if _, err := db.ExecContext(context.Background(), statement); err != nil {
			return fmt.Errorf("storetest: watch states: %w", err)
		}
	}
	return nil
}

// stateOf is the state of a row as SQL. A proposal has an outcome instead, which is empty while it is open.
func stateOf(table, row string) string {
	if table == "proposal" {
		return fmt.Sprintf("iif(%[1]s.outcome = '', 'open', %[1]s.outcome)", row)
	}
	return row + ".state"
}

// ByHand runs a statement that puts rows into a state in a way that the product does not have, as a test of a crash does. From
// then on, changes of state are not watched in its database.
func ByHand(ctx context.Context, tx *store.Tx, statement string, args ...any) error {
	for _, table := range seen.tables {
		if tx.Engine() == store.Postgres {
			break // not watched
		}
		for _, name := range []string{table + "_begins", table + "_changes"} {
			if _, err := tx.ExecContext(ctx, "DROP TRIGGER IF EXISTS "+name); err != nil {
				return err
			}
		}
	}
	_, err := tx.ExecContext(ctx, statement, args...)
	return err
}

func open(dir string) (*sql.DB, error) {
	return sql.Open("sqlite", "file:"+filepath.Join(dir, store.File))
}

// collect reads the records of a test's database when the test is over.
func (c *changes) collect(t testing.TB, dir string) {
	if len(c.tables) == 0 {
		return
	}
	t.Cleanup(func() {
		if err := c.read(dir); err != nil {
			t.Error("storetest: states:", err)
		}
	})
}

func (c *changes) read(dir string) (err error) {
	db, err := open(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	rows, err := db.QueryContext(context.Background(), `SELECT name, was, now FROM state_seen`)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	c.mu.Lock()
	defer c.mu.Unlock()
	for rows.Next() {
		var x Change
		if err := rows.Scan(&x.Table, &x.From, &x.To); err != nil {
			return err
		}
		c.all[x] = true
	}
	return rows.Err()
}

// arrow is a line of a picture; "%% table NAME" names the table of the arrows below it. A label that ends in "(race)" marks an
// arrow that only a race causes: no test has to cover it.
var arrow = regexp.MustCompile(`^\s*(?:%% table (\w+)|(\[\*]|\w+) --> (\w+)(?:\s*:(.*))?)$`)

// pictures reads the arrows of docs/states.md; the value reports whether a test has to cover the arrow.
func pictures() (map[Change]bool, error) {
	text, err := os.ReadFile(filepath.Join(root(), "docs", "states.md"))
	if err != nil {
		return nil, err
	}
	drawn, table := map[Change]bool{}, ""
	for line := range strings.Lines(string(text)) {
		parts := arrow.FindStringSubmatch(strings.TrimRight(line, "\n"))
		switch {
		case parts == nil:
		case parts[1] != "":
			table = parts[1]
		default:
			drawn[Change{table, parts[2], parts[3]}] = !strings.HasSuffix(parts[4], "(race)")
		}
	}
	if len(drawn) == 0 {
		return nil, errors.New("no picture in docs/states.md")
	}
	return drawn, nil
}

// root is the directory of go.mod.
func root() string {
	dir, _ := os.Getwd()
	for dir != "/" {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		dir = filepath.Dir(dir)
	}
	return "."
}
