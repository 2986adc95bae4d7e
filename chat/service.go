package chat

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"krapao/chat/internal/chatdb"
	"krapao/internal/blob"
	"krapao/internal/bus"
	"krapao/internal/clock"
	"krapao/internal/fair"
	"krapao/internal/id"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/written"
)

// Deps are the parts that the service needs.
type Deps struct {
	Store *store.Store
	Box   *secret.Box
	Blobs *blob.Blobs
	// Said is called after a commit with the numbers of a conversation's new messages. It must not block. It may be nil.
	Said func(owner string, first, last int64)
	// Tell tells operators' pages what became of conversations. It may be nil.
	Tell bus.Teller
	// Turns bounds how many pictures are re-encoded at the same time; nil: one for each processor.
	Turns *fair.Queue
	// Log may be nil.
	Log *slog.Logger
}

// Service keeps conversations. It is safe for concurrent use.
type Service struct {
	Deps
	rules atomic.Pointer[rulebook] // as last read
}

// New makes the service.
func New(d Deps) *Service {
	if d.Said == nil {
		d.Said = func(string, int64, int64) {}
	}
	if d.Log == nil {
		d.Log = slog.Default()
	}
	if d.Turns == nil {
		d.Turns = fair.New(runtime.GOMAXPROCS(0))
	}
	return &Service{Deps: d}
}

// Sender is the sender of a message.
type Sender string

// The senders, in SPEC.md's words. Other is the house.
const (
	Customer Sender = "customer"
	Other    Sender = "other"
)

// Message is a message of a conversation.
type Message struct {
	ID       string
	ClientID string
	// Number counts the conversation's messages from 1.
	Number  int64
	Sender  Sender
	Session string
	Content
	// Operator is who replied, empty for a message of the customer or of the rules.
	Operator  string
	CreatedAt time.Time
	Signature
}

// Signature is shown beside a customer's message: a member's user name and name, as the house knows them, and what its app says
// of itself, which is not verified. A guest has no name, because operators would believe whatever it called itself.
type Signature struct{ Username, Name, DeviceToken string }

// Outgoing is a message that a customer sends.
type Outgoing struct {
	// ClientID is the app's idempotency key: the same ClientID is the same message. Empty: none.
	ClientID string
	Content
	Signature
	// Language is the app's language: th, lo or en.
	Language string
	// Network is the guest's network.
	Network string
}

func (out Outgoing) check() error {
	if !named(out.Username) || !named(out.Name) {
		return invalid("username and name must have at most %d characters, at least one visible, and no control characters", maxName)
	}
	if units(out.ClientID) > maxName || units(out.DeviceToken) > maxPayload ||
		!written.Line(out.ClientID) || !written.Line(out.DeviceToken) {
		return invalid("clientId must have at most %d characters, deviceToken %d, and no control characters", maxName, maxPayload)
	}
	return nil
}

// Send stores a customer's message with the rules' answer, and returns the message. If its ClientID was sent before, it returns
// the stored message for the same content, and IDEMPOTENCY_MISMATCH for other content. It returns INVALID_INPUT for media
// that the owner has not uploaded within the last hour.
func (s *Service) Send(ctx context.Context, o Owner, out Outgoing) (Message, error) {
	if err := out.check(); err != nil {
		return Message{}, err
	}
	guest, err := s.seal(o)
	if err != nil {
		return Message{}, err
	}
	if o.Guest != "" {
		out.Username, out.Name = "", ""
	}
	var sent Message
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		t, err := s.openTx(ctx, tx, o, guest)
		if err != nil {
			return err
		}
		known, err := t.q.MessageByClientID(ctx, t.c.Owner, string(Customer), out.ClientID)
		if err == nil || !store.NotFound(err) {
			sent = messageOf(known)
			return sent.resent(out.Content, err)
		}
		t.c.Language, t.c.Address = out.Language, s.addressOf(o, out.Network)
		if err := t.sendsMedia(ctx, Customer, out.Content); err != nil {
			return err
		}
		b, err := s.rulebookTx(ctx, t.q)
		if err != nil {
			return err
		}
		begins := t.beginSession(b.idle())
		if sent, err = t.add(ctx, chatdb.AddMessageParams{
			Sender: string(Customer), ClientID: out.ClientID, Username: out.Username, Name: out.Name, DeviceToken: out.DeviceToken,
		}, out.Content); err != nil {
			return err
		}
		if err := t.answer(ctx, b, out.Content, begins); err != nil {
			return err
		}
		return t.save(ctx, s)
	})
	return sent, err
}

// seal seals a guest's UUID, empty for a member.
func (s *Service) seal(o Owner) (string, error) {
	if o.Guest == "" {
		return "", nil
	}
	return s.Box.Seal(guestRow(o.Key()), o.Guest)
}

func guestRow(owner string) secret.Row {
	return secret.Row{Table: "chat_conversation", Column: "guest", ID: owner}
}

// owner returns the owner of a conversation's row.
func (s *Service) owner(c chatdb.ChatConversation) (Owner, error) {
	if c.Member != "" {
		return Owner{Member: c.Member}, nil
	}
	guest, err := s.Box.Open(guestRow(c.Owner), c.Guest)
	if err != nil {
		return Owner{}, fmt.Errorf("chat: a guest's conversation: %w", err)
	}
	return Owner{Guest: guest}, nil
}

// History returns messages, newest first.
func (s *Service) History(ctx context.Context, o Owner, limit, skip int) ([]Message, error) {
	rows, err := chatdb.New(s.Store.DB()).History(ctx, o.Key(), int32(skip), int32(limit))
	if err != nil {
		return nil, fmt.Errorf("chat: read messages: %w", err)
	}
	return messagesOf(rows), nil
}

// Between returns the messages of a hint, in order, and their owner. If there is no such conversation, it returns none.
func (s *Service) Between(ctx context.Context, key string, first, last int64) (Owner, []Message, error) {
	q := chatdb.New(s.Store.DB())
	c, err := q.Conversation(ctx, key)
	if store.NotFound(err) {
		return Owner{}, nil, nil
	}
	if err != nil {
		return Owner{}, nil, fmt.Errorf("chat: read a conversation: %w", err)
	}
	o, err := s.owner(c)
	if err != nil {
		return Owner{}, nil, err
	}
	rows, err := q.MessagesBetween(ctx, key, first, last)
	return o, messagesOf(rows), err
}

// Read records that the customer has seen all messages.
func (s *Service) Read(ctx context.Context, o Owner) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error { return chatdb.New(tx).ReadByCustomer(ctx, o.Key()) })
}

// conversationTx is a transaction that has locked one conversation's row and changes it.
type conversationTx struct {
	tx    *store.Tx
	q     *chatdb.Queries
	c     chatdb.ChatConversation
	first int64 // the number of the first message that it added; 0: none yet

	counted []chatdb.AddTallyParams // what it counts of operators' work
}

// openTx locks the owner's conversation. It creates it if there is none.
func (s *Service) openTx(ctx context.Context, tx *store.Tx, o Owner, guest string) (*conversationTx, error) {
	q, key := chatdb.New(tx), o.Key()
	c, err := q.LockConversation(ctx, key)
	if store.NotFound(err) {
		if err := q.AddConversation(ctx, chatdb.AddConversationParams{
			Owner: key, ID: id.Text(conversationIDLength), Member: o.Member, Guest: guest, Language: "th",
			CreatedAt: clock.MicrosOf(tx.Now),
		}); err != nil {
			return nil, fmt.Errorf("chat: begin a conversation: %w", err)
		}
		c, err = q.LockConversation(ctx, key)
	}
	if err != nil {
		return nil, fmt.Errorf("chat: lock a conversation: %w", err)
	}
	return &conversationTx{tx: tx, q: q, c: c}, nil
}

const (
	conversationIDLength = 10
	messageIDLength      = 16
	sessionIDLength      = 12
)

// ByRules is the state of a conversation that the rules answer.
const ByRules = "rules"

// The states: who answers.
const (
	stateRules   = ByRules
	stateWaiting = "waiting"
	statePerson  = "person"
)

// beginSession begins a session if none is open, or the open one was silent for too long, and reports whether it did.
func (t *conversationTx) beginSession(idle time.Duration) (begins bool) {
	if t.c.Session != "" && t.tx.Now.Sub(t.c.LastAt.Time()) <= idle {
		return false
	}
	t.leaves(t.c.LastAt)
	t.c.Session = id.Text(sessionIDLength)
	t.c.State, t.c.WaitingAt, t.c.Operator = stateRules, 0, ""
	return true
}

// add appends a message to the session.
func (t *conversationTx) add(ctx context.Context, m chatdb.AddMessageParams, said Content) (Message, error) {
	at := clock.MicrosOf(t.tx.Now.Truncate(time.Millisecond))
	if at <= t.c.LastAt {
		at = t.c.LastAt.Add(time.Millisecond)
	}
	t.c.Number++
	t.c.LastAt = at
	if t.first == 0 {
		t.first = t.c.Number
	}
	m.ID, m.Owner, m.Number, m.Session, m.CreatedAt = id.Text(messageIDLength), t.c.Owner, t.c.Number, t.c.Session, at
	m.Type, m.Payload = string(said.Type), string(said.Payload)
	if err := t.q.AddMessage(ctx, m); err != nil {
		return Message{}, fmt.Errorf("chat: store a message: %w", err)
	}
	return messageOf(chatdb.ChatMessage(m)), nil
}

// save saves the conversation. Once it is committed, Said is called with the new messages.
func (t *conversationTx) save(ctx context.Context, s *Service) error {
	c, is := t.c, "changed"
	if first := t.first; first > 0 {
		t.tx.AfterCommit(func() { s.Said(c.Owner, first, c.Number) })
		is = "message"
	}
	s.told(t.tx, c.ID, is)
	for _, one := range t.counted {
		if err := t.q.AddTally(ctx, one); err != nil {
			return fmt.Errorf("chat: tally: %w", err)
		}
	}
	return t.q.SaveConversation(ctx, chatdb.SaveConversationParams{
		Language: c.Language, Session: c.Session, State: c.State, Number: c.Number, WaitingAt: c.WaitingAt, LastAt: c.LastAt,
		Address: c.Address, Operator: c.Operator, PersonAt: c.PersonAt, Owner: c.Owner,
	})
}

// told tells operators' pages what became of a conversation.
func (s *Service) told(tx *store.Tx, conversation, is string) {
	s.Tell.AfterTx(tx, bus.Change{Event: "chat", ID: conversation, Is: is})
}

func messageOf(m chatdb.ChatMessage) Message {
	if strings.HasPrefix(m.Owner, guestOwner) { // older versions stored the name that a guest gave itself
		m.Username, m.Name = "", ""
	}
	return Message{
		ID: m.ID, ClientID: m.ClientID, Number: m.Number, Sender: Sender(m.Sender), Session: m.Session,
		Content: Content{Type(m.Type), []byte(m.Payload)}, Operator: m.Operator, CreatedAt: m.CreatedAt.Time(),
		Signature: Signature{m.Username, m.Name, m.DeviceToken},
	}
}

func messagesOf(rows []chatdb.ChatMessage) []Message {
	list := make([]Message, len(rows))
	for i, row := range rows {
		list[i] = messageOf(row)
	}
	return list
}
