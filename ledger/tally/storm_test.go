package tally_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/ledger/tally"
	"krapao/money"
)

// TestTheTalliesOfAStormAreARecount: nodes move money and add it up, two of them on PostgreSQL, and are killed with SIGKILL at
// any moment. In the end each sum is what the entries say, counted here in another way.
func TestTheTalliesOfAStormAreARecount(t *testing.T) {
	t.Parallel()
	kills := 4
	if os.Getenv("KRAPAO_SOAK") != "" {
		kills = 60
	}
	for _, engine := range storetest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			if testing.Short() && engine == store.Postgres {
				t.Skip("the short form has SQLite alone (make check)")
			}
			config := storetest.Config(t, engine, nil)
			nodes := 1
			if engine == store.Postgres {
				nodes = 2
			}
			added := 0
			for n := range kills {
				added += rage(t, config, nodes, time.Duration(n)*7*time.Hour)
			}
			if added == 0 {
				t.Error("nothing was added before a kill")
			}
			compare(t, config, time.Duration(kills)*7*time.Hour)
		})
	}
}

// rage lets nodes work for a while, kills them, and returns how often they had added something.
func rage(t *testing.T, config store.Config, nodes int, ahead time.Duration) (added int) {
	t.Helper()
	var all sync.WaitGroup
	var mu sync.Mutex
	for range nodes {
		all.Go(func() {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(),
				"KRAPAO_STORM_URL="+config.URL, "KRAPAO_STORM_DIR="+config.Dir, "KRAPAO_STORM_AHEAD="+ahead.String())
			cmd.Stderr = os.Stderr
			out, err := cmd.StdoutPipe()
			if err == nil {
				err = cmd.Start()
			}
			if err != nil {
				t.Error(err)
				return
			}
			mine := 0
			for lines := bufio.NewReader(out); mine < 1+rand.IntN(20); mine++ {
				if line, err := lines.ReadString('\n'); err != nil {
					t.Errorf("the node said %q, %v", line, err)
					break
				}
			}
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
			mu.Lock()
			defer mu.Unlock()
			added += mine
		})
	}
	all.Wait()
	return added
}

// TestMain is the main function of a storm's node.
func TestMain(m *testing.M) {
	if ahead := os.Getenv("KRAPAO_STORM_AHEAD"); ahead != "" {
		config := store.Config{URL: os.Getenv("KRAPAO_STORM_URL"), Dir: os.Getenv("KRAPAO_STORM_DIR")}
		if err := rageOn(config, ahead, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "a storm's node:", err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// later is the machine's clock, some hours ahead.
type later time.Duration

// Now returns its time.
func (l later) Now() time.Time { return clock.System{}.Now().Add(time.Duration(l)) }

const stormMembers = 5

func openStorm(config store.Config, ahead time.Duration) (*store.Store, *ledger.Ledger, error) {
	config.Clock = later(ahead)
	s, err := store.Open(context.Background(), config)
	if err != nil {
		return nil, nil, err
	}
	l, err := ledger.Open(context.Background(), s)
	if err != nil {
		return nil, nil, err
	}
	return s, l, s.Write(context.Background(), func(tx *store.Tx) error {
		for m := range stormMembers {
			member := stormMember(m)
			if err := l.OpenTx(context.Background(), tx, ledger.Wallet(member), ledger.Game("joker", member)); err != nil {
				return err
			}
		}
		return nil
	})
}

func stormMember(n int) string { return fmt.Sprintf("M%d", n) }

// rageOn never ends by itself. It writes a line after each run of the job that added something.
func rageOn(config store.Config, ahead string, out io.Writer) error {
	d, err := time.ParseDuration(ahead)
	if err != nil {
		return err
	}
	s, l, err := openStorm(config, d)
	if err != nil {
		return err
	}
	failed := make(chan error)
	for range 4 {
		go func() {
			for {
				if err := stormMove(l); err != nil {
					failed <- err
				}
			}
		}()
	}
	go func() {
		for sums := tally.New(s); ; {
			_, err := l.Seal(context.Background())
			n := 0
			if err == nil {
				n, err = sums.Add(context.Background())
			}
			if n > 0 {
				_, err = fmt.Fprintln(out, "added")
			}
			if err != nil {
				failed <- err
			}
		}
	}()
	return <-failed
}

// stormMove moves some money somewhere. A refusal is an answer, too.
func stormMove(l *ledger.Ledger) error {
	member := stormMember(rand.IntN(stormMembers))
	wallet, game := ledger.Wallet(member), ledger.Game("joker", member)
	ways := []ledger.Order{
		{Kind: "deposit", Debit: ledger.Bank("SCB1"), Credit: wallet},
		{Kind: "game_in", Debit: wallet, Credit: game},
		{Kind: "game_out", Debit: game, Credit: wallet},
		{Kind: "game_result", Debit: game, Credit: ledger.GameResult("joker")},
		{Kind: "withdraw", Debit: wallet, Credit: ledger.Payout},
	}
	o := ways[rand.IntN(len(ways))]
	o.Key, o.Member = ledger.InternalKey("storm", strconv.FormatUint(rand.Uint64(), 36)), member
	o.Amount = money.Amount(1 + rand.IntN(300))
	var err error
	switch rand.IntN(3) {
	case 0:
		_, err = l.Move(context.Background(), o)
	default:
		var r ledger.Result
		if r, err = l.Reserve(context.Background(), o); err != nil {
			break
		}
		end := ledger.Settlement{ID: r.Transfer.ID, Amount: 1 + rand.N(o.Amount)}
		if rand.IntN(3) == 0 {
			_, err = l.Void(context.Background(), end)
		} else {
			_, err = l.Post(context.Background(), end)
		}
	}
	var refused *fault.Error
	if errors.As(err, &refused) {
		return nil
	}
	return err
}

// compare adds up what the killed nodes left, and counts all entries again.
func compare(t *testing.T, config store.Config, ahead time.Duration) {
	t.Helper()
	s, l, err := openStorm(config, ahead)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := errors.Join(l.Close(), s.Close()); err != nil {
			t.Error(err)
		}
	}()
	sums := tally.New(s)
	for range 2 {
		if _, err := l.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := sums.Add(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if found, err := tally.Verify(t.Context(), s); err != nil || len(found) > 0 {
		t.Errorf("verify: %v, %v", found, err)
	}
	points, _, _, err := sums.Series(t.Context(), tally.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]tally.Point{}
	for _, p := range points {
		got[fmt.Sprint(p.Hour.Unix(), p.Account, p.Kind)] = p
	}
	want, active := recount(t, s)
	if len(got) < 10 || !maps.Equal(got, want) {
		t.Errorf("the tallies are\n%v\nthe entries say\n%v", got, want)
	}
	for day, members := range active {
		if n, err := sums.Active(t.Context(), day); err != nil || n != int64(len(members)) {
			t.Errorf("%d members were active on %s, the entries say %d, %v", n, day, len(members), err)
		}
	}
}

// recount reads every entry.
func recount(t *testing.T, s *store.Store) (sums map[string]tally.Point, active map[string]map[string]bool) {
	t.Helper()
	rows, err := s.DB().QueryContext(t.Context(), `SELECT b.created_at, a.name, t.kind, t.member, e.debit, e.posted
		FROM entry e JOIN batch b ON b.id = e.batch JOIN transfer t ON t.id = e.transfer JOIN account a ON a.number = e.account
		WHERE e.posted <> 0`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	sums, active = map[string]tally.Point{}, map[string]map[string]bool{}
	for rows.Next() {
		var at clock.Micros
		var name, kind, member string
		var debit bool
		var amount money.Amount
		if err := rows.Scan(&at, &name, &kind, &member, &debit, &amount); err != nil {
			t.Fatal(err)
		}
		if debit {
			amount = -amount
		}
		parts := strings.Split(name, ":")
		switch parts[0] {
		case "member":
			name = "member:" + parts[2]
		case "game":
			name = "game:" + parts[1]
		}
		p := tally.Point{Hour: at.Time().Truncate(time.Hour), Account: name, Kind: kind}
		key := fmt.Sprint(p.Hour.Unix(), p.Account, p.Kind)
		p.Amount, p.Count = sums[key].Amount+amount, sums[key].Count+1
		sums[key] = p
		day := at.Time().In(clock.Bangkok).Format(time.DateOnly)
		if active[day] == nil {
			active[day] = map[string]bool{}
		}
		active[day][member] = true // each of the storm's transfers moves a wallet or a game
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return sums, active
}
