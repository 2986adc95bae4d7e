package telemetry

import (
	"regexp"
	"strings"
)

// A password is in a database address in two forms: in a URL, before the last @ of a word, and as a setting of a key=value
// address, a service file or a URL's query. A setting may be quoted.
var (
	urlPassword     = regexp.MustCompile(`(://[^:/@\s]*:)\S+@`)
	settingPassword = regexp.MustCompile(`(?i)((?:password|passwd|pgpassword|sslpassword)["']?\s*[=:]\s*)` +
		`(?:'(?:\\.|[^'\\])*'?|"(?:\\.|[^"\\])*"?|(?:\\.|[^\s&\\])+)`)
)

// WithoutPassword hides the passwords of database addresses in a text. It is for texts that others made; our own never mention
// an address.
func WithoutPassword(text string) string {
	if strings.Contains(text, "://") {
		text = urlPassword.ReplaceAllString(text, "$1***@")
	}
	if mentions(text, "passw") {
		text = settingPassword.ReplaceAllString(text, "$1***")
	}
	return text
}
