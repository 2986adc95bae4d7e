package desk

import "krapao/internal/bus"

// The events that pages get. Each is a topic that a page may watch, too.
const (
	Queue    = "queue"
	Proposal = "proposal"
	Chat     = "chat"
	Today    = "today"
	Alarm    = "alarm"
	Content  = "content"
	Brake    = "brake"
)

// Typing is what is told only to those who have the conversation open: they watch the topic of its ID, too.
const Typing = "typing"

// Of is the topic of one conversation.
func Of(conversation string) string { return Chat + ":" + conversation }

// hints are the words of each event (OPERATOR-API.md, Live).
var hints = map[string]func(c bus.Change) any{
	Queue: func(c bus.Change) any {
		return struct {
			Kind   string `json:"kind"`
			ID     string `json:"id"`
			Change string `json:"change"`
			By     string `json:"by"`
		}{c.Kind, c.ID, c.Is, c.By}
	},
	Chat: func(c bus.Change) any {
		return struct {
			ID     string `json:"id"`
			Change string `json:"change"`
			By     string `json:"by"`
		}{c.ID, c.Is, c.By}
	},
	Proposal: func(c bus.Change) any {
		return struct {
			ID    string `json:"id"`
			State string `json:"state"`
		}{c.ID, c.Is}
	},
	Today: func(bus.Change) any { return struct{}{} },
	Content: func(c bus.Change) any {
		return struct {
			Section string `json:"section"`
		}{c.ID}
	},
	Alarm: func(c bus.Change) any {
		return struct {
			ID string `json:"id"`
		}{c.ID}
	},
	Brake: func(c bus.Change) any {
		return struct {
			System string `json:"system"`
		}{c.ID}
	},
}

// Tell sends a hint to the pages of this node that watch it. A page that has the same hint waiting does not get another.
func (d *Desk) Tell(c bus.Change) {
	words, known := hints[c.Event]
	if !known { // of a node of another version
		return
	}
	room := c.Event
	if c.Is == Typing {
		room = Of(c.ID)
	}
	_ = d.server.Hint(room, c.Event, words(c)) // structs of texts always have a JSON form
}
