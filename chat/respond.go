package chat

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"krapao/chat/internal/chatdb"
	"krapao/internal/clock"
)

// answer adds the rules' answer to a message, in the transaction that stores the message: so a crash neither loses nor doubles
// it. While a person answers, or is waited for, the rules do not answer: the customer waits from its first message that nobody
// has answered.
func (t *conversationTx) answer(ctx context.Context, b *rulebook, said Content, begins bool) error {
	if t.c.State != stateRules {
		if t.c.WaitingAt == 0 {
			t.c.WaitingAt = clock.MicrosOf(t.tx.Now)
		}
		return nil
	}
	lines, handover := b.reply(said, begins)
	if handover {
		crowded, err := t.crowded(ctx, b)
		if err != nil {
			return err
		}
		if crowded {
			lines, handover = b.crowd(), false
		}
	}
	for _, l := range lines {
		if err := t.say(ctx, l); err != nil {
			return err
		}
	}
	if handover {
		t.c.State, t.c.WaitingAt = stateWaiting, clock.MicrosOf(t.tx.Now)
		t.isWithPersons()
	}
	return nil
}

// crowded reports whether as many guests of this guest's address wait for a person as may, so that one address can't fill the
// queue.
func (t *conversationTx) crowded(ctx context.Context, b *rulebook) (bool, error) {
	if t.c.Address == "" {
		return false, nil
	}
	if err := t.q.LockSpace(ctx); err != nil { // so that two at once can't both take the last place
		return false, fmt.Errorf("chat: read the queue of guests: %w", err)
	}
	waiting, err := t.q.WaitingAt(ctx, t.c.Address, t.c.Owner)
	if err != nil {
		return false, fmt.Errorf("chat: read the queue of guests: %w", err)
	}
	return waiting >= int64(cmp.Or(b.WaitingPerAddress, defaultWaiting)), nil
}

// defaultWaiting is how many guests of one address may wait for a person.
const defaultWaiting = 10

// crowd is the answer to a guest who can't wait for a person now.
func (b *rulebook) crowd() []line {
	if len(b.Crowded) > 0 {
		return b.Crowded
	}
	return []line{{Type: Text, Text: &translations{
		TH: "ตอนนี้มีผู้รอเจ้าหน้าที่จากเครือข่ายเดียวกันนี้หลายคนแล้ว กรุณาเข้าสู่ระบบ หรือลองใหม่ภายหลัง",
		LO: "ຕອນນີ້ມີຜູ້ລໍຖ້າພະນັກງານຈາກເຄືອຂ່າຍດຽວກັນນີ້ຫຼາຍຄົນແລ້ວ ກະລຸນາເຂົ້າສູ່ລະບົບ ຫຼື ລອງໃໝ່ພາຍຫຼັງ",
		EN: "Many guests from this network are waiting for a person already. Please log in, or try again later.",
	}}}
}

// say adds a line of the rules, in the conversation's language.
func (t *conversationTx) say(ctx context.Context, l line) error {
	said, err := l.in(t.c.Language)
	if err != nil {
		return err
	}
	_, err = t.add(ctx, chatdb.AddMessageParams{Sender: string(Other)}, said)
	return err
}

// reply chooses the answer: the greeting if a session begins, then that of the first rule that matches. If no rule matches, it is
// the greeting alone or, later in a session, the fallback.
func (b *rulebook) reply(said Content, begins bool) (lines []line, handover bool) {
	if begins {
		lines = slices.Clone(b.Greeting)
	}
	for _, r := range b.Rules {
		if r.matches(said) {
			return append(lines, r.Say...), r.Handover
		}
	}
	if len(lines) == 0 {
		lines = b.Fallback
	}
	return lines, false
}

// matches reports whether the rule answers a customer's message.
func (r rule) matches(said Content) bool {
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
		return slices.ContainsFunc(r.Words, func(word string) bool { return containsWord(text, strings.ToLower(word)) })
	case Buttons, QuickReplies, Generic: // never a customer's
	}
	return false
}

// containsWord reports whether a text contains a word. A word with Latin letters or digits must be a whole word of the text, any
// other may be a part of one.
func containsWord(text, word string) bool {
	latin := func(r rune) bool { return unicode.Is(unicode.Latin, r) || unicode.IsDigit(r) }
	whole := strings.ContainsFunc(word, latin)
	for begin := 0; begin < len(text); {
		i := strings.Index(text[begin:], word)
		if i < 0 {
			return false
		}
		begin += i
		before, _ := utf8.DecodeLastRuneInString(text[:begin])
		after, _ := utf8.DecodeRuneInString(text[begin+len(word):])
		if !whole || !latin(before) && !latin(after) {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[begin:])
		begin += size
	}
	return false
}
