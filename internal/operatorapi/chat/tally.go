package chat

import (
	"context"
	"net/http"
	"time"

	"krapao/chat"
	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/operatorapi/list"
)

// AnswerTally is how customers were answered: sums of a time. Durations are in whole seconds.
type AnswerTally struct {
	Answers int64 `json:"answers" doc:"Customers that waited and got a person's answer"`
	Waited  int64 `json:"waited"  doc:"How long they had waited on average; 0: nobody had"`
	Longest int64 `json:"longest" doc:"How long the longest of them had"`
	Replies int64 `json:"replies" doc:"Messages of operators"`
	Ended   int64 `json:"ended"   doc:"Conversations with persons that ended"`
	Lasted  int64 `json:"lasted"  doc:"How long they had been with persons on average"`
}

// AnswerTallyOf is an operator's.
type AnswerTallyOf struct {
	AnswerTally

	Operator string `json:"operator"`
}

// AnswerTallyAt is that of an hour of the day.
type AnswerTallyAt struct {
	AnswerTally

	Hour int `json:"hour" doc:"Of the house's day, 0 to 23"`
}

// AnswerTallies are by operator and by hour.
type AnswerTallies struct {
	Operators []AnswerTallyOf `json:"operators" doc:"By name"`
	Hours     []AnswerTallyAt `json:"hours" doc:"From 0 on; without those in which nothing was"`
}

// registerTally adds the call about how customers are answered.
func (c *Room) registerTally(f *httpx.Frame) {
	httpx.Register(f, call(http.MethodGet, "chat/tally", "chatTally",
		"How quickly customers were answered, by operator and by hour of the day"), c.handleTally)
}

// handleTally answers GET /api/chat/tally.
func (c *Room) handleTally(ctx context.Context, in *list.Span) (*httpx.Reply[AnswerTallies], error) {
	if in.From.IsZero() || in.To.IsZero() {
		return nil, fault.New(fault.INVALID_INPUT, "a tally has from and to")
	}
	if err := in.Check(false); err != nil {
		return nil, err
	}
	operators, hours, err := c.Talks.Tallies(ctx, in.From, in.To)
	answer := AnswerTallies{make([]AnswerTallyOf, len(operators)), make([]AnswerTallyAt, len(hours))}
	for n, one := range operators {
		answer.Operators[n] = AnswerTallyOf{chatTallyOf(one.Tally), one.Operator}
	}
	for n, one := range hours {
		answer.Hours[n] = AnswerTallyAt{chatTallyOf(one.Tally), one.Hour}
	}
	return httpx.Answer(answer, err)
}

func chatTallyOf(t chat.Tally) AnswerTally {
	return AnswerTally{
		Answers: t.Answers, Waited: average(t.Waited, t.Answers), Longest: int64(t.Longest / time.Second), Replies: t.Replies,
		Ended: t.Ended, Lasted: average(t.Lasted, t.Ended),
	}
}

// average is in whole seconds; 0 of nothing.
func average(sum time.Duration, of int64) int64 {
	if of == 0 {
		return 0
	}
	return int64(sum/time.Second) / of
}
