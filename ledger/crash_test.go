package ledger_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/money"
)

// The crash test kills a process under traffic with SIGKILL and opens the books again. Every acknowledged operation must be there
// exactly once, and every unknown one at most once; then the same key answers the same. KRAPAO_SOAK=1 kills a few hundred times.

const crashMembers = 6

func TestEveryAcknowledgedOperationSurvivesAKill(t *testing.T) {
	t.Parallel()
	kills := 10
	if os.Getenv("KRAPAO_SOAK") != "" {
		kills = 150
	}
	for _, engine := range storetest.Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			config := storetest.Config(t, engine, nil)
			fundCrash(t, config)
			acknowledged, unknown := 0, 0
			for range kills {
				journal := filepath.Join(t.TempDir(), "journal")
				killChild(t, config, journal)
				a, u := checkJournal(t, config, journal)
				acknowledged, unknown = acknowledged+a, unknown+u
			}
			t.Logf("%d kills: %d operations acknowledged, %d unknown", kills, acknowledged, unknown)
			if acknowledged < kills || unknown == 0 {
				t.Error("the kills did not meet any traffic")
			}
		})
	}
}

func openBooks(config store.Config) (*store.Store, *ledger.Ledger, error) {
	s, err := store.Open(context.Background(), config)
	if err != nil {
		return nil, nil, err
	}
	if _, err := s.Migrate(context.Background()); err != nil {
		return nil, nil, err
	}
	l, err := ledger.Open(context.Background(), s)
	return s, l, err
}

func fundCrash(t *testing.T, config store.Config) {
	t.Helper()
	s, l, err := openBooks(config)
	if err != nil {
		t.Fatal(err)
	}
	b := &bundle{l, t, s}
	for m := range crashMembers {
		b.open(ledger.Wallet(fmt.Sprint("M", m)))
		b.deposit(fmt.Sprint("M", m), 2000)
	}
	if err := errors.Join(l.Close(), s.Close()); err != nil {
		t.Fatal(err)
	}
}

// killChild runs the traffic in a separate process and kills it after some of its acknowledgements.
func killChild(t *testing.T, config store.Config, journal string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "KRAPAO_CRASH_URL="+config.URL, "KRAPAO_CRASH_DIR="+config.Dir, "KRAPAO_CRASH_JOURNAL="+journal)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	acknowledgements := bufio.NewReader(out)
	for range 1 + rand.IntN(200) {
		if line, err := acknowledgements.ReadString('\n'); err != nil {
			t.Errorf("the child said %q, %v", line, err)
			break
		}
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// operation is a line of the journal: written before the ledger is called, and again with the answer.
type operation struct {
	Order  *ledger.Order      `json:",omitempty"`
	Settle *ledger.Settlement `json:",omitempty"`
	Way    string             // reserve, move, post, void; a capital letter: by the transaction path
	N      int64

	Answered bool         `json:",omitempty"`
	ID       ledger.ID    `json:",omitempty"`
	State    ledger.State `json:",omitempty"`
	Refused  fault.Code   `json:",omitempty"`
}

// TestMain is the child's main function when the crash test starts it.
func TestMain(m *testing.M) {
	if journal := os.Getenv("KRAPAO_CRASH_JOURNAL"); journal != "" {
		if err := crashTraffic(journal); err != nil {
			fmt.Fprintln(os.Stderr, "crash child:", err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// crashTraffic never ends by itself.
func crashTraffic(path string) error {
	s, l, err := openBooks(store.Config{URL: os.Getenv("KRAPAO_CRASH_URL"), Dir: os.Getenv("KRAPAO_CRASH_DIR")})
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	j := &journal{file: file}
	var wg sync.WaitGroup
	errs := make(chan error, 8)
	for range cap(errs) {
		wg.Go(func() {
			for {
				if err := j.step(s, l); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	return <-errs
}

type journal struct {
	mu   sync.Mutex
	file *os.File
	n    int64
}

// write appends a line; once it returns, the kernel has it, and a killed process no longer matters.
func (j *journal) write(o *operation) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if o.N == 0 {
		j.n++
		o.N = j.n
	}
	line, err := json.Marshal(o)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(line, '\n'))
	return err
}

// step sends one order and usually, if it was reserved, a settlement.
func (j *journal) step(s *store.Store, l *ledger.Ledger) error {
	from, to := rand.IntN(crashMembers), rand.IntN(crashMembers-1)
	if to >= from {
		to++
	}
	o := &operation{Way: []string{"reserve", "move", "Reserve", "Move"}[rand.IntN(4)], Order: &ledger.Order{
		Key: ledger.InternalKey("crash", strconv.FormatUint(rand.Uint64(), 36)), Kind: "x", Amount: money.Amount(1 + rand.IntN(300)),
		Debit: ledger.Wallet(fmt.Sprint("M", from)), Credit: ledger.Wallet(fmt.Sprint("M", to)), Member: fmt.Sprint("M", from),
	}}
	if err := j.do(s, l, o); err != nil || o.State != ledger.Pending {
		return err
	}
	return j.do(s, l, &operation{
		Way:    []string{"post", "void", "Post", "Void"}[rand.IntN(4)],
		Settle: &ledger.Settlement{ID: o.ID, Amount: 1 + rand.N(o.Order.Amount)},
	})
}

func (j *journal) do(s *store.Store, l *ledger.Ledger, o *operation) error {
	if err := j.write(o); err != nil {
		return err
	}
	if err := o.send(s, l); err != nil {
		return err
	}
	o.Answered = true
	if err := j.write(o); err != nil {
		return err
	}
	_, err := fmt.Println("answered")
	return err
}

// send calls the ledger and records the answer; its error is an unknown outcome.
func (o *operation) send(s *store.Store, l *ledger.Ledger) error {
	ctx := context.Background()
	var r ledger.Result
	var err error
	inTx := func(f func(tx *store.Tx) (ledger.Result, error)) {
		var refused *fault.Error
		failed := s.Write(ctx, func(tx *store.Tx) error {
			r, err = f(tx)
			if errors.As(err, &refused) {
				return nil // refused, and remembered with this commit
			}
			return err
		})
		if failed != nil {
			err = failed
		}
	}
	switch o.Way {
	case "reserve":
		r, err = l.Reserve(ctx, *o.Order)
	case "move":
		r, err = l.Move(ctx, *o.Order)
	case "Reserve":
		inTx(func(tx *store.Tx) (ledger.Result, error) { return l.ReserveTx(ctx, tx, *o.Order) })
	case "Move":
		inTx(func(tx *store.Tx) (ledger.Result, error) { return l.MoveTx(ctx, tx, *o.Order) })
	case "post":
		r, err = l.Post(ctx, *o.Settle)
	case "void":
		r, err = l.Void(ctx, *o.Settle)
	case "Post":
		inTx(func(tx *store.Tx) (ledger.Result, error) { return l.PostTx(ctx, tx, *o.Settle) })
	case "Void":
		inTx(func(tx *store.Tx) (ledger.Result, error) { return l.VoidTx(ctx, tx, *o.Settle) })
	}
	var refused *fault.Error
	if errors.As(err, &refused) {
		o.Refused, err = refused.Code, nil
	}
	o.ID, o.State = r.Transfer.ID, r.Transfer.State
	return err
}

// checkJournal opens the books that a killed process left and compares them with its journal.
func checkJournal(t *testing.T, config store.Config, path string) (acknowledged, unknown int) {
	t.Helper()
	s, l, err := openBooks(config)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := errors.Join(l.Close(), s.Close()); err != nil {
			t.Error(err)
		}
	}()
	for _, o := range readJournal(t, path) {
		if o.Answered {
			acknowledged++
		} else {
			unknown++
		}
		checkOperation(t, s, l, o)
	}
	b := &bundle{l, t, s}
	b.clean()
	var sum money.Amount
	for m := range crashMembers {
		balance := b.balance(ledger.Wallet(fmt.Sprint("M", m)))
		sum += balance.Posted
	}
	if sum != crashMembers*2000 {
		t.Errorf("%d satang, %d were put in", sum, crashMembers*2000)
	}
	return acknowledged, unknown
}

func checkOperation(t *testing.T, s *store.Store, l *ledger.Ledger, o *operation) {
	t.Helper()
	ctx := context.Background()
	if o.Order == nil {
		tr, err := l.Find(ctx, o.Settle.ID)
		if err != nil {
			t.Errorf("%+v: the reserved transfer: %v", o, err)
		}
		if o.Answered && tr.State != o.State {
			t.Errorf("%+v was acknowledged; it is %s", o, tr.State)
		}
		return
	}
	if o.Answered {
		tr, found, err := l.FindByKey(ctx, o.Order.Key)
		if !found || tr.ID != o.ID || o.Refused != "" && !fault.Is(err, o.Refused) || o.Refused == "" && err != nil {
			t.Errorf("%+v was acknowledged; found %v, %+v, %v", o, found, tr, err)
		}
	}
	// When it is sent again, the key gives one answer from now on, known before or not.
	first, second := *o, *o
	if err := first.send(s, l); err != nil {
		t.Errorf("%+v: asked again: %v", o, err)
	}
	if err := second.send(s, l); err != nil {
		t.Errorf("%+v: asked once more: %v", o, err)
	}
	if first.ID != second.ID || first.Refused != second.Refused || o.Answered && (first.ID != o.ID || first.Refused != o.Refused) {
		t.Errorf("one key, three answers: %+v, %+v, %+v", o, first, second)
	}
}

// readJournal returns the operations, with their answers where there was one.
func readJournal(t *testing.T, path string) []*operation {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	var all []*operation
	at := map[int64]int{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		o := &operation{}
		if err := json.Unmarshal(lines.Bytes(), o); err != nil {
			continue // the kill cut the last line
		}
		if n, known := at[o.N]; known {
			all[n] = o
			continue
		}
		at[o.N] = len(all)
		all = append(all, o)
	}
	return all
}
