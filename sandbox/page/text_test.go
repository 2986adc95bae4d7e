package page

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every text of a page or a lobby exists, in all languages and in the right script.
func TestTexts(t *testing.T) {
	t.Parallel()
	asked := regexp.MustCompile(`\.T "([a-zA-Z]+)"`)
	used := map[string]bool{}
	var pages []string
	for _, pattern := range []string{"*.html", "../*/*.html", "../*/*/*.html"} { // each page is in its system's package
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	if len(pages) < 8 {
		t.Fatalf("only %v", pages)
	}
	for _, name := range pages {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range asked.FindAllStringSubmatch(string(page), -1) {
			used[found[1]] = true
		}
	}
	for _, state := range []string{
		"open", "paid", "cancelled", "expired", "accepted", "settled", "failed", "bounced",
		"unused", "redeemed", "usedUp", "ownVoucher", "receipt", "card", "ticket", "night", "left", "middle", "right",
		"wrongLogin", "running", "void", "phone", "phoneLead", "bank", "bankLead", "voucher", "voucherLead", "badday", "baddayLead",
		"notices", "noticesLead", "oidc", "oidcLead",
	} {
		used[state] = true
	}
	for key := range texts {
		used[key] = used[key] || strings.HasPrefix(key, "fault.")
	}
	for key := range used {
		if _, known := texts[key]; !known {
			t.Errorf("no text %q", key)
		}
	}
	thai, lao := regexp.MustCompile(`\p{Thai}`), regexp.MustCompile(`\p{Lao}`)
	for key, text := range texts {
		if !used[key] {
			t.Errorf("text %q is not used", key)
		}
		if !thai.MatchString(text[0]) || lao.MatchString(text[0]) || !lao.MatchString(text[1]) || thai.MatchString(text[1]) ||
			strings.TrimSpace(text[2]) == "" || thai.MatchString(text[2]) || lao.MatchString(text[2]) {
			t.Errorf("text %q: %q", key, text)
		}
	}
}
