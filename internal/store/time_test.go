package store_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// machine is a machine whose clock is wrong; its time passes as that of the bubble.
type machine time.Duration

func (m machine) Now() time.Time {
	return time.Now().UTC().Add(time.Duration(m)).Truncate(time.Microsecond)
}

var apart = []time.Duration{-25 * time.Hour, -time.Hour, -11 * time.Second, time.Second, time.Hour, 25 * time.Hour}

// node opens the database with a machine's clock, joins the others' time and keeps it until stop.
func node(t *testing.T, c store.Config, off time.Duration) (s *store.Store, stop func()) {
	t.Helper()
	c.Clock = machine(off)
	s, err := store.Open(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.JoinClock(context.Background()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.KeepClock(ctx, func(err error) { t.Error(err) })
	}()
	return s, func() {
		cancel()
		<-done
		_ = s.Close()
	}
}

// Nodes whose machines' clocks differ use one time, whichever was first, and count ages by it, also when one of them leaves and
// comes back.
func TestNodesGoByOneTime(t *testing.T) {
	t.Parallel()
	for _, off := range apart {
		t.Run(fmt.Sprint(off), func(t *testing.T) {
			t.Parallel()
			storetest.On(t, store.Postgres, func(t *testing.T, engine store.Engine) {
				c := storetest.Config(t, engine, nil)
				a, stopA := node(t, c, 0)
				defer stopA()
				pass(time.Minute)
				written := a.Now()
				for range 2 {
					b, stopB := node(t, c, off)
					for range 5 {
						if d := b.Now().Sub(a.Now()).Abs(); d > clock.Skew {
							t.Errorf("they are %s apart", d)
						}
						pass(7 * time.Second)
					}
					if from := b.CountFrom(written); !from.Equal(written) {
						t.Errorf("an age of the first counts from %s later", from.Sub(written))
					}
					if gap := b.ClockGap(); (gap - off).Abs() > clock.Skew {
						t.Errorf("the second's gap is %s", gap)
					}
					stopB()
				}
				if d := a.Now().Sub(machine(0).Now()); d > clock.Skew {
					t.Errorf("the first was moved by %s", d)
				}
			})
		})
	}
}

// A node that starts alone takes its machine's time, whatever it is. Waits last as long as was left of them, and no age that
// decides money is greater than the counted time.
func TestALoneNodeTakesItsMachinesTime(t *testing.T) {
	t.Parallel()
	for _, step := range []time.Duration{-25 * time.Hour, -time.Hour, time.Second, time.Hour, 25 * time.Hour} {
		t.Run(fmt.Sprint(step), func(t *testing.T) {
			t.Parallel()
			storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
				c := storetest.Config(t, engine, nil)
				a, stop := node(t, c, 0)
				pass(time.Minute)
				written := a.Now()
				feed(t, a, written.Add(30*time.Second))
				stop()
				began := time.Now()
				b, stop := node(t, c, step)
				defer stop()
				if d := b.Now().Sub(machine(step).Now()); d.Abs() > clock.Skew {
					t.Errorf("it is %s off its machine", d)
				}
				if waits := feedDue(t, b).Sub(b.Now()); waits > 30*time.Second+clock.Skew {
					t.Errorf("what was due in 30 s waits for %s", waits)
				} else if step < time.Minute && waits < 20*time.Second {
					t.Errorf("what was due in 30 s is due in %s", waits)
				}
				if age := b.Now().Sub(b.CountFrom(written)); age < 0 || age > time.Since(began)+2*time.Second {
					t.Errorf("its age is %s", age)
				}
				pass(time.Minute)
				if age := b.Now().Sub(b.CountFrom(written)); age < 50*time.Second || age > 2*time.Minute {
					t.Errorf("a minute later its age is %s", age)
				}
			})
		})
	}
}

func feed(t *testing.T, s *store.Store, due time.Time) {
	t.Helper()
	err := s.Write(context.Background(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(context.Background(), `INSERT INTO feed
			(account, position, due_at, turn, read_at, failing_since, failure, whole_at)
			VALUES ('a', '', $1, 0, 0, 0, '', 0)`, clock.MicrosOf(due))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func feedDue(t *testing.T, s *store.Store) time.Time {
	t.Helper()
	var at int64
	if err := s.DB().QueryRowContext(context.Background(), `SELECT due_at FROM feed`).Scan(&at); err != nil {
		t.Fatal(err)
	}
	return clock.Micros(at).Time()
}

// Nodes that start together and alone, with different clocks, end with one time.
func TestNodesThatStartAtOnceAgree(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.Postgres, func(t *testing.T, engine store.Engine) {
		c := storetest.Config(t, engine, nil)
		_, stop := node(t, c, 0)
		stop()
		nodes := make(chan *store.Store, 3)
		var stops []func()
		for _, off := range []time.Duration{-time.Hour, 25 * time.Hour, time.Hour} {
			began := make(chan func())
			go func() {
				s, stop := node(t, c, off)
				nodes <- s
				began <- stop
			}()
			stops = append(stops, func() { (<-began)() })
		}
		all := []*store.Store{<-nodes, <-nodes, <-nodes}
		pass(5 * time.Second)
		slices.SortFunc(all, func(a, b *store.Store) int { return a.Now().Compare(b.Now()) })
		if d := all[2].Now().Sub(all[0].Now()); d > clock.Skew {
			t.Errorf("they are %s apart", d)
		}
		for _, stop := range stops {
			stop()
		}
	})
}

// Every due time is moved to the time of a node whose clock was set back.
func TestNoDueTimeIsLeftAhead(t *testing.T) {
	t.Parallel()
	known := strings.Join(store.Backwards, "\n")
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for _, c := range columns(t, s) {
			if !strings.Contains(known, "UPDATE "+c[0]+" SET "+c[1]+" = ") {
				t.Errorf("%s.%s is not moved: a node whose clock was set back waits for it", c[0], c[1])
			}
		}
	})
}

// columns lists the columns of every table whose names say that they are due times.
func columns(t *testing.T, s *store.Store) (all [][2]string) {
	t.Helper()
	query := `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()`
	if s.Engine() == store.SQLite {
		query = `SELECT m.name, p.name FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'`
	}
	rows, err := s.DB().QueryContext(context.Background(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var c [2]string
		if err := rows.Scan(&c[0], &c[1]); err != nil {
			t.Fatal(err)
		}
		if slices.Contains([]string{"due_at", "poll_at", "check_at", "password_due", "next_at"}, c[1]) {
			all = append(all, c)
		}
	}
	if err := rows.Err(); err != nil || len(all) < 13 {
		t.Fatalf("%d columns, %v", len(all), err)
	}
	return all
}
