package lookup

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"rsc.io/qr"

	"krapao/internal/content"
	"krapao/internal/sanitize"
)

// Language is one of the product's languages.
type Language string

// The languages.
const (
	Thai    Language = "th"
	Lao     Language = "lo"
	English Language = "en"
)

// Language returns the first of our languages in an Accept-Language header; without one, Thai, or Lao in the Laos mode.
func (s *Service) Language(accept string) Language {
	for entry := range strings.SplitSeq(accept, ",") {
		tag, _, _ := strings.Cut(strings.TrimSpace(entry), ";")
		primary, _, _ := strings.Cut(strings.ToLower(tag), "-")
		switch lang := Language(primary); lang {
		case Thai, Lao, English:
			return lang
		}
	}
	if s.options.Laos {
		return Lao
	}
	return Thai
}

// Text is a text in the three languages.
type Text struct {
	TH string `json:"th"`
	LO string `json:"lo"`
	EN string `json:"en"`
}

// In returns the text in one language.
func (t Text) In(lang Language) string {
	switch lang {
	case Lao:
		return t.LO
	case English:
		return t.EN
	case Thai:
	}
	return t.TH
}

func (t *Text) html() {
	t.TH, t.LO, t.EN = sanitize.HTML(t.TH), sanitize.HTML(t.LO), sanitize.HTML(t.EN)
}

func (t *Text) check() error {
	var wrong error
	for _, in := range []struct{ language, text string }{{"th", t.TH}, {"lo", t.LO}, {"en", t.EN}} {
		if in.text == "" {
			wrong = errors.Join(wrong, content.At(in.language, errors.New("a text needs all three languages")))
		}
	}
	return wrong
}

// texts are the HTML texts; conditions and agreements are lists of blocks.
type texts struct {
	Conditions []Text `json:"conditions"`
	Agreements []Text `json:"agreements"`
	// Notice is shown under a bonus. The app replaces %percentFail% by the bonus's number.
	Notice Text `json:"notice"`
}

func (t *texts) all() []*Text {
	list := []*Text{&t.Notice}
	for _, block := range [][]Text{t.Conditions, t.Agreements} {
		for i := range block {
			list = append(list, &block[i])
		}
	}
	return list
}

func (t *texts) clean() {
	for _, text := range t.all() {
		text.html()
	}
}

func (t *texts) check() error {
	wrong := content.At("notice", t.Notice.check())
	for _, block := range []struct {
		name string
		list []Text
	}{{"conditions", t.Conditions}, {"agreements", t.Agreements}} {
		for i := range block.list {
			wrong = errors.Join(wrong, content.At(block.name, content.At(place(i), block.list[i].check())))
		}
	}
	return wrong
}

// place names an entry of a list without names.
func place(i int) string { return fmt.Sprintf("%02d", i+1) }

// Conditions returns the conditions as blocks of HTML.
func (s *Service) Conditions(ctx context.Context, lang Language) ([]string, error) {
	c, err := s.now(ctx)
	if err != nil {
		return nil, err
	}
	return in(lang, c.texts.Conditions), nil
}

// Agreements returns the agreements as blocks of HTML.
func (s *Service) Agreements(ctx context.Context, lang Language) ([]string, error) {
	c, err := s.now(ctx)
	if err != nil {
		return nil, err
	}
	return in(lang, c.texts.Agreements), nil
}

// Notice returns the notice under a bonus, as HTML with the literal %percentFail%.
func (s *Service) Notice(ctx context.Context, lang Language) (string, error) {
	c, err := s.now(ctx)
	if err != nil {
		return "", err
	}
	return c.texts.Notice.In(lang), nil
}

func in(lang Language, list []Text) []string {
	blocks := make([]string, len(list))
	for i, text := range list {
		blocks[i] = text.In(lang)
	}
	return blocks
}

// Info names the site.
type Info struct {
	Name    string `json:"name"`
	Website string `json:"website"`
}

func (*Info) clean() {}

func (i *Info) check() error {
	var wrong error
	if i.Name == "" {
		wrong = content.At("name", errors.New("the name is missing"))
	}
	return errors.Join(wrong, checkLink("website", i.Website))
}

// Info returns the site's name and address.
func (s *Service) Info(ctx context.Context) (Info, error) {
	c, err := s.now(ctx)
	if err != nil {
		return Info{}, err
	}
	return c.info, nil
}

// Contact is how to reach the operator. ContactText is plain text, lines kept; LineQR is the address of an image, or the
// image itself as a data address.
type Contact struct{ ContactText, LineLink, LineName, LineQR string }

type contact struct {
	Text     Text   `json:"text"`
	LineLink string `json:"lineLink"`
	LineName string `json:"lineName"`
	// LineQR is the address of an image. Absent: we draw the QR code of the link.
	LineQR string `json:"lineQR"`
}

func (*contact) clean() {}

func (c *contact) check() error {
	return errors.Join(content.At("text", c.Text.check()), checkLink("lineLink", c.LineLink), checkPicture("lineQR", c.LineQR))
}

// Contact returns how to reach the operator.
func (s *Service) Contact(ctx context.Context, lang Language) (Contact, error) {
	c, err := s.now(ctx)
	if err != nil {
		return Contact{}, err
	}
	image := c.contact.LineQR
	if image == "" && c.contact.LineLink != "" {
		if image, err = draw(c.contact.LineLink); err != nil {
			return Contact{}, err
		}
	}
	return Contact{c.contact.Text.In(lang), c.contact.LineLink, c.contact.LineName, image}, nil
}

func draw(link string) (string, error) {
	picture, err := qr.Encode(link, qr.M)
	if err != nil {
		return "", fmt.Errorf("lookup: QR of the contact link: %w", err)
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture.PNG()), nil
}

// checkLink refuses a link that is neither empty nor an https address.
func checkLink(field, link string) error {
	if link == "" {
		return nil
	}
	if u, err := url.Parse(link); err != nil || u.Scheme != "https" || u.Host == "" {
		return content.At(field, fmt.Errorf("%s is not an https address: %q", field, link))
	}
	return nil
}

// checkPicture refuses the address of a picture that is neither a path of this site nor what checkLink takes.
func checkPicture(field, address string) error {
	if ownPath(address) {
		return nil
	}
	return checkLink(field, address)
}

// HowTo is a short tutorial video.
type HowTo struct {
	ID     string `json:"id"`
	Title  Text   `json:"title"`
	Video  string `json:"video"`
	Poster string `json:"poster"`
}

type howtos []HowTo

func (*howtos) clean() {}

func (list *howtos) check() error {
	seen := map[string]bool{}
	var wrong error
	for i, h := range *list {
		if h.ID == "" || seen[h.ID] {
			wrong = errors.Join(wrong, content.At(cmp.Or(h.ID, place(i)),
				content.At("id", fmt.Errorf("tutorial %q is there twice, or has no id", h.ID))))
			continue
		}
		seen[h.ID] = true
		wrong = errors.Join(wrong, content.At(h.ID, h.check()))
	}
	return wrong
}

func (h *HowTo) check() error {
	wrong := content.At("title", h.Title.check())
	for _, link := range []struct{ name, address string }{{"video", h.Video}, {"poster", h.Poster}} {
		if !ownPath(link.address) && checkLink(link.name, link.address) != nil {
			wrong = errors.Join(wrong, content.At(link.name,
				errors.New("video and poster are https addresses or paths of this site")))
		}
	}
	return wrong
}

// ownPath reports whether an address is a path of this site.
func ownPath(address string) bool {
	return strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") && !strings.Contains(address, "\\")
}

// HowTos lists the tutorials for the runtime configuration.
func (s *Service) HowTos(ctx context.Context) ([]HowTo, error) {
	c, err := s.now(ctx)
	if err != nil {
		return nil, err
	}
	return append([]HowTo{}, c.howto...), nil
}
