package app

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"krapao/chat"
	"krapao/internal/bus"
	"krapao/internal/httpapi"
	"krapao/internal/socketio/live"
)

// mostHints is how many hints about messages may wait on a node.
const mostHints = 10_000

// openChats opens the conversations. Each message is a hint to all nodes, which name it by its numbers.
func openChats(b base) *chat.Service {
	return chat.New(chat.Deps{
		Store: b.Store, Box: b.box, Blobs: b.blobs, Turns: b.turns, Tell: b.Bus.Tell, Log: b.Log,
		Said: func(owner string, first, last int64) {
			b.Bus.Publish(bus.Chat, fmt.Sprintf("%s %d %d", owner, first, last))
		},
	})
}

// relayChat sends messages to the sockets of this node, whichever node they were written on, until stop is called. One
// goroutine does, so that the messages of a conversation arrive in their order.
func relayChat(b base, chats *chat.Service, sockets *live.Live) (stop func()) {
	r := relay{chats: chats, sockets: sockets, log: b.Log}
	hints := make(chan string, mostHints)
	ctx, end := context.WithCancel(context.Background())
	done := make(chan struct{})
	cancel := b.Bus.Subscribe(bus.Chat, func(hint string) {
		select {
		case hints <- hint:
		default: // the node is too slow: its apps fetch what they miss when they look again
		}
	})
	go func() {
		defer close(done)
		for {
			select {
			case <-ctx.Done():
				return
			case hint := <-hints:
				r.send(ctx, hint)
			}
		}
	}()
	return func() { cancel(); end(); <-done }
}

// relay sends messages to the sockets of this node.
type relay struct {
	chats   *chat.Service
	sockets *live.Live
	log     *slog.Logger
}

// send sends the messages of a hint to their room.
func (r relay) send(ctx context.Context, hint string) {
	var key string
	var first, last int64
	if _, err := fmt.Sscan(hint, &key, &first, &last); err != nil || r.sockets.Stats().Sockets == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	owner, said, err := r.chats.Between(ctx, key, first, last)
	for _, m := range said {
		if err == nil {
			err = r.sockets.Message(owner.Room(), httpapi.ConversationOf(owner, m))
		}
	}
	if err != nil && ctx.Err() == nil {
		r.log.Warn("chat: a message was not told to its room", "owner", key, "error", err)
	}
}
