package chat

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"krapao/chat/internal/chatdb"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/internal/written"
)

// settingsContent is the section "chat" of a content file: the rules that answer before a person does.
type settingsContent struct {
	// SessionHours is how long a conversation may be silent before its next message begins a new session (12).
	SessionHours int `json:"sessionHours,omitempty"`
	// Greeting is said to the first message of a session, Fallback to what no rule knows, Farewell when an operator ends
	// the session.
	Greeting []line `json:"greeting,omitempty"`
	Rules    []rule `json:"rules,omitempty"`
	Fallback []line `json:"fallback,omitempty"`
	Farewell []line `json:"farewell,omitempty"`
	// WaitingPerAddress is how many guests of one address (IPv6: one /64) may wait for a person (10); Crowded is said to one more.
	WaitingPerAddress int    `json:"waitingPerAddress,omitempty"`
	Crowded           []line `json:"crowded,omitempty"`
	// Files is how much may be uploaded.
	Files Space `json:"files,omitzero"`
}

// rule answers messages that hold one of its words, postbacks with one of its payloads, or media.
type rule struct {
	Code string `json:"code"`
	// Words in any language. One of Latin letters is a word of its own in the message; others are parts of it, since Thai
	// and Lao have no spaces.
	Words     []string `json:"words,omitempty"`
	Postbacks []string `json:"postbacks,omitempty"`
	Media     bool     `json:"media,omitempty"`
	Say       []line   `json:"say"`
	// Handover asks for a person: the rules are silent until the session ends.
	Handover bool `json:"handover,omitempty"`
}

// line is one message of the house, in three languages.
type line struct {
	Type    Type          `json:"type"`
	Text    *words        `json:"text,omitempty"`
	Buttons []contentTap  `json:"buttons,omitempty"`
	Replies []contentTap  `json:"replies,omitempty"`
	Cards   []contentCard `json:"cards,omitempty"`
}

// words are a text in three languages.
type words struct {
	TH string `json:"th"`
	LO string `json:"lo"`
	EN string `json:"en"`
}

func (w *words) in(language string) string {
	switch {
	case w == nil:
		return ""
	case language == "lo":
		return w.LO
	case language == "en":
		return w.EN
	}
	return w.TH
}

type contentTap struct {
	Type  string `json:"type"`
	Title *words `json:"title"`
	// Payload is the same in each language; a button of type text without one sends its title.
	Payload string `json:"payload,omitempty"`
}

func (t contentTap) in(language string) Button {
	b := Button{Kind: t.Type, Title: t.Title.in(language), Payload: t.Payload}
	if b.Kind == "text" && b.Payload == "" {
		b.Payload = b.Title
	}
	return b
}

type contentCard struct {
	ImageURL string       `json:"image_url,omitempty"`
	Title    *words       `json:"title"`
	Subtitle *words       `json:"subtitle,omitempty"`
	Buttons  []contentTap `json:"buttons,omitempty"`
}

var languages = []string{"th", "lo", "en"}

// in is the line as a message in one language.
func (l line) in(language string) (Content, error) {
	taps := func(list []contentTap) []Button {
		buttons := make([]Button, len(list))
		for i, t := range list {
			buttons[i] = t.in(language)
		}
		return buttons
	}
	var payload any
	switch l.Type {
	case Text:
		payload = l.Text.in(language)
	case Buttons:
		payload = buttonsPayload{l.Text.in(language), taps(l.Buttons)}
	case QuickReplies:
		payload = repliesPayload{l.Text.in(language), taps(l.Replies)}
	case Generic:
		cards := make([]card, len(l.Cards))
		for i, c := range l.Cards {
			cards[i] = card{c.ImageURL, c.Title.in(language), c.Subtitle.in(language), taps(c.Buttons)}
		}
		payload = genericPayload{cards}
	default:
		return Content{}, fmt.Errorf("chat: a line is text, buttons, quick_replies or generic, not %q", l.Type)
	}
	said, err := encoded(l.Type, payload)
	if err != nil {
		return Content{}, err
	}
	return FromHouse(said.Type, said.Payload)
}

// check tries every line in every language.
func (c settingsContent) check() error {
	if c.SessionHours < 0 || c.SessionHours > 24*30 {
		return errors.New("chat: sessionHours is 1 to 720")
	}
	if err := c.Files.check(); err != nil {
		return err
	}
	if c.WaitingPerAddress < 0 {
		return errors.New("chat: waitingPerAddress is 1 or more")
	}
	lines := slices.Concat(c.Greeting, c.Fallback, c.Farewell, c.Crowded)
	seen := map[string]bool{}
	for _, r := range c.Rules {
		switch {
		case r.Code == "" || seen[r.Code]:
			return fmt.Errorf("chat: rule %q is there twice, or has no code", r.Code)
		case len(r.Words)+len(r.Postbacks) == 0 && !r.Media:
			return fmt.Errorf("chat: rule %q answers nothing: it needs words, postbacks or media", r.Code)
		case len(r.Say) == 0:
			return fmt.Errorf("chat: rule %q says nothing", r.Code)
		case slices.ContainsFunc(slices.Concat(r.Words, r.Postbacks), written.Blank):
			return fmt.Errorf("chat: rule %q has a blank word", r.Code)
		}
		seen[r.Code] = true
		lines = append(lines, r.Say...)
	}
	for _, l := range lines {
		for _, language := range languages {
			if _, err := l.in(language); err != nil {
				return fmt.Errorf("chat: a line of type %s in %s: %w", l.Type, language, err)
			}
		}
	}
	return nil
}

// ApplySettings takes the section "chat" of a content file.
func ApplySettings(ctx context.Context, tx *store.Tx, raw json.RawMessage) (changes []string, err error) {
	section := content.Setting[settingsContent]{
		Name:  "chat",
		Check: func(_ context.Context, _ *store.Tx, c *settingsContent) error { return c.check() },
	}
	return section.Apply(ctx, tx, chatdb.New(tx), raw)
}

// book is the rules in force, with the text that they were read from.
type book struct {
	body string
	settingsContent
}

const defaultSessionHours = 12

func (b *book) idle() time.Duration {
	hours := b.SessionHours
	if hours == 0 {
		hours = defaultSessionHours
	}
	return time.Duration(hours) * time.Hour
}

// bookTx reads the rules; they are parsed only where they have changed.
func (s *Service) bookTx(ctx context.Context, q *chatdb.Queries) (*book, error) {
	body, err := q.Setting(ctx)
	if store.NotFound(err) {
		return &book{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("chat: rules: %w", err)
	}
	if known := s.book.Load(); known != nil && known.body == body {
		return known, nil
	}
	b := &book{body: body}
	if err := json.Unmarshal([]byte(body), &b.settingsContent); err != nil {
		return nil, fmt.Errorf("chat: rules: %w", err)
	}
	s.book.Store(b)
	return b, nil
}
