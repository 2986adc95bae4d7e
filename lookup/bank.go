package lookup

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
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
	seen := map[string]bool{}
	for _, bank := range *b {
		if bank.NameTH == "" || bank.NameEN == "" || bank.NameLO == "" {
			return fmt.Errorf("bank %q needs a name in each of the three languages", bank.Code)
		}
		if bank.Country != countryTH && bank.Country != countryLA {
			return fmt.Errorf("bank %q: country is TH or LA, not %q", bank.Code, bank.Country)
		}
		for _, c := range append([]string{bank.Code}, bank.Aliases...) {
			if !code.MatchString(c) || seen[c] {
				return fmt.Errorf("bank code %q is there twice, or is not 2 to 20 capital letters and digits", c)
			}
			seen[c] = true
		}
	}
	if len(*b) == 0 {
		return errors.New("there is no bank")
	}
	return nil
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
	for _, src := range *list {
		if !code.MatchString(src.Code) || seen[src.Code] {
			return fmt.Errorf("source code %q is there twice, or is not 2 to 20 capital letters and digits", src.Code)
		}
		seen[src.Code] = true
		if err := src.Description.check(); err != nil {
			return fmt.Errorf("source %q: %w", src.Code, err)
		}
	}
	return nil
}
