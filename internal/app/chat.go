package app

import (
	"context"
	"fmt"
	"time"

	"krapao/chat"
	"krapao/internal/bus"
	"krapao/internal/httpapi"
	"krapao/operator"
)

// conversations opens the chat. What is said on any node is told to the sockets of each: a hint names the messages, and
// the node reads them. One goroutine does, so that a conversation is heard in its order.
func (a *App) conversations() {
	a.Chats = chat.New(chat.Deps{
		Store: a.Store, Box: a.box, Blobs: a.files(), Turns: a.turns, Log: a.Log,
		Said: func(owner string, first, last int64) {
			a.Bus.Publish(bus.Chat, fmt.Sprintf("%s %d %d", owner, first, last))
		},
	})
	hints := make(chan string, mostHints)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	cancel := a.Bus.Subscribe(bus.Chat, func(hint string) {
		select {
		case hints <- hint:
		default: // a node that can't follow: its apps fetch what they miss when they look again
		}
	})
	go func() {
		defer close(done)
		for {
			select {
			case <-ctx.Done():
				return
			case hint := <-hints:
				a.tellRoom(ctx, hint)
			}
		}
	}()
	a.onClose(func() { cancel(); stop(); <-done })
}

// mostHints is how many hints may wait on a node.
const mostHints = 10_000

// tellRoom sends the messages of a hint to the sockets of their room on this node.
func (a *App) tellRoom(ctx context.Context, hint string) {
	var key string
	var first, last int64
	if _, err := fmt.Sscan(hint, &key, &first, &last); err != nil || a.Live.Stats().Sockets == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	owner, said, err := a.Chats.Between(ctx, key, first, last)
	for _, m := range said {
		if err == nil {
			err = a.Live.Message(owner.Room(), httpapi.ConversationOf(owner, m))
		}
	}
	if err != nil && ctx.Err() == nil {
		a.Log.Warn("chat: a message was not told to its room", "owner", key, "error", err)
	}
}

// operatorChats are the conversations as operators see them; none where the chat is off.
func (a *App) operatorChats() operator.Chats {
	if !a.Node.Chat {
		return nil
	}
	return a.Chats
}

// chatGauges are the figures of conversations that wait for a person.
func (a *App) chatGauges() {
	a.Metrics.Figure("krapao_chat_waiting", "Conversations that wait for a person.",
		func(ctx context.Context) (float64, error) {
			n, _, err := a.Chats.Waits(ctx)
			return float64(n), err
		})
	a.Metrics.Figure("krapao_chat_guest_bytes", "Bytes of guests' pictures and films that are kept.",
		func(ctx context.Context) (float64, error) {
			n, err := a.Chats.GuestBytes(ctx)
			return float64(n), err
		})
	a.Metrics.Figure("krapao_chat_waiting_oldest_seconds", "Seconds for which the longest of them waits.",
		func(ctx context.Context) (float64, error) {
			_, since, err := a.Chats.Waits(ctx)
			return a.age(since), err
		})
}
