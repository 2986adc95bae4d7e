package chat

import (
	"context"
	"fmt"
	"time"

	"krapao/chat/internal/chatdb"
	"krapao/internal/clock"
)

// Tally is how customers were answered: sums of a time.
type Tally struct {
	// Answers is how many customers that waited got a person's answer, Waited how long they had waited in all, Longest the longest
	// of them. A customer waits from its first message that no person has answered.
	Answers         int64
	Waited, Longest time.Duration
	// Replies are the operators' messages.
	Replies int64
	// Ended is how many conversations ended, Lasted how long they had been with persons in all. One that fell silent ends with its
	// last message, and is counted once the customer writes again.
	Ended  int64
	Lasted time.Duration
}

// OperatorTally is one operator's.
type OperatorTally struct {
	Tally

	Operator string
}

// HourTally is that of an hour of Bangkok's day.
type HourTally struct {
	Tally

	Hour int
}

// Tallies returns the sums of the hours that begin in a time: by operator, and by the hour of the day.
func (s *Service) Tallies(ctx context.Context, from, to time.Time) ([]OperatorTally, []HourTally, error) {
	q, since, before := chatdb.New(s.Store.DB()), clock.MicrosOf(from), clock.MicrosOf(to)
	rows, err := q.TallyByOperator(ctx, since, before)
	if err != nil {
		return nil, nil, fmt.Errorf("chat: tally by operator: %w", err)
	}
	operators := make([]OperatorTally, len(rows))
	for n, r := range rows {
		operators[n] = OperatorTally{tallyOf(r.Answers, r.Waited, r.Longest, r.Replies, r.Ended, r.Lasted), r.Operator}
	}
	by, err := q.TallyByHour(ctx, since, before)
	if err != nil {
		return nil, nil, fmt.Errorf("chat: tally by hour: %w", err)
	}
	hours := make([]HourTally, len(by))
	for n, r := range by {
		hours[n] = HourTally{tallyOf(r.Answers, r.Waited, r.Longest, r.Replies, r.Ended, r.Lasted), int(r.Hour)}
	}
	return operators, hours, nil
}

func tallyOf(answers, waited, longest, replies, ended, lasted int64) Tally {
	return Tally{
		Answers: answers, Waited: time.Duration(waited) * time.Microsecond, Longest: time.Duration(longest) * time.Microsecond,
		Replies: replies, Ended: ended, Lasted: time.Duration(lasted) * time.Microsecond,
	}
}

// isWithPersons notes since when the session is with persons.
func (t *conversationTx) isWithPersons() {
	if t.c.PersonAt == 0 {
		t.c.PersonAt = clock.MicrosOf(t.tx.Now)
	}
}

// replied counts an operator's message, and the customer's wait if it ends one.
func (t *conversationTx) replied(by string) {
	one := chatdb.AddTallyParams{HourAt: hourOf(clock.MicrosOf(t.tx.Now)), Operator: by, Replies: 1}
	if t.c.WaitingAt != 0 {
		one.Answers = 1
		one.Waited = max(0, int64(clock.MicrosOf(t.tx.Now)-t.c.WaitingAt))
		one.Longest = one.Waited
	}
	t.counted = append(t.counted, one)
}

// leaves counts the end of a session with persons, for the operator whose it is; one that nobody took is counted for nobody.
func (t *conversationTx) leaves(at clock.Micros) {
	if t.c.PersonAt != 0 && t.c.Operator != "" {
		t.counted = append(t.counted, chatdb.AddTallyParams{
			HourAt: hourOf(at), Operator: t.c.Operator, Ended: 1, Lasted: max(0, int64(at-t.c.PersonAt)),
		})
	}
	t.c.PersonAt = 0
}

// hourOf is the beginning of a time's hour.
func hourOf(at clock.Micros) clock.Micros { return at - at%clock.Micros(time.Hour/time.Microsecond) }
