package bus

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/internal/id"
	"krapao/internal/store"
)

const (
	channel   = "krapao"
	separator = '\n'
	// maxMessage keeps a notification below PostgreSQL's limit of 8,000 bytes.
	maxMessage = 7500
	// maxQueued is how many hints may wait while the database is away. More are dropped: every subscriber also polls.
	maxQueued = 20_000
	// quiet is how long a silent connection is trusted before it is pinged.
	quiet        = 20 * time.Second
	callTime     = 5 * time.Second
	firstPause   = 100 * time.Millisecond
	longestPause = 5 * time.Second
)

// remote sends hints to other nodes and receives theirs.
type remote struct {
	bus    *Bus
	db     store.DB
	config *pgx.ConnConfig
	node   string
	stop   context.CancelFunc
	done   sync.WaitGroup

	mu      sync.Mutex
	waiting map[Topic]map[string]struct{}
	size    int
	wake    chan struct{}

	// listening has a token once a connection listens: the first one, and each that replaces a broken one.
	listening chan struct{}
}

func openRemote(s *store.Store, b *Bus) *remote {
	ctx, stop := context.WithCancel(context.Background())
	r := &remote{
		bus: b, db: s.DB(), config: s.Postgres(), node: id.Lower(16), stop: stop,
		waiting: map[Topic]map[string]struct{}{}, wake: make(chan struct{}, 1), listening: make(chan struct{}, 1),
	}
	r.done.Go(func() { r.listen(ctx) })
	r.done.Go(func() { r.send(ctx) })
	return r
}

func (r *remote) close() {
	r.stop()
	r.done.Wait()
}

// queue adds hints to the next notification. A hint that already waits is not added again, so a busy member costs one hint
// per round trip.
func (r *remote) queue(topic Topic, payloads []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range payloads {
		set := r.waiting[topic]
		if set == nil {
			set = map[string]struct{}{}
			r.waiting[topic] = set
		}
		if _, waits := set[p]; waits || r.size >= maxQueued {
			continue
		}
		set[p] = struct{}{}
		r.size++
	}
	tell(r.wake)
}

// tell leaves a token in a channel with room for one.
func tell(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func (r *remote) takeAll() map[Topic]map[string]struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := r.waiting
	r.waiting, r.size = map[Topic]map[string]struct{}{}, 0
	return all
}

// send notifies the other nodes of the waiting hints, as often as the database answers.
func (r *remote) send(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.wake:
		}
		for topic, payloads := range r.takeAll() {
			for _, message := range messages(r.node, topic, payloads) {
				if err := r.notify(ctx, message); err != nil && ctx.Err() == nil {
					r.bus.log.Warn("bus: hints to other nodes were lost", "error", err)
				}
			}
		}
	}
}

func (r *remote) notify(ctx context.Context, message string) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	_, err := r.db.ExecContext(ctx, "SELECT pg_notify($1, $2)", channel, message)
	return err
}

// messages packs payloads: the node, the topic, then as many payloads as fit, one a line.
func messages(node string, topic Topic, payloads map[string]struct{}) []string {
	head := node + string(separator) + string(topic)
	var out []string
	message := head
	for p := range payloads {
		if len(message)+1+len(p) > maxMessage {
			out = append(out, message)
			message = head
		}
		message += string(separator) + p
	}
	if message == head {
		return out
	}
	return append(out, message)
}

// listen receives the hints of other nodes on a connection of its own, and opens a new one whenever it breaks.
func (r *remote) listen(ctx context.Context) {
	pause := firstPause
	for ctx.Err() == nil {
		began := time.Now()
		err := r.listenOnce(ctx)
		if ctx.Err() != nil {
			return
		}
		if time.Since(began) > longestPause {
			pause = firstPause
		}
		r.bus.log.Warn("bus: no hints from other nodes until the connection is back", "error", err, "again_in", pause.String())
		select {
		case <-ctx.Done():
		case <-time.After(pause/2 + rand.N(pause)):
		}
		pause = min(2*pause, longestPause)
	}
}

func (r *remote) listenOnce(ctx context.Context) error {
	conn, err := r.connect(ctx)
	if err != nil {
		return err
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTime)
		defer cancel()
		_ = conn.Close(closing)
	}()
	tell(r.listening)
	for {
		if err := r.hear(ctx, conn); err != nil {
			return err
		}
	}
}

func (r *remote) connect(ctx context.Context) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, r.config)
	if err != nil {
		return nil, fmt.Errorf("bus: PostgreSQL at %s:%d does not answer", r.config.Host, r.config.Port)
	}
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		_ = conn.Close(ctx)
		return nil, err
	}
	return conn, nil
}

// hear waits for one notification. After a silence it pings the other side: a connection that was cut without notice stays
// silent for ever.
func (r *remote) hear(ctx context.Context, conn *pgx.Conn) error {
	waiting, cancel := context.WithTimeout(ctx, quiet)
	n, err := conn.WaitForNotification(waiting)
	silent := waiting.Err() != nil && ctx.Err() == nil
	cancel()
	if err == nil {
		r.deliver(n.Payload)
		return nil
	}
	if !silent || conn.IsClosed() {
		return err
	}
	asking, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	return conn.Ping(asking)
}

// deliver passes another node's hints to this node's subscribers. They have had this node's own already.
func (r *remote) deliver(message string) {
	lines := strings.Split(message, string(separator))
	if len(lines) < 3 || lines[0] == r.node {
		return
	}
	r.bus.deliver(Topic(lines[1]), lines[2:])
}
