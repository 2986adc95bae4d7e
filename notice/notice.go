// Package notice tells the house what happened that nobody may overlook: something waits for too long, an alarm, a second
// person is needed, a change of who may do what. Targets are the house's own systems, mailboxes and chat groups.
//
// Promises:
//   - What happened is written down in its own commit, and told afterwards: at least once, for 72 hours. A try whose answer
//     nobody knows is repeated. A notice has one ID for ever, by which its receiver knows it again.
//   - The same event with the same key is told once, however often it is written down.
//   - What no target took in that time is kept, is seen (GET /api/notification, and as an alarm), and can be told again.
//   - A target that does not answer delays no other one.
//   - No notice names a member or an operator, or has a phone, an account or a secret: a chat group is not a safe place.
package notice

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/notice/internal/noticedb"
)

// Event is what happened.
type Event string

// The events.
const (
	// QueueLate: things of a kind wait for longer than the house has promised.
	QueueLate Event = "queue.late"
	// ProposalWaits: a decision waits for a second person.
	ProposalWaits Event = "proposal.waits"
	// AlarmBegun and AlarmEnded are the record's (operator/alarm).
	AlarmBegun Event = "alarm.begun"
	AlarmEnded Event = "alarm.ended"
	// SystemStopped: a system of the outside is stopped.
	SystemStopped Event = "system.stopped"
	// OperatorChanged: who works for the house, or what somebody may do.
	OperatorChanged Event = "operator.changed"
	// SecretChanged: what somebody signs in with.
	SecretChanged Event = "secret.changed"
	// LiabilityMade: the liability report is made, of a day or because an operator asked for it.
	LiabilityMade Event = "liability.made"
	// CoverageLow: by that report the house has less than it owes its members.
	CoverageLow Event = "coverage.low"
	// QuarantineBegun: the store was restored from a backup, and the systems of the outside rest.
	QuarantineBegun Event = "quarantine.begun"
	// Try is for seeing that a target takes notices.
	Try Event = "try"
)

// Events are all that a target can ask for.
func Events() []Event {
	return []Event{
		QueueLate, ProposalWaits, AlarmBegun, AlarmEnded, SystemStopped, OperatorChanged, SecretChanged,
		LiabilityMade, CoverageLow, QuarantineBegun,
	}
}

// Facts are what a notice says: codes, counts and times. There is no place in them for a name.
type Facts struct {
	// Kind is the kind of what waits, of the alarm, or of the decision; the system that is stopped; the day of a report.
	Kind string `json:"kind,omitempty"`
	// Of is whose an alarm is: a provider, an account of the house, a place.
	Of string `json:"of,omitempty"`
	// Cause is why a system is stopped, and Needs who decides a proposal.
	Cause string `json:"cause,omitempty"`
	Needs string `json:"needs,omitempty"`
	Count int64  `json:"count,omitempty"`
	// Percent is what the house has of what it owes its members, as 98.20; empty: that is not known.
	Percent string `json:"percent,omitempty"`
	// Since is since when it is so, and Until when it ended or ends.
	Since time.Time `json:"since,omitzero"`
	Until time.Time `json:"until,omitzero"`
}

// Notice is something that happened.
type Notice struct {
	Event Event
	// Key makes it one among those of its event.
	Key   string
	Facts Facts
	// Path is where the console has more of it.
	Path string
}

// ID is the notice's for ever: a UUID of its event and key.
func (n Notice) ID() string {
	sum := sha256.Sum256([]byte(string(n.Event) + "\x00" + n.Key))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80 // version 8: of our own making
	text := hex.EncodeToString(sum[:16])
	return text[:8] + "-" + text[8:12] + "-" + text[12:16] + "-" + text[16:20] + "-" + text[20:]
}

// body is what the outbox keeps of a notice.
type body struct {
	Facts

	Path string `json:"path,omitempty"`
}

// Message is a notice as a target is told it.
type Message struct {
	ID    string
	Event Event
	// At is when it happened.
	At    time.Time
	Facts Facts
	// Link is the console's page about it; empty where the console has no address.
	Link string
}

// ErrRefused says that a target will never take a notice.
var ErrRefused = errors.New("notice: the target refuses it for good")

// Target is who is told.
type Target interface {
	// Send tells it a notice. Nil: it has it, which it may have had before. ErrRefused: it will never take it. Any other error:
	// nobody knows, so it is sent again, with the same ID. No error has a secret in it.
	Send(ctx context.Context, m Message) error
}

// Receiver is a target of the configuration.
type Receiver struct {
	Name, Kind string
	// Events are what it is told; none: all.
	Events []Event
	Target Target
}

// wants reports whether a receiver is told an event.
func (r Receiver) wants(e Event) bool { return len(r.Events) == 0 || slices.Contains(r.Events, e) }

// Outbox keeps what is to be told. It is safe for concurrent use.
type Outbox struct {
	store     *store.Store
	receivers []Receiver
	// console is the address of its pages, without a slash at its end; empty: it has none.
	console string
	plan    plan
}

// New makes the outbox of a store.
func New(s *store.Store, console string, receivers []Receiver) *Outbox {
	return &Outbox{store: s, receivers: receivers, console: console}
}

// Names are the names of all targets of this node.
func (o *Outbox) Names() []string {
	names := make([]string, len(o.receivers))
	for n, r := range o.receivers {
		names[n] = r.Name
	}
	return names
}

// AddTx writes down that something happened, for all targets that want to know of it. Where it was written down before, or no
// target wants it, nothing happens.
func (o *Outbox) AddTx(ctx context.Context, tx *store.Tx, n Notice) error {
	var names []string
	for _, r := range o.receivers {
		if r.wants(n.Event) {
			names = append(names, r.Name)
		}
	}
	return o.addTx(ctx, tx, n, names)
}

func (o *Outbox) addTx(ctx context.Context, tx *store.Tx, n Notice, targets []string) error {
	if len(targets) == 0 {
		return nil
	}
	text, err := json.Marshal(body{n.Facts, n.Path})
	if err != nil {
		return fmt.Errorf("notice: %w", err)
	}
	q := noticedb.New(tx)
	added, err := q.AddNotice(ctx, noticedb.AddNoticeParams{
		ID: n.ID(), Event: string(n.Event), Body: string(text), At: clock.MicrosOf(tx.Now),
	})
	if err != nil {
		return fmt.Errorf("notice: add: %w", err)
	}
	if added == 0 {
		return nil
	}
	for _, target := range targets {
		if err := q.AddDelivery(ctx, n.ID(), target, clock.MicrosOf(tx.Now)); err != nil {
			return fmt.Errorf("notice: add: %w", err)
		}
	}
	return nil
}

// message is a notice of the outbox as it is told.
func (o *Outbox) message(id, event, text string, at clock.Micros) (Message, error) {
	var b body
	if err := json.Unmarshal([]byte(text), &b); err != nil {
		return Message{}, fmt.Errorf("notice: %s: %w", id, err)
	}
	m := Message{ID: id, Event: Event(event), At: at.Time(), Facts: b.Facts}
	if o.console != "" {
		m.Link = o.console + b.Path
	}
	return m, nil
}
