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

// settingsContent is the section "chat" of a content file. Its main part is the rules, which answer before a person does.
type settingsContent struct {
	// SessionHours is how many hours a session may be silent before the next message begins a new one (default 12).
	SessionHours int `json:"sessionHours,omitempty"`
	// Greeting answers the first message of a session, Fallback a message that no rule matches. Farewell is sent when an operator
	// ends the session.
	Greeting []line `json:"greeting,omitempty"`
	Rules    []rule `json:"rules,omitempty"`
	Fallback []line `json:"fallback,omitempty"`
	Farewell []line `json:"farewell,omitempty"`
	// WaitingPerAddress is how many guests of one address (IPv6: one /64) may wait for a person (default 10). Crowded answers
	// the next one.
	WaitingPerAddress int    `json:"waitingPerAddress,omitempty"`
	Crowded           []line `json:"crowded,omitempty"`
	// Files bounds how much may be uploaded.
	Files Space `json:"files,omitzero"`
}

// rule answers texts that contain one of its words, postbacks with one of its payloads, or media.
type rule struct {
	Code string `json:"code"`
	// Words are in any language. A word with Latin letters must be a whole word of the message. Any other may be a part of a
	// word, since Thai and Lao have no spaces.
	Words     []string `json:"words,omitempty"`
	Postbacks []string `json:"postbacks,omitempty"`
	Media     bool     `json:"media,omitempty"`
	Say       []line   `json:"say"`
	// Handover asks for a person: the rules do not answer until the session ends.
	Handover bool `json:"handover,omitempty"`
}

// line is one message of the house, in three languages.
type line struct {
	Type    Type            `json:"type"`
	Text    *translations   `json:"text,omitempty"`
	Buttons []contentButton `json:"buttons,omitempty"`
	Replies []contentButton `json:"replies,omitempty"`
	Cards   []contentCard   `json:"cards,omitempty"`
}

// translations are a text in three languages.
type translations struct {
	TH string `json:"th"`
	LO string `json:"lo"`
	EN string `json:"en"`
}

// in returns the text in one language, "" if there is none.
func (w *translations) in(language string) string {
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

type contentButton struct {
	Type  string        `json:"type"`
	Title *translations `json:"title"`
	// Payload is the same in all languages. A button of type text without one sends its title.
	Payload string `json:"payload,omitempty"`
}

func (c contentButton) in(language string) Button {
	b := Button{Kind: c.Type, Title: c.Title.in(language), Payload: c.Payload}
	if b.Kind == "text" && b.Payload == "" {
		b.Payload = b.Title
	}
	return b
}

type contentCard struct {
	ImageURL string          `json:"image_url,omitempty"`
	Title    *translations   `json:"title"`
	Subtitle *translations   `json:"subtitle,omitempty"`
	Buttons  []contentButton `json:"buttons,omitempty"`
}

var languages = []string{"th", "lo", "en"}

// in returns the line as a message in one language.
func (l line) in(language string) (Content, error) {
	buttons := func(list []contentButton) []Button {
		translated := make([]Button, len(list))
		for i, b := range list {
			translated[i] = b.in(language)
		}
		return translated
	}
	var payload any
	switch l.Type {
	case Text:
		payload = l.Text.in(language)
	case Buttons:
		payload = buttonsPayload{l.Text.in(language), buttons(l.Buttons)}
	case QuickReplies:
		payload = repliesPayload{l.Text.in(language), buttons(l.Replies)}
	case Generic:
		cards := make([]card, len(l.Cards))
		for i, c := range l.Cards {
			cards[i] = card{c.ImageURL, c.Title.in(language), c.Subtitle.in(language), buttons(c.Buttons)}
		}
		payload = genericPayload{cards}
	default:
		return Content{}, fmt.Errorf("chat: type must be text, buttons, quick_replies or generic, not %q", l.Type)
	}
	said, err := encoded(l.Type, payload)
	if err != nil {
		return Content{}, err
	}
	return FromHouse(said.Type, said.Payload)
}

// check checks the settings, and every line in every language.
func (c settingsContent) check() error {
	if c.SessionHours < 0 || c.SessionHours > 24*30 {
		return errors.New("chat: sessionHours must be 1 to 720")
	}
	if err := c.Files.check(); err != nil {
		return err
	}
	if c.WaitingPerAddress < 0 {
		return errors.New("chat: waitingPerAddress must be 1 or more")
	}
	lines := slices.Concat(c.Greeting, c.Fallback, c.Farewell, c.Crowded)
	seen := map[string]bool{}
	for _, r := range c.Rules {
		switch {
		case r.Code == "" || seen[r.Code]:
			return fmt.Errorf("chat: rule %q has no code, or two rules have it", r.Code)
		case len(r.Words)+len(r.Postbacks) == 0 && !r.Media:
			return fmt.Errorf("chat: rule %q matches nothing: it needs words, postbacks or media", r.Code)
		case len(r.Say) == 0:
			return fmt.Errorf("chat: rule %q has no say, so it answers nothing", r.Code)
		case slices.ContainsFunc(slices.Concat(r.Words, r.Postbacks), written.Blank):
			return fmt.Errorf("chat: rule %q has a blank word or postback", r.Code)
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

// section is the section "chat".
var section = content.Setting[settingsContent]{
	Name:  "chat",
	Check: func(_ context.Context, _ *store.Tx, c *settingsContent) error { return c.check() },
}

// ApplySettings puts the section "chat" of a content file into force and returns what it changed, a line each.
func ApplySettings(ctx context.Context, tx *store.Tx, raw json.RawMessage) (changes []string, err error) {
	return section.Apply(ctx, tx, chatdb.New(tx), raw)
}

// CurrentSettings returns what is in force of the section "chat".
func CurrentSettings(ctx context.Context, db content.DB) (json.RawMessage, error) {
	return section.Current(ctx, chatdb.New(db))
}

// rulebook is the settings in force, with the text that they were parsed from.
type rulebook struct {
	body string
	settingsContent
}

const defaultSessionHours = 12

// idle is how long a session may be silent.
func (b *rulebook) idle() time.Duration {
	hours := b.SessionHours
	if hours == 0 {
		hours = defaultSessionHours
	}
	return time.Duration(hours) * time.Hour
}

// rulebookTx reads the settings in force. It parses them only if they have changed.
func (s *Service) rulebookTx(ctx context.Context, q *chatdb.Queries) (*rulebook, error) {
	body, err := q.Setting(ctx)
	if store.NotFound(err) {
		return &rulebook{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("chat: read the rules: %w", err)
	}
	if known := s.rules.Load(); known != nil && known.body == body {
		return known, nil
	}
	b := &rulebook{body: body}
	if err := json.Unmarshal([]byte(body), &b.settingsContent); err != nil {
		return nil, fmt.Errorf("chat: read the rules: %w", err)
	}
	s.rules.Store(b)
	return b, nil
}
