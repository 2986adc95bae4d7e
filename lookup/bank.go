package lookup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"krapao/internal/content"
)

// Bank is a bank at which a member may have an account.
type Bank struct {
	// Code is the bank's common short name: KBANK, SCB.
	Code   string `json:"code"`
	NameTH string `json:"nameTH"`
	NameEN string `json:"nameEN"`
	NameLO string `json:"nameLO"`
	// Country is TH or LA; Lao banks are listed in the Laos mode only.
	Country string `json:"country"`
	// Group is the same for all codes of one bank (TMB and TTB), so that an account can't be registered twice. Absent: the
	// code.
	Group string `json:"group"`
	// Aliases are further codes that outside systems use for the bank.
	Aliases []string `json:"aliases,omitempty"`
}

// Banks lists the banks in the order of the content; in the Laos mode the Lao ones come first.
func (s *Service) Banks(ctx context.Context) ([]Bank, error) {
	c, err := s.now(ctx)
	if err != nil {
		return nil, err
	}
	listed := []Bank{}
	if s.options.Laos {
		listed = append(listed, ofCountry(c.banks, countryLA)...)
	}
	return append(listed, ofCountry(c.banks, countryTH)...), nil
}

// Bank finds a listed bank by its code or an alias.
func (s *Service) Bank(ctx context.Context, code string) (Bank, bool, error) {
	c, err := s.now(ctx)
	if err != nil {
		return Bank{}, false, err
	}
	b, known := s.listed(c, code)
	return b, known, nil
}

// BankSince is Bank by content that is not of before a version, which the caller has just read. What is asked after it is not
// of before that version, either.
func (s *Service) BankSince(ctx context.Context, version int64, code string) (Bank, bool, error) {
	c, err := s.since(ctx, version)
	if err != nil {
		return Bank{}, false, err
	}
	b, known := s.listed(c, code)
	return b, known, nil
}

func (s *Service) listed(c *snapshot, code string) (Bank, bool) {
	for _, b := range c.banks {
		if code != "" && (b.Code == code || slices.Contains(b.Aliases, code)) && (s.options.Laos || b.Country != countryLA) {
			return b, true
		}
	}
	return Bank{}, false
}

const (
	countryTH = "TH"
	countryLA = "LA"
)

func ofCountry(all []Bank, country string) (some []Bank) {
	for _, b := range all {
		if b.Country == country {
			some = append(some, b)
		}
	}
	return some
}

type banks []Bank

var code = regexp.MustCompile(`^[A-Z0-9_]{2,20}$`)

func (b *banks) clean() {
	for i := range *b {
		bank := &(*b)[i]
		if bank.Country == "" {
			bank.Country = countryTH
		}
		if bank.Group == "" {
			bank.Group = bank.Code
		}
	}
}

func (b *banks) check() error {
	if len(*b) == 0 {
		return errors.New("there is no bank")
	}
	seen := map[string]bool{}
	var wrong error
	for i, bank := range *b {
		wrong = errors.Join(wrong, content.At(cmp.Or(bank.Code, place(i)), bank.check(seen)))
	}
	return wrong
}

// check refuses a bank that can't be shown, or that has a code which another has.
func (b Bank) check(seen map[string]bool) error {
	var wrong error
	for _, name := range []struct{ field, text string }{{"nameTH", b.NameTH}, {"nameEN", b.NameEN}, {"nameLO", b.NameLO}} {
		if name.text == "" {
			wrong = errors.Join(wrong, content.At(name.field, errors.New("a bank needs a name in each of the three languages")))
		}
	}
	if b.Country != countryTH && b.Country != countryLA {
		wrong = errors.Join(wrong, content.At("country", fmt.Errorf("country is TH or LA, not %q", b.Country)))
	}
	for i, c := range append([]string{b.Code}, b.Aliases...) {
		if !code.MatchString(c) || seen[c] {
			field := "code"
			if i > 0 {
				field = "aliases"
			}
			wrong = errors.Join(wrong, content.At(field,
				fmt.Errorf("bank code %q is there twice, or is not 2 to 20 capital letters and digits", c)))
		}
		seen[c] = true
	}
	return wrong
}

// Source is where a new member heard of us.
type Source struct{ Code, Description string }

type source struct {
	Code        string `json:"code"`
	Description Text   `json:"description"`
}

// Sources lists the sources in a language.
func (s *Service) Sources(ctx context.Context, lang Language) ([]Source, error) {
	c, err := s.now(ctx)
	if err != nil {
		return nil, err
	}
	listed := make([]Source, len(c.sources))
	for i, src := range c.sources {
		listed[i] = Source{src.Code, src.Description.In(lang)}
	}
	return listed, nil
}

// SourceKnown reports whether a source is listed.
func (s *Service) SourceKnown(ctx context.Context, code string) (bool, error) {
	c, err := s.now(ctx)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(c.sources, func(src source) bool { return src.Code == code }), nil
}

type sources []source

func (*sources) clean() {}

func (list *sources) check() error {
	seen := map[string]bool{}
	var wrong error
	for i, src := range *list {
		at := cmp.Or(src.Code, place(i))
		if !code.MatchString(src.Code) || seen[src.Code] {
			wrong = errors.Join(wrong, content.At(at, content.At("code",
				fmt.Errorf("source code %q is there twice, or is not 2 to 20 capital letters and digits", src.Code))))
		}
		seen[src.Code] = true
		wrong = errors.Join(wrong, content.At(at, content.At("description", src.Description.check())))
	}
	return wrong
}
