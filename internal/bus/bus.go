// Package bus passes hints between the parts of a node and between nodes: "this member's money changed", "these
// transfers are due".
//
// A hint is never the truth itself. It may be lost (a connection that broke), or arrive twice or late. So every subscriber
// also polls, and reads the truth from the store. Payloads are small (a member's id, a kind), and the subscriber reads the
// data again.
//
// On SQLite there is one node, and hints stay in memory. On PostgreSQL they also go to the other nodes by LISTEN and
// NOTIFY. A node gets its own hints at once, from memory.
package bus

import (
	"log/slog"
	"slices"
	"strings"
	"sync"

	"krapao/internal/store"
)

// Topic is what a hint is about.
type Topic string

// The topics. Their payloads are given in brackets.
const (
	// Member: a member's money or statement changed (member id).
	Member Topic = "member"
	// SessionEnded: a session or all sessions of a member ended (member id).
	SessionEnded Topic = "session-ended"
	// OperatorLeft: a session or all sessions of an operator ended (its name).
	OperatorLeft Topic = "operator-left"
	// Due: transfers of a kind may be due for settling (ledger kind).
	Due Topic = "due"
	// Written: a node writes, so that jobs look for work at short intervals again (no payload that matters).
	Written Topic = "written"
	// Chat: a conversation has new messages (its owner's key, the first and the last number, separated by spaces).
	Chat Topic = "chat"
	// Desk: something changed on the operators' pages (a Change).
	Desk Topic = "desk"
)

// MaxPayload is the size of the largest payload, in bytes.
const MaxPayload = 200

// Bus delivers hints.
type Bus struct {
	log    *slog.Logger
	mu     sync.RWMutex
	next   int
	subs   map[Topic]map[int]func(payload string)
	remote *remote
}

// Open starts a bus for the store's engine. Alone says that no other node uses the database. Close the bus before the store.
func Open(s *store.Store, log *slog.Logger, alone bool) *Bus {
	b := &Bus{log: log, subs: map[Topic]map[int]func(string){}}
	if s.Engine() == store.Postgres && !alone {
		b.remote = openRemote(s, b)
	}
	return b
}

// Close stops listening to other nodes and notifying them.
func (b *Bus) Close() {
	if b.remote != nil {
		b.remote.close()
	}
}

// Publish sends a hint for each payload. It waits only for the subscribers of this node.
func (b *Bus) Publish(topic Topic, payloads ...string) {
	fit := slices.DeleteFunc(slices.Clone(payloads), func(p string) bool {
		return len(p) > MaxPayload || strings.ContainsRune(p, separator)
	})
	if len(fit) < len(payloads) {
		b.log.Error("bus: hints dropped: a payload is too long or has a line break", "topic", topic, "dropped", len(payloads)-len(fit))
	}
	b.deliver(topic, fit)
	if b.remote != nil {
		b.remote.queue(topic, fit)
	}
}

// Subscribe calls f with each hint on the topic until cancel is called. F runs on the publisher's goroutine, so it must not
// block.
func (b *Bus) Subscribe(topic Topic, f func(payload string)) (cancel func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.next++
	n := b.next
	if b.subs[topic] == nil {
		b.subs[topic] = map[int]func(string){}
	}
	b.subs[topic][n] = f
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.subs[topic], n)
	}
}

// deliver calls the subscribers without the lock, so that they may publish, subscribe and cancel.
func (b *Bus) deliver(topic Topic, payloads []string) {
	b.mu.RLock()
	subs := make([]func(string), 0, len(b.subs[topic]))
	for _, f := range b.subs[topic] {
		subs = append(subs, f)
	}
	b.mu.RUnlock()
	for _, f := range subs {
		for _, p := range payloads {
			b.call(f, topic, p)
		}
	}
}

// call keeps a subscriber's panic away from the publisher, whose money has moved already.
func (b *Bus) call(f func(string), topic Topic, payload string) {
	defer func() {
		if p := recover(); p != nil {
			b.log.Error("bus: a subscriber panicked", "topic", topic, "panic", p)
		}
	}()
	f(payload)
}
