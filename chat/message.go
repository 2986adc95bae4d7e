package chat

import (
	"bytes"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"

	"krapao/fault"
	"krapao/internal/written"
)

// Type is a kind of message.
type Type string

// The kinds (SPEC.md section 3). Customers send text, media and postbacks.
const (
	Text         Type = "text"
	Buttons      Type = "buttons"
	MediaFile    Type = "media"
	QuickReplies Type = "quick_replies"
	Generic      Type = "generic"
	Postback     Type = "postback"
)

// Content is a message's type, and its payload as on the wire.
type Content struct {
	Type    Type
	Payload json.RawMessage
}

// Button is a button that a customer may tap.
type Button struct {
	// Kind is web (an https or mailto address), call (a telephone number), postback or text.
	Kind    string `json:"type"`
	Title   string `json:"title"`
	Payload string `json:"payload"`
}

type buttonsPayload struct {
	Text    string   `json:"text"`
	Buttons []Button `json:"buttons"`
}

type repliesPayload struct {
	Text    string   `json:"text"`
	Replies []Button `json:"replies"`
}

type mediaPayload struct {
	Message  string `json:"message"`
	URL      bool   `json:"url"`
	FileType string `json:"fileType"`
	FilePath string `json:"filePath"`
	Name     string `json:"name"`
}

type card struct {
	ImageURL string   `json:"image_url"`
	Title    string   `json:"title"`
	Subtitle string   `json:"subtitle"`
	Buttons  []Button `json:"buttons"`
}

type genericPayload struct {
	Cards []card `json:"cards"`
}

type postbackPayload struct {
	Title   string `json:"title"`
	Payload string `json:"payload"`
}

// Bounds of a message's fields, in UTF-16 units as browsers count.
const (
	maxText    = 2000
	maxTitle   = 300
	maxPayload = 1000
	maxName    = 255
	maxButtons = 13
	maxCards   = 10
)

// units is the length of a text in UTF-16 units.
func units(s string) int {
	n := 0
	for _, r := range s {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// fit reports whether texts are within a bound and have no control characters but line breaks and tabs.
func fit(most int, texts ...string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool { return units(text) > most || !written.Lines(text) })
}

// named reports whether a name is empty, or a valid name within its bound.
func named(name string) bool { return name == "" || units(name) <= maxName && written.Name(name) }

func invalid(format string, args ...any) error {
	return fault.New(fault.INVALID_INPUT, format, args...)
}

// strict decodes a payload, and refuses unknown fields.
func strict(raw json.RawMessage, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return invalid("the payload does not have the form of its type")
	}
	return nil
}

// encoded is the content with a payload in its stored form.
func encoded(t Type, v any) (Content, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false) // texts are stored as they were sent
	if err := e.Encode(v); err != nil {
		return Content{}, err
	}
	return Content{t, bytes.TrimRight(out.Bytes(), "\n")}, nil
}

// FromCustomer checks a customer's message. It returns INVALID_INPUT unless it is a text, media or postback within its bounds.
func FromCustomer(t Type, raw json.RawMessage) (Content, error) {
	switch t {
	case Text:
		var text string
		if err := strict(raw, &text); err != nil {
			return Content{}, err
		}
		if err := checkText(text); err != nil {
			return Content{}, err
		}
		return encoded(t, text)
	case MediaFile:
		var m mediaPayload
		if err := strict(raw, &m); err != nil {
			return Content{}, err
		}
		if !fit(maxText, m.Message) || !named(m.Name) || mediaID(m.FilePath) == "" {
			return Content{}, invalid("a media message has the path of an upload, and a text and a name within their bounds")
		}
		return encoded(t, m)
	case Postback:
		var p postbackPayload
		if err := strict(raw, &p); err != nil {
			return Content{}, err
		}
		if written.Blank(p.Payload) || !fit(maxTitle, p.Title) || !fit(maxPayload, p.Payload) {
			return Content{}, invalid("a postback has a payload, and a title within its bounds")
		}
		return encoded(t, p)
	default:
		return Content{}, invalid("a customer sends text, media or postback")
	}
}

// FromHouse checks a message of the house: a text, media, buttons, quick replies or cards. It returns INVALID_INPUT if it is not
// one.
func FromHouse(t Type, raw json.RawMessage) (Content, error) {
	switch t {
	case Text, MediaFile:
		return FromCustomer(t, raw)
	case Buttons:
		var p buttonsPayload
		if err := strict(raw, &p); err != nil {
			return Content{}, err
		}
		if err := firstOf(checkText(p.Text), checkButtons(p.Buttons, 1)); err != nil {
			return Content{}, err
		}
		return encoded(t, p)
	case QuickReplies:
		var p repliesPayload
		if err := strict(raw, &p); err != nil {
			return Content{}, err
		}
		if err := firstOf(checkText(p.Text), checkButtons(p.Replies, 1)); err != nil {
			return Content{}, err
		}
		return encoded(t, p)
	case Generic:
		var p genericPayload
		if err := strict(raw, &p); err != nil {
			return Content{}, err
		}
		if err := checkCards(p.Cards); err != nil {
			return Content{}, err
		}
		return encoded(t, p)
	default:
		return Content{}, invalid("the house sends text, media, buttons, quick_replies or generic")
	}
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func checkText(text string) error {
	if written.Blank(text) || !fit(maxText, text) {
		return invalid("a text must have 1 to %d characters, not all blank, and no control characters but tabs and newlines", maxText)
	}
	return nil
}

func checkCards(cards []card) error {
	if len(cards) == 0 || len(cards) > maxCards {
		return invalid("there are 1 to %d cards", maxCards)
	}
	for i, c := range cards {
		if written.Blank(c.Title) || !fit(maxTitle, c.Title, c.Subtitle) {
			return invalid("a card has a title and a subtitle of at most %d characters", maxTitle)
		}
		if c.ImageURL != "" && !ownPath(c.ImageURL) && !https(c.ImageURL) {
			return invalid("a card's picture is an https address or a path of this site")
		}
		if err := checkButtons(c.Buttons, 0); err != nil {
			return err
		}
		if c.Buttons == nil {
			cards[i].Buttons = []Button{}
		}
	}
	return nil
}

func checkButtons(list []Button, least int) error {
	if len(list) < least || len(list) > maxButtons {
		return invalid("there are %d to %d buttons", least, maxButtons)
	}
	for _, b := range list {
		if err := b.check(); err != nil {
			return err
		}
	}
	return nil
}

var telephone = regexp.MustCompile(`^\+?[0-9]{3,20}$`)

// check refuses buttons that lead elsewhere: web to an https or mailto address only, call to a telephone number.
func (b Button) check() error {
	if written.Blank(b.Title) || !fit(maxTitle, b.Title) || !fit(maxPayload, b.Payload) {
		return invalid("a button has a title of at most %d characters and a payload of at most %d", maxTitle, maxPayload)
	}
	good := false
	switch b.Kind {
	case "web":
		good = https(b.Payload) || mail(b.Payload)
	case "call":
		good = telephone.MatchString(b.Payload)
	case "postback", "text":
		good = !written.Blank(b.Payload)
	}
	if !good {
		return invalid("button %q: web needs an https or mailto address, call a telephone number, postback and text a payload", b.Title)
	}
	return nil
}

func https(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme == "https" && u.Host != "" && u.User == nil
}

func mail(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme == "mailto" && strings.Contains(u.Opaque, "@")
}

// ownPath reports whether an address is a path of this site.
func ownPath(address string) bool {
	return strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") && !strings.Contains(address, "\\")
}

// MediaPath is where uploads are served: the path on the wire is this and the media's id.
const MediaPath = "/media/"

const mediaIDLength = 26 // of 32 characters each: 130 random bits

// mediaID is the id in an upload's path, empty if it is not one.
func mediaID(path string) string {
	id, ok := strings.CutPrefix(path, MediaPath)
	if !ok || len(id) != mediaIDLength || strings.Trim(id, "0123456789abcdefghjkmnpqrstvwxyz") != "" {
		return ""
	}
	return id
}
