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

// relayChat sends messages to the sockets of this node, whichever node they were written on, until stop is called, and tells each
// side of a conversation that the other one writes. One goroutine does, so that the messages of a conversation arrive in their
// order.
func relayChat(b base, chats *chat.Service, sockets *live.Live) (stop func()) {
	r := relay{chats: chats, sockets: sockets, log: b.Log}
	waiting := make(chan func(context.Context), mostHints)
	later := func(f func(context.Context)) {
		select {
		case waiting <- f:
		default: // the node is too slow: its apps fetch what they miss when they look again
		}
	}
	ctx, end := context.WithCancel(context.Background())
	done := make(chan struct{})
	unsubscribe := []func(){
		b.Bus.Subscribe(bus.Chat, func(hint string) { later(func(ctx context.Context) { r.send(ctx, hint) }) }),
		b.Bus.OnChange(func(c bus.Change) {
			if c.Event == "chat" && c.Is == chat.Typing && c.By != "" {
				later(func(ctx context.Context) { r.types(ctx, c.ID) })
			}
		}),
	}
	sockets.OnTyping(func(owner string) { later(func(ctx context.Context) { r.typed(ctx, owner) }) })
	go func() {
		defer close(done)
		for {
			select {
			case <-ctx.Done():
				return
			case f := <-waiting:
				f(ctx)
			}
		}
	}()
	return func() {
		for _, leave := range unsubscribe {
			leave()
		}
		end()
		<-done
	}
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

// types tells a customer that the house writes in a conversation.
func (r relay) types(ctx context.Context, conversation string) {
	if r.sockets.Stats().Sockets == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	owner, err := r.chats.OwnerOf(ctx, conversation)
	if err == nil {
		r.sockets.Types(owner.Room())
	} else if ctx.Err() == nil {
		r.log.Warn("chat: a customer was not told that the house writes", "conversation", conversation, "error", err)
	}
}

// typed tells the operators who have its conversation open that a member or a guest writes.
func (r relay) typed(ctx context.Context, who string) {
	owner, guest := chat.OfGuest(who)
	if !guest {
		owner = chat.Owner{Member: who}
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if err := r.chats.Types(ctx, owner); err != nil && ctx.Err() == nil {
		r.log.Warn("chat: operators were not told that a customer writes", "owner", owner.Key(), "error", err)
	}
}
