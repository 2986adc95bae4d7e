// Package node is what each node of the house says of itself, for the house's own people: that it runs, which jobs it did, and
// what it runs with.
//
// Promises:
//   - A secret never leaves the node. Its keyed digest does, by which nodes that have different ones are told apart.
//   - An error of a job is told by its kind alone. Its text is in the log of the node.
//   - What is said is at most ten minutes old; of the node that is asked, it is of now. A node that was stopped in order is not
//     listed, and one that ended otherwise for a day.
package node

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"krapao/internal/clock"
	"krapao/internal/config"
	"krapao/internal/node/internal/nodedb"
	"krapao/internal/store"
)

const (
	// sayEvery is how often a node says that it runs, and goneAfter when one counts as gone that has not said so. It is seldom,
	// because all nodes of an idle house write once a second at most.
	sayEvery, goneAfter = 10 * time.Minute, 21 * time.Minute
	// listedFor is how long a node is listed that ended without a word.
	listedFor = 24 * time.Hour
	// keptFor is how long it is known since when a value is in force that no node runs with.
	keptFor = 90 * 24 * time.Hour
	// leaveWithin bounds a stopping node's last word.
	leaveWithin = 5 * time.Second
)

// Deps are what a node says, and where.
type Deps struct {
	Store *store.Store
	// Keyed is a keyed hash.
	Keyed func(kind, value string) string
	// Number is the node's own, a part of every id that it makes.
	Number    int64
	Version   string
	Addresses []string
	Settings  []config.Setting
}

// Register has what the nodes say. It is safe for concurrent use.
type Register struct {
	d     Deps
	since time.Time

	mu       sync.Mutex
	jobs     map[string]Job
	settings []Value
}

// New makes it, for a node that begins now.
func New(d Deps) *Register { return &Register{d: d, since: d.Store.Now(), jobs: map[string]Job{}} }

// Node is a node of the house.
type Node struct {
	Number       int64
	Since, Seen  time.Time
	Version      string
	Addresses    []string
	Jobs         []Job
	Clock        time.Duration
	left         time.Time
	settings     []Value
	isThis, gone bool
}

// Runs reports whether it has said so lately.
func (n Node) Runs() bool { return !n.gone }

// said is what a node says, as it is stored.
type said struct {
	Version   string        `json:"version"`
	Since     time.Time     `json:"since"`
	Addresses []string      `json:"addresses"`
	Clock     time.Duration `json:"clock"` // by how much the machine is ahead of the nodes' time
	Jobs      []Job         `json:"jobs"`
	Settings  []Value       `json:"settings"`
}

// now is what this node says.
func (r *Register) now() said {
	r.mu.Lock()
	defer r.mu.Unlock()
	jobs := make([]Job, 0, len(r.jobs))
	for _, j := range r.jobs {
		jobs = append(jobs, j)
	}
	slices.SortFunc(jobs, func(a, b Job) int { return strings.Compare(a.Name, b.Name) })
	return said{r.d.Version, r.since, r.d.Addresses, r.d.Store.ClockGap(), jobs, r.settings}
}

// Keep says again and again that the node runs, until the context ends; then, that it has left.
func (r *Register) Keep(ctx context.Context, failed func(error)) {
	tick := time.NewTicker(sayEvery)
	defer tick.Stop()
	for {
		if err := r.say(ctx); err != nil && ctx.Err() == nil {
			failed(err)
		}
		select {
		case <-ctx.Done():
			r.leave(context.WithoutCancel(ctx))
			return
		case <-tick.C:
		}
	}
}

func (r *Register) say(ctx context.Context) error {
	if err := r.know(ctx); err != nil {
		return err
	}
	body, err := json.Marshal(r.now())
	if err != nil {
		return fmt.Errorf("node: %w", err)
	}
	return r.d.Store.Write(store.Housekeeping(ctx), func(tx *store.Tx) error {
		q := nodedb.New(tx)
		if err := q.Forget(ctx, clock.MicrosOf(tx.Now.Add(-keptFor))); err != nil {
			return fmt.Errorf("node: %w", err)
		}
		return q.Say(ctx, r.d.Number, clock.MicrosOf(tx.Now), string(body))
	})
}

func (r *Register) leave(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, leaveWithin)
	defer cancel()
	_ = r.d.Store.Write(store.Housekeeping(ctx), func(tx *store.Tx) error {
		return nodedb.New(tx).Leave(ctx, clock.MicrosOf(tx.Now), r.d.Number)
	})
}

// Nodes are those that run, and those that ended without a word within the last day, by their numbers.
func (r *Register) Nodes(ctx context.Context) ([]Node, error) {
	all, err := r.all(ctx)
	if err != nil {
		return nil, err
	}
	before := r.d.Store.Now().Add(-listedFor)
	return slices.DeleteFunc(all, func(n Node) bool {
		return !n.isThis && (!n.left.IsZero() || n.Seen.Before(before))
	}), nil
}

// all are all nodes that are known, this one as of now.
func (r *Register) all(ctx context.Context) ([]Node, error) {
	rows, err := nodedb.New(r.d.Store.DB()).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("node: %w", err)
	}
	now := r.d.Store.Now()
	list := []Node{nodeOf(r.d.Number, r.now(), now)}
	list[0].isThis = true
	for _, row := range rows {
		if row.Number == r.d.Number {
			continue
		}
		var s said
		if err := json.Unmarshal([]byte(row.Body), &s); err != nil {
			return nil, fmt.Errorf("node: what node %d says: %w", row.Number, err)
		}
		n := nodeOf(row.Number, s, row.SeenAt.Time())
		n.left = row.LeftAt.Time()
		n.gone = !n.left.IsZero() || now.Sub(n.Seen) > goneAfter
		list = append(list, n)
	}
	slices.SortFunc(list, func(a, b Node) int { return int(a.Number - b.Number) })
	return list, nil
}

func nodeOf(number int64, s said, seen time.Time) Node {
	return Node{
		Number: number, Since: s.Since, Seen: seen, Version: s.Version, Addresses: s.Addresses, Jobs: s.Jobs, Clock: s.Clock,
		settings: s.Settings,
	}
}
