package app

import (
	"cmp"
	"context"
	"runtime"

	"krapao/internal/app/outside"
	"krapao/internal/blob"
	"krapao/internal/bus"
	"krapao/internal/clock"
	"krapao/internal/config"
	"krapao/internal/fair"
	"krapao/internal/keyring"
	"krapao/internal/node"
	"krapao/internal/ratelimit"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/telemetry"
	"krapao/internal/witness"
	"krapao/ledger"
	"krapao/ledger/figures"
)

// base is what the areas stand on.
type base struct {
	Config
	// Clock is the store's.
	Clock   clock.Clock
	Ledger  *ledger.Ledger
	Bus     *bus.Bus
	Metrics *telemetry.Metrics

	keys *keyring.Ring
	box  *secret.Box
	// blobs are the uploaded files.
	blobs *blob.Blobs
	// turns is the queue of members and guests whose pictures are written anew.
	turns  *fair.Queue
	limits ratelimit.Limits
	// counts are the limits' counts that all nodes share.
	counts *ratelimit.SQL
	// clients make the outbound clients.
	clients outside.Clients
	// node is what this node says of itself.
	node *node.Register
}

// figures are what the books say about members.
func (b base) figures() figures.Figures { return figures.New(b.Store, b.Ledger) }

// openBase opens the keys first: with another master key the database is another company's.
func openBase(ctx context.Context, c Config, opened *closers) (base, error) {
	keys, err := keyring.Open(ctx, c.Store, c.Masters)
	if err != nil {
		return base{}, err
	}
	box := keys.Box
	if err := c.Store.JoinClock(ctx); err != nil {
		return base{}, err
	}
	books, err := ledger.Open(ctx, c.Store, ledger.Signed(witness.Signer(box, witness.Ledger)))
	if err != nil {
		return base{}, err
	}
	opened.add(func() { warn(c.Log, "ledger", books.Close()) })
	hints := c.Hints
	if hints == nil {
		hints = bus.Open(c.Store, c.Log, false)
		opened.add(hints.Close)
	}
	otherWrites(c.Store, hints)
	metrics := telemetry.NewMetrics()
	clients := outside.Clients{Now: c.Store.Now, Dial: c.Dial, Metrics: metrics, Times: clock.NewOutside(c.Store)}
	places, err := outside.Files(c.Node.Blobs, clients.Measured("blob"))
	if err != nil {
		return base{}, err
	}
	places.Log = c.Log
	return base{
		Config: c, Clock: c.Store, Ledger: books, Bus: hints, Metrics: metrics, keys: keys, box: box,
		blobs: blob.New(c.Store, box, places), turns: fair.New(runtime.GOMAXPROCS(0)),
		limits: limitsOf(c.Node, c.Demo), counts: ratelimit.NewSQL(c.Store).Keyed(box.Index),
		clients: clients, node: openNode(c, box, books),
	}, nil
}

// limitsOf are the contract's limits, with this node's settings for the SMS budgets. A demo's budgets are so big that nobody
// who tries it out reaches them.
func limitsOf(n config.Node, demo bool) ratelimit.Limits {
	l := ratelimit.Defaults()
	house, prefix := l.SMSHouse.Count, l.SMSPrefix.Count
	if demo {
		house, prefix = 20_000, 5_000
	}
	l.SMSHouse = l.SMSHouse.Budget(cmp.Or(int(n.SMSPerHour), house))
	l.SMSPrefix = l.SMSPrefix.Budget(cmp.Or(int(n.SMSPerPrefix), prefix))
	return l
}

// limiter limits by counts of its store, unless this node's limits are off.
func (b base) limiter(counts ratelimit.Source) *ratelimit.Limiter {
	if b.Node.Limits == "off" {
		return ratelimit.Off()
	}
	return ratelimit.New(counts, b.Clock)
}

// otherWrites tells the nodes of each other's writing. The bus and the store live as long as the node.
func otherWrites(s *store.Store, hints *bus.Bus) {
	hints.Subscribe(bus.Written, func(string) { s.ActiveElsewhere() })
	s.OnActivity(func() { hints.Publish(bus.Written, "here") })
}
