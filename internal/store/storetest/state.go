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

// Change is one row's way from a state to the next; a new row comes from "[*]", as in the pictures.
type Change struct{ Table, From, To string }

// RunStates runs a package's tests and holds the state pictures of docs/states.md to them: every change of state that a row
// of tables goes through in a test is an arrow of the picture, and, where all tests ran, every arrow is gone through in some
// test. Databases on SQLite are watched, by triggers. It returns what TestMain exits with.
func RunStates(m *testing.M, tables ...string) int { return WatchStates(m, nil, tables...) }

// WatchStates is RunStates, and watches further tables, where the package's tests need not go through every arrow: another
// package's do.
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

// everyTest reports whether this run left none out.
func everyTest() bool {
	return flag.Lookup("test.run").Value.String() == "" && flag.Lookup("test.skip").Value.String() == "" && !testing.Short()
}

// changes are the ones that the tests of this process went through.
type changes struct {
	// tables are watched; of those in whole, every arrow is to be gone through.
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

// against tells where what was seen and what is drawn differ.
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

// watch makes the database in dir write down each change of state.
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
		statements = append(statements,
			fmt.Sprintf(`CREATE TRIGGER %[1]s_begins AFTER INSERT ON %[1]s BEGIN
				INSERT OR IGNORE INTO state_seen VALUES ('%[1]s', '[*]', NEW.state); END`, table),
			fmt.Sprintf(`CREATE TRIGGER %[1]s_changes AFTER UPDATE ON %[1]s WHEN OLD.state <> NEW.state BEGIN
				INSERT OR IGNORE INTO state_seen VALUES ('%[1]s', OLD.state, NEW.state); END`, table))
	}
	for _, statement := range statements {
		if _, err := db.ExecContext(context.Background(), statement); err != nil {
			return fmt.Errorf("storetest: watch states: %w", err)
		}
	}
	return nil
}

// ByHand runs a statement that puts rows into a state by a way that the product does not have, as a test of what a crash left
// behind does. Changes of state are not watched in its database from then on.
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

// collect reads what a test's database wrote down, when the test is over.
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

// arrow is a line of a picture; "%% table NAME" says whose states the arrows below it are. A label that ends in "(race)" is of
// an arrow that only a race brings: no test has to go through it.
var arrow = regexp.MustCompile(`^\s*(?:%% table (\w+)|(\[\*]|\w+) --> (\w+)(?:\s*:(.*))?)$`)

// pictures reads the arrows of docs/states.md, each with whether a test has to go through it.
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
