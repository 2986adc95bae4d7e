package chat

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	chatq "krapao/internal/store/q/chat"
)

// answer adds what the rules say to a message, in the transaction that stores it: never lost after a crash, never doubled.
// Where a person answers, or is waited for, the rules are silent.
func (t *turn) answer(ctx context.Context, b *book, said Content, begins bool) error {
	if t.c.State != stateRules {
		return nil
	}
	lines, handover := b.reply(said, begins)
	for _, l := range lines {
		if err := t.say(ctx, l); err != nil {
			return err
		}
	}
	if handover {
		t.c.State, t.c.WaitingAt = stateWaiting, t.tx.Now.UnixMicro()
	}
	return nil
}

// say adds a line of the rules in the conversation's language.
func (t *turn) say(ctx context.Context, l line) error {
	said, err := l.in(t.c.Language)
	if err != nil {
		return err
	}
	_, err = t.add(ctx, chatq.AddMessageParams{Sender: string(Other)}, said)
	return err
}

// reply chooses what is said: the greeting to the first message of a session, then the first rule that knows the message;
// what no rule knows gets the greeting or, later, the fallback.
func (b *book) reply(said Content, begins bool) (lines []line, handover bool) {
	if begins {
		lines = slices.Clone(b.Greeting)
	}
	for _, r := range b.Rules {
		if r.knows(said) {
			return append(lines, r.Say...), r.Handover
		}
	}
	if len(lines) == 0 {
		lines = b.Fallback
	}
	return lines, false
}

func (r rule) knows(said Content) bool {
	switch said.Type {
	case MediaFile:
		return r.Media
	case Postback:
		var p postbackPayload
		return json.Unmarshal(said.Payload, &p) == nil && slices.Contains(r.Postbacks, p.Payload)
	case Text:
		var text string
		if json.Unmarshal(said.Payload, &text) != nil {
			return false
		}
		text = strings.ToLower(text)
		return slices.ContainsFunc(r.Words, func(word string) bool { return holds(text, strings.ToLower(word)) })
	case Buttons, QuickReplies, Generic: // never a customer's
	}
	return false
}

// holds tells whether a text holds a word: one with Latin letters stands between others that are none, any other is a part.
func holds(text, word string) bool {
	latin := func(r rune) bool { return unicode.Is(unicode.Latin, r) || unicode.IsDigit(r) }
	apart := strings.ContainsFunc(word, latin)
	for begin := 0; begin < len(text); {
		i := strings.Index(text[begin:], word)
		if i < 0 {
			return false
		}
		begin += i
		before, _ := utf8.DecodeLastRuneInString(text[:begin])
		after, _ := utf8.DecodeRuneInString(text[begin+len(word):])
		if !apart || !latin(before) && !latin(after) {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[begin:])
		begin += size
	}
	return false
}
